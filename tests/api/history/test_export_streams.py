"""An export is read from the ledger as it is taken, a batch at a time, whoever takes it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest

from api import export
from api.access import Access, Asked
from api.reading import at_head
from api.services import Services
from domain.ledger.upkeep import exporting
from domain.records.store import Store
from projections.reader import Reader
from tests.api.people import Person, Table

BATCH = 3


class Watched:
    """A store that notes the entry behind which each batch of an export is read."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.read: list[int] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def raw(self, campaign: UUID, after: int, limit: int) -> Any:
        self.read.append(after)
        return self._store.raw(campaign, after, limit)

    def entries(self, campaign: UUID, only: Any, known_at: int | None = None) -> Any:
        self.read.append(only.after)
        return self._store.entries(campaign, only, known_at)


@pytest.mark.parametrize("who", ["gm", "pat"])
def test_no_more_is_read_than_a_batch_ahead_of_what_is_taken(
    table: Table, services: Services, monkeypatch: pytest.MonkeyPatch, who: str
) -> None:
    person: Person = getattr(table, who)
    for _ in range(3 * BATCH):
        table.gm.does("freeform.note", text="x")
    for module in (export, exporting):
        monkeypatch.setattr(module, "BATCH", BATCH)
    campaign, store = UUID(table.id), Watched(services.ledger.store)
    reader = _reader(services, campaign, person)
    lines = export.exported(store, campaign, reader)
    for taken, _ in enumerate(lines):
        assert max(store.read, default=0) < max(1, taken)
        assert len(store.read) <= taken // BATCH + 1
    assert taken > 3 * BATCH


def _reader(services: Services, campaign: UUID, person: Person) -> Reader:
    _, seat = Access("member").admit(services, Asked(person.token, None, campaign))
    assert seat is not None
    return at_head(services, seat)
