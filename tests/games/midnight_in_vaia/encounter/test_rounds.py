"""The Full Round of Midnight in Vaia: five seconds, from the highest place to Upkeep."""

from __future__ import annotations

import pytest

from api.testing.table import outcomes
from domain.vocabulary.bodies import Condition, ConditionGained
from domain.vocabulary.turns import TurnPassed
from domain.vocabulary.values import AttributeRaised
from tests.games.midnight_in_vaia.people import Protagonists


@pytest.fixture
def table() -> Protagonists:
    """Vera with 5 Action Slots, Milo with 4, Tam with 6; they act in this order."""
    table = Protagonists()
    for who, agility in {"vera": 0, "milo": -1, "tam": 1}.items():
        table.protagonist(who, agility=agility)
    table.check(vera=17, milo=12, tam=9)
    return table


def clock(table: Protagonists) -> int:
    now = table.campaign().clock.get("now")
    return 0 if now is None else now.at


def fall(table: Protagonists, who: str, what: str = "unconscious") -> int:
    return table.let(who, ConditionGained(name=f"{what}-1", condition=Condition(what=what)))


@pytest.mark.rules("MV-ROUND-01")
class TestFiveSeconds:
    def test_a_full_round_takes_five_seconds(self, table: Protagonists) -> None:
        table.play("start_round")
        table.end("vera", "milo")
        assert clock(table) == 0
        (entry,) = table.end("tam")
        assert (clock(table), "MV-ROUND-01" in table.cited(entry)) == (5, True)

    def test_twelve_of_them_take_a_minute(self, table: Protagonists) -> None:
        for _ in range(12):
            table.play("start_round")
            table.end("vera", "milo", "tam")
        assert clock(table) == 60


@pytest.mark.rules("MV-ROUND-02")
class TestTheRoundStarts:
    def test_with_the_first_character_who_gains_slots(self, table: Protagonists) -> None:
        entry = table.play("start_round")
        assert (table.acting(), table.slots("vera"), table.pace.round) == (["vera"], 5, 1)
        assert "MV-ROUND-02" in table.cited(entry)

    def test_no_round_starts_while_another_goes_on(self, table: Protagonists) -> None:
        table.play("start_round")
        assert table.refusal("start_round").rule == "MV-ROUND-02"

    def test_after_upkeep_the_next_one_may(self, table: Protagonists) -> None:
        table.play("start_round")
        table.next_round("vera", "milo", "tam")
        assert (table.acting(), table.pace.round) == (["vera"], 2)


@pytest.mark.rules("MV-ROUND-03")
class TestTheActivePhase:
    def test_slots_are_used_in_it(self, table: Protagonists) -> None:
        table.play("start_round")
        table.play("act", who="vera", what="Kick", cost="2AS", as_player="ana")
        assert table.slots("vera") == 3

    def test_slots_are_converted_in_it(self, table: Protagonists) -> None:
        table.play("start_round")
        table.play("end_phase", who="vera", as_player="ana")
        assert (table.slots("vera"), table.reserved("vera")) == (0, 5)

    def test_nobody_ends_another_s(self, table: Protagonists) -> None:
        table.play("start_round")
        assert table.refusal("end_phase", who="milo").rule == "MV-ROUND-03"

    def test_what_was_done_in_it_is_undone(self, table: Protagonists) -> None:
        table.play("start_round")
        act = table.play("act", who="vera", what="Kick", cost="2AS")
        (ended,) = table.end("vera")
        assert outcomes(table.undo(act)) == {act: "struck", ended: "restated"}
        assert table.reserved("vera") == 5


