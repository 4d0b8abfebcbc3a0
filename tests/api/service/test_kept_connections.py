"""A connection goes on after a request that was refused before its body had come: what is sent next on it is answered."""

from __future__ import annotations

import json
import socket
import time

import pytest

from api.serving.bodies import MOST_UNREAD
from tests.api.serving import Serving

PATH = "/api/v1/campaigns"
BODY = json.dumps({"name": "The Long Night", "system": "freeform"}).encode()


def head(method: str, length: int = 0) -> bytes:
    body = f"content-type: application/json\r\ncontent-length: {length}\r\n" if length else ""
    return f"{method} {PATH} HTTP/1.1\r\nhost: retcon\r\n{body}\r\n".encode()


def answer(connection: socket.socket) -> tuple[int, bytes]:
    """The status of the next answer and its head; its body is read, too."""
    received = b""
    while b"\r\n\r\n" not in received:
        more = connection.recv(65_536)
        assert more, f"the connection was closed after {received!r}"
        received += more
    top, _, rest = received.partition(b"\r\n\r\n")
    length = int(next(line for line in top.lower().split(b"\r\n") if line.startswith(b"content-length")).split(b":")[1])
    while len(rest) < length:
        rest += connection.recv(65_536)
    return int(top.split()[1]), top.lower()


@pytest.mark.parametrize("pause", [0.0, 0.05])
def test_bug_what_follows_a_refused_request_is_answered(server: Serving, pause: float) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
        for _ in range(20):
            connection.sendall(head("POST", len(BODY)))
            time.sleep(pause)
            connection.sendall(BODY)
            assert answer(connection)[0] == 401
            connection.sendall(head("GET"))
            assert answer(connection)[0] == 401


def test_a_body_too_large_to_be_dropped_ends_the_connection_and_the_answer_says_so(server: Serving) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
        connection.sendall(head("POST", 3 * MOST_UNREAD))
        connection.sendall(b"x" * (2 * MOST_UNREAD))
        status, top = answer(connection)
        assert (status, b"connection: close" in top, connection.recv(1)) == (401, True, b"")
