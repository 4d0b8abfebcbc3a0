"""Lethality, Kill Radius, and what the game master rules about them."""

from collections.abc import Sequence
from typing import Any

import pytest

from api.testing.table import outcomes
from domain.vocabulary.log import Noted, Rolled
from domain.vocabulary.maps import Crowd, CrowdGathered, Placed, Position
from tests.games.cthulhu_eternal.brawl import Brawl

HIT, CRITICAL, MISS = 32, 33, 90


class Range(Brawl):
    """Ana has a machine gun of Lethality 20% and a grenade of 15% with a Kill Radius of 10 yards. All have 30 Hit Points."""

    def __init__(self, **options: bool) -> None:
        super().__init__(**options)
        self.person("ana")
        for who in ("bo", "cal", "dee"):
            self.foe(who, hp=30)
        self.arm("ana", what="machine gun", damage="", lethality=20)

    def shoot(self, lethal: Sequence[int] | int, attack: int = HIT, **how: Any) -> int:
        """Ana fires at Bo, with this Lethality roll (or these dice of damage)."""
        against = how.pop("against", {"lethality/bo": [lethal]})
        return self.strike("ana", "bo", attack, None, weapon=how.pop("weapon", "machine gun"), against=against, **how)

    def throw(self, attack: int = HIT, **lethal: int) -> int:
        """Ana throws the grenade at Bo; these are caught, and roll so."""
        against = {f"lethality/{who}": [roll] for who, roll in lethal.items()}
        others = [who for who in lethal if who != "bo"]
        self.arm("ana", "thrown", "grenade", damage="", lethality=15, radius=10, explosive=True)
        return self.shoot(0, attack, weapon="grenade", against=against, caught=others)

    def put(self, who: str, x: int, y: int = 0) -> int:
        """A character stands there on the map, a square being a yard."""
        ref = self.ref(who)
        return self.let("cellar", Placed(name=ref.partition("/")[2], position=Position(subject=ref, x=x, y=y)))


@pytest.fixture
def table() -> Range:
    return Range()


@pytest.mark.rules("CE-LETH-01")
class TestLethality:
    def test_percentile_dice_are_rolled_in_place_of_damage(self, table: Range) -> None:
        assert table.rolls(table.shoot(42)) == {"attack": HIT, "lethality/bo": 42}

    def test_against_the_rating(self, table: Range) -> None:
        rolled = [event for event in table.told(table.shoot(42)) if isinstance(event, Rolled)]
        assert rolled[-1].target == 20

    def test_a_miss_rolls_no_lethality(self, table: Range) -> None:
        missed = table.shoot(0, MISS, against={})
        assert (table.hp("bo"), table.rolls(missed)) == (30, {"attack": MISS})


@pytest.mark.rules("CE-LETH-02")
class TestASuccess:
    @pytest.mark.parametrize("roll", [1, 19, 20])
    def test_at_or_under_the_rating_kills(self, table: Range, roll: int) -> None:
        table.shoot(roll)
        assert (table.hp("bo"), table.conditions("bo")) == (0, ["dead"])

    def test_one_above_does_not(self, table: Range) -> None:
        table.shoot(21)
        assert table.hp("bo") == 27

    def test_armor_does_not_help(self, table: Range) -> None:
        table.carry("bo", "vest", "worn", armor=5)
        table.shoot(20)
        assert table.hp("bo") == 0


@pytest.mark.rules("CE-RULING-46")
def test_things_are_destroyed_outright_too(table: Range) -> None:
    table.thing("crate", hp=30, protection="exposed")
    table.play("explode", at="crate", rating=20, dice={"lethality/crate": [20]})
    assert table.hp("crate") == 0


@pytest.mark.rules("CE-LETH-03")
class TestAFailure:
    @pytest.mark.parametrize(("roll", "damage"), [(21, 3), (42, 6), (40, 14), (99, 18), (100, 20)])
    def test_deals_the_sum_of_the_two_dice(self, table: Range, roll: int, damage: int) -> None:
        table.shoot(roll)
        assert table.hp("bo") == 30 - damage

    def test_armor_stops_some_of_it(self, table: Range) -> None:
        table.carry("bo", "vest", "worn", armor=5)
        table.shoot(42)
        assert table.hp("bo") == 29


