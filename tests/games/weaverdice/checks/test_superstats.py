"""Superstats and hard limits, where the campaign has them."""

from __future__ import annotations

from typing import Any

import pytest

from domain.vocabulary.log import Noted, Rolled
from tests.games.weaverdice.capes import Capes


def strong(score: int = 5, **how: Any) -> Capes:
    """A table at which Ramjet has a superstat of Brawn."""
    table = Capes(superstats=True)
    table.cape("ramjet")
    table.play("give_superstat", who="ramjet", stat="brawn", score=score, **how)
    return table


def rolled(table: Capes, entry: int) -> bool:
    return any(isinstance(event, Rolled) for event in table.told(entry))


@pytest.mark.rules("WD-OPT-01")
class TestSuperstats:
    def test_what_people_find_hard_is_passed_without_a_roll(self) -> None:
        table = strong()
        entry = table.play("check", who="ramjet", stat="brawn", target=6)
        (event,) = table.told(entry)
        assert isinstance(event, Noted)
        assert event.data == {"stat": "super-brawn", "outcome": "success"}

    @pytest.mark.parametrize(("die", "outcome"), [(1, "failure"), (2, "success")])
    def test_at_a_superhuman_scale_it_replaces_the_stat(self, die: int, outcome: str) -> None:
        table = strong(score=5)
        entry = table.play("check", who="ramjet", stat="brawn", superhuman=True, target=4, dice={"check": [die]})
        assert (table.rolls(entry), table.outcomes_of(entry)) == ({"check": die + 2}, {"check": outcome})

    def test_others_cannot_try_that(self) -> None:
        table = strong()
        assert table.refusal("check", who="ramjet", stat="wits", superhuman=True).rule == "WD-OPT-01"

    def test_other_stats_roll_as_ever(self) -> None:
        table = strong()
        assert rolled(table, table.play("check", who="ramjet", stat="wits", dice={"check": [4]}))

    def test_the_stat_itself_stays_beside_it(self) -> None:
        attributes = strong().sheet("ramjet").attributes
        assert (attributes["brawn"].base, attributes["super-brawn"].base) == (3, 5)

    def test_there_is_none_of_luck(self) -> None:
        assert strong().refusal("give_superstat", who="ramjet", stat="luck", score=4).rule == "WD-CHK-04"

    def test_superstats_are_an_option(self) -> None:
        table = Capes()
        table.cape("ramjet")
        assert table.refusal("give_superstat", who="ramjet", stat="brawn", score=4).rule == "WD-OPT-01"

    def test_switched_off_the_option_leaves_the_stat(self) -> None:
        table = strong()
        table.play("freeform.set_option", option="superstats", value=False)
        assert rolled(table, table.play("check", who="ramjet", stat="brawn", dice={"check": [4]}))


@pytest.mark.rules("WD-OPT-03")
class TestVariableOnes:
    def test_the_bond_moves_it(self) -> None:
        table = strong(score=4, manner="bond")
        table.play("shift_superstat", who="ramjet", stat="brawn", score=6)
        entry = table.play("check", who="ramjet", stat="brawn", superhuman=True, dice={"check": [1]})
        assert table.rolls(entry) == {"check": 4}

    def test_a_steady_one_is_not_moved(self) -> None:
        assert strong().refusal("shift_superstat", who="ramjet", stat="brawn", score=6).rule == "WD-OPT-03"

    @pytest.mark.parametrize(("pool", "dots"), [("stamina", (2, 3, 3)), ("focus", (3, 2, 3)), ("recovery", (3, 3, 2))])
    @pytest.mark.parametrize("superhuman", [False, True])
    def test_a_reserve_is_paid_at_every_use(self, pool: str, dots: tuple[int, int, int], superhuman: bool) -> None:
        table = strong(manner="reserve", pool=pool)
        dice = {"check": [4]} if superhuman else {}
        table.play("check", who="ramjet", stat="brawn", superhuman=superhuman, dice=dice)
        assert table.dots("ramjet") == dots

    def test_an_empty_reserve_gives_nothing(self) -> None:
        table = strong(manner="reserve", pool="focus")
        table.play("spend_effort", who="ramjet", pool="focus", dots=3)
        assert table.refusal("check", who="ramjet", stat="brawn").rule == "WD-OPT-03"

    def test_a_reserve_has_a_pool(self) -> None:
        table = strong()
        assert table.refusal("give_superstat", who="ramjet", stat="wits", score=4, manner="reserve").rule == "WD-OPT-03"

    def test_switched_off_the_stat_itself_rolls(self) -> None:
        table = strong(manner="switch")
        assert rolled(table, table.play("check", who="ramjet", stat="brawn", dice={"check": [4]}))

    def test_switched_on_it_passes(self) -> None:
        table = strong(manner="switch")
        table.play("switch_superstat", as_player="ana", who="ramjet", stat="brawn", on=True)
        assert not rolled(table, table.play("check", who="ramjet", stat="brawn"))

    def test_a_steady_one_has_no_switch(self) -> None:
        assert strong().refusal("switch_superstat", who="ramjet", stat="brawn", on=False).rule == "WD-OPT-03"

    def test_what_is_not_there_is_not_switched(self) -> None:
        assert strong().refusal("switch_superstat", who="ramjet", stat="wits", on=True).rule == "not-there"


@pytest.mark.rules("WD-OPT-02")
class TestHardLimits:
    @pytest.fixture
    def table(self) -> Capes:
        table = Capes(hard_limits=True)
        table.cape("glory")
        table.play("give_limit", who="glory", name="Lifting", ceiling=12000, unit="kg")
        return table

    @pytest.mark.parametrize("amount", [1, 11999, 12000])
    def test_up_to_the_ceiling_no_roll_is_needed(self, table: Capes, amount: int) -> None:
        entry = table.play("use_limit", as_player="ana", who="glory", name="Lifting", amount=amount)
        assert not rolled(table, entry)

    def test_above_it_is_impossible(self, table: Capes) -> None:
        refusal = table.refusal("use_limit", who="glory", name="Lifting", amount=12001)
        assert (refusal.rule, "12000 kg" in str(refusal)) == ("WD-OPT-02", True)

    def test_handling_it_may_take_knowledge(self, table: Capes) -> None:
        entry = table.play("use_limit", who="glory", name="Lifting", amount=2000, careful=5, dice={"handling": [4]})
        assert table.outcomes_of(entry) == {"handling": "failure"}

    def test_other_limits_are_not_there(self, table: Capes) -> None:
        assert table.refusal("use_limit", who="glory", name="Flight", amount=1).rule == "not-there"

    def test_hard_limits_are_an_option(self) -> None:
        table = Capes()
        table.cape("glory")
        assert table.refusal("give_limit", who="glory", name="Lifting", ceiling=1).rule == "WD-OPT-02"
