"""A turn that is put off until something happens."""

import pytest

from domain.visibility.audience import Viewer
from domain.vocabulary.bodies import Condition, ConditionGained
from domain.vocabulary.log import Noted
from projections.views.sheet import sheet
from tests.games.weaverdice.fighting import Alley


@pytest.fixture
def table() -> Alley:
    """It is Ramjet's turn, before Lung's, Pearl's and Oni's."""
    table = Alley()
    table.cape("ramjet")
    table.cape("pearl")
    table.foe("lung")
    table.foe("oni")
    table.begin("ramjet", "pearl", against=("lung", "oni"), ramjet=6, lung=5, pearl=4, oni=3)
    return table


def wait(table: Alley, who: str = "ramjet", whom: str = "", hidden: bool = False) -> int:
    return table.play("wait", who=who, expects="Oni jumps.", response="Catch him.", whom=whom, hidden=hidden)


def turns(table: Alley, count: int) -> list[str]:
    seen = [table.turn()]
    for _ in range(count - 1):
        table.next()
        seen.append(table.turn())
    return seen


@pytest.mark.rules("WD-WAIT-01", "WD-EFF-09", "WD-ACT-09")
class TestWaiting:
    def test_waiting_costs_a_dot_of_focus_and_the_turn_passes_on(self, table: Alley) -> None:
        wait(table)
        assert (table.dots("ramjet"), table.turn()) == ((3, 2, 3), "lung")

    def test_expectation_and_response_are_named(self, table: Alley) -> None:
        wait(table)
        [intent] = table.sheet("ramjet").intents.values()
        assert (intent.trigger, intent.what) == ("Oni jumps.", "Catch him.")

    def test_without_focus_nobody_waits(self, table: Alley) -> None:
        table.play("spend_effort", who="ramjet", pool="focus", dots=3)
        assert table.refusal("wait", who="ramjet", expects="x", response="y").rule == "WD-WAIT-01"

    def test_nobody_waits_without_effort(self, table: Alley) -> None:
        table.foe("thug", category="generic")
        table.play("join_fight", who="thug")
        table.play("set_turn", who=["thug"], force=True)
        assert table.refusal("wait", who="thug", expects="x", response="y").rule == "WD-WAIT-01"

    def test_nobody_waits_out_of_turn(self, table: Alley) -> None:
        assert table.refusal("wait", who="pearl", expects="x", response="y").rule == "WD-WAIT-01"

    def test_nobody_waits_with_no_action_left_to_put_off(self, table: Alley) -> None:
        table.play("act", who="ramjet", action="power", full=True)
        assert table.refusal("wait", who="ramjet", expects="x", response="y").rule == "WD-WAIT-01"

    @pytest.mark.parametrize("used", [0, 1])
    def test_the_turn_is_taken_with_all_that_was_left_of_it(self, table: Alley, used: int) -> None:
        for _ in range(used):
            table.play("act", who="ramjet", action="power")
        wait(table)
        table.play("act_now", who="ramjet")
        assert (table.turn(), table.actions("ramjet")) == ("ramjet", 2 - used)

    def test_who_is_interrupted_goes_on_with_what_was_left(self, table: Alley) -> None:
        wait(table)
        table.play("act", who="lung", action="power")
        table.play("act_now", who="ramjet")
        table.next()
        assert (table.turn(), table.actions("lung")) == ("lung", 1)

    def test_nobody_acts_twice_in_a_round_by_it(self, table: Alley) -> None:
        wait(table)
        table.next()
        table.play("act_now", who="ramjet")
        assert turns(table, 5) == ["ramjet", "pearl", "oni", "lung", "ramjet"]

    def test_who_does_not_wait_cannot_act_now(self, table: Alley) -> None:
        assert table.refusal("act_now", who="pearl").rule == "not-there"

    def test_the_unconscious_do_not_act_on_what_they_waited_for(self, table: Alley) -> None:
        wait(table)
        table.let("ramjet", ConditionGained(name="out", condition=Condition(what="unconscious")))
        assert table.refusal("act_now", who="ramjet").rule == "WD-INIT-08"


@pytest.mark.rules("WD-WAIT-01", "WD-RULING-123")
class TestWaitingInVain:
    def test_when_the_own_place_comes_up_again_it_is_a_normal_turn(self, table: Alley) -> None:
        table.play("act", who="ramjet", action="power")
        wait(table)
        assert turns(table, 4) == ["lung", "pearl", "oni", "ramjet"]
        assert (table.actions("ramjet"), table.order()[0]) == (2, "ramjet")

    def test_the_turn_that_was_put_off_is_lost(self, table: Alley) -> None:
        wait(table)
        table.next(3)
        assert table.refusal("act_now", who="ramjet").rule == "not-there"

    def test_the_focus_stays_spent(self, table: Alley) -> None:
        wait(table)
        table.next(3)
        assert table.dots("ramjet") == (3, 2, 3)

    def test_in_the_next_round_it_may_still_come_before_that(self, table: Alley) -> None:
        table.next(2)
        wait(table, "pearl")
        table.next()
        table.play("act_now", who="pearl")
        assert (table.round(), table.turn(), table.order()[0]) == (2, "pearl", "pearl")

    def test_the_end_of_the_fight_ends_it(self, table: Alley) -> None:
        wait(table)
        table.play("end_fight")
        assert not table.sheet("ramjet").intents


@pytest.mark.rules("WD-WAIT-02")
class TestThePlace:
    def test_a_waiting_place_moves_to_just_before_whom_one_waited_for(self, table: Alley) -> None:
        wait(table, whom="oni")
        table.next(2)
        table.play("act_now", who="ramjet")
        assert table.order() == ["lung", "pearl", "ramjet", "oni"]

    def test_an_event_is_in_a_combatant_s_turn(self, table: Alley) -> None:
        wait(table)
        table.next()
        table.play("act_now", who="ramjet")
        assert table.order() == ["lung", "ramjet", "pearl", "oni"]

    def test_a_place_that_waited_stays_in_the_next_round(self, table: Alley) -> None:
        wait(table, whom="oni")
        table.next(2)
        table.play("act_now", who="ramjet")
        assert turns(table, 6) == ["ramjet", "oni", "lung", "pearl", "ramjet", "oni"]


@pytest.mark.rules("WD-WAIT-03")
class TestHiddenExpectations:
    def seen(self, table: Alley, member: str) -> bool:
        shown = sheet(table.ledger.heads.fresh(table.campaign_id), Viewer(member, "player"), table.ref("ramjet"))
        assert shown is not None
        return "Oni jumps." in str(shown)

    def test_the_others_do_not_know_of_it(self, table: Alley) -> None:
        wait(table, hidden=True)
        assert (self.seen(table, "ana"), self.seen(table, "ben")) == (True, False)

    def test_others_know_of_an_open_expectation(self, table: Alley) -> None:
        wait(table)
        assert self.seen(table, "ben")

    def test_when_it_comes_true_all_learn_of_it(self, table: Alley) -> None:
        wait(table, hidden=True)
        entry = table.play("act_now", who="ramjet")
        [note] = [event for event in table.told(entry) if isinstance(event, Noted)]
        assert (note.audience, note.data["expected"]) == ("all", "Oni jumps.")
