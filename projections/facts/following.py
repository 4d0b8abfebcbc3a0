"""The projection `facts`: it follows the ledger and writes a row for each entry, each event and each die.

When a revision strikes, restates or withdraws a version, its rows stay, marked as struck; the new version gets rows of
its own. So `struck IS NULL` selects the current truth, and the other rows show what was believed before. Dice are never
struck: each row is one die, whatever becomes of its entry.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain as joined
from typing import ClassVar, Final
from uuid import UUID

import msgspec
from psycopg import sql

from domain.dice.tape import Die
from domain.records import chain
from domain.records.entries import GONE, EntryFilter, Header, NewRow, RawEntry, Restatement, Status, StoredRow
from domain.records.store import Store
from domain.vocabulary.base import Event
from domain.vocabulary.stored import decode_event
from projections.facts.headers import Headers
from projections.facts.making import dice_of
from projections.facts.rows import EntryVersion, FactDie, restated_header
from projections.facts.tables import TABLES, FactRows, FactTables, Key, copies_into
from projections.projection import Connection, NextEntries

BATCH: Final = 500
"""The number of shared entries read at once."""


_STRIKE: Final = """
UPDATE {} SET struck = %s
WHERE campaign_id = %s AND generation = %s AND entry = ANY(%s::bigint[]) AND struck IS NULL
"""
_FORGET: Final = "DELETE FROM {} WHERE campaign_id = %s AND generation = %s"
_DRAWN: Final = (
    "SELECT entry, count(*) FROM {} WHERE campaign_id = %s AND generation = %s AND entry = ANY(%s) GROUP BY entry"
)


class Facts:
    """The projection `facts`."""

    name: ClassVar[str] = "facts"

    def __init__(self, store: Store, tables: FactTables = TABLES) -> None:
        self._store = store
        # Each table has statements of its own. Were one to stand in for another under the same name, a connection that has
        # prepared a statement would go on writing to the table of before.
        self._strike = [sql.SQL(_STRIKE).format(table) for table in (tables.facts, tables.entries)]
        self._drawn = sql.SQL(_DRAWN).format(tables.dice)
        self._copies = copies_into(tables)
        self._forget = [sql.SQL(_FORGET).format(table) for table in tables]

    def begin(self, connection: Connection, campaign: UUID, generation: int) -> int:
        """Start a generation, and give the entry that it starts behind: of a fork, with what it shares as it then stood."""
        shared = self._store.campaign(campaign).forked_known_at or 0
        headers = Headers(self._store, campaign)
        rows, key = FactRows(connection, self._copies), (campaign, generation)
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
            rows.add_versions(key, versions)
            drawn = (
                dice_of(
                    headers.of(number),
                    (*headers.of(number).tape, *(restated[number].tape if number in restated else ())),
                    headers.began(number),
                )
                for number in numbers
            )
            rows.add_dice(key, joined.from_iterable(drawn))
            rows.copy()
        return shared

    def apply(self, connection: Connection, parts: Sequence[NextEntries]) -> None:
        """Write what entries came to. The rows of several campaigns are copied together, until a change of the past strikes some."""
        rows = FactRows(connection, self._copies)
        for part in parts:
            self._take(rows, part)
        rows.copy()

    def _take(self, rows: FactRows, part: NextEntries) -> None:
        """Make rows of the next entries of a campaign."""
        headers = Headers(self._store, part.campaign)
        key = (part.campaign, part.generation)
        for raw in part.entries:
            header = headers.know(chain.decode_header(raw.header))
            restated = {each.entry: each for each in chain.decode_restatements(raw.restatements)}
            if header.after is None:
                rows.add_versions(key, [_first_version(headers, raw, header, len(restated))])
                rows.add_dice(key, dice_of(header, header.tape, headers.began(raw.number)))
            else:  # the revision that inserted it has told what it is, and its dice, already
                rows.add_dice(key, self._added(rows, key, headers, {raw.number: ()}))
            now = {number: (each.status, _events(each)) for number, each in restated.items()}
            now |= self._switched(part.campaign, headers, header)
            if now:
                rows.copy()
                for strike in self._strike:
                    rows.connection.execute(strike, [raw.number, *key, list(now)])
                rows.add_dice(
                    key, self._added(rows, key, headers, {number: each.tape for number, each in restated.items()})
                )
                rows.add_versions(
                    key,
                    [
                        _version(
                            headers, entry, events, status=status, version=raw.number, restated=restated.get(entry)
                        )
                        for entry, (status, events) in now.items()
                    ],
                )

    def _added(self, rows: FactRows, key: Key, headers: Headers, tapes: Mapping[int, tuple[Die, ...]]) -> list[FactDie]:
        """Return the dice of entries that have no rows yet: the entries' own, and those added by a revision. Tapes only
        grow.
        """
        rows.copy()
        counts = dict(rows.connection.execute(self._drawn, [*key, list(tapes)]).fetchall())
        dice: list[FactDie] = []
        for number, added in tapes.items():
            header = headers.of(number)
            dice += list(dice_of(header, (*header.tape, *added), headers.began(number)))[counts.get(number, 0) :]
        return dice

    def _switched(
        self, campaign: UUID, headers: Headers, header: Header
    ) -> dict[int, tuple[Status, list[tuple[str, Event]]]]:
        """The revisions that a withdrawal switches off or on, each with what of its own stands from then on.

        That is the one it withdraws, what that one had withdrawn, and so on; another may hold one of them off already.
        """
        events_by_entry: dict[int, tuple[Status, list[tuple[str, Event]]]] = {}
        by = header.number
        while header.revision is not None and header.revision.withdraws is not None:
            header = headers.of(header.revision.withdraws)
            stood, stands = (self._stands(campaign, header.number, known_at) for known_at in (by - 1, by))
            if stood != stands:
                rows = self._store.events_of(campaign, [header.number], by)[header.number]
                events_by_entry[header.number] = (
                    ("standing", [_event(row) for row in rows]) if stands else ("struck", [])
                )
        return events_by_entry

    def _stands(self, campaign: UUID, revision: int, known_at: int) -> bool:
        stored = self._store.entry(campaign, revision, known_at)
        return stored is not None and stored.status not in GONE

    def forget(self, connection: Connection, campaign: UUID, generation: int) -> None:
        """Take a generation away."""
        for forget in self._forget:
            connection.execute(forget, [campaign, generation])


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
        decided=None if header.revision is None else headers.decided(entry),
    )


def _events(restated: Restatement) -> list[tuple[str, Event]]:
    if restated.status in GONE:
        return []
    return [(ref, decode_event(topic, body.encode())) for ref, topic, body in restated.events]


def _event(row: NewRow | StoredRow) -> tuple[str, Event]:
    return row.ref, decode_event(row.topic, row.body)
