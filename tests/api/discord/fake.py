"""Discord's HTTP API, as far as Retcon asks it: a real server on this machine that keeps what arrived."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple


class Arrival(NamedTuple):
    """A request of the service."""

    method: str
    path: str
    headers: dict[str, str]
    json: Any


class FakeDiscord:
    """What arrived, and `answers`: the next statuses, then 200 for everything."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}/api/v10"
        self.arrived: list[Arrival] = []
        self.answers: list[int] = []
        self._came = threading.Condition()

    def take(self, arrival: Arrival) -> int:
        with self._came:
            self.arrived.append(arrival)
            self._came.notify_all()
            return self.answers.pop(0) if self.answers else 200

    def wait(self, fits: Callable[[list[Arrival]], bool], seconds: float = 20) -> list[Arrival]:
        """What has arrived by the time that it fits."""
        with self._came:
            assert self._came.wait_for(lambda: fits(self.arrived), seconds), self.arrived
            return list(self.arrived)

    def wait_for(self, token: str, method: str = "POST") -> Any:
        """The message that comes behind the interaction with this token."""

        def ours(arrived: list[Arrival]) -> list[Arrival]:
            return [each for each in arrived if token in each.path and each.method == method]

        return ours(self.wait(lambda arrived: bool(ours(arrived))))[-1].json


@contextmanager
def faking() -> Iterator[FakeDiscord]:
    class Handler(BaseHTTPRequestHandler):
        def answer(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            status = fake.take(Arrival(self.command, self.path, headers, json.loads(body)))
            self.send_response(status)
            self.send_header("retry-after", "0.05")
            self.send_header("content-length", "2")
            self.end_headers()
            self.wfile.write(b"{}")

        do_POST = do_PATCH = do_PUT = answer  # noqa: N815

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        fake = FakeDiscord(server.server_port)
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield fake
        finally:
            server.shutdown()
            thread.join()
