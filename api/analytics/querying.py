"""The tables of campaigns for a caller, to be asked and taken away: they flow from the ledgers into a database of their own, and never lie in memory as a whole."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from itertools import chain
from typing import Final

import pyarrow as pa
from msgspec.structs import replace

from api.access import Seat
from api.analytics.asking import about, address, place_at
from api.limits import TooOften
from api.problems import ApiProblem
from api.reading import ReadRequest, Sight, reading, sight
from api.services import Services
from domain.history.points import Point
from domain.messages import text
from projections.analytics.base import ReportScope
from projections.analytics.querying.database import BOUNDS as OF_QUERIES
from projections.analytics.querying.database import TABLES, FactDatabase, QueryLimits, database_of
from projections.analytics.querying.files import FORMATS, WrittenFile
from projections.analytics.querying.names import MEDIA_TYPES, FileFormat, TableName
from projections.analytics.querying.statement import QueryRefused, tables_read
from projections.analytics.rows import names_among, table_of
from projections.analytics.schema import OF_CAMPAIGN, schema_of
from projections.analytics.stored import stored
from projections.facts.following import Facts
from projections.facts.seen import seen_facts


class QueryProblem(ApiProblem):
    """A query cannot be answered, or a table is too large for it. Its words are those of `QueryRefused`."""

    slug = QueryRefused.slug
    title = "The query cannot be answered"


BOUNDS: Final = QueryLimits(memory=256, seconds=600)
"""Limits of making a file: less memory than for a query, since several files may be made at once."""

FILES: Final = 4
"""The number of files that a process makes at once."""

WAIT: Final = 5.0
"""Seconds after which a refused file may be asked for again."""

_places = threading.BoundedSemaphore(FILES)


class TooManyFiles(TooOften):
    """The process makes as many files as it may."""

    slug = "too-many-files"

    def __init__(self) -> None:
        super().__init__(text("{files} files of facts are being made already", files=FILES), WAIT)


class TakenFile:
    """A file of rows that is written while it is taken. Its parts are gone when it has been read or is forgotten."""

    def __init__(self, stack: ExitStack, database: FactDatabase, table: TableName, form: FileFormat) -> None:
        self._stack, self._rows, self._written = stack, database.table(table), FORMATS[form]
        self.name = f"{table}.{self._written.ending}"
        self.media_type = MEDIA_TYPES[form]

    def __iter__(self) -> Iterator[bytes]:
        """Give the bytes, part by part. Raises QueryProblem."""
        with self._stack, told_as_problem():
            yield from self._written.parts(self._rows)


def taken_file(
    services: Services, seat: Seat, wanted: ReadRequest, table: TableName, form: FileFormat = "csv"
) -> TakenFile:
    """Take a table of a campaign away. Raises BadPoint, Forbidden, NotFound, QueryProblem, TooManyFiles."""
    with ExitStack() as stack, told_as_problem():
        stack.enter_context(place_of_file())
        database = stack.enter_context(_database(services, [seat], wanted, [table], BOUNDS))
        return TakenFile(stack.pop_all(), database, table, form)


@contextmanager
def place_of_file() -> Iterator[None]:
    """Take one of the places of files that are made at once. Raises TooManyFiles where none is free."""
    if not _places.acquire(blocking=False):
        raise TooManyFiles
    try:
        yield
    finally:
        _places.release()


@contextmanager
def answered(
    services: Services, seats: Sequence[Seat], wanted: ReadRequest, query: str
) -> Iterator[pa.RecordBatchReader]:
    """Answer a SELECT statement over campaigns. Raises BadPoint, Forbidden, NotFound, QueryProblem."""
    with told_as_problem(), _database(services, seats, wanted, tables_read(query, TABLES)) as database:
        yield database.answer(query)


def written(form: FileFormat) -> WrittenFile:
    """Return how a format is written."""
    return FORMATS[form]


@contextmanager
def told_as_problem() -> Iterator[None]:
    """Tell a refused query as a problem. Raises QueryProblem."""
    try:
        yield
    except QueryRefused as refused:
        raise QueryProblem(str(refused)) from refused


@contextmanager
def _database(
    services: Services,
    seats: Sequence[Seat],
    wanted: ReadRequest,
    names: Iterable[str],
    bounds: QueryLimits = OF_QUERIES,
) -> Iterator[FactDatabase]:
    """Give a database of the tables of campaigns. Nothing of the ledgers is held open once it is there. Raises QueryRefused."""
    point = wanted.point
    looks = [sight(services, seat, replace(wanted, point=Point(known_at=point.known_at))) for seat in seats]
    whole = all(seen.viewer.is_gm for seen in looks)
    asked = ReportScope(
        view=point.view,
        known_at=point.known_at if whole else None,
        up_to=place_at(services, seats[0], point) if len(seats) == 1 else (),
    )
    with ExitStack() as stack:
        with _flowing(services, looks, point.known_at) as tables:
            database = stack.enter_context(database_of(tables, asked, of=names, bounds=bounds))
        yield database


@contextmanager
def _flowing(services: Services, looks: Sequence[Sight], known_at: int | None) -> Iterator[_Flow]:
    masters = [seen.campaign for seen in looks if seen.viewer.is_gm]
    for campaign in masters:
        services.projections.bring(Facts.name, campaign)
    with stored(address(services), masters) as streams:
        yield _Flow(services, looks, streams, known_at)


class _Flow(Mapping[str, "pa.Table | pa.RecordBatchReader"]):
    """Tables by name, each made when it is asked for: a game master's as they are stored, anybody else's of what the ledger shows them."""

    def __init__(
        self,
        services: Services,
        looks: Sequence[Sight],
        streams: Mapping[str, pa.RecordBatchReader],
        known_at: int | None,
    ) -> None:
        self._services, self._looks, self._streams, self._known_at = services, looks, streams, known_at
        self._about = about(services, looks)

    def __getitem__(self, name: str) -> pa.Table | pa.RecordBatchReader:
        if name in OF_CAMPAIGN:
            seen = (self._seen(look, name) for look in self._looks if not look.viewer.is_gm)
            return pa.RecordBatchReader.from_batches(schema_of(name), chain(self._streams[name], *seen))
        if name == "names":
            return pa.concat_tables([schema_of(name).empty_table(), *map(self._names, self._looks)])
        return self._about[name]

    def _seen(self, look: Sight, name: str) -> Iterator[pa.RecordBatch]:
        store, reader = self._services.ledger.store, reading(self._services, look)
        for part in seen_facts(store, look.campaign, reader, known_at=self._known_at):
            yield from table_of(name, getattr(part, name), look.campaign).to_batches()

    def _names(self, look: Sight) -> pa.Table:
        references = self._services.ledger.heads.fresh(look.campaign).refs()
        return names_among(references, look.campaign, reading(self._services, look))

    def __iter__(self) -> Iterator[str]:
        return iter((*OF_CAMPAIGN, "names", *self._about))

    def __len__(self) -> int:
        return len(OF_CAMPAIGN) + 1 + len(self._about)
