"""States: what a character is in besides hurt. Each is a condition with its own source and end."""

from __future__ import annotations

from typing import Final

from domain.kit.conditions import has
from domain.play.play import Play
from domain.system import ConditionKind
from systems.cthulhu_eternal.moments import HELPLESS

DEAD, UNCONSCIOUS, STUNNED, PRONE, PINNED = "dead", "unconscious", "stunned", "prone", "pinned"

FALLEN: Final = "fallen"
"""CE-ACT-25: prone by a failed footing test, so that the next count goes on getting up."""

AT_THEIR_MERCY: Final = "helpless"
"""Bound, asleep, or whatever else the game master says leaves a character to their fate."""

COVERED: Final = "covered"
"""CE-ACT-26: behind cover of `data.armor` points (see `cover`)."""

CONDITIONS = {
    DEAD: ConditionKind(single=True, moment=HELPLESS),
    UNCONSCIOUS: ConditionKind(single=True, moment=HELPLESS),
    STUNNED: ConditionKind(single=True, moment=HELPLESS),
    PINNED: ConditionKind(moment=HELPLESS),
    PRONE: ConditionKind(single=True),
    FALLEN: ConditionKind(single=True),
}
"""Ruling 52: nobody who is dead, unconscious, stunned or pinned holds on to anybody else; gaining it is a moment."""


def is_helpless(play: Play, who: str) -> bool:
    """CE-DMG-08, CE-PROT-03: whether a character is unconscious, or helpless as the game master has said."""
    return has(play, who, UNCONSCIOUS, AT_THEIR_MERCY)
