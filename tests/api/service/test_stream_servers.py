"""Streams across processes and failures: several servers, lost connections, a database that starts again, many at once."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import psutil
import psycopg
import pytest

from api.live import MOST_OF_PERSON
from api.storage import embedded
from api.storage.database import CONNECTIONS
from api.storage.embedded import Server
from api.storage.listener import NAME
from tests.api.following import Following, eventually
from tests.api.people import Person, Table, command
from tests.api.serving import PATIENCE, Serving
from tests.databases import fresh_database

T = TypeVar("T")

IDLE = 500

OWNER_TOKEN = "both-servers-are-given-the-same-owner-token"


class Two:
    """Two servers on one database, and people at either of them."""

    def __init__(self, url: str, one: Serving, other: Serving, http: ExitStack) -> None:
        self.url, self.one, self.other = url, one, other
        self._clients = {server: http.enter_context(server.client()) for server in (one, other)}
        owner = Person(self._clients[one], OWNER_TOKEN)
        self.owner = Person(self._clients[one], OWNER_TOKEN, owner.see("/account")["id"])

    def at(self, server: Serving, who: Person) -> Person:
        """The same person, whose requests go to that server."""
        return Person(self._clients[server], who.token, who.id, who.campaign)


@pytest.fixture(scope="module")
def two(postgres: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Two]:
    folders = [tmp_path_factory.mktemp("one"), tmp_path_factory.mktemp("other")]
    with fresh_database(postgres) as url, ExitStack() as http:
        settings = {"RETCON_CONNECTIONS_PER_ADDRESS": "0", "RETCON_OWNER_TOKEN": OWNER_TOKEN}
        one, other = (
            Serving(url, folder, None, **settings) for folder in folders
        )  # both start before either is waited for
        yield Two(url, http.enter_context(one), http.enter_context(other), http)


@pytest.fixture
def table(two: Two) -> Table:
    return Table(two.owner)


def note(who: Person, text: str = "…") -> int:
    number: int = who.does("freeform.note", text=text)["entry"]
    return number


def listeners(url: str) -> list[int]:
    query = "SELECT pid FROM pg_stat_activity WHERE application_name = %s AND datname = current_database()"
    with psycopg.connect(url) as connection:
        return [pid for (pid,) in connection.execute(query, [NAME]).fetchall()]


def test_what_is_written_at_one_server_is_heard_at_the_other(two: Two, table: Table) -> None:
    with Following(two.one, table.pat) as here, Following(two.other, table.pat) as beyond:
        first, second = note(table.gm), note(two.at(two.other, table.gm))
        assert here.until(second).entries == beyond.until(second).entries == [first, second]


def test_a_token_that_is_revoked_at_one_server_ends_at_the_other(two: Two, table: Table) -> None:
    made = table.pat.ask("POST", "/tokens", 201, json={"label": "phone"})
    phone = Person(two.at(two.other, table.pat).http, made["secret"], table.pat.id, table.pat.campaign)
    with Following(two.other, phone) as beyond:
        beyond.until(note(table.gm))
        table.pat.ask("DELETE", f"/tokens/{made['token']['id']}", 204)
        assert phone.send("GET", "/account").status_code == 401
        assert [each["reason"] for each in beyond.until_end().named("end")] == ["access-withdrawn"]


def test_one_may_go_on_at_another_server(two: Two, table: Table) -> None:
    with Following(two.one, table.pat) as here:
        here.until(note(table.gm))
    missed = [note(table.gm), note(two.at(two.other, table.gm))]
    with Following(two.other, table.pat, last_id=here.id) as beyond:
        assert beyond.until(missed[-1]).entries == missed


def test_no_entry_is_lost_with_the_listening_connection(two: Two, table: Table) -> None:
    with Following(two.one, table.pat) as here, Following(two.other, table.pat) as beyond:
        numbers = []
        for _ in range(3):
            numbers.append(note(table.gm))
            cut = listeners(two.url)
            with psycopg.connect(two.url, autocommit=True) as connection:
                connection.execute("SELECT pg_terminate_backend(pid, 2000) FROM unnest(%s::int[]) pid", [cut])
            numbers.append(note(table.gm))
            assert eventually(lambda: len(listeners(two.url)) == 2)
        assert here.until(numbers[-1]).entries == beyond.until(numbers[-1]).entries == numbers


def test_each_of_eight_readers_hears_eight_writers_once_and_in_order(two: Two, table: Table) -> None:
    servers = (two.one, two.other)
    people = [table.gm, table.pat, table.olga, table.join("Ned", "player")]
    begun = table.gm.see(".")["head"]["entry"]
    with ExitStack() as streams, ThreadPoolExecutor(8) as threads:
        heard = [streams.enter_context(Following(servers[n % 2], people[n % 4])) for n in range(8)]
        writers = [threads.submit(writing, two, servers[n % 2], table.gm, time.monotonic() + 3) for n in range(8)]
        written = sum(writer.result() for writer in writers)
        numbers = [one.until(begun + written).entries for one in heard]
    assert written > 20
    assert numbers == [list(range(begun + 1, begun + written + 1))] * 8


def writing(two: Two, server: Serving, who: Person, until: float) -> int:
    """Write as fast as one can until then; how many entries that were. Who was too slow sends the same again."""
    with server.client() as client:
        writer = Person(client, who.token, who.id, who.campaign)
        count = 0
        while time.monotonic() < until:
            body = command("freeform.note", text=f"{count}", _audience=("all", "gm")[count % 2])
            while writer.send("POST", "./commands", json=body).status_code == 409:
                pass
            count += 1
        return count


class Crowd:
    """Many streams in one thread: so many for each of these people. What they are told waits until it is asked for."""

    def __init__(self, server: Serving, people: list[Person], each: int) -> None:
        self._loop = asyncio.new_event_loop()
        opening = [_open_stream(server, who) for who in people for _ in range(each)]
        self._streams = self._loop.run_until_complete(_all(*opening))

    def __len__(self) -> int:
        return len(self._streams)

    def hears(self, words: str) -> bool:
        """Whether every one of them comes to say that."""
        answers = self._loop.run_until_complete(
            _all(*(reader.readuntil(words.encode()) for reader, _ in self._streams))
        )
        return len(answers) == len(self)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for _, writer in self._streams:
            writer.close()
        self._loop.run_until_complete(asyncio.sleep(0))
        self._loop.close()


async def _open_stream(server: Serving, who: Person) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    path = f"/api/v1/campaigns/{who.campaign}/stream"
    writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {who.token}\r\n\r\n".encode())
    assert b" 200 " in await reader.readuntil(b"id: ")
    return reader, writer


async def _all(*work: Coroutine[Any, Any, T]) -> list[T]:
    async with asyncio.timeout(PATIENCE):
        return await asyncio.gather(*work)


def test_five_hundred_idle_streams_cost_next_to_nothing_and_all_of_them_hear(two: Two, table: Table) -> None:
    crowd = [table.join(f"Guest {number}", "observer") for number in range(IDLE // MOST_OF_PERSON)]
    process = psutil.Process(two.one.process.pid)
    table.gm.see("/analytics")  # what reports need is imported now, and not by the service ten seconds after its start
    before = process.memory_info().rss
    with Crowd(two.one, crowd, MOST_OF_PERSON) as streams:
        assert eventually(lambda: work_in_a_second(process) < 0.3), "it works on while nothing happens"
        assert (process.memory_info().rss - before) / IDLE < 100_000, "bytes for each of them"
        assert process.num_threads() < 40
        assert count_connections(two.url) <= 2 * (CONNECTIONS + 2) + 1, (
            "two pools, two listeners, two that check tokens, this one"
        )
        assert streams.hears(f"id: {note(table.gm)}\n")


def work_in_a_second(process: psutil.Process) -> float:
    """Return the seconds of processor time that a process spends within one second."""
    before = sum(process.cpu_times()[:2])
    time.sleep(1)
    return float(sum(process.cpu_times()[:2]) - before)


def test_a_service_with_many_streams_ends_within_seconds_and_says_so(database_url: str, tmp_path: Path) -> None:
    with Serving(database_url, tmp_path) as serving, serving.client() as client:
        table = Table(Person(client, serving.owner_token))
        with Crowd(serving, [table.pat, table.olga], MOST_OF_PERSON) as streams:
            code, seconds = serving.stop()
            assert streams.hears('"reason":"shutdown"')
    assert (code, seconds < 4) == (0, True), serving.log.read_text()


def test_a_database_that_starts_again_in_the_middle_costs_nothing_but_time(tmp_path: Path) -> None:
    folder = tmp_path / "database"
    with ExitStack() as stack:
        database = stack.enter_context(embedded.start(folder))
        serving = stack.enter_context(Serving(database.uri, tmp_path))
        table = Table(Person(stack.enter_context(serving.client()), serving.owner_token))
        heard = stack.enter_context(Following(serving, table.pat))
        heard.until(note(table.gm))
        database.stop()
        stack.enter_context(embedded.start(folder))
        last = max(written(table.gm), written(table.gm))
        assert heard.until(last).entries == list(range(last - 2, last + 1))


def written(who: Person) -> int:
    """The entry of a note that is sent until it stands; lost answers are asked for again, under the same id."""
    body = command("freeform.note", text="…")
    numbers: list[int] = []

    def sent() -> bool:
        answer = who.send("POST", "./commands", json=body)
        numbers.extend([answer.json()["entry"]] if answer.status_code == 201 else [])
        return bool(numbers)

    assert eventually(sent)
    return numbers[0]


def count_connections(url: str) -> int:
    """How many connections the database has."""
    with psycopg.connect(url) as connection:
        row = connection.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()").fetchone()
    assert row is not None
    return int(row[0])
