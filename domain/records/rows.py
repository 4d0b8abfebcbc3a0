"""The rows of one campaign's ledger as the in-memory store holds them, and how a transaction becomes rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import attrgetter
from typing import TypeVar
from uuid import UUID

import msgspec

from domain.records import chain
from domain.records.entries import (
    CampaignRow,
    CampaignSecrets,
    Checkpoint,
    EpochSeeds,
    Founding,
    Head,
    NewRow,
    PlacedRow,
    RawEntry,
    RawText,
    Record,
    Restatement,
    StateRow,
    StoredEntry,
    Transaction,
)
from domain.vocabulary import EVENTS
from domain.vocabulary.revision import Corrected
from domain.vocabulary.stored import topics_of

Entropy = Callable[[int], bytes]
"""A source of random bytes, for salts: gives as many as asked for."""

CORRECTIONS = topics_of(Corrected)
"""The topics of events that no effective stream holds."""

UNFOLDED = CORRECTIONS + [topic for kind in EVENTS if kind.component == "log" for topic in topics_of(kind)]
"""Topics of corrections, and of events that change no state."""

COLUMNS = ("number", "kind", "command_id", "member", "at", "session", "deed", "status", "after")
"""Columns beside a header for queries, under the header's names and with its original values."""

_columns = attrgetter(*COLUMNS)


class DoesNotFit(ValueError):
    """A transaction that contradicts itself or the ledger it is for. Only a fault of the program makes one."""

    slug = "does-not-fit"


class EntryRow(msgspec.Struct, frozen=True, kw_only=True):
    """An entry without its events: `header` is canonical JSON, `read_ids` are interned paths."""

    number: int
    columns: dict[str, str | int | None]
    salt: bytes
    digest: bytes
    hash: bytes
    header: bytes
    request_digest: bytes
    read_ids: tuple[int, ...]

    def stored(self) -> StoredEntry:
        """The entry as it is read back while nothing has revised it."""
        header = chain.decode_header(self.header)
        return StoredEntry(
            header=header,
            status=header.status,
            versions=1,
            digest=self.digest,
            hash=self.hash,
            request_digest=self.request_digest,
        )


class Written(msgspec.Struct, frozen=True):
    """The result of an append: where the campaign stands after it, and the rows of its entries."""

    head: Head
    rows: tuple[EntryRow, ...]

    def entries(self) -> list[StoredEntry]:
        """The entries as they are read back right after the append, without a look at the store."""
        return [row.stored() for row in self.rows]


class EventRow(msgspec.Struct, frozen=True):
    """An event and the entry it belongs to."""

    entry: int
    placed: PlacedRow


class PathRow(msgspec.Struct, frozen=True):
    """An interned path and the entry that used it first."""

    id: int
    path: str
    entry: int


class RestatementsRow(msgspec.Struct, frozen=True):
    """The restatements of earlier entries by a revision, as canonical JSON."""

    revision: int
    content: bytes


class TextRow(msgspec.Struct, frozen=True):
    """A free text; salt and words are None once it was erased."""

    entry: int
    index: int
    salt: bytes | None
    words: str | None

    @property
    def key(self) -> str:
        return f"{self.entry}.{self.index}"


class Tables(msgspec.Struct, kw_only=True):
    """All that is kept of one campaign. Everything else the store knows is derived from it."""

    campaign: CampaignRow
    secrets: CampaignSecrets
    head: Head
    entries: list[EntryRow] = []
    events: list[EventRow] = []
    paths: list[PathRow] = []
    restatements: list[RestatementsRow] = []
    texts: list[TextRow] = []
    states: dict[str, StateRow] = {}
    seeds: dict[int, EpochSeeds] = {}
    checkpoints: list[Checkpoint] = []

    def copy(self) -> Tables:
        """Return the same rows in lists of their own."""
        return msgspec.structs.replace(
            self,
            entries=self.entries.copy(),
            events=self.events.copy(),
            paths=self.paths.copy(),
            restatements=self.restatements.copy(),
            texts=self.texts.copy(),
            states=self.states.copy(),
            seeds=self.seeds.copy(),
            checkpoints=self.checkpoints.copy(),
        )


