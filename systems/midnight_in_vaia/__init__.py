"""Midnight in Vaia: action slots and stress."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

from domain.chapters import gathered, system_of
from domain.play.play import Play
from domain.system import Vocabulary
from systems.midnight_in_vaia import (
    abilities,
    actions,
    areas,
    burnouts,
    catalogue,
    combos,
    counters,
    damage,
    effects,
    executions,
    hindrances,
    initialization,
    maims,
    movement,
    multi_round,
    objects,
    ongoing,
    outros,
    people,
    phases,
    relaxing,
    rounds,
    slots,
    stress,
    unconsciousness,
    upkeep,
    using,
    vulnerable,
)
from systems.midnight_in_vaia.occasions import HOUR

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

_COMES_ABOUT: dict[str, Callable[[Play, str, str], None]] = {
    kind: handler for chapter in CHAPTERS for kind, handler in getattr(chapter, "DUE", {}).items()
}
"""What comes about when a task or an intent of a kind is due: each chapter's `DUE`, called with whose it is and its name."""


def _due(play: Play, ref: str, at: str) -> None:
    component, _, name = at.partition(".")
    comes_about = _COMES_ABOUT.get(getattr(play.aggregate(ref), component)[name].kind)
    if comes_about is not None:
        comes_about(play, ref, name)


SYSTEM = system_of(
    __name__,
    CHAPTERS,
    id="midnight-in-vaia",
    name="Midnight in Vaia",
    version=2,
    due=_due,
    periods={HOUR: relaxing.HOUR},
    vocabulary=Vocabulary(
        attributes=frozenset(gathered(CHAPTERS, "ATTRIBUTES")), tracks=frozenset(gathered(CHAPTERS, "TRACKS"))
    ),
)
"""The system as the registry finds it."""
