"""Concentrated fire: several who shoot at one point, none of them terrible alone."""

from __future__ import annotations

from typing import Any

import pytest

from api.testing.table import outcomes
from domain.vocabulary.log import Rolled
from domain.vocabulary.maps import Placed, Position
from tests.games.cthulhu_eternal.brawl import Brawl


def shooting(shooters: int = 3, damage: str = "1d10", **options: Any) -> Brawl:
    """So many of Ana's people (p1, p2 …) with guns of the same damage, against two ghouls behind crates."""
    table = Brawl(concentrated_fire=True, **options)
    for who in ("ghoul", "ghast"):
        table.foe(who, dex=5)
    table.begin(**{f"p{n}": 15 - n for n in range(1, shooters + 1)}, ghoul=5, ghast=5)
    for n in range(1, shooters + 1):
        table.arm(f"p{n}", damage=damage)
    table.play("freeform.draw_area", area="crates")
    return table


@pytest.fixture
def table() -> Brawl:
    return shooting()


def guns(shooters: int, **more: Any) -> list[dict[str, Any]]:
    return [{"who": f"p{n}", "weapon": "gun", **more} for n in range(1, shooters + 1)]


def fire(table: Brawl, *rolls: int, dice: dict[str, list[int]] | None = None, **more: Any) -> int:
    """They shoot at the crates, behind which both ghouls are, and roll so."""
    attacks = {f"attack/p{n}": [roll] for n, roll in enumerate(rolls, start=1)}
    args = {"area": "crates", "inside": ["ghoul", "ghast"], "shooters": guns(len(rolls)), **more}
    return table.play("concentrate_fire", **args, dice={**attacks, **(dice or {})})


def terrorized(table: Brawl) -> list[str]:
    return [who for who in ("ghoul", "ghast") if "terrorized" in table.conditions(who)]


@pytest.mark.rules("CE-FEAR-08")
class TestFiringTogether:
    def test_concentrated_fire_is_off_by_default(self) -> None:
        table = Brawl()
        table.begin(p1=14, p2=13)
        refusal = table.refusal("concentrate_fire", shooters=guns(2), area="crates")
        assert (refusal.rule, "concentrated_fire" in refusal.player) == ("CE-FEAR-08", True)

    def test_everybody_makes_an_attack_roll(self, table: Brawl) -> None:
        entry = fire(table, 30, 40, 98)
        assert table.rolls(entry) == {"attack/p1": 30, "attack/p2": 40, "attack/p3": 98}

    def test_concentrated_fire_takes_everybody_s_action(self, table: Brawl) -> None:
        fire(table, 30, 40, 98)
        assert [table.place(f"p{n}").budget for n in (1, 2, 3)] == [{"action": 0}] * 3

    def test_who_has_acted_does_not_join_in(self, table: Brawl) -> None:
        table.play("aim", who="p1")
        assert table.refusal("concentrate_fire", shooters=guns(3), area="crates").rule == "CE-TURN-05"

    @pytest.mark.parametrize("shooters", [guns(1), [*guns(1), *guns(1)]])
    def test_concentrated_fire_takes_several_shooters(self, table: Brawl, shooters: list[dict[str, Any]]) -> None:
        assert table.refusal("concentrate_fire", shooters=shooters, area="crates").rule == "CE-FEAR-08"

    def test_bug_a_weapon_whose_damage_is_no_roll_is_refused(self) -> None:
        refusal = shooting(damage="a lot").refusal("concentrate_fire", shooters=guns(3), area="crates")
        assert (refusal.rule, "'a lot', which is no roll" in refusal.player) == ("notation", True)

    def test_blades_do_not_fire(self, table: Brawl) -> None:
        table.arm("p1", "melee", "sword")
        shooters = [{"who": "p1", "weapon": "sword"}, *guns(3)[1:]]
        assert table.refusal("concentrate_fire", shooters=shooters, area="crates").rule == "CE-FEAR-08"

    def test_the_zone_is_a_circle_of_a_yard(self, table: Brawl) -> None:
        fire(table, 30, 40, 50, area=None, x=4, y=7)
        (zone,) = table.scene().zones.values()
        assert set(zone.squares) == {(4, 7), (3, 7), (5, 7), (4, 6), (4, 8)}

    def test_circumstances_count_for_each(self, table: Brawl) -> None:
        shooters = [*guns(2), {"who": "p3", "weapon": "gun", "modifier": -20}]
        entry = fire(table, 30, 40, 41, shooters=shooters)
        assert table.outcomes_of(entry)["attack/p3"] == "failure"

    @pytest.mark.rules("CE-ACT-05")
    def test_each_shot_takes_its_rounds(self, table: Brawl) -> None:
        table.arm("p1", what="rifle", rounds=3, shots=2)
        fire(table, 30, 40, 98, shooters=[{"who": "p1", "weapon": "rifle"}, *guns(3)[1:]])
        (rifle,) = [item for item in table.sheet("p1").items.values() if item.what == "rifle"]
        assert rifle.tracks["rounds"] == 1

    @pytest.mark.rules("CE-ACT-05")
    def test_nobody_joins_in_with_an_empty_weapon(self, table: Brawl) -> None:
        table.arm("p1", what="rifle", rounds=1, shots=2)
        shooters = [{"who": "p1", "weapon": "rifle"}, *guns(3)[1:]]
        refusal = table.refusal("concentrate_fire", shooters=shooters, area="crates")
        assert (refusal.rule, "1 round is left" in refusal.player) == ("CE-ACT-05", True)

    def test_a_shot_may_fumble(self, table: Brawl) -> None:
        fire(table, 30, 40, 77)
        assert "fumbled" in table.conditions("p3")


