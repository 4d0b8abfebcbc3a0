"""Requests as HTTP wants them, and others: a connection answers each once, and no bytes of one pass for another."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest
from litestar.types import ASGIApp

from api.serving.door import LARGEST_HEAD, MOST_AHEAD, MOST_HEADERS, Door, Doorway
from api.serving.not_serving import NotStarted
from tests.api.serving import free_port

SECONDS = 0.5
"""The time that a head has."""

HEAD = b"GET /a HTTP/1.1\r\nHost: x\r\n"
ASK = HEAD + b"\r\n"
CHUNKED = b"POST /b HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n"

Client = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[bytes]]


async def _lifespan(receive: Any, send: Any) -> None:
    for event in ("startup", "shutdown"):
        await receive()
        await send({"type": f"lifespan.{event}.complete"})


async def _echo(scope: Any, receive: Any, send: Any) -> None:
    """Answer with the path, the names of the fields and the body; at /slow after a while, at /long without a length."""
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
        return
    body, more = b"", True
    while more:
        message = await receive()
        body, more = body + message["body"], message["more_body"]
    if scope["path"] == "/slow":
        await asyncio.sleep(SECONDS / 2)
    names = [name.decode() for name, _ in scope["headers"]]
    answer = msgspec.json.encode({"path": scope["path"], "names": names, "body": body.decode()})
    length = [] if scope["path"] == "/long" else [(b"content-length", str(len(answer)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": length})
    await send({"type": "http.response.body", "body": answer, "more_body": False})


async def _huge(scope: Any, receive: Any, send: Any) -> None:
    """Answer with more than all buffers between the two ends take."""
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
        return
    size = 64 * 1024 * 1024
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", str(size).encode())]})
    await send({"type": "http.response.body", "body": b"x" * size, "more_body": False})


async def _unready(_scope: Any, receive: Any, _send: Any) -> None:
    """Fail to start."""
    await receive()
    raise RuntimeError("the cellar is flooded")


async def _broken(scope: Any, receive: Any, send: Any) -> None:
    """Break off in the middle of an answer."""
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
        return
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"9")]})
    raise RuntimeError("the candle went out")


def served(client: Client, app: ASGIApp = _echo) -> bytes:
    """Return what a client gets from a door of its own."""

    async def serve() -> bytes:
        door, port = Door(app, Doorway(seconds=SECONDS)), free_port()
        await door.start()
        await door.open("127.0.0.1", port)
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            async with asyncio.timeout(20):
                return await client(reader, writer)
        finally:
            writer.close()
            await door.close(1)

    return asyncio.run(serve())


async def _nothing(_reader: asyncio.StreamReader, _writer: asyncio.StreamWriter) -> bytes:
    return b""


async def _asks_once(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
    writer.write(ASK)
    return await reader.read()


def answered(*parts: bytes | float) -> bytes:
    """Return everything that is answered to these parts until the connection ends; numbers are pauses between them."""

    async def client(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
        for part in parts:
            if isinstance(part, bytes):
                writer.write(part)
            else:
                await asyncio.sleep(part)
        answer = b""
        try:
            while part := await reader.read(65536):
                answer += part
        except ConnectionResetError:
            pass
        return answer

    return served(client)


def statuses(answer: bytes) -> list[int]:
    return [int(part[:3]) for part in answer.split(b"HTTP/1.1 ")[1:]]


def test_trailers_of_a_body_are_no_fields_of_the_head() -> None:
    answer = answered(CHUNKED + b"X-Forwarded-For: 1.2.3.4\r\n\r\n")
    assert b'"body":"{}"' in answer
    assert b"x-forwarded-for" not in answer


def test_trailers_without_end_are_refused() -> None:
    assert statuses(answered(CHUNKED + b"X: ", b"y" * (4 * LARGEST_HEAD))) == [431]


def test_a_head_of_too_many_fields_is_refused() -> None:
    assert statuses(answered(HEAD + b"X: y\r\n" * (MOST_HEADERS - 1) + b"\r\n")) == [200]
    assert statuses(answered(HEAD + b"X: y\r\n" * MOST_HEADERS + b"\r\n")) == [431]


@pytest.mark.parametrize("pause", [(), (0.1,)])
@pytest.mark.parametrize("protocol", [b"h2c", b"websocket"])
def test_the_body_of_a_request_that_asks_for_an_upgrade_is_no_request(
    protocol: bytes, pause: tuple[float, ...]
) -> None:
    head = b"POST /b HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: %b\r\nContent-Length: %d\r\n\r\n"
    answer = answered(head % (protocol, len(ASK)), *pause, ASK)
    assert statuses(answer) == [200]
    assert rb'"body":"GET /a HTTP/1.1\r\n' in answer


def test_requests_that_ask_for_an_upgrade_are_answered_one_after_the_other() -> None:
    assert statuses(answered((HEAD + b"Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n") * 3)) == [200] * 3


def test_a_tunnel_is_refused() -> None:
    assert statuses(answered(b"CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n")) == [400]


@pytest.mark.parametrize("path", [b"/a", b"/long"])
def test_an_answer_to_an_old_client_has_no_chunks(path: bytes) -> None:
    head, _, body = answered(b"GET %b HTTP/1.0\r\n\r\n" % path).partition(b"\r\n\r\n")
    assert b"transfer-encoding" not in head
    assert msgspec.json.decode(body)["path"] == path.decode()


def test_an_answer_without_a_length_comes_in_chunks() -> None:
    assert b"transfer-encoding: chunked\r\n" in answered(ASK.replace(b"/a", b"/long"))


def test_stray_line_ends_do_not_keep_a_connection() -> None:
    assert statuses(answered(ASK, 0.1, b"\r\n")) == [200, 408]


def test_a_bad_request_does_not_disturb_the_answer_before_it() -> None:
    slow = ASK.replace(b"/a", b"/slow")
    assert statuses(answered(slow, b"\x00\r\n\r\n" + ASK)) == [200]
    assert statuses(answered(slow, SECONDS / 5, b"\x00\r\n\r\n", ASK)) == [200]


def test_a_request_behind_a_refused_one_is_not_answered() -> None:
    assert statuses(answered(b"GET / HTTP/9.9\r\n\r\n" + ASK)) == [400]
    assert statuses(answered(HEAD + b"X: y\r\n" * MOST_HEADERS + b"\r\n" + ASK)) == [431]


def test_a_client_that_asks_too_far_ahead_gets_the_answers_until_there() -> None:
    assert statuses(answered(ASK * (3 * MOST_AHEAD))) == [200] * (MOST_AHEAD + 1)


def test_a_chunk_that_is_none_is_refused_at_once() -> None:
    assert statuses(answered(CHUNKED[:-3] + b"zz\r\n")) == [400]


def test_a_client_that_does_not_read_its_answer_is_cut_off() -> None:
    async def client(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
        writer.transport.pause_reading()  # type: ignore[attr-defined]  # it is a transport that reads
        writer.write(ASK)
        await asyncio.sleep(6 * SECONDS)
        parts = []
        try:
            writer.transport.resume_reading()  # type: ignore[attr-defined]  # as above
            while part := await reader.read(1 << 20):
                parts.append(part)
        except ConnectionResetError:
            pass
        return b"".join(parts)

    assert len(served(client, _huge)) < 64 * 1024 * 1024


def test_a_client_that_reads_its_answer_slowly_gets_all_of_it() -> None:
    async def client(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
        writer.write(HEAD + b"Connection: close\r\n\r\n")
        size = 0
        while part := await reader.read(1 << 20):
            size += len(part)
            await asyncio.sleep(4 * SECONDS / 64)
        return str(size).encode()

    assert int(served(client, _huge)) > 64 * 1024 * 1024


def test_a_door_that_closes_lets_the_request_in_hand_be_answered() -> None:
    async def serve() -> tuple[bytes, bool]:
        door, port = Door(_echo, Doorway(seconds=SECONDS)), free_port()
        await door.start()
        await door.open("127.0.0.1", port)
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(ASK.replace(b"/a", b"/slow"))
        await asyncio.sleep(SECONDS / 5)
        cut_off = await door.close(5)
        answer = await reader.read()
        writer.close()
        return answer, cut_off

    answer, cut_off = asyncio.run(serve())
    assert statuses(answer) == [200]
    assert not cut_off


def test_an_application_that_does_not_start_is_logged_with_its_reason(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(NotStarted):
        served(_nothing, _unready)
    assert "the cellar is flooded" in caplog.text


def test_an_answer_that_breaks_off_is_logged_with_its_reason(caplog: pytest.LogCaptureFixture) -> None:
    assert served(_asks_once, _broken).endswith(b"\r\n\r\n"), "the head came, and nothing behind it"
    assert "the candle went out" in caplog.text
