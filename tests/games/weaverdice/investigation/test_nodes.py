"""Deeper investigation: four pieces gather into a node, cleared nodes improve bonuses, and a last block remains."""

from typing import Any

import pytest

from api.testing.table import outcomes
from tests.games.weaverdice.watching import Stakeout

BLOCK = ("0/0", "0/2", "2/0", "2/2")
"""The pieces of the rulebook's picture: Movements and Patterns, Capabilities and Secrets."""


class Deep(Stakeout):
    """A table at which some spaces of Pearl's grid are the pieces of a node."""

    def __init__(self, *spaces: str, size: str = "4x4", **more: Any) -> None:
        super().__init__(wits=4, knowledge=4)
        self.lay("violent", "f-lister", size=size)
        self.marked = self.on("mark_pieces", spaces=list(spaces or BLOCK), **more)

    def nodes(self) -> list[str]:
        return sorted(name for name in self.group("crew").cells if "/node-" in name)


@pytest.fixture
def table() -> Deep:
    return Deep()


@pytest.mark.rules("WD-DEEP-01", "WD-RULING-94")
class TestNodes:
    def test_any_four_spaces_are_pieces(self, table: Deep) -> None:
        assert len({table.cell(space).node for space in BLOCK}) == 1
        assert table.cell("0/1").node == ""

    @pytest.mark.parametrize("spaces", [BLOCK[:3], (*BLOCK, "3/3"), (*BLOCK[:3], BLOCK[0])])
    def test_a_node_has_exactly_four_pieces(self, spaces: tuple[str, ...]) -> None:
        table = Stakeout()
        table.lay()
        assert table.refused("mark_pieces", spaces=list(spaces)) == "WD-DEEP-01"

    def test_a_piece_belongs_to_one_node_only(self, table: Deep) -> None:
        assert table.refused("mark_pieces", spaces=["0/0", "1/1", "1/3", "3/1"]) == "WD-DEEP-01"

    def test_three_unlocked_pieces_are_no_node_yet(self, table: Deep) -> None:
        table.unlock(*BLOCK[:3])
        assert table.nodes() == []

    def test_with_the_fourth_they_gather(self, table: Deep) -> None:
        table.unlock(*BLOCK)
        assert (len(table.nodes()), table.node().state) == (1, "closed")

    def test_pieces_marked_after_they_were_unlocked_gather(self) -> None:
        table = Stakeout()
        table.lay()
        table.unlock(*BLOCK)
        table.on("mark_pieces", spaces=list(BLOCK))
        assert table.node().state == "closed"

    def test_clearing_it_tells_something_deeper(self) -> None:
        table = Deep(truth="She has a sister.")
        table.unlock(*BLOCK, "node")
        assert (table.node().shown, table.node().known_by) == ("She has a sister.", (table.ref("bandit"),))

    def test_without_a_piece_it_does_not_gather(self, table: Deep) -> None:
        first, *_, last = table.unlock(*BLOCK)
        plan = table.undo(first)
        assert (outcomes(plan)[last], table.nodes()) == ("restated", [])

    def test_a_node_does_not_gather_without_the_marks(self, table: Deep) -> None:
        *_, last = table.unlock(*BLOCK)
        plan = table.undo(table.marked)
        assert (outcomes(plan)[last], table.nodes()) == ("restated", [])


@pytest.mark.rules("WD-DEEP-01", "WD-RULING-125")
class TestClearingANode:
    def test_clearing_a_node_takes_a_seven_or_intel_of_tier_3(self, table: Deep) -> None:
        table.unlock(*BLOCK)
        assert (table.node().price, table.node().data) == (7, {"type": "violent", "tier": 3})

    def test_clearing_a_node_may_take_what_the_game_master_says(self) -> None:
        table = Deep(number=9, tier=4, type="city")
        table.unlock(*BLOCK)
        assert (table.node().price, table.node().data) == (9, {"type": "city", "tier": 4})

    @pytest.mark.parametrize(("die", "state"), [(5, "closed"), (6, "open")])
    def test_in_the_field(self, table: Deep, die: int, state: str) -> None:
        table.unlock(*BLOCK)
        table.surveil()
        table.watch(die, "node")
        assert table.node().state == state

    @pytest.mark.parametrize(("die", "state"), [(5, "closed"), (6, "open")])
    def test_a_node_is_cleared_at_a_desk(self, table: Deep, die: int, state: str) -> None:
        table.unlock(*BLOCK)
        table.research()
        table.look_up(die, "node")
        assert table.node().state == state

    @pytest.mark.parametrize(("tier", "state"), [(2, "closed"), (3, "open")])
    def test_a_node_is_cleared_with_intel(self, table: Deep, tier: int, state: str) -> None:
        table.unlock(*BLOCK)
        table.hold("tip", "violent", tier)
        if state == "closed":
            assert table.refused("buy_space", "node", who="bandit", intel=["tip"]) == "WD-GRID-07"
        else:
            table.on("buy_space", "node", who="bandit", intel=["tip"])
        assert table.node().state == state