@pytest.mark.rules("MV-ROUND-04")
class TestTheNextInTheCycle:
    def test_gains_slots_when_the_one_before_has_converted(self, table: Protagonists) -> None:
        table.play("start_round")
        (entry,) = table.end("vera")
        assert (table.acting(), table.slots("milo")) == (["milo"], 4)
        assert "MV-ROUND-04" in table.cited(entry)

    def test_gains_slots_when_the_one_before_has_used_all(self, table: Protagonists) -> None:
        table.play("start_round")
        table.play("act", who="vera", what="Leap", cost="5AS")
        table.end("vera")
        assert (table.acting(), table.reserved("vera")) == (["milo"], 0)

    def test_gains_nothing_before(self, table: Protagonists) -> None:
        table.play("start_round")
        table.play("act", who="vera", what="Leap", cost="4AS")
        assert (table.acting(), table.slots("milo")) == (["vera"], 0)

    @pytest.mark.parametrize("what", ["unconscious", "dead"])
    def test_the_unconscious_and_the_dead_are_passed_over(self, table: Protagonists, what: str) -> None:
        table.play("start_round")
        fall(table, "milo", what)
        table.end("vera")
        assert (table.acting(), table.pace.phase) == (["tam"], "final")

    def test_where_nobody_is_left_who_can_act_the_round_ends(self, table: Protagonists) -> None:
        table.play("start_round")
        fall(table, "milo")
        fall(table, "tam")
        table.end("vera")
        assert table.pace.phase == "between"

    def test_back_on_their_feet_they_have_their_place_again(self, table: Protagonists) -> None:
        table.play("start_round")
        fallen = fall(table, "milo")
        (ended,) = table.end("vera")
        assert outcomes(table.undo(fallen)) == {fallen: "struck", ended: "restated"}
        assert table.acting() == ["milo"]


@pytest.mark.rules("MV-ROUND-04")
class TestLeaving:
    def test_leaving_in_ones_phase_ends_it(self, table: Protagonists) -> None:
        table.play("start_round")
        table.play("leave_encounter", who="vera", because="fled", as_player="ana")
        assert (table.acting(), table.slots("milo")) == (["milo"], 4)

    def test_a_character_who_is_gone_has_no_further_phase(self, table: Protagonists) -> None:
        table.play("start_round")
        table.play("leave_encounter", who="tam")
        table.end("vera")
        assert table.pace.phase == "final"

    def test_who_takes_no_part_cannot_leave(self, table: Protagonists) -> None:
        table.protagonist("noor")
        assert table.refusal("leave_encounter", who="noor").rule == "not-there"


@pytest.mark.rules("MV-ROUND-05")
class TestTheRoundEnds:
    def test_when_the_last_one_has_discarded_their_slots(self, table: Protagonists) -> None:
        table.play("start_round")
        table.end("vera", "milo")
        assert table.pace.phase == "final"
        table.end("tam")
        assert (table.pace.phase, table.acting()) == ("between", [])

    def test_when_the_last_one_has_used_them(self, table: Protagonists) -> None:
        table.play("start_round")
        table.end("vera", "milo")
        table.play("act", who="tam", what="Leap", cost="6AS")
        table.end("tam")
        assert table.pace.phase == "between"

    def test_nobody_acts_until_the_next_one(self, table: Protagonists) -> None:
        table.play("start_round")
        table.end("vera", "milo", "tam")
        assert table.refusal("act", who="vera", what="Duck", cost="1AS|1RS").rule == "MV-SLOT-05"


@pytest.mark.rules("MV-ROUND-06")
class TestHesitation:
    def test_every_reserve_is_lost_with_the_round(self, table: Protagonists) -> None:
        table.play("start_round")
        table.end("vera", "milo")
        assert (table.reserved("vera"), table.reserved("milo")) == (5, 4)
        (entry,) = table.end("tam")
        assert [table.reserved(who) for who in ("vera", "milo", "tam")] == [0, 0, 0]
        assert "MV-ROUND-06" in table.cited(entry)

    def test_upkeep_begins_when_the_reserves_are_lost(self, table: Protagonists) -> None:
        table.play("start_round")
        entry = table.end("vera", "milo", "tam")[-1]
        phases = [event.phase for event in table.told(entry) if isinstance(event, TurnPassed) and event.phase]
        assert phases == ["upkeep", "countdown", "between"]

    def test_no_slot_is_kept_for_the_next_round(self, table: Protagonists) -> None:
        table.play("start_round")
        table.next_round("vera", "milo", "tam")
        assert (table.slots("vera"), table.reserved("vera"), table.reserved("milo")) == (5, 0, 0)

    def test_the_end_of_a_round_depends_on_no_number_of_slots_that_was_held(self, table: Protagonists) -> None:
        quicker = table.let("milo", AttributeRaised(name="agility", amount=2))
        table.play("start_round")
        entries = table.end("vera", "milo", "tam")
        plan = outcomes(table.undo(quicker))
        assert plan[entries[1]] == "restated"
        assert entries[2] not in plan
