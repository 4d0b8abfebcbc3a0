"""Rest & Recuperate: what mends by itself, and what Guts rolls bring."""

from __future__ import annotations

from typing import Any

import pytest

from api.testing.table import outcomes
from domain.vocabulary.anchors import AtMoment
from tests.games.weaverdice.ward import Ward, split


@pytest.fixture
def table() -> Ward:
    return Ward()


@pytest.mark.rules("WD-RNR-01", "WD-RULING-95", "WD-RULING-48")
class TestByItself:
    def test_wounds_that_are_not_scarred_mend(self, table: Ward) -> None:
        table.scarred("moderate", "lesser", "moderate")
        table.rest()
        assert table.wounds("ramjet") == ["body/1: moderate"]

    def test_a_critical_wound_is_none_of_these(self, table: Ward) -> None:
        table.play("inflict", who="ramjet", tier="critical", type="cut", effect=False)
        table.rest()
        assert table.wounds("ramjet") == ["body/1: critical"]

    def test_a_wound_with_an_object_stuck_in_it_does_not_mend_by_itself(self, table: Ward) -> None:
        table.wound("ramjet", "lesser")
        table.ail("ramjet", "stuck", wound="w1")
        table.rest()
        assert table.wounds("ramjet") == ["body/1: lesser"]

    def test_their_simple_conditions_go_with_them(self, table: Ward) -> None:
        table.wound("ramjet", "lesser")
        table.ail("ramjet", "bleeding", of="w1")
        table.ail("ramjet", "deafened")
        table.rest()
        assert table.conditions("ramjet") == ["at_leisure", "recuperated"]

    def test_conditions_of_a_scarred_wound_stay(self, table: Ward) -> None:
        table.scarred("lesser")
        table.ail("ramjet", "pain", of="w1", kind="physical")
        table.rest()
        assert "pain" in table.conditions("ramjet")

    def test_others_are_not_simple(self, table: Ward) -> None:
        table.ail("ramjet", "lost_limb", part="left arm")
        table.rest()
        assert "lost_limb" in table.conditions("ramjet")

    @pytest.mark.parametrize(("lasts", "brawn"), [("wound", 3), ("encounter", 3), ("long-term", 1), ("permanent", 1)])
    def test_ordinary_damage_to_stats_is_restored(self, table: Ward, lasts: str, brawn: int) -> None:
        table.lost("brawn", 2, lasts)
        table.rest()
        assert table.value("ramjet", "attributes.brawn") == brawn

    @pytest.mark.parametrize(("before", "after"), [(-4, -2), (-3, -1), (-2, 0), (-1, 0), (0, 0), (2, 2)])
    def test_low_morale_rises_two_steps_to_neutral_at_most(self, table: Ward, before: int, after: int) -> None:
        table.play("move_morale", who="ramjet", by=before)
        table.rest()
        assert table.current("ramjet", "morale") == after

    def test_a_second_slot_does_as_much_again(self, table: Ward) -> None:
        table.play("move_morale", who="ramjet", by=-4)
        table.rest()
        table.rest()
        assert table.current("ramjet", "morale") == 0

    def test_recuperation_is_refused_in_the_middle_of_a_fight(self, table: Ward) -> None:
        table.fight_on()
        assert table.refused() == "WD-DOWN-02"

    def test_undoing_a_wound_before_leaves_the_rest_of_it(self, table: Ward) -> None:
        hit = table.play("inflict", who="ramjet", tier="lesser", type="cut", effect=False)
        rest = table.rest()
        assert (outcomes(table.undo(hit))[rest], table.wounds("ramjet")) == ("restated", [])


@pytest.mark.rules("WD-RNR-01", "WD-MOR-07", "WD-RULING-106")
class TestAndTheNight:
    def held(self) -> Ward:
        """A wound that low morale holds this night."""
        table = Ward()
        table.wound("ramjet", "lesser")
        table.play("move_morale", who="ramjet", by=-1)
        table.play("end_day", who=["ramjet"], dice={"held/w1": [6]})
        return table

    def test_a_wound_that_low_morale_holds_resists_rest(self) -> None:
        table = self.held()
        table.rest()
        assert table.wounds("ramjet") == ["body/1: lesser"]

    def test_a_held_wound_resists_rest_and_the_night_after_it(self) -> None:
        table = self.held()
        table.rest()
        table.play("sleep", who=["ramjet"])
        assert table.wounds("ramjet") == ["body/1: lesser"]

    def test_what_is_wounded_after_the_rest_heals_overnight(self, table: Ward) -> None:
        table.rest()
        table.wound("ramjet", "moderate")
        table.play("pass_night", who=["ramjet"])
        assert table.wounds("ramjet") == []

    def test_the_next_night_is_another(self, table: Ward) -> None:
        table.rest()
        table.play("pass_night", who=["ramjet"])
        table.wound("ramjet", "moderate")
        table.play("pass_night", who=["ramjet"])
        assert table.wounds("ramjet") == ["body/1: moderate"]


