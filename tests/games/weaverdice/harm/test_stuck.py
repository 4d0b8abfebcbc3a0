"""What is stuck in a character, and how it comes out."""

from typing import Any

import pytest

from api.testing.table import outcomes
from domain.vocabulary.holdings import Item, ItemGained
from tests.games.weaverdice.ailing import Infirmary


@pytest.fixture
def table() -> Infirmary:
    """Lung's hook sits in Ramjet's first wound."""
    table = Infirmary()
    table.wound("ramjet", "lesser")
    table.let("lung", ItemGained(name="hook", item=Item(what="hook", location="hand/right")))
    return table


def lodge(table: Infirmary, **more: Any) -> int:
    return table.play("lodge", who="ramjet", wound="w1", by="lung", item="hook", **more)


@pytest.mark.rules("WD-COND-13")
class TestStuck:
    def test_the_thing_stays_in_the_target(self, table: Infirmary) -> None:
        lodge(table)
        assert table.sheet("ramjet").items["hook"].location == "stuck/w1"
        assert table.conditions("ramjet") == ["stuck"]

    def test_pulled_out_it_leaves_a_moderate_wound_and_bleeding(self, table: Infirmary) -> None:
        lodge(table)
        table.play("pull_out", who="ramjet")
        assert table.wounds("ramjet") == ["body/1: lesser", "body/2: moderate"]
        assert table.conditions("ramjet") == ["bleeding"]

    def test_the_puller_has_what_was_stuck(self, table: Infirmary) -> None:
        lodge(table)
        table.play("pull_out", who="lung", target="ramjet")
        assert table.sheet("lung").items["hook"].location == "hand/right"

    def test_pulling_out_takes_an_action(self, table: Infirmary) -> None:
        table.fight_on("lung")
        lodge(table)
        assert table.refusal("pull_out", who="ramjet").rule == "WD-ACT-01"

    def test_a_lengthy_check_of_twelve_makes_it_a_lesser_wound(self, table: Infirmary) -> None:
        lodge(table)
        table.play("extract", who="ramjet", dice={"lengthy": [6]})
        assert table.conditions("ramjet") == ["stuck"]
        table.play("extract", who="ramjet", dice={"lengthy": [6]})
        assert table.wounds("ramjet") == ["body/1: lesser", "body/2: lesser"]
        assert table.conditions("ramjet") == []
        assert table.sheet("ramjet").items["hook"].location == "ground"

    def test_eleven_leaves_it_where_it_is(self, table: Infirmary) -> None:
        lodge(table)
        table.play("extract", who="ramjet", dice={"lengthy": [6]})
        table.play("extract", who="ramjet", dice={"lengthy": [5]})
        assert table.conditions("ramjet") == ["stuck"]

    def test_others_help_with_it(self, table: Infirmary) -> None:
        lodge(table)
        table.play("extract", who="ramjet", dice={"lengthy": [6]})
        table.play("extract", who="lung", target="ramjet", dice={"lengthy": [6]})
        assert table.conditions("ramjet") == []

    def test_pulled_out_by_force_after_half_the_work_it_tears_all_the_same(self, table: Infirmary) -> None:
        lodge(table)
        table.play("extract", who="ramjet", dice={"lengthy": [6]})
        table.play("pull_out", who="ramjet")
        assert table.wounds("ramjet") == ["body/1: lesser", "body/2: moderate"]

    def test_the_wound_does_not_heal_while_it_is_in_there(self, table: Infirmary) -> None:
        table.wound("ramjet", "moderate", first=2)
        table.fight_on()
        lodge(table)
        assert table.refusal("rest", who="ramjet", heal=["wound"], pool="focus").rule == "WD-REST-02"

    def test_a_wound_with_an_object_stuck_in_it_is_not_mended_by_any_other_means(self, table: Infirmary) -> None:
        lodge(table)
        assert table.refusal("mend_wound", who="ramjet", wound="w1").rule == "WD-COND-13"
        assert table.refusal("mend_wound", who="ramjet", wound="w1", reduce=True).rule == "WD-COND-13"

    def test_a_wound_with_an_object_stuck_in_it_may_become_milder(self, table: Infirmary) -> None:
        table.wound("ramjet", "moderate", first=2)
        table.play("lodge", who="ramjet", wound="w2")
        table.play("mend_wound", who="ramjet", wound="w2", reduce=True)
        assert table.wounds("ramjet") == ["body/1: lesser", "body/2: lesser"]

    def test_no_night_heals_it(self) -> None:
        table = Infirmary(lesser_wounds_heal_nightly=True)
        table.wound("ramjet", "lesser", "lesser")
        table.play("lodge", who="ramjet", wound="w1")
        table.play("come", moment="full_night", subject="ramjet")
        assert table.wounds("ramjet") == ["body/1: lesser"]

    def test_what_is_not_stuck_is_not_pulled_out(self, table: Infirmary) -> None:
        assert "stuck in them" in str(table.refusal("pull_out", who="ramjet"))

    def test_of_several_one_is_named(self, table: Infirmary) -> None:
        lodge(table)
        table.play("lodge", who="ramjet", wound="w1")
        assert table.refusal("pull_out", who="ramjet").rule == "WD-COND-13"

    def test_where_no_wound_is_nothing_sticks(self, table: Infirmary) -> None:
        assert "'w7' among the wounds" in str(table.refusal("lodge", who="ramjet", wound="w7"))

    def test_the_work_undone_the_object_stays(self, table: Infirmary) -> None:
        lodge(table)
        first = table.play("extract", who="ramjet", dice={"lengthy": [6]})
        second = table.play("extract", who="ramjet", dice={"lengthy": [6]})
        assert outcomes(table.undo(first))[second] == "restated"
        assert table.conditions("ramjet") == ["stuck"]


