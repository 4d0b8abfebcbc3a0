"""Turns and fights: places in the order, acting sets, budgets, skipped, delayed, interrupted, extra and shared turns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from domain.kit import conditions, durations, fights, rounds, turns
from domain.kit.naming import id_of
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.vocabulary.turns import BudgetSpent, TurnChanged
from tests.freeform.table import Table
from tests.kit.test_conditions import SYSTEM, told
from tests.play.rules import decided

NAMES = ("ana", "ben", "cleo", "dan")


def is_dead(play: Play, who: str) -> bool:
    return conditions.has(play, who, "dead")


def can_act(play: Play, who: str) -> bool:
    return not conditions.has(play, who, "stunned")


FLOW = rounds.InTurn(gone=is_dead, able=can_act)


class Arena:
    """An encounter in preparation with four characters, and what rules do in it."""

    def __init__(self) -> None:
        self.table = Table()
        self.table.do("create_encounter", name="Fight")
        for name in NAMES:
            self.table.do("create_character", name=name)
        self.fight = self.table.ref("fight")
        self.ana, self.ben, self.cleo, self.dan = (self.table.ref(name) for name in NAMES)

    def told(self, rule: Callable[[Play], Any]) -> Any:
        return told(rule, self.table, encounter=self.fight)

    def begin(self, play: Play, **initiatives: int) -> None:
        for name, initiative in initiatives.items():
            turns.enter(play, self.fight, self.table.ref(name), initiative)
        fights.begin(play, self.fight)
        rounds.go_on(play, self.fight, FLOW)

    def at(self, play: Play) -> tuple[int, str]:
        """Return the round, and whose turn it is, by handle."""
        now = turns.pace(play, self.fight)
        handles = {self.table.ref(name): name for name in NAMES}
        everybody = (who for name in now.active for who in turns.subjects(play, self.fight, name))
        return now.round, "+".join(handles[who] for who in everybody)

    def pass_on(self, play: Play, times: int = 1) -> list[tuple[int, str]]:
        """Pass the turn on so many times, and return whose it was each time."""
        passed = []
        for _ in range(times):
            rounds.pass_on(play, self.fight, FLOW)
            passed.append(self.at(play))
        return passed


def test_places_act_from_the_highest_down_and_rounds_follow() -> None:
    arena = Arena()

    def three_turns(play: Play) -> list[tuple[int, str]]:
        arena.begin(play, ana=10, ben=15, cleo=5)
        return [arena.at(play), *arena.pass_on(play, 3)]

    assert arena.told(three_turns) == [(1, "ben"), (1, "ana"), (1, "cleo"), (2, "ben")]


def test_who_cannot_act_is_passed_over_and_who_is_gone_has_no_turn() -> None:
    arena = Arena()

    def a_round(play: Play) -> tuple[list[tuple[int, str]], list[int | None]]:
        arena.begin(play, ana=10, ben=8, cleo=6)
        conditions.gain(play, arena.ben, "stunned")
        conditions.gain(play, arena.cleo, "dead")
        passed = arena.pass_on(play, 2)
        order = play.encounter(arena.fight).order
        return passed, [rounds.TurnData.of(order[id_of(who)]).acted for who in (arena.ben, arena.cleo)]

    assert arena.told(a_round) == ([(2, "ana"), (3, "ana")], [2, None])


def test_where_nobody_acts_one_round_goes_by() -> None:
    arena = Arena()

    def nobody(play: Play) -> tuple[int, str]:
        arena.begin(play, ana=10)
        conditions.gain(play, arena.ana, "stunned")
        rounds.pass_on(play, arena.fight, FLOW)
        return arena.at(play)

    assert arena.told(nobody) == (2, "")


def test_a_readied_turn_comes_in_between_and_the_other_goes_on() -> None:
    arena = Arena()

    def ready(play: Play) -> list[tuple[int, str]]:
        arena.begin(play, ana=10, ben=8, cleo=6)
        rounds.put_off(play, arena.fight, id_of(arena.ana), FLOW)
        turns.act_before(play, arena.ana, arena.ben)
        rounds.take_in_between(play, arena.fight, id_of(arena.ana))
        return [arena.at(play), *arena.pass_on(play, 3)]

    assert arena.told(ready) == [(1, "ana"), (1, "ben"), (1, "cleo"), (2, "ana")]


def test_a_villain_has_an_extra_turn_at_a_lower_count() -> None:
    arena = Arena()

    def unleash(play: Play) -> list[tuple[int, str]]:
        arena.begin(play, ana=20, ben=15)
        turns.enter(play, arena.fight, arena.ana, 10, name="extra", kind="extra")
        return arena.pass_on(play, 3)

    assert arena.told(unleash) == [(1, "ben"), (1, "ana"), (2, "ana")]


def test_a_horde_acts_at_one_place() -> None:
    arena = Arena()

    def horde(play: Play) -> tuple[str, list[tuple[int, str]], bool]:
        turns.enter_together(play, arena.fight, "horde", (arena.ana,), initiative=5)
        turns.enter_together(play, arena.fight, "horde", (arena.ben, arena.cleo))
        arena.begin(play, dan=3)
        together = arena.at(play)[1]
        return together, arena.pass_on(play, 2), turns.acting(play, arena.dan)

    together, after, acting = arena.told(horde)
    assert together == "ana+ben+cleo"
    assert after == [(1, "dan"), (2, "ana+ben+cleo")]
    assert not acting


def test_a_place_that_is_taken_out_is_nobodys_turn() -> None:
    arena = Arena()

    def leave(play: Play) -> tuple[tuple[int, tuple[str, ...]], str | None]:
        arena.begin(play, ana=10, ben=8)
        turns.take_out(play, arena.fight, id_of(arena.ana), "fled")
        now = turns.pace(play, arena.fight)
        return (now.round, now.active), turns.place_of(play, arena.ana)

    assert arena.told(leave) == ((1, ()), None)


def test_a_budget_is_spent_and_refilled() -> None:
    arena = Arena()

    def a_turn(play: Play) -> list[int]:
        arena.begin(play, ana=10)
        left = []
        turns.refill(play, arena.ana, {"actions": 2})
        left.append(turns.left(play, arena.ana, "actions"))
        turns.spend(play, arena.ana, "actions")
        turns.note_moved(play, arena.ana, 30)
        left.append(turns.left(play, arena.ana, "actions"))
        for _ in range(2):
            turns.refill(play, arena.ana, {"actions": 2})
            left.append(turns.left(play, arena.ana, "actions"))
        return left

    assert arena.told(a_turn) == [2, 1, 2, 2]
    decision = decided(arena.table, a_turn, encounter=arena.fight, system=SYSTEM)
    spent = [one.event for one in decision.emitted if isinstance(one.event, BudgetSpent | TurnChanged)]
    assert len(spent) == 4


def test_a_budget_is_whole_where_nobody_fights_and_empty_for_who_takes_no_part() -> None:
    arena = Arena()
    assert arena.told(lambda play: turns.left(play, arena.ana, "actions", 2)) == 2

    def bystander(play: Play) -> int:
        arena.begin(play, ben=3)
        return turns.left(play, arena.ana, "actions", 2)

    assert arena.told(bystander) == 0


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=8))
def test_a_place_that_is_put_somewhere_stands_there(moves: list[tuple[int, int]]) -> None:
    arena = Arena()

    def put(play: Play) -> bool:
        arena.begin(play, ana=5, ben=5, cleo=5, dan=4)
        for which, index in moves:
            before = turns.in_order(play, arena.fight)
            name = before[which]
            turns.put(play, arena.fight, name, index)
            rest = [place for place in before if place != name]
            if turns.in_order(play, arena.fight) != [*rest[:index], name, *rest[index:]]:
                return False
        return True

    assert arena.told(put)


def test_a_place_moves_before_another() -> None:
    arena = Arena()

    def move(play: Play) -> bool:
        arena.begin(play, ana=9, ben=8, cleo=7)
        ana, ben, cleo = (id_of(who) for who in (arena.ana, arena.ben, arena.cleo))
        turns.put_before(play, arena.fight, cleo, ana)
        return turns.in_order(play, arena.fight) == [cleo, ana, ben]

    assert arena.told(move)


def test_what_needs_a_fight_is_refused_before_it_begins() -> None:
    arena = Arena()
    refusal = decided(arena.table, fights.under_way, encounter=arena.fight).refusal
    assert isinstance(refusal, Refused)
    assert refusal.rule == fights.ORDER
    assert isinstance(decided(arena.table, fights.fight).refusal, Refused)


def test_a_fight_ends_with_what_was_to_last_as_long() -> None:
    arena = Arena()

    def end(play: Play) -> tuple[bool, str | None]:
        arena.begin(play, ana=9)
        conditions.gain(play, arena.ana, "angry", until=durations.fight_ends(play))
        fights.end(play, arena.fight)
        return conditions.has(play, arena.ana, "angry"), turns.running(play)

    assert arena.told(end) == (False, None)
