"""Selective fire: one mode for each attack, and what each of them does."""

from __future__ import annotations

from typing import Any

import pytest

from api.testing.table import outcomes
from domain.vocabulary.maps import Placed, Position
from systems.cthulhu_eternal.attacks.selective_fire import MODES
from tests.games.cthulhu_eternal.brawl import Brawl

ALL = [
    {"mode": "short burst", "lethality": 10},
    {"mode": "long burst", "lethality": 15},
    {"mode": "short spray", "lethality": 15, "radius": 2, "rounds": 10},
    {"mode": "long spray", "lethality": 20, "radius": 3, "rounds": 20},
]


@pytest.fixture
def table() -> Brawl:
    """It is Ana's count, then Bo's, then Cal's. Ana has a rifle of 1d12 with every mode and 30 rounds in it."""
    table = Brawl()
    table.begin(ana=14, bo=11, cal=9)
    table.arm("ana", what="rifle", damage="1d12", modes=ALL, rounds=30)
    return table


def fire(table: Brawl, mode: str = "", rolled: int = 30, *, caught: tuple[str, ...] = (), **lethality: int) -> int:
    """Ana fires at Bo. `lethality` are the dice rolled against each who is caught; 0 for who is not."""
    dice = {f"lethality/{who}": [die] for who, die in lethality.items() if die}
    more: dict[str, Any] = {"mode": mode} if mode else {}
    return table.strike("ana", "bo", rolled, weapon="rifle", caught=list(caught), against=dice, **more)


def loaded(table: Brawl) -> int:
    (rifle,) = table.sheet("ana").items.values()
    return rifle.tracks["rounds"]


def on_squares(table: Brawl, **x: int) -> None:
    """People in a row, a yard to the square."""
    for who, at in x.items():
        ref = table.ref(who)
        table.let("cellar", Placed(name=ref.partition("/")[2], position=Position(subject=ref, x=at, y=0)))


@pytest.mark.rules("CE-AUTO-01")
class TestOneMode:
    def test_there_are_five(self) -> None:
        assert list(MODES) == ["single shot", "short burst", "long burst", "short spray", "long spray"]

    @pytest.mark.parametrize("mode", ["short burst", "long burst", "short spray", "long spray"])
    def test_one_is_chosen_for_each_attack(self, table: Brawl, mode: str) -> None:
        entry = fire(table, mode, bo=5)
        assert table.rolls(entry) == {"attack": 30, "lethality/bo": 5}

    def test_an_attack_in_any_mode_is_one_action(self, table: Brawl) -> None:
        fire(table, "long spray", bo=5)
        assert table.refusal("attack", who="ana", target="cal", weapon="rifle").rule == "CE-TURN-05"

    def test_only_guns_have_modes(self, table: Brawl) -> None:
        args: dict[str, Any] = {"who": "ana", "what": "bow", "weapon": "bow", "modes": ALL}
        assert table.refusal("enter_weapon", **args).rule == "CE-AUTO-01"


@pytest.mark.rules("CE-AUTO-02")
class TestDamageOrLethality:
    @pytest.mark.parametrize("mode", ["", "single shot"])
    def test_single_shots_do_normal_damage(self, table: Brawl, mode: str) -> None:
        more = {"mode": mode} if mode else {}
        table.strike("ana", "bo", 30, 4, weapon="rifle", **more)
        assert (table.hp("bo"), loaded(table)) == (6, 29)

    @pytest.mark.parametrize(
        ("mode", "rating"), [("short burst", 10), ("long burst", 15), ("short spray", 15), ("long spray", 20)]
    )
    @pytest.mark.parametrize("over", [0, 1])
    def test_bursts_and_sprays_have_the_lethality_of_the_weapon(
        self, table: Brawl, mode: str, rating: int, over: int
    ) -> None:
        fire(table, mode, bo=rating + over)
        assert ("dead" in table.conditions("bo")) == (over == 0)

    @pytest.mark.rules("CE-RULING-10")
    def test_a_critical_attack_doubles_the_rating(self, table: Brawl) -> None:
        fire(table, "short burst", 33, bo=20)
        assert "dead" in table.conditions("bo")

    @pytest.mark.rules("CE-RULING-10")
    def test_a_critical_burst_that_does_not_kill_doubles_the_damage(self, table: Brawl) -> None:
        fire(table, "short burst", 33, bo=21)
        assert table.hp("bo") == 10 - 2 * (2 + 1)

    @pytest.mark.rules("CE-RULING-23")
    def test_a_burst_without_a_rating_is_refused(self, table: Brawl) -> None:
        table.arm("ana", what="pistol", modes=[{"mode": "short burst"}])
        args: dict[str, Any] = {"who": "ana", "target": "bo", "weapon": "pistol", "mode": "short burst"}
        assert table.refusal("attack", **args).rule == "CE-AUTO-02"


