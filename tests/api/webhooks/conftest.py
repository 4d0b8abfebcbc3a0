"""An installation that sends webhooks to any address, and a receiver on this machine."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from litestar.testing import TestClient
from msgspec.structs import replace

from api.app import create_app
from api.services import Services
from tests.api.people import Person
from tests.api.webhooks.receiver import Receiver, receiving


@pytest.fixture(scope="module")
def owner(services: Services, owner_token: str) -> Iterator[Person]:
    """The holder of the owner token of an installation that sends to any address."""
    with TestClient(create_app(replace(services, reach="any"))) as http:
        yield Person(http, owner_token, Person(http, owner_token).see("/account")["id"])


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver
