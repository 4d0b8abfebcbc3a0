"""Orcus: heroic fantasy on a square grid, with powers, interrupts and marks.

`sheet`, `rolls`, `board`, `combat`, `attacks`, `maneuvers`, `powers`, `harm` and `rest` follow the rulebook. Geometry that other games
share is in `domain.kit`."""

from __future__ import annotations

from types import ModuleType

from domain.kit.chapters import system_of
from systems.orcus import windows
from systems.orcus.attacks import attacking, exposure, mercy, weapons
from systems.orcus.board import (
    cover,
    falling,
    flanking,
    forced,
    places,
    ranges,
    sight,
    squeezing,
    teleporting,
    terrain,
    walking,
)
from systems.orcus.combat import (
    actions,
    delaying,
    doing,
    initiative,
    interrupts,
    lasting,
    maintaining,
    order,
    points,
    sides,
    surprise,
    turns,
)
from systems.orcus.harm import (
    damage,
    death_saves,
    dying,
    healing,
    persistent,
    regeneration,
    resistance,
    staggered,
    temporary,
)
from systems.orcus.maneuvers import (
    charging,
    features,
    grappling,
    guarding,
    helping,
    opportunity,
    readying,
    shoving,
    striking,
)
from systems.orcus.powers import retraining as power_retraining
from systems.orcus.powers.chapters import CHAPTERS as POWERS
from systems.orcus.rest import incantations, passing, rests, streaks
from systems.orcus.rolls import challenges, checks, percentile, saves, trials
from systems.orcus.sheet import (
    armor,
    choices,
    conditions,
    derived,
    generating,
    imposing,
    lapsing,
    levels,
    loads,
    natures,
    origins,
    people,
    retraining,
    senses,
    skills,
    stacking,
    summoned,
)

CHAPTERS: tuple[ModuleType, ...] = (
    people,
    skills,
    derived,
    stacking,
    armor,
    conditions,
    imposing,
    senses,
    natures,
    loads,
    choices,
    generating,
    origins,
    levels,
    retraining,
    trials,
    checks,
    percentile,
    challenges,
    saves,
    sides,
    resistance,
    persistent,
    staggered,
    damage,
    dying,
    healing,
    regeneration,
    death_saves,
    temporary,
    turns,
    actions,
    interrupts,
    maintaining,
    surprise,
    points,
    lasting,
    doing,
    delaying,
    places,
    terrain,
    ranges,
    cover,
    sight,
    weapons,
    flanking,
    attacking,
    exposure,
    mercy,
    striking,
    features,
    readying,
    opportunity,
    grappling,
    shoving,
    helping,
    guarding,
    initiative,
    falling,
    forced,
    walking,
    squeezing,
    teleporting,
    summoned,
    lapsing,
    charging,
    *POWERS,
    power_retraining,
    rests,
    streaks,
    passing,
    incantations,
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
