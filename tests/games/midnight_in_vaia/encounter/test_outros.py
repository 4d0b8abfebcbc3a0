"""The outros of Midnight in Vaia: all resolves at once, or the encounter burns slowly."""

from __future__ import annotations

from typing import Any

import pytest

from api.testing.table import outcomes
from domain.history.plan import RevisionRefused
from domain.vocabulary.anchors import AtMoment
from domain.vocabulary.bodies import Condition, ConditionGained
from domain.vocabulary.log import Noted
from domain.vocabulary.values import DamageTaken
from tests.games.midnight_in_vaia.people import Protagonists


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
        table.undo(entry)
        assert (table.pace.state, table.pace.data) == ("running", {})

    @pytest.mark.parametrize("outro", ["all_resolve", "slow_burn"])
    def test_an_encounter_that_has_not_begun_has_no_outro(self, outro: str) -> None:
        table = Protagonists()
        table.protagonist("vera")
        table.check(vera=9)
        assert table.refusal(outro).rule == "MV-OUT-01"

    @pytest.mark.parametrize("outro", ["all_resolve", "slow_burn"])
    def test_an_encounter_that_is_over_has_no_further_outro(self, table: Protagonists, outro: str) -> None:
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

    @pytest.mark.parametrize("effect", [{"damage": 5}, {"healing": 5}])
    def test_harm_and_healing_over_time_end_when_all_resolves(
        self, table: Protagonists, effect: dict[str, Any]
    ) -> None:
        table.play("affect_over_time", who="vera", what="Venom", **effect)
        table.play("all_resolve")
        assert table.conditions("vera") == []

    def test_effects_begun_in_initialization_end_when_all_resolves(self) -> None:
        table = Protagonists()
        table.protagonist("vera")
        table.check(vera=17)
        hard = {"effect": "resistance", "against": "cutting", "rating": 2, "rounds": 2}
        table.play("afflict", who="vera", effects=[hard])
        table.play("start_round")
        table.next_round("vera")
        assert table.conditions("vera") == ["resistance"]
        table.play("all_resolve")
        assert table.conditions("vera") == []

    def test_effects_on_a_foe_end_when_all_resolves(self, table: Protagonists) -> None:
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

    def test_the_end_of_all_is_taken_back_and_given_again(self, table: Protagonists) -> None:
        table.play("place", who="vera", x=0, y=0)
        table.play("change_slots", who="vera", amount=3, because="Haste", rounds=9)
        begun = table.play("undertake", who="vera", what="Dig", price=9, slots=2)
        entry = table.play("all_resolve")
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

    def test_no_more_slots_are_volunteered_than_are_available(self, table: Protagonists) -> None:
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

    def test_the_slow_burn_is_chosen_once(self, table: Protagonists) -> None:
        assert table.refusal("slow_burn").rule == "MV-OUT-03"

    def test_issues_are_for_it_alone(self) -> None:
        table = Protagonists()
        table.protagonist("vera")
        table.start(vera=9)
        assert table.refusal("open_issue", issue="Door", slots=3).rule == "MV-OUT-03"

    def test_only_who_takes_part_volunteers(self, table: Protagonists) -> None:
        table.protagonist("late")
        assert table.refusal("volunteer", who="late", slots=1).rule == "MV-INIT-01"

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Protagonists) -> None:
        entries = [self.volunteer(table, "vera", 5), *table.end("vera"), self.volunteer(table, "milo", 2)]
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


def burn(table: Protagonists, who: str, *, lost: int = 20, **what: Any) -> None:
    """A Slow Burn, in which a character has lost Hit Points and something goes on harming or healing them."""
    table.play("slow_burn")
    table.let(who, DamageTaken(name="hp", amount=lost))
    table.play("affect_over_time", who=who, what="Venom" if "damage" in what else "Salve", **what)


def ended(table: Protagonists) -> int:
    """The round ends."""
    return table.end("vera", "milo")[-1]


@pytest.mark.rules("MV-OUT-04", "MV-RULING-25")
class TestPoisonKills:
    def question(self, table: Protagonists, answer: str) -> int:
        burn(table, "vera", damage=3)
        table.end("vera")
        return table.play("end_phase", who="milo", responses={"succumbs/vera": answer})

    def test_who_has_none_left_dies_if_the_story_guide_says_so(self, table: Protagonists) -> None:
        entry = self.question(table, "dies")
        assert ("dead" in table.conditions("vera"), "MV-OUT-04" in table.cited(entry)) == (True, True)

    def test_a_poisoned_protagonist_may_live_if_the_story_guide_says_so(self, table: Protagonists) -> None:
        self.question(table, "lives")
        assert "dead" not in table.conditions("vera")

    def test_the_story_guide_may_say_so_later(self, table: Protagonists) -> None:
        burn(table, "vera", damage=3)
        entry = ended(table)
        assert "dead" not in table.conditions("vera")
        table.answer_late(entry, {"succumbs/vera": "dies"})
        assert "dead" in table.conditions("vera")

    def test_coming_to_0_does_not_kill_yet(self, table: Protagonists) -> None:
        burn(table, "vera", lost=17, damage=3)
        ended(table)
        assert (table.current("vera", "hp"), "dead" in table.conditions("vera")) == (0, False)

    def test_treated_one_does_not_die(self, table: Protagonists) -> None:
        burn(table, "vera", damage=3)
        table.play("end_effect", who="vera", effect="damage_over_time")
        entry = ended(table)
        assert "MV-OUT-04" not in table.cited(entry)

    @pytest.mark.parametrize(("option", "dies"), [("always", True), ("never", False)])
    def test_by_the_option_it_always_kills_or_never(self, option: str, dies: bool) -> None:
        table = Protagonists(dot_kills_at_zero=option)
        table.protagonist("vera")
        table.protagonist("milo")
        table.start(vera=17, milo=9)
        burn(table, "vera", damage=3)
        ended(table)
        assert ("dead" in table.conditions("vera")) is dies

    def test_a_death_by_poison_can_be_undone(self, table: Protagonists) -> None:
        entry = self.question(table, "dies")
        table.undo(entry)
        assert "dead" not in table.conditions("vera")


