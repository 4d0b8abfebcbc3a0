"""The chapters about powers, in the order in which their handlers run."""

from __future__ import annotations

from types import ModuleType
from typing import Final

from systems.orcus.powers import (
    attacks,
    boosters,
    catalogue,
    importing,
    known,
    monsters,
    openings,
    refresh,
    rulings,
    stances,
    summons,
    targets,
    triggers,
    using,
    zones,
)

CHAPTERS: Final[tuple[ModuleType, ...]] = (
    known,
    catalogue,
    importing,
    monsters,
    rulings,
    targets,
    openings,
    stances,
    zones,
    refresh,
    attacks,
    summons,
    using,
    boosters,
    triggers,
)
