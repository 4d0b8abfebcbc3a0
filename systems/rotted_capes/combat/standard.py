"""The Actions that everybody has: Assist, Dash, Disengage, Dodge and Hide, trivial ones, and whatever else a player
thinks of."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Command, Text
from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.durations import end_of_turn, next_turn
from domain.messages import text
from domain.play.play import Play
from domain.play.windows import WindowTable
from domain.system import OptionSpec
from domain.vocabulary.anchors import AtMoment
from domain.vocabulary.base import Scalar
from domain.vocabulary.log import Noted
from systems.rotted_capes.combat import demanding, pace
from systems.rotted_capes.combat.actions import Cost, take
from systems.rotted_capes.combat.light import sees
from systems.rotted_capes.combat.movement.prone import OnesOwn
from systems.rotted_capes.combat.opportunity import DISENGAGED
from systems.rotted_capes.combat.surprise import stealth, unnoticed
from systems.rotted_capes.combat.turns import foes_of
from systems.rotted_capes.harm.types import type_of
from systems.rotted_capes.moments import OUT
from systems.rotted_capes.sheet.conditions import HIDDEN, can_act
from systems.rotted_capes.sheet.people import MODES
from systems.rotted_capes.windows import DECLARED, ROLLED, ROLLING, Attack, Trial, Tried

DODGING: Final = "dodging"
ASSISTED: Final = "assisted"


class Assist(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Help another with a task."""

    who: CharacterRef
    target: Annotated[CharacterRef, Meta(description="Who is helped")]
    task: Annotated[
        str, Meta(max_length=100, description="The task that they are helped with, in the word of its roll")
    ] = ""


class Hide(OnesOwn, frozen=True, kw_only=True, omit_defaults=True):
    """Try to vanish from sight."""

    at: Annotated[tuple[CharacterRef, ...], Meta(description="From whom they hide; all foes where left out")] = ()


class Improvise(OnesOwn, frozen=True, kw_only=True, omit_defaults=True):
    """Do something that no rule describes, or interact with the surroundings."""

    how: Annotated[Text, Meta(description="What is done")]
    cost: Annotated[Cost, Meta(description="What it costs of the turn")] = "action"
    whole_pace: Annotated[bool, Meta(description="Whether it costs all the movement of the turn")] = False
    possible: Annotated[bool, Meta(description="Whether it can be done at all")] = True


class Trivial(OnesOwn, frozen=True, kw_only=True, omit_defaults=True):
    """Talk, open a door, draw a weapon."""

    how: Annotated[Text, Meta(description="What is done in passing")]


@command("Dash: move up to double the Pace in this turn.", by="owner", scene=True)
def dash(play: Play, command: OnesOwn) -> None:
    """RC-ACT-02: double the Pace for this turn, as an Action."""
    take(play, command.who, text("a Dash"))
    conditions.gain(play, command.who, pace.DASHING, until=end_of_turn(command.who), rules=("RC-ACT-02",))


@command("Disengage: the movement of this turn provokes no opportunity attacks.", by="owner", scene=True)
def disengage(play: Play, command: OnesOwn) -> None:
    """RC-ACT-03: keep movement from provoking anybody for the rest of the turn, as an Action."""
    take(play, command.who, text("disengaging"))
    conditions.gain(play, command.who, DISENGAGED, until=end_of_turn(command.who), rules=("RC-ACT-03",))


@command("Dodge: physical attacks have Disadvantage until the next turn.", by="owner", scene=True)
def dodge(play: Play, command: OnesOwn) -> None:
    """RC-ACT-04, RC-RULING-29: dodge until the start of the next turn, as an Action."""
    take(play, command.who, text("dodging"))
    start_dodging(play, command.who)


def start_dodging(play: Play, who: str) -> None:
    """RC-ACT-04: let a character dodge until their next turn begins, whatever it cost."""
    conditions.gain(play, who, DODGING, until=next_turn(who), rules=("RC-ACT-04",))


def dodged(play: Play, subject: str, attack: Attack) -> Attack:
    """RC-ACT-04, RC-RULING-29: a physical attack that the dodger sees coming has Disadvantage.

    It is lost to who is Incapacitated, or has no Pace left in any mode.
    """
    if not conditions.has(play, subject, DODGING) or not _is_physical(play, attack):
        return attack
    moves = any(pace.base(play, subject, mode) for mode in MODES if mode != "swing")
    if not can_act(play, subject) or not moves or not sees(play, subject, attack.by):
        return attack
    return attack._replace(trial=attack.trial.hampered("RC-ACT-04"))


