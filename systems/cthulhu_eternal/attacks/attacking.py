"""Attacks: declared on one's count, met by whatever defends, rolled once, and standing as a defence afterwards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from domain.commands import CharacterRef, Command
from domain.events.holdings import ItemWorn
from domain.events.log import Contribution
from domain.kit.commands import command
from domain.play.play import Play
from domain.play.refusals import Refused
from systems.cthulhu_eternal.attacks import aiming, blows, criticals, defence, modifiers, surprise, weapons
from systems.cthulhu_eternal.attacks.blows import Blow
from systems.cthulhu_eternal.attacks.defence import Declared, Incoming
from systems.cthulhu_eternal.attacks.modifiers import Aimed
from systems.cthulhu_eternal.attacks.selective_fire import FiredIn
from systems.cthulhu_eternal.attacks.weapons import Weapon
from systems.cthulhu_eternal.combat import actions, distances, moving, standing, turns
from systems.cthulhu_eternal.fields import Caught, Distance, Wielded
from systems.cthulhu_eternal.harm import kill_radius
from systems.cthulhu_eternal.tests import Tested, skill_test
from systems.freeform.fields import Word

OPPOSED_BY: Final = {
    standing.DODGING: "CE-DEF-04",
    standing.FIGHTING_BACK: "CE-DEF-07",
    standing.ESCAPING: "CE-ACT-19",
    standing.PARRYING: "CE-DEF-19",
    standing.EVADING: "CE-DEF-05",
}
"""The rule by which each sort of roll keeps an attack from doing harm."""


class Attack(Command, frozen=True, kw_only=True, omit_defaults=True):
    """At one declared target."""

    who: CharacterRef
    target: CharacterRef
    weapon: Wielded = ""
    mode: FiredIn = "single shot"
    yards: Distance = None
    caught: Caught = ()


class CalledShot(Attack, frozen=True, kw_only=True, omit_defaults=True):
    """At one `part` of the body, past armor and cover; `mostly_covered` where only a limb or the head is free."""

    part: Word
    mostly_covered: bool = False


class Disarm(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`item` is what is to be knocked from the target's grasp, by its name or what it is."""

    who: CharacterRef
    target: CharacterRef
    item: str = ""


