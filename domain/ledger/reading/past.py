"""States of the past, read from the ledger: what we now hold true of it, and what the table believed then."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from uuid import UUID

from domain.aggregates import Aggregate, begin, is_reference, replay, resumed
from domain.records.entries import Checkpoint, Foldable
from domain.records.positions import Place
from domain.records.store import Store
from domain.vocabulary.stored import decode_events


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
        if ref not in self._folded and is_reference(ref):
            asked = {"up_to": self._up_to, "before": self._before}
            checkpoint = self._store.checkpoint(self._campaign, ref, known_at=self._known_at, **asked)
            after = () if checkpoint is None else checkpoint.place
            rows = self._store.state_events(self._campaign, ref, after=after, known_at=self._known_at, **asked)
            self._fold(ref, checkpoint, rows)
        return self._folded.get(ref)

    def load(self, refs: Collection[str]) -> None:
        """Fold these aggregates in two reads, where they are not folded yet."""
        missing = [ref for ref in refs if ref not in self._folded and is_reference(ref)]
        if not missing:
            return
        asked = {"up_to": self._up_to, "before": self._before}
        checkpoints = self._store.checkpoint_of_each(self._campaign, missing, known_at=self._known_at, **asked)
        after = {ref: checkpoints[ref].place if ref in checkpoints else () for ref in missing}
        events = self._store.state_events_of_each(self._campaign, after, known_at=self._known_at, **asked)
        for ref in missing:
            self._fold(ref, checkpoints.get(ref), events[ref])

    def _fold(self, ref: str, checkpoint: Checkpoint | None, rows: Sequence[Foldable]) -> None:
        folded = _folded(ref, checkpoint, [topic for _, topic, _ in rows], [body for _, _, body in rows])
        self._folded[ref] = None if folded == begin(ref) else folded


class PlayedPast:
    """The world as the table believed it right after an entry: every event ever appended up to it, corrections included."""

    def __init__(self, store: Store, campaign: UUID, entry: int) -> None:
        self._store, self._campaign, self._entry = store, campaign, entry
        self._folded: dict[str, Aggregate | None] = {}

    def aggregate(self, ref: str) -> Aggregate | None:
        if ref not in self._folded and is_reference(ref):
            entry = self._entry
            checkpoint = self._store.checkpoint(self._campaign, ref, up_to=(entry,), known_at=entry)
            if checkpoint is not None and not checkpoint.was_head:
                checkpoint = None
            rows = self._store.stream(self._campaign, ref, up_to_entry=entry, since=checkpoint)
            self._fold(ref, checkpoint, [(row.entry, row.topic, row.body) for row in rows])
        return self._folded.get(ref)

    def load(self, refs: Collection[str]) -> None:
        """Fold these aggregates in two reads, where they are not folded yet."""
        missing = [ref for ref in refs if ref not in self._folded and is_reference(ref)]
        if not missing:
            return
        entry = self._entry
        checkpoints = self._store.checkpoint_of_each(self._campaign, missing, up_to=(entry,), known_at=entry)
        since = {ref: each if (each := checkpoints.get(ref)) and each.was_head else None for ref in missing}
        for ref, rows in self._store.stream_of_each(self._campaign, since, up_to_entry=entry).items():
            self._fold(ref, since[ref], rows)

    def _fold(self, ref: str, checkpoint: Checkpoint | None, rows: Sequence[Foldable]) -> None:
        folded = _folded(ref, checkpoint, [topic for _, topic, _ in rows], [body for _, _, body in rows])
        self._folded[ref] = folded if rows or checkpoint else None


def _folded(ref: str, checkpoint: Checkpoint | None, topics: Sequence[str], bodies: Sequence[bytes]) -> Aggregate:
    """The state after these events, from the beginning or from a checkpoint on. Only heads have versions."""
    aggregate = resumed(ref, None if checkpoint is None else checkpoint.body)
    replay(aggregate, decode_events(topics, bodies))
    aggregate.version = 0
    return aggregate