@pytest.mark.rules("CE-AUTO-03")
class TestAShortBurst:
    def test_is_three_bullets(self, table: Brawl) -> None:
        fire(table, "short burst", bo=5)
        assert loaded(table) == 27

    def test_has_one_target(self, table: Brawl) -> None:
        on_squares(table, bo=0, cal=0)
        entry = fire(table, "short burst", bo=5)
        assert table.rolls(entry) == {"attack": 30, "lethality/bo": 5}


@pytest.mark.rules("CE-AUTO-04")
class TestALongBurst:
    def test_is_five_bullets(self, table: Brawl) -> None:
        fire(table, "long burst", bo=5)
        assert loaded(table) == 25

    @pytest.mark.parametrize(("x", "hit"), [(0, True), (1, True), (2, False)])
    def test_has_a_kill_radius_of_a_yard(self, table: Brawl, x: int, hit: bool) -> None:
        on_squares(table, bo=0, cal=x)
        fire(table, "long burst", bo=5, cal=6 if hit else 0)
        assert ("dead" in table.conditions("cal")) == hit

    def test_without_a_map_it_is_said_who_is_in_it(self, table: Brawl) -> None:
        fire(table, "long burst", caught=("cal",), bo=5, cal=6)
        assert "dead" in table.conditions("cal")

    def test_missed_it_catches_nobody(self, table: Brawl) -> None:
        fire(table, "long burst", 61, caught=("cal",))
        assert (table.conditions("bo"), table.conditions("cal"), loaded(table)) == ([], [], 25)


class TestTheNumbersOfBursts:
    def enter(self, table: Brawl, mode: str, **numbers: int) -> str:
        modes = [{"mode": mode, "lethality": 10, **numbers}]
        return table.refusal("enter_weapon", who="ana", what="pistol", weapon="gun", modes=modes).rule

    @pytest.mark.rules("CE-AUTO-03")
    @pytest.mark.parametrize("numbers", [{"rounds": 2}, {"radius": 1}, {"rounds": 3, "radius": 2}])
    def test_bug_a_short_burst_has_no_others(self, table: Brawl, numbers: dict[str, int]) -> None:
        assert self.enter(table, "short burst", **numbers) == "CE-AUTO-03"

    @pytest.mark.rules("CE-AUTO-04")
    @pytest.mark.parametrize("numbers", [{"rounds": 6}, {"radius": 0}, {"radius": 2}])
    def test_bug_a_long_burst_has_no_others(self, table: Brawl, numbers: dict[str, int]) -> None:
        assert self.enter(table, "long burst", **numbers) == "CE-AUTO-04"

    @pytest.mark.rules("CE-AUTO-03", "CE-AUTO-04")
    def test_a_burst_may_be_entered_with_the_numbers_of_the_rules(self, table: Brawl) -> None:
        short = {"mode": "short burst", "lethality": 10, "rounds": 3, "radius": 0}
        long = {"mode": "long burst", "lethality": 15, "rounds": 5, "radius": 1}
        table.arm("ana", what="pistol", modes=[short, long], rounds=9)
        table.strike("ana", "bo", 98, weapon="pistol", mode="long burst")
        assert [item.tracks for item in table.sheet("ana").items.values() if item.what == "pistol"] == [{"rounds": 4}]

    @pytest.mark.rules("CE-AUTO-03", "CE-LETH-06")
    @pytest.mark.parametrize("mode", ["single shot", "short burst"])
    def test_bug_without_a_kill_radius_nobody_else_is_caught(self, table: Brawl, mode: str) -> None:
        args: dict[str, Any] = {"who": "ana", "target": "bo", "weapon": "rifle", "mode": mode, "caught": ["cal"]}
        assert table.refusal("attack", **args).rule == "CE-LETH-06"

    @pytest.mark.rules("CE-RULING-23", "CE-LETH-07")
    def test_bug_a_kill_radius_takes_a_rating(self, table: Brawl) -> None:
        table.arm("ana", "thrown", "bomb", damage="2d6", radius=5)
        assert table.refusal("attack", who="ana", target="bo", weapon="bomb").rule == "CE-RULING-23"


