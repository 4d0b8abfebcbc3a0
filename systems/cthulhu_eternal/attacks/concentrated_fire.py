"""Concentrated fire: several who shoot at one point, and what that does to those around it."""

from __future__ import annotations

from typing import Annotated, Final, NamedTuple

import msgspec
from msgspec import Meta

from domain.commands import CharacterRef
from domain.dice.expression import largest
from domain.dice.notation import DICE, NotationError, parse
from domain.kit.commands import command
from domain.kit.fights import InEncounter, fight
from domain.kit.rolls import addend
from domain.messages import numbered, text
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.rulebook import table
from domain.system import OptionSpec
from domain.vocabulary.anchors import AtMoment, UntilEncounterEnds, UntilFirst
from domain.vocabulary.log import Contribution, Noted
from domain.vocabulary.maps import Zone
from systems.cthulhu_eternal import tests
from systems.cthulhu_eternal.attacks import aiming, fumbles, weapons
from systems.cthulhu_eternal.attacks.selective_fire import SINGLE_SHOT, FiredIn
from systems.cthulhu_eternal.attacks.weapons import Weapon
from systems.cthulhu_eternal.combat import actions, fear
from systems.cthulhu_eternal.combat.actions import HELD
from systems.cthulhu_eternal.fields import Across, Along, UpTo100, Wielded
from systems.cthulhu_eternal.harm import damage, kill_radius
from systems.cthulhu_eternal.moments import ACTION
from systems.cthulhu_eternal.tests import Tested, skill_test
from systems.freeform.fields import Word


class _Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    least_damage: int
    lethal_attacks: int
    radius: int


LIMITS: Final = table(__package__, "concentrated_fire", _Limits)


