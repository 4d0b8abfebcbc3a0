"""Play without intel: information in its place, spaces by rolls alone, extra rolls, and numbers that are lowered."""

from typing import Any

import pytest

from api.testing.table import outcomes
from tests.games.weaverdice.watching import ON, Stakeout


@pytest.fixture
def table() -> Stakeout:
    table = Stakeout(wits=3, knowledge=3, without_intel=True)
    table.lay("violent", "f-lister")
    return table


@pytest.mark.rules("WD-LACK-01")
class TestInformation:
    @pytest.mark.parametrize(
        ("tier", "quality"),
        [(1, "minor details"), (2, "relevant details"), (3, "deeper information"), (4, "serious writeups or records")],
    )
    def test_information_has_the_quality_of_the_intel_in_whose_place_it_is(
        self, table: Stakeout, tier: int, quality: str
    ) -> None:
        table.play("give_information", who="bandit", tier=tier, what="where she eats")
        (trait,) = (one for one in table.sheet("bandit").traits.values() if one.kind == "information")
        assert (trait.rank, trait.state) == (tier, quality)

    @pytest.mark.parametrize(("tier", "given"), [(1, False), (2, False), (3, True), (4, True)])
    def test_from_tier_3_on_it_may_be_a_space(self, table: Stakeout, tier: int, given: bool) -> None:
        args: dict[str, Any] = {"who": "bandit", "tier": tier, "what": "a writeup", **ON, "space": "0/0"}
        if not given:
            assert table.refusal("give_information", **args).rule == "WD-LACK-01"
        else:
            table.play("give_information", **args)
        assert table.opened() == (["0/0"] if given else [])

    def test_sometimes_from_tier_2_on(self) -> None:
        table = Stakeout(without_intel=True, unlock_from_tier=2)
        table.lay()
        table.play("give_information", who="bandit", tier=2, what="a name", **ON, space="0/0")
        assert table.opened() == ["0/0"]

    @pytest.mark.parametrize(("tier", "fits"), [(1, True), (2, True), (3, False)])
    def test_information_serves_where_intel_is_called_for(self, table: Stakeout, tier: int, fits: bool) -> None:
        table.play("give_information", who="bandit", tier=2, what="A name")
        args: dict[str, Any] = {"who": "bandit", "what": "a name", "tier": tier, "purpose": "finding her"}
        if fits:
            assert table.cited(table.play("accept_information", **args)) == {"WD-LACK-01"}
        else:
            assert table.refusal("accept_information", **args).rule == "WD-LACK-01"

    def test_with_intel_there_is_none_of_it(self) -> None:
        table = Stakeout()
        assert table.refusal("give_information", who="bandit", tier=1, what="a name").rule == "option"


@pytest.mark.rules("WD-LACK-01", "WD-RULING-126")
class TestNoIntel:
    def test_a_success_only_unlocks(self, table: Stakeout) -> None:
        table.surveil()
        table.watch(5)
        assert (table.opened(), table.intel(), table.grid.strikes) == (["0/0"], [], 0)

    def test_a_failure_is_simply_a_strike(self, table: Stakeout) -> None:
        table.hold("tip", tier=4)
        table.surveil()
        table.watch(1, responses={})
        assert (table.grid.strikes, table.sheet("bandit").questions, table.intel()) == (1, {}, [("violent", 4)])

    def test_a_number_that_comes_up_again_is_a_strike_without_intel(self, table: Stakeout) -> None:
        table.surveil()
        table.watch(5)
        table.watch(5, "0/1")
        assert (table.opened(), table.grid.strikes, table.intel()) == (["0/0", "0/1"], 1, [])

    def test_research_rolls_for_none(self, table: Stakeout) -> None:
        table.research()
        assert table.refused("gather_intel", who="bandit") == "WD-LACK-01"
        table.look_up(5, "3/3")
        assert (table.opened(), table.intel()) == (["3/3"], [])


@pytest.mark.rules("WD-LACK-02", "WD-RULING-114")
class TestDetails:
    def name(self, table: Stakeout, detail: str, space: str = "0/0", who: str = "bandit") -> int:
        return table.on("name_detail", space, who=who, detail=detail)

    def test_intel_unlocks_no_space(self, table: Stakeout) -> None:
        table.hold("tip", tier=4)
        assert table.refused("buy_space", "0/0", who="bandit", intel=["tip"]) == "WD-LACK-02"

    @pytest.mark.parametrize(("die", "opened"), [(3, []), (4, ["0/0"])])
    def test_a_detail_lowers_the_number_of_a_space_by_1(self, table: Stakeout, die: int, opened: list[str]) -> None:
        self.name(table, "She wears a pig's face")
        table.surveil()
        table.watch(die)
        assert table.opened() == opened

    def test_naming_a_detail_costs_no_sub_action(self, table: Stakeout) -> None:
        assert table.kinds(self.name(table, "She wears a pig's face")) == ["UseOpened", "ModifierApplied"]

    def test_a_detail_is_named_once_whatever_the_space_and_the_character(self, table: Stakeout) -> None:
        self.name(table, "She wears a pig's face")
        again = {"who": "ribbit", "detail": "she wears  a PIG's face"}
        assert table.refused("name_detail", "3/3", **again) == "WD-LACK-02"

    def test_for_another_target_it_is_new(self, table: Stakeout) -> None:
        self.name(table, "She wears a pig's face")
        table.foe("lung")
        table.play("lay_out_grid", group="crew", grid="other", target="lung", dispositions=["villain"])
        assert table.play(
            "name_detail", group="crew", grid="other", space="0/0", who="bandit", detail="She wears a pig's face"
        )

    def test_no_number_goes_below_2(self, table: Stakeout) -> None:
        for detail in ("the first", "the second", "the third", "the fourth"):
            self.name(table, detail)
        table.surveil()
        table.watch(1)
        assert table.opened() == []
        table.watch(2)
        assert table.opened() == ["0/0"]

    def test_what_is_unlocked_is_not_lowered(self, table: Stakeout) -> None:
        table.unlock("0/0")
        assert table.refused("name_detail", "0/0", who="bandit", detail="too late") == "WD-GRID-07"

    def test_when_it_is_undone_it_can_be_named_again_and_the_roll_was_a_failure(self, table: Stakeout) -> None:
        named = self.name(table, "She wears a pig's face")
        table.surveil()
        rolled = table.watch(4)
        plan = table.undo(named)
        assert (outcomes(plan)[rolled], table.opened(), table.grid.strikes) == ("restated", [], 1)
        assert self.name(table, "She wears a pig's face")


