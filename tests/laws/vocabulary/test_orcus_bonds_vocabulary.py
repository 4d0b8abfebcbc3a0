"""Summons and marks in Orcus, on the shared vocabulary."""

from typing import Any

import pytest

from api.testing.table import Table, outcomes
from domain.components.creature import Modifier
from domain.events.log import Rolled
from domain.events.values import AttributeRaised, DamageTaken, ModifierApplied
from domain.history.plan import RevisionRefused
from tests.laws.vocabulary.orcus_party_rules import at_the_table, creature

DEFENSES = ("ac", "fortitude", "reflex", "will")


def attack(table: Table, who: str, *targets: str, damage: int = 0, **dice: int) -> int:
    rolled = {f"attack/{target}": [die] for target, die in dice.items()}
    if damage:
        rolled["damage"] = [damage // 2, damage - damage // 2]
    return table.play("use_power", who=who, power="bolt", targets=targets, dice=rolled)


def ward(table: Table, who: str, path: str, amount: int, **more: Any) -> int:
    return table.let(who, ModifierApplied(name="ward", modifier=Modifier(path=path, amount=amount, **more)))


def hp(table: Table, who: str) -> int:
    return table.sheet(who).tracks["hp"].current


@pytest.mark.rules("OR-SUMM-07")
class TestSummons:
    @pytest.fixture
    def table(self) -> Table:
        """Mira, of level 5, with her wolf; an orc that attacks with +5 against Reflex."""
        table = at_the_table("orc")
        creature(table, "mira", level=5, str=1, con=3, dex=4, wis=2, armor=2)
        table.play("learn", who="orc", power="bolt", frequency="at-will")
        self.summoned = table.play("summon", who="mira", handle="wolf", hp=20)
        return table

    def defenses(self, table: Table, who: str) -> list[int]:
        return [table.value(who, f"defense.{defense}") for defense in DEFENSES]

    def test_it_has_its_summoner_s_defenses(self, table: Table) -> None:
        assert self.defenses(table, "mira") == [18, 15, 16, 14]
        assert self.defenses(table, "wolf") == [18, 15, 16, 14]

    def test_they_stay_its_summoner_s(self, table: Table) -> None:
        table.let("mira", AttributeRaised(name="level", amount=1), AttributeRaised(name="wis", amount=3))
        assert self.defenses(table, "wolf") == [19, 16, 17, 18]

    def test_what_protects_its_summoner_protects_it(self, table: Table) -> None:
        ward(table, "mira", "defense.ac", 2)
        assert self.defenses(table, "wolf") == [20, 15, 16, 14]

    def test_what_protects_it_does_not_protect_its_summoner(self, table: Table) -> None:
        ward(table, "wolf", "defense.ac", 2)
        assert (table.value("wolf", "defense.ac"), table.value("mira", "defense.ac")) == (20, 18)

    def test_it_has_its_own_hit_points(self, table: Table) -> None:
        attack(table, "orc", "wolf", wolf=11, damage=8)
        assert (hp(table, "wolf"), hp(table, "mira")) == (12, 30)

    @pytest.mark.parametrize(("die", "left"), [(10, 20), (11, 12), (12, 12)])
    def test_it_is_hit_where_its_summoner_would_be(self, table: Table, die: int, left: int) -> None:
        attack(table, "orc", "wolf", wolf=die, damage=8 if left == 12 else 0)
        assert hp(table, "wolf") == left

    @pytest.mark.parametrize(("seconds", "there"), [(299, True), (300, False)])
    def test_after_five_minutes_it_is_gone(self, table: Table, seconds: int, there: bool) -> None:
        table.play("wait", seconds=seconds)
        assert ("wolf" in table.campaign().handles, "self" in table.sheet("character/wolf").profile) == (there, there)

    def test_with_the_encounter_it_is_gone(self, table: Table) -> None:
        table.play("end", what="encounter/crypt")
        assert "wolf" not in table.campaign().handles

    def test_when_it_is_sent_away_it_is_gone(self, table: Table) -> None:
        table.play("dismiss", who="wolf")
        assert ("wolf" in table.campaign().handles, hp(table, "mira")) == (False, 30)

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Table) -> None:
        warded = ward(table, "mira", "defense.reflex", 1)
        entries = [self.summoned, warded, attack(table, "orc", "wolf", wolf=12, damage=8)]
        table.check_undo(*entries[1:], table.play("wait", seconds=300))

    def test_without_its_summoner_s_ward_the_same_roll_hits_it(self, table: Table) -> None:
        warded = ward(table, "mira", "defense.reflex", 3)
        entry = attack(table, "orc", "wolf", wolf=13)
        plan = table.undo(warded, dice={str(entry): {"damage": (4, 2)}})
        assert outcomes(plan) == {warded: "struck", entry: "restated"}
        assert hp(table, "wolf") == 14

    def test_what_was_never_summoned_cannot_have_been_attacked(self, table: Table) -> None:
        entry = attack(table, "orc", "wolf", wolf=13, damage=5)
        with pytest.raises(RevisionRefused) as refused:
            table.undo(self.summoned)
        assert [conflict.entry for conflict in refused.value.plan.conflicts] == [entry]
        table.undo(self.summoned, policy="cascade")
        assert "wolf" not in table.campaign().handles


