"""What a hit comes to: dice, STR, doubling, halving, and what follows from the Hit Points that are lost."""

from typing import Any

import pytest

from domain.history.plan import RevisionRefused
from domain.vocabulary.values import DamageTaken
from tests.games.cthulhu_eternal.harming import HIGH, LOW, Ward


@pytest.fixture
def table() -> Ward:
    return Ward()


@pytest.fixture
def fight() -> Ward:
    """Edith's count is at 14, the ghoul's at 8."""
    table = Ward(dex=14)
    table.play("begin_fight", who=["edith", "ghoul"])
    return table


@pytest.mark.rules("CE-DMG-01")
class TestDamage:
    def test_the_dice_are_rolled_and_their_total_comes_off_the_hit_points(self, table: Ward) -> None:
        table.play("hurt", who="edith", damage="1d6+1", dice={"damage/edith": [3]})
        assert table.hp("edith") == 6

    def test_damage_is_either_dice_or_an_amount(self, table: Ward) -> None:
        assert table.refusal("hurt", who="edith", damage="1d6", amount=2).rule == "amount"


def blow(table: Ward, **how: Any) -> int:
    """Edith strikes the doctor with 1d4, which shows 1 unless said otherwise; the Hit Points it takes."""
    dice = {"damage/doctor": [how.pop("shows", 1)]}
    before = table.hp("doctor")
    table.play("hurt", who="doctor", by="edith", damage="1d4", attack=True, dice=dice, **how)
    return before - table.hp("doctor")


@pytest.mark.rules("CE-DMG-03")
@pytest.mark.parametrize(
    ("strength", "bonus"),
    [(1, -2), (4, -2), (5, -1), (8, -1), (9, 0), (12, 0), (13, 1), (16, 1), (17, 2), (18, 2)],
)
def test_the_bonus_by_strength(strength: int, bonus: int) -> None:
    assert blow(Ward(str=strength), hand_to_hand=True, shows=3) == 3 + bonus


@pytest.mark.rules("CE-DMG-03", "CE-RULING-11")
class TestStrengthBeyondTheTable:
    def test_adds_two(self) -> None:
        assert blow(Ward(str=30), hand_to_hand=True) == 3

    def test_unless_the_game_master_enters_another_bonus(self) -> None:
        table = Ward(str=19)
        table.play("enter_damage_bonus", who="edith", bonus=5)
        assert blow(table, hand_to_hand=True) == 6

    def test_which_may_be_entered_anew(self) -> None:
        table = Ward(str=19)
        [table.play("enter_damage_bonus", who="edith", bonus=bonus) for bonus in (5, 3)]
        assert blow(table, hand_to_hand=True) == 4

    @pytest.mark.parametrize(("lost", "taken"), [(1, 6), (2, 3), (12, 1)])
    def test_a_strength_that_falls_into_the_table_adds_what_the_table_says(self, lost: int, taken: int) -> None:
        table = Ward(str=20)
        table.play("enter_damage_bonus", who="edith", bonus=5)
        table.play("lose_stat", who="edith", stat="str", points=lost)
        assert blow(table, hand_to_hand=True, shows=1 if lost < 12 else 2) == taken

    def test_at_18_the_table_says(self) -> None:
        assert Ward(str=18).refusal("enter_damage_bonus", who="edith", bonus=5).rule == "CE-DMG-03"


@pytest.mark.rules("CE-DMG-02")
class TestTheBonus:
    def test_is_not_added_to_what_acts_at_a_distance(self) -> None:
        assert blow(Ward(str=18)) == 1

    def test_never_takes_damage_below_0(self) -> None:
        table = Ward(str=4)
        assert blow(table, hand_to_hand=True) == 0
        assert table.hp("doctor") == 10

    def test_a_thing_has_none(self, table: Ward) -> None:
        table.thing("press", hp=20)
        dice = {"damage/edith": [3]}
        table.play("hurt", who="edith", by="press", damage="1d4", attack=True, hand_to_hand=True, dice=dice)
        assert table.hp("edith") == 7

    def test_is_that_of_the_attacker(self, table: Ward) -> None:
        table.person("giant", str=18)
        table.play(
            "hurt", who="giant", by="edith", damage="1d4", attack=True, hand_to_hand=True, dice={"damage/giant": [1]}
        )
        assert table.hp("giant") == 13


