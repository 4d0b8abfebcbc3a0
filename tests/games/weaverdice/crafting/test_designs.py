"""Designs: works of any kind, what makes them harder, and what may go wrong."""

from __future__ import annotations

from typing import Any

import pytest

from domain.vocabulary.catalogue import Addition
from domain.vocabulary.log import Noted
from tests.games.weaverdice.bench import Bench
from tests.games.weaverdice.prying import told_to


@pytest.fixture
def table() -> Bench:
    return Bench()


@pytest.mark.rules("WD-CRF-06")
class TestDesigns:
    @pytest.mark.parametrize(
        ("rolls", "tier", "worth"),
        [((4, 4, 4, 2), "low", (None, 3)), ((4, 4, 4, 3), "standard", (1, 3)), ((5, 5, 5, 5), "high", (2, 30))],
    )
    def test_a_work_is_worth_what_its_tier_says(
        self, rolls: tuple[int, ...], tier: str, worth: tuple[Any, int]
    ) -> None:
        table = Bench(knowledge=4)
        table.play("lay_out_design", what="Chili", price=40, bonus=1, days=3)
        table.begin_craft("Chili", "high")
        table.crafted(*rolls, project="Chili")
        (chili,) = table.sheet("ramjet").items.values()
        assert (chili.data["tier"], (chili.data.get("bonus"), chili.data["days"])) == (tier, worth)

    def test_a_design_may_come_in_some_tiers_only(self, table: Bench) -> None:
        table.play("lay_out_design", what="Nailed bat", price=8, tiers=["low"])
        assert table.refusal("begin_craft", who="ramjet", what="Nailed bat", tier="high").rule == "WD-COS-01"

    def test_in_one_at_least(self, table: Bench) -> None:
        assert table.refusal("lay_out_design", what="Nothing", price=8, tiers=[]).rule == "WD-CRF-06"


@pytest.mark.rules("WD-CRF-07")
class TestHarderWork:
    @pytest.mark.parametrize(
        ("how", "goal"),
        [
            ({"mechanical": True}, 15),
            ({"expertise": 5}, 15),
            ({"expertise": 10}, 20),
            ({"mechanical": True, "expertise": 10, "raised": 1}, 26),
        ],
    )
    def test_what_is_mechanical_or_takes_expertise_is_harder(
        self, table: Bench, how: dict[str, Any], goal: int
    ) -> None:
        table.play("lay_out_design", what="Clock", price=40, **how)
        table.begin_craft("Clock")
        assert [task.goal for task in table.sheet("ramjet").tasks.values()] == [goal]

    @pytest.mark.parametrize("expertise", [4, 11])
    def test_expertise_is_five_to_ten(self, table: Bench, expertise: int) -> None:
        refusal = table.refusal("lay_out_design", what="Clock", price=40, expertise=expertise)
        assert refusal.rule == "WD-CRF-07"

    def test_drudge_work_has_room_for_twice_the_rolls(self, table: Bench) -> None:
        table.play("lay_out_design", what="Tunnel", price=40, factor=2, raised=10)
        table.begin_craft("Tunnel")
        table.crafted(3, 3, 3, 3, 3, project="Tunnel")
        going = table.sum()
        table.craft(5, project="Tunnel")
        assert (going, table.made()) == (15, ["tunnel"])

    def test_work_with_room_for_twice_the_rolls_is_harder(self, table: Bench) -> None:
        assert table.refusal("lay_out_design", what="Tunnel", price=40, factor=2).rule == "WD-CRF-07"

    def test_circumstances_change_what_is_under_way(self, table: Bench) -> None:
        table.begin_craft()
        table.play("change_craft", who="ramjet", project="armor", by=5)
        table.crafted(5, 5)
        assert (table.sum(), table.made()) == (10, [])

    def test_the_lower_tiers_are_harder_too(self, table: Bench) -> None:
        table.begin_craft("armor", "standard")
        table.play("change_craft", who="ramjet", project="armor", by=2)
        table.crafted(4, 4, 3)
        assert table.made() == []

    def test_players_change_nothing(self, table: Bench) -> None:
        table.begin_craft()
        assert "game master" in table.forbidden("change_craft", as_player="ana", who="ramjet", project="armor", by=-9)

    def bomb(self, **how: Any) -> Bench:
        table = Bench()
        table.play("lay_out_design", what="Bomb", price=40, mishap="it goes off", **how)
        table.begin_craft("Bomb")
        return table

    def mishaps(self, table: Bench, entry: int) -> list[Any]:
        return [e.audience for e in table.told(entry) if isinstance(e, Noted) and e.name == "mishap"]

    @pytest.mark.parametrize(("last", "seen"), [(1, ["all"]), (4, [])])
    def test_a_failure_may_have_consequences(self, last: int, seen: list[str]) -> None:
        table = self.bomb()
        table.crafted(3, 3, project="Bomb")
        assert self.mishaps(table, table.craft(last, project="Bomb")) == seen

    @pytest.mark.parametrize(("die", "seen"), [(2, ["gm"]), (3, [])])
    def test_a_hidden_roll_decides_for_the_game_master_alone(self, die: int, seen: list[str]) -> None:
        table = self.bomb(mishap_on=2)
        table.crafted(5, project="Bomb")
        entry = table.craft(5, project="Bomb", helped={"mishap": [die]})
        rolled = [e.audience for e in table.told(entry) if e.component == "log" and e.name == "mishap"]
        assert (self.mishaps(table, entry), rolled[0], table.made()) == (seen, "gm", ["bomb"])

    def test_what_may_go_wrong_is_the_game_master_s_to_know(self) -> None:
        table = self.bomb()
        kept = table.campaign().catalogue["mishap/bomb"]
        assert isinstance(kept, Addition)
        assert kept.audience == "gm"


@pytest.mark.rules("WD-CRF-07")
@pytest.mark.parametrize(("member", "known"), [("ana", False), ("gm", True)])
def test_a_hidden_mishap_is_the_game_master_s_to_read(member: str, known: bool) -> None:
    table = Bench()
    table.play("lay_out_design", what="Bomb", price=40, mishap="violet-smoke", mishap_on=6)
    table.begin_craft("Bomb")
    table.crafted(5, project="Bomb")
    table.craft(5, project="Bomb", helped={"mishap": [1]})
    assert ("violet-smoke" in told_to(table, member)) is known
