"""A game in chapters: each module of rules brings its commands, options and moments, and the game is all of them together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.resources import files
from types import ModuleType
from typing import Any

from domain.layout import FILE, layout_of
from domain.rulebook import question_kinds_of, roll_kinds_of, rules_of
from domain.system import Handler, Kind, System

Chapters = tuple[ModuleType, ...]


def system_of(
    package: str,
    chapters: Chapters,
    *,
    id: str,
    name: str,
    version: int = 1,
    each: Callable[[Kind], Kind] = lambda kind: kind,
    **more: Any,
) -> System:
    """The system made of these chapters, with the rules, and the kinds of rolls and questions and the layout if there are any, in the
    folder of its package.

    A chapter may bring `KINDS`, `OPTIONS`, `BOUNDS` of values and `MOMENTS` (handlers by moment). Where several mind the same moment, their
    handlers run in the order of the chapters. `each` is what becomes of every command, for what a game says of all of
    some sort. `more` is what else a `System` takes.
    """
    return System(
        id=id,
        name=name,
        version=version,
        kinds=map(each, gathered(chapters, "KINDS")),
        options=gathered(chapters, "OPTIONS"),
        moments=_moments(chapters),
        rules=rules_of(package),
        roll_kinds=roll_kinds_of(package) if files(package).joinpath("rolls.toml").is_file() else None,
        question_kinds=question_kinds_of(package) if files(package).joinpath("questions.toml").is_file() else None,
        bounds=gathered(chapters, "BOUNDS"),
        layout=layout_of(package) if files(package).joinpath(FILE).is_file() else None,
        **more,
    )


def gathered(chapters: Chapters, what: str) -> tuple[Any, ...]:
    """Everything of a kind that the chapters bring, in their order."""
    return tuple(one for chapter in chapters for one in getattr(chapter, what, ()))


def examples(chapters: Chapters) -> dict[str, tuple[tuple[str, dict[str, Any]], ...]]:
    """What is played before the examples of some commands, by the command's full name: what the chapters' `FIRST` say."""
    return {type: before for chapter in chapters for type, before in getattr(chapter, "FIRST", {}).items()}


def _moments(chapters: Chapters) -> Mapping[str, tuple[Handler, ...]]:
    found: dict[str, tuple[Handler, ...]] = {}
    for chapter in chapters:
        for moment, handlers in getattr(chapter, "MOMENTS", {}).items():
            found[moment] = (*found.get(moment, ()), *handlers)
    return found
