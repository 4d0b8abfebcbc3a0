"""Clients that follow a campaign live.

with Following(server, table.pat, after=2) as heard:
    table.gm.does("freeform.note", text="hello")
    heard.until(3)
"""

from __future__ import annotations

import http.client
import json
import socket
import threading
import time
from contextlib import suppress
from types import TracebackType
from typing import NamedTuple, Self
from urllib.parse import urlencode

from tests.api.people import PREFIX, Json, Person
from tests.api.serving import PATIENCE, Serving


class Event(NamedTuple):
    """An event as a client has it; `id` is the newest id it then knew."""

    name: str
    data: Json
    id: str


class Following:
    """A stream that is read by a thread of its own; `last_id` as a client that was here before."""

    def __init__(self, server: Serving, who: Person, last_id: int | str | None = None, **parameters: object) -> None:
        self.events: list[Event] = []
        self.wire = b""
        self.id = ""
        self.ended = False
        headers = {"Authorization": f"Bearer {who.token}"}
        if last_id is not None:
            headers["Last-Event-ID"] = str(last_id)
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        connection.request("GET", f"{PREFIX}/campaigns/{who.campaign}/stream?{urlencode(parameters)}", headers=headers)
        self._socket = connection.sock
        self._response = connection.getresponse()
        assert self._response.status == 200, self._response.read()
        self._news = threading.Condition()
        self._thread = threading.Thread(target=self._read)
        self._thread.start()

    @property
    def entries(self) -> list[int]:
        """The numbers of the entries it was told of, in order."""
        return [int(event.id) for event in self.events if event.name in ("entry", "revision")]

    def named(self, name: str) -> list[Json]:
        """The data of the events of that name."""
        return [event.data for event in self.events if event.name == name]

    def until(self, entry: int) -> Self:
        """Wait until it knows everything up to an entry."""
        return self._wait(lambda: self.id != "" and int(self.id) >= entry)

    def until_end(self) -> Self:
        """Wait until the stream has ended."""
        return self._wait(lambda: self.ended)

    def close(self) -> None:
        """Go away without a word."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._response.close()
        self._socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _wait(self, done: object) -> Self:
        assert callable(done)
        with self._news:
            assert self._news.wait_for(done, PATIENCE), f"heard up to {self.id or 'nothing'}: {self.events[-3:]}"
        return self

    def _read(self) -> None:
        fields: dict[str, str] = {}
        with suppress(OSError, http.client.HTTPException, ValueError):
            while line := self._response.readline():
                self.wire += line
                name, _, value = line.decode().rstrip("\n").partition(": ")
                if line == b"\n":
                    self._take(fields)
                    fields = {}
                elif name:
                    fields[name] = value
        with self._news:
            self.ended = True
            self._news.notify_all()

    def _take(self, fields: dict[str, str]) -> None:
        with self._news:
            self.id = fields.get("id", self.id)
            if "data" in fields:
                self.events.append(Event(fields["event"], json.loads(fields["data"]), self.id))
            self._news.notify_all()


def eventually(what: object, seconds: float = PATIENCE) -> bool:
    """Whether something becomes true within so many seconds."""
    assert callable(what)
    deadline = time.monotonic() + seconds
    while not what():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True
