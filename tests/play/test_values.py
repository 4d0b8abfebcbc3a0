"""What a value amounts to: base or formula, then the modifiers that count."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formulas import GameValues, StandingChange, by_path
from domain.play.reading import GameWorld, TrackedReads
from domain.play.refusals import Refused
from domain.play.values import Value, effective
from domain.vocabulary.expressions import Count, Number, Sum, ValueOf
from tests.freeform.claims import expect_missing, expect_refusal
from tests.freeform.table import Table
from tests.play.rules import reads

HERO = "character/c-2"
GUTS = "attributes.guts"
Json = dict[str, Any]


def hero(base: int = 10) -> Table:
    table = Table()
    table.do("create_character", name="Ramjet", attributes={"guts": base, "wits": 4}, tracks={"hp": 7})
    return table


def modify(table: Table, **fields: Any) -> None:
    number = len(table.see("ramjet").modifiers)
    instance = {"path": GUTS, **fields}
    table.do("put", target="ramjet", component="modifiers", name=f"m{number}", instance=instance)


def define(table: Table, path: str, expression: Json, target: str = "ramjet") -> None:
    name = f"f{len(table.see(target).formulas)}"
    instance = {"path": path, "expression": expression}
    table.do("put", target=target, component="formulas", name=name, instance=instance)


def value(table: Table, path: str = GUTS) -> Value:
    return effective(TrackedReads(table, None), HERO, path)


def computed(expression: Json) -> int:
    """What a formula comes to for somebody with guts 10, wits 4 and hp 7."""
    table = hero()
    define(table, "score.x", expression)
    return value(table, "score.x").total


def number(n: int) -> Json:
    return {"op": "number", "value": n}


def of(path: str, **more: Any) -> Json:
    return {"op": "value", "path": path, **more}


@pytest.mark.parametrize(
    ("operation", "fields", "total"),
    [
        ("set", {"amount": 3}, 3),
        ("add", {"amount": 3}, 13),
        ("add", {"amount": -30}, -20),
        ("multiply", {"amount": 2}, 20),
        ("multiply", {"amount": 1, "over": 3}, 3),
        ("multiply", {"amount": 1, "over": 3, "rounding": "up"}, 4),
        ("multiply", {"amount": 1, "over": 4, "rounding": "nearest"}, 3),
        ("multiply", {"amount": -1, "over": 3}, -4),
        ("floor", {"amount": 9}, 10),
        ("floor", {"amount": 11}, 11),
        ("cap", {"amount": 9}, 9),
        ("cap", {"amount": 11}, 10),
    ],
)
def test_each_operation_does_what_it_says(operation: str, fields: Json, total: int) -> None:
    table = hero()
    modify(table, operation=operation, **fields)
    assert value(table).total == total


def test_operations_apply_in_one_order_whatever_came_first() -> None:
    table = hero()
    for operation, amount in [("cap", 13), ("floor", 5), ("multiply", 2), ("add", 3), ("set", 4)]:
        modify(table, operation=operation, amount=amount)
    assert [part.operation for part in value(table).parts] == ["set", "add", "multiply", "floor", "cap"]
    assert value(table).total == 13


@pytest.mark.parametrize(
    ("modifiers", "total"),
    [
        ([("best", "power", 2), ("best", "power", 3)], 13),
        ([("best", "power", 3), ("best", "power", 2)], 13),
        ([("best", "power", -2), ("best", "power", -3)], 7),
        ([("best", "power", 2), ("best", "power", -3)], 9),
        ([("best", "power", 2), ("best", "feat", 3)], 15),
        ([("best", "power", 2), ("best", "power", 2)], 12),
        ([("sum", "power", 2), ("sum", "power", 3)], 15),
        ([("best", "power", 2), ("sum", "power", 3)], 15),
    ],
)
def test_stacking_by_type_counts_the_best_bonus_and_the_worst_penalty(
    modifiers: list[tuple[str, str, int]], total: int
) -> None:
    table = hero()
    for stacking, kind, amount in modifiers:
        modify(table, stacking=stacking, type=kind, amount=amount)
    assert value(table).total == total


@pytest.mark.parametrize(("sources", "total"), [(["a", "a"], 12), (["a", "b"], 14), (["a", "b", "a", "b"], 14)])
def test_what_comes_from_one_source_counts_once(sources: list[str], total: int) -> None:
    table = hero()
    for source in sources:
        modify(table, stacking="once", source=source, amount=2)
    assert value(table).total == total


@given(st.lists(st.tuples(st.sampled_from(["power", "feat"]), st.integers(-4, 4)), max_size=6))
def test_best_stacking_is_the_sum_of_the_extremes_of_each_type(given_modifiers: list[tuple[str, int]]) -> None:
    table = hero()
    for kind, amount in given_modifiers:
        modify(table, stacking="best", type=kind, amount=amount)
    extremes = [
        pick([amount for kind, amount in given_modifiers if kind == wanted] + [0])
        for wanted in ("power", "feat")
        for pick in (max, min)
    ]
    assert value(table).total == 10 + sum(extremes)


def test_what_stacking_leaves_out_is_told_all_the_same() -> None:
    table = hero()
    for amount in (2, 3):
        modify(table, stacking="best", type="power", amount=amount, title=f"+{amount}")
    assert [(part.title, part.counted) for part in value(table).parts] == [("+2", False), ("+3", True)]


def test_the_total_follows_from_the_base_and_the_counted_parts() -> None:
    table = hero()
    modify(table, amount=4, source="gift")
    seen = value(table)
    assert (seen.base, seen.total, seen.computed, seen.parts[0].source) == (10, 14, False, "gift")


@pytest.mark.parametrize(
    ("expression", "total"),
    [
        (number(3), 3),
        (of(GUTS), 10),
        (of("tracks.hp.current"), 7),
        ({"op": "base", "path": GUTS}, 10),
        ({"op": "sum", "terms": [of(GUTS), number(-3)]}, 7),
        ({"op": "product", "factors": [of(GUTS), number(3)]}, 30),
        ({"op": "quotient", "dividend": of(GUTS), "divisor": 4}, 2),
        ({"op": "quotient", "dividend": of(GUTS), "divisor": 4, "rounding": "up"}, 3),
        ({"op": "quotient", "dividend": of(GUTS), "divisor": 4, "rounding": "nearest"}, 3),
        ({"op": "least", "terms": [of(GUTS), of("attributes.wits")]}, 4),
        ({"op": "greatest", "terms": [of(GUTS), of("attributes.wits")]}, 10),
        ({"op": "at_least", "value": of(GUTS), "threshold": 10, "then": number(2)}, 2),
        ({"op": "at_least", "value": of(GUTS), "threshold": 11, "then": number(2)}, 0),
        ({"op": "at_least", "value": of(GUTS), "threshold": 11, "then": number(2), "otherwise": number(5)}, 5),
        ({"op": "count", "component": "attributes"}, 2),
        ({"op": "count", "component": "attributes", "where": {"base": 4}}, 1),
        ({"op": "count", "component": "attributes", "where": {"data.school": "fire"}}, 0),
    ],
)
def test_each_expression_comes_to_what_it_says(expression: Json, total: int) -> None:
    assert computed(expression) == total


def test_a_formula_counts_values_after_their_modifiers_or_before() -> None:
    table = hero()
    modify(table, amount=5)
    define(table, "score.with", of(GUTS))
    define(table, "score.without", {"op": "base", "path": GUTS})
    assert (value(table, "score.with").total, value(table, "score.without").total) == (15, 10)


def test_a_computed_value_is_modified_too() -> None:
    table = hero()
    define(table, "score.x", number(3))
    modify(table, path="score.x", amount=2)
    assert (value(table, "score.x").total, value(table, "score.x").computed) == (5, True)


def test_a_modifier_may_lean_on_the_base_of_what_it_modifies() -> None:
    table = hero()
    modify(table, amount={"op": "quotient", "dividend": {"op": "base", "path": GUTS}, "divisor": 2})
    assert value(table).total == 15


def test_one_key_of_a_field_is_a_value() -> None:
    table = hero()
    instance = {"what": "gun", "tracks": {"charges": 3}}
    table.do("put", target="ramjet", component="items", name="gun", instance=instance)
    assert value(table, "items.gun.tracks.charges").total == 3


CIRCLES: list[dict[str, Json]] = [
    {"score.a": of("score.a")},
    {"score.a": {"op": "base", "path": "score.a"}},
    {"score.a": of("score.b"), "score.b": of("score.a")},
    {"score.a": of("score.b"), "score.b": {"op": "base", "path": "score.a"}},
    {"score.a": {"op": "sum", "terms": [number(1)] * 8 + [of("score.b")] * 8}, "score.b": of("score.a")},
]


@pytest.mark.parametrize("formulas", CIRCLES)
def test_formulas_in_a_circle_are_refused(formulas: dict[str, Json]) -> None:
    table = hero()
    for path, expression in formulas.items():
        define(table, path, expression)
    with expect_refusal("formula", "depends on itself"):
        value(table, "score.a")


def test_a_modifier_that_leans_on_the_value_it_modifies_is_a_circle() -> None:
    table = hero()
    modify(table, amount=of(GUTS))
    with expect_refusal("formula", "depends on itself"):
        value(table)


def test_formulas_that_double_at_every_step_are_worked_out_once_each() -> None:
    table = hero()
    define(table, "score.s0", number(1))
    for step in range(1, 25):
        define(table, f"score.s{step}", {"op": "sum", "terms": [of(f"score.s{step - 1}")] * 2})
    assert value(table, "score.s24").total == 2**24


def test_formulas_in_an_endless_row_are_refused() -> None:
    table = hero()
    define(table, "score.s0", number(1))
    for step in range(1, 40):
        define(table, f"score.s{step}", of(f"score.s{step - 1}"))
    with expect_refusal("formula", "in a row"):
        value(table, "score.s39")


@pytest.mark.parametrize(
    "expression",
    [
        {"op": "quotient", "dividend": number(1), "divisor": 0},
        {"op": "sum", "terms": []},
        {"op": "least", "terms": []},
        {"op": "greatest", "terms": []},
        {"op": "product", "factors": []},
    ],
)
def test_formulas_that_come_to_nothing_are_refused(expression: Json) -> None:
    with expect_refusal("formula"):
        computed(expression)


@pytest.mark.parametrize(
    "path",
    [
        "attributes.charm",
        "tracks.hp",
        "tracks.hp.maximum",
        "tracks.hp.top",
        "nonsense.x",
        "score.none",
        "tracks",
        GUTS + ".base.x",
    ],
)
def test_what_has_no_number_is_absent(path: str) -> None:
    with expect_missing():
        value(hero(), path)


@pytest.mark.parametrize(
    "expression", [{"op": "count", "component": "nonsense"}, of(GUTS, of="character/c-99"), of(GUTS, of="link:rider")]
)
def test_formulas_over_what_is_not_there_are_absent(expression: Json) -> None:
    with expect_missing():
        computed(expression)


def test_counting_by_a_field_that_no_instance_has_is_absent() -> None:
    with expect_missing("nonsense"):
        computed({"op": "count", "component": "attributes", "where": {"nonsense": 1}})


def summon() -> Table:
    """A wolf, linked to its summoner ramjet, with ramjet's guts."""
    table = hero()
    table.do("create_character", name="Wolf")
    table.do("link", {"from": "wolf"}, kind="summoner", to="ramjet")
    define(table, GUTS, of(GUTS, of="link:summoner"), target="wolf")
    return table


