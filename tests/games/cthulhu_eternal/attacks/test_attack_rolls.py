"""Attack rolls: what a success does, critical hits, and fumbles with all that may come of them."""

from __future__ import annotations

from typing import Any

import pytest

from api.testing.table import outcomes
from domain.vocabulary.holdings import ItemChanged, ItemLost
from systems.cthulhu_eternal.attacks.fumbles import FUMBLES
from tests.games.cthulhu_eternal.brawl import Brawl


@pytest.fixture
def table() -> Brawl:
    """It is Ana's count, then Bo's, then Cal's. Ana has a gun of 1d10."""
    table = Brawl()
    table.begin(ana=14, bo=11, cal=9)
    return table


@pytest.fixture
def shooting(table: Brawl) -> Brawl:
    table.arm("ana")
    return table


@pytest.mark.rules("CE-ATK-01")
class TestWhatAnAttackDoes:
    def test_an_attack_inflicts_damage(self, table: Brawl) -> None:
        table.strike("ana", "bo", 30, 3)
        assert table.hp("bo") == 7

    def test_a_disarm_disarms_and_harms_nobody(self, table: Brawl) -> None:
        knife = table.carry("bo", "knife")
        table.strike("ana", "bo", 30, None, "disarm")
        assert (table.sheet("bo").items[knife].location, table.hp("bo")) == ("ground", 10)

    def test_a_pin_pins_and_harms_nobody(self, table: Brawl) -> None:
        table.strike("ana", "bo", 30, None, "pin")
        assert (table.conditions("bo"), table.hp("bo")) == (["pinned"], 10)

    @pytest.mark.parametrize("word", ["attack", "pin"])
    def test_a_failure_does_nothing(self, table: Brawl, word: str) -> None:
        table.strike("ana", "bo", 61, None, word)
        assert (table.conditions("bo"), table.hp("bo")) == ([], 10)

    def test_whom_nothing_was_entered_for_does_no_damage(self) -> None:
        table = Brawl(unarmed_damage="")
        table.begin(ana=14, bo=11)
        assert table.refusal("attack", who="ana", target="bo").rule == "CE-RULING-23"

    def test_claws_are_part_of_who_has_them(self, table: Brawl) -> None:
        table.foe("ghoul", dex=15, str=14)
        table.arm("ghoul", "unarmed", "claws", damage="1d6", location="body")
        table.play("join_fight", who="ghoul")
        table.next()
        table.strike("ghoul", "bo", 30, 2)
        assert table.hp("bo") == 7

    def test_nobody_attacks_themselves(self, table: Brawl) -> None:
        assert table.refusal("attack", who="ana", target="ana").rule == "CE-DEF-17"

    @pytest.mark.rules("CE-ACT-12", "CE-ACT-27", "CE-DEF-17")
    @pytest.mark.parametrize("word", ["disarm", "pin"])
    def test_bug_nobody_disarms_or_pins_themselves(self, table: Brawl, word: str) -> None:
        assert table.refusal(word, who="ana", target="ana").rule == "CE-DEF-17"

    def test_nobody_attacks_with_what_is_not_theirs(self, table: Brawl) -> None:
        table.foe("ghoul")
        assert table.forbidden("attack", as_player="ana", who="ghoul", target="bo")


