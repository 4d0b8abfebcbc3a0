"""Commands that others carry are known wherever a command has a place for them."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import inspect

from domain.commands import Planned, carrying
from systems.registry import load


def structs_in(kind: object, seen: frozenset[object] = frozenset()) -> Iterator[type]:
    """The structs in a type, itself and within its parts, whatever is put around them."""
    if isinstance(kind, inspect.StructType):
        yield kind.cls
        if kind.cls in seen:
            return
        seen |= {kind.cls}
        kind = tuple(field.type for field in kind.fields)
    if isinstance(kind, tuple):
        for part in kind:
            yield from structs_in(part, seen)
    elif isinstance(kind, inspect.Type):
        yield from structs_in(tuple(getattr(kind, name) for name in kind.__struct_fields__), seen)


def test_every_field_with_commands_to_be_given_later_is_known() -> None:
    known: dict[str, list[str]] = {}
    for system in load(installed=[]).systems.values():
        for type, kind in system.kinds.items():
            info = inspect.type_info(kind.args)
            assert isinstance(info, inspect.StructType)
            carriers = [
                field.name for field in info.fields if any(issubclass(one, Planned) for one in structs_in(field.type))
            ]
            assert list(carrying(kind.args)) == carriers, type
            known |= {type: carriers} if carriers else {}
    assert known == {"freeform.plan_downtime": ["actions"]}
