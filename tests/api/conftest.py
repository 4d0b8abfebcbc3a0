"""An installation on a real database, for all tests of this process: each makes campaigns and people of its own."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from api.analytics.extra import reporting
from api.app import create_app
from api.services import Services, services_on
from api.storage.embedded import Server
from domain.ledger.postgres.store import pool_to
from systems.registry import load
from tests.api.people import Person, Table
from tests.api.serving import Serving
from tests.databases import fresh_database, migrated_database
from tests.owners import owner_token_in


@pytest.fixture(scope="session")
def services(postgres: Server) -> Iterator[Services]:
    """The services of an installation of the test run's own."""
    with migrated_database(postgres) as url, pool_to(url, 8) as pool:
        yield services_on(pool, load(installed=[]))


@pytest.fixture(scope="session")
def owner_token(services: Services, tmp_path_factory: pytest.TempPathFactory) -> str:
    folder: Path = tmp_path_factory.mktemp("installation")
    return owner_token_in(folder, services.accounts)


@pytest.fixture(scope="session")
def app(services: Services) -> Litestar:
    """The application. What reports need is imported already, as in a service that has run for a while."""
    reporting()
    return create_app(services)


@pytest.fixture(scope="session")
def http(app: Litestar) -> Iterator[httpx.Client]:
    """Requests to the application, without a socket."""
    with TestClient(app, raise_server_exceptions=False) as client:
        yield client


@pytest.fixture(scope="session")
def owner(http: httpx.Client, owner_token: str) -> Person:
    """The holder of the owner token."""
    nobody = Person(http, owner_token)
    return Person(http, owner_token, nobody.see("/account")["id"])


@pytest.fixture(scope="session")
def server(postgres: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A served installation with a database of its own."""
    with fresh_database(postgres) as url, Serving(url, tmp_path_factory.mktemp("served")) as serving:
        yield serving


@pytest.fixture(scope="session")
def served(server: Serving) -> Iterator[Person]:
    """The holder of the owner token of the served installation, over a real connection."""
    with server.client() as client:
        nobody = Person(client, server.owner_token)
        yield Person(client, server.owner_token, nobody.see("/account")["id"])


@pytest.fixture
def stranger(http: httpx.Client) -> Person:
    """A client without a token."""
    return Person(http, None)


@pytest.fixture
def table(owner: Person) -> Table:
    """A new campaign with people around it."""
    return Table(owner)
