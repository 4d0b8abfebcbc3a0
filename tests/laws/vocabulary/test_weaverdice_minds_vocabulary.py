"""Surveillance and deeper investigation in Weaverdice, on the shared vocabulary."""

import pytest

from domain.components.creature import Card
from domain.events.group import CellChanged
from domain.events.holdings import CardGained
from domain.history.plan import RevisionRefused
from domain.sight import Viewer, seen_instance
from tests.laws.vocabulary.table import Table, outcomes
from tests.laws.vocabulary.weaverdice_rules import at_the_table, cape


@pytest.fixture
def table() -> Table:
    """A cape of 4 Wits, who watches a target with a grid of 2 by 3 spaces."""
    table = at_the_table()
    cape(table, "outage", wits=4)
    table.create("base", "enclave")
    table.play("lay_out", base="base", grid="criterion", target="Criterion", numbers=[[5, 4, 5], [4, 7, 6]])
    table.play("surveil", who="outage")
    return table


def watch(table: Table, die: int, cell: str = "0/0", failure: str = "") -> int:
    responses = {"failure": failure} if failure else {}
    return table.play(
        "watch", who="outage", base="base", cell=f"criterion/{cell}", dice={"surveil": [die]}, responses=responses
    )


def strikes(table: Table) -> int:
    return table.group("base").grids["criterion"].strikes


def intel(table: Table) -> list[int]:
    return [card.tier for card in table.sheet("outage").cards.values() if card.kind == "intel"]


def opened(table: Table) -> list[str]:
    return sorted(n.removeprefix("criterion/") for n, cell in table.group("base").cells.items() if cell.state == "open")


@pytest.mark.rules("WD-SURV-04")
class TestTheRepeatedNumber:
    def test_a_success_with_a_new_number_is_no_strike(self, table: Table) -> None:
        watch(table, 4)
        assert (opened(table), strikes(table), intel(table)) == (["0/0"], 0, [])

    def test_a_success_with_a_repeated_number_unlocks_and_is_a_strike(self, table: Table) -> None:
        watch(table, 4)
        watch(table, 4, "0/1")
        assert (opened(table), strikes(table), intel(table)) == (["0/0", "0/1"], 1, [1])

    def test_a_failure_with_a_repeated_number_is_a_strike_without_a_choice(self, table: Table) -> None:
        watch(table, 4)
        entry = watch(table, 4, "1/1")
        assert (opened(table), strikes(table), intel(table)) == (["0/0"], 1, [1])
        assert table.kinds(entry) == ["Rolled", "UseCounted", "StrikeMarked", "CardGained"]

    def test_a_failure_with_a_new_number_leaves_the_choice_of_a_strike(self, table: Table) -> None:
        deed = watch(table, 3)
        (question,) = table.sheet("outage").questions.values()
        assert (question.owner, question.options, strikes(table)) == ("ana", ("strike",), 0)
        table.play("answer", deed=deed, key="failure", choice="strike")
        assert (strikes(table), intel(table)) == (1, [1])

    def test_or_of_spending_intel(self, table: Table) -> None:
        table.let("outage", CardGained(name="rumour", card=Card(kind="intel", tier=2)))
        watch(table, 3, failure="rumour")
        assert (opened(table), strikes(table), intel(table)) == (["0/0"], 0, [])

    def test_it_is_the_number_on_the_die_that_counts(self, table: Table) -> None:
        watch(table, 4)
        watch(table, 5, "0/1")
        assert table.sheet("outage").uses["surveil"].seen == (4, 5)
        assert strikes(table) == 0

    def test_a_new_action_forgets_the_numbers(self, table: Table) -> None:
        watch(table, 4)
        table.play("surveil", who="outage")
        watch(table, 4, "0/1")
        assert strikes(table) == 0

    def test_so_does_the_end_of_the_downtime_and_not_another_moment(self, table: Table) -> None:
        watch(table, 4)
        table.play("come", moment="scene_end")
        assert table.sheet("outage").uses["surveil"].seen == (4,)
        table.play("come", moment="downtime_end")
        assert (table.sheet("outage").uses["surveil"].seen, table.sheet("outage").uses["surveil"].count) == ((), 0)

    def test_an_action_has_as_many_rolls_as_wits(self, table: Table) -> None:
        for die in (3, 4, 5, 6):
            watch(table, die, "0/1")
        refusal = table.refusal("watch", who="outage", base="base", cell="criterion/0/1", dice={"surveil": [1]})
        assert refusal.rule == "WD-SURV-01"

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Table) -> None:
        rolls = [watch(table, 4), watch(table, 4, "1/1"), watch(table, 2, "1/0", failure="strike")]
        table.check_undo(*rolls, table.play("surveil", who="outage"))

    def test_without_the_first_roll_its_number_is_no_repetition(self, table: Table) -> None:
        first, second = watch(table, 4), watch(table, 4, "0/1")
        assert outcomes(table.undo(first)) == {first: "struck", second: "restated"}
        assert (opened(table), strikes(table), intel(table)) == (["0/1"], 0, [])

    def test_a_failure_that_is_no_repetition_any_more_owes_its_choice(self, table: Table) -> None:
        first, second = watch(table, 4), watch(table, 4, "1/1")
        assert outcomes(table.undo(first, dry_run=True)) == {first: "struck", second: "owed"}
        table.undo(first, responses={str(second): {"failure": "strike"}})
        assert (opened(table), strikes(table)) == ([], 1)


