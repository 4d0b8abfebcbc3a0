"""The engines that work reports out over a published data set: DuckDB in this process, or Spark, on as many machines as there are."""

from __future__ import annotations

import socket
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any, Final, Literal, TypeAlias
from urllib.parse import urlsplit

import duckdb
import ibis

from projections.analytics.base import Base, connected, tables_of
from projections.analytics.publishing.dataset import DataSet
from projections.analytics.schema import ROWS, empty, schema_of

EngineName: TypeAlias = Literal["duckdb", "spark"]

PORT: Final = 15_002
"""The port of a Spark Connect server whose address names none."""

PATIENCE: Final = 10.0
"""Seconds that a server may take to answer."""


class EngineRefused(Exception):
    """An engine cannot be used as it was asked for."""

    slug = "engine-refused"


@contextmanager
def published_base(
    data: DataSet,
    engine: EngineName = "duckdb",
    remote: str | None = None,
    *,
    campaigns: Collection[str] | None = None,
) -> Iterator[Base]:
    """Give the tables of a data set, of these campaigns or of all, as expressions of an engine. Members are none.

    `remote` is the address of a Spark Connect server, which finds the files of the data set under the same paths. Raises EngineRefused.
    """
    if engine == "duckdb":
        if remote is not None:
            raise EngineRefused(
                "DuckDB works in this process and takes no address; leave `remote` out, or ask for spark"
            )
        with connected() as connection:
            yield _on_duckdb(connection, data, campaigns)
        return
    if remote is None:
        raise EngineRefused("Spark runs elsewhere; give the address of its Spark Connect server, as in sc://host:15002")
    session = _session(remote)
    try:
        yield _on_spark(session, data, campaigns)
    finally:
        session.stop()


def _on_duckdb(connection: duckdb.DuckDBPyConnection, data: DataSet, campaigns: Collection[str] | None) -> Base:
    connection.execute("SET TimeZone = 'UTC'")
    backend = ibis.duckdb.from_connection(connection)
    for table in ROWS:
        files = data.addresses(table, campaigns)
        if not files:
            connection.register(table, empty(table))
        elif data.is_local:
            backend.read_parquet(files, table_name=table, hive_partitioning=False)
        else:
            connection.register(table, data.arrow(table, campaigns))
    return tables_of(backend)


def _on_spark(session: Any, data: DataSet, campaigns: Collection[str] | None) -> Base:
    from pyspark.sql.pandas.types import from_arrow_schema  # noqa: PLC0415

    session.conf.set("spark.sql.session.timeZone", "UTC")
    backend = ibis.pyspark.connect(session)
    for table in ROWS:
        files, columns = data.addresses(table, campaigns), from_arrow_schema(schema_of(table))
        rows = session.read.schema(columns).parquet(*files) if files else session.createDataFrame([], columns)
        rows.createOrReplaceTempView(table)
    return tables_of(backend)


def _session(remote: str) -> Any:
    """Return a session of its own on a Spark Connect server. Raises EngineRefused."""
    try:
        from pyspark.sql.connect.session import SparkSession  # noqa: PLC0415
    except ImportError as missing:
        raise EngineRefused("the client of Spark is not installed; install retcon with the extra `spark`") from missing
    _check_answers(remote)
    return SparkSession.builder.remote(remote).create()


def _check_answers(remote: str) -> None:
    """Check that a server listens at an address: the client of Spark would try for minutes. Raises EngineRefused."""
    form = "the address of a Spark Connect server is of the form sc://host:port"
    try:
        address = urlsplit(remote)
        host, port = address.hostname, address.port or PORT
    except ValueError as wrong:
        raise EngineRefused(f"the address {remote!r} is malformed ({wrong}); {form}") from wrong
    if address.scheme != "sc" or not host:
        raise EngineRefused(f"the address {remote!r} is none of a Spark Connect server; {form}")
    try:
        socket.create_connection((host, port), PATIENCE).close()
    except OSError as error:
        raise EngineRefused(
            f"nobody answers at {remote} ({error}); start a Spark Connect server there, or a Sail server"
        ) from error
