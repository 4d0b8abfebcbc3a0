"""Differences between two states: value by value, whole instances where one comes or goes."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from domain.aggregates import Aggregate, Slot, begin, components_of
from domain.history.plan import ValueChange
from domain.play.reading import World
from domain.vocabulary.base import Instance


def between(one: World, other: World, refs: Iterable[str]) -> list[ValueChange]:
    """Every value of these aggregates that differs from one world to the other, by path."""
    return [
        change for ref in sorted(set(refs)) for change in of_aggregate(ref, one.aggregate(ref), other.aggregate(ref))
    ]


def of_aggregate(ref: str, before: Aggregate | None, after: Aggregate | None) -> list[ValueChange]:
    """Every value of one aggregate that differs; None is an aggregate to which nothing has happened."""
    old, new = before or begin(ref), after or begin(ref)
    found: list[ValueChange] = []
    for component in components_of(type(old)):
        was, now = old.instances(component), new.instances(component)
        for name in sorted(was.keys() | now.keys()):
            found += of_instance(ref, Slot(component, name), was.get(name), now.get(name))
    return found


def of_instance(ref: str, slot: Slot, before: Instance | None, after: Instance | None) -> list[ValueChange]:
    """The fields of one instance that differ, or the whole of it where it comes or goes."""
    at = f"{ref}.{slot.component}.{slot.name}"
    if before is None or after is None:
        return [] if before is after else [ValueChange(at, msgspec.to_builtins(before), msgspec.to_builtins(after))]
    return [
        ValueChange(f"{at}.{field}", msgspec.to_builtins(old), msgspec.to_builtins(new))
        for field in before.__struct_fields__
        if (old := getattr(before, field)) != (new := getattr(after, field))
    ]
