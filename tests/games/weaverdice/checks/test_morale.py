"""Morale: what low and high steps do to rolls, how it moves, and what lifts or lowers it."""

import pytest

from api.testing.table import outcomes
from domain.vocabulary.log import Judged
from systems.weaverdice.checks import morale
from tests.games.weaverdice.capes import Capes
from tests.games.weaverdice.fighting import Alley


def at(step: int, **options: str | bool) -> Capes:
    """A table with Ramjet (Athletics 5) at a step of morale."""
    table = Capes(**options)
    table.cape("ramjet", morale=step, athletics=5)
    return table


def leap(table: Capes, die: int, stat: str = "wits", target: int = 4, **more: str) -> int:
    return table.play("check", who="ramjet", stat=stat, target=target, dice={"check": [die]}, responses=more)


def buy(table: Capes, die: int, stat: str = "wits", target: int = 4) -> int:
    responses = {"check/morale": "yes"}
    return table.play("check", who="ramjet", stat=stat, target=target, dice={"check": [die]}, responses=responses)


def step(table: Capes, handle: str = "ramjet") -> int:
    return table.current(handle, "morale")


@pytest.mark.rules("WD-MOR-01", "WD-MOR-02", "WD-RULING-16")
class TestLowMorale:
    @pytest.mark.parametrize(("low", "cap"), [(-1, 6), (-2, 5), (-3, 4), (-4, 3)])
    def test_results_are_capped_after_the_stat_was_added(self, low: int, cap: int) -> None:
        table = at(low)
        entries = [leap(table, 6, "athletics", target) for target in (cap, cap + 1)]
        assert [table.outcomes_of(entry)["check"] for entry in entries] == ["success", "failure"]

    def test_at_neutral_nothing_is_capped(self) -> None:
        table = at(0)
        assert table.outcomes_of(leap(table, 6, "athletics", 8))["check"] == "success"

    def test_what_is_below_the_cap_stays_as_it_is(self) -> None:
        table = at(-2)
        assert table.outcomes_of(leap(table, 3, "athletics", 5))["check"] == "success"

    def test_had_morale_not_fallen_the_roll_would_stand(self) -> None:
        table = at(-1)
        fallen = table.play("move_morale", who="ramjet", by=-1)
        failed = leap(table, 6, target=6)
        assert outcomes(table.undo(fallen))[failed] == "restated"
        assert table.outcomes_of(failed)["check"] == "success"


@pytest.mark.rules("WD-MOR-01", "WD-RULING-14")
class TestTheEndsOfTheScale:
    @pytest.mark.parametrize(("start", "by", "end"), [(3, 2, 4), (4, 1, 4), (-3, -2, -4), (-4, -1, -4)])
    def test_morale_goes_no_further_than_four_steps(self, start: int, by: int, end: int) -> None:
        table = at(start)
        table.play("move_morale", who="ramjet", by=by)
        assert step(table) == end

    def test_with_a_fifth_low_step_five(self) -> None:
        table = at(-4, fifth_low_step=True)
        table.play("move_morale", who="ramjet", by=-3)
        assert step(table) == -5

    def test_at_the_fifth_nobody_functions(self) -> None:
        table = at(-5, fifth_low_step=True)
        assert table.outcomes_of(leap(table, 6, "athletics", 2))["check"] == "failure"

    @pytest.mark.parametrize(("step", "acts"), [(-4, True), (-5, False)])
    def test_capes_at_the_fifth_low_step_do_not_act_in_a_fight(self, step: int, acts: bool) -> None:
        table = Alley(fifth_low_step=True)
        table.cape("ramjet", morale=step)
        table.begin("ramjet", ramjet=1)
        if acts:
            table.play("rest", who="ramjet", pool="stamina")
        else:
            assert table.refusal("rest", who="ramjet", pool="stamina").rule == "WD-MOR-01"
        assert table.actions("ramjet") == (1 if acts else 2)


