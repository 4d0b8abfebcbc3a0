"""Pain: what it covers, what needs a roll because of it, and what a failure costs."""

from typing import Any

import pytest

from api.testing.table import outcomes
from domain.vocabulary.log import Noted
from tests.games.weaverdice.ailing import Infirmary


@pytest.fixture
def table() -> Infirmary:
    return Infirmary()


def effect(table: Infirmary, entry: int) -> dict[str, object]:
    return next(dict(event.data) for event in table.told(entry) if isinstance(event, Noted))


@pytest.mark.rules("WD-COND-05", "WD-RULING-31")
class TestOrdinaryActions:
    @pytest.fixture
    def table(self) -> Infirmary:
        table = Infirmary()
        table.play("impose", who="ramjet", what="Pain")
        return table

    def test_one_needs_a_roll_of_four(self, table: Infirmary) -> None:
        entry = table.play("act_in_pain", who="ramjet", stat="brawn", feet=30, dice={"pain": [4]})
        assert effect(table, entry) == {"effect": "full", "feet": 30, "amount": 0}

    def test_with_three_it_has_half_its_effect(self, table: Infirmary) -> None:
        entry = table.play("act_in_pain", who="ramjet", stat="brawn", feet=30, dice={"pain": [3]})
        assert effect(table, entry) == {"effect": "half", "feet": 15, "amount": 0}

    @pytest.mark.parametrize(("whole", "half"), [(5, 5), (10, 5), (15, 10), (20, 10), (25, 15)])
    def test_half_a_distance_ends_at_a_step_of_five_feet(self, table: Infirmary, whole: int, half: int) -> None:
        entry = table.play("act_in_pain", who="ramjet", stat="athletics", feet=whole, dice={"pain": [1]})
        assert effect(table, entry)["feet"] == half

    @pytest.mark.parametrize(("whole", "half"), [(1, 1), (4, 2), (5, 3)])
    def test_half_of_a_die_is_rounded_up(self, table: Infirmary, whole: int, half: int) -> None:
        entry = table.play("act_in_pain", who="ramjet", stat="guts", amount=whole, dice={"pain": [1]})
        assert effect(table, entry)["amount"] == half

    def test_the_failure_costs_nothing_else(self, table: Infirmary) -> None:
        table.play("act_in_pain", who="ramjet", stat="brawn", feet=30, dice={"pain": [1]})
        assert (table.current("ramjet", "morale"), table.wounds("ramjet")) == (0, [])

    def test_what_no_pain_covers_needs_no_roll(self, table: Infirmary) -> None:
        assert table.refusal("act_in_pain", who="ramjet", stat="wits", feet=30).rule == "WD-COND-05"

    def test_there_is_no_such_stat(self, table: Infirmary) -> None:
        assert table.refusal("act_in_pain", who="ramjet", stat="luck").rule == "WD-CHK-04"

    def test_moving_does_too(self, table: Infirmary) -> None:
        table.fight_on()
        table.play("move", who="ramjet", open=30, dice={"pain/ramjet": [4]})
        assert table.place("ramjet").moved == 30

    def test_a_move_in_pain_leads_half_as_far_where_it_fails(self, table: Infirmary) -> None:
        table.fight_on()
        table.play("move", who="ramjet", open=30, dice={"pain/ramjet": [3]})
        assert table.place("ramjet").moved == 15


