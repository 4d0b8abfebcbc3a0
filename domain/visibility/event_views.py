"""Events and rolls as one viewer may see them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any

import msgspec

from domain.dice.tape import Die, ShownDice
from domain.play.play import StreamEvent
from domain.visibility.view_fields import Fields
from domain.visibility.world import VisibleWorld
from domain.vocabulary.base import Event
from domain.vocabulary.catalogue import HandleFreed, HandleGiven
from domain.vocabulary.log import Awarded, Contribution, Judged, Noted, Rolled
from domain.vocabulary.profile import ProfileChanged
from domain.vocabulary.seals import SecretUnsealed
from domain.vocabulary.stored import encode_event, tag_of

Texts = Mapping[str, str | None]
"""Texts by key; None where a text was erased."""


class DieView(msgspec.Struct, frozen=True, kw_only=True):
    """A die as it counted. `source` is where it came from, where the tape still says so.

    `first_entry` is the struck entry in which its roller drew it first: a roller who undoes a roll draws the same die again.
    """

    sides: int
    value: int
    kept: bool
    source: str | None
    first_entry: int | None = None


class Judgement(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A rule's judgement of a roll after it was made: the values that count instead. `why` is in a few words."""

    why: str
    natural: int | None = None
    modifiers: tuple[Contribution, ...] = ()
    total: int | None = None
    target: int | None = None
    outcome: str = ""
    rules: tuple[str, ...] = ()


class RollView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A roll; `by` is the aggregate that made it. A veiled roll has neither target nor outcome for players.

    Where it was `judged` again, the last judgement counts.
    """

    label: str
    by: str
    notation: str
    dice: tuple[DieView, ...]
    modifiers: tuple[Contribution, ...]
    total: int
    target: int | None
    outcome: str
    veiled: bool
    judged: tuple[Judgement, ...] = ()


class EventView(msgspec.Struct, frozen=True):
    """An event of a stream, and the same event as the viewer may see it; None where they may not know of it."""

    original: StreamEvent
    event: Event | None

    @property
    def is_whole(self) -> bool:
        return self.event == self.original.event


class SeenEvent(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event as a viewer sees it. `kind` is its subject, `aggregate` the address of what it happened to, and `struck` is
    there where its entry was struck. Its own fields follow, each event with others."""

    type: str
    kind: str
    aggregate: str
    aggregate_id: str
    rules: tuple[str, ...]
    struck: bool = False


EventFields = Annotated[Any, msgspec.Meta(extra_json_schema={"$ref": "#/components/schemas/SeenEvent"})]
"""An event as JSON: the fields of `SeenEvent`, and its own."""


def seen_events(visible: VisibleWorld, events: Iterable[StreamEvent]) -> list[EventView]:
    """Return the events of a stream as the viewer sees them.

    A new handle of a hidden character is left out altogether: a gap would show that there is one.
    """
    seen = (EventView(original, visible.event(original.ref, original.event)) for original in events)
    return [one for one in seen if one.event is not None or not _is_of_a_handle(one.original.event)]


def _is_of_a_handle(event: Event) -> bool:
    return isinstance(event, HandleGiven | HandleFreed) or (
        isinstance(event, ProfileChanged)
        and event == ProfileChanged(name="self", handle=event.handle, audience=event.audience, rules=event.rules)
    )


def event_fields(visible: VisibleWorld, seen: EventView, *, struck: bool = False) -> Fields | None:
    """Return an event as JSON: its type, category, aggregate, rules, and own fields; None where it is hidden."""
    event, ref = seen.event, seen.original.ref
    if event is None:
        return None
    fields = visible.wording.as_json(msgspec.json.decode(encode_event(event)), ref)
    if not visible.viewer.is_gm:
        fields.pop("audience", None)
    known = visible.knows(ref)
    first = {
        "type": tag_of(event),
        "kind": str(event.kind),
        "aggregate": visible.address(ref),
        "aggregate_id": ref if known else visible.wording.text(ref),
        "rules": list(event.rules),
    }
    return (
        first | {key: value for key, value in fields.items() if key not in first} | ({"struck": True} if struck else {})
    )


def text_keys(seen: Iterable[EventView]) -> list[str]:
    """Return the keys of the texts in visible notes, awards and revealed secrets."""
    events = (one.event for one in seen)
    return [event.text for event in events if isinstance(event, Noted | Awarded | SecretUnsealed) and event.text]


def with_texts(value: Any, words: Texts) -> Any:
    """Return JSON with texts in place of their keys."""
    match value:
        case str():
            return words.get(value, value)
        case dict():
            return {key: with_texts(item, words) for key, item in value.items()}
        case list() | tuple():
            return [with_texts(item, words) for item in value]
        case _:
            return value


def rolls(visible: VisibleWorld, seen: Sequence[EventView], tape: Sequence[Die]) -> tuple[RollView, ...]:
    """Return the visible rolls of an entry, each die with its source on the `tape`, and each roll with its judgements."""
    finder = ShownDice(tape)
    views: list[RollView] = []
    latest: dict[tuple[str, str], int] = {}
    for one in seen:
        real, ref, event = one.original.event, one.original.ref, one.event
        if isinstance(real, Rolled):
            on_tape = finder.of(ref, real.name, (sides for sides, _, _ in real.dice))
            dice = tuple(_rolled(*die, drawn) for die, drawn in zip(real.dice, on_tape, strict=True))
            if isinstance(event, Rolled):
                latest[ref, event.name] = len(views)
                views.append(_roll(visible, ref, event, dice))
        elif isinstance(event, Judged) and (ref, event.name) in latest:
            at = latest[ref, event.name]
            views[at] = msgspec.structs.replace(views[at], judged=(*views[at].judged, _judgement(visible, ref, event)))
    return tuple(views)


def _rolled(sides: int, value: int, kept: bool, die: Die | None) -> DieView:
    first = None if die is None or die.first_draw is None else die.first_draw.entry
    source = None if die is None else str(die.source)
    return DieView(sides=sides, value=value, kept=kept, source=source, first_entry=first)


def _roll(visible: VisibleWorld, ref: str, roll: Rolled, dice: tuple[DieView, ...]) -> RollView:
    return RollView(
        label=visible.wording.label(roll.name),
        by=visible.address(ref),
        notation=roll.notation,
        dice=dice,
        modifiers=_addends(visible, ref, roll.modifiers),
        total=roll.total,
        target=roll.target,
        outcome=visible.wording.label(roll.outcome),
        veiled=roll.veiled,
    )


def _judgement(visible: VisibleWorld, ref: str, judged: Judged) -> Judgement:
    return Judgement(
        why=visible.wording.sentence(judged.why),
        natural=judged.natural,
        modifiers=_addends(visible, ref, judged.modifiers),
        total=judged.total,
        target=judged.target,
        outcome=visible.wording.label(judged.outcome),
        rules=judged.rules,
    )


def _addends(visible: VisibleWorld, ref: str, modifiers: tuple[Contribution, ...]) -> tuple[Contribution, ...]:
    words: Any = visible.wording.as_json(modifiers, ref)
    return tuple(msgspec.convert(modifier, Contribution) for modifier in words)