@pytest.mark.rules("CE-RULING-10")
class TestTheOrder:
    def test_a_critical_doubles_the_bonus_as_well(self) -> None:
        assert blow(Ward(str=18), hand_to_hand=True, critical=True) == 6

    def test_a_flesh_wound_halves_what_is_doubled_and_rounds_up(self) -> None:
        assert blow(Ward(str=16), hand_to_hand=True, shows=2, halved=True) == 2

    def test_armor_comes_off_last(self) -> None:
        table = Ward(str=18)
        table.play("outfit", who="doctor", what="kevlar vest")
        assert blow(table, hand_to_hand=True, critical=True) == 3

    def test_below_0_the_bonus_is_cut_before_doubling(self) -> None:
        table = Ward(str=1)
        assert blow(table, hand_to_hand=True, critical=True) == 0


@pytest.mark.rules("CE-RULING-06")
@pytest.mark.parametrize(("rounding", "lost"), [("up", 2), ("down", 1)])
def test_halves_are_rounded_as_the_campaign_says(rounding: str, lost: int) -> None:
    assert blow(Ward({"half_rounding": rounding}), halved=True, shows=3) == lost


@pytest.mark.rules("CE-DMG-06", "CE-RULING-07")
class TestAHeavyBlow:
    def test_half_of_the_hit_points_stuns(self, table: Ward) -> None:
        assert "CE-DMG-06" in table.cited(table.struck(5))
        assert table.conditions("edith") == ["stunned"]

    def test_one_less_does_not(self, table: Ward) -> None:
        table.struck(4)
        assert table.conditions("edith") == []

    def test_a_heavy_blow_takes_half_of_the_hit_points_that_are_left(self, table: Ward) -> None:
        table.struck(4)
        table.struck(3)
        assert table.conditions("edith") == ["stunned"]

    def test_of_an_odd_number_the_smaller_half_is_too_little(self) -> None:
        table = Ward(con=8)
        table.struck(4)
        assert (table.hp("edith"), table.conditions("edith")) == (5, [])

    def test_what_armor_leaves_is_what_counts(self, table: Ward) -> None:
        table.play("outfit", who="edith", what="kevlar vest")
        table.struck(7)
        assert (table.hp("edith"), table.conditions("edith")) == (6, [])

    def test_a_loss_of_0_never_stuns(self, table: Ward) -> None:
        table.play("outfit", who="edith", what="bomb suit")
        table.struck(9, dice={})
        assert table.conditions("edith") == []

    def test_what_is_no_attack_does_not_stun(self, table: Ward) -> None:
        table.hurt(6)
        assert table.conditions("edith") == []


@pytest.mark.rules("CE-DMG-18")
class TestAStunAttack:
    def test_stuns_whatever_damage_it_does(self, table: Ward) -> None:
        entry = table.struck(1, stuns=True)
        assert (table.hp("edith"), table.conditions("edith")) == (9, ["stunned"])
        assert "CE-DMG-18" in table.cited(entry)

    def test_even_none(self, table: Ward) -> None:
        table.struck(stuns=True)
        assert (table.hp("edith"), table.conditions("edith")) == (10, ["stunned"])

    def test_twice_is_no_more_than_once(self, table: Ward) -> None:
        table.struck(stuns=True)
        table.struck(5, stuns=True)
        assert table.conditions("edith") == ["stunned"]

    def test_the_dead_are_past_it(self, table: Ward) -> None:
        table.struck(10, stuns=True)
        assert table.conditions("edith") == ["dead"]

    def test_a_thing_is_not_stunned(self, table: Ward) -> None:
        table.thing("safe", hp=20)
        table.struck(15, who="safe", stuns=True)
        assert table.conditions("safe") == []


@pytest.mark.rules("CE-DMG-04", "CE-RULING-08")
class TestStunned:
    def test_nobody_acts(self, fight: Ward) -> None:
        fight.struck(stuns=True)
        assert fight.refusal("aim", who="edith").rule == "CE-DMG-04"

    def test_the_stunned_give_no_first_aid(self, table: Ward) -> None:
        table.hurt(3, who="doctor")
        table.struck(stuns=True)
        assert table.refusal("first_aid", who="edith", patient="doctor").rule == "CE-DMG-04"


