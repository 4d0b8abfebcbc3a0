"""Other called shots with a firearm, and other critical hits, where the campaign has them."""

from __future__ import annotations

from typing import Any

import pytest

from api.testing.table import outcomes
from domain.vocabulary.log import Rolled
from systems.cthulhu_eternal.attacks.called_shots import EFFECTS
from tests.games.cthulhu_eternal.brawl import Brawl


def shooting(**options: Any) -> Brawl:
    """It is Ana's count, then Bo's, then Cal's. Ana has 80 in Firearms and a gun of 1d10."""
    table = Brawl(other_called_shots=True, **options)
    table.person("ana", dex=14, firearms=80)
    table.begin(ana=14, bo=11, cal=9)
    table.arm("ana")
    return table


@pytest.fixture
def table() -> Brawl:
    return shooting()


def call(table: Brawl, effect: str, attack: list[int], weapon: str = "gun", **more: Any) -> int:
    """A called shot by the game master, who agrees with themselves; `hurt` are the dice of its damage, by whom."""
    hurt = {f"damage/{who}": dice for who, dice in more.pop("hurt", {}).items()}
    labels = ["attack", "attack/2"][: len(attack)]
    dice = {**dict(zip(labels, ([one] for one in attack), strict=True)), **hurt, **more.pop("dice", {})}
    return table.play("call_effect", who="ana", target="bo", weapon=weapon, effect=effect, dice=dice, **more)


def chances(table: Brawl, entry: int) -> list[int | None]:
    rolled = [event for event in table.told(entry) if isinstance(event, Rolled)]
    return [event.target for event in rolled if event.name.startswith("attack")]


@pytest.mark.rules("CE-OPT-01")
class TestWhetherThereAreAny:
    def test_other_called_shots_are_off_by_default(self) -> None:
        table = Brawl()
        table.begin(ana=14, bo=11)
        table.arm("ana")
        refusal = table.refusal("call_effect", who="ana", target="bo", weapon="gun", effect="stun")
        assert (refusal.rule, "other_called_shots" in refusal.player) == ("CE-OPT-01", True)

    @pytest.mark.parametrize(
        ("effect", "expected"), [("double shot", 60), ("stun", 60), ("flesh wound", 40), ("head shot", 40)]
    )
    def test_each_has_its_penalty(self, table: Brawl, effect: str, expected: int) -> None:
        rolls = [90, 90] if effect == "double shot" else [90]
        assert set(chances(table, call(table, effect, rolls))) == {expected}

    def test_there_are_four(self) -> None:
        assert list(EFFECTS) == ["double shot", "stun", "flesh wound", "head shot"]

    def test_the_game_master_is_asked_each_time(self, table: Brawl) -> None:
        table.play("call_effect", as_player="ana", who="ana", target="bo", weapon="gun", effect="stun")
        assert [question.owner for question in table.scene().questions.values()] == ["gm"]

    def test_who_agrees_lets_the_shot_be_fired(self, table: Brawl) -> None:
        dice = {"attack": [30], "damage/bo": [2]}
        deed = table.play(
            "call_effect", as_player="ana", who="ana", target="bo", weapon="gun", effect="stun", dice=dice
        )
        table.play("freeform.answer", deed=deed, key="agree/stun", choice="yes")
        assert (table.conditions("bo"), table.hp("bo")) == (["stunned"], 8)

    def test_who_does_not_agree_leaves_the_action_unspent(self, table: Brawl) -> None:
        deed = table.play("call_effect", as_player="ana", who="ana", target="bo", weapon="gun", effect="stun")
        table.play("freeform.answer", deed=deed, key="agree/stun", choice="no")
        assert (table.conditions("bo"), table.place("ana").budget) == ([], {"action": 1})

    @pytest.mark.parametrize("weapon", ["", "melee", "thrown"])
    def test_other_called_shots_are_for_firearms(self, table: Brawl, weapon: str) -> None:
        arm = table.arm("ana", weapon) if weapon else ""
        assert table.refusal("call_effect", who="ana", target="bo", weapon=arm, effect="stun").rule == "CE-OPT-01"

    def test_armor_still_counts(self, table: Brawl) -> None:
        table.carry("bo", "vest", "worn", armor=2)
        call(table, "stun", [30], hurt={"bo": [3]})
        assert table.hp("bo") == 9


