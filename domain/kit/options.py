"""Options of the campaign in formulas: values that are others where a table has chosen otherwise."""

from __future__ import annotations

from domain.aggregates import CAMPAIGN
from domain.vocabulary.base import Scalar
from domain.vocabulary.expressions import AnyExpression, AtLeast, Count, Number, Sum


def where_chosen(
    option: str, choices: tuple[Scalar, ...], then: AnyExpression, otherwise: AnyExpression | None = None
) -> AnyExpression:
    """Return an expression that counts where the campaign has chosen one of these for an option, and else another one, or 0.

    The choices are none of the option's default, which a campaign does not keep.
    """
    chosen = Sum(
        terms=tuple(Count(component="ground", where={f"options.{option}": choice}, of=CAMPAIGN) for choice in choices)
    )
    return AtLeast(value=chosen, threshold=1, then=then, otherwise=otherwise or Number(value=0))
