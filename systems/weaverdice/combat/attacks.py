"""Attacks: a roll against a defence score, what the defender answers, and what a hit does.

Chapters that hinder an attack, bear upon its roll or meet it mind its windows (see `windows`).
"""

from __future__ import annotations

from typing import Final

import msgspec

from domain.kit.commands import command
from domain.messages import numbered
from domain.play.play import Play
from systems.weaverdice.checks.checks import Checked, Manner, check
from systems.weaverdice.combat import defences
from systems.weaverdice.combat.windows import DECLARED, HIT, OVER, PAID, ROLLED, ROLLING, Arm, Attack, Strike, Volley
from systems.weaverdice.gear import weapons
from systems.weaverdice.gear.weapons import Weapon
from systems.weaverdice.harm import damage, dying
from systems.weaverdice.harm.effect_tables import DamageType
from systems.weaverdice.sheet import items
from systems.weaverdice.turns import actions

OWN_EFFECT: Final = "effect:"
"""The beginning of the keyword by which a weapon specifies its own effect: `effect:knock_down`, `effect:knock_back:10`."""


@command("Attack a character with bare hands, a weapon or a power.", by="owner", scene=True)
def attack(play: Play, command: Attack, *, free: bool = False) -> None:
    """WD-ATK-01, WD-ATK-03, WD-ATK-06: one action, in which a weapon may strike several times or at several targets.

    A `free` one, which another rule gives, takes none.
    """
    who = command.who
    if dying.down(play, who):
        play.refuse(
            "WD-INIT-08",
            "They are {down} and cannot attack; help them first.",
            down=dying.DOWN_WORDS[dying.down(play, who)],
        )
    arm = _arm(play, command)
    _check_reach(play, command, arm.weapon)
    volley = DECLARED.open(play, who, Volley(command, arm, paid=free))
    if not volley.paid:
        take = actions.take_full if command.full else actions.take
        take(play, who, "attack")
    volley = PAID.open(play, who, volley)
    for _ in range(command.strikes):
        for target in command.targets:
            _strike(play, Strike(volley, target))
    OVER.open(play, who, volley)


def to_hit(play: Play, who: str, stat: str, number: int, *, how: Manner) -> Checked:
    """WD-ATK-01: the attack roll, a Brawn or Dexterity check against a defence score; it hits on that score or more."""
    with play.citing("WD-ATK-01"):
        return check(play, who, "attack", stat, number, how=how)


def _strike(play: Play, strike: Strike) -> None:
    """One roll at one target, and what comes of it."""
    command, target = strike.volley.command, strike.target
    number = defences.score(play, target, command.angle, strike.who)
    strike = ROLLING.open(play, target, strike)
    how = Manner(extra=strike.extra, modifiers=strike.given, part=command.part, against=target)
    rolled = to_hit(play, strike.who, strike.weapon.stat, number, how=how)
    struck = target if rolled.success else ""
    strike = ROLLED.open(play, target, strike._replace(rolled=rolled, struck=struck))
    if not strike.struck:
        return
    match HIT.open(play, strike.struck, strike).answer:
        case "blocked":
            damage.superficial(play, strike.struck, _hit_by(strike))
        case "hit":
            damage.inflict(play, strike.struck, _hit_by(strike))
        case _:
            pass


def _hit_by(strike: Strike) -> damage.Hit:
    """WD-DMG-04: return the hit of a strike: a wound and an effect, or the one of the two that its weapon brings."""
    weapon, arm = strike.weapon, strike.volley.arm
    own = [word.removeprefix(OWN_EFFECT) for word in weapon.keywords if word.startswith(OWN_EFFECT)]
    return damage.Hit(
        weapon.tier,
        weapon.type,
        weapon.wound,
        weapon.effect,
        by=strike.who,
        conventional=arm.conventional,
        item=arm.item,
        ranged=weapon.ranged,
        pain=strike.volley.command.pain,
        own=own[0] if own else "",
    )


def _arm(play: Play, command: Attack) -> Arm:
    """WD-DMG-09: a weapon that is not vicious enough to rend deals another type."""
    if command.power is not None:
        fields = msgspec.structs.asdict(command.power)
        return Arm(Weapon(**{name: value for name, value in fields.items() if name != "name"}), conventional=False)
    item = items.name_of(play, command.who, command.weapon) if command.weapon else ""
    if item and item not in items.in_hands(play, command.who):
        play.refuse("WD-EQP-03", "The {weapon} is not in their hands; it has to be drawn first.", weapon=command.weapon)
    weapon = weapons.of(play, command.who, item, command.form)
    instead = (
        items.RendData.of(play.character(command.who).items[item]).rend if item and weapon.type == "rend" else None
    )
    return Arm(msgspec.structs.replace(weapon, type=msgspec.convert(instead, DamageType)) if instead else weapon, item)


def _check_reach(play: Play, command: Attack, weapon: Weapon) -> None:
    """WD-ATK-06: check how often and at how many a weapon strikes at once."""
    if not 1 <= len(command.targets) <= weapon.targets:
        play.refuse(
            "WD-ATK-06",
            "This attack is at {targets} at most, and at one at least; say at whom.",
            targets=weapon.targets,
        )
    if len(set(command.targets)) < len(command.targets):
        play.refuse("WD-ATK-06", "An attack strikes each of several targets; name each of them once.")
    if command.strikes > weapon.attacks:
        sentence = numbered(
            "This strikes {count} time at most in one attack, not {strikes}.",
            "This strikes {count} times at most in one attack, not {strikes}.",
            weapon.attacks,
            strikes=command.strikes,
        )
        play.refuse("WD-ATK-06", sentence)
