"""Modifiers of attacks: the table, what is in force, and how far it adds up."""

from __future__ import annotations

from typing import Any

import pytest

from api.testing.table import outcomes
from domain.vocabulary.log import Noted, Rolled
from domain.vocabulary.maps import Placed, Position
from systems.cthulhu_eternal.attacks.modifiers import MODIFIERS
from tests.games.cthulhu_eternal.brawl import Brawl


@pytest.fixture
def table() -> Brawl:
    """It is Ana's count, and then Bo's. Ana has a gun with a base range of 20 yards; every skill is 60."""
    table = Brawl()
    table.begin(ana=14, bo=11)
    table.arm("ana")
    return table


def rule(table: Brawl, *apply: str, **more: Any) -> int:
    return table.play("rule_circumstances", who="ana", apply=list(apply), **more)


def missed(table: Brawl, weapon: str = "gun", **more: Any) -> int:
    """An attack that misses, whatever the modifiers."""
    return table.strike("ana", "bo", 100, weapon=weapon, **more)


def chance(table: Brawl, weapon: str = "gun", **more: Any) -> int | None:
    """What an attack by Ana on Bo is rolled against."""
    rolled = table.told(missed(table, weapon, **more))
    return next(event.target for event in rolled if isinstance(event, Rolled))


def written(table: Brawl, entry: int) -> dict[str, object]:
    """What was written down with a roll."""
    return dict(next(event.data for event in table.told(entry) if isinstance(event, Noted)))


@pytest.mark.rules("CE-MOD-01")
class TestTheGameMasterDecides:
    def test_no_modifier_applies_of_itself(self, table: Brawl) -> None:
        assert chance(table) == 60

    def test_what_is_in_force_is_written_down_with_the_roll(self, table: Brawl) -> None:
        rule(table, "terrible visibility", "moving very fast")
        note = written(table, missed(table))
        assert note == {"chance": 60, "terrible visibility": -20, "moving very fast": -40, "after": 0}

    def test_circumstances_in_force_are_cited(self, table: Brawl) -> None:
        assert "CE-MOD-01" in table.cited(rule(table, "running"))

    def test_circumstances_hold_for_one_attack(self, table: Brawl) -> None:
        rule(table, "running")
        missed(table)
        table.next(2)
        assert chance(table) == 60

    def test_unless_it_lasts(self, table: Brawl) -> None:
        rule(table, "running", lasting=True)
        missed(table)
        table.next(2)
        assert chance(table) == 40

    def test_what_lasts_ends_with_the_fight(self, table: Brawl) -> None:
        rule(table, "running", lasting=True)
        table.play("end_fight")
        assert table.conditions("ana") == []

    def test_circumstances_may_be_about_one_target(self, table: Brawl) -> None:
        table.person("cal")
        rule(table, "running", target="cal")
        assert chance(table) == 60

    def test_what_is_said_anew_replaces_what_was(self, table: Brawl) -> None:
        rule(table, "running", lasting=True)
        rule(table)
        assert chance(table) == 60

    def test_what_the_game_knows_of_can_be_waived(self, table: Brawl) -> None:
        table.suffer("bo", "prone")
        rule(table, waive=["prone"])
        assert chance(table) == 60

    def test_what_the_table_does_not_list_is_refused(self, table: Brawl) -> None:
        refusal = table.refusal("rule_circumstances", who="ana", apply=["bad mood"])
        assert (refusal.rule, "terrible visibility" in refusal.player) == ("CE-MOD-01", True)

    def test_two_grades_of_one_thing_are_refused(self, table: Brawl) -> None:
        apply = ["terrible visibility", "little or no visibility"]
        assert table.refusal("rule_circumstances", who="ana", apply=apply).rule == "CE-MOD-01"

    def test_without_the_ruling_the_same_roll_hits(self, table: Brawl) -> None:
        ruling = rule(table, "running")
        shot = table.strike("ana", "bo", 50, weapon="gun")
        plan = table.undo(ruling, dice={str(shot): {"damage/bo": (4,)}})
        assert (outcomes(plan)[shot], table.hp("bo")) == ("restated", 6)


