"""Goals: what a cape wants of their life, agreed with the game master. A goal that is reached can become a milestone."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from domain.catalogue import CatalogueKind
from domain.commands import CharacterRef, Command, Text
from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.messages import numbered
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.rulebook import table
from domain.system import OptionSpec
from domain.vocabulary.data import Data
from domain.vocabulary.log import Noted
from domain.vocabulary.undertakings import Task, TaskBegun, TaskChanged, TaskEnded
from systems.freeform.fields import Key, Title
from systems.weaverdice.checks import morale
from systems.weaverdice.fame import reputation

GOAL: Final = "goal"


class _Aims(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    aims: dict[str, str]


AIMS: Final = table(__package__, "goals", _Aims).aims
"""WD-MILE-02: the suggested kinds, each with what it is about."""

CATALOGUE: Final = (CatalogueKind(name="aim", title="Aims of goals", table=AIMS, rules=("WD-MILE-02",)),)


@data_of("tasks", GOAL)
class GoalData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The kind of a goal, the state wanted for it, why it was given, and whether it is reached by grant."""

    aim: str = ""
    wanted: str = ""
    why: str = ""
    granted: bool = False


class SetGoal(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A `queued` goal is for later."""

    who: CharacterRef
    goal: Title
    aim: Annotated[
        str, Meta(description="The key of the suggested kind that it is of, if of any", extra={"catalogue": "aim"})
    ] = ""
    queued: Annotated[bool, Meta(description="Whether it is for later")] = False


class OfGoal(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`goal` is what it is called, or its name."""

    who: CharacterRef
    goal: Annotated[Key, Meta(description="What it is called, or its name")]


class GiveGoal(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A goal beside the usual ones."""

    who: Annotated[tuple[CharacterRef, ...], Meta(description="Who gets it, each their own")]
    goal: Title
    why: Annotated[
        Literal["flaw", "event", "story"],
        Meta(description="A flaw that is played, an event that it is tied to, or a story that all of these share"),
    ]


class ComplicateGoal(OfGoal, frozen=True, kw_only=True, omit_defaults=True):
    """`twist` is the yes-but that makes it longer."""

    twist: Annotated[Text, Meta(description="The yes-but that makes it longer")]


class RewriteGoal(OfGoal, frozen=True, kw_only=True, omit_defaults=True):
    """`to` is the goal as it is from here on."""

    to: Annotated[Title, Meta(description="The goal as it is from here on")]
    reward: Annotated[Literal["morale", "reputation"], Meta(description="What its early end gave")]


@command("Propose a goal of a cape's own life to the game master.", by="owner")
def propose_goal(play: Play, command: SetGoal) -> None:
    """WD-MILE-01, WD-MILE-02: a player says what the cape wants; it waits for the game master's word."""
    _check_aim(play, command.aim)
    wanted = "queued" if command.queued else "open"
    _begin(play, command.who, command.goal, "proposed", GoalData(aim=command.aim, wanted=wanted))


@command("Set a goal that a player and the game master agree on.")
def set_goal(play: Play, command: SetGoal) -> None:
    """WD-MILE-01, WD-MILE-02: about three goals of one's own, agreed with the game master; longer ones can wait."""
    _check_aim(play, command.aim)
    if not command.queued:
        check_room(play, command.who)
    _begin(play, command.who, command.goal, "queued" if command.queued else "open", GoalData(aim=command.aim))


def _check_aim(play: Play, aim: str) -> None:
    """WD-MILE-02: the suggested kinds are suggestions."""
    if aim and aim not in AIMS:
        play.refuse(
            "WD-MILE-02", "The suggested kinds are {aims}; leave `aim` out for any other.", aims=", ".join(AIMS)
        )


def check_room(play: Play, who: str) -> None:
    """WD-MILE-01: goals that are reached, queued or given beside the others take no room."""
    most = int(play.option("most_goals") or 0)
    goals = play.where(who, "tasks", GOAL).values()
    pursued = sum(goal.state == "open" and not GoalData.of(goal).why for goal in goals)
    if pursued >= most:
        sentence = numbered(
            "{count} goal is pursued already: queue this one, or drop another first.",
            "{count} goals are pursued already: queue this one, or drop another first.",
            pursued,
        )
        play.refuse("WD-MILE-01", sentence)


@command("Agree to a goal that a player proposed.")
def agree_to_goal(play: Play, command: OfGoal) -> None:
    """WD-MILE-01: the game master agrees to a goal that a player proposed."""
    name = find(play, command.who, command.goal)
    goal = play.character(command.who).tasks[name]
    if goal.state != "proposed":
        raise Refused("WD-MILE-01", "That goal is agreed already; nothing is left to agree to.")
    wanted = GoalData.of(goal).wanted or "open"
    if wanted == "open":
        check_room(play, command.who)
    change(play, command.who, name, state=wanted)


@command("Take up a goal that was lined up for later.", by="owner")
def take_up_goal(play: Play, command: OfGoal) -> None:
    """WD-MILE-01: a goal that was lined up takes the place of one that is reached."""
    name = find(play, command.who, command.goal)
    if play.character(command.who).tasks[name].state != "queued":
        play.refuse("WD-MILE-01", "Only a goal that is queued can be taken up.")
    check_room(play, command.who)
    change(play, command.who, name, state="open")


@command("Say that a goal is reached, so that it can become a milestone.")
def reach_goal(play: Play, command: OfGoal) -> None:
    """WD-MILE-01, WD-PROG-03: the game master says that a goal is reached; another may take its place."""
    name = find(play, command.who, command.goal)
    if play.character(command.who).tasks[name].state != "open":
        play.refuse("WD-MILE-01", "Only a goal that is being pursued is reached: agree to it, or take it up, first.")
    if play.option("growth") == "sixteen steps":
        play.refuse("WD-OPT-14", "With sixteen steps a goal is decided in a moment of its own: use make_or_break.")
    change(play, command.who, name, state="done")


@command("Give up a goal.", by="owner")
def drop_goal(play: Play, command: OfGoal) -> None:
    """WD-MILE-01: a goal is given up."""
    play.emit(command.who, TaskEnded(name=find(play, command.who, command.goal), because="given up"))


@command("Give a goal beside the usual ones: for a flaw, for an event, or shared by a story's capes.")
def give_goal(play: Play, command: GiveGoal) -> None:
    """WD-MILE-03: the game master ties a bonus goal to a flaw that is played or to an event, or has a story shared."""
    with play.citing("WD-MILE-03"):
        for who in dict.fromkeys(command.who):
            _begin(play, who, command.goal, "open", GoalData(why=command.why))


@command("Add a complication to a goal that turns out too easy.")
def complicate_goal(play: Play, command: ComplicateGoal) -> None:
    """WD-MILE-03: a goal that turns out too easy gets a yes-but; its stage counts them."""
    name = find(play, command.who, command.goal)
    with play.citing("WD-MILE-03"):
        change(play, command.who, name, state="open", stage=play.character(command.who).tasks[name].stage + 1)
        play.emit(command.who, Noted(name="twist", text=command.twist))


@command("Reward a goal that resolved itself at once a little, and rewrite it.")
def rewrite_goal(play: Play, command: RewriteGoal) -> None:
    """WD-MILE-03: a goal that resolved itself at once gives a small reward instead of a milestone, and is rewritten."""
    name = find(play, command.who, command.goal)
    with play.citing("WD-MILE-03"):
        change(play, command.who, name, state="open", title=command.to)
        if command.reward == "morale":
            morale.shift(play, command.who, 1, "WD-MILE-03")
        else:
            reputation.award(play, command.who, source=command.goal)


@command("Let a goal count as reached for a milestone, whatever boxes are checked.")
def grant_milestone(play: Play, command: OfGoal) -> None:
    """WD-MILE-03: just before the final scene, or in a very short campaign, the game master lets a goal count as reached,
    and for a milestone whatever boxes are checked."""
    name = find(play, command.who, command.goal)
    with play.citing("WD-MILE-03"):
        change(play, command.who, name, state="done", granted=True)


def tell_story(play: Play, event: str, survivors: tuple[str, ...]) -> None:
    """WD-REW-07: a story that all of these came through is a goal that each of them has reached."""
    for who in survivors:
        if conditions.has(play, who, "dead"):
            play.refuse("WD-REW-07", "Only those who survived it have reached it; leave the dead out.")
        _begin(play, who, event, "done", GoalData(why="story"))


def find(play: Play, who: str, goal: str) -> str:
    """The name of a character's goal, by that or by what it is called. Absent where they have none such."""
    goals = play.where(who, "tasks", GOAL)
    if goal in goals:
        return goal
    called = [name for name, task in sorted(goals.items()) if task.title.casefold() == goal.strip().casefold()]
    if not called:
        play.missing(
            f"{who}.tasks.{GOAL}",
            "There is no goal {goal!r}; set it first, or give one by its own words.",
            goal=goal,
        )
    return called[0]


def change(
    play: Play, who: str, name: str, *, state: str, stage: int | None = None, title: str = "", granted: bool = False
) -> None:
    """Set a goal's state, and whatever else is said."""
    more: dict[str, Any] = {}
    if granted:
        more["data"] = replace(GoalData.read(play.character(who).tasks[name]), granted=True).stored()
    more |= {} if stage is None else {"stage": stage}
    more |= {"title": title} if title else {}
    play.emit(who, TaskChanged(name=name, state=state, **more))


def _begin(play: Play, who: str, goal: str, state: str, data: GoalData) -> None:
    task = Task(kind=GOAL, title=goal.strip(), state=state, data=data.stored())
    play.emit(who, TaskBegun(name=play.new_id(GOAL), task=task))


OPTIONS = (
    OptionSpec(
        name="most_goals",
        default=3,
        text="How many goals of their own a character pursues at a time; more are queued.",
        rules=("WD-MILE-01",),
    ),
)
