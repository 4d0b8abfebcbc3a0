"""Features with an immediate action, beside powers: what a class, an item or a stat block gives to do in the turns of others."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.naming import handle_of
from domain.kit.rolls import addend, count_as
from domain.play.play import Play
from domain.play.windows import WindowTable
from domain.vocabulary.data import Data
from domain.vocabulary.holdings import Trait, TraitGained
from domain.vocabulary.log import Noted
from systems.freeform.fields import Title
from systems.orcus.attacks.basic import basic_attack, can_strike
from systems.orcus.combat.actions import react
from systems.orcus.combat.interrupts import Timing, offer_interrupt
from systems.orcus.sheet.conditions import can_act
from systems.orcus.windows import ATTACKED, DECLARED, HIT, Strike

INTERRUPT: Final = "interrupt"
"""The kind of the traits that give an immediate action."""

Trigger = Literal["", "attacked", "hit"]


@data_of("traits", INTERRUPT)
class InterruptData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The trigger of a feature, whether it counters that or reacts to it, and its effect."""

    trigger: Trigger = ""
    timing: Timing = "react"
    guards: int = 0
    strikes: bool = False


class GiveInterrupt(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A feature by which a character may act in the turns of others."""

    who: CharacterRef
    name: Title
    trigger: Annotated[
        Trigger,
        Meta(description="What sets it off: an attack against them, or one that hits; left out, the table says"),
    ] = ""
    timing: Annotated[Timing, Meta(description="Whether it interrupts what triggers it, or comes after it")] = "react"
    guards: Annotated[int, Meta(ge=0, le=20, description="What a counter adds to their defense against the attack")] = 0
    strikes: Annotated[bool, Meta(description="Whether they strike back with a basic melee attack")] = False


class Interject(Command, frozen=True, kw_only=True, omit_defaults=True):
    """The trigger of a feature happens."""

    who: CharacterRef
    feature: Annotated[str, Meta(min_length=1, max_length=120, description="The name of the feature")]


@command("Give a character a feature with an immediate action.", scene=True)
def give_interrupt(play: Play, command: GiveInterrupt) -> None:
    """OR-IMM-02: an immediate action takes a power, an ability or a situation that grants it."""
    given = InterruptData(
        trigger=command.trigger, timing=command.timing, guards=command.guards, strikes=command.strikes
    )
    trait = Trait(kind=INTERRUPT, title=command.name, data=given.stored())
    play.emit(command.who, TraitGained(name=handle_of(command.name), trait=trait))


@command("Use a feature with an immediate action whose trigger the table sees.", by="owner", scene=True)
def interject(play: Play, command: Interject) -> None:
    """OR-IMM-01, OR-IMM-02, OR-IMM-04: in another's turn, once what triggers it has happened."""
    if command.feature not in play.where(command.who, "traits", INTERRUPT):
        play.refuse("OR-IMM-02", "They have no such feature; an immediate action takes something that grants it.")
    react(play, command.who, command.feature)
    play.emit(command.who, Noted(name=INTERRUPT, rules=("OR-IMM-04",)))


def declared(play: Play, _: str, strike: Strike) -> Strike:
    """OR-IMM-03: let the target of an attack counter before the roll; the attack goes on if its maker still can."""
    used = _offer(play, strike, "attacked", "counter")
    if used is None:
        return strike
    guard = (*strike.guard, *addend("counter", used.guards, source="OR-IMM-03"))
    return _strike_back(play, strike._replace(guard=guard), used)


def hit(play: Play, _: str, strike: Strike) -> Strike:
    """OR-IMM-03: let the target of a hit counter before the damage; a roll that it lowers enough misses."""
    used = _offer(play, strike, "hit", "counter")
    if used is None or strike.tried is None:
        return strike
    rolled = strike.tried.roll
    if used.guards:
        rolled = count_as(play, rolled, rolled.total - used.guards, "countered", rules=("OR-IMM-03",))
    tried = strike.tried._replace(roll=rolled)
    strike = strike._replace(tried=tried, missed=not tried.success, critical=tried.critical)
    return _strike_back(play, strike, used)


def attacked(play: Play, target: str, strike: Strike) -> Strike:
    """OR-IMM-04: let the target of an attack or hit react once the attack is over against all its targets."""
    for trigger in ("attacked",) if strike.missed else ("attacked", "hit"):
        used = _offer(play, strike, trigger, "react")
        if used is not None and used.strikes and can_strike(play, target, strike.by):
            basic_attack(play, target, strike.by)
    return strike


def _offer(play: Play, strike: Strike, trigger: str, timing: Timing) -> InterruptData | None:
    """Return the feature that the target of an attack uses, of those that fit; None where it uses none. One that only strikes
    back is no use against an attacker out of reach."""
    by_name = {
        name: InterruptData.read(trait)
        for name, trait in sorted(play.where(strike.target, "traits", INTERRUPT).items())
        if (InterruptData.of(trait).trigger, InterruptData.of(trait).timing) == (trigger, timing)
    }
    if not can_strike(play, strike.target, strike.by):
        by_name = {name: used for name, used in by_name.items() if used.guards or not used.strikes}
    words = "An attack against them" if trigger == "attacked" else "A hit against them"
    chosen = offer_interrupt(play, strike.target, words, by_name, timing=timing, about=strike.by)
    return by_name.get(chosen)


def _strike_back(play: Play, strike: Strike, used: InterruptData) -> Strike:
    """OR-IMM-03: a counter is resolved completely; what it interrupts goes on only if its maker still can."""
    if used.strikes and can_strike(play, strike.target, strike.by):
        basic_attack(play, strike.target, strike.by)
        if not can_act(play, strike.by):
            return strike._replace(void="OR-IMM-03", missed=True)
    return strike


WINDOWS: Final[WindowTable] = {DECLARED: (declared,), HIT: (hit,), ATTACKED: (attacked,)}