@pytest.mark.rules("CE-LETH-04", "CE-RULING-04")
class TestNothingIsSpecial:
    def test_equal_digits_above_the_rating_double_nothing(self, table: Range) -> None:
        shot = table.shoot(22)
        assert (table.hp("bo"), table.outcomes_of(shot)["lethality/bo"]) == (26, "failure")

    def test_equal_digits_at_or_under_it_are_a_plain_success(self, table: Range) -> None:
        assert table.outcomes_of(table.shoot(11))["lethality/bo"] == "success"

    def test_an_01_does_not_always_succeed(self, table: Range) -> None:
        table.thing("door", hp=30)
        table.play("explode", at="door", rating=1, radius=1)
        table.play("explode", at="bo", rating=1, dice={"lethality/bo": [1]})
        assert (table.hp("door"), table.hp("bo")) == (29, 0)

    def test_a_100_succeeds_against_a_rating_of_100(self, table: Range) -> None:
        table.play("explode", at="bo", rating=100, dice={"lethality/bo": [100]})
        assert table.hp("bo") == 0


@pytest.mark.rules("CE-LETH-05", "CE-RULING-10")
class TestACriticalHit:
    def test_doubles_the_rating(self, table: Range) -> None:
        table.shoot(40, CRITICAL)
        assert table.hp("bo") == 0

    def test_above_that_the_damage_is_doubled(self, table: Range) -> None:
        table.shoot(41, CRITICAL)
        assert table.hp("bo") == 20

    def test_against_every_target_of_the_attack(self, table: Range) -> None:
        table.throw(CRITICAL, bo=30, cal=31)
        assert (table.hp("bo"), table.hp("cal")) == (0, 22)

    def test_a_huge_target_takes_the_doubled_rating(self, table: Range) -> None:
        table.thing("shed", hp=50)
        table.strike("ana", "shed", CRITICAL, None, weapon="machine gun")
        assert table.hp("shed") == 10

    def test_behind_cover_the_doubled_sum_less_the_armor(self, table: Range) -> None:
        table.suffer("bo", "covered", armor=5)
        table.shoot(26, CRITICAL)
        assert table.hp("bo") == 30 - (2 * (2 + 6) - 5)


@pytest.mark.rules("CE-LETH-06", "CE-LETH-07", "CE-LETH-08", "CE-RULING-21")
class TestAKillRadius:
    def grenade(self, table: Range, *caught: str) -> int:
        """Ana throws it at Bo; these have a Lethality roll of 51, whom only the map can have told of."""
        table.arm("ana", "thrown", "grenade", damage="", lethality=15, radius=10, explosive=True)
        return table.shoot(0, weapon="grenade", against={f"lethality/{who}": [51] for who in caught})

    def test_everybody_caught_has_a_roll_of_their_own(self, table: Range) -> None:
        table.throw(bo=15, cal=16, dee=51)
        assert [table.hp(who) for who in ("bo", "cal", "dee")] == [0, 23, 24]

    @pytest.mark.parametrize(("x", "y"), [(10, 0), (6, 8), (0, 0)])
    def test_up_to_its_edge(self, table: Range, x: int, y: int) -> None:
        table.put("bo", 0)
        table.put("cal", x, y)
        self.grenade(table, "bo", "cal")
        assert table.hp("cal") == 24

    @pytest.mark.parametrize(("x", "y"), [(11, 0), (7, 8)])
    def test_a_kill_radius_does_not_reach_beyond_its_edge(self, table: Range, x: int, y: int) -> None:
        table.put("bo", 0)
        table.put("cal", x, y)
        table.throw(bo=51)
        assert (table.hp("bo"), table.hp("cal")) == (24, 30)

    def test_a_kill_radius_is_centred_on_the_target(self, table: Range) -> None:
        for who, x in (("ana", 30), ("bo", 20), ("cal", 10), ("dee", 9)):
            table.put(who, x)
        self.grenade(table, "ana", "bo", "cal")
        assert [table.hp(who) for who in ("bo", "cal", "dee")] == [24, 24, 30]

    def test_who_turns_out_to_stand_elsewhere_was_not_caught(self, table: Range) -> None:
        table.put("bo", 0)
        moved = table.put("cal", 3)
        thrown = self.grenade(table, "bo", "cal")
        assert thrown in outcomes(table.undo(moved))
        assert (table.hp("bo"), table.hp("cal")) == (24, 30)


