"""Grids that change: other shapes, Pearl's blocked spaces, and Criterion, who turns out to serve another side."""

import pytest

from domain.play.refusals import Absent
from tests.games.weaverdice.watching import ON, Stakeout


@pytest.fixture
def table() -> Stakeout:
    """Pearl's grid of 4 by 4, F-lister and violent."""
    table = Stakeout()
    table.lay()
    return table


@pytest.mark.rules("WD-GRID-12")
class TestOtherShapes:
    def test_rows_are_skipped_or_merged(self) -> None:
        table = Stakeout()
        table.lay(rows=["Status", "Patterns & History"], columns=["Secrets", "Data"])
        assert (table.grid.rows, table.grid.columns, table.grid.row_labels[1]) == (2, 2, "Patterns & History")

    @pytest.mark.parametrize(("subject", "first"), [("location", "Security"), ("group", "Movements")])
    def test_places_and_groups_have_headings_of_their_own(self, subject: str, first: str) -> None:
        table = Stakeout()
        table.lay("villain", subject=subject)
        assert table.grid.row_labels[0] == first

    def test_a_grid_expands_and_carries_over_part_of_what_was_unlocked(self) -> None:
        table = Stakeout()
        table.lay(size="2x2", spaces={"0/0": {"truth": "the yard"}, "0/1": {"truth": "the gate"}})
        table.unlock("0/0", "0/1")
        table.on("reshape_grid", target="pearl", dispositions=["hero"], size="3x3", carried={"0/1": "2/2"})
        cell = table.cell("2/2")
        assert (table.opened(), cell.shown, cell.known_by) == (["2/2"], "the gate", (table.ref("bandit"),))

    def test_the_new_one_has_lines_and_neighbours_of_its_own(self) -> None:
        table = Stakeout()
        table.lay(size="2x2")
        table.unlock("0/0")
        table.on("reshape_grid", target="pearl", dispositions=["hero"], size="3x3", carried={"0/0": "1/1"})
        table.unlock("1/0", "1/2")
        assert (table.bonus("row/1"), table.bonus("row/0")) == (1, 0)

    def test_the_ways_that_are_open_and_the_strikes_stay_as_they_were(self) -> None:
        table = Stakeout()
        table.lay(approaches=["surveil"])
        table.surveil()
        table.watch(1)
        table.on("reshape_grid", target="pearl", dispositions=["hero"])
        assert (table.grid.data["surveil"], table.grid.data["research"], table.grid.strikes) == (True, False, 1)

    def test_what_was_never_unlocked_carries_nothing(self) -> None:
        table = Stakeout()
        table.lay(size="2x2")
        carried = {"0/1": "0/0"}
        assert table.refused("reshape_grid", target="pearl", dispositions=["hero"], carried=carried) == "WD-GRID-12"

    def test_a_second_of_that_name_is_not_laid_out(self, table: Stakeout) -> None:
        assert table.refused("lay_out_grid", target="pearl", dispositions=["hero"]) == "WD-GRID-12"


