"""The report on harm: every blow, wound and healing, with its cause, its victim, its amount, and the value left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

import altair as alt
import ibis
import ibis.expr.types as ir
from ibis import _

from projections.analytics.base import Base, of_asked
from projections.analytics.relations.windows import rounded, with_left
from projections.analytics.reports.pictures import Chart, Rows, chart_over
from projections.analytics.reports.report import Report
from projections.analytics.reports.words import caller, leader, most, named, with_campaign
from projections.phrases.messages import Part, Quantity, listed, phrase, series

DONE: Final = {"damage_taken": "harm", "wound_suffered": "wound", "damage_healed": "healing"}
"""The events that say what was done to a character, each with a word for it."""

_DONE: Final = {"harm": "harm.harmed", "wound": "harm.wounded", "healing": "harm.healed"}


def _table(base: Base) -> ir.Table:
    left = with_left(base.past.filter((_.component == "tracks") | (_.type == "wound_suffered")))
    done = of_asked(left.filter(_.type.isin(tuple(DONE))), base.asked, character="aggregate")
    changes = rounded(done, base)
    for column, called in (("aggregate", "to_whom"), ("by", "by_whom"), ("encounter", "fight")):
        changes = named(changes, base, column, called=called)
    rows = with_campaign(changes, base).mutate(
        done=_.type.cases(*DONE.items()),
        with_what=_.what,
        pool=ibis.ifelse(_.component == "tracks", _.name, ibis.null("string")),
        fight=ibis.ifelse(_.encounter.isnull(), ibis.null("string"), _.fight),
        clock_seconds=_.clock,
    )
    return rows.order_by(_.campaign, _.campaign_id, _.place, _.seq).select(*COLUMNS)


def _sentence(rows: Rows) -> Part:
    times = Counter(row["done"] for row in rows)
    if not times:
        return phrase("harm.none")
    deeds = series(phrase(message, count=Quantity(times[done])) for done, message in _DONE.items() if times[done])
    most_harm, most_healed = _most(rows, "harm", "harm.most_harm"), _most(rows, "healing", "harm.most_healed")
    return listed((phrase("harm.done", deeds=deeds), most_harm, most_healed), "list.space")


def _most(rows: Rows, done: str, message: str) -> Part:
    """Say who had the most done to one pool. Points of two pools do not add up."""
    points = _points([row for row in rows if row["done"] == done], caller(rows, "to_whom"))
    first = leader(points)
    if first is None:
        return ""
    who, pool, _done = first
    return phrase(message, who=who, points=Quantity(points[first]), pool=pool)


def _points(rows: Rows, called: Callable[[dict[str, Any]], str]) -> Counter[tuple[str, str, str]]:
    """Sum up the points by who had it done to them, the pool, and what was done."""
    points: Counter[tuple[str, str, str]] = Counter()
    for row in rows:
        if row["pool"] is not None:
            points[called(row), row["pool"], row["done"]] += row["amount"] or 0
    return points


def _chart(rows: Rows) -> Chart:
    points = _points(rows, caller(rows, "to_whom"))
    pools: Counter[tuple[str, str]] = Counter()
    for (who, pool, _done), amount in points.items():
        pools[who, pool] += amount
    shown = most(pools)
    values = [
        {"who": f"{who}: {pool}", "done": done, "points": amount}
        for (who, pool, done), amount in points.items()
        if (who, pool) in shown
    ]
    chart: Chart = (
        chart_over(values)
        .mark_bar()
        .encode(
            x=alt.X("points:Q", title="Points (the ten pools with most)"),
            y=alt.Y("who:N", title=None, sort=[f"{who}: {pool}" for who, pool in shown]),
            yOffset=alt.YOffset("done:N"),
            color=alt.Color("done:N", title=None),
            tooltip=["who:N", "done:N", "points:Q"],
        )
    )
    return chart


COLUMNS: Final = {
    "campaign": "The campaign",
    "session": "The number of the session; none outside of sessions",
    "clock_seconds": "The in-game time, in seconds since the campaign began",
    "fight": "The encounter that it happened in, if any",
    "round": "The round of that encounter",
    "entry": "The number of the entry",
    "to_whom": "Who was harmed, wounded or healed",
    "by_whom": "Who brought it about; nobody where that is not told",
    "done": "harm, wound or healing",
    "with_what": "The type of harm, or how grave the wound is",
    "command": "The command that it came with",
    "pool": "The pool that it took from or gave to; a wound has none",
    "amount": "How many points of the pool",
    "left": "What was left in the pool after it, where it is known what it began with",
}

HARM: Final = Report(
    name="harm",
    question="Who bleeds, by whose hand, and who is healed?",
    columns=COLUMNS,
    table=_table,
    sentence=_sentence,
    chart=_chart,
)
