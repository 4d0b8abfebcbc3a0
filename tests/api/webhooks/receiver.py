"""A receiver of webhooks: a real server on this machine that answers as it is told, and keeps what arrived."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple


class Arrival(NamedTuple):
    """One request: its path, its headers in lower case, and its body."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def entry(self) -> int:
        return int(self.json["entry"])


class Receiver:
    """What arrived, and `answers`: the next statuses, then 204 for everything. `meanwhile` happens before each answer."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}/hook"
        self.arrived: list[Arrival] = []
        self.answers: list[int] = []
        self.always: int = 204
        self.meanwhile: Callable[[], object] | None = None
        self._came = threading.Condition()

    def take(self, arrival: Arrival) -> int:
        with self._came:
            self.arrived.append(arrival)
            status = self.answers.pop(0) if self.answers else self.always
            self._came.notify_all()
        if self.meanwhile is not None:
            self.meanwhile()
        return status

    def wait(self, fits: Callable[[list[Arrival]], bool], seconds: float = 20) -> list[Arrival]:
        """What has arrived by the time that it fits."""
        with self._came:
            assert self._came.wait_for(lambda: fits(self.arrived), seconds), [one.entry for one in self.arrived]
            return list(self.arrived)

    def entries(self, path: str = "/hook") -> list[int]:
        return [one.entry for one in self.arrived if one.path == path]


@contextmanager
def receiving() -> Iterator[Receiver]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            status = receiver.take(Arrival(self.path, {k.lower(): v for k, v in self.headers.items()}, body))
            self.send_response(status)
            self.send_header("location", "http://127.0.0.1:1/elsewhere")
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        receiver = Receiver(server.server_port)
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield receiver
        finally:
            server.shutdown()
            thread.join()


def until(holds: Callable[[], bool], seconds: float = 20) -> None:
    """Wait until something holds."""
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "it does not hold in time"
        time.sleep(0.05)
