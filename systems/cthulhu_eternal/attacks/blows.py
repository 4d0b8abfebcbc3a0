"""What somebody does to somebody who does not get out of the way: harm, a disarm, a pin, and what a critical adds.

What it comes to is rolled at once and applied when the count is over, where several share it (`turns.together`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from domain.components.base import Scalar
from domain.play.play import Play
from systems.cthulhu_eternal import states
from systems.cthulhu_eternal.attacks import criticals
from systems.cthulhu_eternal.attacks.weapons import Weapon
from systems.cthulhu_eternal.combat import actions, hands, holds, moving, standing, turns
from systems.cthulhu_eternal.harm import damage, kill_radius
from systems.cthulhu_eternal.tests import Tested

Offence = Literal["attack", "called shot", "disarm", "pin"]

BLOW: Final = "blow"
"""The kind of the intent that is a blow not yet applied."""

FUMBLED: Final = "fumbled"
"""Whose attack fumbled, with the weapon `data.item`, until the game master has said what came of it."""

GRAB: Final = {"disarm": "CE-ACT-12", "pin": "CE-ACT-27"}
"""What takes two free hands and somebody within reach, with the rule."""


class Blow(NamedTuple):
    """An offensive action against somebody: `takes` is the thing that a disarm knocks from their grasp.

    `effect` is that of a called shot: "past armor", or one of the optional ones. `caught` are others inside a Kill Radius,
    where the map does not tell. `any_critical` says that any success is a critical hit.
    """

    action: Offence
    target: str
    weapon: Weapon
    takes: str = ""
    effect: str = ""
    caught: tuple[str, ...] = ()
    any_critical: bool = False

    @property
    def hand_to_hand(self) -> bool:
        """Whether it is done hand to hand."""
        return not self.weapon.ranged

    @property
    def skill(self) -> str:
        """CE-ACT-04, CE-ACT-12, CE-ACT-27: what is tested."""
        return "unarmed_combat" if self.action in GRAB else self.weapon.skill


def check(play: Play, who: str, blow: Blow, yards: int | None = None) -> None:
    """CE-ACT-12, CE-ACT-27, rulings 23 and 62: what an offensive action requires, `yards` away where that is said. Refused
    where it is missing."""
    if blow.hand_to_hand and not moving.within_reach(play, who, blow.target, yards):
        play.refuse(GRAB.get(blow.action, "CE-ACT-03"), f"{blow.target} is out of reach; get closer first.")
    if rule := GRAB.get(blow.action):
        if not hands.both_free(play, who):
            play.refuse(rule, f"To {blow.action} takes both hands free; put away or drop what they hold.")
        if blow.action == "disarm" and blow.takes not in hands.held(play, blow.target):
            play.refuse(rule, f"{blow.target} does not hold that; say what is to be knocked from their grasp.")
    elif not (blow.weapon.damage or blow.weapon.lethality):
        play.refuse("CE-RULING-23", "Nobody has entered what this does: a damage or a Lethality rating; do that first.")


def land(play: Play, who: str, blow: Blow, tested: Tested, *, pending: bool = False) -> str:
    """CE-ATK-01, CE-ATK-02, CE-DEF-10: an offensive action has succeeded, and does what was declared; what a critical hit does
    in place of doubling, if anything.

    One that is `pending` can still be opposed by what its target does on the same count.
    """
    with play.citing("CE-ATK-01"):
        match blow.action:
            case "disarm":
                _apply(play, who, blow, tested, pending, do="disarm", item=blow.takes)
            case "pin":
                _apply(play, who, blow, tested, pending, do="pin")
            case _:
                return _harm(play, who, blow, tested, pending=pending)
    return ""


def _harm(play: Play, who: str, blow: Blow, tested: Tested, *, pending: bool) -> str:
    """CE-ATK-02, CE-LETH-01, CE-LETH-05, CE-LETH-07, CE-OPT-05 to CE-OPT-08: the damage of a hit, or its Lethality."""
    weapon = blow.weapon
    critical = tested.critical or blow.any_critical or blow.effect == "head shot"
    extra = criticals.chosen(play, who, blow.target) if critical else ""
    past_armor = blow.effect == "past armor" or extra == "called shot"
    hit = damage.Hit(
        dice="" if weapon.lethality else weapon.damage,
        by=who,
        hand_to_hand=blow.hand_to_hand,
        critical=critical and not extra,
        halved=blow.effect == "flesh wound",
        armor="ignored" if past_armor else "stops",
        piercing=weapon.pierces,
        supernatural=weapon.supernatural,
        stuns=weapon.stuns or blow.effect == "stun" or extra == "stun",
    )
    with play.citing(*(("CE-ATK-02",) if hit.critical else ())):
        if weapon.lethality:
            _burst(play, who, blow, tested, hit, pending=pending)
        else:
            rolled = damage.rolled(play, blow.target, hit)
            _apply(play, who, blow, tested, pending, do="harm", **rolled._asdict())
    if extra in criticals.ADDED:
        _apply(play, who, blow, tested, pending, do=extra, **criticals.details(play, who, blow.target, extra))
    return extra


def _burst(play: Play, who: str, blow: Blow, tested: Tested, hit: damage.Hit, *, pending: bool) -> None:
    """CE-ACT-08, CE-LETH-07: everybody caught has a Lethality roll of their own; a called shot is at the first alone."""
    weapon = blow.weapon
    for target in kill_radius.caught(play, blow.target, weapon.radius, blow.caught):
        first = target == blow.target
        theirs = hit if first else hit._replace(armor="stops", halved=False, stuns=weapon.stuns)
        rolled = kill_radius.roll(play, theirs, target, weapon.lethality)
        lethal: dict[str, Scalar] = {"do": "lethal", "rating": weapon.lethality, "succeeded": rolled.succeeded}
        _apply(play, who, blow._replace(target=target), tested, pending and first, **lethal, **rolled.hit._asdict())


def _apply(play: Play, who: str, blow: Blow, tested: Tested, pending: bool, **what: Scalar) -> None:
    written: dict[str, Scalar] = {"roll": tested.total, "outcome": tested.outcome, "chance": tested.chance}
    turns.together(play, who, BLOW, struck, target=blow.target, pending=pending, **written, **what)


def struck(play: Play, who: str, data: Mapping[str, Scalar]) -> None:
    """CE-TURN-03, CE-DEF-18, ruling 58: a blow is applied, unless what its target rolled on the same count opposes it."""
    target = str(data["target"])
    if data["pending"] and standing.opposed(play, target, standing.read(data), standing.Way(hand_to_hand=True)):
        play.citations.append("CE-DEF-19")
        return
    match data["do"]:
        case "disarm":
            holds.disarmed(play, who, data)
        case "pin":
            holds.pinned(play, who, data)
        case "prone":
            with play.citing("CE-OPT-08"):
                states.gain(play, target, states.PRONE)
        case "lethal":
            hit, rating = _hit(data), int(data["rating"] or 0)
            damage.inflict_lethal(play, target, hit, rating, succeeded=bool(data["succeeded"]))
        case _:
            damage.inflict(play, target, _hit(data))


def _hit(data: Mapping[str, Scalar]) -> damage.Hit:
    fields: dict[str, object] = {name: data[name] for name in damage.Hit._fields}
    return damage.Hit(**fields)  # type: ignore[arg-type]


def is_pending(play: Play, blow: Blow) -> bool:
    """Ruling 58: whether the target of a blow hand to hand may still act on this very count, so that its roll opposes it."""
    return blow.hand_to_hand and turns.acting(play, blow.target) and actions.has_action(play, blow.target)


def to_take(play: Play, who: str, target: str, word: str = "") -> str:
    """The thing that a disarm of `target` goes for: what `word` says, else what they hold, which `who` picks from."""
    if word:
        return hands.thing(play, target, word)
    held = hands.held(play, target)
    if len(held) < 2:
        return next(iter(held), "")
    prompt = "What is to be knocked from their grasp?"
    return play.ask("disarm", who, tuple(held), held[0], prompt, about=target)


def fumbled(play: Play, who: str, weapon: Weapon) -> None:
    """CE-ATK-03: an attack roll has fumbled; what comes of it the game master says (see `fumbles`)."""
    states.end(play, who, FUMBLED, "again")
    with play.citing("CE-ATK-03"):
        states.gain(play, who, FUMBLED, item=weapon.item, mode=weapon.mode)


DUE = {BLOW: turns.as_due(struck)}
