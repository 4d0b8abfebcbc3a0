"""Attacks as actions of a turn: what is tested, what they do, what they leave standing, and shots that are called."""

from __future__ import annotations

from typing import Any

import pytest

from api.testing.table import outcomes
from systems.cthulhu_eternal.attacks.weapons import WEAPONS
from tests.games.cthulhu_eternal.brawl import Brawl, target_of


@pytest.fixture
def table() -> Brawl:
    """It is Ana's count, and then Bo's."""
    table = Brawl()
    table.begin(ana=14, bo=11)
    return table


@pytest.mark.rules("CE-ACT-03")
class TestAttack:
    @pytest.mark.parametrize(("rolled", "hp"), [(60, 6), (59, 6), (61, 10)])
    def test_a_hit_does_the_weapon_s_damage(self, table: Brawl, rolled: int, hp: int) -> None:
        gun = table.arm("ana")
        table.strike("ana", "bo", rolled, 4 if rolled <= 60 else None, weapon=gun)
        assert table.hp("bo") == hp

    def test_a_fist_is_tested_like_a_gun(self, table: Brawl) -> None:
        table.strike("ana", "bo", 30, 3)
        assert table.hp("bo") == 7

    def test_an_attack_takes_the_turn_s_action(self, table: Brawl) -> None:
        table.strike("ana", "bo", 30, 3)
        assert table.refusal("attack", who="ana", target="bo").rule == "CE-TURN-05"


@pytest.mark.rules("CE-ACT-04")
class TestTheSkill:
    @pytest.mark.parametrize(
        ("weapon", "skill"),
        [
            ("gun", "firearms"),
            ("bow", "firearms"),
            ("thrown", "athletics"),
            ("melee", "melee_weapons"),
            ("unarmed", "unarmed_combat"),
        ],
    )
    def test_the_skill_of_an_attack_goes_by_the_kind_of_weapon(self, weapon: str, skill: str) -> None:
        table = Brawl()
        skills: dict[str, Any] = {"firearms": 31, "athletics": 32, "melee_weapons": 33, "unarmed_combat": 34}
        table.person("ana", dex=14, **skills)
        table.begin(ana=14, bo=11)
        arm = "" if weapon == "unarmed" else table.arm("ana", weapon)
        struck = table.strike("ana", "bo", 98, weapon=arm)
        assert target_of(table, struck) == skills[skill]

    def test_there_are_five_kinds(self) -> None:
        assert sorted(WEAPONS.kinds) == ["bow", "gun", "melee", "thrown", "unarmed"]

    def test_what_is_no_weapon_is_refused(self, table: Brawl) -> None:
        table.carry("ana", "teapot")
        assert table.refusal("attack", who="ana", target="bo", weapon="teapot").rule == "CE-ACT-04"


@pytest.mark.rules("CE-ACT-05")
class TestAWeaponThatPiercesArmor:
    @pytest.mark.rules("CE-PROT-18")
    @pytest.mark.parametrize(
        ("described", "hp"),
        [
            ({}, 7),
            ({"piercing": 3}, 4),
            ({"armor_piercing": True, "piercing": 3}, 4),
            ({"armor_piercing": True}, 2),
            ({"piercing": 0}, 7),
        ],
    )
    def test_the_number_of_its_description_is_what_it_pierces(self, described: dict[str, Any], hp: int) -> None:
        table = Brawl()
        table.begin(ana=14, bo=11)
        table.play("outfit", who="bo", what="tactical body armor")
        table.arm("ana", **described)
        dice = {"injury/bo": [14]} if hp <= 2 else {}
        table.strike("ana", "bo", 30, 8, weapon="gun", against=dice)
        assert table.hp("bo") == hp


class TestOneRoll:
    @pytest.mark.parametrize("rounds", [1, 3])
    def test_however_many_rounds_it_fires(self, table: Brawl, rounds: int) -> None:
        table.arm("ana", rounds=rounds)
        struck = table.strike("ana", "bo", 30, 4, weapon="gun")
        assert table.rolls(struck) == {"attack": 30, "damage/bo": 4}


