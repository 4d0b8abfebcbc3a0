"""Poisons: Speed, Lethality, and the CON test that withstands them."""

from typing import Any

import pytest

from api.testing.table import outcomes
from domain.dice.notation import parse
from domain.history.plan import RevisionRefused
from systems.cthulhu_eternal.hazards.diseases import DISEASES
from systems.cthulhu_eternal.hazards.poisons import POISONS
from tests.games.cthulhu_eternal.harming import HIGH, LOW
from tests.games.cthulhu_eternal.illness import Infirmary

NATURAL = [
    ("Spider venom", 5, "1d6", "hours", "bite", True),
    ("Dangerous drug", 5, "1d6", "hours", "varies", True),
    ("Arsenic", 10, "1d6", "hours", "ingestion", False),
    ("Scorpion or rattlesnake venom", 10, "1d6", "hours", "bite or sting", True),
]
MANUFACTURED = [
    ("Phosgene gas", 15, "2d6", "hours", "inhalation", False),
    ("Hydrogen cyanide gas", 20, "1d6", "turns", "inhalation", True),
    ("Sarin gas", 20, "2d6", "turns", "inhalation or through the skin", True),
    ("Ricin", 20, "2d6", "hours", "injection or inhaled powder", False),
]
HOUR = 3600


@pytest.fixture
def table() -> Infirmary:
    return Infirmary()


def listed(kind: str) -> list[tuple[Any, ...]]:
    rows = [row for row in POISONS.values() if row.kind == kind]
    return [(row.name, row.lethality, row.speed, row.unit, row.route, row.antidote) for row in rows]


@pytest.mark.rules("CE-POIS-01")
class TestSpeedAndDamage:
    @pytest.mark.parametrize("row", [*POISONS.values(), *DISEASES.values()], ids=lambda row: row.name)
    def test_every_poison_and_disease_has_a_speed(self, row: Any) -> None:
        assert str(parse(row.speed))

    @pytest.mark.parametrize("row", POISONS.values(), ids=lambda row: row.name)
    def test_a_poison_has_a_lethality_rating(self, row: Any) -> None:
        assert 5 <= row.lethality <= 20

    @pytest.mark.parametrize("row", DISEASES.values(), ids=lambda row: row.name)
    def test_a_disease_has_dice_of_damage(self, row: Any) -> None:
        assert row.damage in ("1d4", "1d6")

    @pytest.mark.parametrize(
        ("unit", "seconds"), [("turns", 5), ("hours", 3600), ("days", 86_400), ("months", 2_592_000)]
    )
    def test_the_harm_comes_when_the_speed_has_run_out(self, table: Infirmary, unit: str, seconds: int) -> None:
        table.poison("Mercury", 4, lethality=30, speed="1d6", unit=unit)
        table.waits(seconds=4 * seconds - 1)
        assert table.hp("edith") == 10
        table.works(42, LOW, hours=0, seconds=1)
        assert table.hp("edith") == 7

    def test_the_dead_are_past_it(self, table: Infirmary) -> None:
        table.hurt(10)
        assert "dead" in str(table.refusal("poison", who="edith", poison="arsenic"))

    def test_a_thing_is_not_poisoned(self, table: Infirmary) -> None:
        table.thing("car", 30)
        assert "thing" in str(table.refusal("poison", who="car", poison="arsenic"))

    @pytest.mark.parametrize("missing", ["lethality", "speed", "unit"])
    def test_a_poison_of_ones_own_needs_everything(self, table: Infirmary, missing: str) -> None:
        own: dict[str, Any] = {"lethality": 30, "speed": "1d6", "unit": "hours"}
        given = {word: value for word, value in own.items() if word != missing}
        assert missing in str(table.refusal("poison", who="edith", poison="Mercury", **given))


@pytest.mark.rules("CE-POIS-01")
class TestPoisonByTheTurn:
    @pytest.fixture
    def fight(self) -> Infirmary:
        """The first turn of a fight; Edith's gas takes effect when two more have begun."""
        table = Infirmary()
        table.begin(edith=12)
        table.poison("hydrogen cyanide gas", 2)
        return table

    def works(self, fight: Infirmary) -> int:
        return fight.play("next_count", dice={"lethality/edith": [42], "poison/edith": [LOW]})

    def test_a_poison_by_the_turn_counts_the_turns(self, fight: Infirmary) -> None:
        fight.next()
        assert fight.hp("edith") == 10
        self.works(fight)
        assert (fight.turn(), fight.hp("edith")) == (3, 7)

    def test_when_the_fight_is_over_it_goes_on_by_the_clock(self, fight: Infirmary) -> None:
        fight.next()
        fight.play("end_fight")
        fight.works(42, LOW, hours=0, seconds=10)
        assert fight.hp("edith") == 7

    def test_the_game_master_may_count_turns_without_a_fight(self, table: Infirmary) -> None:
        table.poison("hydrogen cyanide gas", 2)
        dice = {"lethality/edith": [42], "poison/edith": [LOW]}
        table.play("pass_turns", who=["edith"], turns=2, dice=dice)
        assert table.hp("edith") == 7


