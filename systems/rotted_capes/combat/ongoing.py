"""Ongoing damage: fire, acid, bleeding and the like, turn by turn until a save, an action or a power ends it."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.messages import text
from domain.play.play import Play
from domain.play.windows import WindowTable
from domain.vocabulary.bodies import Condition
from domain.vocabulary.data import Data
from systems.freeform.fields import Notation
from systems.rotted_capes.combat.actions import take
from systems.rotted_capes.fields import Ability
from systems.rotted_capes.harm import types
from systems.rotted_capes.harm.damage import inflict
from systems.rotted_capes.harm.types import TypeOfDamage
from systems.rotted_capes.moments import END_HARM, TURN_END, TURN_HARM
from systems.rotted_capes.rolls.challenges import save
from systems.rotted_capes.sheet.conditions import DEAD, ONGOING, put_in, tagged
from systems.rotted_capes.windows import HARMING, ROLLING, Harm, Hit, Trial

FIRE, ACID = "Engulfed - Fire", "Engulfed - Acid"
"""RC-COND-11: the tags that hamper the attacks of a character who burns, and that weaken their DR."""

UNMINDED: Final = frozenset({"fire", "acid"})
"""RC-ZOM-06: the types of damage that a common zombie does nothing about."""


@data_of("conditions", ONGOING)
class OngoingData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The damage of each turn and when it is taken, the save that ends it, and what it takes from DR."""

    damage: str
    type: str = "fire"
    timing: str = "start"
    ability: str = "constitution"
    difficulty: int = 15
    weakens: int = 0


class Afflict(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Let a character take damage turn by turn from now on."""

    who: CharacterRef
    damage: Annotated[Notation, Meta(description="The dice of the damage of each turn")]
    type: TypeOfDamage = "fire"
    timing: Annotated[Literal["start", "end"], Meta(description="When in their turn it is taken")] = "start"
    ability: Annotated[Ability, Meta(description="The ability of the save that ends it")] = "constitution"
    difficulty: Annotated[int, Meta(ge=0, le=100, description="What the save has to reach; with 0 no save ends it")] = (
        15
    )
    weakens: Annotated[int, Meta(ge=0, le=100, description="What acid takes from their DR")] = 0
    tags: Annotated[
        tuple[Annotated[str, Meta(min_length=1, max_length=60)], ...],
        Meta(max_length=12, description="Such as `Engulfed - Fire`, `Engulfed - Acid`, Bleeding, Electrical"),
    ] = ()


class Quench(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Stop, extinguish or cleanse what harms a character turn by turn."""

    who: CharacterRef
    target: CharacterRef
    skilled: Annotated[bool, Meta(description="Whether they have a Skill Set for it")] = False


@command("Let a character take damage turn by turn.", scene=True)
def afflict(play: Play, command: Afflict) -> None:
    """RC-COND-10, RC-COND-11, RC-RULING-45: each source is an instance of its own, with its timing and its save."""
    types.type_of(play, command.type)
    data = OngoingData(
        damage=command.damage,
        type=command.type,
        timing=command.timing,
        ability=command.ability,
        difficulty=command.difficulty,
        weakens=command.weakens,
    )
    put_in(play, command.who, Condition(what=ONGOING, tags=command.tags, data=data.stored()))


@command("Stop, extinguish or cleanse what harms a character turn by turn, as an Action.", by="owner", scene=True)
def quench(play: Play, command: Quench) -> None:
    """RC-COND-10, RC-ZOM-06: it takes an Action and a Skill Set for it; zombies do not care, Super Zombies may."""
    if play.character(command.who).profile["self"].kind == "zombie":
        play.refuse("RC-ZOM-06", "Zombies do not try to put out fire, nor to get acid off.")
    if not conditions.has(play, command.target, ONGOING):
        play.refuse("RC-COND-10", "No ongoing damage harms them; there is nothing to put out.")
    if not command.skilled:
        play.refuse("RC-COND-10", "It takes a Skill Set for it; without one a save or a power ends it.")
    take(play, command.who, text("quench"))
    with play.citing("RC-COND-10"):
        conditions.end(play, command.target, ONGOING, "quenched")


def at_start(play: Play, who: str) -> None:
    """RC-COND-10, ruling 45: deal the ongoing damage of the start of a character's turn."""
    _suffer(play, who, "start")


def at_end(play: Play, who: str) -> None:
    """RC-COND-10, ruling 45: deal the ongoing damage of the end of a character's turn."""
    _suffer(play, who, "end")


def _suffer(play: Play, who: str, timing: str) -> None:
    for state in conditions.present(play, who, ONGOING).values():
        data = OngoingData.of(state)
        if data.timing == timing and not conditions.has(play, who, DEAD):
            with play.citing("RC-COND-10"):
                inflict(play, who, Hit(data.damage, type=data.type, cause="continuous"))


def turn_over(play: Play, who: str) -> None:
    """RC-CONT-03, RC-ZOM-06, ruling 45: a save at the end of the turn ends it, after the damage; zombies let themselves burn."""
    for name, state in conditions.present(play, who, ONGOING).items():
        data = OngoingData.of(state)
        if data.type in UNMINDED and play.character(who).profile["self"].kind == "zombie":
            play.cite("RC-ZOM-06")
        elif data.difficulty and not conditions.has(play, who, DEAD):
            _shake_off(play, who, name, data)


def _shake_off(play: Play, who: str, name: str, data: OngoingData) -> None:
    with play.citing("RC-CONT-03"):
        trial = Trial(who, "save", "save", data.difficulty, data.ability)
        if save(play, trial).success:
            conditions.end_one(play, who, name, "saved")


def hamper(play: Play, who: str, trial: Trial) -> Trial:
    """RC-COND-11: hamper attacks of a creature that is engulfed by fire."""
    burning = any(tagged(state, FIRE) for state in play.where(who, "conditions", ONGOING).values())
    return trial.hampered("RC-COND-11") if burning and trial.purpose == "attack" else trial


def corrode(play: Play, who: str, harm: Harm) -> Harm:
    """RC-COND-11: acid takes from the DR of a character who is engulfed by it."""
    states = [state for state in play.where(who, "conditions", ONGOING).values() if tagged(state, ACID)]
    weaker = max((OngoingData.of(state).weakens for state in states), default=0)
    if not weaker:
        return harm
    play.cite("RC-COND-11")
    return harm._replace(hit=harm.hit._replace(piercing=harm.hit.piercing + weaker))


WINDOWS: WindowTable = {ROLLING: (hamper,), HARMING: (corrode,)}
MOMENTS: Final = {TURN_HARM: (at_start,), END_HARM: (at_end,), TURN_END: (turn_over,)}
