"""A client that connects and asks for nothing takes nobody's place."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest
from litestar import Litestar

from api.serving.door import LARGEST_HEAD, MOST_WAITING, Door, Doorway
from api.storage.embedded import Server
from tests.api.people import PREFIX
from tests.api.serving import Serving, free_port
from tests.databases import fresh_database

IDLE = 2
OF_ADDRESS = 8
SOON = 2.0

STRANGER, NEIGHBOUR = "127.0.0.2", "127.0.0.3"
"""Addresses of this machine from which connections come beside its first one."""

ASK = b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.fixture(scope="module")
def service(postgres: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    settings = {
        "RETCON_IDLE_SECONDS": str(IDLE),
        "RETCON_CONNECTIONS_PER_ADDRESS": str(OF_ADDRESS),
        "RETCON_PROXIES": NEIGHBOUR,
    }
    folder = tmp_path_factory.mktemp("door")
    with fresh_database(postgres) as url, Serving(url, folder, None, **settings) as serving:
        yield serving


@contextmanager
def connected(service: Serving, source: str = STRANGER) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", service.port), timeout=20, source_address=(source, 0)) as connection:
        yield connection


def said(connection: socket.socket) -> bytes:
    """What comes back until the other end closes."""
    parts = []
    try:
        while part := connection.recv(65536):
            parts.append(part)
    except ConnectionResetError:
        pass
    return b"".join(parts)


def answered(connection: socket.socket) -> bytes:
    """The head of the next answer."""
    content = b""
    while b"\r\n\r\n" not in content:
        part = connection.recv(65536)
        assert part, content
        content += part
    return content


def expect_alive(service: Serving) -> None:
    """A client at another address is answered, and soon."""
    began = time.monotonic()
    assert httpx.get(f"{service.url}/health", timeout=10).status_code == 200
    assert time.monotonic() - began < SOON


def trickled(connection: socket.socket, path: str, length: int = 400) -> bytes:
    """What is answered to a client that sends a body byte by byte, and how the connection ends."""
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Length: {length}\r\n\r\n"
    connection.sendall(head.encode())
    connection.settimeout(IDLE / 10)
    parts = [b""]
    until = time.monotonic() + 3 * IDLE
    while time.monotonic() < until:
        try:
            connection.sendall(b" ")
            parts.append(connection.recv(65536))
        except TimeoutError:
            continue
        except OSError:
            return b"".join(parts)
        if not parts[-1]:
            return b"".join(parts)
    raise AssertionError(f"the connection was still open after {3 * IDLE} seconds; it said {parts}")


def test_a_body_that_trickles_in_is_refused_in_time(service: Serving) -> None:
    with connected(service) as connection:
        began = time.monotonic()
        answer = trickled(connection, f"{PREFIX}/invitations/no-such-code")
        assert IDLE - 1 < time.monotonic() - began < IDLE + SOON
    assert answer.startswith(b"HTTP/1.1 408")
    assert b"connection: close" in answer.lower()
    assert (
        b'"detail":"The body of the request was not complete after 2 seconds; send it faster, or in parts."' in answer
    )


def test_a_large_file_has_the_time_that_it_needs(service: Serving) -> None:
    file = b"Player,Dice,Natural\n" + b"Ana,1d20,14\n" * 12_000
    with connected(service) as connection:
        head = (
            f"POST {PREFIX}/imports/rolls?dry_run=true HTTP/1.1\r\nHost: x\r\nContent-Length: {len(file)}\r\n"
            f"Authorization: Bearer {service.owner_token}\r\n\r\n"
        )
        connection.sendall(head.encode())
        for begin in range(0, len(file), 24_000):
            connection.sendall(file[begin : begin + 24_000])
            time.sleep(IDLE / 4)
        assert answered(connection).startswith(b"HTTP/1.1 200")


def test_a_body_that_trickles_in_for_nothing_keeps_no_place(service: Serving) -> None:
    with connected(service) as connection:
        assert trickled(connection, "/nowhere").startswith(b"HTTP/1.1 404")


def test_a_body_that_comes_in_two_parts_is_taken(service: Serving) -> None:
    with connected(service) as connection:
        body = b'{"name": "Pat"}'
        head = f"POST {PREFIX}/invitations/no-such-code HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n\r\n"
        connection.sendall(head.encode() + body[:4])
        time.sleep(IDLE / 3)
        connection.sendall(body[4:])
        assert answered(connection).startswith(b"HTTP/1.1 404")


def test_a_silent_connection_is_closed_in_time(service: Serving) -> None:
    with connected(service) as connection:
        began = time.monotonic()
        assert said(connection) == b""
        assert IDLE - 1 < time.monotonic() - began < IDLE + SOON


def test_half_a_head_is_told_to_be_late_and_closed(service: Serving) -> None:
    with connected(service) as connection:
        connection.sendall(ASK[:-4])
        answer = said(connection)
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b"connection: close" in answer


def test_a_head_that_comes_drop_by_drop_is_late_all_the_same(service: Serving) -> None:
    with connected(service) as connection:
        began = time.monotonic()
        connection.sendall(b"GET /health HTTP/1.1\r\n")
        try:
            while time.monotonic() - began < IDLE + 2 * SOON:
                connection.sendall(b"X-Slow: 1\r\n")
                time.sleep(0.2)
        except (BrokenPipeError, ConnectionResetError):
            pass
        assert time.monotonic() - began < IDLE + SOON


def test_a_kept_connection_that_asks_for_nothing_more_is_closed_in_time(service: Serving) -> None:
    with connected(service) as connection:
        connection.sendall(ASK)
        assert answered(connection).startswith(b"HTTP/1.1 200")
        began = time.monotonic()
        said(connection)
        assert time.monotonic() - began < IDLE + SOON


def test_a_later_head_that_does_not_come_whole_is_told_to_be_late(service: Serving) -> None:
    with connected(service) as connection:
        connection.sendall(ASK)
        assert answered(connection).startswith(b"HTTP/1.1 200")
        began = time.monotonic()
        connection.sendall(ASK[:-4])
        assert b"HTTP/1.1 408 " in said(connection)
        assert time.monotonic() - began < IDLE + SOON


def test_requests_that_come_together_are_answered_one_after_the_other(service: Serving) -> None:
    with connected(service) as connection:
        connection.sendall(ASK + ASK.replace(b"/health", b"/nowhere"))
        connection.settimeout(IDLE / 2)
        both = b""
        while both.count(b"HTTP/1.1 ") < 2:
            both += connection.recv(65536)
    assert both.index(b"HTTP/1.1 200 ") < both.index(b"HTTP/1.1 404 ")


@pytest.mark.parametrize(
    "sent", [b"\x00\x01\x02\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"GET /\xff HTTP/1.1\r\nHost: x\r\n\r\n"]
)
def test_what_is_no_http_is_refused(service: Serving, sent: bytes) -> None:
    with connected(service) as connection:
        connection.sendall(sent)
        answer = said(connection)
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b"application/problem+json" in answer


def test_a_body_of_two_lengths_is_refused(service: Serving) -> None:
    head = f"POST {PREFIX}/campaigns HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n"
    with connected(service) as connection:
        connection.sendall(head.encode() + b"0\r\n\r\nGET /health HTTP/1.1\r\nHost: x\r\n\r\n")
        answer = said(connection)
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert answer.count(b"HTTP/1.1 ") == 1


def test_an_answer_comes_with_its_head_at_once(service: Serving) -> None:
    with connected(service) as connection:
        for _ in range(5):
            connection.sendall(ASK)
            assert answered(connection).endswith(b'{"status":"alive"}')


def test_a_kept_connection_is_asked_again_and_again(service: Serving) -> None:
    with connected(service) as connection:
        for _ in range(5):
            connection.sendall(ASK)
            assert answered(connection).startswith(b"HTTP/1.1 200")
            time.sleep(IDLE / 4)


def test_a_head_that_is_too_large_is_refused(service: Serving) -> None:
    with connected(service) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nX: " + b"x" * (LARGEST_HEAD + 1))
        assert said(connection).startswith(b"HTTP/1.1 431 ")


def test_more_connections_than_wait_at_most_keep_nobody_out(service: Serving) -> None:
    with ExitStack() as stack:
        for _ in range(MOST_WAITING + 100):
            stack.enter_context(connected(service))
        expect_alive(service)
        with connected(service) as own:  # from the very address of those who are silent
            own.sendall(ASK)
            assert answered(own).startswith(b"HTTP/1.1 200")


def crowd(service: Serving, stack: ExitStack, source: str) -> list[bytes]:
    """The answers to one connection more than an address may have, all of them kept."""
    answers = []
    for _ in range(OF_ADDRESS + 1):
        connection = stack.enter_context(connected(service, source))
        connection.sendall(ASK)
        answers.append(answered(connection))
    return answers


def test_an_address_has_so_many_connections_and_no_more(service: Serving) -> None:
    with ExitStack() as stack:
        *before, last = crowd(service, stack, STRANGER)
        assert all(answer.startswith(b"HTTP/1.1 200") for answer in before)
        assert last.startswith(b"HTTP/1.1 429 ")
        assert b"too-many-connections" in last
        expect_alive(service)


def test_a_proxy_of_ours_has_as_many_connections_as_it_likes(service: Serving) -> None:
    with ExitStack() as stack:
        assert all(answer.startswith(b"HTTP/1.1 200") for answer in crowd(service, stack, NEIGHBOUR))


def test_a_request_is_known_by_the_address_outside(service: Serving) -> None:
    with httpx.Client(transport=httpx.HTTPTransport(local_address=STRANGER)) as client:
        headers = {"Authorization": "Bearer retcon_x", "X-Forwarded-For": "1.1.1.1"}
        tried = [client.get(f"{service.url}/api/v1/account", headers=headers).status_code for _ in range(31)]
    assert tried[-1] == 429
    other = httpx.get(f"{service.url}/api/v1/account", headers={"Authorization": "Bearer retcon_x"})
    assert other.status_code == 401


def test_a_large_body_goes_through_whole(service: Serving, tmp_path: Path) -> None:
    headers = {"Authorization": f"Bearer {service.owner_token}"}
    body = {"name": "x" * 900_000, "system": "freeform"}
    answer = httpx.post(f"{service.url}/api/v1/campaigns", json=body, headers=headers)
    assert answer.status_code == 400


def test_an_answer_behind_which_the_connection_is_closed_says_so(service: Serving) -> None:
    large = 2 * 1024 * 1024
    head = (
        f"POST /api/v1/campaigns HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {large}\r\n"
    )
    for token, status in (("", b"401"), (f"Authorization: Bearer {service.owner_token}\r\n", b"413")):
        with connected(service) as connection:
            connection.sendall(f"{head}{token}\r\n".encode())
            answer = said(connection)
        assert answer.startswith(b"HTTP/1.1 " + status)
        assert b"connection: close" in answer.lower()


def test_an_answer_behind_which_the_connection_is_kept_does_not_say_that_it_closes(service: Serving) -> None:
    with connected(service) as connection:
        for _ in range(2):
            connection.sendall(b"POST /api/v1/campaigns HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}")
            assert b"connection: close" not in answered(connection).lower()


async def _statuses(connections: int) -> list[bytes]:
    """The statuses that so many connections to a service get one after the other, all of them kept."""
    door, port = Door(Litestar([], openapi_config=None, logging_config=None), Doorway()), free_port()
    await door.start()
    await door.open("127.0.0.1", port)
    pairs = [await asyncio.open_connection("127.0.0.1", port) for _ in range(connections)]
    statuses = []
    for reader, writer in pairs:
        writer.write(ASK)
        statuses.append((await reader.readline()).split()[1])
    for _, writer in pairs:
        writer.close()
    await door.close(1)
    return statuses


def test_a_service_whose_places_are_all_taken_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.serving.door.CONNECTIONS", 2)
    assert asyncio.run(_statuses(3)) == [b"404", b"404", b"503"]
