"""The owner token: one of an installation, kept in a data folder or given by a setting."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from api.settings import InvalidSetting, Settings, load
from api.storage.accounts import Accounts, Credential, TokenWanted
from api.storage.database import Pool
from api.storage.owner_token import OwnerTokenFailed, ensure_owner_token, renew_owner_token

SECRET = "s3cret" * 6
OTHER = "another" * 6


@pytest.fixture
def accounts(pool: Pool) -> Accounts:
    return Accounts(pool)


@pytest.fixture
def here(data_dir: Path) -> Settings:
    return Settings(data_dir=data_dir)


@pytest.fixture
def elsewhere(tmp_path: Path) -> Settings:
    """Another data folder on the same database."""
    return Settings(data_dir=tmp_path / "elsewhere")


def owner_by(accounts: Accounts, secret: str | None) -> Credential:
    assert secret is not None
    proved = accounts.authenticate(secret)
    assert proved is not None
    assert proved.kind == "owner"
    return proved


def given(data_dir: Path, secret: str) -> Settings:
    """Settings with an owner token of their own."""
    return Settings(data_dir=data_dir, owner_token=secret)


def valid_owner_tokens(accounts: Accounts) -> int:
    owner = accounts.owner()
    assert owner is not None
    return sum(token.revoked_at is None for token in accounts.tokens(owner.account))


def test_the_owner_token_is_made_at_the_first_start(accounts: Accounts, here: Settings) -> None:
    secret = ensure_owner_token(accounts, here)
    owner_by(accounts, secret)
    assert (here.data_dir / "owner-token").read_text().strip() == secret


def test_only_its_user_reads_the_owner_token(accounts: Accounts, here: Settings) -> None:
    ensure_owner_token(accounts, here)
    assert (here.data_dir / "owner-token").stat().st_mode & 0o777 == 0o600
    assert [file.name for file in here.data_dir.iterdir()] == ["owner-token"]


def test_the_owner_token_outlives_a_restart(accounts: Accounts, here: Settings) -> None:
    assert ensure_owner_token(accounts, here) == ensure_owner_token(accounts, here)


def test_another_data_folder_on_the_database_makes_no_owner_token(
    accounts: Accounts, here: Settings, elsewhere: Settings
) -> None:
    secret = ensure_owner_token(accounts, here)
    assert ensure_owner_token(accounts, elsewhere) is None
    assert list(elsewhere.data_dir.iterdir()) == []
    owner_by(accounts, secret)


def test_another_data_folder_may_hold_a_copy_of_the_owner_token(
    accounts: Accounts, here: Settings, elsewhere: Settings
) -> None:
    secret = ensure_owner_token(accounts, here)
    elsewhere.data_dir.mkdir()
    (elsewhere.data_dir / "owner-token").write_text(f"{secret}\n")
    assert ensure_owner_token(accounts, elsewhere) == secret
    assert valid_owner_tokens(accounts) == 1


def test_the_file_of_another_installation_is_no_owner_token_here_and_stays(
    accounts: Accounts, here: Settings, elsewhere: Settings
) -> None:
    ensure_owner_token(accounts, here)
    elsewhere.data_dir.mkdir()
    (elsewhere.data_dir / "owner-token").write_text(OTHER)
    assert ensure_owner_token(accounts, elsewhere) is None
    assert accounts.authenticate(OTHER) is None
    assert (elsewhere.data_dir / "owner-token").read_text() == OTHER


def test_data_folders_that_start_at_once_agree_on_one_owner_and_one_token(accounts: Accounts, tmp_path: Path) -> None:
    folders = [Settings(data_dir=tmp_path / f"folder-{number % 4}") for number in range(8)]
    with ThreadPoolExecutor(8) as threads:
        secrets = set(threads.map(lambda settings: ensure_owner_token(accounts, settings), folders))
    assert len(secrets - {None}) == 1
    assert valid_owner_tokens(accounts) == 1


def test_a_renewed_owner_token_ends_the_lost_one_for_the_same_owner(
    accounts: Accounts, here: Settings, elsewhere: Settings
) -> None:
    lost = ensure_owner_token(accounts, elsewhere)
    before = owner_by(accounts, lost)
    after = owner_by(accounts, renew_owner_token(accounts, here).read_text().strip())
    assert (before.account, before.token != after.token) == (after.account, True)
    assert accounts.authenticate(lost or "") is None


def test_a_revoked_owner_token_is_replaced_and_stays_revoked(accounts: Accounts, here: Settings) -> None:
    before = ensure_owner_token(accounts, here) or ""
    proved = owner_by(accounts, before)
    assert proved.token is not None
    accounts.revoke(proved.account, proved.token)
    owner_by(accounts, ensure_owner_token(accounts, here))
    assert accounts.authenticate(before) is None


def test_an_empty_owner_token_is_refused_with_what_helps(accounts: Accounts, here: Settings) -> None:
    here.data_dir.mkdir()
    (here.data_dir / "owner-token").touch()
    with pytest.raises(OwnerTokenFailed, match="remove it"):
        ensure_owner_token(accounts, here)


def test_the_owner_token_of_a_setting_takes_the_place_of_the_data_folders(accounts: Accounts, here: Settings) -> None:
    before = ensure_owner_token(accounts, here) or ""
    assert ensure_owner_token(accounts, given(here.data_dir, SECRET)) == SECRET
    owner_by(accounts, SECRET)
    assert accounts.authenticate(before) is None


def test_a_changed_setting_ends_the_token_before(accounts: Accounts, here: Settings) -> None:
    for secret in (SECRET, OTHER, OTHER):
        ensure_owner_token(accounts, given(here.data_dir, secret))
    owner_by(accounts, OTHER)
    assert (accounts.authenticate(SECRET), valid_owner_tokens(accounts)) == (None, 1)


def test_a_process_that_still_has_the_old_setting_does_not_bring_it_back(accounts: Accounts, here: Settings) -> None:
    for secret in (SECRET, OTHER):
        ensure_owner_token(accounts, given(here.data_dir, secret))
    with pytest.raises(OwnerTokenFailed, match="write a new one"):
        ensure_owner_token(accounts, given(here.data_dir, SECRET))
    owner_by(accounts, OTHER)


def test_a_command_without_the_setting_leaves_the_token_of_the_setting_alone(
    accounts: Accounts, here: Settings
) -> None:
    ensure_owner_token(accounts, given(here.data_dir, SECRET))
    assert ensure_owner_token(accounts, here) is None
    owner_by(accounts, SECRET)


def test_an_owner_token_of_a_setting_is_not_renewed_in_a_data_folder(accounts: Accounts, here: Settings) -> None:
    with pytest.raises(OwnerTokenFailed, match="RETCON_OWNER_TOKEN"):
        renew_owner_token(accounts, given(here.data_dir, SECRET))


def test_the_token_of_another_account_is_no_owner_token(accounts: Accounts, here: Settings) -> None:
    _, secret = accounts.issue(accounts.open("person", "Ada").id, TokenWanted(label="laptop"))
    with pytest.raises(OwnerTokenFailed):
        ensure_owner_token(accounts, given(here.data_dir, secret))


def test_a_narrowed_token_of_the_owner_does_not_become_the_owner_token(accounts: Accounts, here: Settings) -> None:
    owner = owner_by(accounts, ensure_owner_token(accounts, here))
    _, narrow = accounts.issue(owner.account, TokenWanted(label="watch", scopes=("read",)))
    with pytest.raises(OwnerTokenFailed):
        ensure_owner_token(accounts, given(here.data_dir, narrow))


def test_other_tokens_of_the_owner_outlive_a_renewal(accounts: Accounts, here: Settings) -> None:
    owner = owner_by(accounts, ensure_owner_token(accounts, here))
    _, phone = accounts.issue(owner.account, TokenWanted(label="owner token"))
    renew_owner_token(accounts, here)
    owner_by(accounts, phone)


@pytest.fixture
def secret_file(tmp_path: Path) -> Callable[[str, int], str]:
    """Make a file with a secret and these permissions, and return its path."""

    def made(secret: str, mode: int) -> str:
        path = tmp_path / "secret"
        path.write_text(f"{secret}\n")
        path.chmod(mode)
        return str(path)

    return made


@pytest.mark.parametrize("mode", [0o400, 0o600, 0o440, 0o444])
def test_a_secret_that_only_its_owner_can_change_is_read(secret_file: Callable[[str, int], str], mode: int) -> None:
    assert load({"RETCON_OWNER_TOKEN_FILE": secret_file(SECRET, mode)}).owner_token == SECRET


@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666])
def test_a_secret_that_others_can_change_is_refused(secret_file: Callable[[str, int], str], mode: int) -> None:
    with pytest.raises(InvalidSetting, match="chmod go-w") as refused:
        load({"RETCON_OWNER_TOKEN_FILE": secret_file(SECRET, mode)})
    assert SECRET not in str(refused.value)


@pytest.mark.parametrize("secret", ["short", "two words" * 5, "naïve" * 10])
def test_an_owner_token_that_can_be_guessed_or_not_sent_is_refused(secret: str) -> None:
    with pytest.raises(InvalidSetting, match="RETCON_OWNER_TOKEN") as refused:
        load({"RETCON_OWNER_TOKEN": secret})
    assert secret not in str(refused.value)
