"""Unconscious, dying, dead, and the ways back."""

import pytest

from domain.history.plan import RevisionRefused
from tests.games.weaverdice.hurting import Arena


@pytest.fixture
def table() -> Arena:
    return Arena()


@pytest.fixture
def fight() -> Arena:
    """Tank's turn comes first, then Pearl's, then Lung's."""
    table = Arena()
    table.cape("pearl")
    table.begin("tank", "pearl", against=("lung",), tank=6, pearl=4, lung=1)
    return table


def knocked_out(table: Arena) -> int:
    table.wounded("lesser", "lesser")
    return table.scratch("lesser", 1)


def mortally_hit(table: Arena) -> int:
    table.wounded("moderate", "moderate")
    return table.scratch("moderate", 2)


def treated(table: Arena, *dice: int, by: str = "pearl") -> int:
    """Care for Tank, whose turns go by, a turn for each die; from Pearl's turn to her next."""
    for number, die in enumerate(dice):
        if number:
            table.next(2)
        entry = table.play("revive", who=by, patient="tank", dice={"lengthy": [die]})
    return entry


@pytest.mark.rules("WD-WND-05", "WD-RULING-26", "WD-RULING-27")
class TestUnconscious:
    def test_with_a_lesser_wound_on_the_track_a_failed_check_knocks_out(self, table: Arena) -> None:
        table.wounded("moderate", "moderate")
        table.scratch("lesser", 2)
        assert table.conditions("tank") == ["unconscious"]

    def test_a_lesser_wound_among_four_knocks_out(self) -> None:
        table = Arena(guts=4)
        table.wounded("moderate", "moderate", "lesser")
        table.scratch("moderate", 1)
        assert table.conditions("tank") == ["unconscious"]

    def test_a_full_track_alone_does_not(self, table: Arena) -> None:
        table.wounded("moderate", "moderate")
        table.scratch("moderate", 3)
        assert table.conditions("tank") == []

    def test_who_is_unconscious_does_not_attack(self, table: Arena) -> None:
        knocked_out(table)
        assert table.refusal("attack", who="tank", targets=["lung"]).rule == "WD-INIT-08"


@pytest.mark.rules("WD-WND-06", "WD-EFF-14", "WD-RULING-25")
class TestRousing:
    def test_nobody_rouses_in_the_round_in_which_they_fell(self, fight: Arena) -> None:
        knocked_out(fight)
        assert fight.refusal("rouse", who="tank").rule == "WD-WND-06"

    def test_from_the_next_round_on_a_dot_of_recovery_and_guts_of_four(self, fight: Arena) -> None:
        knocked_out(fight)
        fight.next(3)
        fight.play("rouse", as_player="ana", who="tank", dice={"rouse/tank": [4]})
        assert (fight.conditions("tank"), fight.dots("tank")) == ([], (3, 3, 2))

    def test_three_is_too_little_and_the_dot_is_gone(self, table: Arena) -> None:
        knocked_out(table)
        table.play("rouse", who="tank", dice={"rouse/tank": [3]})
        assert (table.conditions("tank"), table.dots("tank")) == (["unconscious"], (3, 3, 2))

    def test_without_recovery_there_is_no_try(self, table: Arena) -> None:
        table.play("spend_effort", who="tank", pool="recovery", dots=3)
        knocked_out(table)
        assert table.refusal("rouse", who="tank").rule == "WD-EFF-14"

    def test_checks_to_stay_in_do_not_count_on_it(self, table: Arena) -> None:
        knocked_out(table)
        assert table.last_roll(table.play("rouse", who="tank", dice={"rouse/tank": [4]})).total == 4

    def test_earlier_checks_to_stay_in_count_on_later_ones(self, table: Arena) -> None:
        knocked_out(table)
        table.play("rouse", who="tank", dice={"rouse/tank": [4]})
        assert table.last_roll(table.scratch("lesser", 4)).total == 3

    def test_as_an_option_three_is_enough_but_they_count(self) -> None:
        table = Arena(rouse="penalised")
        knocked_out(table)
        roll = table.last_roll(table.play("rouse", who="tank", dice={"rouse/tank": [3]}))
        assert (roll.total, roll.target) == (2, 3)

    def test_who_is_on_their_feet_has_nothing_to_rouse_from(self, table: Arena) -> None:
        assert table.refusal("rouse", who="tank").rule == "WD-EFF-14"

    def test_when_the_blow_is_struck_the_rousing_has_nothing_to_rouse_from(self, table: Arena) -> None:
        blow = knocked_out(table)
        roused = table.play("rouse", who="tank", dice={"rouse/tank": [6]})
        with pytest.raises(RevisionRefused) as refused:
            table.undo(blow)
        assert str(roused) in str(refused.value)