@pytest.mark.rules("WD-COND-15")
class TestPinned:
    def test_a_projectile_pins_where_the_game_master_says_so(self, table: Infirmary) -> None:
        lodge(table, ranged=True, pin=True)
        assert table.conditions("ramjet") == ["pinned", "stuck"]
        assert table.value("ramjet", "movement.feet") == 0

    def test_a_projectile_does_not_pin_by_itself(self, table: Infirmary) -> None:
        lodge(table, ranged=True)
        assert table.value("ramjet", "movement.feet") == 30

    def test_a_projectile_may_pin_later(self, table: Infirmary) -> None:
        entry = lodge(table, ranged=True)
        table.answer_late(entry, {f"pin/stuck-{entry}": "yes"})
        assert table.conditions("ramjet") == ["pinned", "stuck"]

    def test_a_lengthy_brawn_check_of_six_breaks_away_with_the_object_still_in(self, table: Infirmary) -> None:
        lodge(table, ranged=True, pin=True)
        table.play("break_away", who="ramjet", dice={"lengthy": [6]})
        assert table.conditions("ramjet") == ["stuck"]
        assert table.value("ramjet", "movement.feet") == 30

    def test_five_does_not(self, table: Infirmary) -> None:
        lodge(table, ranged=True, pin=True)
        table.play("break_away", who="ramjet", dice={"lengthy": [5]})
        assert table.conditions("ramjet") == ["pinned", "stuck"]

    def test_pulled_out_by_force_it_holds_nobody(self, table: Infirmary) -> None:
        lodge(table, ranged=True, pin=True)
        table.play("pull_out", who="ramjet")
        assert table.conditions("ramjet") == ["bleeding"]
        assert table.value("ramjet", "movement.feet") == 30

    def test_a_projectile_pins_nobody_once_it_is_extracted(self, table: Infirmary) -> None:
        lodge(table, ranged=True, pin=True)
        table.play("extract", who="ramjet", dice={"lengthy": [6]})
        table.play("extract", who="ramjet", dice={"lengthy": [6]})
        assert table.conditions("ramjet") == []

    def test_the_unpinned_have_no_pin_to_break_away_from(self, table: Infirmary) -> None:
        lodge(table)
        assert "does not pin them" in str(table.refusal("break_away", who="ramjet"))
