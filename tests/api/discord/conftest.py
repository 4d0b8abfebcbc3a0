"""An installation with a Discord application, and tables whose people are linked to Discord users."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import httpx
import pytest
from litestar.testing import TestClient

from api.app import create_app
from api.discord import sending
from api.services import Services
from api.settings import load
from tests.api.discord.fake import FakeDiscord, faking
from tests.api.discord.signing import APPLICATION, DiscordUser, Signer
from tests.api.people import Person, Table

_CHANNELS = count(645027906669510667)
_USERS = count(53908232506183680)


@pytest.fixture(scope="session")
def signer() -> Signer:
    return Signer()


@pytest.fixture(scope="session")
def fake() -> Iterator[FakeDiscord]:
    with faking() as fake:
        yield fake


@pytest.fixture(scope="session")
def discord(services: Services, signer: Signer, fake: FakeDiscord) -> Iterator[httpx.Client]:
    """Requests to an application that answers Discord. It waits less before it sends than a service does."""
    settings = load(
        {
            "RETCON_DISCORD_APPLICATION": APPLICATION,
            "RETCON_DISCORD_PUBLIC_KEY": signer.public_key,
            "RETCON_DISCORD_API": fake.url,
        }
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sending, "WAITS", (0.01, 0.05, 0.1))
        with TestClient(create_app(services, settings), raise_server_exceptions=False) as client:
            yield client


def next_channel() -> str:
    """A channel in which nothing is played."""
    return str(next(_CHANNELS))


def new_user(discord: httpx.Client, signer: Signer, name: str, channel: str) -> DiscordUser:
    """A newcomer on Discord."""
    return DiscordUser(discord, signer, str(next(_USERS)), name, channel)


class DiscordTable:
    """A table with a channel in which it is played; everybody but the outsider is linked."""

    def __init__(self, owner: Person, discord: httpx.Client, signer: Signer) -> None:
        self.table = Table(owner)
        self.channel = next_channel()
        self._http, self._signer = discord, signer
        self.gm, self.pat, self.olga, self.out = (
            self.linked(person, name)
            for person, name in (
                (self.table.gm, "gm"),
                (self.table.pat, "pat"),
                (self.table.olga, "olga"),
                (self.table.outsider, "out"),
            )
        )
        self.gm.types("retcon here", campaign=self.table.id)

    def user(self, name: str) -> DiscordUser:
        """A newcomer on Discord."""
        return new_user(self._http, self._signer, name, self.channel)

    def linked(self, person: Person, name: str) -> DiscordUser:
        """A newcomer on Discord, who is linked."""
        return linked(self.user(name), person)


def linked(user: DiscordUser, person: Person) -> DiscordUser:
    """The user, linked to the account of a person."""
    user.types("retcon link", code=person.ask("POST", "/discord-codes", 201, json={})["code"])
    return user


@pytest.fixture
def played(owner: Person, discord: httpx.Client, signer: Signer) -> DiscordTable:
    return DiscordTable(owner, discord, signer)
