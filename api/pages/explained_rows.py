"""Explanations as a page shows them: the parts of a value, and what has changed it, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from projections.names import Name
from projections.phrases.catalogue import Catalogue
from projections.phrases.events import event_sentence
from projections.phrases.formulas import value_named
from projections.phrases.messages import listed, row
from projections.phrases.naming import who
from projections.phrases.rolls import judgements, roll
from projections.views.explain import ExplainedStep, Explanation


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
    """An explanation. `leans_on` are the values it is computed from: each with what it is called, whose it is, and its path."""

    whose: str
    what: str
    amount: str
    base: str
    error: str
    parts: tuple[ShownPart, ...]
    leans_on: tuple[tuple[str, str, str], ...]
    steps: tuple[ShownStep, ...]


def explained_rows(seen: Explanation, names: Mapping[str, Name], words: Catalogue) -> ShownWhy:
    """Return an explanation in the words of a catalogue."""
    value = seen.value
    return ShownWhy(
        whose=words.say(who(seen.ref, names)),
        what=value_named(seen.path),
        amount=_written(value.value if value is not None else seen.stored),
        base="" if value is None else _written(value.base),
        error="" if value is None else value.error or "",
        parts=() if value is None else tuple(_parts(value.parts)),
        leans_on=tuple(_leant_on(path, names) for path in seen.leans_on),
        steps=tuple(_step(step, names, words) for step in seen.steps),
    )


def _parts(parts: Any) -> Iterator[ShownPart]:
    for part in parts:
        amount = f"{part.amount:+d}".replace("-", "−") if part.operation == "add" else f"{part.operation} {part.amount}"
        over = f"/{part.over}" if part.over != 1 else ""
        source = "" if part.hidden else part.title or part.source or part.modifier
        yield ShownPart(amount=f"{amount}{over}", source=source, counted=part.counted)


def _leant_on(path: str, names: Mapping[str, Name]) -> tuple[str, str, str]:
    whom, _, rest = path.partition(".")
    handle = whom.partition("/")[2]
    subject = next((name.name for name in names.values() if name.handle == handle and "." not in name.ref), handle)
    return f"{subject}: {value_named(rest)}", handle, rest


def _step(step: ExplainedStep, names: Mapping[str, Name], words: Catalogue) -> ShownStep:
    rolls = (row(roll(made, names), judgements(made)) for made in step.rolls)
    sentence = words.say(listed((*rolls, event_sentence(step.event, names)), "list.semicolon"))
    return ShownStep(
        entry=step.entry,
        status=step.status,
        before=_written(step.before),
        after=_written(step.after),
        sentence=sentence,
    )


def _written(value: Any) -> str:
    match value:
        case None:
            return "–"
        case bool():
            return "✓" if value else "–"
        case int() | float():
            return f"{value}".replace("-", "−")
        case str():
            return value
        case _:
            return msgspec.json.encode(value).decode()
