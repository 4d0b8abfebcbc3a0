"""Tracks: points that are paid, gained, lost and healed."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from domain.commands import AnyRef, Command
from domain.kit import pools
from domain.kit.commands import command
from domain.kit.naming import named
from domain.play.adjusting import at_least
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.vocabulary.values import Track
from systems.freeform.fields import Amount, Key, Notation, Word

MINIMUM, MAXIMUM, AMOUNT = "minimum", "maximum", "amount"


class Dealt(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Points that are given, or rolled for. An amount beside the dice is what came of them (what a resistance left)."""

    track: Key
    amount: Amount | None = None
    notation: Notation = ""
    label: Word


class Points(Dealt, frozen=True, kw_only=True, omit_defaults=True):
    """Points of a character's track: an `amount`, or what a `notation` comes to; where both are given the dice are rolled,
    the amount counts."""

    target: AnyRef
    label: Word = "points"


class Heal(Dealt, frozen=True, kw_only=True, omit_defaults=True):
    """By an `amount`, or by what a `notation` comes to; where both are given the dice are rolled, the amount counts. A
    `full` one takes the track to its maximum, as a rest does."""

    target: AnyRef
    full: Annotated[bool, Meta(description="Whether the track goes to its maximum, as by a rest")] = False
    label: Word = "healing"


class Harm(Dealt, frozen=True, kw_only=True, omit_defaults=True):
    """By an `amount`, or by what a `notation` comes to; where both are given the dice are rolled, the amount counts. With
    `stop_at_minimum` the track falls no further than its minimum; without it, it may fall below."""

    label: Word = "damage"
    temporary: Annotated[Key | None, Meta(description="A track that takes what it can before the other does")] = None
    stop_at_minimum: Annotated[bool, Meta(description="Whether the track falls no further than its minimum")] = False
    harm: Annotated[str, Meta(description="The kind of damage")] = ""


class Damage(Harm, frozen=True, kw_only=True, omit_defaults=True):
    """Harm to one."""

    target: AnyRef


class DamageAll(Harm, frozen=True, kw_only=True, omit_defaults=True):
    """Harm to several by one roll: a blast, a fall, a wave. `temporary` names a track that takes what it can before the
    other does; who has no such track takes all of it on the other."""

    targets: Annotated[tuple[AnyRef, ...], Meta(description="All whom it hits")]
    halved: Annotated[tuple[AnyRef, ...], Meta(description="Those of them who take half, rounded down")] = ()
    source: Annotated[AnyRef, Meta(description="Who rolls; left out, the first of them")] = ""


@command(
    "Pay points from a track, given or rolled; refused where it would fall below its minimum.",
    by="owner",
    actor="target",
    rules=(MINIMUM, AMOUNT),
)
def spend(play: Play, command: Points) -> None:
    """Pay from a track that holds enough: it does not fall below its minimum, if it has one."""
    amount = _dealt(play, command, command.target)
    here = _track(play, command.target, command.track)
    minimum = pools.bound(play, command.target, command.track, "minimum")
    if minimum is not None and here.current - amount < minimum:
        play.refuse(
            MINIMUM,
            "There is not enough {track}: spending {amount} would take it below its minimum.",
            "{track} stands at {value} and its minimum is {minimum}: {amount} is too much.",
            track=command.track,
            amount=amount,
            value=here.current,
            minimum=minimum,
        )
    pools.shift(play, command.target, command.track, -amount)


@command("Add points to a track, given or rolled.", by="owner", actor="target", rules=(AMOUNT,))
def gain(play: Play, command: Points) -> None:
    """Points come in, whatever is there already."""
    pools.shift(play, command.target, command.track, _dealt(play, command, command.target))


@command(
    "Take damage on a track, given or rolled; temporary points first, if there are any.",
    by="owner",
    actor="target",
    rules=(MINIMUM, AMOUNT),
)
def damage(play: Play, command: Damage) -> None:
    """Points are lost; temporary ones first, and no further than the minimum where that is asked for."""
    _harm(play, command, command.target, _dealt(play, command, command.target), command.temporary)


@command("Several take damage by one roll: a blast, a wave; some of them half.", rules=(MINIMUM, AMOUNT))
def damage_all(play: Play, command: DamageAll) -> None:
    """Several lose points by one roll, each as in `damage`; some of them half as many."""
    targets = tuple(dict.fromkeys(command.targets))
    if not targets:
        raise Refused(AMOUNT, "Name the characters who are harmed, as `targets`.")
    if spared := [who for who in command.halved if who not in targets]:
        raise Refused(
            AMOUNT, "Those who take half have to be among the `targets`; {spared} is not.", spared=", ".join(spared)
        )
    dealt = _dealt(play, command, command.source or targets[0])
    for who in targets:
        temporary = command.temporary if command.temporary in play.aggregate(who).tracks else None
        _harm(play, command, who, dealt // 2 if who in command.halved else dealt, temporary)


def _harm(play: Play, command: Harm, who: str, left: int, temporary: str | None) -> None:
    if temporary is not None:
        absorbed = min(left, max(_track(play, who, temporary).current, 0))
        left -= absorbed
        pools.lose(play, who, temporary, absorbed, harm=command.harm, below=True)
    if command.stop_at_minimum:
        left = min(left, _above_minimum(play, who, command.track, left))
    pools.lose(play, who, command.track, left, harm=command.harm, below=True)


def _above_minimum(play: Play, who: str, track: str, left: int) -> int:
    minimum = pools.bound(play, who, track, "minimum")
    if minimum is None:
        play.refuse(MINIMUM, "{track} has no minimum to stop at; set one, or leave out `stop_at_minimum`.", track=track)
        return left
    return pools.above(play, who, track)


@command(
    "Heal damage on a track, by an amount, by dice or in full, up to its maximum.",
    by="owner",
    actor="target",
    rules=(MAXIMUM, AMOUNT),
)
def heal(play: Play, command: Heal) -> None:
    """Points come back, no further than the maximum as it is after modifiers."""
    if command.full and (command.notation or command.amount is not None):
        raise Refused(AMOUNT, "Give an `amount` or `notation`, or heal it in `full`: not both.")
    amount = None if command.full else _dealt(play, command, command.target)
    _track(play, command.target, command.track)
    if amount is None and pools.room(play, command.target, command.track) is None:
        raise Refused(MAXIMUM, "{track} has no maximum to be filled to; say how much as `amount`.", track=command.track)
    pools.heal(play, command.target, command.track, amount)


def _dealt(play: Play, command: Dealt, roller: str) -> int:
    """Return the amount that a command comes to; dice below zero do nothing."""
    if not command.notation:
        if command.amount is None:
            raise Refused(AMOUNT, "Say how much: an `amount`, or dice as `notation`.")
        return command.amount
    floor = (at_least(0),) if command.amount is None else ()
    total = play.roll(roller, "points", command.notation, title=command.label, adjustments=floor).total
    return total if command.amount is None else command.amount


def _track(play: Play, ref: str, track: str) -> Track:
    pool: Track = named(play, ref, "tracks", track)
    return pool
