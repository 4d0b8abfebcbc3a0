"""Killing that is hardly combat, surprise, and shots into a crowd."""

from __future__ import annotations

from typing import Any

import pytest

from api.testing.table import outcomes
from domain.vocabulary.log import Noted, Rolled
from tests.games.cthulhu_eternal.brawl import Brawl


@pytest.fixture
def table() -> Brawl:
    """Ana is out to kill Bo; no fight is on."""
    table = Brawl()
    table.person("ana")
    table.foe("bo")
    table.foe("cal")
    return table


def unaware(table: Brawl) -> int:
    return table.play("declare_unaware", who="bo", why="counts his money")


@pytest.mark.rules("CE-SURP-01")
class TestKillingUnopposed:
    def test_the_unaware_die_without_a_roll(self, table: Brawl) -> None:
        unaware(table)
        killed = table.play("kill_unopposed", target="bo", by="ana", how="From behind.")
        assert (table.conditions("bo"), table.rolls(killed), "CE-SURP-01" in table.cited(killed)) == (
            ["dead"],
            {},
            True,
        )

    @pytest.mark.parametrize("how", ["bound", "asleep"])
    def test_the_helpless_die_without_a_roll(self, table: Brawl, how: str) -> None:
        table.play("declare_helpless", who="bo", how=how)
        table.play("kill_unopposed", target="bo")
        assert "dead" in table.conditions("bo")

    def test_nobody_else_does(self, table: Brawl) -> None:
        assert table.refusal("kill_unopposed", target="bo").rule == "CE-SURP-01"

    def test_nobody_who_is_in_a_fight_is_unaware(self, table: Brawl) -> None:
        unaware(table)
        table.begin(ana=10, bo=10)
        assert table.refusal("kill_unopposed", target="bo").rule == "CE-SURP-01"

    def test_the_dead_are_dead(self, table: Brawl) -> None:
        unaware(table)
        table.play("kill_unopposed", target="bo")
        assert "already" in table.refusal("kill_unopposed", target="bo").player

    def test_only_the_game_master_lets_an_unopposed_killing_happen(self, table: Brawl) -> None:
        unaware(table)
        assert table.forbidden("kill_unopposed", as_player="ana", target="bo", by="ana")


@pytest.mark.rules("CE-SURP-02")
class TestTheHelpless:
    @pytest.mark.parametrize("how", ["bound", "asleep"])
    def test_the_helpless_are_killed_in_one_turn_without_a_roll(self, table: Brawl, how: str) -> None:
        table.play("declare_helpless", who="bo", how=how)
        table.begin(ana=10, bo=9)
        killed = table.play("finish_off", who="ana", target="bo")
        assert ("dead" in table.conditions("bo"), table.rolls(killed)) == (True, {})
        assert (table.place("ana").budget, "CE-SURP-02" in table.cited(killed)) == ({"action": 0}, True)

    @pytest.mark.rules("CE-DMG-08")
    @pytest.mark.parametrize("hp", [2, 40])
    def test_bug_the_helpless_are_killed_whatever_their_size(self, table: Brawl, hp: int) -> None:
        table.foe("worm", protection="huge", hp=hp)
        table.play("declare_helpless", who="worm", how="asleep")
        killed = table.play("finish_off", who="ana", target="worm")
        assert (table.hp("worm"), "dead" in table.conditions("worm"), table.rolls(killed)) == (0, True, {})

    @pytest.mark.rules("CE-PROT-11", "CE-PROT-16")
    @pytest.mark.parametrize(
        ("word", "more", "rule"),
        [
            ("transcend", {"who": "bo", "through": "a rite"}, "CE-PROT-16"),
            ("enclose", {"who": ["bo"], "what": "heavy tank", "sealed": True}, "CE-PROT-11"),
        ],
    )
    def test_bug_whom_nothing_reaches_nobody_finishes_off(
        self, table: Brawl, word: str, more: dict[str, Any], rule: str
    ) -> None:
        table.play("declare_helpless", who="bo", how="asleep")
        table.play(word, **more)
        assert table.refusal("finish_off", who="ana", target="bo").rule == rule

    def test_bug_things_are_not_helpless(self, table: Brawl) -> None:
        table.thing("safe", hp=20)
        assert "is a thing" in str(table.refusal("declare_helpless", who="safe", how="bound"))

    def test_a_target_who_can_defend_themselves_is_not_helpless(self, table: Brawl) -> None:
        assert "not helpless" in table.refusal("finish_off", who="ana", target="bo").player

    def test_the_helpless_are_not_killed_with_an_action_that_is_spent(self, table: Brawl) -> None:
        table.play("declare_helpless", who="bo", how="bound")
        table.begin(ana=10, bo=9)
        table.play("act", who="ana", what="Hesitates.")
        assert table.refusal("finish_off", who="ana", target="bo").rule == "CE-TURN-05"

    def test_had_they_been_free_they_had_not_been_killed_so(self, table: Brawl) -> None:
        bound = table.play("declare_helpless", who="bo", how="bound")
        killed = table.play("finish_off", who="ana", target="bo")
        assert outcomes(table.undo(bound, policy="cascade"))[killed] == "struck"


