"""Mental Burnout: Seizure, and the Mind Fog after it."""

from __future__ import annotations

import pytest

from api.testing.table import outcomes
from tests.games.midnight_in_vaia.exerting import HOUR, Exerting


@pytest.fixture
def table() -> Exerting:
    """A fight, in Vera's Active Phase. She stands at 7 Mental Stress, and knows what costs 3."""
    table = Exerting()
    table.begin()
    table.knows("pierce", {"type": "mental", "activation": 3}, cost="2AS|2RS")
    table.has("mental", 7)
    return table


def burn_out(table: Exerting, rounds: int = 2) -> int:
    return table.uses("pierce", dice={"seizure": [rounds]})


@pytest.mark.rules("MV-MENT-02")
class TestReachingTen:
    @pytest.mark.parametrize(("before", "burns"), [(6, False), (7, True), (9, True)])
    def test_only_ten_burns_out(self, table: Exerting, before: int, burns: bool) -> None:
        table.has("mental", before)
        table.uses("pierce", dice={"seizure": [1]} if burns else None)
        assert ("seized" in table.conditions("vera"), table.stress()[1]) == (burns, min(10, before + 3))


@pytest.mark.rules("MV-MENT-03")
class TestBeforeTheEffect:
    def test_the_effect_does_not_happen(self, table: Exerting) -> None:
        entry = burn_out(table)
        assert (table.happened(), "MV-MENT-03" in table.cited(entry)) == (False, True)

    def test_hit_points_drop_to_0_and_one_is_vulnerable(self, table: Exerting) -> None:
        burn_out(table)
        assert (table.hp(), "vulnerable" in table.conditions("vera")) == (0, True)

    @pytest.mark.rules("MV-RULING-20")
    def test_hit_points_stay_at_0_until_they_are_healed(self, table: Exerting) -> None:
        burn_out(table)
        table.rounds(9)
        assert table.hp() == 0
        table.play("heal", who="vera", amount=3)
        assert (table.hp(), "vulnerable" in table.conditions("vera")) == (3, False)

    @pytest.mark.rules("MV-RULING-45")
    def test_what_it_cost_is_spent_and_the_stress_stays(self, table: Exerting) -> None:
        entry = burn_out(table)
        assert (table.slots("vera"), table.stress()[1]) == (0, 10)
        assert "BudgetSpent" in table.kinds(entry)

    def test_what_causes_other_stress_as_well_burns_the_body_too(self, table: Exerting) -> None:
        table.has("physical", 9)
        table.knows("both", {"type": "mental", "activation": 9}, {"type": "physical", "activation": 1})
        table.uses("both", dice={"seizure": [1], "strained": [1]})
        assert (table.happened(), {"seized", "strained"} <= set(table.conditions("vera"))) == (False, True)

    def test_with_less_stress_before_the_effect_did_happen(self, table: Exerting) -> None:
        table.has("mental", 6)
        more = table.play("gain_stress", who="vera", type="mental", amount=1)
        entry = burn_out(table)
        assert outcomes(table.undo(more)) == {more: "struck", entry: "restated"}
        assert (table.happened(), table.hp(), table.stress()[1]) == (True, 25, 9)


