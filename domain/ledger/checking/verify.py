"""Verification: a store's rows are compared, entry by entry, with the rows that were written.

The chain covers entries, events, reads, paths, restatements and texts; the rest (states, checkpoints, versions in
force, secret seeds) is computed from those again and compared. Damage is listed as faults; it never raises an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from uuid import UUID

import msgspec

from domain.aggregates import Aggregate, begin, encode_state, evolve
from domain.ledger.checking.checkpoints import checkpoint_faults
from domain.ledger.checking.derivation import root_of
from domain.ledger.checking.faults import LedgerFault, Unreadable, What, attempted, survived
from domain.ledger.checking.scan import LedgerScan
from domain.ledger.playing.entry_dice import commitment_of, commitments
from domain.ledger.reading.fork_points import fork_point_of
from domain.ledger.reading.past import CorrectedPast
from domain.records.entries import (
    GONE,
    EntryFilter,
    Head,
    RawEntry,
    Restatement,
    StateRow,
    StoredRow,
)
from domain.records.rows import beginning
from domain.records.store import Store, UnknownCampaign
from domain.vocabulary.chronicle import AMENDMENT_COMMITMENT, KEY_COMMITMENT
from domain.vocabulary.stored import decode_event

BATCH = 500
"""The number of entries read at once."""

NEWEST = 2**63 - 1
"""The entry that none is behind."""

Progress = Callable[[int, int], None]
"""Is told, after every batch, how many entries have been checked, and of how many."""


class KnownEntry(msgspec.Struct, frozen=True):
    """An entry and its hash, noted earlier, perhaps at the end of a session; the hash as hexadecimal digits."""

    entry: int
    hash: str


class LedgerVerification(msgspec.Struct, frozen=True, kw_only=True):
    """The result of verification: `entries` is how many were checked, `erased` the keys of texts whose words are gone."""

    campaign: UUID
    head: Head
    entries: int
    faults: tuple[LedgerFault, ...]
    erased: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether all of it is as it was written."""
        return not self.faults


def verify(
    store: Store, campaign: UUID, *, remembered: KnownEntry | None = None, progress: Progress | None = None
) -> LedgerVerification:
    """Check a campaign up to its present head; play may go on meanwhile. Raises UnknownCampaign.

    A ledger that was rewritten as a whole, with all its hashes, is consistent in itself: the forgery is only found by
    comparing an entry and hash noted earlier, given as `remembered`. Of a fork its own entries are checked, from the
    hash of its parent that they follow; the store must read forks whole.
    """
    stored_head = _stored_head(store, campaign)
    head = stored_head or Head(NEWEST, 0, b"", 0)
    root = _root(store, campaign)
    scan = LedgerScan(root)
    faults: list[LedgerFault] = []
    for raw in _entries(store, campaign, head, faults):
        faults += survived(raw.number, "event", f"entry {raw.number}", partial(scan.take, raw))
        if progress is not None and (scan.taken % BATCH == 0 or raw.number == head.entry):
            progress(scan.taken, max(head.entry - root.entry, scan.taken))
    checks: dict[What, tuple[str, Callable[[], Iterable[LedgerFault]]]] = {
        "text": ("what was erased", scan.unsaid),
        "head": ("the head", partial(_head, store, campaign, stored_head, scan.head)),
        "answer": ("what the store answers", partial(_answers, store, campaign, scan, root.entry)),
        "state": ("the states", partial(_states, store, campaign, scan, root.entry)),
        "checkpoint": ("the checkpoints", partial(checkpoint_faults, store, campaign, scan, root.entry)),
        "seed": ("the secret seeds", partial(_seeds, store, campaign, scan)),
        "campaign": ("what the campaign is listed as", partial(_row, store, campaign, scan)),
        "remembered": ("what was noted", partial(_forgotten, store, campaign, scan.head, remembered)),
        "orphan": ("what belongs to no entry", partial(_orphans, store, campaign)),
    }
    for what, (subject, check) in checks.items():
        faults += survived(None, what, subject, check)
    return LedgerVerification(
        campaign=campaign,
        head=scan.head if stored_head is None else stored_head,
        entries=scan.taken,
        faults=tuple(faults),
        erased=scan.erased(),
    )


def _stored_head(store: Store, campaign: UUID) -> Head | None:
    """The head of a campaign; None where that is gone, or cannot be read. Raises UnknownCampaign where nothing is left."""
    try:
        return store.head(campaign)
    except UnknownCampaign:
        store.campaign(campaign)
        return None


def _orphans(store: Store, campaign: UUID) -> Iterator[LedgerFault]:
    yield from (LedgerFault(None, "orphan", line) for line in store.orphans(campaign))


def _root(store: Store, campaign: UUID) -> Head:
    """Return the head that the campaign's first entry follows: none, or the entry of its parent that a fork goes on
    from."""
    row = attempted(partial(store.campaign, campaign))
    if isinstance(row, Unreadable):
        return beginning(campaign)
    root = attempted(partial(root_of, store, row))
    return Head(row.forked_known_at or 0, 0, b"", 0) if isinstance(root, Unreadable) else root


