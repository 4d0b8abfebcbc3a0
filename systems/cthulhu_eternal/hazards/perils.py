"""Perils: what wears people down turn by turn, in a fight or where the game master counts the turns.

Each peril has its chapter; what comes round with the turns minds the moment PERIL, what goes by the clock its own tasks.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import conditions, turns
from domain.kit.commands import command
from domain.kit.fights import ORDER
from domain.play.moments import come
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.vocabulary.undertakings import TaskEnded
from systems.cthulhu_eternal import moments, states
from systems.cthulhu_eternal.fields import Why
from systems.cthulhu_eternal.harm.damage import Hit
from systems.cthulhu_eternal.people import is_thing


class Endangered(Command, frozen=True, kw_only=True, omit_defaults=True):
    """The fields that commands about perils share: who, and optionally why."""

    who: CharacterRef
    because: Why = ""


class PassTurns(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Let turns pass where no fight counts them."""

    who: Annotated[tuple[CharacterRef, ...], Meta(min_length=1, description="Those in peril, by handle or id")]
    turns: Annotated[int, Meta(ge=1, le=1_000, description="How many turns go by for each of them")] = 1


def harm(cause: str, *, dice: str = "", amount: int = 0, label: str = "") -> Hit:
    """Ruling 29: the harm of a peril: it is no attack, and armor does nothing against it."""
    return Hit(dice=dice, amount=amount, attack=False, armor="ignored", harm=cause, label=label or cause)


def check_living(play: Play, who: str) -> None:
    """Refuse what happens to living bodies alone."""
    if is_thing(play, who):
        play.missing(who, "{who} is a thing; that happens to living bodies alone.", who=who)
    if conditions.has(play, who, states.DEAD):
        play.missing(f"{who}.conditions", "{who} is dead; only the living suffer this.", who=who)


def check_new(play: Play, who: str, peril: str, rule: str) -> None:
    """Refuse a peril that a living character is in already."""
    check_living(play, who)
    if peril in play.character(who).tasks:
        play.refuse(rule, "{who} is in that peril already; it goes on until the game master ends it.", who=who)


def find(play: Play, who: str, peril: str, sentence: str) -> None:
    """Absent, in these words, where a character is not in a peril."""
    if peril not in play.character(who).tasks:
        play.missing(f"{who}.tasks.{peril}", sentence)


def over(play: Play, who: str, peril: str, because: str) -> None:
    """A peril is over, if there is one."""
    if peril in play.character(who).tasks:
        play.emit(who, TaskEnded(name=peril, because=because))


def turn_begins(play: Play, _: str) -> None:
    """CE-SUFF-02, CE-BURN-01, CE-BURN-03: a turn of a fight begins for everybody in it."""
    for who in turns.fighters(play):
        if play.exists(who):
            come(play, moments.PERIL, who)


@command("Let turns go by for people in peril, where no fight counts them.", scene=True)
def pass_turns(play: Play, command: PassTurns) -> None:
    """CE-SUFF-01, CE-SUFF-02, CE-BURN-01, CE-BURN-03: turns go by where nobody fights, for these people."""
    people = tuple(dict.fromkeys(command.who))
    fighting = turns.fighters(play)
    if here := [who for who in people if who in fighting]:
        raise Refused(ORDER, "The turns of {people} go by with the fight; let its count go on.", people=", ".join(here))
    for _ in range(command.turns):
        for who in people:
            come(play, moments.PERIL, who)


MOMENTS = {moments.TURN_START: (turn_begins,)}
