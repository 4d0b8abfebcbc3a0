"""Audiences of events: the one that belongs to two, and that of what an event brings."""

from __future__ import annotations

from typing import Any

import msgspec

from domain.components.base import Audience
from domain.events import Event


def carried(event: Event) -> Any:
    """The instance a creating event brings, if it is one."""
    fields = (getattr(event, field) for field in event.__struct_fields__)
    return next((value for value in fields if isinstance(value, msgspec.Struct) and hasattr(value, "audience")), None)


def narrower(one: Audience, other: Audience) -> Audience:
    """The audience that belongs to both."""
    if one in ("all", other):
        return other
    if other == "all":
        return one
    if one == "gm" or other == "gm":
        return "gm"
    both = tuple(member for member in one if member in other)
    return both or "gm"
