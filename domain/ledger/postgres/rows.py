"""The rows of the PostgreSQL store: what columns there are, and how a transaction fills them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any

import msgspec
from msgspec.structs import astuple

from domain.commands import Envelope
from domain.dice.tape import Die
from domain.records.chain import SALT_BYTES
from domain.records.entries import Head, Restatement, Transaction
from domain.records.positions import Place
from domain.records.rows import DoesNotFit, Entropy, EntryRow, RowBuilder

Row = tuple[Any, ...]

TABLES: Mapping[str, Mapping[str, str]] = {
    "entries": {
        **{"number": "bigint", "position": "bigint", "events": "int", "place": "bigint[]", "kind": "text"},
        **{"command_id": "text", "member": "text", "at": "text", "session": "bigint", "deed": "bigint"},
        **{"status": "text", "after": "bigint", "read_ids": "int[]", "request_digest": "bytea"},
        **{"salt": "bytea", "digest": "bytea", "hash": "bytea", "header": "bytea"},
    },
    "events": {
        **{"position": "bigint", "entry": "bigint", "ref": "text", "version": "bigint"},
        **{"topic": "text", "kind": "text", "body": "bytea"},
    },
    "states": {"ref": "text", "version": "bigint", "body": "bytea"},
    "checkpoints": {
        **{"ref": "text", "place": "bigint[]", "created": "bigint", "version": "bigint", "body": "bytea"},
        **{"died": "bigint"},
    },
    "paths": {"id": "int", "path": "text", "entry": "bigint"},
    "texts": {"entry": "bigint", "index": "int", "salt": "bytea", "words": "text"},
    "restatements": {
        **{"entry": "bigint", "revision": "bigint", "seq": "int", "status": "text"},
        **{"read_ids": "int[]", "rest": "bytea"},
    },
    "restated_events": {
        **{"entry": "bigint", "revision": "bigint", "seq": "int", "ref": "text", "topic": "text", "body": "text"},
    },
    "epoch_seeds": {"epoch": "int", "open": "bytea", "sealed": "bytea", "amendment": "bytea"},
}
"""The columns behind `campaign_id` that an append fills, with their types. Arrays are written as PostgreSQL's text form."""

COLUMNS = ("kind", "command_id", "member", "at", "session", "deed", "status", "after")
"""The columns of an entry that repeat its header."""

_columns = itemgetter(*COLUMNS)


class ChainEnd(msgspec.Struct, frozen=True):
    """A campaign's head, and what was seen on the way to it; both dictionaries are shared with later ends and grow.

    `path_ids` has at least all paths interned up to the head, `streams` how many events some of the streams had at least.
    """

    head: Head
    path_ids: dict[str, int] = {}
    streams: dict[str, int] = {}


