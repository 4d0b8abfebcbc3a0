"""Downtime: slots, when it is, what the rulebook only names, and what is barred."""

from __future__ import annotations

from typing import Any

import pytest

from api.testing.table import GM, outcomes
from domain.ledger.downtime import process
from domain.vocabulary.bodies import Condition, ConditionGained
from domain.vocabulary.log import Noted
from tests.games.weaverdice.evenings import Evening, planned_action

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

    def test_a_phase_in_mid_session_may_have_another_number_of_slots(self, table: Evening) -> None:
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

    def test_capes_without_downtime_keep_their_morale(self, table: Evening) -> None:
        table.play("move_morale", who="lung", by=2)
        table.play("open_downtime")
        table.play("end_downtime")
        assert table.current("lung", "morale") == 2

    @pytest.mark.parametrize("word", ["train", "rest_and_recuperate", "explore", "craft_repair", "cape_business"])
    def test_downtime_is_refused_in_the_middle_of_a_fight(self, table: Evening, word: str) -> None:
        table.create("alley", "encounter")
        table.play("begin_fight", who=["ramjet"], dice={"speed/ramjet": [5]})
        more = {"train": {"skill": "aim"}, "explore": {"aim": "it"}, "cape_business": {"seek": "it"}}
        args: dict[str, Any] = {"who": "ramjet", **more.get(word, {})}
        table.encounter = None
        assert table.refusal(word, **args).rule == "WD-DOWN-02"

    def test_the_dead_have_no_downtime(self, table: Evening) -> None:
        table.let("ramjet", ConditionGained(name="dead", condition=Condition(what="dead")))
        assert table.refusal("explore", who="ramjet", aim="the beyond").rule == "WD-DOWN-02"

    def test_capes_out_of_the_fight_have_downtime(self, table: Evening) -> None:
        table.create("alley", "encounter")
        table.play("begin_fight", who=["ramjet"], dice={"speed/ramjet": [5]})
        table.encounter = None
        table.play("explore", who="pearl", aim="the flooded quarter")
        assert len(table.sheet("pearl").tasks) == 1


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
        outcome = (note.data["action"], table.sheet("ramjet").tasks, "WD-RULING-64" in table.cited(entry))
        assert outcome == ("explore", {}, True)

    def test_only_of_what_was_done(self, table: Evening) -> None:
        table.play("craft_repair", who="ramjet")
        assert table.refusal("settle_downtime", who="ramjet", task="the moon", outcome="Far.").missing

    def test_no_player_says_what_an_action_gained(self, table: Evening) -> None:
        table.play("explore", who="ramjet", aim="the docks")
        sentence = table.forbidden("settle_downtime", as_player="ana", who="ramjet", task="the docks", outcome="Gold!")
        assert "game master" in sentence

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
    def test_a_new_action_gives_some_gain(self, table: Evening, gain: str) -> None:
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

    def test_the_game_master_opens_a_barred_action_again(self, table: Evening) -> None:
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

    def test_undoing_a_rest_it_is_barred_still(self, table: Evening) -> None:
        table.play("bar_downtime", who=["ramjet"], actions=["train"], rests=1)
        rest = table.play("rest_and_recuperate", who="ramjet")
        trained = table.play("train", who="ramjet", skill="aim")
        assert outcomes(table.undo(rest, policy="cascade"))[trained] == "struck"
