"""The aftermath of a fight: Sanity rolls that are owed, and who comes looking."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.aggregates import CAMPAIGN
from domain.commands import CharacterRef, Command, Text
from domain.kit import conditions, turns
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.fights import InEncounter, fight
from domain.kit.naming import id_of
from domain.messages import text
from domain.play.play import Play
from domain.vocabulary.base import Audience, Scalar
from domain.vocabulary.data import Data
from domain.vocabulary.holdings import Trait, TraitGained, TraitLost
from domain.vocabulary.log import Noted
from domain.vocabulary.undertakings import Task, TaskBegun, TaskChanged, TaskEnded
from domain.vocabulary.values import PointSpent
from systems.cthulhu_eternal import moments, states
from systems.cthulhu_eternal.fields import Why
from systems.cthulhu_eternal.people import SAN, adapted_to_violence, is_thing
from systems.cthulhu_eternal.tests import test

ROLL: Final = "sanity-roll"
"""The kind of the task that stands for a Sanity roll: `owed`, then the word for how it came out."""

OWED: Final = "owed"
HARDENED: Final = "hardened_operator"

Cause = Annotated[
    Literal["deadly-fight", "hurt", "killing"],
    Meta(description="What called for the roll: being in a deadly fight, getting hurt in one, or killing somebody"),
]


_IN_WORDS: Final[dict[Cause, str]] = {
    "deadly-fight": text("deadly fight"),
    "hurt": text("hurt"),
    "killing": text("killing"),
}
"""Causes of a Sanity roll, as a refusal says them."""


@data_of("tasks", ROLL)
class OwedData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The cause for which a Sanity roll is owed."""

    cause: str = ""


