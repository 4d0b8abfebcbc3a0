"""Heroes and monsters come in, and a fight begins."""

import pytest

from tests.games.orcus.cast import Cast


@pytest.fixture
def table() -> Cast:
    table = Cast()
    table.hero("bryn", str=18, con=14, dex=12, level=3)
    table.monster("gnasher", level=3, ac=17, attack=8, initiative=4)
    return table


@pytest.mark.rules("OR-LVL-05", "OR-DEF-01", "OR-DEF-02", "OR-DEF-03")
def test_defenses_follow_from_abilities_and_level(table: Cast) -> None:
    defenses = [table.value("bryn", f"attributes.{name}") for name in ("ac", "fortitude", "reflex", "will")]
    assert defenses == [12, 15, 12, 11]


@pytest.mark.rules("OR-INIT-01", "OR-INIT-03")
def test_the_highest_initiative_acts_first(table: Cast) -> None:
    table.begin({"bryn": 15}, {"gnasher": 14})
    assert (table.order(), table.turn()) == (["gnasher", "bryn"], ["gnasher"])
    table.next()
    assert table.turn() == ["bryn"]
    table.next()
    assert (table.turn(), table.round()) == (["gnasher"], 2)
