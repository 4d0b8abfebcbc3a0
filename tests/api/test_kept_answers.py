"""An answer is the same, byte for byte, whether the service has kept what it is made of or reads it from the database."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from api.app import create_app
from api.services import Services, services_on
from systems.registry import load
from tests.api.game_twins import UNKNOWN, reads_of
from tests.api.pages.everything import everything_at
from tests.api.people import Person, Table

OF_THE_MOMENT = frozenset({"./export", "./facts", "./proof"})
"""Reads that are files, which have laws of their own."""


@pytest.fixture(scope="module")
def full_table(owner: Person) -> Table:
    return everything_at(owner)


@pytest.fixture
def anew(services: Services, full_table: Table) -> Iterator[Person]:
    """The game master at a service that has begun just now, on the same database."""
    gm = full_table.gm
    with TestClient(create_app(services_on(services.pool, load(installed=[])))) as http:
        yield Person(http, gm.token, gm.id, gm.campaign)


def asked(app: Litestar, gm: Person) -> Iterator[str]:
    """Every read of a campaign about all that there is in it."""
    things = {kind: [each["handle"] for each in gm.see(f"./{kind}s")] for kind in ("character", "encounter", "enclave")}
    grids = [grid["name"] for handle in things["enclave"] for grid in gm.see(f"./enclaves/{handle}/grids")]
    head = gm.see(".")["head"]["entry"]
    places = {"target": grids, "entry": [str(head)], "member": [gm.id], "fork": [], "phase": ["1"], "report": ["hits"]}
    for path, takes_time in reads_of(app, places | things).items():
        if path not in OF_THE_MOMENT and UNKNOWN not in path:
            yield f"{path}?from=1" if path.endswith("/diff") else path
            if takes_time and not path.endswith("/diff"):
                yield f"{path}?as_of={head // 2}"


def test_a_service_that_has_just_begun_answers_as_one_that_has_seen_everything(
    app: Litestar, full_table: Table, anew: Person
) -> None:
    paths = list(asked(app, full_table.gm))
    answers = {path: (full_table.gm.send("GET", path), anew.send("GET", path)) for path in paths}
    assert len([path for path, (kept, _) in answers.items() if kept.status_code == 200]) > 100
    assert [path for path, (kept, read) in answers.items() if kept.content != read.content] == []