@pytest.mark.rules("CE-POIS-02")
class TestOnceAndGone:
    def test_a_poison_does_its_harm_once(self, table: Infirmary) -> None:
        table.poison()
        table.works(23, LOW)
        table.waits(days=9)
        assert (table.hp("edith"), table.ailments()) == (7, {})

    def test_a_poison_does_no_harm_before_its_time(self, table: Infirmary) -> None:
        table.poison()
        table.waits(seconds=3 * HOUR - 1)
        assert (table.hp("edith"), table.ailments()) == (10, {"Arsenic": "incubating"})

    def test_two_doses_do_it_twice(self, table: Infirmary) -> None:
        table.poison(after=1)
        table.poison(after=2)
        table.works(12, LOW, hours=1)
        table.works(14, LOW, hours=1)
        assert table.hp("edith") == 5

    def test_two_doses_may_take_effect_in_one_go(self, table: Infirmary) -> None:
        table.poison(after=1)
        table.poison(after=2)
        table.works(12, LOW, dice={"lethality/edith/2": 14, "poison/edith/2": LOW})
        assert table.hp("edith") == 5

    def test_a_poison_does_nothing_to_a_character_who_died_before(self, table: Infirmary) -> None:
        table.poison()
        table.hurt(10)
        table.waits(hours=3)
        assert (table.ailments(), table.conditions("edith")) == ({}, ["dead"])

    def test_never_given_it_never_takes_effect(self, table: Infirmary) -> None:
        given = table.poison()
        passed = table.works(23, LOW)
        assert outcomes(table.undo(given)) == {given: "struck", passed: "restated"}
        assert table.hp("edith") == 10


@pytest.mark.rules("CE-POIS-03")
class TestTheLethalityRoll:
    @pytest.mark.parametrize("roll", [1, 10])
    def test_at_or_under_the_rating_it_kills(self, table: Infirmary, roll: int) -> None:
        table.poison()
        table.works(roll)
        assert (table.hp("edith"), table.conditions("edith")) == (0, ["dead"])

    def test_above_it_does_not(self, table: Infirmary) -> None:
        table.poison()
        table.works(12, LOW)
        assert table.hp("edith") == 8

    @pytest.mark.rules("CE-RULING-29")
    def test_armor_is_of_no_use(self, table: Infirmary) -> None:
        table.play("outfit", who="edith", what="kevlar vest")
        table.poison()
        table.works(5)
        assert table.hp("edith") == 0

    def test_a_lethal_poison_makes_a_killer_of_its_giver(self, table: Infirmary) -> None:
        table.poison(by="doctor")
        table.works(5)
        assert [task.data["cause"] for task in table.sheet("doctor").tasks.values()] == ["killing"]

    def test_without_the_poisoning_she_lives(self, table: Infirmary) -> None:
        given = table.poison()
        table.works(5)
        table.undo(given)
        assert table.conditions("edith") == []

    def test_where_ratings_are_dice_it_is_dice_that_she_withstands(self) -> None:
        table = Infirmary({"lethality_by_dice": True})
        table.poison("arsenic")
        table.waits(hours=3, dice={"damage/edith": [2, 3, 1, 2], "poison/edith": LOW})
        assert table.hp("edith") == 6


@pytest.mark.rules("CE-POIS-04")
class TestWithstandingIt:
    @pytest.mark.parametrize(
        ("lethality", "con", "left"), [(23, 50, 7), (23, 51, 5), (23, 44, 9), (13, 66, 2), (15, 1, 9), (40, 20, 3)]
    )
    def test_by_a_con_x5_test(self, table: Infirmary, lethality: int, con: int, left: int) -> None:
        table.poison()
        table.works(lethality, con, dice={"injury/edith": LOW} if left <= 2 else {})
        assert table.hp("edith") == left

    def test_a_fumble_may_kill(self, table: Infirmary) -> None:
        table.poison()
        table.works(23, 100)
        assert table.conditions("edith") == ["dead"]

    @pytest.mark.rules("CE-RULING-06")
    def test_halves_are_rounded_up_unless_the_campaign_says_down(self) -> None:
        table = Infirmary({"half_rounding": "down"})
        table.poison()
        table.works(23, LOW)
        assert table.hp("edith") == 8

    @pytest.mark.rules("CE-RULING-29")
    def test_armor_takes_nothing_off(self, table: Infirmary) -> None:
        table.play("outfit", who="edith", what="kevlar vest")
        table.poison()
        table.works(23, HIGH)
        assert table.hp("edith") == 5

    def test_losing_half_of_the_hit_points_to_it_does_not_stun(self, table: Infirmary) -> None:
        table.poison()
        table.works(23, HIGH)
        assert table.conditions("edith") == []

    def test_the_transcendent_withstand_everything(self, table: Infirmary) -> None:
        table.play("transcend", who="edith", through="a rite")
        table.poison()
        table.works(5)
        assert table.hp("edith") == 10