@pytest.mark.rules("CE-AUTO-05")
class TestSprays:
    @pytest.mark.parametrize(("mode", "left"), [("short spray", 20), ("long spray", 10)])
    def test_sprays_use_up_the_magazine_faster(self, table: Brawl, mode: str, left: int) -> None:
        fire(table, mode, bo=5)
        assert loaded(table) == left

    @pytest.mark.parametrize(
        ("mode", "x", "hit"),
        [("short spray", 2, True), ("short spray", 3, False), ("long spray", 3, True), ("long spray", 4, False)],
    )
    def test_sprays_cover_the_radius_of_the_weapon(self, table: Brawl, mode: str, x: int, hit: bool) -> None:
        on_squares(table, bo=0, cal=x)
        fire(table, mode, bo=5, cal=6 if hit else 0)
        assert ("dead" in table.conditions("cal")) == hit

    @pytest.mark.rules("CE-RULING-23")
    @pytest.mark.parametrize(
        ("known", "words"),
        [
            ({"radius": 2}, "The rounds of a short spray have not"),
            ({"rounds": 10}, "The radius of a short spray has not"),
            ({}, "The radius and rounds of a short spray have not"),
        ],
    )
    def test_one_without_radius_or_rounds_is_refused(self, table: Brawl, known: dict[str, int], words: str) -> None:
        table.arm("ana", what="pistol", modes=[{"mode": "short spray", "lethality": 10, **known}])
        args: dict[str, Any] = {"who": "ana", "target": "bo", "weapon": "pistol", "mode": "short spray"}
        refusal = table.refusal("attack", **args)
        assert (refusal.rule, words in refusal.player) == ("CE-AUTO-05", True)

    @pytest.mark.parametrize(("rounds", "words"), [(9, "9 rounds are left"), (1, "1 round is left")])
    def test_an_emptier_magazine_does_not_do(self, table: Brawl, rounds: int, words: str) -> None:
        table.arm("ana", what="pistol", modes=ALL, rounds=rounds)
        args: dict[str, Any] = {"who": "ana", "target": "bo", "weapon": "pistol", "mode": "short spray"}
        refusal = table.refusal("attack", **args)
        assert (refusal.rule, words in refusal.player) == ("CE-ACT-05", True)

    @pytest.mark.rules("CE-ACT-34")
    def test_a_magazine_is_full_again_for_an_action(self, table: Brawl) -> None:
        fire(table, "long spray", 98)
        table.next(3)
        table.play("reload", as_player="ana", who="ana", weapon="rifle")
        assert (loaded(table), table.place("ana").budget) == (30, {"action": 0})

    @pytest.mark.rules("CE-ACT-34")
    def test_bug_what_lies_on_the_ground_is_not_reloaded(self, table: Brawl) -> None:
        fire(table, "long spray", 99)
        table.play("record_fumble", who="ana", outcome="dropped")
        table.next(3)
        assert (table.refusal("reload", who="ana", weapon="rifle").rule, loaded(table)) == ("CE-ACT-34", 10)

    @pytest.mark.rules("CE-ACT-34")
    def test_what_is_full_is_not_reloaded(self, table: Brawl) -> None:
        assert table.refusal("reload", who="ana", weapon="rifle").rule == "CE-ACT-34"

    def test_without_the_spray_the_next_one_has_its_rounds(self, table: Brawl) -> None:
        spray = fire(table, "long spray", bo=21)
        table.next(3)
        burst = table.strike("ana", "cal", 61, weapon="rifle", mode="short burst")
        assert loaded(table) == 7
        assert outcomes(table.undo(spray))[burst] in ("confirmed", "untouched", "restated")
        assert loaded(table) == 27


