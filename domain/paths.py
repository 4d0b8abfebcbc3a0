"""Paths name every value of a campaign's state: `<kind>/<id>.<component>.<name>[.<field>[.<key>]]`.

Reads are recorded by path, so that a change of the past decides again only what looked at something that differs.
A collection that was looked through is a path of its own (`….*`, or `….*:<value>` for the part that has this value in
the component's narrowing field), so that what was not there then is noticed when it is there now.
"""

from __future__ import annotations

from typing import NamedTuple

from domain.components.base import Instance

EVERY = "*"


class Path(NamedTuple):
    """A path in its parts; those that are not given are empty."""

    ref: str
    component: str = ""
    name: str = ""
    field: str = ""
    key: str = ""

    def __str__(self) -> str:
        return ".".join(part for part in self if part)


def parse(text: str) -> Path:
    """The parts of a path. Raises ValueError with what a path looks like."""
    parts = text.split(".", 4)
    if "/" not in parts[0] or not all(parts):
        raise ValueError(f"{text!r} is no path; one looks like character/3.tracks.hp.current")
    return Path(*parts)


def collection(ref: str, component: str, narrowed: str | None = None) -> str:
    """The path of a whole collection, or of the part whose narrowing field has this value."""
    return f"{ref}.{component}.{EVERY}" if narrowed is None else f"{ref}.{component}.{EVERY}:{narrowed}"


def written(ref: str, component: str, name: str, before: Instance | None, after: Instance | None) -> set[str]:
    """Every path at which two states of one instance differ, its collections included."""
    at = f"{ref}.{component}.{name}"
    if before is None and after is None:
        return set()
    if before is None or after is None:
        there = before or after
        assert there is not None
        return {at, collection(ref, component), *_narrowed(ref, component, there), *_fields(at, there)}
    differing = {
        path
        for field in before.__struct_fields__
        if (old := getattr(before, field)) != (new := getattr(after, field))
        for path in _differing(f"{at}.{field}", field, old, new)
    }
    if differing and _narrowed(ref, component, before) != _narrowed(ref, component, after):
        differing |= _narrowed(ref, component, before) | _narrowed(ref, component, after)
    return differing


def _narrowed(ref: str, component: str, instance: Instance) -> set[str]:
    field = instance.narrowed_by
    return set() if field is None else {collection(ref, component, str(getattr(instance, field)))}


def _fields(at: str, instance: Instance) -> set[str]:
    return {f"{at}.{field}" for field in instance.__struct_fields__} | {f"{at}.data.{key}" for key in instance.data}


def _differing(at: str, field: str, old: object, new: object) -> set[str]:
    if field == "data" and isinstance(old, dict) and isinstance(new, dict):
        return {at} | {f"{at}.{key}" for key in old.keys() | new.keys() if old.get(key) != new.get(key)}
    return {at}
