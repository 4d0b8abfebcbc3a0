"""Formulas as data: evaluated on reading, with tracked reads; never inside a fold."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from domain.components.base import Scalar

Rounding = Annotated[
    Literal["down", "up", "nearest"], msgspec.Meta(description="Which way what is no whole number is rounded")
]
Whose = Annotated[
    str,
    msgspec.Meta(
        description='Whose: "self", a reference, or "link:<kind>" for the party at the other end of such a link'
    ),
]


class Expression(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="op"
):
    """Base of the operations. `of` says whose values are meant: "self", a reference, or "link:<kind>" for the party at
    the other end of a link of that kind (a summon uses its summoner's defenses)."""


class Number(Expression, frozen=True, kw_only=True, omit_defaults=True, tag="number"):
    """Always `value`, a constant."""

    value: int


class ValueOf(Expression, frozen=True, kw_only=True, omit_defaults=True, tag="value"):
    """The effective value at `path` (attributes.guts, tracks.hp.maximum), after modifiers."""

    path: str
    of: Whose = "self"


class BaseOf(Expression, frozen=True, kw_only=True, omit_defaults=True, tag="base"):
    """The stored value at `path`, before modifiers."""

    path: str
    of: Whose = "self"


class Count(Expression, frozen=True, kw_only=True, omit_defaults=True, tag="count"):
    """How many instances of a `component` (conditions, items) have the field or data values that `where` lists; all,
    without it."""

    component: str
    where: dict[str, Scalar] = {}
    of: Whose = "self"


class Sum(Expression, frozen=True, kw_only=True, omit_defaults=True, tag="sum"):
    """The sum of its `terms`."""

    terms: tuple[AnyExpression, ...]


class Product(Expression, frozen=True, kw_only=True, omit_defaults=True, tag="product"):
    """The product of its `factors`."""

    factors: tuple[AnyExpression, ...]


class Quotient(Expression, frozen=True, kw_only=True, omit_defaults=True, tag="quotient"):
    """The `dividend` through the `divisor`, rounded to a whole number."""

    dividend: AnyExpression
    divisor: int
    rounding: Rounding = "down"


class Least(Expression, frozen=True, kw_only=True, omit_defaults=True, tag="least"):
    """The smallest of its `terms`."""

    terms: tuple[AnyExpression, ...]


class Greatest(Expression, frozen=True, kw_only=True, omit_defaults=True, tag="greatest"):
    """The largest of its `terms`."""

    terms: tuple[AnyExpression, ...]


class AtLeast(Expression, frozen=True, kw_only=True, omit_defaults=True, tag="at_least"):
    """`then` where the `value` reaches the `threshold`, else `otherwise`."""

    value: AnyExpression
    threshold: int
    then: AnyExpression
    otherwise: AnyExpression = Number(value=0)


AnyExpression = Number | ValueOf | BaseOf | Count | Sum | Product | Quotient | Least | Greatest | AtLeast
