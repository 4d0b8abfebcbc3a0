"""Cthulhu Eternal: percentile horror, turns counted down by DEX."""

from __future__ import annotations

from types import ModuleType

from domain.kit.chapters import system_of
from systems.cthulhu_eternal import attempts, people, tests
from systems.cthulhu_eternal.attacks import (
    aiming,
    attacking,
    blows,
    called_shots,
    concealment,
    concentrated_fire,
    criticals,
    crowds,
    defence,
    fumbles,
    helpless,
    modifiers,
    surprise,
    weapons,
)
from systems.cthulhu_eternal.combat import (
    actions,
    aftermath,
    anything_else,
    cover,
    distances,
    escaping,
    fear,
    fights,
    hands,
    holds,
    moving,
    ties,
    turns,
    waiting,
)
from systems.cthulhu_eternal.harm import (
    armor,
    damage,
    explosions,
    healing,
    injuries,
    lethality,
    protection,
    recovery,
    treatment,
)
from systems.cthulhu_eternal.hazards import (
    antidotes,
    cold,
    crashes,
    diseases,
    fire,
    hunger,
    perils,
    poisons,
    suffocation,
)

CHAPTERS: tuple[ModuleType, ...] = (
    people,
    tests,
    turns,
    fights,
    ties,
    actions,
    waiting,
    hands,
    aiming,
    holds,
    distances,
    moving,
    anything_else,
    weapons,
    modifiers,
    blows,
    criticals,
    defence,
    cover,
    attacking,
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
    explosions,
    antidotes,
    poisons,
    diseases,
    perils,
    crashes,
    fire,
    suffocation,
    cold,
    hunger,
    concealment,
    aftermath,
)
"""The chapters, in the order in which their handlers run where several mind the same moment."""

SYSTEM = system_of(__name__, CHAPTERS, id="cthulhu-eternal", name="Cthulhu Eternal", version=2)
"""The system as the registry finds it."""
