"""Starvation and thirst: going without food or water, what it costs, and what comes back."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.messages import text
from domain.play.play import Play
from domain.rulebook import table
from domain.vocabulary.anchors import UntilTime
from domain.vocabulary.data import Data
from domain.vocabulary.undertakings import Task, TaskBegun, TaskChanged
from systems.cthulhu_eternal import moments, people, tests
from systems.cthulhu_eternal.fields import Why
from systems.cthulhu_eternal.harm import damage, recovery
from systems.cthulhu_eternal.hazards import perils
from systems.cthulhu_eternal.people import stat
from systems.freeform.fields import Word

Need = Literal["food", "water"]
Lacking = Annotated[Need, Meta(description="What they lack, or have lacked")]


class _Lack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`first_loss` is what the first failed test costs of each stat. Lost points come back by the dice
    `returns` every `return_seconds` once there is enough again; without them, as other stat points do."""

    first_seconds: int
    then_seconds: int
    stats: tuple[str, ...]
    first_loss: Annotated[str, Meta(description="What the first failed test costs of each stat")]
    weekly_die: Annotated[str, Meta(description="The die that later losses cost of each stat a week")] = ""
    returns: Annotated[
        str,
        Meta(
            description="The dice by which what is lost returns once there is enough again; without them, as other stat points do"
        ),
    ] = ""
    return_seconds: Annotated[int, Meta(description="How often that is rolled, in seconds")] = 0


class _Hunger(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    times: int
    skill: str
    food: _Lack
    water: _Lack


HUNGER: Final = table(__package__, "hunger", _Hunger)

PERILS: Final[dict[Need, str]] = {"food": "starvation", "water": "thirst"}
"""The names of going without: the task, whose stage counts the tests there have been, and the cause of the lost stat points."""

REFRESHING: Final = "refreshing"
"""The task by which what thirst took returns."""

RULES: Final[dict[str, tuple[str, ...]]] = {"starvation": ("CE-HUNG-01", "CE-HUNG-02"), "thirst": ("CE-HUNG-03",)}


@data_of("tasks", *PERILS.values())
class LackData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The skill that helps to endure it."""

    skill: str = ""


class GoWithout(Command, frozen=True, kw_only=True, omit_defaults=True):
    """From now on."""

    who: CharacterRef
    what: Lacking
    skill: Annotated[
        Word, Meta(description="The skill of survival that helps here, where it is not the one of that name")
    ] = HUNGER.skill
    because: Why = ""


class Supply(Command, frozen=True, kw_only=True, omit_defaults=True):
    """There is enough of it from now on."""

    who: CharacterRef
    what: Lacking


@command("A character is without food or water from now on.")
def go_without(play: Play, command: GoWithout) -> None:
    """CE-HUNG-01, CE-HUNG-02, CE-HUNG-03, CE-HUNG-05, CE-RULING-39, CE-RULING-40, rulings 39 and 40: the first test
    falls after a whole week, or after the second day."""
    who, peril, lack = command.who, PERILS[command.what], _lack(PERILS[command.what])
    perils.check_new(play, who, peril, RULES[peril][0])
    if peril == PERILS["water"]:
        perils.over(play, who, REFRESHING, "without water again")
    for name in lack.stats:
        if recovery.lost(play, who, name, peril):
            recovery.hold_back(play, who, name, peril)
    skill = people.name_of_skill(command.skill)
    task = Task(kind=peril, due=_in(play, lack.first_seconds), data=LackData(skill=skill).stored())
    play.emit(who, TaskBegun(name=peril, task=task, rules=RULES[peril]))


def another_period(play: Play, who: str, name: str) -> None:
    """CE-HUNG-01, CE-HUNG-02, CE-HUNG-03, rulings 39 and 40: a test, and what failing it costs; the die goes by the week."""
    task, lack = play.character(who).tasks[name], _lack(name)
    stage = task.stage + 1
    play.emit(who, TaskChanged(name=name, stage=stage, due=_in(play, lack.then_seconds)))
    with play.citing(*RULES[name]):
        if _endures(play, who, name, LackData.of(task).skill or HUNGER.skill):
            return
        for lost in lack.stats:
            points = play.roll(who, f"{name}/{lost}", _loss(lack, stage)).total
            recovery.lose_stat(play, who, lost, points, name, on_hold=True)
    if any(stat(play, who, name) <= 0 for name in ("str", "con")):
        with play.citing("CE-HUNG-05"):
            damage.kill(play, who, harm=name, attack=False)


def _endures(play: Play, who: str, peril: str, skill: str) -> bool:
    """CE-HUNG-01, CE-HUNG-03: CON x2 or the skill, whichever is higher."""
    by_con, by_skill = HUNGER.times * stat(play, who, "con"), people.skill(play, who, skill)
    chance, of = (by_skill, skill) if by_skill > by_con else (by_con, "con")
    return tests.test(play, who, peril, chance, of=of).success


def _loss(lack: _Lack, stage: int) -> str:
    """CE-HUNG-02: 1D2 in the first week, then 1D4 and one D4 more each week; of thirst it is always the same."""
    return f"{stage - 1}{lack.weekly_die}" if lack.weekly_die and stage > 1 else lack.first_loss


@command("A character has food or water again, and what they lost begins to return.")
def supply(play: Play, command: Supply) -> None:
    """CE-HUNG-04, CE-HEAL-16, rulings 38 and 39: it is over, and what was lost begins to return."""
    who, peril = command.who, PERILS[command.what]
    lack = _lack(peril)
    perils.find(
        play,
        who,
        peril,
        text("{who} is not without {what}.", who=who, what=text("food") if command.what == "food" else text("water")),
    )
    perils.over(play, who, peril, "supplied")
    missing = [name for name in lack.stats if recovery.lost(play, who, name, peril)]
    if missing and lack.returns:
        task = Task(kind=REFRESHING, due=_in(play, lack.return_seconds))
        play.emit(who, TaskBegun(name=REFRESHING, task=task, rules=("CE-HUNG-04",)))
        return
    for name in missing:
        with play.citing("CE-HEAL-16"):
            recovery.let_return(play, who, name, peril)


def another_day(play: Play, who: str, name: str) -> None:
    """CE-HUNG-04: a day with water: 1D2 STR and 1D2 CON are back."""
    peril = PERILS["water"]
    lack = _lack(peril)
    with play.citing("CE-HUNG-04"):
        for back in (back for back in lack.stats if recovery.lost(play, who, back, peril)):
            recovery.give_back(play, who, back, play.roll(who, f"{name}/{back}", lack.returns).total, peril)
        if any(recovery.lost(play, who, stat, peril) for stat in lack.stats):
            play.emit(who, TaskChanged(name=name, due=_in(play, lack.return_seconds)))
        else:
            perils.over(play, who, name, "refreshed")


def _lack(peril: str) -> _Lack:
    return HUNGER.food if peril == PERILS["food"] else HUNGER.water


def _in(play: Play, seconds: int) -> UntilTime:
    return UntilTime(at=play.clock() + seconds)


def die_of_it(play: Play, who: str) -> None:
    """CE-HEAL-16: the dead need nothing; what they lost returns by the day to who lives again."""
    for peril in (*PERILS.values(), REFRESHING):
        perils.over(play, who, peril, "dead")
    for peril in PERILS.values():
        for name in _lack(peril).stats:
            if recovery.lost(play, who, name, peril):
                recovery.let_return(play, who, name, peril)


DUE = {**dict.fromkeys(PERILS.values(), another_period), REFRESHING: another_day}
MOMENTS = {moments.DIED: (die_of_it,)}
