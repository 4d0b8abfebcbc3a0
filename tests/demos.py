"""Every demo, played once for a whole run: what tests want of it, they read from a copy of the database."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from uuid import UUID

import httpx
import msgspec
import psycopg
from psycopg import sql

from api.demo.player import Player
from api.demo.reading import read
from api.demo.table import DemoPerson, DemoTable
from api.services import services_on
from api.storage.embedded import Server
from domain.ledger.postgres.store import pool_to
from systems.registry import load
from tests.api.serving import Serving
from tests.checks.source import ROOT
from tests.databases import fresh_database

DEMOS: Final = {
    "freeform": ROOT / "tests/data/brawl.toml",
    **{path.parent.name.replace("_", "-"): path for path in sorted(ROOT.glob("systems/*/demo.toml"))},
}
"""The demo of each system."""

TEMPLATE: Final = "every_demo"
"""The database of a run in which they were played. Nobody writes to it."""


class PlayedDemo(msgspec.Struct, frozen=True):
    """The campaign that a demo has left, and the people at its table by their key in the demo."""

    system: str
    name: str
    campaign: UUID
    people: dict[str, DemoPerson]

    def table(self, http: httpx.Client) -> DemoTable:
        """Return the table at a service on a copy of the database."""
        return TableOfDemo(http, self)


class TableOfDemo(DemoTable):
    """A table at which a demo was played before; nothing is founded."""

    def __init__(self, http: httpx.Client, demo: PlayedDemo) -> None:
        self._http = http
        self.system, self.name, self.campaign, self.people = demo.system, demo.name, demo.campaign, demo.people


class PlayedInstallation(msgspec.Struct, frozen=True):
    """An installation in which every demo was played: the token of its owner, and the demos by system."""

    owner_token: str
    demos: dict[str, PlayedDemo]


def play_every_demo(database: str, folder: Path) -> PlayedInstallation:
    """Play every demo at a service on this database, and bring its projections up to the ledgers."""
    with (
        Serving(database, folder, RETCON_DICE_PER_MINUTE="0") as service,
        service.client() as http,
    ):
        installation = PlayedInstallation(
            service.owner_token, {system: _played(http, service.owner_token, system) for system in DEMOS}
        )
    with pool_to(database, 2) as pool:
        projections = services_on(pool, load(installed=[])).projections
        while any(each.entry < each.head for each in projections.standings()):
            projections.catch_up()
    return installation


def _played(http: httpx.Client, owner_token: str, system: str) -> PlayedDemo:
    path = DEMOS[system]
    demo = read(path.read_text(encoding="utf-8"), path.name)
    table = DemoTable(http, owner_token, demo, system)
    assert len(list(Player(demo, table).play())) == len(demo.step)
    return PlayedDemo(system, table.name, table.campaign, table.people)


class DemosOfRun(msgspec.Struct, frozen=True):
    """What a run has played, on the server that its workers share."""

    server: Server
    played: PlayedInstallation

    @contextmanager
    def copied(self) -> Iterator[str]:
        """Give the address of a database of the test's own in which every demo was played."""
        with fresh_database(self.server, TEMPLATE) as url:
            yield url


def demos_of_run(server: Server, shared: Path) -> DemosOfRun:
    """Play every demo where no worker of this run has; `shared` is a folder of all workers."""
    record = shared / f"{TEMPLATE}.json"
    with (shared / f"{TEMPLATE}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not record.exists():
            (shared / TEMPLATE).mkdir()
            with psycopg.connect(server.uri, autocommit=True) as connection:
                connection.execute(sql.SQL("CREATE DATABASE {} TEMPLATE template0").format(sql.Identifier(TEMPLATE)))
            played = play_every_demo(server.database_uri(TEMPLATE), shared / TEMPLATE)
            record.write_bytes(msgspec.json.encode(played))
        return DemosOfRun(server, msgspec.json.decode(record.read_bytes(), type=PlayedInstallation))
