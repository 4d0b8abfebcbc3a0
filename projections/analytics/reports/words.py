"""The columns and phrases that several reports share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import ibis
import ibis.expr.types as ir
from ibis import _

from domain.aggregates import CAMPAIGN
from projections.analytics.base import Base
from projections.analytics.relations.windows import names_apart
from projections.analytics.reports.pictures import Rows
from projections.phrases.messages import Part, Quantity, phrase

T = TypeVar("T")


def named(table: ir.Table, base: Base, column: str, *, called: str = "who") -> ir.Table:
    """Add the names of the characters whose references are in a column; one without a name keeps the reference."""
    names = names_apart(base).select("campaign", "ref", **{called: _.called})
    rows = table.left_join(names, [("campaign", "campaign"), (column, "ref")]).drop("campaign_right", "ref")
    nameless = ibis.ifelse(rows[column] == CAMPAIGN, "the campaign", "nobody")
    return rows.mutate(**{called: ibis.coalesce(rows[called], rows[column].nullif(CAMPAIGN), nameless)})


def with_campaign(table: ir.Table, base: Base) -> ir.Table:
    """Put the name of the campaign in place of its id, which stays as `campaign_id`: of two with one name, each keeps its own rows together."""
    names = base.campaigns.select(campaign_id=_.campaign, campaign_name=_.name)
    rows = table.join(names, table.campaign == names.campaign_id).drop("campaign")
    return rows.rename(campaign="campaign_name").relocate("campaign")


def beside(table: ir.Table, other: ir.Table, *keys: str) -> ir.Table:
    """Add the columns of another table by these keys; where it has no row for them, they are null."""
    return table.left_join(other, keys).drop(*(f"{key}_right" for key in keys))


def caller(rows: Rows, column: str = "who") -> Callable[[dict[str, Any]], str]:
    """Return what says whom a row is of: the name, with the campaign where the rows are of several."""
    several = len({row["campaign"] for row in rows}) > 1
    return lambda row: f"{row[column]} ({row['campaign']})" if several else str(row[column])


def most(points: Mapping[T, float], number: int = 10) -> list[T]:
    """Return those with the most points, from the most down; of equals, those that sort first."""
    return sorted(points, key=lambda each: (-points[each], str(each)))[:number]


def leader(points: Mapping[T, float]) -> T | None:
    """Return who alone has the most points; None where nobody has any, or several have as many."""
    first = most(points, 2)
    return first[0] if first and len({points[each] for each in first}) == len(first) else None


def percent(share: float, decimals: int = 0) -> Part:
    """Return a share as a percentage."""
    return phrase("count.percent", share=Quantity(100 * share, decimals))


def lasting(seconds: float) -> Part:
    """Return a stretch of time in the largest unit that it fills: `2.5 days`, `1 minute`, `0 seconds`."""
    units = (("day", 86_400), ("hour", 3_600), ("minute", 60))
    unit, size = next((unit for unit in units if seconds >= unit[1]), ("second", 1))
    number = round(seconds / size, 1)
    return phrase(f"duration.{unit}", count=Quantity(number, decimals=0 if number == int(number) else 1))
