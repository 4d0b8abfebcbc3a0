"""Verification of checkpoints: each is folded once more, in the past as it was known when it was made, under every revision
that it has outlived, and under the one that it died of, where it must no longer hold."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from functools import partial
from uuid import UUID

import msgspec

from domain.aggregates import decode_state, encode_state, evolve, fold, resumed, unnumbered
from domain.ledger.checking.faults import LedgerFault, Unreadable, attempted
from domain.ledger.checking.scan import LedgerScan
from domain.records.entries import Checkpoint
from domain.records.positions import Place, place
from domain.records.store import Store
from domain.vocabulary.stored import decode_event


def checkpoint_faults(store: Store, campaign: UUID, scan: LedgerScan, root: int) -> Iterator[LedgerFault]:
    """Yield the faults of the checkpoints of a ledger that was walked through from its root; it may have been played on
    meanwhile."""
    for ref in sorted(scan.streams):
        checkpoints = attempted(partial(store.checkpoints, campaign, ref))
        if isinstance(checkpoints, Unreadable):
            yield LedgerFault(None, "checkpoint", f"the checkpoints of {ref} cannot be read: {checkpoints.because}")
            continue
        later = range(scan.head.entry + 1, store.head(campaign).entry + 1)
        known = [
            msgspec.structs.replace(one, died=None) if one.died is not None and one.died in later else one
            for one in checkpoints
            if one.created not in later
        ]
        yield from _Aggregate(store, campaign, ref, scan, known).faults(root)


class _Aggregate:
    """The checkpoints of one aggregate, and the revisions that changed its past, with the first place where they did."""

    def __init__(self, store: Store, campaign: UUID, ref: str, scan: LedgerScan, checkpoints: list[Checkpoint]) -> None:
        self._store, self._campaign, self._ref = store, campaign, ref
        self._anchors = scan.anchors
        self._rewrites = scan.rewrites.get(ref, {})
        self._held = sorted(checkpoints, key=lambda one: (one.place, one.created))

    def faults(self, root: int) -> Iterator[LedgerFault]:
        """Yield the faults of checkpoints; versions count the events after the root."""
        strange = [one for one in self._held if not self._makes_sense(one)]
        yield from (self._fault(one, "is none that could have been kept") for one in strange)
        self._held = [one for one in self._held if one not in strange]
        for check in (self._as_played(root), *map(self._under, self._rewrites)):
            faults = attempted(partial(tuple[LedgerFault, ...], check))
            yield from () if isinstance(faults, Unreadable) else faults  # what cannot be folded is told of elsewhere

    def _makes_sense(self, one: Checkpoint) -> bool:
        """Whether play or a revision could have left it, and a revision could have ended it."""
        made = one.place < (one.created,) and one.version == 0 and self._changes(one.created, one.place)
        ended = one.died is None or (one.created < one.died and self._changes(one.died, one.place))
        return (one.was_head or made) and ended and not isinstance(attempted(partial(_state, one)), Unreadable)

    def _changes(self, revision: int, at: Place) -> bool:
        return revision in self._rewrites and self._rewrites[revision] <= at

    def _as_played(self, root: int) -> Iterator[LedgerFault]:
        """Check the checkpoints that play had led to: the stream as played leads to them once more, with their entry
        whole."""
        heads = sorted((one for one in self._held if one.was_head), key=lambda one: one.version)
        stream = self._store.stream(self._campaign, self._ref) if heads else []
        aggregate = fold(self._ref, (decode_event(row.topic, row.body) for row in stream if row.entry <= root))
        aggregate.version = 0
        rows = [row for row in stream if row.entry > root]
        for one in heads:
            for row in rows[aggregate.version : one.version]:
                evolve(aggregate, decode_event(row.topic, row.body))
            whole = [row.entry <= one.created for row in rows[max(one.version - 1, 0) :][:2]] in ([True], [True, False])
            if not whole or encode_state(aggregate) != one.body:
                yield self._fault(one, f"is not what its {one.version} events had led to")

    def _under(self, revision: int) -> Iterator[LedgerFault]:
        """Check the checkpoints that a revision has made, outlived or ended: folded in the past as it then was."""
        first, here = self._rewrites[revision], (revision,)
        known = [one for one in self._held if one.created <= revision and (one.died is None or one.died >= revision)]
        due = [one for one in known if first <= one.place < here]
        if not due:
            return
        base = max((one for one in known if one.place < first), key=lambda one: one.place, default=None)
        after = () if base is None else base.place
        rows = deque(
            self._store.effective_stream(self._campaign, self._ref, after=after, up_to=due[-1].place, known_at=revision)
        )
        aggregate, last = resumed(self._ref, None if base is None else base.body), after
        for one in due:
            while rows and (at := place(rows[0].entry, self._anchors)) <= one.place:
                row, last = rows.popleft(), at
                evolve(aggregate, decode_event(row.topic, row.body))
            if (unnumbered(aggregate) == _state(one)) == (one.died == revision):
                yield self._fault(one, f"does not agree with revision {revision}")
            elif one.created == revision and last != one.place:
                yield self._fault(one, "stands where nothing happened")

    def _fault(self, one: Checkpoint, why: str) -> LedgerFault:
        at = ".".join(map(str, one.place))
        return LedgerFault(one.created, "checkpoint", f"the checkpoint of {self._ref} at place {at} {why}")


def _state(one: Checkpoint) -> bytes:
    """A checkpoint's state without its version. Raises what decoding raises."""
    return unnumbered(decode_state(one.ref, one.body))
