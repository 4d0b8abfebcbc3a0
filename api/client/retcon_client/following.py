"""The live stream of a campaign: events are read line by line, and a lost connection goes on where it broke."""

from __future__ import annotations

import random
from collections.abc import Generator, Iterator, Mapping
from typing import Final, NamedTuple, NoReturn

import msgspec

from retcon_client.answers.entries import EntryView, HiddenEntry
from retcon_client.answers.play import DecisionNews, RevisionNews
from retcon_client.exchanges import Connection, RetryPause, WireRequest, failure_in, wired
from retcon_client.kinds import Entry
from retcon_client.problems import NoReply, ServiceProblem, UnreadableReply
from retcon_client.replies import Reply, decoded
from retcon_client.requests import request
from retcon_client.retries import Retries

News = EntryView | HiddenEntry | RevisionNews | DecisionNews
"""Something that happened: an entry, a change of the past, or an effect on a decision (just before its entry)."""

EVENTS: Final = "text/event-stream"

_KINDS: Final[Mapping[str, object]] = {"entry": Entry, "revision": RevisionNews, "decision": DecisionNews}


class StreamRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A request to follow a campaign: from after an entry on, or (None) from now on."""

    path: str
    after: int | None = None
    query: Mapping[str, str] = {}
    headers: Mapping[str, str] = {}


class ReadMore(NamedTuple):
    """A wait for more bytes of the open stream. Its outcome is the bytes, none at its end, or what broke it."""


class Delivery(NamedTuple):
    """Something to hand to the program that follows; None says that the stream is open for the first time."""

    news: News | None


StreamStep = WireRequest | RetryPause | ReadMore | Delivery
StreamSteps = Generator[StreamStep, Reply | NoReply | bytes | None, NoReturn]


class StreamPosition:
    """A place in a stream, kept over connections. `entry` is the number of the newest entry that has come, with everything
    before it; a later program may go on from there.
    """

    def __init__(self, after: int | None) -> None:
        self.entry = after


def following(asked: StreamRequest, connection: Connection, position: StreamPosition) -> StreamSteps:
    """Follow a campaign for ever: every entry comes once and in order, whatever connections are lost.

    A decision comes together with its entry, so none comes twice either. Before the stream was open for the first time
    failures are raised as those of any request; later the service is asked again until it answers. Raises ServiceProblem
    where it will not.
    """
    begun, failures = False, 0
    while True:
        outcome = yield wired_stream(asked, connection, position)
        failure = _failure_of(outcome)
        if failure is None:
            blocks = _Blocks()
            while isinstance(chunk := (yield ReadMore()), bytes) and chunk:
                for block in blocks.read(chunk):
                    yield from _delivered(block, position)
                if not begun and position.entry is not None:
                    begun = True
                    yield Delivery(None)
                failures = 0
            failure = chunk if isinstance(chunk, NoReply) else None
        failures += 1
        yield RetryPause(_pause(failure, failures, connection.retries, begun=begun))


def wired_stream(asked: StreamRequest, connection: Connection, position: StreamPosition) -> WireRequest:
    """Return the request that goes on from a place."""
    headers = {**asked.headers, "Accept": EVENTS}
    if position.entry is not None:
        headers["Last-Event-ID"] = str(position.entry)
    return wired(connection, request("GET", asked.path, query=asked.query, headers=headers))


class _Block(msgspec.Struct, frozen=True):
    """The events of an entry, and its number, where they have come whole."""

    news: tuple[News, ...]
    entry: int


class _Blocks:
    """The reader of one connection. The line ends of the stream are those of its bytes: texts may hold others."""

    def __init__(self) -> None:
        self._rest = b""
        self._fields: dict[str, str] = {}
        self._waiting: list[News] = []

    def read(self, chunk: bytes) -> Iterator[_Block]:
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        for line in lines:
            name, _, value = line.rstrip(b"\r").decode().partition(":")
            if name:
                self._fields[name] = value.removeprefix(" ")
            elif not value:
                fields, self._fields = self._fields, {}
                yield from self._taken(fields)

    def _taken(self, fields: Mapping[str, str]) -> Iterator[_Block]:
        """Take an event. It waits for the one that has the number of its entry."""
        if "data" in fields and fields.get("event") in _KINDS:
            self._waiting.append(_news(fields["event"], fields["data"]))
        if fields.get("id", "").isdecimal():
            news, self._waiting = tuple(self._waiting), []
            yield _Block(news, int(fields["id"]))


def _news(event: str, data: str) -> News:
    try:
        news: News = decoded(data.encode(), _KINDS[event])
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        sentence = f"An event {event!r} of the stream cannot be read ({error}); is the service of another release?"
        raise UnreadableReply(sentence) from error
    return news


def _delivered(block: _Block, position: StreamPosition) -> Iterator[Delivery]:
    """Hand on the events of an entry; with the last one the place moves on."""
    for each in block.news[:-1]:
        yield Delivery(each)
    position.entry = block.entry
    for each in block.news[-1:]:
        yield Delivery(each)


def _failure_of(outcome: Reply | NoReply | bytes | None) -> ServiceProblem | NoReply | None:
    """Return why a stream was not opened; None where it is open. Raises UnreadableReply."""
    assert isinstance(outcome, Reply | NoReply), "a request is answered with what came of it"
    failure = failure_in(outcome)
    if failure is None and isinstance(outcome, Reply) and (outcome.status, outcome.media_type) != (200, EVENTS):
        raise UnreadableReply("The reply is no stream of events; is this a Retcon service?")
    return failure


def _pause(failure: ServiceProblem | NoReply | None, failures: int, retries: Retries, *, begun: bool) -> float:
    """Return the seconds until the next connection. Raises the failure where another one makes no sense."""
    lost = failure or NoReply("The service has ended the stream.", sent=False)
    attempt = min(failures, retries.attempts - 1) if begun else failures
    pause = retries.pause_after(lost, attempt, repeatable=True, chance=random.random())
    if pause is None:
        raise lost
    return pause
