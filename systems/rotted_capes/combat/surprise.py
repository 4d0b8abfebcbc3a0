"""Surprise: who hides, who notices them, and who is surprised when a fight begins."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from domain.formulas import Derived
from domain.kit import conditions
from domain.kit.durations import end_of_turn
from domain.kit.rolls import addend
from domain.play.play import Play
from domain.vocabulary.expressions import Number, Sum, ValueOf
from systems.rotted_capes.rolls.challenges import check
from systems.rotted_capes.sheet.conditions import STUNNED
from systems.rotted_capes.sheet.people import EVERYBODY
from systems.rotted_capes.windows import Trial

PASSIVE: Final = "passive.perception"
STEALTH: Final = "bonus.stealth"

_PASSIVE: Final = Sum(terms=(Number(value=10), ValueOf(path="modifiers.wisdom"), ValueOf(path="attributes.perception")))
DERIVED: Final = (
    Derived(PASSIVE, _PASSIVE, EVERYBODY, "RC-RULING-18"),
    Derived(STEALTH, Number(value=0), EVERYBODY, "RC-INIT-05"),
)


def stealth(play: Play, who: str, trial: Trial | None = None) -> int:
    """RC-INIT-05: roll Dexterity (Stealth), with what powers add to it, and return the total."""
    bonus = addend("Stealth", play.value(who, STEALTH).total)
    test = trial or Trial(who, "stealth", "check", ability="dexterity")
    return check(play, test.with_addends(*bonus)).roll.total


def unnoticed(play: Play, total: int, observer: str) -> bool:
    """Ruling 18: whether a Stealth total hides a character from an observer: their passive Perception is not higher."""
    return total >= play.value(observer, PASSIVE).total


def surprised_by(play: Play, hidden: dict[str, int], foes: Collection[str], observer: str) -> bool:
    """RC-INIT-03, RC-INIT-04, RC-INIT-05, RC-INIT-06: whether an observer notices none of their foes."""
    return bool(foes) and all(foe in hidden and unnoticed(play, hidden[foe], observer) for foe in foes)


def surprise(play: Play, who: str, rule: str = "RC-INIT-07") -> None:
    """RC-INIT-07: put a character in the state Stunned (Lesser, Surprise) until the end of their own first turn."""
    with play.citing(rule, "RC-INIT-07"):
        conditions.gain(play, who, STUNNED, tags=("Lesser", "Surprise"), until=end_of_turn(who))
