"""Research: sub-actions at a desk, intel rolls, records that are false or sealed, and intel that is spent at any time."""

from typing import Any

import pytest

from api.testing.table import outcomes
from domain.play.refusals import Absent
from tests.games.weaverdice.watching import Stakeout


def at_a_desk(knowledge: int = 4, *dispositions: str, **options: Any) -> Stakeout:
    table = Stakeout(knowledge=knowledge, **options)
    table.lay(*(dispositions or ("violent", "f-lister")))
    table.research()
    return table


@pytest.fixture
def table() -> Stakeout:
    return at_a_desk()


def gather(table: Stakeout, die: int) -> int:
    return table.on("gather_intel", who="bandit", dice={"intel": [die]})


@pytest.mark.rules("WD-RSCH-01", "WD-RULING-85")
class TestSubActions:
    @pytest.mark.parametrize("knowledge", [1, 3, 5])
    def test_an_action_gives_as_many_as_knowledge(self, knowledge: int) -> None:
        table = at_a_desk(knowledge)
        for _ in range(knowledge):
            table.look_up(1, "3/3")
        assert table.refused("look_up", "3/3", who="bandit") == "WD-RSCH-01"

    def test_each_is_a_roll_for_a_space_or_for_intel(self) -> None:
        table = at_a_desk(2)
        gather(table, 1)
        table.look_up(6, "3/3")
        assert (table.opened(), table.refused("gather_intel", who="bandit")) == (["3/3"], "WD-RSCH-01")

    @pytest.mark.parametrize(("knowledge", "die", "opened"), [(3, 4, []), (3, 5, ["3/3"]), (4, 4, ["3/3"]), (2, 5, [])])
    def test_a_sub_action_is_rolled_with_knowledge(self, knowledge: int, die: int, opened: list[str]) -> None:
        table = at_a_desk(knowledge)
        table.look_up(die, "3/3")
        assert table.opened() == opened

    def test_a_success_brings_half_of_what_is_listed(self, table: Stakeout) -> None:
        table.look_up(4, "3/3")
        assert table.intel() == [("violent", 1)]

    def test_before_the_action_there_are_none(self) -> None:
        table = Stakeout()
        table.lay()
        with pytest.raises(Absent, match="begin with research"):
            gather(table, 1)

    def test_another_action_gives_as_many_again(self) -> None:
        table = at_a_desk(1)
        gather(table, 1)
        table.research()
        gather(table, 1)
        assert len(table.intel()) == 2

    def test_what_is_not_done_in_this_downtime_is_not_done(self, table: Stakeout) -> None:
        table.play("open_downtime", days=1)
        table.play("begin_processing")
        table.play("end_downtime")
        with pytest.raises(Absent):
            gather(table, 1)

    def test_a_thread_that_is_not_found_is_not_followed(self) -> None:
        table = Stakeout()
        table.lay(approaches=["surveil"])
        assert table.refused("research", who="bandit") == "WD-FIND-03"


@pytest.mark.rules("WD-RSCH-02", "WD-RULING-85")
class TestNoStrikes:
    def test_failure_has_no_effect(self, table: Stakeout) -> None:
        entry = table.look_up(1, "3/3")
        assert (table.kinds(entry), table.opened(), table.intel()) == (["UseCounted", "Rolled"], [], [])

    def test_a_number_that_comes_up_again_is_no_strike(self, table: Stakeout) -> None:
        table.look_up(4, "3/3")
        table.look_up(4, "3/2")
        assert table.grid.strikes == 0


@pytest.mark.rules("WD-RSCH-03")
class TestIntelRolls:
    @pytest.mark.parametrize(
        ("die", "type", "tier"),
        [
            (1, "violent", 1),
            (2, "violent", 1),
            (3, "f-lister", 1),
            (4, "f-lister", 1),
            (5, "violent", 2),
            (6, "f-lister", 2),
        ],
    )
    def test_a_plain_d6_says_what_turns_up(self, table: Stakeout, die: int, type: str, tier: int) -> None:
        entry = gather(table, die)
        assert (table.intel(), table.rolls(entry)) == ([(type, tier)], {"intel": die})

    @pytest.mark.rules("WD-RULING-86")
    @pytest.mark.parametrize(("die", "tier"), [(3, 1), (6, 2)])
    def test_the_only_disposition_stands_for_the_second(self, die: int, tier: int) -> None:
        table = at_a_desk(3, "hero")
        gather(table, die)
        assert table.intel() == [("hero", tier)]

    def test_when_the_disposition_is_found_false_the_intel_changes(self, table: Stakeout) -> None:
        retyped = table.on("retype_grid", replaced="violent", by="sponsored")
        rolled = gather(table, 1)
        plan = table.undo(retyped)
        assert (outcomes(plan)[rolled], table.intel()) == ("restated", [("violent", 1)])


