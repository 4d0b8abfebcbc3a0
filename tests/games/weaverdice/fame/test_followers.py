"""Followers: what they are, how they are won, tapped, and lost."""

from typing import Any

import pytest

from api.testing.table import outcomes
from domain.play.refusals import Absent
from domain.vocabulary.anchors import AtMoment
from systems.weaverdice.fame.circles import TYPES
from tests.games.weaverdice.following import ANA, Following
from tests.games.weaverdice.growing import Growing

FAVOR: dict[str, Any] = {"follower": "informant", "favor": "Where does Kaiser sleep?"}


@pytest.fixture
def table() -> Following:
    return Following()


@pytest.mark.rules("WD-FOL-01")
class TestWhatTheyAre:
    def test_each_type_has_criteria_a_benefit_and_taps(self) -> None:
        journalist = TYPES["journalist"]
        assert all((journalist.criteria, journalist.passives, journalist.taps))

    def test_followers_are_counts_of_nobody_in_particular(self, table: Following) -> None:
        table.follow("journalist", 3)
        followers = table.group("circle-of-outage").followers.values()
        assert [(follower.title, follower.count) for follower in followers] == [("Journalist", 1)] * 3

    def test_followers_are_nobody_who_could_fight(self, table: Following) -> None:
        table.follow("journalist")
        assert set(table.campaign().handles) == {"outage", "circle-of-outage"}


@pytest.mark.rules("WD-FOL-04")
class TestNamedTypes:
    @pytest.mark.parametrize("type", ["supplier", "trainer", "informant"])
    def test_some_have_nothing_but_a_name(self, type: str) -> None:
        named = TYPES[type]
        assert (named.rules, named.criteria, named.passives, named.taps) == ("name only", {}, (), {})

    def test_the_craftsman_has_the_tap_of_crafting_alone(self) -> None:
        craftsman = TYPES["craftsman"]
        assert (craftsman.rules, craftsman.passives, list(craftsman.taps)) == ("tap only", (), ["crafting"])

    def test_what_they_do_when_tapped_is_the_game_master_s(self, table: Following) -> None:
        table.follow("informant")
        entry = table.play("call_in_favor", who="outage", **FAVOR)
        assert (table.states(), "WD-FOL-01" in table.cited(entry)) == (["tapped"], True)
        assert table.forbidden("call_in_favor", as_player="ana", who="outage", **FAVOR)

    def test_followers_of_named_types_are_won_by_what_the_table_says(self, table: Following) -> None:
        table.win("trainer", 3, criterion="beat the champion")
        assert table.states("trainer") == ["ready"]


@pytest.mark.rules("WD-FOL-05", "WD-RULING-59")
class TestTapping:
    def test_in_a_phase_they_are_away_for_the_rest_of_it_and_the_whole_next(self, table: Following) -> None:
        table.follow("informant")
        table.play("open_downtime")
        table.play("call_in_favor", who="outage", **FAVOR)
        seen = []
        for _ in range(2):
            table.play("end_downtime")
            seen.append(table.states())
            table.play("open_downtime")
        assert seen == [["tapped"], ["ready"]]

    def test_between_phases_they_are_away_for_the_next_one(self, table: Following) -> None:
        table.follow("informant")
        table.play("call_in_favor", who="outage", **FAVOR)
        table.play("open_downtime")
        during = table.states()
        table.play("end_downtime")
        assert (during, table.states()) == (["tapped"], ["ready"])

    def test_a_tapped_follower_is_not_tapped_again(self, table: Following) -> None:
        table.follow("informant")
        table.play("call_in_favor", who="outage", **FAVOR)
        assert table.refusal("call_in_favor", who="outage", **FAVOR).rule == "WD-FOL-05"

    def test_a_second_one_is(self, table: Following) -> None:
        table.follow("informant", 2)
        table.play("call_in_favor", who="outage", **FAVOR)
        table.play("call_in_favor", who="outage", **FAVOR)
        assert table.states() == ["tapped", "tapped"]

    def test_nobody_of_that_name_is_there_to_tap(self, table: Following) -> None:
        with pytest.raises(Absent, match="informant"):
            table.play("call_in_favor", who="outage", **FAVOR)

    def test_the_benefit_is_gone_and_comes_back(self, table: Following) -> None:
        table.follow("journalist", 2)
        table.play("cape_business", who="outage", seek="a friendly column")
        table.play("call_in_favor", who="outage", follower="journalist", favor="Print this")
        away = table.value("outage", "scores.keeping")
        table.phase()
        table.phase()
        assert (away, table.value("outage", "scores.keeping")) == (1, 2)

    def test_without_the_first_tap_the_second_taps_the_one_there_is(self, table: Following) -> None:
        table.follow("informant", 2)
        first = table.play("call_in_favor", who="outage", **FAVOR)
        table.play("call_in_favor", who="outage", **FAVOR)
        table.undo(first)
        assert table.states() == ["ready", "tapped"]

    def test_without_the_only_follower_the_tap_falls_with_them(self, table: Following) -> None:
        came = table.follow("informant")
        tapped = table.play("call_in_favor", who="outage", **FAVOR)
        assert outcomes(table.undo(came, policy="cascade"))[tapped] == "struck"
        assert table.states() == []