@pytest.mark.rules("WD-RNR-02", "WD-RULING-96", "WD-RULING-97")
class TestGutsRolls:
    @pytest.mark.parametrize(("die", "left"), [(2, ["body/1: moderate"]), (3, [])])
    def test_four_or_more_rids_of_a_scarred_wound(self, table: Ward, die: int, left: list[str]) -> None:
        table.scarred("moderate")
        table.rest("scar:w1", dice={"rest/1": [die]})
        assert table.wounds("ramjet") == left

    def test_the_wound_may_be_named_by_its_slot(self, table: Ward) -> None:
        table.scarred("moderate")
        table.rest("scar:body/1", dice={"rest/1": [4]})
        assert table.wounds("ramjet") == []

    def test_the_pain_of_a_limb_that_is_scarred_goes_with_the_scar(self, table: Ward) -> None:
        dice, limb = {"effect/ramjet": [6]}, {"limb/ramjet": "left arm"}
        table.play("inflict", who="ramjet", tier="moderate", type="bash", dice=dice, responses=limb)
        table.rest()
        before = table.conditions("ramjet")
        table.rest("scar:effect", dice={"rest/1": [3]})
        assert ({"pain", "scarred"} <= {*before}, {"pain", "scarred"} & {*table.conditions("ramjet")}) == (True, set())

    def test_an_effect_can_be_scarred_by_itself(self, table: Ward) -> None:
        table.play("scar", who="ramjet", of="effect")
        table.rest("scar:effect", dice={"rest/1": [3]})
        assert "scarred" not in table.conditions("ramjet")

    def test_a_simple_condition_that_was_scarred_goes_with_the_scar(self, table: Ward) -> None:
        table.ail("ramjet", "blinded")
        table.play("scar", who="ramjet", of="blinded")
        table.rest("scar:blinded", dice={"rest/1": [2]})
        before = "blinded" in table.conditions("ramjet")
        table.rest("scar:blinded", dice={"rest/1": [3]})
        assert (before, "blinded" in table.conditions("ramjet")) == (True, False)

    def test_one_that_is_rid_of_takes_no_further_roll(self, table: Ward) -> None:
        table.scarred("moderate")
        entry = table.rest("scar:w1", "scar:w1", dice={"rest/1": [4]})
        assert table.rolls(entry) == {"rest/1": 5}

    def test_one_that_is_not_is_tried_again(self, table: Ward) -> None:
        table.scarred("moderate")
        table.rest("scar:w1", "scar:w1", dice={"rest/1": [1], "rest/2": [6]})
        assert table.wounds("ramjet") == []

    def test_an_object_stuck_in_it_keeps_a_wound_open_all_the_same(self, table: Ward) -> None:
        table.scarred("moderate")
        table.ail("ramjet", "stuck", wound="w1")
        table.rest("scar:w1", dice={"rest/1": [4]})
        assert (table.wounds("ramjet"), "scarred" in table.conditions("ramjet")) == (["body/1: moderate"], False)

    @pytest.mark.parametrize(("die", "brawn"), [(2, 1), (3, 3)])
    def test_a_guts_roll_may_restore_one_mangled_stat(self, table: Ward, die: int, brawn: int) -> None:
        table.lost("brawn", 2, "long-term")
        table.lost("wits", 1, "long-term", "other")
        table.rest("stat:brawn", dice={"rest/1": [die]})
        assert (table.value("ramjet", "attributes.brawn"), table.value("ramjet", "attributes.wits")) == (brawn, 2)

    def test_a_stat_that_is_not_mangled_is_nothing_to_restore(self, table: Ward) -> None:
        assert table.refusal("rest_and_recuperate", who="ramjet", attempts=split(("stat:brawn",))).missing

    def test_as_many_rolls_as_points_of_guts(self, table: Ward) -> None:
        table.broken_leg(40)
        table.rest(*["days:leg"] * 4, dice={f"rest/{n}": [1] for n in range(1, 5)})
        assert table.refused(*["days:leg"] * 5) == "WD-RNR-02"

    def test_in_any_mix(self, table: Ward) -> None:
        table.scarred("lesser")
        table.broken_leg()
        table.play("face_hardship", who="ramjet", what="withdrawal", goal=20)
        table.rest("scar:w1", "days:leg", "past:withdrawal", dice={"rest/1": [3], "rest/2": [4], "rest/3": [5]})
        (task,) = table.sheet("ramjet").tasks.values()
        assert (table.wounds("ramjet"), table.days(), task.progress) == ([], 15, 6)

    def test_guts_that_ordinary_damage_took_are_there_again(self, table: Ward) -> None:
        table.lost("guts", 3, "wound")
        table.broken_leg(40)
        table.rest("days:leg", "days:leg", dice={"rest/1": [1], "rest/2": [1]})
        assert table.days() == 36


@pytest.mark.rules("WD-COND-08")
class TestASlotForAScar:
    def test_a_slot_of_its_own_needs_no_roll(self, table: Ward) -> None:
        table.scarred("moderate", "lesser")
        table.play("spend_downtime_on_scar", who="ramjet")
        assert ("scarred" in table.conditions("ramjet"), len(table.wounds("ramjet"))) == (False, 2)

    def test_rest_mends_a_wound_whose_scar_is_gone(self, table: Ward) -> None:
        table.scarred("moderate")
        table.play("spend_downtime_on_scar", who="ramjet")
        table.rest()
        assert table.wounds("ramjet") == []