def test_a_formula_follows_a_link() -> None:
    table = summon()
    modify(table, amount=2)
    assert effective(TrackedReads(table, None), table.ref("wolf"), GUTS).total == 12


def test_a_formula_that_follows_a_link_looks_at_both_ends() -> None:
    table = summon()
    wolf = table.ref("wolf")
    seen = reads(table, lambda play: play.value(wolf, GUTS))
    assert {f"{wolf}.links.*:summoner", f"{HERO}.attributes.guts.base", f"{HERO}.modifiers.*:{GUTS}"} <= seen


def test_a_value_looks_only_at_the_modifiers_of_its_path() -> None:
    table = hero()
    modify(table, path="attributes.wits", amount=2)
    at = f"{HERO}.attributes.guts"
    narrowed = {f"{HERO}.formulas.*:{GUTS}", f"{HERO}.modifiers.*:{GUTS}"}
    assert reads(table, lambda play: play.value(HERO, GUTS)) == {HERO, at, f"{at}.base"} | narrowed


def test_a_value_that_cannot_be_worked_out_is_a_refusal_with_a_rule() -> None:
    table = hero()
    modify(table, amount=of(GUTS))
    with pytest.raises(Refused) as refused:
        value(table)
    assert refused.value.slug == "circular-formula"


GRIT = Sum(terms=(Number(value=-2), ValueOf(path="attributes.wits")))


