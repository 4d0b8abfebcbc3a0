"""Injuries for good: the test, the stat that falls, and what may take its place."""

import pytest

from api.testing.table import outcomes
from domain.vocabulary.log import Rolled
from tests.games.cthulhu_eternal.brawl import Brawl, target_of
from tests.games.cthulhu_eternal.harming import HIGH, LOW, Ward


@pytest.fixture
def table() -> Ward:
    return Ward()


def injured(table: Ward, roll: int, choice: str = "dex", amount: int = 8) -> int:
    """Edith falls to so few Hit Points that she tests for an injury."""
    answers = {"injury/edith": choice} if choice else {}
    return table.play("hurt", who="edith", amount=amount, dice={"injury/edith": [roll]}, responses=answers)


@pytest.mark.rules("CE-DMG-10", "CE-RULING-13")
class TestTheTest:
    @pytest.mark.parametrize("amount", [8, 9])
    def test_is_made_at_2_hit_points_or_fewer(self, table: Ward, amount: int) -> None:
        assert table.outcomes_of(injured(table, 50, "", amount)) == {"injury/edith": "success"}

    def test_an_injury_is_not_tested_at_3_hit_points(self, table: Ward) -> None:
        assert table.rolls(table.hurt(7)) == {}

    def test_is_against_con_x5(self, table: Ward) -> None:
        assert table.outcomes_of(injured(table, 51)) == {"injury/edith": "failure"}

    def test_for_every_loss_that_leaves_so_few(self, table: Ward) -> None:
        injured(table, LOW, "")
        assert table.outcomes_of(injured(table, LOW, "", amount=1)) == {"injury/edith": "success"}

    def test_the_dead_owe_it_until_they_live(self, table: Ward) -> None:
        entry = table.hurt(10)
        assert table.rolls(entry) == {}
        assert [task.state for task in table.sheet("edith").tasks.values()] == ["owed"]


@pytest.mark.rules("CE-DMG-11", "CE-RULING-14")
class TestTheLoss:
    @pytest.mark.parametrize(("roll", "loss"), [(74, 4), (92, 2), (80, 8), (90, 9), (100, 10), (66, 6), (91, 1)])
    def test_is_the_lower_die_of_the_failed_roll(self, roll: int, loss: int) -> None:
        table = Ward(dex=18)
        injured(table, roll)
        assert table.value("edith", "attributes.dex") == 18 - loss

    @pytest.mark.parametrize("stat", ["str", "con", "dex", "int", "pow", "cha"])
    def test_is_of_the_stat_that_the_game_master_picks(self, table: Ward, stat: str) -> None:
        injured(table, HIGH, stat)
        assert table.value("edith", f"attributes.{stat}") == 8

    def test_is_the_game_masters_to_place(self, table: Ward) -> None:
        table.play("hurt", who="edith", amount=8, dice={"injury/edith": [HIGH]})
        [question] = table.scene().questions.values()
        assert (question.owner, question.options) == ("gm", ("str", "con", "dex", "int", "pow", "cha"))

    def test_a_successful_test_costs_nothing(self, table: Ward) -> None:
        injured(table, LOW, "")
        assert table.value("edith", "attributes.con") == 10

    def test_an_injury_is_for_good(self, table: Ward) -> None:
        injured(table, HIGH)
        table.days(30)
        assert table.value("edith", "attributes.dex") == 8

    def test_when_the_second_injury_is_struck_the_first_stays(self, table: Ward) -> None:
        injured(table, 74)
        second = injured(table, HIGH, amount=1)
        assert table.value("edith", "attributes.dex") == 4
        table.undo(second)
        assert table.value("edith", "attributes.dex") == 6

    def test_when_the_first_is_struck_the_second_is_decided_anew(self, table: Ward) -> None:
        first = injured(table, 74)
        second = injured(table, HIGH, amount=1)
        assert second in outcomes(table.undo(first))


