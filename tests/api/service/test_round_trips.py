"""How often a request goes to the database: each time costs more than the rules of any game."""

import threading
from collections.abc import Iterator
from typing import Any, ClassVar, TypeVar

import psycopg
import pytest
from litestar.testing import TestClient
from psycopg.abc import PQGen
from psycopg.pq import TransactionStatus
from psycopg_pool import ConnectionPool

from api.app import create_app
from api.services import services_on
from api.storage.database import SCHEMAS
from api.storage.embedded import Server
from domain.ledger.postgres.migrations import migrate
from systems.registry import load
from tests.api.people import Json, Person, Table, command
from tests.databases import fresh_database
from tests.owners import owner_token_in

T = TypeVar("T")


class Counting(psycopg.Connection[Any]):
    """A connection that counts what is sent for requests; hints of new entries are given beside them."""

    sent: ClassVar[int] = 0

    def commit(self) -> None:
        if self.info.transaction_status != TransactionStatus.IDLE:  # else nothing is sent
            super().commit()

    def wait(self, gen: PQGen[T], interval: float = 0.1, timeout: float | None = None) -> T:
        if not threading.current_thread().name.startswith("announcer"):
            type(self).sent += 1
        return super().wait(gen, interval, timeout)


@pytest.fixture(scope="module")
def table(postgres: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A table at which Pat plays Ramjet, over connections that know all statements by now."""
    with fresh_database(postgres) as url:
        migrate(url, SCHEMAS)
        settings = {"autocommit": True}
        pool: Any = ConnectionPool(url, connection_class=Counting, min_size=2, max_size=2, open=True, kwargs=settings)
        with pool:
            services = services_on(pool, load(installed=[]))
            token = owner_token_in(tmp_path_factory.mktemp("counted"), services.accounts)
            with TestClient(create_app(services)) as http:
                yield _at_table(Table(Person(http, token)))


def _at_table(table: Table) -> Table:
    tracks = {"hp": {"current": 10, "minimum": None}}
    table.gm.does("freeform.create_character", name="Ramjet", owners=[table.pat.id], tracks=tracks)
    for _ in range(14):
        table.pat.ask("POST", "./commands", 201, json=hurt(_reason="Ouch."))
        table.pat.ask("POST", "./commands", 201, json=hurt())
        table.pat.see("./characters/ramjet")
    return table


def hurt(**more: object) -> Json:
    return command("freeform.damage", target="ramjet", track="hp", amount=1, **more)


def sent_for(person: Person, method: str, path: str, status: int, **sent: Any) -> int:
    before = Counting.sent
    person.ask(method, path, status, **sent)
    return Counting.sent - before


def test_a_command_takes_two(table: Table) -> None:
    """Who sends it and where the campaign stands, and the append."""
    assert sent_for(table.pat, "POST", "./commands", 201, json=hurt()) == 2


def test_words_take_no_more(table: Table) -> None:
    assert sent_for(table.pat, "POST", "./commands", 201, json=hurt(_reason="A slip.")) == 2


def test_a_batch_takes_no_more(table: Table) -> None:
    batch = {"commands": [hurt() for _ in range(20)]}
    assert sent_for(table.pat, "POST", "./batches", 201, json=batch) <= 3


def test_a_sheet_takes_one(table: Table) -> None:
    """Who asks and where the campaign stands; whoever looks first after it moved also when that was."""
    table.pat.see("./characters/ramjet")
    assert sent_for(table.pat, "GET", "./characters/ramjet", 200) == 1
