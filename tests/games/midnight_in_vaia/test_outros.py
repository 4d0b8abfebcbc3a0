"""The outros of Midnight in Vaia: all resolves at once, or the encounter burns slowly."""

from __future__ import annotations

import pytest

from domain.components.anchors import AtMoment
from domain.components.creature import Condition
from domain.events.body import ConditionGained
from domain.history.plan import RevisionRefused
from tests.games.midnight_in_vaia.people import Protagonists
from tests.laws.vocabulary.table import outcomes


@pytest.fixture
def table() -> Protagonists:
    """Vera with 5 Action Slots, who acts, then Milo with 4; a ghoul that takes part."""
    table = Protagonists()
    for who, agility in {"vera": 0, "milo": -1}.items():
        table.protagonist(who, agility=agility)
    table.foe("ghoul")
    table.start(vera=17, milo=9)
    return table


@pytest.mark.rules("MV-OUT-01")
class TestTheChoice:
    @pytest.mark.parametrize("outro", ["all_resolve", "slow_burn"])
    def test_the_story_guide_chooses(self, table: Protagonists, outro: str) -> None:
        assert outro in table.forbidden(outro, as_player="ana")
        entry = table.play(outro)
        assert "MV-OUT-01" in table.cited(entry)
        table.check_undo(entry)
        table.undo(entry)
        assert (table.pace.state, table.pace.data) == ("running", {})

    @pytest.mark.parametrize("outro", ["all_resolve", "slow_burn"])
    def test_an_encounter_that_has_not_begun_has_no_outro(self, outro: str) -> None:
        table = Protagonists()
        table.protagonist("vera")
        table.check(vera=9)
        assert table.refusal(outro).rule == "MV-OUT-01"

    @pytest.mark.parametrize("outro", ["all_resolve", "slow_burn"])
    def test_nor_has_one_that_is_over(self, table: Protagonists, outro: str) -> None:
        table.play("all_resolve")
        assert table.refusal(outro).rule == "MV-OUT-01"

    def test_what_burns_slowly_may_still_resolve_at_once(self, table: Protagonists) -> None:
        table.play("slow_burn")
        table.play("all_resolve")
        assert table.pace.state == "ended"


@pytest.mark.rules("MV-OUT-02", "MV-RULING-35")
class TestAllResolve:
    def test_the_cycle_is_left(self, table: Protagonists) -> None:
        entry = table.play("all_resolve")
        assert (table.fight("alley").order, table.pace.active, table.pace.state) == ({}, (), "ended")
        assert "MV-OUT-02" in table.cited(entry)

    def test_no_further_round_starts(self, table: Protagonists) -> None:
        table.play("all_resolve")
        assert table.refusal("start_round").rule == "MV-OUT-02"

    def test_the_board_is_cleared(self, table: Protagonists) -> None:
        table.play("place", who="vera", x=0, y=0)
        table.play("place", who="ghoul", x=3, y=0)
        table.play("zone", kind="smoke", squares=[[1, 1]])
        table.play("all_resolve")
        assert (table.fight("alley").positions, table.fight("alley").zones) == ({}, {})

    def test_what_was_begun_is_dropped(self, table: Protagonists) -> None:
        table.play("undertake", who="vera", what="Dig", price=9, slots=2)
        table.play("act", who="vera", what="Leap", cost="1AS", announced=True)
        table.play("all_resolve")
        assert table.sheet("vera").intents == {}

    def test_what_lasts_some_rounds_ends(self, table: Protagonists) -> None:
        table.play("change_slots", who="vera", amount=3, because="Haste", rounds=9)
        table.play("all_resolve")
        assert table.value("vera", "slots.action") == 5

    def test_so_does_what_befell_a_foe(self, table: Protagonists) -> None:
        blind = Condition(what="dazzled", until=AtMoment(moment="countdown", passing=3))
        table.let("ghoul", ConditionGained(name="dazzled", condition=blind))
        table.play("all_resolve")
        assert table.conditions("ghoul") == []

    def test_what_is_for_good_stays(self, table: Protagonists) -> None:
        table.play("change_slots", who="vera", amount=3, because="Boots")
        table.play("all_resolve")
        assert table.value("vera", "slots.action") == 8

    def test_afterwards_nothing_costs_slots(self, table: Protagonists) -> None:
        table.play("all_resolve")
        assert table.kinds(table.play("act", who="milo", what="Leave", cost="9AS")) == ["Noted"]

    def test_it_is_taken_back_and_given_again(self, table: Protagonists) -> None:
        table.play("place", who="vera", x=0, y=0)
        table.play("change_slots", who="vera", amount=3, because="Haste", rounds=9)
        begun = table.play("undertake", who="vera", what="Dig", price=9, slots=2)
        entry = table.play("all_resolve")
        table.check_undo(begun, entry)
        assert outcomes(table.undo(begun)) == {begun: "struck", entry: "restated"}


