"""A backup of an installation: everything its database holds at one moment, in one file.

The file is a ZIP archive: a member for each table, its rows in PostgreSQL's text form of COPY, in the order of the
table's key; and `manifest.json`, written last, with the schema, and with each member's digest and number of rows. So a
backup can be taken while the service runs, and restored into any other PostgreSQL.

It holds the secret dice seeds, but only digests of tokens: a reader of the file can know future dice, but cannot sign
in.
"""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import IO, Final

import msgspec
import psycopg
from psycopg import IsolationLevel, sql

from api.storage import StorageFailed
from api.storage.files import new_file
from domain.ledger.postgres.journaling import Connection
from domain.ledger.postgres.migrations import AppliedMigration, Schemas, SchemaTooNew, applied, missing_of, tables
from projections.logger import Logger

FORMAT: Final = "retcon-backup/1"
"""The format named in the manifest; an incompatible format gets a new number."""

MANIFEST: Final = "manifest.json"

PROGRESS_ROWS: Final = 1000
"""Every how many rows it is told how far it has come."""

FOLDER: Final = "backups"
"""The folder, in the data folder, for backups made before a migration."""

BEFORE: Final = "before-migrating"

KEPT: Final = 3
"""The number of those backups that are kept; the oldest are removed."""

USED: Final = ("campaigns", "accounts")
"""The tables in one of which there is something wherever there is anything worth keeping."""

_log = Logger(__name__)

Progress = Callable[[int, int], None]
"""Is told how many rows are done, and of how many."""


class NothingToBackUp(StorageFailed):
    """There is no installation that could be backed up."""

    slug = "nothing-to-back-up"


class BackupFailed(StorageFailed):
    """The backup before a migration failed. Nothing was migrated."""

    slug = "backup-failed"

    def __init__(self, path: Path, error: Exception) -> None:
        super().__init__(
            f"the database is to be migrated, and its backup {path} could not be written ({error}); make room there, or set "
            "RETCON_BACKUPS=off if you have one of your own"
        )


class Member(msgspec.Struct, frozen=True, kw_only=True):
    """A table in the file: its columns in their order, how many rows there are, and the SHA-256 of the member's bytes."""

    table: str
    columns: tuple[str, ...]
    rows: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """The description of a backup. `release` made it at `made_at`, which is UTC; `migrations` are the schema its tables
    are of.
    """

    format: str
    release: str
    made_at: str
    campaigns: int
    entries: int
    accounts: int
    migrations: tuple[AppliedMigration, ...]
    members: tuple[Member, ...]


def write_backup(url: str, schemas: Schemas, file: IO[bytes], progress: Progress = lambda _done, _of: None) -> Manifest:
    """Write a backup of the database at this address, which others may write to meanwhile.

    Raises NothingToBackUp where it was never migrated, SchemaTooNew and MigrationAltered where another release has.
    """
    with psycopg.connect(url, client_encoding="utf8") as connection:
        connection.isolation_level, connection.read_only = IsolationLevel.REPEATABLE_READ, True
        history, now = applied(connection), datetime.now(UTC)
        if not history:
            raise NothingToBackUp("the database holds no installation of Retcon; there is nothing to back up")
        check_known(history, schemas)
        names = [name for name in tables(schemas) if exists(connection, name)]
        counts = {name: _count(connection, name) for name in names}
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            written = _Writer(connection, archive, sum(counts.values()), progress)
            manifest = Manifest(
                format=FORMAT,
                release=version("retcon"),
                made_at=now.isoformat(timespec="seconds").replace("+00:00", "Z"),
                campaigns=counts["campaigns"],
                entries=counts["entries"],
                accounts=counts.get("accounts", 0),
                migrations=tuple(history),
                members=tuple(written.member(name, counts[name]) for name in names),
            )
            archive.writestr(MANIFEST, msgspec.json.format(msgspec.json.encode(manifest), indent=1))
    return manifest


def before_migrating(url: str, schemas: Schemas, data_dir: Path, missing: Sequence[str]) -> None:
    """Back up a database that is about to be migrated, unless nothing is in it; older ones make room.

    Raises BackupFailed.
    """
    with psycopg.connect(url, autocommit=True) as connection:
        used = any(exists(connection, table) and _count(connection, table) for table in USED)
    if not used:
        return
    folder = data_dir / FOLDER
    path = folder / f"{BEFORE}-{datetime.now(UTC):%Y%m%dT%H%M%S%f}Z.zip"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with new_file(path) as file:
            write_backup(url, schemas, file)
        for old in sorted(folder.glob(f"{BEFORE}-*.zip"))[:-KEPT]:
            old.unlink()
    except (OSError, psycopg.Error) as error:
        raise BackupFailed(path, error) from error
    _log.info("backed_up_before_migrating", file=str(path), migrations=list(missing))


def check_known(history: Sequence[AppliedMigration], schemas: Schemas) -> None:
    """Check that these migrations are all of this release's. Raises SchemaTooNew, MigrationAltered."""
    for each in history:
        if each.schema not in schemas:
            raise SchemaTooNew(f"{each.schema}/{each.name}")
    for schema, folder in schemas.items():
        missing_of([each for each in history if each.schema == schema], schema, folder)


class _Writer:
    """Writes tables as members of an archive, out of one transaction."""

    def __init__(self, connection: Connection, archive: zipfile.ZipFile, rows: int, progress: Progress) -> None:
        self._connection, self._archive, self._progress = connection, archive, progress
        self._done, self._of = 0, rows

    def member(self, table: str, rows: int) -> Member:
        """Write a table, whole and in the order of its key."""
        columns, key = columns_of(self._connection, table), _names(self._connection, _KEY, table)
        query = sql.SQL("COPY (SELECT {} FROM {} ORDER BY {}) TO STDOUT").format(
            _listed(columns), sql.Identifier(table), _listed(key)
        )
        digest = hashlib.sha256()
        with (
            self._archive.open(member_name(table), "w", force_zip64=True) as out,
            self._connection.cursor().copy(query) as copy,
        ):
            for done, line in enumerate(copy, start=1):
                digest.update(line)
                out.write(line)
                if done % PROGRESS_ROWS == 0 or done == rows:
                    self._progress(self._done + done, self._of)
        self._done += rows
        return Member(table=table, columns=columns, rows=rows, sha256=digest.hexdigest())


def member_name(table: str) -> str:
    """Return the name of a table's member in the archive."""
    return f"tables/{table}.copy"


_COLUMNS: Final = """
SELECT attname FROM pg_attribute
WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum
"""
_KEY: Final = """
SELECT a.attname FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey)
WHERE i.indrelid = %s::regclass AND i.indisprimary ORDER BY array_position(i.indkey::int2[], a.attnum)
"""


def columns_of(connection: Connection, table: str) -> tuple[str, ...]:
    """The columns of a table, in their order."""
    return _names(connection, _COLUMNS, table)


def exists(connection: Connection, table: str) -> bool:
    """Whether there is a table of that name."""
    return connection.execute("SELECT to_regclass(%s)", [table]).fetchone() != (None,)


def _names(connection: Connection, query: str, table: str) -> tuple[str, ...]:
    return tuple(name for (name,) in connection.execute(query.encode(), [table]))


def _count(connection: Connection, table: str) -> int:
    row = connection.execute(sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(table))).fetchone()
    assert row is not None, "a count is a row"
    return int(row[0])


def _listed(names: Iterable[str]) -> sql.Composed:
    return sql.SQL(", ").join(map(sql.Identifier, names))
