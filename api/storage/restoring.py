"""Restoring a backup: onto an empty place, checked table by table, whole or not at all."""

from __future__ import annotations

import hashlib
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Final

import msgspec
import psycopg
from psycopg import sql

from api.storage.backup import (
    FORMAT,
    MANIFEST,
    Manifest,
    Member,
    Progress,
    check_known,
    columns_of,
    exists,
    member_name,
)
from domain.ledger.postgres.journal import LEDGER_KEYS, forget
from domain.ledger.postgres.journaling import Connection, see, stray
from domain.ledger.postgres.migrations import MigrationAltered, Schemas, SchemaTooNew, hold, migrate, tables

CHUNK: Final = 1 << 18
"""The number of bytes copied at once."""

_UNREADABLE: Final = (zipfile.BadZipFile, zlib.error, EOFError, KeyError, NotImplementedError, RuntimeError, ValueError)
"""Errors of reading an archive whose bytes were changed."""


class RestoreRefused(Exception):
    """A backup cannot be restored here. Nothing was."""

    slug = "restore-refused"


class NotABackup(RestoreRefused):
    """The file is no backup of a form that this release reads."""

    slug = "not-a-backup"


class DamagedBackup(RestoreRefused):
    """The file differs from the backup that was written."""

    slug = "damaged-backup"

    def __init__(self, what: str) -> None:
        super().__init__(f"the backup is damaged ({what}); copy it again from where it is stored")


class BackupTooNew(RestoreRefused):
    """The backup is of a schema that this release does not know."""

    slug = "backup-too-new"

    def __init__(self, release: str, why: str) -> None:
        super().__init__(
            f"the backup was made by Retcon {release} ({why}); restore it with that release, or with a later one"
        )


class NotEmpty(RestoreRefused):
    """There is an installation where the backup should go."""

    slug = "not-empty"

    def __init__(self, table: str) -> None:
        super().__init__(
            f"the database is not empty (it has the table {table}), and a restore overwrites nothing; set RETCON_DATA_DIR "
            "to a new folder, or RETCON_DATABASE_URL to a new database"
        )


def restore_backup(
    url: str, schemas: Schemas, file: IO[bytes], progress: Progress = lambda _done, _of: None
) -> Manifest:
    """Restore a backup into the database at this address, and bring it to this release's schema: all of it or nothing.

    Raises RestoreRefused.
    """
    with (
        _opened(file) as archive,
        psycopg.connect(url, client_encoding="utf8", autocommit=True) as connection,
    ):
        manifest = _manifest(archive, schemas)
        with connection.transaction():
            hold(connection)
            _check_empty(connection, schemas)
            migrate(connection, schemas, up_to={each.schema: each.number for each in manifest.migrations})
            _check_complete(connection, schemas, manifest)
            forget(connection)
            done, rows = 0, sum(member.rows for member in manifest.members)
            for member in manifest.members:
                _load(connection, archive, member)
                progress(done := done + member.rows, rows)
            migrate(connection, schemas)
            see(connection, "migrations", stray(connection, "migrations", LEDGER_KEYS["migrations"]))
        connection.execute("ANALYZE")
    return manifest


def read_manifest(file: IO[bytes], schemas: Schemas) -> Manifest:
    """Return a backup's manifest, if this release can restore it. Raises RestoreRefused."""
    with _opened(file) as archive:
        return _manifest(archive, schemas)


@contextmanager
def _opened(file: IO[bytes]) -> Iterator[zipfile.ZipFile]:
    try:
        archive = zipfile.ZipFile(file)
    except (*_UNREADABLE, OSError) as error:
        raise NotABackup("this is no backup made by `retcon backup`, or it is incomplete") from error
    with archive:
        yield archive


def _manifest(archive: zipfile.ZipFile, schemas: Schemas) -> Manifest:
    """Read the archive's manifest, and check that this release can restore it."""
    if MANIFEST not in archive.namelist():
        raise NotABackup(f"this archive is no backup of Retcon: it has no {MANIFEST}")
    try:
        content = archive.read(MANIFEST)
        form = msgspec.json.decode(content, type=_Form)
        if form.format != FORMAT:
            raise BackupTooNew(form.release, f"its format is {form.format}, and this release reads {FORMAT}")
        manifest = msgspec.json.decode(content, type=Manifest)
    except (*_UNREADABLE, msgspec.MsgspecError) as error:
        raise DamagedBackup(f"{MANIFEST} cannot be read: {error}") from error
    try:
        check_known(manifest.migrations, schemas)
    except SchemaTooNew as error:
        raise BackupTooNew(manifest.release, f"its schema has {error.name}") from error
    except MigrationAltered as error:
        raise DamagedBackup(str(error)) from error
    return manifest


class _Form(msgspec.Struct):
    format: str
    release: str = "of another time"


def _check_empty(connection: Connection, schemas: Schemas) -> None:
    for table in ("migrations", *tables(schemas)):
        if exists(connection, table):
            raise NotEmpty(table)


def _check_complete(connection: Connection, schemas: Schemas, manifest: Manifest) -> None:
    """Check that there is a member for each table of the schema, with the table's columns."""
    due = {table: set(columns_of(connection, table)) for table in tables(schemas) if exists(connection, table)}
    columns = {member.table: set(member.columns) for member in manifest.members}
    if wrong := sorted(table for table in due.keys() | columns.keys() if due.get(table) != columns.get(table)):
        raise DamagedBackup(f"the table {wrong[0]} is missing in it, or differs")


def _load(connection: Connection, archive: zipfile.ZipFile, member: Member) -> None:
    """Copy a member into its table, if its digest is right."""
    statement = sql.SQL("COPY {} ({}) FROM STDIN").format(
        sql.Identifier(member.table), sql.SQL(", ").join(map(sql.Identifier, member.columns))
    )
    digest = hashlib.sha256()
    try:
        with archive.open(member_name(member.table)) as rows, connection.cursor() as cursor:
            with cursor.copy(statement) as copy:
                while chunk := rows.read(CHUNK):
                    digest.update(chunk)
                    copy.write(chunk)
            copied = cursor.rowcount
    except (*_UNREADABLE, psycopg.DataError, psycopg.IntegrityError) as error:
        raise DamagedBackup(f"the rows of {member.table} cannot be read: {error}") from error
    if (copied, digest.hexdigest()) != (member.rows, member.sha256):
        raise DamagedBackup(f"the rows of {member.table} differ from the rows that were written")
