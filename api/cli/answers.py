"""Answers of a service, in the types of the use cases that they answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from api.cli.operations import Operation
from retcon_client import Reply

JSON: Final = "application/json"
_WRITTEN: Final = 201


def kinds_of(operation: Operation) -> tuple[Any, ...]:
    """Return the types that an operation answers with."""
    return tuple(map(_kind, (operation.answer or "").split("|"))) if operation.answer else ()


@cache
def _kind(name: str) -> Any:
    module, _, attribute = name.partition(":")
    return getattr(import_module(module), attribute)


def answer_in(operation: Operation, reply: Any) -> Any:
    """Return the answer of an operation from its reply. Raises msgspec.ValidationError, msgspec.DecodeError."""
    if operation.shape == "log":
        return _entry(reply)
    assert isinstance(reply, Reply)
    if operation.answer is None:
        return None
    return _value(operation, reply)


def lines_in(parts: Iterable[bytes]) -> Iterator[bytes]:
    """Return the lines, with their ends, of bytes that come in parts."""
    begun = b""
    for part in parts:
        *whole, begun = (begun + part).split(b"\n")
        yield from (line + b"\n" for line in whole)
    if begun:
        yield begun


def _value(operation: Operation, reply: Reply) -> Any:
    first, *second = kinds_of(operation)
    if operation.shape == "entry":
        return _entry(msgspec.json.decode(reply.content))
    if operation.shape == "map":
        return msgspec.json.decode(reply.content, type=dict[str, first])  # type: ignore[valid-type]
    if second and reply.media_type != JSON:
        return second[0](reply.content, reply.media_type)
    if second and operation.shape == "entries" and reply.status != _WRITTEN:
        return msgspec.json.decode(reply.content, type=second[0])
    value = msgspec.json.decode(reply.content, type=first)
    return _with_entries(value) if operation.shape == "entries" else value


def _entry(fields: dict[str, Any]) -> Any:
    """Return an entry, or the stub of a hidden one."""
    seen, hidden = map(_kind, ("projections.views.entry:EntryView", "projections.views.entry:HiddenEntry"))
    return msgspec.convert(fields, hidden if fields.get("hidden") else seen)


def _with_entries(value: Any) -> Any:
    """Return a value in which every entry has its type."""
    match value:
        case {"entry": int(), "hash": str(), "tape": list()} | {"entry": int(), "hidden": True}:
            return _entry(value)
        case tuple() | list():
            return type(value)(map(_with_entries, value))
        case msgspec.Struct():
            fields = {name: getattr(value, name) for name in value.__struct_fields__}
            typed = {name: _with_entries(each) for name, each in fields.items()}
            return replace(value, **{name: each for name, each in typed.items() if each is not fields[name]})
        case _:
            return value
