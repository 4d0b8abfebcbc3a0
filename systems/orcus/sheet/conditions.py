"""The 22 conditions by name, and what they keep somebody from."""

from __future__ import annotations

from typing import Final

from domain.kit.conditions import has
from domain.play.play import Play
from domain.system import ConditionKind
from systems.orcus.moments import DIED, DOWN, FELLED

BLINDED, CONTROLLED, DAZED, DEAFENED, DYING = "blinded", "controlled", "dazed", "deafened", "dying"
HELPLESS, IMMOBILE, MARKED, PETRIFIED, PRONE = "helpless", "immobile", "marked", "petrified", "prone"
RESTRAINED, SLOWED, STUNNED, SURPRISED = "restrained", "slowed", "stunned", "surprised"
UNCONSCIOUS, WEAKENED, GRAPPLED, DEAD = "unconscious", "weakened", "grappled", "dead"
STABLE, HIDDEN, INVISIBLE, INCAPACITATED = "stable", "hidden", "invisible", "incapacitated"
SQUEEZING: Final = "squeezing"

CONDITIONS: Final = {
    DEAD: ConditionKind(single=True, moment=DIED),
    UNCONSCIOUS: ConditionKind(moment=DOWN),
    PRONE: ConditionKind(single=True, moment=FELLED),
}

UNABLE: Final = (STUNNED, UNCONSCIOUS, DYING, PETRIFIED, INCAPACITATED)
"""Ruling 31: the states in which somebody cannot take actions."""


def is_dead(play: Play, who: str) -> bool:
    """Whether somebody is dead, or gone altogether."""
    return not play.exists(who) or has(play, who, DEAD)


def can_act(play: Play, who: str) -> bool:
    """OR-COND-13, OR-COND-19, OR-COND-21, ruling 31: whether somebody can take actions."""
    return not is_dead(play, who) and not has(play, who, *UNABLE)


def can_react(play: Play, who: str) -> bool:
    """OR-COND-05, OR-COND-19, OR-SURP-02: whether somebody can act between turns."""
    return can_act(play, who) and not has(play, who, DAZED, CONTROLLED, SURPRISED)


def is_helpless(play: Play, who: str) -> bool:
    """OR-COND-08, ruling 30: whether somebody is helpless."""
    return has(play, who, HELPLESS, UNCONSCIOUS, PETRIFIED)
