"""Tasks: what accumulates until it is done, such as a craft, a training, a disease or a clock."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from domain.commands import AnyRef, Command
from domain.instance_fields import takes_one_of
from domain.kit.commands import command
from domain.kit.naming import find, hold_on, new_name
from domain.play import moments
from domain.play.play import Play
from domain.vocabulary.undertakings import Task, TaskAdvanced, TaskBegun, TaskEnded
from systems.freeform.fields import Because, Data, Key, Number, Until, Word


class BeginTask(Command, frozen=True, kw_only=True, omit_defaults=True):
    """It is done when `progress` reaches the `goal`, if it has one."""

    target: AnyRef
    kind: Word
    goal: Annotated[Number | None, Meta(description="The progress at which it is done, if there is one")] = None
    progress: Annotated[Number, Meta(description="How far it has come already")] = 0
    stage: Annotated[
        Number, Meta(description="How far it has come in what the game counts in steps: of a disease, of hunger")
    ] = 0
    helpers: Annotated[tuple[AnyRef, ...], Meta(description="Who takes part in it beside who has it")] = ()
    due: Annotated[Until, Meta(description="When it has to be looked at")] = None
    title: str = ""
    hidden: bool = False
    data: Data = {}


class AdvanceTask(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`task` is its name, or its kind."""

    target: AnyRef
    task: Annotated[Key, Meta(description="Its name, or its kind", extra=takes_one_of("tasks", of="target"))]
    by: Annotated[
        Number, Meta(description="How much closer to the goal it comes; below zero, how much it falls back")
    ] = 1
    failed: Annotated[Number, Meta(description="How many failures are counted beside the progress")] = 0


class EndTask(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`task` is its name, or its kind."""

    target: AnyRef
    task: Annotated[Key, Meta(description="Its name, or its kind", extra=takes_one_of("tasks", of="target"))]
    because: Because = ""


@command("Begin a task that accumulates: a craft, a training, a clock.", by="owner", actor="target")
def begin_task(play: Play, command: BeginTask) -> None:
    """A task begins."""
    due = hold_on(play, command.due)
    task = Task(
        kind=command.kind,
        goal=command.goal,
        progress=command.progress,
        stage=command.stage,
        helpers=command.helpers,
        due=due,
        title=command.title,
        audience="gm" if command.hidden else "all",
        data=command.data,
    )
    play.emit(command.target, TaskBegun(name=new_name(play, command.kind), task=task))


@command("Bring a task forward, or back, or count a failure.", by="owner", actor="target")
def advance_task(play: Play, command: AdvanceTask) -> None:
    """It comes forward or, below zero, falls back."""
    name = find(play, command.target, "tasks", command.task)
    play.emit(command.target, TaskAdvanced(name=name, amount=command.by, failed=command.failed))


@command("A task is done, or given up.", by="owner", actor="target")
def end_task(play: Play, command: EndTask) -> None:
    """It is done, or given up."""
    name = find(play, command.target, "tasks", command.task)
    play.emit(command.target, TaskEnded(name=name, because=command.because))
    moments.settle(play, f"{command.target}.tasks.{name}")