@pytest.mark.rules("WD-MOR-03", "WD-RULING-15")
class TestHighMorale:
    @pytest.mark.parametrize(("high", "counts_as"), [(1, 3), (2, 4), (3, 5), (4, 6)])
    def test_a_step_makes_the_die_count_as_what_is_listed_for_the_step_before(self, high: int, counts_as: int) -> None:
        table = at(high)
        entry = buy(table, 1, target=counts_as)
        assert (table.outcomes_of(entry)["check"], step(table)) == ("success", high - 1)

    def test_the_leap_from_the_book(self) -> None:
        table = at(2)
        entry = buy(table, 2, "athletics", target=6)
        assert (table.rolls(entry)["check"], step(table)) == (6, 1)

    def test_the_stat_is_added_to_what_the_die_counts_as(self) -> None:
        table = at(1)
        assert table.rolls(buy(table, 1, "athletics", target=5))["check"] == 5

    def test_where_it_replaces_the_result_nothing_is_added(self) -> None:
        table = at(3, morale_buys="result")
        assert table.rolls(buy(table, 1, "athletics"))["check"] == 5

    @pytest.mark.parametrize(("low", "die", "offered"), [("brawn", 4, True), ("athletics", 2, False)])
    def test_bug_where_it_replaces_the_result_it_is_offered_where_that_is_less(
        self, low: str, die: int, offered: bool
    ) -> None:
        table = Capes(morale_buys="result")
        table.cape("ramjet", morale=2, athletics=5, brawn=2)
        entry = buy(table, die, low, 6) if offered else leap(table, die, low, 6)
        bought = any(isinstance(event, Judged) for event in table.told(entry))
        assert (table.rolls(entry)["check"], bought) == (4, offered)

    @pytest.mark.parametrize(("die", "offered"), [(3, True), (4, False), (5, False)])
    def test_high_morale_is_offered_where_the_die_shows_less(self, die: int, offered: bool) -> None:
        table = at(2)
        entry = buy(table, die) if offered else leap(table, die)
        assert any(isinstance(event, Judged) for event in table.told(entry)) is offered

    def test_the_player_may_think_of_it_later(self) -> None:
        table = at(2)
        entry = leap(table, 1)
        table.answer_late(entry, {"check/morale": "yes"})
        assert (table.outcomes_of(entry)["check"], step(table)) == ("success", 1)


@pytest.mark.rules("WD-MOR-04")
class TestTheBuffer:
    def test_high_morale_adds_nothing_to_a_roll(self) -> None:
        table = at(4)
        assert table.rolls(leap(table, 3))["check"] == 3

    @pytest.mark.parametrize(("high", "left"), [(3, 1), (2, 0), (1, -1)])
    def test_a_loss_uses_up_what_is_high_first(self, high: int, left: int) -> None:
        table = at(high)
        table.play("move_morale", who="ramjet", by=-2)
        assert step(table) == left

    def test_generics_lose_no_morale(self) -> None:
        table = at(0)
        table.foe("thug", category="generic")
        assert table.told(table.play("move_morale", who="thug", by=-1)) == []


