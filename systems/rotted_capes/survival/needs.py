"""Hunger and thirst: what a character eats and drinks of a day, and what comes of too little."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import counters
from domain.kit.commands import command
from domain.play.play import Play
from systems.rotted_capes.rolls.challenges import save
from systems.rotted_capes.sheet import exhaustion
from systems.rotted_capes.sheet.enduring import held_out
from systems.rotted_capes.sheet.people import TIRING
from systems.rotted_capes.windows import Trial

POUND, GALLON = 16, 8
"""Ounces of food in a pound, and pints of water in a gallon."""

HOT: Final = 2
"""RC-HUNG-06: how many times the water a character needs when it is too hot."""

EATEN, DRUNK, UNFED = "eaten", "drunk", "unfed"
"""Counters: ounces and pints since the last day ended, and half days without food."""

FEWEST_DAYS: Final = 1
DAYS: Final = 3
"""RC-HUNG-03: the days without food, with the Constitution modifier on top, and the fewest."""

PARCHED: Final = 15
"""RC-HUNG-07: the number of the save against thirst."""

Ounces = Annotated[int, Meta(ge=0, le=1_000, description="Ounces of food; 16 are a pound, which a day takes")]
Pints = Annotated[int, Meta(ge=0, le=1_000, description="Pints of water; 8 are a gallon, which a day takes")]


class Eat(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Eat and drink."""

    who: CharacterRef
    food: Ounces = POUND
    water: Pints = GALLON


class EndOfDay(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A day ends for a character."""

    who: CharacterRef
    hot: Annotated[bool, Meta(description="Whether it was too hot, so that they needed twice the water")] = False


@command("Eat and drink, out of one's own bag.", by="owner")
def eat(play: Play, command: Eat) -> None:
    """RC-HUNG-02, RC-HUNG-06: add to what a character has had of food and water in the day."""
    have(play, command.who, command.food, command.water)


def have(play: Play, who: str, food: int, water: int) -> None:
    """Add to what a character ate and drank today, in ounces and pints."""
    for name, amount in ((EATEN, food), (DRUNK, water)):
        if amount:
            counters.count(play, who, name, amount)


@command("End the day of a character who is on their own: hunger and thirst count.")
def end_day_alone(play: Play, command: EndOfDay) -> None:
    """RC-HUNG-04, RC-HUNG-07, RC-HUNG-08, RC-RULING-58: thirst comes first, then hunger."""
    end(play, command.who, hot=command.hot)


def needed(hot: bool) -> int:
    """RC-HUNG-06: return the pints that a day takes."""
    return GALLON * (HOT if hot else 1)


def days_without_food(play: Play, who: str) -> int:
    """RC-HUNG-03: return how many days a character can go without food."""
    return max(FEWEST_DAYS, DAYS + play.value(who, "modifiers.constitution").total)


def end(play: Play, who: str, *, hot: bool = False) -> None:
    """RC-HUNG-01, ruling 58: let a day be over: thirst, hunger, and what a full day of both unlocks."""
    if play.character(who).profile["self"].kind not in TIRING:
        return
    food, water = counters.times(play, who, EATEN), counters.times(play, who, DRUNK)
    _thirst(play, who, water, needed(hot))
    _hunger(play, who, food)
    if food >= POUND and water >= needed(hot):
        with play.citing("RC-HUNG-01"):
            exhaustion.unlock(play, who, "hunger", "thirst")
    for name in (EATEN, DRUNK):
        if counters.times(play, who, name):
            counters.clear(play, who, name)


def _thirst(play: Play, who: str, water: int, need: int) -> None:
    """RC-HUNG-07, RC-HUNG-08, RC-HUNG-09: too little water costs a level, or two of who is tired already."""
    if water >= need or held_out(play, who, "thirst"):
        return
    half = 2 * water >= need
    with play.citing("RC-HUNG-07" if half else "RC-HUNG-08"):
        tired = exhaustion.level(play, who) > 0
        if half and save(play, Trial(who, "save", "save", PARCHED, "constitution")).success:
            return
        if tired:
            play.cite("RC-HUNG-09")
        exhaustion.gain(play, who, 2 if tired else 1, "thirst", locked=True)


def _hunger(play: Play, who: str, food: int) -> None:
    """RC-HUNG-02, RC-HUNG-04, RC-HUNG-05, ruling 57: days without food, counted by halves, cost a level past the limit."""
    if food >= POUND:
        if counters.times(play, who, UNFED):
            with play.citing("RC-HUNG-05"):
                counters.clear(play, who, UNFED)
        return
    if held_out(play, who, "hunger"):
        return
    with play.citing("RC-HUNG-02"):
        counters.count(play, who, UNFED, 1 if 2 * food >= POUND else 2)
    if counters.times(play, who, UNFED) > 2 * days_without_food(play, who):
        with play.citing("RC-HUNG-03", "RC-HUNG-04"):
            exhaustion.gain(play, who, 1, "hunger", locked=True)
