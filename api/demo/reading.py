"""Reading demos: where they are, and whether one makes sense before anything is played."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any, Final

import msgspec

from api.demo.script import GM, Demo, ScriptedStep, WrongDemo

FILE: Final = "demo.toml"
"""The file name of a game's demo, in its folder."""

_HEADER: Final = re.compile(r"^\s*\[\[\s*step\s*\]\]")
_STEP: Final = re.compile(r"\$\.step\[(\d+)\]")


def demo_of(module: str) -> Demo | None:
    """The demo in the folder of a game's package; None where it has none. Raises WrongDemo."""
    file = files(module).joinpath(FILE)
    return read(file.read_text(encoding="utf-8"), f"{module}/{FILE}") if file.is_file() else None


def read(text: str, called: str) -> Demo:
    """The demo that a text describes; `called` is what its file is called. Raises WrongDemo, naming line and step."""
    places = _Places(text, called)
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise WrongDemo(called, f"it is no TOML: {error}") from error
    places.learn(raw)
    try:
        demo = msgspec.convert(raw, Demo)
    except msgspec.ValidationError as error:
        match = _STEP.search(str(error))
        where = places.file if match is None else places.step(int(match[1]))
        raise WrongDemo(where, _STEP.sub("the step", str(error))) from error
    _check(demo, places)
    return demo


class _Places:
    """Positions of the steps in a file."""

    def __init__(self, text: str, called: str) -> None:
        self.file = called
        self._lines = [number for number, line in enumerate(text.splitlines(), start=1) if _HEADER.match(line)]
        self._steps: list[Any] = []

    def learn(self, raw: Mapping[str, Any]) -> None:
        steps = raw.get("step")
        self._steps = steps if isinstance(steps, list) else []

    def step(self, index: int) -> str:
        """Return the position of a step, in the words that its author can look up."""
        line = f", line {self._lines[index]}" if len(self._lines) == len(self._steps) else ""
        named = self._steps[index].get("name") if isinstance(self._steps[index], dict) else None
        return f"{self.file}{line}, step {index + 1}{f' ({named})' if named else ''}"


def label(index: int, step: ScriptedStep) -> str:
    """A step as it is called while it is played."""
    return f"step {index + 1}{f' ({step.name})' if step.name else ''}"


def _check(demo: Demo, places: _Places) -> None:
    if GM not in demo.people:
        raise WrongDemo(places.file, "somebody has to run the game: add `gm` to the people")
    known = set(demo.people)
    for index, step in enumerate(demo.step):
        if wrong := next(_wrong(step, demo, known), ""):
            raise WrongDemo(places.step(index), wrong)
        known.update(step.names)


def _wrong(step: ScriptedStep, demo: Demo, known: set[str]) -> Iterator[str]:
    """Yield the faults of a step that follows the `known` ones."""
    people = ", ".join(demo.people)
    eyes = (step.by, *(hold.by for hold in step.holds if hold.by), *(show.by for show in step.show if show.by))
    yield from (f"there is no {who!r} among the people: {people}" for who in eyes if who not in demo.people)
    names = list(step.names)
    taken = known.intersection(names) or {name for name in names if names.count(name) > 1}
    yield from (f"{name!r} is the name of something else already" for name in sorted(taken))
    steps = known - demo.people.keys()
    yield from (f"no step before it is called {name!r}" for name in step.earlier if name not in steps)
    yield from (f"`@{name}` is neither one of the people nor a step before it" for name in _meant(step) - known)
    yield from _shapeless(step)


def _shapeless(step: ScriptedStep) -> Iterator[str]:
    """Yield the fields of a step that cannot go together."""
    if sum(step.ways) > 1:
        yield "it does one thing: undo, redo, amend or late, and beside it insert"
    if sum(step.between) > 1:
        yield "of downtime it does one thing: open, plan, withdraw, process or report"
    if not (step.type or step.revises or any(step.between)):
        yield "it does nothing: give it the `type` of a command, or undo, redo, amend, late, insert, or something of downtime"
    if any(step.between) and (step.type or step.revises):
        yield "downtime has no place beside a command or a change of the past; give it a step of its own"
    if step.type and step.revises and not step.amend:
        yield "a command has no place beside a change of the past; give it a step of its own, or put it into `insert`"
    if step.late and not step.responses:
        yield "a late answer needs `responses`: the key of the offer, and what is chosen"
    yield from _strange(step)
    if step.refused and (step.answers or step.comes_to or step.name):
        yield "what is refused leaves nothing to answer, to name or to look at"
    yield from _unseen(step)


_BELONGS: Final = {
    "a command that is played": ("refused", "comes_to"),
    "a command that is played, or to `process`": ("answers",),
    "a change of the past": ("policies", "owed", "owed_answers"),
    "a change of the past, or to `process`": ("becomes", "dry_run"),
    "`plan`": ("action",),
    "plan, withdraw, process or report": ("phase",),
}
"""The fields that only some steps have, by what they belong to."""


def _strange(step: ScriptedStep) -> Iterator[str]:
    """Fields that belong to another sort of step."""
    played = not (step.revises or any(step.between))
    has = {
        "a command that is played": played,
        "a command that is played, or to `process`": played or step.process,
        "a change of the past": step.revises,
        "a change of the past, or to `process`": step.revises or step.process,
        "`plan`": bool(step.plan),
        "plan, withdraw, process or report": any(step.between) and step.open is None,
    }
    for whose, fields in _BELONGS.items():
        if not has[whose]:
            yield from (f"`{field}` belongs to {whose}" for field in fields if getattr(step, field))
    if step.name and any(step.between):
        yield "what is done about downtime has no name; the actions of a plan have"


def _unseen(step: ScriptedStep) -> Iterator[str]:
    """Yield the expected or shown values that cannot be looked up."""
    one = "one sheet, board, group, roster, grid (with its target) or phase of downtime"
    for hold in step.holds:
        if not hold.sort:
            yield f"what holds at {hold.path!r} does so on {one}"
        if (hold.value is msgspec.UNSET) == (hold.count is None):
            yield f"what holds at {hold.path!r} is either a value (`is`) or a `count` of instances"
    if not all(show.sort for show in step.show):
        yield f"what is shown is {one}"


def _meant(step: ScriptedStep) -> set[str]:
    """Return the names that the step refers to by `@`."""
    given = (
        step.args,
        [insert.args for insert in step.insert],
        [(action.args, action.responses) for action in step.action],
        [hold.value for hold in step.holds],
        [hold.where for hold in step.holds],
    )
    return {text[1:].partition("/")[0] for text in _texts(given) if refers(text)}


def refers(text: str) -> bool:
    """Whether a text refers to something (`@ana`); `@@` begins one that begins with an `@`."""
    return text.startswith("@") and not text.startswith("@@")


def _texts(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for inner in value.values():
                yield from _texts(inner)
        case list() | tuple():
            for inner in value:
                yield from _texts(inner)
