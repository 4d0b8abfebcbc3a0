"""The projection `facts`: it follows the ledger a little later and writes a row for each entry, each event and each die.

What a revision strikes, restates or withdraws stays, marked as struck; what it makes of it instead, or lets stand again, comes as rows of
its own. So `struck IS NULL` is what we now hold true, and everything else shows what was believed before. Dice are never struck: each is one
die, whatever becomes of its entry.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain as joined
from typing import Any, ClassVar, Final, NamedTuple
from uuid import UUID

import msgspec
import psycopg
from psycopg import sql
from psycopg_pool import ConnectionPool

from domain.dice.tape import Die
from domain.records import chain
from domain.records.entries import GONE, EntryFilter, Header, NewRow, RawEntry, Restatement, Status, StoredRow
from domain.records.store import Store
from domain.vocabulary.base import Event
from domain.vocabulary.stored import decode_event
from projections.facts.headers import Headers
from projections.facts.making import dice_of, entry_of, facts_in
from projections.facts.rows import EntryVersion, Fact, FactDie, FactEntry, restated_header

Connection = psycopg.Connection[Any]

BATCH: Final = 500
"""How many shared entries are read at once."""


class FactTables(NamedTuple):
    """The tables in which facts, dice and entries lie."""

    facts: sql.Identifier
    dice: sql.Identifier
    entries: sql.Identifier


TABLES: Final = FactTables(sql.Identifier("facts"), sql.Identifier("fact_dice"), sql.Identifier("fact_entries"))

_KEY: Final = ("campaign_id", "generation")
_STRIKE: Final = """
UPDATE {} SET struck = %s
WHERE campaign_id = %s AND generation = %s AND entry = ANY(%s::bigint[]) AND struck IS NULL
"""
_COPY: Final = "COPY {} ({}) FROM STDIN"
_FORGET: Final = "DELETE FROM {} WHERE campaign_id = %s AND generation = %s"
_DRAWN: Final = (
    "SELECT entry, count(*) FROM {} WHERE campaign_id = %s AND generation = %s AND entry = ANY(%s) GROUP BY entry"
)
_LIVE: Final = """
SELECT {columns} FROM {table} f
JOIN tracking t ON t.campaign_id = f.campaign_id AND t.generation = f.generation AND t.projection = 'facts' AND t.live
WHERE f.campaign_id = %s ORDER BY {order}
"""


def facts_of(pool: ConnectionPool, campaign: UUID) -> list[Fact]:
    """A campaign's facts as far as they have come, in the order of entries and their versions."""
    return [Fact(**row) for row in _live(pool, campaign, TABLES.facts, Fact, ("entry", "version", "seq"))]


def dice_drawn(pool: ConnectionPool, campaign: UUID) -> list[FactDie]:
    """The dice of a campaign as far as facts have come, in the order in which they were drawn."""
    return [FactDie(**row) for row in _live(pool, campaign, TABLES.dice, FactDie, ("entry", "number"))]


def entry_facts_of(pool: ConnectionPool, campaign: UUID) -> list[FactEntry]:
    """The rows of a campaign's entries as far as facts have come, in the order of entries and their versions."""
    return [FactEntry(**row) for row in _live(pool, campaign, TABLES.entries, FactEntry, ("entry", "version"))]


def _live(
    pool: ConnectionPool, campaign: UUID, table: sql.Identifier, of: type[msgspec.Struct], order: Sequence[str]
) -> Iterator[dict[str, Any]]:
    names = of.__struct_fields__
    columns, ordered = (sql.SQL(", ").join(sql.Identifier("f", name) for name in some) for some in (names, order))
    query = sql.SQL(_LIVE).format(columns=columns, table=table, order=ordered)
    with pool.connection() as connection:
        rows = connection.execute(query, [campaign], binary=True).fetchall()
    return (dict(zip(names, row, strict=True)) for row in rows)


