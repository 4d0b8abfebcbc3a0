"""Cthulhu Eternal: percentile horror, with turns counted down by DEX.

`attacks`, `combat`, `harm` and `hazards` follow the rulebook; the modules here hold people, tests and states. Tables and texts are
TOML files beside them."""

from __future__ import annotations

from types import ModuleType

from domain.kit.chapters import system_of
from systems.cthulhu_eternal import attempts, people, states, tests
from systems.cthulhu_eternal.attacks import (
    aiming,
    attacking,
    blows,
    bursts,
    called_shots,
    concealment,
    concentrated_fire,
    criticals,
    crowds,
    defence,
    fumbles,
    helpless,
    modifiers,
    opposing,
    surprise,
    weapons,
    windows,
)
from systems.cthulhu_eternal.combat import (
    actions,
    aftermath,
    anything_else,
    counts,
    cover,
    distances,
    escaping,
    fear,
    fights,
    hands,
    holds,
    moving,
    standing,
    ties,
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
    states,
    tests,
    counts,
    fights,
    ties,
    actions,
    waiting,
    hands,
    holds,
    distances,
    moving,
    standing,
    anything_else,
    weapons,
    blows,
    opposing,
    fumbles,
    defence,
    aiming,
    modifiers,
    called_shots,
    surprise,
    criticals,
    bursts,
    cover,
    attacking,
    fear,
    concentrated_fire,
    escaping,
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
"""The chapters, in the order in which their handlers run where several mind the same moment or window."""

SYSTEM = system_of(__name__, CHAPTERS, windows=windows.ALL, id="cthulhu-eternal", name="Cthulhu Eternal", version=2)
"""The system as the registry finds it."""
