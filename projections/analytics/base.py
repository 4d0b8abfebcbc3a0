"""The ground that every report is written over: the tables as ibis expressions, wherever they lie, cut to one view of the past."""

from __future__ import annotations

import atexit
import tempfile
from collections.abc import Mapping
from functools import cache
from typing import Final, Literal, NamedTuple

import duckdb
import ibis
import ibis.expr.types as ir
import pyarrow as pa
from ibis import _
from ibis.expr.operations import DatabaseTable

from projections.analytics.schema import ROWS, empty

View = Literal["corrected", "as_played"]
"""The two views: `corrected` after all revisions, or `as_played` before any."""


class ReportScope(NamedTuple):
    """A question put to a report. A parameter that is left out narrows nothing.

    Sessions are from the first to the last of a range. Members go by id, characters by reference. `known_at` is the entry right after which the past is told as it was known then, and
    `up_to` the place of the last entry that is told of; both make sense of one campaign only.
    """

    view: View = "corrected"
    known_at: int | None = None
    up_to: tuple[int, ...] = ()
    first_session: int | None = None
    last_session: int | None = None
    members: tuple[str, ...] = ()
    characters: tuple[str, ...] = ()


EVERYTHING: Final = ReportScope()
"""Everything there is, as we now hold it true."""


class Base(NamedTuple):
    """The tables of `projections.analytics.schema`, as expressions of one backend.

    `past` holds the facts of the same view, of all sessions, members and characters: what a thing came to is summed up over all that ever
    happened to it, whatever part of that is asked for. `past_entries` holds the entries likewise. `asked` says what is asked for.
    """

    campaigns: ir.Table
    entries: ir.Table
    facts: ir.Table
    dice: ir.Table
    names: ir.Table
    members: ir.Table
    rulebook: ir.Table
    past: ir.Table
    past_entries: ir.Table
    asked: ReportScope = EVERYTHING


def tables_of(backend: ibis.BaseBackend) -> Base:
    """Return the tables that a backend holds under their names."""
    return uncut({name: backend.table(name) for name in ROWS})


def uncut(tables: Mapping[str, ir.Table]) -> Base:
    """Return tables by name as a base, none of them cut to a view or to what is asked for."""
    return Base(**tables, past=tables["facts"], past_entries=tables["entries"])


def connected() -> duckdb.DuckDBPyConnection:
    """Return a database in memory. Data that do not fit lie with the system's temporary files, and never in the working
    directory."""
    return duckdb.connect(config={"temp_directory": tempfile.gettempdir()})


@cache
def _database() -> duckdb.DuckDBPyConnection:
    """Return the DuckDB of this process, which takes longer to make than most reports."""
    return connected()


atexit.register(_database.cache_clear)  # DuckDB complains at length of what is left of it when Python ends


def in_memory(tables: Mapping[str, pa.Table]) -> Base:
    """Return the tables as expressions of a DuckDB in this process; a table that is left out is empty.

    They are seen by a connection of their own alone.
    """
    backend = _registered(tables)
    return uncut({name: DatabaseTable(name, schema, backend).to_expr() for name, schema in _described().items()})


def _registered(tables: Mapping[str, pa.Table]) -> ibis.BaseBackend:
    connection = _database().cursor()
    for name in ROWS:
        connection.register(name, tables.get(name, empty(name)))
    return ibis.duckdb.from_connection(connection)


@cache
def _described() -> Mapping[str, ibis.Schema]:
    """Return the columns of the tables as a DuckDB describes them, for which it takes longer than for most reports."""
    backend = _registered({})
    return {name: backend.table(name).schema() for name in ROWS}


def narrowed(base: Base, asked: ReportScope, *, every_version: bool = False) -> Base:
    """Return the tables with that alone which is asked for.

    Entries and facts are those of the view, or `every_version` that was known then; dice are counted once, whatever became of their
    entries, and so are those of every view.
    """
    of_view = _known if every_version else _in_view
    entries, past = (_up_to(of_view(table, asked), asked) for table in (base.past_entries, base.past))
    return base._replace(
        entries=of_asked(entries, asked, character="actor"),
        facts=of_asked(past, asked, character="aggregate"),
        dice=of_asked(_drawn(base.dice, asked), asked, character="roller"),
        past=past,
        past_entries=entries,
        asked=asked,
    )


def _in_view(table: ir.Table, asked: ReportScope) -> ir.Table:
    """Return the rows of those versions that the view holds true."""
    if asked.known_at is not None:
        return _known(table, asked).filter(_.struck.isnull() | (_.struck > asked.known_at))
    return table.filter(_.version == 0) if asked.view == "as_played" else table.filter(_.struck.isnull())


def _up_to(table: ir.Table, asked: ReportScope) -> ir.Table:
    """Return the rows of entries up to the last one that is told of."""
    return table.filter(_.place <= ibis.array(list(asked.up_to))) if asked.up_to else table


def _known(table: ir.Table, asked: ReportScope) -> ir.Table:
    """Return the rows of all versions that there were when it was known."""
    made = ibis.ifelse(_.version == 0, _.entry, _.version)
    return table if asked.known_at is None else table.filter(made <= asked.known_at)


def _drawn(dice: ir.Table, asked: ReportScope) -> ir.Table:
    """Return the dice that had been drawn when it was known, up to the last entry that is told of."""
    if asked.known_at is not None:
        dice = dice.filter(_.entry <= asked.known_at)
    return dice.filter(_.entry <= asked.up_to[0]) if asked.up_to else dice


def in_sessions(table: ir.Table, asked: ReportScope) -> ir.Table:
    """Return the rows of the sessions that are asked for."""
    conditions = _in_sessions(table, asked)
    return table.filter(conditions) if conditions else table


def of_asked(table: ir.Table, asked: ReportScope, *, character: str) -> ir.Table:
    """Return the rows that are asked for; the column `character` says whose they are."""
    conditions = asked_of(table, asked, character=character)
    return table.filter(conditions) if conditions else table


def asked_of(table: ir.Table, asked: ReportScope, *, character: str) -> list[ir.BooleanValue]:
    """Return the conditions under which a row is asked for; none where every row is."""
    conditions = _in_sessions(table, asked)
    if asked.members:
        conditions.append(table.member.isin(asked.members))
    if asked.characters:
        conditions.append(table[character].isin(asked.characters))
    return conditions


def _in_sessions(table: ir.Table, asked: ReportScope) -> list[ir.BooleanValue]:
    """Return the conditions under which a row is of the sessions that are asked for."""
    conditions = []
    if asked.first_session is not None:
        conditions.append(table.session >= asked.first_session)
    if asked.last_session is not None:
        conditions.append(table.session <= asked.last_session)
    return conditions