class Facts:
    """The projection `facts`."""

    name: ClassVar[str] = "facts"

    def __init__(self, store: Store, tables: FactTables = TABLES) -> None:
        self._store = store
        # Each table has statements of its own. Were one to stand in for another under the same name, a connection that has
        # prepared a statement would go on writing to the table of before.
        self._strike = [sql.SQL(_STRIKE).format(table) for table in (tables.facts, tables.entries)]
        self._drawn = sql.SQL(_DRAWN).format(tables.dice)
        kinds: dict[type[msgspec.Struct], sql.Identifier] = {
            Fact: tables.facts,
            FactDie: tables.dice,
            FactEntry: tables.entries,
        }
        self._copy = {of: _copying(table, of) for of, table in kinds.items()}
        self._forget = [sql.SQL(_FORGET).format(table) for table in tables]

    def begin(self, connection: Connection, campaign: UUID, generation: int) -> int:
        """Start a generation, and give the entry that it starts behind: of a fork, with what it shares as it then stood."""
        shared = self._store.campaign(campaign).forked_known_at or 0
        headers = Headers(self._store, campaign)
        wanted = EntryFilter(before=shared + 1, limit=BATCH)
        while shared and (page := self._store.entries(campaign, wanted)):
            wanted = msgspec.structs.replace(wanted, after=page[-1].header.number)
            numbers = [entry.header.number for entry in page]
            shown = [entry.header.number for entry in page if entry.status not in GONE]
            events = self._store.events_of(campaign, shown)
            restated = self._store.restatements(campaign, numbers)
            versions = [
                _version(
                    headers,
                    entry.header.number,
                    [_event(row) for row in events.get(entry.header.number, ())],
                    status=entry.status,
                    restated=restated.get(entry.header.number),
                )
                for entry in page
            ]
            self._write(connection, campaign, generation, versions)
            drawn = (
                dice_of(
                    headers.of(number),
                    (*headers.of(number).tape, *(restated[number].tape if number in restated else ())),
                    headers.began(number),
                )
                for number in numbers
            )
            self._lay(connection, campaign, generation, joined.from_iterable(drawn))
        return shared

    def apply(self, connection: Connection, campaign: UUID, generation: int, entries: Sequence[RawEntry]) -> None:
        """Write what entries came to."""
        headers = Headers(self._store, campaign)
        written: list[EntryVersion] = []
        drawn: list[FactDie] = []
        for raw in entries:
            header = headers.know(chain.decode_header(raw.header))
            restated = {each.entry: each for each in chain.decode_restatements(raw.restatements)}
            if header.after is None:
                written.append(_first_version(headers, raw, header, len(restated)))
                drawn += dice_of(header, header.tape, headers.began(raw.number))
            else:  # the revision that inserted it has told what it is, and its dice, already
                self._lay(connection, campaign, generation, drawn)
                drawn = self._added(connection, campaign, generation, headers, {raw.number: ()})
            now = {number: (each.status, _events(each)) for number, each in restated.items()}
            now |= self._switched(campaign, headers, header)
            if now:
                self._write(connection, campaign, generation, written)
                self._lay(connection, campaign, generation, drawn)
                for strike in self._strike:
                    connection.execute(strike, [raw.number, campaign, generation, list(now)])
                tapes = {number: each.tape for number, each in restated.items()}
                drawn = self._added(connection, campaign, generation, headers, tapes)
                written = [
                    _version(headers, entry, events, status=status, version=raw.number, restated=restated.get(entry))
                    for entry, (status, events) in now.items()
                ]
        self._write(connection, campaign, generation, written)
        self._lay(connection, campaign, generation, drawn)

    def _added(
        self,
        connection: Connection,
        campaign: UUID,
        generation: int,
        headers: Headers,
        tapes: Mapping[int, tuple[Die, ...]],
    ) -> list[FactDie]:
        """The dice of entries that are not there yet, of their own and those that a revision has added. Tapes only grow."""
        held = dict(connection.execute(self._drawn, [campaign, generation, list(tapes)]).fetchall())
        found: list[FactDie] = []
        for number, added in tapes.items():
            header = headers.of(number)
            found += list(dice_of(header, (*header.tape, *added), headers.began(number)))[held.get(number, 0) :]
        return found

    def _switched(
        self, campaign: UUID, headers: Headers, header: Header
    ) -> dict[int, tuple[Status, list[tuple[str, Event]]]]:
        """The revisions that a withdrawal switches off or on, each with what of its own stands from then on.

        That is the one it withdraws, what that one had withdrawn, and so on; another may hold one of them off already.
        """
        found: dict[int, tuple[Status, list[tuple[str, Event]]]] = {}
        by = header.number
        while header.revision is not None and header.revision.withdraws is not None:
            header = headers.of(header.revision.withdraws)
            stood, stands = (self._stands(campaign, header.number, known_at) for known_at in (by - 1, by))
            if stood != stands:
                rows = self._store.events_of(campaign, [header.number], by)[header.number]
                found[header.number] = ("standing", [_event(row) for row in rows]) if stands else ("struck", [])
        return found

    def _stands(self, campaign: UUID, revision: int, known_at: int) -> bool:
        stored = self._store.entry(campaign, revision, known_at)
        return stored is not None and stored.status not in GONE

    def forget(self, connection: Connection, campaign: UUID, generation: int) -> None:
        """Take a generation away."""
        for forget in self._forget:
            connection.execute(forget, [campaign, generation])

    def _write(self, connection: Connection, campaign: UUID, generation: int, versions: Sequence[EntryVersion]) -> None:
        self._put(connection, campaign, generation, FactEntry, map(entry_of, versions))
        self._put(connection, campaign, generation, Fact, joined.from_iterable(map(facts_in, versions)))

    def _lay(self, connection: Connection, campaign: UUID, generation: int, dice: Iterable[FactDie]) -> None:
        self._put(connection, campaign, generation, FactDie, dice)

    def _put(
        self,
        connection: Connection,
        campaign: UUID,
        generation: int,
        of: type[msgspec.Struct],
        rows: Iterable[msgspec.Struct],
    ) -> None:
        values = [msgspec.structs.astuple(row) for row in rows]
        if values:
            with connection.cursor() as cursor, cursor.copy(self._copy[of]) as copy:
                for value in values:
                    copy.write_row((campaign, generation, *value))


