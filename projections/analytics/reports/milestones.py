"""Milestones: achievements, lessons and choices, with their time and person. A character's first choices are none."""

from __future__ import annotations

from collections import Counter
from typing import Final

import altair as alt
import ibis
import ibis.expr.types as ir
from ibis import _

from projections.analytics.base import Base
from projections.analytics.relations.lasting import DAY
from projections.analytics.reports.pictures import Chart, Rows, chart_over
from projections.analytics.reports.report import Report
from projections.analytics.reports.words import caller, most, named, with_campaign
from projections.phrases.messages import Part, Quantity, listed, phrase
from projections.phrases.recap import achieved

EVENTS: Final = {
    "awarded": "awarded",
    "choice_changed": "chosen otherwise",
    "choice_made": "chosen",
    "choice_withdrawn": "taken back",
    "trait_changed": "changed",
    "trait_gained": "gained",
    "trait_lost": "lost",
    "trait_raised": "raised",
}
"""A word for each type of event."""


def _table(base: Base) -> ir.Table:
    milestones = with_campaign(named(reached(base), base, "aggregate"), base)
    rows = milestones.mutate(
        day=(milestones.clock / DAY).floor().cast("int64"), kind=ibis.coalesce(milestones.what, "")
    )
    return rows.order_by(_.campaign, _.campaign_id, _.place, _.seq).select(*COLUMNS)


def reached(base: Base) -> ir.Table:
    """Return the facts of milestones with what `happened` and the `milestone` in words."""
    begun = base.past.filter(_.type == "introduced").select("campaign", "entry", "aggregate").distinct()
    facts = base.facts.filter(_.kind == "milestone").anti_join(begun, ["campaign", "entry", "aggregate"])
    return facts.mutate(
        happened=facts.type.cases(*EVENTS.items(), else_=facts.type),
        milestone=facts["name"].re_replace("(-[0-9]+)+$", ""),
    )


def _sentence(rows: Rows) -> Part:
    if not rows:
        return phrase("milestones.none")
    called = caller(rows)
    points = Counter(called(row) for row in rows)
    people = phrase("milestones.people", count=Quantity(len(points)))
    parts: list[Part] = [phrase("milestones.reached", count=Quantity(len(rows)), people=people)]
    first, *others = most(points)
    if others and points[first] > points[others[0]]:
        parts.append(phrase("milestones.most", who=first, number=Quantity(points[first])))
    if len({row["campaign"] for row in rows}) == 1:
        last = rows[-1]
        happened = achieved(last["happened"])
        parts.append(phrase("milestones.last", who=called(last), milestone=last["milestone"], happened=happened))
    return listed(parts, "list.space")


def _chart(rows: Rows) -> Chart:
    called = caller(rows)
    counted = Counter((called(row), row["happened"]) for row in rows)
    shown = most(Counter(called(row) for row in rows))
    values = [
        {"who": who, "happened": happened, "times": times} for (who, happened), times in counted.items() if who in shown
    ]
    chart: Chart = (
        chart_over(values)
        .mark_bar()
        .encode(
            x=alt.X("times:Q", title="Milestones (the ten who had the most)").axis(tickMinStep=1),
            y=alt.Y("who:N", title=None, sort=shown),
            color=alt.Color("happened:N", title=None),
            tooltip=["who:N", "happened:N", "times:Q"],
        )
    )
    return chart


COLUMNS: Final = {
    "campaign": "The campaign",
    "session": "The session; empty outside of sessions",
    "day": "The in-game day, from 0",
    "at": "When it counts as having happened",
    "entry": "The entry",
    "who": "Whose milestone it is: a character or a group",
    "happened": "What happened: awarded, gained, raised, changed, lost, chosen, chosen otherwise, taken back",
    "milestone": "What was achieved, learned or chosen",
    "kind": "Its kind, such as power or skill; empty where it has none",
    "amount": "How much of it, in points; empty where it is not counted",
    "command": "The command that brought it about",
}

MILESTONES: Final = Report(
    name="milestones",
    question="What was achieved, when, and by whom?",
    columns=COLUMNS,
    table=_table,
    sentence=_sentence,
    chart=_chart,
)
