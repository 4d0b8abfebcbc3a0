"""Crafting: rolls that add up, how many there are, and the tiers that they reach."""

from __future__ import annotations

import pytest

from api.testing.table import outcomes
from tests.games.weaverdice.bench import Bench


@pytest.fixture
def table() -> Bench:
    return Bench()


@pytest.mark.rules("WD-CRF-02")
class TestRolls:
    def test_a_roll_is_a_die_without_a_stat(self) -> None:
        table = Bench(knowledge=5, dexterity=5)
        table.begin_craft()
        table.slot()
        assert (table.last_roll(table.craft(4)).modifiers, table.sum()) == ((), 4)

    def test_craft_keeps_the_best_of_two(self) -> None:
        table = Bench("craft")
        table.begin_craft()
        table.slot()
        table.craft(2, 5)
        assert table.sum() == 5

    def test_master_craft_takes_a_four(self) -> None:
        table = Bench("craft", "handy", "diligence", "multitasker", "master-craft")
        table.begin_craft()
        table.slot()
        table.craft(take_four=True)
        assert table.sum() == 4


@pytest.mark.rules("WD-CSK-01", "WD-CSK-05", "WD-RULING-67", "WD-RULING-68")
class TestWhatSkillsAdd:
    @pytest.mark.parametrize(("last", "made"), [(1, ["armor/low"]), (0, [])])
    def test_one_to_the_final_total_for_each_skill_of_craft(self, last: int, made: list[str]) -> None:
        table = Bench("craft")
        table.begin_craft()
        table.slot()
        for die in (5, 2 + last, 1):
            table.craft(die, 1)
        assert table.made() == made

    def test_a_specialist_adds_theirs_in_their_field(self) -> None:
        table = Bench("craft", "specialist/smithing")
        table.begin_craft(field="smithing")
        table.slot()
        table.craft(3, 1)
        going = table.sum()
        table.craft(3, 1)
        assert (going, table.made()) == (3, ["armor/low"])

    def test_a_specialist_adds_to_no_other_field(self) -> None:
        table = Bench("craft", "specialist/smithing")
        table.begin_craft()
        table.slot()
        for die in (3, 3):
            table.craft(die, 1)
        assert table.sum() == 6


@pytest.mark.rules("WD-CRF-03", "WD-RULING-70")
class TestHowManyRolls:
    def test_three_for_knowledge_three(self, table: Bench) -> None:
        table.begin_craft()
        table.crafted(3, 3, 3)
        assert (table.sum(), table.made()) == (None, [])

    def test_at_the_last_the_sum_decides(self, table: Bench) -> None:
        table.begin_craft()
        table.crafted(3, 3, 4)
        assert (table.sum(), table.made()) == (None, ["armor/low"])

    def test_before_it_nothing_is_decided(self, table: Bench) -> None:
        table.begin_craft()
        table.crafted(1, 1)
        assert table.sum() == 2

    def test_rolls_of_a_craft_are_counted_across_downtimes(self) -> None:
        table = Bench(dexterity=1)
        table.begin_craft()
        for die in (1, 2, 3):
            table.play("open_downtime")
            table.slot()
            table.craft(die)
            table.play("end_downtime")
        assert (table.sum(), table.made()) == (None, [])

    def test_a_total_that_is_there_early_succeeds_at_once(self, table: Bench) -> None:
        table.begin_craft()
        table.crafted(5, 5)
        assert (table.made(), table.left()) == (["armor/low"], 1)

    def test_nobody_without_knowledge_makes_anything(self) -> None:
        table = Bench(knowledge=0)
        table.begin_craft()
        table.slot()
        assert table.refusal("craft", who="ramjet", project="armor").rule == "WD-CRF-03"

    def test_undoing_an_earlier_roll_it_is_not_done(self, table: Bench) -> None:
        table.begin_craft()
        table.slot()
        first, second = table.craft(5), table.craft(5)
        assert (outcomes(table.undo(first))[second], table.made(), table.sum()) == ("restated", [], 5)

    def test_the_rulebook_s_five_three_and_two(self) -> None:
        table = Bench("craft")
        table.begin_craft()
        table.slot()
        for pair in ((5, 1), (3, 2), (1, 2)):
            table.craft(*pair)
        assert (table.made(), table.sheet("ramjet").tasks) == (["armor/low"], {})


