"""Attacks: declared on one's count, rolled once, and landing where nothing opposes them.

Chapters that bear upon an attack, defend against it or follow from it mind its windows (see `windows`).
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.instance_fields import takes_one_of
from domain.kit.commands import command
from domain.play.play import Play
from domain.play.refusals import Refused
from systems.cthulhu_eternal.attacks import blows, weapons
from systems.cthulhu_eternal.attacks.selective_fire import FiredIn
from systems.cthulhu_eternal.attacks.weapons import Weapon
from systems.cthulhu_eternal.attacks.windows import DECLARED, HIT, OVER, ROLLED, ROLLING, Blow, Manner, Strike
from systems.cthulhu_eternal.combat import actions
from systems.cthulhu_eternal.combat.standing import Way
from systems.cthulhu_eternal.fields import Caught, Distance, Wielded
from systems.cthulhu_eternal.tests import skill_test

PLAIN: Final = Manner()


class Attack(Command, frozen=True, kw_only=True, omit_defaults=True):
    """At one declared target."""

    who: CharacterRef
    target: CharacterRef
    weapon: Wielded = ""
    mode: FiredIn = "single shot"
    yards: Distance = None
    caught: Caught = ()


class Disarm(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`item` is what is to be knocked from the target's grasp, by its name or what it is."""

    who: CharacterRef
    target: CharacterRef
    item: Annotated[
        str,
        Meta(
            description="What is to be knocked from the target's grasp, by its name or what it is",
            extra=takes_one_of("items", of="target"),
        ),
    ] = ""


class Pin(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Down, or against something."""

    who: CharacterRef
    target: CharacterRef


@command("Attack a character with bare hands or a weapon.", by="owner", scene=True)
def attack(play: Play, command: Attack) -> None:
    """CE-ACT-03, CE-DEF-16, CE-DEF-17, CE-DEF-18, CE-ATK-01, CE-AUTO-01: one action, at one declared target."""
    strike(play, command.who, blow_of(play, command), Manner(yards=command.yards))


@command("Knock a thing from a character's grasp.", by="owner", scene=True)
def disarm(play: Play, command: Disarm) -> None:
    """CE-ACT-12, CE-ACT-13, CE-ACT-14."""
    _check_other(command.who, command.target)
    takes = blows.to_take(play, command.who, command.target, command.item)
    strike(play, command.who, Blow("disarm", command.target, Weapon(), takes=takes))


@command("Pin a character to the ground or against something.", by="owner", scene=True)
def pin(play: Play, command: Pin) -> None:
    """CE-ACT-27, CE-ACT-31."""
    _check_other(command.who, command.target)
    strike(play, command.who, Blow("pin", command.target, Weapon()))


def blow_of(play: Play, command: Attack) -> Blow:
    """Return the blow of an attack, with the weapon it is made with. Refused where that is not in hand, or lacks the
    mode."""
    _check_other(command.who, command.target)
    item = weapons.name_of(play, command.who, command.weapon)
    weapon = weapons.of(play, command.who, item, command.mode)
    if command.caught and not weapon.radius:
        raise Refused("CE-LETH-06", "Without a Kill Radius it hits its target alone; leave out `caught`.")
    return Blow("attack", command.target, weapon, caught=command.caught)


def _check_other(who: str, target: str) -> None:
    if who == target:
        raise Refused("CE-DEF-17", "Name somebody else as the target.")


def strike(play: Play, who: str, blow: Blow, manner: Manner = PLAIN) -> None:
    """CE-ATK-01, CE-DEF-16, rulings 53 and 57: the whole of an attack: its action, what is declared against it, its rolls, and
    what comes of them."""
    blows.check(play, who, blow, manner.yards)
    way = Way(blow.hand_to_hand, blow.weapon.slow)
    strike = DECLARED.open(play, blow.target, Strike(who, blow, way, manner))
    if not manner.free:
        actions.take(play, who, blow.action, allowed=strike.allowed)
    weapons.fire(play, who, blow.weapon, manner.rolls)
    strike = ROLLING.open(play, blow.target, strike)
    _roll(play, strike)
    for _ in range(manner.rolls - 1):
        _roll(play, strike._replace(responses=()))
    OVER.open(play, blow.target, strike)


def _roll(play: Play, strike: Strike) -> None:
    """Ruling 53: the attacker's die first, then the defenders', and what comes of them."""
    with play.citing("CE-ATK-01"):
        tested = skill_test(play, strike.by, "attack", strike.blow.skill, modifiers=strike.given, attack=True)
    for respond in strike.responses:
        respond(play)
    made = ROLLED.open(play, strike.target, strike._replace(tested=tested, responses=()))
    if not tested.success:
        return
    hit = HIT.open(play, made.target, made)
    if not hit.opposed and blows.land(play, hit.by, hit.blow, tested, pending=hit.pending).again:
        _strike_again(play, strike)


def _strike_again(play: Play, strike: Strike) -> None:
    """CE-OPT-08, CE-ACT-05, CE-SURP-03, ruling 57: a second attack fires rounds of its own; neither the aim nor the surprise of
    the first helps it."""
    weapons.fire(play, strike.by, strike.blow.weapon)
    given = tuple(one for one in strike.given if one.label not in strike.once)
    blow = strike.blow._replace(any_critical=False)
    _roll(play, strike._replace(blow=blow, given=given, responses=()))
