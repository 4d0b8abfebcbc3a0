"""The server's processor time for a sheet that many connections read at once: as it is kept, and made anew each time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from uuid import uuid4

import psutil

from tests.api.people import PREFIX, Person
from tests.api.serving import Serving
from tests.bench.measuring import Bench, Table
from tests.bench.processor import processor_seconds
from tests.bench.serving import at_table

READERS = 16

Encodings = Callable[[], str]


def measure(bench: Bench) -> Iterator[Table]:
    with bench.database() as url, ExitStack() as stack:
        folder = bench.folder / f"readers-{uuid4().hex}"
        folder.mkdir()
        served = stack.enter_context(Serving(url, folder))
        gm, process = at_table(stack, served), psutil.Process(served.process.pid)
        rows = []
        for name, encodings in (("a sheet", lambda: "gzip"), ("a sheet, made anew", _numbered(count(1)))):
            times = bench.scaled(200, 2)
            asyncio.run(_all_read(served, gm, encodings, times // 10 + 1))
            begun, before = time.perf_counter(), processor_seconds(process)
            asyncio.run(_all_read(served, gm, encodings, times))
            used, lasted = processor_seconds(process) - before, time.perf_counter() - begun
            sheets = READERS * times
            rows.append((name, f"{1e3 * used / sheets:.2f}", f"{sheets / lasted:,.0f}"))
        note = f"{READERS} connections; the readers share the machine with the service."
        yield Table("Sheets for many readers", ("request", "ms of the service", "requests/s"), rows, note)


def _numbered(numbers: Iterator[int]) -> Encodings:
    """Encodings that nobody has asked for before."""
    return lambda: f"gzip, x-number-{next(numbers)}"


async def _all_read(served: Serving, gm: Person, encodings: Encodings, times: int) -> None:
    await asyncio.gather(*(_read(served, gm, encodings, times) for _ in range(READERS)))


async def _read(served: Serving, gm: Person, encodings: Encodings, times: int) -> None:
    """Read the sheet so many times over a connection. A client library would take longer than the service."""
    reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
    path = f"{PREFIX}/campaigns/{gm.campaign}/characters/ramjet"
    for _ in range(times):
        head = f"GET {path} HTTP/1.1\r\nhost: retcon\r\nauthorization: Bearer {gm.token}\r\naccept-encoding: {encodings()}\r\n\r\n"
        writer.write(head.encode())
        answer = (await reader.readuntil(b"\r\n\r\n")).lower()
        assert answer.startswith(b"http/1.1 200")
        await reader.readexactly(int(answer.partition(b"content-length: ")[2].partition(b"\r\n")[0]))
    writer.close()