@pytest.mark.rules("WD-LACK-03", "WD-RULING-126")
class TestExtraRolls:
    def extra(self, table: Stakeout, die: int, space: str) -> int:
        return table.watch(die, space, extra=True)

    def test_a_success_allows_one_more_outside_the_normal_number(self, table: Stakeout) -> None:
        table.surveil()
        table.watch(5)
        self.extra(table, 6, "0/1")
        table.watch(4, "1/0")
        table.watch(1, "1/1")
        assert table.refused("watch", "1/1", who="bandit") == "WD-SURV-01"

    def test_at_a_penalty_that_grows(self, table: Stakeout) -> None:
        table.surveil()
        table.watch(5)
        first = self.extra(table, 6, "0/1")
        second = self.extra(table, 6, "0/2")
        assert (table.rolls(first), table.rolls(second)) == ({"surveil": 5}, {"surveil": 4})

    @pytest.mark.parametrize(("die", "opened"), [(4, False), (5, True)])
    def test_which_decides(self, table: Stakeout, die: int, opened: bool) -> None:
        table.surveil()
        table.watch(6)
        self.extra(table, die, "0/1")
        assert ("0/1" in table.opened()) is opened

    def test_an_extra_roll_counts_for_numbers_that_come_up_again(self, table: Stakeout) -> None:
        table.surveil()
        table.watch(6)
        self.extra(table, 6, "0/1")
        assert (table.grid.strikes, table.opened()) == (1, ["0/0", "0/1"])

    def test_a_failure_ends_the_chain(self, table: Stakeout) -> None:
        table.surveil()
        table.watch(6)
        self.extra(table, 1, "0/1")
        assert table.refused("watch", "0/1", who="bandit", extra=True) == "WD-LACK-03"

    def test_the_penalty_is_gone_at_the_next_normal_roll(self, table: Stakeout) -> None:
        table.surveil()
        table.watch(5)
        self.extra(table, 6, "0/1")
        normal = table.watch(4, "1/0")
        assert table.rolls(normal) == {"surveil": 4}
        assert table.rolls(self.extra(table, 3, "2/0")) == {"surveil": 2}

    def test_an_extra_roll_takes_a_success_first(self, table: Stakeout) -> None:
        table.surveil()
        assert table.refused("watch", "0/0", who="bandit", extra=True) == "WD-LACK-03"

    def test_an_extra_roll_takes_play_without_intel(self) -> None:
        table = Stakeout()
        table.lay()
        table.surveil()
        table.watch(5)
        assert table.refused("watch", "0/1", who="bandit", extra=True) == "WD-LACK-03"

    def test_another_action_begins_without_one(self, table: Stakeout) -> None:
        table.surveil()
        table.watch(5)
        table.surveil()
        assert table.refused("watch", "0/1", who="bandit", extra=True) == "WD-LACK-03"


@pytest.mark.rules("WD-LACK-04", "WD-RULING-114")
class TestLoweredNumbers:
    def lower(self, table: Stakeout, space: str = "3/3") -> int:
        return table.on("lower_number", space, who="bandit")

    def test_a_sub_action_lowers_a_number_by_1_without_a_roll(self, table: Stakeout) -> None:
        table.research()
        entry = self.lower(table)
        assert (table.number("3/3"), table.rolls(entry)) == (4, {})

    @pytest.mark.parametrize(("die", "opened"), [(3, []), (4, ["3/3"])])
    def test_for_the_next_roll(self, table: Stakeout, die: int, opened: list[str]) -> None:
        table.research()
        self.lower(table)
        table.look_up(die, "3/3")
        assert table.opened() == opened

    def test_lowering_a_number_uses_the_sub_action_up(self, table: Stakeout) -> None:
        table.research()
        for _ in range(3):
            self.lower(table)
        assert table.refused("lower_number", "3/3", who="bandit") == "WD-RSCH-01"

    def test_no_number_goes_below_2(self) -> None:
        table = Stakeout(knowledge=5, without_intel=True)
        table.lay(spaces={"3/3": {"number": 3}})
        table.research()
        for _ in range(3):
            self.lower(table)
        table.surveil()
        table.unlock("3/2")
        table.watch(1, "3/3")
        table.watch(2, "3/3")
        assert "3/3" in table.opened()

    def test_what_is_unlocked_is_not_lowered(self, table: Stakeout) -> None:
        table.unlock("3/3")
        table.research()
        assert table.refused("lower_number", "3/3", who="bandit") == "WD-GRID-07"

    def test_with_intel_there_is_none_of_it(self) -> None:
        table = Stakeout()
        table.lay()
        assert table.refused("lower_number", "3/3", who="bandit") == "option"
