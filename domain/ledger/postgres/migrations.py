"""Migrations: numbered SQL files, each applied once and in order, and never changed after it was.

A schema is a folder of files `0001_<what>.sql`, `0002_<what>.sql` …, numbered without gaps. The table `migrations`
lists the applied ones with their checksums. Several processes that start together are safe: all but one wait.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import msgspec
import psycopg

from domain.ledger.postgres.journaling import Connection, journaled

Schemas = Mapping[str, Path]
"""The folder of each schema by its name. The name is stored and never changes."""

LEDGER: Schemas = {"ledger": Path(__file__).parent / "schema"}

_LOCK = 0x526574636F6E
"""The advisory lock that migrations are applied under: the letters `Retcon`."""

_NAMED = re.compile(r"(\d{4})_[a-z0-9_]+\.sql\Z")
_NAMING = re.compile(r"^(?:CREATE TABLE|ALTER TABLE \w+ RENAME TO) (\w+)", re.MULTILINE)
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
        self.name = name
        super().__init__(f"a newer release has migrated this database ({name}); start that release, or a later one")


class MigrationAltered(SchemaRefused):
    """A migration was applied to this database in another form than this release has."""

    slug = "migration-altered"

    def __init__(self, name: str) -> None:
        super().__init__(
            f"the migration {name} was changed after it was applied here; restore the released file, "
            "and make the change in a new migration"
        )


class AppliedMigration(msgspec.Struct, frozen=True):
    """A migration that a database has had, with the checksum of the file it was applied from."""

    schema: str
    number: int
    name: str
    checksum: bytes


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
    migrations = [_file(path) for path in sorted(folder.iterdir()) if path.suffix == ".sql"]
    for due, migration in enumerate(migrations, start=1):
        if migration.number != due:
            raise ValueError(f"{folder / migration.name} must have number {due:04}: migrations count up without gaps")
    return migrations


def tables(schemas: Schemas) -> list[str]:
    """Every name that a table has had in the migrations of these schemas, each behind those that it refers to."""
    statements = (one.sql.decode() for folder in schemas.values() for one in read(folder))
    return [name for sql in statements for name in _NAMING.findall(sql)]


def applied(connection: Connection) -> list[AppliedMigration]:
    """The migrations that a database has had, in their order; none where it was never migrated."""
    if connection.execute("SELECT to_regclass('migrations')").fetchone() == (None,):
        return []
    rows = connection.execute("SELECT schema, number, name, checksum FROM migrations ORDER BY schema, number")
    return [AppliedMigration(schema, number, name, bytes(checksum)) for schema, number, name, checksum in rows]


def hold(connection: Connection) -> None:
    """Lock the database against other migrations until the transaction ends; wait for a running one."""
    connection.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])


def migrate(
    where: Connection | str,
    schemas: Schemas = LEDGER,
    *,
    up_to: Mapping[str, int] | None = None,
    before: Callable[[list[str]], object] = lambda _missing: None,
) -> list[str]:
    """Apply the missing migrations, all of them or none, and return their names. `where` is a connection or a URL.

    With `up_to` only that many of each schema, and none of a schema that is not named there. `before` is called with
    the missing ones in a database that was migrated before, while others are locked out; its errors come through.
    Raises SchemaTooNew and MigrationAltered.
    """
    opened: AbstractContextManager[Connection] = (
        psycopg.connect(where, autocommit=True) if isinstance(where, str) else nullcontext(where)
    )
    with opened as connection, connection.transaction():
        hold(connection)
        connection.execute(_RECORD)
        history = applied(connection)
        missing = [
            (schema, one)
            for schema, folder in schemas.items()
            for one in missing_of([each for each in history if each.schema == schema], schema, folder)
            if up_to is None or one.number <= up_to.get(schema, 0)
        ]
        if history and missing:
            before([f"{schema}/{migration.name}" for schema, migration in missing])
        with journaled(connection) if missing else nullcontext():
            for schema, migration in missing:
                connection.execute(migration.sql)
                connection.execute(
                    "INSERT INTO migrations (schema, number, name, checksum) VALUES (%s, %s, %s, %s)",
                    [schema, migration.number, migration.name, migration.checksum],
                )
    return [f"{schema}/{migration.name}" for schema, migration in missing]


def missing_of(history: Sequence[AppliedMigration], schema: str, folder: Path) -> list[Migration]:
    """Return the migrations of a schema that are not among those held, once all that are have proved to be what we
    have.

    Raises SchemaTooNew and MigrationAltered.
    """
    ours = read(folder)
    for due, each in enumerate(history, start=1):
        if each.number > len(ours):
            raise SchemaTooNew(f"{schema}/{each.name}")
        if each.number != due or each.checksum != ours[each.number - 1].checksum:
            raise MigrationAltered(f"{schema}/{each.name}")
    return ours[len(history) :]


def _file(path: Path) -> Migration:
    named = _NAMED.match(path.name)
    if named is None:
        raise ValueError(f"{path} is no migration's name; one looks like 0002_what_it_does.sql")
    return Migration(int(named[1]), path.name, path.read_bytes().replace(b"\r\n", b"\n"))