@pytest.mark.rules("WD-FOL-06", "WD-RULING-58")
class TestWinning:
    @pytest.mark.parametrize(("count", "face", "won"), [(0, 1, 1), (3, 2, 0), (3, 3, 1), (5, 5, 1), (5, 4, 0)])
    def test_a_roll_with_social_exceeds_the_number_held(
        self, table: Following, count: int, face: int, won: int
    ) -> None:
        if count:
            table.follow("journalist", count)
        table.win("journalist", face)
        assert len(table.states()) == count + won

    def test_three_journalists_ask_for_a_four(self, table: Following) -> None:
        table.follow("journalist", 3)
        assert table.last_roll(table.win("journalist", 6)).target == 4

    @pytest.mark.parametrize(("face", "won"), [(5, 0), (6, 1)])
    def test_six_ask_for_a_seven(self, table: Following, face: int, won: int) -> None:
        table.follow("journalist", 6)
        table.win("journalist", face)
        assert len(table.states()) == 6 + won

    def test_tapped_followers_count_as_held(self, table: Following) -> None:
        table.follow("journalist", 3)
        table.play("cape_business", who="outage", seek="a friendly column")
        table.play("call_in_favor", who="outage", follower="journalist", favor="Print this")
        assert table.last_roll(table.win("journalist", 6)).target == 4

    def test_other_types_are_no_hindrance(self, table: Following) -> None:
        table.follow("fan", 3)
        assert table.last_roll(table.win("journalist", 1)).target == 1

    def test_only_the_criteria_count(self, table: Following) -> None:
        refusal = table.refusal("win_follower", who="outage", type="journalist", criterion="lives-saved")
        assert (refusal.rule, "high-profile" in refusal.player) == ("WD-FOL-06", True)

    def test_what_is_given_needs_no_roll(self, table: Following) -> None:
        assert table.rolls(table.follow("journalist", 3)) == {}

    def test_only_the_game_master_sees_that_criteria_are_met(self, table: Following) -> None:
        refusal = table.forbidden("win_follower", as_player="ana", who="outage", type="fan", criterion="lives-saved")
        assert refusal

    def test_with_one_less_held_the_roll_that_failed_succeeds(self, table: Following) -> None:
        earlier = table.follow("journalist")
        table.follow("journalist", 2)
        table.win("journalist", 2)
        table.undo(earlier)
        assert len(table.states()) == 3


