"""An installation whose connections count how often they go to the database."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import psycopg
from litestar.testing import TestClient
from psycopg.abc import PQGen
from psycopg.pq import TransactionStatus

from api.app import create_app
from api.services import Services, services_on
from api.storage.embedded import Server
from domain.ledger.postgres.store import CountingPool
from systems.registry import load
from tests.api.people import Person
from tests.databases import migrated_database
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


@contextmanager
def counted(postgres: Server, folder: Path) -> Iterator[tuple[Person, Services]]:
    """The owner of an installation on connections that count, and its services."""
    with migrated_database(postgres) as url:
        settings = {"autocommit": True}
        pool = CountingPool(url, connection_class=Counting, min_size=2, max_size=2, open=True, kwargs=settings)
        with pool:
            services = services_on(pool, load(installed=[]))
            token = owner_token_in(folder, services.accounts)
            with TestClient(create_app(services)) as http:
                yield Person(http, token, Person(http, token).see("/account")["id"]), services
