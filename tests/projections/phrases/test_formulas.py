"""Formulas are written down as people would."""

from __future__ import annotations

from typing import Any

import pytest

from projections.names import Name
from projections.phrases.catalogue import english
from projections.phrases.formulas import expressed, value_named

NAMES = {"character/c-9": Name(ref="character/c-9", handle="kestrel", name="Kestrel")}
WITS = {"op": "value", "path": "attributes.wits"}
THREE = {"op": "number", "value": 3}
BOXES = {"op": "count", "component": "choices", "where": {"of": "extra-effort"}}
HEAVY = {"op": "count", "component": "items", "where": {"data.weight": 2}}
MINUS = {"op": "product", "factors": [{"op": "number", "value": -1}, WITS]}


@pytest.mark.parametrize(
    ("formula", "words"),
    [
        (WITS, "wits"),
        (WITS | {"op": "base"}, "wits at its base"),
        (WITS | {"of": "character/c-9"}, "Kestrel's wits"),
        (WITS | {"of": "link:summoner"}, "summoner's wits"),
        ({"op": "sum", "terms": [WITS, THREE]}, "wits + 3"),
        ({"op": "sum", "terms": [THREE, MINUS]}, "3 − wits"),
        ({"op": "product", "factors": [THREE, {"op": "sum", "terms": [WITS, THREE]}]}, "3 × (wits + 3)"),
        ({"op": "quotient", "dividend": BOXES, "divisor": 2}, "(number of extra effort choices) / 2"),
        (HEAVY, "number of items with weight 2"),
        ({"op": "least", "terms": [WITS, THREE]}, "the lesser of wits and 3"),
        ({"op": "greatest", "terms": [WITS, THREE]}, "the greater of wits and 3"),
        ({"op": "at_least", "value": WITS, "threshold": 5, "then": THREE}, "3 if wits is 5 or more, else 0"),
        (None, "a hidden formula"),
    ],
)
def test_a_formula_is_written_as_people_write_it(formula: Any, words: str) -> None:
    assert english(expressed(formula, NAMES)) == words


@pytest.mark.parametrize(
    ("path", "words"),
    [("tracks.hp.current", "hp"), ("tracks.focus.maximum", "focus maximum"), ("load.belt", "load belt")],
)
def test_a_value_is_called_without_where_it_lies(path: str, words: str) -> None:
    assert value_named(path) == words
