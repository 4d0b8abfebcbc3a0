"""Morale: how it rises and falls, and emotion effects."""

from __future__ import annotations

from typing import Final

from domain.events.values import PointGained, PointSpent
from domain.play.play import Play
from domain.system import Option
from systems.weaverdice import checks

HIGHEST: Final = 4
LOWEST: Final = -4
BEYOND_LOWEST: Final = -5
"""The fifth low step, at which nobody functions any more (an option: ruling 14)."""


def lowest(play: Play) -> int:
    """WD-MOR-01, ruling 14: the scale ends four steps below neutral, or five where the campaign plays so."""
    return BEYOND_LOWEST if play.option("fifth_low_step") else LOWEST


def shift(play: Play, who: str, steps: int, rule: str) -> None:
    """WD-MOR-04: morale rises or falls by steps, as far as the scale goes: what is high is lost before anything is low.

    Nothing happens to those whose morale is not kept.
    """
    if "morale" not in play.character(who).tracks:
        return
    before = checks.morale(play, who)
    moved = min(HIGHEST, max(lowest(play), before + steps)) - before
    with play.citing(rule):
        if moved > 0:
            play.emit(who, PointGained(name="morale", amount=moved))
        elif moved < 0:
            play.emit(who, PointSpent(name="morale", amount=-moved))


OPTIONS = (
    Option(
        name="fifth_low_step",
        default=False,
        choices=(False, True),
        text="Whether morale has a fifth low step, which caps at 2 and at which nobody functions.",
        rules=("WD-MOR-01", "WD-RULING-14"),
    ),
)
