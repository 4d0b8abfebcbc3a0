"""Protecting one's own information: the protective actions, becoming another person, moving house."""

from typing import Any

import pytest

from domain.play.refusals import Absent
from systems.weaverdice.investigation.protection import GUARD, ON_THE_MOVE
from tests.games.weaverdice.informing import Briefing

ACTIONS = {
    "squash-bugs": "wits",
    "interrogate": "social",
    "chase-tail": "wits",
    "scrub-history": "knowledge",
    "obfuscate": "knowledge",
}


@pytest.fixture
def table() -> Briefing:
    table = Briefing()
    table.begin()
    return table


def guards(table: Briefing, who: str = "bandit") -> list[str]:
    return sorted(str(t.data["guards"]) for t in table.sheet(who).traits.values() if t.kind == GUARD)


def protect(table: Briefing, action: str, die: int, responses: dict[str, str] | None = None, **more: Any) -> int:
    dice = {action: [die]}
    return table.play(
        "protect_information", who="bandit", action=action, at="the garage", dice=dice, responses=responses, **more
    )


@pytest.mark.rules("WD-UTIL-04", "WD-RULING-91")
class TestProtectiveActions:
    @pytest.mark.parametrize("action", ACTIONS)
    @pytest.mark.parametrize(("die", "outcome"), [(3, "failure"), (4, "success")])
    def test_each_is_rolled_against_4(self, table: Briefing, action: str, die: int, outcome: str) -> None:
        assert table.outcomes_of(protect(table, action, die)) == {action: outcome}

    @pytest.mark.parametrize(("action", "stat"), ACTIONS.items())
    def test_with_the_stat_that_is_suggested(self, table: Briefing, action: str, stat: str) -> None:
        entry = protect(table, action, 4)
        assert [modifier.label for modifier in table.last_roll(entry).modifiers] == [stat]

    def test_the_game_master_picks_another_stat(self) -> None:
        table = Briefing(wits=5)
        table.begin()
        assert table.rolls(protect(table, "interrogate", 2, {"stat": "wits"})) == {"interrogate": 4}

    def test_another_number_may_be_picked_for_a_protective_action(self, table: Briefing) -> None:
        entry = protect(table, "interrogate", 4)
        table.answer_late(entry, {"target": "5"})
        assert table.outcomes_of(entry) == {"interrogate": "failure"}

    @pytest.mark.parametrize(
        ("action", "guarded"),
        [
            ("chase-tail", ["movements"]),
            ("scrub-history", ["history"]),
            ("obfuscate", ["details"]),
            ("squash-bugs", []),
        ],
    )
    def test_what_a_success_guards(self, table: Briefing, action: str, guarded: list[str]) -> None:
        protect(table, action, 4)
        assert guards(table) == guarded

    def test_a_failure_guards_nothing(self, table: Briefing) -> None:
        protect(table, "scrub-history", 3)
        assert guards(table) == []

    def test_members_who_know_already_know_on(self, table: Briefing) -> None:
        table.lay()
        table.unlock("0/0", by=("ribbit",))
        protect(table, "scrub-history", 6)
        assert table.cell("0/0").known_by == (table.ref("ribbit"),)

    def test_a_later_search_notes_what_is_guarded_for_the_game_master(self, table: Briefing) -> None:
        protect(table, "scrub-history", 6)
        table.play("begin_search", who="ribbit", target="bandit")
        (number,) = (task for task in table.sheet("ribbit").tasks.values() if task.kind == "finding_number")
        assert (number.audience, number.data["guarded"]) == ("gm", "history")

    def test_obfuscation_says_what_is_found_instead(self, table: Briefing) -> None:
        protect(table, "obfuscate", 4, false="They live at the docks")
        assert [t.data["false"] for t in table.sheet("bandit").traits.values()] == ["They live at the docks"]

    def test_each_ends_the_action(self, table: Briefing) -> None:
        protect(table, "squash-bugs", 1)
        refusal = table.refusal("protect_information", who="bandit", action="squash-bugs", at="home")
        assert refusal.rule == "WD-UTIL-11"

    def test_what_is_uncovered_is_guarded_no_more(self, table: Briefing) -> None:
        protect(table, "obfuscate", 4)
        table.play("uncover", who="bandit", guard="details")
        assert guards(table) == []


