"""Facts for analytics: a row for each event, with who, when, what, how much and which dice.

They follow the ledger a little later (`projections.runner`). What a revision strikes, restates or withdraws stays, marked
as struck; what it makes of it instead, or lets stand again, comes as rows of its own. So `struck IS NULL` is what we now hold true, and everything else
shows what was believed before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, ClassVar, Final
from uuid import UUID

import msgspec
import psycopg
from psycopg import sql
from psycopg_pool import ConnectionPool

from domain.events import Event
from domain.events.log import Rolled
from domain.events.stored import decode_event, tag_of
from domain.ledger import chain
from domain.ledger.records import GONE, EntryFilter, Header, NewRow, RawEntry, Restatement, StoredRow
from domain.ledger.store import Store

Connection = psycopg.Connection[Any]

BATCH: Final = 500
"""How many shared entries are read at once."""


TABLE: Final = sql.Identifier("facts")
"""Where facts lie."""


class Fact(msgspec.Struct, frozen=True, kw_only=True):
    """An event as analytics see it. `at` and what stands beside it say when it counts as having happened.

    `version` is 0 as first written, else the revision that made the entry what it is here, or let it stand again (then it has
    no position of its own); `struck` the revision since which it no longer stands, None while it does. `sides` and `dice` are those of a roll, in rolling order.
    """

    entry: int
    version: int
    seq: int
    position: int | None
    at: datetime
    session: int | None
    scene: int | None
    member: str
    kind: str
    type: str
    aggregate: str
    name: str
    amount: int | None
    total: int | None
    sides: list[int] | None
    dice: list[int] | None
    struck: int | None = None


_COLUMNS: Final = ", ".join(Fact.__struct_fields__)
_STRIKE: Final = """
UPDATE {} SET struck = %s
WHERE campaign_id = %s AND generation = %s AND entry = ANY(%s::bigint[]) AND struck IS NULL
"""
_COPY: Final = f"COPY {{}} (campaign_id, generation, {_COLUMNS}) FROM STDIN"
_FORGET: Final = "DELETE FROM {} WHERE campaign_id = %s AND generation = %s"
_LIVE: Final = f"""
SELECT {", ".join(f"f.{name}" for name in Fact.__struct_fields__)} FROM facts f
JOIN tracking t ON t.campaign_id = f.campaign_id AND t.generation = f.generation AND t.projection = 'facts' AND t.live
WHERE f.campaign_id = %s ORDER BY f.entry, f.version, f.seq
"""


def facts_of(pool: ConnectionPool, campaign: UUID) -> list[Fact]:
    """A campaign's facts as far as they have come, in the order of entries and their versions."""
    with pool.connection() as connection:
        rows = connection.execute(_LIVE, [campaign], binary=True).fetchall()
    return [Fact(**dict(zip(Fact.__struct_fields__, row, strict=True))) for row in rows]