PIECES = ("0/0", "0/1", "1/0", "1/1")


@pytest.mark.rules("WD-DEEP-01")
class TestTheNode:
    @pytest.fixture(autouse=True)
    def marked(self, table: Table) -> None:
        cells = [f"criterion/{piece}" for piece in PIECES]
        self.marked_by = table.play("mark_pieces", base="base", node="secrets", cells=cells)

    def unlock(self, table: Table, *cells: str) -> list[int]:
        return [table.play("unlock", base="base", cell=f"criterion/{cell}", by="outage") for cell in cells]

    def bonuses(self, table: Table) -> dict[str, int]:
        lines = ("row/0", "row/1", "column/0", "column/1", "column/2")
        return {line: table.value("base", f"bonus.criterion/{line}") for line in lines}

    def test_three_pieces_are_no_node_yet(self, table: Table) -> None:
        self.unlock(table, *PIECES[:3])
        assert "criterion/secrets" not in table.group("base").cells

    def test_with_the_fourth_they_gather_into_one(self, table: Table) -> None:
        self.unlock(table, *PIECES)
        node = table.group("base").cells["criterion/secrets"]
        assert (node.price, node.data, node.state) == (7, {"tier": 3}, "closed")

    def test_a_space_without_a_piece_belongs_to_none(self, table: Table) -> None:
        self.unlock(table, *PIECES[:3], "0/2", "1/2")
        assert "criterion/secrets" not in table.group("base").cells

    @pytest.mark.parametrize("number", [3, 5])
    def test_a_node_has_four_pieces(self, table: Table, number: int) -> None:
        cells = [f"criterion/{cell}" for cell in (*PIECES, "0/2")[:number]]
        assert table.refusal("mark_pieces", base="base", node="data", cells=cells).rule == "WD-DEEP-01"

    def test_a_piece_is_shown_once_it_is_unlocked(self, table: Table) -> None:
        ana = Viewer("ana", "player", frozenset({"character/outage"}))
        self.unlock(table, "0/0")
        cells = table.group("base").cells
        seen = [seen_instance(ana, cells[f"criterion/{piece}"]) for piece in ("0/0", "0/1")]
        assert [getattr(cell, "node", None) for cell in seen] == ["secrets", ""]

    def test_complete_lines_have_a_bonus_and_a_cleared_node_improves_those_of_its_pieces(self, table: Table) -> None:
        self.unlock(table, *PIECES, "0/2")
        before = {"row/0": 1, "row/1": 0, "column/0": 1, "column/1": 1, "column/2": 0}
        assert self.bonuses(table) == before
        self.unlock(table, "secrets")
        assert self.bonuses(table) == {"row/0": 2, "row/1": 0, "column/0": 2, "column/1": 2, "column/2": 0}

    def test_a_line_completed_later_is_improved_as_well_but_only_where_it_has_a_piece(self, table: Table) -> None:
        self.unlock(table, *PIECES, "0/2", "secrets", "1/2")
        assert self.bonuses(table) == {"row/0": 2, "row/1": 2, "column/0": 2, "column/1": 2, "column/2": 1}

    def test_lost_ground_takes_the_whole_bonus_of_its_lines(self, table: Table) -> None:
        self.unlock(table, *PIECES, "0/2", "secrets")
        table.let("base", CellChanged(name="criterion/0/1", state="closed"))
        assert self.bonuses(table) == {"row/0": 0, "row/1": 0, "column/0": 2, "column/1": 0, "column/2": 0}

    def test_what_is_open_is_not_unlocked_again(self, table: Table) -> None:
        self.unlock(table, "0/0")
        assert table.refusal("unlock", base="base", cell="criterion/0/0", by="outage").rule == "WD-GRID-07"

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Table) -> None:
        table.check_undo(*self.unlock(table, *PIECES, "secrets"))

    def test_without_the_marks_nothing_gathers(self, table: Table) -> None:
        *_, last = self.unlock(table, *PIECES)
        table.undo(self.marked_by)
        assert table.kinds(last) == ["CellUnlocked"]

    def test_without_a_piece_the_node_that_was_cleared_never_was(self, table: Table) -> None:
        first, _, _, last, node = self.unlock(table, *PIECES, "secrets")
        with pytest.raises(RevisionRefused) as refused:
            table.undo(first)
        assert [planned.entry for planned in refused.value.plan.conflicts] == [node]
        table.undo(first, policy="cascade")
        assert table.kinds(last) == ["CellUnlocked"]
        assert (opened(table), self.bonuses(table)["column/1"]) == (["0/1", "1/0", "1/1"], 1)