@pytest.mark.rules("CE-ATK-02")
class TestCriticalHits:
    @pytest.mark.parametrize(("rolled", "hp"), [(11, 4), (55, 4), (1, 4), (54, 7), (56, 7)])
    def test_a_critical_success_does_double_damage(self, shooting: Brawl, rolled: int, hp: int) -> None:
        shooting.strike("ana", "bo", rolled, 3, weapon="gun")
        assert shooting.hp("bo") == hp

    def test_equal_digits_above_the_chance_are_no_hit(self, shooting: Brawl) -> None:
        shooting.strike("ana", "bo", 66, weapon="gun")
        assert shooting.hp("bo") == 10

    def test_the_strength_is_added_before_it_is_doubled(self) -> None:
        table = Brawl()
        table.person("ana", str=14, dex=14)
        table.begin(ana=14, bo=11)
        table.strike("ana", "bo", 22, 1)
        assert table.hp("bo") == 6

    def test_armor_is_taken_off_what_is_doubled(self, shooting: Brawl) -> None:
        shooting.carry("bo", "vest", "worn", armor=3)
        shooting.strike("ana", "bo", 22, 3, weapon="gun")
        assert shooting.hp("bo") == 7

    @pytest.mark.rules("CE-RULING-01")
    def test_a_campaign_may_have_none_but_01(self) -> None:
        table = Brawl(critical_rule="extremes only")
        table.begin(ana=14, bo=11)
        table.strike("ana", "bo", 33, 3)
        assert table.hp("bo") == 7


class TestTheExtremes:
    @pytest.mark.rules("CE-ATK-05")
    @pytest.mark.parametrize(("firearms", "rolled", "hp"), [(0, 1, 4), (0, 2, 10), (300, 100, 10), (300, 99, 4)])
    def test_01_always_hits_and_00_always_misses(self, firearms: int, rolled: int, hp: int) -> None:
        table = Brawl()
        table.person("ana", dex=14, firearms=firearms)
        table.begin(ana=14, bo=11)
        table.arm("ana")
        table.strike("ana", "bo", rolled, 3 if hp < 10 else None, weapon="gun")
        assert table.hp("bo") == hp

    @pytest.mark.rules("CE-ATK-05")
    def test_an_01_hits_whatever_the_penalties(self, shooting: Brawl) -> None:
        apply = ["little or no visibility", "moving very fast", "corrosive gas"]
        shooting.play("rule_circumstances", who="ana", apply=apply)
        shooting.strike("ana", "bo", 1, 3, weapon="gun")
        assert shooting.hp("bo") == 4

    @pytest.mark.rules("CE-ATK-05", "CE-RULING-04")
    def test_an_01_can_be_dodged_all_the_same(self, table: Brawl) -> None:
        table.strike("ana", "bo", 1, None, defend="dodge", against={"dodge": [44]})
        assert table.hp("bo") == 10


@pytest.mark.rules("CE-ATK-03")
class TestFumbles:
    def fumble(self, table: Brawl, rolled: int = 77) -> int:
        return table.strike("ana", "bo", rolled, weapon="gun")

    @pytest.mark.parametrize(("rolled", "fumbles"), [(77, True), (100, True), (76, False), (44, False)])
    def test_a_failure_with_equal_digits_is_one(self, shooting: Brawl, rolled: int, fumbles: bool) -> None:
        shooting.strike("ana", "bo", rolled, 1 if rolled == 44 else None, weapon="gun")
        assert ("fumbled" in shooting.conditions("ana")) == fumbles

    def test_any_outcome_may_be_recorded(self, shooting: Brawl) -> None:
        self.fumble(shooting)
        entry = shooting.play("record_fumble", who="ana", outcome="other", what="The lamp goes out.")
        assert "CE-ATK-03" in shooting.cited(entry)
        assert "fumbled" not in shooting.conditions("ana")

    def test_one_of_their_own_has_to_be_told(self, shooting: Brawl) -> None:
        self.fumble(shooting)
        assert shooting.refusal("record_fumble", who="ana", outcome="other").rule == "CE-ATK-03"

    def test_only_the_game_master_says_what_comes_of_it(self, shooting: Brawl) -> None:
        self.fumble(shooting)
        assert shooting.forbidden("record_fumble", as_player="ana", who="ana", outcome="stumble")

    def test_a_roll_that_did_not_fumble_has_no_fumble_recorded(self, shooting: Brawl) -> None:
        self.fumble(shooting, 76)
        assert shooting.refusal("record_fumble", who="ana", outcome="stumble").rule == "CE-ATK-03"

    def test_a_fumble_is_recorded_once(self, shooting: Brawl) -> None:
        self.fumble(shooting)
        shooting.play("record_fumble", who="ana", outcome="stumble")
        assert shooting.refusal("record_fumble", who="ana", outcome="stumble").rule == "CE-ATK-03"

    def test_undone_it_is_still_to_be_said(self, shooting: Brawl) -> None:
        self.fumble(shooting)
        entry = shooting.play("record_fumble", who="ana", outcome="stumble")
        assert outcomes(shooting.undo(entry)) == {entry: "struck"}
        assert shooting.conditions("ana") == ["fumbled"]