@pytest.mark.rules("CE-AUTO-06")
class TestModesThatAreNotThere:
    @pytest.mark.parametrize("mode", ["long burst", "short spray", "long spray"])
    def test_three_round_bursts_only(self, table: Brawl, mode: str) -> None:
        table.arm("ana", what="pistol", modes=[{"mode": "short burst", "lethality": 10}])
        refusal = table.refusal("attack", who="ana", target="bo", weapon="pistol", mode=mode)
        assert (refusal.rule, "single shot, short burst" in refusal.player) == ("CE-AUTO-06", True)

    def test_what_it_has_it_fires(self, table: Brawl) -> None:
        table.arm("ana", what="pistol", modes=[{"mode": "short burst", "lethality": 10}])
        table.strike("ana", "bo", 30, weapon="pistol", mode="short burst", against={"lethality/bo": [10]})
        assert "dead" in table.conditions("bo")

    def test_a_plain_gun_has_single_shots(self, table: Brawl) -> None:
        table.arm("ana", what="pistol")
        assert table.refusal("attack", who="ana", target="bo", weapon="pistol", mode="short burst").rule == "CE-AUTO-06"


@pytest.mark.rules("CE-ACT-08", "CE-OPT-07")
class TestAHeadShotInABurst:
    """Firearms 60: a long burst has Lethality 15%, and a head shot is critical, which doubles that."""

    @pytest.fixture
    def marksman(self) -> Brawl:
        table = Brawl(other_called_shots=True)
        table.person("cal", dex=9, hp=60)
        table.begin(ana=14, bo=11, cal=9)
        table.arm("ana", what="rifle", damage="1d12", modes=ALL)
        return table

    def shoot(self, table: Brawl, rolled: int, word: str = "call_effect", **lethality: int) -> int:
        dice = {f"lethality/{who}": [die] for who, die in lethality.items()}
        more: dict[str, Any] = {"effect": "head shot"} if word == "call_effect" else {}
        return table.strike(
            *("ana", "bo", rolled, None, word),
            weapon="rifle",
            mode="long burst",
            caught=["cal"],
            against=dice,
            **more,
        )

    @pytest.mark.parametrize(("rolled", "dead"), [(15, True), (16, False), (30, False)])
    def test_a_bystander_is_not_hit_in_the_head(self, marksman: Brawl, rolled: int, dead: bool) -> None:
        entry = self.shoot(marksman, 18, bo=30, cal=rolled)
        assert (marksman.hp("bo"), marksman.outcomes_of(entry)["lethality/cal"] == "success") == (0, dead)

    def test_a_bystander_takes_the_dice_once(self, marksman: Brawl) -> None:
        self.shoot(marksman, 18, bo=30, cal=21)
        assert (marksman.hp("bo"), marksman.hp("cal")) == (0, 57)

    @pytest.mark.parametrize(("rolled", "success"), [(30, True), (31, False)])
    def test_equal_digits_are_critical_for_everybody(self, marksman: Brawl, rolled: int, success: bool) -> None:
        entry = self.shoot(marksman, 11, bo=30, cal=rolled)
        assert (marksman.outcomes_of(entry)["lethality/cal"] == "success") == success
