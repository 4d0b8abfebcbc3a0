"""Statistics of tables after many rows came at once: PostgreSQL plans queries by them, and gathers them itself only minutes later."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Final

import psycopg
from psycopg import sql
from psycopg_pool import ConnectionPool

LARGE: Final = 1_000
"""The number of new rows from which on a table gets new statistics."""

PATIENCE: Final = "2s"
"""The time to wait for another process that gathers the same statistics."""


def analyze(pool: ConnectionPool, added: Mapping[str, int]) -> None:
    """Gather statistics of the tables to which many rows were added. The rows are written already, so a failure changes nothing."""
    tables = [table for table, rows in added.items() if rows >= LARGE]
    if not tables:
        return
    with suppress(psycopg.Error), pool.connection() as connection:
        connection.execute("SELECT set_config('lock_timeout', %s, true)", [PATIENCE])
        connection.execute(sql.SQL("ANALYZE {}").format(sql.SQL(", ").join(map(sql.Identifier, tables))))
