"""Dots of effort: what they are spent on, what drains them, and how many a pool holds."""

import pytest

from domain.play.refusals import Absent
from domain.vocabulary.values import Modifier, ModifierApplied
from tests.games.weaverdice.capes import Capes


@pytest.fixture
def table() -> Capes:
    table = Capes()
    table.cape("ramjet", athletics=4, guts=2)
    return table


def weaken(table: Capes, stat: str, amount: int) -> int:
    modifier = Modifier(path=f"attributes.{stat}", amount=-amount)
    return table.let("ramjet", ModifierApplied(name="maimed", modifier=modifier))


@pytest.mark.rules("WD-EFF-01")
class TestPools:
    def test_a_pool_has_a_dot_for_each_point_of_its_stat(self, table: Capes) -> None:
        assert table.dots("ramjet") == (4, 3, 2)

    def test_a_pool_follows_its_stat(self, table: Capes) -> None:
        table.play("set", target="ramjet", path="attributes.athletics.base", value=5)
        assert table.value("ramjet", "tracks.stamina.maximum") == 5

    @pytest.mark.parametrize("category", ["generic", "bystander"])
    def test_generics_and_bystanders_have_no_pools(self, table: Capes, category: str) -> None:
        table.foe("thug", category=category)
        assert not table.sheet("thug").tracks

    def test_effort_is_not_spent_without_pools(self, table: Capes) -> None:
        table.foe("thug", category="generic")
        assert table.refusal("spend_effort", who="thug", pool="focus").rule == "WD-EFF-03"


@pytest.mark.rules("WD-EFF-02")
class TestChangedPools:
    def test_a_larger_pool_comes_with_its_dots(self, table: Capes) -> None:
        table.play("change_pool", who="ramjet", pool="focus", by=2, because="third eye")
        assert table.dots("ramjet") == (4, 5, 2)

    def test_dots_that_were_spent_before_stay_spent(self, table: Capes) -> None:
        table.play("spend_effort", who="ramjet", pool="focus", dots=2)
        table.play("change_pool", who="ramjet", pool="focus", by=1, because="third eye")
        assert (table.dots("ramjet")[1], table.value("ramjet", "tracks.focus.maximum")) == (2, 4)

    def test_a_smaller_pool_loses_what_it_no_longer_holds(self, table: Capes) -> None:
        table.play("change_pool", who="ramjet", pool="stamina", by=-1, because="bad lungs")
        assert table.dots("ramjet") == (3, 3, 2)

    def test_dots_that_were_spent_are_not_lost_twice(self, table: Capes) -> None:
        table.play("spend_effort", who="ramjet", pool="stamina", dots=2)
        table.play("change_pool", who="ramjet", pool="stamina", by=-1, because="bad lungs")
        assert table.dots("ramjet") == (2, 3, 2)


@pytest.mark.rules("WD-EFF-03", "WD-EFF-06")
class TestSpending:
    def test_the_last_dot_can_be_spent(self, table: Capes) -> None:
        table.play("spend_effort", who="ramjet", pool="recovery", dots=2)
        assert table.dots("ramjet") == (4, 3, 0)

    def test_more_than_there_is_cannot(self, table: Capes) -> None:
        refusal = table.refusal("spend_effort", who="ramjet", pool="recovery", dots=3)
        assert (refusal.rule, str(refusal)) == ("WD-EFF-03", "This takes 3 dots of recovery, and 2 are left.")

    def test_another_pool_s_name_is_refused(self, table: Capes) -> None:
        with pytest.raises(Absent, match="stamina, focus, recovery"):
            table.play("spend_effort", who="ramjet", pool="luck")

    def test_the_player_spends_her_own(self, table: Capes) -> None:
        table.foe("lung")
        table.play("spend_effort", as_player="ana", who="ramjet", pool="focus")
        assert "that character's player" in table.forbidden("spend_effort", as_player="ana", who="lung", pool="focus")


@pytest.mark.rules("WD-EFF-03")
class TestPoolsOfAFallenStat:
    def test_there_are_no_more_dots_to_spend_than_the_stat_has(self, table: Capes) -> None:
        weaken(table, "athletics", 3)
        assert table.refusal("spend_effort", who="ramjet", pool="stamina", dots=2).rule == "WD-EFF-03"

    def test_what_is_spent_is_spent_of_those(self, table: Capes) -> None:
        weaken(table, "athletics", 2)
        table.play("spend_effort", who="ramjet", pool="stamina")
        assert table.dots("ramjet")[0] == 1

    def test_a_stat_below_zero_leaves_an_empty_pool(self, table: Capes) -> None:
        weaken(table, "athletics", 5)
        table.play("drain_effort", who="ramjet", pool="stamina")
        assert table.refusal("spend_effort", who="ramjet", pool="stamina").rule == "WD-EFF-03"

    def test_had_the_stat_not_fallen_the_dot_would_be_one_of_all(self, table: Capes) -> None:
        fallen = weaken(table, "athletics", 2)
        table.play("spend_effort", who="ramjet", pool="stamina")
        table.undo(fallen)
        assert table.dots("ramjet")[0] == 3


@pytest.mark.rules("WD-EFF-03", "WD-EFF-07", "WD-EFF-11", "WD-RULING-113")
class TestDraining:
    @pytest.mark.parametrize(("pool", "left"), [("stamina", (2, 3, 2)), ("focus", (4, 1, 2))])
    def test_what_takes_the_breath_or_rattles_the_senses_takes_dots(
        self, table: Capes, pool: str, left: tuple[int, int, int]
    ) -> None:
        table.play("drain_effort", who="ramjet", pool=pool, dots=2)
        assert table.dots("ramjet") == left

    def test_what_would_fall_below_zero_is_not_lost(self, table: Capes) -> None:
        table.play("drain_effort", who="ramjet", pool="recovery", dots=5)
        assert table.dots("ramjet")[2] == 0

    def test_an_empty_pool_loses_nothing(self, table: Capes) -> None:
        table.play("drain_effort", who="ramjet", pool="recovery", dots=2)
        assert table.told(table.play("drain_effort", who="ramjet", pool="recovery")) == []


@pytest.mark.rules("WD-EFF-17")
class TestPrices:
    def test_the_game_master_prices_a_stunt(self, table: Capes) -> None:
        entry = table.play("price_effort", who="ramjet", pool="focus", dots=2, what_for="acting out of turn")
        assert (table.dots("ramjet"), "WD-EFF-17" in table.cited(entry)) == ((4, 1, 2), True)

    def test_who_cannot_pay_does_not_do_it(self, table: Capes) -> None:
        refusal = table.refusal("price_effort", who="ramjet", pool="focus", dots=4, what_for="a fourth action")
        assert refusal.rule == "WD-EFF-17"

    def test_a_player_sets_no_price(self, table: Capes) -> None:
        sentence = table.forbidden("price_effort", as_player="ana", who="ramjet", pool="focus", what_for="a trick")
        assert "game master" in sentence
