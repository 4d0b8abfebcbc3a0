"""Deciders: members who decide for characters."""

from __future__ import annotations

from collections.abc import Iterable

from domain.aggregates import is_reference
from domain.commands import Command, marked_fields
from domain.play.reading import TrackedReads


def owner_of(look: TrackedReads, ref: str) -> str:
    """The member who decides for an aggregate: its first owner, else the game master."""
    if not ref.startswith("character/") or not look.exists(ref):
        return "gm"
    owners = look.aggregate(ref).profile["self"].owners
    return owners[0] if owners else "gm"


def is_unplayed(look: TrackedReads, owner: str) -> bool:
    """Whether a question goes to the game master only because the character who chooses has no player."""
    return owner.startswith("character/") and is_reference(owner) and owner_of(look, owner) == "gm"


def concerned(args: Command, changed: Iterable[str]) -> tuple[str, ...]:
    """The characters whom a command names, and those whom its deed has changed so far."""
    named = set(changed)
    for field in marked_fields(type(args)):
        value = getattr(args, field.field) if field.mark == "ref" else None
        named |= set(value) if isinstance(value, tuple) else {value or ""}
    return tuple(sorted(ref for ref in named if ref.startswith("character/")))