@pytest.mark.rules("WD-FOL-07", "WD-RULING-59")
class TestSixCount:
    @pytest.mark.parametrize(("count", "benefit"), [(5, 5), (6, 6), (7, 6)])
    def test_no_more_than_six_of_a_type_are_good_for_something(self, count: int, benefit: int) -> None:
        table = Following()
        table.follow("journalist", count)
        assert table.value("outage", "scores.keeping") == benefit

    def test_a_seventh_takes_the_place_of_one_who_is_tapped(self, table: Following) -> None:
        table.follow("journalist", 7)
        table.play("cape_business", who="outage", seek="a friendly column")
        table.play("call_in_favor", who="outage", follower="journalist", favor="Print this")
        assert table.value("outage", "scores.keeping") == 6

    def test_six_of_each_type_count(self, table: Following) -> None:
        table.follow("journalist", 7)
        table.follow("fan", 2)
        assert (table.value("outage", "scores.keeping"), table.value("outage", "limits.reputation")) == (6, 5)


@pytest.mark.rules("WD-FOL-08")
class TestTheCap:
    @pytest.mark.parametrize(("social", "cap"), [(3, 6), (4, 8), (1, 2)])
    def test_twice_social(self, social: int, cap: int) -> None:
        assert Following(social).value("outage", "limits.followers") == cap

    @pytest.mark.rules("WD-RULING-109")
    def test_the_cap_rises_by_three_for_a_milestone_and_by_the_room_of_its_life_perk(self) -> None:
        table = Growing()
        table.check_four()
        table.milestone()
        assert table.milestones() == ["life-perk"]
        assert table.value("outage", "limits.followers") == 2 * 4 + 3 + 1

    def test_the_cap_rises_by_one_for_each_follower_of_a_box(self) -> None:
        table = Growing()
        table.check("eager-follower", {"follower": "informant"})
        assert table.value("outage", "limits.followers") == 2 * 4 + 1

    def test_in_any_combination(self) -> None:
        table = Following(3)
        table.follow("journalist", 2)
        for type in ("fan", "supplier", "trainer", "informant"):
            table.follow(type)
        cap = table.roster().caps["limits.followers"]
        assert (cap.filled, cap.most, cap.surplus) == (6, 6, 0)

    def test_the_roster_shows_a_surplus_to_the_player(self) -> None:
        table = Following(1)
        table.follow("fan", 3)
        cap = table.roster(viewer=ANA).caps["limits.followers"]
        assert (cap.filled, cap.most, cap.surplus) == (3, 2, 1)

    def test_the_roster_shows_until_when_a_follower_is_tapped(self, table: Following) -> None:
        table.follow("informant")
        table.play("call_in_favor", who="outage", **FAVOR)
        (seen,) = table.roster(viewer=ANA).followers.values()
        assert seen["tapped_until"]["moment"] == "downtime_end"