def standing(table: Table, *amounts: Any, kinds: tuple[str, ...] = ("",)) -> Value:
    """The guts of somebody in a game that lets these stand on top of them."""
    changes = [StandingChange(GUTS, amount, kinds, "AB-GUT-01", "Grit") for amount in amounts]
    return effective(TrackedReads(GameWorld(table, GameValues(standing=by_path(changes))), None), HERO, GUTS)


def test_what_stands_on_top_of_a_value_is_added_with_its_rule() -> None:
    result = standing(hero(), GRIT)
    assert (result.base, result.total) == (10, 12)
    assert [(part.title, part.amount, part.source, part.modifier) for part in result.parts] == [
        ("Grit", 2, "AB-GUT-01", "")
    ]


def test_what_stands_on_top_is_there_for_its_kinds_alone_and_only_while_it_is_not_nothing() -> None:
    assert standing(hero(), GRIT, kinds=("horde",)).parts == ()
    assert standing(hero(), Number(value=0)).parts == ()


def test_what_stands_on_top_is_beside_what_a_sheet_keeps() -> None:
    table = hero()
    modify(table, amount=3)
    modify(table, operation="multiply", amount=2)
    assert standing(table, GRIT).total == 30


def test_an_expression_counts_instances_by_a_key_within_a_field() -> None:
    table = hero()
    chosen = Count(component="ground", where={"options.dice": "server"}, of="campaign/self")
    before = standing(table, chosen).total
    table.do("set_option", option="dice", value="server")
    assert (before, standing(table, chosen).total) == (10, 11)