@pytest.mark.rules("WD-COND-06")
class TestFailing:
    @pytest.fixture
    def table(self) -> Infirmary:
        table = Infirmary()
        table.fight_on()
        table.ail("ramjet", "pain", kind="physical")
        table.ail("ramjet", "deafened")
        return table

    def fail(self, table: Infirmary, cost: str) -> int:
        dice, responses = {"rest": [2]}, {"pain/ramjet": cost}
        return table.play("rest", who="ramjet", heal=["deafened"], pool="focus", dice=dice, responses=responses)

    def test_a_failure_in_pain_may_lower_morale_by_a_step(self, table: Infirmary) -> None:
        entry = self.fail(table, "lower morale")
        assert table.current("ramjet", "morale") == -1
        assert "WD-COND-06" in table.cited(entry)

    def test_a_failure_in_pain_may_bring_a_lesser_wound(self, table: Infirmary) -> None:
        self.fail(table, "take a lesser wound")
        assert table.wounds("ramjet") == ["body/1: lesser"]

    def test_a_failure_in_pain_may_end_the_turn(self, table: Infirmary) -> None:
        self.fail(table, "end the turn")
        assert table.refusal("rest", who="ramjet", pool="focus").rule == "WD-ACT-01"

    def test_a_missed_attack_in_pain_is_paid_for(self, table: Infirmary) -> None:
        responses = {"pain/ramjet": "take a lesser wound"}
        table.play("attack", who="ramjet", targets=["lung"], dice={"attack": [3]}, responses=responses)
        assert table.wounds("ramjet") == ["body/1: lesser"]

    def test_a_failed_roll_that_the_pain_does_not_cover_costs_nothing(self) -> None:
        table = Infirmary()
        table.fight_on()
        table.ail("ramjet", "pain", kind="mental")
        table.play("attack", who="ramjet", targets=["lung"], dice={"attack": [3]})
        assert (table.wounds("ramjet"), table.current("ramjet", "morale")) == ([], 0)

    def test_an_arm_that_hurts_tells_when_it_strikes(self) -> None:
        table = Infirmary()
        table.fight_on()
        table.ail("ramjet", "pain", kind="part", part="left arm")
        strike: dict[str, Any] = {"who": "ramjet", "targets": ["lung"], "dice": {"attack": [3]}}
        table.play("attack", part="right arm", **strike)
        table.play("attack", part="left arm", responses={"pain/ramjet": "lower morale"}, **strike)
        assert table.current("ramjet", "morale") == -1

    def test_a_failure_in_pain_waits_for_the_answer(self, table: Infirmary) -> None:
        asked = table.play("rest", who="ramjet", heal=["deafened"], pool="focus", dice={"rest": [2]})
        table.play("freeform.answer", deed=asked, key="pain/ramjet", choice="lower morale", as_player="ana")
        assert table.current("ramjet", "morale") == -1

    def test_the_turn_is_no_choice_where_none_is_left(self, table: Infirmary) -> None:
        table.play("rest", who="ramjet", pool="focus")
        refusal = table.refusal(
            "rest",
            who="ramjet",
            heal=["deafened"],
            pool="focus",
            dice={"rest": [2]},
            responses={"pain/ramjet": "end the turn"},
        )
        assert "choose one of lower morale, take a lesser wound" in str(refusal)

    def test_morale_at_its_lowest_is_no_choice_in_pain(self, table: Infirmary) -> None:
        table.drain("ramjet", "morale", 4)
        refusal = table.refusal(
            "rest",
            who="ramjet",
            heal=["deafened"],
            pool="focus",
            dice={"rest": [2]},
            responses={"pain/ramjet": "lower morale"},
        )
        assert "choose one of take a lesser wound, end the turn" in str(refusal)

    def test_a_success_costs_nothing(self, table: Infirmary) -> None:
        table.play("rest", who="ramjet", heal=["deafened"], pool="focus", dice={"rest": [3]})
        assert (table.current("ramjet", "morale"), table.wounds("ramjet")) == (0, [])

    def test_without_the_pain_the_failure_costs_nothing(self) -> None:
        table = Infirmary()
        table.fight_on()
        pain = table.play("impose", who="ramjet", what="Pain")
        table.ail("ramjet", "deafened")
        failed = self.fail(table, "take a lesser wound")
        assert outcomes(table.undo(pain))[failed] == "restated"
        assert table.wounds("ramjet") == []


@pytest.mark.rules("WD-COND-07", "WD-RULING-115")
class TestKinds:
    @pytest.mark.parametrize(
        ("kind", "stats"),
        [
            ("physical", {"brawn", "athletics", "dexterity", "guts"}),
            ("mental", {"wits", "knowledge", "social"}),
            ("emotional", {"social"}),
        ],
    )
    def test_a_kind_covers_its_stats_and_no_others(self, table: Infirmary, kind: str, stats: set[str]) -> None:
        table.play("impose", who="ramjet", what="Pain", pain=kind)
        for stat in ("brawn", "athletics", "dexterity", "wits", "social", "knowledge", "guts"):
            if stat in stats:
                table.play("act_in_pain", who="ramjet", stat=stat, dice={"pain": [4]})
            else:
                assert table.refusal("act_in_pain", who="ramjet", stat=stat).rule == "WD-COND-05"

    @pytest.mark.parametrize("kind", ["mental", "emotional"])
    def test_social_rolls_that_are_not_personal_it_does_not(self, table: Infirmary, kind: str) -> None:
        table.play("impose", who="ramjet", what="Pain", pain=kind)
        assert table.refusal("act_in_pain", who="ramjet", stat="social", impersonal=True).rule == "WD-COND-05"

    def test_pain_in_a_part_covers_what_uses_the_part(self, table: Infirmary) -> None:
        table.play("impose", who="ramjet", what="Pain", part="left arm")
        entry = table.play("act_in_pain", who="ramjet", stat="dexterity", part="left arm", dice={"pain": [4]})
        assert effect(table, entry)["effect"] == "full"

    def test_pain_in_a_part_covers_no_other_part(self, table: Infirmary) -> None:
        table.play("impose", who="ramjet", what="Pain", part="left arm")
        refusal = table.refusal("act_in_pain", who="ramjet", stat="dexterity", part="right arm")
        assert refusal.rule == "WD-COND-05"

    def test_pain_in_a_leg_covers_moving(self, table: Infirmary) -> None:
        table.fight_on()
        table.play("impose", who="ramjet", what="Pain", part="left leg")
        table.play("move", who="ramjet", open=10, dice={"pain/ramjet": [1]})
        assert table.place("ramjet").moved == 5

    def test_pain_in_an_arm_does_not(self, table: Infirmary) -> None:
        table.fight_on()
        table.play("impose", who="ramjet", what="Pain", part="left arm")
        table.play("move", who="ramjet", open=10)
        assert table.place("ramjet").moved == 10

    def test_pain_is_physical_unless_it_is_named(self, table: Infirmary) -> None:
        table.play("impose", who="ramjet", what="Pain")
        assert [pain.data["kind"] for pain in table.sheet("ramjet").conditions.values()] == ["physical"]
