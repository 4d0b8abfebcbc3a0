"""Conditions in attacks: they hamper the attacks of their bearer, and expose the bearer to the attacks of others."""

from __future__ import annotations

from typing import Final

from domain.kit.conditions import has, present
from domain.kit.rolls import addend
from domain.play.play import Play
from systems.orcus.board.places import next_to
from systems.orcus.sheet.conditions import (
    BLINDED,
    CONTROLLED,
    DAZED,
    MARKED,
    PETRIFIED,
    PRONE,
    RESTRAINED,
    STUNNED,
    SURPRISED,
    is_helpless,
)
from systems.orcus.windows import AIMED, Strike

HAMPERED: Final = -2
"""OR-COND-10, OR-COND-15, OR-COND-16: the penalty to attack rolls of the marked, the prone and the restrained."""

LOW: Final = 2
"""OR-COND-15: the bonus of the prone to defenses against ranged attacks from afar."""

EXPOSED: Final = {
    BLINDED: "OR-COND-03",
    CONTROLLED: "OR-COND-04",
    DAZED: "OR-COND-05",
    PETRIFIED: "OR-COND-13",
    RESTRAINED: "OR-COND-16",
    STUNNED: "OR-COND-19",
    SURPRISED: "OR-COND-20",
}
"""The conditions that give combat advantage to every attack against a character, with their rules."""


def hampered(play: Play, by: str, strike: Strike) -> Strike:
    """OR-COND-10, OR-COND-15, OR-COND-16: the marked, the prone and the restrained attack at a penalty."""
    marked = any(each.source not in strike.among for each in present(play, by, MARKED).values())
    reasons = {
        MARKED: "OR-COND-10" if marked else "",
        PRONE: "OR-COND-15" if has(play, by, PRONE) else "",
        RESTRAINED: "OR-COND-16" if has(play, by, RESTRAINED) else "",
    }
    trial = strike.trial
    for what, rule in reasons.items():
        if rule:
            play.cite(rule)
            trial = trial.with_addends(*addend(what, HAMPERED, source=rule))
    return strike._replace(trial=trial)


def exposed(play: Play, _by: str, strike: Strike) -> Strike:
    """OR-COND-08: conditions of the target give the attacker combat advantage."""
    reasons = [rule for what, rule in EXPOSED.items() if has(play, strike.target, what)]
    if is_helpless(play, strike.target):
        reasons.append("OR-COND-08")
    return strike._replace(trial=strike.trial.favoured(*reasons))


def lying_low(play: Play, by: str, strike: Strike) -> Strike:
    """OR-COND-15, ruling 47: lying prone helps melee attackers, and hampers ranged ones who are not adjacent."""
    if not has(play, strike.target, PRONE):
        return strike
    if strike.attack.origin == "melee":
        return strike._replace(trial=strike.trial.favoured("OR-COND-15"))
    if strike.attack.origin == "ranged" and not next_to(play, by, strike.target):
        return strike._replace(guard=(*strike.guard, *addend("prone", LOW, source="OR-COND-15")))
    return strike


WINDOWS: Final = {AIMED: (hampered, exposed, lying_low)}