def _is_physical(play: Play, attack: Attack) -> bool:
    """RC-RULING-29: whether an attack is one that a Dodge bears on: by the defense, or by the type of its damage."""
    if play.option("dodge_scope") == "physical_category":
        return type_of(play, attack.hit.type).category == "physical"
    return attack.trial.defense == "avoidance"


def out(play: Play, who: str) -> None:
    """RC-ACT-04: end the dodging of a creature that is out of action."""
    conditions.end(play, who, DODGING, "out of action")


@command("Assist: another has Advantage on the next check for a task.", by="owner", scene=True)
def assist(play: Play, command: Assist) -> None:
    """RC-ACT-01: help with a check that is made before one's own next turn begins, as an Action."""
    who = command.who
    if who == command.target:
        play.refuse("RC-ACT-01", "They help another creature, not themselves.")
    take(play, who, text("assisting"))
    until = AtMoment(moment="turn_start", subject=who)
    conditions.gain(play, command.target, ASSISTED, source=who, title=command.task, until=until, rules=("RC-ACT-01",))


def assisted(play: Play, subject: str, trial: Trial) -> Trial:
    """RC-ACT-01: the check that a character was helped with has Advantage."""
    return trial.favoured("RC-ACT-01") if _help(play, subject, trial) else trial


def used_up(play: Play, subject: str, tried: Tried) -> Tried:
    """RC-ACT-01: help is for one check."""
    for name in _help(play, subject, tried.trial)[:1]:
        conditions.end_one(play, subject, name, "helped")
    return tried


def _help(play: Play, who: str, trial: Trial) -> list[str]:
    if trial.purpose not in ("check", "challenge"):
        return []
    states = conditions.present(play, who, ASSISTED)
    return [name for name in states if states[name].title in ("", trial.task, trial.kind, trial.ability)]


@command("Hide: a Stealth check against the passive Perception of each foe.", by="owner", scene=True)
def hide(play: Play, command: Hide) -> None:
    """RC-ACT-05, RC-RULING-18, RC-USE-02: hide from each foe whose passive Perception is not higher, as an Action."""
    who = command.who
    take(play, who, text("hiding"))
    with play.citing("RC-ACT-05"):
        total = stealth(play, who)
        for foe in command.at or foes_of(play, who):
            if unnoticed(play, total, foe) and not conditions.present(play, who, HIDDEN, target=foe):
                conditions.gain(play, who, HIDDEN, target=foe)


@command("Do something trivial that costs nothing.", by="owner", scene=True)
def trivial(play: Play, command: Trivial) -> None:
    """RC-TURN-08: talking, opening a door or drawing a weapon costs nothing, as often as is reasonable."""
    play.emit(command.who, Noted(name="trivial", text=command.how, rules=("RC-TURN-08",)))


@command("Rule on what no rule describes: whether it can be done, and what it costs of the turn.", scene=True)
def improvise(play: Play, command: Improvise) -> None:
    """RC-TURN-03, RC-TURN-09: the Editor-in-Chief says whether it is possible and what it costs."""
    who = command.who
    data: dict[str, Scalar] = {"possible": command.possible, "cost": command.cost, "whole_pace": command.whole_pace}
    if command.possible and command.cost == "demanding":
        demanding.begin(play, who, text("something demanding"), what="something demanding")
    elif command.possible:
        take(play, who, text("this"), command.cost)
    if command.possible and command.whole_pace:
        _spend_pace(play, who)
    play.emit(who, Noted(name="improvised", text=command.how, data=data, rules=("RC-TURN-03", "RC-TURN-09")))


def _spend_pace(play: Play, who: str) -> None:
    """RC-TURN-09: use up all the Pace of this turn. Refused for who has moved in it."""
    if pace.used(play, who):
        play.refuse("RC-TURN-09", "It takes the whole Pace of a turn, and they have moved in this one.")
    conditions.gain(play, who, pace.GONE, until=end_of_turn(who), rules=("RC-TURN-09",))


WINDOWS: WindowTable = {DECLARED: (dodged,), ROLLING: (assisted,), ROLLED: (used_up,)}
MOMENTS: Final = {OUT: (out,)}

OPTIONS = (
    OptionSpec(
        name="dodge_scope",
        default="avoidance",
        choices=("avoidance", "physical_category"),
        text="Whether a Dodge bears on every attack on Avoidance, or on those whose damage is of the physical category.",
        rules=("RC-ACT-04", "RC-RULING-29"),
    ),
)
