"""The report on hits and misses: rolls with an outcome, by who rolled them and what for."""

from __future__ import annotations

from typing import Final

import altair as alt
import ibis.expr.types as ir
from ibis import _

from projections.analytics.base import Base
from projections.analytics.relations.rolling import FAILURES, SUCCESSES
from projections.analytics.reports.pictures import Chart, Rows, chart_over
from projections.analytics.reports.report import Report
from projections.analytics.reports.words import named, percent, with_campaign
from projections.phrases.messages import Part, Quantity, listed, phrase


def _table(base: Base) -> ir.Table:
    rolls = base.facts.filter(_.type == "rolled", _.outcome.isin((*SUCCESSES, *FAILURES)))
    counted = rolls.group_by("campaign", "aggregate", "what").agg(
        rolls=_.count(), successes=_.outcome.isin(SUCCESSES).sum(), margin=(_.total - _.target).mean()
    )
    rows = with_campaign(named(counted, base, "aggregate"), base)
    shared = rows.mutate(share=_.successes / _.rolls).select(
        "campaign", "who", "what", "rolls", "successes", "share", "margin"
    )
    return shared.order_by(_.campaign, _.rolls.desc(), _.who, _.what)


def _sentence(rows: Rows) -> Part:
    if not rows:
        return phrase("hits.none")
    rolls, successes = (sum(row[column] for row in rows) for column in ("rolls", "successes"))
    rolled = phrase(
        "hits.rolled",
        rolls=phrase("count.rolls", count=Quantity(rolls)),
        successes=phrase("count.successes", count=Quantity(successes)),
        share=percent(successes / rolls),
    )
    often = [row for row in rows if row["rolls"] >= 5]
    best = max(often, key=lambda row: (row["share"], row["rolls"], row["who"]), default=None)
    if best is None:
        return rolled
    last = phrase("hits.best", who=best["who"], what=best["what"], successes=best["successes"], rolls=best["rolls"])
    return listed((rolled, last), "list.space")


def _chart(rows: Rows) -> Chart:
    chart: Chart = (
        chart_over(rows)
        .mark_bar()
        .encode(
            x=alt.X("share:Q", title="Share of successes").axis(format="%").scale(domain=[0, 1]),
            y=alt.Y("who:N", title=None, sort="-x"),
            row=alt.Row("what:N", title=None),
            tooltip=["who:N", "what:N", "rolls:Q", "successes:Q"],
        )
        .resolve_scale(y="independent")
    )
    return chart


HITS: Final = Report(
    name="hits",
    question="Who hits, and who misses?",
    columns={
        "campaign": "The campaign",
        "who": "Who rolled",
        "what": "The kind of roll",
        "rolls": "How many rolls had an outcome",
        "successes": "How many of them succeeded",
        "share": "The share of successes",
        "margin": "By how much the total was above the target, on average",
    },
    table=_table,
    sentence=_sentence,
    chart=_chart,
)