@pytest.mark.rules("CE-SURP-03")
class TestSurprise:
    @pytest.mark.parametrize(("rolled", "hp"), [(80, 4), (30, 4), (81, 10)])
    def test_20_more_and_any_success_is_a_critical_hit(self, table: Brawl, rolled: int, hp: int) -> None:
        unaware(table)
        struck = table.strike("ana", "bo", rolled, 3 if hp < 10 else None)
        assert (table.hp("bo"), "CE-SURP-03" in table.cited(struck) or hp == 10) == (hp, True)

    def test_the_unaware_do_not_defend(self, table: Brawl) -> None:
        unaware(table)
        struck = table.strike("ana", "bo", 30, 3, defend="dodge")
        assert table.rolls(struck) == {"attack": 30, "damage/bo": 6}

    @pytest.mark.rules("CE-RULING-09")
    def test_surprise_counts_towards_the_most_that_bonuses_come_to(self, table: Brawl) -> None:
        table.person("dee", firearms=40)
        table.arm("dee")
        table.play("aim", who="dee")
        unaware(table)
        shot = table.strike("dee", "bo", 98, weapon="gun", yards=2)
        (rolled,) = [event for event in table.told(shot) if isinstance(event, Rolled)]
        assert rolled.target == 80

    def test_one_attack_is_all_the_surprise_there_is(self, table: Brawl) -> None:
        unaware(table)
        table.strike("ana", "bo", 81)
        assert table.conditions("bo") == []

    def test_the_aware_are_attacked_as_ever(self, table: Brawl) -> None:
        table.strike("ana", "bo", 61)
        table.strike("ana", "bo", 30, 3)
        assert table.hp("bo") == 7

    def test_nobody_is_surprised_once_the_fight_has_begun(self, table: Brawl) -> None:
        unaware(table)
        table.begin(ana=10, cal=9)
        table.strike("ana", "bo", 30, 3)
        table.next()
        assert table.hp("bo") == 7

    @pytest.mark.parametrize("joins", [False, True])
    def test_bug_who_was_in_a_fight_is_not_surprised_after_it(self, table: Brawl, joins: bool) -> None:
        unaware(table)
        table.begin(ana=10, **({} if joins else {"bo": 9}))
        if joins:
            table.play("join_fight", who="bo")
        table.play("end_fight")
        table.strike("ana", "bo", 61)
        assert (table.hp("bo"), table.conditions("bo")) == (10, [])

    def test_nobody_is_declared_unaware_in_a_fight(self, table: Brawl) -> None:
        table.begin(ana=10, bo=9)
        assert table.refusal("declare_unaware", who="bo").rule == "CE-SURP-03"

    def test_had_they_been_aware_it_had_been_an_ordinary_hit(self, table: Brawl) -> None:
        declared = unaware(table)
        struck = table.strike("ana", "bo", 30, 2, against={})
        assert table.hp("bo") == 6
        plan = table.undo(declared, responses={str(struck): {"defend/bo": "none"}})
        assert (outcomes(plan)[struck], table.hp("bo")) == ("restated", 8)


