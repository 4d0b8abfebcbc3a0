"""A listener hears of every entry, whatever becomes of the connection, and of every pass that ends."""

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest
from msgspec.structs import replace

from api.services import Services, services_on
from api.storage import listener
from api.storage.accounts import TokenWanted
from api.storage.announcing import CHANNEL
from api.storage.database import Pool
from api.storage.listener import NAME, Listener, Pass
from api.storage.presence import PresentMember
from domain.commands import Envelope
from domain.ledger.playing.acceptance import Actor
from systems.registry import load

SLOW = 60.0
"""Seconds between looks where nothing is to be found by looking."""


class Ear:
    """Waits for one campaign, and keeps what it is told."""

    def __init__(self, campaign: UUID, *passes: Pass) -> None:
        self.campaign, self.held = campaign, set(passes)
        self.newest = 0
        self.members: set[UUID] = set()
        self.lost: list[Pass] = []

    def campaigns(self) -> set[UUID]:
        return {self.campaign}

    def passes(self) -> set[Pass]:
        return self.held

    def here(self) -> set[PresentMember]:
        return {PresentMember(self.campaign, member) for member in self.members}

    def moved(self, campaign: UUID, entry: int) -> None:
        if campaign == self.campaign:
            self.newest = max(self.newest, entry)

    def withdrawn(self, permit: Pass) -> None:
        self.lost.append(permit)


@pytest.fixture
def services(pool: Pool) -> Services:
    return services_on(pool, load(installed=[]))


@pytest.fixture
def campaign(services: Services) -> UUID:
    return services.ledger.found("Night", "freeform", "gm").id


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looks come quickly here."""
    monkeypatch.setattr(listener, "LOOK", 0.05)


@pytest.fixture
def no_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what is announced is heard, and what is read when a connection is made."""
    monkeypatch.setattr(listener, "LOOK", SLOW)


def listening(services: Services, ear: Ear, *steps: Callable[[], object]) -> None:
    """Take steps one after the other while a listener is there; a step that gives False is repeated until it does not."""

    async def run() -> None:
        task = asyncio.create_task(Listener(services.pool, ear).listen())
        async with asyncio.timeout(10):
            for step in steps:
                while await asyncio.to_thread(step) is False:
                    await asyncio.sleep(0.01)
        task.cancel()
        await asyncio.wait([task])

    asyncio.run(run())


def note(services: Services, campaign: UUID) -> Callable[[], None]:
    def write() -> None:
        services.ledger.submit(campaign, Actor("gm", "gm"), Envelope(type="freeform.note", args={"text": "x"}))

    return write


def execute(pool: Pool, statement: str) -> Callable[[], None]:
    def done() -> None:
        with pool.connection() as connection:
            connection.execute(statement.encode())

    return done


def listeners(pool: Pool) -> list[int]:
    """The processes of the database that listen for us."""
    query = "SELECT pid FROM pg_stat_activity WHERE application_name = %s AND datname = current_database()"
    with pool.connection() as connection:
        return [pid for (pid,) in connection.execute(query, [NAME]).fetchall()]


def cut(pool: Pool) -> None:
    """Cut off the listeners."""
    with pool.connection() as connection:
        for pid in listeners(pool):
            connection.execute("SELECT pg_terminate_backend(%s, 2000)", [pid])


@pytest.mark.usefixtures("no_looks")
def test_what_was_written_before_is_found_at_once(services: Services, campaign: UUID) -> None:
    ear = Ear(campaign)
    listening(services, ear, lambda: ear.newest == 1)
    assert ear.newest == 1


@pytest.mark.usefixtures("no_looks")
def test_what_is_written_is_heard(services: Services, campaign: UUID) -> None:
    ear = Ear(campaign)
    listening(services, ear, lambda: ear.newest == 1, note(services, campaign), lambda: ear.newest == 2)
    assert ear.newest == 2


@pytest.mark.usefixtures("looks")
def test_what_nobody_announced_is_found_by_looking(services: Services, campaign: UUID) -> None:
    services.announcer.finish()
    ear = Ear(campaign)
    listening(services, ear, lambda: ear.newest == 1, note(services, campaign), lambda: ear.newest == 2)
    assert ear.newest == 2


@pytest.mark.usefixtures("no_looks")
def test_a_connection_that_was_cut_is_made_again_and_what_came_meanwhile_is_found(
    services: Services, campaign: UUID
) -> None:
    ear = Ear(campaign)
    steps = [lambda: ear.newest == 1, lambda: cut(services.pool), note(services, campaign), lambda: ear.newest == 2]
    listening(
        services, ear, *steps, lambda: bool(listeners(services.pool)), note(services, campaign), lambda: ear.newest == 3
    )
    assert ear.newest == 3


@pytest.mark.usefixtures("no_looks")
@pytest.mark.parametrize("noise_text", ["", "nonsense", "nonsense 7", "fcc72f6b-b0e0-4e8f-91ff-a16cf73dbc3b 7 8"])
def test_what_is_no_hint_of_ours_is_passed_over(services: Services, campaign: UUID, noise_text: str) -> None:
    ear = Ear(campaign)
    noise = execute(services.pool, f"NOTIFY {CHANNEL}, '{noise_text}'")
    listening(services, ear, lambda: ear.newest == 1, noise, note(services, campaign), lambda: ear.newest == 2)
    assert ear.newest == 2


