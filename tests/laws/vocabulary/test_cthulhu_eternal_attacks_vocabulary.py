"""Aiming, dodging, parrying and pinning in Cthulhu Eternal, on the shared vocabulary."""

from typing import Any

import pytest

from domain.components.anchors import AtMoment, UntilFirst
from domain.components.creature import Condition, Modifier
from domain.events.values import AttributeRaised, ModifierApplied
from domain.history.plan import StillOwed
from tests.laws.vocabulary.cthulhu_eternal_rules import at_the_table, fight
from tests.laws.vocabulary.table import Table, outcomes


@pytest.fixture
def table() -> Table:
    """Bo's count comes before Cal's, Cal's before Dee's, and Dee's before Eve's."""
    table = at_the_table()
    fight(table, bo=14, cal=12, dee=10, eve=8)
    return table


def blow(
    table: Table, who: str, target: str, attack: int, *, damage: int = 1, defend: str = "none", **dodge: int
) -> int:
    """An attack hand to hand. The die for the damage is there where it hits."""
    dice: dict[str, list[int]] = {"attack": [attack], **{label: [die] for label, die in dodge.items()}}
    if damage:
        dice["damage"] = [damage]
    args: dict[str, Any] = {"who": who, "target": target, "weapon": "melee", "damage": "1d6"}
    return table.play("attack", **args, dice=dice, responses={"defend": defend})


def shot(table: Table, who: str, target: str, attack: int, damage: int = 1) -> int:
    dice = {"attack": [attack], **({"damage": [damage]} if damage else {})}
    return table.play("attack", who=who, target=target, weapon="firearms", damage="1d10", dice=dice)


def on(table: Table, counts: int = 1) -> list[int]:
    return [table.play("next_count") for _ in range(counts)]


def hp(table: Table, who: str) -> int:
    return table.sheet(who).tracks["hp"].current


def held(table: Table, who: str, what: str) -> list[Condition]:
    """The rolls that stay on the table for somebody."""
    return [condition for condition in table.sheet(who).conditions.values() if condition.what == what]


