"""Orcus: heroic fantasy on a square grid, turn by turn, with powers, interrupts and marks."""

from __future__ import annotations

from types import ModuleType

from domain.kit.chapters import system_of
from systems.orcus import windows
from systems.orcus.attacks import attacking
from systems.orcus.board import falling, forced, places, sight, terrain, walking
from systems.orcus.combat import actions, initiative, interrupts, maintaining, order, sides, turns
from systems.orcus.harm import damage
from systems.orcus.powers import known, targets, using
from systems.orcus.rolls import checks, saves, trials
from systems.orcus.sheet import armor, conditions, derived, people, skills, stacking

CHAPTERS: tuple[ModuleType, ...] = (
    people,
    skills,
    derived,
    stacking,
    armor,
    conditions,
    trials,
    checks,
    saves,
    sides,
    turns,
    actions,
    interrupts,
    maintaining,
    places,
    terrain,
    sight,
    damage,
    attacking,
    initiative,
    known,
    targets,
    using,
    falling,
    forced,
    walking,
)
"""The chapters, in the order in which their handlers run where several mind the same moment or window."""

SYSTEM = system_of(
    __name__,
    CHAPTERS,
    windows=windows.ALL,
    save=saves.save_against,
    ordered=order.ORDERED,
    id="orcus",
    name="Orcus",
)
"""The system as the registry finds it."""
