"""Rotted Capes: superheroes among zombies, in fights of Areas and in an enclave that has to survive.

`combat`, `harm`, `modes` and `vehicles` hold the fights, `survival` the days of the enclave, `points` Plot Points and flaws, `catalogue`
abilities and gear. Food stores that other games could share are in `domain.kit`."""

from __future__ import annotations

from types import ModuleType

from domain.kit.chapters import system_of
from systems.rotted_capes import windows
from systems.rotted_capes.catalogue import abilities, cast, gear, grappling, teamwork, using
from systems.rotted_capes.catalogue import flaws as listed_flaws
from systems.rotted_capes.combat import (
    allowances,
    areas,
    attacks,
    breaking,
    companions,
    demanding,
    dread,
    features,
    initiative,
    knockback,
    light,
    mercy,
    ongoing,
    opportunity,
    pace,
    ready,
    skills,
    standard,
    surprise,
    terrain,
    turns,
)
from systems.rotted_capes.combat.movement import flying, moving, prone
from systems.rotted_capes.harm import breath, buffers, damage, falls, healing, objects, resistance, types, wounds
from systems.rotted_capes.modes import blasts, danger_zones, hordes, modes, swarming, unleashed
from systems.rotted_capes.points import (
    awards,
    complications,
    favors,
    flaws,
    helping,
    issues,
    limits,
    offers,
    points,
    rerolls,
    rescue,
)
from systems.rotted_capes.rolls import challenges
from systems.rotted_capes.sheet import aboard, conditions, conditions_rolls, conditions_weak, exhaustion, people, sizes
from systems.rotted_capes.survival import days, diseases, gathering, hiatus, loads, needs, travel
from systems.rotted_capes.vehicles import control, crashing, hits, riding

CHAPTERS: tuple[ModuleType, ...] = (
    people,
    conditions,
    conditions_rolls,
    conditions_weak,
    sizes,
    exhaustion,
    challenges,
    types,
    resistance,
    buffers,
    wounds,
    damage,
    healing,
    falls,
    breath,
    objects,
    turns,
    areas,
    terrain,
    light,
    dread,
    attacks,
    knockback,
    breaking,
    mercy,
    ongoing,
    surprise,
    initiative,
    companions,
    pace,
    demanding,
    opportunity,
    prone,
    flying,
    moving,
    standard,
    allowances,
    features,
    ready,
    skills,
    aboard,
    riding,
    control,
    hits,
    crashing,
    points,
    issues,
    rerolls,
    rescue,
    limits,
    helping,
    favors,
    awards,
    flaws,
    complications,
    offers,
    modes,
    unleashed,
    danger_zones,
    hiatus,
    needs,
    diseases,
    gathering,
    loads,
    travel,
    days,
    hordes,
    swarming,
    blasts,
    abilities,
    gear,
    listed_flaws,
    cast,
    using,
    grappling,
    teamwork,
)
"""The chapters, in the order in which their handlers run where several mind the same moment or window."""

SYSTEM = system_of(__name__, CHAPTERS, windows=windows.ALL, id="rotted-capes", name="Rotted Capes")
"""The system as the registry finds it."""