@pytest.mark.rules("MV-OUT-05")
class TestHealingSummed:
    def summed(self, table: Protagonists, **more: Any) -> int:
        return table.play("sum_healing", who="vera", **more)

    def restores(self, table: Protagonists, entry: int) -> object:
        return next(e.data["restores"] for e in table.told(entry) if isinstance(e, Noted))

    @pytest.mark.parametrize(("rounds", "lost", "sum_"), [(4, 15, 12), (5, 15, 15), (6, 15, 15), (1, 15, 3)])
    def test_the_sum_of_healing_counts_each_round_left_up_to_what_is_missing(
        self, table: Protagonists, rounds: int, lost: int, sum_: int
    ) -> None:
        burn(table, "vera", lost=lost, healing=3, rounds=rounds)
        entry = self.summed(table)
        assert (self.restores(table, entry), table.current("vera", "hp")) == (sum_, 20 - lost)

    def test_the_sum_of_healing_is_what_the_rounds_would_have_healed(self, table: Protagonists) -> None:
        burn(table, "vera", lost=15, healing=3, rounds=3)
        expected = self.restores(table, self.summed(table))
        for _ in range(3):
            table.next_round("vera", "milo")
        assert table.current("vera", "hp") == 5 + 9
        assert expected == 9

    def test_rounds_that_are_over_count_no_more(self, table: Protagonists) -> None:
        burn(table, "vera", lost=15, healing=3, rounds=3)
        table.next_round("vera", "milo")
        assert self.restores(table, self.summed(table)) == 6

    def test_without_an_end_it_restores_all(self, table: Protagonists) -> None:
        burn(table, "vera", lost=15, healing=3)
        assert self.restores(table, self.summed(table)) == 15

    def test_at_once_it_is_restored_and_used_up(self, table: Protagonists) -> None:
        burn(table, "vera", lost=15, healing=3, rounds=4)
        self.summed(table, at_once=True)
        assert (table.current("vera", "hp"), table.conditions("vera")) == (17, [])

    @pytest.mark.rules("MV-VULN-01")
    def test_the_dead_have_no_sum_of_healing(self, table: Protagonists) -> None:
        burn(table, "vera", lost=15, healing=3, rounds=4)
        table.let("vera", ConditionGained(name="fate", condition=Condition(what="dead")))
        refusal = table.refusal("sum_healing", who="vera", at_once=True)
        assert (refusal.rule, table.conditions("vera")) == ("MV-VULN-01", ["dead", "healing_over_time"])

    def test_what_harms_heals_nobody(self, table: Protagonists) -> None:
        burn(table, "vera", lost=1, damage=3, rounds=4)
        assert table.refusal("sum_healing", who="vera", effect="damage_over_time").rule == "not-there"


@pytest.mark.rules("MV-OUT-06")
class TestReviving:
    @pytest.fixture(autouse=True)
    def down(self, table: Protagonists) -> None:
        table.let("milo", DamageTaken(name="hp", amount=20))
        table.let("milo", ConditionGained(name="dead", condition=Condition(what="dead")))

    def revive(self, table: Protagonists, revived: bool = True) -> int:
        return table.play("revive", who="milo", revived=revived, hit_points=3, told="Breathe!")

    def test_in_a_slow_burn_a_dead_character_may_be_brought_back(self, table: Protagonists) -> None:
        table.play("slow_burn")
        entry = self.revive(table)
        assert ("dead" in table.conditions("milo"), table.current("milo", "hp")) == (False, 3)
        assert "MV-OUT-06" in table.cited(entry)

    def test_a_revival_may_fail(self, table: Protagonists) -> None:
        table.play("slow_burn")
        self.revive(table, revived=False)
        assert ("dead" in table.conditions("milo"), table.current("milo", "hp")) == (True, 0)

    def test_the_revived_act_again(self, table: Protagonists) -> None:
        table.play("slow_burn")
        self.revive(table)
        table.end("vera")
        assert table.acting() == ["milo"]

    def test_only_in_a_slow_burn(self, table: Protagonists) -> None:
        assert table.refusal("revive", who="milo", revived=True).rule == "MV-OUT-03"

    def test_nobody_who_stands_is_revived(self, table: Protagonists) -> None:
        table.play("slow_burn")
        assert table.refusal("revive", who="vera", revived=True).rule == "MV-OUT-06"
