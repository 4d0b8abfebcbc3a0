"""Downtime phases: slots that come on top, and a phase of several capes as it is played."""

from __future__ import annotations

from typing import Any

import pytest

from api.testing.table import GM, outcomes
from domain.ledger.downtime import Processed, process, rehearse
from tests.games.weaverdice.evenings import Evening
from tests.games.weaverdice.growing import Stepping


@pytest.fixture
def table() -> Evening:
    return Evening()


@pytest.mark.rules("WD-DOWN-05", "WD-RULING-112")
class TestExtraSlots:
    def test_high_morale_adds_one(self, table: Evening) -> None:
        table.found()
        table.play("open_downtime")
        assert (table.slots(), table.slots("pearl")) == (4, 3)

    def test_unused_it_lapses_with_the_phase(self, table: Evening) -> None:
        table.found()
        table.play("open_downtime")
        table.play("end_downtime")
        table.play("open_downtime")
        assert (table.cards(), table.slots(phase="2")) == (0, 3)

    def test_found_in_a_night_of_the_phase_it_adds_to_that(self, table: Evening) -> None:
        table.play("open_downtime", days=2)
        table.found()
        assert table.slots() == 4

    def test_found_in_its_last_night_it_is_for_the_next(self, table: Evening) -> None:
        table.play("open_downtime")
        table.play("move_morale", who="ramjet", by=1)
        table.play("pass_day", dice={"evening/ramjet": [1, 6, 2]})
        table.play("end_downtime")
        table.play("open_downtime")
        first, second = table.slots(), table.slots(phase="2")
        table.play("end_downtime")
        assert (first, second, table.cards()) == (3, 4, 0)

    def test_one_a_night_at_most(self, table: Evening) -> None:
        table.play("open_downtime", days=3)
        table.found()
        table.play("start_day", who=["ramjet"])
        table.found()
        assert (table.slots(), table.cards()) == (5, 1)

    def test_an_award_adds_to_the_next_phase(self, table: Evening) -> None:
        table.play("award_slot", who="ramjet", because="the mayor's thanks")
        table.play("open_downtime")
        first = table.slots()
        table.play("end_downtime")
        table.play("open_downtime")
        assert (first, table.slots(phase="2")) == (4, 3)

    def test_an_award_may_add_to_the_phase_under_way(self, table: Evening) -> None:
        table.play("open_downtime")
        table.play("award_slot", who="ramjet", because="the mayor's thanks")
        table.play("end_downtime")
        assert (table.slots(), table.cards()) == (4, 0)

    def test_one_of_two_awards_undone_the_other_counts(self, table: Evening) -> None:
        table.play("open_downtime")
        first, second = (table.play("award_slot", who="ramjet", because=why) for why in ("thanks", "more thanks"))
        assert (outcomes(table.undo(first))[second], table.slots(), table.cards()) == ("restated", 4, 1)

    @pytest.mark.parametrize(("step", "times"), [(14, 1), (15, 2)])
    def test_a_step_s_slot_adds_when_it_is_used(self, step: int, times: int) -> None:
        table = Stepping()
        table.step(step)
        table.play("open_downtime")
        before = table.campaign().phases["1"].slots[table.ref("outage")]
        for _ in range(times):
            table.play("use_free_slot", as_player="ana", who="outage", what_for="a walk")
        after = table.campaign().phases["1"].slots[table.ref("outage")]
        left = [card.counters["uses"] for card in table.sheet("outage").cards.values()]
        assert (before, after, left) == (3, 3 + times, [1] if step == 14 else [])

    def test_undoing_the_find_there_are_three(self, table: Evening) -> None:
        entry = table.found()
        opened = table.play("open_downtime")
        assert (outcomes(table.undo(entry))[opened], table.slots()) == ("restated", 3)