@pytest.mark.rules("OR-COND-12")
class TestMarks:
    @pytest.fixture
    def table(self) -> Table:
        """An orc among three of Ana's fighters; it attacks with +5 against their 12."""
        table = at_the_table("orc", "bo", "cal", "dee")
        table.play("learn", who="orc", power="bolt", frequency="at-will")
        return table

    def mark(self, table: Table, who: str) -> int:
        return table.play("mark", who=who, target="orc")

    def marked_by(self, table: Table) -> list[str]:
        return sorted(condition.source for condition in table.sheet("orc").conditions.values())

    def turn_ends(self, table: Table, who: str) -> int:
        return table.play("come", moment="turn_end", subject=who)

    def total(self, table: Table, *targets: str) -> int:
        dice = dict.fromkeys(targets, 3)
        entry = attack(table, "orc", *targets, **dice)
        return next(event.total for event in table.told(entry) if isinstance(event, Rolled))

    def test_a_mark_by_another_takes_the_place_of_the_first(self, table: Table) -> None:
        self.mark(table, "bo")
        second = self.mark(table, "cal")
        assert self.marked_by(table) == ["character/cal"]
        assert table.kinds(second) == ["ConditionEnded", "ConditionGained"]

    def test_one_is_never_marked_by_two(self, table: Table) -> None:
        for who in ("bo", "cal", "dee", "bo"):
            self.mark(table, who)
            assert self.marked_by(table) == [f"character/{who}"]

    def test_one_s_own_second_mark_replaces_nothing(self, table: Table) -> None:
        self.mark(table, "bo")
        self.mark(table, "bo")
        assert self.marked_by(table) == ["character/bo", "character/bo"]

    def test_two_may_be_marked_by_one(self, table: Table) -> None:
        self.mark(table, "bo")
        table.play("mark", who="bo", target="dee")
        assert self.marked_by(table) == ["character/bo"]

    def test_it_is_the_new_mark_that_hinders(self, table: Table) -> None:
        self.mark(table, "bo")
        assert (self.total(table, "bo"), self.total(table, "cal")) == (8, 6)
        self.mark(table, "cal")
        assert (self.total(table, "bo"), self.total(table, "cal"), self.total(table, "bo", "cal")) == (6, 8, 8)

    def test_the_replaced_one_s_end_means_nothing_any_more(self, table: Table) -> None:
        self.mark(table, "bo")
        self.mark(table, "cal")
        self.turn_ends(table, "bo")
        self.turn_ends(table, "bo")
        assert self.marked_by(table) == ["character/cal"]

    def test_it_lasts_until_the_end_of_the_marker_s_next_turn(self, table: Table) -> None:
        self.mark(table, "cal")
        self.turn_ends(table, "cal")
        assert self.marked_by(table) == ["character/cal"]
        self.turn_ends(table, "cal")
        assert self.marked_by(table) == []

    @pytest.mark.parametrize(("damage", "marks"), [(4, ["character/bo"]), (5, [])])
    def test_it_goes_when_who_made_it_falls(self, table: Table, damage: int, marks: list[str]) -> None:
        table.let("bo", DamageTaken(name="hp", amount=25))
        self.mark(table, "bo")
        attack(table, "orc", "bo", bo=7, damage=damage)
        assert self.marked_by(table) == marks

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Table) -> None:
        entries = [self.mark(table, "bo"), self.mark(table, "cal"), self.turn_ends(table, "cal")]
        table.check_undo(*entries, self.turn_ends(table, "cal"))

    def test_without_the_second_mark_the_first_still_stands(self, table: Table) -> None:
        self.mark(table, "bo")
        second = self.mark(table, "cal")
        assert outcomes(table.undo(second)) == {second: "struck"}
        assert self.marked_by(table) == ["character/bo"]

    def test_without_the_second_mark_the_first_ends_at_its_own_time(self, table: Table) -> None:
        self.mark(table, "bo")
        second = self.mark(table, "cal")
        ends = [self.turn_ends(table, "bo"), self.turn_ends(table, "bo")]
        plan = table.undo(second)
        assert outcomes(plan) == {second: "struck", ends[0]: "restated", ends[1]: "restated"}
        assert self.marked_by(table) == []

    def test_without_the_first_mark_the_second_replaced_nothing(self, table: Table) -> None:
        first, second = self.mark(table, "bo"), self.mark(table, "cal")
        assert outcomes(table.undo(first)) == {first: "struck", second: "restated"}
        assert table.kinds(second) == ["ConditionGained"]

    def test_without_the_second_mark_the_same_dice_hit_otherwise(self, table: Table) -> None:
        self.mark(table, "bo")
        second = self.mark(table, "cal")
        entry = attack(table, "orc", "bo", bo=7)
        assert hp(table, "bo") == 30
        plan = table.undo(second, dice={str(entry): {"damage": (2, 2)}})
        assert outcomes(plan) == {second: "struck", entry: "restated"}
        assert hp(table, "bo") == 26
