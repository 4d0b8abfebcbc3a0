"""Unconscious: inert, slow to mend, hard to wake."""

from __future__ import annotations

from typing import Any

import pytest

from domain.history.plan import RevisionRefused
from tests.games.midnight_in_vaia.exerting import HOUR, Exerting


@pytest.fixture
def table() -> Exerting:
    return Exerting()


def out(table: Exerting, who: str = "vera", **more: Any) -> int:
    return table.play("knock_out", who=who, because="Ether", **more)


def hurt(table: Exerting, amount: int, who: str = "vera") -> int:
    return table.play("inflict", who=who, type="striking", amount=amount)


def is_out(table: Exerting, who: str = "vera") -> bool:
    return "unconscious" in table.conditions(who)


@pytest.mark.rules("MV-UNC-01")
class TestInert:
    @pytest.mark.parametrize(
        ("word", "args"),
        [
            ("act", {"what": "Climb"}),
            ("use", {"ability": "kick", "target": "ghoul"}),
            ("walk", {}),
            ("stand_up", {}),
            ("check_sense", {"sense": "hearing"}),
            ("execute", {"target": "milo"}),
        ],
    )
    @pytest.mark.parametrize("fighting", [True, False])
    def test_nobody_acts_unconscious(self, table: Exerting, word: str, args: dict[str, Any], fighting: bool) -> None:
        table.knows("kick")
        table.play("expose", who="milo", because="Pinned")
        if fighting:
            table.begin()
        out(table)
        assert table.refusal(word, who="vera", **args).rule == "MV-UNC-01"

    def test_nobody_reacts_unconscious(self, table: Exerting) -> None:
        table.begin()
        table.end("vera")
        out(table)
        refusal = table.refusal("act", who="vera", what="Duck", cost="1AS|1RS|1FP")
        assert (refusal.rule, table.reserved("vera")) == ("MV-UNC-01", 0)

    def test_the_deeds_of_a_character_knocked_out_are_not_done(self, table: Exerting) -> None:
        table.begin()
        table.play("act", who="vera", what="Climb", announced=True)
        out(table)
        assert (table.sheet("vera").intents, table.slots("vera")) == ({}, 0)

    def test_their_place_is_passed_over(self, table: Exerting) -> None:
        table.begin()
        out(table, "milo")
        table.end("vera")
        table.play("start_round")
        assert table.acting() == ["vera"]

    def test_who_is_out_is_not_knocked_out(self, table: Exerting) -> None:
        out(table)
        assert table.refusal("knock_out", who="vera").rule == "MV-UNC-01"

    def test_a_knockout_is_one(self, table: Exerting) -> None:
        table.play("learn", who="vera", ability="lights-out")
        table.play("expose", who="ghoul", because="Pinned")
        table.uses("lights-out")
        assert is_out(table, "ghoul")