def _copying(table: sql.Identifier, of: type[msgspec.Struct]) -> sql.Composed:
    columns = sql.SQL(", ").join(map(sql.Identifier, (*_KEY, *of.__struct_fields__)))
    return sql.SQL(_COPY).format(table, columns)


def _first_version(headers: Headers, raw: RawEntry, header: Header, decided: int) -> EntryVersion:
    """An entry as it was first written."""
    return EntryVersion(
        header=header,
        counted_at=headers.counted_at(raw.number),
        deed=headers.began(raw.number),
        place=headers.place(raw.number),
        version=0,
        status=header.status,
        events=[_event(placed.event) for placed in raw.events],
        first=raw.events[0].position if raw.events else None,
        decided=decided,
    )


def _version(
    headers: Headers,
    entry: int,
    events: Sequence[tuple[str, Event]],
    *,
    status: Status,
    version: int = 0,
    restated: Restatement | None = None,
) -> EntryVersion:
    """A later version of an entry; a restated one has the command that it is since."""
    header = headers.of(entry)
    return EntryVersion(
        header=restated_header(header, restated),
        counted_at=headers.counted_at(entry),
        deed=headers.began(entry),
        place=headers.place(entry),
        version=version,
        status=status,
        events=events,
    )


def _events(restated: Restatement) -> list[tuple[str, Event]]:
    if restated.status in GONE:
        return []
    return [(ref, decode_event(topic, body.encode())) for ref, topic, body in restated.events]


def _event(row: NewRow | StoredRow) -> tuple[str, Event]:
    return row.ref, decode_event(row.topic, row.body)
