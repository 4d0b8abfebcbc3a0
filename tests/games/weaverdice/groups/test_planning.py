"""Refining a mission: details that are nominated, rolls made in advance, and what helps; the bank and its details."""

from typing import Any

import pytest

from api.testing.table import outcomes
from domain.play.refusals import Absent
from tests.games.weaverdice.heist import BANK, RANGES, bank, declare, refine, the_bank
from tests.games.weaverdice.informing import Briefing


@pytest.fixture
def table() -> Briefing:
    return the_bank()


@pytest.mark.rules("WD-PLAN-03", "WD-RULING-66")
class TestRefining:
    def test_the_player_chooses_between_what_it_was_and_what_was_rolled(self, table: Briefing) -> None:
        dice = {"detail/security": [1]}
        deed = table.play("refine_mission", who="bandit", **BANK, details=["security"], dice=dice)
        (question,) = table.sheet("bandit").questions.values()
        assert (question.owner, question.options) == ("ana", (RANGES["security"][2], RANGES["security"][0]))
        table.play("answer", deed=deed, key="detail/security", choice="4 rent-a-cops", as_player="ana")
        assert bank(table).details["security"] == "4 rent-a-cops"

    def test_what_was_chosen_is_locked_in(self, table: Briefing) -> None:
        refine(table, security=1)
        assert bank(table).details["security"] == RANGES["security"][2]

    def test_a_locked_detail_may_be_nominated_again(self, table: Briefing) -> None:
        refine(table, take="new", security=2)
        entry = refine(table, take="old", security=3)
        assert (bank(table).details["security"], table.rolls(entry)) == ("4 police officers", {"detail/security": 3})

    def test_where_both_are_the_same_there_is_nothing_to_choose(self, table: Briefing) -> None:
        refine(table, traffic=2)
        assert bank(table).details["traffic"] == "rush hour"

    def test_as_many_as_the_planner_has_knowledge(self, table: Briefing) -> None:
        refine(table, take="new", security=1, access=1, traffic=1)
        assert len(bank(table).details) == 3

    def test_one_more_is_refused(self, table: Briefing) -> None:
        details = ["security", "access", "traffic", "reward"]
        assert table.refusal("refine_mission", who="bandit", **BANK, details=details).rule == "WD-PLAN-03"

    def test_one_that_is_named_twice_counts_once(self, table: Briefing) -> None:
        dice = {"detail/traffic": [2]}
        table.play("refine_mission", who="bandit", **BANK, details=["traffic"] * 4, dice=dice)
        assert bank(table).details == {"traffic": "rush hour"}

    def test_none_is_nothing_planned(self, table: Briefing) -> None:
        assert table.refusal("refine_mission", who="bandit", **BANK).rule == "WD-PLAN-03"

    def test_a_default_of_the_game_masters_is_what_it_was(self, table: Briefing) -> None:
        table.play("range_detail", **BANK, detail="access", values=RANGES["access"], default=1)
        refine(table, access=1)
        assert bank(table).details["access"] == "open vault"

    def test_others_refine_nothing(self, table: Briefing) -> None:
        table.cape("stranger")
        assert table.refusal("refine_mission", who="stranger", **BANK, details=["access"]).rule == "WD-PLAN-03"

    def test_nobody_refines_a_mission_that_has_begun(self, table: Briefing) -> None:
        table.play("begin_mission", **BANK, dice={f"unrefined/{detail}": [1, 1] for detail in RANGES})
        assert table.refusal("refine_mission", who="bandit", **BANK, details=["access"]).rule == "WD-PLAN-03"

    def test_what_nobody_has_ranged_cannot_be_refined(self, table: Briefing) -> None:
        with pytest.raises(Absent, match="not said yet"):
            table.play("refine_mission", who="bandit", **BANK, details=["parking"])

    @pytest.mark.rules("WD-GRID-11")
    def test_a_complete_row_about_the_place_makes_room_for_one_more(self, table: Briefing) -> None:
        table.lay("hero", subject="location", size="2x2")
        declare(table, "The other bank", grid="target")
        for detail in ("security", "access", "traffic", "reward"):
            table.play("range_detail", group="crew", mission="The other bank", detail=detail, values=["good"])
        table.unlock("0/0", "0/1")
        dice = {f"detail/{detail}": [1] for detail in ("security", "access", "traffic", "reward")}
        details = ["security", "access", "traffic", "reward"]
        entry = table.play(
            "refine_mission", who="bandit", group="crew", mission="The other bank", details=details, dice=dice
        )
        assert len(table.rolls(entry)) == 4

    def test_without_the_first_planning_the_second_chooses_against_the_default(self, table: Briefing) -> None:
        first, second = refine(table, take="new", access=1), refine(table, access=1)
        assert outcomes(table.undo(first, dry_run=True))[second] == "owed"
        table.undo(first, owed="fill")
        assert bank(table).details["access"] == "locked vault"


