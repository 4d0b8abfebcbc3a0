"""The parts of a stream alone: silence, a database that is away for a while, defects, and clients that take nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from typing import Any, cast
from uuid import UUID, uuid4

import psycopg
import pytest
from litestar.types import Message
from msgspec.structs import replace

from api.access import Caller, Seat
from api.event_stream import STILL_HERE, EventStream, event, last, opening
from api.live import BROKEN, MOST_OF_PERSON, SHUTDOWN, SLOW, WITHDRAWN, Live, Tail, TooManyStreams
from api.problems import NotReady, NotSignedIn
from api.routes import stream
from api.services import Services
from api.storage.accounts import Credential, TokenWanted
from domain.ledger.playing.acceptance import Actor

Page = list[tuple[int, bytes]]
CAMPAIGN = UUID(int=1)


def seat(services: Services | None = None) -> Seat:
    """Somebody's place in a campaign, with a token that is valid at these services."""
    account, token = uuid4(), uuid4()
    if services is not None:
        account = services.accounts.open("person", "Pat").id
        token = services.accounts.issue(account, TokenWanted(label="x"))[0].id
    credential = Credential(token=token, account=account, kind="person", scopes=("read",), campaign=None, acts_for=None)
    return Seat(CAMPAIGN, Actor(str(account), "player"), Caller(credential, None))


def listened(
    services: Services, read: Callable[[int], Page], chunks: int, broken: Callable[[Exception], None] = lambda _: None
) -> list[bytes]:
    """The first chunks that a stream says whose reads answer like this; at its end there are none."""

    async def run() -> list[bytes]:
        live = Live(services.pool)
        tail = live.open(seat(services))
        tail.stir()
        lines = stream.live_events(live, tail, read, broken)
        heard = [chunk async for chunk in taken(lines, chunks)]
        await lines.aclose()
        await live.stop()
        return heard

    return asyncio.run(run())


async def taken(lines: AsyncGenerator[bytes, None], chunks: int) -> AsyncGenerator[bytes, None]:
    for _ in range(chunks):
        try:
            yield await anext(lines)
        except StopAsyncIteration:
            return


