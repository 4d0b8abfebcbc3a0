"""Responses that are ready: Actions and movement that wait for something, and go off as Reactions."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.rotted_capes.bout import bout, notes
from tests.games.rotted_capes.cast import Cast
from tests.games.rotted_capes.street import STREET, area, street


@pytest.fixture
def table() -> Cast:
    return bout()


@pytest.mark.rules("RC-ACT-06", "RC-TURN-12")
def test_a_readied_action_goes_off_as_a_reaction(table: Cast) -> None:
    table.play("ready", who="lark", trigger="they walk through the arch", response="pull the lever", as_player="ana")
    assert (table.left("lark", "action"), table.left("lark", "reaction")) == (0, 1)
    table.next(2)
    table.play("respond", who="lark", as_player="ana")
    assert (table.left("lark", "reaction"), table.turn()) == (0, ["brute"])
    entry = table.play("dodge", who="lark")
    assert "RC-ACT-06" in table.cited(entry)
    assert table.refusal("dodge", who="lark").rule == "RC-TURN-01"
    assert table.refusal("respond", who="lark").rule == "RC-REAC-01"


@pytest.mark.rules("RC-ACT-06", "RC-TURN-07")
def test_who_is_out_of_action_by_then_takes_no_readied_action(table: Cast) -> None:
    table.play("ready", who="lark", trigger="they walk through the arch", response="pull the lever")
    table.next()
    table.play("respond", who="lark")
    table.play("impose", who="lark", what="incapacitated")
    assert table.refusal("dodge", who="lark").rule == "RC-TURN-01"


@pytest.mark.rules("RC-ACT-06")
def test_a_readied_movement_goes_up_to_the_normal_pace(table: Cast) -> None:
    for here, beyond in (("a", "b"), ("b", "c"), ("c", "d"), ("d", "e"), ("e", "f")):
        table.play("freeform.draw_area", area=here, borders=[beyond])
    table.play("freeform.draw_area", area="f")
    table.play("freeform.place", who="lark", area="a")
    table.play("ready", who="lark", trigger="they come", response="run", movement=True)
    table.next()
    assert table.refusal("respond", who="lark", to=["b", "c", "d", "e", "f"]).rule == "RC-ACT-06"
    table.play("respond", who="lark", to=["b", "c", "d", "e"])
    assert table.fight_state().positions[table.ref("lark").split("/")[1]].area == "e"


@pytest.fixture
def waiting() -> Cast:
    """Lark, who runs 4 and flies 10, on the roof of the street, with a movement ready in the turn of a brute."""
    table = street()
    table.play("ready", who="lark", trigger="they come", response="away", movement=True)
    table.next()
    return table


def responds(table: Cast, *to: str, **more: Any) -> str:
    """Where Lark is after the readied movement, and in what condition."""
    table.play("respond", who="lark", to=[*to], **more)
    return " ".join((area(table), *table.conditions("lark")))


@pytest.mark.rules("RC-ACT-06", "RC-MODE-01")
def test_a_readied_movement_has_the_pace_of_its_mode(waiting: Cast) -> None:
    far = STREET[1:12]
    assert waiting.refusal("respond", who="lark", to=far, mode="fly", height=1).rule == "RC-ACT-06"
    assert waiting.refusal("respond", who="lark", to=far[:4], mode="climb").rule == "RC-ACT-06"
    assert waiting.refusal("respond", who="lark", to=far[:1], mode="swing").rule == "RC-MODE-08"
    assert responds(waiting, *far[:10], mode="fly", height=1) == "mall airborne"


@pytest.mark.rules("RC-ACT-06", "RC-MODE-01")
@pytest.mark.parametrize(("height", "rule"), [(10, ""), (11, "RC-ACT-06")])
def test_a_readied_flight_may_go_up(waiting: Cast, height: int, rule: str) -> None:
    if rule:
        assert waiting.refusal("respond", who="lark", to=["alley"], mode="fly", height=height).rule == rule
    else:
        assert responds(waiting, "alley", mode="fly", height=height) == "alley airborne"


@pytest.mark.rules("RC-ACT-06", "RC-MOVE-10")
def test_a_readied_movement_of_who_is_prone_is_a_crawl(waiting: Cast) -> None:
    waiting.play("impose", who="lark", what="prone")
    assert waiting.refusal("respond", who="lark", to=["alley"], mode="fly").rule == "RC-MOVE-10"
    assert waiting.refusal("respond", who="lark", to=["alley", "yard"]).rule == "RC-ACT-06"
    assert responds(waiting, "alley") == "alley prone"


@pytest.mark.rules("RC-ACT-06", "RC-MOVE-01")
def test_a_readied_movement_is_none_for_who_is_held(waiting: Cast) -> None:
    waiting.play("impose", who="lark", what="grappled", tags=["Immobilized"])
    assert waiting.refusal("respond", who="lark", to=["alley"]).rule == "RC-MOVE-01"


@pytest.mark.rules("RC-ACT-06", "RC-LIGHT-07")
def test_a_readied_movement_is_short_in_the_dark(waiting: Cast) -> None:
    waiting.play("freeform.draw_area", area="yard", light="dark")
    assert waiting.refusal("respond", who="lark", to=["alley", "yard", "hall"]).rule == "RC-LIGHT-07"
    assert responds(waiting, "alley", "yard") == "yard"


@pytest.mark.rules("RC-ACT-07", "RC-REAC-01")
def test_what_is_not_triggered_by_ones_next_turn_is_lost(table: Cast) -> None:
    table.play("ready", who="lark", trigger="they come", response="shoot")
    entry = table.next(3)
    assert (notes(table, entry), "RC-ACT-07" in table.cited(entry)) == ([{"lost": True}], True)
    assert table.refusal("respond", who="lark").rule == "RC-REAC-01"
