"""Aim: what it costs, and how long it holds."""

from __future__ import annotations

import pytest

from api.testing.table import outcomes
from tests.games.cthulhu_eternal.brawl import Brawl, target_of
from tests.games.cthulhu_eternal.people import Cellar


@pytest.fixture
def table() -> Cellar:
    """It is Ana's count, and then Bo's."""
    table = Cellar()
    table.begin(ana=14, bo=11)
    return table


def harm(table: Cellar, who: str) -> int:
    return table.play("hurt", who=who, amount=1)


@pytest.mark.rules("CE-ACT-01")
class TestAiming:
    def test_aiming_takes_the_turn_s_action_and_no_roll(self, table: Cellar) -> None:
        aimed = table.play("aim", who="ana")
        assert (table.place("ana").budget, table.rolls(aimed)) == ({"action": 0}, {})

    def test_aiming_is_refused_when_the_action_is_spent(self, table: Cellar) -> None:
        table.play("act", who="ana", what="Drinks.")
        assert table.refusal("aim", who="ana").rule == "CE-TURN-05"

    def test_aiming_again_begins_anew(self, table: Cellar) -> None:
        table.play("aim", who="ana")
        table.next(2)
        table.play("aim", who="ana")
        table.next(2)
        assert table.conditions("ana") == ["aimed"]


@pytest.mark.rules("CE-ACT-02")
class TestTheAimIsLost:
    @pytest.mark.parametrize(("counts", "left"), [(2, ["aimed"]), (3, ["aimed"]), (4, [])])
    def test_at_the_end_of_the_next_turn(self, table: Cellar, counts: int, left: list[str]) -> None:
        table.play("aim", who="ana")
        table.next(counts)
        assert table.conditions("ana") == left

    def test_by_any_harm_before(self, table: Cellar) -> None:
        table.play("aim", who="ana")
        harm(table, "ana")
        assert table.conditions("ana") == []

    def test_by_nobody_else_s_harm(self, table: Cellar) -> None:
        table.play("aim", who="ana")
        harm(table, "bo")
        assert table.conditions("ana") == ["aimed"]

    def test_with_the_fight(self, table: Cellar) -> None:
        table.play("aim", who="ana")
        table.play("end_fight")
        assert table.conditions("ana") == []

    def test_without_the_harm_it_holds(self, table: Cellar) -> None:
        table.play("aim", who="ana")
        harmed = harm(table, "ana")
        assert outcomes(table.undo(harmed)) == {harmed: "struck"}
        assert table.conditions("ana") == ["aimed"]

    @pytest.mark.parametrize(("counts", "left"), [(1, ["aimed"]), (2, [])])
    def test_bug_before_a_fight_it_holds_for_its_first_turn_alone(self, counts: int, left: list[str]) -> None:
        table = Cellar()
        table.person("ana", dex=14)
        table.play("aim", who="ana")
        table.begin(ana=14, bo=11)
        table.next(counts)
        assert table.conditions("ana") == left

    @pytest.mark.rules("CE-ACT-01")
    @pytest.mark.parametrize(("acts", "chance"), [(0, 80), (1, 60)])
    def test_bug_where_nobody_fights_it_holds_for_the_next_action_alone(self, acts: int, chance: int) -> None:
        table = Brawl()
        for who in ("ana", "bo"):
            table.person(who)
        table.play("aim", who="ana")
        for _ in range(acts):
            table.play("act", who="ana", what="Lights a cigarette.")
        assert target_of(table, table.strike("ana", "bo", 98)) == chance
