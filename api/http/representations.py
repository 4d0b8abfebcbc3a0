"""Bodies of answers as they are sent: compressed where the client takes it, with an ETag where they never change.

Answers that hold a token or a code are never compressed: whoever sees how long an answer is, and chooses a text in it, could
guess at the secret beside that text (BREACH). Of other answers the length tells nothing that can be used.
"""

from __future__ import annotations

import threading
import zlib
from collections import OrderedDict
from collections.abc import Callable, Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Final

from litestar import Response
from litestar.types.asgi_types import RawHeaders

Answer = tuple[int, RawHeaders, bytes]
"""The status, the headers and the body of an answer."""

LEAST: Final = 1024
"""Bytes from which on a body is compressed."""

REPRESENTATIONS: Final = "representations"
"""The key of the application's `Representations` in its state."""

MOST_KEPT: Final = 64
"""The number of representations that are kept; the least recently used is dropped."""

_GZIP: Final = (b"content-encoding", b"gzip")
_VARY: Final = (b"vary", b"accept-encoding")
_AS_GZIP: Final = 16
"""Added to the bits of a window, it makes zlib write gzip's header."""
_SHORT, _SHORT_WINDOW = 16 * 1024, 12
"""The bytes of a short body, and the bits of the window that it is compressed in."""
_FAST, _SMALL = 3, 6
"""Levels of compression: for answers that are sent once, and for those that are kept."""


def encoded(content: bytes, accepted: bytes | None) -> tuple[list[tuple[bytes, bytes]], bytes]:
    """Return a body, with the headers that describe it, for a client that accepts these encodings (the header
    `Accept-Encoding`): compressed from 1 KiB on.
    """
    if len(content) < LEAST:
        return [], content
    return ([_VARY, _GZIP], gzipped(content, _FAST)) if takes_gzip(accepted) else ([_VARY], content)


def raw(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    """Return headers as they are sent."""
    return [(name.encode(), value.encode()) for name, value in headers.items()]


def response(answer: Answer, media_type: str) -> Response[bytes]:
    """Return an answer in the form that handlers of the framework give; it says how long the body is."""
    status, headers, content = answer
    named = {
        name.decode(): value.decode() for name, value in headers if name not in (b"content-length", b"content-type")
    }
    return Response(content, status_code=status, headers=named, media_type=media_type)


@lru_cache(256)
def takes_gzip(accepted: bytes | None) -> bool:
    """Whether a client that accepts these encodings takes gzip; one that lists none takes a body as it is."""
    codings = [coding.replace(b" ", b"").lower().partition(b";") for coding in (accepted or b"").split(b",")]
    weights = {name: weight.removeprefix(b"q=") for name, _, weight in codings}
    weight = weights.get(b"gzip", weights.get(b"*", b"0"))
    return weight.strip(b"0.") != b"" or weight == b""


def gzipped(content: bytes, level: int = _SMALL) -> bytes:
    """Compress a body. A short one has a window to its size: a full one takes longer to set up than to use."""
    window, memory = (_SHORT_WINDOW, 4) if len(content) <= _SHORT else (zlib.MAX_WBITS, zlib.DEF_MEM_LEVEL)
    packer = zlib.compressobj(level, zlib.DEFLATED, _AS_GZIP + window, memory)
    return packer.compress(content) + packer.flush()


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
        headers = [(b"etag", tag.encode()), (b"cache-control", b"no-cache"), _VARY]
        if _names(asked.get(b"if-none-match", b"").decode("latin-1"), tag):
            return 304, headers, b""
        content = self._content if packed is None else packed
        headers += [*self._headers, *(() if packed is None else (_GZIP,)), (b"content-length", b"%d" % len(content))]
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
