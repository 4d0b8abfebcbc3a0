"""The tables of facts, and the rows on their way into them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias
from uuid import UUID

import msgspec
import psycopg
from psycopg import sql

from projections.facts.making import entry_of, facts_in
from projections.facts.rows import EntryVersion, Fact, FactDie, FactEntry

Key: TypeAlias = tuple[UUID, int]
"""The campaign and the generation of the projection that a row belongs to."""


class FactTables(NamedTuple):
    """The tables in which facts, dice and entries lie."""

    facts: sql.Identifier
    dice: sql.Identifier
    entries: sql.Identifier


TABLES: Final = FactTables(sql.Identifier("facts"), sql.Identifier("fact_dice"), sql.Identifier("fact_entries"))

_KEY: Final = ("campaign_id", "generation")


Copies: TypeAlias = Mapping[type[msgspec.Struct], bytes]
"""The statement that copies rows of each kind into their table."""


def copies_into(tables: FactTables) -> Copies:
    """Return the statements that copy rows into these tables.

    Each table has a statement of its own. Were one to stand in for another under the same name, a connection that has prepared
    a statement would go on writing to the table of before.
    """
    kinds: dict[type[msgspec.Struct], sql.Identifier] = {
        Fact: tables.facts,
        FactDie: tables.dice,
        FactEntry: tables.entries,
    }
    return {of: _copying(table, of) for of, table in kinds.items()}


class FactRows:
    """Rows for the tables of facts, gathered and then copied at one go for each table."""

    def __init__(self, connection: psycopg.Connection[Any], copies: Copies) -> None:
        self.connection = connection
        self._copies = copies
        self._rows: dict[type[msgspec.Struct], list[tuple[Any, ...]]] = {of: [] for of in copies}

    def add_versions(self, key: Key, versions: Sequence[EntryVersion]) -> None:
        """Add the rows of versions of entries, and of the events in them."""
        self._add(key, FactEntry, map(entry_of, versions))
        for version in versions:
            self._add(key, Fact, facts_in(version))

    def add_dice(self, key: Key, dice: Iterable[FactDie]) -> None:
        """Add the rows of dice."""
        self._add(key, FactDie, dice)

    def copy(self) -> None:
        """Write all rows that were added into their tables."""
        for of, rows in self._rows.items():
            if rows:
                with self.connection.cursor() as cursor, cursor.copy(self._copies[of]) as copy:
                    for row in rows:
                        copy.write_row(row)
                rows.clear()

    def _add(self, key: Key, of: type[msgspec.Struct], rows: Iterable[msgspec.Struct]) -> None:
        self._rows[of] += [(*key, *msgspec.structs.astuple(row)) for row in rows]


def _copying(table: sql.Identifier, of: type[msgspec.Struct]) -> bytes:
    columns = sql.SQL(", ").join(map(sql.Identifier, (*_KEY, *of.__struct_fields__)))
    return sql.SQL("COPY {} ({}) FROM STDIN").format(table, columns).as_bytes()
