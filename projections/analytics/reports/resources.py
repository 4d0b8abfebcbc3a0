"""The report on resources, spent and gained: of pools, of the budgets of turns, of items, assets and cards, and where each of them ended."""

from __future__ import annotations

from typing import Final

import altair as alt
import ibis
import ibis.expr.types as ir
from ibis import _

from projections.analytics.base import Base, of_asked
from projections.analytics.relations.windows import ORDER, with_left
from projections.analytics.reports.pictures import Chart, Rows, chart_over
from projections.analytics.reports.report import Report
from projections.analytics.reports.words import caller, leader, many, most, named, with_campaign

SORTS: Final = {"tracks": "pool", "items": "item", "assets": "asset", "cards": "card", "order": "budget"}
"""The components that are spent from and gained, each with what it is in a word."""

_COUNTED: Final = ("point_spent", "point_gained", "item_counted", "asset_counted", "card_spent", "card_lost")
_GAINED: Final = ("item_gained", "asset_gained", "card_gained")
_LOST: Final = ("item_lost", "asset_lost")


def _table(base: Base) -> ir.Table:
    kept = with_left(_as_counts(base.past.filter(_.component.isin(tuple(SORTS)))))
    changed = kept.mutate(
        whose=ibis.ifelse(_.component == "order", _.by, _["aggregate"]),
        thing=ibis.ifelse(_.component == "order", _.what, _.name.re_replace("-[0-9]+$", "")),
        gain=ibis.cases(
            (_.type.isin(_COUNTED), _.change),
            (_.type.isin(_GAINED), _.level),
            (_.type.isin(_LOST), -_.left),
            (_.type == "budget_spent", -_.amount),
        ),
        left=ibis.ifelse(_.type.isin(_LOST), 0, _.left),
    )
    summed = _summed(of_asked(changed, base.asked, character="whose"))
    told = with_campaign(named(summed, base, "whose"), base)
    most_first = (_.spent + _.gained).desc()
    return told.order_by(_.campaign, _.campaign_id, most_first, _.who, _.sort, _.thing, _.whose).select(*COLUMNS)


def _as_counts(facts: ir.Table) -> ir.Table:
    """Count a card as one of its kind, from when it is gained until it is spent or lost."""
    return facts.mutate(
        level=ibis.ifelse(_.type == "card_gained", 1, _.level),
        change=ibis.ifelse(_.type.isin(("card_spent", "card_lost")), -1, _.change),
    )


def _summed(changed: ir.Table) -> ir.Table:
    """Sum up what came and went by who and what; `ended` is what all things of that name came to last."""
    of = ("campaign", "whose", "component", "thing")
    last = ibis.window(group_by=[*of, "name"], order_by=[ibis.desc(column) for column in ORDER])
    marked = changed.mutate(newest=ibis.row_number().over(last) == 0)
    found = marked.group_by(*of).agg(
        gained=ibis.coalesce(_.gain.sum(where=_.gain > 0), 0),
        spent=ibis.coalesce((-_.gain).sum(where=_.gain < 0), 0),
        times_gained=_.count(where=_.gain > 0),
        times_spent=_.count(where=_.gain < 0),
        left=_.left.sum(where=_.newest),
        unknown=_.count(where=_.newest & _.left.isnull()),
    )
    return found.filter(_.times_gained + _.times_spent > 0).mutate(
        sort=_.component.cases(*SORTS.items()),
        net=_.gained - _.spent,
        ended=ibis.ifelse(_.unknown == 0, _.left, ibis.null("int64")),
    )


def _sentence(rows: Rows) -> str:
    spent, gained = (sum(row[column] for row in rows) for column in ("times_spent", "times_gained"))
    if not spent and not gained:
        return "Nothing was spent, and nothing was gained."
    said = f"Something was spent {many(spent, 'time')} and gained {many(gained, 'time')}."
    called = caller(rows)
    for column, verb in (("spent", "spent"), ("gained", "gained")):
        points = {(called(row), row["thing"], row["sort"]): row[column] for row in rows if row[column]}
        if (first := leader(points)) is not None:
            who, thing, sort = first
            said += f" The most of one thing was {verb} by {who}: {points[first]:,} of the {sort} {thing}."
    return said


def _chart(rows: Rows) -> Chart:
    called = caller(rows)
    points = {f"{called(row)}: {row['thing']}": row["times_spent"] + row["times_gained"] for row in rows}
    shown = most(points)
    values = [
        {"who": who, "done": done, "times": row[column]}
        for row in rows
        if (who := f"{called(row)}: {row['thing']}") in shown
        for done, column in (("gained", "times_gained"), ("spent", "times_spent"))
    ]
    chart: Chart = (
        chart_over(values)
        .mark_bar()
        .encode(
            x=alt.X("times:Q", title="How many times (the ten things most in use)"),
            y=alt.Y("who:N", title=None, sort=shown),
            color=alt.Color("done:N", title=None),
            tooltip=["who:N", "done:N", "times:Q"],
        )
    )
    return chart


COLUMNS: Final = {
    "campaign": "The campaign",
    "who": "Whose it is: a character or a group",
    "sort": "pool, budget (of a turn), item, asset or card",
    "thing": "What it is called",
    "gained": "How much of it was gained; what somebody begins with is not",
    "spent": "How much of it was spent or lost; harm is not",
    "net": "What was gained less what was spent",
    "times_gained": "How many times some was gained",
    "times_spent": "How many times some was spent or lost",
    "ended": "What there was of it in the end, harm and healing counted; unknown of budgets, and where nothing says what there was at first",
}

RESOURCES: Final = Report(
    name="resources",
    question="What was spent, what was gained, and what is left?",
    columns=COLUMNS,
    table=_table,
    sentence=_sentence,
    chart=_chart,
)