@pytest.mark.rules("WD-UTIL-05")
class TestRebrand:
    @pytest.fixture
    def table(self) -> Briefing:
        table = Briefing()
        table.play("award_reputation", who="bandit", source="the ferry", points=2)
        table.play("earn_infamy", who="bandit", source="the arson")
        table.begin()
        return table

    def rebrand(self, table: Briefing) -> int:
        return table.play("rebrand", who="bandit", name="Ash")

    def test_a_rebranded_cape_has_another_name(self, table: Briefing) -> None:
        self.rebrand(table)
        assert table.sheet("bandit").profile["self"].name == "Ash"

    def test_all_reputation_is_lost_the_bad_as_well(self, table: Briefing) -> None:
        self.rebrand(table)
        assert table.sheet("bandit").cards == {}

    @pytest.mark.rules("WD-FOL-02")
    def test_bug_no_press_brings_back_what_was_spent_before(self, table: Briefing) -> None:
        table.play("reward_follower", who="bandit", type="journalist")
        table.play("award_reputation", who="bandit", source="The docks")
        talk = {"who": "bandit", "to": "pearl", "cards": ["The docks"]}
        table.play("cite_reputation", **talk, dice={"social": [6, 6]})
        self.rebrand(table)
        assert table.sheet("bandit").cards == {}

    def test_intel_is_not(self, table: Briefing) -> None:
        table.award(2)
        self.rebrand(table)
        assert table.intel() == [("violent", 2)]

    def test_who_they_were_is_guarded(self, table: Briefing) -> None:
        self.rebrand(table)
        assert guards(table) == ["identity"]

    def test_a_former_identity_is_nobody_elses_to_know(self, table: Briefing) -> None:
        self.rebrand(table)
        assert [t.audience for t in table.sheet("bandit").traits.values() if t.kind == "former_identity"] == [("ana",)]

    def test_a_rebrand_takes_another_name(self, table: Briefing) -> None:
        assert table.refusal("rebrand", who="bandit", name="bandit").rule == "WD-UTIL-05"

    def test_a_rebrand_that_is_found_out_tells_much_at_once(self, table: Briefing) -> None:
        table.lay()
        self.rebrand(table)
        table.on("uncover_rebrand", who="bandit", by=["ribbit"], spaces=["0/0", "1/1", "2/2"])
        assert (table.opened(), guards(table)) == (["0/0", "1/1", "2/2"], [])

    def test_a_rebrand_that_is_found_out_tells_what_others_had_unlocked(self, table: Briefing) -> None:
        table.lay()
        table.unlock("0/0")
        self.rebrand(table)
        table.on("uncover_rebrand", who="bandit", by=["ribbit"], spaces=["0/0"])
        assert table.cell("0/0").known_by == (table.ref("bandit"), table.ref("ribbit"))

    def test_a_cape_who_never_changed_cannot_be_found_out(self, table: Briefing) -> None:
        table.lay()
        with pytest.raises(Absent):
            table.on("uncover_rebrand", who="bandit", by=["ribbit"], spaces=["0/0"])


@pytest.mark.rules("WD-UTIL-06")
class TestChangeOfLocations:
    def move(self, table: Briefing, who: str = "bandit", downtimes: str = "2") -> int:
        """A downtime in which a character moves house."""
        table.play("open_downtime")
        table.begin(who)
        moved = table.play("change_locations", who=who, group="crew", responses={"downtimes": downtimes})
        table.play("end_downtime")
        return moved

    def progress(self, table: Briefing) -> list[tuple[int, int | None]]:
        return [(task.progress, task.goal) for task in table.group("crew").tasks.values()]

    def exposed(self, table: Briefing) -> bool:
        return ON_THE_MOVE in table.conditions("bandit")

    def test_a_change_of_locations_takes_as_many_downtimes_as_the_game_master_says(self, table: Briefing) -> None:
        self.move(table, downtimes="3")
        assert self.progress(table) == [(1, 3)]

    def test_two_where_nothing_is_said(self, table: Briefing) -> None:
        table.play("change_locations", who="bandit", group="crew")
        assert self.progress(table) == [(1, 2)]

    def test_one_downtime_counts_once(self, table: Briefing) -> None:
        table.play("open_downtime")
        table.play("change_locations", who="bandit", group="crew")
        table.begin("ribbit")
        assert table.refusal("change_locations", who="ribbit", group="crew").rule == "WD-UTIL-06"

    def test_after_the_last_one_they_have_moved(self, table: Briefing) -> None:
        self.move(table)
        table.play("open_downtime")
        table.begin()
        table.play("change_locations", who="bandit", group="crew")
        assert (self.progress(table), self.exposed(table)) == ([], False)

    def test_meanwhile_they_are_exposed(self, table: Briefing) -> None:
        self.move(table)
        assert self.exposed(table)

    @pytest.mark.parametrize(("moving", "progress"), [(False, 4), (True, 8)])
    def test_a_search_for_a_group_on_the_move_goes_twice_as_fast(
        self, table: Briefing, moving: bool, progress: int
    ) -> None:
        if moving:
            table.play("change_locations", who="bandit", group="crew")
        table.foe("hunter", wits=1)
        table.play("begin_search", who="hunter", target="bandit", base=50)
        table.play("search", who="hunter", search="bandit", dice={"search/1": [4]})
        assert [t.progress for t in table.sheet("hunter").tasks.values() if t.kind == "search"] == [progress]

    def test_others_do_not_move_it(self, table: Briefing) -> None:
        table.cape("stranger")
        table.begin("stranger")
        assert table.refusal("change_locations", who="stranger", group="crew").rule == "WD-UTIL-06"
