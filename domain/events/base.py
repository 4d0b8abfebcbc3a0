"""What every event is: one named change of one instance of one component of one aggregate, immutable once stored."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import Any, ClassVar, TypeVar

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from domain.components.base import Audience, Instance


class Kind(StrEnum):
    """What an event is about, for audit filters and analytics."""

    ROLL = "roll"
    SPEND = "spend"
    GAIN = "gain"
    WOUND = "wound"
    HEAL = "heal"
    CONDITION = "condition"
    MOVE = "move"
    TURN = "turn"
    DOWNTIME = "downtime"
    MILESTONE = "milestone"
    ROSTER = "roster"
    INTEL = "intel"
    TIME = "time"
    NOTE = "note"
    REVISION = "revision"


class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type"):
    """Base of all events.

    `name` is the instance of `component` it changes, and the only one: whatever touches two instances is two events.
    It carries deltas or decided values, never a before and after, so that it means the same after a change of the past.
    `rules` are the ids of the rules that produced it; `audience` who may see it. The tag is stored and never changes;
    a changed shape is a new `version` with an upcaster (`domain.events.stored`).
    """

    component: ClassVar[str]
    kind: ClassVar[Kind]
    version: ClassVar[int] = 1

    name: str
    rules: tuple[str, ...] = ()
    audience: Audience = "all"


class BrokenHistory(Exception):
    """An event does not fit the state it is applied to: it changes what is not there, or creates what is."""

    slug = "broken-history"

    def __init__(self, event: Event, problem: str) -> None:
        self.event = event
        super().__init__(f"{type(event).__name__} on {event.component}.{event.name}: {problem}")


I = TypeVar("I", bound=Instance)  # noqa: E741


def present(instance: I | None, event: Event) -> I:
    """The instance an event changes; raises BrokenHistory where there is none."""
    if instance is None:
        raise BrokenHistory(event, "there is no such instance")
    return instance


def created(before: Instance | None, event: Event, instance: I) -> I:
    """The new instance; raises BrokenHistory where one of that name stands already."""
    if before is not None:
        raise BrokenHistory(event, "an instance of that name exists already")
    return instance


def gone(instance: Instance | None, event: Event) -> None:
    """Check that there is something to take away; raises BrokenHistory where there is not."""
    present(instance, event)


_ENVELOPE = frozenset(Event.__struct_fields__)
_FIELD = {"shown_to": "audience", "called": "name", "of_kind": "kind"}
"""Fields of an instance whose own name is taken by the event's envelope."""


def changed(instance: I | None, event: Event) -> I:
    """The instance with every field the event sets. `data` is merged by key; a key set to null is removed."""
    here = present(instance, event)
    values = {
        _FIELD.get(field, field): value
        for field in event.__struct_fields__
        if field not in _ENVELOPE and (value := getattr(event, field)) is not UNSET
    }
    if "data" in values:
        merged = {**here.data, **values["data"]}
        values["data"] = {key: value for key, value in merged.items() if value is not None}
    return replace(here, **_with_defaults(type(here), values))


def _with_defaults(of: type[Instance], values: dict[str, Any]) -> dict[str, Any]:
    """The values, with the default itself in place of a word that says the same.

    What is at its default is left out of stored states, and msgspec knows a default by identity: a word that was read
    from an event would be stored where the same word out of a rule is not.
    """
    words = _default_words(of)
    return {field: words.get(field, value) if words.get(field) == value else value for field, value in values.items()}


@cache
def _default_words(of: type[Instance]) -> dict[str, str]:
    found = msgspec.structs.fields(of)
    return {field.name: field.default for field in found if isinstance(field.default, str)}