@pytest.mark.rules("WD-MOR-05")
class TestEmotions:
    @pytest.fixture
    def table(self) -> Capes:
        table = at(1)
        table.foe("valentine")
        return table

    def stir(self, table: Capes, choice: str, effect: str = "love", by: str = "valentine") -> int:
        key = f"emotion/{table.ref('ramjet').partition('/')[2]}"
        return table.play("stir_emotion", who="ramjet", by=by, effect=effect, responses={key: choice})

    def test_complying_costs_nothing(self, table: Capes) -> None:
        self.stir(table, "comply")
        assert step(table) == 1

    def test_defying_costs_two_steps_and_one_each_later_time(self, table: Capes) -> None:
        steps = []
        for _ in range(3):
            self.stir(table, "defy")
            steps.append(step(table))
        assert steps == [-1, -2, -3]

    def test_complying_first_the_first_defiance_still_costs_two(self, table: Capes) -> None:
        self.stir(table, "comply")
        self.stir(table, "defy")
        assert step(table) == -1

    def test_another_effect_has_a_first_time_of_its_own(self, table: Capes) -> None:
        self.stir(table, "defy")
        self.stir(table, "defy", effect="dread")
        assert step(table) == -3

    def test_one_effect_of_another_cape_has_a_first_time_of_its_own(self, table: Capes) -> None:
        table.foe("glory")
        self.stir(table, "defy")
        self.stir(table, "defy", by="glory")
        assert step(table) == -3

    def test_the_player_of_the_stirred_cape_decides(self, table: Capes) -> None:
        table.play("stir_emotion", who="ramjet", by="valentine", effect="love")
        (question,) = table.sheet("ramjet").questions.values()
        assert (question.owner, question.options, question.default) == ("ana", ("comply", "defy"), "comply")

    def test_without_the_first_defiance_the_second_is_the_first(self, table: Capes) -> None:
        first = self.stir(table, "defy")
        second = self.stir(table, "defy")
        assert outcomes(table.undo(first)) == {first: "struck", second: "restated"}
        assert step(table) == -1


@pytest.mark.rules("WD-MOR-06", "WD-MOR-10")
class TestTheStartOfTheDay:
    @pytest.mark.parametrize("starts_at", [-3, -1, 1, 2, 3])
    @pytest.mark.parametrize("before", [-4, 0, 4])
    def test_morale_is_where_the_living_situation_puts_it(self, starts_at: int, before: int) -> None:
        table = at(before)
        table.play("settle_in", who="ramjet", situation="somewhere else", starts_at=starts_at)
        table.play("freeform.call_moment", moment="day_start", subject="ramjet")
        assert step(table) == starts_at

    def test_until_then_nothing_moves(self) -> None:
        table = at(1)
        table.play("settle_in", who="ramjet", situation="a penthouse", starts_at=3)
        assert step(table) == 1

    def test_without_a_situation_it_is_neutral(self) -> None:
        table = at(-2)
        table.play("freeform.call_moment", moment="day_start", subject="ramjet")
        assert step(table) == 0

    @pytest.mark.parametrize("starts_at", [-4, 4])
    def test_no_way_of_living_is_worth_four_steps(self, starts_at: int) -> None:
        refusal = at(0).refusal("settle_in", who="ramjet", situation="heaven", starts_at=starts_at)
        assert refusal.rule == "WD-MOR-06"

    def test_only_the_game_master_says_where_a_day_starts(self) -> None:
        sentence = at(0).forbidden("settle_in", as_player="ana", who="ramjet", situation="a penthouse", starts_at=3)
        assert "game master" in sentence

    def test_had_they_not_moved_in_the_day_would_start_at_neutral(self) -> None:
        table = at(-2)
        moved = table.play("settle_in", who="ramjet", situation="a penthouse", starts_at=2)
        woke = table.play("freeform.call_moment", moment="day_start", subject="ramjet")
        table.undo(moved)
        assert (step(table), table.kinds(woke)) == (0, ["PointGained"])


@pytest.mark.rules("WD-MOR-12")
class TestSuccesses:
    def test_a_success_lifts_morale(self) -> None:
        table = at(0)
        entry = table.play("reward_morale", who="ramjet", success="revenge", steps=2)
        assert (step(table), "WD-MOR-12" in table.cited(entry)) == (2, True)

    def test_as_far_as_the_scale_goes(self) -> None:
        table = at(4)
        table.play("reward_morale", who="ramjet", success="revenge")
        assert step(table) == morale.HIGHEST

    def test_the_next_day_it_has_faded(self) -> None:
        table = at(0)
        table.play("reward_morale", who="ramjet", success="revenge")
        table.play("freeform.call_moment", moment="day_start", subject="ramjet")
        assert step(table) == 0
