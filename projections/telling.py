"""What happened, in the words of the ledger: events and rolls as one viewer may see them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from domain.dice.shown import ShownDice
from domain.dice.tape import Die
from domain.events import Event
from domain.events.chronicle import HandleFreed, HandleGiven
from domain.events.log import Awarded, Contribution, Noted, Rolled
from domain.events.stored import encode_event, tag_of
from domain.events.values import ProfileChanged
from domain.play.play import Happening
from projections.reader import Reader
from projections.shown import Fields

Texts = Mapping[str, str | None]
"""The words behind text keys; None where they were erased."""


class RolledDie(msgspec.Struct, frozen=True, kw_only=True):
    """A die as it counted. `source` is where it came from, where the tape still says so.

    `first_entry` is the struck entry in which its roller drew it first: whoever undoes a roll draws the same die again.
    """

    sides: int
    value: int
    kept: bool
    source: str | None
    first_entry: int | None = None


class Roll(msgspec.Struct, frozen=True, kw_only=True):
    """A roll; `by` is the aggregate that made it. A veiled one has neither target nor outcome for players."""

    label: str
    by: str
    notation: str
    dice: tuple[RolledDie, ...]
    modifiers: tuple[Contribution, ...]
    total: int
    target: int | None
    outcome: str
    veiled: bool


class Seen(msgspec.Struct, frozen=True):
    """A happening, and its event as the viewer may see it; None where they may not know of it."""

    happening: Happening
    event: Event | None

    @property
    def is_whole(self) -> bool:
        return self.event == self.happening.event


def looked_at(reader: Reader, happenings: Iterable[Happening]) -> list[Seen]:
    """Each happening as the viewer sees it. That somebody hidden is called otherwise for short is no part of what was done:
    whoever may not know of them would learn from the gap that they are there."""
    seen = (Seen(happening, reader.vantage.event(happening.ref, happening.event)) for happening in happenings)
    return [one for one in seen if one.event is not None or not _is_of_a_handle(one.happening.event)]


def _is_of_a_handle(event: Event) -> bool:
    return isinstance(event, HandleGiven | HandleFreed) or (
        isinstance(event, ProfileChanged)
        and event == ProfileChanged(name="self", handle=event.handle, audience=event.audience, rules=event.rules)
    )


def told(reader: Reader, seen: Seen, *, struck: bool = False) -> Fields | None:
    """An event as JSON: its type and kind, whose it is, the rules it cites, and its own fields."""
    event, ref = seen.event, seen.happening.ref
    if event is None:
        return None
    fields = reader.vantage.wording.plain(msgspec.json.decode(encode_event(event)), ref)
    if not reader.viewer.is_gm:
        fields.pop("audience", None)
    known = reader.vantage.knows(ref)
    first = {
        "type": tag_of(event),
        "kind": str(event.kind),
        "aggregate": reader.names.address(ref),
        "aggregate_id": ref if known else reader.vantage.wording.said(ref),
        "rules": list(event.rules),
    }
    return (
        first | {key: value for key, value in fields.items() if key not in first} | ({"struck": True} if struck else {})
    )


def text_keys(seen: Iterable[Seen]) -> list[str]:
    """The keys of the texts that visible notes and awards hold."""
    events = (one.event for one in seen)
    return [event.text for event in events if isinstance(event, Noted | Awarded) and event.text]


def worded(value: Any, words: Texts) -> Any:
    """JSON with words where their keys stand."""
    match value:
        case str():
            return words.get(value, value)
        case dict():
            return {key: worded(item, words) for key, item in value.items()}
        case list() | tuple():
            return [worded(item, words) for item in value]
        case _:
            return value


def rolls(reader: Reader, seen: Sequence[Seen], tape: Sequence[Die]) -> tuple[Roll, ...]:
    """The rolls among what is seen, each die with its source from the entry's tape."""
    finder = ShownDice(tape)
    found: list[Roll] = []
    for one in seen:
        real = one.happening.event
        if isinstance(real, Rolled):
            held = finder.of(one.happening.ref, real.name, (sides for sides, _, _ in real.dice))
            dice = tuple(_rolled(*die, on_tape) for die, on_tape in zip(real.dice, held, strict=True))
            if isinstance(one.event, Rolled):
                found.append(_roll(reader, one.happening.ref, one.event, dice))
    return tuple(found)


def _rolled(sides: int, value: int, kept: bool, die: Die | None) -> RolledDie:
    first = None if die is None or die.first_draw is None else die.first_draw.entry
    source = None if die is None else str(die.source)
    return RolledDie(sides=sides, value=value, kept=kept, source=source, first_entry=first)


def _roll(reader: Reader, ref: str, roll: Rolled, dice: tuple[RolledDie, ...]) -> Roll:
    modifiers: Any = reader.vantage.wording.plain(roll.modifiers, ref)
    return Roll(
        label=reader.vantage.wording.label(roll.name),
        by=reader.names.address(ref),
        notation=roll.notation,
        dice=dice,
        modifiers=tuple(msgspec.convert(modifier, Contribution) for modifier in modifiers),
        total=roll.total,
        target=roll.target,
        outcome=reader.vantage.wording.label(roll.outcome),
        veiled=roll.veiled,
    )
