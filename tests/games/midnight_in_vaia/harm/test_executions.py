"""Cinematic Executions, lethal and not."""

from __future__ import annotations

from typing import Any

import pytest

from domain.history.plan import RevisionRefused
from tests.games.midnight_in_vaia.exerting import HOUR, Exerting

KINDS = [("lethal", "MV-EXEC-03", "dead"), ("non-lethal", "MV-EXEC-04", "unconscious")]


@pytest.fixture
def table() -> Exerting:
    """It is Vera's Active Phase; the ghoul and Milo are Vulnerable."""
    table = Exerting()
    table.begin()
    for who in ("ghoul", "milo"):
        table.play("expose", who=who, because="Pinned")
    return table


def execute(table: Exerting, kind: str = "lethal", **more: Any) -> int:
    return table.play("execute", **{"who": "vera", "target": "ghoul", "kind": kind, **more})


@pytest.mark.rules("MV-EXEC-01", "MV-RULING-26")
class TestWhoIsExecuted:
    @pytest.mark.parametrize("kind", ["lethal", "non-lethal"])
    def test_nobody_who_is_not_vulnerable(self, table: Exerting, kind: str) -> None:
        table.protagonist("tam")
        assert table.refusal("execute", who="vera", target="tam", kind=kind).rule == "MV-EXEC-01"

    def test_a_target_at_0_hit_points_is_executed(self, table: Exerting) -> None:
        table.protagonist("tam")
        table.play("inflict", who="tam", type="striking", amount=20)
        execute(table, target="tam")
        assert "dead" in table.conditions("tam")

    def test_nobody_who_is_dead(self, table: Exerting) -> None:
        execute(table)
        assert table.refusal("execute", who="vera", target="ghoul").rule == "MV-EXEC-01"

    def test_anyone_may_execute(self, table: Exerting) -> None:
        execute(table, who="ghoul", target="milo")
        assert "dead" in table.conditions("milo")

    def test_a_player_with_their_own(self, table: Exerting) -> None:
        execute(table, as_player="ana")
        assert "dead" in table.conditions("ghoul")


@pytest.mark.rules("MV-EXEC-02")
class TestTheKinds:
    @pytest.mark.parametrize(("kind", "rule", "comes_of_it"), KINDS)
    def test_there_are_two(self, table: Exerting, kind: str, rule: str, comes_of_it: str) -> None:
        entry = execute(table, kind)
        assert (table.conditions("ghoul"), rule in table.cited(entry)) == (sorted([comes_of_it, "vulnerable"]), True)


@pytest.mark.rules("MV-EXEC-03", "MV-EXEC-04", "MV-RULING-15")
class TestWhatTheyCost:
    @pytest.mark.parametrize(("kind", "rule", "_"), KINDS)
    def test_three_action_slots(self, table: Exerting, kind: str, rule: str, _: str) -> None:
        execute(table, kind)
        assert table.slots("vera") == 2

    @pytest.mark.parametrize(("spent", "left"), [(2, 0), (3, None)])
    def test_an_execution_takes_slots_that_are_there(self, table: Exerting, spent: int, left: int | None) -> None:
        table.play("act", who="vera", what="Climb", cost=f"{spent}AS")
        if left is None:
            assert table.refusal("execute", who="vera", target="ghoul").rule == "MV-SLOT-10"
        else:
            execute(table)
            assert table.slots("vera") == left

    @pytest.mark.parametrize(("kind", "rule", "_"), KINDS)
    def test_in_ones_own_active_phase_only(self, table: Exerting, kind: str, rule: str, _: str) -> None:
        table.end("vera")
        refusal = table.refusal("execute", who="vera", target="ghoul", kind=kind)
        assert (refusal.rule, table.reserved("vera")) == (rule, 5)

    def test_outside_fights_nothing(self) -> None:
        table = Exerting()
        table.play("expose", who="ghoul", because="Pinned")
        execute(table)
        assert "dead" in table.conditions("ghoul")


@pytest.mark.rules("MV-EXEC-03")
class TestLethal:
    def test_the_victim_dies(self, table: Exerting) -> None:
        execute(table)
        assert "dead" in table.conditions("ghoul")

    def test_the_exposure_that_it_took_stays_as_long_as_it_does(self, table: Exerting) -> None:
        table.protagonist("tam")
        exposed = table.play("expose", who="tam", because="Pinned")
        entry = execute(table, target="tam")
        with pytest.raises(RevisionRefused, match=str(entry)):
            table.undo(exposed)


@pytest.mark.rules("MV-EXEC-04")
class TestNonLethal:
    @pytest.mark.rules("MV-RULING-30")
    def test_the_victim_is_unconscious_for_10_hours(self, table: Exerting) -> None:
        execute(table, "non-lethal", target="milo")
        table.wait(10 * HOUR - 1)
        assert "unconscious" in table.conditions("milo")
        table.wait(1)
        assert "unconscious" not in table.conditions("milo")

    def test_undone_nobody_is(self, table: Exerting) -> None:
        entry = execute(table, "non-lethal", target="milo")
        table.undo(entry)
        table.wait(HOUR)
        assert table.conditions("milo") == ["vulnerable"]


@pytest.mark.rules("MV-EXEC-04")
@pytest.mark.parametrize(("hours", "lasts"), [(1, 10), (9, 10), (11, 11)])
def test_the_unconscious_stay_so_for_10_hours_at_least(table: Exerting, hours: int, lasts: int) -> None:
    table.play("knock_out", who="milo", hours=hours)
    execute(table, "non-lethal", target="milo")
    table.wait(lasts * HOUR - 1)
    assert "unconscious" in table.conditions("milo")
    table.wait(1)
    assert "unconscious" not in table.conditions("milo")
