"""The attacks of powers: their rolls, their damage, and the weapon, focus and projectiles that they are made with."""

from __future__ import annotations

from typing import Final

from domain.kit.data import data_of
from domain.kit.rolls import addend, addends
from domain.messages import numbered, text
from domain.play.play import Play
from domain.vocabulary.data import Data
from domain.vocabulary.holdings import ItemCounted
from domain.vocabulary.log import Addends
from systems.orcus.attacks.basic import reach_with
from systems.orcus.attacks.dice import times
from systems.orcus.attacks.weapons import armed, choose, proficiency, weapon_data
from systems.orcus.powers.effects import Use, adds_of
from systems.orcus.powers.records.clauses import Clause, EffectAmount
from systems.orcus.powers.records.reading import AttackLine, Reading
from systems.orcus.windows import Attack

WEAPON: Final = "weapon"
FOCUS: Final = "focus"
BASIC: Final = "basic attack"
"""The tags of powers that use a weapon, may use a focus, and count as a basic attack."""

PROJECTILE: Final = "projectile"
"""The kind of an item that a ranged weapon uses up."""


@data_of("items", FOCUS)
class FocusData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The bonus of a focus's magic to attack and damage rolls."""

    enhancement: int = 0


def check_armed(play: Play, who: str, reading: Reading, word: str = "") -> str:
    """OR-TAG-02: return the weapon that a power with the tag is used with; refused without one, be it an unarmed strike."""
    ranged = _is_ranged(reading)
    if WEAPON not in reading.tags:
        return ""
    if not word and not has_arms(play, who, reading):
        sort = text("ranged") if ranged else text("melee")
        play.refuse(
            "OR-TAG-02", "It takes a {sort} weapon in the hand, or an unarmed strike; wield one first.", sort=sort
        )
        return ""
    return choose(play, who, word, ranged=ranged)


def has_arms(play: Play, who: str, reading: Reading) -> bool:
    """OR-TAG-02: whether a character holds the weapon that a power takes, if it takes one."""
    return WEAPON not in reading.tags or bool(armed(play, who, ranged=_is_ranged(reading)))


def _is_ranged(reading: Reading) -> bool:
    return reading.reach.origin in ("ranged", "far")


def check_projectiles(play: Play, who: str, reading: Reading, weapon: str, targets: int) -> None:
    """OR-AREA-08: an area attack with a ranged weapon uses up one projectile or thrown weapon for each target."""
    if not weapon or reading.reach.origin not in ("near", "far") or not weapon_data(play, who, weapon).range:
        return
    items = play.character(who).items
    thrown = bool(weapon_data(play, who, weapon).thrown)
    stock = [weapon] if thrown else sorted(name for name in items if items[name].what == PROJECTILE)
    available = sum(int(items[name].quantity) for name in stock)
    if available < targets:
        sentence = numbered(
            "It takes {count} projectile, one for each target, and they have {available}.",
            "It takes {count} projectiles, one for each target, and they have {available}.",
            targets,
            available=available,
        )
        play.refuse("OR-AREA-08", sentence)
    left = targets
    with play.citing("OR-AREA-08"):
        for name in stock:
            used = min(left, int(items[name].quantity))
            if used:
                play.emit(who, ItemCounted(name=name, amount=-used))
            left -= used


def attack_of(play: Play, use: Use) -> tuple[Attack, tuple[Clause, ...]]:
    """OR-EFF-02, OR-EFF-05, OR-EFF-06: return the attack of a power with the damage of a hit, and what else a hit does."""
    reading = use.reading
    line, first = reading.attack or AttackLine("strength", "ac"), reading.hit[:1]
    damage = first[0] if first and first[0].verb == "damage" else Clause("damage")
    attack = Attack(
        reading.power.name,
        line.ability,
        reading.reach.origin,
        line.defense,
        bonus=_printed(play, use.who, line),
        dice=damage.amount.dice,
        adds=addends(adds_of(play, use.who, damage.amount)),
        types=damage.types,
        tags=reading.tags,
        square=use.aimed.base if reading.reach.origin == "far" else None,
        reach=_reach(play, use.who, reading),
        range=reading.reach.far if reading.reach.origin == "ranged" else None,
        basic=BASIC in reading.tags,
        standard=reading.power.action == "standard",
    )
    attack = _with_weapon(play, use, attack, damage.amount) if use.weapon else _with_focus(play, use.who, attack)
    return attack, reading.hit[1:] if first and first[0].verb == "damage" else reading.hit


def _reach(play: Play, who: str, reading: Reading) -> int | None:
    """OR-TGT-01: return the reach of a melee power without a weapon; None for another power."""
    if reading.reach.origin != "melee":
        return None
    return reading.reach.far if reading.reach.far is not None else play.value(who, "attributes.reach").total


def _with_weapon(play: Play, use: Use, attack: Attack, amount: EffectAmount) -> Attack:
    """OR-TAG-02, OR-TAG-03, OR-EFF-06: a weapon gives its dice, its range, and the bonus of a character who is proficient with it."""
    weapon = weapon_data(play, use.who, use.weapon)
    dice = " + ".join(filter(None, (times(weapon.dice, amount.weapon) if amount.weapon else "", attack.dice)))
    magic = addend("enhancement", weapon.enhancement, type="enhancement")
    attack = attack._replace(
        bonus=(
            *attack.bonus,
            *addend("proficiency", proficiency(play, use.who, weapon), source="OR-TAG-03"),
            *magic,
        ),
        dice=dice,
        adds=(*attack.adds, *(magic if amount.weapon else ())),
        extra=weapon.extra,
        types=attack.types or tuple(weapon.types.split()),
        weapon=use.weapon,
    )
    if attack.origin == "melee":
        own = use.reading.reach
        return attack._replace(reach=own.far if own.far or own.touch else reach_with(play, use.who, weapon))
    if attack.origin == "ranged" and attack.range is None:
        return attack._replace(range=weapon.range, long=weapon.long or None)
    return attack


def _with_focus(play: Play, who: str, attack: Attack) -> Attack:
    """OR-TAG-04: a focus in the hand adds what it is worth to a power with the tag; nobody needs one."""
    if FOCUS not in attack.tags:
        return attack
    items = play.where(who, "items", "hand/main") | play.where(who, "items", "hand/off")
    worth = max((FocusData.of(item).enhancement for item in items.values() if item.what == FOCUS), default=0)
    magic = addend("focus", worth, source="OR-TAG-04", type="enhancement")
    return attack._replace(bonus=(*attack.bonus, *magic), adds=(*attack.adds, *(magic if attack.dice else ())))


def _printed(play: Play, who: str, line: AttackLine) -> Addends:
    """OR-ATK-04: the bonus that a stat block prints for this power, beyond that of its other attacks."""
    if line.printed is None:
        return ()
    return addend("as printed", line.printed - play.value(who, "attributes.attack").total, source="OR-ATK-04")