@pytest.mark.rules("CE-DMG-12")
class TestTheLowestStat:
    @pytest.mark.parametrize(("before", "after"), [(12, 4), (11, 3), (10, 3), (4, 3), (3, 3), (2, 2)])
    def test_is_3(self, before: int, after: int) -> None:
        table = Ward(dex=before)
        injured(table, 98)
        assert table.value("edith", "attributes.dex") == after


@pytest.mark.rules("CE-DMG-13", "CE-RULING-05")
class TestHitPointsFollow:
    def test_the_most_fall_with_con(self, table: Ward) -> None:
        injured(table, 74, "con")
        assert table.value("edith", "tracks.hp.maximum") == 8

    def test_the_most_hit_points_fall_with_str_rounded_up(self, table: Ward) -> None:
        injured(table, 93, "str")
        assert table.value("edith", "tracks.hp.maximum") == 9

    def test_the_most_hit_points_do_not_fall_with_another_stat(self, table: Ward) -> None:
        injured(table, 74, "pow")
        assert table.value("edith", "tracks.hp.maximum") == 10

    def test_hit_points_below_the_new_most_stay(self, table: Ward) -> None:
        injured(table, 74, "con")
        assert table.hp("edith") == 2

    def test_hit_points_above_the_new_most_are_lost(self) -> None:
        table = Ward(str=3)
        table.hurt(7)
        table.play("allow_resuscitation", who="edith")
        dice = {"resuscitation": [11], "restored/edith": [4], "injury/edith": [98]}
        table.play("resuscitate", who="doctor", patient="edith", dice=dice, responses={"injury/edith": "con"})
        assert (table.value("edith", "tracks.hp.maximum"), table.hp("edith")) == (3, 3)

    def test_a_number_entered_on_the_sheet_stays(self) -> None:
        table = Ward(hp=10)
        injured(table, 74, "con")
        assert table.value("edith", "tracks.hp.maximum") == 10


@pytest.fixture
def other() -> Ward:
    return Ward({"other_injuries": True})


def chance(table: Ward, *needs: str) -> int | None:
    """What a test of Alertness (50%) is rolled against."""
    return table.target(table.play("attempt", who="edith", of="alertness", needs=list(needs), dice={"attempt": [LOW]}))


@pytest.mark.rules("CE-DMG-16", "CE-DMG-17")
class TestOtherInjuries:
    @pytest.mark.parametrize(
        ("injury", "need"),
        [
            ("partially blinded", "eyesight"),
            ("partially deafened", "hearing"),
            ("arm crippled or severed", "two hands"),
            ("leg crippled or severed", "movement"),
        ],
    )
    def test_each_takes_20_from_tests_that_need_it(self, other: Ward, injury: str, need: str) -> None:
        injured(other, 74, injury)
        other.hours(1)
        assert (chance(other, need), chance(other)) == (30, 50)

    def test_no_stat_falls_then(self, other: Ward) -> None:
        injured(other, 74, "partially blinded")
        assert other.value("edith", "attributes.con") == 10

    def test_a_stat_may_still_be_picked(self, other: Ward) -> None:
        injured(other, 74, "con")
        assert other.value("edith", "attributes.con") == 6

    def test_two_of_them_add_up(self, other: Ward) -> None:
        injured(other, 74, "partially blinded")
        injured(other, 74, "partially deafened", amount=1)
        other.hours(1)
        assert chance(other, "eyesight", "hearing") == 10

    def test_surgery_does_not_correct_it(self, other: Ward) -> None:
        injured(other, 74, "partially blinded")
        [injury] = other.sheet("edith").modifiers.values()
        assert injury.locked

    def test_the_game_master_may_make_up_another(self, other: Ward) -> None:
        injured(other, 74, "another")
        entry = other.play("assign_injury", who="edith", what="shattered jaw", hinders="speech", penalty=-10)
        other.hours(1)
        assert "CE-DMG-16" in other.cited(entry)
        assert chance(other, "speech") == 40

    def test_usually_at_minus_20(self, other: Ward) -> None:
        other.play("assign_injury", who="edith", what="shattered jaw", hinders="speech")
        assert chance(other, "speech") == 30

    def test_where_the_option_is_off_there_are_stats_only(self, table: Ward) -> None:
        wanted = {"injury/edith": "partially blinded"}
        refusal = table.refusal("hurt", who="edith", amount=8, dice={"injury/edith": [74]}, responses=wanted)
        assert refusal.rule == "unknown-choice"

    def test_injuries_are_of_stats_alone_where_the_option_is_off(self, table: Ward) -> None:
        refusal = table.refusal("assign_injury", who="edith", what="scar", hinders="charm")
        assert refusal.rule == "CE-DMG-16"


