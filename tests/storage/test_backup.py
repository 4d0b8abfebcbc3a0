"""A backup restored is the installation as it stood at one moment."""

import threading
import zipfile
from io import BytesIO
from pathlib import Path

import psycopg
import pytest

from api.services import services_on
from api.settings import Settings
from api.storage.accounts import Accounts
from api.storage.backup import NothingToBackUp, exists, write_backup
from api.storage.database import SCHEMAS
from api.storage.files import new_file
from api.storage.owner_token import ensure_owner_token
from api.storage.restoring import restore_backup
from api.storage.wholeness import verify_installation
from domain.commands import Envelope
from domain.ledger.checking.verify import verify
from domain.ledger.postgres.migrations import migrate, tables
from domain.ledger.postgres.store import pool_to
from systems.registry import load
from tests.ledger.answers import answers
from tests.projections.facts.rows import facts_of
from tests.storage.installation import GM, Installation, backed_up, but_for_the_journal, gives, restored


def _journal(url: str) -> list[tuple[str, bytes]]:
    with psycopg.connect(url) as connection:
        return connection.execute("SELECT of_table, hash FROM journal ORDER BY number").fetchall()


class TestRestored:
    def test_every_row_of_every_table_is_what_it_was(self, database_url: str, kept_url: str, file: bytes) -> None:
        restore_backup(database_url, SCHEMAS, BytesIO(file))
        here, restored = (but_for_the_journal(backed_up(url)[1].members) for url in (database_url, kept_url))
        assert here == restored

    def test_the_journal_goes_on_with_the_migrations_that_were_applied_anew(
        self, database_url: str, kept_url: str, file: bytes
    ) -> None:
        restore_backup(database_url, SCHEMAS, BytesIO(file))
        before, after = (_journal(url) for url in (kept_url, database_url))
        assert after[: len(before)] == before
        assert {table for table, _ in after[len(before) :]} == {"migrations"}

    def test_a_restored_installation_is_whole(self, database_url: str, file: bytes) -> None:
        restore_backup(database_url, SCHEMAS, BytesIO(file))
        with pool_to(database_url, 2) as pool:
            assert verify_installation(pool).faults == ()

    def test_every_campaign_answers_every_question_as_it_did_and_is_whole(
        self, database_url: str, file: bytes, installation: Installation
    ) -> None:
        store = installation.services.ledger.store
        with restored(database_url, file) as here:
            for campaign in installation.campaigns:
                assert answers(here, campaign) == answers(store, campaign)
                assert verify(here, campaign).faults == ()

    def test_accounts_tokens_invitations_and_grants_hold(
        self, database_url: str, file: bytes, installation: Installation
    ) -> None:
        restore_backup(database_url, SCHEMAS, BytesIO(file))
        with pool_to(database_url, 2) as pool:
            services = services_on(pool, load(installed=[]))
            known = services.accounts.authenticate(installation.secret)
            assert known is not None
            assert (known.account, services.accounts.names([known.account])[known.account]) == (installation.pat, "Pat")
            assert services.grants.scopes_of(installation.campaigns[0], installation.pat, installation.bot)
            with services.invitations.using(installation.code) as use:
                assert use.invitation is not None

    def test_the_owner_token_of_a_new_data_folder_takes_the_place_of_the_old_one(
        self, database_url: str, file: bytes, installation: Installation, data_dir: Path
    ) -> None:
        restore_backup(database_url, SCHEMAS, BytesIO(file))
        with pool_to(database_url, 2) as pool:
            accounts = Accounts(pool)
            before = accounts.authenticate(installation.owner)
            new = ensure_owner_token(accounts, Settings(data_dir=data_dir), replacing=True)
            after = accounts.authenticate(new or "")
            assert (before and before.kind, after and after.kind) == ("owner", "owner")
            assert (before and before.account) == (after and after.account)
            assert accounts.authenticate(installation.owner) is None

    def test_facts_come_along_and_go_on(self, database_url: str, file: bytes, installation: Installation) -> None:
        restore_backup(database_url, SCHEMAS, BytesIO(file))
        campaign = installation.campaigns[0]
        with pool_to(database_url, 4) as pool:
            services = services_on(pool, load(installed=[]))
            assert facts_of(pool, campaign) == facts_of(installation.services.pool, campaign)
            services.projections.catch_up()
            gives(services, campaign, "roll", label="leap", notation="2d6")
            assert services.projections.catch_up() == 1

    def test_play_goes_on_with_the_same_dice(self, database_url: str, file: bytes, installation: Installation) -> None:
        roll = Envelope(
            type="freeform.roll", id="6b8f0000-0000-4000-8000-000000000000", args={"label": "a", "notation": "9d99"}
        )
        with restored(database_url, file) as here:
            ledger = installation.services.ledger
            campaign = installation.campaigns[1]
            seeds = [store.seeds(campaign, 2) for store in (here, ledger.store)]
            assert seeds[0] == seeds[1]
            entry = services_on(here._store.pool, load(installed=[])).ledger.submit(campaign, GM, roll)  # type: ignore[attr-defined]
            assert len(entry.header.tape) == 9

    def test_progress_ends_with_the_last_row(
        self, database_url: str, kept_url: str, installation: Installation
    ) -> None:
        written: list[tuple[int, int]] = []
        read: list[tuple[int, int]] = []
        file = BytesIO()
        manifest = write_backup(kept_url, SCHEMAS, file, lambda done, of: written.append((done, of)))
        restore_backup(database_url, SCHEMAS, file, lambda done, of: read.append((done, of)))
        rows = sum(member.rows for member in manifest.members)
        assert (written[-1], read[-1]) == ((rows, rows), (rows, rows))


