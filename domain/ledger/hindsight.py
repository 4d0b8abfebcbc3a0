"""Audiences since a point of the past: a reader who goes back there in a fork sees no more than they may see today."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from domain.aggregates import Aggregate, Slot, begin, components_of, evolve
from domain.ledger.reading.forks import ForkPoint
from domain.play.play import StreamEvent
from domain.records.store import Store
from domain.vocabulary import EVENTS
from domain.vocabulary.base import Audience, Event, Instance
from domain.vocabulary.maps import Zone
from domain.vocabulary.profile import Profile
from domain.vocabulary.stored import decode_event

CHANGES: Final[Mapping[str, type[Event]]] = {
    event.component: event for event in EVENTS if "shown_to" in event.__struct_fields__
}
"""The event that says who may see an instance, by component. Some have none: they hide with what they point at."""


def hidden_since(store: Store, trunk: ForkPoint, states: Mapping[str, Aggregate]) -> Iterator[StreamEvent]:
    """The changes that make what stands at the cut as secret as it had become, or was last, when the fork was made; and
    that give it to whoever plays it now."""
    for ref, state in sorted(states.items() if trunk.at != trunk.known_at else ()):
        newest = _newest(store, trunk, ref)
        for component in (name for name in components_of(type(state)) if name in CHANGES):
            for name, held in sorted(state.instances(component).items()):
                fields = _narrower(held, newest.get(Slot(component, name), held))
                if fields:
                    audience = fields.get("shown_to", held.audience)
                    yield StreamEvent(ref, CHANGES[component](name=name, audience=audience, **fields))


def _newest(store: Store, trunk: ForkPoint, ref: str) -> dict[Slot, Instance]:
    """Every instance an aggregate has had, as it was last when the fork was made."""
    state = begin(ref)
    found: dict[Slot, Instance] = {}
    for row in store.effective_stream(trunk.parent, ref, known_at=trunk.known_at):
        event = decode_event(row.topic, row.body)
        evolve(state, event)
        there = None if event.component == "log" else state.instances(event.component).get(event.name)
        if there is not None:
            found[Slot(event.component, event.name)] = there
    return found


def _narrower(held: Instance, newest: Instance) -> dict[str, Any]:
    """The fields in which an instance was meant for other people later."""
    fields: dict[str, Any] = {"shown_to": _both(held.audience, newest.audience)}
    before: dict[str, Any] = {"shown_to": held.audience}
    if isinstance(held, Profile) and isinstance(newest, Profile):
        fields |= {"sheet": _both(held.sheet, newest.sheet), "owners": newest.owners}
        before |= {"sheet": held.sheet, "owners": held.owners}
    if isinstance(held, Zone) and isinstance(newest, Zone) and newest.known_to:
        known = tuple(who for who in newest.known_to if who in held.known_to or not held.known_to)
        fields, before = fields | {"known_to": known or newest.known_to}, before | {"known_to": held.known_to}
    return {field: value for field, value in fields.items() if value != before[field]}


def _both(one: Audience, other: Audience) -> Audience:
    """Return the members of both audiences, besides the game masters."""
    if one == "all" or other == "gm":
        return other
    if one == "gm" or other == "all":
        return one
    return tuple(member for member in one if member in other) or "gm"
