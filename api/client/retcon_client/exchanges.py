"""The core that both clients share: an exchange says what to send and how long to wait, and reads the replies.

It does no input or output. A client carries out its steps, each in its own way.
"""

from __future__ import annotations

import random
import time
from collections.abc import Generator, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final, NamedTuple, TypeVar
from urllib.parse import urlencode, urlsplit

import msgspec

from retcon_client.kinds import Secret
from retcon_client.problems import NoReply, ServiceProblem, UnreadableReply, problem_in
from retcon_client.replies import Reply
from retcon_client.requests import Request
from retcon_client.retries import Retries, seconds_in

T = TypeVar("T")


def _agent() -> str:
    try:
        return f"retcon-client/{version('retcon-client')}"
    except PackageNotFoundError:
        return "retcon-client"


AGENT: Final = _agent()


class Connection(msgspec.Struct, frozen=True, kw_only=True):
    """A service and the way to ask it. `url` is its address, with the sub-path that it is served at."""

    url: str
    token: str | None = None
    retries: Retries = Retries()

    def __post_init__(self) -> None:
        parts = urlsplit(self.url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"{self.url!r} is no address of a service; write https://host/path")
        if parts.query or parts.fragment or parts.username or parts.password:
            raise ValueError("the address of a service has no query, fragment, name or password")

    def __repr__(self) -> str:
        return f"Connection({self.url!r}, token={'…' if self.token else None})"


class WireRequest(NamedTuple):
    """A request as it is sent over the wire."""

    method: str
    url: str
    headers: Mapping[str, str]
    content: bytes | None
    file: Path | None = None

    def __repr__(self) -> str:
        return f"WireRequest({self.method} {self.url})"


class RetryPause(NamedTuple):
    """A pause of so many seconds."""

    seconds: float


Step = WireRequest | RetryPause
Exchange = Generator[Step, Reply | NoReply | None, T]
"""Steps to carry out. What came of a request is sent back into it; it returns the answer."""


def exchange(connection: Connection, request: Request[T]) -> Exchange[T]:
    """Send a request until there is an answer. Raises ServiceProblem, NoReply, UnreadableReply."""
    wire = wired(connection, request)
    attempt = 1
    while True:
        outcome = yield wire
        assert outcome is not None, "a request is answered with what came of it"
        failure = failure_in(outcome)
        if failure is None:
            assert isinstance(outcome, Reply)
            return answer_in(outcome, request)
        pause = connection.retries.pause_after(failure, attempt, repeatable=request.repeatable, chance=random.random())
        if pause is None:
            raise failure
        yield RetryPause(pause)
        attempt += 1


def wired(connection: Connection, request: Request[T]) -> WireRequest:
    """Return a request as it is sent to that service."""
    headers = {"Accept": "application/json, */*;q=0.5", "User-Agent": AGENT, **dict(request.headers)}
    content = None
    if connection.token:
        headers["Authorization"] = Secret(f"Bearer {connection.token}")
    if request.body is not None:
        content = msgspec.json.encode(request.body, enc_hook=str)
        headers["Content-Type"] = "application/json"
    if request.file is not None:
        headers |= {"Content-Type": "application/octet-stream", "Content-Length": str(request.file.stat().st_size)}
    query = f"?{urlencode(request.query)}" if request.query else ""
    url = f"{connection.url.rstrip('/')}{request.path}{query}"
    return WireRequest(request.method, url, headers, content, request.file)


def failure_in(outcome: Reply | NoReply) -> ServiceProblem | NoReply | None:
    """Return why a request came to nothing; None where it was carried out."""
    if isinstance(outcome, NoReply):
        return outcome
    if outcome.is_problem:
        return ServiceProblem(problem_in(outcome), seconds_in(outcome.headers.get("retry-after"), time.time()))
    return None


def answer_in(reply: Reply, request: Request[T]) -> T:
    """Return the answer to a request. Raises UnreadableReply."""
    if 300 <= reply.status < 400:
        place = reply.headers.get("location", "another address")
        raise UnreadableReply(f"The service is at {place}; a client follows no redirect, so write that address.")
    try:
        return request.read(reply)
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        sentence = f"The reply to {request.method} {request.path} cannot be read ({error}); is this a Retcon service, of this release?"
        raise UnreadableReply(sentence) from error