def test_no_token_can_be_read_in_a_backup(file: bytes, installation: Installation) -> None:
    with zipfile.ZipFile(BytesIO(file)) as archive:
        content = b"".join(archive.read(name) for name in archive.namelist())
    assert [secret.encode() in content for secret in (installation.secret, installation.owner)] == [False, False]


def test_the_tables_that_are_backed_up_are_all_there_are(database_url: str) -> None:
    migrate(database_url, SCHEMAS)
    with psycopg.connect(database_url) as connection:
        listing = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        assert {name for (name,) in listing} - {"migrations"} == {
            name for name in tables(SCHEMAS) if exists(connection, name)
        }


def test_a_database_that_holds_nothing_of_ours_has_no_backup(database_url: str) -> None:
    with pytest.raises(NothingToBackUp, match="nothing to back up"):
        backed_up(database_url)


class TestWhilePlayGoesOn:
    def test_a_backup_is_of_one_moment_though_two_play(
        self, database_url: str, kept_url: str, installation: Installation
    ) -> None:
        stop, count = threading.Event(), [0, 0]

        def play(player: int) -> None:
            with pool_to(kept_url, 4) as pool:
                services = services_on(pool, load(installed=[]))
                while not stop.is_set():
                    gives(services, installation.campaigns[0], "damage", target="ada", track="hp", amount=1)
                    gives(services, installation.campaigns[1], "roll", label="leap", notation="1d6", actor="ada")
                    count[player] += 1

        crowd = [threading.Thread(target=play, args=(player,)) for player in range(2)]
        for each in crowd:
            each.start()
        files: list[bytes] = []
        while min(count) < 15:
            files.append(backed_up(kept_url)[0])
        stop.set()
        for each in crowd:
            each.join(timeout=10)
        store = installation.services.ledger.store
        with restored(database_url, files[len(files) // 2]) as here:
            for campaign in installation.campaigns:
                assert verify(here, campaign).faults == ()
                last = here.head(campaign).entry
                then, now = answers(here, campaign, last), answers(store, campaign, last)
                assert {question: then[question] for question in now} == now


def test_a_file_that_is_not_finished_is_not_there(tmp_path: Path) -> None:
    def break_off() -> None:
        with new_file(tmp_path / "kept") as file:
            file.write(b"half")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        break_off()
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("mine")
    with pytest.raises(FileExistsError), new_file(tmp_path / "kept"):
        pass
    assert (tmp_path / "kept").read_text() == "mine"