def one_by_one(*answers: Page | Exception) -> Callable[[int], Page]:
    """Reads that answer so, one after the other, and then find nothing."""
    left = iter(answers)

    def read(_: int) -> Page:
        answer = next(left, [])
        if isinstance(answer, Exception):
            raise answer
        return answer

    return read


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long."""
    monkeypatch.setattr(stream, "KEEP_ALIVE", 0.01)
    monkeypatch.setattr(stream, "PAUSES", (0.01, 0.02))


def test_an_event_is_one_line_of_json_whatever_it_says() -> None:
    assert event("entry", {"text": "a\nb\r"}, 7) == b'event: entry\ndata: {"text":"a\\nb\\r"}\nid: 7\n\n'


@pytest.mark.usefixtures("quick")
def test_silence_is_broken_by_comments(services: Services) -> None:
    assert listened(services, one_by_one(), 3) == [opening(0), STILL_HERE, STILL_HERE]


@pytest.mark.usefixtures("quick")
def test_a_database_that_is_away_is_asked_again_until_it_answers(services: Services) -> None:
    away = [psycopg.OperationalError("gone")] * 5
    assert listened(services, one_by_one(*away, [(1, b"one")]), 2) == [opening(0), b"one"]


def test_who_may_not_read_any_more_is_told_so_and_nothing_else(services: Services) -> None:
    lines = listened(services, one_by_one(NotSignedIn("?"), [(1, b"one")]), 9)
    assert lines == [opening(0), last(WITHDRAWN)]


def test_a_defect_is_reported_and_ends_the_stream(services: Services) -> None:
    met: list[Exception] = []
    defect = ZeroDivisionError()
    assert listened(services, one_by_one(defect), 9, met.append) == [opening(0), last(BROKEN)]
    assert met == [defect]


def test_where_a_whole_page_was_read_the_next_is_read_at_once(services: Services) -> None:
    page = [(number, b"%d" % number) for number in range(1, stream.PAGE + 1)]
    lines = listened(services, one_by_one(page, [(stream.PAGE + 1, b"more")]), stream.PAGE + 2)
    assert lines[-1] == b"more"


def test_of_a_page_nothing_more_is_told_once_the_stream_is_to_end(services: Services) -> None:
    async def run() -> list[bytes]:
        live = Live(services.pool)
        tail = live.open(seat(services))
        tail.stir()
        lines = stream.live_events(live, tail, one_by_one([(1, b"one"), (2, b"two")]), lambda _: None)
        first = [await anext(lines), await anext(lines)]
        tail.end(WITHDRAWN)
        rest = [chunk async for chunk in lines]
        await live.stop()
        return first + rest

    assert asyncio.run(run()) == [opening(0), b"one", last(WITHDRAWN)]


def test_a_stopped_service_opens_no_streams(services: Services) -> None:
    async def run() -> None:
        live = Live(services.pool)
        live.end()
        live.open(seat())

    with pytest.raises(NotReady):
        asyncio.run(run())


def test_streams_are_counted_by_account_and_closed_once(services: Services) -> None:
    async def run() -> None:
        live, mine = Live(services.pool), seat()
        tails = [live.open(mine) for _ in range(MOST_OF_PERSON)]
        live.open(seat())
        tails[0].close()
        tails[0].close()
        live.open(mine)
        with pytest.raises(TooManyStreams):
            live.open(mine)
        await live.stop()

    asyncio.run(run())


def test_the_streams_of_a_person_s_bots_are_theirs(services: Services) -> None:
    async def run() -> None:
        live, mine = Live(services.pool), seat()
        maker = mine.caller.account
        credential = replace(seat().caller.credential, kind="bot", made_by=maker)
        bot = replace(mine, caller=Caller(credential, None))
        for _ in range(MOST_OF_PERSON // 2):
            live.open(mine)
            live.open(bot)
        for one in (mine, bot):
            with pytest.raises(TooManyStreams, match="you and your bots"):
                live.open(one)
        await live.stop()

    asyncio.run(run())


class Client:
    """A connection whose other end takes so many messages and then no more, until it reads on."""

    def __init__(self, takes: int) -> None:
        self.takes = takes
        self.got: list[bytes] = []
        self.left = asyncio.Event()
        self.reads_on = asyncio.Event()

    async def send(self, message: Any) -> None:
        if len(self.got) >= self.takes:
            await self.reads_on.wait()
        self.got.append(message.get("body", b""))

    async def receive(self) -> Message:
        await self.left.wait()
        return cast("Message", {"type": "http.disconnect"})


def served(client: Client, patience: float, then: Callable[[Tail, Client], None] = lambda *_: None) -> Tail:
    """A stream of endless events to this client, at whose end its tail is given back."""

    async def run() -> Tail:
        left: list[Tail] = []
        tail = Tail(seat(), left.append)

        async def said() -> AsyncGenerator[bytes, None]:
            while tail.ending is None:
                yield b"x"
                await asyncio.sleep(0)
            yield last(tail.ending)

        response = EventStream(tail, said(), patience).to_asgi_response(None, cast(Any, None))
        asyncio.get_running_loop().call_later(0.05, then, tail, client)
        async with asyncio.timeout(5):
            await response({"type": "http"}, client.receive, client.send)  # type: ignore[arg-type]
        assert left == [tail]
        return tail

    return asyncio.run(run())


def test_a_client_that_takes_nothing_is_cut_off() -> None:
    assert served(Client(3), 0.1).ending == SLOW


def test_a_client_that_was_too_slow_and_reads_on_is_told_so() -> None:
    client = Client(3)

    def read_on(_: Tail, client: Client) -> None:
        asyncio.get_running_loop().call_later(0.1, client.reads_on.set)

    served(client, 0.1, read_on)
    assert client.got[-1] == last(SLOW)


def test_a_service_that_stops_does_not_wait_for_a_client_that_takes_nothing() -> None:
    client = Client(3)
    tail = served(client, 60.0, lambda tail, _: tail.end(SHUTDOWN, 0.1))
    assert tail.ending == SHUTDOWN


def test_a_client_that_goes_away_leaves_nothing_behind() -> None:
    tail = served(Client(10**9), 60.0, lambda _, client: client.left.set())
    assert tail.ending is None


def test_a_client_that_goes_away_while_it_takes_nothing_leaves_nothing_behind() -> None:
    tail = served(Client(3), 60.0, lambda _, client: client.left.set())
    assert tail.ending is None
