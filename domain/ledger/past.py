"""States of the past, read from the ledger: what we now hold true of it, and what the table believed then."""

from __future__ import annotations

from uuid import UUID

from domain.aggregate import Aggregate
from domain.events.stored import decode_event
from domain.history.places import Place
from domain.ledger.records import StoredRow
from domain.ledger.store import Store
from domain.state import fold


class CorrectedPast:
    """The world at a place of the effective order, as it is held to be true at entry `known_at` (None: now)."""

    def __init__(
        self,
        store: Store,
        campaign: UUID,
        *,
        up_to: Place | None = None,
        before: Place | None = None,
        known_at: int | None = None,
    ) -> None:
        self._store, self._campaign = store, campaign
        self._up_to, self._before, self._known_at = up_to, before, known_at
        self._folded: dict[str, Aggregate | None] = {}

    def aggregate(self, ref: str) -> Aggregate | None:
        if ref not in self._folded:
            rows = self._store.effective_stream(
                self._campaign, ref, up_to=self._up_to, before=self._before, known_at=self._known_at
            )
            self._folded[ref] = _folded(ref, rows)
        return self._folded[ref]


class PlayedPast:
    """The world as the table believed it right after an entry: every event ever appended up to it, corrections included."""

    def __init__(self, store: Store, campaign: UUID, entry: int) -> None:
        self._store, self._campaign, self._entry = store, campaign, entry
        self._folded: dict[str, Aggregate | None] = {}

    def aggregate(self, ref: str) -> Aggregate | None:
        if ref not in self._folded:
            self._folded[ref] = _folded(ref, self._store.stream(self._campaign, ref, up_to_entry=self._entry))
        return self._folded[ref]


def _folded(ref: str, rows: list[StoredRow]) -> Aggregate | None:
    return fold(ref, (decode_event(row.topic, row.body) for row in rows)) if rows else None
