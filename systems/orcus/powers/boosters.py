"""Boosters: powers that add damage or effects to a basic attack that has hit."""

from __future__ import annotations

from typing import Final

from domain.kit import turns
from domain.play.play import Play
from systems.orcus.combat.actions import take
from systems.orcus.powers.attacks import attack_of
from systems.orcus.powers.effects import Use, adds_of, carry_out
from systems.orcus.powers.known import all_known, expend, is_withheld, waiting_for
from systems.orcus.powers.records.reading import Reading
from systems.orcus.powers.records.record import Trigger, cost_of
from systems.orcus.powers.targets import Aimed
from systems.orcus.powers.using import lasting_of
from systems.orcus.windows import DEALT, STRUCK, Strike

BOOSTER: Final[Trigger] = "booster"
NONE: Final = "no"


def boost(play: Play, by: str, strike: Strike) -> Strike:
    """OR-KEY-01, OR-KEY-02, OR-KEY-03, OR-COND-04, ruling 61: after a hit with a basic attack its user may add one booster, before damage is rolled.

    The hit has to deal a die of damage at least, and an attack has one booster, however often it hits.
    """
    if not strike.attack.basic or "d" not in strike.attack.dice or not strike.may_boost:
        return strike
    ready = waiting_for(play, by, BOOSTER)
    boosters = {name: reading for name, reading in ready.items() if _is_payable(play, by, reading)}
    if not boosters:
        return strike
    chosen = play.ask(BOOSTER, by, (*boosters, NONE), NONE, "A hit: which booster do they add?", about=strike.target)
    if chosen == NONE:
        return strike
    reading = boosters[chosen]
    play.cite("OR-KEY-01")
    take(play, by, reading.power.name, cost_of(reading.power))
    expend(play, by, chosen, reading.power)
    return strike._replace(boosted=chosen, damage=(*strike.damage, *_dice(play, strike, chosen, reading)))


def boosted(play: Play, by: str, strike: Strike) -> Strike:
    """OR-KEY-01: carry out the effects of a booster besides its damage, as they come with the hit."""
    if strike.boosted:
        reading = all_known(play, by)[strike.boosted]
        use = _use(strike, strike.boosted, reading)
        use = use._replace(lasting=lasting_of(play, use))
        _, rest = attack_of(play, use)
        carry_out(play, use, (*rest, *reading.effect), strike.target)
    return strike


def _is_payable(play: Play, who: str, reading: Reading) -> bool:
    """Whether the action that a booster costs is left, and nobody else's will would expend it."""
    if is_withheld(play, who, reading.power):
        return False
    cost = cost_of(reading.power)
    return cost == "free" or turns.running(play) is None or turns.left(play, who, cost) > 0


def _dice(play: Play, strike: Strike, name: str, reading: Reading) -> tuple[tuple[str, str], ...]:
    """The damage that a booster adds, in the notation of dice, with the power that brings it."""
    attack, _ = attack_of(play, _use(strike, name, reading))
    more = sum(adds_of(play, strike.by, reading.hit[0].amount).values()) if reading.hit else 0
    dice = f"{attack.dice}{more:+d}" if attack.dice and more else attack.dice or (str(more) if more else "")
    return ((dice, reading.power.name),) if dice else ()


def _use(strike: Strike, name: str, reading: Reading) -> Use:
    return Use(strike.by, name, reading, Aimed((strike.target,)), strike=strike, weapon=strike.attack.weapon)


WINDOWS: Final = {STRUCK: (boost,), DEALT: (boosted,)}