def _entries(store: Store, campaign: UUID, head: Head, faults: list[LedgerFault]) -> Iterator[RawEntry]:
    """The entries up to the head, in batches; where a batch cannot be read, one by one, and what cannot be is a fault."""
    after = 0
    while after < head.entry:
        batch = attempted(partial(store.raw, campaign, after, BATCH))
        if isinstance(batch, Unreadable):
            batch = _one_by_one(store, campaign, range(after, min(after + BATCH, head.entry)), faults)
        if not batch:
            return
        yield from (raw for raw in batch if raw.number <= head.entry)
        after = max(raw.number for raw in batch)


def _one_by_one(store: Store, campaign: UUID, behind: range, faults: list[LedgerFault]) -> list[RawEntry]:
    """Return the entries behind these numbers that can be read."""
    readable: dict[int, RawEntry] = {}
    for number in behind:
        rows = attempted(partial(store.raw, campaign, number, 1))
        if isinstance(rows, Unreadable):
            sentence = f"the rows of the entry behind entry {number} cannot be read: {rows.because}"
            faults.append(LedgerFault(number + 1, "number", sentence))
        else:
            readable |= {raw.number: raw for raw in rows}
    return list(readable.values())


def _head(store: Store, campaign: UUID, head: Head | None, walked: Head) -> Iterator[LedgerFault]:
    if head is None:
        yield LedgerFault(None, "head", f"the campaign has lost its head; its entries lead to entry {walked.entry}")
        return
    if walked != head:
        sentence = (
            f"the ledger leads to entry {walked.entry}, position {walked.position}, {walked.paths} paths and hash "
            f"{walked.hash.hex()}; its head says {head.entry}, {head.position}, {head.paths} and {head.hash.hex()}"
        )
        yield LedgerFault(None, "head", sentence)
    beyond = store.raw(campaign, head.entry, 1)
    if beyond and store.head(campaign) == head:
        yield LedgerFault(
            beyond[0].number, "head", f"entry {beyond[0].number} lies beyond the head, entry {head.entry}"
        )


def _answers(store: Store, campaign: UUID, scan: LedgerScan, root: int) -> Iterator[LedgerFault]:
    """Compare what the store answers about entries with what their headers and restatements say."""
    last, standing = min(scan.head.entry, root + scan.taken), scan.standing()
    for after in range(root, last, BATCH):
        wanted = EntryFilter(after=after, before=min(after + BATCH, last) + 1, limit=BATCH)
        answered = attempted(partial(store.entries, campaign, wanted, last))
        if isinstance(answered, Unreadable):
            yield LedgerFault(None, "answer", f"entries after {after} cannot be read back: {answered.because}")
            continue
        answers = {entry.header.number: (entry.status, entry.versions) for entry in answered}
        for number in range(after + 1, wanted.before or 0):
            due = standing.get(number)
            if due is not None and answers.get(number) != due:
                yield _misanswered(number, answers.get(number), due)
    for number, restatements in scan.restated.items():
        yield from _restated(store, campaign, number, restatements[-1], last)


def _restated(store: Store, campaign: UUID, number: int, newest: Restatement, last: int) -> Iterator[LedgerFault]:
    """Compare what the store answers about one entry that was restated with its newest restatement."""
    answered = attempted(lambda: _told_of(store, campaign, number, last))
    due = (newest, () if newest.status in GONE else newest.events, frozenset(newest.reads))
    if answered != due and store.head(campaign).entry == last:
        yield _misanswered(number, answered, due)


def _told_of(store: Store, campaign: UUID, number: int, last: int) -> tuple[object, object, object]:
    rows = store.events_of(campaign, [number], last)[number]
    events = tuple((row.ref, row.topic, row.body.decode()) for row in rows)
    newest = store.restatements(campaign, [number], last).get(number)
    return newest, events, store.reads_of(campaign, [number])[number]


def _misanswered(number: int, answered: object, due: object) -> LedgerFault:
    return LedgerFault(number, "answer", f"asked about entry {number}, the store says {answered}; it should say {due}")


def _states(store: Store, campaign: UUID, scan: LedgerScan, root: int) -> Iterator[LedgerFault]:
    listed = {row.ref: row for row in store.all_states(campaign)}
    shared = attempted(partial(_shared, store, campaign))
    due = scan.streams.keys() | (set() if isinstance(shared, Unreadable) else shared)
    for ref in sorted(due | listed.keys()):
        row = listed.get(ref)
        while (fault := _state(store, campaign, ref, row, root)) is not None:
            latest = store.states(campaign, [ref]).get(ref)
            if latest == row:
                yield fault
                break
            row = latest


def _shared(store: Store, campaign: UUID) -> set[str]:
    """Return what a fork has taken over from its parent, and has a state of though nothing may have happened to it
    since."""
    row = store.campaign(campaign)
    if row.forked_from is None or row.forked_at is None or row.forked_known_at is None:
        return set()
    fork_point = fork_point_of(store, row.forked_from, row.forked_at, row.forked_known_at)
    past = CorrectedPast(store, fork_point.parent, up_to=fork_point.cut, known_at=fork_point.known_at)
    return {each.ref for each in store.all_states(fork_point.parent) if past.aggregate(each.ref) is not None}


