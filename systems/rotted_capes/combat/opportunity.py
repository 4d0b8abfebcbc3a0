"""Opportunity attacks: a character who leaves an Area gives those hostile to them an opening, just before they go."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from domain.commands import CharacterRef, Command
from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.rolls import addends
from domain.play.play import Play
from domain.system import OptionSpec
from domain.vocabulary.data import Data
from domain.vocabulary.holdings import Trait, TraitChanged, TraitGained
from systems.rotted_capes.combat.actions import can_answer, react
from systems.rotted_capes.combat.areas import area_of, between
from systems.rotted_capes.combat.attacks import Adds, Damage, bonus, by_sight, strike
from systems.rotted_capes.combat.light import sees
from systems.rotted_capes.combat.terrain import enemies_in
from systems.rotted_capes.combat.turns import foes_of
from systems.rotted_capes.harm.types import TypeOfDamage
from systems.rotted_capes.sheet.conditions import can_move
from systems.rotted_capes.sheet.sizes import REACH
from systems.rotted_capes.windows import OPENING, Attack, Hit, Opening, Trial

MELEE: Final = "melee_attack"
"""The kind and name of the trait that says what a character strikes with."""

DISENGAGED: Final = "disengaged"

Leaving = Literal["moving", "teleporting", "moved"]
"""The way in which a character leaves an Area: by themselves, by teleport, or moved by something else."""


class Arm(Command, frozen=True, kw_only=True, omit_defaults=True):
    """The melee attack that a character makes when one is called for at once."""

    who: CharacterRef
    damage: Damage = ""
    adds: Adds = 0
    type: TypeOfDamage = "kinetic"


@data_of("traits", MELEE)
class MeleeData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The dice, what is added to them and the type of the damage of a character's melee attack."""

    damage: str = ""
    adds: int = 0
    type: str = "kinetic"


class Departure(NamedTuple):
    """The way in which a character leaves an Area for the next, and the step of it."""

    area: str
    to: str
    how: Leaving = "moving"
    step: int = 0


def leave(play: Play, who: str, departure: Departure) -> bool:
    """RC-REAC-02, RC-REAC-03: let those hostile to a character strike as they leave an Area; whether they get away.

    Nobody strikes at who teleports, is moved by something else or has Disengaged, nor at whom they do not see.
    """
    foes = [foe for foe in _left_behind(play, who, departure) if can_answer(play, foe)]
    if foes and (departure.how != "moving" or conditions.has(play, who, DISENGAGED)):
        play.cite("RC-REAC-03" if departure.how != "moving" else "RC-ACT-03")
        return True
    return all(_gets_away(play, who, foe, departure.step) for foe in foes)


def _left_behind(play: Play, who: str, departure: Departure) -> list[str]:
    """RC-REAC-02, ruling 69: return the enemies whose Area a character leaves or, where the table says so, whose
    reach."""
    near = enemies_in(play, who, departure.area)
    if not play.option("reach_extends_opportunity"):
        return near
    reached = [foe for foe in foes_of(play, who) if _reaches(play, foe, departure.area)]
    left = [foe for foe in reached if not _reaches(play, foe, departure.to)]
    if left != near:
        play.cite("RC-RULING-69")
    return left


def _reaches(play: Play, who: str, area: str) -> bool:
    """RC-SIZE-04, RC-SIZE-05, RC-SIZE-06: whether a melee attack of a character gets to an Area."""
    far = between(play, area_of(play, who), area)
    return far is not None and far <= play.value(who, REACH).total


def _gets_away(play: Play, who: str, foe: str, step: int) -> bool:
    if not sees(play, foe, who):
        play.cite("RC-REAC-03")
        return True
    targets = OPENING.open(play, who, Opening(who, (who,), foe)).targets
    if not targets:
        return True
    prompt = f"{who} leaves the Area: does {foe} strike?"
    options = ("attack", *targets[1:], "let go")
    chosen = play.ask("opportunity", foe, options, "let go", prompt, about=(foe, who), step=step)
    if chosen == "let go":
        return True
    with play.citing("RC-REAC-02"):
        react(play, foe, "a foe leaves the Area")
        strike(play, melee_attack(play, foe, who if chosen == "attack" else chosen))
    return can_move(play, who)


def melee_attack(play: Play, foe: str, who: str) -> Attack:
    """RC-REAC-02, RC-CMOD-03: the melee attack that a character makes when one is called for at once."""
    armed = play.character(foe).traits.get(MELEE)
    data = MeleeData() if armed is None else MeleeData.of(armed)
    trial = Trial(
        foe,
        "attack",
        "attack",
        ability="strength",
        addends=bonus(play, foe, "melee"),
        about=who,
        against=who,
        defense="avoidance",
        melee=True,
    )
    hit = Hit(dice=data.damage, type=data.type, by=foe, addends=addends({"adds": data.adds}))
    return Attack(foe, who, by_sight(play, trial), hit, free=True)


@command("Say what a character strikes with when a foe leaves their Area.", by="owner")
def arm(play: Play, command: Arm) -> None:
    """RC-REAC-02: the one melee attack of an opportunity, as it stands on the sheet."""
    data = MeleeData(damage=command.damage, adds=command.adds, type=command.type).stored()
    if MELEE in play.character(command.who).traits:
        play.emit(command.who, TraitChanged(name=MELEE, data=data))
    else:
        play.emit(command.who, TraitGained(name=MELEE, trait=Trait(kind=MELEE, title="melee attack", data=data)))


OPTIONS = (
    OptionSpec(
        name="reach_extends_opportunity",
        default=False,
        text="Whether leaving a character's reach provokes them, where it goes beyond their own Area.",
        rules=("RC-REAC-02", "RC-RULING-69"),
    ),
)
