"""Databases for single tests on the PostgreSQL of the run."""

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import uuid4

import psycopg
from psycopg import sql

from api.storage.embedded import Server


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
