"""Intelligence grids: their sizes, headings and numbers, what can be attempted, and what unlocks it."""

import pytest

from api.testing.table import outcomes
from domain.play.refusals import Absent
from systems.weaverdice.investigation.spaces import TABLE
from tests.games.weaverdice.watching import ON, Stakeout


@pytest.fixture
def table() -> Stakeout:
    """Pearl's grid of 4 by 4, F-lister and violent."""
    table = Stakeout()
    table.lay()
    return table


@pytest.mark.rules("WD-GRID-01")
class TestSizes:
    @pytest.mark.parametrize(("size", "side"), [("2x2", 2), ("3x3", 3), ("4x4", 4)])
    def test_there_are_three(self, size: str, side: int) -> None:
        table = Stakeout()
        table.lay(size=size)
        assert (table.grid.rows, table.grid.columns, len(table.group("crew").cells)) == (side, side, side * side)

    @pytest.mark.parametrize(
        ("size", "target"),
        [("2x2", "security guard"), ("3x3", "very minor cape"), ("4x4", "company with armed security")],
    )
    def test_each_fits_targets_of_some_importance(self, size: str, target: str) -> None:
        assert target in TABLE.sizes[size].fits

    def test_players_lay_out_none(self) -> None:
        sentence = Stakeout().forbidden(
            "lay_out_grid", as_player="ana", **ON, target="pearl", dispositions=["violent"], size="2x2"
        )
        assert "game master" in sentence

    def test_a_hidden_one_cannot_be_worked_on_until_it_is_shown(self) -> None:
        table = Stakeout()
        table.lay(hidden=True)
        with pytest.raises(Absent, match="find the target"):
            table.surveil()
        table.on("show_grid")
        assert table.kinds(table.surveil()) == ["UseOpened", "IntentAnnounced"]


@pytest.mark.rules("WD-GRID-02")
def test_the_numbers_of_the_sample(table: Stakeout) -> None:
    assert table.numbers() == [[5, 4, 4, 5], [4, 7, 6, 4], [4, 6, 7, 4], [5, 4, 4, 5]]


@pytest.mark.rules("WD-GRID-02", "WD-GRID-12")
def test_a_smaller_grid_keeps_the_numbers_of_its_headings() -> None:
    table = Stakeout()
    table.lay(rows=["Status", "History"], columns=["Relationships", "Data"])
    assert table.numbers() == [[7, 4], [4, 5]]


@pytest.mark.rules("WD-RULING-78")
class TestPrices:
    @pytest.mark.parametrize(("number", "tier"), [(2, 1), (4, 1), (5, 2), (6, 2), (7, 3), (9, 3)])
    def test_the_tier_goes_by_the_number(self, number: int, tier: int) -> None:
        table = Stakeout()
        table.lay(spaces={"0/0": {"number": number}})
        assert table.cell("0/0").data["tier"] == tier

    def test_a_price_may_be_what_the_game_master_says(self) -> None:
        table = Stakeout()
        table.lay(spaces={"0/0": {"number": 5, "tier": 4, "type": "hero", "count": 2}})
        assert table.cell("0/0").data == {"type": "hero", "tier": 4, "count": 2}


@pytest.mark.rules("WD-GRID-03", "WD-RULING-80")
class TestHeadings:
    def test_a_person_has_headings_of_their_own(self, table: Stakeout) -> None:
        assert table.grid.row_labels == ("Movements", "Status", "Patterns", "History")
        assert table.grid.column_labels == ("Capabilities", "Relationships", "Secrets", "Data")

    def test_each_has_a_meaning(self, table: Stakeout) -> None:
        assert set(TABLE.meanings) == {*table.grid.row_labels, *table.grid.column_labels}

    def test_a_space_goes_by_its_headings(self, table: Stakeout) -> None:
        table.unlock("patterns x relationships")
        assert table.opened() == ["2/1"]

    def test_what_is_no_space_is_not_found(self, table: Stakeout) -> None:
        with pytest.raises(Absent, match="Movements x Money"):
            table.unlock("Movements x Money")


