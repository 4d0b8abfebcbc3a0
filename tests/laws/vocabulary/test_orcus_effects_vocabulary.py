"""Stacking modifiers, saving throws and counters in Orcus, on the shared vocabulary."""

import pytest

from api.testing.table import Dice, Table, outcomes
from domain.events.log import Rolled
from domain.events.undertakings import UseCounted, UseReset
from tests.laws.vocabulary.orcus_combat_rules import acting, fight, next_turn


@pytest.fixture
def table() -> Table:
    """Ana's warden acts before a ghoul."""
    table = fight(warden=20, ghoul=10)
    next_turn(table)
    return table


def modify(table: Table, amount: int, type: str = "", who: str = "warden", roll: str = "attack") -> int:
    return table.play("modify", who=who, roll=roll, amount=amount, type=type)


def repeated(table: Table, effect: str, amount: int, by: str) -> int:
    """An untyped effect with a name."""
    return table.play("modify", who="warden", roll="attack", amount=amount, effect=effect, by=by)


def attack(table: Table, die: int, damage: int | None = None, who: str = "warden", target: str = "ghoul") -> int:
    dice: Dice = {"attack": [die]} if damage is None else {"attack": [die], "attack/damage": [damage]}
    table.play("come", moment="turn_start", subject=who)
    return table.play(
        "strike", encounter="crypt", who=who, target=target, dice=dice, responses={"attack/counter": "no"}
    )


def hp(table: Table, who: str = "ghoul") -> int:
    return table.sheet(who).tracks["hp"].current


def states(table: Table, who: str = "warden") -> list[str]:
    return sorted(table.sheet(who).conditions)


@pytest.mark.rules("OR-MOD-02")
class TestStacking:
    def test_different_types_and_none_are_summed(self, table: Table) -> None:
        for amount, type in [(2, "power"), (1, "feat"), (-2, "armor"), (1, ""), (1, "")]:
            modify(table, amount, type)
        assert table.value("warden", "attack") == 3

    def test_of_one_type_the_best_bonus_and_the_worst_penalty_count(self, table: Table) -> None:
        for amount in (1, 2, -1, -4, -2):
            modify(table, amount, "power")
        assert table.value("warden", "attack") == -2
        assert sorted(p.amount for p in table.reckoned("warden", "attack").parts if p.counted) == [-4, 2]

    @pytest.mark.parametrize(("second", "total"), [(1, 2), (2, 2), (3, 3)])
    def test_a_second_bonus_of_the_type_counts_only_where_it_is_better(
        self, table: Table, second: int, total: int
    ) -> None:
        modify(table, 2, "feat")
        modify(table, second, "feat")
        assert table.value("warden", "attack") == total

    def test_the_same_effect_of_the_same_creature_counts_once(self, table: Table) -> None:
        repeated(table, "help attack", 2, "ghoul")
        repeated(table, "help attack", 2, "ghoul")
        assert table.value("warden", "attack") == 2

    def test_of_another_creature_or_of_another_name_it_adds(self, table: Table) -> None:
        repeated(table, "help attack", 2, "ghoul")
        repeated(table, "help attack", 2, "warden")
        repeated(table, "rally", 1, "ghoul")
        assert table.value("warden", "attack") == 5

    def test_when_the_best_ends_the_next_best_counts(self, table: Table) -> None:
        modify(table, 1, "power")
        until = {"by": "moment", "moment": "turn_end", "subject": "warden"}
        table.play("modify", who="warden", roll="attack", amount=3, type="power", until=until)
        assert table.value("warden", "attack") == 3
        table.play("come", moment="turn_end", subject="ghoul")
        assert table.value("warden", "attack") == 3
        next_turn(table)
        assert table.value("warden", "attack") == 1

    @pytest.mark.parametrize(("die", "left"), [(11, 20), (12, 15), (13, 15)])
    def test_a_roll_has_what_counts(self, table: Table, die: int, left: int) -> None:
        for amount, type in [(2, "power"), (1, "power"), (1, "feat")]:
            modify(table, amount, type)
        entry = attack(table, die, 5 if left < 20 else None)
        roll = next(event for event in table.told(entry) if isinstance(event, Rolled))
        assert (hp(table), {(m.label, m.amount) for m in roll.modifiers}) == (left, {("power", 2), ("feat", 1)})

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Table) -> None:
        entries = [modify(table, amount, "power") for amount in (2, 3, -1)]
        table.check_undo(*entries, attack(table, 13, 5))

    def test_without_the_best_bonus_the_same_die_misses(self, table: Table) -> None:
        modify(table, 1, "power")
        best = modify(table, 3, "power")
        entry = attack(table, 12, 5)
        assert hp(table) == 15
        assert outcomes(table.undo(best)) == {best: "struck", entry: "restated"}
        assert hp(table) == 20

    def test_without_a_lesser_one_nothing_changes(self, table: Table) -> None:
        lesser = modify(table, 1, "power")
        modify(table, 3, "power")
        entry = attack(table, 12, 5)
        assert outcomes(table.undo(lesser)) == {lesser: "struck", entry: "confirmed"}