@pytest.mark.rules("CE-FEAR-09")
class TestAMajority:
    @pytest.mark.parametrize(("rolls", "terror"), [((30, 40, 98), True), ((30, 98, 97), False), ((30, 40, 50), True)])
    def test_makes_the_zone_terrible_and_harms_nobody(self, table: Brawl, rolls: tuple[int, ...], terror: bool) -> None:
        fire(table, *rolls)
        assert (len(table.scene().zones), terrorized(table)) == ((1, ["ghoul", "ghast"]) if terror else (0, []))
        assert (table.hp("ghoul"), table.hp("ghast")) == (10, 10)

    @pytest.mark.rules("CE-RULING-26")
    @pytest.mark.parametrize(("half", "zones"), [("none", 0), ("terror", 1)])
    def test_half_is_none_unless_the_campaign_says_so(self, half: str, zones: int) -> None:
        table = shooting(4, concentrated_fire_half=half)
        fire(table, 30, 40, 98, 97)
        assert len(table.scene().zones) == zones

    @pytest.mark.rules("CE-FEAR-02")
    def test_nobody_who_knows_goes_there(self, table: Brawl) -> None:
        table.foe("thug")
        table.play("join_fight", who="thug")
        fire(table, 30, 40, 50, noticed_by=["thug"])
        table.next(3)
        table.play("move", who="thug", area="crates")
        assert table.conditions("thug") == ["gone_to_ground"]

    @pytest.mark.rules("CE-RULING-24")
    def test_the_terror_of_concentrated_fire_lasts_until_a_shooter_acts_again(self, table: Brawl) -> None:
        fire(table, 30, 40, 50)
        table.next(4)
        assert len(table.scene().zones) == 1
        table.play("aim", who="p1")
        assert table.scene().zones == {}


@pytest.mark.rules("CE-FEAR-10")
class TestACritical:
    @pytest.mark.parametrize(("die", "hit", "frightened"), [(1, "ghoul", "ghast"), (2, "ghast", "ghoul")])
    def test_hits_one_at_random_and_frightens_the_others(
        self, table: Brawl, die: int, hit: str, frightened: str
    ) -> None:
        fire(table, 33, 40, 98, dice={"target": [die], f"damage/{hit}": [4]})
        assert (table.hp(hit), terrorized(table)) == (6, [frightened])

    def test_bug_everybody_inside_has_the_same_chance(self, table: Brawl) -> None:
        dice = {"target": [2], "damage/ghast": [4]}
        entry = fire(table, 33, 40, 98, inside=["ghoul", "ghoul", "ghast"], dice=dice)
        (rolled,) = [event for event in table.told(entry) if isinstance(event, Rolled) and event.name == "target"]
        assert (rolled.notation, table.hp("ghast")) == ("1d2", 6)

    def test_bug_who_stands_there_on_the_map_may_be_hit(self, table: Brawl) -> None:
        for who, x in (("ghoul", 4), ("ghast", 6)):
            ref = table.ref(who)
            position = Position(subject=ref, x=x, y=5)
            table.let("cellar", Placed(name=ref.partition("/")[2], position=position))
        fire(table, 33, 40, 98, area=None, x=4, y=4, inside=[], dice={"target": [1], "damage/ghoul": [4]})
        assert (table.hp("ghoul"), table.hp("ghast")) == (6, 10)

    def test_several_criticals_hit_once(self, table: Brawl) -> None:
        entry = fire(table, 33, 44, 55, dice={"target": [1], "damage/ghoul": [4]})
        assert (table.hp("ghoul"), table.rolls(entry)["damage/ghoul"]) == (6, 4)

    def test_armor_counts(self, table: Brawl) -> None:
        table.carry("ghoul", "vest", "worn", armor=3)
        fire(table, 33, 40, 98, dice={"target": [1], "damage/ghoul": [4]})
        assert table.hp("ghoul") == 9

    def test_where_nobody_is_inside_nobody_is_hit(self, table: Brawl) -> None:
        fire(table, 33, 40, 98, inside=[])
        assert len(table.scene().zones) == 1

    @pytest.mark.rules("CE-RULING-26")
    def test_without_a_majority_it_is_nothing(self, table: Brawl) -> None:
        fire(table, 33, 98, 97)
        assert (table.scene().zones, table.hp("ghoul"), terrorized(table)) == ({}, 10, [])


