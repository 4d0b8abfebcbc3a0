"""Recovery beyond rest: being made whole, and a long-term injury that becomes half as bad."""

from __future__ import annotations

from typing import Final

from domain.kit import conditions
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.vocabulary.values import ModifierChanged, ModifierLifted
from systems.weaverdice.harm import dying, resting, scars, wounds
from systems.weaverdice.harm.statuses import LongData

ONGOING: Final = ("burning", "knocked_down")
"""Conditions that go with a body that is whole, beside the simple conditions that any rest heals."""

LONG: Final = frozenset({"long-term", "permanent"})
"""The tags of what is lost for long: no healing, however full, brings that back."""


def heal_fully(play: Play, who: str) -> None:
    """WD-OPT-25: every wound that is not scarred is healed, with simple conditions and points of stats that were lost
    for a while; a character who was out comes round."""
    wounds_by_name = play.character(who).wounds
    for name in sorted(name for name in wounds_by_name if wounds_by_name[name].slot.startswith("body/")):
        if not scars.holds(play, who, name):
            wounds.mend(play, who, name, "healed")
    for what in (*sorted(resting.NUMBERS.simple), *ONGOING):
        for name in sorted(play.where(who, "conditions", what)):
            if name in play.character(who).conditions and not scars.holds(play, who, name):
                conditions.end_one(play, who, name, "healed")
    lost = play.character(who).modifiers
    for name in sorted(name for name in lost if "stat loss" in lost[name].tags and not LONG & {*lost[name].tags}):
        play.emit(who, ModifierLifted(name=name, because="healed"))
    if dying.down(play, who) in ("unconscious", "dying"):
        dying.wake(play, who, "healed")


def halve(play: Play, who: str, affliction: str) -> None:
    """WD-OPT-25: a wound is a step milder; a condition has half its level, or half the days it lasts; what a power or an
    injury takes from a value is half of it. Halves are rounded down. Absent where there is none of that name."""
    creature = play.character(who)
    if affliction in creature.wounds:
        wounds.reduce(play, who, affliction)
    elif affliction in creature.modifiers:
        _halve_modifier(play, who, affliction)
    elif affliction in creature.conditions:
        _halve_condition(play, who, affliction)
    else:
        play.missing(f"{who}.conditions.{affliction}", "Name a wound, condition or modifier that is on the sheet.")


def _halve_modifier(play: Play, who: str, name: str) -> None:
    amount = play.character(who).modifiers[name].amount
    if not isinstance(amount, int) or amount >= 0:
        raise Refused(
            "WD-OPT-25",
            "That lowers nothing by a number that could be halved; name a wound, condition or modifier that does.",
        )
    if amount == -1:
        play.emit(who, ModifierLifted(name=name, because="halved to nothing"))
    else:
        play.emit(who, ModifierChanged(name=name, amount=-(-amount // 2)))


def _halve_condition(play: Play, who: str, name: str) -> None:
    condition = play.character(who).conditions[name]
    days = LongData.of(condition).days
    if days is not None and days > 1:
        conditions.change(play, who, name, data=LongData.changes(days=days // 2))
    elif condition.level > 1:
        conditions.ease(play, who, name, condition.level - condition.level // 2)
    else:
        conditions.end_one(play, who, name, "halved to nothing")