class Week(Evening):
    """A phase of two days in which three capes do what they planned: Ramjet makes armor with Pearl's help and trains, Grue
    rests and looks after things."""

    def __init__(self) -> None:
        super().__init__()
        self.cape("grue", morale=-3, guts=2, owner="ana")
        self.play("freeform.gain", target="ramjet", track="money", amount=100)
        self.play("inflict", who="grue", tier="lesser", type="cut", effect=False)
        self.play("lay_up", who="grue", what="Leg", days=20)
        self.play("begin_craft", who="ramjet", what="armor", tier="low")
        self.play("open_downtime", days=2, title="The quiet week")

    def planned(self) -> Week:
        craft, helped = "craft", {"craft/pearl": [5]}
        crafted = [(craft, {"project": "armor", "dice": {craft: [die], **helped}, "day": 2}) for die in (1, 2)]
        self.plans("pearl", ("help_craft", {"whose": "ramjet", "project": "armor", "day": 2}), as_player="ana")
        self.plans("ramjet", ("train", {"skill": "aim"}), ("craft_repair", {"day": 2}), *crafted, as_player="ana")
        leg = {"what": "days", "of": "leg"}
        rest = {"attempts": [leg, leg], "dice": {"rest/1": [6], "rest/2": [5]}}
        business = {"check_in": ["the crew"], "dice": {"check-in/1": [2]}, "day": 2}
        self.plans("grue", ("rest_and_recuperate", rest), ("cape_business", business), as_player="ana")
        return self

    def carry_out(self, **how: Any) -> Processed:
        return process(self.ledger, self.campaign_id, GM, 1, **how)


@pytest.mark.rules("WD-DOWN-01", "WD-DOWN-02")
class TestAPhase:
    def test_everything_planned_is_done(self) -> None:
        done = Week().planned().carry_out()
        states = {(action.who, action.state) for action in done.actions}
        assert ({state for _, state in states}, done.state, len(done.actions)) == ({"done"}, "processed", 7)

    def test_everybody_has_what_they_planned_the_phase_for(self) -> None:
        table = Week().planned()
        table.carry_out()
        armor = [item.features for item in table.sheet("ramjet").items.values()]
        leg = [c.data["days"] for c in table.sheet("grue").conditions.values() if c.what == "leg"]
        assert (armor, leg, table.wounds("grue")) == ([("armor/low",)], [20 - 5 - 4 - 2], [])

    def test_with_the_new_day_morale_is_where_it_starts(self) -> None:
        table = Week().planned()
        table.carry_out()
        assert table.current("grue", "morale") == 0

    def test_one_by_one_it_comes_to_the_same(self) -> None:
        table, whole = Week().planned(), Week().planned()
        assert [a.state for a in table.carry_out(atomic=False).actions] == [a.state for a in whole.carry_out().actions]

    def test_a_helper_can_be_first_to_do_what_they_planned(self) -> None:
        table = Evening()
        table.cape("zephyr")
        table.play("freeform.gain", target="ramjet", track="money", amount=100)
        table.play("begin_craft", who="ramjet", what="armor", tier="low")
        table.play("open_downtime")
        table.plans("zephyr", ("help_craft", {"whose": "ramjet", "project": "armor"}))
        craft = ("craft", {"project": "armor", "dice": {"craft": [1], "craft/zephyr": [6]}})
        table.plans("ramjet", ("craft_repair", {}), craft)
        process(table.ledger, table.campaign_id, GM, 1, only=[table.ref("zephyr")])
        process(table.ledger, table.campaign_id, GM, 1)
        assert [task.progress for task in table.sheet("ramjet").tasks.values()] == [6]

    def test_a_night_that_is_rolled_for_asks_for_its_dice(self) -> None:
        table = Week()
        asked = table.carry_out()
        (wound,) = table.sheet("grue").wounds
        assert ([need.label for need in asked.needs], asked.state) == ([f"held/{wound}"], "processing")
        done = table.carry_out(day_dice={f"held/{wound}": (6,)})
        assert (done.state, done.needs, len(table.wounds("grue"))) == ("processed", (), 1)

    def test_what_has_become_impossible_stays_in_the_plan(self) -> None:
        table = Week().planned()
        table.play("bar_downtime", who=["grue"], actions=["cape_business"])
        impossible = [action for action in table.carry_out().actions if action.state == "impossible"]
        assert [(action.type, action.rule) for action in impossible] == [("weaverdice.cape_business", "WD-DOWN-04")]

    def test_a_dry_run_changes_nothing(self) -> None:
        table = Week().planned()
        before = table.state()
        shown = rehearse(table.ledger, table.campaign_id, GM, 1).outcome
        assert (shown.preview, table.state()) == (True, before)

    def test_undoing_one_action_leaves_the_others_theirs(self) -> None:
        table = Week().planned()
        entry = next(a.entry for a in table.carry_out().actions if a.type == "weaverdice.cape_business")
        assert entry is not None
        table.undo(entry)
        armor = [item.features for item in table.sheet("ramjet").items.values()]
        assert (table.sheet("grue").tasks, armor) == ({}, [("armor/low",)])
