"""Surveil: rolls in the field, strikes, numbers that come up again, and targets that notice."""

from typing import Any

import pytest

from api.testing.table import outcomes
from domain.play.refusals import Absent
from tests.games.weaverdice.watching import ON, Stakeout


def staked_out(wits: int = 4, **options: Any) -> Stakeout:
    """Bandit watches Pearl."""
    table = Stakeout(wits=wits, **options)
    table.lay("violent", "f-lister")
    table.surveil()
    return table


@pytest.fixture
def table() -> Stakeout:
    return staked_out()


def exposed(table: Stakeout) -> list[str]:
    return [condition.target for condition in table.sheet("bandit").conditions.values() if condition.what == "exposed"]


def alerts(table: Stakeout) -> int:
    return sum(task.kind == "alert" for task in table.group("crew").tasks.values())


@pytest.mark.rules("WD-SURV-01")
class TestRolls:
    @pytest.mark.parametrize("wits", [1, 3, 5])
    def test_an_action_gives_as_many_as_wits(self, wits: int) -> None:
        table = staked_out(wits)
        for _ in range(wits):
            table.watch(1)
        assert table.refused("watch", "0/0", who="bandit") == "WD-SURV-01"

    @pytest.mark.parametrize(("wits", "die", "opened"), [(3, 4, []), (4, 4, ["0/0"]), (2, 5, []), (2, 6, ["0/0"])])
    def test_each_is_rolled_with_wits(self, wits: int, die: int, opened: list[str]) -> None:
        table = staked_out(wits)
        table.watch(die)
        assert table.opened() == opened

    def test_before_the_action_there_are_none(self) -> None:
        table = Stakeout()
        table.lay()
        with pytest.raises(Absent, match="begin with surveil"):
            table.watch(4)

    def test_another_action_gives_as_many_again(self) -> None:
        table = staked_out(1)
        table.watch(1)
        table.surveil()
        table.watch(2)
        assert table.grid.strikes == 2

    def test_what_is_not_rolled_in_this_downtime_is_not_rolled(self, table: Stakeout) -> None:
        table.play("open_downtime", days=1)
        table.play("begin_processing")
        table.play("end_downtime")
        with pytest.raises(Absent):
            table.watch(4)

    @pytest.mark.rules("WD-RULING-76")
    def test_where_the_campaign_has_it_so_there_is_one(self) -> None:
        table = staked_out(4, rolls_per_slot="one")
        table.watch(4)
        assert table.refused("watch", "0/1", who="bandit") == "WD-SURV-01"

    def test_players_watch_with_their_own(self, table: Stakeout) -> None:
        assert table.watch(4, as_player="ana")
        assert table.forbidden("watch", as_player="ana", **ON, space="0/1", who="ribbit")

    def test_a_target_that_is_not_found_is_not_watched(self) -> None:
        table = Stakeout()
        table.lay(approaches=["research"])
        assert table.refused("surveil", who="bandit") == "WD-FIND-03"


@pytest.mark.rules("WD-SURV-02", "WD-RULING-81")
class TestSuccess:
    @pytest.mark.parametrize(
        ("tier", "count", "gained"),
        [
            (1, 1, [("violent", 1)]),
            (2, 1, [("violent", 1)]),
            (3, 1, [("violent", 2)]),
            (4, 1, [("violent", 3)]),
            (1, 2, [("violent", 1)]),
            (2, 3, [("violent", 2)] * 2),
            (2, 4, [("violent", 2)] * 2),
        ],
    )
    def test_half_of_what_is_listed_comes_with_the_space(
        self, tier: int, count: int, gained: list[tuple[str, int]]
    ) -> None:
        table = Stakeout()
        table.lay(spaces={"0/0": {"type": "violent", "tier": tier, "count": count}})
        table.surveil()
        table.watch(6)
        assert (table.opened(), table.intel()) == (["0/0"], gained)

    def test_intel_of_a_success_is_about_the_target(self, table: Stakeout) -> None:
        table.watch(4)
        (card,) = table.sheet("bandit").cards.values()
        assert card.provenance == f"{table.ref('crew')}.grids.target"

    def test_there_is_no_strike(self, table: Stakeout) -> None:
        table.watch(4)
        assert table.grid.strikes == 0


