"""Downtime phases as the rules see them: the one under way, its slots, and what lasts as long as a block of it."""

from __future__ import annotations

from typing import Final

from domain.aggregates import CAMPAIGN
from domain.downtime import days_passed
from domain.play.play import Play
from domain.play.slots import phase_under_way
from domain.vocabulary.anchors import AtMoment, UntilFirst
from domain.vocabulary.chronicle import PhaseChanged
from systems.weaverdice.moments import DAY_START, DOWNTIME_END

AT_LEISURE: Final = "at_leisure"
"""The condition of a character who spends a slot of this phase on company or rest, and has a hand free for others' work."""

ON_BUSINESS: Final = "on_business"
"""The condition of a character who spends a slot of this phase on Cape Business."""

SELF_PROMOTING: Final = "self_promoting"
"""The condition of a character who spends a slot of this phase on Self-Promote."""


def block(who: str) -> UntilFirst:
    """Return the anchor of a slot of downtime: until the phase is over, or a character's new day begins."""
    return UntilFirst(of=(AtMoment(moment=DOWNTIME_END), AtMoment(moment=DAY_START, subject=who)))


def last_night(play: Play) -> bool:
    """Whether all days of the phase under way have passed, so that the time found now is for the next one."""
    phase = phase_under_way(play)
    return phase is not None and days_passed(phase) >= phase.days > 0


def add_slots(play: Play, who: str, slots: int = 1) -> None:
    """WD-DOWN-05: further slots add to a character's in the phase under way, if there is one."""
    phase = phase_under_way(play)
    if phase is not None:
        more = {**phase.slots, who: phase.slots.get(who, 0) + slots}
        play.emit(CAMPAIGN, PhaseChanged(name=str(phase.number), slots=more, rules=("WD-DOWN-05",)))
