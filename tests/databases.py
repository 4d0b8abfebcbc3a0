"""Databases for single tests on the PostgreSQL of the run."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Final
from uuid import uuid4

import psycopg
from psycopg import sql

from api.storage.database import SCHEMAS
from api.storage.embedded import Server
from domain.ledger.postgres.migrations import migrate

TABLES: Final = "every_table"
"""The database of a run that has all tables of an installation, and no rows but of its migrations. Nobody writes to it."""

_LOCK: Final = 0x7461626C6573
"""The advisory lock that it is made under: the letters `tables`."""


@contextmanager
def fresh_database(server: Server, template: str = "template0") -> Iterator[str]:
    """The address of a new copy of the template database, dropped afterwards whoever is still connected."""
    name = f"test_{uuid4().hex}"
    with psycopg.connect(server.uri, autocommit=True) as connection:
        connection.execute(
            sql.SQL("CREATE DATABASE {} TEMPLATE {} STRATEGY file_copy").format(
                sql.Identifier(name), sql.Identifier(template)
            )  # copying files costs a server without fsync a fraction of logging every page
        )
        yield server.database_uri(name)
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


@contextmanager
def migrated_database(server: Server) -> Iterator[str]:
    """The address of a new database with all tables and no rows, dropped afterwards.

    It is a copy: all migrations take five times as long.
    """
    _make_tables(server)
    with fresh_database(server, TABLES) as url:
        yield url


@cache
def _make_tables(server: Server) -> None:
    """Make the database that is copied, where no process of the run has."""
    unfinished = f"{TABLES}_unfinished"
    with psycopg.connect(server.uri, autocommit=True) as connection:
        connection.execute("SELECT pg_advisory_lock(%s)", [_LOCK])
        if connection.execute("SELECT FROM pg_database WHERE datname = %s", [TABLES]).fetchone() is None:
            connection.execute(sql.SQL("DROP DATABASE IF EXISTS {}").format(sql.Identifier(unfinished)))
            connection.execute(sql.SQL("CREATE DATABASE {} TEMPLATE template0").format(sql.Identifier(unfinished)))
            migrate(server.database_uri(unfinished), SCHEMAS)
            connection.execute(
                sql.SQL("ALTER DATABASE {} RENAME TO {}").format(sql.Identifier(unfinished), sql.Identifier(TABLES))
            )