@pytest.mark.rules("WD-GRID-13")
class TestPearl:
    """She terrorizes the locals, and has chosen a quarantined place."""

    @pytest.fixture
    def table(self) -> Stakeout:
        table = Stakeout(wits=4)
        table.lay("f-lister", "violent")
        for space in ("Movements x Relationships", "Patterns x Relationships"):
            table.on("block_space", space)
        for space in ("Status x Relationships", "History x Relationships"):
            table.on("change_requirement", space, number=1, tiers=1)
        return table

    @pytest.mark.parametrize("space", ["0/1", "2/1"])
    def test_what_is_blocked_is_not_unlocked_by_rolls(self, table: Stakeout, space: str) -> None:
        table.unlock("0/0", "2/0")
        table.surveil()
        assert table.refused("watch", space, who="bandit") == "WD-GRID-13"

    def test_a_blocked_space_is_not_unlocked_by_intel(self, table: Stakeout) -> None:
        table.unlock("0/0")
        table.hold("diary", "wild", 4, about="pearl")
        assert table.refused("buy_space", "0/1", who="bandit", intel=["diary"]) == "WD-GRID-13"

    def test_action_in_play_opens_a_blocked_space_and_its_neighbours(self, table: Stakeout) -> None:
        table.unlock("Movements x Relationships")
        table.surveil()
        table.watch(4, "0/2")
        assert table.opened() == ["0/1", "0/2"]

    def test_a_way_around_opens_the_spaces_behind_a_block(self, table: Stakeout) -> None:
        table.surveil()
        table.watch(6, "0/0")
        table.watch(4, "1/0")
        table.watch(5, "2/0")
        table.watch(1, "3/0")
        table.unlock("1/1")
        table.surveil()
        table.watch(5, "1/2")
        assert table.opened() == ["0/0", "1/0", "1/1", "1/2", "2/0"]

    def test_the_rest_of_the_track_is_harder(self, table: Stakeout) -> None:
        assert (table.number("1/1"), table.number("3/1"), table.number("1/2")) == (8, 5, 6)

    @pytest.mark.parametrize(("die", "opened"), [(3, False), (4, True)])
    def test_by_just_as_much(self, table: Stakeout, die: int, opened: bool) -> None:
        table.unlock("3/0")
        table.surveil()
        table.watch(die, "3/1")
        assert ("3/1" in table.opened()) is opened

    def test_intel_for_a_harder_space_is_of_a_higher_tier(self, table: Stakeout) -> None:
        table.unlock("3/0")
        table.hold("tip", "f-lister", 1)
        assert table.refused("buy_space", "3/1", who="bandit", intel=["tip"]) == "WD-GRID-07"
        table.hold("report", "f-lister", 2)
        table.on("buy_space", "3/1", who="bandit", intel=["report"])
        assert "3/1" in table.opened()

    def test_the_block_is_taken_away(self, table: Stakeout) -> None:
        table.unlock("0/0")
        table.on("block_space", "0/1", free=True)
        table.surveil()
        table.watch(6, "0/1")
        assert "0/1" in table.opened()

    def test_what_is_unlocked_is_not_blocked(self, table: Stakeout) -> None:
        table.unlock("0/0")
        assert table.refused("block_space", "0/0") == "WD-GRID-13"

    @pytest.mark.parametrize("word", ["block_space", "change_requirement", "unlock_space"])
    def test_players_say_none_of_it(self, table: Stakeout, word: str) -> None:
        more = {"by": ["bandit"]} if word == "unlock_space" else {}
        assert table.forbidden(word, as_player="ana", **ON, space="0/0", **more)


@pytest.mark.rules("WD-GRID-14")
class TestCriterion:
    """A hero who turns out to serve another side."""

    @pytest.fixture
    def table(self) -> Stakeout:
        table = Stakeout()
        table.lay("hero", "mercenary")
        table.unlock("0/0", "0/1", "1/0")
        return table

    def revealed(self, table: Stakeout, *lost: str) -> int:
        new = "Sponsored (Yàngbǎn Government)"
        return table.on("retype_grid", replaced="Hero", by=new, lost=list(lost))

    def test_what_was_heroic_is_sponsored(self, table: Stakeout) -> None:
        self.revealed(table)
        assert table.grid.data["dispositions"] == "sponsored (yàngbǎn government), mercenary"
        assert [table.cell(at).data["type"] for at in ("0/0", "0/1")] == [
            "sponsored (yàngbǎn government)",
            "mercenary",
        ]

    @pytest.mark.rules("WD-DEEP-01")
    def test_bug_a_node_that_gathers_afterwards_is_of_the_new_disposition(self, table: Stakeout) -> None:
        table.on("mark_pieces", spaces=["0/0", "0/1", "1/0", "3/3"], type="hero")
        self.revealed(table)
        table.unlock("3/3")
        assert table.node().data["type"] == "sponsored (yàngbǎn government)"

    def test_some_progress_is_lost(self, table: Stakeout) -> None:
        self.revealed(table, "0/1", "1/0")
        assert table.opened() == ["0/0"]

    def test_what_was_known_of_it_is_not_forgotten(self, table: Stakeout) -> None:
        self.revealed(table, "0/1")
        assert table.cell("0/1").known_by == (table.ref("bandit"),)

    def test_sponsored_intel_serves_from_now_on(self, table: Stakeout) -> None:
        self.revealed(table)
        table.hold("old", "hero", 4)
        table.hold("new", "sponsored", 3)
        assert table.refused("buy_space", "1/1", who="bandit", intel=["old"]) == "WD-GRID-07"
        table.on("buy_space", "1/1", who="bandit", intel=["new"])
        assert "1/1" in table.opened()

    def test_what_the_target_is_not_cannot_go(self, table: Stakeout) -> None:
        with pytest.raises(Absent, match="hero, mercenary"):
            table.on("retype_grid", replaced="violent", by="sponsored")

    def test_only_what_is_unlocked_is_lost(self, table: Stakeout) -> None:
        assert table.refused("lose_ground", spaces=["3/3"]) == "WD-GRID-14"