@pytest.mark.rules("CE-OPT-02")
class TestTheDoubleShot:
    @pytest.mark.parametrize(("rolls", "hurt", "hp"), [([30, 41], [2, 1], 7), ([30, 61], [2], 8), ([90, 91], [], 10)])
    def test_one_action_gives_two_rolls(self, table: Brawl, rolls: list[int], hurt: list[int], hp: int) -> None:
        damage = dict(zip(["damage/bo", "damage/bo/2"], ([one] for one in hurt), strict=False))
        call(table, "double shot", rolls, dice=damage)
        assert (table.hp("bo"), table.place("ana").budget) == (hp, {"action": 0})

    @pytest.mark.rules("CE-RULING-48")
    def test_each_hit_has_a_damage_roll_of_its_own(self, table: Brawl) -> None:
        entry = call(table, "double shot", [30, 41], dice={"damage/bo": [2], "damage/bo/2": [1]})
        assert table.rolls(entry) == {"attack": 30, "attack/2": 41, "damage/bo": 2, "damage/bo/2": 1}

    def test_a_double_shot_takes_two_rounds(self, table: Brawl) -> None:
        table.arm("ana", what="revolver", rounds=5)
        call(table, "double shot", [90, 91], weapon="revolver")
        loaded = [item.tracks for item in table.sheet("ana").items.values() if item.what == "revolver"]
        assert loaded == [{"rounds": 3}]


@pytest.mark.rules("CE-OPT-03")
class TestTwoWhoStandClose:
    def test_each_hit_is_one_s_at_random(self, table: Brawl) -> None:
        dice = {"whom": [1], "whom/2": [2], "damage/bo": [2], "damage/cal": [3]}
        call(table, "double shot", [30, 41], other="cal", dice=dice)
        assert (table.hp("bo"), table.hp("cal")) == (8, 7)

    @pytest.mark.rules("CE-DEF-05", "CE-RULING-43")
    @pytest.mark.parametrize(("dodger", "whom", "hp"), [("bo", 1, 10), ("bo", 2, 8), ("cal", 1, 8), ("cal", 2, 10)])
    def test_bug_who_is_drawn_opposes_the_hit_and_nobody_else(self, dodger: str, whom: int, hp: int) -> None:
        table = Brawl(other_called_shots=True, dodge_to_cover="evade")
        table.begin(ana=14, bo=11, cal=9)
        table.arm("ana")
        table.play("point_out_cover", who=dodger, armor=3)
        table.play("dodge", who=dodger, dice={"dodge": [10]})
        drawn = ("bo", "cal")[whom - 1]
        dice = {"attack": [30], "attack/2": [90], "whom": [whom], **({f"damage/{drawn}": [2]} if hp < 10 else {})}
        args: dict[str, Any] = {"target": "bo", "other": "cal", "weapon": "gun", "effect": "double shot"}
        table.play("call_effect", who="ana", dice=dice, responses={"defend/bo": "none"}, **args)
        assert table.hp(drawn) == hp

    def test_a_miss_is_nobody_s(self, table: Brawl) -> None:
        call(table, "double shot", [90, 41], other="cal", dice={"whom": [2], "damage/cal": [3]})
        assert (table.hp("bo"), table.hp("cal")) == (10, 7)

    @pytest.mark.parametrize("other", ["ana", "bo"])
    def test_bug_the_other_is_neither_the_shooter_nor_the_target(self, table: Brawl, other: str) -> None:
        args: dict[str, Any] = {"who": "ana", "target": "bo", "other": other, "weapon": "gun", "effect": "double shot"}
        assert table.refusal("call_effect", **args).rule == "CE-OPT-03"

    def test_only_a_double_shot_may_go_to_another(self, table: Brawl) -> None:
        args: dict[str, Any] = {"who": "ana", "target": "bo", "other": "cal", "weapon": "gun", "effect": "stun"}
        assert table.refusal("call_effect", **args).rule == "CE-OPT-03"