@pytest.mark.usefixtures("looks")
def test_a_pass_holds_while_its_token_does(services: Services, campaign: UUID) -> None:
    account = services.accounts.open("person", "Pat").id
    token = services.accounts.issue(account, TokenWanted(label="x"))[0].id
    permit = Pass(token, campaign, account)
    ear = Ear(campaign, permit)
    listening(services, ear, lambda: ear.newest == 1)
    assert ear.lost == []
    services.accounts.revoke(account, token)
    listening(services, ear, lambda: bool(ear.lost))
    assert ear.lost[0] == permit


@pytest.mark.usefixtures("looks")
def test_a_token_that_has_run_out_is_no_pass(services: Services, campaign: UUID) -> None:
    account = services.accounts.open("person", "Pat").id
    past = datetime.now(UTC) - timedelta(seconds=1)
    token = services.accounts.issue(account, TokenWanted(label="x", expires_at=past))[0].id
    ear = Ear(campaign, Pass(token, campaign, account))
    listening(services, ear, lambda: bool(ear.lost))
    assert ear.lost


def bot_of(services: Services, campaign: UUID) -> tuple[Pass, UUID]:
    """What a member's bot has to listen by, and its account."""
    pat, bot = services.accounts.open("person", "Pat").id, services.accounts.open("bot", "Scribe").id
    services.grants.give(campaign, pat, bot)
    return Pass(services.accounts.issue(bot, TokenWanted(label="x"))[0].id, campaign, pat), bot


@pytest.mark.usefixtures("looks")
def test_a_pass_for_another_account_holds_while_they_let_it(services: Services, campaign: UUID) -> None:
    permit, bot = bot_of(services, campaign)
    ear = Ear(campaign, permit)
    listening(services, ear, lambda: ear.newest == 1)
    assert ear.lost == []
    services.grants.end(campaign, permit.member, bot)
    listening(services, ear, lambda: bool(ear.lost))
    assert ear.lost


@pytest.mark.usefixtures("looks")
def test_what_a_member_lets_a_bot_do_is_no_pass_for_others_or_elsewhere(services: Services, campaign: UUID) -> None:
    permit, _ = bot_of(services, campaign)
    other, _ = bot_of(services, campaign)
    wrong = {
        replace(permit, member=other.member),
        replace(permit, campaign=uuid4()),
        replace(permit, token=other.token),
    }
    ear = Ear(campaign, permit, *wrong)
    listening(services, ear, lambda: len(ear.lost) >= len(wrong))
    assert set(ear.lost) == wrong


def test_who_is_told_to_stop_leaves_no_connection(services: Services, campaign: UUID) -> None:
    ear = Ear(campaign)
    listening(services, ear, lambda: ear.newest == 1)
    deadline = time.monotonic() + 5
    while listeners(services.pool) and time.monotonic() < deadline:  # the server has it on its list for a moment longer
        time.sleep(0.01)
    assert listeners(services.pool) == []


class TestPresence:
    def test_a_member_who_listens_is_here_until_they_leave(
        self, services: Services, campaign: UUID, looks: None
    ) -> None:
        ear, ana, ben = Ear(campaign), uuid4(), uuid4()
        ear.members = {ana}

        def here(*members: UUID) -> Callable[[], bool]:
            return lambda: services.presence.of(campaign, [ana, ben]) == [*members]

        listening(services, ear, here(ana), lambda: ear.members.add(ben), here(ana, ben), ear.members.clear, here())

    def test_members_on_a_process_that_dies_are_here_no_longer(
        self, services: Services, campaign: UUID, no_looks: None
    ) -> None:
        ear, ana = Ear(campaign), uuid4()
        ear.members = {ana}
        listening(services, ear, lambda: services.presence.of(campaign, [ana]) == [ana])
        assert eventually(lambda: services.presence.of(campaign, [ana]) == [])

    def test_two_processes_each_say_who_is_here(self, services: Services, campaign: UUID, looks: None) -> None:
        ear, other, ana = Ear(campaign), Ear(campaign), uuid4()
        ear.members, other.members = {ana}, {ana}

        async def leave_one() -> list[UUID]:
            tasks = [asyncio.create_task(Listener(services.pool, each).listen()) for each in (ear, other)]
            while await asyncio.to_thread(services.presence.of, campaign, [ana]) != [ana]:
                await asyncio.sleep(0.01)
            ear.members.clear()
            await asyncio.sleep(0.5)
            present = await asyncio.to_thread(services.presence.of, campaign, [ana])
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
            return present

        assert asyncio.run(leave_one()) == [ana]

    def test_a_member_who_is_here_in_one_campaign_is_not_in_another(
        self, services: Services, campaign: UUID, looks: None
    ) -> None:
        ear, ana, elsewhere = Ear(campaign), uuid4(), uuid4()
        ear.members = {ana}
        listening(services, ear, lambda: services.presence.of(campaign, [ana]) == [ana])
        assert services.presence.of(elsewhere, [ana]) == []


def eventually(holds: Callable[[], bool]) -> bool:
    """Whether something comes to hold within a few seconds."""
    for _ in range(200):
        if holds():
            return True
        time.sleep(0.02)
    return False