class RowBuilder:
    """A builder of one transaction's rows, before any of them is kept: all errors come up here.

    `path_ids` and `versions` are the ledger's: the ids of its paths, and the length of each of its streams. `path_ids`
    is only read, never copied: it is as large as the ledger has paths.
    """

    def __init__(self, head: Head, path_ids: Mapping[str, int], versions: Mapping[str, int]) -> None:
        self.head = head
        self.entries: list[EntryRow] = []
        self.events: list[EventRow] = []
        self.paths: list[PathRow] = []
        self.restatements: list[RestatementsRow] = []
        self.texts: list[TextRow] = []
        self._path_ids = path_ids
        self._new_ids: dict[str, int] = {}
        self._versions = dict(versions)

    def add(self, record: Record, salt: bytes) -> None:
        """Turn a record into rows behind those there are. Raises DoesNotFit."""
        header = record.header
        if header.number != self.head.entry + 1:
            raise DoesNotFit(f"entry {header.number} cannot follow entry {self.head.entry}; numbers have no gaps")
        if not len(record.texts) == len(record.text_salts) == len(header.texts):
            raise DoesNotFit(f"entry {header.number} needs a salt, a digest and words for each of its texts")
        events = [
            PlacedRow(position, self._next_of_its_stream(event))
            for position, event in enumerate(record.events, start=self.head.position + 1)
        ]
        new_paths = self._intern(record)
        restated = chain.encode_restatements(record.restatements)
        self._seal(record, salt, events, new_paths, restated)
        self.events += [EventRow(header.number, placed) for placed in events]
        self.paths += new_paths
        self.restatements += [RestatementsRow(header.number, restated)] if restated else []
        self.texts += [
            TextRow(header.number, index, text_salt, words)
            for index, (text_salt, words) in enumerate(zip(record.text_salts, record.texts, strict=True))
        ]

    def lay(self, raw: RawEntry) -> tuple[Restatement, ...]:
        """Take an entry as it lies elsewhere, with its place on the chain, and give what it makes of earlier ones.

        Raises DoesNotFit where its rows would not lead back to the same bytes.
        """
        restatements = chain.decode_restatements(raw.restatements)
        self._new_ids |= {path: number for number, path in raw.new_paths}
        read = {path for each in restatements for path in each.reads}
        unnamed = {path for path in read if path not in self._path_ids and path not in self._new_ids}
        if raw.number != self.head.entry + 1 or unnamed or chain.encode_restatements(restatements) != raw.restatements:
            raise DoesNotFit(f"entry {raw.number} holds what no ledger can have behind entry {self.head.entry}")
        self.entries.append(EntryRow(**{field: getattr(raw, field) for field in EntryRow.__struct_fields__}))
        self.events += [EventRow(raw.number, placed) for placed in raw.events]
        self.paths += [PathRow(number, path, raw.number) for number, path in raw.new_paths]
        self.restatements += [RestatementsRow(raw.number, raw.restatements)] if raw.restatements else []
        self.texts += [TextRow(raw.number, text.index, text.salt, text.words) for text in raw.texts]
        position, paths = self.head.position + len(raw.events), self.head.paths + len(raw.new_paths)
        self.head = Head(raw.number, position, raw.hash, paths)
        return restatements

    def raw(self) -> Iterator[RawEntry]:
        """The entries that were added, each with all that belongs to it."""
        events, paths, texts = _by_entry(self.events), _by_entry(self.paths), _by_entry(self.texts)
        restated = {row.revision: row.content for row in self.restatements}
        for entry in self.entries:
            number = entry.number
            yield RawEntry(
                **{field: getattr(entry, field) for field in EntryRow.__struct_fields__},
                new_paths=tuple((row.id, row.path) for row in paths[number]),
                events=tuple(row.placed for row in events[number]),
                restatements=restated.get(number, b""),
                texts=tuple(RawText(row.index, row.salt, row.words) for row in texts[number]),
            )

    def _next_of_its_stream(self, event: NewRow) -> NewRow:
        due = self._versions[event.ref] = self._versions.get(event.ref, 0) + 1
        if event.version != due:
            raise DoesNotFit(f"the next event of {event.ref} is number {due}, not {event.version}")
        return event

    def _intern(self, record: Record) -> list[PathRow]:
        """The paths that get an id with this record."""
        new_paths: list[PathRow] = []
        for path in paths_in(record):
            if path not in self._path_ids and path not in self._new_ids:
                self._new_ids[path] = self.head.paths + len(new_paths) + 1
                new_paths.append(PathRow(self._new_ids[path], path, record.header.number))
        return new_paths

    def path_id(self, path: str) -> int:
        """The id of a path of one of the records so far."""
        return self._new_ids[path] if path in self._new_ids else self._path_ids[path]

    def _seal(
        self, record: Record, salt: bytes, events: list[PlacedRow], new_paths: list[PathRow], restated: bytes
    ) -> None:
        """Put the entry on the chain."""
        number, header = record.header.number, chain.encode_header(record.header)
        read_ids = tuple([self.path_id(path) for path in sorted(set(record.reads))])
        content = chain.canonical(
            header=header,
            request_digest=record.request_digest,
            read_ids=read_ids,
            new_paths=[(row.id, row.path) for row in new_paths],
            events=events,
            restatements=restated,
        )
        digest = chain.digest(salt, content)
        link = chain.link(self.head.hash, number, digest)
        row = EntryRow(
            number=number,
            columns=dict(zip(COLUMNS, _columns(record.header), strict=True)),
            salt=salt,
            digest=digest,
            hash=link,
            header=header,
            request_digest=record.request_digest,
            read_ids=read_ids,
        )
        self.entries.append(row)
        self.head = Head(number, self.head.position + len(events), link, self.head.paths + len(new_paths))


