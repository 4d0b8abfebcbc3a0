"""The service over HTTP: its start, its memory at rest, a sheet against a static answer, and the whole path of a command."""

from __future__ import annotations

import secrets
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from uuid import UUID, uuid4

import httpx
import psutil

from domain.commands import Envelope
from domain.ledger.ledger import Ledger
from domain.ledger.playing.acceptance import Actor
from domain.ledger.postgres.recorder import ChainEnds
from domain.ledger.postgres.rows import rows_of
from domain.ledger.postgres.statement import statement_of
from domain.ledger.postgres.store import PostgresStore, pool_to
from systems.registry import load
from tests.api.people import Person
from tests.api.serving import Serving, free_port
from tests.bench.appending import CONNECTIONS
from tests.bench.measuring import Bench, Rate, Table, seconds
from tests.checks.source import ROOT

STATIC = """
import asyncio, sys
from litestar import Litestar, get
from api.serving.server import serving
body = b"x" * int(sys.argv[2])

@get("/", media_type="application/json", sync_to_thread=False)
def answer() -> bytes:
    return body

async def main() -> None:
    await serving(Litestar([answer]), "127.0.0.1", int(sys.argv[1]), asyncio.Event(), ready=lambda: None)

asyncio.run(main())
"""


def measure(bench: Bench) -> Iterator[Table]:
    with bench.database() as url, ExitStack() as stack:
        folder = bench.folder / f"served-{uuid4().hex}"
        folder.mkdir()
        before = time.perf_counter()
        served = stack.enter_context(Serving(url, folder))
        started = time.perf_counter() - before
        memory = psutil.Process(served.process.pid).memory_info().rss / 2**20
        rows = [("start until it is ready", f"{started:.2f} s"), ("memory at rest", f"{memory:.0f} MiB")]
        yield Table(
            "The server process", ("what", "figure"), rows, "The database is a process of its own and runs already."
        )
        people = [at_table(stack, served) for _ in range(2 if bench.quick else 32)]
        yield _sheet(bench, people[0])
        yield _whole_path(bench, people)
        yield _split(bench, url, people[0])


def at_table(stack: ExitStack, served: Serving) -> Person:
    """The game master of a campaign whose hero has points, with a connection of their own."""
    http = stack.enter_context(httpx.Client(base_url=served.url))
    owner = Person(http, served.owner_token)
    founded = owner.ask("POST", "/campaigns", 201, json={"name": "Measured", "system": "freeform"})
    gm = owner.at(founded["id"])
    gm.does("freeform.create_character", name="Ramjet")
    gm.does("freeform.put", target="ramjet", component="tracks", name="luck", instance={"current": 10**9})
    return gm


def _sheet(bench: Bench, gm: Person) -> Table:
    times = bench.scaled(300, 10)
    answer = gm.send("GET", "./characters/ramjet")
    sheet = seconds(partial(gm.send, "GET", "./characters/ramjet"), times)
    with running(STATIC, str(len(answer.content))) as (_, http):
        static = seconds(partial(http.get, "/"), times)
    rows = [
        ("a sheet", f"{1e3 * sheet:.2f}", f"{sheet / static:.1f}"),
        ("a static answer of the same size", f"{1e3 * static:.2f}", "1.0"),
    ]
    note = f"{len(answer.content):,} bytes each, one reader, the same server and framework."
    return Table("Reading over HTTP", ("answer", "ms", "× static"), rows, note)


@contextmanager
def running(program: str, *arguments: str) -> Iterator[tuple[subprocess.Popen[bytes], httpx.Client]]:
    """Run a Python program that serves HTTP on the port that is its first argument, and stop it."""
    port = free_port()
    process = subprocess.Popen([sys.executable, "-c", program, str(port), *arguments], cwd=ROOT)
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}") as http:
            _wait(http)
            yield process, http
    finally:
        process.terminate()
        process.wait(20)


def _wait(http: httpx.Client) -> None:
    for _ in range(200):
        try:
            http.get("/")
            return
        except httpx.TransportError:
            time.sleep(0.05)
    raise AssertionError("the server did not start")


def _whole_path(bench: Bench, people: list[Person]) -> Table:
    """Commands over HTTP, each campaign with a sender of its own."""
    rates: dict[int, Rate] = {}
    for campaigns in (1, 2) if bench.quick else (1, 8, 32):
        rates[campaigns] = bench.writers([partial(spends, gm) for gm in people[:campaigns]])
    rows = [(str(n), f"{r.per_second:,.0f}", f"{r.p50:.1f}", f"{r.p99:.1f}") for n, r in rates.items()]
    note = "HTTP → access → rules → entry → answer; the senders share the machine with the service."
    return Table("The whole path of a command", ("campaigns", "commands/s", "p50 ms", "p99 ms"), rows, note)


def spends(gm: Person) -> int:
    """Give a command that spends a point; the number of its entry."""
    return int(gm.does("freeform.spend", target="ramjet", track="luck", amount=1)["entry"])


def _split(bench: Bench, url: str, gm: Person) -> Table:
    """Where the time of one command goes; what is not measured by itself is the difference of what is."""
    times = bench.scaled(300, 10)
    whole = seconds(partial(spends, gm), times)
    with pool_to(url, CONNECTIONS) as pool:
        store = PostgresStore(pool)
        ledger, actor, campaign = Ledger(store, load(installed=[])), Actor(str(uuid4()), "gm"), UUID(gm.campaign)
        submit = seconds(lambda: ledger.submit(campaign, actor, _envelope()), times)
        world = ledger.heads.fresh(campaign)
        draft = ledger.draft(world)
        ledger.play_into(draft, actor, _envelope())
        rules = seconds(lambda: ledger.play_into(ledger.draft(world), actor, _envelope()), times)
        end = ChainEnds(pool).at(campaign, draft.head)

        def encoded() -> object:
            transaction = draft.transaction()
            rows = rows_of(transaction, end, {}, secrets.token_bytes)
            return statement_of(transaction, end, rows)

        encode = seconds(encoded, times)
    parts = {
        "HTTP, access and the answer's view": whole - submit,
        "rules": rules,
        "encoding and chain": encode,
        "database: append, reading back": submit - rules - encode,
        "all": whole,
    }
    rows = [(name, f"{1e3 * part:.2f}", f"{100 * part / whole:.0f}") for name, part in parts.items()]
    return Table("Where the time of one command goes", ("part", "ms", "%"), rows, "One sender; medians.")


def _envelope() -> Envelope:
    args = {"target": "ramjet", "track": "luck", "amount": 1}
    return Envelope(type="freeform.spend", id=str(uuid4()), args=args)
