"""Long-range attacks and the skills of aiming."""

from __future__ import annotations

from typing import Any

import pytest

from domain.vocabulary.log import Contribution
from tests.games.weaverdice.fighting import Alley

SHOT = {"name": "Bolt", "type": "pierce", "tier": "lesser", "wound": False, "effect": False}


class Range(Alley):
    """An alley in which Pearl, who knows some skills, shoots at a thug; another one stands by."""

    def __init__(self, *skills: str, fight: bool = True) -> None:
        super().__init__()
        self.cape("pearl")
        for handle in ("thug", "cop"):
            self.foe(handle, category="generic")
        for skill in skills:
            self.play("grant_skill", who="pearl", skill=skill)
        if fight:
            self.begin("pearl", against=("thug", "cop"), pearl=6, thug=(None, 5), cop=(None, 2))

    def shoot(self, *dice: int, at: str = "thug", **how: Any) -> int:
        """A shot with these dice; its entry."""
        power = {**SHOT, "ranged": how.pop("ranged", True)}
        return self.play("attack", who="pearl", targets=[at], power=power, dice={"attack": list(dice)}, **how)

    def aim(self, at: str = "thug") -> int:
        """Pearl aligns her sights."""
        return self.play("align_sights", who="pearl", target=at)

    def round_on(self) -> None:
        """Everybody else has their turn."""
        self.next(3)

    def added(self, entry: int) -> list[tuple[str, int]]:
        """What was added to a shot beside the stat."""
        return [(more.label, more.amount) for more in self.last_roll(entry).modifiers if more.label != "dexterity"]


@pytest.mark.rules("WD-SKL-03", "WD-SKL-01")
class TestAim:
    def test_one_more_die_and_the_better_one_counts(self) -> None:
        table = Range("aim")
        assert table.rolls(table.shoot(2, 5))["attack"] == 5

    def test_aim_takes_the_skill(self) -> None:
        table = Range()
        assert table.rolls(table.shoot(2))["attack"] == 2

    def test_aim_does_not_apply_with_a_foe_near_by(self) -> None:
        table = Range("aim")
        assert table.rolls(table.shoot(2, crowded=True))["attack"] == 2

    def test_aim_does_not_apply_hand_to_hand(self) -> None:
        table = Range("aim")
        assert table.rolls(table.shoot(2, ranged=False))["attack"] == 2

    def test_aim_is_use_of_the_entry_skill(self) -> None:
        table = Range("aim")
        table.shoot(2, 5)
        assert table.sheet("pearl").uses["practice/aim"].count == 1

    def test_two_shots_in_a_fight_are_one_fight_of_practice(self) -> None:
        table = Range("aim")
        table.shoot(2, 5)
        table.shoot(2, 5)
        assert table.sheet("pearl").uses["practice/aim"].count == 1

    def test_a_shot_to_which_it_does_not_apply_is_none(self) -> None:
        table = Range("aim")
        table.shoot(2, crowded=True)
        assert "practice/aim" not in table.sheet("pearl").uses


@pytest.mark.rules("WD-SKL-12")
class TestWhatAFightTeaches:
    def test_aimed_shots_are_worth_a_training_roll_when_it_is_over(self) -> None:
        table = Range("aim")
        table.play("begin_learning", who="pearl", skill="align-sights")
        table.shoot(2, 5)
        table.play("end_fight")
        table.play("train_after_combat", as_player="ana", who="pearl", skill="align-sights", dice={"training": [4]})
        assert table.sheet("pearl").tasks["training/align-sights"].progress == 4

    def test_others_are_not(self) -> None:
        table = Range("aim")
        table.play("begin_learning", who="pearl", skill="align-sights")
        table.shoot(2, crowded=True)
        table.play("end_fight")
        assert table.refusal("train_after_combat", who="pearl", skill="align-sights").rule == "WD-SKL-12"


