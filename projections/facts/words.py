"""The subject of an event, in the few words and numbers that facts of every kind have."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from domain.aggregates import CAMPAIGN, is_reference
from domain.commands import Envelope
from domain.dice.tape import parts
from domain.vocabulary.base import Event, Instance
from domain.vocabulary.bodies import Wound
from domain.vocabulary.holdings import CardCounted, ItemWorn
from domain.vocabulary.log import Judged, Rolled
from domain.vocabulary.maps import Moved, Position
from domain.vocabulary.turns import BudgetSpent, Pace, TurnPassed
from domain.vocabulary.undertakings import Intent
from domain.vocabulary.values import DamageTaken, PointSpent

MEASURES: Final = {
    "tracks": "current",
    "attributes": "base",
    "items": "quantity",
    "followers": "count",
    "assets": "quantity",
    "crowds": "count",
    "conditions": "level",
    "tasks": "progress",
    "traits": "rank",
    "uses": "count",
    "pace": "round",
    "clock": "at",
}
"""The number that an instance of each component is counted by."""

_COUNTED: Final[dict[type[Event], str]] = {BudgetSpent: "budget", CardCounted: "counter", ItemWorn: "track"}
"""The fields that say which of its own numbers an instance counted."""

_ACTORS: Final = ("who", "actor", "from", "by", "target")
"""Command fields that hold the actor; of several in one command, the first of these counts."""


def word(event: Event, brought: Instance | None) -> str | None:
    """Return what an event is about: the kind of a roll, the type of harm, the condition, the thing, the names of those whose turn it is.

    None where the event's own name says all.
    """
    match event:
        case Rolled() | Judged():
            return event.name.partition("/")[0]
        case DamageTaken():
            return event.harm or None
        case BudgetSpent() | CardCounted() | ItemWorn():
            return str(getattr(event, _COUNTED[type(event)]))
        case Moved():
            return _place(event.area, event.x, event.y)
        case TurnPassed():
            return ",".join(event.active or ()) or None
        case _:
            return None if brought is None else _what(brought)


def _what(brought: Instance) -> str | None:
    """Return what an instance is, in a word."""
    if isinstance(brought, Position):
        return _place(brought.area, brought.x, brought.y)
    if isinstance(brought, Pace):
        return ",".join(brought.active) or None
    fields = ("severity",) if isinstance(brought, Wound) else ("what", "kind", "of")
    return next((str(word) for field in fields if (word := getattr(brought, field, ""))), None)


def title(event: Event, brought: Instance | None) -> str | None:
    """Return what a person called an instance with an event; None where the event gives it no title."""
    title = getattr(event if brought is None else brought, "title", None)
    return title if isinstance(title, str) and title else None


def _place(area: object, x: object, y: object) -> str | None:
    """Return an area, or the two numbers of a square; None where neither is said."""
    if isinstance(area, str) and area:
        return area
    return f"{x},{y}" if isinstance(x, int) and isinstance(y, int) else None


def amount(event: Event, brought: Instance | None) -> int | None:
    """Return how much an event says; of an action that is planned for downtime, how many slots it takes."""
    slots = brought.data.get("slots") if isinstance(brought, Intent) else None
    return slots if isinstance(slots, int) else number(event, "amount")


def change(event: Event) -> int | None:
    """Return by how much the number that an instance is counted by rose or, below zero, fell; None where it did neither."""
    if event.component not in MEASURES or isinstance(event, ItemWorn):
        return None
    amount = number(event, "seconds") if event.component == "clock" else number(event, "amount")
    return None if amount is None else -amount if isinstance(event, PointSpent | DamageTaken) else amount


def level(event: Event, brought: Instance | None) -> int | None:
    """Return what the number that an instance is counted by was set to; None where it was not."""
    field = MEASURES.get(event.component)
    return None if field is None else number(event if brought is None else brought, field)


def state(event: Event, brought: Instance | None) -> str | None:
    """Return the state that an instance came into; None where nothing is said of it."""
    subject: Event | Instance = event if brought is None else brought
    data = getattr(subject, "data", None)
    state = getattr(subject, "state", None) or (data.get("state") if isinstance(data, dict) else None)
    return state if isinstance(state, str) else None


def aimed_at(event: Event, brought: Instance | None) -> str | None:
    """Return the reference of an event's target; None where it has none."""
    if isinstance(event, Rolled | Judged):
        return parts(event.name)[1] or None
    named = (getattr(brought, field, "") for field in ("target", "against", "to"))
    return next((ref for ref in named if isinstance(ref, str) and is_reference(ref)), None)


def source(brought: Instance | None) -> str | None:
    """Return the creature that an instance says it comes from, by reference."""
    source = getattr(brought, "source", "")
    return source if isinstance(source, str) and _is_creature(source) else None


def actor(envelope: Envelope | None) -> str | None:
    """Return the reference of a stored command's actor; None where it has none."""
    values = () if envelope is None else (envelope.args.get(field) for field in _ACTORS)
    return next((value for value in values if isinstance(value, str) and _is_creature(value)), None)


def names(envelope: Envelope | None, ref: str) -> bool:
    """Whether a stored command mentions this reference."""
    return envelope is not None and _holds(envelope.args, ref)


def _holds(value: object, ref: str) -> bool:
    if isinstance(value, dict):
        return any(_holds(each, ref) for each in value.values())
    if isinstance(value, list | tuple):
        return any(_holds(each, ref) for each in value)
    return value == ref


def rollers(events: Iterable[tuple[str, Event]]) -> dict[str, str]:
    """Return who rolled something against each of those whom these rolls were aimed at; of several, the last one."""
    rolls = ((ref, parts(event.name)[1]) for ref, event in events if isinstance(event, Rolled))
    return {aimed: ref for ref, aimed in rolls if aimed and ref != CAMPAIGN}


def number(subject: msgspec.Struct, field: str) -> int | None:
    """Return a whole number that something has; None where it has none."""
    value: Any = getattr(subject, field, None)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _is_creature(text: str) -> bool:
    return text.startswith("character/")