@pytest.mark.rules("WD-DEEP-02", "WD-RULING-125")
class TestImprovedBonuses:
    LINES = ("row/0", "row/1", "column/0", "column/2", "column/3")

    def bonuses(self, table: Deep) -> list[int]:
        return [table.bonus(line) for line in self.LINES]

    def test_bonuses_of_lines_with_pieces_of_a_cleared_node_grow_by_1(self, table: Deep) -> None:
        table.unlock(*(f"{row}/{column}" for row in (0, 1) for column in range(4)), "2/0", "2/2", "3/0")
        before = self.bonuses(table)
        table.unlock("node")
        assert (before, self.bonuses(table)) == ([1, 1, 1, 0, 0], [2, 1, 2, 0, 0])

    def test_bonuses_of_a_cleared_node_grow_only_in_complete_lines(self, table: Deep) -> None:
        table.unlock(*BLOCK, "node", "0/1", "0/3")
        complete = table.bonus("row/0")
        table.on("lose_ground", spaces=["0/1"])
        assert (complete, table.bonus("row/0")) == (2, 0)

    def test_bonuses_of_a_cleared_node_may_grow_by_what_the_game_master_says(self) -> None:
        table = Deep(improves=3)
        table.unlock(*BLOCK, "node", "0/1", "0/3")
        assert table.bonus("row/0") == 4

    def test_what_movements_are_worth_goes_into_the_rolls(self, table: Deep) -> None:
        table.unlock(*BLOCK, "node", "0/1", "0/3")
        table.surveil()
        assert table.rolls(table.watch(1, "1/0")) == {"surveil": 1 + 1 + 2}


@pytest.mark.rules("WD-DEEP-03")
class TestTheLastBlock:
    SPACES = ("0/0", "0/1", "1/0", "1/1")

    @pytest.fixture
    def table(self) -> Deep:
        return Deep(*self.SPACES, size="2x2")

    def test_a_whole_grid_with_its_nodes_becomes_one(self, table: Deep) -> None:
        table.unlock(*self.SPACES, "node")
        table.on("form_last_block", number=8, tier=4, truth="Her name is Ada.")
        table.unlock("the last block")
        block = table.cell("last")
        assert (block.price, block.data["tier"], block.shown, table.grid.depth) == (8, 4, "Her name is Ada.", 2)

    def test_no_last_block_forms_while_the_node_is_to_be_cleared(self, table: Deep) -> None:
        table.unlock(*self.SPACES)
        assert table.refused("form_last_block") == "WD-DEEP-03"

    def test_no_last_block_forms_while_a_space_is_to_be_unlocked(self, table: Deep) -> None:
        table.unlock(*self.SPACES[:3])
        assert table.refused("form_last_block") == "WD-DEEP-03"

    def test_no_last_block_forms_where_no_node_is(self) -> None:
        table = Stakeout()
        table.lay(size="2x2")
        table.unlock(*self.SPACES)
        assert table.refused("form_last_block") == "WD-DEEP-03"


@pytest.mark.rules("WD-DEEP-04")
class TestLostGround:
    def test_a_complete_set_is_safe(self, table: Deep) -> None:
        table.unlock(*BLOCK)
        assert table.refused("lose_ground", spaces=["0/0"]) == "WD-DEEP-04"
        assert table.refused("confound_research", "0/0", how="false", shown="x") == "WD-DEEP-04"

    def test_an_incomplete_one_is_not(self, table: Deep) -> None:
        table.unlock(*BLOCK[:3])
        table.on("lose_ground", spaces=["0/0"])
        assert table.opened() == ["0/2", "2/0"]

    def test_a_space_without_a_piece_belongs_to_none(self, table: Deep) -> None:
        table.unlock(*BLOCK, "0/1")
        table.on("lose_ground", spaces=["0/1"])
        assert "0/1" not in table.opened()

    def test_the_game_master_may_take_it_all_the_same_and_the_node_falls_apart(self, table: Deep) -> None:
        table.unlock(*BLOCK)
        table.on("lose_ground", spaces=["0/0"], force=True)
        assert (table.nodes(), table.opened()) == ([], ["0/2", "2/0", "2/2"])

    def test_a_node_gathers_again_with_its_lost_piece(self, table: Deep) -> None:
        table.unlock(*BLOCK)
        table.on("lose_ground", spaces=["0/0"], force=True)
        table.unlock("0/0")
        assert table.node().state == "closed"

    def test_false_information_is_planted_where_it_is_not_safe(self, table: Deep) -> None:
        table.on("confound_research", "0/0", how="false", shown="She left town.")
        table.unlock("0/0")
        assert table.cell("0/0").shown == "She left town."