@pytest.mark.rules("CE-FEAR-11")
class TestAMinority:
    def test_does_nothing(self, table: Brawl) -> None:
        entry = fire(table, 30, 98, 97)
        assert "CE-FEAR-11" in table.cited(entry)
        assert (table.scene().zones, terrorized(table), table.hp("ghoul")) == ({}, [], 10)

    def test_spends_the_actions_all_the_same(self, table: Brawl) -> None:
        fired = fire(table, 30, 98, 97)
        assert table.place("p1").budget == {"action": 0}
        assert outcomes(table.undo(fired)) == {fired: "struck"}
        assert table.place("p1").budget == {"action": 1}


@pytest.mark.rules("CE-FEAR-12")
class TestHowMuchItTakes:
    @pytest.mark.parametrize(
        ("shooters", "damage", "enough"),
        [
            (3, "1d10", True),
            (2, "1d10", False),
            (5, "1d6", True),
            (4, "1d6", False),
            (2, "1d12+3", True),
            (2, "1d12+2", False),
        ],
    )
    def test_the_most_they_could_do_comes_to_30(self, shooters: int, damage: str, enough: bool) -> None:
        table = shooting(shooters, damage)
        if enough:
            fire(table, *[30] * shooters)
            assert len(table.scene().zones) == 1
        else:
            args: dict[str, Any] = {"shooters": guns(shooters), "area": "crates"}
            assert table.refusal("concentrate_fire", **args).rule == "CE-FEAR-12"

    def test_two_with_lethality_will_do(self) -> None:
        table = shooting(2, "1d4")
        for who in ("p1", "p2"):
            table.arm(who, what="rifle", damage="1d4", modes=[{"mode": "short burst", "lethality": 10}])
        shooters = [{"who": who, "weapon": "rifle", "mode": "short burst"} for who in ("p1", "p2")]
        fire(table, 33, 40, shooters=shooters, dice={"target": [1], "lethality/ghoul": [10]})
        assert ("dead" in table.conditions("ghoul"), terrorized(table)) == (True, ["ghast"])

    def test_one_with_lethality_does_not(self) -> None:
        table = shooting(2, "1d4")
        table.arm("p1", what="rifle", damage="1d4", modes=[{"mode": "short burst", "lethality": 10}])
        shooters = [{"who": "p1", "weapon": "rifle", "mode": "short burst"}, {"who": "p2", "weapon": "gun"}]
        assert table.refusal("concentrate_fire", shooters=shooters, area="crates").rule == "CE-FEAR-12"

    @pytest.mark.parametrize(
        ("damage", "words"), [("1d1", "come to 1 point at most"), ("1d4", "come to 4 points at most")]
    )
    def test_the_refusal_counts_the_points(self, damage: str, words: str) -> None:
        table = shooting(2, damage)
        table.arm("p1", what="rifle", damage="1d4", modes=[{"mode": "short burst", "lethality": 10}])
        shooters = [{"who": "p1", "weapon": "rifle", "mode": "short burst"}, {"who": "p2", "weapon": "gun"}]
        assert words in table.refusal("concentrate_fire", shooters=shooters, area="crates").player

    def test_the_game_master_may_find_less_enough(self) -> None:
        table = shooting(2)
        dice = {"attack/p1": [30], "attack/p2": [40]}
        table.play("concentrate_fire", shooters=guns(2), area="crates", dice=dice, force=True)
        assert len(table.scene().zones) == 1
