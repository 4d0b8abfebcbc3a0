"""Area attacks and Consistent powers in Orcus, on the shared vocabulary."""

from typing import Any

import pytest

from api.testing.table import Table, outcomes
from domain.components.creature import Modifier
from domain.events.log import Rolled
from domain.events.values import AttributeRaised, ModifierApplied
from domain.history.plan import RevisionRefused, StillOwed
from tests.laws.vocabulary.orcus_party_rules import at_the_table

FOES = ("ghoul", "wight", "skeleton")


@pytest.fixture
def table() -> Table:
    """Ana attacks with +5; her foes have 12 in every defense and 30 Hit Points."""
    return at_the_table("ana", *FOES)


def dice(damage: int = 0, criticals: dict[str, int] | None = None, **attacks: int) -> dict[str, list[int]]:
    """What the dice showed: an attack for each target, one damage (as one die of that sum), the extra of critical hits."""
    found = {f"attack/{target}": [die] for target, die in attacks.items()}
    if damage:
        found["damage"] = [damage // 2, damage - damage // 2]
    return found | {f"critical/{target}": [die] for target, die in (criticals or {}).items()}


def hp(table: Table) -> list[int]:
    return [table.sheet(foe).tracks["hp"].current for foe in FOES]


def shield(table: Table, who: str, amount: int) -> int:
    bonus = Modifier(path="defense.reflex", amount=amount, source="shield")
    return table.let(who, ModifierApplied(name="shield", modifier=bonus))


@pytest.mark.rules("OR-AREA-06")
class TestAreas:
    @pytest.fixture(autouse=True)
    def learned(self, table: Table) -> None:
        table.play("learn", who="ana", power="fireball", frequency="at-will", critical=8)

    def cast(self, table: Table, targets: tuple[str, ...] = FOES, **rolled: Any) -> int:
        return table.play("use_power", who="ana", power="fireball", targets=targets, dice=dice(**rolled))

    def rolls(self, table: Table, entry: int) -> list[tuple[str, int]]:
        return [(event.name, event.total) for event in table.told(entry) if isinstance(event, Rolled)]

    def test_there_is_an_attack_roll_for_each_target_and_one_damage_roll_for_all(self, table: Table) -> None:
        entry = self.cast(table, ghoul=7, wight=15, skeleton=6, damage=8)
        assert self.rolls(table, entry) == [
            ("attack/character/ghoul", 12),
            ("attack/character/wight", 20),
            ("attack/character/skeleton", 11),
            ("damage", 8),
        ]
        assert hp(table) == [22, 22, 30]

    @pytest.mark.parametrize(("die", "left"), [(6, 30), (7, 22), (8, 22)])
    def test_each_roll_is_compared_with_its_own_target(self, table: Table, die: int, left: int) -> None:
        self.cast(table, ("ghoul", "wight"), ghoul=die, wight=10, damage=8)
        assert hp(table) == [left, 22, 30]

    def test_where_all_miss_no_damage_is_rolled(self, table: Table) -> None:
        entry = self.cast(table, ghoul=2, wight=3, skeleton=4)
        assert ([name for name, _ in self.rolls(table, entry) if name == "damage"], hp(table)) == ([], [30, 30, 30])

    def test_a_natural_one_misses_whatever_the_total(self, table: Table) -> None:
        table.let("ana", AttributeRaised(name="attack", amount=20))
        self.cast(table, ghoul=1, wight=2, skeleton=2, damage=8)
        assert hp(table) == [30, 22, 22]

    def test_the_extra_of_a_critical_hit_is_rolled_for_that_target_only(self, table: Table) -> None:
        self.cast(table, ghoul=20, wight=10, skeleton=20, damage=8, criticals={"ghoul": 3, "skeleton": 6})
        assert hp(table) == [30 - 12 - 3, 22, 30 - 12 - 6]

    def test_a_nineteen_is_no_critical_hit(self, table: Table) -> None:
        self.cast(table, ghoul=19, wight=18, skeleton=2, damage=8)
        assert hp(table) == [22, 22, 30]

    def test_where_all_are_critical_no_damage_is_rolled(self, table: Table) -> None:
        self.cast(table, ("ghoul", "wight"), ghoul=20, wight=20, criticals={"ghoul": 1, "wight": 8})
        assert hp(table) == [17, 10, 30]

    @pytest.mark.parametrize(("defense", "left"), [(25, 15), (26, 22)])
    def test_a_twenty_that_would_not_have_hit_is_an_ordinary_hit(self, table: Table, defense: int, left: int) -> None:
        shield(table, "ghoul", defense - 12)
        critical = {"criticals": {"ghoul": 3}} if defense == 25 else {"damage": 8}
        self.cast(table, ("ghoul",), ghoul=20, **critical)
        assert hp(table)[0] == left

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Table) -> None:
        entries = [
            shield(table, "wight", 2),
            self.cast(table, ghoul=7, wight=15, skeleton=20, damage=8, criticals={"skeleton": 2}),
        ]
        table.check_undo(*entries)

    def test_one_target_s_shield_changes_that_target_s_hit_only(self, table: Table) -> None:
        shielded = shield(table, "wight", 4)
        entry = self.cast(table, ghoul=7, wight=10, skeleton=6, damage=8)
        assert hp(table) == [22, 30, 30]
        assert outcomes(table.undo(shielded)) == {shielded: "struck", entry: "restated"}
        assert hp(table) == [22, 22, 30]

    def test_one_target_more_leaves_the_others_their_dice(self, table: Table) -> None:
        entry = self.cast(table, ("ghoul", "skeleton"), ghoul=7, skeleton=6, damage=8)
        more = dice(wight=12)
        table.amend(entry, "use_power", who="ana", power="fireball", targets=FOES, dice=more)
        assert hp(table) == [22, 22, 30]

    def test_one_target_fewer_leaves_the_others_their_dice(self, table: Table) -> None:
        entry = self.cast(table, ghoul=7, wight=12, skeleton=13, damage=8)
        table.amend(entry, "use_power", who="ana", power="fireball", targets=("ghoul", "skeleton"))
        assert hp(table) == [22, 30, 22]

    def test_where_it_hit_after_all_only_the_damage_is_still_to_be_rolled(self, table: Table) -> None:
        shielded = shield(table, "ghoul", 1)
        entry = self.cast(table, ("ghoul",), ghoul=7)
        with pytest.raises(StillOwed) as refused:
            table.undo(shielded)
        assert [(c.entry, c.outcome) for c in refused.value.plan.owing] == [(entry, "owed")]
        table.undo(shielded, dice={str(entry): {"damage": (4, 3)}})
        assert hp(table) == [23, 30, 30]