@pytest.mark.rules("WD-GRID-04")
class TestBothWays:
    def test_the_field_and_the_desk_reach_the_same_spaces(self) -> None:
        table = Stakeout()
        table.lay(size="2x2")
        table.surveil()
        table.watch(5)
        table.watch(4, "0/1")
        table.research()
        table.look_up(6, "1/1")
        assert table.opened() == ["0/0", "0/1", "1/1"]

    def test_a_grid_is_its_group_s(self, table: Stakeout) -> None:
        table.cape("stranger")
        assert table.refused("surveil", who="stranger") == "WD-GRID-04"

    @pytest.mark.parametrize("way", ["surveil", "research", "utilize_intel"])
    def test_each_takes_an_action_of_downtime(self, table: Stakeout, way: str) -> None:
        assert table.system.kinds[f"weaverdice.{way}"].slots == 1


@pytest.mark.rules("WD-GRID-05")
class TestStarts:
    def test_the_field_begins_at_the_top_left(self, table: Stakeout) -> None:
        table.surveil()
        assert table.refused("watch", "3/3", who="bandit") == "WD-GRID-06"
        table.watch(5, "0/0")
        assert table.opened() == ["0/0"]

    def test_the_desk_begins_at_the_bottom_right(self, table: Stakeout) -> None:
        table.research()
        assert table.refused("look_up", "0/0", who="bandit") == "WD-GRID-06"
        table.look_up(5, "3/3")
        assert table.opened() == ["3/3"]

    def test_intel_begins_at_either(self, table: Stakeout) -> None:
        table.hold("one", tier=4)
        table.hold("two", tier=4)
        table.on("buy_space", "0/0", who="bandit", intel=["one"])
        table.on("buy_space", "3/3", who="bandit", intel=["two"])
        assert table.opened() == ["0/0", "3/3"]


@pytest.mark.rules("WD-GRID-06", "WD-RULING-79")
class TestNeighbours:
    @pytest.mark.parametrize("space", ["0/1", "1/0", "2/1", "1/2"])
    def test_an_unlocked_space_opens_those_beside_it(self, table: Stakeout, space: str) -> None:
        table.unlock("1/1")
        table.surveil()
        table.watch(6, space)
        assert space in table.opened()

    @pytest.mark.parametrize("space", ["2/2", "0/2", "1/3", "3/1"])
    def test_an_unlocked_space_opens_none_across_a_corner_or_further_off(self, table: Stakeout, space: str) -> None:
        table.unlock("1/1")
        table.surveil()
        assert table.refused("watch", space, who="bandit") == "WD-GRID-06"

    def test_what_one_way_unlocks_opens_for_the_other_too(self, table: Stakeout) -> None:
        table.research()
        table.look_up(5, "3/3")
        table.surveil()
        table.watch(4, "3/2")
        assert table.opened() == ["3/2", "3/3"]

    def test_without_the_first_the_next_could_not_be_attempted(self, table: Stakeout) -> None:
        table.surveil()
        first = table.watch(5)
        second = table.watch(4, "0/1")
        plan = table.undo(first, policy="cascade")
        assert (outcomes(plan)[second], table.opened()) == ("struck", [])


