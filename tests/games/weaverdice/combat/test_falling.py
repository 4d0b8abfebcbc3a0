"""What falls and throws do."""

import pytest

from systems.weaverdice.combat.falling import target_of
from tests.games.weaverdice.capes import Capes
from tests.games.weaverdice.hurting import Arena

WOUND, EFFECT = "a lesser wound", "a lesser bash effect"
HARD, DEEP = "a lesser wound and a moderate bash effect", "a moderate wound and a lesser bash effect"


@pytest.fixture
def table() -> Capes:
    table = Capes()
    table.cape("ramjet")
    return table


def falls(table: Capes, feet: int, thrown: bool = False, choice: str = "", **dice: int) -> int:
    return table.play(
        "fall",
        who="ramjet",
        feet=feet,
        thrown=thrown,
        dice={f"{label}/ramjet": [die] for label, die in dice.items()},
        responses={"fall/ramjet": choice} if choice else {},
    )


@pytest.mark.rules("WD-MOVE-08", "WD-RULING-120")
class TestTheRows:
    @pytest.mark.parametrize(("feet", "thrown"), [(1, False), (5, False), (10, True)])
    def test_the_first_is_a_wound_or_an_effect(self, table: Capes, feet: int, thrown: bool) -> None:
        falls(table, feet, thrown, WOUND)
        assert table.wounds("ramjet") == ["body/1: lesser"]

    def test_the_effect_comes_without_a_wound(self, table: Capes) -> None:
        entry = falls(table, 5, choice=EFFECT, effect=1)
        assert (table.wounds("ramjet"), table.rolls(entry)) == ([], {"effect/ramjet": 1})

    @pytest.mark.parametrize(("feet", "thrown"), [(6, False), (10, False), (11, True), (20, True)])
    def test_the_second_is_both(self, table: Capes, feet: int, thrown: bool) -> None:
        entry = falls(table, feet, thrown, effect=1)
        assert (table.wounds("ramjet"), "effect/ramjet" in table.rolls(entry)) == (["body/1: lesser"], True)

    @pytest.mark.parametrize(("feet", "thrown"), [(11, False), (15, False), (21, True), (30, True)])
    @pytest.mark.parametrize(("choice", "tier"), [(HARD, "lesser"), (DEEP, "moderate")])
    def test_of_the_third_one_part_is_moderate(
        self, table: Capes, feet: int, thrown: bool, choice: str, tier: str
    ) -> None:
        falls(table, feet, thrown, choice, effect=1)
        assert table.wounds("ramjet") == [f"body/1: {tier}"]

    @pytest.mark.parametrize(("feet", "thrown"), [(16, False), (20, False), (31, True), (40, True)])
    def test_of_the_fourth_both_are(self, table: Capes, feet: int, thrown: bool) -> None:
        falls(table, feet, thrown, effect=1)
        assert table.wounds("ramjet") == ["body/1: moderate"]

    @pytest.mark.parametrize(("feet", "thrown"), [(21, False), (25, False), (41, True), (50, True)])
    def test_the_last_is_critical_where_athletics_fail(self, table: Capes, feet: int, thrown: bool) -> None:
        falls(table, feet, thrown, landing=3, effect=1)
        assert table.wounds("ramjet")[0].endswith("critical")

    def test_a_long_fall_is_moderate_where_athletics_hold(self, table: Capes) -> None:
        falls(table, 21, landing=4, effect=1)
        assert table.wounds("ramjet") == ["body/1: moderate"]

    @pytest.mark.rules("WD-COS-02", "WD-RULING-29")
    @pytest.mark.parametrize(("option", "rolled"), [("rolled", {"effect/tank": 1}), ("skipped", {})])
    def test_bug_armor_keeps_the_effect_of_a_mixed_row_out_as_the_campaign_has_it(
        self, option: str, rolled: dict[str, int]
    ) -> None:
        table = Arena(armor_effects=option)
        table.wears("armor")
        dice = {"effect/tank": [1]} if rolled else {}
        entry = table.play("fall", who="tank", feet=12, responses={"fall/tank": HARD}, dice=dice)
        assert table.rolls(entry) == rolled

    def test_the_falling_cape_chooses_between_wound_and_effect(self, table: Capes) -> None:
        table.play("fall", who="ramjet", feet=5)
        [question] = table.sheet("ramjet").questions.values()
        assert (question.owner, question.options) == ("ana", (WOUND, EFFECT))


@pytest.mark.rules("WD-MOVE-09", "WD-RULING-120")
class TestTheLanding:
    @pytest.mark.parametrize(("feet", "target"), [(21, 4), (25, 4), (26, 5), (30, 5), (31, 6), (36, 7)])
    def test_each_begun_5_feet_fallen_add_1(self, feet: int, target: int) -> None:
        assert target_of(feet) == target

    @pytest.mark.parametrize(("feet", "target"), [(41, 4), (50, 4), (51, 5), (60, 5), (61, 6)])
    def test_each_begun_10_feet_thrown_add_1(self, feet: int, target: int) -> None:
        assert target_of(feet, thrown=True) == target

    @pytest.mark.parametrize(("die", "tier"), [(4, "critical"), (5, "moderate")])
    def test_from_26_feet_it_takes_5(self, table: Capes, die: int, tier: str) -> None:
        falls(table, 26, landing=die, effect=1)
        assert table.wounds("ramjet")[0].endswith(tier)


@pytest.mark.rules("WD-MOVE-07")
class TestWhatIsAFall:
    def dare(self, table: Capes, die: int, **more: int) -> int:
        dice = {"jump": [die], **{f"{label}/ramjet": [value] for label, value in more.items()}}
        return table.play("dare", who="ramjet", what="jump", feet=8, dice=dice)

    def test_a_hard_jump_costs_stamina(self, table: Capes) -> None:
        self.dare(table, 4)
        assert (table.dots("ramjet"), table.wounds("ramjet")) == ((2, 3, 3), [])

    def test_failing_it_is_one(self, table: Capes) -> None:
        self.dare(table, 3, effect=1)
        assert table.wounds("ramjet") == ["body/1: lesser"]

    def test_without_stamina_nobody_tries(self, table: Capes) -> None:
        table.play("spend_effort", who="ramjet", pool="stamina", dots=3)
        assert table.refusal("dare", who="ramjet", what="climb", feet=8).rule == "WD-MOVE-07"

    def test_being_knocked_back_is_none(self, table: Capes) -> None:
        falls(table, 5, choice=EFFECT, effect=2)
        assert (table.wounds("ramjet"), table.conditions("ramjet")) == ([], [])

    def test_being_pushed_off_an_edge_is_one(self, table: Capes) -> None:
        entry = falls(table, 5, choice=EFFECT, effect=2)
        table.answer_late(entry, {"pushed-off/ramjet": "10 feet"}, dice={"effect/ramjet": [2, 5]})
        assert table.wounds("ramjet") == ["body/1: lesser"]
