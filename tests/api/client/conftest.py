"""A game master with a client of the served installation, and a campaign of theirs."""

from collections.abc import Iterator

import pytest

from retcon_client import Campaign, Client, Service
from tests.api.serving import Serving


@pytest.fixture(scope="session")
def client(server: Serving) -> Iterator[Client]:
    """The client of the owner of the served installation."""
    with Client(server.url, server.owner_token) as client:
        yield client


@pytest.fixture(scope="session")
def campaign(client: Client) -> Campaign:
    """A campaign that tests add to."""
    return found(client, "The Long Night")


def found(client: Client, name: str) -> Campaign:
    """Found a campaign."""
    return Campaign(client.send(Service().found_campaign(name=name, system="freeform")).id)
