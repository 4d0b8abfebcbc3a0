"""A game in chapters: each module of rules brings its commands and what else it declares, and the game is all of them.

The folder of a game holds `rules.toml`, and may hold `rolls.toml`, `questions.toml`, `inputs.toml` (the kinds of both by
command), `examples.toml` and a layout. A chapter brings
the commands that are its functions (`domain.kit.commands`) and the structs of its instances' data (`domain.kit.data`), and may bring
these tables:

- `OPTIONS` of the campaign, `BOUNDS` of values, `DERIVED` values, which follow from others, and what is `STANDING` on top of values;
- `ATTRIBUTES` and `TRACKS`: the names that its characters use;
- `MOMENTS`: handlers by moment; where several chapters mind a moment, their handlers run in the order of the chapters;
- `WINDOWS`: handlers by window (`domain.play.windows`), which run in the order of the chapters as well; the game declares its
  windows, each with the type of its payload, in one place and gives them to `system_of`;
- `DUE`: by kind of task or intent, what comes about when one of that kind is due;
- `CONDITIONS`: by name, what the game says of a condition wherever it comes about;
- `CATALOGUE`: the kinds of entries that people pick from, each with the table that the rules read (`domain.catalogue`);
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
from domain.kit.data import data_in
from domain.layout import FILE, layout_of
from domain.play.play import Play
from domain.play.windows import Window
from domain.rulebook import examples_of, inputs_of, question_kinds_of, roll_kinds_of, rules_of
from domain.system import CommandSpec, Hooks, System, Vocabulary

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
    windows: tuple[Window[Any], ...] = (),
    each: Callable[[CommandSpec], CommandSpec] = lambda kind: kind,
    save: Callable[[Play, str, str], bool] | None = None,
    downtime: Callable[[Play, str], int] | None = None,
    **more: Any,
) -> System:
    """Make a system of chapters and of the data in the folder of its package.

    `windows` are all those that its rules open. `each` is what becomes of every command, for what a game says of all of some
    sort. `save` and `downtime` are its `Hooks`; what is due comes from the chapters. `more` is what else a `System` takes.
    Raises ValueError where an example is of no command, where a chapter minds a window that is not among `windows`, or where a
    handler does not take and return the window's payload.
    """
    examples = examples_of(package) if _has(package, "examples.toml") else Examples()
    return System(
        id=id,
        name=name,
        version=version,
        kinds=map(each, _commands(package, chapters, examples)),
        options=gathered(chapters, "OPTIONS"),
        moments=_handlers(chapters, "MOMENTS"),
        windows=_windows(chapters, windows),
        values=_values(chapters),
        examples=examples,
        vocabulary=_words(chapters),
        hooks=Hooks(save, _due(chapters), downtime),
        periods=_merged(chapters, "PERIODS"),
        conditions=_merged(chapters, "CONDITIONS"),
        catalogue=gathered(chapters, "CATALOGUE"),
        **_data(package),
        **more,
    )


def _values(chapters: Chapters) -> GameValues:
    derived, standing = (by_path(gathered(chapters, table)) for table in ("DERIVED", "STANDING"))
    return GameValues(gathered(chapters, "BOUNDS"), derived, standing)


def _commands(package: str, chapters: Chapters, examples: Examples) -> list[CommandSpec]:
    commands = [kind for chapter in chapters for kind in commands_of(chapter, examples)]
    if strangers := examples.commands.keys() - {kind.name for kind in commands}:
        raise ValueError(f"{package} has examples of commands that it does not have: {', '.join(sorted(strangers))}")
    return commands


def _words(chapters: Chapters) -> Vocabulary:
    attributes, tracks = (frozenset(gathered(chapters, table)) for table in ("ATTRIBUTES", "TRACKS"))
    return Vocabulary(attributes=attributes, tracks=tracks, data=data_in(chapters))


def _data(package: str) -> dict[str, Any]:
    """The rules of a game, and the kinds of rolls and questions and the layout where its folder has them."""
    return {
        "rules": rules_of(package),
        "roll_kinds": roll_kinds_of(package) if _has(package, "rolls.toml") else None,
        "question_kinds": question_kinds_of(package) if _has(package, "questions.toml") else None,
        "inputs": inputs_of(package) if _has(package, "inputs.toml") else None,
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


def _windows(chapters: Chapters, declared: tuple[Window[Any], ...]) -> dict[Window[Any], tuple[Any, ...]]:
    handlers = _handlers(chapters, "WINDOWS")
    if strangers := [str(getattr(window, "name", window)) for window in handlers if window not in declared]:
        raise ValueError(f"no window {', '.join(strangers)} is declared; give it to system_of among its windows")
    return {window: handlers.get(window, ()) for window in declared}


def _handlers(chapters: Chapters, table: str) -> dict[Any, tuple[Any, ...]]:
    """Return the handlers of the chapters, by moment or window, in their order."""
    handlers: dict[Any, tuple[Any, ...]] = {}
    for chapter in chapters:
        for point, more in getattr(chapter, table, {}).items():
            handlers[point] = (*handlers.get(point, ()), *more)
    return handlers
