"""Wounds and conditions of characters: when each came, how long it lasted, and what ended it."""

from __future__ import annotations

from collections import Counter
from typing import Final

import altair as alt
import ibis
import ibis.expr.types as ir
from ibis import _

from projections.analytics.base import Base, of_asked
from projections.analytics.relations.bodies import afflictions
from projections.analytics.reports.pictures import Chart, Rows, chart_over
from projections.analytics.reports.report import Report
from projections.analytics.reports.words import caller, lasting, most, with_campaign
from projections.phrases.messages import Part, Quantity, listed, phrase, series


def _table(base: Base) -> ir.Table:
    lives = afflictions(base)
    asked = of_asked(lives.filter(lives["aggregate"].startswith("character/")), base.asked, character="aggregate")
    harms = with_campaign(asked, base)
    rows = harms.mutate(
        by_whom=ibis.coalesce(harms.by_whom, "nobody"),
        clock_seconds=harms.clock,
        ended_clock_seconds=harms.ended_clock,
        lasted_seconds=harms.lasted,
    )
    return rows.order_by(_.campaign, _.campaign_id, _.place, _.seq).select(*COLUMNS)


def _sentence(rows: Rows) -> Part:
    if not rows:
        return phrase("wounds.none")
    wounds, conditions = _of(rows, "wound"), _of(rows, "condition")
    counted = [
        *([phrase("wounds.wounds", count=Quantity(len(wounds)), open=_open(wounds))] if wounds else []),
        *([phrase("wounds.conditions", count=Quantity(len(conditions)), open=_open(conditions))] if conditions else []),
    ]
    suffered = phrase("wounds.suffered", count=len(wounds or conditions), afflictions=series(counted))
    return listed((suffered, _longest(rows)), "list.space")


def _of(rows: Rows, affliction: str) -> Rows:
    return [row for row in rows if row["affliction"] == affliction]


def _open(rows: Rows) -> Quantity:
    return Quantity(sum(not row["ended"] for row in rows))


def _longest(rows: Rows) -> Part:
    """Say which of those that ended lasted the longest in the game."""
    ended = [row for row in rows if row["ended"] and row["lasted_seconds"] > 0]
    if not ended:
        return ""
    longest = max(ended, key=lambda row: row["lasted_seconds"])
    return phrase(
        "wounds.longest",
        affliction=longest["affliction"],
        who=caller(rows)(longest),
        what=longest["what"],
        time=lasting(longest["lasted_seconds"]),
    )


def _chart(rows: Rows) -> Chart:
    times = Counter(row["what"] for row in rows)
    shown = most(times)
    states = Counter((row["what"], "over" if row["ended"] else "not over yet") for row in rows if row["what"] in shown)
    values = [{"what": what, "state": state, "times": number} for (what, state), number in states.items()]
    chart: Chart = (
        chart_over(values)
        .mark_bar()
        .encode(
            x=alt.X("times:Q", title="How many times (the ten most frequent)").axis(tickMinStep=1, format="d"),
            y=alt.Y("what:N", title=None, sort=shown),
            color=alt.Color("state:N", title=None),
            tooltip=["what:N", "state:N", "times:Q"],
        )
    )
    return chart


COLUMNS: Final = {
    "campaign": "The campaign",
    "session": "The number of the session in which it came; none outside of sessions",
    "entry": "The number of the entry with which it came",
    "clock_seconds": "The in-game time at which it came, in seconds since the campaign began",
    "who": "Who had it",
    "affliction": "wound or condition",
    "what": "The condition, or how grave the wound is",
    "by_whom": "Who brought it about; nobody where that is not told",
    "ended": "Whether it is over",
    "ended_session": "The number of the session in which it ended",
    "ended_entry": "The number of the entry with which it ended",
    "ended_clock_seconds": "The in-game time at which it ended, in seconds since the campaign began",
    "lasted_seconds": "How long it lasted, in seconds of in-game time",
    "because": "What ended it, in a word",
}

WOUNDS: Final = Report(
    name="wounds",
    question="What wounds and conditions were there, and how long did they last?",
    columns=COLUMNS,
    table=_table,
    sentence=_sentence,
    chart=_chart,
)
