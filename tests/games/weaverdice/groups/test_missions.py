"""A mission: declared, its details ranged, begun, and read by those who go; what nobody refined goes badly."""

from typing import Any

import pytest

from api.testing.table import outcomes
from domain.play.refusals import Absent
from domain.visibility.audience import GM, Viewer
from projections.views.group import GroupView, group
from systems.weaverdice.groups.missions import RANGE, usual
from tests.games.weaverdice.heist import BANK, RANGES, bank, declare, refine, the_bank
from tests.games.weaverdice.informing import Briefing


@pytest.fixture
def table() -> Briefing:
    return the_bank()


def settled(table: Briefing) -> dict[str, object]:
    """What came of the details that nobody refined, for the game master."""
    traits = table.group("crew").traits.values()
    return {str(t.data["detail"]): t.data["settled"] for t in traits if t.kind == RANGE and "settled" in t.data}


@pytest.mark.rules("WD-PLAN-01")
class TestDeclaring:
    def test_the_first_planning_declares_it_with_a_date(self) -> None:
        table = Briefing()
        declare(table, date="tomorrow")
        assert (bank(table).state, bank(table).data["date"]) == ("planned", "tomorrow")

    def test_planning_takes_a_slot(self) -> None:
        slots = [Briefing().system.kinds[f"weaverdice.{word}"].slots for word in ("declare_mission", "refine_mission")]
        assert slots == [1, 1]

    def test_one_of_the_game_masters_takes_none(self) -> None:
        table = Briefing()
        table.play("set_mission", group="crew", title="The bank", type="robbery")
        assert (bank(table).state, table.system.kinds["weaverdice.set_mission"].slots) == ("planned", None)

    @pytest.mark.parametrize(("days", "state"), [(1, "planned"), (2, "due")])
    def test_without_more_planning_its_date_comes(self, days: int, state: str) -> None:
        table = Briefing()
        declare(table, in_days=2)
        table.play("freeform.advance_clock", seconds=days * 86_400)
        assert bank(table).state == state

    def test_a_mission_proceeds_unrefined(self, table: Briefing) -> None:
        table.play("begin_mission", **BANK, dice={f"unrefined/{detail}": [1, 1] for detail in RANGES})
        assert bank(table).state == "under way"

    def test_a_mission_is_declared_once(self, table: Briefing) -> None:
        refusal = table.refusal("declare_mission", who="bandit", group="crew", title="the bank")
        assert refusal.rule == "WD-PLAN-01"

    def test_by_a_member(self) -> None:
        table = Briefing()
        table.cape("stranger")
        assert table.refusal("declare_mission", who="stranger", group="crew", title="x").rule == "WD-PLAN-01"

    def test_over_is_over(self, table: Briefing) -> None:
        table.play("end_mission", **BANK, state="called off")
        assert table.refusal("end_mission", **BANK).rule == "WD-PLAN-01"


@pytest.mark.rules("WD-PLAN-02")
class TestDetails:
    def test_of_a_robbery(self) -> None:
        assert usual("robbery") == ("security", "reinforcement", "reward", "access", "traffic")

    def test_of_an_assassination(self) -> None:
        assert usual("assassination") == ("security", "reinforcement", "location", "readiness", "stealthiness")

    def test_a_robbery_has_no_others(self, table: Briefing) -> None:
        refusal = table.refusal("range_detail", **BANK, detail="readiness", values=["tired", "fresh"])
        assert refusal.rule == "WD-PLAN-02"

    def test_another_mission_has_what_the_game_master_gives_it(self, table: Briefing) -> None:
        declare(table, "The rescue", "rescue")
        table.play("range_detail", group="crew", mission="The rescue", detail="guards", values=["1", "5"])
        dice = {"detail/guards": [2]}
        table.play("refine_mission", who="bandit", group="crew", mission="The rescue", details=["guards"], dice=dice)
        (rescue,) = (m for m in table.group("crew").missions.values() if m.title == "The rescue")
        assert dict(rescue.details) == {"guards": "5"}

    def test_what_they_can_be_is_the_game_masters_to_know(self, table: Briefing) -> None:
        assert not [value for values in RANGES.values() for value in values if value in table.seen()]

    def test_players_range_nothing(self, table: Briefing) -> None:
        sentence = table.forbidden("range_detail", as_player="ana", **BANK, detail="access", values=["open"])
        assert "game master" in sentence