@pytest.mark.rules("WD-SKL-04")
class TestAlignSights:
    @pytest.fixture
    def table(self) -> Range:
        return Range("aim", "align-sights")

    def test_a_round_later_the_shot_gets_one_for_every_aim_skill(self, table: Range) -> None:
        table.aim()
        table.round_on()
        assert table.added(table.shoot(2, 3)) == [("align-sights", 2)]

    def test_every_one_counts(self) -> None:
        table = Range("aim", "align-sights", "focused-shot")
        table.aim()
        table.round_on()
        assert table.rolls(table.shoot(2, 3))["attack"] == 6

    def test_the_round_has_to_pass(self, table: Range) -> None:
        table.aim()
        assert table.added(table.shoot(2, 3)) == []

    def test_firing_before_the_round_has_passed_loses_the_aim(self, table: Range) -> None:
        table.aim()
        table.shoot(2, 3, at="cop")
        table.round_on()
        assert table.added(table.shoot(2, 3)) == []

    def test_a_shooter_who_has_fired_begins_to_aim_next_turn(self, table: Range) -> None:
        table.shoot(2, 3)
        assert table.refusal("align_sights", who="pearl", target="thug").rule == "WD-SKL-04"
        table.round_on()
        table.aim()
        assert table.conditions("pearl") == ["aiming"]

    def test_the_round_begins_with_one_s_own_turn(self, table: Range) -> None:
        table.next()
        assert table.refusal("align_sights", who="pearl", target="thug").rule == "WD-SKL-04"

    def test_aligned_sights_are_for_one_target(self, table: Range) -> None:
        table.aim()
        table.round_on()
        assert table.added(table.shoot(2, 3, at="cop")) == []

    def test_aligned_sights_are_for_the_next_shot(self, table: Range) -> None:
        table.aim()
        table.round_on()
        table.shoot(2, 3)
        assert table.added(table.shoot(2, 3)) == []

    def test_a_ready_aim_outlasts_a_shot_at_another(self, table: Range) -> None:
        table.aim()
        table.round_on()
        table.shoot(2, 3, at="cop")
        assert table.added(table.shoot(2, 3)) == [("align-sights", 2)]

    def test_an_interrupted_view_ends_it(self, table: Range) -> None:
        table.aim()
        table.round_on()
        table.play("lose_sight", who="pearl", target="thug")
        assert table.added(table.shoot(2, 3)) == []

    def test_bug_who_falls_unconscious_has_nobody_in_the_sights_any_more(self, table: Range) -> None:
        table.aim()
        for dice in ({}, {}, {"stay": [1]}):
            table.play("inflict", who="pearl", tier="lesser", type="cut", effect=False, dice=dice)
        table.play("come_to", who="pearl")
        table.round_on()
        assert (table.conditions("pearl"), table.added(table.shoot(2, 3))) == ([], [])

    def test_what_is_not_in_the_sights_is_not_lost(self, table: Range) -> None:
        assert table.refusal("lose_sight", who="pearl", target="thug").rule == "not-there"

    def test_only_where_aim_applies(self, table: Range) -> None:
        table.aim()
        table.round_on()
        assert table.added(table.shoot(3, crowded=True)) == []

    def test_aligning_sights_takes_the_skill(self) -> None:
        table = Range("aim")
        assert table.refusal("align_sights", who="pearl", target="thug").rule == "WD-SKL-04"

    def test_once_is_enough(self, table: Range) -> None:
        table.aim()
        assert table.refusal("align_sights", who="pearl", target="thug").rule == "WD-SKL-04"

    def test_out_of_a_fight_the_round_passes_at_once(self) -> None:
        table = Range("aim", "align-sights", fight=False)
        table.aim()
        assert table.added(table.shoot(2, 3)) == [("align-sights", 2)]

    def test_the_aim_undone_the_shot_is_without_it(self, table: Range) -> None:
        aim = table.aim()
        table.round_on()
        shot = table.shoot(2, 3)
        table.undo(aim)
        assert table.last_roll(shot).modifiers == (Contribution(label="dexterity", amount=0),)


@pytest.mark.rules("WD-SKL-05")
class TestFocusedShot:
    @pytest.fixture
    def table(self) -> Range:
        return Range("aim", "align-sights", "focused-shot")

    def test_a_dot_of_focus_lets_aim_apply_among_foes(self, table: Range) -> None:
        entry = table.shoot(2, 5, crowded=True, focused=True)
        assert (table.rolls(entry)["attack"], table.dots("pearl")) == (5, (3, 2, 3))

    def test_from_then_on_bonuses_reckon_with_one_more_skill(self, table: Range) -> None:
        table.shoot(2, 5, focused=True)
        table.round_on()
        table.aim()
        table.round_on()
        assert table.added(table.shoot(2, 3)) == [("align-sights", 4)]

    def test_a_focused_shot_does_not_count_in_that_shot(self, table: Range) -> None:
        table.aim()
        table.round_on()
        assert table.added(table.shoot(2, 5, focused=True)) == [("align-sights", 3)]

    def test_each_use_adds_another(self, table: Range) -> None:
        table.shoot(2, 5, focused=True)
        table.shoot(2, 5, focused=True)
        table.round_on()
        table.aim()
        table.round_on()
        assert table.added(table.shoot(2, 3)) == [("align-sights", 5)]

    def test_a_focused_shot_adds_no_skill_but_to_bonuses(self, table: Range) -> None:
        table.shoot(2, 5, focused=True)
        assert table.rolls(table.shoot(2, 3))["attack"] == 3

    def test_a_wound_ends_it(self, table: Range) -> None:
        table.shoot(2, 5, focused=True)
        table.play("freeform.come", moment="wounded", subject=table.ref("pearl"))
        assert "focused_shots" not in table.conditions("pearl")

    def test_another_character_s_wound_does_not(self, table: Range) -> None:
        table.shoot(2, 5, focused=True)
        table.play("freeform.come", moment="wounded", subject=table.ref("thug"))
        assert "focused_shots" in table.conditions("pearl")

    def test_the_end_of_the_fight_ends_a_focused_shot(self, table: Range) -> None:
        table.shoot(2, 5, focused=True)
        table.play("end_fight")
        assert table.conditions("pearl") == []

    def test_a_focused_shot_takes_the_skill(self) -> None:
        table = Range("aim")
        args: dict[str, Any] = {"who": "pearl", "targets": ["thug"], "power": SHOT, "focused": True}
        assert table.refusal("attack", **args).rule == "WD-SKL-05"

    def test_a_focused_shot_takes_a_dot(self, table: Range) -> None:
        table.play("spend_effort", who="pearl", pool="focus", dots=3)
        args: dict[str, Any] = {"who": "pearl", "targets": ["thug"], "power": SHOT, "focused": True}
        assert table.refusal("attack", **args).rule == "WD-SKL-05"
