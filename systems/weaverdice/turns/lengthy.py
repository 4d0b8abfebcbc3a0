"""Lengthy actions: work that takes whole turns, whose rolls add up until a total is reached."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.fights import InEncounter
from domain.kit.naming import find
from domain.kit.rolls import addend
from domain.messages import text
from domain.play.moments import come
from domain.play.play import Play
from domain.system import OptionSpec
from domain.vocabulary.data import Data
from domain.vocabulary.log import Contribution
from domain.vocabulary.undertakings import Task, TaskAdvanced, TaskBegun, TaskChanged
from systems.freeform.fields import Amount, Key, Number, Title
from systems.weaverdice.checks import crafting_skills
from systems.weaverdice.checks.checks import PLAIN, Manner, check
from systems.weaverdice.sheet.stats import PHYSICAL, STATS, modifier, score
from systems.weaverdice.turns import actions, concentration

DONE: Final = "lengthy_done"
"""The moment at which a lengthy action of its holder has reached its total; its state is "done" by then."""

KIND: Final = "lengthy"


@data_of("tasks", KIND)
class LengthyData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The purpose and subject of a lengthy check, the stats that it takes in turn, and what helps or hinders."""

    what: str
    about: str
    stats: str
    modifier: int = 0
    tools: bool = False


class BeginLengthy(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`what` is worked on. With several `stats`, rolls use them in turn."""

    who: CharacterRef
    what: Annotated[Title, Meta(description="What is worked on")]
    goal: Annotated[Amount, Meta(description="The total that rolls have to add up to")]
    stats: Annotated[tuple[str, ...], Meta(description="The stats that rolls use; of several, in turn")] = (
        "dexterity",
    )
    modifier: Annotated[Number, Meta(description="The bonus or penalty of the circumstances on each roll")] = 0
    tools: Annotated[bool, Meta(description="Whether it involves tools or systems")] = False


class WorkOn(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """`task` is its name or title."""

    who: CharacterRef
    task: Annotated[Key, Meta(description="Its name or title")]
    whose: Annotated[CharacterRef, Meta(description="Whose work it is, where that is another character")] = ""
    field: Annotated[str, Meta(description="A background that serves")] = ""


def is_about(task: Task, what: str, about: str) -> bool:
    """Whether it is a lengthy check of this sort, about this."""
    data = LengthyData.of(task)
    return data.what == what and data.about == about


def begin(
    play: Play, holder: str, what: str, goal: int, *, stats: tuple[str, ...] = ("dexterity",), about: str = ""
) -> str:
    """WD-ACT-05, WD-ACT-08: something that takes rolls that add up to `goal`; its name.

    `what` says what is done, `about` to whom or what (the path of a wound, an item). With several `stats` the rolls
    alternate between them, in that order.
    """
    name = play.new_id(KIND)
    data = LengthyData(what=what, about=about, stats=" ".join(stats))
    play.emit(holder, TaskBegun(name=name, task=Task(kind=KIND, goal=goal, title=what, data=data.stored())))
    return name


def work(
    play: Play,
    holder: str,
    name: str,
    by: str,
    *,
    how: Manner = PLAIN,
    label: str = "lengthy",
) -> bool:
    """WD-ACT-05, WD-ACT-06, ruling 24: a whole turn's work of a character on a lengthy action; whether it is done with
    it.

    The result of the roll, made `how` it is, is added to the total; no roll takes away from it.
    """
    task = play.character(holder).tasks[name]
    if task.state == "done":
        play.refuse("WD-ACT-05", "That is done already; nothing of it is left to work on.")
    concentration.check_free(play, by, f"{holder}.tasks.{name}")
    actions.take_full(play, by, text("a lengthy action"))
    stat, more = _stat(play, by, LengthyData.of(task).stats.split(), task.stage)
    missing = (task.goal or 0) - task.progress
    how = how._replace(modifiers=(*how.modifiers, *more), physical=stat in PHYSICAL, painless=True)
    rolled = check(play, by, label, stat, missing, how=how)
    return _forward(play, holder, name, by, max(0, rolled.total) if score(play, by, stat) else 0)


def _forward(play: Play, holder: str, name: str, by: str, gained: int) -> bool:
    """Add what a roll comes to, and return whether the total is reached."""
    task = play.character(holder).tasks[name]
    play.emit(holder, TaskAdvanced(name=name, amount=gained))
    done = bool(task.progress >= (task.goal or 0))
    play.emit(holder, TaskChanged(name=name, stage=task.stage + 1, state="done" if done else ""))
    if done:
        come(play, DONE, holder)
    else:
        concentration.at_work(play, by, f"{holder}.tasks.{name}")
    return done


def _stat(play: Play, by: str, stats: list[str], roll: int) -> tuple[str, tuple[Contribution, ...]]:
    """Ruling 24: of several stats the next in turn or, as the campaign has it, the best, or the first with what the others add."""
    match play.option("several_stats"):
        case "best":
            return max(stats, key=lambda stat: score(play, by, stat)), ()
        case "sum":
            return stats[0], tuple(modifier(play, by, stat) for stat in stats[1:])
        case _:
            return stats[roll % len(stats)], ()


@command("Begin a lengthy action: rolls add up until they reach a total.", actor="who", scene=True)
def begin_lengthy(play: Play, command: BeginLengthy) -> None:
    """WD-ACT-05, WD-ACT-08: the game master says what it takes, in a fight or out of it."""
    unknown = [stat for stat in command.stats if stat not in STATS]
    if unknown or not command.stats:
        named = repr(unknown[0]) if unknown else text("None")
        play.missing("stats", "{named} is no stat to roll; there are {stats}.", named=named, stats=", ".join(STATS))
    name = begin(play, command.who, command.what, command.goal, stats=command.stats)
    if command.modifier:
        play.emit(command.who, TaskChanged(name=name, data=LengthyData.changes(modifier=command.modifier)))
    if command.tools:
        play.emit(command.who, TaskChanged(name=name, data=LengthyData.changes(tools=True)))


@command("Work on a lengthy action for a turn, one's own or another character's.", by="owner", scene=True)
def work_on(play: Play, command: WorkOn) -> None:
    """WD-ACT-05, WD-ACT-06, WD-CSK-01: a turn's work, on one's own or another's lengthy action; Craft helps with tools."""
    holder = command.whose or command.who
    name = _found(play, holder, command.task)
    kept = LengthyData.of(play.character(holder).tasks[name])
    more, tools = addend("circumstances", kept.modifier), kept.tools
    how = crafting_skills.at_work(play, command.who, command.field, tools=tools)
    work(play, holder, name, command.who, how=how._replace(modifiers=more))


def _found(play: Play, holder: str, called: str) -> str:
    under_way = play.where(holder, "tasks", KIND)
    titled = (name for name in sorted(under_way) if under_way[name].title == called)
    name = next(titled, None) or find(play, holder, "tasks", called)
    if name not in under_way:
        play.missing(f"{holder}.tasks.{name}", "That is no lengthy action; it goes forward in its own way.")
    return name


OPTIONS = (
    OptionSpec(
        name="several_stats",
        default="alternate",
        choices=("alternate", "sum", "best"),
        text="How two stats of one lengthy check combine: in turn, by adding both modifiers, or by the better one.",
        rules=("WD-ACT-05", "WD-WND-09", "WD-RULING-24"),
    ),
)