@pytest.mark.rules("MV-MENT-04")
class TestTheSeizure:
    def test_one_falls_prone(self, table: Exerting) -> None:
        burn_out(table)
        assert "prone" in table.conditions("vera")

    def test_a_seized_protagonist_lies_prone_and_stands_up_when_it_is_over(self, table: Exerting) -> None:
        burn_out(table, 1)
        assert table.refusal("stand_up", who="vera").rule == "MV-MENT-04"
        table.rounds(2)
        table.play("stand_up", who="vera", as_player="ana")
        assert "prone" not in table.conditions("vera")
        assert table.refusal("stand_up", who="vera").rule == "MV-MENT-04"

    @pytest.mark.rules("MV-RULING-20")
    def test_the_rest_of_the_round_is_lost_reserves_too(self, table: Exerting) -> None:
        table.end("vera")
        assert table.reserved("vera") == 5
        table.play("gain_stress", who="vera", type="mental", amount=3, dice={"seizure/vera": [1]})
        assert (table.slots("vera"), table.reserved("vera")) == (0, 0)

    @pytest.mark.rules("MV-RULING-20")
    @pytest.mark.parametrize("rounds", [1, 3, 6])
    def test_no_slots_are_gained_in_as_many_rounds_as_the_die_shows(self, table: Exerting, rounds: int) -> None:
        assert table.rolls(burn_out(table, rounds)) == {"seizure": rounds}
        gained = []
        for _ in range(rounds + 1):
            table.rounds()
            gained.append(table.slots("vera"))
        assert gained == [0] * rounds + [5]

    def test_no_action_is_possible_during_a_seizure(self, table: Exerting) -> None:
        burn_out(table)
        table.knows("kick")
        assert table.refusal("use", who="vera", ability="kick", target="ghoul").rule == "MV-MENT-04"

    def test_a_multi_round_action_is_lost(self, table: Exerting) -> None:
        table.play("undertake", who="vera", what="Dig", price=9, slots=2)
        burn_out(table)
        table.rounds()
        assert table.sheet("vera").intents == {}

    def test_outside_fights_a_round_is_five_seconds(self) -> None:
        table = Exerting()
        table.knows("pierce", {"type": "mental", "activation": 10})
        burn_out(table, 3)
        assert table.refusal("use", who="vera", ability="pierce", target="ghoul").rule == "MV-MENT-04"
        table.wait(14)
        assert "seized" in table.conditions("vera")
        table.wait(1)
        assert "mind_fogged" in table.conditions("vera")


@pytest.mark.rules("MV-MENT-05")
class TestMindFog:
    @pytest.mark.rules("MV-RULING-20")
    def test_a_mind_fog_begins_after_the_seizure_and_takes_six_rounds(self, table: Exerting) -> None:
        burn_out(table, 2)
        fogged = []
        for _ in range(10):
            fogged.append("mind_fogged" in table.conditions("vera"))
            table.rounds()
        assert fogged == [False] * 3 + [True] * 6 + [False]

    def test_no_ability_of_mental_stress_can_be_used_in_a_mind_fog(self, table: Exerting) -> None:
        burn_out(table, 1)
        table.rounds(2)
        assert table.refusal("use", who="vera", ability="pierce", target="ghoul").rule == "MV-MENT-05"

    def test_abilities_without_mental_stress_can_be_used_in_a_mind_fog(self, table: Exerting) -> None:
        burn_out(table, 1)
        table.rounds(2)
        table.knows("hum", {"type": "vocal", "activation": 1})
        table.uses("hum")
        assert table.happened()

    def test_what_was_announced_before_is_not_activated_in_it(self, table: Exerting) -> None:
        burn_out(table, 1)
        table.rounds(2)
        table.play("use", who="vera", ability="pierce", target="ghoul", announced=True, force=True)
        assert table.refusal("resolve", who="vera").rule == "MV-MENT-05"

    def test_an_effect_that_goes_on_ends_with_the_seizure(self, table: Exerting) -> None:
        table.knows("ward", {"type": "mental", "upkeep": 1})
        table.uses("ward")
        burn_out(table)
        assert table.sheet("vera").intents == {}


@pytest.mark.rules("MV-MENT-06")
class TestAfterTheFog:
    def test_mental_stress_is_nine(self, table: Exerting) -> None:
        burn_out(table, 1)
        table.rounds(7)
        assert table.stress()[1] == 10
        entry = table.rounds()[0]
        assert (table.stress()[1], "MV-MENT-06" in table.cited(entry)) == (9, True)
        table.uses("pierce", dice={"seizure": [1]})
        assert "seized" in table.conditions("vera")

    def test_mental_stress_falls_by_relaxing_after_the_fog(self, table: Exerting) -> None:
        burn_out(table, 1)
        table.rounds(8)
        table.wait(HOUR)
        assert table.stress()[1] == 8

    @pytest.mark.rules("MV-RULING-35")
    @pytest.mark.parametrize("rounds", [0, 4])
    def test_where_all_resolves_it_is_over_with_nine(self, table: Exerting, rounds: int) -> None:
        burn_out(table, 2)
        table.rounds(rounds)
        table.play("all_resolve")
        assert (table.conditions("vera"), table.stress()[1], table.hp()) == (["vulnerable"], 9, 0)

    def test_without_the_burnout_nothing_of_it_followed(self, table: Exerting) -> None:
        burnt = burn_out(table, 1)
        table.rounds(8)
        table.undo(burnt)
        assert (table.conditions("vera"), table.stress()[1], table.hp()) == ([], 7, 25)