@pytest.mark.rules("WD-RNR-02", "WD-RNR-03")
class TestGettingPast:
    def facing(self, **how: Any) -> Ward:
        table = Ward()
        name = table.ail("ramjet", "brainwashed")
        table.play("face_hardship", who="ramjet", what="brainwashing", condition=name, **how)
        return table

    def goes_on(self, table: Ward) -> bool:
        return bool(table.sheet("ramjet").tasks) and "brainwashed" in table.conditions("ramjet")

    @pytest.mark.parametrize(("goal", "goes_on"), [(12, False), (13, True)])
    def test_rolls_add_up_to_a_total(self, goal: int, goes_on: bool) -> None:
        table = self.facing(goal=goal)
        table.rest("past:brainwashing", "past:brainwashing", dice={"rest/1": [5], "rest/2": [5]})
        assert self.goes_on(table) is goes_on

    def test_over_several_slots(self) -> None:
        table = self.facing(goal=12)
        for _ in range(2):
            table.rest("past:brainwashing", dice={"rest/1": [5]})
        assert not self.goes_on(table)

    def test_two_sixes_get_a_character_past_a_hardship(self) -> None:
        table = self.facing(goal=20, sixes=2)
        table.rest("past:brainwashing", dice={"rest/1": [6]})
        one_six = self.goes_on(table)
        table.rest("past:brainwashing", dice={"rest/1": [6]})
        assert (one_six, self.goes_on(table)) == (True, False)

    def test_without_such_a_rule_sixes_are_numbers(self) -> None:
        table = self.facing(goal=20)
        table.rest("past:brainwashing", "past:brainwashing", dice={"rest/1": [6], "rest/2": [6]})
        assert self.goes_on(table)


@pytest.mark.rules("WD-RNR-04")
class TestDaysOff:
    def test_a_five_takes_five_days(self) -> None:
        table = Ward()
        table.cape("pearl")
        table.play("lay_up", who="pearl", what="Leg", days=20)
        table.play("rest_and_recuperate", who="pearl", attempts=split(("days:leg",)), dice={"rest/1": [5]})
        assert [c.data["days"] for c in table.sheet("pearl").conditions.values() if c.what == "leg"] == [15]

    @pytest.mark.parametrize(("days", "left"), [(6, 1), (5, None), (2, None)])
    def test_to_nothing_at_least(self, table: Ward, days: int, left: int | None) -> None:
        table.broken_leg(days)
        table.rest("days:leg", dice={"rest/1": [4]})
        assert table.days() == left

    def test_what_it_changed_is_as_before(self, table: Ward) -> None:
        table.play("lay_up", who="ramjet", what="Leg", days=3, changes={"movement": -10})
        hurt = table.value("ramjet", "movement.feet")
        table.rest("days:leg", dice={"rest/1": [4]})
        assert (hurt, table.value("ramjet", "movement.feet")) == (20, 30)

    def test_a_day_takes_a_day(self, table: Ward) -> None:
        table.broken_leg(2)
        table.play("pass_night", who=["ramjet"])
        after_one = table.days()
        table.play("pass_night", who=["ramjet"])
        assert (after_one, table.days()) == (1, None)

    def test_only_what_lasts_by_days_is_reduced(self, table: Ward) -> None:
        table.ail("ramjet", "cursed")
        assert table.refused("days:cursed") == "WD-RNR-04"


@pytest.mark.rules("WD-RNR-08")
class TestWhatRestIsUsedFor:
    @pytest.mark.parametrize("on", ["drug", "flaw", "building"])
    def test_the_game_master_records_it(self, table: Ward, on: str) -> None:
        table.rest()
        entry = table.play("use_rest", who="ramjet", on=on, what="the sauna")
        assert (table.kinds(entry), "WD-RNR-08" in table.cited(entry)) == (["Noted"], True)

    def test_after_a_rest_only(self, table: Ward) -> None:
        assert table.refusal("use_rest", who="ramjet", on="flaw", what="the nightmares").rule == "WD-RNR-08"

    def test_no_player_does(self, table: Ward) -> None:
        table.rest()
        assert "game master" in table.forbidden(
            "use_rest", as_player="ana", who="ramjet", on="drug", what="the good stuff"
        )

    def test_without_the_rest_it_is_at_odds(self, table: Ward) -> None:
        rest = table.rest()
        used = table.play("use_rest", who="ramjet", on="building", what="the sauna")
        assert outcomes(table.undo(rest, policy="cascade"))[used] == "struck"


def test_rest_lasts_until_the_new_day(table: Ward) -> None:
    table.rest()
    recuperated = [c for c in table.sheet("ramjet").conditions.values() if c.what == "recuperated"]
    assert [c.until for c in recuperated] == [AtMoment(moment="day_start", subject=table.ref("ramjet"))]
