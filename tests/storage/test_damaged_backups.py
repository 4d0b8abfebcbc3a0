"""Whatever is no whole backup, or has no empty place to go to, restores nothing."""

import zipfile
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import msgspec
import psycopg
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from api.storage.database import SCHEMAS
from api.storage.embedded import Server
from api.storage.restoring import BackupTooNew, DamagedBackup, NotABackup, NotEmpty, RestoreRefused, restore_backup
from domain.ledger.postgres.migrations import migrate
from tests.databases import fresh_database
from tests.storage.installation import Installation, backed_up, but_for_the_journal, is_empty


class TestRefused:
    def test_a_restore_overwrites_no_installation(self, kept_url: str, installation: Installation, file: bytes) -> None:
        before = backed_up(kept_url)[1].members
        with pytest.raises(NotEmpty, match="a restore overwrites nothing"):
            restore_backup(kept_url, SCHEMAS, BytesIO(file))
        assert backed_up(kept_url)[1].members == before

    def test_a_database_that_is_migrated_and_empty_is_no_empty_place(self, database_url: str, file: bytes) -> None:
        migrate(database_url, SCHEMAS)
        with pytest.raises(NotEmpty):
            restore_backup(database_url, SCHEMAS, BytesIO(file))

    @pytest.mark.parametrize("content", [b"", b"hello", b"PK\3\4", b"PK\5\6" + b"\0" * 18])
    def test_what_is_no_backup_is_refused(self, database_url: str, content: bytes) -> None:
        with pytest.raises(NotABackup):
            restore_backup(database_url, SCHEMAS, BytesIO(content))
        assert is_empty(database_url)

    def test_another_form_is_told_with_who_made_it(self, database_url: str, file: bytes) -> None:
        other = rewritten(file, format="retcon-backup/2", release="9.9")
        with pytest.raises(BackupTooNew, match=r"Retcon 9\.9 .*retcon-backup/2"):
            restore_backup(database_url, SCHEMAS, BytesIO(other))

    def test_a_member_that_is_missing_is_named(self, database_url: str, file: bytes) -> None:
        with pytest.raises(DamagedBackup, match="events"):
            restore_backup(database_url, SCHEMAS, BytesIO(rewritten(file, without="tables/events.copy")))
        assert is_empty(database_url)

    def test_a_table_that_is_not_listed_is_missed(self, database_url: str, file: bytes) -> None:
        members = [member for member in manifest_of(file)["members"] if member["table"] != "tokens"]
        with pytest.raises(DamagedBackup, match="tokens"):
            restore_backup(database_url, SCHEMAS, BytesIO(rewritten(file, members=members)))
        assert is_empty(database_url)

    def test_rows_that_were_taken_out_are_missed(self, database_url: str, file: bytes) -> None:
        with zipfile.ZipFile(BytesIO(file)) as archive:
            rows = archive.read("tables/events.copy").splitlines(keepends=True)
        with pytest.raises(DamagedBackup, match="events"):
            restore_backup(
                database_url, SCHEMAS, BytesIO(rewritten(file, instead={"tables/events.copy": b"".join(rows[:-1])}))
            )
        assert is_empty(database_url)


def manifest_of(file: bytes) -> dict[str, Any]:
    with zipfile.ZipFile(BytesIO(file)) as archive:
        content: dict[str, Any] = msgspec.json.decode(archive.read("manifest.json"))
    return content


def rewritten(file: bytes, without: str = "", instead: dict[str, bytes] | None = None, **fields: Any) -> bytes:
    """The archive with other fields in its manifest, without a member, or with another content of one."""
    changed = BytesIO()
    with zipfile.ZipFile(BytesIO(file)) as archive, zipfile.ZipFile(changed, "w") as made:
        for name in archive.namelist():
            if name == "manifest.json":
                made.writestr(name, msgspec.json.encode(manifest_of(file) | fields))
            elif name != without:
                made.writestr(name, (instead or {}).get(name, archive.read(name)))
    return changed.getvalue()


class Place:
    """A database that damaged files are tried on; it is emptied where one turned out to be whole."""

    def __init__(self, url: str, file: bytes) -> None:
        self.url, self.file = url, file
        restore_backup(url, SCHEMAS, BytesIO(file))
        self.members = but_for_the_journal(backed_up(url)[1].members)
        self.clear()

    def clear(self) -> None:
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute("DROP SCHEMA public CASCADE")
            connection.execute("CREATE SCHEMA public")

    def check(self, file: bytes) -> None:
        """The file is refused and leaves nothing, or it restores what the whole one does."""
        try:
            restore_backup(self.url, SCHEMAS, BytesIO(file))
        except RestoreRefused:
            assert is_empty(self.url)
            return
        assert but_for_the_journal(backed_up(self.url)[1].members) == self.members
        self.clear()


@pytest.fixture(scope="module")
def place(postgres: Server, installation: Installation, kept_url: str) -> Iterator[Place]:
    with fresh_database(postgres) as address:
        yield Place(address, backed_up(kept_url)[0])


class TestDamage:
    @settings(max_examples=20)
    @given(st.data())
    def test_a_byte_that_was_changed_is_found_or_does_no_harm(self, place: Place, data: st.DataObject) -> None:
        at = data.draw(st.integers(0, len(place.file) - 1))
        bit = data.draw(st.integers(0, 7))
        place.check(place.file[:at] + bytes([place.file[at] ^ 1 << bit]) + place.file[at + 1 :])

    @settings(max_examples=40)
    @given(st.data())
    def test_a_file_cut_short_restores_nothing(self, place: Place, data: st.DataObject) -> None:
        length = data.draw(st.integers(0, len(place.file) - 1))
        with pytest.raises(RestoreRefused):
            restore_backup(place.url, SCHEMAS, BytesIO(place.file[:length]))
        assert is_empty(place.url)
