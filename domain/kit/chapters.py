"""A game in chapters: each module of rules brings its commands and what else it declares, and the game is all of them.

The folder of a game holds `rules.toml`, and may hold `rolls.toml`, `questions.toml`, `examples.toml` and a layout. A chapter brings
the commands that are its functions (`domain.kit.commands`), and may bring these tables:

- `OPTIONS` of the campaign, `BOUNDS` of values, and `DERIVED` values, which follow from others;
- `ATTRIBUTES` and `TRACKS`: the names that its characters use;
- `MOMENTS`: handlers by moment; where several chapters mind a moment, their handlers run in the order of the chapters;
- `DUE`: by kind of task or intent, what comes about when one of that kind is due;
- `PERIODS`: moments that come round by the clock, with their length in seconds of the game's time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.resources import files
from types import ModuleType
from typing import Any

from domain.examples import Examples
from domain.formulas import GameValues, by_path
from domain.kit.commands import commands_of
from domain.layout import FILE, layout_of
from domain.play.play import Play
from domain.rulebook import examples_of, question_kinds_of, roll_kinds_of, rules_of
from domain.system import CommandSpec, Handler, Hooks, System, Vocabulary

Chapters = tuple[ModuleType, ...]

Due = Callable[[Play, str, str], None]
"""(play, whose, name of the intent or task). It is still there, and ends after that unless it was moved or ended."""


def system_of(
    package: str,
    chapters: Chapters,
    *,
    id: str,
    name: str,
    version: int = 1,
    each: Callable[[CommandSpec], CommandSpec] = lambda kind: kind,
    save: Callable[[Play, str, str], bool] | None = None,
    downtime: Callable[[Play, str], int] | None = None,
    **more: Any,
) -> System:
    """Make a system of chapters and of the data in the folder of its package.

    `each` is what becomes of every command, for what a game says of all of some sort. `save` and `downtime` are its
    `Hooks`; what is due comes from the chapters. `more` is what else a `System` takes.
    Raises ValueError where an example is of no command.
    """
    examples = examples_of(package) if _has(package, "examples.toml") else Examples()
    commands = [kind for chapter in chapters for kind in commands_of(chapter, examples)]
    if strangers := examples.commands.keys() - {kind.name for kind in commands}:
        raise ValueError(f"{package} has examples of commands that it does not have: {', '.join(sorted(strangers))}")
    words = Vocabulary(
        attributes=frozenset(gathered(chapters, "ATTRIBUTES")), tracks=frozenset(gathered(chapters, "TRACKS"))
    )
    return System(
        id=id,
        name=name,
        version=version,
        kinds=map(each, commands),
        options=gathered(chapters, "OPTIONS"),
        moments=_moments(chapters),
        values=GameValues(gathered(chapters, "BOUNDS"), by_path(gathered(chapters, "DERIVED"))),
        examples=examples,
        vocabulary=words,
        hooks=Hooks(save, _due(chapters), downtime),
        periods=_merged(chapters, "PERIODS"),
        **_data(package),
        **more,
    )


def _data(package: str) -> dict[str, Any]:
    """The rules of a game, and the kinds of rolls and questions and the layout where its folder has them."""
    return {
        "rules": rules_of(package),
        "roll_kinds": roll_kinds_of(package) if _has(package, "rolls.toml") else None,
        "question_kinds": question_kinds_of(package) if _has(package, "questions.toml") else None,
        "layout": layout_of(package) if _has(package, FILE) else None,
    }


def _has(package: str, file: str) -> bool:
    return files(package).joinpath(file).is_file()


def gathered(chapters: Chapters, table: str) -> tuple[Any, ...]:
    """Return everything that the chapters have in tables of a name, in their order."""
    return tuple(item for chapter in chapters for item in getattr(chapter, table, ()))


def _merged(chapters: Chapters, table: str) -> dict[str, Any]:
    return {name: value for chapter in chapters for name, value in getattr(chapter, table, {}).items()}


def _due(chapters: Chapters) -> Due | None:
    by_kind: Mapping[str, Due] = _merged(chapters, "DUE")
    if not by_kind:
        return None

    def due(play: Play, ref: str, at: str) -> None:
        component, _, name = at.partition(".")
        kind = str(getattr(play.aggregate(ref), component)[name].kind)
        if kind in by_kind:
            by_kind[kind](play, ref, name)

    return due


def _moments(chapters: Chapters) -> dict[str, tuple[Handler, ...]]:
    handlers: dict[str, tuple[Handler, ...]] = {}
    for chapter in chapters:
        for moment, more in getattr(chapter, "MOMENTS", {}).items():
            handlers[moment] = (*handlers.get(moment, ()), *more)
    return handlers
