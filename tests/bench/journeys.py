"""The project files and functions that a request runs through, counted while the service answers it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path

from litestar.testing import TestClient

from api.app import create_app
from api.services import services_on
from api.storage.announcing import Announcer
from domain.ledger.postgres.store import pool_to
from systems.registry import load
from tests.api.people import Json, Person, Table, command
from tests.bench import measuring
from tests.bench.measuring import Bench
from tests.journeys import Journey, Tracer
from tests.owners import owner_token_in


def measure(bench: Bench) -> Iterator[measuring.Table]:
    with bench.database() as url, traced(url, bench.folder) as at_table:
        rows = [_row(name, request(at_table)) for name, request in REQUESTS.items()]
    note = (
        "Distinct files and functions of the project's packages, in a service that has answered such requests before."
    )
    yield measuring.Table("The journey of a request", ("request", "files", "functions", "calls"), rows, note)


def _row(name: str, journey: Journey) -> tuple[str, ...]:
    return name, str(len(journey.files)), str(len(journey.functions)), str(len(journey.steps))


class TracedTable:
    """A table at which Pat plays Ramjet, in a service whose threads a tracer watches. `born` is Ramjet's first entry."""

    def __init__(self, table: Table, tracer: Tracer, announcer: Announcer) -> None:
        self.table = table
        self.tracer = tracer
        self._announcer = announcer
        tracks = {"hp": {"current": 10, "minimum": None}}
        created = table.gm.does("freeform.create_character", name="Ramjet", owners=[table.pat.id], tracks=tracks)
        self.born: int = created["entry"]
        for request in REQUESTS.values():  # connections are made, statements prepared, caches filled
            request(self)

    def hurt(self) -> Json:
        """Have Pat give a command."""
        hurt = command("freeform.damage", target="ramjet", track="hp", amount=1)
        return self.table.pat.ask("POST", "./commands", 201, json=hurt)

    def settle(self) -> None:
        """Wait until what was written has been announced, which goes on behind the answer."""
        self._announcer._speaker.submit(lambda: None).result()


@contextmanager
def traced(url: str, folder: Path) -> Iterator[TracedTable]:
    """A traced table in a service on a migrated database."""
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere, redirect_stdout(nowhere), pool_to(url, 4) as pool:
        services = services_on(pool, load(installed=[]))
        token = owner_token_in(folder, services.accounts)
        with Tracer().installed() as tracer, TestClient(create_app(services)) as http:
            yield TracedTable(Table(Person(http, token)), tracer, services.announcer)


def give_command(at: TracedTable) -> Journey:
    """The journey of a command after another one."""
    at.hurt()
    with at.tracer.journey() as journey:
        at.hurt()
    return journey


def undo_old_entry(at: TracedTable) -> Journey:
    """The journey of an undo of an entry on which two later ones stand."""
    old, _, _ = at.hurt(), at.hurt(), at.hurt()
    with at.tracer.journey() as journey:
        at.table.gm.ask("POST", "./revisions", 201, json={"undo": [old["entry"]]})
    return journey


def read_sheet_as_of(at: TracedTable) -> Journey:
    """The journey of a sheet as it was right after its character's first entry."""
    at.settle()
    with at.tracer.journey() as journey:
        at.table.pat.see("./characters/ramjet", as_of=at.born)
    return journey


REQUESTS: dict[str, Callable[[TracedTable], Journey]] = {
    "give a command": give_command,
    "undo an old entry": undo_old_entry,
    "read a sheet as of an entry": read_sheet_as_of,
}