@pytest.mark.rules("WD-CRF-04", "WD-RULING-72")
class TestTiers:
    @pytest.mark.parametrize(
        ("tier", "goal", "price", "cost"), [("low", 10, 100, 25), ("standard", 15, 330, 110), ("high", 20, 1000, 500)]
    )
    def test_each_has_its_difficulty_and_its_part_of_the_price(
        self, table: Bench, tier: str, goal: int, price: int, cost: int
    ) -> None:
        table.begin_craft("armor", tier)
        (task,) = table.sheet("ramjet").tasks.values()
        assert (task.goal, 5000 - table.money()) == (goal, cost)

    @pytest.mark.parametrize(
        ("price", "tier", "cost"), [(25, "low", 7), (25, "standard", 9), (25, "high", 13), (24, "low", 6)]
    )
    def test_costs_are_rounded_up(self, table: Bench, price: int, tier: str, cost: int) -> None:
        table.play("lay_out_design", what="Whistle", price=price)
        table.begin_craft("Whistle", tier)
        assert 5000 - table.money() == cost

    def test_resourceful_pays_less(self) -> None:
        table = Bench("craft", "resourceful")
        table.begin_craft("armor", "standard")
        assert 5000 - table.money() == 110 - 33

    def test_a_weapon_of_the_catalogue_can_be_made(self, table: Bench) -> None:
        table.play("define_weapon", name="Machete", type="cut", price=60, size="large")
        table.begin_craft("Machete")
        table.crafted(5, 5, project="Machete")
        (made,) = table.sheet("ramjet").items.values()
        assert (made.catalogue, made.data["size"], made.data["tier"]) == ("weapon/machete", "large", "low")

    def test_who_cannot_pay_does_not_begin(self) -> None:
        table = Bench(dollars=24)
        assert table.refusal("begin_craft", who="ramjet", what="armor", tier="low").rule == "WD-CRF-04"

    def test_a_tier_that_there_is_none_of_is_not_attempted(self, table: Bench) -> None:
        assert table.refusal("begin_craft", who="ramjet", what="icon", tier="low").rule == "WD-COS-01"

    def test_what_nobody_knows_how_to_make_is_not_made(self, table: Bench) -> None:
        assert table.refusal("begin_craft", who="ramjet", what="death ray").missing

    def test_an_affiliation_names_its_group(self, table: Bench) -> None:
        assert table.refusal("begin_craft", who="ramjet", what="affiliation").rule == "WD-COS-14"
        table.begin_craft("affiliation", "standard", group="the Pack")
        table.crafted(5, 5, 5, project="affiliation")
        assert [item.data["group"] for item in table.sheet("ramjet").items.values()] == ["the Pack"]


@pytest.mark.rules("WD-CRF-05", "WD-RULING-71")
class TestFallingShort:
    @pytest.mark.parametrize(
        ("rolls", "made"),
        [((5, 5, 5, 5), "high"), ((5, 5, 5, 4), "standard"), ((4, 4, 4, 3), "standard"), ((4, 4, 4, 2), "low")],
    )
    def test_the_best_tier_that_the_total_meets_is_made(self, rolls: tuple[int, ...], made: str) -> None:
        table = Bench(knowledge=4)
        table.begin_craft("armor", "high")
        table.crafted(*rolls)
        assert table.made() == [f"armor/{made}"]

    @pytest.mark.parametrize(("last", "made"), [(1, ["armor/low"]), (0, [])])
    def test_below_the_lowest_nothing_is(self, last: int, made: list[str]) -> None:
        table = Bench(knowledge=4)
        table.begin_craft("armor", "high")
        table.crafted(3, 3, 3, 1) if last else table.crafted(3, 3, 2, 1)
        assert table.made() == made

    def test_the_cost_of_the_higher_tier_stays_spent(self) -> None:
        table = Bench(knowledge=4)
        table.begin_craft("armor", "high")
        table.crafted(4, 4, 4, 2)
        assert 5000 - table.money() == 500

    def test_the_bonus_of_skills_counts_for_the_lower_tier(self) -> None:
        table = Bench("craft", "diligence")
        table.begin_craft("armor", "high")
        table.slot()
        for die in (4, 4, 5):
            table.craft(die, 1)
        assert table.made() == ["armor/standard"]

    def test_a_tier_that_the_piece_does_not_have_is_passed_over(self, table: Bench) -> None:
        table.begin_craft("icon", "standard")
        table.crafted(4, 4, 4, project="icon")
        assert table.made() == []
