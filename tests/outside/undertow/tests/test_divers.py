import pytest
from conftest import Wreck


@pytest.mark.rules("UT-DIVER-01")
def test_a_diver_has_grip_and_calm(wreck: Wreck) -> None:
    assert (wreck.value("bruno", "attributes.grip"), wreck.value("bruno", "attributes.calm")) == (2, 4)


@pytest.mark.rules("UT-DIVER-02")
def test_a_diver_begins_at_the_surface_with_eight_breaths(wreck: Wreck) -> None:
    wreck.play("enlist", name="Odile")
    assert (wreck.breath("odile"), wreck.depth("odile")) == (8, 0)


@pytest.mark.rules("UT-DIVER-03")
def test_a_diver_goes_ten_meters_down_for_each_point_of_grip(wreck: Wreck) -> None:
    assert wreck.value("bruno", "depth.reach") == 20
    wreck.play("dive", who="bruno", depth=20)
    assert wreck.refusal("dive", who="bruno", depth=21).player == "They cannot go deeper than 20 meters."


@pytest.mark.rules("UT-DIVER-04")
def test_only_going_down_from_the_surface_costs_a_breath(wreck: Wreck) -> None:
    assert wreck.breath("ines") == 7
    wreck.play("dive", who="ines", depth=15, as_player="ana")
    assert wreck.breath("ines") == 7


@pytest.mark.rules("UT-DIVER-05")
@pytest.mark.parametrize(("depth", "dice"), [(19, 0), (20, -1)])
def test_pressure_takes_a_die_from_twenty_meters_on(wreck: Wreck, depth: int, dice: int) -> None:
    wreck.play("dive", who="ines", depth=depth)
    assert wreck.value("ines", "dice.pressure") == dice


@pytest.mark.rules("UT-DIVER-05")
def test_a_pool_under_pressure_has_a_die_less(wreck: Wreck) -> None:
    wreck.play("dive", who="ines", depth=20)
    assert wreck.outcomes_of(wreck.attempt(5, 2))["pool"] == "success"


@pytest.mark.rules("UT-DIVER-06")
@pytest.mark.parametrize(("command", "more"), [("draw", {}), ("try", {"score": "grip"}), ("surface", {})])
def test_diving_commands_are_refused_at_the_surface(wreck: Wreck, command: str, more: dict[str, str]) -> None:
    wreck.play("surface", who="ines")
    assert wreck.refusal(command, who="ines", **more).rule == "UT-DIVER-06"
