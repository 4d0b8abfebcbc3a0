"""Statuses: what somebody is in besides wounded. Each is a condition of its own, with its own source and end."""

from __future__ import annotations

from typing import Final

from domain.components.anchors import AnyAnchor
from domain.components.base import Scalar
from domain.components.creature import Condition
from domain.events.body import ConditionEnded, ConditionGained
from domain.play.moments import everyone, participants, settle
from domain.play.play import Play

SINGLE: Final = frozenset(
    {"bleeding", "blinded", "deafened", "knocked_down", "delayed", "unconscious", "dying", "dead", "death_sentence"}
    | {"on_business", "self_promoting"}
)
"""What somebody is in or is not: a second time adds nothing (ruling 39)."""


def gain(play: Play, who: str, what: str, *, until: AnyAnchor | None = None, source: str = "", **data: Scalar) -> str:
    """Somebody comes to be in a status; the name of its instance (of the one that is there, where one is all there is).

    `until` is what ends it: a moment, or `WhilePresent` with the path of the wound that it came with.
    """
    there = play.where(who, "conditions", what)
    if what in SINGLE and there:
        return min(there)
    name = play.new_id(what.replace("_", "-"))
    play.emit(who, ConditionGained(name=name, condition=Condition(what=what, until=until, source=source, data=data)))
    return name


def has(play: Play, who: str, what: str) -> bool:
    """Whether somebody is in a status."""
    return bool(play.where(who, "conditions", what))


def end(play: Play, who: str, what: str, because: str = "") -> int:
    """Every instance of a status ends, and what hung on it; how many there were."""
    names = sorted(play.where(who, "conditions", what))
    for name in names:
        end_one(play, who, name, because)
    return len(names)


def end_one(play: Play, who: str, name: str, because: str = "") -> None:
    """One instance ends, and what hung on it."""
    play.emit(who, ConditionEnded(name=name, because=because))
    settle(play, f"{who}.conditions.{name}")


def stuck_in(play: Play, who: str, wound: str) -> bool:
    """WD-COND-13: whether something is stuck in a wound, which then can never heal fully."""
    return any(there.data.get("wound") == wound for there in play.where(who, "conditions", "stuck").values())


def present(play: Play) -> tuple[str, ...]:
    """The creatures that take part in the encounter of this deed; where none does, everybody. In order."""
    return _creatures(play, participants(play, play.deed.encounter)) or _creatures(play, everyone(play))


def _creatures(play: Play, refs: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(ref for ref in refs if ref.startswith("character/") and play.exists(ref))


def those_in(play: Play, what: str) -> tuple[str, ...]:
    """Whoever is present, in a status and not dead."""
    return tuple(ref for ref in present(play) if has(play, ref, what) and not has(play, ref, "dead"))