@pytest.mark.rules("CE-MOD-02")
class TestBonuses:
    def aimed(self, **options: Any) -> Brawl:
        table = Brawl(**options)
        table.begin(ana=14, bo=11)
        table.arm("ana")
        table.play("aim", who="ana")
        table.next(2)
        return table

    def test_bonuses_add_together(self, table: Brawl) -> None:
        rule(table, "standing still", "lined up through a sight")
        assert chance(table) == 100

    def test_one_is_20(self, table: Brawl) -> None:
        rule(table, "standing still")
        assert chance(table) == 80

    def test_together_they_come_to_40_at_most(self) -> None:
        table = self.aimed()
        rule(table, "standing still", "lined up through a sight")
        assert chance(table, yards=3) == 100

    @pytest.mark.rules("CE-RULING-09", "CE-MOD-03")
    @pytest.mark.parametrize(("applies", "expected"), [("bonuses", 80), ("net", 100)])
    def test_the_cap_comes_before_the_penalties_unless_the_campaign_says_otherwise(
        self, applies: str, expected: int
    ) -> None:
        table = self.aimed(bonus_cap_applies=applies)
        rule(table, "standing still", "lined up through a sight", "terrible visibility")
        assert chance(table, yards=3) == expected


@pytest.mark.rules("CE-MOD-03")
class TestPenalties:
    def test_penalties_add_together_without_limit(self) -> None:
        table = Brawl()
        table.person("ana", dex=14, firearms=150)
        table.begin(ana=14, bo=11)
        table.arm("ana")
        rule(table, "little or no visibility", "moving very fast", "corrosive gas")
        assert chance(table, yards=41) == 150 - 4 * 40


@pytest.mark.rules("CE-MOD-04")
class TestRange:
    @pytest.mark.parametrize(
        ("yards", "expected"),
        [(0, 80), (3, 80), (4, 60), (20, 60), (21, 40), (40, 40), (41, 20), (100, 20)],
    )
    def test_the_range_penalty_goes_by_the_base_range(self, table: Brawl, yards: int, expected: int) -> None:
        assert chance(table, yards=yards) == expected

    @pytest.mark.rules("CE-RULING-44")
    def test_beyond_five_times_that_nobody_shoots(self, table: Brawl) -> None:
        refusal = table.refusal("attack", who="ana", target="bo", weapon="gun", yards=101)
        assert (refusal.rule, "100" in refusal.player) == ("CE-MOD-04", True)

    def test_a_blow_has_none(self, table: Brawl) -> None:
        assert chance(table, weapon="", yards=1) == 60

    def test_a_weapon_without_a_range_is_entered_first(self, table: Brawl) -> None:
        table.arm("ana", what="relic", range=0)
        assert table.refusal("attack", who="ana", target="bo", weapon="relic", yards=10).rule == "CE-MOD-04"

    @pytest.mark.parametrize(("x", "expected"), [(3, 80), (20, 60), (21, 40)])
    def test_the_map_knows_how_far_it_is(self, table: Brawl, x: int, expected: int) -> None:
        for who, at in (("ana", 0), ("bo", x)):
            ref = table.ref(who)
            table.let("cellar", Placed(name=ref.partition("/")[2], position=Position(subject=ref, x=at, y=0)))
        assert chance(table, yards=4) == expected


