"""The bases of every component: instances and the words of their fields, events, and what a fold does with them."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import StrEnum
from functools import cache
from typing import Any, ClassVar, Literal, NamedTuple, TypeVar

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

Scalar = str | int | bool | None
"""A value of an instance's flat `data`; systems declare the keys and types they use."""


Audience = Literal["all", "gm"] | tuple[str, ...]
"""The members who may see something: everyone in the campaign, its game masters, or these members (and the game
masters).
"""


NAME = re.compile(r"[a-z0-9][a-z0-9_/:+-]{0,119}\Z")
"""The pattern of an instance's name inside its component. It has no dot: dots separate the parts of a path."""


class Instance(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing a component holds: a track, a wound, a card.

    `title` is what people call it where the name is only an id. `audience` narrows who may see that it exists.
    """

    narrowed_by: ClassVar[str | None] = None
    """The field by which a rule may look through only part of the collection (see `Reading.where`)."""

    title: str = ""
    audience: Audience = "all"
    data: dict[str, Scalar] = {}


class EventCategory(StrEnum):
    """The subject of an event, for audit filters and analytics."""

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
    a changed shape is a new `version` with an upcaster (`domain.vocabulary.stored`).
    """

    component: ClassVar[str]
    kind: ClassVar[EventCategory]
    version: ClassVar[int] = 1

    name: str
    rules: tuple[str, ...] = ()
    audience: Audience = "all"


def carried_by(event: Event) -> Instance | None:
    """Return the instance that a creating event brings; None for any other event."""
    values = (getattr(event, field) for field in event.__struct_fields__)
    return next((value for value in values if isinstance(value, Instance)), None)


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
    """The instance with every field the event sets. `data` is merged by key; a key set to null is removed.

    A word that is the field's default is put as the default itself. A value at its default is left out of stored
    states, and msgspec knows a default by identity: a word that was read from an event would be stored where the same
    word out of a rule is not.
    """
    here = present(instance, event)
    words = _default_words(type(here))
    values: dict[str, Any] = {}
    for field, target in _settable(type(event)):
        if (value := getattr(event, field)) is not UNSET:
            word = words.get(target)
            values[target] = word if value == word else value
    if "data" in values:
        merged = {**here.data, **values["data"]}
        values["data"] = {key: value for key, value in merged.items() if value is not None}
    return replace(here, **values)


@cache
def _settable(kind: type[Event]) -> tuple[tuple[str, str], ...]:
    """The fields in which such an event says what it sets, each with the field of the instance that it sets."""
    return tuple((field, _FIELD.get(field, field)) for field in kind.__struct_fields__ if field not in _ENVELOPE)


@cache
def _default_words(of: type[Instance]) -> dict[str, str]:
    fields = msgspec.structs.fields(of)
    return {field.name: field.default for field in fields if isinstance(field.default, str)}


class Component(NamedTuple):
    """A component: the struct of its instances, its events, and the fold by which an event changes an instance."""

    instance: type[Instance]
    events: tuple[type[Event], ...]
    evolve: Callable[[Any, Any], Any]
    """`(instance or None, event) -> instance or None`, pure; raises BrokenHistory where the event does not fit."""
    anchor: str = ""
    """The field by which an instance may hang on an anchor and ends with it; empty where none does."""

    @property
    def name(self) -> str:
        """The name under which paths and states have it."""
        return self.events[0].component
