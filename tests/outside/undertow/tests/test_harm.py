import pytest
from conftest import Wreck


@pytest.fixture
def snagged(wreck: Wreck) -> Wreck:
    wreck.attempt(1, 2, 2)
    return wreck


@pytest.fixture
def breathless(wreck: Wreck) -> Wreck:
    wreck.play("freeform.spend", target="ines", track="breath", amount=7)
    return wreck


@pytest.mark.rules("UT-HARM-01")
def test_a_snagged_diver_has_a_die_less(snagged: Wreck) -> None:
    assert snagged.rolls(snagged.attempt(5, 5))["pool"] == 2


@pytest.mark.rules("UT-HARM-02")
def test_nobody_is_snagged_twice(snagged: Wreck) -> None:
    entry = snagged.attempt(1, 1)
    assert (snagged.conditions("ines"), "UT-HARM-02" in snagged.cited(entry)) == (["snagged"], True)


@pytest.mark.rules("UT-HARM-03")
def test_another_diver_frees_and_the_die_is_back(snagged: Wreck) -> None:
    snagged.play("free", who="bruno", other="ines")
    assert (snagged.conditions("ines"), snagged.value("ines", "dice.pressure")) == ([], 0)


@pytest.mark.rules("UT-HARM-03")
def test_nobody_frees_themselves(snagged: Wreck) -> None:
    assert snagged.refusal("free", who="ines", other="ines").rule == "UT-HARM-03"


@pytest.mark.rules("UT-HARM-04")
def test_without_breath_a_turning_tide_drowns(breathless: Wreck) -> None:
    breathless.hours()
    assert (breathless.conditions("ines"), breathless.conditions("bruno")) == (["drowning"], [])


@pytest.mark.rules("UT-HARM-04")
def test_who_surfaces_drowns_no_longer(breathless: Wreck) -> None:
    breathless.hours()
    breathless.play("surface", who="ines")
    assert breathless.conditions("ines") == []


@pytest.mark.rules("UT-HARM-05")
def test_who_still_drowns_when_the_next_tide_turns_is_lost(breathless: Wreck) -> None:
    breathless.hours(2)
    assert breathless.conditions("ines") == ["lost"]