@pytest.mark.rules("WD-WND-06", "WD-WND-09", "WD-RULING-24")
class TestMedicalCare:
    def test_rouses_with_a_total_of_eight(self, fight: Arena) -> None:
        knocked_out(fight)
        fight.next()
        treated(fight, 5, 3)
        assert fight.conditions("tank") == []

    def test_medical_care_does_not_rouse_with_seven(self, fight: Arena) -> None:
        knocked_out(fight)
        fight.next()
        treated(fight, 4, 3)
        assert fight.conditions("tank") == ["unconscious"]

    def test_the_rolls_of_several_add_up(self, fight: Arena) -> None:
        knocked_out(fight)
        fight.next()
        treated(fight, 5)
        fight.next()
        treated(fight, 3, by="lung")
        assert fight.conditions("tank") == []

    def test_medical_care_draws_on_dexterity_and_knowledge_in_turn(self, table: Arena) -> None:
        table.cape("doc", dexterity=5, knowledge=1)
        knocked_out(table)
        first, second = (treated(table, 3, by="doc") for _ in range(2))
        assert (table.last_roll(first).total, table.last_roll(second).total) == (5, 1)

    def test_medical_care_takes_the_whole_turn(self, fight: Arena) -> None:
        knocked_out(fight)
        fight.next()
        treated(fight, 1)
        assert fight.actions("pearl") == 0

    def test_who_needs_none_gets_none(self, table: Arena) -> None:
        assert table.refusal("revive", who="lung", patient="tank").rule == "WD-WND-09"

    def test_who_is_down_helps_nobody(self, table: Arena) -> None:
        table.cape("pearl")
        knocked_out(table)
        table.wounded("lesser", "lesser", who="pearl")
        table.scratch("lesser", 1, who="pearl")
        assert table.refusal("revive", who="pearl", patient="tank").rule == "WD-INIT-08"


@pytest.mark.rules("WD-WND-07")
class TestTheEndOfTheEncounter:
    def test_who_is_unconscious_stays_so_round_after_round(self, fight: Arena) -> None:
        knocked_out(fight)
        fight.next(30)
        assert fight.conditions("tank") == ["unconscious"]

    def test_the_unconscious_wake_when_the_encounter_ends(self, fight: Arena) -> None:
        knocked_out(fight)
        fight.play("end_fight")
        assert fight.conditions("tank") == []

    def test_unless_the_enemy_has_won(self, fight: Arena) -> None:
        knocked_out(fight)
        fight.play("keep_under", who="tank", because="the enemy won")
        fight.play("end_fight")
        assert fight.conditions("tank") == ["unconscious"]

    def test_captives_of_the_enemy_wake_when_the_game_master_says(self, table: Arena) -> None:
        knocked_out(table)
        table.play("come_to", who="tank", because="in chains")
        assert table.conditions("tank") == []

    @pytest.mark.parametrize("word", ["keep_under", "come_to"])
    def test_only_the_game_master_keeps_a_character_under_or_wakes_them(self, table: Arena, word: str) -> None:
        knocked_out(table)
        assert table.forbidden(word, as_player="ana", who="tank")

    @pytest.mark.parametrize("word", ["keep_under", "come_to"])
    def test_who_is_awake_is_not_concerned(self, table: Arena, word: str) -> None:
        assert table.refusal(word, who="tank").rule == "WD-WND-07"