@pytest.mark.rules("CE-OPT-04")
class TestWhatDoesNotShootTwice:
    @pytest.mark.parametrize("loading", ["muzzle-loader", "bolt-action", "one-shot"])
    def test_guns_that_are_slow_to_load(self, table: Brawl, loading: str) -> None:
        table.arm("ana", what="old gun", loading=loading)
        args: dict[str, Any] = {"who": "ana", "target": "bo", "weapon": "old gun", "effect": "double shot"}
        assert table.refusal("call_effect", **args).rule == "CE-OPT-04"

    def test_bows(self, table: Brawl) -> None:
        table.arm("ana", "bow")
        args: dict[str, Any] = {"who": "ana", "target": "bo", "weapon": "bow", "effect": "double shot"}
        assert table.refusal("call_effect", **args).rule == "CE-OPT-04"

    def test_bows_may_have_the_other_effects(self, table: Brawl) -> None:
        table.arm("ana", "bow")
        call(table, "stun", [30], weapon="bow", hurt={"bo": [1]}, responses={"defend/bo": "none"})
        assert table.conditions("bo") == ["stunned"]


class TestTheOthers:
    @pytest.mark.rules("CE-OPT-05")
    @pytest.mark.parametrize(("rolled", "states"), [(60, ["stunned"]), (61, [])])
    def test_a_hit_stuns(self, table: Brawl, rolled: int, states: list[str]) -> None:
        call(table, "stun", [rolled], hurt={"bo": [1]} if states else {})
        assert table.conditions("bo") == states

    @pytest.mark.rules("CE-OPT-06")
    @pytest.mark.parametrize(("die", "hp"), [(4, 8), (5, 7), (1, 9)])
    def test_a_flesh_wound_is_half_rounded_up(self, table: Brawl, die: int, hp: int) -> None:
        call(table, "flesh wound", [30], hurt={"bo": [die]})
        assert table.hp("bo") == hp

    @pytest.mark.rules("CE-OPT-06", "CE-RULING-06")
    def test_unless_the_campaign_rounds_down(self) -> None:
        table = shooting(half_rounding="down")
        call(table, "flesh wound", [30], hurt={"bo": [5]})
        assert table.hp("bo") == 8

    @pytest.mark.rules("CE-OPT-06", "CE-RULING-10")
    def test_a_critical_flesh_wound_is_doubled_and_then_halved(self, table: Brawl) -> None:
        call(table, "flesh wound", [33], hurt={"bo": [3]})
        assert table.hp("bo") == 7

    @pytest.mark.rules("CE-OPT-07")
    @pytest.mark.parametrize(("rolled", "hp"), [(39, 4), (33, 4), (41, 10)])
    def test_any_hit_at_the_head_is_critical(self, table: Brawl, rolled: int, hp: int) -> None:
        call(table, "head shot", [rolled], hurt={"bo": [3]} if hp < 10 else {})
        assert table.hp("bo") == hp


