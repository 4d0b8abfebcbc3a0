"""When the moment or time of an intent or task has come, its system says what it brings about."""

from __future__ import annotations

from typing import Any

import pytest

from domain.play.play import Play
from domain.system import Hooks, Registry, System
from domain.vocabulary.anchors import UntilTime
from domain.vocabulary.undertakings import TaskChanged, TaskEnded
from domain.vocabulary.values import DamageTaken
from systems.freeform import SYSTEM as FREEFORM
from tests.freeform.table import Table, tags


def due(play: Play, ref: str, at: str) -> None:
    """A fuse takes a point; a fever takes one every minute; what is over is over."""
    component, _, name = at.partition(".")
    instance = getattr(play.aggregate(ref), component)[name]
    if instance.kind == "over":
        play.emit(ref, TaskEnded(name=name))
        return
    play.emit(ref, DamageTaken(name="hp", amount=1))
    if instance.kind == "fever":
        play.emit(ref, TaskChanged(name=name, due=UntilTime(at=play.clock() + 60)))


REGISTRY = Registry(FREEFORM, [System(id="fuses", name="Fuses", version=1, kinds=(), hooks=Hooks(due=due))])


def burning(component: str, kind: str, until: dict[str, Any]) -> Table:
    table = Table(REGISTRY, "fuses").with_hero(hp=10)
    table.do("put", target="ramjet", component="wounds", name="cut", instance={"severity": "lesser"})
    instance = {"kind": kind, "due": until} | ({"what": "fuse"} if component == "intents" else {})
    table.do("put", target="ramjet", component=component, name="it", instance=instance)
    return table


def hp(table: Table) -> int:
    return int(table.see("ramjet").tracks["hp"].current)


MINUTE = {"by": "time", "at": 60}


@pytest.mark.parametrize("component", ["intents", "tasks"])
def test_a_due_instance_comes_about_at_its_time_and_not_before(component: str) -> None:
    table = burning(component, "fuse", MINUTE)
    table.do("advance_clock", seconds=59)
    assert hp(table) == 10
    table.do("advance_clock", seconds=1)
    assert hp(table) == 9


@pytest.mark.parametrize("component", ["intents", "tasks"])
def test_a_due_instance_comes_about_at_its_moment(component: str) -> None:
    table = burning(component, "fuse", {"by": "moment", "moment": "upkeep"})
    table.do("call_moment", moment="upkeep")
    assert hp(table) == 9


def test_a_due_instance_comes_about_before_it_ends() -> None:
    table = burning("intents", "fuse", MINUTE)
    assert tags(table.do("advance_clock", seconds=60)) == ["clock_advanced", "damage_taken", "intent_ended"]


@pytest.mark.parametrize("component", ["intents", "tasks"])
def test_what_goes_with_the_thing_it_hung_on_brings_nothing_about(component: str) -> None:
    table = burning(component, "fuse", {"by": "instance", "path": "character/c-2.wounds.cut"})
    table.do("close_wound", target="ramjet", wound="cut")
    assert hp(table) == 10


def test_what_is_moved_to_a_later_time_comes_about_again_and_is_not_over() -> None:
    table = burning("tasks", "fever", MINUTE)
    table.do("advance_clock", seconds=185)
    assert hp(table) == 7
    assert (table.only("ramjet", "tasks").state, table.only("ramjet", "tasks").due) == ("", UntilTime(at=240))


def test_what_it_ended_itself_is_not_ended_twice_and_what_hung_on_it_goes() -> None:
    table = burning("tasks", "over", MINUTE)
    until = {"by": "instance", "path": "character/c-2.tasks.it"}
    table.do("afflict", target="ramjet", what="uneasy", until=until)
    assert tags(table.do("advance_clock", seconds=60)) == ["clock_advanced", "task_ended", "condition_ended"]
