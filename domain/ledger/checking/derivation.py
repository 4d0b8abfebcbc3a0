"""Derivation of head states and checkpoints from a campaign's entries, once more from them as they come.

Forks begin with what they share: what their first entry follows, and the states that their own events are applied to.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import partial
from itertools import groupby
from uuid import UUID

from domain.aggregates import Aggregate, begin, checkpoint_due, encode_state, evolve, replay, unnumbered
from domain.ledger.checking.faults import LedgerFault, Unreadable, attempted
from domain.ledger.checking.scan import LedgerScan
from domain.ledger.reading.past import PlayedPast
from domain.records.entries import CampaignRow, Checkpoint, Head, RawEntry, StateRow
from domain.records.positions import Place, place
from domain.records.rows import beginning
from domain.records.store import Store
from domain.vocabulary.base import Event
from domain.vocabulary.stored import decode_events


class Folded:
    """States by reference, each with a version that counts the campaign's own events: a world after the entries so far."""

    def __init__(self, shared: dict[str, Aggregate] | None = None) -> None:
        self.states: dict[str, Aggregate] = shared or {}

    def take(self, happened: Iterable[tuple[str, Event]]) -> None:
        """Apply events, each to its aggregate. Raises the errors of events that do not fit."""
        for ref, event in happened:
            if ref not in self.states:
                self.states[ref] = begin(ref)
            evolve(self.states[ref], event)

    def aggregate(self, ref: str) -> Aggregate | None:
        """The state of one aggregate; None where nothing ever happened to it. Not to be changed."""
        return self.states.get(ref)

    def rows(self, among: Collection[str] | None = None) -> Iterator[StateRow]:
        """Yield every state as it is stored, or only the states of these aggregates."""
        for ref, state in sorted(self.states.items()):
            if among is None or ref in among:
                yield StateRow(ref, state.version, encode_state(state))


class Derivation:
    """The states and checkpoints that belong to the entries taken so far, which are checked against the chain."""

    def __init__(self, root: Head, shared: dict[str, Aggregate]) -> None:
        self.scan = LedgerScan(root)
        self.folded = Folded(shared)
        self._heads: list[Checkpoint] = []

    def take(self, raw: RawEntry) -> Iterator[LedgerFault]:
        """Take the next entry, and yield its faults; after a fault no further entry may be taken."""
        yield from self.scan.take(raw)
        header, happened = self.scan.header, self.scan.happened
        before = {ref: self._version(ref) for ref, _ in happened}
        folded = attempted(partial(self.folded.take, happened))
        if isinstance(folded, Unreadable):
            yield LedgerFault(raw.number, "event", f"an event of entry {raw.number} fits nothing: {folded.because}")
        elif header is not None and header.after is None:
            for ref, version in before.items():
                if checkpoint_due(version, self._version(ref)) or header.kind == "revision":
                    self._heads.append(_checkpoint(self.folded.states[ref], raw.number))

    def _version(self, ref: str) -> int:
        state = self.folded.aggregate(ref)
        return 0 if state is None else state.version

    def checkpoints(self, store: Store, campaign: UUID) -> list[Checkpoint]:
        """Return the checkpoints that hold in the past as it is known at the last entry taken, which must lie in the
        store: heads that no revision has rewritten since, and in rewritten pasts what they are now."""
        kept = [one for one in self._heads if self._changed(one.ref, one.place) <= one.created]
        return kept + [one for ref in sorted(self.scan.rewrites) for one in self._rewritten(store, campaign, ref)]

    def _changed(self, ref: str, at: Place) -> int:
        """The last revision that made the past of an aggregate at this place another one; 0 where none has."""
        rewrites = self.scan.rewrites.get(ref, {})
        return max((revision for revision, first in rewrites.items() if first <= at), default=0)

    def _rewritten(self, store: Store, campaign: UUID, ref: str) -> Iterator[Checkpoint]:
        """Checkpoints of the past of an aggregate as revisions have made it, every so many events."""
        below = (max(self.scan.rewrites[ref]),)
        rows = store.effective_stream(campaign, ref, before=below, known_at=self.scan.head.entry)
        events = decode_events([row.topic for row in rows], [row.body for row in rows])
        state, length = begin(ref), 0
        for number, group in groupby(zip(rows, events, strict=True), lambda pair: pair[0].entry):
            replay(state, (event for _, event in group))
            at = place(number, self.scan.anchors)
            revision = self._changed(ref, at)
            if checkpoint_due(length, state.version) and at < (revision,):
                yield Checkpoint(ref=ref, place=at, created=revision, version=0, body=unnumbered(state))
            length = state.version


def _checkpoint(state: Aggregate, entry: int) -> Checkpoint:
    return Checkpoint(ref=state.ref, place=(entry,), created=entry, version=state.version, body=encode_state(state))


def root_of(store: Store, row: CampaignRow) -> Head:
    """Return the head that a campaign's first entry follows: none, or the entry of its parent that a fork goes on from.

    Raises UnknownCampaign where the parent is not there, and LookupError where it has no such entry.
    """
    if row.forked_from is None or row.forked_known_at is None:
        return beginning(row.id)
    followed = store.entry(row.forked_from, row.forked_known_at)
    if followed is None:
        raise LookupError(f"campaign {row.forked_from} has no entry {row.forked_known_at}")
    return Head(row.forked_known_at, 0, followed.hash, 0)


def shared_states(store: Store, row: CampaignRow) -> dict[str, Aggregate]:
    """Return the states that a fork's own events are applied to: its parent's states at the fork point, as the table
    had them.

    Empty for any other campaign. Raises UnknownCampaign where the parent is missing.
    """
    if row.forked_from is None or row.forked_at is None:
        return {}
    past = PlayedPast(store, row.forked_from, row.forked_at)
    folded = {state.ref: past.aggregate(state.ref) for state in store.all_states(row.forked_from)}
    shared = {ref: state for ref, state in folded.items() if state is not None}
    for state in shared.values():
        state.version = 0
    return shared
