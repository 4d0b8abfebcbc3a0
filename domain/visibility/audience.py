"""The rule who may see a thing by what the thing says of itself: its audience, its owner, and who knows it.

`domain.visibility.world` builds on it and decides within a world as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from domain.aggregates import CAMPAIGN, Aggregate, components_of
from domain.vocabulary.audiences import includes
from domain.vocabulary.base import Audience, Event, Instance, carried_by
from domain.vocabulary.chronicle import Role
from domain.vocabulary.intelligence import Cell, CellChanged
from domain.vocabulary.log import Judged, Rolled
from domain.vocabulary.maps import Zone, ZoneChanged
from domain.vocabulary.profile import Profile
from domain.vocabulary.questions import Question, QuestionAnswered
from domain.vocabulary.revision import Corrected
from domain.vocabulary.seals import Seal


class Viewer(msgspec.Struct, frozen=True):
    """A member who reads, with their role in the campaign and the references of the `characters` that they play."""

    member: str
    role: Role
    characters: frozenset[str] = frozenset()

    @property
    def is_gm(self) -> bool:
        return self.role == "gm"


GM = Viewer("gm", "gm")
"""A viewer from whom nothing is hidden, for work inside the service."""


def may_see(viewer: Viewer, audience: Audience) -> bool:
    """Whether the viewer belongs to an audience."""
    return viewer.is_gm or includes(audience, viewer.member)


_UNKNOWN: dict[str, Any] = {"truth": "", "price": None, "shown": "", "node": "", "data": {}}
_UNTOLD: dict[str, Any] = {"text": "", "known_to": ()}
_UNASKED: dict[str, Any] = {
    **{"key": "", "prompt": "", "options": (), "default": "", "data": {}, "title": ""},
    **{"holds": (), "price": "", "closes": ""},
}


def hidden_fields(viewer: Viewer, instance: Instance) -> Mapping[str, Any]:
    """Return the fields of a visible instance whose values the viewer may not know, each with the value shown instead.

    The truth and price of a cell are the game master's, and the value that it shows is for the characters who know it. The
    prompt and options of a question are for the member who must answer it. Where the words of a seal lie, and who may read
    them early, is for those who may.
    """
    match instance:
        case _ if viewer.is_gm:
            return {}
        case Cell() if viewer.characters & set(instance.known_by):
            return {field: _UNKNOWN[field] for field in ("truth", "price", "data")}
        case Cell():
            return _UNKNOWN
        case Question() if instance.owner not in (viewer.member, ""):
            return _UNASKED
        case Seal() if viewer.member not in (instance.by, *instance.known_to):
            return {"known_to": ()} if instance.opened is not None else _UNTOLD
        case _:
            return {}


def seen_instance(viewer: Viewer, instance: Instance) -> Instance | None:
    """Return an instance as the viewer may see it; None where they may not know of it."""
    if viewer.is_gm:
        return instance
    asked = isinstance(instance, Question) and instance.owner == viewer.member
    if not asked and not may_see(viewer, instance.audience):
        return None
    if isinstance(instance, Zone) and instance.known_to and not viewer.characters & set(instance.known_to):
        return None
    return replace(instance, **hidden_fields(viewer, instance))


def seen_event(viewer: Viewer, event: Event) -> Event | None:
    """Return an event as the viewer may see it, judged by the event alone; None where they may not know of it.

    The values of a correction are left out: `domain.visibility.world` decides on them.
    """
    if viewer.is_gm:
        return event
    carried = carried_by(event)
    asked = isinstance(carried, Question) and carried.owner == viewer.member
    if not asked and not (may_see(viewer, event.audience) and may_see(viewer, _shown_to(event))):
        return None
    match event:
        case Rolled() | Judged() if event.veiled:
            return replace(event, target=None, outcome="")
        case CellChanged():
            return replace(event, **dict.fromkeys(_UNKNOWN, UNSET))
        case ZoneChanged() if event.known_to and not viewer.characters & set(event.known_to):
            return None
        case QuestionAnswered():
            return replace(event, choice="")
        case Corrected():
            return replace(event, values={})
        case _:
            return event if carried is None else carrying(event, carried, seen_instance(viewer, carried))


def seen_aggregate(viewer: Viewer, aggregate: Aggregate) -> Aggregate | None:
    """Return an aggregate as the viewer may see it: without hidden instances, and with empty secret fields.

    None where they may not know that it exists, and where it no longer does. Where the sheet is hidden, only the profile is
    left.
    """
    if viewer.is_gm:
        return aggregate
    if aggregate.ref != CAMPAIGN and not knows(viewer, aggregate):
        return None
    whole = sees_sheet(viewer, aggregate)
    seen = aggregate.copy()
    for component in components_of(type(aggregate)):
        if component != "profile":
            setattr(seen, component, _seen_instances(viewer, aggregate.instances(component)) if whole else {})
    return seen


def carrying(event: Event, carried: Instance, seen: Instance | None) -> Event | None:
    """Return the event with the instance that it brings as it is seen; None where that is hidden."""
    field = next(field for field in event.__struct_fields__ if getattr(event, field) is carried)
    return None if seen is None else replace(event, **{field: seen})


def may_know_of(viewer: Viewer, profile: Profile) -> bool:
    """Whether the viewer may know that there is an aggregate with this profile. Its owners always do."""
    return viewer.member in profile.owners or may_see(viewer, profile.audience)


def may_read_sheet(viewer: Viewer, profile: Profile) -> bool:
    """Whether the viewer may see more of an aggregate with this profile than its name."""
    return viewer.member in profile.owners or may_see(viewer, profile.sheet)


def knows(viewer: Viewer, aggregate: Aggregate) -> bool:
    """Whether the viewer may know that there is such an aggregate."""
    profile = aggregate.profile.get("self")
    return profile is not None and may_know_of(viewer, profile)


def sees_sheet(viewer: Viewer, aggregate: Aggregate) -> bool:
    """Whether the viewer may see more of an aggregate than its name. The campaign has no sheet to hide."""
    profile = aggregate.profile.get("self")
    return profile is None or may_read_sheet(viewer, profile)


def may_answer(viewer: Viewer, question: Question) -> bool:
    """Whether a question is the viewer's to answer; a game master may answer every question."""
    return viewer.is_gm or question.owner == viewer.member


def shows_field(viewer: Viewer, instance: Instance, field: str) -> bool:
    """Whether the viewer may know the value of a field of an instance."""
    return seen_instance(viewer, instance) is not None and field not in hidden_fields(viewer, instance)


def _seen_instances(viewer: Viewer, instances: dict[str, Any]) -> dict[str, Any]:
    seen = {name: seen_instance(viewer, instance) for name, instance in instances.items()}
    return {name: instance for name, instance in seen.items() if instance is not None}


def _shown_to(event: Event) -> Audience:
    """Return the audience that an event gives to its instance: the event is for that audience only."""
    audience: Audience | msgspec.UnsetType = getattr(event, "shown_to", UNSET)
    return "all" if audience is UNSET else audience
