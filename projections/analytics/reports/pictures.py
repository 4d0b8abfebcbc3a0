"""Charts: the common beginning of all reports' charts, and their forms."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any, TypeAlias

import altair as alt

Rows: TypeAlias = Sequence[dict[str, Any]]
"""The rows of a table, in its order, by column."""

Chart: TypeAlias = alt.TopLevelMixin
"""A chart, of one layer or of several."""

BUILDER: Any = alt
"""The library's parts that have no types."""


def chart_over(rows: Rows) -> alt.Chart:
    """Begin a chart of these rows. Times are written in UTC."""
    values = [{column: _plain(value) for column, value in row.items()} for row in rows]
    return alt.Chart(BUILDER.Data(values=values))


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date | datetime) else value