@pytest.mark.rules("MV-UNC-02")
class TestSlowRegeneration:
    @pytest.mark.rules("MV-RULING-23", "MV-RULING-30")
    @pytest.mark.parametrize(("seconds", "left"), [(HOUR - 1, 1), (HOUR, 3), (2 * HOUR - 1, 3), (5 * HOUR, 11)])
    def test_a_tenth_of_all_hit_points_an_hour_rounded_down(self, table: Exerting, seconds: int, left: int) -> None:
        hurt(table, 24)
        out(table)
        table.wait(seconds)
        assert table.hp() == left

    @pytest.mark.rules("MV-RULING-30")
    @pytest.mark.parametrize(("rate", "awake", "left"), [(0, 5, 7), (20, 10, 7), (100, 25, 7)])
    def test_the_awake_mend_as_the_campaign_says(self, rate: int, awake: int, left: int) -> None:
        table = Exerting(auto_regeneration=rate)
        hurt(table, 20)
        table.wait(HOUR)
        assert table.hp() == awake
        hurt(table, table.hp() - 5)
        out(table)
        table.wait(HOUR)
        assert table.hp() == left

    def test_the_hour_with_which_it_ends_counts(self, table: Exerting) -> None:
        hurt(table, 24)
        out(table, hours=3)
        table.wait(9 * HOUR)
        assert (table.hp(), is_out(table)) == (7, False)

    @pytest.mark.rules("MV-RULING-30")
    @pytest.mark.parametrize("offset", [HOUR, HOUR // 2])
    def test_the_hour_with_which_it_ends_is_none_of_the_awake(self, offset: int) -> None:
        table = Exerting(auto_regeneration=20)
        table.wait(offset)
        hurt(table, 24)
        out(table, hours=3)
        table.wait(3 * HOUR)
        assert (table.hp(), is_out(table)) == (7, False)
        table.wait(HOUR)
        assert (table.hp(), table.sheet("vera").tasks) == (12, {})

    def test_the_dead_do_not_mend(self, table: Exerting) -> None:
        hurt(table, 25)
        out(table)
        table.play("execute", who="milo", target="vera")
        table.wait(5 * HOUR)
        assert table.hp() == 0

    def test_slow_regeneration_ends_vulnerability(self, table: Exerting) -> None:
        hurt(table, 25)
        out(table)
        assert "vulnerable" in table.conditions("vera")
        table.wait(HOUR)
        assert table.conditions("vera") == ["unconscious"]

    def test_without_it_nothing_was_regained(self, table: Exerting) -> None:
        hurt(table, 24)
        knocked = out(table)
        table.wait(3 * HOUR)
        table.undo(knocked)
        assert (table.hp(), is_out(table)) == (1, False)


@pytest.mark.rules("MV-UNC-03", "MV-RULING-30")
class TestWakingByHitPoints:
    @pytest.mark.parametrize(("healed", "awake"), [(9, False), (10, True), (30, True)])
    def test_only_all_of_them_wake(self, table: Exerting, healed: int, awake: bool) -> None:
        hurt(table, 10)
        out(table, hours=10)
        entry = table.play("heal", who="vera", amount=healed)
        assert (is_out(table), "MV-UNC-03" in table.cited(entry)) == (not awake, awake)

    @pytest.mark.parametrize(("hours", "awake"), [(1, False), (2, True)])
    def test_regeneration_does_so_too_before_the_10_hours_are_over(
        self, table: Exerting, hours: int, awake: bool
    ) -> None:
        hurt(table, 4)
        out(table, hours=10)
        table.wait(hours * HOUR)
        assert is_out(table) != awake

    def test_nobody_with_all_of_them_is_kept_from_falling_unconscious(self, table: Exerting) -> None:
        out(table, hours=10)
        table.wait(10 * HOUR - 1)
        assert is_out(table)
        table.wait(1)
        assert not is_out(table)

    def test_awake_they_do_not_mend_so(self, table: Exerting) -> None:
        hurt(table, 2)
        out(table)
        table.wait(HOUR)
        hurt(table, 10)
        table.wait(5 * HOUR)
        assert table.hp() == 15


@pytest.mark.rules("MV-UNC-04")
class TestWokenByEffects:
    def test_the_story_guide_says_what_wakes(self, table: Exerting) -> None:
        out(table)
        entry = table.play("wake", who="vera", because="Smelling salts")
        assert (is_out(table), "MV-UNC-04" in table.cited(entry)) == (False, True)
        assert table.refusal("wake", who="vera", because="Smelling salts").rule == "MV-UNC-04"

    def test_an_ability_may(self, table: Exerting) -> None:
        table.play("learn", who="milo", ability="rouse", own={"title": "Rouse", "wakes": True})
        out(table)
        table.play("use", who="milo", ability="rouse", target="vera")
        assert not is_out(table)

    def test_no_player_says_so(self, table: Exerting) -> None:
        out(table)
        assert "wake" in table.forbidden("wake", as_player="ana", who="vera", because="Noise")

    def test_an_awakening_is_not_undone_behind_a_later_deed(self, table: Exerting) -> None:
        out(table)
        woken = table.play("wake", who="vera", because="Smelling salts")
        acted = table.play("act", who="vera", what="Climb")
        with pytest.raises(RevisionRefused, match=str(acted)):
            table.undo(woken)


@pytest.mark.rules("MV-UNC-05")
class TestDamageDoesNotWake:
    @pytest.mark.parametrize("amount", [1, 24, 25])
    def test_however_much(self, table: Exerting, amount: int) -> None:
        out(table)
        hurt(table, amount)
        assert (is_out(table), table.hp()) == (True, 25 - amount)
