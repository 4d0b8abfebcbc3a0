"""For whom an event is: what follows from whom it happens to, and from what it brings or changes.

All that an audience follows from is looked at like any value, so that a past in which somebody was hidden, or was not,
decides again who sees what happened to them.
"""

from __future__ import annotations

from typing import Any

import msgspec

from domain.components.base import Audience
from domain.events import Event
from domain.events.values import Introduced
from domain.play.reading import Look


def known_to(look: Look, ref: str) -> Audience:
    """Return who may know of an aggregate."""
    return _of_profile(look, ref, "audience")


def who_sees(look: Look, ref: str, event: Event) -> Audience:
    """Return who may see an event that happens to an aggregate, before the event is applied."""
    brought = carried(event)
    of_brought: Audience = "all" if brought is None else brought.audience
    if isinstance(event, Introduced):
        return of_brought
    whole = known_to(look, ref)
    if event.component in ("profile", "log"):
        return whole
    sheet = narrower(whole, _of_profile(look, ref, "sheet"))
    aggregate = look.world.aggregate(ref)
    instance = None if aggregate is None else aggregate.instances(event.component).get(event.name)
    if instance is None:
        return narrower(sheet, of_brought)
    look.note(f"{ref}.{event.component}.{event.name}.audience")
    return narrower(sheet, instance.audience)


def carried(event: Event) -> Any:
    """Return the instance that a creating event brings, None for any other event."""
    fields = (getattr(event, field) for field in event.__struct_fields__)
    return next((value for value in fields if isinstance(value, msgspec.Struct) and hasattr(value, "audience")), None)


def narrower(one: Audience, other: Audience) -> Audience:
    """Return the audience that belongs to both."""
    if one in ("all", other):
        return other
    if other == "all":
        return one
    if one == "gm" or other == "gm":
        return "gm"
    both = tuple(member for member in one if member in other)
    return both or "gm"


def _of_profile(look: Look, ref: str, field: str) -> Audience:
    """Return an audience that a profile has; all where there is no profile, as for the campaign itself."""
    aggregate = look.world.aggregate(ref)
    if aggregate is None or "self" not in aggregate.profile:
        return "all"
    look.note(f"{ref}.profile.self.{field}")
    audience: Audience = getattr(aggregate.profile["self"], field)
    return audience