class Sealer:
    """A link to a chain that records are put on, a page after the other; it gives them as they lie in a store."""

    def __init__(self, head: Head, entropy: Entropy, versions: Mapping[str, int] | None = None) -> None:
        self.head = head
        self._entropy = entropy
        self._path_ids: dict[str, int] = {}
        self._versions = dict(versions or {})

    def sealed(self, records: Iterable[Record]) -> Iterator[RawEntry]:
        """The entries that these records become behind those before them. Raises DoesNotFit."""
        draft = RowBuilder(self.head, self._path_ids, self._versions)
        for record in records:
            draft.add(record, self._entropy(chain.SALT_BYTES))
        self.head = draft.head
        self._path_ids |= {row.path: row.id for row in draft.paths}
        self._versions |= {row.placed.event.ref: row.placed.event.version for row in draft.events}
        return draft.raw()


R = TypeVar("R", EventRow, PathRow, TextRow)


def _by_entry(rows: Iterable[R]) -> defaultdict[int, list[R]]:
    rows_by_entry: defaultdict[int, list[R]] = defaultdict(list)
    for row in rows:
        rows_by_entry[row.entry].append(row)
    return rows_by_entry


def paths_in(record: Record) -> list[str]:
    """The paths of a record in the order in which they are interned."""
    read = sorted(record.reads)
    return read + [path for restated in record.restatements for path in sorted(restated.reads)]


def founded(transaction: Transaction) -> Tables:
    """The empty ledger with which a transaction's campaign begins. Raises DoesNotFit."""
    founding = transaction.founding
    if founding is None or founding.campaign.id != transaction.campaign:
        raise DoesNotFit(f"what founds campaign {transaction.campaign} must name it, and no other")
    return begun(founding)


def begun(founding: Founding) -> Tables:
    """The empty ledger of a campaign."""
    return Tables(campaign=founding.campaign, secrets=founding.secrets, head=root(founding))


def root(founding: Founding) -> Head:
    """Return where a campaign stands before its first entry: a fork at the entry of its parent that it goes on from."""
    if founding.entry == 0:
        return beginning(founding.campaign.id)
    return Head(entry=founding.entry, position=0, hash=founding.hash, paths=0)


def beginning(campaign: UUID) -> Head:
    """Return where a campaign that is no fork stands before its first entry."""
    return Head(entry=0, position=0, hash=chain.genesis(campaign), paths=0)
