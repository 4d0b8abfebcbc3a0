"""A stranger who holds more connections than the server has places, and says nothing."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from statistics import median, quantiles
from uuid import uuid4

import httpx
import pytest

from tests.api.serving import free_port
from tests.faults.table import Seat, Stage, expect_each_once

SILENT = 1_100
SECONDS = 20.0

STRANGER = "127.0.0.2"


class Silence:
    """So many connections from one address on which nothing is said; those that are closed are made anew."""

    def __init__(self, port: int, count: int, opening: bytes = b"") -> None:
        self.remade = 0
        self._port, self._said = port, opening
        self._open = [self._one() for _ in range(count)]

    def _one(self) -> socket.socket:
        connection = socket.create_connection(("127.0.0.1", self._port), 5, source_address=(STRANGER, 0))
        connection.sendall(self._said)
        connection.setblocking(False)
        return connection

    def renew(self) -> None:
        """Make those anew that the service has closed."""
        for index, connection in enumerate(self._open):
            try:
                closed = connection.recv(4096) == b""
            except BlockingIOError:
                continue
            except OSError:
                closed = True
            if closed:
                connection.close()
                self._open[index] = self._one()
                self.remade += 1

    def close(self) -> None:
        """Leave."""
        for connection in self._open:
            connection.close()


def played_through(stage: Stage, seat: Seat, opening: bytes, seconds: float) -> tuple[list[float], int, dict[str, int]]:
    """Commands and looks at /health for so long beside the stranger: the seconds of each, how many connections the stranger
    made anew, and what was acknowledged."""
    took: list[float] = []
    acknowledged: dict[str, int] = {}
    until = time.monotonic() + seconds
    with closing(Silence(stage.service.port, SILENT, opening)) as silence:
        while time.monotonic() < until:
            silence.renew()
            command_id, began = str(uuid4()), time.monotonic()
            assert httpx.get(f"{stage.service.url}/health", timeout=5).status_code == 200
            answer = seat.hurt(command_id)
            took.append(time.monotonic() - began)
            assert answer.status_code == 201, answer.text
            acknowledged[command_id] = answer.json()["entry"]
            time.sleep(0.05)
        return took, silence.remade, acknowledged


@pytest.mark.soak
@pytest.mark.parametrize(
    "opening", [b"", b"G", b"GET / HTTP/1.1\r\nHost: x\r\n"], ids=["silent", "a byte", "half a head"]
)
def test_the_service_goes_on_beside_a_crowd_of_silent_connections(
    data_dir: Path, opening: bytes, record_property: Callable[[str, object], None]
) -> None:
    with closing(Stage(data_dir)) as stage:
        seat = Seat(stage.service)
        took, remade, acknowledged = played_through(stage, seat, opening, SECONDS)
        seat.client.close()
        expect_each_once(stage.database.uri, seat.campaign, acknowledged)
    cuts = quantiles(took, n=100)
    record_property(
        "figures",
        f"{SILENT} connections saying {opening!r} for {SECONDS:.0f} s: {len(took)} commands and looks at /health, "
        f"median {1000 * median(took):.0f} ms, 99 of 100 within {1000 * cuts[98]:.0f} ms, {remade} connections made anew",
    )
    assert len(took) > SECONDS
    assert cuts[98] < 5


DOORLESS = """
# A server that gives each connection one of 1,024 places.
import asyncio, sys
from granian.constants import Interfaces
from granian.server.embed import Server

async def answer(scope, receive, send):
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"{}"})

asyncio.run(Server(answer, "127.0.0.1", int(sys.argv[1]), interface=Interfaces.ASGINL, backlog=1024, backpressure=1024,
    log_enabled=False, websockets=False).serve())
"""


def alive(port: int) -> bool:
    """Whether something answers there within three seconds."""
    try:
        return httpx.get(f"http://127.0.0.1:{port}/health", timeout=3).status_code == 200
    except httpx.TransportError:
        return False


@pytest.mark.soak
def test_the_control_without_a_door_the_same_crowd_keeps_everybody_out(
    record_property: Callable[[str, object], None],
) -> None:
    port = free_port()
    process = subprocess.Popen([sys.executable, "-c", DOORLESS, str(port)])
    try:
        deadline = time.monotonic() + 20
        while not alive(port):
            assert time.monotonic() < deadline, "the server did not start"
        with closing(Silence(port, SILENT)):
            assert not alive(port), "everybody was let in, so nothing was shown"
        record_property("figures", f"the server without a door answered nobody beside {SILENT} silent connections")
    finally:
        process.kill()
        process.wait()
