"""Cthulhu Eternal: percentile horror, turns counted down by DEX."""

from __future__ import annotations

from types import ModuleType

from domain.chapters import gathered, system_of
from domain.system import Vocabulary
from systems.cthulhu_eternal import (
    actions,
    aftermath,
    aiming,
    anything_else,
    armor,
    attacks,
    attempts,
    blows,
    called_shots,
    concealment,
    concentrated_fire,
    cover,
    criticals,
    crowds,
    damage,
    defence,
    diseases,
    escaping,
    fear,
    fumbles,
    hands,
    healing,
    helpless,
    holds,
    injuries,
    lethality,
    modifiers,
    moving,
    people,
    perils,
    poisons,
    protection,
    recovery,
    surprise,
    tests,
    ties,
    treatment,
    turns,
    waiting,
    weapons,
)
from systems.cthulhu_eternal.dues import dues_of, periods_of

CHAPTERS: tuple[ModuleType, ...] = (
    people,
    tests,
    turns,
    ties,
    actions,
    waiting,
    hands,
    aiming,
    holds,
    moving,
    anything_else,
    weapons,
    modifiers,
    blows,
    criticals,
    defence,
    cover,
    attacks,
    called_shots,
    fumbles,
    fear,
    concentrated_fire,
    escaping,
    surprise,
    crowds,
    damage,
    injuries,
    attempts,
    protection,
    armor,
    helpless,
    healing,
    treatment,
    recovery,
    lethality,
    poisons,
    diseases,
    perils,
    concealment,
    aftermath,
)
"""The chapters, in the order in which their handlers run where several mind the same moment."""

SYSTEM = system_of(
    __name__,
    CHAPTERS,
    id="cthulhu-eternal",
    name="Cthulhu Eternal",
    due=dues_of(CHAPTERS),
    periods=periods_of(CHAPTERS),
    vocabulary=Vocabulary(
        attributes=frozenset(gathered(CHAPTERS, "ATTRIBUTES")), tracks=frozenset(gathered(CHAPTERS, "TRACKS"))
    ),
)
"""The system as the registry finds it."""
