"""The lines of another program's file: plain, packed by gzip, or as UTF-16."""

from __future__ import annotations

import codecs
import gzip
import io
import zlib
from collections.abc import Iterator
from typing import IO

_GZIP = b"\x1f\x8b"
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_CUT_OFF = b"(the packed file is damaged or cut off here)\n"
"""Stands in for what of a packed file cannot be unpacked, as a line that no reader takes for whole."""


def lines_of(file: IO[bytes]) -> Iterator[bytes]:
    """The lines one by one, in UTF-8 and with their ends. A packed file that is damaged ends in a line saying so."""
    buffered = io.BufferedReader(file) if isinstance(file, io.RawIOBase) else file
    beginning = buffered.read(2)
    rest = _Behind(beginning, buffered)
    if beginning == _GZIP:
        yield from _unpacked(rest)
    elif beginning in _UTF_16:
        for line in io.TextIOWrapper(io.BufferedReader(rest), "utf-16", errors="replace", newline="\n"):
            yield line.encode()
    else:
        yield from io.BufferedReader(rest)


def _unpacked(packed: io.RawIOBase) -> Iterator[bytes]:
    with gzip.GzipFile(fileobj=io.BufferedReader(packed)) as unpacked:
        try:
            yield from unpacked
        except (EOFError, zlib.error, gzip.BadGzipFile):
            yield _CUT_OFF


class _Behind(io.RawIOBase):
    """A file from its beginning, of which the first bytes were read already; it need not be able to go back."""

    def __init__(self, beginning: bytes, rest: IO[bytes]) -> None:
        self._beginning = beginning
        self._rest = rest

    def readable(self) -> bool:
        return True

    def readinto(self, into: bytearray | memoryview) -> int:  # type: ignore[override]
        if not self._beginning:
            self._beginning = self._rest.read(len(into))
        given, self._beginning = self._beginning[: len(into)], self._beginning[len(into) :]
        into[: len(given)] = given
        return len(given)