@pytest.mark.rules("OR-KEY-07")
class TestConsistentPowers:
    def learn(self, table: Table, frequency: str = "encounter", *, consistent: bool = True) -> None:
        table.play("learn", who="ana", power="volley", frequency=frequency, consistent=consistent)

    def volley(self, table: Table, **rolled: Any) -> int:
        targets = [target for target in rolled if target != "damage"]
        return table.play("use_power", who="ana", power="volley", targets=targets, dice=dice(**rolled))

    def expended(self, table: Table) -> bool:
        uses = table.sheet("ana").uses
        return "volley" in uses and uses["volley"].count > 0

    def test_where_every_attack_misses_it_is_not_expended(self, table: Table) -> None:
        self.learn(table)
        self.volley(table, ghoul=6, wight=1, skeleton=2)
        assert not self.expended(table)
        self.volley(table, ghoul=6)
        assert not self.expended(table)

    @pytest.mark.parametrize(("die", "expended"), [(6, False), (7, True), (20, True)])
    def test_one_hit_among_several_expends_it(self, table: Table, die: int, expended: bool) -> None:
        self.learn(table)
        self.volley(table, ghoul=2, wight=die, skeleton=3, damage=8 if die == 7 else 0)
        assert self.expended(table) == expended

    def test_what_is_expended_cannot_be_used(self, table: Table) -> None:
        self.learn(table)
        self.volley(table, ghoul=7, damage=8)
        assert table.refusal("use_power", who="ana", power="volley", targets=["wight"]).rule == "OR-POW-04"

    def test_any_other_power_is_expended_by_a_miss_as_well(self, table: Table) -> None:
        self.learn(table, consistent=False)
        self.volley(table, ghoul=2)
        assert self.expended(table)

    @pytest.mark.parametrize(
        ("frequency", "rest", "there"),
        [
            ("encounter", "short_rest", True),
            ("encounter", "long_rest", True),
            ("daily", "short_rest", False),
            ("daily", "long_rest", True),
        ],
    )
    def test_it_is_there_again_after_its_rest_and_not_before(
        self, table: Table, frequency: str, rest: str, there: bool
    ) -> None:
        self.learn(table, frequency)
        self.volley(table, ghoul=7, damage=8)
        table.play("rest", who="wight", rest=rest)
        assert self.expended(table)
        table.play("rest", who="ana", rest=rest)
        assert self.expended(table) != there

    def test_after_the_rest_it_is_expended_anew(self, table: Table) -> None:
        self.learn(table)
        self.volley(table, ghoul=7, damage=8)
        table.play("rest", who="ana", rest="short_rest")
        self.volley(table, ghoul=9, damage=3)
        assert self.expended(table)

    def test_the_entry_names_the_rule(self, table: Table) -> None:
        self.learn(table)
        (use,) = [e for e in table.told(self.volley(table, ghoul=7, damage=8)) if e.component == "uses"]
        assert use.rules == ("OR-KEY-07",)

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Table) -> None:
        self.learn(table)
        entries = [self.volley(table, ghoul=2), self.volley(table, ghoul=7, damage=8)]
        table.check_undo(*entries, table.play("rest", who="ana", rest="short_rest"), self.volley(table, wight=3))

    def test_had_the_only_hit_been_a_miss_it_was_not_expended(self, table: Table) -> None:
        lucky = table.let("ana", AttributeRaised(name="attack", amount=1))
        self.learn(table)
        entry = self.volley(table, ghoul=2, wight=6, damage=8)
        assert self.expended(table)
        assert outcomes(table.undo(lucky)) == {lucky: "struck", entry: "restated"}
        assert (self.expended(table), hp(table)) == (False, [30, 30, 30])

    def test_had_the_miss_been_a_hit_the_next_use_was_not_possible(self, table: Table) -> None:
        self.learn(table)
        first, second = self.volley(table, ghoul=6), self.volley(table, ghoul=3)
        with pytest.raises(RevisionRefused) as refused:
            table.amend(first, "use_power", who="ana", power="volley", targets=["ghoul"], dice=dice(ghoul=7, damage=5))
        (conflict,) = refused.value.plan.conflicts
        assert (conflict.entry, conflict.refusal and conflict.refusal.rule) == (second, "OR-POW-04")