@pytest.mark.rules("MV-OUT-03", "MV-RULING-34")
class TestTheSlowBurn:
    @pytest.fixture(autouse=True)
    def burns(self, table: Protagonists) -> None:
        table.play("slow_burn")
        self.issue = f"issue-{table.play('open_issue', issue='The burning door', slots=7)}"

    def volunteer(self, table: Protagonists, who: str, slots: int) -> int:
        return table.play("volunteer", who=who, slots=slots, as_player="ana")

    def progress(self, table: Protagonists) -> tuple[int, str]:
        task = table.fight("alley").tasks[self.issue]
        return task.progress, task.state

    def test_slots_are_given_to_the_issue(self, table: Protagonists) -> None:
        self.volunteer(table, "vera", 3)
        assert (self.progress(table), table.slots("vera")) == ((3, "open"), 2)

    def test_several_work_on_it_together(self, table: Protagonists) -> None:
        self.volunteer(table, "vera", 2)
        self.volunteer(table, "vera", 1)
        table.end("vera")
        self.volunteer(table, "milo", 2)
        assert self.progress(table) == (5, "open")
        assert table.fight("alley").tasks[self.issue].helpers == (table.ref("vera"), table.ref("milo"))

    @pytest.mark.parametrize("given", [1, 5])
    def test_any_number_up_to_what_is_available(self, table: Protagonists, given: int) -> None:
        self.volunteer(table, "vera", given)
        assert table.slots("vera") == 5 - given

    def test_and_no_more(self, table: Protagonists) -> None:
        assert table.refusal("volunteer", who="vera", slots=6).rule == "MV-OUT-03"

    def test_out_of_one_s_phase_reserved_slots(self, table: Protagonists) -> None:
        table.end("vera")
        self.volunteer(table, "vera", 4)
        assert table.reserved("vera") == 1
        assert table.refusal("volunteer", who="vera", slots=2).rule == "MV-OUT-03"

    def test_the_next_round_brings_new_ones(self, table: Protagonists) -> None:
        self.volunteer(table, "vera", 5)
        table.next_round("vera", "milo")
        self.volunteer(table, "vera", 1)
        assert self.progress(table) == (6, "open")

    def test_with_the_last_slot_it_is_resolved_and_takes_no_more(self, table: Protagonists) -> None:
        self.volunteer(table, "vera", 5)
        table.end("vera")
        self.volunteer(table, "milo", 1)
        assert self.progress(table) == (6, "open")
        self.volunteer(table, "milo", 1)
        assert self.progress(table) == (7, "resolved")
        assert table.refusal("volunteer", who="milo", slots=1).rule == "MV-OUT-03"

    def test_upkeeps_keep_coming(self, table: Protagonists) -> None:
        entry = table.end("vera", "milo")[-1]
        assert "MV-UPK-01" in table.cited(entry)
        assert (table.pace.data, table.campaign().clock["now"].at) == ({"outro": "slow_burn"}, 5)

    def test_what_is_open_when_all_resolves_stays_undone(self, table: Protagonists) -> None:
        self.volunteer(table, "vera", 5)
        table.play("all_resolve")
        assert self.progress(table) == (5, "due")
        assert table.refusal("volunteer", who="vera", slots=1).rule == "MV-OUT-03"

    def test_it_is_chosen_once(self, table: Protagonists) -> None:
        assert table.refusal("slow_burn").rule == "MV-OUT-03"

    def test_issues_are_for_it_alone(self) -> None:
        table = Protagonists()
        table.protagonist("vera")
        table.start(vera=9)
        assert table.refusal("open_issue", issue="Door", slots=3).rule == "MV-OUT-03"

    def test_only_who_takes_part_volunteers(self, table: Protagonists) -> None:
        table.protagonist("late")
        assert table.refusal("volunteer", who="late", slots=1).rule == "MV-INIT-01"

    def test_the_story_guide_names_the_issue(self, table: Protagonists) -> None:
        assert "open_issue" in table.forbidden("open_issue", as_player="ana", issue="Door", slots=3)

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Protagonists) -> None:
        entries = [self.volunteer(table, "vera", 5), *table.end("vera"), self.volunteer(table, "milo", 2)]
        table.check_undo(*entries)
        assert outcomes(table.undo(entries[0])) == {
            entries[0]: "struck",
            entries[1]: "restated",
            entries[2]: "restated",
        }
        assert (self.progress(table), table.reserved("vera")) == ((2, "open"), 5)

    def test_without_the_slow_burn_there_was_no_issue(self, table: Protagonists) -> None:
        given = self.volunteer(table, "vera", 1)
        opened = int(self.issue.removeprefix("issue-"))
        with pytest.raises(RevisionRefused) as refused:
            table.undo(opened)
        assert [conflict.entry for conflict in refused.value.plan.conflicts] == [given]
