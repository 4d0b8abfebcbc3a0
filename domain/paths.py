"""Paths name every value of a campaign's state: `<kind>/<id>.<component>.<name>[.<field>[.<key>]]`.

Reads are recorded by path, so that a change of the past decides again only what looked at something that differs. A
collection that was looked through is a path of its own (`….*`, or `….*:<value>` for the part that has this value in the
component's narrowing field), so that what was not there then is noticed when it is there now. An aggregate's own
reference stands for its existence. The instances that hang on a moment, an instance or the clock are a collection
across all aggregates: `campaign/self.anchored.*:<hook>` (see `domain.vocabulary.anchors.hooks`).
"""

from __future__ import annotations

from typing import NamedTuple, cast

from domain.vocabulary.anchors import Anchor, AnyAnchor, hooks
from domain.vocabulary.base import Instance

EVERY = "*"
ANCHORED = "anchored"

_ABSENT = object()
"""The value of a key that is absent; a present key may hold null."""


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


def parse_read(text: str) -> Path:
    """The parts of a path that a rule has read; it may have looked for something without a name."""
    return Path(*text.split(".", 4))


def parse_within(text: str) -> Path:
    """The parts of a path within an aggregate, `<component>.<name>[.<field>[.<key>]]`; it has no reference."""
    return Path("", *text.split(".", 3))


def collection(ref: str, component: str, narrowed: str | None = None) -> str:
    """The path of a whole collection, or of the part whose narrowing field has this value."""
    return f"{ref}.{component}.{EVERY}" if narrowed is None else f"{ref}.{component}.{EVERY}:{narrowed}"


def anchored(hook: str) -> str:
    """The path of everything in the campaign that hangs on something, by its hook."""
    return collection("campaign/self", ANCHORED, hook)


def written(ref: str, component: str, name: str, before: Instance | None, after: Instance | None) -> set[str]:
    """Every path at which two states of one instance differ, its collections included.

    The existence of an aggregate is that of its profile.
    """
    at = f"{ref}.{component}.{name}"
    if before is None and after is None:
        return set()
    if before is None or after is None:
        instance = before or after
        assert instance is not None
        whole = {ref} if component == "profile" else set()
        return {at, collection(ref, component), *_narrowed(ref, component, instance), *_fields(at, instance)} | whole
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
    fields = {f"{at}.{field}" for field in instance.__struct_fields__}
    data = {f"{at}.data.{key}" for key in instance.data}
    return (
        fields
        | data
        | {path for field in instance.__struct_fields__ for path in _anchored_collections(getattr(instance, field))}
    )


def _differing(at: str, field: str, old: object, new: object) -> set[str]:
    if field == "data" and isinstance(old, dict) and isinstance(new, dict):
        return {at} | {
            f"{at}.{key}" for key in old.keys() | new.keys() if old.get(key, _ABSENT) != new.get(key, _ABSENT)
        }
    return {at} | (_anchored_collections(old) ^ _anchored_collections(new))


def _anchored_collections(value: object) -> set[str]:
    """The collections of what hangs somewhere to which an anchor makes its instance belong."""
    return {anchored(hook) for hook in hooks(cast(AnyAnchor, value))} if isinstance(value, Anchor) else set()
