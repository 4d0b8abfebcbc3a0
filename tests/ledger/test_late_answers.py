"""Late answers in every store: what they draw, and what stays of them where the past stands in their way."""

from __future__ import annotations

from uuid import uuid4

import pytest

from domain.history.plan import RevisionRefused
from domain.records.store import Store
from tests.laws.throwing import BEN, GM, Table, dice_in


@pytest.fixture
def table(store: Store) -> Table:
    return Table(store=store, seed=uuid4().int)


def test_what_is_taken_late_lies_on_the_tape_and_verifies(table: Table) -> None:
    entry = table.plays("throw")
    plan, _ = table.takes(entry)
    assert {label: die.value for label, die in table.tape(entry).items()} == dice_in(plan)
    table.checks()


def test_what_was_drawn_in_vain_lies_there_as_well_and_verifies(table: Table) -> None:
    entry, _ = table.plays("throw"), table.plays("need", actor=BEN)
    with pytest.raises(RevisionRefused) as refused:
        table.takes(entry)
    table.plays("rotate", actor=GM)
    assert table.tape(entry)["again"].value == dice_in(refused.value.plan)["again"]
    assert "again" in {one.die.label for one in table.proof(GM).recomputed}
    table.checks()