@pytest.mark.rules("OR-DUR-02")
class TestSaveEnds:
    def afflict(self, table: Table, what: str, penalty: int = 0, who: str = "warden") -> str:
        return f"{what}-{table.play('afflict', who=who, what=what, attack=penalty)}"

    def end_turn(self, table: Table, **saves: int) -> int:
        return next_turn(table, **{name.replace("-", "_"): die for name, die in saves.items()})

    @pytest.mark.parametrize(("die", "ends"), [(9, False), (10, True), (11, True)])
    def test_ten_or_more_ends_it(self, table: Table, die: int, ends: bool) -> None:
        slowed = self.afflict(table, "slowed")
        self.end_turn(table, **{slowed: die})
        assert states(table) == ([] if ends else [slowed])

    def test_it_is_rolled_at_the_end_of_the_own_turn_only(self, table: Table) -> None:
        slowed = self.afflict(table, "slowed", who="ghoul")
        assert "Rolled" not in table.kinds(next_turn(table))
        assert acting(table) == (1, "ghoul")
        self.end_turn(table, **{slowed: 12})
        assert states(table, "ghoul") == []

    def test_each_effect_has_its_own_throw(self, table: Table) -> None:
        slowed, dazed = self.afflict(table, "slowed"), self.afflict(table, "dazed")
        self.end_turn(table, **{slowed: 9, dazed: 10})
        assert states(table) == [slowed]

    def test_it_is_rolled_turn_after_turn(self, table: Table) -> None:
        slowed = self.afflict(table, "slowed")
        for die in (9, 1, 20):
            assert states(table) == [slowed]
            self.end_turn(table, **{slowed: die})
            next_turn(table)
        assert states(table) == []

    def test_one_throw_ends_the_whole_effect(self, table: Table) -> None:
        weakened = self.afflict(table, "weakened", -2)
        assert table.value("warden", "attack") == -2
        self.end_turn(table, **{weakened: 10})
        assert (states(table), table.value("warden", "attack")) == ([], 0)

    def test_only_bonuses_to_saves_are_added(self, table: Table) -> None:
        modify(table, 5, "power")
        modify(table, 2, "feat", roll="saves")
        slowed = self.afflict(table, "slowed")
        self.end_turn(table, **{slowed: 7})
        assert states(table) == [slowed]
        next_turn(table)
        self.end_turn(table, **{slowed: 8})
        assert states(table) == []

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Table) -> None:
        weakened = self.afflict(table, "weakened", -2)
        applied = int(weakened.removeprefix("weakened-"))
        table.check_undo(applied, self.end_turn(table, **{weakened: 9}), next_turn(table))

    def test_without_the_bonus_the_same_die_fails(self, table: Table) -> None:
        bonus = modify(table, 2, "feat", roll="saves")
        slowed = self.afflict(table, "slowed")
        ended = self.end_turn(table, **{slowed: 8})
        assert states(table) == []
        assert outcomes(table.undo(bonus)) == {bonus: "struck", ended: "restated"}
        assert states(table) == [slowed]

    def test_without_the_effect_there_is_nothing_to_throw_for(self, table: Table) -> None:
        slowed = self.afflict(table, "slowed")
        ended = self.end_turn(table, **{slowed: 8})
        table.undo(int(slowed.removeprefix("slowed-")))
        assert "Rolled" not in table.kinds(ended)
        assert states(table) == []


