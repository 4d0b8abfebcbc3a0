"""Knockback: a character who is strong enough knocks down, or sends flying, whom they hit hard.

The attacker chooses right after the harm is done. Where a character is sent flying, the Editor-in-Chief says what is
in the way: `land` carries it on from there.
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import conditions, turns
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.rolls import addend
from domain.messages import numbered
from domain.play.moments import come
from domain.play.play import Play
from domain.vocabulary.bodies import Condition
from domain.vocabulary.data import Data
from systems.rotted_capes.combat.areas import area_of, encounter_of, stand_in
from systems.rotted_capes.combat.terrain import squeeze
from systems.rotted_capes.harm.damage import inflict
from systems.rotted_capes.harm.resistance import resistance
from systems.rotted_capes.moments import DISPLACED
from systems.rotted_capes.rolls.challenges import challenge, check
from systems.rotted_capes.sheet.conditions import DEAD, PRONE, put_in
from systems.rotted_capes.windows import ARRIVED, DEALT, Arrived, Attack, Hit, Trial

STRONG: Final = 20
"""RC-KNOCK-01: the Strength from which a character knocks others back."""

ENHANCED: Final = "enhanced_strength"
"""The kind of the trait that the Enhanced Strength origin feature is."""

FLUNG: Final = "flung"
"""A condition of a character who is sent flying and has not landed."""

AREA: Final = 10
"""RC-KNOCK-03: the damage for each Area that a character is sent flying."""


@data_of("conditions", FLUNG)
class FlungData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The Areas that a character flies yet, and the damage after DR that sent them flying."""

    areas: int
    damage: int


class Land(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Let a character who was sent flying strike something, or come down."""

    who: CharacterRef
    struck: (
        Annotated[
            int, Meta(ge=0, le=1_000, description="The Material Strength of what they strike; left out, it is nothing")
        ]
        | None
    ) = None
    after: Annotated[
        int, Meta(ge=0, le=1_000, description="The full Areas that they had flown when they struck it")
    ] = 0
    area: Annotated[str, Meta(max_length=100, description="The Area of the map where they end up")] = ""
    skilled: Annotated[
        bool, Meta(description="Whether a Skill Set of theirs applies to the landing; without one it is a check")
    ] = False


def knock_back(play: Play, who: str, attack: Attack) -> Attack:
    """RC-KNOCK-01, RC-KNOCK-02: a kinetic hit that is critical or massive knocks back, where the attacker wants it."""
    hard = attack.hit.critical or attack.dealt.massive
    if (
        attack.hit.type != "kinetic"
        or not hard
        or not _is_strong(play, who)
        or conditions.has(play, attack.target, DEAD)
    ):
        return attack
    prompt = "Do they knock their target down, or send it flying?"
    with play.citing("RC-KNOCK-01"):
        chosen = play.ask("knockback", who, ("no", "down", "flying"), "no", prompt, about=attack.target)
        if chosen == "down":
            with play.citing("RC-KNOCK-02"):
                _fall(play, attack.target)
        elif chosen == "flying":
            fling(play, attack.target, attack.dealt.stamina, by=who)
    return attack


def _is_strong(play: Play, who: str) -> bool:
    """RC-KNOCK-01: whether a character has the Strength for it, or the feature."""
    return play.value(who, "attributes.strength").total >= STRONG or bool(play.where(who, "traits", ENHANCED))


def fling(play: Play, who: str, damage: int, *, by: str) -> None:
    """RC-KNOCK-03, ruling 41: an Area for each full 10 points of damage after DR, 1 at least."""
    with play.citing("RC-KNOCK-03"):
        data = FlungData(areas=max(1, damage // AREA), damage=damage)
        conditions.replace(play, who, FLUNG, source=by, data=data)


@command("A character who is sent flying strikes something, or comes down.", scene=True)
def land(play: Play, command: Land) -> None:
    """RC-KNOCK-03, RC-KNOCK-04, RC-KNOCK-05, RC-KNOCK-06: end a knockback at an obstacle on the way, unless they break
    through."""
    who = command.who
    name = next(iter(conditions.present(play, who, FLUNG)), "")
    if not name:
        play.refuse("RC-KNOCK-03", "Nobody has sent them flying.")
        return
    flung = FlungData.of(play.character(who).conditions[name])
    areas, damage = flung.areas, flung.damage
    if command.after > areas:
        far = numbered("{count} Area", "{count} Areas", areas)
        play.refuse("RC-KNOCK-03", "They fly {far}; what they strike is not further away.", far=far)
    _put(play, who, command.area)
    if command.struck is not None and _strike(play, who, command.struck, command.after):
        left = FlungData(areas=areas - command.after, damage=damage)
        conditions.change(play, who, name, data=left, rules=("RC-KNOCK-06",))
        return
    conditions.end_one(play, who, name, "landed")
    if command.struck is None:
        _come_down(play, who, damage, skilled=command.skilled)


def _strike(play: Play, who: str, material: int, after: int) -> bool:
    """RC-KNOCK-04, RC-KNOCK-06, ruling 41: the damage of a collision; whether they break through, else they fall Prone."""
    dr = resistance(play, who, Hit(type="kinetic"))
    with play.citing("RC-KNOCK-04"):
        dice = f"{after}d6" if after else ""
        inflict(play, who, Hit(dice, cause="impact", addends=addend("half the Material Strength", material // 2)))
        if dr < material:
            _fall(play, who)
    return dr >= material


def _come_down(play: Play, who: str, damage: int, *, skilled: bool) -> None:
    """RC-KNOCK-05: keep a creature that strikes nothing on its feet by a Challenge, or without a Skill Set by a check."""
    with play.citing("RC-KNOCK-05"):
        if skilled:
            landed = challenge(play, Trial(who, "challenge", "challenge", damage, "dexterity"))
        else:
            landed = check(play, Trial(who, "check", "check", damage, "dexterity"))
        if not landed.success:
            _fall(play, who)


def _fall(play: Play, who: str) -> None:
    if not conditions.has(play, who, PRONE):
        put_in(play, who, Condition(what=PRONE))


def _put(play: Play, who: str, area: str) -> None:
    """RC-HORDE-09, RC-TERR-06: put a character in an Area of the map, where one is named, with what being there brings."""
    if not area or encounter_of(play) is None:
        return
    here = area_of(play, who)
    stand_in(play, who, area)
    squeeze(play, who, area)
    ARRIVED.open(play, who, Arrived(who, area, forced=True))
    if here != area and turns.running(play) is not None:
        come(play, DISPLACED, who)


WINDOWS: Final = {DEALT: (knock_back,)}
