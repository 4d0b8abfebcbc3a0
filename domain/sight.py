"""Who may see what: the one place that decides it, for every read there is."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET

from domain.aggregate import Aggregate, components_of
from domain.components.base import Audience, Instance
from domain.components.chronicle import DiceEpoch, Role
from domain.components.creature import Question
from domain.components.group import Cell
from domain.components.scene import Zone
from domain.events import Event
from domain.events.group import CellChanged
from domain.events.log import Rolled


class Viewer(msgspec.Struct, frozen=True):
    """Whoever looks: a member and the role they have in the campaign. `characters` are the references they play."""

    member: str
    role: Role
    characters: frozenset[str] = frozenset()

    @property
    def is_gm(self) -> bool:
        return self.role == "gm"


GM = Viewer("gm", "gm")
"""A viewer from whom nothing is hidden, for work inside the service."""


def may_see(viewer: Viewer, audience: Audience) -> bool:
    """Whether what is meant for an audience may reach the viewer."""
    return viewer.is_gm or audience == "all" or (audience != "gm" and viewer.member in audience)


def seen_event(viewer: Viewer, event: Event) -> Event | None:
    """The event as the viewer may see it; None where they may not know of it."""
    if not may_see(viewer, event.audience):
        return None
    if viewer.is_gm:
        return event
    if isinstance(event, Rolled) and event.veiled:
        return msgspec.structs.replace(event, target=None, outcome="")
    if isinstance(event, CellChanged):
        return msgspec.structs.replace(event, truth=UNSET, price=UNSET, shown=UNSET, node=UNSET, data=UNSET)
    return _without_secrets(viewer, event)


def seen_aggregate(viewer: Viewer, aggregate: Aggregate) -> Aggregate | None:
    """The aggregate as the viewer may see it: hidden instances left out, secrets of shown ones emptied.

    None where they may not know that it exists. Where the sheet is hidden only the profile is left.
    """
    if viewer.is_gm:
        return aggregate
    profile = aggregate.profile.get("self")
    owns = profile is not None and viewer.member in profile.owners
    if profile is not None and not owns and not may_see(viewer, profile.audience):
        return None
    whole = owns or profile is None or may_see(viewer, profile.sheet)
    seen = aggregate.copy()
    for component in components_of(type(aggregate)):
        shown = _seen_instances(viewer, aggregate.instances(component)) if whole or component == "profile" else {}
        setattr(seen, component, shown)
    return seen


def seen_instance(viewer: Viewer, instance: Instance) -> Instance | None:
    """One instance as the viewer may see it; None where they may not know of it."""
    if viewer.is_gm:
        return instance
    if not may_see(viewer, instance.audience):
        return None
    match instance:
        case Cell():
            return _seen_cell(viewer, instance)
        case Question():
            return instance if instance.owner in (viewer.member, "") or instance.owner != "gm" else _bare(instance)
        case Zone() if instance.known_to and not viewer.characters & set(instance.known_to):
            return None
        case DiceEpoch():
            return instance
        case _:
            return instance


def _seen_instances(viewer: Viewer, instances: dict[str, Any]) -> dict[str, Any]:
    seen = {name: seen_instance(viewer, instance) for name, instance in instances.items()}
    return {name: instance for name, instance in seen.items() if instance is not None}


def _seen_cell(viewer: Viewer, cell: Cell) -> Cell:
    """A cell's truth and price are the game master's; what it shows belongs to the characters who know it."""
    known = bool(viewer.characters & set(cell.known_by))
    return msgspec.structs.replace(
        cell, truth="", price=None, shown=cell.shown if known else "", node=cell.node if known else "", data={}
    )


def _bare(question: Question) -> Question:
    """That a question is open, without what is asked of the game master."""
    return msgspec.structs.replace(question, prompt="", options=(), default="", key="")


def _without_secrets(viewer: Viewer, event: Event) -> Event | None:
    """An event that carries an instance, with that instance as the viewer may see it."""
    for field in event.__struct_fields__:
        value = getattr(event, field)
        if isinstance(value, Instance):
            seen = seen_instance(viewer, value)
            return None if seen is None else msgspec.structs.replace(event, **{field: seen})
    return event
