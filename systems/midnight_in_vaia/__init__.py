"""Midnight in Vaia: action slots and stress.

`encounter` holds rounds and phases, `acting` abilities and movement, `harm` damage, maims and burnouts. Tables and texts are TOML files
beside them."""

from __future__ import annotations

from types import ModuleType

from domain.kit.chapters import system_of
from systems.midnight_in_vaia import abilities, catalogue, people
from systems.midnight_in_vaia.acting import movement, multi_round, using
from systems.midnight_in_vaia.encounter import (
    actions,
    combos,
    initialization,
    outros,
    phases,
    rounds,
    slots,
    upkeep,
    vulnerable,
)
from systems.midnight_in_vaia.harm import (
    areas,
    burnouts,
    counters,
    damage,
    effects,
    executions,
    hindrances,
    maims,
    objects,
    ongoing,
    relaxing,
    sensitivities,
    stress,
    unconsciousness,
)

CHAPTERS: tuple[ModuleType, ...] = (
    people,
    initialization,
    rounds,
    slots,
    phases,
    actions,
    abilities,
    using,
    multi_round,
    combos,
    vulnerable,
    counters,
    hindrances,
    sensitivities,
    effects,
    damage,
    relaxing,
    burnouts,
    stress,
    maims,
    movement,
    unconsciousness,
    executions,
    objects,
    areas,
    ongoing,
    upkeep,
    outros,
    catalogue,
)
"""The chapters, in the order in which their handlers run where several mind the same moment."""

SYSTEM = system_of(__name__, CHAPTERS, id="midnight-in-vaia", name="Midnight in Vaia", version=2)
"""The system as the registry finds it."""