@pytest.mark.rules("WD-FOL-09", "WD-RULING-63")
class TestTooMany:
    @pytest.fixture
    def full(self) -> Following:
        """A table at which Outage has room for two."""
        return Following(1)

    def test_at_the_cap_nothing_is_said(self, full: Following) -> None:
        full.follow("fan", 2)
        assert full.conditions("outage") == []

    def test_one_beyond_it_is_accepted_and_noted(self, full: Following) -> None:
        full.follow("fan", 3)
        assert (full.states(), full.conditions("outage")) == (["ready"] * 3, ["too_many_followers"])

    def test_at_the_end_of_the_next_downtime_one_goes(self, full: Following) -> None:
        full.follow("fan", 3)
        full.phase()
        assert (full.states(), full.conditions("outage")) == (["ready"] * 2, [])

    def test_gained_in_a_phase_the_end_of_the_next_one_counts(self, full: Following) -> None:
        full.play("open_downtime")
        full.follow("fan", 3)
        full.play("end_downtime")
        kept = len(full.states())
        full.phase()
        assert (kept, len(full.states())) == (3, 2)

    def test_of_several_types_the_player_says_which(self, full: Following) -> None:
        full.follow("fan", 2)
        full.follow("informant")
        entry = full.phase()
        (question,) = full.sheet("outage").questions.values() or full.campaign().questions.values()
        assert (question.owner, question.options) == ("ana", ("fan", "informant"))
        full.play("answer", deed=entry, key=question.key, choice="informant")
        assert (full.states("fan"), full.states("informant")) == (["ready", "ready"], [])

    def test_one_who_is_tapped_can_be_let_go_of_over_it(self, full: Following) -> None:
        full.follow("informant", 3)
        full.play("open_downtime")
        entry = full.play("call_in_favor", who="outage", lose=True, **FAVOR)
        assert (full.states(), "WD-FOL-09" in full.cited(entry)) == (["ready", "ready"], True)

    def test_after_that_nobody_else_has_to_go(self, full: Following) -> None:
        full.follow("informant", 3)
        full.play("open_downtime")
        full.play("call_in_favor", who="outage", lose=True, **FAVOR)
        full.play("end_downtime")
        assert (full.states(), full.conditions("outage")) == (["ready", "ready"], [])

    def test_with_room_for_all_nobody_is_let_go_of(self, full: Following) -> None:
        full.follow("informant", 2)
        full.play("open_downtime")
        assert full.refusal("call_in_favor", who="outage", lose=True, **FAVOR).rule == "WD-FOL-09"

    def test_letting_a_surplus_follower_go_is_a_matter_of_downtime(self, full: Following) -> None:
        full.follow("informant", 3)
        assert full.refusal("call_in_favor", who="outage", lose=True, **FAVOR).rule == "WD-FOL-09"

    def test_without_the_third_nobody_had_to_go(self, full: Following) -> None:
        full.follow("fan", 2)
        third = full.follow("fan")
        full.phase()
        full.undo(third)
        assert (full.states(), full.conditions("outage")) == (["ready"] * 2, [])


@pytest.mark.rules("WD-FOL-10")
class TestLosing:
    def test_the_game_master_says_that_one_falls_away(self, table: Following) -> None:
        table.follow("fan", 2)
        entry = table.play("lose_follower", who="outage", follower="fan", reason="languishing")
        assert (table.states(), "WD-FOL-10" in table.cited(entry)) == (["ready"], True)

    def test_a_negative_reputation_is_spent_as_they_leave(self, table: Following) -> None:
        table.follow("fan")
        table.play("earn_infamy", who="outage", source="cruelty")
        (card,) = table.sheet("outage").cards
        table.play("lose_follower", who="outage", follower="fan", reason="negative reputation", card=card)
        assert (table.states(), table.sheet("outage").cards) == ([], {})

    @pytest.mark.parametrize("reason", ["languishing", "moved city", "other"])
    def test_for_other_reasons_no_card_is_spent(self, table: Following, reason: str) -> None:
        table.follow("fan")
        table.play("earn_infamy", who="outage", source="cruelty")
        (card,) = table.sheet("outage").cards
        assert (
            table.refusal("lose_follower", who="outage", follower="fan", reason=reason, card=card).rule == "WD-FOL-10"
        )

    def test_a_lost_follower_spends_no_card_that_is_no_bad_name(self, table: Following) -> None:
        table.follow("fan")
        (card,) = table.reputation()
        lost: dict[str, Any] = {"follower": "fan", "reason": "negative reputation", "card": card}
        assert table.refusal("lose_follower", who="outage", **lost).rule == "WD-FOL-10"

    def test_tapped_followers_go_first(self, table: Following) -> None:
        table.follow("informant", 2)
        table.play("call_in_favor", who="outage", **FAVOR)
        table.play("lose_follower", who="outage", follower="informant")
        assert table.states() == ["ready"]

    def test_only_the_game_master_takes_a_follower_away(self, table: Following) -> None:
        table.follow("fan")
        assert table.forbidden("lose_follower", as_player="ana", who="outage", follower="fan")


def test_a_follower_who_starts_tapped_waits_for_a_whole_phase(table: Following) -> None:
    table.play("reward_follower", who="outage", type="fan", tapped=True)
    (follower,) = table.group("circle-of-outage").followers.values()
    assert follower.tapped_until == AtMoment(moment="downtime_end")