@pytest.mark.rules("CE-LETH-09", "CE-RULING-47")
class TestTheOldWay:
    @pytest.mark.parametrize(("rating", "dice"), [(1, 1), (3, 1), (4, 2), (6, 2), (20, 7), (35, 12)])
    def test_a_die_for_every_three_percent(self, rating: int, dice: int) -> None:
        table = Range(lethality_by_dice=True)
        table.play("explode", at="bo", rating=rating, dice={"damage/bo": [1] * dice})
        assert table.hp("bo") == 30 - dice

    def test_lethality_by_dice_is_off_at_first(self, table: Range) -> None:
        table.play("explode", at="bo", rating=35, dice={"lethality/bo": [35]})
        assert table.hp("bo") == 0

    def test_a_critical_hit_doubles_it(self) -> None:
        table = Range(lethality_by_dice=True)
        table.shoot(0, CRITICAL, against={"damage/bo": [1] * 7})
        assert table.hp("bo") == 16

    def test_armor_and_cover_count(self) -> None:
        table = Range(lethality_by_dice=True)
        table.suffer("bo", "covered", armor=5)
        table.shoot(0, against={"damage/bo": [1] * 7})
        assert table.hp("bo") == 28

    def test_what_is_huge_takes_the_rating(self) -> None:
        table = Range(lethality_by_dice=True)
        table.thing("shed", hp=50)
        table.play("explode", at="shed", rating=20)
        assert table.hp("shed") == 30

    def test_lethality_by_dice_is_on_record(self) -> None:
        table = Range(lethality_by_dice=True)
        shot = table.shoot(0, against={"damage/bo": [1] * 7})
        assert "CE-LETH-09" in table.cited(shot)


@pytest.mark.rules("CE-LETH-10")
def test_an_explosive_with_a_kill_radius_hits_more_easily(table: Range) -> None:
    rolled = [event for event in table.told(table.throw(bo=51)) if isinstance(event, Rolled)]
    assert rolled[0].target == 80


@pytest.mark.rules("CE-LETH-11", "CE-RULING-22")
class TestAFailedAttack:
    def test_harms_nobody_in_the_intended_area(self, table: Range) -> None:
        table.put("bo", 0)
        table.put("cal", 1)
        thrown = table.throw(MISS)
        assert (table.hp("bo"), table.hp("cal"), table.rolls(thrown)) == (30, 30, {"attack": MISS})

    def test_a_failed_attack_may_frighten_everybody_all_the_same(self, table: Range) -> None:
        table.throw(MISS)
        table.play("declare_terror", who="ana", inside=["bo"], because="lethality over a kill zone")
        assert table.conditions("bo") == ["terrorized"]


@pytest.mark.rules("CE-LETH-12")
class TestCollateralDamage:
    def record(self, table: Range, **what: Any) -> int:
        table.throw(MISS)
        return table.play("rule_collateral", who="ana", **what)

    def noted(self, table: Range, entry: int) -> object:
        return next(event.data["damaged"] for event in table.told(entry) if isinstance(event, Noted))

    def test_there_may_be_none(self, table: Range) -> None:
        ruled = self.record(table)
        assert (self.noted(table, ruled), table.cited(ruled)) == (False, {"CE-LETH-12"})

    def test_there_may_be_some_that_nobody_rolls_for(self, table: Range) -> None:
        assert self.noted(table, self.record(table, what="The carriage is in splinters.")) is True

    def test_collateral_damage_may_hit_a_character_elsewhere(self, table: Range) -> None:
        self.record(table, caught=["dee"], rating=15, dice={"lethality/dee": [16]})
        assert (table.hp("bo"), table.hp("dee")) == (30, 23)

    @pytest.mark.parametrize("what", [{"caught": ["dee"]}, {"rating": 15}])
    def test_whom_and_how_badly_go_together(self, table: Range, what: dict[str, Any]) -> None:
        assert table.refusal("rule_collateral", who="ana", **what).rule == "CE-LETH-12"


