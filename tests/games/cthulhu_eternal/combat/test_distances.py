"""How far apart people are, by the map or by the game master's word, and whom hands reach."""

from __future__ import annotations

from typing import Any

import pytest

from domain.vocabulary.log import Rolled
from domain.vocabulary.maps import Placed, Position
from tests.games.cthulhu_eternal.brawl import Brawl
from tests.games.cthulhu_eternal.defending import fought_back

ASIDE = "close enough to push the weapon aside"


@pytest.fixture
def table() -> Brawl:
    """Bo, whose count it is, has a gun with a base range of 20 yards; Eve has her fists."""
    table = Brawl()
    table.begin(bo=14, eve=8)
    table.arm("bo")
    return table


def say(table: Brawl, yards: int, who: str = "bo", other: str = "eve") -> int:
    return table.play("say_distance", who=who, other=other, yards=yards)


def shot(table: Brawl, **more: Any) -> int:
    return table.strike("bo", "eve", 92, weapon="gun", **more)


def chance(table: Brawl, entry: int) -> int | None:
    return next(event.target for event in table.told(entry) if isinstance(event, Rolled))


def back(table: Brawl) -> str:
    return table.refusal("fight_back", who="eve", at="bo").rule


@pytest.mark.rules("CE-RULING-62")
class TestFightingBackAgainstAShooter:
    @pytest.mark.parametrize("yards", [4, 15])
    def test_out_of_reach_it_is_refused_by_distance(self, table: Brawl, yards: int) -> None:
        say(table, yards)
        refusal = table.refusal("fight_back", who="eve", at="bo")
        assert (refusal.rule, refusal.player) == ("CE-ACT-03", "bo is out of reach; get closer first.")

    @pytest.mark.parametrize("action", ["disarm", "pin"])
    def test_what_grabs_is_refused_by_its_own_rule(self, table: Brawl, action: str) -> None:
        say(table, 4)
        rule = {"disarm": "CE-ACT-12", "pin": "CE-ACT-27"}[action]
        assert table.refusal("fight_back", who="eve", at="bo", action=action).rule == rule

    def test_within_3_yards_it_is_rolled(self, table: Brawl) -> None:
        say(table, 3)
        entry = table.play("fight_back", who="eve", at="bo", dice={"fight-back": [40]})
        assert table.rolls(entry) == {"fight-back": 40}

    def test_where_nobody_has_said_how_far_it_is_rolled(self, table: Brawl) -> None:
        entry = table.play("fight_back", who="eve", at="bo", dice={"fight-back": [40]})
        assert table.rolls(entry) == {"fight-back": 40}

    def test_nobody_is_asked_however_near_the_weapon_is_said_to_be(self, table: Brawl) -> None:
        say(table, 15)
        table.play("rule_circumstances", who="bo", apply=[ASIDE])
        assert "QuestionAsked" not in table.kinds(shot(table))

    def test_a_distance_that_the_game_master_gives_with_the_shot_counts_for_it(self, table: Brawl) -> None:
        table.play("rule_circumstances", who="bo", apply=[ASIDE], lasting=True)
        assert "QuestionAsked" not in table.kinds(shot(table, yards=15))

    def test_near_enough_the_weapon_is_pushed_aside(self, table: Brawl) -> None:
        say(table, 2)
        table.play("rule_circumstances", who="bo", apply=[ASIDE])
        fought_back(table, 30, 40, hurt=2, weapon="gun")
        assert (table.hp("eve"), table.hp("bo")) == (10, 8)

    def test_one_declared_ahead_blocks_no_shot_from_afar(self, table: Brawl) -> None:
        table.play("fight_back", who="eve", at="bo", dice={"fight-back": [40]})
        table.play("rule_circumstances", who="bo", apply=[ASIDE])
        say(table, 15)
        table.strike("bo", "eve", 30, 4, weapon="gun")
        assert (table.hp("eve"), table.hp("bo")) == (6, 10)

    def test_the_game_master_may_force_it(self, table: Brawl) -> None:
        say(table, 15)
        entry = table.play("fight_back", who="eve", at="bo", force=True, dice={"fight-back": [40]})
        assert table.rolls(entry) == {"fight-back": 40}


@pytest.mark.rules("CE-RULING-62")
class TestWhatTheGameMasterSays:
    def test_fists_reach_nobody_farther_than_3_yards(self, table: Brawl) -> None:
        say(table, 4)
        assert table.refusal("attack", who="bo", target="eve").rule == "CE-ACT-03"

    def test_a_distance_that_was_said_is_the_range_of_a_shot(self, table: Brawl) -> None:
        say(table, 41)
        assert chance(table, shot(table)) == 60 - 40

    def test_a_distance_that_was_said_goes_before_that_of_the_attack(self, table: Brawl) -> None:
        say(table, 15)
        assert chance(table, shot(table, yards=41)) == 60

    def test_the_map_goes_before_it(self, table: Brawl) -> None:
        say(table, 41)
        for who, x in (("bo", 0), ("eve", 10)):
            ref = table.ref(who)
            name = ref.partition("/")[2]
            table.let("cellar", Placed(name=name, position=Position(subject=ref, x=x, y=0)))
        assert chance(table, shot(table)) == 60

    def test_said_anew_the_later_word_holds(self, table: Brawl) -> None:
        say(table, 15)
        say(table, 2, "eve", "bo")
        assert [len(table.sheet(who).links) for who in ("bo", "eve")] == [0, 1]

    @pytest.mark.parametrize("word", ["move", "shift"])
    def test_a_distance_that_was_said_holds_until_one_of_them_moves(self, table: Brawl, word: str) -> None:
        say(table, 15, "eve", "bo")
        table.play(word, who="bo")
        assert dict(table.sheet("eve").links) == {}

    def test_a_distance_that_was_said_ends_with_the_fight(self, table: Brawl) -> None:
        say(table, 15)
        table.play("end_fight")
        assert dict(table.sheet("bo").links) == {}

    def test_a_distance_takes_two_people(self, table: Brawl) -> None:
        assert table.refusal("say_distance", who="bo", other="bo", yards=2).rule == "CE-RULING-62"
