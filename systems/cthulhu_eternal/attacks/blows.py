"""Blows at a character who does not get out of the way: harm, a disarm, a pin, and what a critical adds.

Its damage is rolled at once and applied when the count is over, where several share it (`counts.together`).
"""

from __future__ import annotations

from typing import Final

from domain.kit import conditions
from domain.kit.data import data_of
from domain.messages import text
from domain.play.play import Play
from domain.vocabulary.base import Scalar
from systems.cthulhu_eternal import states
from systems.cthulhu_eternal.attacks.windows import APPLYING, DEALING, GRAB, LANDED, LANDING, Applied, Blow, Landing
from systems.cthulhu_eternal.combat import counts, hands, holds, moving, standing
from systems.cthulhu_eternal.harm import damage
from systems.cthulhu_eternal.tests import Tested

BLOW: Final = "blow"
"""The kind of the intent that is a blow not yet applied."""


def check(play: Play, who: str, blow: Blow, yards: int | None = None) -> None:
    """CE-ACT-12, CE-ACT-27, rulings 23 and 62: what an offensive action requires, `yards` away where that is said. Refused
    where it is missing."""
    if blow.hand_to_hand and not moving.within_reach(play, who, blow.target, yards):
        play.refuse(
            GRAB.get(blow.action, "CE-ACT-03"), "{target} is out of reach; get closer first.", target=blow.target
        )
    if rule := GRAB.get(blow.action):
        if not hands.both_free(play, who):
            play.refuse(
                rule,
                "Both hands have to be free to {action}; put away or drop what they hold.",
                action=text("disarm") if blow.action == "disarm" else text("pin"),
            )
        if blow.action == "disarm" and blow.takes not in hands.in_hands(play, blow.target):
            play.refuse(
                rule, "{target} does not hold that; say what is to be knocked from their grasp.", target=blow.target
            )
    elif not (blow.weapon.damage or blow.weapon.lethality):
        play.refuse("CE-RULING-23", "This weapon has no damage and no Lethality rating yet; enter one of them first.")
    elif blow.weapon.radius and not blow.weapon.lethality:
        play.refuse("CE-RULING-23", "This weapon has a Kill Radius and no Lethality rating; enter it with both.")


def land(play: Play, who: str, blow: Blow, tested: Tested, *, pending: bool = False) -> Landing:
    """CE-ATK-01, CE-ATK-02, CE-DEF-10: an offensive action has succeeded, and does what was declared."""
    critical = tested.critical or blow.any_critical
    landing = Landing(who, blow, tested, _hit_by(who, blow, critical=critical), pending)
    with play.citing("CE-ATK-01"):
        if blow.action in GRAB:
            apply(play, landing, do=blow.action, **({"item": blow.takes} if blow.action == "disarm" else {}))
            return landing
        return _harm(play, LANDING.open(play, who, landing))


def _hit_by(who: str, blow: Blow, *, critical: bool) -> damage.Hit:
    weapon = blow.weapon
    return damage.Hit(
        dice="" if weapon.lethality else weapon.damage,
        by=who,
        hand_to_hand=blow.hand_to_hand,
        critical=critical,
        piercing=weapon.pierces,
        supernatural=weapon.supernatural,
        stuns=weapon.stuns,
    )


def _harm(play: Play, landing: Landing) -> Landing:
    """CE-ATK-02: the damage of a hit, or what it does in place of it."""
    with play.citing(*(("CE-ATK-02",) if landing.hit.critical else ())):
        landing = DEALING.open(play, landing.by, landing)
        if not landing.dealt:
            rolled = damage.rolled(play, landing.blow.target, landing.hit)
            apply(play, landing, do="harm", **rolled._asdict())
    return LANDED.open(play, landing.by, landing)


@data_of("intents", BLOW)
class BlowData(standing.RolledData, frozen=True, kw_only=True, omit_defaults=True):
    """A blow that has landed: its roll, what it does to whom, and the hit that it is (see `damage.Hit`)."""

    target: str
    pending: bool
    do: str
    item: str = ""
    rating: int = 0
    succeeded: bool = False
    dice: str = ""
    amount: int = 0
    by: str = ""
    hand_to_hand: bool = False
    critical: bool = False
    halved: bool = False
    armor: damage.Stopping = "stops"
    piercing: int | None = 0
    supernatural: bool = False
    stuns: bool = False
    attack: bool = True
    harm: str = ""
    label: str = "damage"


def apply(play: Play, landing: Landing, **what: Scalar) -> None:
    """Let a blow take an effect: at once or, where several share the count, at the end of it."""
    tested = landing.tested
    written = {"roll": tested.total, "outcome": tested.outcome, "chance": tested.chance}
    of = {"target": landing.blow.target, "pending": landing.pending}
    counts.together(play, landing.by, BLOW, struck, BlowData, **of, **written, **what)


def struck(play: Play, who: str, data: BlowData) -> None:
    """CE-TURN-03, CE-DEF-18, ruling 58: a blow is applied, unless what its target rolled on the same count opposes it."""
    target = data.target
    if APPLYING.open(play, target, Applied(standing.read(data), data.pending)).opposed:
        return
    match data.do:
        case "disarm":
            holds.disarmed(play, target, data.item)
        case "pin":
            holds.pin_down(play, who, target)
        case "prone":
            with play.citing("CE-OPT-08"):
                conditions.gain(play, target, states.PRONE)
        case "lethal":
            damage.inflict_lethal(play, target, _hit(data), data.rating, succeeded=data.succeeded)
        case _:
            damage.inflict(play, target, _hit(data))


def _hit(data: BlowData) -> damage.Hit:
    return damage.Hit(**{name: getattr(data, name) for name in damage.Hit._fields})


def to_take(play: Play, who: str, target: str, word: str = "") -> str:
    """The thing that a disarm of `target` goes for: what `word` says, else what they hold, which `who` picks from."""
    if word:
        return hands.thing(play, target, word)
    weapons = hands.in_hands(play, target)
    if len(weapons) < 2:
        return next(iter(weapons), "")
    prompt = "What is to be knocked from their grasp?"
    return play.ask("disarm", who, tuple(weapons), weapons[0], prompt, about=target)


DUE = {BLOW: counts.as_due(struck, BlowData)}