@pytest.mark.rules("CE-ACT-06")
class TestParrying:
    @pytest.mark.parametrize("weapon", ["unarmed", "melee"])
    @pytest.mark.parametrize(("reply", "hp"), [(30, 10), (40, 10), (41, 8)])
    def test_an_attack_hand_to_hand_parries_too(self, table: Brawl, weapon: str, reply: int, hp: int) -> None:
        arm = "" if weapon == "unarmed" else table.arm("ana", weapon)
        table.strike("ana", "bo", 40, 1, weapon=arm, defend="none")
        table.next()
        table.strike("bo", "ana", reply, 2 if hp < 10 else None)
        assert table.hp("ana") == hp

    @pytest.mark.parametrize("weapon", ["gun", "bow", "thrown"])
    def test_an_attack_at_a_distance_does_not(self, table: Brawl, weapon: str) -> None:
        table.arm("ana", weapon)
        table.strike("ana", "bo", 40, 1, weapon=weapon)
        table.next()
        table.strike("bo", "ana", 30, 2)
        assert table.hp("ana") == 8

    def test_even_an_attack_that_missed_was_a_parry(self, table: Brawl) -> None:
        table.strike("ana", "bo", 70)
        assert "parrying" in table.conditions("ana")

    def test_without_it_the_other_s_blow_goes_through(self, table: Brawl) -> None:
        parry = table.strike("ana", "bo", 40, 1)
        table.next()
        reply = table.strike("bo", "ana", 30)
        assert table.hp("ana") == 10
        plan = table.undo(parry, dice={str(reply): {"damage/ana": (2,)}})
        assert (outcomes(plan)[reply], table.hp("ana")) == ("restated", 8)


@pytest.mark.rules("CE-ACT-07")
class TestCalledShots:
    def shoot(self, table: Brawl, rolled: int, **more: object) -> int:
        return table.strike(
            "ana", "bo", rolled, 4 if rolled <= 40 else None, "call_shot", weapon="gun", part="leg", **more
        )

    @pytest.mark.parametrize("protection", ["vest", "cover"])
    def test_one_gets_round_protection(self, protection: str) -> None:
        table = Brawl()
        table.begin(bo=15, ana=14)
        if protection == "cover":
            table.play("move", who="bo", cover=10)
        else:
            table.carry("bo", "vest", "worn", armor=5)
        table.next()
        table.arm("ana")
        self.shoot(table, 30)
        assert table.hp("bo") == 6

    def test_an_ordinary_attack_does_not(self, table: Brawl) -> None:
        table.carry("bo", "vest", "worn", armor=5)
        table.arm("ana")
        table.strike("ana", "bo", 30, 4, weapon="gun")
        assert table.hp("bo") == 10

    def test_a_grenade_is_rolled_past_cover(self, table: Brawl) -> None:
        table.arm("ana", "thrown", "grenade", damage="", lethality=15, radius=10, explosive=True)
        table.suffer("bo", "covered", armor=10)
        dice = {"lethality/bo": [15]}
        table.strike("ana", "bo", 30, None, "call_shot", weapon="grenade", part="behind the crates", against=dice)
        assert table.conditions("bo") == ["covered", "dead"]


@pytest.mark.rules("CE-ACT-08")
class TestACalledBurst:
    def burst(self, table: Brawl) -> int:
        dice = {"lethality/bo": [30], "lethality/cal": [31]}
        return table.strike(
            *("ana", "bo", 30, None, "call_shot"),
            weapon="gun",
            mode="long burst",
            part="leg",
            caught=["cal"],
            against=dice,
        )

    @pytest.fixture
    def armored(self) -> Brawl:
        """Bo and Cal wear vests that stop 3; a long burst has Lethality 10%."""
        table = Brawl()
        table.begin(ana=14, bo=11, cal=9)
        table.arm("ana", modes=[{"mode": "long burst", "lethality": 10}])
        for who in ("bo", "cal"):
            table.carry(who, "vest", "worn", armor=3)
        return table

    def test_what_was_called_holds_for_the_first_target_only(self, armored: Brawl) -> None:
        self.burst(armored)
        assert "dead" in armored.conditions("bo")
        assert armored.hp("cal") == 9


class TestThePenalty:
    def shoot(self, table: Brawl, **more: object) -> int | None:
        table.arm("ana")
        return target_of(table, table.strike("ana", "bo", 98, None, "call_shot", weapon="gun", part="head", **more))

    @pytest.mark.rules("CE-ACT-09")
    def test_partly_covered_it_is_20(self, table: Brawl) -> None:
        assert self.shoot(table) == 40

    @pytest.mark.rules("CE-ACT-10")
    def test_mostly_covered_it_is_40(self, table: Brawl) -> None:
        assert self.shoot(table, mostly_covered=True) == 20

    @pytest.mark.rules("CE-ACT-09", "CE-RULING-28")
    def test_in_the_open_it_is_20_too(self, table: Brawl) -> None:
        assert self.shoot(table, yards=10) == 40

    @pytest.mark.rules("CE-ACT-09", "CE-ACT-10", "CE-RULING-28")
    def test_the_penalty_of_a_called_shot_is_that_of_cover_and_counts_once(self, table: Brawl) -> None:
        table.play("rule_circumstances", who="ana", apply=["mostly covered"])
        assert self.shoot(table, mostly_covered=True) == 20

    @pytest.mark.rules("CE-ACT-09", "CE-RULING-28")
    def test_an_ordinary_attack_takes_none(self, table: Brawl) -> None:
        table.arm("ana")
        table.suffer("bo", "covered", armor=10)
        assert target_of(table, table.strike("ana", "bo", 98, weapon="gun")) == 60