@pytest.mark.rules("WD-GRID-07", "WD-RULING-78")
class TestUnlocking:
    @pytest.mark.parametrize(("die", "opened"), [(4, []), (5, ["0/0"]), (6, ["0/0"])])
    def test_a_roll_meets_the_number(self, table: Stakeout, die: int, opened: list[str]) -> None:
        table.surveil()
        table.watch(die)
        assert table.opened() == opened

    @pytest.mark.parametrize("tier", [2, 3])
    def test_a_space_is_unlocked_by_intel_of_its_type_and_tier_or_above(self, table: Stakeout, tier: int) -> None:
        table.hold("tip", "violent", tier)
        table.on("buy_space", "0/0", who="bandit", intel=["tip"])
        assert (table.opened(), table.intel()) == (["0/0"], [])

    def test_which_may_be_named_by_type_and_tier(self, table: Stakeout) -> None:
        table.play("award_intel", who="bandit", tier=2, type="violent", provenance="a tip")
        table.on("buy_space", "0/0", who="bandit", intel=["Violent 2"])
        assert (table.opened(), table.intel()) == (["0/0"], [])

    @pytest.mark.parametrize(("type", "tier"), [("violent", 1), ("f-lister", 2), ("city", 4)])
    def test_other_intel_is_kept(self, table: Stakeout, type: str, tier: int) -> None:
        table.hold("tip", type, tier)
        assert table.refused("buy_space", "0/0", who="bandit", intel=["tip"]) == "WD-GRID-07"

    def test_a_space_that_takes_several_takes_no_fewer(self) -> None:
        table = Stakeout()
        table.lay(spaces={"0/0": {"tier": 1, "count": 2}})
        table.hold("one")
        table.hold("two")
        assert table.refused("buy_space", "0/0", who="bandit", intel=["one"]) == "WD-GRID-07"
        assert table.refused("buy_space", "0/0", who="bandit", intel=["one", "one"]) == "WD-GRID-07"
        table.on("buy_space", "0/0", who="bandit", intel=["one", "two"])
        assert (table.opened(), table.intel()) == (["0/0"], [])

    def test_what_is_unlocked_is_not_unlocked_again(self, table: Stakeout) -> None:
        table.unlock("0/0")
        table.surveil()
        assert table.refused("watch", "0/0", who="bandit") == "WD-GRID-07"
        assert table.refused("unlock_space", "0/0", by=["bandit"]) == "WD-GRID-07"


@pytest.mark.rules("WD-GRID-08")
class TestDispositions:
    def test_dispositions_are_spread_over_the_grid(self, table: Stakeout) -> None:
        types = [[table.cell(f"{row}/{column}").data["type"] for column in range(4)] for row in range(2)]
        assert types == [["violent", "f-lister"] * 2, ["f-lister", "violent"] * 2]

    def test_a_location_has_that_of_the_city_as_well(self) -> None:
        table = Stakeout()
        table.lay("sponsored", subject="location", size="2x2")
        assert table.grid.data["dispositions"] == "city, sponsored"
        assert [table.cell(at).data["type"] for at in ("0/0", "0/1")] == ["city", "sponsored"]

    def test_one_that_there_is_not_is_refused(self) -> None:
        assert "grumpy" in Stakeout().refusal("lay_out_grid", **ON, target="pearl", dispositions=["grumpy"]).player


@pytest.mark.rules("WD-GRID-09")
class TestWildIntel:
    def test_wild_intel_serves_as_any_for_its_target(self, table: Stakeout) -> None:
        table.hold("diary", "wild", 1, about="Pearl")
        table.on("buy_space", "0/0", who="bandit", intel=["diary"])
        assert (table.opened(), table.intel()) == (["0/0"], [])

    def test_wild_intel_serves_for_no_other_target(self, table: Stakeout) -> None:
        table.hold("diary", "wild", 4, about="Crossbones")
        assert table.refused("buy_space", "0/0", who="bandit", intel=["diary"]) == "WD-GRID-09"


@pytest.mark.rules("WD-GRID-10")
class TestWhatSpacesTell:
    TRUTH = {"0/0": {"truth": "She works in Flint."}}

    def test_the_member_who_unlocks_a_space_knows_what_it_tells(self) -> None:
        table = Stakeout()
        table.lay(spaces=self.TRUTH)
        table.unlock("0/0")
        cell = table.cell("0/0")
        assert (cell.shown, cell.known_by) == ("She works in Flint.", (table.ref("bandit"),))

    def test_a_space_may_be_written_later(self, table: Stakeout) -> None:
        table.unlock("0/0")
        table.on("write_space", "0/0", truth="She has thralls.")
        assert (table.cell("0/0").truth, table.cell("0/0").shown) == ("She has thralls.", "She has thralls.")

    def test_what_is_false_stays_so_when_the_truth_is_written(self) -> None:
        table = Stakeout()
        table.lay(spaces={"0/0": {"truth": "Flint", "shown": "Detroit"}})
        table.on("write_space", "0/0", truth="Flint, Saginaw Street")
        assert (table.cell("0/0").truth, table.cell("0/0").shown) == ("Flint, Saginaw Street", "Detroit")

    def test_what_is_known_is_shared(self, table: Stakeout) -> None:
        table.unlock("0/0", "0/1")
        table.on("share_spaces", to=["ribbit"])
        assert [table.cell(at).known_by for at in ("0/0", "0/1")] == [(table.ref("bandit"), table.ref("ribbit"))] * 2

    def test_what_is_closed_is_not(self, table: Stakeout) -> None:
        assert table.refused("share_spaces", to=["ribbit"], spaces=["0/0"]) == "WD-GRID-10"

    def test_who_knows_it_already_is_not_told_again(self, table: Stakeout) -> None:
        table.unlock("0/0", by=("bandit", "ribbit"))
        assert table.kinds(table.on("share_spaces", to=["ribbit"])) == []

    def test_bug_who_is_named_twice_knows_it_once(self, table: Stakeout) -> None:
        table.unlock("0/0", by=("bandit", "bandit"))
        table.on("share_spaces", to=["ribbit", "ribbit"])
        assert table.cell("0/0").known_by == (table.ref("bandit"), table.ref("ribbit"))


