"""What was anchored to an instance may outlive it."""

from __future__ import annotations

import pytest

from domain.play.moments import release
from domain.play.play import StreamEvent
from domain.vocabulary.anchors import AnyAnchor, AtMoment, UntilFirst, UntilSceneEnds, WhilePresent
from domain.vocabulary.base import Event
from domain.vocabulary.bodies import Condition, ConditionChanged, ConditionGained, Wound, WoundSuffered
from domain.vocabulary.values import Modifier, ModifierApplied, ModifierChanged
from tests.freeform.table import Table
from tests.play.rules import decided

HERO = "character/c-2"
CUT = f"{HERO}.wounds.cut"
SCENE, UPKEEP = UntilSceneEnds(), AtMoment(moment="upkeep")


def released(*events: Event) -> list[Event]:
    """What it takes to let these outlive the wound they hang on."""
    table = Table().with_hero(hp=10)
    wound = WoundSuffered(name="cut", wound=Wound(severity="lesser"))
    table.apply(*(StreamEvent(HERO, event) for event in (wound, *events)))
    return [stream_event.event for stream_event in decided(table, lambda play: release(play, CUT)).emitted]


def bleeding(until: AnyAnchor) -> Event:
    return ConditionGained(name="bleeding", condition=Condition(what="bleeding", until=until))


def test_what_hung_on_it_alone_lasts_until_it_is_ended_by_name() -> None:
    weakness = Modifier(path="attributes.brawn", amount=-1, until=WhilePresent(path=CUT))
    assert released(bleeding(WhilePresent(path=CUT)), ModifierApplied(name="weak", modifier=weakness)) == [
        ModifierChanged(name="weak", until=None),
        ConditionChanged(name="bleeding", until=None),
    ]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (UntilFirst(of=(WhilePresent(path=CUT), SCENE)), SCENE),
        (UntilFirst(of=(SCENE, WhilePresent(path=CUT), UPKEEP)), UntilFirst(of=(SCENE, UPKEEP))),
    ],
)
def test_what_else_it_hung_on_stays(before: AnyAnchor, after: AnyAnchor) -> None:
    assert released(bleeding(before)) == [ConditionChanged(name="bleeding", until=after)]


def test_what_hangs_elsewhere_is_left_alone() -> None:
    assert released(bleeding(SCENE)) == []