@pytest.mark.rules("CE-ACT-11")
class TestACalledBlow:
    @pytest.mark.parametrize(("weapon", "hp"), [("", 10), ("melee", 10), ("gun", 8)])
    def test_hand_to_hand_it_stands_as_a_defence(self, table: Brawl, weapon: str, hp: int) -> None:
        arm = table.arm("ana", weapon) if weapon else ""
        table.strike("ana", "bo", 35, 1, "call_shot", weapon=arm, part="nose")
        table.next()
        table.strike("bo", "ana", 30, 2 if hp < 10 else None)
        assert table.hp("ana") == hp


@pytest.mark.rules("CE-ACT-01", "CE-RULING-57")
class TestTheAimedAttack:
    def aimed(self, table: Brawl) -> None:
        table.arm("ana")
        table.play("aim", who="ana")
        table.next(2)

    @pytest.mark.parametrize(("rolled", "hp"), [(80, 6), (81, 10)])
    def test_an_aimed_attack_has_20_more(self, table: Brawl, rolled: int, hp: int) -> None:
        self.aimed(table)
        table.strike("ana", "bo", rolled, 4 if hp < 10 else None, weapon="gun")
        assert table.hp("bo") == hp

    def test_only_the_first_one(self, table: Brawl) -> None:
        self.aimed(table)
        table.strike("ana", "bo", 98, weapon="gun")
        assert "aimed" not in table.conditions("ana")

    @pytest.mark.parametrize("word", ["pin", "disarm"])
    def test_a_pin_or_disarm_too(self, table: Brawl, word: str) -> None:
        table.carry("bo", "knife")
        table.play("aim", who="ana")
        table.next(2)
        more = {"item": "knife"} if word == "disarm" else {}
        assert target_of(table, table.strike("ana", "bo", 98, None, word, **more)) == 80

    @pytest.mark.parametrize(("word", "label", "target"), [("fight back", "fight-back", 60), ("dodge", "dodge", 50)])
    def test_never_a_fight_back_or_a_dodge(self, word: str, label: str, target: int) -> None:
        table = Brawl()
        table.begin(bo=15, ana=14)
        table.next()
        table.play("aim", who="ana")
        table.next()
        dice, also = {label: [98]}, {"fight-back/ana": "attack"} if word == "fight back" else {}
        met = table.strike("bo", "ana", 70, defend=word, also=also, against=dice)
        assert (target_of(table, met, label), "aimed" in table.conditions("ana")) == (target, True)

    def test_an_aim_is_lost_in_the_turn_after_the_next(self, table: Brawl) -> None:
        self.aimed(table)
        table.next(2)
        assert target_of(table, table.strike("ana", "bo", 98, weapon="gun")) == 60

    @pytest.mark.rules("CE-ACT-02", "CE-RULING-51")
    @pytest.mark.parametrize(("armor", "target"), [(0, 60), (5, 80)])
    def test_an_aim_is_lost_by_harm_but_not_by_a_hit_that_did_none(self, armor: int, target: int) -> None:
        table = Brawl()
        table.person("ana", dex=14, armor=armor)
        table.begin(ana=14, bo=11)
        table.arm("ana")
        table.play("aim", who="ana")
        table.next()
        table.strike("bo", "ana", 30, 3)
        table.next()
        assert target_of(table, table.strike("ana", "bo", 98, weapon="gun")) == target

    @pytest.mark.rules("CE-ACT-02")
    def test_without_the_harm_the_aim_had_held(self, table: Brawl) -> None:
        self.aim_and_be_hit(table)
        shot = table.strike("ana", "bo", 70, weapon="gun")
        plan = table.undo(self.blow, dice={str(shot): {"damage/bo": (4,)}})
        assert (outcomes(plan)[shot], table.hp("bo")) == ("restated", 6)

    def aim_and_be_hit(self, table: Brawl) -> None:
        table.arm("ana")
        table.play("aim", who="ana")
        table.next()
        self.blow = table.strike("bo", "ana", 30, 3)
        table.next()
