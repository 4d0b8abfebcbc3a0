"""What a rule has found is kept until it may be something else; what hangs on a hook is found as by looking through all."""

from __future__ import annotations

from typing import Any

import pytest

from domain.aggregates import begin, evolve
from domain.play.working_copy import ANCHORS, ANYTHING, Findings
from domain.vocabulary.anchors import AtMoment, UntilSceneEnds, UntilTime, hooks
from domain.vocabulary.bodies import Condition, ConditionChanged, ConditionEnded, ConditionGained
from domain.vocabulary.log import Noted

REFS = ("character/1", "character/2", "character/3")


class Yard:
    """Three characters, to whom things happen as in a deed."""

    def __init__(self) -> None:
        self.people = {ref: begin(ref) for ref in REFS}
        self.findings = Findings(self)

    def aggregate(self, ref: str) -> Any:
        return self.people.get(ref)

    def let(self, ref: str, event: Any) -> None:
        self.findings.touch(self.people[ref], event)
        evolve(self.people[ref], event)
        self.findings.touch(self.people[ref], event)

    def gain(self, ref: str, name: str, what: str, **more: Any) -> None:
        self.let(ref, ConditionGained(name=name, condition=Condition(what=what, **more)))

    def prone(self) -> int:
        return self.findings.kept(("prone",), ("conditions:prone",), lambda: self._count("prone"))

    def _count(self, what: str) -> int:
        self.looked = getattr(self, "looked", 0) + 1
        return sum(state.what == what for one in self.people.values() for state in one.conditions.values())


@pytest.fixture
def yard() -> Yard:
    return Yard()


def test_what_was_found_is_looked_for_again_once_it_may_have_changed(yard: Yard) -> None:
    assert [yard.prone(), yard.prone(), yard.looked] == [0, 0, 1]
    yard.gain("character/1", "a", "prone")
    assert [yard.prone(), yard.looked] == [1, 2]
    yard.let("character/1", ConditionEnded(name="a"))
    assert [yard.prone(), yard.looked] == [0, 3]


def test_what_happens_elsewhere_changes_nothing_that_was_found(yard: Yard) -> None:
    yard.prone()
    yard.gain("character/1", "a", "dazed")
    yard.let("character/2", Noted(name="rain"))
    assert [yard.prone(), yard.looked] == [0, 1]


def test_what_may_lean_on_anything_is_found_again_after_everything_but_a_note(yard: Yard) -> None:
    numbers = iter(range(9))
    asked = [yard.findings.kept(("it",), (ANYTHING,), lambda: next(numbers))]
    yard.let("character/2", Noted(name="rain"))
    asked.append(yard.findings.kept(("it",), (ANYTHING,), lambda: next(numbers)))
    yard.gain("character/3", "a", "dazed")
    asked.append(yard.findings.kept(("it",), (ANYTHING,), lambda: next(numbers)))
    assert asked == [0, 0, 1]


def hanging(yard: Yard, hook: str) -> list[str]:
    """What hangs on a hook, by looking through everybody."""
    return [
        f"{ref}.{component}.{name}"
        for ref in REFS
        for component, field in ANCHORS.items()
        for name, instance in sorted(getattr(yard.people[ref], component, {}).items())
        if (anchor := getattr(instance, field)) is not None and hook in hooks(anchor)
    ]


def test_what_hangs_on_a_hook_is_what_a_search_finds(yard: Yard) -> None:
    turn, scene = AtMoment(moment="turn_end", subject="character/1"), UntilSceneEnds()
    words = ("turn_end@character/1", "character/1", "scene", "time")

    def check() -> None:
        for hook in words:
            assert [one.path for one in yard.findings.hangings.on(REFS, hook)] == hanging(yard, hook)

    check()
    for ref in reversed(REFS):
        yard.gain(ref, "b", "dazed", until=turn)
        yard.gain(ref, "a", "prone", until=scene)
        check()
    yard.let("character/2", ConditionChanged(name="b", until=UntilTime(at=9)))
    yard.let("character/3", ConditionEnded(name="a"))
    check()
    assert [one.ref for one in yard.findings.hangings.on(REFS[:1], "scene")] == ["character/1"]
