"""Checking tokens on the event loop: as the pool does, or not at all."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable, Coroutine
from typing import TypeVar
from uuid import UUID, uuid4

import pytest

from api.services import services_on
from api.storage import token_checks
from api.storage.accounts import Accounts, TokenWanted
from api.storage.database import Pool
from api.storage.token_checks import TokenChecks
from systems.registry import load

T = TypeVar("T")


@pytest.fixture
def accounts(pool: Pool) -> Accounts:
    return Accounts(pool)


@pytest.fixture
def campaign(pool: Pool) -> UUID:
    return services_on(pool, load(installed=[])).ledger.found("Duet", "freeform", str(uuid4())).id


def token(accounts: Accounts) -> str:
    """The secret of a new account's token."""
    return accounts.issue(accounts.open("person", "Ada").id, TokenWanted(label="test"))[1]


def used(secret: str, accounts: Accounts) -> str:
    """A token that has been used today, so that each use proves the same."""
    assert accounts.authenticate(secret) is not None
    return secret


def checked(pool: Pool, asking: Callable[[TokenChecks], Coroutine[None, None, T]]) -> T:
    """What is asked while tokens are checked."""

    async def run() -> T:
        async with asyncio.timeout(20), TokenChecks(pool).running() as checks:
            while checks._open is None:
                await asyncio.sleep(0.01)
            return await asking(checks)

    return asyncio.run(run())


def test_many_questions_at_once_have_the_answers_of_the_pool(pool: Pool, accounts: Accounts, campaign: UUID) -> None:
    secrets = [used(token(accounts), accounts) for _ in range(20)] + ["retcon_guessed"]
    asked = [(secret, where) for secret in secrets * 5 for where in (campaign, uuid4())]

    async def all_of_them(checks: TokenChecks) -> list[object]:
        return await asyncio.gather(*(checks.proof(*each) for each in asked))

    assert checked(pool, all_of_them) == [accounts.authenticate_at(*each) for each in asked]


def test_each_question_sees_what_was_committed_before(pool: Pool, accounts: Accounts, campaign: UUID) -> None:
    person = accounts.open("person", "Ada").id
    made, secret = accounts.issue(person, TokenWanted(label="test"))

    async def before_and_after(checks: TokenChecks) -> list[bool]:
        before = await checks.proof(secret, campaign)
        accounts.revoke(person, made.id)
        return [before is not None, await checks.proof(secret, campaign) is not None]

    assert checked(pool, before_and_after) == [True, False]


def test_a_database_that_does_not_answer_is_given_up(
    pool: Pool, accounts: Accounts, campaign: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = token(accounts)
    monkeypatch.setattr(token_checks, "PATIENCE", 0.2)

    async def while_locked(checks: TokenChecks) -> object:
        with pool.connection() as connection, connection.transaction():
            connection.execute("LOCK TABLE tokens IN ACCESS EXCLUSIVE MODE")
            return await checks.proof(secret, campaign)

    assert checked(pool, while_locked) is None


def test_checks_without_a_connection_prove_nothing(pool: Pool, accounts: Accounts, campaign: UUID) -> None:
    assert asyncio.run(TokenChecks(pool).proof(token(accounts), campaign)) is None


def test_a_connection_that_breaks_off_is_left_and_replaced(pool: Pool, accounts: Accounts, campaign: UUID) -> None:
    secret = used(token(accounts), accounts)

    async def broken(checks: TokenChecks) -> tuple[object, list[object]]:
        errors: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: errors.append(context))
        lost = checks._open
        assert lost is not None
        with socket.socket(fileno=os.dup(lost._libpq.socket)) as connection:
            connection.shutdown(socket.SHUT_RDWR)
        while checks._open in (None, lost):
            await asyncio.sleep(0.01)
        return await checks.proof(secret, campaign), errors

    assert checked(pool, broken) == (accounts.authenticate_at(secret, campaign), [])


def test_a_cancelled_question_takes_no_answer_of_another(pool: Pool, accounts: Accounts, campaign: UUID) -> None:
    first, second = token(accounts), used(token(accounts), accounts)

    async def one_gone(checks: TokenChecks) -> object:
        gone = asyncio.ensure_future(checks.proof(first, campaign))
        await asyncio.sleep(0)
        gone.cancel()
        return await checks.proof(second, campaign)

    assert checked(pool, one_gone) == accounts.authenticate_at(second, campaign)