class RollSanity(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A roll that is owed."""

    who: CharacterRef
    cause: Cause


class WaiveSanityRoll(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A roll that is not owed after all: the fight was not deadly, or the like."""

    who: CharacterRef
    cause: Cause
    because: Why = ""


class EnterSanityLoss(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Enter what a Sanity roll cost, or anything else that is hard to bear."""

    who: CharacterRef
    points: Annotated[int, Meta(ge=1, le=99, description="Points of SAN that are lost, as far as there are any left")]
    because: Why = ""


class NameHardened(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A hardened operator, whom violence calls to no Sanity roll."""

    who: CharacterRef
    hardened: Annotated[bool, Meta(description="Whether they are one from now on, or no longer")] = True


class RecordConsequences(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """Without `killed`, the dead of the fight are meant."""

    killed: Annotated[
        tuple[CharacterRef, ...], Meta(description="Who was killed; left out, the dead of the fight")
    ] = ()
    badly_hurt: Annotated[
        tuple[CharacterRef, ...],
        Meta(description="Who lives and has serious wounds to show, by handle or id; left out, nobody"),
    ] = ()
    then: Annotated[Text, Meta(description="Who will come looking for them, in words")]


def hardened(play: Play, who: str) -> bool:
    """Ruling 25: adapted to violence, or named so by the game master."""
    return adapted_to_violence(play, who) or bool(play.where(who, "traits", HARDENED))


def owe(play: Play, who: str, cause: Cause) -> None:
    """CE-AFT-01, ruling 25: a character whom a player plays owes a Sanity roll, for each cause once in a fight; the hardened owe
    none."""
    if is_thing(play, who) or not play.character(who).profile["self"].owners or hardened(play, who):
        return
    encounter = play.deed.encounter
    name = f"sanity/{cause}/{id_of(encounter) if encounter else 'outside'}"
    debt = play.character(who).tasks.get(name)
    if debt is not None and (encounter or debt.state == OWED):
        return
    with play.citing("CE-AFT-01"):
        if debt is not None:
            play.emit(who, TaskChanged(name=name, state=OWED))
        else:
            play.emit(who, TaskBegun(name=name, task=Task(kind=ROLL, state=OWED, data=OwedData(cause=cause).stored())))


def fighting(play: Play, _: str) -> None:
    """CE-AFT-01: getting into a deadly fight."""
    for who in turns.fighters(play):
        if play.exists(who):
            owe(play, who, "deadly-fight")


def hurt(play: Play, who: str) -> None:
    """CE-AFT-01: getting hurt."""
    owe(play, who, "hurt")


def killing(play: Play, who: str) -> None:
    """CE-AFT-01: killing someone."""
    owe(play, who, "killing")


@command("Make a Sanity roll that violence has called for.", by="owner", scene=True)
def roll_sanity(play: Play, command: RollSanity) -> None:
    """CE-AFT-01, ruling 25: against the SAN that is left; what it costs, the game master enters."""
    name = _owed(play, command.who, command.cause)
    with play.citing("CE-AFT-01"):
        tested = test(play, command.who, f"sanity/{command.cause}", play.value(command.who, SAN).total)
        play.emit(command.who, TaskChanged(name=name, state=tested.outcome))


@command("Say that a Sanity roll is not owed after all.", scene=True)
def waive_sanity_roll(play: Play, command: WaiveSanityRoll) -> None:
    """CE-AFT-01: the game master says that it was nothing of the kind."""
    name = _owed(play, command.who, command.cause)
    play.emit(command.who, TaskEnded(name=name, because="waived", rules=("CE-AFT-01",)))


def _owed(play: Play, who: str, cause: Cause) -> str:
    """The oldest roll that is owed for a cause. Refused where none is."""
    tasks = play.where(who, "tasks", ROLL)
    owed = [name for name in tasks if tasks[name].state == OWED and OwedData.of(tasks[name]).cause == cause]
    if not owed:
        play.missing(f"{who}.tasks", "{who} owes no Sanity roll for {cause}.", who=who, cause=_IN_WORDS[cause])
    return owed[0]


@command("Enter what a Sanity roll has cost.")
def enter_sanity_loss(play: Play, command: EnterSanityLoss) -> None:
    """CE-AFT-01, CE-RULING-25: losses are entered by the game master; SAN does not fall below 0."""
    lost = min(command.points, play.value(command.who, SAN).total)
    if lost <= 0:
        play.refuse("CE-AFT-01", "They have no SAN left to lose.")
        return
    play.emit(command.who, PointSpent(name="san", amount=lost, rules=("CE-AFT-01",)))


@command("Say that a character is a hardened operator, whom violence calls to no Sanity roll.")
def name_hardened(play: Play, command: NameHardened) -> None:
    """CE-AFT-01, CE-RULING-25: name a character a hardened operator, who owes no Sanity roll for violence, or no longer."""
    traits = sorted(play.where(command.who, "traits", HARDENED))
    if bool(traits) == command.hardened:
        state = text("a hardened operator already") if traits else text("not named a hardened operator")
        play.missing(f"{command.who}.traits", "{who} is {state}.", who=command.who, state=state)
    with play.citing("CE-AFT-01"):
        if command.hardened:
            play.emit(command.who, TraitGained(name="hardened-operator", trait=Trait(kind=HARDENED)))
        for name in traits:
            play.emit(command.who, TraitLost(name=name, because="no longer"))


@command("Record who was killed or badly hurt in a fight, and who will come looking for them.", scene=True)
def record_consequences(play: Play, command: RecordConsequences) -> None:
    """CE-AFT-02: record who was killed or badly hurt, for all who know of them, and who will come looking, for the game
    master."""
    encounter = fight(play)
    if turns.running(play) is not None:
        play.refuse("CE-AFT-02", "The fight is not over; end it first.")
    order = play.encounter(encounter).order
    subjects = dict.fromkeys(order[name].subject for name in sorted(order) if order[name].subject)
    dead = tuple(who for who in subjects if play.exists(who) and conditions.has(play, who, states.DEAD))
    killed, badly_hurt = command.killed or dead, command.badly_hurt
    shown, hidden = (
        {"killed": _those(play, killed, everybody), "badly_hurt": _those(play, badly_hurt, everybody)}
        for everybody in (True, False)
    )
    with play.citing("CE-AFT-02"):
        with play.seen_by(_audience(play, encounter)):
            play.emit(CAMPAIGN, Noted(name="aftermath", data={"encounter": encounter, **shown}))
        with play.seen_by("gm"):
            unknown: dict[str, Scalar] = {name: listed for name, listed in hidden.items() if listed}
            play.emit(CAMPAIGN, Noted(name="consequences", text=command.then, data=unknown))


def _those(play: Play, people: Iterable[str], everybody: bool) -> str:
    """List those of whom everybody knows, or those of whom not everybody does."""
    return ", ".join(who for who in people if (_audience(play, who) == "all") is everybody)


def _audience(play: Play, ref: str) -> Audience:
    audience: Audience = play.aggregate(ref).profile["self"].audience
    return audience


MOMENTS = {
    moments.TURN_START: (fighting,),
    moments.FIGHT_END: (fighting,),
    moments.HURT_IN_FIGHT: (hurt,),
    moments.KILLED: (killing,),
}