@pytest.mark.rules("CE-LETH-13")
class TestWhoIsSpared:
    def test_the_kill_radius_passes_them_by(self, table: Range) -> None:
        table.play("spare", who=["cal"], because="down in the well")
        table.arm("ana", "thrown", "grenade", damage="", lethality=15, radius=10, explosive=True)
        table.shoot(0, weapon="grenade", against={"lethality/bo": [51]}, caught=["cal"])
        assert (table.hp("bo"), table.hp("cal"), table.conditions("cal")) == (24, 30, [])

    def test_the_target_may_be_one_of_them(self, table: Range) -> None:
        table.play("spare", who=["bo"])
        table.play("explode", at="bo", rating=15, radius=10, caught=["cal"], dice={"lethality/cal": [51]})
        assert (table.hp("bo"), table.hp("cal")) == (30, 24)

    def test_a_character_is_spared_once(self, table: Range) -> None:
        table.play("spare", who=["bo"])
        table.play("explode", at="bo", rating=15, radius=10)
        table.play("explode", at="bo", rating=15, radius=10, dice={"lethality/bo": [51]})
        assert table.hp("bo") == 24

    def test_nobody_is_spared_from_an_attack_without_a_radius(self, table: Range) -> None:
        table.play("spare", who=["bo"])
        table.shoot(42)
        assert table.hp("bo") == 24

    def test_sparing_a_character_is_on_record(self, table: Range) -> None:
        assert "CE-LETH-13" in table.cited(table.play("spare", who=["bo"]))

    def test_nobody_is_spared_twice_at_once(self, table: Range) -> None:
        table.play("spare", who=["bo"])
        assert table.refusal("spare", who=["bo"]).rule == "CE-LETH-13"

    def test_without_it_they_would_have_been_hit(self, table: Range) -> None:
        spared = table.play("spare", who=["cal"])
        table.play("explode", at="bo", rating=15, radius=10, caught=["cal"], dice={"lethality/bo": [51]})
        plan = table.undo(spared, dice={str(spared + 1): {"lethality/cal": [51]}})
        assert spared + 1 in outcomes(plan)
        assert table.hp("cal") == 24


@pytest.mark.rules("CE-LETH-14")
class TestWhoIsNotTracked:
    def test_uncounted_people_are_recorded_as_dead_or_incapacitated(self, table: Range) -> None:
        counted = table.play("count_out", count=6, fate="incapacitated")
        noted = next(event.data for event in table.told(counted) if isinstance(event, Noted))
        assert (noted, table.cited(counted)) == ({"count": 6, "fate": "incapacitated"}, {"CE-LETH-14"})

    def crowd(self, table: Range, counted: int = 6) -> int:
        table.let("cellar", CrowdGathered(name="cultists", crowd=Crowd(kind="cultists", count=8)))
        return table.play("count_out", count=counted, crowd="cultists")

    def test_out_of_a_crowd_of_the_scene(self, table: Range) -> None:
        self.crowd(table)
        assert table.scene().crowds["cultists"].count == 2

    def test_no_more_than_there_are(self, table: Range) -> None:
        self.crowd(table)
        assert table.refusal("count_out", count=3, crowd="cultists").rule == "CE-LETH-14"

    @pytest.mark.parametrize(("counted", "words"), [(7, "There is only 1 in"), (6, "There are only 2 in")])
    def test_the_refusal_counts_those_who_are_left(self, table: Range, counted: int, words: str) -> None:
        self.crowd(table, counted)
        assert words in table.refusal("count_out", count=3, crowd="cultists").player

    def test_players_may_roll_for_those_of_the_game_master(self, table: Range) -> None:
        table.shoot(42, as_player="ana")
        assert table.hp("bo") == 24
