"""One campaign's ledger in memory: its tables, and the rows derived from them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import TypeVar

import msgspec

from domain.history.script import withdrawn
from domain.records import chain
from domain.records.entries import (
    GONE,
    Checkpoint,
    EntryFilter,
    EntryReader,
    Header,
    RawEntry,
    RawText,
    Restatement,
    Rewritten,
    Status,
    StoredEntry,
    StoredRow,
    Transaction,
)
from domain.records.positions import Place, place
from domain.records.rows import (
    CORRECTIONS,
    DoesNotFit,
    Entropy,
    EntryRow,
    EventRow,
    RowBuilder,
    Tables,
    TextRow,
    Written,
)
from domain.records.store import CommandIdTaken, Stale
from domain.vocabulary.stored import decode_event

T = TypeVar("T")


class MemoryLedger:
    """One campaign's tables, with derived rows for quick answers. Not thread-safe by itself."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.root = tables.head.entry
        """The entry that the first one follows: none, or that of a fork's parent."""
        self.commands: dict[str, int] = {}
        self.anchors: dict[int, int] = {}
        self._withdrawals: dict[int, int] = {}
        """The revisions that withdraw another, each with that one."""
        self._deeds: dict[int, int] = {}
        self._path_ids: dict[str, int] = {}
        self._spans = [(0, 0)]
        """The first and last position of each entry's events in the table; the root has none."""
        self._streams: defaultdict[str, list[int]] = defaultdict(list)
        """Positions of a stream's events."""
        self._restated: defaultdict[int, list[tuple[int, Restatement]]] = defaultdict(list)
        """An entry's restatements, oldest first, each with its revision."""

    def copy(self) -> MemoryLedger:
        """Return a ledger with the same rows that is written to on its own."""
        twin = MemoryLedger(self.tables.copy())
        twin.root = self.root
        twin.commands, twin.anchors = self.commands.copy(), self.anchors.copy()
        twin._withdrawals, twin._deeds = self._withdrawals.copy(), self._deeds.copy()
        twin._path_ids, twin._spans = self._path_ids.copy(), self._spans.copy()
        twin._streams.update((ref, positions.copy()) for ref, positions in self._streams.items())
        twin._restated.update((entry, restated.copy()) for entry, restated in self._restated.items())
        return twin

    def append(self, transaction: Transaction, entropy: Entropy) -> Written:
        """Append a transaction, all of it or nothing, and return the written entries. Raises Stale, CommandIdTaken,
        DoesNotFit.
        """
        if transaction.expected != self.tables.head.entry:
            raise Stale(transaction.campaign, transaction.expected)
        self._refuse_taken(transaction)
        versions = {ref: len(positions) for ref, positions in self._streams.items()}
        draft = RowBuilder(self.tables.head, self._path_ids, versions)
        for record in transaction.records:
            draft.add(record, entropy(chain.SALT_BYTES))
        self._keep(draft)
        for record in transaction.records:
            self._derive(record.header, record.restatements)
        self.tables.states |= {row.ref: row for row in transaction.states}
        self.tables.seeds |= {seeds.epoch: seeds for seeds in transaction.seeds}
        if transaction.erased:
            self.tables.texts = [_erased(row) if row.key in transaction.erased else row for row in self.tables.texts]
        if transaction.rewritten:
            self.tables.checkpoints = [_rewritten(one, transaction.rewritten) for one in self.tables.checkpoints]
        self.tables.checkpoints += transaction.checkpoints
        return Written(draft.head, tuple(draft.entries))

    def lay(self, raw: RawEntry) -> None:
        """Take an entry as it lies elsewhere. Raises DoesNotFit."""
        draft = RowBuilder(self.tables.head, self._path_ids, {})
        restatements, header = draft.lay(raw), chain.decode_header(raw.header)
        if header.command_id in self.commands:
            raise DoesNotFit(f"entry {self.commands[header.command_id]} has the command id {header.command_id} as well")
        self._keep(draft)
        self._derive(header, restatements)

    def replace_checkpoints(self, known_at: int, checkpoints: Sequence[Checkpoint], unfounded: Collection[str]) -> bool:
        """Whether these are the checkpoints up to that entry now: no revision has come after it."""
        later = range(known_at + 1, self.tables.head.entry + 1)
        if any(self._header(number).kind == "revision" for number in later):
            return False
        newer = [one for one in self.tables.checkpoints if one.created > known_at]
        self.tables.checkpoints = [*checkpoints, *newer]
        self.tables.states = {ref: row for ref, row in self.tables.states.items() if ref not in unfounded}
        return True

    def _refuse_taken(self, transaction: Transaction) -> None:
        new: dict[str, int] = {}
        for record in transaction.records:
            command_id, number = record.header.command_id, record.header.number
            holder = self.commands.get(command_id) or new.setdefault(command_id, number)
            if holder != number:
                raise CommandIdTaken(command_id, holder)

    def _keep(self, draft: RowBuilder) -> None:
        self.tables.head = draft.head
        self.tables.entries += draft.entries
        happened = Counter(row.entry for row in draft.events)
        for entry in draft.entries:
            begin = self._spans[-1][1]
            self._spans.append((begin, begin + happened[entry.number]))
        self.tables.events += draft.events
        self.tables.paths += draft.paths
        self.tables.restatements += draft.restatements
        self.tables.texts += draft.texts
        self._path_ids |= {row.path: row.id for row in draft.paths}
        for row in draft.events:
            self._streams[row.placed.event.ref].append(row.placed.position)

    def _derive(self, header: Header, restatements: tuple[Restatement, ...]) -> None:
        self.commands[header.command_id] = header.number
        self._deeds[header.number] = header.deed
        if header.after is not None:
            self.anchors[header.number] = header.after
        if header.revision is not None and header.revision.withdraws is not None:
            self._withdrawals[header.number] = header.revision.withdraws
        for restated in restatements:
            self._restated[restated.entry].append((header.number, restated))

    def known(self, numbers: Collection[int], known_at: int | None) -> list[int]:
        """Return the given entries that existed at `known_at`."""
        last = self.tables.head.entry if known_at is None else min(known_at, self.tables.head.entry)
        return [number for number in numbers if self.root < number <= last]

    def in_force(self, number: int, known_at: int | None) -> tuple[int, Restatement] | None:
        """The newest restatement of an entry that was known then, and its revision."""
        known = self._restatements_of(number, known_at)
        return known[-1] if known else None

    def _restatements_of(self, number: int, known_at: int | None) -> list[tuple[int, Restatement]]:
        pairs = self._restated.get(number, [])
        return [pair for pair in pairs if known_at is None or pair[0] <= known_at]

    def status(self, number: int, known_at: int | None) -> Status:
        """Return what revisions have made of an entry; whether it is itself one that is withdrawn, only `entry` tells."""
        newest = self.in_force(number, known_at)
        return self._header(number).status if newest is None else newest[1].status

    def reads(self, number: int, known_at: int | None) -> frozenset[str]:
        newest = self.in_force(number, known_at)
        if newest is not None:
            return frozenset(newest[1].reads)
        return frozenset(self.tables.paths[path - 1].path for path in self._row(number).read_ids)

    def events_written(self, number: int) -> list[StoredRow]:
        begin, end = self._spans[number - self.root]
        return [_stored(row) for row in self.tables.events[begin:end]]

    def events_in_force(self, number: int, known_at: int | None) -> list[StoredRow]:
        if self.status(number, known_at) in GONE:
            return []
        newest = self.in_force(number, known_at)
        if newest is None:
            return self.events_written(number)
        revision, restated = newest
        begin, end = self._spans[revision - self.root]
        position = begin + 1 if begin < end else begin
        return [StoredRow(position, number, ref, 0, topic, body.encode()) for ref, topic, body in restated.events]

    def stream(self, ref: str, up_to_entry: int | None, after: int) -> list[StoredRow]:
        rows = [_stored(self.tables.events[position - 1]) for position in self._streams.get(ref, [])[after:]]
        return [row for row in rows if up_to_entry is None or row.entry <= up_to_entry]

    def notified(self, after: int, last: int | None) -> list[StoredRow]:
        """All events behind a position, up to one where it is given, in order."""
        return [_stored(row) for row in self.tables.events[after:last]]

    def effective_stream(
        self, ref: str, after: Place, below: Place | None, known_at: int | None, left_out: Collection[str] = CORRECTIONS
    ) -> list[StoredRow]:
        places = sorted((place(number, self.anchors), number) for number in self._touching(ref, known_at))
        return [
            row
            for at, number in places
            if after < at and (below is None or at < below)
            for row in self.events_in_force(number, known_at)
            if row.ref == ref and row.topic not in left_out
        ]

    def _touching(self, ref: str, known_at: int | None) -> set[int]:
        """Entries that have, or had when they were written or restated, an event of this aggregate that was known then; what
        an insert did, its revision tells."""
        born = {self.tables.events[position - 1].entry for position in self._streams.get(ref, [])}
        numbers = {
            n
            for n in self._restated
            for r in self._restatements_of(n, known_at)
            if any(e[0] == ref for e in r[1].events)
        }
        return numbers.union(number for number in self.known(born, known_at) if number not in self.anchors)

    def checkpoints(self, ref: str) -> list[Checkpoint]:
        checkpoints = (one for one in self.tables.checkpoints if one.ref == ref)
        return sorted(checkpoints, key=lambda one: (one.place, one.created))

    def checkpoint(self, ref: str, below: Place | None, known_at: int | None) -> Checkpoint | None:
        now = self.tables.head.entry if known_at is None else known_at
        candidates = (
            one for one in self.checkpoints(ref) if one.created <= now and (one.died is None or now < one.died)
        )
        return max(
            (one for one in candidates if below is None or one.place < below), key=lambda one: one.place, default=None
        )

    def readers(self, wanted: set[str], span: range, also: Collection[int]) -> list[EntryReader]:
        near = {number for number, deed in self._deeds.items() if number in span or deed in span or number in also}
        return [
            EntryReader(number, self._deeds[number], frozenset(met))
            for number in sorted(near)
            if self.status(number, None) not in GONE and (met := wanted & self.reads(number, None))
        ]

    def deeds_of(self, numbers: Collection[int]) -> list[int]:
        deeds = {self._deeds.get(number, number) for number in numbers}
        return [number for number, deed in self._deeds.items() if deed in deeds]

    def entry(self, number: int, known_at: int | None) -> StoredEntry | None:
        if not self.known([number], known_at):
            return None
        row, known = self._row(number), self.known(self._withdrawals, known_at)
        off = number in withdrawn({revision: self._withdrawals[revision] for revision in known})
        restated = self._restatements_of(number, known_at)
        return StoredEntry(
            header=self._header(number),
            status="struck" if off else self.status(number, known_at),
            versions=1 + len(restated),
            made_by=restated[-1][0] if restated else None,
            digest=row.digest,
            hash=row.hash,
            request_digest=row.request_digest,
        )

    def entries(self, wanted: EntryFilter, known_at: int | None) -> list[StoredEntry]:
        last = self.tables.head.entry if wanted.before is None else wanted.before - 1
        numbers = self.known(range(max(wanted.after, self.root) + 1, last + 1), known_at)
        entries: list[StoredEntry] = []
        for number in reversed(numbers) if wanted.newest_first else numbers:
            if len(entries) == wanted.limit:
                break
            entry = self.entry(number, known_at)
            if entry is not None and _fits(entry, wanted) and self._has_event(number, wanted, known_at):
                entries.append(entry)
        return entries

    def _has_event(self, number: int, wanted: EntryFilter, known_at: int | None) -> bool:
        if wanted.ref is None and wanted.event_kind is None:
            return True
        begin, end = self._spans[number - self.root]
        written = [(row.placed.event.ref, row.placed.event.kind) for row in self.tables.events[begin:end]]
        current = [(row.ref, decode_event(row.topic, row.body).kind) for row in self.events_in_force(number, known_at)]
        return any(wanted.ref in (None, ref) and wanted.event_kind in (None, kind) for ref, kind in written + current)

    def raw(self, after: int, limit: int) -> list[RawEntry]:
        rows = sorted((row for row in self.tables.entries if row.number > after), key=lambda row: row.number)[:limit]
        numbers = {row.number for row in rows}
        paths = _by_entry((row.entry, (row.id, row.path)) for row in self.tables.paths if row.entry in numbers)
        events = _by_entry((row.entry, row.placed) for row in self.tables.events if row.entry in numbers)
        texts = _by_entry((row.entry, RawText(row.index, row.salt, row.words)) for row in self.tables.texts)
        restated = _by_entry((row.revision, row.content) for row in self.tables.restatements)
        return [
            RawEntry(
                number=row.number,
                columns=row.columns,
                salt=row.salt,
                digest=row.digest,
                hash=row.hash,
                header=row.header,
                request_digest=row.request_digest,
                read_ids=row.read_ids,
                new_paths=tuple(paths[row.number]),
                events=tuple(events[row.number]),
                restatements=b"".join(restated[row.number]),
                texts=tuple(texts[row.number]),
            )
            for row in rows
        ]

    def orphans(self) -> list[str]:
        tables, known = self.tables, {row.number for row in self.tables.entries}
        owned = [
            *((row.entry, f"the event at position {row.placed.position}") for row in tables.events),
            *((row.entry, f"path {row.id}") for row in tables.paths),
            *((row.revision, "restatements") for row in tables.restatements),
            *((row.entry, f"text {row.key}") for row in tables.texts),
        ]
        strange = {one.ref for one in tables.checkpoints} - {row.placed.event.ref for row in tables.events}
        return [
            *(f"{what}: there is no entry {entry}" for entry, what in owned if entry not in known),
            *(f"a checkpoint of {ref}: nothing ever happened to it" for ref in sorted(strange)),
        ]

    def _row(self, number: int) -> EntryRow:
        return self.tables.entries[number - self.root - 1]

    def _header(self, number: int) -> Header:
        return chain.decode_header(self._row(number).header)


