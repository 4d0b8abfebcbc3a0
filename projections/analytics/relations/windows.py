"""Looks of relations at the facts before or around theirs: names, rounds, and what was left of something."""

from __future__ import annotations

from typing import Final

import ibis
import ibis.expr.types as ir
from ibis import _

from projections.analytics.base import Base

ORDER: Final = ("place", "seq")
"""The columns by which facts of a campaign follow each other, as they are corrected."""

INSTANCE: Final = ("campaign", "aggregate", "component", "name")
"""The columns that say which pool, wound, thing or the like a fact is about."""


def names_apart(base: Base) -> ir.Table:
    """Return how everybody is called, by `campaign` and `ref`: of several with one name, each with the handle as well."""
    sort = base.names.mutate(sort=_.ref.split("/")[0])
    alike = sort.mutate(alike=_.count().over(ibis.window(group_by=("campaign", "sort", "name"))))
    apart = ibis.ifelse(alike.alike > 1, alike.name + " (" + alike.handle + ")", alike.name)
    return alike.select("campaign", "ref", "owner", called=apart)


def called(table: ir.Table, base: Base, **references: str) -> ir.Table:
    """Add names: `called(facts, base, who="aggregate")` adds `who` and `who_ref` for the references in a column.

    A character without a name is called by the reference.
    """
    for name, column in references.items():
        names = names_apart(base).select(named_in=_.campaign, named_ref=_.ref, called=_.called)
        rows = table.left_join(names, [table.campaign == names.named_in, table[column] == names.named_ref])
        added = {name: ibis.coalesce(rows.called, rows[column]), f"{name}_ref": rows[column]}
        table = rows.mutate(**added).drop("named_in", "named_ref", "called")
    return table


def carried(
    table: ir.Table, column: str, *, by: tuple[str, ...], called: str, order: tuple[str, ...] = ORDER
) -> ir.Table:
    """Add the last value that a column had, up to and with each row; null before the first."""
    so_far = ibis.cumulative_window(group_by=by, order_by=order)
    counted = table.mutate(stretch=table[column].count().over(so_far))
    stretch = ibis.window(group_by=(*by, "stretch"))
    return counted.mutate(**{called: counted[column].max().over(stretch)}).drop("stretch")


def rounded(facts: ir.Table, base: Base) -> ir.Table:
    """Add the `round` of their encounter to facts; null outside of encounters, and before the first round.

    Only facts that begin a round are laid beside these: most of what happens in an encounter is neither.
    """
    begun = base.past.filter(_.component == "pace", _.encounter.notnull(), _.level.notnull())
    rounds = begun.mutate(mark=_.level)
    return _with_last(facts, facts.filter(_.encounter.notnull()), rounds, by=("campaign", "encounter"), called="round")


def with_session_before(facts: ir.Table, base: Base) -> ir.Table:
    """Add the session that facts outside of sessions follow as `after_session`; null within one, and before the first."""
    opened = base.past.filter(_.type == "session_opened")
    sessions = opened.mutate(mark=opened["name"].cast("int64"))
    return _with_last(facts, facts.filter(_.session.isnull()), sessions, by=("campaign",), called="after_session")


def _with_last(table: ir.Table, asked: ir.Table, marks: ir.Table, *, by: tuple[str, ...], called: str) -> ir.Table:
    """Add the last `mark` up to and with those rows of a table that are asked about; null for all others."""
    columns = (*by, *ORDER, "entry")
    beginnings = marks.select(*columns, "mark", asked=0)
    questions = asked.select(*columns, mark=ibis.null("int64"), asked=1)
    # Rows that passed a join may be null by their type where those of the table are not.
    laid = ibis.union(beginnings.cast(questions.schema()), questions)
    rows = carried(laid, "mark", by=by, called="last", order=(*ORDER, "asked"))
    last = rows.filter(_.asked == 1).select(
        of_campaign=_.campaign, of_entry=_.entry, of_seq=_.seq, **{called: rows["last"]}
    )
    same = [table.campaign == last.of_campaign, table.entry == last.of_entry, table.seq == last.of_seq]
    return table.left_join(last, same).drop("of_campaign", "of_entry", "of_seq")


def with_left(facts: ir.Table) -> ir.Table:
    """Add what was `left` of each fact's instance after it, and what was there `before`; null where nothing says how much there was at first."""
    so_far = ibis.cumulative_window(group_by=INSTANCE, order_by=ORDER)
    change = ibis.coalesce(facts.change, 0)
    counted = facts.mutate(stretch=facts.level.count().over(so_far), risen=change.sum().over(so_far))
    # Sorting is what costs: one order serves both sums, and a stretch needs none to find the level that it begins with.
    since_level = counted.level + ibis.coalesce(counted.change, 0) - counted.risen
    left = since_level.max().over(ibis.window(group_by=(*INSTANCE, "stretch"))) + counted.risen
    summed = counted.mutate(left=left).drop("stretch", "risen")
    return summed.mutate(before=summed.left.lag().over(ibis.window(group_by=INSTANCE, order_by=ORDER)))
