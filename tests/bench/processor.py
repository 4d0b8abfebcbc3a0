"""The server's processor time for a request, beside that of a bare handler of the same framework on the same server.

Requests are sent in turn, round by round, so that other work on the machine falls on all of them alike. What the service does
for a request after its answer (announcing it, following it with facts) counts too.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from functools import partial
from itertools import count
from statistics import median
from typing import Any
from uuid import uuid4

import psutil

from systems.registry import load
from tests.api.people import Person, command
from tests.api.serving import Serving
from tests.bench.measuring import Bench, Table
from tests.bench.serving import at_table, running, spends

BARE = """
import sys
import uvloop
from granian.constants import HTTPModes, Interfaces
from granian.server.embed import Server
from litestar import Litestar, get

ANSWER = {"entries": [{"entry": number, "status": "standing"} for number in range(17)]}

@get("/")
async def answer() -> dict[str, object]:
    return ANSWER

app = Litestar([answer], openapi_config=None, logging_config=None)
server = Server(
    app, "127.0.0.1", int(sys.argv[1]), interface=Interfaces.ASGI, http=HTTPModes.http1, log_enabled=False, websockets=False
)
uvloop.run(server.serve())
"""
"""A handler that answers 600 bytes of JSON."""

CHEAP: Mapping[str, str] = {
    "weaverdice": "check",
    "rotted-capes": "roll_check",
    "orcus": "roll_skill",
    "midnight-in-vaia": "check_sense",
    "cthulhu-eternal": "call_for_test",
}
"""A cheap command of each game, whose example can be given again and again."""

BEFORE: Mapping[str, str] = {
    "a bare handler": "1.0",
    "`/health`": "1.5",
    "a sheet": "4.7",
    "a sheet, made anew": "4.7",
    "a command: `freeform.spend`": "13.8",
    "a command: `weaverdice.check`": "26.1",
    "a command: `rotted-capes.roll_check`": "24.5",
    "a command: `orcus.roll_skill`": "26.1",
    "a command: `midnight-in-vaia.check_sense`": "18.4",
    "a command: `cthulhu-eternal.call_for_test`": "21.2",
}
"""The ratios when every sheet was made in a thread."""

AFTERWARDS = 0.5
"""Seconds after which the service has announced the newest entry, and followed it with facts."""

Request = Callable[[], object]


def measure(bench: Bench) -> Iterator[Table]:
    with bench.database() as url, ExitStack() as stack:
        folder = bench.folder / f"processor-{uuid4().hex}"
        folder.mkdir()
        bare, http = stack.enter_context(running(BARE))
        served = stack.enter_context(Serving(url, folder, RETCON_DICE_PER_MINUTE="0"))
        service = psutil.Process(served.process.pid)
        requests: dict[str, tuple[psutil.Process, Request]] = {}
        requests["a bare handler"] = psutil.Process(bare.pid), partial(http.get, "/")
        requests |= {name: (service, request) for name, request in _requests(stack, served)}
        yield _table(bench, requests)


def _anew(gm: Person, numbers: Iterator[int]) -> None:
    """Read a sheet as nobody has asked for it before."""
    gm.send("GET", "./characters/ramjet", headers={"Accept-Encoding": f"gzip, x-number-{next(numbers)}"})


def _requests(stack: ExitStack, served: Serving) -> Iterator[tuple[str, Request]]:
    gm = at_table(stack, served)
    yield "`/health`", partial(gm.http.get, "/health")
    yield "a sheet", partial(gm.send, "GET", "./characters/ramjet")
    yield "a sheet, made anew", partial(_anew, gm, count(1))
    yield "a command: `freeform.spend`", partial(spends, gm)
    owner = Person(gm.http, gm.token)
    for game, name in CHEAP.items():
        yield f"a command: `{game}.{name}`", partial(gives, *example_of(owner, game, name))


def example_of(owner: Person, game: str, name: str) -> tuple[Person, str, dict[str, Any]]:
    """Set up the campaign of a game's examples: its game master, and a command with its args."""
    examples = load(installed=[]).system(game).examples
    gm = owner.at(owner.ask("POST", "/campaigns", 201, json={"name": "Measured", "system": game})["id"])
    me = gm.ask("GET", "/account")["id"]
    for step in examples.setup:
        args = {field: [me] if field == "owners" else value for field, value in step.args.items()}
        gm.does(step.type, **args)
    return gm, f"{game}.{name}", dict(examples.args(name))


def gives(gm: Person, type: str, args: dict[str, Any]) -> None:
    """Give a command."""
    gm.ask("POST", "./commands", 201, json=command(type, **args))


def _table(bench: Bench, requests: Mapping[str, tuple[psutil.Process, Request]]) -> Table:
    rounds = [
        {name: _each(process, request, bench.scaled(200, 5)) for name, (process, request) in requests.items()}
        for _ in range(bench.scaled(5, 1))
    ]
    bare = next(iter(requests))
    rows = [
        (
            name,
            f"{1e3 * median(one[name] for one in rounds):.2f}",
            f"{median(one[name] / one[bare] for one in rounds):.1f}",
            BEFORE[name],
        )
        for name in requests
    ]
    note = "Milliseconds of all threads of the server, the database left out; medians of rounds in which the requests take turns."
    return Table("Processor time of a request", ("request", "ms", "× bare", "× before"), rows, note)


def _each(process: psutil.Process, request: Request, times: int) -> float:
    """The processor seconds that a request takes of a server."""
    for _ in range(max(1, times // 10)):
        request()
    time.sleep(AFTERWARDS)
    before = processor_seconds(process)
    for _ in range(times):
        request()
    time.sleep(AFTERWARDS)
    return (processor_seconds(process) - before) / times


def processor_seconds(process: psutil.Process) -> float:
    """Processor seconds that a process and its children have had so far, those of a database left out."""
    return sum(map(_seconds_of, (process, *process.children(recursive=True))))


def _seconds_of(process: psutil.Process) -> float:
    try:
        if process.name() == "postgres":
            return 0.0
        return time.clock_gettime((~process.pid << 3) | 2)  # Linux: the clock of that process, in nanoseconds
    except (psutil.Error, OSError):
        return 0.0
