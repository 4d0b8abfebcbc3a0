"""Large answers: the OpenAPI document when it is first asked for and later, a list of many campaigns, and what has to be looked up
or reckoned for each request."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from statistics import median
from typing import Final
from uuid import uuid4

import httpx
from litestar.testing import TestClient

from api.app import create_app
from api.services import Services, services_on
from domain.ledger.postgres.store import pool_to
from systems.registry import load
from tests.api.pages.browser import Browser
from tests.api.people import PREFIX, Person
from tests.bench.measuring import Bench, Table
from tests.owners import owner_token_in

DOCUMENT = f"{PREFIX}/openapi.json"
PLAIN, PACKED = {"Accept-Encoding": "identity"}, {"Accept-Encoding": "gzip"}


def measure(bench: Bench) -> Iterator[Table]:
    folder = bench.folder / f"answers-{uuid4().hex}"
    folder.mkdir()
    with bench.database() as url, pool_to(url, 4) as pool:
        services = services_on(pool, load(installed=[]))
        token = owner_token_in(folder, services.accounts)
        firsts = [_first(services) for _ in range(bench.scaled(3, 1))]
        with TestClient(create_app(services)) as http:
            yield _document(bench, http, median(firsts))
            yield _campaigns(bench, services, Person(http, token))
            yield _reckoned(bench, Person(http, token))


def _first(services: Services) -> float:
    """The processor seconds of the first request for the document to an application."""
    with TestClient(create_app(services)) as http:
        return processor(partial(http.get, DOCUMENT, headers=PLAIN))


def _document(bench: Bench, http: httpx.Client, first: float) -> Table:
    plain, tag = http.get(DOCUMENT, headers=PLAIN), http.get(DOCUMENT, headers=PACKED).headers["etag"]
    with http.stream("GET", DOCUMENT, headers=PACKED) as answer:
        packed = sum(map(len, answer.iter_raw()))
    health = _middle(bench, partial(http.get, "/health"))
    requests = {
        "later": (PLAIN, len(plain.content)),
        "later, compressed": (PACKED, packed),
        "for a client that has it": (PACKED | {"If-None-Match": tag}, 0),
    }
    figures = {"the first": (first, len(plain.content))}
    for name, (headers, size) in requests.items():
        figures[name] = _middle(bench, partial(http.get, DOCUMENT, headers=headers)), size
    rows = [(name, f"{size / 1024:,.0f}", f"{1e3 * s:.1f}", f"{s / health:.1f}") for name, (s, size) in figures.items()]
    commands = len(plain.json()["components"]["schemas"]["Command"]["oneOf"])
    note = f"With {commands} commands of {len(load(installed=[]).systems)} games. {_NOTE}"
    return Table("The OpenAPI document", ("request", "KiB", "ms", "× `/health`"), rows, note)


_NOTE = "Processor time of client and application in one process, the database left out; medians."


def _campaigns(bench: Bench, services: Services, owner: Person) -> Table:
    account = owner.see("/account")["id"]
    health = _middle(bench, partial(owner.http.get, "/health"))
    rows, founded = [], 0
    for count in (5, 10) if bench.quick else (50, 1_050):
        for _ in range(founded, count):
            services.ledger.found("The Long Night", "freeform", account, {}, uuid4())
        founded = count
        for limit in (50, 500):
            path = f"/campaigns?limit={limit}"
            size = len(owner.send("GET", path).content)
            took = _middle(bench, partial(owner.send, "GET", path))
            rows.append((f"{count:,}", f"{limit}", f"{size / 1024:,.0f}", f"{1e3 * took:.1f}", f"{took / health:.1f}"))
    columns = ("campaigns", "on a page", "KiB", "ms", "× `/health`")
    return Table("A list of campaigns", columns, rows, _NOTE)


RECKONED: Final[Mapping[str, float]] = {
    "./analytics/hits": 72.8,
    "./recap": 110.8,
    "./facts?table=entries": 55.3,
    "rules/WD-ACT-01": 76.6,
    "catalogue": 81.0,
}
"""Reads that nothing is kept of, with the milliseconds that each took when every request made a database in memory of its own and
described the fields of all commands. Those without a slash before them are pages."""


def _reckoned(bench: Bench, owner: Person) -> Table:
    gm = owner.at(owner.ask("POST", "/campaigns", 201, json={"name": "The Long Night", "system": "weaverdice"})["id"])
    gm.does("freeform.create_character", name="Ramjet")
    for face in range(1, 21):
        gm.does("freeform.roll", label="leap", notation="1d20", target=10, actor="ramjet", _dice=[face])
    browser = Browser(gm.http)
    browser.sign_in(gm.token or "")
    rows = []
    for path, before in RECKONED.items():
        is_page = path[0] not in "./"
        ask = partial(browser.open, f"/campaigns/{gm.campaign}/{path}") if is_page else partial(gm.send, "GET", path)
        ask()
        took = 1e3 * _middle(bench, ask)
        rows.append(
            (f"the page `{path}`" if is_page else f"`{path}`", f"{took:.1f}", f"{before:.1f}", f"{before / took:.1f}")
        )
    return Table("Answers that are reckoned anew", ("request", "ms", "before, ms", "× faster"), rows, _NOTE)


def _middle(bench: Bench, do: Callable[[], object]) -> float:
    """The processor seconds that something takes in the middle of several times."""
    return median(processor(do) for _ in range(bench.scaled(15, 2)))


def processor(do: Callable[[], object]) -> float:
    """The processor seconds of this process that something takes."""
    before = time.process_time()
    do()
    return time.process_time() - before
