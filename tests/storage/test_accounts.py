"""Accounts and tokens: what is kept, what is proved, what can be forgotten."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import UUID, uuid4

import pytest

from api.services import Services, services_on
from api.storage.accounts import Account, Accounts, Proof, TokenWanted, digest
from api.storage.database import Pool
from systems.registry import load

ANY = TokenWanted(label="laptop")


@pytest.fixture
def accounts(pool: Pool) -> Accounts:
    return Accounts(pool)


@pytest.fixture
def ada(accounts: Accounts) -> Account:
    return accounts.open("person", "Ada")


def everything_kept(pool: Pool, table: str) -> str:
    with pool.connection() as connection:
        return repr(connection.execute(f"SELECT t::text FROM {table} t".encode()).fetchall())


def test_a_token_proves_its_account(accounts: Accounts, ada: Account) -> None:
    token, secret = accounts.issue(ada.id, ANY)
    proved = accounts.authenticate(secret)
    assert proved is not None
    assert (proved.account, proved.token, proved.kind) == (ada.id, token.id, "person")


def test_an_unknown_token_proves_nothing(accounts: Accounts, ada: Account) -> None:
    assert accounts.authenticate("retcon_guessed") is None


def test_a_token_is_proved_along_with_where_a_campaign_stands(accounts: Accounts, ada: Account, pool: Pool) -> None:
    ledger = services_on(pool, load(installed=[])).ledger
    campaign = ledger.found("Duet", "freeform", str(ada.id)).id
    _, secret = accounts.issue(ada.id, ANY)
    credential = accounts.authenticate(secret)
    assert credential is not None
    assert accounts.authenticate_at(secret, campaign) == Proof(credential, ledger.store.head(campaign))
    assert accounts.authenticate_at(secret, uuid4()) == Proof(credential, None)
    assert accounts.authenticate_at("retcon_guessed", campaign) is None


def test_of_a_token_only_the_hash_is_kept(accounts: Accounts, ada: Account, pool: Pool) -> None:
    _, secret = accounts.issue(ada.id, ANY)
    kept = everything_kept(pool, "tokens")
    assert secret not in kept
    assert digest(secret).hex() in kept


def test_two_tokens_never_have_the_same_secret(accounts: Accounts, ada: Account) -> None:
    assert accounts.issue(ada.id, ANY)[1] != accounts.issue(ada.id, ANY)[1]


def test_a_revoked_token_proves_nothing_and_stays_listed(accounts: Accounts, ada: Account) -> None:
    token, secret = accounts.issue(ada.id, ANY)
    assert accounts.revoke(ada.id, token.id)
    assert accounts.authenticate(secret) is None
    assert accounts.tokens(ada.id)[0].revoked_at is not None


def test_nobody_revokes_the_token_of_another_account(accounts: Accounts, ada: Account) -> None:
    token, secret = accounts.issue(ada.id, ANY)
    assert not accounts.revoke(accounts.open("person", "Eve").id, token.id)
    assert accounts.authenticate(secret) is not None


def test_an_expired_token_proves_nothing(accounts: Accounts, ada: Account) -> None:
    past = datetime.now(UTC) - timedelta(seconds=1)
    _, secret = accounts.issue(ada.id, TokenWanted(label="old", expires_at=past))
    assert accounts.authenticate(secret) is None


def test_a_token_has_the_scopes_it_was_made_with(accounts: Accounts, ada: Account) -> None:
    _, secret = accounts.issue(ada.id, TokenWanted(label="screen", scopes=("read",)))
    proved = accounts.authenticate(secret)
    assert proved is not None
    assert proved.scopes == ("read",)


def test_an_erased_account_leaves_no_name_anywhere(accounts: Accounts, ada: Account, pool: Pool) -> None:
    assert accounts.erase(ada.id)
    assert "Ada" not in everything_kept(pool, "accounts")
    assert accounts.names([ada.id]) == {ada.id: None}


def test_an_erased_account_has_no_valid_token(accounts: Accounts, ada: Account) -> None:
    _, secret = accounts.issue(ada.id, ANY)
    accounts.erase(ada.id)
    assert accounts.authenticate(secret) is None


def test_an_erased_account_is_not_named_again(accounts: Accounts, ada: Account) -> None:
    accounts.erase(ada.id)
    assert accounts.rename(ada.id, "Ada") is None


def written(pool: Pool, table: str) -> int:
    """How often rows of a table were written, as the journal has it."""
    with pool.connection() as connection:
        row = connection.execute("SELECT count(*) FROM journal WHERE of_table = %s", [table]).fetchone()
    assert row is not None
    return int(row[0])


def at_days_end(pool: Pool, token: UUID) -> None:
    """Make the last use of a token one of the day before."""
    with pool.connection() as connection:
        connection.execute("UPDATE tokens SET used_on = used_on - 1 WHERE token_id = %s", [token])


WAYS: Final[dict[str, Callable[[Services, str, UUID], object]]] = {
    "alone": lambda services, secret, _: services.accounts.authenticate(secret),
    "with a campaign": lambda services, secret, _: services.accounts.authenticate_at(secret, uuid4()),
    "a session": lambda services, _, session: services.accounts.credential_of(session),
}


@pytest.mark.parametrize("way", WAYS)
def test_the_last_use_of_a_token_is_its_day_and_is_written_once_a_day(pool: Pool, way: str) -> None:
    services = services_on(pool, load(installed=[]))
    ada = services.accounts.open("person", "Ada").id
    token, secret = services.accounts.issue(ada, ANY)
    assert token.used_on is None
    session, _ = services.sessions.open(token.id, "Firefox")
    for _ in range(2):
        before = written(pool, "tokens")
        for _ in range(3):
            assert WAYS[way](services, secret, session.id)
        assert written(pool, "tokens") == before + 1
        assert services.accounts.tokens(ada)[0].used_on == datetime.now(UTC).date()
        at_days_end(pool, token.id)


def test_processes_that_note_a_use_at_once_write_it_once(pool: Pool, accounts: Accounts, ada: Account) -> None:
    _, secret = accounts.issue(ada.id, ANY)
    before = written(pool, "tokens")
    with ThreadPoolExecutor(4) as threads:
        proofs = list(threads.map(accounts.authenticate, [secret] * 12))
    assert None not in proofs
    assert written(pool, "tokens") == before + 1


def test_a_use_that_cannot_be_written_keeps_nobody_out(pool: Pool, accounts: Accounts, ada: Account) -> None:
    _, secret = accounts.issue(ada.id, ANY)
    with pool.connection() as connection:
        connection.execute("ALTER TABLE tokens ADD CONSTRAINT full_disk CHECK (used_on IS NULL)")
    try:
        assert accounts.authenticate(secret) is not None
    finally:
        with pool.connection() as connection:
            connection.execute("ALTER TABLE tokens DROP CONSTRAINT full_disk")
    assert accounts.tokens(ada.id)[0].used_on is None


def test_a_token_that_has_ended_is_not_used(accounts: Accounts, ada: Account) -> None:
    token, secret = accounts.issue(ada.id, ANY)
    accounts.revoke(ada.id, token.id)
    assert accounts.authenticate(secret) is None
    assert accounts.tokens(ada.id)[0].used_on is None