@pytest.mark.rules("WD-RSCH-04")
class TestConfounded:
    def test_what_is_sown_is_what_is_found(self) -> None:
        table = at_a_desk()
        table.on("write_space", "3/3", truth="Flint")
        table.on("confound_research", "3/3", how="false", shown="Detroit")
        table.look_up(5, "3/3")
        assert (table.cell("3/3").shown, table.cell("3/3").truth) == ("Detroit", "Flint")

    def test_a_flag_tells_the_target_who_looked(self, table: Stakeout) -> None:
        table.on("confound_research", "3/3", how="flagged")
        table.look_up(5, "3/3")
        (condition,) = table.sheet("bandit").conditions.values()
        assert (condition.what, condition.target) == ("exposed", table.ref("pearl"))

    def test_nobody_is_told_by_a_record_that_was_not_found(self, table: Stakeout) -> None:
        table.on("confound_research", "3/3", how="flagged")
        table.look_up(1, "3/3")
        assert table.sheet("bandit").conditions == {}

    def test_sealed_records_take_another_way(self, table: Stakeout) -> None:
        table.on("confound_research", "3/3", how="sealed")
        assert table.refused("look_up", "3/3", who="bandit") == "WD-RSCH-04"
        table.unlock("3/2")
        table.surveil()
        table.watch(5, "3/3")
        assert "3/3" in table.opened()

    @pytest.mark.parametrize(("warned", "title"), [(True, "confidential"), (False, "")])
    def test_there_is_normally_a_warning(self, table: Stakeout, warned: bool, title: str) -> None:
        table.on("confound_research", "3/3", how="flagged", warned=warned)
        assert table.cell("3/3").title == title


@pytest.mark.rules("WD-RSCH-05", "WD-RULING-111")
class TestAtAnyTime:
    def test_buying_a_space_takes_no_slot(self, table: Stakeout) -> None:
        assert table.system.kinds["weaverdice.buy_space"].slots == 0

    def test_buying_a_space_needs_no_action_under_way(self) -> None:
        table = Stakeout()
        table.lay("violent")
        table.hold("tip", tier=2)
        table.on("buy_space", "3/3", who="bandit", intel=["tip"])
        assert table.opened() == ["3/3"]

    def test_the_space_has_to_be_within_reach(self, table: Stakeout) -> None:
        table.hold("tip", tier=4)
        assert table.refused("buy_space", "1/1", who="bandit", intel=["tip"]) == "WD-GRID-06"

    def test_the_corner_of_a_way_that_is_closed_is_not(self) -> None:
        table = Stakeout()
        table.lay("violent", approaches=["research"])
        table.hold("tip", tier=4)
        assert table.refused("buy_space", "0/0", who="bandit", intel=["tip"]) == "WD-GRID-06"

    def test_a_bought_space_brings_no_intel_and_no_strike(self, table: Stakeout) -> None:
        table.hold("tip", tier=4)
        table.on("buy_space", "3/3", who="bandit", intel=["tip"])
        assert (table.intel(), table.grid.strikes) == ([], 0)

    def test_intel_that_is_another_s_is_not_spent(self, table: Stakeout) -> None:
        table.hold("tip", tier=4, who="ribbit")
        with pytest.raises(Absent):
            table.on("buy_space", "3/3", who="bandit", intel=["tip"])


@pytest.mark.rules("WD-INTL-01", "WD-INTL-02")
class TestTokens:
    def test_what_is_learned_in_the_field_is_typed_by_its_subject(self) -> None:
        """The family of one of the dead, and what the authorities told them."""
        table = Stakeout()
        for type, source in (("violent", "how he kills"), ("sponsored", "what the authorities told them")):
            table.play("award_intel", who="bandit", tier=1, type=type, provenance=source)
        assert table.intel() == [("sponsored", 1), ("violent", 1)]

    @pytest.mark.parametrize("tier", [1, 2, 3, 4])
    def test_there_are_four_tiers(self, tier: int) -> None:
        table = Stakeout()
        table.play("award_intel", who="bandit", tier=tier, type="city", provenance="a rumour")
        assert table.intel() == [("city", tier)]

    def test_a_token_is_kept_from_session_to_session_until_it_is_spent(self) -> None:
        table = Stakeout()
        table.lay("violent")
        table.play("open_session", title="one")
        table.hold("tip", tier=2)
        table.play("end_session")
        table.play("open_session", title="two")
        assert table.intel() == [("violent", 2)]
        table.on("buy_space", "0/0", who="bandit", intel=["tip"])
        assert table.intel() == []
