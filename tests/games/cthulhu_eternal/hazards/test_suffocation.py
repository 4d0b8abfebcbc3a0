"""Suffocation."""

import pytest

from domain.history.plan import RevisionRefused
from tests.games.cthulhu_eternal.harming import HIGH, LOW, Ward

WHO = ["edith"]
GASP, CHOKE = {"gasp/edith": [LOW]}, {"gasp/edith": [HIGH], "suffocation/edith": [4]}


@pytest.fixture
def table() -> Ward:
    """Edith's breath lasts for 5 x 2 turns."""
    return Ward(con=2, hp=10)


def hold_breath(table: Ward, turns: int = 1) -> int:
    """Edith takes a deep breath, and so many turns without air begin."""
    begun = table.play("suffocate", who="edith", breath=True)
    if turns > 1:
        table.play("pass_turns", who=WHO, turns=turns - 1)
    return begun


@pytest.mark.rules("CE-SUFF-01")
class TestABreath:
    def test_lasts_con_x5_turns(self, table: Ward) -> None:
        hold_breath(table, 10)
        assert table.hp("edith") == 10

    def test_counts_the_con_it_was_taken_with(self) -> None:
        table = Ward(con=18, hp=10)
        hold_breath(table, 90)
        table.play("pass_turns", who=WHO, dice=GASP)
        assert table.hp("edith") == 9

    def test_nobody_suffocates_twice(self, table: Ward) -> None:
        hold_breath(table)
        assert table.refusal("suffocate", who="edith").rule == "CE-SUFF-02"

    def test_things_and_the_dead_need_none(self, table: Ward) -> None:
        table.thing("crate", hp=1)
        table.hurt(10)
        assert "is a thing" in str(table.refusal("suffocate", who="crate"))
        assert "is dead" in str(table.refusal("suffocate", who="edith"))


@pytest.mark.rules("CE-SUFF-02", "CE-RULING-36")
class TestAfterIt:
    def test_the_next_turn_brings_the_first_test(self, table: Ward) -> None:
        hold_breath(table, 10)
        passed = table.play("pass_turns", who=WHO, dice={"gasp/edith": [10]})
        assert (table.target(passed), table.hp("edith")) == (10, 9)


@pytest.fixture
def drowning() -> Ward:
    """Edith (CON 10, 20 Hit Points) is under water, and had no time for a breath; it cost 1 already."""
    table = Ward(hp=20)
    table.play("suffocate", who="edith", dice=GASP)
    return table


@pytest.mark.rules("CE-SUFF-02")
class TestEachTurn:
    @pytest.mark.parametrize(("roll", "left"), [(50, 18), (51, 15)])
    def test_con_x5_decides_between_1_point_and_1d6(self, drowning: Ward, roll: int, left: int) -> None:
        dice = {"gasp/edith": [roll], **({"suffocation/edith": [4]} if roll > 50 else {})}
        drowning.play("pass_turns", who=WHO, dice=dice)
        assert drowning.hp("edith") == left

    def test_as_many_turns_as_go_by(self, drowning: Ward) -> None:
        dice = {"gasp/edith": [LOW], "gasp/edith/2": [HIGH], "suffocation/edith": [6], "gasp/edith/3": [LOW]}
        drowning.play("pass_turns", who=WHO, turns=3, dice=dice)
        assert drowning.hp("edith") == 11

    def test_until_they_are_dead(self, drowning: Ward) -> None:
        drowning.hurt(13)
        drowning.play("pass_turns", who=WHO, turns=9, dice={"gasp/edith": [HIGH], "suffocation/edith": [6]})
        assert drowning.conditions("edith") == ["dead"]
        assert "suffocation" not in drowning.sheet("edith").tasks

    def test_until_they_breathe(self, table: Ward) -> None:
        hold_breath(table, 10)
        table.play("pass_turns", who=WHO, dice=CHOKE)
        table.play("breathe", who="edith")
        table.play("pass_turns", who=WHO, turns=20)
        assert table.hp("edith") == 6

    def test_who_has_air_does_not_come_to_it(self, table: Ward) -> None:
        assert "has air" in str(table.refusal("breathe", who="edith"))

    def test_air_is_given_by_the_game_master(self, table: Ward) -> None:
        hold_breath(table)
        assert table.forbidden("breathe", as_player="ana", who="edith")

    def test_who_never_went_without_air_cannot_have_breathed(self, table: Ward) -> None:
        begun = hold_breath(table)
        breathed = table.play("breathe", who="edith")
        with pytest.raises(RevisionRefused, match=str(breathed)):
            table.undo(begun)


@pytest.mark.rules("CE-SUFF-02")
class TestInAFight:
    @pytest.fixture
    def fight(self) -> Ward:
        """Edith and the ghoul fight in the water; it is turn 1."""
        table = Ward(hp=20, dex=14)
        table.play("begin_fight", who=["edith", "ghoul"])
        table.play("suffocate", who="edith", dice=GASP)
        return table

    def test_suffocation_goes_on_with_each_turn_of_a_fight(self, fight: Ward) -> None:
        fight.next()
        fight.play("next_count", dice=CHOKE)
        assert (fight.turn(), fight.hp("edith")) == (2, 15)

    def test_turns_of_a_fight_are_not_counted_by_hand(self, fight: Ward) -> None:
        assert "go by with the fight" in str(fight.refusal("pass_turns", who=["edith"]))


@pytest.mark.rules("CE-SUFF-03")
class TestWithoutABreath:
    def test_the_damage_starts_at_once(self, table: Ward) -> None:
        begun = table.play("suffocate", who="edith", dice=CHOKE)
        assert (table.hp("edith"), "CE-SUFF-03" in table.cited(begun)) == (6, True)

    def test_air_alone_does_not_end_it(self, drowning: Ward) -> None:
        assert drowning.refusal("breathe", who="edith").rule == "CE-SUFF-03"

    def test_first_aid_does(self, drowning: Ward) -> None:
        drowning.play("clear_airway", as_player="ana", who="doctor", patient="edith", dice={"airway": [50]})
        drowning.play("pass_turns", who=WHO, turns=9)
        assert drowning.hp("edith") == 19

    def test_failed_it_goes_on(self, drowning: Ward) -> None:
        drowning.play("clear_airway", who="doctor", patient="edith", dice={"airway": [51]})
        drowning.play("pass_turns", who=WHO, dice=GASP)
        assert drowning.hp("edith") == 18

    @pytest.mark.rules("CE-SUFF-01", "CE-SUFF-02")
    def test_bug_who_holds_their_breath_needs_no_clear_airway_but_air(self, table: Ward) -> None:
        table.play("suffocate", who="edith", breath=True)
        assert table.refusal("clear_airway", who="doctor", patient="edith").rule == "CE-SUFF-03"

    def test_there_has_to_be_something_in_the_way(self, table: Ward) -> None:
        assert "has air" in str(table.refusal("clear_airway", who="doctor", patient="edith"))


@pytest.mark.rules("CE-SUFF-04")
def test_armor_does_not_help(table: Ward) -> None:
    table.play("outfit", who="edith", what="kevlar vest")
    begun = table.play("suffocate", who="edith", dice=CHOKE)
    assert (table.hp("edith"), "CE-SUFF-04" in table.cited(begun)) == (6, True)