class TestTheTable:
    @pytest.mark.rules("CE-MOD-05")
    @pytest.mark.parametrize(
        ("line", "expected"),
        [("lined up through a sight", 80), ("terrible visibility", 40), ("little or no visibility", 20)],
    )
    def test_concealment_and_visibility(self, table: Brawl, line: str, expected: int) -> None:
        rule(table, line)
        assert chance(table) == expected

    @pytest.mark.rules("CE-MOD-05")
    def test_nobody_lines_up_a_blow(self, table: Brawl) -> None:
        rule(table, "lined up through a sight")
        assert chance(table, weapon="") == 60

    @pytest.mark.rules("CE-MOD-06")
    def test_an_explosive_weapon(self, table: Brawl) -> None:
        table.arm("ana", "thrown", "grenade", damage="", lethality=15, radius=10, explosive=True)
        assert chance(table, weapon="grenade") == 80

    @pytest.mark.rules("CE-MOD-06", "CE-RULING-56")
    @pytest.mark.parametrize(("size", "expected"), [("human", 60), ("small", 40), ("very small", 20)])
    def test_the_size_of_the_target_counts_in_every_attack(self, size: str, expected: int) -> None:
        table = Brawl()
        table.person("bo", dex=11, size=size)
        table.begin(ana=14, bo=11)
        table.arm("ana")
        assert chance(table) == expected

    @pytest.mark.rules("CE-MOD-06")
    @pytest.mark.parametrize(("mostly", "expected"), [(False, 40), (True, 20)])
    def test_how_much_of_the_target_is_covered_counts_in_a_called_shot(
        self, table: Brawl, mostly: bool, expected: int
    ) -> None:
        shot = table.strike("ana", "bo", 98, None, "call_shot", weapon="gun", part="leg", mostly_covered=mostly)
        assert next(event.target for event in table.told(shot) if isinstance(event, Rolled)) == expected

    @pytest.mark.rules("CE-MOD-07")
    @pytest.mark.parametrize(("line", "expected"), [("standing still", 80), ("running", 40), ("moving very fast", 20)])
    def test_what_the_target_of_a_shot_does(self, table: Brawl, line: str, expected: int) -> None:
        rule(table, line)
        assert chance(table) == expected

    @pytest.mark.rules("CE-MOD-07", "CE-MOD-08")
    @pytest.mark.parametrize(("weapon", "expected"), [("gun", 40), ("", 60)])
    def test_prone_is_harder_to_shoot_and_as_easy_to_strike(self, table: Brawl, weapon: str, expected: int) -> None:
        table.suffer("bo", "prone")
        assert chance(table, weapon=weapon) == expected

    @pytest.mark.rules("CE-MOD-08")
    @pytest.mark.parametrize(("line", "expected"), [("standing still", 80), ("running", 40), ("moving very fast", 20)])
    def test_what_the_target_of_a_blow_does(self, table: Brawl, line: str, expected: int) -> None:
        rule(table, line)
        assert chance(table, weapon="") == expected

    @pytest.mark.rules("CE-MOD-08", "CE-RULING-45")
    @pytest.mark.parametrize(("weapon", "expected"), [("gun", 60), ("", 80)])
    def test_the_pinned_are_easier_to_strike(self, table: Brawl, weapon: str, expected: int) -> None:
        table.suffer("bo", "pinned")
        assert chance(table, weapon=weapon) == expected

    @pytest.mark.rules("CE-MOD-08")
    def test_pinned_or_still_is_one_line_and_counts_once(self, table: Brawl) -> None:
        table.suffer("bo", "pinned")
        rule(table, "standing still")
        assert chance(table, weapon="") == 80

    @pytest.mark.rules("CE-MOD-09")
    @pytest.mark.parametrize(("state", "expected"), [("irritant", 40), ("exhausted", 40), ("corrosive_gas", 20)])
    @pytest.mark.parametrize("weapon", ["gun", ""])
    def test_what_the_attacker_suffers_from(self, table: Brawl, state: str, weapon: str, expected: int) -> None:
        table.suffer("ana", state)
        assert chance(table, weapon=weapon) == expected

    @pytest.mark.rules("CE-MOD-09")
    def test_careful_aim(self, table: Brawl) -> None:
        table.play("aim", who="ana")
        table.next(2)
        assert chance(table) == 80

    @pytest.mark.rules("CE-MOD-09", "CE-RULING-45")
    def test_which_counts_once(self, table: Brawl) -> None:
        assert not any("aim" in line for line in MODIFIERS.circumstances)

    @pytest.mark.rules("CE-MOD-09")
    def test_an_irritant_and_exhaustion_are_two_things(self, table: Brawl) -> None:
        table.suffer("ana", "irritant")
        table.suffer("ana", "exhausted")
        assert chance(table) == 20


@pytest.mark.rules("CE-MOD-09", "CE-RULING-08")
class TestTheStunned:
    def stunned(self, **options: Any) -> Brawl:
        table = Brawl(**options)
        table.begin(ana=14, bo=11)
        table.suffer("ana", "stunned")
        return table

    def test_the_stunned_do_not_attack(self) -> None:
        table = self.stunned()
        assert table.refusal("attack", who="ana", target="bo").rule == "CE-DMG-04"

    def test_the_game_master_cannot_let_the_stunned_attack(self) -> None:
        table = self.stunned()
        assert table.refusal("rule_circumstances", who="ana", apply=["stunned"]).rule == "CE-MOD-09"

    def test_where_the_campaign_allows_it_the_game_master_has_to_say_so(self) -> None:
        table = self.stunned(stunned_may_attack=True)
        assert table.refusal("attack", who="ana", target="bo").rule == "CE-DMG-04"
        rule(table, "stunned")
        assert chance(table, weapon="") == 20
