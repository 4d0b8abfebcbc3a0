"""Basic attacks: with a weapon, in melee or from afar."""

from __future__ import annotations

from typing import Final

from domain.kit.rolls import addend
from domain.play.play import Play
from domain.vocabulary.log import Addends
from systems.orcus.attacks.attacking import assault
from systems.orcus.attacks.dice import times
from systems.orcus.attacks.weapons import WeaponData, armed, choose, proficiency, weapon_data
from systems.orcus.board.ranges import check_aim, hindrance
from systems.orcus.fields import Ability
from systems.orcus.sheet.people import CONJURATION, WITH_CLASSES, kind_of
from systems.orcus.windows import AS_IT_STANDS, PROVOKING, Attack, Provoked, Ruled, Strike, Trial

EPIC: Final = 21
"""OR-ACT-03, OR-ACT-04: the level from which basic attacks roll the weapon's dice twice."""


def basic_attack(
    play: Play,
    who: str,
    target: str,
    *,
    ranged: bool = False,
    opportunity: bool = False,
    bonus: Addends = (),
    weapon: str = "",
    standard: bool = False,
    lethal: bool = True,
    ruled: Ruled = AS_IT_STANDS,
) -> Strike:
    """OR-ATK-05, OR-ACT-03, OR-ACT-04, OR-TYPE-06: make a basic attack, which is paid for before; what came of it.

    One from afar gives an opening to foes who stand next to the attacker before it is resolved.
    """
    name = choose(play, who, weapon, ranged=ranged)
    attack = attack_with(play, who, name, ranged=ranged)
    attack = attack._replace(
        bonus=(*attack.bonus, *bonus), opportunity=opportunity, standard=standard, lethal=lethal, basic=True
    )
    check_aim(play, who, target, attack, waived=ruled.cover is not None)
    if ranged and PROVOKING.open(play, who, Provoked(who, "a ranged attack")).stopped:
        return Strike(who, target, attack, Trial(who, "attack", "attack"), void="OR-TYPE-06")
    (strike,) = assault(play, who, (target,), attack, ruled=ruled)
    return strike


def can_strike(play: Play, who: str, target: str, *, ranged: bool = False) -> bool:
    """OR-ATK-05, OR-TYPE-02, OR-KEY-04: whether a character could make a basic attack against another from where they are, with
    what is at hand."""
    name = "" if kind_of(play, target) == CONJURATION else armed(play, who, ranged=ranged)
    return bool(name) and not hindrance(play, who, target, attack_with(play, who, name, ranged=ranged))


def attack_with(play: Play, who: str, name: str, *, ranged: bool = False) -> Attack:
    """OR-ATK-04, OR-ATK-05, OR-DMG-02, OR-EFF-06: return the basic attack that a character makes with a weapon of theirs.

    Heavy thrown weapons lean on Strength from afar too. The weapon of a stat block has its modifiers in its dice.
    """
    weapon = weapon_data(play, who, name)
    ability: Ability = "dexterity" if ranged and weapon.thrown != "heavy" else "strength"
    classed = kind_of(play, who) in WITH_CLASSES
    epic = classed and play.value(who, "attributes.level").total >= EPIC
    modifier = play.value(who, f"modifiers.{ability}").total if classed else 0
    magic = addend("enhancement", weapon.enhancement, type="enhancement")
    return Attack(
        name,
        ability,
        origin="ranged" if ranged else "melee",
        bonus=(*addend("proficiency", proficiency(play, who, weapon)), *magic),
        dice=times(weapon.dice, 2) if epic else weapon.dice,
        adds=(*addend(ability, modifier), *magic),
        extra=weapon.extra,
        types=tuple(weapon.types.split()),
        tags=frozenset({"weapon"}),
        reach=None if ranged else reach_with(play, who, weapon),
        range=weapon.range if ranged else None,
        long=(weapon.long or None) if ranged else None,
        weapon=name,
    )


def reach_with(play: Play, who: str, weapon: WeaponData) -> int:
    """OR-TYPE-03: return how far a character reaches with a weapon."""
    return play.value(who, "attributes.reach").total + weapon.reach
