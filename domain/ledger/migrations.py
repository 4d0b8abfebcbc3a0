"""Migrations: numbered SQL files, each applied once and in order, and never changed after it was.

A schema is a folder of files `0001_<what>.sql`, `0002_<what>.sql` …, numbered without gaps. What was applied stands in
the table `migrations` with its checksum. Several processes that start together are safe: all but one wait.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import msgspec
import psycopg

Connection = psycopg.Connection[Any]
Schemas = Mapping[str, Path]
"""The folder of each schema by its name. The name is stored and never changes."""

LEDGER: Schemas = {"ledger": Path(__file__).parent / "schema"}

_LOCK = 0x526574636F6E
"""The advisory lock that migrations are applied under: the letters `Retcon`."""

_NAMED = re.compile(r"(\d{4})_[a-z0-9_]+\.sql\Z")
_RECORD = """
CREATE TABLE IF NOT EXISTS migrations (
    schema text COLLATE "C", number integer, name text NOT NULL, checksum bytea NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (schema, number)
)
"""


class SchemaRefused(Exception):
    """The database cannot be brought to this release's schema. Nothing was changed."""


class SchemaTooNew(SchemaRefused):
    """A newer release has migrated this database; an older one must not write to it."""

    slug = "schema-too-new"

    def __init__(self, name: str) -> None:
        super().__init__(f"a newer release has migrated this database ({name}); start that release, or a later one")


class MigrationAltered(SchemaRefused):
    """A migration was applied to this database in another form than this release has."""

    slug = "migration-altered"

    def __init__(self, name: str) -> None:
        super().__init__(
            f"the migration {name} was changed after it was applied here; restore the file as it was released, "
            "and put what is to change into a new migration"
        )


class Migration(msgspec.Struct, frozen=True):
    """One file of a schema. The checksum does not depend on how its lines end."""

    number: int
    name: str
    sql: bytes

    @property
    def checksum(self) -> bytes:
        return hashlib.sha256(self.sql).digest()


def read(folder: Path) -> list[Migration]:
    """The migrations in a folder, in order. Raises ValueError where a file is misnamed or a number missing or double."""
    found = [_file(path) for path in sorted(folder.iterdir()) if path.suffix == ".sql"]
    for due, migration in enumerate(found, start=1):
        if migration.number != due:
            raise ValueError(f"{folder / migration.name} must have number {due:04}: migrations count up without gaps")
    return found


def migrate(where: Connection | str, schemas: Schemas = LEDGER) -> list[str]:
    """Apply what is missing, all of it or nothing; the answer names what was applied. `where` is a connection or a URL.

    Raises SchemaTooNew and MigrationAltered.
    """
    opened: AbstractContextManager[Connection] = (
        psycopg.connect(where, autocommit=True) if isinstance(where, str) else nullcontext(where)
    )
    with opened as connection, connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        connection.execute(_RECORD)
        missing = [(schema, one) for schema, folder in schemas.items() for one in _missing(connection, schema, folder)]
        for schema, migration in missing:
            connection.execute(migration.sql)
            connection.execute(
                "INSERT INTO migrations (schema, number, name, checksum) VALUES (%s, %s, %s, %s)",
                [schema, migration.number, migration.name, migration.checksum],
            )
    return [f"{schema}/{migration.name}" for schema, migration in missing]


def _missing(connection: Connection, schema: str, folder: Path) -> list[Migration]:
    """What of a schema is still to be applied, once all that was applied has proved to be what we have."""
    ours = read(folder)
    applied = connection.execute(
        "SELECT number, name, checksum FROM migrations WHERE schema = %s ORDER BY number", [schema]
    ).fetchall()
    for due, (number, name, checksum) in enumerate(applied, start=1):
        if number > len(ours):
            raise SchemaTooNew(f"{schema}/{name}")
        if number != due or bytes(checksum) != ours[number - 1].checksum:
            raise MigrationAltered(f"{schema}/{name}")
    return ours[len(applied) :]


def _file(path: Path) -> Migration:
    named = _NAMED.match(path.name)
    if named is None:
        raise ValueError(f"{path} is no migration's name; one looks like 0002_what_it_does.sql")
    return Migration(int(named[1]), path.name, path.read_bytes().replace(b"\r\n", b"\n"))
