"""Stored bytes of every event and version that was ever released: what was written once must always be read.

`python -m tests.events.corpus` adds a line for each event that has none yet. Lines that are there are never changed: an
event that takes another form becomes a new version with an upcaster, and gets a second line.
"""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import inspect

from domain.vocabulary.base import Event
from domain.vocabulary.revision import Corrected
from domain.vocabulary.stored import encode_event, topic_of
from tests.events.strategies import EVERY_EVENT

CORPUS: Final = Path(__file__).parents[1] / "data" / "events-1.jsonl"


class Line(msgspec.Struct, frozen=True):
    """A stored event; `body` is kept byte for byte."""

    topic: str
    body: msgspec.Raw


def lines() -> list[Line]:
    """The corpus in the order in which it was written."""
    return [msgspec.json.decode(line, type=Line) for line in CORPUS.read_bytes().splitlines()]


def missing() -> Iterator[Line]:
    """Lines for the events that the corpus does not hold in their version of today."""
    topics = {line.topic for line in lines()} if CORPUS.exists() else set()
    sampler = Sampler()
    for kind in EVERY_EVENT:
        event = sampler.event(kind)
        if topic_of(event) not in topics:
            yield Line(topic_of(event), msgspec.Raw(encode_event(event)))


class Sampler:
    """Makes events with every field set. Where a field may be one of several things it takes each in turn."""

    def __init__(self) -> None:
        self._turn = count()

    def event(self, kind: type[Event]) -> Event:
        """An event of this class."""
        if kind is Corrected:
            raw = msgspec.Raw(b'{"current":3,"maximum":9}')
            return Corrected(name="self", revision=41, values={"tracks.hp": raw, "wounds.cut": msgspec.Raw(b"null")})
        return self._struct(kind, depth=4)  # type: ignore[no-any-return]

    def _struct(self, kind: type[msgspec.Struct], depth: int) -> Any:
        info = inspect.type_info(kind)
        assert isinstance(info, inspect.StructType)
        return kind(**{field.name: self._value(field.type, field.name, depth - 1) for field in info.fields})

    def _value(self, kind: inspect.Type, name: str, depth: int) -> Any:
        match kind:
            case inspect.StrType():
                return f"{name}-é"
            case inspect.IntType():
                return next(self._turn) % 17 + 1
            case inspect.BoolType():
                return True
            case inspect.NoneType():
                return None
            case inspect.LiteralType(values=values):
                return values[next(self._turn) % len(values)]
            case inspect.StructType(cls=cls):
                return self._struct(cls, depth)
            case _:
                return self._container(kind, name, depth)

    def _container(self, kind: inspect.Type, name: str, depth: int) -> Any:
        match kind:
            case inspect.Metadata(type=marked):
                return self._value(marked, name, depth)
            case inspect.UnionType(types=types):
                plain = [option for option in types if depth > 0 or not isinstance(option, inspect.StructType)]
                options = plain or [option for option in types if _is_leaf(option)]
                return self._value(options[next(self._turn) % len(options)], name, depth)
            case inspect.DictType(value_type=value):
                return {f"{name}-{key}": self._value(value, name, depth) for key in "ab"}
            case inspect.VarTupleType(item_type=item):
                return tuple(self._value(item, name, depth) for _ in range(2))
            case inspect.TupleType(item_types=items):
                return tuple(self._value(item, name, depth) for item in items)
            case _:
                raise TypeError(f"events have no values of type {kind} yet; say here what one looks like")


def _is_leaf(kind: inspect.Type) -> bool:
    return isinstance(kind, inspect.StructType) and all(isinstance(_bare(f.type), inspect.IntType) for f in kind.fields)


def _bare(kind: inspect.Type) -> inspect.Type:
    return _bare(kind.type) if isinstance(kind, inspect.Metadata) else kind


if __name__ == "__main__":
    with CORPUS.open("ab") as corpus:
        for line in missing():
            corpus.write(msgspec.json.encode(line) + b"\n")
