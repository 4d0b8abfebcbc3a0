"""Staggered: half of the hit points, or fewer, are left. It follows from the numbers; that it begins and ends is recorded."""

from __future__ import annotations

from typing import Final

from domain.formulas import Derived
from domain.kit.conditions import end, gain, has
from domain.play.moments import come
from domain.play.play import Play
from domain.vocabulary.expressions import AtLeast, Number, Product, Sum, ValueOf
from systems.orcus import moments
from systems.orcus.moments import ADJUSTED, ARRIVED, LEVELED, LONG_REST, SHORT_REST, TURN_OVER, TURN_START
from systems.orcus.sheet.conditions import STAGGERED
from systems.orcus.sheet.people import EVERYBODY, STAGGERED_AT, reckoned

IS_STAGGERED: Final = "staggered.now"
"""Path of 1 for a character who is staggered, and 0 for everybody else."""

DERIVED: Final = (
    Derived(
        IS_STAGGERED,
        AtLeast(
            value=Sum(
                terms=(
                    ValueOf(path=STAGGERED_AT),
                    Product(factors=(Number(value=-1), ValueOf(path="tracks.hp.current"))),
                )
            ),
            threshold=0,
            then=Number(value=1),
        ),
        EVERYBODY,
        "OR-STAG-01",
    ),
)


def is_staggered(play: Play, who: str) -> bool:
    """OR-STAG-01, OR-STAG-02: whether a character has half of their maximum hit points left, or fewer."""
    return reckoned(play, who, IS_STAGGERED) > 0


def note_staggered(play: Play, who: str) -> None:
    """OR-STAG-01, OR-STAG-02: record that a character has come to be staggered, or is so no more."""
    now, before = is_staggered(play, who), has(play, who, STAGGERED)
    with play.citing("OR-STAG-01", "OR-STAG-02"):
        if now and not before:
            gain(play, who, STAGGERED)
            come(play, moments.STAGGERED, who)
        elif before and not now:
            end(play, who, STAGGERED, "more than half of the hit points are left")
            come(play, moments.RALLIED, who)


MOMENTS: Final = dict.fromkeys(
    (ADJUSTED, ARRIVED, LEVELED, LONG_REST, SHORT_REST, TURN_START, TURN_OVER), (note_staggered,)
)
"""The moments after which changes of the most hit points are reckoned with."""
