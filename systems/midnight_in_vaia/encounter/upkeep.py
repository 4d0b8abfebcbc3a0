"""Upkeep at the end of every Full Round: its steps, in the order of ruling 17."""

from __future__ import annotations

from typing import Final

from domain.play import moments
from domain.play.play import Play
from domain.vocabulary.turns import TurnPassed
from systems.midnight_in_vaia.encounter import rounds
from systems.midnight_in_vaia.moments import (
    COUNTDOWN,
    UPKEEP,
    UPKEEP_COUNTERS,
    UPKEEP_DAMAGE,
    UPKEEP_HEALING,
    UPKEEP_STRESS,
)

STEPS: Final = (UPKEEP, UPKEEP_DAMAGE, UPKEEP_HEALING, UPKEEP_COUNTERS, UPKEEP_STRESS)
"""Ruling 17: the steps before the countdown."""


def hold(play: Play, encounter: str) -> None:
    """MV-UPK-01, MV-UPK-03, MV-ROUND-01: every step of Upkeep, the countdown last; then the round's five seconds are over."""
    with play.citing("MV-UPK-01"):
        play.emit(encounter, TurnPassed(name="now", phase=rounds.UPKEEP, active=()))
    for step in STEPS:
        moments.come(play, step)
    with play.citing("MV-UPK-03"):
        play.emit(encounter, TurnPassed(name="now", phase=COUNTDOWN))
        moments.come(play, COUNTDOWN)
    with play.citing("MV-ROUND-01"):
        play.emit(encounter, TurnPassed(name="now", phase=rounds.BETWEEN))
        moments.pass_time(play, rounds.FULL_ROUND)
