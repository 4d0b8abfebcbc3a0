"""The wound track: what fills it, what makes room, and who stays in the fight."""

import pytest

from api.testing.table import outcomes
from tests.games.weaverdice.hurting import Arena


@pytest.fixture
def table() -> Arena:
    return Arena()


@pytest.mark.rules("WD-DMG-01", "WD-WND-01")
class TestTheTrack:
    def test_the_track_has_a_slot_for_each_point_of_guts(self) -> None:
        assert Arena(guts=5).value("tank", "slots.wounds") == 5

    @pytest.mark.parametrize("tier", ["lesser", "moderate"])
    def test_each_wound_fills_one(self, table: Arena, tier: str) -> None:
        table.scratch(tier)
        table.scratch(tier)
        assert table.wounds("tank") == [f"body/1: {tier}", f"body/2: {tier}"]

    def test_while_a_slot_is_free_nobody_has_to_hold_out(self, table: Arena) -> None:
        table.scratch()
        assert table.rolls(table.scratch()) == {}

    def test_a_slot_that_was_cleared_is_filled_again(self, table: Arena) -> None:
        table.scratch()
        table.scratch("moderate")
        table.play("mend_wound", who="tank", wound="body/1")
        table.scratch()
        assert table.wounds("tank") == ["body/1: lesser", "body/2: moderate"]


@pytest.mark.rules("WD-WND-02")
class TestDisplacement:
    def test_with_a_full_track_a_moderate_wound_takes_a_lesser_one_s_slot(self, table: Arena) -> None:
        table.wounded("moderate", "lesser", "lesser")
        table.scratch("moderate", 3)
        assert table.wounds("tank") == ["body/1: moderate", "body/2: moderate", "body/3: lesser"]

    def test_with_room_left_it_displaces_nothing(self, table: Arena) -> None:
        table.wounded("lesser", "lesser")
        table.scratch("moderate", 3)
        assert table.wounds("tank") == ["body/1: lesser", "body/2: lesser", "body/3: moderate"]

    def test_the_replaced_wound_s_effect_stays(self, table: Arena) -> None:
        table.hit("lesser", "cut", 3)
        table.wounded("moderate", "moderate")
        table.scratch("moderate", 3)
        assert table.conditions("tank") == ["bleeding"]

    def test_an_effect_outlives_the_wound_that_displaced_its_own(self, table: Arena) -> None:
        table.hit("lesser", "cut", 3)
        table.wounded("moderate", "moderate")
        table.scratch("moderate", 3)
        table.play("mend_wound", who="tank", wound="body/1")
        assert table.conditions("tank") == ["bleeding"]

    def test_undone_the_lesser_wound_is_back_with_its_effect_on_it(self, table: Arena) -> None:
        table.hit("lesser", "cut", 3)
        table.wounded("moderate", "moderate")
        table.undo(table.scratch("moderate", 3))
        table.play("mend_wound", who="tank", wound="body/1")
        assert table.conditions("tank") == []

    def test_a_wound_that_finds_no_room_stays_beyond_the_slots(self, table: Arena) -> None:
        table.wounded("moderate", "moderate", "moderate")
        table.scratch("lesser", 3)
        assert "body/4: lesser" in table.wounds("tank")


@pytest.mark.rules("WD-WND-03")
class TestStayingIn:
    def test_filling_the_last_slot_forces_a_check_of_three(self, table: Arena) -> None:
        table.wounded("lesser", "lesser")
        roll = table.last_roll(table.scratch("lesser", 3))
        assert (roll.target, roll.outcome) == (3, "success")

    def test_who_makes_it_stays_in(self, table: Arena) -> None:
        table.wounded("lesser", "lesser")
        table.scratch("lesser", 3)
        assert table.conditions("tank") == []

    def test_one_below_is_not_enough(self, table: Arena) -> None:
        table.wounded("lesser", "lesser")
        table.scratch("lesser", 2)
        assert table.conditions("tank") == ["unconscious"]

    def test_every_wound_after_that_forces_another_with_one_less_each(self, table: Arena) -> None:
        table.wounded("lesser", "lesser")
        entries = [table.scratch("lesser", 6) for _ in range(4)]
        assert [table.last_roll(entry).total for entry in entries] == [6, 5, 4, 3]

    def test_guts_counts_on_it(self) -> None:
        table = Arena(guts=4)
        table.wounded("lesser", "lesser", "lesser")
        assert table.last_roll(table.scratch("lesser", 2)).outcome == "success"

    def test_when_an_earlier_wound_is_struck_a_later_check_is_no_longer_due(self, table: Arena) -> None:
        table.scratch()
        second = table.scratch()
        third = table.scratch("lesser", 2)
        plan = table.undo(second)
        assert table.conditions("tank") == []
        assert third in outcomes(plan)

    @pytest.mark.rules("WD-RULING-36")
    def test_a_stat_loss_that_leaves_no_slot_free_forces_it_as_well(self, table: Arena) -> None:
        table.wounded("lesser")
        entry = table.hit(
            "moderate", "rend", 1, responses={"pick/tank": "-2 to a physical stat", "torn/tank": "guts"}, stay=[4]
        )
        assert (table.stats(), table.rolls(entry)["stay/tank"]) == ({"guts": 1}, 2)


