"""Asking a relation over a few rows made by hand."""

from __future__ import annotations

from typing import Any

from projections.analytics.base import EVERYTHING, ReportScope, narrowed
from projections.analytics.relations.listed import RELATIONS
from tests.analytics.making import Row, base_of

Told = dict[str, Any]


def told(name: str, *rows: Row, asked: ReportScope = EVERYTHING) -> list[Told]:
    """Return the rows of a relation over a campaign that has these."""
    answer: list[Told] = RELATIONS[name].in_order(narrowed(base_of(*rows), asked)).to_pyarrow().to_pylist()
    return answer


def only(rows: list[Told], *columns: str) -> list[tuple[Any, ...]]:
    """Return some columns of rows."""
    return [tuple(row[column] for column in columns) for row in rows]
