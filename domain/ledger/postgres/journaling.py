"""Having the journal record what is written: on which connections, and when a migration changes the shape of its rows.

`domain/ledger/postgres/schema/0004_journal.sql` says what the journal is, `domain.ledger.postgres.journal` reads it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

import psycopg

Connection = psycopg.Connection[Any]

Keys = Mapping[str, Sequence[str]]
"""Tables whose rows are in the journal, each with the columns of its key."""

SETTING: Final = "retcon.journal"
"""The setting of a connection that has the journal record what is written through it: `on` or nothing."""

_WATCHED: Final = """
SELECT c.relname, t.tgargs FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
WHERE p.proname = 'journal_row' AND t.tgenabled = 'O' AND pg_table_is_visible(c.oid)
"""
_STRAY: Final = """
SELECT c.key, c.held, c.recorded FROM journal_compared(%s, %s) c WHERE c.held IS DISTINCT FROM c.recorded ORDER BY c.key
"""

Stray = tuple[str, bytes | None, bytes | None]
"""The key of a row, its digest as it is held and as the journal has it; None where there is none."""


def watched(connection: Connection) -> dict[str, list[str]]:
    """The tables whose writes the journal records, each with the columns of its key."""
    rows = connection.execute(_WATCHED).fetchall()
    return {table: bytes(columns).decode().split("\0")[:-1] for table, columns in rows}


def stray(connection: Connection, table: str, key: Sequence[str]) -> list[Stray]:
    """The rows of a table that are not as the journal has them."""
    return [(row[0], row[1], row[2]) for row in connection.execute(_STRAY, [table, list(key)]).fetchall()]


@contextmanager
def journaled(connection: Connection) -> Iterator[None]:
    """Have the journal record what is written in a transaction meanwhile, each statement at once: no table can be altered
    while a trigger still waits. Rows that a statement gives another shape are recorded anew, if they were as they should be.
    """
    connection.execute("SET CONSTRAINTS ALL IMMEDIATE")
    before = connection.execute("SELECT current_setting(%s, true)", [SETTING]).fetchone()
    known = {table: {row[0] for row in stray(connection, table, key)} for table, key in watched(connection).items()}
    connection.execute("SELECT set_config(%s, 'on', true)", [SETTING])
    yield
    for table, key in watched(connection).items():
        see(connection, table, [row for row in stray(connection, table, key) if row[0] not in known.get(table, ())])
    connection.execute("SELECT set_config(%s, %s, true)", [SETTING, (before or ("",))[0] or ""])


def see(connection: Connection, table: str, rows: Sequence[Stray]) -> None:
    """Take rows as they are found, with a record of each."""
    for key, digest, recorded in rows:
        connection.execute("SELECT journal_add(%s, %s, 'seen', %s, %s)", [table, key, recorded, digest])
