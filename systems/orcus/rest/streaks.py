"""Streaks: every two encounters that the heroes face without a long rest between them."""

from __future__ import annotations

from typing import Any, Final

from domain.kit import counters
from domain.kit.data import data_of
from domain.play.moments import come, everyone
from domain.play.play import Play
from domain.vocabulary.data import Data
from systems.orcus.moments import ENCOUNTER, LONG_REST, STREAK

ENCOUNTERS: Final = "encounters"
"""Ruling 46: the counter of a group's encounters since its last long rest."""

LENGTH: Final = 2
"""OR-STRK-01: the encounters that make a streak."""


@data_of("uses", ENCOUNTERS)
class StreakData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The encounter that was counted last, so that it is counted once for all of a group."""

    last: str = ""


def encounter_over(play: Play, who: str) -> None:
    """OR-STRK-01, OR-STRK-02, ruling 46: a group completes a streak with every second encounter that its heroes face."""
    encounter = play.deed.encounter or ""
    for group in groups_of(play, who):
        use: Any = play.enclave(group).uses.get(ENCOUNTERS)
        if use is not None and StreakData.of(use).last == encounter:
            continue
        counters.ensure(play, group, ENCOUNTERS)
        count = counters.times(play, group, ENCOUNTERS) + 1
        counters.clear(play, group, ENCOUNTERS, count, data=StreakData(last=encounter).stored(), rules=("OR-STRK-01",))
        if count % LENGTH == 0:
            with play.citing("OR-STRK-02"):
                come(play, STREAK, group)


def rested(play: Play, who: str) -> None:
    """Ruling 46: a long rest begins the count of a group afresh; an odd encounter is lost."""
    for group in groups_of(play, who):
        if counters.times(play, group, ENCOUNTERS):
            counters.clear(play, group, ENCOUNTERS, data={"last": None}, rules=("OR-RULING-46",))


def groups_of(play: Play, who: str) -> list[str]:
    """Return the groups that a character belongs to."""
    groups = [ref for ref in everyone(play) if ref.startswith("enclave/")]
    return [
        group for group in groups if any(member.character == who for member in play.enclave(group).members.values())
    ]


MOMENTS: Final = {ENCOUNTER: (encounter_over,), LONG_REST: (rested,)}
