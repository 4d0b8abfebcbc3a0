"""What a fact is: an event as analytics see it, with when and where it counts as having happened; and a die as it was first drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

import msgspec

from domain.commands import encounter_of
from domain.components.base import Audience
from domain.dice.labels import parts
from domain.dice.tape import Die
from domain.events import Event
from domain.events.log import Judged, Rolled
from domain.events.stored import encode_event, tag_of
from domain.ledger.records import Header
from domain.play.audiences import narrower


class Fact(msgspec.Struct, frozen=True, kw_only=True):
    """An event of one version of an entry.

    `version` is 0 as first written, else the revision that made the entry what it is here, or let it stand again (then it has
    no position of its own); `struck` the revision since which it no longer stands, None while it does. `place` orders facts as corrected,
    `at`, `clock`, `session` and `scene` say when it counts as having happened: of an insert, as the entry it stands after. `encounter` is that
    of the deed, by reference. `command` is the type of the command, `by_gm` whether a game master gave it, `through` the bot that did.
    `audience` holds "all", "gm" or members. `total`, `shown` (what its dice count as), `target` and `outcome` are those of a roll, or as it was judged; `sides`, `dice` and
    `kept` are its dice, in rolling order. `body` is the whole event as JSON.
    """

    entry: int
    version: int
    seq: int
    position: int | None
    place: list[int]
    at: datetime
    clock: int
    session: int | None
    scene: int | None
    encounter: str | None
    deed: int
    command: str | None
    member: str
    by_gm: bool
    through: str | None
    audience: list[str]
    kind: str
    type: str
    aggregate: str
    name: str
    rules: list[str]
    amount: int | None
    total: int | None
    shown: int | None
    target: int | None
    outcome: str | None
    sides: list[int] | None
    dice: list[int] | None
    kept: list[bool] | None
    body: bytes
    struck: int | None = None


class FactDie(msgspec.Struct, frozen=True, kw_only=True):
    """A die as it was first drawn. However often its entry is decided again, struck or restated, it is one die.

    `entry` is that with which it was drawn, and `number` its place among the dice of it. `roll` is the kind of the roll that it was for. `source` says
    where it comes from: `server` dice are proven, `table` dice typed in. A `sealed` one is shown to the game master alone.
    """

    entry: int
    number: int
    at: datetime
    session: int | None
    scene: int | None
    encounter: str | None
    deed: int
    member: str
    audience: list[str]
    roller: str
    label: str
    roll: str
    sides: int
    value: int
    source: str
    sealed: bool


class Told(msgspec.Struct, frozen=True):
    """One version of an entry: whose it is, when it counts as having happened, its place, and its events as (ref, event).

    `first` is the position of the first of them, None where they have none of their own.
    """

    header: Header
    counted_at: Header
    place: list[int]
    version: int
    first: int | None
    events: Sequence[tuple[str, Event]]


def facts_in(told: Told) -> Iterator[Fact]:
    """The facts of one version of an entry."""
    header, when = told.header, told.counted_at
    command = None if header.envelope is None else header.envelope.type
    encounter = None if header.envelope is None else encounter_of(header.envelope)
    at = datetime.fromisoformat(when.at)
    for seq, (ref, event) in enumerate(told.events):
        yield Fact(
            entry=header.number,
            version=told.version,
            seq=seq,
            position=None if told.first is None else told.first + seq,
            place=told.place,
            at=at,
            clock=when.clock,
            session=when.session,
            scene=when.scene,
            encounter=encounter or (ref if ref.startswith("encounter/") else None),
            deed=header.deed,
            command=command,
            member=header.member,
            by_gm=header.by_gm,
            through=header.through,
            audience=_audience(narrower(header.audience, event.audience)),
            kind=event.kind,
            type=tag_of(event),
            aggregate=ref,
            name=event.name,
            rules=list(event.rules),
            amount=_number(event, "amount"),
            body=encode_event(event),
            **_of_roll(event),
        )


def dice_of(header: Header, dice: Sequence[Die], *, after: int = 0) -> Iterator[FactDie]:
    """The dice that were first drawn with an entry; `after` is how many of its dice came before them."""
    encounter = None if header.envelope is None else encounter_of(header.envelope)
    drawn = (die for die in dice if die.first_draw is None and die.was is None)
    for number, die in enumerate(drawn, start=after):
        yield FactDie(
            entry=header.number,
            number=number,
            at=datetime.fromisoformat(header.at),
            session=header.session,
            scene=header.scene,
            encounter=encounter,
            deed=header.deed,
            member=header.member,
            audience=_audience("gm" if die.seed == "sealed" else header.audience),
            roller=die.roller,
            label=die.label,
            roll=parts(die.label)[0],
            sides=die.sides,
            value=die.value,
            source=str(die.source),
            sealed=die.seed == "sealed",
        )


def _audience(audience: Audience) -> list[str]:
    return [audience] if isinstance(audience, str) else sorted(audience)


def _of_roll(event: Event) -> dict[str, Any]:
    """The columns that rolls and judgements alone fill."""
    if not isinstance(event, (Rolled, Judged)):
        return dict.fromkeys(("shown", "target", "outcome", "sides", "dice", "kept")) | {
            "total": _number(event, "total")
        }
    dice = event.dice if isinstance(event, Rolled) else None
    added = sum(addend.amount for addend in event.modifiers)
    natural = event.natural if isinstance(event, Judged) else event.total - added
    return {
        "total": event.total,
        "shown": natural,
        "target": event.target,
        "outcome": event.outcome or None,
        "sides": None if dice is None else [sides for sides, _, _ in dice],
        "dice": None if dice is None else [value for _, value, _ in dice],
        "kept": None if dice is None else [kept for _, _, kept in dice],
    }


def _number(event: Event, field: str) -> int | None:
    value = getattr(event, field, None)
    return value if isinstance(value, int) and not isinstance(value, bool) else None