@pytest.mark.rules("CE-DEF-04")
class TestOneDodge:
    def test_one_roll_opposes_every_attack_of_the_turn(self, table: Table) -> None:
        blow(table, "bo", "eve", 30, damage=0, defend="dodge", dodge=40)
        on(table)
        blow(table, "cal", "eve", 35, damage=0)
        on(table)
        blow(table, "dee", "eve", 45, damage=3)
        assert hp(table, "eve") == 7
        assert [(roll.data["roll"], roll.data["outcome"]) for roll in held(table, "eve", "dodging")] == [
            (40, "success")
        ]

    @pytest.mark.parametrize(("attack", "damage"), [(39, 0), (40, 2), (41, 2)])
    def test_each_attack_is_compared_with_that_roll(self, table: Table, attack: int, damage: int) -> None:
        blow(table, "bo", "eve", 30, damage=0, defend="dodge", dodge=40)
        on(table)
        blow(table, "cal", "eve", attack, damage=damage)
        assert hp(table, "eve") == 10 - damage

    def test_a_failed_dodge_opposes_nothing(self, table: Table) -> None:
        blow(table, "bo", "eve", 30, damage=2, defend="dodge", dodge=51)
        on(table)
        blow(table, "cal", "eve", 5, damage=2)
        assert hp(table, "eve") == 6

    def test_a_critical_attack_overcomes_a_dodge_that_is_higher(self, table: Table) -> None:
        blow(table, "bo", "eve", 33, damage=2, defend="dodge", dodge=40)
        assert hp(table, "eve") == 6

    def test_a_shot_is_not_dodged(self, table: Table) -> None:
        table.play("dodge", who="eve", dice={"dodge": [40]})
        shot(table, "bo", "eve", 2, damage=2)
        assert hp(table, "eve") == 8

    def test_it_is_the_action_of_the_turn(self, table: Table) -> None:
        table.play("dodge", who="eve", dice={"dodge": [40]})
        assert table.refusal("dodge", who="eve").rule == "CE-DEF-03"
        on(table, 3)
        assert table.refusal("attack", who="eve", target="bo", weapon="melee", damage="1d6").rule == "CE-TURN-05"

    def test_it_lasts_until_the_turn_is_over_and_not_longer(self, table: Table) -> None:
        table.play("dodge", who="eve", dice={"dodge": [40]})
        on(table, 3)
        assert len(held(table, "eve", "dodging")) == 1
        on(table)
        assert held(table, "eve", "dodging") == []
        blow(table, "bo", "eve", 30, damage=2)
        assert hp(table, "eve") == 8

    def test_the_question_waits_for_the_defender(self, table: Table) -> None:
        args: dict[str, Any] = {"who": "bo", "target": "eve", "weapon": "melee", "damage": "1d6"}
        deed = table.play("attack", **args, dice={"attack": [30], "dodge": [40]})
        assert [question.owner for question in table.fight("cellar").questions.values()] == ["ana"]
        table.play("freeform.answer", deed=deed, key="defend", choice="dodge")
        assert (hp(table, "eve"), table.fight("cellar").questions) == (10, {})

    def test_an_answer_that_was_another_after_all_is_a_revision(self, table: Table) -> None:
        first = blow(table, "bo", "eve", 30, damage=2)
        on(table)
        second = blow(table, "cal", "eve", 35, damage=2)
        assert hp(table, "eve") == 6
        plan = table.answer_late(first, {"defend": "dodge"}, dice={"dodge": [40]})
        assert outcomes(plan) == {first: "restated", second: "restated"}
        assert (hp(table, "eve"), len(held(table, "eve", "dodging"))) == (10, 1)

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Table) -> None:
        first = blow(table, "bo", "eve", 30, damage=0, defend="dodge", dodge=40)
        entries = [first, *on(table), blow(table, "cal", "eve", 45, damage=3)]
        table.check_undo(*entries, *on(table, 3))

    def test_without_the_dodge_later_attacks_hit_with_the_same_dice(self, table: Table) -> None:
        dodged = table.play("dodge", who="eve", dice={"dodge": [40]})
        entry = blow(table, "bo", "eve", 30, damage=0)
        assert hp(table, "eve") == 10
        plan = table.undo(dodged, dice={str(entry): {"damage": (4,)}})
        assert outcomes(plan) == {dodged: "struck", entry: "restated"}
        assert hp(table, "eve") == 6

    def test_a_damage_die_that_nobody_threw_is_owed(self, table: Table) -> None:
        dodged = table.play("dodge", who="eve", dice={"dodge": [40]})
        entry = blow(table, "bo", "eve", 30, damage=0)
        with pytest.raises(StillOwed) as refused:
            table.undo(dodged)
        assert [(owing.entry, owing.outcome) for owing in refused.value.plan.owing] == [(entry, "owed")]


@pytest.mark.rules("CE-DEF-18")
class TestTheStandingRoll:
    def parry(self, table: Table, roll: int = 45) -> int:
        """Bo attacks Eve, and misses nobody: the roll stays on the table."""
        return blow(table, "bo", "eve", roll, damage=1 if roll <= 60 else 0)

    def test_an_attack_stays_on_the_table(self, table: Table) -> None:
        self.parry(table)
        (roll,) = held(table, "bo", "parrying")
        assert roll.data == {"roll": 45, "outcome": "success"}

    @pytest.mark.parametrize(("attack", "damage"), [(43, 0), (45, 0), (46, 2)])
    def test_it_opposes_every_attack_hand_to_hand(self, table: Table, attack: int, damage: int) -> None:
        self.parry(table)
        on(table)
        blow(table, "cal", "bo", attack, damage=damage)
        on(table)
        blow(table, "dee", "bo", attack, damage=damage)
        assert hp(table, "bo") == 10 - 2 * damage

    def test_a_pin_is_such_a_roll_as_well(self, table: Table) -> None:
        table.play("pin", who="bo", target="eve", dice={"attack": [70]}, responses={"defend": "none"})
        assert [roll.data["roll"] for roll in held(table, "bo", "parrying")] == [70]

    def test_a_shot_is_none(self, table: Table) -> None:
        shot(table, "bo", "eve", 45)
        assert held(table, "bo", "parrying") == []

    def test_a_shot_is_not_opposed_by_it(self, table: Table) -> None:
        self.parry(table)
        on(table)
        shot(table, "cal", "bo", 2, damage=3)
        assert hp(table, "bo") == 7

    def test_a_roll_that_failed_opposes_nothing(self, table: Table) -> None:
        self.parry(table, roll=95)
        on(table)
        blow(table, "cal", "bo", 2, damage=3)
        assert hp(table, "bo") == 7

    def test_it_outlasts_the_turn_until_the_next_action(self, table: Table) -> None:
        self.parry(table)
        on(table, 4)
        assert len(held(table, "bo", "parrying")) == 1
        table.play("aim", who="bo")
        assert held(table, "bo", "parrying") == []

    def test_a_dodge_is_an_action_too(self, table: Table) -> None:
        self.parry(table)
        on(table, 4)
        table.play("dodge", who="bo", dice={"dodge": [70]})
        assert held(table, "bo", "parrying") == []

    def test_the_next_attack_takes_its_place(self, table: Table) -> None:
        self.parry(table)
        on(table, 4)
        blow(table, "bo", "eve", 20, damage=1)
        assert [roll.data["roll"] for roll in held(table, "bo", "parrying")] == [20]

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Table) -> None:
        entries = [self.parry(table), *on(table), blow(table, "cal", "bo", 46, damage=2), *on(table, 3)]
        table.check_undo(*entries, table.play("aim", who="bo"))

    def test_with_the_attack_goes_its_defence(self, table: Table) -> None:
        parried = self.parry(table)
        on(table)
        entry = blow(table, "cal", "bo", 30, damage=0)
        plan = table.undo(parried, dice={str(entry): {"damage": (5,)}})
        assert outcomes(plan) == {parried: "struck", entry: "restated"}
        assert (hp(table, "bo"), hp(table, "eve")) == (5, 10)

    def test_with_other_dice_it_opposes_more(self, table: Table) -> None:
        parried = self.parry(table, roll=30)
        on(table)
        entry = blow(table, "cal", "bo", 40, damage=3)
        assert hp(table, "bo") == 7
        assert outcomes(table.answer_late(parried, {"defend": "none"}, dice={"attack": [50]}))[entry] == "restated"
        assert hp(table, "bo") == 10


