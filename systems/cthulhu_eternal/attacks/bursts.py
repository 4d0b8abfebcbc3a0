"""Bursts: a hit with a Lethality rating catches everybody within its Kill Radius."""

from __future__ import annotations

from domain.kit import conditions
from domain.play.play import Play
from domain.vocabulary.base import Scalar
from systems.cthulhu_eternal.attacks import blows
from systems.cthulhu_eternal.attacks.windows import DEALING, Landing
from systems.cthulhu_eternal.combat import standing
from systems.cthulhu_eternal.harm import kill_radius
from systems.cthulhu_eternal.harm.damage import Hit


def catch(play: Play, _: str, landing: Landing) -> Landing:
    """CE-ACT-08, CE-DEF-05, CE-LETH-07: roll Lethality for everybody caught but those who evade it; a called shot is at the
    first alone."""
    blow, weapon, hit = landing.blow, landing.blow.weapon, landing.hit
    if not weapon.lethality:
        return landing
    for target in kill_radius.caught(play, blow.target, weapon.radius, blow.caught):
        if conditions.has(play, target, standing.EVADING):
            play.cite("CE-DEF-05")
            continue
        first = target == blow.target
        theirs = hit if first else _at_others(landing)
        rolled = kill_radius.roll(play, theirs, target, weapon.lethality)
        lethal: dict[str, Scalar] = {"do": "lethal", "rating": weapon.lethality, "succeeded": rolled.succeeded}
        at_them = landing._replace(blow=blow._replace(target=target), pending=landing.pending and first)
        blows.apply(play, at_them, **lethal, **rolled.hit._asdict())
    return landing._replace(dealt=True)


def _at_others(landing: Landing) -> Hit:
    """CE-ACT-08: the hit as it is for those who are not aimed at: nothing that the called shot does, so critical only where the
    roll, or a surprise, made it so."""
    critical = landing.hit.critical and (landing.tested.critical or landing.blow.any_critical)
    return landing.hit._replace(armor="stops", critical=critical, halved=False, stuns=landing.blow.weapon.stuns)


WINDOWS = {DEALING: (catch,)}
