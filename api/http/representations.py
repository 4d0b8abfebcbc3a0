"""Bodies of answers as they are sent: compressed where the client takes it (`api.answers`), with an ETag where they never change.

Answers that hold a token or a code are never compressed: an attacker who sees how long an answer is, and chooses a text in it, could
guess at the secret beside that text (BREACH). Of other answers the length tells nothing that can be used.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Final

from litestar import Response
from litestar.types.asgi_types import RawHeaders

from api.answers import GZIP, LEAST, VARY, gzipped, takes_gzip

Answer = tuple[int, RawHeaders, bytes]
"""The status, the headers and the body of an answer."""

OTHER_FORMS: Final = "other_forms"
"""The option of a route that names the media types in which it answers beside JSON, for the description of the interface."""

REPRESENTATIONS: Final = "representations"
"""The key of the application's `Representations` in its state."""

MOST_KEPT: Final = 64
"""The number of representations that are kept; the least recently used is dropped."""


def response(answer: Answer, media_type: str) -> Response[bytes]:
    """Return an answer in the form that handlers of the framework give; it says how long the body is."""
    status, headers, content = answer
    named = {
        name.decode(): value.decode() for name, value in headers if name not in (b"content-length", b"content-type")
    }
    return Response(content, status_code=status, headers=named, media_type=media_type)


class Representation:
    """A body that does not change as long as this release serves it, with a strong ETag for each of its encodings."""

    def __init__(self, content: bytes, headers: RawHeaders = (), packed: bytes | None = None) -> None:
        self._content, self._headers = content, list(headers)
        self._packed = packed or (gzipped(content) if len(content) >= LEAST else None)
        self._tag = sha256(content).hexdigest()[:32]

    def answer(self, asked: Mapping[bytes, bytes]) -> Answer:
        """Answer a request with these headers: 304 where the client has it already."""
        packed = self._packed if takes_gzip(asked.get(b"accept-encoding")) else None
        tag = f'"{self._tag}"' if packed is None else f'"{self._tag}-gzip"'
        headers = [(b"etag", tag.encode()), (b"cache-control", b"no-cache"), VARY]
        if _names(asked.get(b"if-none-match", b"").decode("latin-1"), tag):
            return 304, headers, b""
        content = self._content if packed is None else packed
        headers += [*self._headers, *(() if packed is None else (GZIP,)), (b"content-length", b"%d" % len(content))]
        return 200, headers, content


def _names(condition: str, tag: str) -> bool:
    """Whether a condition (`If-None-Match`) names this ETag."""
    return condition.strip() == "*" or tag in (one.strip().removeprefix("W/") for one in condition.split(","))


class Representations:
    """The representations that an application keeps, by path and query."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, bytes], Representation] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, key: tuple[str, bytes], make: Callable[[], Representation]) -> Representation:
        """Return what is kept at a path with a query, or make it."""
        with self._lock:
            kept = self._kept.get(key)
            if kept is not None:
                self._kept.move_to_end(key)
                return kept
        made = make()
        with self._lock:
            self._kept[key] = made
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return made
