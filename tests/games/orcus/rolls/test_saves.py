"""Saving throws, and powers that are kept up."""

import pytest

from tests.games.orcus.cast import Cast


@pytest.fixture
def table() -> Cast:
    table = Cast()
    table.hero("bryn", con=18, level=9)
    table.monster("gnasher")
    return table


@pytest.mark.rules("OR-SAVE-02", "OR-DUR-02", "OR-TURN-09")
@pytest.mark.parametrize(("die", "ends"), [(9, False), (10, True), (11, True)])
def test_a_save_of_10_at_the_end_of_the_turn_ends_an_effect_and_nothing_adds_to_it(
    table: Cast, die: int, ends: bool
) -> None:
    table.begin({"bryn": 15}, {"gnasher": 1})
    table.affect("bryn", "dazed", until=table.save_ends("bryn"))
    entry = table.next(dice={"save/dazed": [die]})
    assert table.rolls(entry)["save/dazed"] == die
    assert (table.conditions("bryn") == []) is ends


@pytest.mark.rules("OR-DUR-02")
def test_each_effect_has_a_save_of_its_own_in_the_turn_of_its_target(table: Cast) -> None:
    table.begin({"bryn": 15}, {"gnasher": 1})
    for what in ("dazed", "slowed"):
        table.affect("bryn", what, until=table.save_ends("bryn"))
    table.next(dice={"save/dazed": [3], "save/slowed": [17]})
    assert table.conditions("bryn") == ["dazed"]
    table.next()
    assert table.conditions("bryn") == ["dazed"]
    table.next(dice={"save/dazed": [10]})
    assert table.conditions("bryn") == []


@pytest.mark.rules("OR-SAVE-01")
def test_a_save_is_imposed_by_the_game_master_and_not_chosen(table: Cast) -> None:
    table.affect("bryn", "dazed")
    table.forbidden("impose_save", who="bryn", effect="dazed", as_player="ana")
    table.play("impose_save", who="bryn", effect="dazed", bonus=2, dice={"save/dazed": [8]})
    assert table.conditions("bryn") == []


@pytest.mark.rules("OR-SAVE-01", "OR-SAVE-02")
def test_a_save_because_of_a_danger_ends_nothing(table: Cast) -> None:
    table.affect("bryn", "dazed")
    entry = table.play("impose_save", who="bryn", dice={"save": [12]})
    assert (table.outcomes_of(entry)["save"], table.conditions("bryn")) == ("success", ["dazed"])
