"""What held at each point of the past: the last that was said, and what a level came to, summed up in the order of entries."""

from __future__ import annotations

from typing import Final

import ibis
import ibis.expr.types as ir
from ibis import _

ORDER: Final = ("place", "seq")
"""The columns that put the facts of a view in order: that of entries as they are corrected, and of the events in each."""


def carried_on(table: ir.Table, column: str, *, of: tuple[str, ...], into: str) -> ir.Table:
    """Add the last value that a column had, up to each fact, among the facts that have the columns `of` in common; null before the first."""
    stretched = _stretches(table, column, of)
    whole = ibis.window(group_by=[*of, "stretch"])
    return stretched.mutate(**{into: stretched[column].max().over(whole)}).drop("stretch")


def levels(facts: ir.Table, *, into: str = "left") -> ir.Table:
    """Add to facts of tracks, assets and the like what the thing came to with each; null where no fact says what it began with."""
    of = ("campaign", "aggregate", "component", "name")
    stretched = _stretches(facts, "level", of)
    whole = ibis.window(group_by=[*of, "stretch"])
    until = ibis.window(group_by=[*of, "stretch"], order_by=[stretched[key] for key in ORDER], following=0)
    opened = stretched.level.max().over(whole)
    changed = ibis.coalesce(stretched.change.sum().over(until), 0)
    return stretched.mutate(**{into: opened + changed}).drop("stretch")


def _stretches(table: ir.Table, column: str, of: tuple[str, ...]) -> ir.Table:
    """Number the stretches over which a value of the column holds: 0 before the first."""
    until = ibis.window(group_by=list(of), order_by=[table[key] for key in ORDER], following=0)
    return table.mutate(stretch=table[column].count().over(until))


def rounds(base_past: ir.Table) -> ir.Table:
    """Return the round of its encounter that each fact fell in, by `campaign`, `entry` and `seq`, where it fell in one."""
    placed = base_past.filter(_.encounter.notnull())
    said = placed.mutate(said=ibis.ifelse(_.component == "pace", _.level, ibis.null("int64")))
    found = carried_on(said, "said", of=("campaign", "encounter"), into="round")
    return found.select("campaign", "entry", "seq", "round").filter(_.round.notnull())
