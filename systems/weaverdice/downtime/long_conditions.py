"""Long-term conditions of many days, and hardships that a character has to get past. Rest and help shorten both."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.naming import find, handle_of
from domain.play.play import Play
from domain.vocabulary.anchors import WhilePresent
from domain.vocabulary.data import Data
from domain.vocabulary.undertakings import Task, TaskAdvanced, TaskBegun, TaskChanged, TaskEnded
from domain.vocabulary.values import Modifier, ModifierApplied
from systems.freeform.fields import Amount, Key, Title
from systems.weaverdice.downtime.professionals import NUMBERS
from systems.weaverdice.harm.imposing import CHANGEABLE
from systems.weaverdice.harm.statuses import LongData
from systems.weaverdice.moments import DAY_START

PAST: Final = "past"
"""The kind of the lengthy checks by which a character gets past something."""


@data_of("tasks", PAST)
class HardshipData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The sixes that get a character past a hardship, how many were rolled, and the condition that ends with it."""

    sixes: int = 0
    rolled: int = 0
    condition: str = ""


class LayUp(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`what` is a long-term condition, `days` how long it lasts, `changes` what it adds to stats, defence or movement
    as long as it lasts."""

    who: CharacterRef
    what: Annotated[Title, Meta(description="A long-term condition")]
    days: Annotated[Amount, Meta(description="How long it lasts")]
    changes: Annotated[
        dict[str, int], Meta(description="What it adds to stats, defence or movement as long as it lasts")
    ] = {}


class FaceHardship(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`what` is to be got past, at a total of `goal` or, where `sixes` are named, with as many of them."""

    who: CharacterRef
    what: Annotated[Title, Meta(description="What is to be got past")]
    goal: Annotated[Amount, Meta(description="The total at which it is got past")] = NUMBERS.past.goal
    sixes: Annotated[
        int, Meta(description="The number of sixes at which it is got past, where that is what counts")
    ] = 0
    condition: Annotated[Key | None, Meta(description="What ends with it")] = None


@command("A character comes to have a long-term condition, which lasts so many days.")
def lay_up(play: Play, command: LayUp) -> None:
    """WD-RNR-02, WD-RNR-04: a long-term condition with the days that it still lasts."""
    if unknown := sorted(set(command.changes) - set(CHANGEABLE)):
        play.refuse(
            "WD-COND-01",
            "A condition cannot change {unknown!r}; it can {changeable}.",
            unknown=unknown[0],
            changeable=", ".join(CHANGEABLE),
        )
    word = handle_of(command.what).replace("-", "_") or "condition"
    name = conditions.gain(play, command.who, word, days=command.days, long_term=True)
    conditions.change(play, command.who, name, title=command.what)
    lasts = WhilePresent(path=f"{command.who}.conditions.{name}")
    for changed in sorted(set(command.changes) & set(CHANGEABLE)):
        change = Modifier(
            path=CHANGEABLE[changed], amount=command.changes[changed], source=name, title=command.what, until=lasts
        )
        play.emit(command.who, ModifierApplied(name=play.new_id(f"{word}-{changed}"), modifier=change))


def long_term(play: Play, who: str, word: str) -> str:
    """The name of a long-term condition. Refused where it is none."""
    name = find(play, who, "conditions", word)
    if LongData.of(play.character(who).conditions[name]).days is None:
        play.refuse("WD-RNR-04", "{word} has no days left to take off; name a long-term condition.", word=word)
    return name


def days_left(play: Play, who: str, name: str) -> int:
    """The days that a condition still lasts; 0 where it is gone."""
    states = play.character(who).conditions
    return (LongData.of(states[name]).days or 0) if name in states else 0


def shorten(play: Play, who: str, name: str, days: int, because: str) -> None:
    """WD-RNR-04: take so many days off, down to 0, at which it is over."""
    _set(play, who, name, days_left(play, who, name) - max(0, days), because)


def halve(play: Play, who: str, name: str) -> None:
    """WD-RNR-06, ruling 98: half the days, rounded up; the next halving is harder by one."""
    _set(play, who, name, -(-days_left(play, who, name) // 2), "cured", halved=halvings(play, who, name) + 1)


def halvings(play: Play, who: str, name: str) -> int:
    """Return how often its duration was halved."""
    return LongData.of(play.character(who).conditions[name]).halved


def _set(play: Play, who: str, name: str, days: int, because: str, **more: int) -> None:
    if days <= 0:
        conditions.end_one(play, who, name, because)
    else:
        conditions.change(play, who, name, data=LongData.changes(days=days, **more))


def new_day(play: Play, who: str) -> None:
    """A day of every long-term condition is over."""
    for name in sorted(play.character(who).conditions):
        if days_left(play, who, name):
            shorten(play, who, name, 1, "its time is over")


@command("A character has something to get past, by rolls that add up.")
def face_hardship(play: Play, command: FaceHardship) -> None:
    """WD-RNR-02, WD-RNR-03: something to get past, with the rules of its own that the game master gives it."""
    data = HardshipData.changes(sixes=max(0, command.sixes), rolled=0)
    if command.condition:
        data |= HardshipData.changes(condition=find(play, command.who, "conditions", command.condition))
    task = Task(kind=PAST, goal=command.goal, title=command.what, data=data)
    play.emit(command.who, TaskBegun(name=play.new_id(PAST), task=task))


def hardship(play: Play, who: str, word: str) -> str:
    """The name of what a character is getting past, by its name or what it is. Refused where it is something else."""
    tasks = play.where(who, "tasks", PAST)
    name = next((n for n in sorted(tasks) if word in (n, tasks[n].title)), "")
    return name or play.missing(
        f"{who}.tasks.{word}", "They are not getting past {word!r}; name what they are.", word=word
    )


def missing(play: Play, who: str, name: str) -> int:
    """Return what the rolls still have to add up to; 0 where it is got past."""
    tasks = play.character(who).tasks
    return max(0, (tasks[name].goal or 0) - tasks[name].progress) if name in tasks else 0


def advance(play: Play, who: str, name: str, total: int, natural: int) -> None:
    """WD-RNR-02, WD-RNR-03: a roll is added; at the total, or with the last of the sixes, they are past it."""
    play.emit(who, TaskAdvanced(name=name, amount=max(0, total)))
    task = play.character(who).tasks[name]
    kept = HardshipData.of(task)
    rolled = kept.rolled + (natural == 6)
    play.emit(who, TaskChanged(name=name, stage=task.stage + 1, data=HardshipData.changes(rolled=rolled)))
    if task.progress < (task.goal or 0) and not 0 < kept.sixes <= rolled:
        return
    condition = kept.condition
    play.emit(who, TaskEnded(name=name, because="got past"))
    if condition in play.character(who).conditions:
        conditions.end_one(play, who, condition, "got past")


MOMENTS = {DAY_START: (new_day,)}