class Shooter(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A shooter who joins in, with a gun, a bow or something to throw."""

    who: CharacterRef
    weapon: Wielded
    mode: FiredIn = SINGLE_SHOT
    modifier: UpTo100 = 0


class ConcentrateFire(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """At a point of an `area` of the map, or at the square `x` and `y`."""

    shooters: Annotated[tuple[Shooter, ...], Meta(description="Two or more, each of them once")]
    area: Annotated[Word | None, Meta(description="The area of the map that is fired at")] = None
    x: Annotated[Across, Meta(description="The column of the square that is fired at")] = None
    y: Annotated[Along, Meta(description="The row of the square that is fired at")] = None
    inside: Annotated[tuple[CharacterRef, ...], Meta(description="Who is within a yard of it")] = ()
    noticed_by: Annotated[tuple[CharacterRef, ...], Meta(description="Who else sees where the shots go")] = ()


class Shot(NamedTuple):
    """A participant's attack roll, and what it was made with."""

    who: str
    weapon: Weapon
    tested: Tested


@command("Let several shoot at one point at once, to fill it with terror.", scene=True)
def concentrate_fire(play: Play, command: ConcentrateFire) -> None:
    """CE-ACT-05, CE-FEAR-08, CE-FEAR-09, CE-FEAR-10, CE-FEAR-11, CE-FEAR-12, ruling 26: roll for everybody who shoots. A majority
    of successes makes the place one of terror; a critical among them hits somebody in it as well. Otherwise nothing
    comes of it."""
    if not play.option("concentrated_fire"):
        play.refuse("CE-FEAR-08", "Concentrated fire is an option that is off in this campaign: concentrated_fire.")
    encounter = fight(play)
    armed = [(one, _weapon(play, one)) for one in command.shooters]
    _check(play, armed)
    with play.citing("CE-FEAR-08"):
        shots = [_shoot(play, shooter, weapon) for shooter, weapon in armed]
        hits = sum(shot.tested.success for shot in shots)
        terror = 2 * hits > len(shots) or (2 * hits == len(shots) and play.option("concentrated_fire_half") == "terror")
        play.emit(
            encounter, Noted(name="concentrated-fire", data={"hits": hits, "shots": len(shots), "terror": terror})
        )
    if not terror:
        play.citations.append("CE-FEAR-11")
        return
    zone = _zone(encounter, command)
    inside = tuple(dict.fromkeys((*command.inside, *fear.standing_in(play, encounter, zone))))
    struck = _struck(play, inside, shots)
    with play.citing("CE-FEAR-09"):
        fear.open_zone(play, encounter, zone, tuple(who for who in command.inside if who != struck), spared=struck)


def _weapon(play: Play, shooter: Shooter) -> Weapon:
    item = weapons.name_of(play, shooter.who, shooter.weapon)
    weapon = weapons.of(play, shooter.who, item, shooter.mode)
    if not weapon.ranged:
        play.refuse(
            "CE-FEAR-08", "{who} has to shoot, and that weapon has no range; choose a firearm or bow.", who=shooter.who
        )
    return weapon


def _check(play: Play, armed: list[tuple[Shooter, Weapon]]) -> None:
    """CE-FEAR-08, CE-FEAR-12: several, and together as terrible as one alone could be."""
    if len({shooter.who for shooter, _ in armed}) < max(2, len(armed)):
        raise Refused("CE-FEAR-08", "Concentrated fire takes two or more, each of them once.")
    lethal = sum(1 for _, weapon in armed if weapon.lethality)
    most = sum(_most(weapon) for _, weapon in armed if weapon.damage)
    if lethal < LIMITS.lethal_attacks and most < LIMITS.least_damage:
        least = LIMITS.least_damage
        play.refuse(
            "CE-FEAR-12",
            numbered(
                "Together they come to {count} point at most; it takes {least}, or two with Lethality.",
                "Together they come to {count} points at most; it takes {least}, or two with Lethality.",
                most,
                least=least,
            ),
        )


def _most(weapon: Weapon) -> int:
    """The most points that a weapon can come to."""
    try:
        return largest(parse(weapon.damage), DICE)
    except NotationError as wrong:
        sentence = text(
            "The damage of the weapon {item} is {damage!r}, which is no roll: {wrong} Set it to one first.",
            item=weapon.item,
            damage=weapon.damage,
            wrong=wrong,
        )
        raise Refused("notation", sentence) from wrong


def _shoot(play: Play, shooter: Shooter, weapon: Weapon) -> Shot:
    who = shooter.who
    if not (actions.has_action(play, who) or HELD in play.character(who).intents):
        play.refuse("CE-TURN-05", "{who} has no action left in this turn to join in with.", who=who)
    actions.take(play, who, "attack", defending=True)
    weapons.fire(play, who, weapon)
    hindered = tests.hindered(play, who, tests.EYESIGHT)
    given = (*aiming.use(play, who), *_circumstances(shooter.modifier), *hindered)
    tested = skill_test(play, who, "attack", weapon.skill, modifiers=given, attack=True)
    if tested.fumble:
        fumbles.fumbled(play, who, weapon)
    return Shot(who, weapon, tested)


def _circumstances(modifier: int) -> tuple[Contribution, ...]:
    return addend("circumstances", modifier, "CE-MOD-01")


def _struck(play: Play, inside: tuple[str, ...], shots: list[Shot]) -> str:
    """CE-FEAR-10: one of those inside, each with the same chance, suffers a normal hit by the shooter who rolled the first
    critical; "" for nobody."""
    critical = next((shot for shot in shots if shot.tested.critical), None)
    if critical is None or not inside:
        return ""
    with play.citing("CE-FEAR-10"):
        die = play.roll(critical.who, "target", f"1d{len(inside)}").total
        target = inside[die - 1]
        weapon = critical.weapon
        hit = damage.Hit(dice=weapon.damage, by=critical.who, piercing=weapon.pierces, supernatural=weapon.supernatural)
        if weapon.lethality:
            rolled = kill_radius.roll(play, hit._replace(dice=""), target, weapon.lethality)
            damage.inflict_lethal(play, target, rolled.hit, weapon.lethality, succeeded=rolled.succeeded)
        else:
            damage.inflict(play, target, hit._replace(stuns=weapon.stuns))
    return target


def _zone(encounter: str, command: ConcentrateFire) -> Zone:
    """CE-FEAR-08, ruling 24: a circle of 1 yard around the point, until the first of them acts again."""
    ends = tuple(AtMoment(moment=ACTION, subject=shooter.who) for shooter in command.shooters)
    known = (*command.inside, *command.noticed_by, *(shooter.who for shooter in command.shooters))
    return Zone(
        kind=fear.TERROR,
        areas=() if command.area is None else (command.area,),
        squares=_circle(command.x, command.y),
        source=command.shooters[0].who,
        until=UntilFirst(of=(*ends, UntilEncounterEnds(encounter=encounter))),
        known_to=tuple(dict.fromkeys(known)),
        data=fear.TerrorData(because="concentrated fire").stored(),
    )


def _circle(x: int | None, y: int | None) -> tuple[tuple[int, int], ...]:
    """The squares, a yard each, whose middle is as near to the point as the radius."""
    if x is None or y is None:
        return ()
    near = range(-LIMITS.radius, LIMITS.radius + 1)
    return tuple((x + dx, y + dy) for dx in near for dy in near if dx**2 + dy**2 <= LIMITS.radius**2)


OPTIONS = (
    OptionSpec(
        name="concentrated_fire",
        default=False,
        text="Whether several who shoot at one point may create terror together.",
        rules=("CE-FEAR-08", "CE-FEAR-09", "CE-FEAR-10", "CE-FEAR-11", "CE-FEAR-12"),
    ),
    OptionSpec(
        name="concentrated_fire_half",
        default="none",
        choices=("none", "terror"),
        text="What comes of it where exactly half of the attack rolls succeed.",
        rules=("CE-FEAR-09", "CE-RULING-26"),
    ),
)
