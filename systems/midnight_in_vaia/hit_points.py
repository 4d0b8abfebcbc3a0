"""Hit Points: lost, regained, and gone for good. What follows at 0 is said by the chapters that mind `DROPPED` and `ROSE`."""

from __future__ import annotations

from typing import Final

from domain.components.creature import Condition
from domain.events.body import ConditionGained
from domain.events.values import DamageHealed, DamageTaken
from domain.play import moments
from domain.play.play import Play
from systems.midnight_in_vaia.occasions import DIED, DROPPED, ROSE

DEAD: Final = "dead"


def current(play: Play, who: str) -> int:
    """The Hit Points that somebody has left."""
    return int(play.character(who).tracks["hp"].current)


def total(play: Play, who: str) -> int:
    """All the Hit Points that somebody can have."""
    return play.value(who, "tracks.hp.maximum").total


def lose(play: Play, who: str, amount: int, harm: str = "") -> int:
    """Ruling 25: somebody loses Hit Points, which do not go below 0; how many they lost. At 0 `DROPPED` comes."""
    here = current(play, who)
    lost = min(amount, here)
    if lost <= 0:
        return 0
    play.emit(who, DamageTaken(name="hp", amount=lost, harm=harm))
    if lost == here:
        moments.come(play, DROPPED, who)
    return lost


def regain(play: Play, who: str, amount: int) -> int:
    """Somebody regains Hit Points, up to all they can have; how many. Above 0 again, `ROSE` comes. The dead regain none."""
    here = current(play, who)
    healed = min(amount, total(play, who) - here)
    if healed <= 0 or is_dead(play, who):
        return 0
    play.emit(who, DamageHealed(name="hp", amount=healed))
    if here == 0:
        moments.come(play, ROSE, who)
    return healed


def is_dead(play: Play, who: str) -> bool:
    """Whether somebody is dead."""
    return bool(play.where(who, "conditions", DEAD))


def die(play: Play, who: str, because: str) -> None:
    """Somebody dies, once; `DIED` comes."""
    if is_dead(play, who):
        return
    play.emit(who, ConditionGained(name=play.new_id(DEAD), condition=Condition(what=DEAD, source=because)))
    moments.come(play, DIED, who)