@pytest.mark.rules("WD-SURV-03")
class TestFailure:
    def test_a_failure_is_a_strike_with_tier_1_intel(self, table: Stakeout) -> None:
        table.watch(1)
        assert (table.grid.strikes, table.intel(), table.opened()) == (1, [("violent", 1)], [])

    def test_who_has_intel_chooses(self, table: Stakeout) -> None:
        table.hold("tip", "violent", 2)
        deed = table.watch(1, responses={})
        (question,) = table.sheet("bandit").questions.values()
        assert (question.owner, question.options) == ("ana", ("strike", "target/0/0"))
        assert "target/0/0 is Movements x Capabilities" in question.prompt
        table.play("answer", deed=deed, key="failure", choice="strike")
        assert (table.grid.strikes, table.intel()) == (1, [("violent", 1), ("violent", 2)])

    @pytest.mark.rules("WD-RULING-108")
    def test_intel_unlocks_the_very_space_that_was_missed_and_no_strike_is_taken(self, table: Stakeout) -> None:
        table.hold("tip", "violent", 2)
        table.watch(1, responses={"failure": "target/0/0", "failure/intel/1": "tip"})
        assert (table.grid.strikes, table.intel(), table.opened()) == (0, [], ["0/0"])

    @pytest.mark.rules("WD-RULING-108")
    def test_intel_of_a_failure_may_unlock_another_space_within_reach(self, table: Stakeout) -> None:
        table.unlock("0/0")
        table.hold("tip", "f-lister", 1)
        table.watch(1, "0/1", responses={"failure": "target/1/0", "failure/intel/1": "tip"})
        assert table.opened() == ["0/0", "1/0"]

    def test_intel_that_does_not_fit_is_kept_and_the_strike_is_still_there_to_take(self, table: Stakeout) -> None:
        table.hold("tip", "city", 4)
        deed = table.watch(1, responses={"failure": "target/0/0"})
        assert table.refusal("answer", deed=deed, key="failure/intel/1", choice="tip").rule == "WD-GRID-07"
        table.play("answer", deed=deed, key="failure/intel/1", choice="strike")
        assert (table.grid.strikes, ("city", 4) in table.intel()) == (1, True)

    def test_the_intel_there_is_to_spend_is_told(self, table: Stakeout) -> None:
        table.hold("tip", "city", 4)
        table.hold("diary", "wild", 2, about="Pearl")
        table.watch(1, responses={"failure": "target/0/0"})
        (question,) = (one for one in table.sheet("bandit").questions.values() if one.key == "failure-intel/1")
        assert question.prompt.endswith("diary is wild 2 about Pearl; tip is city 4.")

    def test_a_space_that_takes_two_asks_for_two(self) -> None:
        table = Stakeout(wits=4)
        table.lay(spaces={"0/0": {"tier": 1, "count": 2}})
        table.surveil()
        table.hold("one")
        table.hold("two")
        answers = {"failure": "target/0/0", "failure/intel/1": "one", "failure/intel/2": "two"}
        table.watch(1, responses=answers)
        assert (table.opened(), table.intel()) == (["0/0"], [])

    def test_when_the_intel_was_never_there_it_is_a_strike(self, table: Stakeout) -> None:
        given = table.play("award_intel", who="bandit", tier=2, type="violent", provenance="a tip")
        (card,) = table.sheet("bandit").cards
        rolled = table.watch(1, responses={"failure": "target/0/0", "failure/intel/1": card})
        plan = table.undo(given)
        assert (outcomes(plan)[rolled], table.opened(), table.grid.strikes) == ("restated", [], 1)


@pytest.mark.rules("WD-SURV-04", "WD-RULING-83")
class TestTheRepeatedNumber:
    def test_a_success_unlocks_and_brings_its_intel_but_is_a_strike_with_more(self, table: Stakeout) -> None:
        table.watch(4)
        before = table.intel()
        table.watch(4, "0/1")
        assert (table.opened(), table.grid.strikes) == (["0/0", "0/1"], 1)
        assert len(table.intel()) == len(before) + 2

    def test_a_failure_leaves_no_choice(self, table: Stakeout) -> None:
        table.watch(2)
        table.watch(2)
        assert (table.grid.strikes, table.sheet("bandit").questions, table.opened()) == (2, {}, [])

    @pytest.mark.rules("WD-RULING-82")
    def test_a_repeated_number_is_a_face_and_not_a_total(self, table: Stakeout) -> None:
        table.watch(5)
        table.watch(4, "0/1")
        assert table.grid.strikes == 0

    @pytest.mark.rules("WD-RULING-82")
    def test_another_action_forgets_the_numbers(self, table: Stakeout) -> None:
        table.watch(4)
        table.surveil()
        table.watch(4, "0/1")
        assert table.grid.strikes == 0

    def test_what_another_character_rolled_does_not_count(self, table: Stakeout) -> None:
        table.watch(6)
        table.surveil("ribbit")
        table.watch(6, "0/1", who="ribbit")
        assert table.grid.strikes == 0

    def test_when_the_first_is_undone_the_second_repeats_nothing(self, table: Stakeout) -> None:
        table.watch(5)
        first = table.watch(6, "1/0")
        second = table.watch(6, "0/1")
        plan = table.undo(first)
        assert (outcomes(plan)[second], table.grid.strikes) == ("restated", 0)


