"""Values as PostgreSQL takes them, packed by hand: the driver's own way costs the process several times what all else
about an append does.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

import msgspec
from psycopg.pq import Format


class Kind(msgspec.Struct, frozen=True):
    """How values of a type are sent: the number of the type, the form they have, and a value in it."""

    oid: int
    format: Format
    pack: Callable[[Any], bytes]


def _array(element: Kind) -> Callable[[Collection[Any]], bytes]:
    """An array of one dimension: a head of five numbers, then each value behind its length (-1 for null)."""

    def packed(values: Collection[Any]) -> bytes:
        if not values:
            return _EMPTY.pack(0, 0, element.oid)
        contents = [None if value is None else element.pack(value) for value in values]
        head = _HEAD.pack(1, 1, element.oid, len(contents), 1)
        return head + b"".join([_NULL if each is None else _LENGTH.pack(len(each)) + each for each in contents])

    return packed


_EMPTY, _HEAD, _LENGTH = struct.Struct(">iii"), struct.Struct(">iiiii"), struct.Struct(">i")
_NULL: Final = _LENGTH.pack(-1)
_ARRAYS: Final = {"bytea": 1001, "int": 1007, "text": 1009, "bigint": 1016, "uuid": 2951}
"""The types of arrays, by what they are of; these numbers are the same in every PostgreSQL."""

_ONE: Final = {
    "bytea": Kind(17, Format.BINARY, lambda content: content),
    "bigint": Kind(20, Format.BINARY, struct.Struct(">q").pack),
    "int": Kind(23, Format.BINARY, _LENGTH.pack),
    "text": Kind(25, Format.BINARY, str.encode),
    "uuid": Kind(2950, Format.BINARY, lambda value: value.bytes),
    "bigint[]": Kind(_ARRAYS["bigint"], Format.TEXT, str.encode),
    "int[]": Kind(_ARRAYS["int"], Format.TEXT, str.encode),
}
_MANY: Final = {kind: Kind(number, Format.BINARY, _array(_ONE[kind])) for kind, number in _ARRAYS.items()}


def one(kind: str) -> Kind:
    """How one value of a column is sent; arrays of numbers come in PostgreSQL's text form."""
    return _ONE[kind]


def many(kind: str) -> Kind:
    """How several values of a column are sent, as an array of what `sent_in` says."""
    return _MANY[sent_in(kind)]


def sent_in(kind: str) -> str:
    """The type in which one of many values is sent: arrays as text, for there are no arrays of arrays of several lengths."""
    return "text" if kind.endswith("[]") else kind


class Statement(msgspec.Struct, frozen=True):
    """A statement with a number for each of its parameters (`$1`, `$2` …), and how each of these is sent."""

    text: bytes
    types: tuple[int, ...]
    formats: tuple[Format, ...]
    packers: tuple[Callable[[Any], bytes], ...]


class Parameters:
    """The parameters of a statement in the making."""

    def __init__(self) -> None:
        self._kinds: list[Kind] = []

    def next(self, kind: Kind) -> str:
        """What stands for the next parameter."""
        self._kinds.append(kind)
        return f"${len(self._kinds)}"

    def all(self, columns: Mapping[str, str], how: Callable[[str], Kind]) -> dict[str, str]:
        """What stands for the next parameters, one for each of these columns."""
        return {name: self.next(how(kind)) for name, kind in columns.items()}

    def statement(self, text: str) -> Statement:
        """The statement that is made with them."""
        types, formats, packers = zip(*((kind.oid, kind.format, kind.pack) for kind in self._kinds), strict=True)
        return Statement(text.encode(), types, formats, packers)
