"""What is paid, gained, lost and healed: the tracks."""

from __future__ import annotations

from domain.commands import AnyRef, Command
from domain.components.creature import Track
from domain.events.values import DamageHealed, DamageTaken, PointGained, PointSpent
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.system import Kind
from systems.freeform.fields import Amount, Key, Notation, Word
from systems.freeform.naming import named

MINIMUM, MAXIMUM, AMOUNT = "minimum", "maximum", "amount"


class Points(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Points of a track of somebody."""

    target: AnyRef
    track: Key
    amount: Amount


class Dealt(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Points that are given, or rolled for. An amount beside the dice is what came of them (what a resistance left)."""

    target: AnyRef
    track: Key
    amount: Amount | None = None
    notation: Notation = ""


class Heal(Dealt, frozen=True, kw_only=True, omit_defaults=True):
    """By an `amount`, or by what a `notation` comes to; where both are given the dice are rolled, the amount counts."""

    label: Word = "healing"


class Damage(Dealt, frozen=True, kw_only=True, omit_defaults=True):
    """By an `amount`, or by what a `notation` comes to; where both are given the dice are rolled, the amount counts.

    `temporary` names a track that takes what it can before the other does. `harm` is the kind of damage.
    """

    label: Word = "damage"
    temporary: Key | None = None
    stop_at_minimum: bool = False
    harm: str = ""


def spend(play: Play, command: Points) -> None:
    """Pay from a track that holds enough: it does not fall below its minimum, if it has one."""
    here = _track(play, command.target, command.track)
    minimum = bound(play, command.target, command.track, MINIMUM)
    if minimum is not None and here.current - command.amount < minimum:
        play.refuse(
            MINIMUM,
            f"There is not enough {command.track}: spending {command.amount} would take it below its minimum.",
            f"{command.track} stands at {here.current} and its minimum is {minimum}: {command.amount} is too much.",
        )
    play.emit(command.target, PointSpent(name=command.track, amount=command.amount))


def gain(play: Play, command: Points) -> None:
    """Points come in, whatever is there already."""
    play.emit(command.target, PointGained(name=command.track, amount=command.amount))


def damage(play: Play, command: Damage) -> None:
    """Points are lost; temporary ones first, and no further than the minimum where that is asked for."""
    left = _dealt(play, command)
    if command.temporary is not None:
        absorbed = min(left, max(_track(play, command.target, command.temporary).current, 0))
        left -= absorbed
        _hurt(play, command, command.temporary, absorbed)
    if command.stop_at_minimum:
        left = min(left, _above_minimum(play, command, left))
    _hurt(play, command, command.track, left)


def _above_minimum(play: Play, command: Damage, left: int) -> int:
    minimum = bound(play, command.target, command.track, MINIMUM)
    if minimum is None:
        play.refuse(MINIMUM, f"{command.track} has no minimum to stop at; set one, or leave out `stop_at_minimum`.")
        return left
    return max(_track(play, command.target, command.track).current - minimum, 0)


def _hurt(play: Play, command: Damage, track: str, amount: int) -> None:
    if amount:
        play.emit(command.target, DamageTaken(name=track, amount=amount, harm=command.harm))


def heal(play: Play, command: Heal) -> None:
    """Points come back, no further than the maximum as it is after modifiers."""
    amount = _dealt(play, command)
    maximum = bound(play, command.target, command.track, MAXIMUM)
    if maximum is not None:
        amount = min(amount, max(maximum - _track(play, command.target, command.track).current, 0))
    if amount:
        play.emit(command.target, DamageHealed(name=command.track, amount=amount))


def _dealt(play: Play, command: Heal | Damage) -> int:
    """How much it comes to; dice below zero do nothing."""
    if not command.notation:
        if command.amount is None:
            raise Refused(AMOUNT, "Say how much: an `amount`, or dice as `notation`.")
        return command.amount
    total = play.roll(command.target, command.label, command.notation).total
    return max(total, 0) if command.amount is None else command.amount


def bound(play: Play, ref: str, track: str, which: str) -> int | None:
    """A track's effective minimum or maximum; None where it has neither a stored nor a computed one."""
    path = f"tracks.{track}.{which}"
    if getattr(_track(play, ref, track), which) is None and not play.where(ref, "formulas", path):
        return None
    return play.value(ref, path).total


def _track(play: Play, ref: str, track: str) -> Track:
    found: Track = named(play, ref, "tracks", track)
    return found


KINDS = (
    Kind(
        name="spend",
        args=Points,
        rule=spend,
        by="owner",
        actor="target",
        summary="Pay points from a track; refused where it would fall below its minimum.",
        rules=(MINIMUM,),
        example={"target": "ramjet", "track": "stamina", "amount": 2},
    ),
    Kind(
        name="gain",
        args=Points,
        rule=gain,
        by="owner",
        actor="target",
        summary="Add points to a track.",
        example={"target": "ramjet", "track": "stamina", "amount": 1},
    ),
    Kind(
        name="damage",
        args=Damage,
        rule=damage,
        by="owner",
        actor="target",
        summary="Take damage on a track, given or rolled; temporary points first, if there are any.",
        rules=(MINIMUM, AMOUNT),
        example={"target": "ramjet", "track": "hp", "amount": 5, "temporary": "shield"},
    ),
    Kind(
        name="heal",
        args=Heal,
        rule=heal,
        by="owner",
        actor="target",
        summary="Heal damage on a track, by an amount or by dice, up to its maximum.",
        rules=(MAXIMUM, AMOUNT),
        example={"target": "ramjet", "track": "hp", "amount": 4},
    ),
)