@pytest.mark.rules("CE-DEF-22")
class TestWhoPins:
    def pin(self, table: Table, roll: int = 45) -> int:
        return table.play("pin", who="bo", target="eve", dice={"attack": [roll]}, responses={"defend": "none"})

    def test_its_standing_roll_does_not_oppose_while_it_holds_on(self, table: Table) -> None:
        self.pin(table)
        on(table)
        blow(table, "cal", "bo", 30, damage=2)
        assert (hp(table, "bo"), [roll.data["roll"] for roll in held(table, "bo", "parrying")]) == (8, [45])

    def test_when_it_lets_go_it_opposes_again(self, table: Table) -> None:
        self.pin(table)
        on(table)
        table.play("let_go", who="bo")
        blow(table, "cal", "bo", 30, damage=0)
        assert hp(table, "bo") == 10

    def test_a_pin_that_failed_leaves_the_defence(self, table: Table) -> None:
        table.let("bo", AttributeRaised(name="unarmed", amount=-20))
        self.pin(table, roll=41)
        assert (table.sheet("bo").links, held(table, "eve", "pinned")) == ({}, [])
        on(table, 4)
        table.play("dodge", who="bo", dice={"dodge": [40]})
        assert len(held(table, "bo", "dodging")) == 1

    def test_it_cannot_dodge(self, table: Table) -> None:
        self.pin(table)
        on(table, 4)
        assert table.refusal("dodge", who="bo").rule == "CE-DEF-22"
        table.play("let_go", who="bo")
        table.play("dodge", who="bo", dice={"dodge": [40]})
        assert len(held(table, "bo", "dodging")) == 1

    def test_it_is_not_even_asked(self, table: Table) -> None:
        self.pin(table)
        on(table)
        entry = blow(table, "cal", "bo", 30, damage=2, defend="dodge")
        assert "QuestionAsked" not in table.kinds(entry)
        assert hp(table, "bo") == 8

    def test_the_pinned_cannot_either(self, table: Table) -> None:
        self.pin(table)
        assert table.refusal("dodge", who="eve").rule == "CE-DEF-21"

    def test_with_the_hold_the_other_is_free(self, table: Table) -> None:
        self.pin(table)
        assert len(held(table, "eve", "pinned")) == 1
        table.play("let_go", who="bo")
        assert (table.sheet("bo").links, held(table, "eve", "pinned")) == ({}, [])

    @pytest.mark.parametrize(("amount", "holds"), [(7, True), (8, False)])
    def test_it_holds_on_until_it_is_helpless(self, table: Table, amount: int, holds: bool) -> None:
        self.pin(table)
        table.play("hurt", who="bo", amount=amount, dice={} if holds else {"injury/bo": [10]})
        assert bool(table.sheet("bo").links) == holds
        assert bool(held(table, "eve", "pinned")) == holds

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Table) -> None:
        entries = [self.pin(table), *on(table), blow(table, "cal", "bo", 30, damage=2)]
        table.check_undo(*entries, table.play("let_go", who="bo"))

    def test_had_it_let_go_before_the_attack_was_opposed(self, table: Table) -> None:
        self.pin(table)
        on(table)
        released = table.play("let_go", who="bo")
        entry = blow(table, "cal", "bo", 30, damage=0)
        plan = table.undo(released, dice={str(entry): {"damage": (3,)}})
        assert outcomes(plan) == {released: "struck", entry: "restated"}
        assert (hp(table, "bo"), len(held(table, "eve", "pinned"))) == (7, 1)

    def test_with_the_pin_the_refusal_goes(self, table: Table) -> None:
        pinned = self.pin(table)
        table.undo(pinned)
        table.play("dodge", who="eve", dice={"dodge": [40]})
        assert len(held(table, "eve", "dodging")) == 1


