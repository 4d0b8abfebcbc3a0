"""Hindrances: what the conditions of attacker and target do to the attack."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.rolls import addends
from domain.play.play import Play
from domain.play.windows import WindowTable
from domain.rulebook import table
from domain.vocabulary.base import Scalar
from domain.vocabulary.log import Addends, Noted
from systems.weaverdice.combat.windows import DECLARED, ROLLED, ROLLING, Strike, Volley
from systems.weaverdice.sheet import items


class _Blinded(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    near: int
    large: int
    to_hit: int


class _Restrained(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    to_hit: int


class _Hindrances(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    blinded: _Blinded
    restrained: _Restrained


class Perceive(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`feet` away is what they would see or hear."""

    who: CharacterRef
    feet: Annotated[int, Meta(ge=0, le=1_000_000, description="How many feet away is what they would see or hear")]
    large: Annotated[bool, Meta(description="Whether it is large or obvious")] = False
    by: Annotated[Literal["sight", "hearing"], Meta(description="The sense they have for it")] = "sight"


NUMBERS: Final = table(__package__, "hindrances", _Hindrances)


def on_attack(play: Play, who: str, *, hands: int = 1, fists: bool = False) -> Addends:
    """WD-COND-09, WD-GRAP-06: blinded attackers have -1 to hit; those who are restrained have -2 with anything held in
    one hand other than fists, and cannot attack with what takes two."""
    restrained = conditions.has(play, who, "restrained") and not fists
    if restrained and hands > 1:
        play.refuse("WD-GRAP-06", "They are restrained and cannot use a two-handed weapon; use fists or one hand.")
    blinded = conditions.has(play, who, "blinded")
    return addends(
        {
            "blinded": NUMBERS.blinded.to_hit if blinded else 0,
            "restrained": NUMBERS.restrained.to_hit if restrained else 0,
        }
    )


def perceives(play: Play, who: str, feet: int, *, large: bool = False, by: str = "sight") -> bool:
    """WD-COND-09, ruling 33: whether a character perceives a thing so far away; the blinded (for `by="hearing"`: the
    deafened as well) perceive nothing past 10 feet, and nothing large or obvious past 20."""
    hampering = ("blinded", "deafened") if by == "hearing" else ("blinded",)
    if not any(conditions.has(play, who, what) for what in hampering):
        return True
    return feet <= (NUMBERS.blinded.large if large else NUMBERS.blinded.near)


def check_sight(play: Play, who: str, feet: int, *, large: bool = False) -> None:
    """WD-COND-09: refuse an aim at a target that a character cannot perceive."""
    if not perceives(play, who, feet, large=large):
        play.refuse(
            "WD-COND-09", "They are blinded and perceive nothing {feet} feet away; it has to be nearer.", feet=feet
        )


def shield_of(play: Play, who: str) -> str | None:
    """WD-GRAP-06: return the one held as a meatshield: attacks that do not pass the defence score hit that one
    instead."""
    return next((str(shield.target) for shield in play.where(who, "conditions", "shielded").values()), None)


def need_sight(play: Play, who: str, volley: Volley) -> Volley:
    """WD-COND-09: an attack needs a target that is perceived."""
    check_sight(play, who, volley.command.feet, large=volley.command.large)
    return volley


def hamper(play: Play, _: str, strike: Strike) -> Strike:
    """WD-COND-09, WD-GRAP-06: take what hampers the attacker off the roll."""
    item = strike.volley.arm.item
    hands = 2 if item and items.is_large(play, strike.who, item) else 1
    given = on_attack(play, strike.who, hands=hands, fists=not item)
    return strike._replace(given=(*strike.given, *given))


def shield(play: Play, target: str, strike: Strike) -> Strike:
    """WD-GRAP-06: let an attack that does not pass the score of a target with a human shield hit the shield. The one who
    is the shield hits nobody so: what they miss does not come back to them."""
    held_up = shield_of(play, target)
    if strike.rolled.success or held_up in (None, strike.who):
        return strike
    return strike._replace(struck=held_up)


@command("See whether something so far away is within a character's sight or hearing.", by="owner", scene=True)
def perceive(play: Play, command: Perceive) -> None:
    """WD-COND-09, ruling 33: note whether something is near enough to be seen or heard."""
    perceived = perceives(play, command.who, command.feet, large=command.large, by=command.by)
    data: dict[str, Scalar] = {"feet": command.feet, "by": command.by, "perceived": perceived}
    play.emit(command.who, Noted(name="perceives", data=data, rules=("WD-COND-09",)))


WINDOWS: WindowTable = {DECLARED: (need_sight,), ROLLING: (hamper,), ROLLED: (shield,)}