@pytest.mark.rules("CE-DMG-16", "CE-DMG-17")
class TestWhatTheRulesCallFor:
    """Ana has 60 in what is fought with and 50 in Dodge and Alertness, Bo a lamp in hand."""

    @pytest.fixture
    def table(self) -> Brawl:
        table = Brawl(other_injuries=True, weapon_spot_rules=True, concentrated_fire=True)
        table.begin(ana=14, bo=11)
        table.carry("bo", "lamp")
        return table

    def injure(self, table: Brawl, hinders: str) -> None:
        table.play("assign_injury", who="ana", what="scar", hinders=hinders)

    def test_bug_a_dodge_needs_movement(self, table: Brawl) -> None:
        self.injure(table, "movement")
        assert target_of(table, table.play("dodge", who="ana", dice={"dodge": [98]}), "dodge") == 30

    @pytest.mark.rules("CE-ACT-24")
    def test_bug_keeping_ones_footing_needs_movement(self, table: Brawl) -> None:
        self.injure(table, "movement")
        table.play("move", who="ana", pace="run")
        assert target_of(table, table.play("call_for_footing", who="ana", dice={"footing": [LOW]}), "footing") == 50

    @pytest.mark.parametrize(("word", "more"), [("disarm", {"item": "lamp"}), ("pin", {})])
    def test_bug_a_grab_needs_two_hands(self, table: Brawl, word: str, more: dict[str, str]) -> None:
        self.injure(table, "two hands")
        assert target_of(table, table.strike("ana", "bo", 98, None, word, **more)) == 40

    def test_bug_a_fight_back_that_grabs_needs_them_too(self, table: Brawl) -> None:
        self.injure(table, "two hands")
        entry = table.play("fight_back", who="ana", at="bo", action="pin", dice={"fight-back": [98]})
        assert target_of(table, entry, "fight-back") == 40

    @pytest.mark.parametrize(("location", "target"), [("hand/both", 40), ("hand/right", 60)])
    def test_bug_what_is_held_in_both_hands_needs_them(self, table: Brawl, location: str, target: int) -> None:
        self.injure(table, "two hands")
        table.arm("ana", "melee", "axe", location=location)
        assert target_of(table, table.strike("ana", "bo", 98, weapon="axe")) == target

    def test_bug_a_search_needs_eyesight(self, table: Brawl) -> None:
        self.injure(table, "eyesight")
        entry = table.play("search", who="ana", target="bo", dice={"alertness": [98]})
        assert target_of(table, entry, "alertness") == 30

    @pytest.mark.rules("CE-FEAR-08")
    def test_bug_concentrated_fire_needs_eyesight(self, table: Brawl) -> None:
        self.injure(table, "eyesight")
        for who in ("ana", "bo"):
            table.arm(who, damage="3d6", location="hand/left")
        shooters = [{"who": who, "weapon": "gun"} for who in ("ana", "bo")]
        entry = table.play("concentrate_fire", shooters=shooters, area="stairs", dice={"attack": [98, 98]})
        assert [event.target for event in table.told(entry) if isinstance(event, Rolled)] == [40, 60]
