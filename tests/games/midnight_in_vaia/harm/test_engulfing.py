"""What engulfs: whom it reaches, what armor and walls are worth against it, who dies."""

from __future__ import annotations

import pytest

from tests.games.midnight_in_vaia.suffering import Alley


@pytest.fixture
def table() -> Alley:
    return Alley()


@pytest.mark.rules("MV-ENG-01")
class TestEngulfed:
    def test_everybody_within_is(self, table: Alley) -> None:
        entry = table.gas(6, "vera", "milo")
        assert (table.hp("vera"), table.hp("milo"), table.hp("ghoul")) == (34, 34, 20)
        assert "MV-ENG-01" in table.cited(entry)

    def test_who_is_named_twice_is_engulfed_once(self, table: Alley) -> None:
        table.armor("vera", 8)
        table.gas(6, "vera", "vera", armor=3)
        assert (table.hp("vera"), table.armor_left("vera")) == (34, 5)

    def test_there_is_no_impact_that_maims(self, table: Alley) -> None:
        table.play("expose", who="vera", because="Pinned")
        entry = table.gas(6, "vera")
        assert (table.rolls(entry), table.sheet("vera").wounds) == ({}, {})

    def test_an_engulfing_effect_harms_everybody_on_its_squares(self, table: Alley) -> None:
        table.stand("vera", 1, 1)
        table.stand("milo", 3, 3)
        table.play("engulf", what="Gas", type="biological", amount=6, squares=[[1, 1], [1, 2]])
        assert (table.hp("vera"), table.hp("milo")) == (34, 40)

    def test_an_engulfing_effect_harms_everybody_in_a_place_it_fills(self, table: Alley) -> None:
        for area, who in {"cellar": "vera", "yard": "milo"}.items():
            table.play("draw_area", area=area)
            table.play("place", who=who, area=area)
        table.play("engulf", what="Gas", type="biological", amount=6, areas=["cellar"])
        assert (table.hp("vera"), table.hp("milo")) == (34, 40)

    def test_an_engulfing_effect_fills_its_squares_for_as_long_as_it_says(self, table: Alley) -> None:
        table.begin()
        table.play("engulf", what="Gas", type="biological", amount=6, squares=[[1, 1]], rounds=1)
        assert [zone.squares for zone in table.fight("alley").zones.values()] == [((1, 1),)]
        table.round()
        assert table.fight("alley").zones == {}

    def test_either_an_area_or_those_within_are_named(self, table: Alley) -> None:
        assert table.refusal("engulf", what="Gas", type="biological", amount=6).rule == "MV-ENG-01"


@pytest.mark.rules("MV-ENG-02", "MV-RULING-33")
class TestArmorAgainstEngulfing:
    def test_an_engulfing_effect_ignores_armor(self, table: Alley) -> None:
        table.armor("vera", 8)
        entry = table.gas(6, "vera")
        assert (table.hp("vera"), table.armor_left("vera"), "MV-ENG-02" in table.cited(entry)) == (34, 8, True)

    @pytest.mark.parametrize(("armor", "left"), [(3, 5), (8, 0), (9, 0)])
    def test_an_engulfing_effect_damages_armor_as_much_as_is_stated(self, table: Alley, armor: int, left: int) -> None:
        table.armor("vera", 8)
        table.gas(6, "vera", armor=armor)
        assert (table.hp("vera"), table.armor_left("vera")) == (34, left)


@pytest.mark.rules("MV-ENG-03")
class TestProtectionAgainstImpacts:
    @pytest.fixture
    def protected(self, table: Alley) -> Alley:
        table.afflict("vera", {"effect": "resistance", "against": "impact", "rating": 3})
        return table

    def test_helps_against_those(self, protected: Alley) -> None:
        protected.impact(6, "vera", dice=protected.spared("vera"))
        assert protected.hp("vera") == 38

    def test_protection_against_impacts_is_of_no_use_when_engulfed(self, protected: Alley) -> None:
        entry = protected.gas(6, "vera")
        assert (protected.hp("vera"), "MV-ENG-03" in protected.cited(entry)) == (34, True)

    def test_without_the_protection_it_was_as_much(self, table: Alley) -> None:
        protection = table.afflict("vera", {"effect": "resistance", "against": "impact", "rating": 3})
        table.gas(6, "vera")
        table.undo(protection)
        assert table.hp("vera") == 34


@pytest.mark.rules("MV-ENG-04")
class TestKilledByEngulfing:
    @pytest.mark.parametrize(
        ("damage", "conditions"), [(39, []), (40, ["dead", "vulnerable"]), (41, ["dead", "vulnerable"])]
    )
    def test_who_drops_to_zero_is_killed(self, table: Alley, damage: int, conditions: list[str]) -> None:
        entry = table.gas(damage, "vera")
        assert (table.conditions("vera"), "MV-ENG-04" in table.cited(entry)) == (conditions, bool(conditions))

    def test_who_was_there_already_is_not(self, table: Alley) -> None:
        table.hurt("vera", 40)
        table.gas(9, "vera")
        assert table.conditions("vera") == ["vulnerable"]


@pytest.mark.rules("MV-ENG-05")
class TestAroundObjects:
    def test_no_wall_holds_up_an_engulfing_effect_or_takes_any_of_it(self, table: Alley) -> None:
        wall = table.wall(1000, 2)
        table.stand("vera", 1, 0)
        table.stand("milo", 3, 0)
        entry = table.play("engulf", what="Gas", type="biological", amount=6, squares=[[x, 0] for x in range(5)])
        assert (table.hp("vera"), table.hp("milo"), table.left(wall)) == (34, 34, 1000)
        assert "MV-ENG-05" in table.cited(entry)

    def test_no_player_lets_it(self, table: Alley) -> None:
        sentence = table.forbidden("engulf", as_player="ana", what="Gas", type="striking", within=["vera"])
        assert "engulf" in sentence
