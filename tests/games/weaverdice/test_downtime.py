"""Downtime: slots and what adds to them, what the rulebook only names, what is barred, and a phase as it is played."""

from __future__ import annotations

from typing import Any

import pytest

from domain.events.log import Noted
from domain.ledger.downtime import Processed, process
from tests.games.weaverdice.capes import Capes
from tests.games.weaverdice.growing import Stepping
from tests.laws.vocabulary.table import GM, outcomes

NAMED = (
    "refine_skills",
    "go_shopping",
    "explore",
    "hang_out",
    "self_promote",
    "focus_on_work",
    "use_power_in_downtime",
)
"""What the rulebook has no further rules for."""

WHOLE = {
    "group": ("refine_mission", "cape_business", "recruit", "self_promote"),
    "growth": ("train", "refine_skills", "craft_repair", "go_shopping"),
    "information": ("explore", "surveil", "research", "utilize_intel"),
    "life": ("hang_out", "rest_and_recuperate", "focus_on_work"),
    "power": ("use_power_in_downtime",),
}
"""WD-DOWN-03, by purpose."""


class Evening(Capes):
    """Ramjet and Pearl are Ana's, and a day is over."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.cape("ramjet")
        self.cape("pearl", dexterity=4)
        self.foe("lung")

    def slots(self, who: str = "ramjet", phase: str = "1") -> int:
        return self.campaign().phases[phase].slots[self.ref(who)]

    def cards(self, who: str = "ramjet") -> int:
        return sum(card.kind == "downtime_slot" for card in self.sheet(who).cards.values())

    def found(self, who: str = "ramjet") -> int:
        """High morale finds a slot as the day ends."""
        self.play("move_morale", who=who, by=1)
        return self.play("end_day", who=[who], dice={f"evening/{who}": [1, 6, 2]})

    def plans(self, who: str, *actions: tuple[str, dict[str, Any]], **more: Any) -> int:
        planned = [planned_action(who, word, args) for word, args in actions]
        return self.play("plan_downtime", who=who, actions=planned, **more)


def planned_action(who: str, word: str, args: dict[str, Any]) -> dict[str, Any]:
    apart: dict[str, Any] = {key: args[key] for key in ("dice", "day", "responses") if key in args}
    rest = {key: value for key, value in args.items() if key not in apart}
    return {"type": f"weaverdice.{word}", "args": {"who": who, **rest}} | apart


@pytest.fixture
def table() -> Evening:
    return Evening()


@pytest.mark.rules("WD-DOWN-01")
class TestSlots:
    def test_three_are_usual(self, table: Evening) -> None:
        table.play("open_downtime")
        assert (table.slots(), table.slots("pearl")) == (3, 3)

    def test_the_campaign_may_have_another_number(self) -> None:
        table = Evening(downtime_slots=2)
        table.play("open_downtime")
        assert table.slots() == 2

    def test_and_so_may_a_phase_in_mid_session(self, table: Evening) -> None:
        table.play("open_downtime", slots=[{"who": "ramjet", "slots": 1}])
        assert (table.slots(), table.slots("pearl")) == (1, 3)

    def test_an_action_takes_one(self, table: Evening) -> None:
        table.play("open_downtime")
        trained = ("train", {"skill": "aim"})
        table.plans("ramjet", trained, trained, trained)
        many = [planned_action("ramjet", *trained)] * 4
        assert table.refusal("plan_downtime", who="ramjet", actions=many).rule == "downtime"

    def test_what_it_leads_to_takes_none(self, table: Evening) -> None:
        table.play("open_downtime", slots=[{"who": "ramjet", "slots": 1}])
        craft = ("craft", {"project": "icon"})
        table.plans("ramjet", ("craft_repair", {}), ("begin_craft", {"what": "icon"}), craft, craft, craft)
        assert len(table.sheet("ramjet").intents) == 5

    def test_what_is_no_action_of_downtime_is_not_planned(self, table: Evening) -> None:
        table.play("open_downtime")
        check = [planned_action("ramjet", "check", {"stat": "wits"})]
        assert table.refusal("plan_downtime", who="ramjet", actions=check).rule == "downtime"


@pytest.mark.rules("WD-DOWN-02")
class TestWhenItIs:
    @pytest.mark.parametrize(("morale", "starts_at"), [(3, 0), (-3, 0), (0, 2), (4, 2), (-1, -2)])
    def test_once_it_is_resolved_morale_is_where_the_day_starts(self, morale: int, starts_at: int) -> None:
        table = Evening()
        table.play("settle_in", who="ramjet", starts_at=starts_at, situation="the docks")
        table.play("move_morale", who="ramjet", by=morale)
        table.play("open_downtime")
        before = table.current("ramjet", "morale")
        table.play("end_downtime")
        assert (before, table.current("ramjet", "morale")) == (morale, starts_at)

    def test_those_who_had_no_downtime_keep_theirs(self, table: Evening) -> None:
        table.play("move_morale", who="lung", by=2)
        table.play("open_downtime")
        table.play("end_downtime")
        assert table.current("lung", "morale") == 2

    @pytest.mark.parametrize("word", ["train", "rest_and_recuperate", "explore", "craft_repair", "cape_business"])
    def test_not_in_the_middle_of_a_fight(self, table: Evening, word: str) -> None:
        table.create("alley", "encounter")
        table.play("freeform.join", who="ramjet", initiative=5)
        table.play("freeform.begin")
        more = {"train": {"skill": "aim"}, "explore": {"aim": "it"}, "cape_business": {"seek": "it"}}
        args: dict[str, Any] = {"who": "ramjet", **more.get(word, {})}
        table.encounter = None
        assert table.refusal(word, **args).rule == "WD-DOWN-02"

    def test_those_who_are_out_of_it_have_theirs(self, table: Evening) -> None:
        table.create("alley", "encounter")
        table.play("freeform.join", who="ramjet", initiative=5)
        table.play("freeform.begin")
        table.encounter = None
        table.play("explore", who="pearl", aim="the flooded quarter")
        assert len(table.sheet("pearl").tasks) == 1

    def test_undone_morale_is_what_it_was(self, table: Evening) -> None:
        table.play("move_morale", who="ramjet", by=2)
        table.check_undo(table.play("open_downtime"), table.play("end_downtime"))


@pytest.mark.rules("WD-DOWN-03", "WD-RULING-64")
class TestActions:
    @pytest.mark.parametrize("word", [word for words in WHOLE.values() for word in words])
    def test_there_is_every_action_of_the_rulebook(self, table: Evening, word: str) -> None:
        assert table.system.kinds[f"weaverdice.{word}"].slots == 1

    @pytest.mark.parametrize("word", NAMED)
    def test_what_is_only_named_waits_for_the_game_master(self, table: Evening, word: str) -> None:
        table.play(word, who="ramjet", aim="something new", as_player="ana")
        assert [(t.title, t.data) for t in table.sheet("ramjet").tasks.values()] == [
            ("something new", {"action": word})
        ]

    def test_who_says_what_comes_of_it(self, table: Evening) -> None:
        table.play("explore", who="ramjet", aim="the flooded quarter")
        entry = table.play("settle_downtime", who="ramjet", task="the flooded quarter", outcome="A way in.")
        (note,) = (event for event in table.told(entry) if isinstance(event, Noted))
        told = (note.data["action"], table.sheet("ramjet").tasks, "WD-RULING-64" in table.cited(entry))
        assert told == ("explore", {}, True)

    def test_only_of_what_was_done(self, table: Evening) -> None:
        table.play("craft_repair", who="ramjet")
        assert table.refusal("settle_downtime", who="ramjet", task="the moon", outcome="Far.").missing

    def test_and_no_player_does(self, table: Evening) -> None:
        table.play("explore", who="ramjet", aim="the docks")
        told = table.forbidden("settle_downtime", as_player="ana", who="ramjet", task="the docks", outcome="Gold!")
        assert "game master" in told

    def test_undone_it_waits_again(self, table: Evening) -> None:
        table.check_undo(
            table.play("explore", who="ramjet", aim="the docks"),
            table.play("settle_downtime", who="ramjet", task="the docks", outcome="Gulls."),
        )

    def test_without_it_the_outcome_is_at_odds(self, table: Evening) -> None:
        explored = table.play("explore", who="ramjet", aim="the docks")
        settled = table.play("settle_downtime", who="ramjet", task="the docks", outcome="Gulls.")
        assert outcomes(table.undo(explored, policy="cascade"))[settled] == "struck"


@pytest.mark.rules("WD-DOWN-04")
class TestTheGameMasterSOwn:
    def campaigning(self) -> Evening:
        table = Evening()
        table.play("define_downtime_action", action="Campaigning", gain="votes")
        return table

    def test_a_new_action_is_done_like_any_other(self) -> None:
        table = self.campaigning()
        table.play("do_downtime_action", who="ramjet", action="Campaigning", aim="the dockers", as_player="ana")
        assert [task.data["action"] for task in table.sheet("ramjet").tasks.values()] == ["campaigning"]

    @pytest.mark.parametrize("gain", ["", "  "])
    def test_it_gives_some_gain(self, table: Evening, gain: str) -> None:
        assert table.refusal("define_downtime_action", action="Napping", gain=gain).rule == "WD-DOWN-04"

    def test_others_there_are_none(self) -> None:
        refusal = self.campaigning().refusal("do_downtime_action", who="ramjet", action="Ruling", aim="all")
        assert refusal.missing
        assert "campaigning" in refusal.player

    def test_an_action_can_be_struck_off(self, table: Evening) -> None:
        table.play("bar_downtime", who=["ramjet"], actions=["train", "explore"], because="a broken leg")
        barred = table.refusal("train", who="ramjet", skill="aim").rule
        table.play("train", who="pearl", skill="aim")
        table.play("hang_out", who="ramjet", aim="the ward")
        assert barred == "WD-DOWN-04"

    def test_one_of_the_campaign_s_own_too(self) -> None:
        table = self.campaigning()
        table.play("bar_downtime", who=["ramjet"], actions=["campaigning"])
        args: dict[str, Any] = {"who": "ramjet", "action": "Campaigning", "aim": "the dockers"}
        assert table.refusal("do_downtime_action", **args).rule == "WD-DOWN-04"

    def test_only_what_there_is(self, table: Evening) -> None:
        assert table.refusal("bar_downtime", who=["ramjet"], actions=["attack"]).rule == "WD-DOWN-04"

    @pytest.mark.parametrize(("rests", "open_again"), [(1, False), (2, True), (3, True)])
    def test_rest_opens_it_again(self, table: Evening, rests: int, open_again: bool) -> None:
        table.play("bar_downtime", who=["ramjet"], actions=["train"], rests=2)
        for _ in range(rests):
            table.play("rest_and_recuperate", who="ramjet")
        assert ("barred" not in table.conditions("ramjet")) is open_again

    def test_or_the_game_master_does(self, table: Evening) -> None:
        table.play("bar_downtime", who=["ramjet"], actions=["train", "explore"])
        table.play("rest_and_recuperate", who="ramjet")
        table.play("reopen_downtime", who="ramjet", actions=["train"])
        table.play("train", who="ramjet", skill="aim")
        assert table.refusal("explore", who="ramjet", aim="it").rule == "WD-DOWN-04"

    def test_what_is_open_needs_no_opening(self, table: Evening) -> None:
        assert table.refusal("reopen_downtime", who="ramjet").missing

    def test_slots_are_reduced_where_play_had_its_share(self, table: Evening) -> None:
        table.play("open_downtime")
        table.play("change_downtime", slots=[{"who": "ramjet", "slots": 2}])
        assert (table.slots(), table.slots("pearl")) == (2, 3)

    def test_friends_and_foes_have_the_same_time(self, table: Evening) -> None:
        table.play("open_downtime", slots=[{"who": "lung", "slots": 1}])
        table.plans("lung", ("cape_business", {"check_in": ["the crew"], "dice": {"check-in/1": [2]}}))
        process(table.ledger, table.campaign_id, GM, 1)
        assert [task.title for task in table.sheet("lung").tasks.values()] == ["the crew"]

    @pytest.mark.parametrize(
        ("word", "args"),
        [
            ("define_downtime_action", {"action": "Napping", "gain": "rest"}),
            ("bar_downtime", {"who": ["lung"], "actions": ["train"]}),
            ("reopen_downtime", {"who": "ramjet"}),
        ],
    )
    def test_no_player_says_so(self, table: Evening, word: str, args: dict[str, Any]) -> None:
        assert "game master" in table.forbidden(word, as_player="ana", **args)

    def test_undone_it_is_open(self, table: Evening) -> None:
        table.check_undo(
            table.play("bar_downtime", who=["ramjet"], actions=["train"], rests=2),
            table.play("rest_and_recuperate", who="ramjet"),
        )

    def test_undoing_a_rest_it_is_barred_still(self, table: Evening) -> None:
        table.play("bar_downtime", who=["ramjet"], actions=["train"], rests=1)
        rest = table.play("rest_and_recuperate", who="ramjet")
        trained = table.play("train", who="ramjet", skill="aim")
        assert outcomes(table.undo(rest, policy="cascade"))[trained] == "struck"


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

    def test_or_to_the_one_under_way(self, table: Evening) -> None:
        table.play("open_downtime")
        table.play("award_slot", who="ramjet", because="the mayor's thanks")
        table.play("end_downtime")
        assert (table.slots(), table.cards()) == (4, 0)

    def test_no_player_awards_one(self, table: Evening) -> None:
        assert "game master" in table.forbidden("award_slot", as_player="ana", who="ramjet", because="me")

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

    def test_undone_there_are_three(self, table: Evening) -> None:
        table.check_undo(table.found(), table.play("open_downtime"), table.play("end_downtime"))

    def test_undoing_the_find_there_are_three(self, table: Evening) -> None:
        found = table.found()
        opened = table.play("open_downtime")
        assert (outcomes(table.undo(found))[opened], table.slots()) == ("restated", 3)


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

    def test_and_everybody_has_what_they_did_it_for(self) -> None:
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

    def test_what_has_become_impossible_stays_in_the_plan(self) -> None:
        table = Week().planned()
        table.play("bar_downtime", who=["grue"], actions=["cape_business"])
        impossible = [action for action in table.carry_out().actions if action.state == "impossible"]
        assert [(action.type, action.rule) for action in impossible] == [("weaverdice.cape_business", "WD-DOWN-04")]

    def test_a_dry_run_changes_nothing(self) -> None:
        table = Week().planned()
        before = table.state()
        shown = table.carry_out(preview=True)
        assert (shown.preview, table.state()) == (True, before)

    def test_undoing_one_action_leaves_the_others_theirs(self) -> None:
        table = Week().planned()
        entry = next(a.entry for a in table.carry_out().actions if a.type == "weaverdice.cape_business")
        assert entry is not None
        table.undo(entry)
        armor = [item.features for item in table.sheet("ramjet").items.values()]
        assert (table.sheet("grue").tasks, armor) == ({}, [("armor/low",)])
