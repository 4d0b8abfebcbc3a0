"""Hunger and thirst in Rotted Capes, and the exhaustion that cannot be slept off."""

from __future__ import annotations

from domain.commands import CharacterRef, Command
from domain.components.creature import Formula, Modifier, Use
from domain.components.expressions import Count, Number, Product, ValueOf
from domain.events.log import Contribution
from domain.events.undertakings import UseCounted, UseOpened, UseReset
from domain.events.values import FormulaDefined, ModifierApplied, ModifierChanged, ModifierLifted
from domain.play.moments import everyone
from domain.play.play import Play
from domain.system import CommandSpec
from tests.laws.vocabulary.rotted_capes_harm import modifier

FOOD, WATER = 16, 8
"""The daily need: a pound of food, in ounces, and a gallon of water, in pints."""

EXHAUSTION = "exhaustion"
WANT = ("hunger", "thirst")


class Who(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    who: CharacterRef


class Eat(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    who: CharacterRef
    food: int = 0
    water: int = 0


class Tire(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    who: CharacterRef
    source: str


def survive(play: Play, command: Who) -> None:
    """RC-EXH-03, ruling 7: exhaustion is a level for each wound, and one for each that something else caused; it
    lowers every check by as much."""
    level = Formula(path=EXHAUSTION, expression=Count(component="wounds"))
    play.emit(command.who, FormulaDefined(name="exhaustion", formula=level))
    play.emit(
        command.who, FormulaDefined(name="challenge", formula=Formula(path="challenge", expression=Number(value=0)))
    )
    worse = Product(factors=(Number(value=-1), ValueOf(path=EXHAUSTION)))
    play.emit(command.who, ModifierApplied(name="exhausted", modifier=Modifier(path="challenge", amount=worse)))
    for what in ("food", "water"):
        play.emit(command.who, UseOpened(name=what, use=Use(what=what)))
    play.emit(command.who, UseOpened(name="unfed", use=Use(what="half-days without food")))


def tire(play: Play, command: Tire) -> None:
    exhaust(play, command.who, command.source)


def exhaust(play: Play, who: str, source: str) -> None:
    """A level more; one from hunger or thirst is locked (RC-HUNG-01)."""
    level = Modifier(path=EXHAUSTION, amount=1, source=source, locked=source in WANT)
    play.emit(who, ModifierApplied(name=play.new_id(source), modifier=level))


def eat(play: Play, command: Eat) -> None:
    """RC-HUNG-01: with the full daily amount of both food and water the levels from want are like any other."""
    for what, amount in {"food": command.food, "water": command.water}.items():
        if amount:
            play.emit(command.who, UseCounted(name=what, amount=amount))
    had = play.character(command.who).uses
    if had["food"].count >= FOOD and had["water"].count >= WATER:
        for name, level in play.where(command.who, "modifiers", EXHAUSTION).items():
            if level.locked:
                play.emit(command.who, ModifierChanged(name=name, locked=False))


def hiatus(play: Play, command: Who) -> None:
    """RC-EXH-06, RC-HUNG-01: a level goes, but none that is locked."""
    if free := unlocked(play, command.who):
        play.emit(command.who, ModifierLifted(name=free[0], because="hiatus"))


def invigorate(play: Play, command: Who) -> None:
    """An effect that removes a level."""
    free = unlocked(play, command.who)
    if not free:
        play.refuse("RC-HUNG-01", "Nothing removes that exhaustion before food and water are had in full.")
        return
    play.emit(command.who, ModifierLifted(name=free[0], because="an effect"))


def unlocked(play: Play, who: str) -> list[str]:
    levels = play.where(who, "modifiers", EXHAUSTION)
    return sorted(name for name, level in levels.items() if not level.locked)


def day(play: Play, _subject: str) -> None:
    """RC-HUNG-02 to RC-HUNG-09: at the day's end thirst comes first, then hunger (ruling 58)."""
    for ref in everyone(play):
        if ref.startswith("character/") and "unfed" in play.character(ref).uses:
            thirst(play, ref)
            hunger(play, ref)


def thirst(play: Play, who: str) -> None:
    water = play.character(who).uses["water"].count
    if water < WATER and not (water >= WATER // 2 and saved(play, who)):
        for _ in range(2 if play.value(who, EXHAUSTION).total else 1):
            exhaust(play, who, "thirst")
    play.emit(who, UseReset(name="water", count=0))


def saved(play: Play, who: str) -> bool:
    save = (Contribution(label="constitution", amount=modifier(play, who, "constitution")),)
    return play.roll(who, "thirst", "1d20", modifiers=save, target=15).outcome == "success"


def hunger(play: Play, who: str) -> None:
    food = play.character(who).uses["food"].count
    play.emit(who, UseReset(name="food", count=0))
    if food >= FOOD:
        play.emit(who, UseReset(name="unfed", count=0))
        return
    play.emit(who, UseCounted(name="unfed", amount=1 if food >= FOOD // 2 else 2))
    longest = max(1, 3 + modifier(play, who, "constitution"))
    if play.character(who).uses["unfed"].count > 2 * longest:
        exhaust(play, who, "hunger")


COMMANDS = (
    CommandSpec(name="survive", args=Who, rule=survive, by="gm", summary="Give somebody the needs of the living."),
    CommandSpec(name="tire", args=Tire, rule=tire, by="gm", summary="Somebody gains a level of exhaustion."),
    CommandSpec(name="eat", args=Eat, rule=eat, by="owner", actor="who", summary="Eat and drink."),
    CommandSpec(name="hiatus", args=Who, rule=hiatus, by="owner", actor="who", summary="Finish a hiatus."),
    CommandSpec(name="invigorate", args=Who, rule=invigorate, by="gm", summary="An effect removes exhaustion."),
)
PERIODS = {"day": 86_400}
MOMENTS = {"day": (day,)}
