"""Formulas as data: evaluated on reading, with tracked reads; never inside a fold."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from domain.vocabulary.base import Scalar

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

    value: Annotated[int, Meta(description="The constant")]


class ValueOf(Expression, frozen=True, kw_only=True, omit_defaults=True, tag="value"):
    """The effective value at `path` (attributes.guts, tracks.hp.maximum), after modifiers."""

    path: Annotated[str, Meta(description="The path of the effective value, after modifiers")]
    of: Whose = "self"


class BaseOf(Expression, frozen=True, kw_only=True, omit_defaults=True, tag="base"):
    """The stored value at `path`, before modifiers."""

    path: Annotated[str, Meta(description="The path of the stored value, before modifiers")]
    of: Whose = "self"


class Count(Expression, frozen=True, kw_only=True, omit_defaults=True, tag="count"):
    """The number of instances of a `component` (conditions, items) that have the values that `where` lists, of fields
    and of keys within them (`data.mode`, `options.brutal`); of all, without it."""

    component: Annotated[str, Meta(description="The component whose instances are counted")]
    where: Annotated[
        dict[str, Scalar],
        Meta(description="The values that they have, by field or by key (`data.mode`); all are counted without it"),
    ] = {}
    of: Whose = "self"


class Sum(Expression, frozen=True, kw_only=True, omit_defaults=True, tag="sum"):
    """The sum of its `terms`."""

    terms: Annotated[tuple[AnyExpression, ...], Meta(description="What is added up")]


class Product(Expression, frozen=True, kw_only=True, omit_defaults=True, tag="product"):
    """The product of its `factors`."""

    factors: Annotated[tuple[AnyExpression, ...], Meta(description="What is multiplied")]


class Quotient(Expression, frozen=True, kw_only=True, omit_defaults=True, tag="quotient"):
    """The `dividend` through the `divisor`, rounded to a whole number."""

    dividend: Annotated[AnyExpression, Meta(description="What is divided")]
    divisor: Annotated[int, Meta(description="What it is divided by")]
    rounding: Rounding = "down"


class Least(Expression, frozen=True, kw_only=True, omit_defaults=True, tag="least"):
    """The smallest of its `terms`."""

    terms: Annotated[tuple[AnyExpression, ...], Meta(description="Those of which the smallest counts")]


class Greatest(Expression, frozen=True, kw_only=True, omit_defaults=True, tag="greatest"):
    """The largest of its `terms`."""

    terms: Annotated[tuple[AnyExpression, ...], Meta(description="Those of which the largest counts")]


class AtLeast(Expression, frozen=True, kw_only=True, omit_defaults=True, tag="at_least"):
    """`then` where the `value` reaches the `threshold`, else `otherwise`."""

    value: Annotated[AnyExpression, Meta(description="What is compared")]
    threshold: Annotated[int, Meta(description="What it has to reach")]
    then: Annotated[AnyExpression, Meta(description="What comes of it where it does")]
    otherwise: Annotated[AnyExpression, Meta(description="What comes of it where it does not; left out, 0")] = Number(
        value=0
    )


AnyExpression = Number | ValueOf | BaseOf | Count | Sum | Product | Quotient | Least | Greatest | AtLeast