@pytest.mark.rules("CE-ACT-02")
class TestTheAim:
    @pytest.fixture(autouse=True)
    def aims(self, table: Table) -> None:
        self.aimed = table.play("aim", who="bo")

    def chance(self, table: Table) -> int:
        return 60 + table.value("bo", "attributes.attack")

    def test_it_gives_twenty_to_the_next_attack(self, table: Table) -> None:
        assert self.chance(table) == 80
        assert [part.source for part in table.reckoned("bo", "attributes.attack").parts] == ["aim"]

    @pytest.mark.parametrize(("roll", "damage"), [(80, 3), (81, 0)])
    def test_the_attack_of_the_next_turn_has_it_and_uses_it_up(self, table: Table, roll: int, damage: int) -> None:
        on(table, 4)
        shot(table, "bo", "eve", roll, damage)
        assert (hp(table, "eve"), self.chance(table)) == (10 - damage, 60)

    def test_any_damage_before_spoils_it(self, table: Table) -> None:
        on(table)
        shot(table, "cal", "bo", 30, damage=1)
        assert self.chance(table) == 60

    @pytest.mark.parametrize(("damage", "chance"), [(2, 80), (3, 60)])
    def test_damage_that_armor_takes_does_not(self, table: Table, damage: int, chance: int) -> None:
        vest = Modifier(path="attributes.armor", amount=2)
        table.let("bo", ModifierApplied(name="vest", modifier=vest))
        on(table)
        shot(table, "cal", "bo", 30, damage)
        assert self.chance(table) == chance

    def test_somebody_else_s_wound_does_not(self, table: Table) -> None:
        on(table)
        shot(table, "cal", "eve", 30, damage=5)
        assert self.chance(table) == 80

    def test_it_is_lost_at_the_end_of_the_turn_after_and_not_before(self, table: Table) -> None:
        on(table, 7)
        assert self.chance(table) == 80
        (aim,) = table.sheet("bo").modifiers.values()
        harmed = AtMoment(moment="harmed", subject="character/bo")
        assert aim.until == UntilFirst(of=(AtMoment(moment="turn_end"), harmed))
        on(table)
        assert (self.chance(table), table.sheet("bo").modifiers) == (60, {})

    def test_aiming_is_the_action_of_the_turn(self, table: Table) -> None:
        refusal = table.refusal("attack", who="bo", target="eve", weapon="firearms", damage="1d10")
        assert refusal.rule == "CE-TURN-05"

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Table) -> None:
        entries = [self.aimed, *on(table), shot(table, "cal", "bo", 30), *on(table, 3)]
        table.check_undo(*entries, shot(table, "bo", "eve", 60))

    def test_without_the_wound_the_same_roll_hits(self, table: Table) -> None:
        on(table)
        wounded = shot(table, "cal", "bo", 30, damage=1)
        on(table, 3)
        missed = shot(table, "bo", "eve", 75, damage=0)
        assert hp(table, "eve") == 10
        plan = table.undo(wounded, dice={str(missed): {"damage": (6,)}})
        assert outcomes(plan)[missed] == "restated"
        assert hp(table, "eve") == 4

    def test_without_the_aim_the_same_roll_misses(self, table: Table) -> None:
        on(table, 4)
        hit = shot(table, "bo", "eve", 75, damage=6)
        assert outcomes(table.undo(self.aimed))[hit] == "restated"
        assert hp(table, "eve") == 10