@pytest.mark.rules("WD-PLAN-04", "WD-RULING-65")
class TestWhatNobodyRefined:
    def begin(self, table: Briefing, *dice: int, **more: Any) -> int:
        refine(table, take="new", security=1, access=1, traffic=1)
        rolled = {"unrefined/reinforcement": dice, "unrefined/reward": (1, 1)}
        return table.play("begin_mission", **BANK, dice=rolled, **more)

    @pytest.mark.parametrize(("dice", "worse"), [((1, 3), 3), ((3, 1), 3), ((1, 2), 2), ((1, 1), 1)])
    def test_takes_the_worse_of_two_rolls(self, table: Briefing, dice: tuple[int, int], worse: int) -> None:
        self.begin(table, *dice)
        assert settled(table) == {"reinforcement": RANGES["reinforcement"][worse - 1], "reward": "$60,000"}

    def test_what_was_refined_stays(self, table: Briefing) -> None:
        self.begin(table, 3, 3)
        assert dict(bank(table).details) == {
            "security": "4 rent-a-cops",
            "access": "open vault",
            "traffic": "empty streets",
        }

    def test_players_do_not_know_before_they_see(self, table: Briefing) -> None:
        self.begin(table, 3, 3)
        assert not [value for value in (*RANGES["reinforcement"], "$60,000") if value in table.seen()]

    def test_unless_they_are_told(self, table: Briefing) -> None:
        self.begin(table, 1, 2, told=True)
        assert (bank(table).details["reinforcement"], "10 minutes" in table.seen()) == ("10 minutes", True)

    def test_a_detail_nobody_refined_may_bring_a_complication(self, table: Briefing) -> None:
        refine(table, take="new", security=1, access=1, traffic=1)
        more = {"reinforcement": "The Nine are in town", "reward": "It is all in gold"}
        table.play("begin_mission", **BANK, complications=more)
        assert settled(table) == more

    def test_for_what_is_decided_there_is_none(self, table: Briefing) -> None:
        declare(table, "The rescue", "rescue")
        with pytest.raises(Absent):
            table.play("begin_mission", group="crew", mission="The rescue", complications={"doors": "x"})

    def test_without_the_refining_two_rolls_are_owed(self, table: Briefing) -> None:
        refined = refine(
            table,
            take="new",
            security=1,
            access=1,
            traffic=1,
        )
        rolled = {"unrefined/reinforcement": (1, 1), "unrefined/reward": (1, 1)}
        begun = table.play("begin_mission", **BANK, dice=rolled)
        more = {f"unrefined/{detail}": (1, 2) for detail in ("security", "access", "traffic")}
        assert outcomes(table.undo(refined, dice={str(begun): more}))[begun] == "restated"


class TestTheMissionBoard:
    """What anybody in the group reads of a mission."""

    def board(self, table: Briefing, viewer: Viewer = GM) -> GroupView:
        seen = group(table.ledger.heads.fresh(table.campaign_id), viewer, table.ref("crew"))
        assert seen is not None
        return seen

    def test_the_board_shows_what_is_settled_who_goes_and_when(self) -> None:
        table = Briefing()
        declare(table, date="Friday", participants=["bandit", "ribbit"])
        table.play("range_detail", **BANK, detail="access", values=RANGES["access"])
        refine(table, take="new", access=1)
        (mission,) = self.board(table, Viewer("ana", "player")).missions.values()
        assert (mission["title"], mission["state"], mission["details"]) == (
            "The bank",
            "planned",
            {"access": "open vault"},
        )
        assert (mission["data"]["date"], [*mission["participants"]]) == (
            "Friday",
            [table.ref("bandit"), table.ref("ribbit")],
        )

    def test_the_board_names_everybody(self) -> None:
        table = Briefing()
        declare(table, participants=["bandit", "ribbit"])
        assert {name.handle for name in self.board(table).names.values()} >= {"bandit", "ribbit"}
