"""Falls and impacts."""

from typing import Any

import pytest

from api.testing.table import Dice
from domain.history.plan import RevisionRefused
from tests.games.cthulhu_eternal.harming import HIGH, LOW, Ward

KEPT = {"stun/edith": [LOW]}


@pytest.fixture
def table() -> Ward:
    return Ward(hp=30)


def fall(table: Ward, yards: float, dice: Dice, *, uncontrolled: bool = False) -> int:
    return table.play("fall", who="edith", yards=yards, uncontrolled=uncontrolled, dice=dice)


@pytest.mark.rules("CE-FALL-01", "CE-RULING-35")
class TestAShortFall:
    @pytest.mark.parametrize("yards", [1, 2, 3, 3.9])
    def test_1d6(self, table: Ward, yards: float) -> None:
        fall(table, yards, {"fall/edith": [4], **KEPT})
        assert table.hp("edith") == 26

    @pytest.mark.parametrize("yards", [1, 3])
    def test_2d6_if_it_is_uncontrolled(self, table: Ward, yards: float) -> None:
        fall(table, yards, {"fall/edith": [4, 5], **KEPT}, uncontrolled=True)
        assert table.hp("edith") == 21

    @pytest.mark.parametrize("yards", [0, 0.9])
    def test_under_one_yard_it_does_nothing(self, table: Ward, yards: float) -> None:
        assert (table.rolls(fall(table, yards, {})), table.hp("edith")) == ({}, 30)


@pytest.mark.rules("CE-FALL-02")
class TestALongFall:
    @pytest.mark.parametrize(("yards", "rating"), [(4, 4), (4.9, 4), (20, 20), (100, 100)])
    def test_has_a_lethality_of_1_percent_a_yard(self, table: Ward, yards: float, rating: int) -> None:
        fell = fall(table, yards, {"lethality/edith": [rating]})
        assert (table.target(fell), table.hp("edith")) == (rating, 0)

    def test_above_it_the_two_dice_are_the_damage(self, table: Ward) -> None:
        fall(table, 20, {"lethality/edith": [21], **KEPT})
        assert table.hp("edith") == 27

    def test_being_uncontrolled_makes_no_difference(self, table: Ward) -> None:
        fell = fall(table, 4, {"lethality/edith": [5], **KEPT}, uncontrolled=True)
        assert (table.target(fell), table.hp("edith")) == (4, 15)


@pytest.mark.rules("CE-FALL-03")
class TestWhoSurvivesAFall:
    @pytest.mark.parametrize(("roll", "state"), [(50, []), (51, ["stunned"])])
    def test_tests_con_or_is_stunned(self, table: Ward, roll: int, state: list[str]) -> None:
        fall(table, 1, {"fall/edith": [1], "stun/edith": [roll]})
        assert table.conditions("edith") == state

    def test_after_a_long_one_as_well(self, table: Ward) -> None:
        fell = fall(table, 4, {"lethality/edith": [12], "stun/edith": [HIGH]})
        assert (table.conditions("edith"), "CE-FALL-03" in table.cited(fell)) == (["stunned"], True)

    def test_the_dead_do_not(self, table: Ward) -> None:
        assert table.rolls(fall(table, 5, {"lethality/edith": [5]})) == {"lethality/edith": 5}

    def test_half_of_the_hit_points_lost_in_it_do_not_stun_as_an_attack_does(self, table: Ward) -> None:
        fall(table, 20, {"lethality/edith": [99], **KEPT})
        assert (table.hp("edith"), table.conditions("edith")) == (12, [])

    def test_things_do_not_fall_so(self, table: Ward) -> None:
        table.thing("crate", hp=10)
        assert "is a thing" in str(table.refusal("fall", who="crate", yards=3))

    def test_the_dead_do_not_fall(self, table: Ward) -> None:
        table.hurt(30)
        assert "dead" in str(table.refusal("fall", who="edith", yards=3))

    def test_who_did_not_fall_after_all_had_no_stun_to_shake_off(self, table: Ward) -> None:
        fell = fall(table, 1, {"fall/edith": [1], "stun/edith": [HIGH]})
        shaken = table.play("shake_off", who="edith", dice={"stun": [LOW]})
        with pytest.raises(RevisionRefused, match=str(shaken)):
            table.undo(fell)


@pytest.mark.rules("CE-RULING-29")
@pytest.mark.parametrize("peril", ["fall", "slam"])
def test_armor_helps_against_neither(table: Ward, peril: str) -> None:
    table.play("outfit", who="edith", what="kevlar vest")
    how: dict[str, Any] = {"yards": 20} if peril == "fall" else {"speed": 25}
    table.play(peril, who="edith", **how, dice={"lethality/edith": [24], **KEPT})
    assert table.hp("edith") == 24


def slam(table: Ward, speed: int, roll: int = 100, **how: Any) -> int:
    """Edith slams into something; unless said otherwise the Lethality roll shows 100, which costs 20."""
    dice = {"lethality/edith": [roll], **({} if roll < 100 else KEPT)}
    return table.play("slam", who="edith", speed=speed, dice=dice, **how)


@pytest.mark.rules("CE-IMP-01", "CE-RULING-41")
class TestAnImpact:
    @pytest.mark.parametrize(
        ("speed", "rating"), [(1, 10), (24, 10), (25, 10), (49, 10), (50, 20), (74, 20), (75, 30), (100, 40)]
    )
    def test_has_a_lethality_by_complete_steps_of_25_mph(self, table: Ward, speed: int, rating: int) -> None:
        assert table.target(slam(table, speed)) == rating

    @pytest.mark.parametrize(("speed", "rating"), [(39, 10), (40, 10), (79, 10), (80, 20)])
    def test_an_impact_has_a_lethality_by_complete_steps_of_40_km_h(self, table: Ward, speed: int, rating: int) -> None:
        assert table.target(slam(table, speed, unit="km/h")) == rating

    def test_at_or_under_it_kills(self, table: Ward) -> None:
        slam(table, 50, 20)
        assert table.conditions("edith") == ["dead"]

    def test_above_it_the_two_dice_are_the_damage(self, table: Ward) -> None:
        slam(table, 50)
        assert table.hp("edith") == 10


@pytest.mark.rules("CE-IMP-02")
class TestNowhereToTumble:
    @pytest.mark.parametrize(("speed", "rating"), [(10, 20), (50, 40), (75, 60)])
    def test_doubles_the_rating(self, table: Ward, speed: int, rating: int) -> None:
        assert table.target(slam(table, speed, no_tumbling=True)) == rating

    def test_is_on_record(self, table: Ward) -> None:
        assert "CE-IMP-02" in table.cited(slam(table, 50, no_tumbling=True))


@pytest.mark.rules("CE-IMP-03")
class TestWhoSurvivesAnImpact:
    @pytest.mark.parametrize(("roll", "state"), [(50, []), (51, ["stunned"])])
    def test_tests_con_or_is_stunned(self, table: Ward, roll: int, state: list[str]) -> None:
        table.play("slam", who="edith", speed=10, dice={"lethality/edith": [12], "stun/edith": [roll]})
        assert table.conditions("edith") == state

    def test_the_dead_do_not(self, table: Ward) -> None:
        assert table.rolls(slam(table, 50, 20)) == {"lethality/edith": 20}
