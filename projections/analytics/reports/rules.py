"""The report on rules: which came up, how often and when last, and which never did.

A rule comes up in an entry that cites it, or of which an event does; in one entry it counts once.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

import altair as alt
import ibis
import ibis.expr.types as ir
from ibis import _

from projections.analytics.base import Base
from projections.analytics.reports.pictures import Chart, Rows, chart_over
from projections.analytics.reports.report import Report
from projections.analytics.reports.words import beside, caller, most, percent, with_campaign
from projections.phrases.messages import Part, Quantity, phrase

OUTSIDE: Final = "not in the rulebook"
"""The chapter of rules that were cited and are in no rulebook."""

_KEY: Final = ("campaign", "rule")


def _table(base: Base) -> ir.Table:
    cited = _cited(base)
    # The newest entry is picked while they are counted: a window would have to sort all of them.
    age = ibis.struct({"at": cited.at, "entry": cited.entry})
    newest = ibis.struct({"at": cited.at, "entry": cited.entry, "session": cited.session}).argmax(age)
    picked = cited.group_by(*_KEY).agg(times=_.count(), newest=newest)
    last = {f"last_{field}": picked.newest[field] for field in ("at", "session", "entry")}
    counted = picked.select(*_KEY, "times", **last)
    rows = beside(_all(base, counted), counted, *_KEY)
    named = with_campaign(rows.mutate(times=ibis.coalesce(rows.times, 0)), base)
    return named.order_by(_.campaign, _.campaign_id, _.times.desc(), _.chapter, _.rule).select(*COLUMNS)


def _cited(base: Base) -> ir.Table:
    """The entries in which each rule came up, each once."""
    happened = base.entries.filter(_.status.notin(("struck", "moot", "refused")))
    each = [table.select("campaign", "entry", "at", "session", "rules") for table in (happened, base.facts)]
    citations = ibis.union(*each).mutate(rule=_.rules.unnest())
    return citations.group_by(*_KEY, "entry").agg(at=_.at.min(), session=_.session.min())


def _all(base: Base, counted: ir.Table) -> ir.Table:
    """Return all rules of the systems in play, and other rules that came up."""
    books = base.campaigns.select("campaign", "system").join(base.rulebook, "system")
    in_books = books.select(*_KEY, "chapter", "text")
    others = counted.anti_join(in_books, _KEY).select(*_KEY)
    return in_books.union(others.mutate(chapter=ibis.literal(OUTSIDE), text=ibis.literal("")))


def _sentence(rows: Rows) -> Part:
    if not rows:
        return phrase("rules.none")
    came = [row for row in rows if row["times"]]
    if not came:
        return phrase("rules.unused", count=Quantity(len(rows)))
    often = max(came, key=lambda row: row["times"])
    return phrase(
        "rules.used",
        count=Quantity(len(rows)),
        came=Quantity(len(came)),
        share=percent(len(came) / len(rows)),
        never=Quantity(len(rows) - len(came)),
        rule=caller(rows, "rule")(often),
        entries=phrase("count.entries", count=Quantity(often["times"])),
    )


def _chart(rows: Rows) -> Chart:
    called = caller(rows, "chapter")
    came = Counter(called(row) for row in rows if row["times"])
    shown = most(came)
    values = [
        {"chapter": chapter, "rules": "came up" if up else "never did", "number": number}
        for (chapter, up), number in Counter((called(row), row["times"] > 0) for row in rows).items()
        if chapter in shown
    ]
    chart: Chart = (
        chart_over(values)
        .mark_bar()
        .encode(
            x=alt.X("number:Q", title="Rules (the ten chapters of which the most came up)").axis(tickMinStep=1),
            y=alt.Y("chapter:N", title=None, sort=shown).axis(labelLimit=320),
            color=alt.Color("rules:N", title=None).scale(
                domain=["came up", "never did"], range=["steelblue", "lightgray"]
            ),
            order=alt.Order("rules:N"),
            tooltip=["chapter:N", "rules:N", "number:Q"],
        )
    )
    return chart


COLUMNS: Final = {
    "campaign": "The campaign",
    "chapter": "The chapter of the rulebook",
    "rule": "The rule, by its id",
    "times": "In how many entries it came up",
    "last_at": "When that was last; empty where it never did",
    "last_session": "The session of it",
    "last_entry": "The entry of it",
    "text": "What the rule says",
}

RULES: Final = Report(
    name="rules",
    question="Which rules came up, and which never did?",
    columns=COLUMNS,
    table=_table,
    sentence=_sentence,
    chart=_chart,
    brief=("campaign", "chapter", "rule", "times", "last_session", "last_entry"),
)
