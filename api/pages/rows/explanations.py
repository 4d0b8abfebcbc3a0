"""Explanations as a page shows them: the parts of a value, and what has changed it, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from domain.layout import Dots, Layout, ScaleLayout, Values
from projections.names import Name, called
from projections.phrases.catalogue import Catalogue
from projections.phrases.details import details, field_value
from projections.phrases.events import event_sentence
from projections.phrases.formulas import value_named
from projections.phrases.messages import listed, row
from projections.phrases.naming import named, who
from projections.phrases.naming import source as origin
from projections.phrases.rolls import judgements, roll
from projections.views.explain import ExplainedStep, Explanation

Labels = Mapping[str, tuple[str, str]]
"""The words of players for the values of a game, by path: the label, and the title of the section in which it stands."""

_SIGNS: Final = {"multiply": "×", "set": "=", "cap": "≤", "floor": "≥"}
"""The signs of operations that do not add."""


class ShownPart(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a value: how much it adds (or how it changes it otherwise), where it comes from, and whether it counts."""

    amount: str
    source: str
    counted: bool


class ShownStep(msgspec.Struct, frozen=True, kw_only=True):
    """An entry that changed a value."""

    entry: int
    status: str
    before: str
    after: str
    sentence: str


class ShownWhy(msgspec.Struct, frozen=True, kw_only=True):
    """An explanation. `what` is the value's label, in that `section` of the game's sheet, where it has one. `leans_on` are the values it is computed from: each with what it is called, whose it is, and its path."""

    whose: str
    what: str
    section: str
    amount: str
    base: str
    error: str
    parts: tuple[ShownPart, ...]
    leans_on: tuple[tuple[str, str, str], ...]
    steps: tuple[ShownStep, ...]


def explained_rows(seen: Explanation, names: Mapping[str, Name], layout: Layout, words: Catalogue) -> ShownWhy:
    """Return an explanation in the words of a catalogue; `layout` is that of the game, in the reader's language."""
    value, labels = seen.value, labels_of(layout)
    what, section = _called(seen, labels, names, words)
    return ShownWhy(
        whose=words.say(who(seen.ref, names)),
        what=what,
        section=section,
        amount=_written(value.value if value is not None else seen.stored, names, words),
        base="" if value is None else _written(value.base, names, words),
        error="" if value is None else value.error or "",
        parts=() if value is None else tuple(_parts(value.parts, names, words)),
        leans_on=tuple(_leant_on(path, names, labels) for path in seen.leans_on),
        steps=tuple(_step(step, names, words) for step in seen.steps),
    )


def labels_of(layout: Layout) -> Labels:
    """Return what a layout calls the values of a sheet; a value without a label of its own goes by its section."""
    labels: dict[str, tuple[str, str]] = {}
    for section in layout.sheet:
        match section:
            case Values():
                paths = dict(section.of)
            case Dots() | ScaleLayout():
                paths = {f"tracks.{name}.current": label for name, label in section.of.items()}
            case _:
                continue
        for path, label in paths.items():
            labels.setdefault(path, (label, section.title) if label else (section.title, ""))
    return labels


def _parts(parts: Any, names: Mapping[str, Name], words: Catalogue) -> Iterator[ShownPart]:
    for part in parts:
        amount = f"{part.amount:+d}" if part.operation == "add" else f"{_SIGNS[part.operation]} {part.amount}"
        amount = amount.replace("-", "−")
        over = f"/{part.over}" if part.over != 1 else ""
        source = "" if part.hidden else words.say(part.title or origin(part.source or part.modifier, names))
        yield ShownPart(amount=f"{amount}{over}", source=source, counted=part.counted)


def _leant_on(path: str, names: Mapping[str, Name], labels: Labels) -> tuple[str, str, str]:
    whom, _, rest = path.partition(".")
    handle = whom.partition("/")[2]
    subject = next((name.name for name in names.values() if name.handle == handle and "." not in name.ref), handle)
    return f"{subject}: {labels.get(rest, (value_named(rest), ''))[0]}", handle, rest


def _step(step: ExplainedStep, names: Mapping[str, Name], words: Catalogue) -> ShownStep:
    rolls = (row(roll(made, names), judgements(made)) for made in step.rolls)
    sentence = words.say(listed((*rolls, event_sentence(step.event, names)), "list.semicolon"))
    return ShownStep(
        entry=step.entry,
        status=step.status,
        before=_written(step.before, names, words),
        after=_written(step.after, names, words),
        sentence=sentence,
    )


def _called(seen: Explanation, labels: Labels, names: Mapping[str, Name], words: Catalogue) -> tuple[str, str]:
    """Return what people call a value, and the section of the sheet in which it stands."""
    component, _, name = seen.path.partition(".")
    if isinstance(seen.stored, dict):
        return words.say(named(called(component, name, seen.stored), names)), ""
    title = "" if seen.value is None else seen.value.title
    return labels.get(seen.path, (title or value_named(seen.path), ""))


def _written(value: Any, names: Mapping[str, Name], words: Catalogue) -> str:
    match value:
        case None:
            return "–"
        case bool():
            return "✓" if value else "–"
        case int() | float():
            return f"{value}".replace("-", "−")
        case dict():
            return words.say(details(value, names))
        case _:
            return words.say(field_value("", value, names))
