"""States: what somebody is in besides hurt. Each is a condition with its own source and end."""

from __future__ import annotations

from typing import Final

from domain.components.anchors import AnyAnchor
from domain.components.base import Scalar
from domain.components.creature import Condition
from domain.events.body import ConditionEnded, ConditionGained
from domain.play.moments import come, settle
from domain.play.play import Play
from systems.cthulhu_eternal.moments import HELPLESS

DEAD, UNCONSCIOUS, STUNNED, PRONE, PINNED = "dead", "unconscious", "stunned", "prone", "pinned"

FALLEN: Final = "fallen"
"""CE-ACT-25: prone by a failed footing test, so that the next count goes on getting up."""

AT_THEIR_MERCY: Final = "helpless"
"""Bound, asleep, or whatever else the game master says leaves somebody to their fate."""

COVERED: Final = "covered"
"""CE-ACT-26: behind cover of `data.armor` points (see `cover`)."""

SINGLE: Final = frozenset({DEAD, UNCONSCIOUS, STUNNED, PRONE, FALLEN})
"""What somebody is in or is not: a second time adds nothing."""

FELLING: Final = frozenset({DEAD, UNCONSCIOUS, STUNNED, PINNED})
"""Ruling 52: in these nobody holds on to anybody else; gaining one is a moment of its own."""


def is_helpless(play: Play, who: str) -> bool:
    """CE-DMG-08, CE-PROT-03: whether somebody is unconscious, or helpless as the game master has said."""
    return any(has(play, who, state) for state in (UNCONSCIOUS, AT_THEIR_MERCY))


def gain(
    play: Play,
    who: str,
    what: str,
    *,
    until: AnyAnchor | None = None,
    source: str = "",
    by: str = "",
    level: int = 0,
    **data: Scalar,
) -> str:
    """Somebody comes to be in a state, `by` somebody else, where it concerns one; the name of its instance.

    Where there is one and one is all there can be, it is the name of that.
    """
    there = play.where(who, "conditions", what)
    if what in SINGLE and there:
        return min(there)
    name = play.new_id(what.replace("_", "-"))
    condition = Condition(what=what, until=until, source=source, target=by, level=level, data=data)
    play.emit(who, ConditionGained(name=name, condition=condition))
    if what in FELLING:
        come(play, HELPLESS, who)
    return name


def has(play: Play, who: str, what: str) -> bool:
    """Whether somebody is in a state."""
    return bool(play.where(who, "conditions", what))


def end(play: Play, who: str, what: str, because: str = "") -> int:
    """Every instance of a state ends, and what hung on it; how many there were."""
    names = sorted(play.where(who, "conditions", what))
    for name in names:
        play.emit(who, ConditionEnded(name=name, because=because))
        settle(play, f"{who}.conditions.{name}")
    return len(names)
