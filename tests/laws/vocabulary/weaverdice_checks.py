"""Checks of Weaverdice, with the morale that can be spent on them."""

from __future__ import annotations

from domain.commands import CharacterRef, Command
from domain.components.creature import Condition
from domain.events.body import ConditionGained
from domain.events.log import Contribution
from domain.events.values import PointSpent
from domain.play.moments import owner_of
from domain.play.play import Play
from domain.system import Kind

COUNTS_AS = {1: 3, 2: 4, 3: 5, 4: 6}
"""The number a roll counts as, by the step of morale held before it is lowered."""

CAPS = {-1: 6, -2: 5, -3: 4, -4: 3}
"""The most a roll comes to, by the step of low morale."""


def check(play: Play, who: str, label: str, stat: str, target: int) -> bool:
    """WD-CHK-01, WD-MOR-02, WD-MOR-03: 1d6 and the stat's modifier, under the cap of low morale; with high morale the
    player may, having seen the roll, lower it by a step, and the die counts as the number listed for the step before.
    """
    modifier = Contribution(label=stat, amount=play.value(who, f"attributes.{stat}").total - 3)
    morale = play.character(who).tracks["morale"].current
    cap = CAPS.get(morale)

    def judged(total: int) -> str:
        return "success" if (total if cap is None else min(total, cap)) >= target else "failure"

    rolled = play.roll(who, label, "1d6", modifiers=(modifier,), target=target, judge=judged)
    if morale <= 0:
        return rolled.outcome == "success"
    listed = COUNTS_AS[morale]
    prompt = f"Lower morale by one step, so that the die counts as {listed}?"
    if play.offer(f"{label}/morale", owner_of(play, who), ("yes", "no"), "no", prompt) == "yes":
        with play.citing("WD-MOR-03"):
            play.emit(who, PointSpent(name="morale", amount=1))
            rolled = play.roll(who, f"{label}/morale", str(listed), modifiers=(modifier,), target=target)
    return rolled.outcome == "success"


class Leap(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    who: CharacterRef
    target: int = 4


def leap(play: Play, command: Leap) -> None:
    """Across the rooftops: who fails, falls."""
    if not check(play, command.who, "leap", "athletics", command.target):
        play.emit(command.who, ConditionGained(name=play.new_id("fallen"), condition=Condition(what="fallen")))


KINDS = (Kind(name="leap", args=Leap, rule=leap, by="owner", actor="who", summary="Leap across."),)
