"""What a value is computed from, as people write it down: `wits + strength / 2`."""

from __future__ import annotations

import re
from typing import Any, Final, assert_never

import msgspec

from api.cli.naming import Names, number, whose
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

_LIES: Final = re.compile(r"^(?:tracks|attributes|scores|values)\.")
"""Where a value lies, in a path, which people do not say."""

_TAKEN_FOR_GRANTED: Final = re.compile(r"\.(?:current|base)\Z")


def value_named(path: str) -> str:
    """What people call the value at a path within an aggregate: `focus maximum`."""
    return plain(_TAKEN_FOR_GRANTED.sub("", _LIES.sub("", path)).replace(".", " "))


def is_formula(value: object) -> bool:
    """Whether JSON is an expression."""
    return isinstance(value, dict) and isinstance(value.get("op"), str)


def expressed(formula: Any, names: Names) -> str:
    """A formula, given as JSON; nothing more than that there is one where part of it is hidden."""
    return _said(msgspec.convert(formula, AnyExpression), names) if is_formula(formula) else "a hidden formula"


def _said(formula: AnyExpression, names: Names) -> str:
    match formula:
        case Number():
            said = number(formula.value)
        case ValueOf():
            said = _of(formula.of, value_named(formula.path), names)
        case BaseOf():
            said = f"{_of(formula.of, value_named(formula.path), names)} at its base"
        case Count():
            said = f"number of {_of(formula.of, _counted(formula), names)}"
        case Sum():
            said = " + ".join(_within(term, names, AtLeast) for term in formula.terms).replace(" + −1 × ", " − ")
        case Product():
            said = " × ".join(_within(factor, names, *_LOOSE) for factor in formula.factors)
        case Quotient():
            said = f"{_within(formula.dividend, names, *_LOOSE)} / {formula.divisor}"
        case Least() | Greatest():
            which = "lesser" if isinstance(formula, Least) else "greater"
            said = f"the {which} of {' and '.join(_said(term, names) for term in formula.terms)}"
        case AtLeast():
            reached = f"{_said(formula.then, names)} if {_said(formula.value, names)} is {formula.threshold} or more"
            said = f"{reached}, else {_said(formula.otherwise, names)}"
        case _:
            assert_never(formula)
    return said


_LOOSE: Final = (Sum, AtLeast, Least, Greatest, Count)
"""Operations that stand in brackets within a product."""


def _within(formula: AnyExpression, names: Names, *loose: type) -> str:
    said = _said(formula, names)
    return f"({said})" if isinstance(formula, loose) else said


def _counted(formula: Count) -> str:
    """What is counted: `skill known traits`, `items with encumbrance 1`."""
    which = [plain(value) for value in formula.where.values() if isinstance(value, str)]
    others = {key: value for key, value in formula.where.items() if not isinstance(value, str)}
    having = [f"{plain(key.rpartition('.')[2])} {number(value)}" for key, value in others.items()]
    return " ".join((*which, formula.component, *(["with", " and ".join(having)] if having else [])))


def _of(whom: str, what: str, names: Names) -> str:
    if whom == "self":
        return what
    return f"{whom.removeprefix('link:')}'s {what}" if whom.startswith("link:") else f"{whose(whom, names)} {what}"