@pytest.mark.rules("WD-SURV-05")
class TestTheAlert:
    def struck(self, table: Stakeout, strikes: int) -> list[int]:
        entries = []
        for _ in range(strikes):
            table.surveil()
            entries.append(table.watch(1))
        return entries

    def test_two_strikes_are_not_enough(self, table: Stakeout) -> None:
        self.struck(table, 2)
        assert (table.grid.strikes, alerts(table), exposed(table)) == (2, 0, [])

    def test_at_three_the_target_learns_of_the_watcher(self, table: Stakeout) -> None:
        self.struck(table, 3)
        assert (alerts(table), exposed(table)) == (1, [table.ref("pearl")])

    @pytest.mark.rules("WD-RULING-84")
    def test_which_takes_the_strikes_back(self, table: Stakeout) -> None:
        self.struck(table, 3)
        assert table.grid.strikes == 0

    @pytest.mark.rules("WD-RULING-84")
    def test_until_then_they_are_kept_from_action_to_action(self, table: Stakeout) -> None:
        self.struck(table, 1)
        table.surveil()
        assert table.grid.strikes == 1

    @pytest.mark.rules("WD-RULING-84")
    def test_unless_the_campaign_has_it_otherwise(self) -> None:
        table = staked_out(strikes_last="action")
        self.struck(table, 2)
        table.surveil()
        assert table.grid.strikes == 0

    def test_an_alerted_target_changes_its_patterns_and_progress_is_lost(self, table: Stakeout) -> None:
        table.unlock("3/3", "3/2")
        self.struck(table, 3)
        table.on("settle_alert", outcome="patterns", lost=["3/3"])
        assert (table.opened(), alerts(table)) == (["3/2"], 0)

    def test_an_alerted_target_leaves_and_has_to_be_found_again(self, table: Stakeout) -> None:
        self.struck(table, 3)
        table.on("settle_alert", outcome="leaves")
        assert table.refused("surveil", who="bandit") == "WD-FIND-03"

    def test_an_alerted_target_fights_with_a_bonus_for_the_session(self, table: Stakeout) -> None:
        table.play("open_session", title="The ambush")
        self.struck(table, 3)
        table.on("settle_alert", outcome="fight", bonus=1)
        (condition,) = table.sheet("bandit").conditions.values()
        assert condition.data == {"bonus": 1}
        table.play("end_session")
        assert table.sheet("bandit").conditions == {}

    def test_who_was_not_alerted_does_nothing(self, table: Stakeout) -> None:
        with pytest.raises(Absent, match="not been alerted"):
            table.on("settle_alert", outcome="leaves")

    def test_players_do_not_decide_it(self, table: Stakeout) -> None:
        self.struck(table, 3)
        assert table.forbidden("settle_alert", as_player="ana", **ON, outcome="patterns")

    def test_without_one_of_the_strikes_there_was_no_alert(self, table: Stakeout) -> None:
        first, _, last = self.struck(table, 3)
        plan = table.undo(first)
        assert (outcomes(plan)[last], table.grid.strikes, alerts(table)) == ("restated", 2, 0)


@pytest.mark.rules("WD-SURV-06")
class TestGuards:
    @pytest.mark.parametrize(("die", "opened"), [(4, []), (5, ["0/0"])])
    def test_guards_make_watching_harder(self, table: Stakeout, die: int, opened: list[str]) -> None:
        table.on("post_guard", what="Thralls", harder=1)
        table.watch(die)
        assert table.opened() == opened

    def test_guards_make_no_research_harder(self, table: Stakeout) -> None:
        table.on("post_guard", what="Thralls", harder=1)
        table.research()
        table.look_up(5, "3/3")
        assert table.opened() == ["3/3"]

    @pytest.mark.parametrize(("fewer", "strikes"), [(0, 3), (1, 2), (2, 1), (5, 1)])
    def test_fewer_strikes_alert_the_target(self, table: Stakeout, fewer: int, strikes: int) -> None:
        table.on("post_guard", what="Cameras", fewer=fewer)
        TestTheAlert().struck(table, strikes - 1)
        assert alerts(table) == 0
        TestTheAlert().struck(table, 1)
        assert alerts(table) == 1

    def test_what_a_strike_brings_is_told_to_the_game_master(self, table: Stakeout) -> None:
        table.on("post_guard", what="Cameras", consequence="their faces are on film")
        (noted,) = [event for event in table.told(table.watch(1)) if event.name == "strike"]
        assert (noted.audience, getattr(noted, "data", {})["brings"]) == ("gm", "their faces are on film")

    def test_guards_do_not_stay_for_ever(self, table: Stakeout) -> None:
        table.on("post_guard", what="Cameras", harder=2)
        table.on("lift_guard", what="cameras")
        table.watch(4)
        assert table.opened() == ["0/0"]

    def test_without_them_the_roll_was_a_success(self, table: Stakeout) -> None:
        guard = table.on("post_guard", what="Thralls", harder=1)
        rolled = table.watch(4)
        plan = table.undo(guard)
        assert (outcomes(plan)[rolled], table.opened()) == ("restated", ["0/0"])