@pytest.mark.rules("CE-ATK-04")
class TestWhatComesOfAFumble:
    @pytest.fixture
    def fumbled(self, shooting: Brawl) -> Brawl:
        shooting.strike("ana", "bo", 77, weapon="gun")
        return shooting

    def record(self, table: Brawl, outcome: str, **more: Any) -> int:
        return table.play("record_fumble", who="ana", outcome=outcome, **more)

    def gun(self, table: Brawl) -> Any:
        return next(iter(table.sheet("ana").items.values()))

    def test_there_are_four_and_whatever_else(self) -> None:
        assert sorted(FUMBLES.outcomes) == ["dropped", "malfunction", "other", "stumble", "wrong target"]

    def test_the_attacker_stumbles_and_is_prone(self, fumbled: Brawl) -> None:
        self.record(fumbled, "stumble")
        assert fumbled.conditions("ana") == ["prone"]

    def test_the_weapon_is_dropped_and_takes_a_turn_to_pick_up(self, fumbled: Brawl) -> None:
        self.record(fumbled, "dropped")
        assert self.gun(fumbled).location == "ground"
        fumbled.next(3)
        assert fumbled.refusal("attack", who="ana", target="bo", weapon="gun").rule == "CE-ACT-34"
        fumbled.play("take_up", who="ana", item="gun")
        assert fumbled.place("ana").budget == {"action": 0}

    def test_fists_are_neither_dropped_nor_broken(self, table: Brawl) -> None:
        table.strike("ana", "bo", 77)
        assert table.refusal("record_fumble", who="ana", outcome="dropped").rule == "CE-ATK-04"
        assert table.refusal("record_fumble", who="ana", outcome="malfunction").rule == "CE-ATK-04"

    @pytest.mark.parametrize("target", ["cal", "ana"])
    def test_the_attack_hits_another_character(self, fumbled: Brawl, target: str) -> None:
        self.record(fumbled, "wrong target", target=target, dice={f"damage/{target}": [4]})
        assert (fumbled.hp(target), fumbled.hp("bo")) == (6, 10)

    def test_a_wrong_target_of_a_fumble_has_to_be_named(self, fumbled: Brawl) -> None:
        assert fumbled.refusal("record_fumble", who="ana", outcome="wrong target").rule == "CE-ATK-04"

    def test_a_burst_hits_the_wrong_one_with_its_lethality(self, table: Brawl) -> None:
        table.arm("ana", what="rifle", modes=[{"mode": "short burst", "lethality": 10}])
        table.strike("ana", "bo", 77, weapon="rifle", mode="short burst")
        self.record(table, "wrong target", target="cal", dice={"lethality/cal": [10]})
        assert "dead" in table.conditions("cal")

    @pytest.mark.rules("CE-RULING-55")
    def test_a_malfunction_takes_1d4_turns_of_work(self, fumbled: Brawl) -> None:
        self.record(fumbled, "malfunction", dice={"malfunction": [2]})
        for _ in range(2):
            fumbled.next(3)
            assert fumbled.refusal("attack", who="ana", target="bo", weapon="gun").rule == "CE-ATK-04"
            fumbled.play("fix_weapon", as_player="ana", who="ana", weapon="gun")
            assert fumbled.place("ana").budget == {"action": 0}
        fumbled.next(3)
        fumbled.strike("ana", "bo", 30, 3, weapon="gun")
        assert fumbled.hp("bo") == 7

    @pytest.mark.rules("CE-ATK-04")
    @pytest.mark.parametrize(("turns", "words"), [(1, "1 more turn to fix."), (2, "2 more turns to fix.")])
    def test_the_turns_that_it_takes_are_counted(self, fumbled: Brawl, turns: int, words: str) -> None:
        self.record(fumbled, "malfunction", dice={"malfunction": [turns]})
        fumbled.next(3)
        assert words in fumbled.refusal("attack", who="ana", target="bo", weapon="gun").player

    @pytest.mark.rules("CE-RULING-55")
    def test_turns_alone_do_not_fix_it(self, fumbled: Brawl) -> None:
        self.record(fumbled, "malfunction", dice={"malfunction": [1]})
        fumbled.next(6)
        assert fumbled.refusal("attack", who="ana", target="bo", weapon="gun").rule == "CE-ATK-04"

    @pytest.mark.rules("CE-RULING-55")
    def test_unless_the_campaign_says_that_they_do(self) -> None:
        table = Brawl(malfunction_clears="by itself")
        table.begin(ana=14, bo=11)
        table.arm("ana")
        table.strike("ana", "bo", 77, weapon="gun")
        self.record(table, "malfunction", dice={"malfunction": [2]})
        table.next(2)
        assert table.refusal("attack", who="ana", target="bo", weapon="gun").rule == "CE-ATK-04"
        assert table.refusal("fix_weapon", who="ana", weapon="gun").rule == "CE-ATK-04"
        table.next(2)
        table.strike("ana", "bo", 30, 3, weapon="gun")
        assert table.hp("bo") == 7

    @pytest.mark.rules("CE-RULING-55")
    def test_bug_after_the_fight_it_is_worked_on_there_too(self) -> None:
        table = Brawl(malfunction_clears="by itself")
        table.begin(ana=14, bo=11)
        table.arm("ana")
        table.strike("ana", "bo", 77, weapon="gun")
        self.record(table, "malfunction", dice={"malfunction": [1]})
        table.play("end_fight")
        table.play("fix_weapon", as_player="ana", who="ana", weapon="gun")
        table.strike("ana", "bo", 30, 3, weapon="gun")
        assert table.hp("bo") == 7

    @pytest.mark.rules("CE-ACT-34")
    def test_bug_a_weapon_on_the_ground_is_not_fixed(self, fumbled: Brawl) -> None:
        self.record(fumbled, "malfunction", dice={"malfunction": [2]})
        (name,) = fumbled.sheet("ana").items
        fumbled.let("ana", ItemChanged(name=name, location="ground"))
        fumbled.next(3)
        assert fumbled.refusal("fix_weapon", who="ana", weapon="gun").rule == "CE-ACT-34"

    def test_bug_a_weapon_that_is_gone_hits_nobody(self, fumbled: Brawl) -> None:
        (name,) = fumbled.sheet("ana").items
        fumbled.let("ana", ItemLost(name=name))
        refusal = fumbled.refusal("record_fumble", who="ana", outcome="wrong target", target="cal")
        assert refusal.rule == "CE-ATK-04"

    def test_what_works_is_not_fixed(self, shooting: Brawl) -> None:
        assert shooting.refusal("fix_weapon", who="ana", weapon="gun").rule == "CE-ATK-04"

    def test_a_malfunction_undone_was_no_hindrance(self, fumbled: Brawl) -> None:
        jammed = self.record(fumbled, "malfunction", dice={"malfunction": [2]})
        fumbled.undo(jammed)
        fumbled.next(3)
        fumbled.strike("ana", "bo", 30, 3, weapon="gun")
        assert fumbled.hp("bo") == 7