@pytest.mark.rules("CE-OPT-08")
class TestOtherCriticals:
    @pytest.fixture
    def table(self) -> Brawl:
        table = Brawl(other_criticals=True)
        table.begin(ana=14, bo=11)
        table.arm("ana")
        return table

    def hit(self, table: Brawl, choice: str, die: int = 2, **more: Any) -> int:
        also = {"critical/bo": choice, **more.pop("also", {})}
        return table.strike("ana", "bo", 33, die, weapon="gun", also=also, **more)

    def test_other_criticals_are_off_by_default(self) -> None:
        table = Brawl()
        table.begin(ana=14, bo=11)
        table.strike("ana", "bo", 33, 2)
        assert (table.hp("bo"), table.scene().questions) == (6, {})

    def test_a_critical_hit_may_double_the_damage(self, table: Brawl) -> None:
        self.hit(table, "double damage")
        assert table.hp("bo") == 6

    def test_a_critical_hit_may_stun(self, table: Brawl) -> None:
        self.hit(table, "stun")
        assert (table.hp("bo"), table.conditions("bo")) == (8, ["stunned"])

    def test_a_critical_hit_may_knock_down(self, table: Brawl) -> None:
        self.hit(table, "prone")
        assert (table.hp("bo"), table.conditions("bo")) == (8, ["prone"])

    def test_a_critical_hit_may_disarm(self, table: Brawl) -> None:
        knife = table.carry("bo", "knife")
        self.hit(table, "disarm")
        assert (table.hp("bo"), table.sheet("bo").items[knife].location) == (8, "ground")

    def test_the_attacker_picks_what_is_dropped(self, table: Brawl) -> None:
        table.carry("bo", "lamp", "hand/left")
        knife = table.carry("bo", "knife")
        self.hit(table, "disarm", also={"disarm/bo": knife})
        assert [item.what for item in table.sheet("bo").items.values() if item.location == "ground"] == ["knife"]

    def test_a_critical_hit_may_become_a_called_shot(self, table: Brawl) -> None:
        table.carry("bo", "vest", "worn", armor=5)
        self.hit(table, "called shot", die=3)
        assert table.hp("bo") == 7

    def test_a_critical_hit_may_bring_a_second_attack_at_once(self, table: Brawl) -> None:
        self.hit(table, "second attack", against={"attack/2": [40], "damage/bo/2": [1]})
        assert (table.hp("bo"), table.place("ana").budget) == (7, {"action": 0})

    @pytest.mark.rules("CE-ACT-05")
    @pytest.mark.parametrize(("shots", "left"), [(1, 2), (2, 0)])
    def test_bug_a_second_attack_fires_rounds_of_its_own(self, table: Brawl, shots: int, left: int) -> None:
        table.arm("ana", what="rifle", shots=shots, rounds=4)
        self.second(table, 60)
        (rifle,) = [item for item in table.sheet("ana").items.values() if item.what == "rifle"]
        assert rifle.tracks == {"rounds": left}

    @pytest.mark.rules("CE-ACT-05")
    def test_bug_without_the_rounds_there_is_no_second_attack(self, table: Brawl) -> None:
        table.arm("ana", what="rifle", shots=2, rounds=3)
        table.play("attack", who="ana", target="bo", weapon="rifle", dice={"attack": [33], "damage/bo": [2]})
        (question,) = table.scene().questions.values()
        assert "second attack" not in question.options

    @pytest.mark.rules("CE-ACT-01", "CE-RULING-57")
    def test_bug_an_aim_helps_no_second_attack(self, table: Brawl) -> None:
        table.arm("ana", what="rifle")
        table.play("aim", who="ana")
        table.next(2)
        assert self.chances(table, self.second(table, 60)) == [80, 60]

    @pytest.mark.rules("CE-SURP-03")
    def test_bug_a_surprise_helps_no_second_attack(self) -> None:
        table = Brawl(other_criticals=True)
        table.person("ana")
        table.person("bo")
        table.arm("ana", what="rifle")
        table.play("declare_unaware", who="bo")
        assert self.chances(table, self.second(table, 60)) == [80, 60]

    def second(self, table: Brawl, rolled: int) -> int:
        """Ana hits Bo critically, and attacks a second time at once, with no critical hit."""
        dice = {"attack": [33], "attack/2": [rolled], "damage/bo": [2], "damage/bo/2": [1]}
        also = {"critical/bo": "second attack"}
        return table.play("attack", who="ana", target="bo", weapon="rifle", dice=dice, responses=also)

    def chances(self, table: Brawl, entry: int) -> list[int | None]:
        rolled = [event for event in table.told(entry) if isinstance(event, Rolled)]
        return [event.target for event in rolled if event.name.startswith("attack")]

    def test_the_empty_handed_are_not_disarmed(self, table: Brawl) -> None:
        dice = {"attack": [33], "damage/bo": [2]}
        table.play("attack", who="ana", target="bo", weapon="gun", dice=dice)
        (question,) = table.scene().questions.values()
        assert question.options == ("double damage", "stun", "prone", "called shot", "second attack")

    def test_the_game_master_is_asked_whether_they_agree(self, table: Brawl) -> None:
        dice = {"attack": [33], "damage/bo": [2]}
        deed = table.play("attack", as_player="ana", who="ana", target="bo", weapon="gun", dice=dice)
        table.play("freeform.answer", as_player="ana", deed=deed, key="critical/bo", choice="stun")
        table.play("freeform.answer", deed=deed, key="agree/stun", choice="no")
        assert (table.hp("bo"), table.conditions("bo")) == (6, [])

    def test_a_success_that_is_no_critical_has_none(self, table: Brawl) -> None:
        table.strike("ana", "bo", 34, 2, weapon="gun")
        assert (table.hp("bo"), table.scene().questions) == (8, {})

    def test_answered_otherwise_after_all_the_damage_is_doubled(self, table: Brawl) -> None:
        shot = self.hit(table, "stun")
        plan = table.answer_late(shot, {"critical/bo": "double damage"})
        assert (outcomes(plan), table.hp("bo"), table.conditions("bo")) == ({shot: "restated"}, 6, [])