@pytest.mark.rules("WD-WND-04")
class TestThePenaltyGoes:
    def test_with_the_slot_that_is_cleared(self, table: Arena) -> None:
        table.wounded("lesser", "lesser")
        table.scratch("lesser", 6)
        table.play("mend_wound", who="tank", wound="body/1")
        assert table.last_roll(table.scratch("lesser", 5)).total == 5

    def test_the_penalty_stays_while_no_slot_is_clear(self, table: Arena) -> None:
        table.wounded("lesser", "lesser", "lesser")
        table.scratch("lesser", 6)
        table.play("mend_wound", who="tank", wound="body/1")
        assert table.last_roll(table.scratch("lesser", 6)).total == 5

    @pytest.mark.rules("WD-WFX-16", "WD-RULING-36")
    def test_bug_the_penalty_goes_with_the_slot_of_guts_that_came_back(self, table: Arena) -> None:
        table.begin("tank", against=("lung",), tank=6, lung=1)
        table.wounded("lesser", "lesser")
        dice, spread = {"jolt/tank": [6], "stay/tank": [6]}, {"jolted/tank": "guts 1, wits 3"}
        entry = table.hit("moderate", "shock", 5, wound=False, dice=dice, responses=spread)
        table.next()
        table.answer_late(entry + 1, {"eased/tank": "guts"})
        assert table.last_roll(table.scratch("lesser", 5)).total == 5

    def test_the_penalty_comes_back_when_the_mending_is_undone(self, table: Arena) -> None:
        table.wounded("lesser", "lesser")
        table.scratch("lesser", 6)
        mended = table.play("mend_wound", who="tank", wound="body/1")
        table.undo(mended)
        assert table.last_roll(table.scratch("lesser", 6)).total == 5


@pytest.mark.rules("WD-WND-10", "WD-WND-11")
class TestCriticalWounds:
    def test_critical_wounds_are_scarred(self, table: Arena) -> None:
        table.scratch("critical")
        (wound,) = table.sheet("tank").wounds
        assert table.sheet("tank").conditions[table.named("scarred")].data["of"] == wound

    def test_have_their_own_effect_besides(self, table: Arena) -> None:
        table.hit("critical", "cut", 1, responses={"limb/tank": "left arm"})
        assert table.conditions("tank") == ["lost_limb", "scarred"]

    @pytest.mark.rules("WD-RULING-28")
    def test_displace_a_lesser_wound_first(self, table: Arena) -> None:
        table.wounded("moderate", "lesser", "lesser")
        table.scratch("critical", 3)
        assert table.wounds("tank") == ["body/1: moderate", "body/2: critical", "body/3: lesser"]

    @pytest.mark.rules("WD-RULING-28")
    def test_a_critical_wound_displaces_a_moderate_one_after_the_lesser_ones(self, table: Arena) -> None:
        table.wounded("moderate", "moderate", "moderate")
        table.scratch("critical", 3)
        assert table.wounds("tank") == ["body/1: critical", "body/2: moderate", "body/3: moderate"]

    def test_count_as_moderate_where_a_check_fails(self, table: Arena) -> None:
        table.wounded("critical", "moderate")
        table.scratch("moderate", 2)
        assert table.conditions("tank") == ["dying"]

    def test_one_slot_short_of_all_critical_one_lives(self, table: Arena) -> None:
        table.wounded("critical", "moderate")
        table.scratch("critical", 3)
        assert "dead" not in table.conditions("tank")

    def test_with_every_slot_critical_one_dies_outright(self, table: Arena) -> None:
        table.wounded("critical", "critical")
        entry = table.scratch("critical")
        assert "dead" in table.conditions("tank")
        assert table.rolls(entry) == {}


@pytest.mark.rules("WD-WND-13")
class TestMending:
    def test_wounds_are_not_the_player_s_to_mend(self, table: Arena) -> None:
        table.scratch()
        assert table.forbidden("mend_wound", as_player="ana", who="tank", wound="body/1")

    def test_nobody_revives_themselves(self, table: Arena) -> None:
        table.wounded("lesser", "lesser")
        table.scratch("lesser", 1)
        assert table.refusal("revive", who="tank", patient="tank").rule == "WD-WND-13"

    def test_what_else_mends_a_wound_the_game_master_says(self, table: Arena) -> None:
        table.hit("lesser", "cut", 6)
        table.play("mend_wound", who="tank", wound="body/1", because="a healer")
        assert (table.wounds("tank"), table.conditions("tank")) == ([], [])

    @pytest.mark.parametrize(("before", "after"), [("critical", "moderate"), ("moderate", "lesser")])
    def test_mending_may_make_a_wound_one_step_milder(self, table: Arena, before: str, after: str) -> None:
        table.wounded(before)
        table.play("mend_wound", who="tank", wound="w1", reduce=True)
        assert table.wounds("tank") == [f"body/1: {after}"]

    def test_a_step_below_lesser_it_is_gone(self, table: Arena) -> None:
        table.wounded("lesser")
        table.play("mend_wound", who="tank", wound="w1", reduce=True)
        assert table.wounds("tank") == []

    def test_in_a_fight_rest_makes_the_least_of_two_wounds_milder(self, table: Arena) -> None:
        table.begin("tank", against=("lung",), tank=6, lung=1)
        table.wounded("moderate", "lesser")
        table.play("rest", who="tank", heal=["wound"])
        assert table.wounds("tank") == ["body/1: moderate"]
