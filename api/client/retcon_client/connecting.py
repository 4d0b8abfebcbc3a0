"""The use of httpx that both clients share: its options, its replies, and its errors."""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import httpx

from retcon_client.exchanges import WireRequest
from retcon_client.problems import NoReply
from retcon_client.replies import Reply

NOT_SENT: Final = (
    httpx.ConnectError,
    httpx.ConnectTimeout,
    httpx.PoolTimeout,
    httpx.UnsupportedProtocol,
    httpx.ProxyError,
)
"""Errors before a request has reached the service."""

CONNECT: Final = 5.0
"""Seconds for making a connection."""


PART: Final = 256 * 1024
"""Bytes of a file that are sent at once."""

SILENCE: Final = 45.0
"""Seconds without a byte after which a stream counts as lost; the service sends something every 15."""

STREAM_TIMEOUTS: Final = httpx.Timeout(SILENCE, connect=CONNECT)


def timeouts(seconds: float) -> httpx.Timeout:
    """Return the timeouts of a request that may take so many seconds."""
    return httpx.Timeout(seconds, connect=min(CONNECT, seconds))


def content_of(wire: WireRequest) -> bytes | Iterator[bytes] | None:
    """Return the body of a request; a file is read as it is sent, and anew for every attempt."""
    return wire.content if wire.file is None else _parts_of(wire.file)


def _parts_of(file: Path) -> Iterator[bytes]:
    with file.open("rb") as opened_file:
        while part := opened_file.read(PART):
            yield part


def content_of_async(wire: WireRequest) -> bytes | AsyncIterator[bytes] | None:
    """Return the body of a request for a client on an event loop."""
    return wire.content if wire.file is None else _parts_in_turn(wire.file)


async def _parts_in_turn(file: Path) -> AsyncIterator[bytes]:
    for part in _parts_of(file):
        yield part


def reply_of(response: httpx.Response) -> Reply:
    """Return a response that was read whole."""
    return Reply(status=response.status_code, headers=headers_of(response), content=response.content)


def opened(response: httpx.Response) -> Reply:
    """Return a response that goes on."""
    return Reply(status=response.status_code, headers=headers_of(response), content=b"")


def headers_of(response: httpx.Response) -> dict[str, str]:
    """Return the headers of a response by their names in lower case."""
    return {name.lower(): value for name, value in response.headers.items()}


def no_reply(error: httpx.RequestError, url: str) -> NoReply:
    """Return the error of a request that got no reply, with what to do about it."""
    certificate = _certificate_error(error)
    if certificate is not None:
        sentence = f"The certificate of {url} cannot be trusted: {certificate.verify_message}."
        return NoReply(sentence, sent=False, may_pass=False)
    if isinstance(error, NOT_SENT):
        sentence = f"{url} cannot be reached ({_reason(error)}); check the address, and that the service runs."
        passes = not isinstance(error, httpx.UnsupportedProtocol)
        return NoReply(sentence, sent=False, may_pass=passes)
    return NoReply(f"The reply of {url} was lost ({_reason(error)}); the request may have been carried out.", sent=True)


def _reason(error: httpx.RequestError) -> str:
    return str(error) or type(error).__name__


def _certificate_error(error: BaseException | None) -> ssl.SSLCertVerificationError | None:
    while error is not None:
        if isinstance(error, ssl.SSLCertVerificationError):
            return error
        error = error.__cause__ or error.__context__
    return None


def options(url: str, timeout: float, tls: ssl.SSLContext | None, transport: Any) -> dict[str, Any]:
    """Return the options of an httpx client. The certificate of a service is always verified.

    For an address without TLS the list of authorities is not read, which takes longer than most answers: nobody is trusted then.
    """
    verified = tls or (ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT) if urlsplit(url).scheme == "http" else True)
    return {"timeout": timeouts(timeout), "verify": verified, "transport": transport, "follow_redirects": False}