@pytest.mark.rules("WD-GRID-11")
class TestCompleteLines:
    def test_a_row_or_column_counts_when_it_is_complete(self, table: Stakeout) -> None:
        table.unlock("0/0", "0/1", "0/2")
        before = table.bonus("row/0")
        table.unlock("0/3")
        assert (before, table.bonus("row/0"), table.bonus("column/3")) == (0, 1, 0)

    @pytest.mark.parametrize("row", [0, 3])
    def test_movements_and_history_help_to_learn_more(self, table: Stakeout, row: int) -> None:
        table.unlock(*(f"{row}/{column}" for column in range(4)))
        table.surveil()
        entry = table.watch(3, f"{1 if row == 0 else 2}/0")
        assert (table.rolls(entry), f"{1 if row == 0 else 2}/0" in table.opened()) == ({"surveil": 4}, True)

    def test_known_movements_help_at_a_desk(self, table: Stakeout) -> None:
        table.unlock("0/0", "0/1", "0/2", "0/3")
        table.research()
        assert table.rolls(table.look_up(3, "1/3")) == {"research": 4}

    def test_patterns_catch_the_target_unprepared(self, table: Stakeout) -> None:
        table.unlock("2/0", "2/1", "2/2", "2/3")
        table.on("claim_bonus", who="bandit", line="patterns")
        (condition,) = table.sheet("pearl").conditions.values()
        assert (condition.what, condition.level) == ("unprepared", 1)

    def test_bug_patterns_that_are_claimed_twice_do_so_once(self, table: Stakeout) -> None:
        table.unlock("2/0", "2/1", "2/2", "2/3")
        for who in ("bandit", "ribbit"):
            table.on("claim_bonus", who=who, line="patterns")
        (condition,) = table.sheet("pearl").conditions.values()
        assert (condition.what, condition.level) == ("unprepared", 1)

    def test_what_is_incomplete_is_good_for_nothing(self, table: Stakeout) -> None:
        table.unlock("2/0", "2/1", "2/2")
        assert table.refused("claim_bonus", who="bandit", line="patterns") == "WD-GRID-11"

    @pytest.mark.parametrize(
        ("subject", "line", "use"), [("location", "security", "planning"), ("missing", "status", "search")]
    )
    def test_a_place_helps_to_plan_and_a_missing_person_to_search(self, subject: str, line: str, use: str) -> None:
        table = Stakeout()
        table.lay("villain", subject=subject, size="2x2")
        row = table.grid.row_labels.index(line.title())
        table.unlock(f"{row}/0", f"{row}/1")
        entry = table.on("claim_bonus", who="bandit", line=line)
        assert [event.data["use"] for event in table.told(entry) if hasattr(event, "data")] == [use]

    def test_lost_ground_takes_the_bonus_away(self, table: Stakeout) -> None:
        table.unlock("0/0", "0/1", "0/2", "0/3")
        table.on("lose_ground", spaces=["0/2"])
        assert table.bonus("row/0") == 0

    def test_without_one_of_the_unlocks_the_roll_had_no_bonus(self, table: Stakeout) -> None:
        *_, last = table.unlock("0/0", "0/1", "0/2", "0/3")
        table.surveil()
        rolled = table.watch(3, "1/0")
        plan = table.undo(last)
        assert (outcomes(plan)[rolled], table.rolls(rolled)) == ("restated", {"surveil": 3})
