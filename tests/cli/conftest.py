"""An installation with the demo campaign, made once; tests that change something get a copy of it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from api.cli.commands.serving import DEMO
from api.imports.avrae import fireball_lines
from api.services import Services, services_on
from api.storage.accounts import Scope, TokenWanted
from api.storage.embedded import Server
from domain.ledger.playing.acceptance import Actor
from domain.ledger.postgres.store import pool_to
from domain.vocabulary.chronicle import Role
from systems.registry import load
from tests.cli.terminal import Terminal
from tests.databases import fresh_database


@pytest.fixture(scope="session")
def data_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cli")


@pytest.fixture(scope="session")
def reader(postgres: Server, data_folder: Path) -> Iterator[Terminal]:
    """A terminal at the demo campaign, for looking only: all tests share it."""
    with fresh_database(postgres) as url:
        terminal = Terminal(data_folder, url)
        assert terminal("demo").code == 0
        yield terminal


@pytest.fixture
def terminal(postgres: Server, reader: Terminal) -> Iterator[Terminal]:
    """A terminal at a copy of the demo campaign that is the test's own."""
    assert reader.database_url is not None
    template = reader.database_url.partition("?")[0].rpartition("/")[2]
    with fresh_database(postgres, template) as url:
        yield Terminal(reader.data_dir, url)


@pytest.fixture
def empty(migrated_url: str, data_dir: Path) -> Terminal:
    """A terminal at an installation in which nothing was done yet."""
    return Terminal(data_dir, migrated_url)


@pytest.fixture
def services(terminal: Terminal) -> Iterator[Services]:
    """What lies behind the terminal's installation."""
    assert terminal.database_url is not None
    with pool_to(terminal.database_url, 2) as pool:
        yield services_on(pool, load(installed=[]))


class Newcomer:
    """Makes people with accounts, tokens and parts in the demo campaign."""

    def __init__(self, terminal: Terminal, services: Services) -> None:
        self._terminal, self._services = terminal, services
        self.campaign = next(row.id for row in services.ledger.store.campaigns() if row.name == DEMO)
        self.id = ""

    def __call__(self, name: str, role: Role | None, *scopes: Scope) -> Terminal:
        """A terminal that acts as a new account with this part in the campaign."""
        account = self._services.accounts.open("person", name)
        self.id = str(account.id)
        if role is not None:
            self._services.ledger.take_part(self.campaign, Actor("gm", "gm"), self.id, role)
        wanted = TokenWanted(label="test", scopes=scopes) if scopes else TokenWanted(label="test")
        _, secret = self._services.accounts.issue(account.id, wanted)
        return Terminal(self._terminal.data_dir, self._terminal.database_url, secret)


@pytest.fixture
def newcomer(terminal: Terminal, services: Services) -> Newcomer:
    return Newcomer(terminal, services)


@pytest.fixture(scope="session")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shipped recording as a file."""
    path = tmp_path_factory.mktemp("recording") / "hag.jsonl"
    path.write_bytes(b"".join(fireball_lines()))
    return path
