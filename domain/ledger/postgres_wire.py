"""Statements on their way to the database: each is prepared once on a connection, and its values go packed as they are."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from itertools import count
from typing import Any, Final
from weakref import WeakKeyDictionary

import psycopg
from psycopg import errors, generators
from psycopg.pq import ExecStatus, Format
from psycopg.pq.abc import PGconn, PGresult
from psycopg_pool import ConnectionPool

from domain.ledger.postgres_packing import Statement

PREPARED: Final = 100
"""How many statements are kept prepared on a connection; the oldest makes room."""

_NAMES: Final = count()
"""Numbers for the names of prepared statements, all different: several may send over one connection."""

_DONE: Final = (ExecStatus.COMMAND_OK, ExecStatus.TUPLES_OK)


class Wire:
    """Sends statements over the connections of a pool, which should commit each by itself. Thread-safe.

    It goes around the driver's cursors, not around its connections: waiting, interrupts and errors are theirs.
    """

    def __init__(self, pool: ConnectionPool) -> None:
        self._pool = pool
        self._prepared: WeakKeyDictionary[psycopg.Connection[Any], dict[bytes, bytes]] = WeakKeyDictionary()

    def send(self, statement: Statement, values: Sequence[Any]) -> PGresult:
        """What comes back, in binary. Raises psycopg.Error, PoolTimeout and PoolClosed as a cursor would."""
        packers = zip(statement.packers, values, strict=True)
        packed = [None if value is None else pack(value) for pack, value in packers]
        connection = self._pool.getconn()
        try:
            with connection.lock:
                try:
                    return self._on(connection, statement, packed)
                except errors.InvalidSqlStatementName:  # the driver lets all of them go, as it does after a rollback
                    del self._prepared[connection]
                    return self._on(connection, statement, packed)
        finally:
            self._pool.putconn(connection)

    def _on(
        self, connection: psycopg.Connection[Any], statement: Statement, packed: Sequence[bytes | None]
    ) -> PGresult:
        name = self._name(connection, statement)
        return connection.wait(_sent(connection.pgconn, name, packed, statement.formats))

    def _name(self, connection: psycopg.Connection[Any], statement: Statement) -> bytes:
        names = self._prepared.get(connection)
        if names is None:
            names = self._prepared[connection] = {}
        name = names.get(statement.text)
        if name is not None:
            return name
        if len(names) >= PREPARED:
            oldest = next(iter(names))
            connection.wait(_forgotten(connection.pgconn, names.pop(oldest)))
        name = b"retcon_%d" % next(_NAMES)
        connection.wait(_prepared(connection.pgconn, name, statement))
        names[statement.text] = name
        return name


def _sent(
    connection: PGconn, name: bytes, packed: Sequence[bytes | None], formats: Sequence[int]
) -> Generator[Any, Any, PGresult]:
    connection.send_query_prepared(name, packed, formats, Format.BINARY)
    return (yield from _answered(connection))


def _prepared(connection: PGconn, name: bytes, statement: Statement) -> Generator[Any, Any, PGresult]:
    connection.send_prepare(name, statement.text, statement.types)
    return (yield from _answered(connection))


def _forgotten(connection: PGconn, name: bytes) -> Generator[Any, Any, PGresult]:
    connection.send_query(b"DEALLOCATE " + name)
    return (yield from _answered(connection))


def _answered(connection: PGconn) -> Generator[Any, Any, PGresult]:
    results: list[PGresult] = yield from generators.execute(connection)
    [result] = results
    if result.status not in _DONE:
        raise errors.error_from_result(result, encoding=connection._encoding)
    return result