class RestOfEntry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The contents of a restatement besides its columns and its events."""

    envelope: Envelope | None = None
    tape: tuple[Die, ...] = ()


class Rows(msgspec.Struct, frozen=True, kw_only=True):
    """A transaction as rows by table, the head after it, its entries, the paths it interns, and the texts it erases by entry
    and index.

    `streams` says for each stream it goes on with how many events that has before, `grown` how many then; `rewritten` are
    the stretches on which checkpoints die.
    """

    head: Head
    entries: tuple[EntryRow, ...]
    tables: dict[str, list[Row]]
    new_paths: list[tuple[str, int]]
    streams: dict[str, int]
    grown: dict[str, int]
    erased: list[tuple[int, int]]
    rewritten: list[Row]


_TEXT_KEY = re.compile(r"([1-9][0-9]{0,17})\.(0|[1-9][0-9]{0,8})")
_encoder = msgspec.json.Encoder(order="deterministic")
_rest = msgspec.json.Decoder(RestOfEntry)


def rows_of(transaction: Transaction, end: ChainEnd, places: Mapping[int, Place], entropy: Entropy) -> Rows:
    """The rows of a transaction that follows on this end. `places` are those of stored entries that inserts stand after.

    Raises DoesNotFit where the transaction contradicts itself or names an anchor that does not exist.
    """
    streams = _streams(transaction)
    draft = RowBuilder(end.head, end.path_ids, streams)
    for record in transaction.records:
        draft.add(record, entropy(SALT_BYTES))
    erased = [key for text in transaction.erased if (key := text_key(text)) is not None]
    made = {record.header.number: record.restatements for record in transaction.records}
    tables = rows_in(draft, end.head, dict(places), made) | {
        "states": [astuple(row) for row in {row.ref: row for row in transaction.states}.values()],
        "checkpoints": [(c.ref, array(c.place), c.created, c.version, c.body, c.died) for c in transaction.checkpoints],
        "texts": [
            (row.entry, row.index, None, None) if (row.entry, row.index) in erased else astuple(row)
            for row in draft.texts
        ],
        "epoch_seeds": [astuple(seeds) for seeds in transaction.seeds],
    }
    return Rows(
        head=draft.head,
        entries=tuple(draft.entries),
        tables={name: rows for name, rows in tables.items() if rows},
        new_paths=[(row.path, row.id) for row in draft.paths],
        streams=streams,
        grown={event.ref: event.version for record in transaction.records for event in record.events},
        erased=erased,
        rewritten=[
            (s.ref, s.revision, array(s.since), None if s.until is None else array(s.until))
            for s in transaction.rewritten
        ],
    )


def rows_in(
    draft: RowBuilder, head: Head, places: dict[int, Place], made: Mapping[int, Sequence[Restatement]]
) -> dict[str, list[Row]]:
    """The rows of a draft that follows on this head, and of what its revisions have made, by table.

    `places` are those of stored entries that inserts stand after; those of the draft's entries join them. Raises DoesNotFit
    where an anchor is not among them.
    """
    return {
        "entries": list(_entries(draft, head, places)),
        "events": [(row.placed.position, row.entry, *astuple(row.placed.event)) for row in draft.events],
        "paths": [(row.id, row.path, row.entry) for row in draft.paths],
        "texts": [astuple(row) for row in draft.texts],
        "restatements": [row for revision, each in made.items() for row in _restatements(revision, each, draft)],
        "restated_events": [row for revision, each in made.items() for row in _restated_events(revision, each)],
    }


def text_key(key: str) -> tuple[int, int] | None:
    """Entry and index in a text's key; None where it can be no text's."""
    parts = _TEXT_KEY.fullmatch(key)
    return None if parts is None else (int(parts[1]), int(parts[2]))


def restatement(entry: int, status: Any, reads: list[str], events: list[list[str]], rest: bytes) -> Restatement:
    """A restatement put together from what its rows hold; each event is its reference, topic and body."""
    more = _rest.decode(rest)
    return Restatement(
        entry=entry,
        status=status,
        events=tuple((ref, topic, body) for ref, topic, body in events),
        reads=tuple(reads),
        envelope=more.envelope,
        tape=more.tape,
    )


def rest_of(made: Restatement) -> bytes:
    """The canonical JSON of what a restatement holds besides its columns and its events."""
    return _encoder.encode(RestOfEntry(envelope=made.envelope, tape=made.tape))


def array(numbers: Any) -> str:
    """An array of numbers in PostgreSQL's text form."""
    return "{" + ",".join(map(str, numbers)) + "}"


def _streams(transaction: Transaction) -> dict[str, int]:
    first: dict[str, int] = {}
    for record in transaction.records:
        for event in record.events:
            first.setdefault(event.ref, event.version - 1)
    return first


def _entries(draft: RowBuilder, head: Head, places: dict[int, Place]) -> Iterator[Row]:
    counts: dict[int, int] = {}
    for row in draft.events:
        counts[row.entry] = counts.get(row.entry, 0) + 1
    position = head.position
    for entry in draft.entries:
        events = counts.get(entry.number, 0)
        position += events
        places[entry.number] = at = _place(entry, places)
        yield (
            *(entry.number, position, events, array(at), *_columns(entry.columns), array(entry.read_ids)),
            *(entry.request_digest, entry.salt, entry.digest, entry.hash, entry.header),
        )


def _place(entry: EntryRow, places: Mapping[int, Place]) -> Place:
    anchor = entry.columns["after"]
    if anchor is None:
        return (entry.number,)
    if anchor not in places:
        raise DoesNotFit(f"entry {entry.number} stands after entry {anchor}, which does not exist")
    return (*places[int(anchor)], -entry.number)


def _restatements(revision: int, restatements: Sequence[Restatement], draft: RowBuilder) -> Iterator[Row]:
    for seq, made in enumerate(restatements):
        read_ids = array(draft.path_id(path) for path in made.reads)
        yield made.entry, revision, seq, made.status, read_ids, rest_of(made)


def _restated_events(revision: int, restatements: Sequence[Restatement]) -> Iterator[Row]:
    for made in restatements:
        for seq, event in enumerate(made.events):
            yield made.entry, revision, seq, *event