class Facts:
    """The projection `facts`."""

    name: ClassVar[str] = "facts"

    def __init__(self, store: Store, table: sql.Identifier = TABLE) -> None:
        self._store = store
        # Each table has statements of its own. Were one to stand in for another under the same name, a connection that has
        # prepared a statement would go on writing to the table of before.
        self._strike, self._copy, self._forget = (sql.SQL(text).format(table) for text in (_STRIKE, _COPY, _FORGET))

    def begin(self, connection: Connection, campaign: UUID, generation: int) -> int:
        """Start a generation, and give the entry that it starts behind: of a fork, with what it shares as it then stood."""
        shared = self._store.campaign(campaign).forked_known_at or 0
        headers = _Headers(self._store, campaign)
        wanted = EntryFilter(before=shared + 1, limit=BATCH)
        while shared and (page := self._store.entries(campaign, wanted)):
            wanted = msgspec.structs.replace(wanted, after=page[-1].header.number)
            shown = [entry for entry in page if entry.status not in GONE]
            numbers = [entry.header.number for entry in shown]
            events = self._store.events_of(campaign, numbers)
            told = [
                _Told(headers.of(number), headers.counted_at(number), 0, None, [_event(row) for row in events[number]])
                for number in numbers
            ]
            self._write(connection, campaign, generation, told)
        return shared

    def apply(self, connection: Connection, campaign: UUID, generation: int, entries: Sequence[RawEntry]) -> None:
        """Write what entries came to."""
        headers = _Headers(self._store, campaign)
        written: list[_Told] = []
        for raw in entries:
            header = headers.know(chain.decode_header(raw.header))
            first = raw.events[0].position if raw.events else None
            written.append(_Told(header, header, 0, first, [_event(placed.event) for placed in raw.events]))
            now = {each.entry: _events(each) for each in chain.decode_restatements(raw.restatements)}
            now |= self._switched(campaign, headers, header)
            if now:
                self._write(connection, campaign, generation, written)
                connection.execute(self._strike, [raw.number, campaign, generation, list(now)])
                written = [
                    _Told(headers.of(entry), headers.counted_at(entry), raw.number, None, events)
                    for entry, events in now.items()
                ]
        self._write(connection, campaign, generation, written)

    def _switched(self, campaign: UUID, headers: _Headers, header: Header) -> dict[int, list[tuple[str, Event]]]:
        """The revisions that a withdrawal switches off or on, each with what of its own stands from then on.

        That is the one it withdraws, what that one had withdrawn, and so on; another may hold one of them off already.
        """
        found: dict[int, list[tuple[str, Event]]] = {}
        by = header.number
        while header.revision is not None and header.revision.withdraws is not None:
            header = headers.of(header.revision.withdraws)
            stood, stands = (self._stands(campaign, header.number, known_at) for known_at in (by - 1, by))
            if stood != stands:
                rows = self._store.events_of(campaign, [header.number], by)[header.number]
                found[header.number] = [_event(row) for row in rows] if stands else []
        return found

    def _stands(self, campaign: UUID, revision: int, known_at: int) -> bool:
        stored = self._store.entry(campaign, revision, known_at)
        return stored is not None and stored.status not in GONE

    def forget(self, connection: Connection, campaign: UUID, generation: int) -> None:
        """Take a generation away."""
        connection.execute(self._forget, [campaign, generation])

    def _write(self, connection: Connection, campaign: UUID, generation: int, told: Iterable[_Told]) -> None:
        rows = [msgspec.structs.astuple(fact) for each in told for fact in _facts(each)]
        if rows:
            with connection.cursor() as cursor, cursor.copy(self._copy) as copy:
                for row in rows:
                    copy.write_row((campaign, generation, *row))


class _Told(msgspec.Struct, frozen=True):
    """One version of an entry: whose it is, when it counts as having happened, and its events as (ref, event).

    `first` is the position of the first of them, None where they have none of their own.
    """

    header: Header
    counted_at: Header
    version: int
    first: int | None
    events: Sequence[tuple[str, Event]]


class _Headers:
    """Headers of a campaign's entries, read where they are not among those at hand."""

    def __init__(self, store: Store, campaign: UUID) -> None:
        self._store, self._campaign = store, campaign
        self._known: dict[int, Header] = {}

    def know(self, header: Header) -> Header:
        """Keep one at hand."""
        self._known[header.number] = header
        return header

    def of(self, entry: int) -> Header:
        """The header of an entry."""
        if entry not in self._known:
            stored = self._store.entry(self._campaign, entry)
            assert stored is not None, "what a revision restates is there"
            self._known[entry] = stored.header
        return self._known[entry]

    def counted_at(self, entry: int) -> Header:
        """The header of the entry whose time an entry counts as of: of an insert, the one that it stands after."""
        header = self.of(entry)
        return header if header.after is None else self.counted_at(header.after)


def _events(restated: Restatement) -> list[tuple[str, Event]]:
    if restated.status in GONE:
        return []
    return [(ref, decode_event(topic, body.encode())) for ref, topic, body in restated.events]


def _event(row: NewRow | StoredRow) -> tuple[str, Event]:
    return row.ref, decode_event(row.topic, row.body)


def _facts(told: _Told) -> Iterator[Fact]:
    for seq, (ref, event) in enumerate(told.events):
        rolled = event.dice if isinstance(event, Rolled) else None
        yield Fact(
            entry=told.header.number,
            version=told.version,
            seq=seq,
            position=None if told.first is None else told.first + seq,
            at=datetime.fromisoformat(told.counted_at.at),
            session=told.counted_at.session,
            scene=told.counted_at.scene,
            member=told.header.member,
            kind=event.kind,
            type=tag_of(event),
            aggregate=ref,
            name=event.name,
            amount=_number(event, "amount"),
            total=_number(event, "total"),
            sides=None if rolled is None else [sides for sides, _, _ in rolled],
            dice=None if rolled is None else [value for _, value, _ in rolled],
        )


def _number(event: Event, field: str) -> int | None:
    value = getattr(event, field, None)
    return value if isinstance(value, int) and not isinstance(value, bool) else None