@pytest.mark.rules("WD-PLAN-05")
class TestRollsInAdvance:
    def ahead(self, table: Briefing, what: str = "hacking", die: int = 5, sent_with: str = "", **dice: Any) -> int:
        advance = {"what": what, "die": die, **({"sent_with": sent_with} if sent_with else {})}
        return refine(table, take="new", advance=advance, **dice)

    @pytest.mark.parametrize(
        ("what", "stat"),
        [("hacking", "knowledge"), ("command", "social"), ("tactics", "knowledge"), ("stealth", "athletics")],
    )
    def test_a_roll_that_the_mission_calls_for_is_made_now(self, table: Briefing, what: str, stat: str) -> None:
        entry = self.ahead(table, what)
        assert ([m.label for m in table.last_roll(entry).modifiers], bank(table).details[f"advance/{what}"]) == (
            [stat],
            "5",
        )

    def test_a_roll_in_advance_takes_the_place_of_a_detail(self, table: Briefing) -> None:
        self.ahead(table, access=1, traffic=1)
        advance = {"what": "stealth"}
        details = ["access", "traffic", "reward"]
        refusal = table.refusal("refine_mission", who="bandit", **BANK, details=details, advance=advance)
        assert refusal.rule == "WD-PLAN-03"

    def test_the_roller_of_an_advance_uses_it_on_the_mission(self, table: Briefing) -> None:
        self.ahead(table)
        table.play("use_advance_roll", who="bandit", **BANK, what="hacking")
        assert bank(table).data["advance/hacking"] == "used"

    def test_once(self, table: Briefing) -> None:
        self.ahead(table)
        table.play("use_advance_roll", who="bandit", **BANK, what="hacking")
        assert table.refusal("use_advance_roll", who="bandit", **BANK, what="hacking").rule == "WD-PLAN-05"

    def test_nobody_else(self, table: Briefing) -> None:
        self.ahead(table)
        assert table.refusal("use_advance_roll", who="ribbit", **BANK, what="hacking").rule == "WD-PLAN-05"

    def test_unless_it_was_sent_with_underlings(self, table: Briefing) -> None:
        self.ahead(table, sent_with="the thumb drive crew")
        table.play("use_advance_roll", who="ribbit", **BANK, what="hacking")
        assert bank(table).data["advance/hacking/with"] == "the thumb drive crew"

    def test_what_was_not_rolled_is_not_there(self, table: Briefing) -> None:
        with pytest.raises(Absent):
            table.play("use_advance_roll", who="bandit", **BANK, what="command")

    def test_one_roll_in_advance_is_not_made_twice(self, table: Briefing) -> None:
        self.ahead(table)
        refusal = table.refusal("refine_mission", who="bandit", **BANK, advance={"what": "hacking"})
        assert refusal.rule == "WD-PLAN-05"

    def test_another_roll_names_its_stat(self, table: Briefing) -> None:
        advance = {"what": "safecracking", "stat": "dexterity"}
        dice = {"advance/safecracking": [2]}
        table.play("refine_mission", who="bandit", **BANK, advance=advance, dice=dice)
        assert bank(table).details["advance/safecracking"] == "2"


@pytest.mark.rules("WD-PLAN-06")
class TestSupport:
    def support(self, table: Briefing, **more: Any) -> int:
        return table.play("support_mission", who="bandit", **BANK, what="A teller who talks", **more)

    def test_support_may_decide_a_detail(self, table: Briefing) -> None:
        entry = self.support(table, detail="access", value="side door")
        assert (bank(table).details["access"], "WD-PLAN-06" in table.cited(entry)) == ("side door", True)

    def test_which_is_then_what_is_chosen_against(self, table: Briefing) -> None:
        self.support(table, detail="access", value="side door")
        refine(table, access=1)
        assert bank(table).details["access"] == "side door"

    def test_intel_that_helps_is_spent(self, table: Briefing) -> None:
        table.award(2)
        self.support(table, cards=["violent 2"])
        assert table.intel() == []

    def test_what_planning_requires_comes_first(self, table: Briefing) -> None:
        table.play("require_support", **BANK, what="the floor plans", detail="access")
        refusal = table.refusal("refine_mission", who="bandit", **BANK, details=["access"])
        assert (refusal.rule, "floor plans" in str(refusal)) == ("WD-PLAN-06", True)

    def test_of_that_detail_only(self, table: Briefing) -> None:
        table.play("require_support", **BANK, what="the floor plans", detail="access")
        refine(table, traffic=2)
        assert bank(table).details == {"traffic": "rush hour"}

    def test_required_support_may_bar_all_details(self, table: Briefing) -> None:
        table.play("require_support", **BANK, what="somebody inside")
        assert table.refusal("refine_mission", who="bandit", **BANK, details=["traffic"]).rule == "WD-PLAN-06"

    def test_with_it_planning_goes_on(self, table: Briefing) -> None:
        table.play("require_support", **BANK, what="the floor plans", detail="access")
        self.support(table, detail="access")
        refine(table, take="new", access=1)
        assert bank(table).details["access"] == "open vault"

    def test_only_the_game_master_gives_and_requires_support(self, table: Briefing) -> None:
        sentence = table.forbidden("support_mission", as_player="ana", who="bandit", **BANK, what="it")
        assert "game master" in sentence
        assert "game master" in table.forbidden("require_support", as_player="ana", **BANK, what="it")


class TestInDowntime:
    @pytest.mark.rules("WD-PLAN-03")
    def test_a_planned_refinement_waits_for_the_choice_when_it_is_carried_out(self, table: Briefing) -> None:
        table.play("open_downtime", slots=[{"who": "bandit", "slots": 1}])
        args = {"who": "bandit", **BANK, "details": ["access"]}
        actions = [{"type": "weaverdice.refine_mission", "args": args, "dice": {"detail/access": [1]}}]
        table.play("plan_downtime", who="bandit", actions=actions, as_player="ana")
        table.play("begin_processing")
        deed = table.play("carry_out_plan", who="bandit", plan="downtime/1/1", dice={"detail/access": [1]})
        table.play("answer", deed=deed, key="detail/access", choice="open vault", as_player="ana")
        assert bank(table).details["access"] == "open vault"
