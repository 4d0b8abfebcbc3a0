"""Choices among the options of a question: an option that is a character is stored by reference, and chosen by handle or name."""

from __future__ import annotations

from collections.abc import Collection

from domain.aggregates import is_reference
from domain.play.reading import World


def meant(world: World, options: Collection[str], choice: str) -> str:
    """The option that a choice means: one that is a character also by their handle or name, as older answers have it."""
    if choice in options:
        return choice
    wanted = choice.strip().casefold()
    return next((option for option in options if wanted in _words(world, option)), choice)


def _words(world: World, option: str) -> tuple[str, ...]:
    aggregate = world.aggregate(option) if is_reference(option) else None
    profile = None if aggregate is None else aggregate.profile.get("self")
    return () if profile is None else (profile.handle.casefold(), profile.name.casefold())