@pytest.mark.rules("CE-DMG-05")
class TestShakingOffAStun:
    def test_a_con_x5_test_ends_it(self, fight: Ward) -> None:
        fight.struck(stuns=True)
        entry = fight.play("shake_off", as_player="ana", who="edith", dice={"stun": [50]})
        assert fight.conditions("edith") == []
        assert fight.outcomes_of(entry) == {"stun": "success"}

    def test_above_con_x5_it_goes_on(self, fight: Ward) -> None:
        fight.struck(stuns=True)
        fight.play("shake_off", who="edith", dice={"stun": [51]})
        assert fight.conditions("edith") == ["stunned"]

    def test_shaking_off_a_stun_takes_the_whole_turn(self, fight: Ward) -> None:
        fight.struck(stuns=True)
        fight.play("shake_off", who="edith", dice={"stun": [LOW]})
        assert fight.refusal("aim", who="edith").rule == "CE-TURN-05"

    def test_in_the_next_turn_one_acts_normally(self, fight: Ward) -> None:
        fight.struck(stuns=True)
        fight.play("shake_off", who="edith", dice={"stun": [LOW]})
        fight.next(2)
        fight.play("aim", who="edith")
        assert fight.turn() == 2

    def test_shaking_off_a_stun_takes_ones_own_count(self, fight: Ward) -> None:
        fight.struck(stuns=True)
        fight.next()
        assert fight.refusal("shake_off", who="edith").rule == "CE-TURN-02"

    def test_once_in_a_turn(self, fight: Ward) -> None:
        fight.struck(stuns=True)
        fight.play("shake_off", who="edith", dice={"stun": [HIGH]})
        assert fight.refusal("shake_off", who="edith").rule == "CE-TURN-05"

    def test_who_is_not_stunned_has_nothing_to_shake_off(self, fight: Ward) -> None:
        assert "not stunned" in str(fight.refusal("shake_off", who="edith"))

    @pytest.mark.rules("CE-ACT-25", "CE-ACT-30", "CE-COLD-03", "CE-PROT-03", "CE-PROT-12")
    @pytest.mark.parametrize("state", ["pinned", "fallen", "terrorized", "helpless", "frozen"])
    def test_bug_no_other_state_bars_the_way_out_of_a_stun(self, fight: Ward, state: str) -> None:
        fight.struck(stuns=True)
        fight.suffer("edith", state)
        fight.play("shake_off", as_player="ana", who="edith", dice={"stun": [50]})
        assert fight.conditions("edith") == [state]

    def test_the_unconscious_shake_off_nothing(self, fight: Ward) -> None:
        fight.struck(8)
        assert fight.refusal("shake_off", who="edith").rule == "CE-DMG-08"


@pytest.mark.rules("CE-DMG-07")
class TestUnconsciousness:
    @pytest.mark.parametrize(("amount", "left"), [(8, 2), (9, 1)])
    def test_at_2_hit_points_or_fewer(self, table: Ward, amount: int, left: int) -> None:
        table.hurt(amount)
        assert (table.hp("edith"), table.conditions("edith")) == (left, ["unconscious"])

    def test_nobody_falls_unconscious_at_3_hit_points(self, table: Ward) -> None:
        table.hurt(7)
        assert table.conditions("edith") == []

    def test_the_unconscious_do_not_act(self, table: Ward) -> None:
        table.hurt(8)
        assert table.refusal("first_aid", who="edith", patient="edith").rule == "CE-DMG-08"

    def test_a_heavy_blow_stuns_and_knocks_out(self, table: Ward) -> None:
        table.struck(8)
        assert table.conditions("edith") == ["stunned", "unconscious"]


