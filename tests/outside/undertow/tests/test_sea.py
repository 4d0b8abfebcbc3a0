import pytest
from conftest import Wreck


@pytest.mark.rules("UT-TIDE-01")
@pytest.mark.parametrize(("seconds", "left"), [(3_599, 7), (3_600, 6), (7_200, 5)])
def test_a_tide_turns_every_hour(wreck: Wreck, seconds: int, left: int) -> None:
    wreck.play("freeform.advance_clock", seconds=seconds)
    assert wreck.breath("ines") == left


@pytest.mark.rules("UT-TIDE-02")
def test_a_tide_takes_a_breath_of_those_who_are_below(wreck: Wreck) -> None:
    wreck.play("surface", who="bruno")
    wreck.hours()
    assert (wreck.breath("ines"), wreck.breath("bruno")) == (6, 8)


@pytest.mark.rules("UT-TIDE-03")
def test_a_cruel_sea_takes_two() -> None:
    wreck = Wreck(cruel_sea=True)
    wreck.hours()
    assert wreck.breath("ines") == 5


@pytest.mark.rules("UT-TIDE-04")
def test_breath_is_free_at_the_surface(wreck: Wreck) -> None:
    wreck.play("surface", who="ines", as_player="ana")
    assert (wreck.breath("ines"), wreck.depth("ines")) == (8, 0)


@pytest.mark.rules("UT-TIDE-05")
def test_surfacing_frees_from_wreckage_and_costs_the_hand(wreck: Wreck) -> None:
    wreck.card("ines", "pearl", 6)
    wreck.attempt(1, 2, 2)
    wreck.play("surface", who="ines")
    assert (wreck.conditions("ines"), wreck.hand("ines")) == ([], {})


@pytest.mark.rules("UT-PULL-01")
def test_the_undertow_drags_deeper_than_one_dives(wreck: Wreck) -> None:
    wreck.play("drag", who="bruno", meters=15)
    assert wreck.depth("bruno") == 25


@pytest.mark.rules("UT-PULL-02")
def test_a_rope_holds_until_the_other_surfaces(wreck: Wreck) -> None:
    wreck.play("tie", who="ines", other="bruno")
    assert [link.kind for link in wreck.sheet("ines").links.values()] == ["rope"]
    wreck.play("surface", who="bruno")
    assert not wreck.sheet("ines").links


@pytest.mark.rules("UT-PULL-02")
def test_nobody_holds_two_ropes(wreck: Wreck) -> None:
    wreck.play("tie", who="ines", other="bruno")
    assert wreck.refusal("tie", who="ines", other="bruno").rule == "UT-PULL-02"


@pytest.mark.rules("UT-PULL-03")
@pytest.mark.parametrize(("meters", "depth"), [(5, 10), (8, 13)])
def test_a_rope_takes_five_meters_off_a_pull(wreck: Wreck, meters: int, depth: int) -> None:
    wreck.play("tie", who="ines", other="bruno")
    wreck.play("drag", who="ines", meters=meters)
    assert wreck.depth("ines") == depth


@pytest.mark.rules("UT-PULL-04")
@pytest.mark.parametrize(("choice", "depth", "cards"), [("yes", 10, 0), ("no", 18, 1)])
def test_a_card_of_kelp_holds(wreck: Wreck, choice: str, depth: int, cards: int) -> None:
    wreck.card("ines", "kelp", 2)
    entry = wreck.play("drag", who="ines", meters=8)
    wreck.play("answer", deed=entry, key="kelp/ines", choice=choice, as_player="ana")
    assert (wreck.depth("ines"), len(wreck.hand("ines"))) == (depth, cards)
