"""Explosions, and what they may destroy."""

from typing import Any

import pytest

from tests.games.cthulhu_eternal.brawl import Brawl
from tests.games.cthulhu_eternal.harming import Ward


@pytest.fixture
def table() -> Ward:
    return Ward()


def enter(table: Ward, name: str = "safe", **what: Any) -> int:
    """A safe of 20 Hit Points and Armor 10, unless said otherwise."""
    return table.play("enter_object", name=name, handle=name, **{"hp": 20, "armor": 10, **what})


@pytest.mark.rules("CE-EXPL-01", "CE-RULING-42")
class TestStructuresAndVehicles:
    def test_structures_have_hit_points_of_their_own_and_are_huge(self, table: Ward) -> None:
        enter(table)
        assert (table.hp("safe"), table.sheet("safe").profile["self"].data["protection"]) == (20, "huge")

    def test_a_vehicle_has_its_speed(self, table: Ward) -> None:
        enter(table, "motorcar", hp=40, armor=10, speed=45)
        assert table.value("motorcar", "attributes.speed") == 45

    def test_what_is_lethal_costs_them_the_rating_less_their_armor(self, table: Ward) -> None:
        enter(table, "motorcar", hp=40, armor=10)
        blast = table.play("explode", at="motorcar", rating=35)
        assert (table.hp("motorcar"), table.rolls(blast)) == (15, {})

    @pytest.mark.parametrize(("rating", "left"), [(9, 20), (10, 20), (11, 19)])
    def test_a_rating_up_to_their_armor_does_nothing(self, table: Ward, rating: int, left: int) -> None:
        enter(table)
        table.play("explode", at="safe", rating=rating)
        assert table.hp("safe") == left

    def test_without_hit_points_they_are_destroyed(self, table: Ward) -> None:
        enter(table)
        table.play("explode", at="safe", rating=30)
        assert (table.hp("safe"), table.conditions("safe")) == (0, ["destroyed"])

    def test_damage_of_a_crash_is_entered_by_hand(self, table: Ward) -> None:
        enter(table, "motorcar", hp=40)
        table.play("hurt", who="motorcar", amount=12, harm="crash")
        assert table.hp("motorcar") == 28


@pytest.mark.rules("CE-EXPL-02")
class TestAnObject:
    def test_the_game_master_says_what_it_stands(self, table: Ward) -> None:
        entered = enter(table, "vase", hp=1, armor=0, protection="fragile")
        assert (table.hp("vase"), "CE-EXPL-02" in table.cited(entered)) == (1, True)

    def test_an_object_can_be_attacked(self, table: Ward) -> None:
        enter(table, "door", hp=10, armor=5)
        table.struck(8, "door", dice={})
        assert table.hp("door") == 7

    def test_a_hidden_one_the_players_do_not_know_of(self, table: Ward) -> None:
        enter(table, hidden=True)
        assert table.sheet("safe").profile["self"].audience == "gm"


@pytest.mark.rules("CE-EXPL-03")
class TestTheSafeAndTheGrenade:
    @pytest.fixture
    def vault(self) -> Brawl:
        """Ana throws grenades at a safe of 20 Hit Points and Armor 10."""
        table = Brawl()
        table.person("ana")
        table.play("enter_object", name="safe", hp=20, armor=10)
        table.arm("ana", "thrown", "grenade", damage="", lethality=15, radius=10, explosive=True)
        return table

    def throw(self, table: Brawl) -> int:
        return table.strike("ana", "safe", 32, None, weapon="grenade")

    def test_one_costs_it_5_points(self, vault: Brawl) -> None:
        thrown = self.throw(vault)
        assert (vault.hp("safe"), vault.rolls(thrown)) == (15, {"attack": 32})

    def test_four_break_it_open(self, vault: Brawl) -> None:
        seen = []
        for _ in range(4):
            self.throw(vault)
            seen.append(vault.hp("safe"))
        assert (seen, vault.conditions("safe")) == ([15, 10, 5, 0], ["destroyed"])

    def test_a_blast_damages_a_safe_that_it_was_not_aimed_at(self, vault: Brawl) -> None:
        vault.foe("guard")
        dice = {"lethality/guard": [51]}
        vault.strike("ana", "guard", 32, None, weapon="grenade", caught=["safe"], against=dice)
        assert (vault.hp("guard"), vault.hp("safe")) == (4, 15)


@pytest.mark.rules("CE-LETH-07")
class TestAnExplosionByItself:
    def test_everybody_in_it_has_a_roll(self, table: Ward) -> None:
        dice = {"lethality/edith": [15], "lethality/doctor": [51]}
        table.play("explode", at="edith", rating=15, radius=5, caught=["doctor"], dice=dice)
        assert (table.hp("edith"), table.hp("doctor")) == (0, 4)

    def test_armor_counts(self, table: Ward) -> None:
        table.play("outfit", who="edith", what="kevlar vest")
        table.play("explode", at="edith", rating=15, dice={"lethality/edith": [51]})
        assert table.hp("edith") == 7

    @pytest.mark.rules("CE-LETH-06")
    def test_bug_who_is_caught_takes_a_radius(self, table: Ward) -> None:
        args = {"at": "edith", "rating": 15, "caught": ["doctor"]}
        assert table.refusal("explode", dice={"lethality/edith": [51]}, **args).rule == "CE-LETH-06"
