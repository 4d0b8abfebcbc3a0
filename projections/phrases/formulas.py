"""Formulas as people write them down: `wits + strength / 2`."""

from __future__ import annotations

import re
from typing import Any, Final, assert_never

import msgspec

from domain.vocabulary.expressions import (
    AnyExpression,
    AtLeast,
    BaseOf,
    Count,
    Greatest,
    Least,
    Number,
    Product,
    Quotient,
    Sum,
    ValueOf,
)
from projections.names import plain
from projections.phrases.messages import Part, Quantity, listed, phrase, row, term
from projections.phrases.naming import Names, belonging, instances, who
from projections.phrases.values import value
from projections.translation.terms import VALUE

_LIES: Final = re.compile(r"^(?:tracks|attributes|scores|values)\.")
"""The start of a path that says where a value lies, which people do not say."""

_CELL: Final = re.compile(r"cells\.(?P<grid>[^.]+)/(?P<row>\d+)/(?P<column>\d+)\.(?P<value>.+)")
"""The path of a value of a cell, whose row and column are counted from 0."""

_TAKEN_FOR_GRANTED: Final = re.compile(r"\.(?:current|base)\Z")


def value_term(path: str) -> Part:
    """Return the word for the value at a path within an aggregate; a bound is told behind the pool that it is of."""
    pool, dot, bound = path.rpartition(".")
    if dot and bound in ("maximum", "minimum") and pool.startswith("tracks."):
        return phrase(f"value.{bound}", of=value_term(pool))
    if cell := _CELL.fullmatch(path):
        place = phrase(
            "name.cell", grid=term(plain(cell["grid"])), row=int(cell["row"]) + 1, column=int(cell["column"]) + 1
        )
        return phrase(
            "value.of_cell", value=term(plain(cell["value"].replace(".", " ").removeprefix("data ")), VALUE), cell=place
        )
    return term(value_named(path), VALUE)


def value_named(path: str) -> str:
    """Return people's English name for the value at a path within an aggregate: `focus maximum`."""
    return plain(_TAKEN_FOR_GRANTED.sub("", _LIES.sub("", path)).replace(".", " "))


def is_formula(json: object) -> bool:
    """Whether JSON is an expression."""
    return isinstance(json, dict) and isinstance(json.get("op"), str)


def expressed(formula: Any, names: Names) -> Part:
    """A formula, given as JSON; only that there is one where part of it is hidden."""
    if not is_formula(formula):
        return phrase("formula.hidden")
    return _written(msgspec.convert(formula, AnyExpression), names)


def further(events: int, amount: str) -> Part:
    """Say how many events bear on a value that the reader may not see, and what they came to, where they may know that."""
    return phrase("formula.further", count=Quantity(events), amount=amount)


def _written(formula: AnyExpression, names: Names) -> Part:
    match formula:
        case Number():
            written: Part = formula.value
        case ValueOf():
            written = _of(formula.of, value_term(formula.path), names)
        case BaseOf():
            written = phrase("formula.base", value=_of(formula.of, value_term(formula.path), names))
        case Count():
            written = phrase("formula.number", of=_of(formula.of, _counted(formula), names))
        case Sum():
            written = _sum(formula, names)
        case Product():
            written = _product(formula.factors, names)
        case Quotient():
            written = row(_within(formula.dividend, names, *_LOOSE), f" / {formula.divisor}")
        case Least():
            written = phrase("formula.lesser", terms=_terms(formula, names))
        case Greatest():
            written = phrase("formula.greater", terms=_terms(formula, names))
        case AtLeast():
            written = phrase(
                "formula.at_least",
                then=_written(formula.then, names),
                value=_written(formula.value, names),
                threshold=value(formula.threshold),
                otherwise=_written(formula.otherwise, names),
            )
        case _:
            assert_never(formula)
    return written


_LOOSE: Final = (Sum, AtLeast, Least, Greatest, Count)
"""Operations that stand in brackets within a product."""


def _sum(formula: Sum, names: Names) -> Part:
    """Return a sum; subtracted terms stand behind a minus."""
    parts: list[Part] = []
    for index, each in enumerate(formula.terms):
        if index and isinstance(each, Product) and len(each.factors) > 1 and each.factors[0] == Number(value=-1):
            parts += [" − ", _product(each.factors[1:], names)]
        else:
            parts += [" + "] if index else []
            parts.append(_within(each, names, AtLeast))
    return row(*parts)


def _product(factors: tuple[AnyExpression, ...], names: Names) -> Part:
    return listed((_within(factor, names, *_LOOSE) for factor in factors), "list.times")


def _terms(formula: Least | Greatest, names: Names) -> Part:
    return listed((_written(each, names) for each in formula.terms), "list.and")


def _within(formula: AnyExpression, names: Names, *loose: type) -> Part:
    written = _written(formula, names)
    return row("(", written, ")") if isinstance(formula, loose) else written


def _counted(formula: Count) -> Part:
    """Name the counted instances: `skill known traits`, `items with encumbrance 1`."""
    which = [term(plain(value)) for value in formula.where.values() if isinstance(value, str)]
    having = [
        row(term(plain(key.rpartition(".")[2])), " ", value(wanted))
        for key, wanted in formula.where.items()
        if not isinstance(wanted, str)
    ]
    return phrase(
        "formula.counted",
        what=listed((*which, instances(formula.component)), "list.space"),
        having=listed(having, "list.and"),
    )


def _of(bearer: str, what: Part, names: Names) -> Part:
    if bearer == "self":
        return what
    link = bearer.removeprefix("link:")
    return belonging(who(bearer, names) if link == bearer else term(link), what)
