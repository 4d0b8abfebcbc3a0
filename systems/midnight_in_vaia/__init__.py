"""Midnight in Vaia: action slots and stress."""

from __future__ import annotations

from types import ModuleType

from domain.chapters import gathered, system_of
from domain.system import Vocabulary
from systems.midnight_in_vaia import (
    abilities,
    actions,
    areas,
    catalogue,
    combos,
    damage,
    effects,
    initialization,
    maims,
    multi_round,
    outros,
    people,
    phases,
    rounds,
    slots,
    stress,
    upkeep,
)

CHAPTERS: tuple[ModuleType, ...] = (
    people,
    initialization,
    rounds,
    slots,
    phases,
    actions,
    abilities,
    multi_round,
    combos,
    effects,
    damage,
    stress,
    maims,
    areas,
    upkeep,
    outros,
    catalogue,
)
"""The chapters, in the order in which their handlers run where several mind the same moment."""

SYSTEM = system_of(
    __name__,
    CHAPTERS,
    id="midnight-in-vaia",
    name="Midnight in Vaia",
    vocabulary=Vocabulary(
        attributes=frozenset(gathered(CHAPTERS, "ATTRIBUTES")), tracks=frozenset(gathered(CHAPTERS, "TRACKS"))
    ),
)
"""The system as the registry finds it."""