@pytest.mark.rules("CE-SURP-04")
class TestTheSurpriseThatFails:
    def test_a_surprise_attack_that_fails_simply_misses(self, table: Brawl) -> None:
        unaware(table)
        struck = table.strike("ana", "bo", 81)
        assert (table.hp("bo"), table.rolls(struck)) == (10, {"attack": 81})

    def test_the_game_master_says_why(self, table: Brawl) -> None:
        unaware(table)
        table.strike("ana", "bo", 81)
        (note,) = table.told(table.play("tell_of_miss", who="ana", target="bo", what="A board creaked."))
        assert isinstance(note, Noted)
        assert (note.rules, note.data) == (("CE-SURP-04",), {"target": table.ref("bo")})


@pytest.mark.rules("CE-SURP-05")
class TestTheCrowd:
    def fire(self, table: Brawl, drawn: int, hit: str, rolled: int = 30) -> int:
        dice = {"crowd": [drawn], "attack": [rolled], **({f"damage/{hit}": [4]} if rolled <= 60 else {})}
        return table.play("fire_into_crowd", who="ana", crowd=["bo", "cal"], weapon="gun", dice=dice)

    @pytest.fixture(autouse=True)
    def armed(self, table: Brawl) -> None:
        """Ana has a gun in hand."""
        table.arm("ana")

    @pytest.mark.parametrize(("drawn", "hit", "hp"), [(1, "bo", (6, 10)), (2, "cal", (10, 6))])
    def test_chance_says_who_is_hit(self, table: Brawl, drawn: int, hit: str, hp: tuple[int, int]) -> None:
        self.fire(table, drawn, hit)
        assert (table.hp("bo"), table.hp("cal")) == hp

    @pytest.mark.rules("CE-AUTO-02")
    def test_bug_a_burst_into_the_crowd_has_its_lethality(self, table: Brawl) -> None:
        table.arm("ana", what="rifle", modes=[{"mode": "short burst", "lethality": 10}])
        dice = {"crowd": [2], "attack": [30], "lethality/cal": [10]}
        args: dict[str, Any] = {"crowd": ["bo", "cal"], "weapon": "rifle", "mode": "short burst"}
        table.play("fire_into_crowd", who="ana", dice=dice, **args)
        assert (table.hp("bo"), table.hp("cal")) == (10, 0)

    def test_a_shot_into_the_crowd_is_an_attack_without_the_penalty(self, table: Brawl) -> None:
        fired = self.fire(table, 1, "bo", 98)
        assert [event.target for event in table.told(fired) if isinstance(event, Rolled)] == [None, 60]

    @pytest.mark.rules("CE-RULING-28")
    def test_one_in_particular_takes_a_called_shot(self, table: Brawl) -> None:
        shot = table.strike("ana", "cal", 98, None, "call_shot", weapon="gun", part="whoever wears the mask")
        assert [event.target for event in table.told(shot) if isinstance(event, Rolled)] == [40]

    def test_hand_to_hand_one_says_whom(self, table: Brawl) -> None:
        table.person("dee")
        table.arm("dee", "melee")
        assert table.refusal("fire_into_crowd", who="dee", crowd=["bo", "cal"], weapon="melee").rule == "CE-SURP-05"

    def test_nobody_fires_at_themselves(self, table: Brawl) -> None:
        assert table.refusal("fire_into_crowd", who="ana", crowd=["bo", "ana"], weapon="gun").rule == "CE-SURP-05"
