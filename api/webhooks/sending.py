"""One attempt to deliver: a signed POST to a checked address, which follows no redirect and reads no long answer."""

from __future__ import annotations

import time
from typing import Final
from urllib.parse import urlsplit

import httpx

from api.settings import Reach
from api.webhooks.destinations import Destination, ForbiddenDestination, Resolve, destination
from api.webhooks.signing import signed

PATIENCE: Final = 10.0
"""Seconds that a receiver has for each part of its answer."""

LONGEST: Final = 300
"""Characters of an error that are kept, at most."""


class ReceiverGone(Exception):
    """The receiver answered 410: it wants nothing more."""


class Undeliverable(Exception):
    """The attempt failed. The text says why, without anything that the receiver's network would not show."""


def client(patience: float = PATIENCE) -> httpx.Client:
    """Return a client for all attempts of a process. It takes no proxy from the environment and keeps no cookies."""
    return httpx.Client(timeout=patience, trust_env=False, follow_redirects=False)


class Post:
    """Sends messages to addresses that an installation allows."""

    def __init__(self, http: httpx.Client, reach: Reach, resolve: Resolve) -> None:
        self._http, self._reach, self._resolve = http, reach, resolve

    def __call__(self, url: str, id: str, body: bytes, secret: bytes) -> None:
        """Deliver a message. Raises ReceiverGone, Undeliverable."""
        try:
            to = destination(url, self._reach, self._resolve)
        except (ForbiddenDestination, OSError) as error:
            raise Undeliverable(str(error)[:LONGEST]) from error
        headers = {"host": to.header, "content-type": "application/json", "user-agent": "Retcon"}
        headers |= signed(id, int(time.time()), body, secret)
        status = self._status(to, body, headers)
        if status == httpx.codes.GONE:
            raise ReceiverGone("the receiver answered 410 Gone")
        if not 200 <= status < 300:
            raise Undeliverable(f"the receiver answered {status}")

    def _status(self, to: Destination, body: bytes, headers: dict[str, str]) -> int:
        """Return the status of the answer, whose body is not read. Raises Undeliverable."""
        name = {"sni_hostname": to.host} if urlsplit(to.url).scheme == "https" else {}
        try:
            with self._http.stream("POST", to.url, content=body, headers=headers, extensions=name) as answer:
                return answer.status_code
        except httpx.TimeoutException as error:
            raise Undeliverable(f"the receiver gave no answer within {self._http.timeout.read:.0f} s") from error
        except httpx.HTTPError as error:
            raise Undeliverable(f"the connection failed: {error}"[:LONGEST]) from error
