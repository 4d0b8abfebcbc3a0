"""A game master with a client of the served installation, and a campaign of theirs."""

from collections.abc import Iterator

import pytest

from retcon_client import Client, path_to, request
from tests.api.serving import Serving


@pytest.fixture(scope="session")
def client(server: Serving) -> Iterator[Client]:
    """The client of the owner of the served installation."""
    with Client(server.url, server.owner_token) as client:
        yield client


@pytest.fixture(scope="session")
def campaign(client: Client) -> str:
    """The id of a campaign, for tests that add to it."""
    body = {"name": "The Long Night", "system": "freeform"}
    return str(client.send(request("POST", path_to("campaigns"), dict, body=body))["id"])
