"""Triggers: powers that step in between, as a counter or a react, once what they wait for has happened."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from domain.kit import turns
from domain.kit.rolls import count_as
from domain.play.play import Play
from systems.orcus.board.places import next_to
from systems.orcus.combat.interrupts import LET_BE, Timing, offer_interrupt
from systems.orcus.combat.sides import hostile
from systems.orcus.powers.attacks import check_armed, has_arms
from systems.orcus.powers.effects import Use
from systems.orcus.powers.known import waiting_for
from systems.orcus.powers.records.reading import Reading
from systems.orcus.powers.records.record import Trigger
from systems.orcus.powers.targets import Aimed
from systems.orcus.powers.using import resolve
from systems.orcus.windows import ATTACKED, DECLARED, HIT, LEAVING, Step, Strike

TOLD: Final[dict[Trigger, str]] = {
    "attacked": "They are attacked",
    "hit": "They are hit",
    "missed": "An attack misses them",
    "harmed": "An attack has harmed them",
    "ally attacked": "An ally is attacked",
    "ally hit": "An ally is hit",
    "enemy leaves": "An enemy next to them moves away",
}
"""OR-POW-09: what has happened, as the player who may step in is asked."""


def on_declared(play: Play, target: str, strike: Strike) -> Strike:
    """OR-POW-09, OR-IMM-03: an attack is declared; its target and the target's allies may step in before it is rolled."""
    strike = _step_in(play, target, "attacked", strike)
    return _allies(play, target, "ally attacked", strike)


def on_hit(play: Play, target: str, strike: Strike) -> Strike:
    """OR-POW-09, OR-IMM-03: an attack has hit; what makes it miss or halves it steps in before it deals anything."""
    strike = _step_in(play, target, "hit", strike)
    return strike if strike.missed else _allies(play, target, "ally hit", strike)


def on_attacked(play: Play, target: str, strike: Strike) -> Strike:
    """OR-POW-09, OR-IMM-04: an attack is over; a target that it missed or harmed may react."""
    if strike.missed:
        return _step_in(play, target, "missed", strike, "react")
    harmed = strike.dealt.hp or strike.dealt.temporary
    return _step_in(play, target, "harmed", strike, "react") if harmed else strike


def on_leaving(play: Play, who: str, step: Step) -> Step:
    """OR-POW-09, OR-IMM-03: an enemy who is next to a character moves away; a power may meet it before it has left."""
    if step.how in ("move", "shift"):
        for other in turns.fighters(play):
            if step.stopped or not waiting_for(play, other, "enemy leaves"):
                continue
            if hostile(play, other, who) and next_to(play, other, who):
                _meet(play, other, who)
    return step


def ready_for(play: Play, who: str, trigger: Trigger) -> dict[str, Reading]:
    """OR-POW-09, OR-TAG-02: return the powers of a character that wait for a trigger, and for which they are armed, by their word."""
    readings = waiting_for(play, who, trigger).items()
    return {name: reading for name, reading in readings if has_arms(play, who, reading)}


def _step_in(play: Play, who: str, trigger: Trigger, strike: Strike, timing: Timing = "counter") -> Strike:
    powers = ready_for(play, who, trigger)
    chosen = _offered(play, who, trigger, powers, about=strike.by, timing=timing)
    if not chosen:
        return strike
    reading, before = powers[chosen], _defense(play, strike)
    armed = check_armed(play, who, reading)
    resolve(play, Use(who, chosen, reading, _aimed(who, strike, reading), strike=strike, weapon=armed))
    return _changed(play, strike, reading, _defense(play, strike) - before)


def _allies(play: Play, target: str, trigger: Trigger, strike: Strike) -> Strike:
    for other in turns.fighters(play):
        if other in (target, strike.by) or strike.missed or not waiting_for(play, other, trigger):
            continue
        if not hostile(play, other, target):
            strike = _step_in(play, other, trigger, strike)
    return strike


def _meet(play: Play, who: str, mover: str) -> None:
    powers = ready_for(play, who, "enemy leaves")
    chosen = _offered(play, who, "enemy leaves", powers, about=mover)
    if chosen:
        armed = check_armed(play, who, powers[chosen])
        resolve(play, Use(who, chosen, powers[chosen], Aimed((mover,)), weapon=armed))


def _offered(
    play: Play, who: str, trigger: Trigger, powers: Iterable[str], *, about: str, timing: Timing = "counter"
) -> str:
    """Ask whether a character steps in with one of their powers; "" where they let it be, or have none."""
    names = tuple(powers)
    if not names:
        return ""
    chosen = offer_interrupt(play, who, TOLD[trigger], names, timing=timing, about=about)
    return "" if chosen == LET_BE else chosen


def _aimed(who: str, strike: Strike, reading: Reading) -> Aimed:
    """The target of a power that steps in: its user, the one who was attacked, or the one who attacks."""
    match reading.aim.sort:
        case "self":
            return Aimed((who,))
        case "ally" | "other":
            return Aimed((strike.target,))
        case _:
            return Aimed((strike.by,))


def _defense(play: Play, strike: Strike) -> int:
    attack = strike.attack
    return play.value(strike.target, f"attributes.{attack.defense}", tags=attack.tags, against=strike.by).total


def _changed(play: Play, strike: Strike, reading: Reading, harder: int) -> Strike:
    """OR-IMM-03, OR-ATK-03: the strike as it goes on after a power that stepped in: it may miss now, be `harder` to land, or
    do half. A natural 20 hits all the same."""
    verbs = {clause.verb for clause in (*reading.effect, *reading.hit)}
    if "halve" in verbs:
        strike = strike._replace(halved=True)
    if strike.tried is None or strike.missed:
        return strike
    rolled = strike.tried.roll
    if harder:
        rolled = count_as(play, rolled, rolled.total - harder, "countered", rules=("OR-IMM-03",))
    tried = strike.tried._replace(roll=rolled)
    return strike._replace(tried=tried, missed="avert" in verbs or not tried.success, critical=tried.critical)


WINDOWS: Final = {DECLARED: (on_declared,), HIT: (on_hit,), ATTACKED: (on_attacked,), LEAVING: (on_leaving,)}