@pytest.mark.rules("CE-DMG-09", "CE-RULING-12")
class TestWaking:
    def test_an_hour_later(self, table: Ward) -> None:
        table.hurt(9)
        table.minutes(59)
        assert table.conditions("edith") == ["unconscious"]
        table.minutes(1)
        assert (table.hp("edith"), table.conditions("edith")) == (1, [])

    def test_with_3_hit_points(self, table: Ward) -> None:
        table.hurt(8)
        table.play("first_aid", who="doctor", patient="edith", dice={"first-aid": [LOW], "stabilization/edith": [1]})
        assert (table.hp("edith"), table.conditions("edith")) == (3, [])

    def test_nobody_wakes_with_2_hit_points(self, table: Ward) -> None:
        table.hurt(9)
        table.play("first_aid", who="doctor", patient="edith", dice={"first-aid": [LOW], "stabilization/edith": [1]})
        assert (table.hp("edith"), table.conditions("edith")) == (2, ["unconscious"])

    def test_who_woke_with_few_stays_awake_until_more_is_lost(self, table: Ward) -> None:
        table.hurt(8)
        table.hours(1)
        assert table.conditions("edith") == []
        table.hurt(1)
        assert table.conditions("edith") == ["unconscious"]

    def test_without_the_blow_the_hour_wakes_nobody(self, table: Ward) -> None:
        blow = table.hurt(8)
        table.hours(1)
        table.undo(blow)
        assert (table.hp("edith"), table.conditions("edith")) == (10, [])


@pytest.mark.rules("CE-DMG-14", "CE-DMG-15", "CE-RULING-15")
class TestDeath:
    def test_an_attack_that_leaves_0_kills(self, table: Ward) -> None:
        entry = table.struck(10)
        assert table.conditions("edith") == ["dead"]
        assert "CE-DMG-14" in table.cited(entry)

    def test_hit_points_do_not_fall_below_0(self, table: Ward) -> None:
        entry = table.struck(25)
        assert table.hp("edith") == 0
        assert [event.amount for event in table.told(entry) if isinstance(event, DamageTaken)] == [10]

    def test_1_is_still_alive(self, table: Ward) -> None:
        table.hurt(9)
        assert "dead" not in table.conditions("edith")

    def test_death_comes_from_any_loss_of_the_last_hit_point(self, table: Ward) -> None:
        table.hurt(10)
        assert table.conditions("edith") == ["dead"]

    def test_the_dead_are_no_longer_unconscious(self, table: Ward) -> None:
        table.hurt(9)
        table.hurt(1)
        assert table.conditions("edith") == ["dead"]

    def test_the_dead_do_not_act(self, table: Ward) -> None:
        table.hurt(3, who="doctor")
        table.hurt(10)
        assert table.refusal("first_aid", who="edith", patient="doctor").rule == "CE-DMG-14"

    def test_the_dead_are_not_tested(self, table: Ward) -> None:
        table.hurt(10)
        assert table.refusal("attempt", who="edith", of="dodge").rule == "CE-DMG-14"

    def test_a_thing_is_destroyed(self, table: Ward) -> None:
        table.thing("door", hp=6)
        table.struck(6, who="door")
        assert table.conditions("door") == ["destroyed"]


@pytest.mark.rules("CE-DMG-08")
class TestTheHelpless:
    def test_one_attack_kills_the_unconscious_without_a_roll(self, table: Ward) -> None:
        table.hurt(8, who="ghoul")
        entry = table.play("finish_off", as_player="ana", who="edith", target="ghoul")
        assert table.conditions("ghoul") == ["dead"]
        assert table.rolls(entry) == {}

    def test_finishing_off_a_target_is_the_turns_action(self, fight: Ward) -> None:
        fight.hurt(8, who="ghoul")
        fight.play("finish_off", who="edith", target="ghoul")
        assert fight.refusal("aim", who="edith").rule == "CE-TURN-05"

    def test_a_victim_who_can_defend_themselves_is_not_finished_off(self, table: Ward) -> None:
        table.hurt(7, who="ghoul")
        assert table.refusal("finish_off", who="edith", target="ghoul").rule == "CE-DMG-08"

    def test_the_dead_are_not_finished_off(self, table: Ward) -> None:
        table.hurt(10, who="ghoul")
        assert table.refusal("finish_off", who="edith", target="ghoul").rule == "CE-DMG-08"

    def test_when_the_knockout_is_struck_nobody_is_finished_off(self, table: Ward) -> None:
        knockout = table.hurt(8, who="ghoul")
        finished = table.play("finish_off", who="edith", target="ghoul")
        with pytest.raises(RevisionRefused, match=str(finished)):
            table.undo(knockout)
