"""What comes about when an intent or a task falls due: the chapters say so in their `DUE`, by its kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import ModuleType

from domain.play.play import Play

Due = Callable[[Play, str, str], None]
"""(play, whose, name of the intent or task). It is still there, and ends after that unless it was moved or ended."""


def dues_of(chapters: tuple[ModuleType, ...]) -> Due:
    """What a system does with whatever falls due: what its chapters say about intents and tasks of that kind."""
    by_kind: dict[str, Due] = {kind: due for chapter in chapters for kind, due in getattr(chapter, "DUE", {}).items()}

    def due(play: Play, ref: str, at: str) -> None:
        component, _, name = at.partition(".")
        kind = str(getattr(play.aggregate(ref), component)[name].kind)
        if kind in by_kind:
            by_kind[kind](play, ref, name)

    return due


def periods_of(chapters: tuple[ModuleType, ...]) -> Mapping[str, int]:
    """The moments that come round by the clock, with their length in seconds: the chapters' `PERIODS`."""
    return {name: length for chapter in chapters for name, length in getattr(chapter, "PERIODS", {}).items()}