@pytest.mark.rules("CE-POIS-05")
class TestHospitalization:
    @pytest.mark.parametrize(("roll", "left"), [(70, 7), (71, 5)])
    def test_adds_20_to_the_con_test(self, table: Infirmary, roll: int, left: int) -> None:
        table.play("admit", who="edith")
        table.poison()
        assert "CE-POIS-05" in table.cited(table.works(23, roll))
        assert table.hp("edith") == left

    def test_a_makeshift_one_too(self, table: Infirmary) -> None:
        table.play("admit", who="edith", penalty=40, because="a barn")
        table.poison()
        table.works(23, 70)
        assert table.hp("edith") == 7

    def test_a_hospital_gives_no_bonus_after_the_patient_has_left(self, table: Infirmary) -> None:
        table.play("admit", who="edith")
        table.play("discharge", who="edith")
        table.poison()
        table.works(23, 70)
        assert table.hp("edith") == 5

    def test_when_it_is_struck_the_same_roll_fails(self, table: Infirmary) -> None:
        admitted = table.play("admit", who="edith")
        table.poison()
        passed = table.works(23, 70)
        assert outcomes(table.undo(admitted)) == {admitted: "struck", passed: "restated"}
        assert table.hp("edith") == 5


@pytest.mark.rules("CE-POIS-06")
class TestNaturalPoisons:
    def test_are_those_of_the_table(self) -> None:
        assert listed("natural") == NATURAL

    @pytest.mark.parametrize("row", NATURAL, ids=lambda row: row[0])
    def test_each_comes_with_its_rating_and_speed(self, table: Infirmary, row: tuple[Any, ...]) -> None:
        entry = table.poison(row[0], 5)
        task = table.ailment()
        assert (task.title, task.data["lethality"], bool(task.data["remedy"])) == (row[0], row[1], row[5])
        assert "CE-POIS-06" in table.cited(entry)

    @pytest.mark.parametrize("row", NATURAL, ids=lambda row: row[0])
    def test_each_has_symptoms(self, row: tuple[Any, ...]) -> None:
        assert "pain" in next(poison.symptoms for poison in POISONS.values() if poison.name == row[0])

    def test_the_game_master_may_say_otherwise(self, table: Infirmary) -> None:
        table.poison("arsenic", lethality=40)
        table.works(40)
        assert table.hp("edith") == 0


@pytest.mark.rules("CE-POIS-07")
class TestManufacturedPoisons:
    def test_are_those_of_the_table(self) -> None:
        assert listed("manufactured") == MANUFACTURED

    @pytest.mark.parametrize("row", MANUFACTURED, ids=lambda row: row[0])
    def test_each_comes_with_its_rating_and_speed(self, table: Infirmary, row: tuple[Any, ...]) -> None:
        dice = [2, 5] if row[2] == "2d6" else [5]
        entry = table.play("poison", who="edith", poison=row[0], dice={"speed/edith": dice})
        task = table.ailment()
        assert (task.title, task.data["lethality"], bool(task.data["remedy"])) == (row[0], row[1], row[5])
        assert "CE-POIS-07" in table.cited(entry)

    @pytest.mark.parametrize(
        ("name", "word"), [("phosgene-gas", "blistering"), ("sarin-gas", "spasms"), ("ricin", "seizures")]
    )
    def test_each_has_symptoms(self, name: str, word: str) -> None:
        assert word in POISONS[name].symptoms

    def test_the_rating_is_what_is_rolled_against(self, table: Infirmary) -> None:
        table.play("poison", who="edith", poison="ricin", dice={"speed/edith": [1, 2]})
        table.works(20)
        assert table.hp("edith") == 0


def test_what_a_poison_did_stands_in_the_way_of_nothing_that_came_before(table: Infirmary) -> None:
    wound = table.hurt(1)
    table.poison()
    table.works(23, LOW)
    table.undo(wound)
    assert table.hp("edith") == 7


def test_an_antidote_needs_the_poison(table: Infirmary) -> None:
    table.give("spider venom antidote")
    given = table.poison("spider venom")
    cured = table.play(
        "give_antidote", who="doctor", patient="edith", ailment="spider venom", dice={"antidote/edith": [LOW]}
    )
    with pytest.raises(RevisionRefused, match=str(cured)):
        table.undo(given)


@pytest.mark.rules("CE-POIS-04", "CE-PROT-15")
class TestAHugeVictim:
    """Arsenic has 10%, which the huge take as it is; their CON test bears upon that."""

    @pytest.mark.parametrize(("con", "lost"), [(50, 5), (51, 10), (11, 1), (100, 20), (99, 20)])
    def test_the_con_of_the_huge_bears_upon_the_rating(self, table: Infirmary, con: int, lost: int) -> None:
        table.person("ogre", con=10, hp=60, protection="huge")
        table.play("poison", who="ogre", poison="arsenic", dice={"speed/ogre": [3]})
        table.waits(dice={"poison/ogre": con}, hours=3)
        assert table.hp("ogre") == 60 - lost
