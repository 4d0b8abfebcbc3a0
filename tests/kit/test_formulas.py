"""What a game derives is evaluated on reading: a character stores no formula of it, and one of their own overrides it."""

from __future__ import annotations

import pytest

from api.testing.games import GameTable
from domain.formulas import Derived, by_path, formulas_by_kind
from domain.history.points import HEAD
from domain.ledger.reading.points import moment as read_at
from domain.play.refusals import Absent
from domain.visibility.audience import Viewer
from domain.vocabulary.expressions import Number
from projections.views.explain import explain
from systems.weaverdice import SYSTEM
from systems.weaverdice.sheet.stats import DEFENCE, SPEED

HIGH = Derived("scores.speed", Number(value=9), ("cape",), "AB-SPD-01")
LOW = Derived("scores.speed", Number(value=1), ("bystander",), "AB-SPD-01")


@pytest.fixture
def table() -> GameTable:
    return GameTable(SYSTEM, {"dice": "server"})


def test_kinds_of_characters_may_derive_one_value_in_different_ways() -> None:
    assert formulas_by_kind(by_path([HIGH, LOW])) == {
        "cape": {"scores-speed": HIGH.formula()},
        "bystander": {"scores-speed": LOW.formula()},
    }


def test_a_new_cape_stores_no_formula(table: GameTable) -> None:
    table.play("weaverdice.create", name="Ramjet", stats={"athletics": 4})
    assert table.sheet("ramjet").formulas == {}
    assert table.value("ramjet", SPEED) == 7


def test_a_bystander_is_average_in_every_stat_without_having_one(table: GameTable) -> None:
    table.play("weaverdice.create", name="Clerk", category="bystander")
    assert table.sheet("clerk").attributes == {}
    assert table.value("clerk", "attributes.brawn") == 3


def test_a_formula_of_their_own_overrides_that_of_the_game_until_it_is_undone(table: GameTable) -> None:
    table.play("weaverdice.create", name="Thug", category="generic")
    before = table.value("thug", DEFENCE)
    entry = table.play("freeform.define", target="thug", path=DEFENCE, formula={"op": "number", "value": 9})
    after = table.value("thug", DEFENCE)
    table.undo(entry)
    assert (before, after, table.value("thug", DEFENCE)) == (3, 9, 3)


def test_somebody_of_no_category_derives_nothing(table: GameTable) -> None:
    table.play("freeform.create_character", name="Robot")
    with pytest.raises(Absent):
        table.value("robot", SPEED)


def rules_behind(table: GameTable, handle: str, path: str) -> set[str]:
    """The rules that the explanation of a value cites to a game master."""
    store, registry = table.ledger.store, table.ledger.registry
    moment = read_at(store, table.ledger.heads.fresh(table.campaign_id), HEAD)
    why = explain(
        store, table.campaign_id, Viewer("gm", "gm"), table.ref(handle), path, moment=moment, registry=registry
    )
    assert why is not None
    return set(why.rules_cited)


def test_a_derived_value_is_explained_by_its_rule(table: GameTable) -> None:
    table.play("weaverdice.create", name="Thug", category="generic")
    assert rules_behind(table, "thug", DEFENCE) == {"WD-ATK-02"}


def test_a_value_of_their_own_does_not_cite_the_rule_that_it_overrides(table: GameTable) -> None:
    table.play("weaverdice.create", name="Thug", category="generic")
    table.play("freeform.define", target="thug", path=DEFENCE, formula={"op": "number", "value": 9})
    assert "WD-ATK-02" not in rules_behind(table, "thug", DEFENCE)
    table.play("weaverdice.create", name="Brute", category="generic", defence=5)
    assert "WD-ATK-02" not in rules_behind(table, "brute", DEFENCE)
