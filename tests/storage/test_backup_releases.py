"""Backups of older and newer releases, and those that are taken before a new release changes the database."""

import shutil
import stat
import threading
from io import BytesIO
from pathlib import Path

import psycopg
import pytest

from api.storage import database
from api.storage.backup import BackupFailed
from api.storage.database import SCHEMAS
from api.storage.embedded import Server
from api.storage.restoring import BackupTooNew, restore_backup
from api.storage.wholeness import verify_installation
from domain.ledger.postgres.migrations import Schemas, SchemaTooNew, migrate
from domain.ledger.postgres.store import pool_to
from tests.databases import fresh_database
from tests.storage.installation import Installation, backed_up, but_for_the_journal


@pytest.fixture
def next_release(tmp_path: Path) -> Schemas:
    """The schemas of a release to come, which keeps a motto with each account."""
    folder = tmp_path / "accounts"
    shutil.copytree(SCHEMAS["accounts"], folder)
    number = len(list(folder.glob("*.sql"))) + 1
    (folder / f"{number:04}_mottos.sql").write_text(
        "ALTER TABLE accounts ADD COLUMN motto text NOT NULL DEFAULT 'hm';\n"
    )
    return {**SCHEMAS, "accounts": folder}


class TestReleases:
    def test_an_older_backup_is_brought_to_this_releases_schema(
        self, database_url: str, file: bytes, next_release: Schemas, installation: Installation
    ) -> None:
        restore_backup(database_url, next_release, BytesIO(file))
        with psycopg.connect(database_url) as connection:
            assert ("hm", "Pat") in connection.execute("SELECT motto, name FROM accounts").fetchall()
        assert migrate(database_url, next_release) == []
        with pool_to(database_url, 2) as pool:
            assert [
                fault
                for fault in verify_installation(pool).faults
                if "accounts " in fault.sentence or "row " in fault.sentence
            ] == []

    def test_a_newer_backup_is_refused_with_who_made_it(
        self, database_url: str, file: bytes, next_release: Schemas, postgres: Server
    ) -> None:
        restore_backup(database_url, next_release, BytesIO(file))
        newer = backed_up(database_url, next_release)[0]
        with fresh_database(postgres) as empty, pytest.raises(BackupTooNew, match=r"mottos\.sql"):
            restore_backup(empty, SCHEMAS, BytesIO(newer))

    def test_an_older_release_backs_no_newer_database_up(
        self, database_url: str, file: bytes, next_release: Schemas
    ) -> None:
        restore_backup(database_url, next_release, BytesIO(file))
        with pytest.raises(SchemaTooNew):
            backed_up(database_url)

    def test_a_table_of_a_schema_to_come_is_refused(
        self, database_url: str, file: bytes, tmp_path: Path, postgres: Server
    ) -> None:
        (tmp_path / "0001_pets.sql").write_text("CREATE TABLE pets (name text PRIMARY KEY);\n")
        newer = {**SCHEMAS, "pets": tmp_path}
        restore_backup(database_url, newer, BytesIO(file))
        with fresh_database(postgres) as empty, pytest.raises(BackupTooNew, match="pets"):
            restore_backup(empty, SCHEMAS, BytesIO(backed_up(database_url, newer)[0]))


class TestBeforeMigrating:
    @pytest.fixture
    def used(self, database_url: str, file: bytes) -> str:
        """A database with an installation in it."""
        restore_backup(database_url, SCHEMAS, BytesIO(file))
        return database_url

    @pytest.fixture(autouse=True)
    def _newer(self, monkeypatch: pytest.MonkeyPatch, next_release: Schemas) -> None:
        monkeypatch.setattr(database, "SCHEMAS", next_release)

    def kept(self, data_dir: Path) -> list[Path]:
        return sorted((data_dir / "backups").glob("*")) if (data_dir / "backups").exists() else []

    def test_what_is_to_be_migrated_is_backed_up_first(
        self, used: str, data_dir: Path, postgres: Server, installation: Installation
    ) -> None:
        before = backed_up(used)[1].members
        with database.opened(used, data_dir):
            [path] = self.kept(data_dir)
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        with fresh_database(postgres) as elsewhere:
            restore_backup(elsewhere, SCHEMAS, BytesIO(path.read_bytes()))
            assert but_for_the_journal(backed_up(elsewhere)[1].members) == but_for_the_journal(before)

    def test_the_newest_three_are_kept(self, used: str, data_dir: Path, next_release: Schemas) -> None:
        for number in range(5):
            folder = next_release["accounts"]
            following = len(list(folder.glob("*.sql"))) + 1
            (folder / f"{following:04}_more.sql").write_text(f"ALTER TABLE accounts ADD COLUMN more_{number} text;\n")
            with database.opened(used, data_dir):
                newest = self.kept(data_dir)[-1]
        assert (len(self.kept(data_dir)), self.kept(data_dir)[-1]) == (3, newest)

    def test_where_nothing_is_to_be_migrated_nothing_is_backed_up(self, used: str, data_dir: Path) -> None:
        with database.opened(used, data_dir), database.opened(used, data_dir):
            assert len(self.kept(data_dir)) == 1

    def test_what_holds_nothing_is_not_backed_up(self, database_url: str, data_dir: Path) -> None:
        migrate(database_url, SCHEMAS)
        with database.opened(database_url, data_dir):
            assert self.kept(data_dir) == []

    def test_a_backup_before_migrating_can_be_left_out(self, used: str, data_dir: Path) -> None:
        with database.opened(used, data_dir, backups=False):
            assert self.kept(data_dir) == []

    def test_without_a_backup_nothing_is_migrated(self, used: str, data_dir: Path) -> None:
        data_dir.mkdir()
        (data_dir / "backups").write_text("in the way")
        with pytest.raises(BackupFailed, match="RETCON_BACKUPS=off"), database.opened(used, data_dir):
            pass
        assert backed_up(used)[1].members

    def test_who_starts_meanwhile_waits_and_makes_no_second_one(self, used: str, data_dir: Path) -> None:
        def start() -> None:
            with database.opened(used, data_dir):
                pass

        crowd = [threading.Thread(target=start) for _ in range(4)]
        for each in crowd:
            each.start()
        for each in crowd:
            each.join()
        assert len(self.kept(data_dir)) == 1