@pytest.mark.rules("WD-WND-08")
class TestDying:
    def test_with_every_slot_moderate_a_failed_check_means_dying(self, table: Arena) -> None:
        mortally_hit(table)
        assert table.conditions("tank") == ["dying"]

    def test_who_was_unconscious_before_is_only_dying_now(self, table: Arena) -> None:
        table.wounded("moderate", "moderate")
        table.scratch("lesser", 1)
        table.scratch("moderate", 1)
        assert table.conditions("tank") == ["dying"]

    def test_two_rounds_are_survived(self, fight: Arena) -> None:
        mortally_hit(fight)
        fight.next(6)
        assert fight.conditions("tank") == ["dying"]

    def test_with_the_third_they_are_dead(self, fight: Arena) -> None:
        mortally_hit(fight)
        fight.next(7)
        assert fight.conditions("tank") == ["dead"]

    def test_recovery_and_guts_of_four_bring_them_to_their_senses(self, table: Arena) -> None:
        mortally_hit(table)
        table.play("rouse", who="tank", dice={"rouse/tank": [4]})
        assert (table.conditions("tank"), table.dots("tank")) == ([], (3, 3, 2))

    def test_failing_it_leaves_them_dying(self, table: Arena) -> None:
        mortally_hit(table)
        table.play("rouse", who="tank", dice={"rouse/tank": [3]})
        assert table.conditions("tank") == ["dying"]

    @pytest.mark.rules("WD-RULING-118")
    def test_a_medical_check_of_twelve_leaves_them_unconscious(self, fight: Arena) -> None:
        mortally_hit(fight)
        fight.next()
        treated(fight, 6, 6)
        assert fight.conditions("tank") == ["unconscious"]

    def test_eleven_is_not_enough(self, fight: Arena) -> None:
        mortally_hit(fight)
        fight.next()
        treated(fight, 6, 5)
        assert fight.conditions("tank") == ["dying"]

    def test_who_was_saved_no_longer_runs_out_of_rounds(self, fight: Arena) -> None:
        mortally_hit(fight)
        fight.next()
        treated(fight, 6, 6)
        fight.next(9)
        assert fight.conditions("tank") == ["unconscious"]

    def test_care_for_the_unconscious_begins_anew_for_the_dying(self, fight: Arena) -> None:
        fight.wounded("moderate", "moderate")
        fight.scratch("lesser", 1)
        fight.next()
        treated(fight, 6)
        fight.scratch("moderate", 1)
        assert not fight.sheet("tank").tasks

    def test_under_a_death_sentence_nobody_comes_back_alone(self, table: Arena) -> None:
        mortally_hit(table)
        table.play("impose", who="tank", what="death sentence")
        assert table.refusal("rouse", who="tank").rule == "WD-COND-16"

    def test_where_no_rounds_are_counted_the_game_master_says_when_it_is_over(self, table: Arena) -> None:
        mortally_hit(table)
        table.play("let_die", who="tank", because="no help came")
        assert table.conditions("tank") == ["dead"]

    def test_nobody_dies_twice(self, table: Arena) -> None:
        table.play("let_die", who="tank")
        assert table.refusal("let_die", who="tank").rule == "WD-WND-08"

    def test_when_the_blow_is_struck_nobody_has_died_of_it(self, fight: Arena) -> None:
        blow = mortally_hit(fight)
        fight.next(7)
        fight.undo(blow)
        assert fight.conditions("tank") == []


@pytest.mark.rules("WD-WND-12", "WD-RULING-30")
class TestGenerics:
    @pytest.fixture
    def fallen(self, table: Arena) -> Arena:
        table.foe("thug", category="generic")
        table.wounded("moderate", "moderate", who="thug")
        table.scratch("moderate", who="thug")
        return table

    def test_generics_fall_and_stay_down_without_dying(self, fallen: Arena) -> None:
        assert fallen.conditions("thug") == ["unconscious"]

    def test_a_wound_that_would_have_them_dying_has_them_fall(self, table: Arena) -> None:
        table.foe("thug", category="generic")
        table.hit("critical", "pierce", 3, who="thug")
        assert "unconscious" in table.conditions("thug")

    @pytest.mark.parametrize(("die", "after"), [(4, ["unconscious"]), (3, ["dead"])])
    def test_where_it_matters_four_or_more_survives(self, fallen: Arena, die: int, after: list[str]) -> None:
        fallen.play("check_fallen", who="thug", dice={"survive/thug": [die]})
        assert fallen.conditions("thug") == after

    def test_a_character_with_a_name_is_not_checked_for_survival(self, table: Arena) -> None:
        knocked_out(table)
        assert table.refusal("check_fallen", who="tank").rule == "WD-WND-12"

    def test_a_character_who_stands_is_not_checked_for_survival(self, table: Arena) -> None:
        table.foe("thug", category="generic")
        assert table.refusal("check_fallen", who="thug").rule == "WD-WND-12"
