"""Growth in sixteen steps: one after most sessions or each downtime, ten of them up to a make-or-break moment."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.messages import numbered, text
from domain.play.play import Play
from domain.rulebook import table
from domain.system import OptionSpec
from domain.vocabulary.data import Data
from domain.vocabulary.log import Awarded
from domain.vocabulary.undertakings import TaskEnded
from systems.freeform.fields import Key
from systems.weaverdice.checks.checks import check
from systems.weaverdice.growth import goals, progression, steps
from systems.weaverdice.growth.progression import GROWTH, on_list
from systems.weaverdice.sheet import stats

STEP: Final = "step"


class Step(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One of the sixteen, and the rule that says what it gives."""

    name: str
    rule: str


class _Steps(msgspec.Struct, frozen=True, kw_only=True):
    step: dict[int, Step]


STEPS: Final = table(__package__, "sixteen_steps", _Steps).step
"""WD-OPT-14: the list."""


@data_of("conditions", "setback")
class SetbackData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The goal that a setback is tied to."""

    goal: str = ""


class GrantSteps(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`who` may take a step each."""

    who: Annotated[tuple[CharacterRef, ...], Meta(description="Who may take a step each")]
    after: Annotated[
        Literal["session", "downtime"], Meta(description="What it comes after: a session or a downtime")
    ] = "session"


class MakeOrBreak(Command, frozen=True, kw_only=True, omit_defaults=True):
    """The moment of truth about a `goal`: a check of `stat` against a `target` that the story so far has set, or, where
    no scene is possible, `decided` without one."""

    who: CharacterRef
    goal: Annotated[Key, Meta(description="The goal whose moment of truth it is")]
    stat: Annotated[str, Meta(description="The stat of the check")] = "guts"
    target: Annotated[int | None, Meta(description="What the check has to reach, as the story so far has set it")] = (
        None
    )
    decided: Annotated[
        Literal["", "success", "failure"], Meta(description="How it is decided where no scene is possible")
    ] = ""


@command("Let each of these capes take a step of growth after a session or a downtime.")
def grant_steps(play: Play, command: GrantSteps) -> None:
    """WD-OPT-14: after most sessions, or each downtime, a step may be taken."""
    check_variant(play)
    with play.citing("WD-OPT-14"):
        for who in dict.fromkeys(command.who):
            progression.grant(play, who, 1)
            play.emit(who, Awarded(name="step", amount=1, data={"after": command.after}))


@command("Take one of the sixteen steps of growth.", by="owner")
def take_step(play: Play, command: steps.TakeStep) -> None:
    """WD-OPT-14, WD-OPT-15, WD-OPT-16, WD-OPT-17, WD-OPT-18, WD-OPT-19, WD-OPT-20, WD-OPT-21, WD-OPT-22, WD-OPT-23,
    WD-OPT-24, WD-OPT-25, WD-OPT-26, WD-OPT-27, WD-OPT-28: take one of the sixteen that is still on the list; what
    earlier ones bring in comes first."""
    who = command.who
    check_variant(play)
    if command.step not in STEPS:
        play.missing(
            f"{who}.choices.step-{command.step}",
            "There are {steps} steps; {step} is none of them.",
            steps=len(STEPS),
            step=command.step,
        )
    taken = on_list(play, who, STEP)
    free = tuple(name for number in STEPS if (name := f"{STEP}-{number}") not in taken)
    if f"{STEP}-{command.step}" in taken:
        play.refuse("WD-OPT-14", "That step is struck off this list; left is {free}.", free=", ".join(free))
    if len(taken) >= _steps_before(play):
        sentence = numbered(
            "{count} step is taken: the list is full until a make-or-break moment succeeds.",
            "{count} steps are taken: the list is full until a make-or-break moment succeeds.",
            len(taken),
        )
        play.refuse("WD-OPT-14", sentence)
    with play.citing("WD-OPT-14"):
        progression.use_up(
            play, who, "WD-OPT-14", text("No step may be taken now: one comes after a session or a downtime.")
        )
        steps.collect(play, who)
        progression.take(play, who, STEP, f"{STEP}-{command.step}", free)
    with play.citing(STEPS[command.step].rule):
        steps.BENEFITS[command.step](play, command)


@command("Decide a goal in a make-or-break moment, once ten steps are taken.")
def make_or_break(play: Play, command: MakeOrBreak) -> None:
    """WD-OPT-14, rulings 101 and 131: with ten steps taken the goal is decided. Success makes it ready to become a
    milestone, and the list begins anew; failure or neglect sets the cape back, and another goal has to be decided."""
    who = command.who
    check_variant(play)
    goal = goals.find(play, who, command.goal)
    taken, needed = len(on_list(play, who, STEP)), _steps_before(play)
    if taken < needed:
        sentence = numbered(
            "The moment comes with {needed} steps; {count} is taken.",
            "The moment comes with {needed} steps; {count} are taken.",
            taken,
            needed=needed,
        )
        play.refuse("WD-OPT-14", sentence)
    if play.character(who).tasks[goal].state != "open":
        play.refuse("WD-OPT-14", "The moment is about a goal that is being pursued; name one of those.")
    with play.citing("WD-OPT-14"):
        if _succeeds(play, command):
            goals.change(play, who, goal, state="done")
            progression.begin_list(play, who)
        else:
            conditions.gain(play, who, "setback", goal=play.character(who).tasks[goal].title)
            play.emit(who, TaskEnded(name=goal, because="failed"))


def _succeeds(play: Play, command: MakeOrBreak) -> bool:
    if command.decided:
        return command.decided == "success"
    if command.stat not in stats.STATS:
        play.missing(
            f"{command.who}.attributes.{command.stat}",
            "The check is of one of {stats}.",
            stats=", ".join(stats.STATS),
        )
    if command.target is None:
        play.missing(
            f"{command.who}.tasks.{command.goal}", "Set the `target` by how far the story has come, or decide it."
        )
    return check(play, command.who, "make-or-break", command.stat, command.target).success


def check_variant(play: Play, rule: str = "WD-OPT-14") -> None:
    """WD-OPT-14: the steps are a variant of their own, and so is what they leave behind."""
    if play.option(GROWTH) != "sixteen steps":
        play.refuse(rule, "This campaign grows otherwise: its option `growth` is not `sixteen steps`.")


def _steps_before(play: Play) -> int:
    return int(play.option("steps_before_the_moment") or 0)


OPTIONS = (
    OptionSpec(
        name="steps_before_the_moment",
        default=10,
        text="How many of the sixteen steps are taken before the make-or-break moment.",
        rules=("WD-OPT-14", "WD-RULING-101"),
    ),
)