@pytest.mark.rules("OR-IMM-03")
class TestCounters:
    @pytest.fixture
    def table(self) -> Table:
        """It is the ghoul's turn, and Ana's warden may counter."""
        table = fight(warden=10, ghoul=20)
        next_turn(table)
        return table

    def attacked(self, table: Table, dice: Dice, counter: str = "") -> int:
        responses = {"attack/counter": counter} if counter else {}
        return table.play("strike", encounter="crypt", who="ghoul", target="warden", dice=dice, responses=responses)

    def again(self, table: Table) -> None:
        table.play("come", moment="turn_start", subject="ghoul")

    def test_the_action_pauses_until_the_counter_is_decided(self, table: Table) -> None:
        entry = self.attacked(table, {"attack": [15], "attack/damage": [6]})
        (question,) = table.fight("crypt").questions.values()
        assert (question.deed, question.owner, question.options) == (entry, "ana", ("no", "parry", "riposte"))
        assert hp(table, "warden") == 20
        assert table.refusal("next_turn", encounter="crypt").rule == "deed-waiting"

    def test_without_a_counter_it_goes_on(self, table: Table) -> None:
        entry = self.attacked(table, {"attack": [15], "attack/damage": [6]})
        table.play("answer", deed=entry, key="attack/counter", choice="no")
        assert (hp(table, "warden"), table.sheet("warden").uses["immediate"].count) == (14, 0)

    def test_the_counter_resolves_completely_and_then_the_action_goes_on(self, table: Table) -> None:
        entry = self.attacked(table, {"attack": [15]})
        dice = {"attack/riposte": [18], "attack/riposte/damage": [5], "attack/damage": [6]}
        answer = table.play("answer", deed=entry, key="attack/counter", choice="riposte", dice=dice)
        assert (hp(table, "ghoul"), hp(table, "warden")) == (15, 14)
        told = [event.name for event in table.told(answer)]
        assert told[1:] == ["immediate", "attack/riposte", "attack/riposte/damage", "hp", "attack/damage", "hp"]

    @pytest.mark.parametrize(("die", "left"), [(18, 20), (19, 14), (20, 14)])
    def test_it_goes_on_against_what_is_now_there(self, table: Table, die: int, left: int) -> None:
        dice = {"attack": [die], "attack/damage": [6]} if left < 20 else {"attack": [die]}
        self.attacked(table, dice, "parry")
        assert hp(table, "warden") == left

    def test_whoever_falls_to_the_counter_does_not_go_on(self, table: Table) -> None:
        for _ in range(2):
            dice = {"attack": [15], "attack/riposte": [19], "attack/riposte/damage": [8], "attack/damage": [1]}
            self.attacked(table, dice, "riposte")
            self.again(table)
            table.let("warden", UseReset(name="immediate", count=0))
        self.attacked(table, {"attack": [15], "attack/riposte": [19], "attack/riposte/damage": [4]}, "riposte")
        assert (hp(table, "ghoul"), hp(table, "warden")) == (0, 18)

    def test_a_miss_sets_off_nothing(self, table: Table) -> None:
        entry = self.attacked(table, {"attack": [14]})
        assert (table.kinds(entry), table.fight("crypt").questions) == (["BudgetSpent", "Rolled"], {})

    def test_there_is_one_until_the_own_next_turn(self, table: Table) -> None:
        self.attacked(table, {"attack": [15]}, "parry")
        self.again(table)
        self.attacked(table, {"attack": [15], "attack/damage": [3]})
        assert (hp(table, "warden"), table.fight("crypt").questions) == (17, {})
        next_turn(table)
        next_turn(table)
        self.attacked(table, {"attack": [15]}, "parry")
        assert hp(table, "warden") == 17

    def test_nobody_counters_in_their_own_turn(self, table: Table) -> None:
        next_turn(table)
        dice = {"attack": [15], "attack/damage": [2]}
        table.play("strike", encounter="crypt", who="ghoul", target="warden", dice=dice, force=True)
        assert (hp(table, "warden"), table.fight("crypt").questions) == (18, {})

    def test_closing_the_deed_counters_nothing(self, table: Table) -> None:
        table.play("close", deed=self.attacked(table, {"attack": [15], "attack/damage": [6]}))
        assert hp(table, "warden") == 14

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Table) -> None:
        first = self.attacked(table, {"attack": [15]}, "parry")
        table.check_undo(first, next_turn(table))

    def test_the_deed_takes_its_counter_along(self, table: Table) -> None:
        before = table.state()
        entry = self.attacked(table, {"attack": [15]})
        answer = table.play("answer", deed=entry, key="attack/counter", choice="parry")
        assert outcomes(table.undo(entry)) == {entry: "struck", answer: "moot"}
        assert table.state() == before

    def test_a_counter_that_is_taken_back_lets_the_attack_through(self, table: Table) -> None:
        entry = self.attacked(table, {"attack": [15]})
        answer = table.play("answer", deed=entry, key="attack/counter", choice="parry")
        table.undo(answer)
        table.play("answer", deed=entry, key="attack/counter", choice="no", dice={"attack/damage": [6]})
        assert (hp(table, "warden"), table.sheet("warden").uses["immediate"].count) == (14, 0)

    def test_had_the_attack_missed_nothing_would_have_been_countered(self, table: Table) -> None:
        bonus = modify(table, 1, "power", who="ghoul")
        entry = self.attacked(table, {"attack": [14]})
        answer = table.play("answer", deed=entry, key="attack/counter", choice="parry")
        assert outcomes(table.undo(bonus)) == {bonus: "struck", entry: "restated", answer: "moot"}
        assert table.sheet("warden").uses["immediate"].count == 0

    def test_a_counter_that_was_free_after_all_is_owed(self, table: Table) -> None:
        used = table.let("warden", UseCounted(name="immediate"))
        entry = self.attacked(table, {"attack": [15], "attack/damage": [6]})
        assert outcomes(table.undo(used, dry_run=True)) == {used: "struck", entry: "owed"}
        table.undo(used, responses={str(entry): {"attack/counter": "parry"}})
        assert (hp(table, "warden"), table.sheet("warden").uses["immediate"].count) == (20, 1)
