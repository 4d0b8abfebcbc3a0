"""Bleed and Hemorrhage Counters: they hurt at every Upkeep, and some of them go."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from domain.kit import conditions, turns
from domain.play.play import Play
from domain.rulebook import table
from domain.system import Handler, OptionSpec
from systems.midnight_in_vaia.encounter import vulnerable
from systems.midnight_in_vaia.moments import UPKEEP_COUNTERS, UPKEEP_DAMAGE

Counter = Literal["bleeding", "hemorrhaging"]
BLEEDING: Final[Counter] = "bleeding"
HEMORRHAGING: Final[Counter] = "hemorrhaging"


class _Loss(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Damage by each counter: at Upkeep, and when it is removed by Exsanguination."""

    damage: int
    exsanguinated: int


class _Counters(msgspec.Struct, frozen=True):
    bleeding: _Loss
    hemorrhaging: _Loss


_TABLE: Final = table(__package__, "effects", _Counters)
LOSS: Final[dict[Counter, _Loss]] = {BLEEDING: _TABLE.bleeding, HEMORRHAGING: _TABLE.hemorrhaging}
"""MV-EFF-02, MV-EFF-04, MV-EFF-06, MV-EFF-07."""

_GAINED: Final[dict[Counter, str]] = {BLEEDING: "MV-EFF-01", HEMORRHAGING: "MV-EFF-04"}
_HURTS: Final[dict[Counter, str]] = {BLEEDING: "MV-EFF-02", HEMORRHAGING: "MV-EFF-04"}
_DRAINED: Final[dict[Counter, str]] = {BLEEDING: "MV-EFF-06", HEMORRHAGING: "MV-EFF-07"}


def count(play: Play, who: str, counter: Counter) -> int:
    """MV-EFF-01, MV-EFF-04: the counters on a character."""
    condition = play.character(who).conditions.get(counter)
    return 0 if condition is None else condition.level


def add(play: Play, who: str, counter: Counter, amount: int, source: str = "") -> None:
    """MV-EFF-01, MV-EFF-04: add counters; nothing happens for none."""
    with play.citing(_GAINED[counter]):
        conditions.deepen(play, who, counter, amount, source=source)


def exsanguinate(play: Play, who: str) -> int:
    """MV-EFF-06, MV-EFF-07: every counter is removed at once and deals its damage; the Hit Points lost."""
    lost = 0
    for counter, loss in LOSS.items():
        if here := count(play, who, counter):
            with play.citing(_DRAINED[counter]):
                conditions.ease(play, who, counter, here, "exsanguination")
                lost += vulnerable.lose(play, who, here * loss.exsanguinated, "exsanguination")
    return lost


def _hurt(play: Play, _subject: str) -> None:
    """MV-EFF-02, MV-EFF-04: at Upkeep each counter on a character does its damage."""
    for who in turns.present(play):
        losses = {counter: count(play, who, counter) * loss.damage for counter, loss in LOSS.items()}
        with play.citing(*(_HURTS[counter] for counter, loss in losses.items() if loss)):
            if any(losses.values()):
                vulnerable.over_time(play, who, {str(counter): loss for counter, loss in losses.items()})


def _subside(play: Play, _subject: str) -> None:
    """MV-EFF-03, MV-EFF-05, ruling 4: then half of the Bleed Counters, rounded down, and one Hemorrhage Counter are removed."""
    for who in turns.present(play):
        if bleeding := count(play, who, BLEEDING):
            last = bleeding == 1 and play.option("bleed_last_counter") == "cleared"
            with play.citing("MV-EFF-03"):
                conditions.ease(play, who, BLEEDING, 1 if last else bleeding // 2, "subsided")
        if count(play, who, HEMORRHAGING):
            with play.citing("MV-EFF-05"):
                conditions.ease(play, who, HEMORRHAGING, 1, "subsided")


MOMENTS: dict[str, tuple[Handler, ...]] = {UPKEEP_DAMAGE: (_hurt,), UPKEEP_COUNTERS: (_subside,)}

OPTIONS = (
    OptionSpec(
        name="bleed_last_counter",
        default="stays",
        choices=("stays", "cleared"),
        text="Whether the last Bleed Counter stays, as half of one rounded down is none, or is cleared at Upkeep.",
        rules=("MV-EFF-03", "MV-RULING-04"),
    ),
)