def _state(store: Store, campaign: UUID, ref: str, row: StateRow | None, root: int) -> LedgerFault | None:
    """A stored state against the fold of its stream."""
    stream = attempted(lambda: store.stream(campaign, ref))
    if isinstance(stream, Unreadable) or not stream:
        return LedgerFault(None, "state", f"there is a state of {ref}, but no event of it")
    if row is None:
        return LedgerFault(None, "state", f"{ref} has {len(stream)} events, but no state")
    folded = _folded(ref, stream, root)
    if isinstance(folded, LedgerFault):
        return folded
    if folded != row:
        return LedgerFault(None, "state", f"the state of {ref} is not what its {len(stream)} events lead to")
    return None


def _folded(ref: str, stream: list[StoredRow], root: int) -> StateRow | LedgerFault:
    """Return the state that the events lead to; versions count those behind the root, which are the campaign's own."""
    aggregate = attempted(lambda: begin(ref))
    if isinstance(aggregate, Unreadable):
        return LedgerFault(None, "state", f"nothing that {ref} could refer to has a state: {aggregate.because}")
    for row in stream:
        applied = attempted(partial(_apply, aggregate, row))
        if isinstance(applied, Unreadable):
            sentence = f"the event at position {row.position} does not fit {ref}: {applied.because}"
            return LedgerFault(row.entry, "event", sentence)
    aggregate.version = sum(row.entry > root for row in stream)
    body = attempted(lambda: encode_state(aggregate))
    return StateRow(ref, aggregate.version, b"" if isinstance(body, Unreadable) else body)


def _apply(aggregate: Aggregate, row: StoredRow) -> None:
    evolve(aggregate, decode_event(row.topic, row.body))


def _seeds(store: Store, campaign: UUID, scan: LedgerScan) -> Iterator[LedgerFault]:
    """The secret seeds against the commitments made when their epochs were opened, but for those said to be elsewhere."""
    for entry, epoch in scan.epochs:
        seeds = attempted(partial(store.seeds, campaign, epoch.number))
        if isinstance(seeds, Unreadable) and epoch.number in scan.left_behind:
            continue
        promised = (epoch.open_commitment, epoch.sealed_commitment, epoch.amendment_commitment)
        own = None if isinstance(seeds, Unreadable) or seeds.epoch != epoch.number else seeds
        if own is None or promised != attempted(partial(commitments, own)):
            sentence = f"the seeds of dice epoch {epoch.number} are not those committed to in entry {entry}"
            yield LedgerFault(entry, "seed", sentence)

    for name, what in ((KEY_COMMITMENT, "key"), (AMENDMENT_COMMITMENT, "amendment")):
        entry, promise = scan.told.get(name, (0, None))
        if promise and promise != attempted(partial(_promise, store, campaign, what)):
            yield LedgerFault(
                entry, "seed", f"the campaign's secret {what} is not the one committed to in entry {entry}"
            )


def _promise(store: Store, campaign: UUID, what: str) -> str:
    return commitment_of(store.secrets(campaign), what)


def _row(store: Store, campaign: UUID, scan: LedgerScan) -> Iterator[LedgerFault]:
    """Compare the store's and the ledger's statements about the campaign as such; its name is a label that may change."""
    row = attempted(partial(store.campaign, campaign))
    if isinstance(row, Unreadable):
        yield LedgerFault(None, "campaign", f"no campaign is listed to which these entries belong ({row.because})")
        return
    if row.forked_from is not None:  # what a fork shares says which game is played
        scan.told.setdefault("system", (0, store.campaign(row.forked_from).system))
    forked = {"forked_from": row.forked_from and str(row.forked_from)}
    columns = {"system": row.system, **forked, "forked_at": row.forked_at, "forked_known_at": row.forked_known_at}
    for key, value in columns.items():
        entry, ledger_value = scan.told.get(key, (None, None))
        if ledger_value != value and (entry is not None or key != "system"):
            yield LedgerFault(
                entry or None,
                "campaign",
                f"the campaign is listed with {key} {value!r}; its ledger says {ledger_value!r}",
            )


def _forgotten(store: Store, campaign: UUID, head: Head, remembered: KnownEntry | None) -> Iterator[LedgerFault]:
    if remembered is None:
        return
    entry, due = remembered.entry, remembered.hash.lower()
    stored = store.entry(campaign, entry) if 1 <= entry <= head.entry else None
    if stored is None:
        sentence = f"there is no entry {entry}, though its hash was noted; the ledger ends with {head.entry}"
        yield LedgerFault(entry, "remembered", sentence)
    elif stored.hash.hex() != due:
        sentence = f"entry {entry} has the hash {stored.hash.hex()}, not {due}: it, or one before it, is another one"
        yield LedgerFault(entry, "remembered", sentence)