class Pin(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Down, or against something."""

    who: CharacterRef
    target: CharacterRef


class Manner(NamedTuple):
    """How an attack is made: `yards` away, at a `part` of the body for what that takes (`extra`), with so many `rolls`; or
    for `free`, with no action and no aim of its own. `either` is somebody who stands so close that each hit may be theirs.
    """

    yards: int | None = None
    extra: tuple[Contribution, ...] = ()
    part: str = ""
    rolls: int = 1
    free: bool = False
    either: str = ""


PLAIN: Final = Manner()

NOTHING: Final[Mapping[str, Declared]] = {}
"""No defence that is declared anew: it was, against the first roll."""


class Made(NamedTuple):
    """An attack whose roll is due: with all that bears upon it, and all that may oppose it."""

    who: str
    blow: Blow
    incoming: Incoming
    given: tuple[Contribution, ...]
    either: str = ""


@command("Attack somebody with bare hands or a weapon.", by="owner", scene=True)
def attack(play: Play, command: Attack) -> None:
    """CE-ACT-03, CE-DEF-16, CE-DEF-17, CE-DEF-18, CE-ATK-01, CE-AUTO-01: one action, at one declared target."""
    strike(play, command.who, blow_of(play, command), Manner(yards=command.yards))


@command("Attack one part of somebody's body, past armor and cover.", by="owner", scene=True)
def call_shot(play: Play, command: CalledShot) -> None:
    """CE-ACT-07, CE-ACT-08, CE-ACT-09, CE-ACT-10, CE-ACT-11, rulings 9 and 28: an attack at one part of the body, on
    which no armor counts."""
    blow = blow_of(play, command)._replace(action="called shot", effect="past armor")
    extra = modifiers.called(play, command.who, command.target, mostly_covered=command.mostly_covered)
    with play.citing("CE-ACT-07"):
        strike(play, command.who, blow, Manner(command.yards, extra, part=command.part))


@command("Knock something from somebody's grasp.", by="owner", scene=True)
def disarm(play: Play, command: Disarm) -> None:
    """CE-ACT-12, CE-ACT-13, CE-ACT-14."""
    takes = blows.to_take(play, command.who, command.target, command.item)
    strike(play, command.who, Blow("disarm", command.target, Weapon(), takes=takes))


@command("Pin somebody to the ground or against something.", by="owner", scene=True)
def pin(play: Play, command: Pin) -> None:
    """CE-ACT-27, CE-ACT-31."""
    strike(play, command.who, Blow("pin", command.target, Weapon()))


def blow_of(play: Play, command: Attack) -> Blow:
    """What an attack is to do, with the weapon it is made with. Refused where that is not in hand, or lacks the mode."""
    if command.who == command.target:
        raise Refused("CE-DEF-17", "Name somebody else as the target.")
    item = weapons.name_of(play, command.who, command.weapon)
    weapon = weapons.of(play, command.who, item, command.mode)
    return Blow("attack", command.target, weapon, caught=command.caught)


def strike(play: Play, who: str, blow: Blow, manner: Manner = PLAIN) -> None:
    """CE-ATK-01, CE-DEF-16, CE-SURP-03, rulings 53 and 57: the whole of an attack: its action, the defence that is declared
    against it, its roll, the defender's, and what comes of them."""
    blows.check(play, who, blow, manner.yards)
    if not manner.free:
        _pay(play, who, blow)
    _fire(play, who, blow.weapon, manner)
    surprised = surprise.advantage(play, blow.target)
    play.citations.extend(one.source for one in surprised)
    incoming = _incoming(play, who, blow, manner)
    declared = _declared(play, blow, incoming)
    given = (*_modifiers(play, who, blow, manner), *surprised)
    modifiers.use_up(play, who, blow.target)
    made = Made(who, blow._replace(any_critical=bool(surprised)), incoming, given, manner.either)
    _roll(play, made, declared)
    for _ in range(manner.rolls - 1):
        _roll(play, made)
    surprise.noticed(play, blow.target)


def _declared(play: Play, blow: Blow, incoming: Incoming) -> dict[str, Declared]:
    """CE-DEF-14: what is declared against an attack, by its target and by whoever else a Kill Radius would catch."""
    near = kill_radius.reached(play, blow.target, blow.weapon.radius, blow.caught)
    aware = [one for one in near if one not in (blow.target, incoming.by) and not surprise.is_unaware(play, one)]
    others = (incoming._replace(target=one, way=standing.Way(hand_to_hand=False)) for one in aware)
    return {attack.target: defence.declare(play, attack) for attack in (incoming, *others)}


def _roll(play: Play, made: Made, declared: Mapping[str, Declared] = NOTHING) -> None:
    """CE-DEF-18, ruling 53: the attacker's die first, the defender's second. The roll of an attack hand to hand stays on the
    table."""
    who, blow = made.who, made.blow
    with play.citing("CE-ATK-01"):
        tested = skill_test(play, who, "attack", blow.skill, modifiers=made.given, attack=True)
    for defender, how in declared.items():
        defence.meet(play, defender, how)
    if blow.hand_to_hand:
        with play.citing("CE-DEF-18"):
            standing.stand(play, who, standing.PARRYING, tested, at=blow.target, turn=turns.turn_number(play))
    if tested.fumble:
        blows.fumbled(play, who, blow.weapon)
    _resolve(play, made, tested)


def _pay(play: Play, who: str, blow: Blow) -> None:
    """CE-MOD-09, ruling 8: the action that it takes; the stunned attack where the game master has said so."""
    lets = modifiers.ruled(play, who, blow.target).get(modifiers.STUNNED, False) and play.option("stunned_may_attack")
    actions.take(play, who, blow.action, allowed=(modifiers.STUNNED,) if lets else ())


def _fire(play: Play, who: str, weapon: Weapon, manner: Manner) -> None:
    """CE-ACT-05, CE-AUTO-03, CE-AUTO-04, CE-AUTO-05: the rounds that it takes, where the weapon's are counted."""
    loaded = play.character(who).items[weapon.item].tracks.get(weapons.ROUNDS) if weapon.item else None
    if loaded is None or not weapon.ranged:
        return
    fired = weapon.rounds * manner.rolls
    if loaded < fired:
        play.refuse("CE-ACT-05", f"{loaded} rounds are left in it, and this takes {fired}; reload it first.")
    play.emit(who, ItemWorn(name=weapon.item, track=weapons.ROUNDS, amount=-min(loaded, fired)))


def _incoming(play: Play, who: str, blow: Blow, manner: Manner) -> Incoming:
    """CE-DEF-08, ruling 62: a shot is `near` where the game master says that the weapon can be pushed aside, unless the
    shooter is known to be out of reach: by the map or by the game master's word."""
    said = modifiers.ruled(play, who, blow.target)
    pushed = blow.weapon.ranged and not blow.weapon.explosive and said.get(modifiers.PUSHED_ASIDE, False)
    yards = manner.yards if play.deed.is_gm else None
    near = pushed and moving.within_reach(play, blow.target, who, yards)
    way = standing.Way(blow.hand_to_hand, blow.weapon.slow, near)
    return Incoming(
        who, blow.target, way, unnoticed=said.get(modifiers.UNNOTICED, False) or surprise.is_unaware(play, blow.target)
    )


def _modifiers(play: Play, who: str, blow: Blow, manner: Manner) -> tuple[Contribution, ...]:
    yards = distances.between(play, who, blow.target, manner.yards)
    aimed = () if manner.free else aiming.use(play, who)
    given = modifiers.on_attack(play, Aimed(who, blow.target, blow.weapon, yards, called=bool(manner.part)))
    return (*aimed, *given, *manner.extra)


def _resolve(play: Play, made: Made, tested: Tested) -> None:
    """CE-DEF-10, CE-DEF-19, CE-DEF-20: what comes of the rolls."""
    who, blow, attack = made.who, made.blow, made.incoming
    able = not attack.unnoticed and not standing.defenceless(play, blow.target)
    if able and (attack.way.hand_to_hand or attack.way.near):
        _counter(play, blow.target, who, tested)
    if not tested.success:
        return
    by = standing.opposed(play, blow.target, tested, attack.way) if able else ""
    if by:
        play.citations.append(OPPOSED_BY[by])
        return
    if made.either:
        blow = blow._replace(target=_whichever(play, who, blow.target, made.either))
    pending = able and blows.is_pending(play, blow)
    if blows.land(play, who, blow, tested, pending=pending) == criticals.SECOND_ATTACK:
        _roll(play, made)


def _whichever(play: Play, who: str, target: str, other: str) -> str:
    """CE-OPT-03: each hit is at random one's or the other's."""
    with play.citing("CE-OPT-03"):
        return target if play.roll(who, "whom", "1d2").total == 1 else other


def _counter(play: Play, who: str, by: str, tested: Tested) -> None:
    """CE-DEF-10: the defender's Fight Back, where it beats the attacker's roll."""
    counter = defence.countered(play, who, by, tested)
    if counter is None:
        return
    blow, roll = counter
    with play.citing("CE-DEF-10"):
        extra = blows.land(play, who, blow, roll)
    if extra == criticals.SECOND_ATTACK:
        strike(play, who, blow, Manner(free=True))
