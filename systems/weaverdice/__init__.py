"""Weaverdice: capes, their effort and their wounds, on a single die."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType

from domain.rulebook import rules_of
from domain.system import Handler, System, Vocabulary
from systems.weaverdice import (
    actions,
    afflictions,
    aiming,
    attempts,
    attacks,
    backgrounds,
    buds,
    burden,
    checks,
    conditions,
    costume,
    crafting_skills,
    damage,
    days,
    dying,
    effort,
    exhaustion,
    falling,
    fights,
    goals,
    grapples,
    infamy,
    initiative,
    items,
    lengthy,
    leverage,
    milestones,
    morale,
    movement,
    negotiation,
    pain,
    passing_dots,
    people,
    progression,
    repairs,
    reputation,
    resting,
    rewards,
    scars,
    sixteen_steps,
    skills,
    standing,
    statlines,
    stats,
    stuck,
    superstats,
    tactics,
    training,
    turns,
    waiting,
    weapons,
    wound_effects,
    wounds,
)

CHAPTERS: tuple[ModuleType, ...] = (
    people,
    checks,
    effort,
    statlines,
    superstats,
    skills,
    aiming,
    attempts,
    training,
    backgrounds,
    negotiation,
    exhaustion,
    morale,
    days,
    reputation,
    infamy,
    fights,
    turns,
    initiative,
    tactics,
    actions,
    lengthy,
    movement,
    falling,
    waiting,
    leverage,
    attacks,
    damage,
    wounds,
    wound_effects,
    afflictions,
    dying,
    conditions,
    pain,
    scars,
    stuck,
    resting,
    grapples,
    items,
    burden,
    weapons,
    costume,
    repairs,
    crafting_skills,
    standing,
    passing_dots,
    progression,
    rewards,
    goals,
    milestones,
    buds,
    sixteen_steps,
)
"""The chapters, in the order in which their handlers run where several mind the same moment."""


def _moments(chapters: tuple[ModuleType, ...]) -> Mapping[str, tuple[Handler, ...]]:
    found: dict[str, tuple[Handler, ...]] = {}
    for chapter in chapters:
        for moment, handlers in getattr(chapter, "MOMENTS", {}).items():
            found[moment] = (*found.get(moment, ()), *handlers)
    return found


SYSTEM = System(
    id="weaverdice",
    name="Weaverdice",
    version=1,
    kinds=tuple(kind for chapter in CHAPTERS for kind in getattr(chapter, "KINDS", ())),
    options=tuple(option for chapter in CHAPTERS for option in getattr(chapter, "OPTIONS", ())),
    moments=_moments(CHAPTERS),
    periods=days.PERIODS,
    rules=rules_of(__name__),
    vocabulary=Vocabulary(
        attributes=frozenset({*stats.STATS, *(f"super-{stat}" for stat in stats.STATS)}),
        tracks=frozenset(track for chapter in CHAPTERS for track in getattr(chapter, "TRACKS", ())),
    ),
)
"""The system as the registry finds it."""
