"""Audiences: for whom a thing is meant. An audience is compared here alone; `domain.visibility` decides by it who sees a thing.

Game masters belong to every audience.
"""

from __future__ import annotations

from domain.vocabulary.base import Audience


def is_public(audience: Audience) -> bool:
    """Whether everybody belongs to an audience."""
    return audience == "all"


def is_secret(audience: Audience) -> bool:
    """Whether only game masters belong to an audience."""
    return audience == "gm"


def includes(audience: Audience, member: str) -> bool:
    """Whether a member who is no game master belongs to an audience."""
    return audience == "all" or (audience != "gm" and member in audience)


def narrower(one: Audience, other: Audience) -> Audience:
    """Return the audience of the members who belong to both."""
    if one in ("all", other):
        return other
    if other == "all":
        return one
    if one == "gm" or other == "gm":
        return "gm"
    both = tuple(member for member in one if member in other)
    return both or "gm"