def _by_entry(rows: Iterable[tuple[int, T]]) -> defaultdict[int, list[T]]:
    grouped: defaultdict[int, list[T]] = defaultdict(list)
    for entry, row in rows:
        grouped[entry].append(row)
    return grouped


def _fits(entry: StoredEntry, wanted: EntryFilter) -> bool:
    header = entry.header
    asked_and_found = (
        (wanted.session, header.session),
        (wanted.member, header.member),
        (wanted.entry_kind, header.kind),
        (wanted.deed, header.deed),
        (wanted.status, entry.status),
    )
    return all(asked in (None, value) for asked, value in asked_and_found)


def _stored(row: EventRow) -> StoredRow:
    event = row.placed.event
    return StoredRow(row.placed.position, row.entry, event.ref, event.version, event.topic, event.body)


def _rewritten(one: Checkpoint, stretches: Iterable[Rewritten]) -> Checkpoint:
    """A checkpoint as it is after these stretches of the past were made others."""
    for stretch in stretches:
        over = stretch.until is not None and stretch.until <= one.place
        if one.died is None and one.ref == stretch.ref and stretch.since <= one.place and not over:
            return msgspec.structs.replace(one, died=stretch.revision)
    return one


def _erased(row: TextRow) -> TextRow:
    return TextRow(row.entry, row.index, None, None)
