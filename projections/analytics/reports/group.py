"""Groups and enclaves over time: what they held at the end of each in-game day, and who joined and left."""

from __future__ import annotations

from collections import Counter
from typing import Final

import altair as alt
import ibis
import ibis.expr.types as ir
from ibis import _

from projections.analytics.base import Base, of_asked
from projections.analytics.relations.lasting import DAY, STORES
from projections.analytics.reports.pictures import Chart, Rows, chart_over
from projections.analytics.reports.report import Report
from projections.analytics.reports.words import caller, most, named, with_campaign
from projections.phrases.messages import Part, Quantity, listed, phrase, series

SORTS: Final = {"tracks": "pool", "items": "item", "assets": "asset", "followers": "follower", "members": "member"}
"""A word for each component of a group."""

SHOWN: Final = 5
"""The number of things that a chart shows."""

MOST_GONE: Final = 5
"""The number of used-up things that the sentence names."""

_THING: Final = ("campaign", "who_ref", "sort", "thing", "thing_ref")
_ROW: Final = ("campaign", "who", "who_ref", "day", "session", "sort", "thing", "thing_ref", "remaining", "change")


def _table(base: Base) -> ir.Table:
    rows = with_campaign(ibis.union(_daily_stores(base).select(*_ROW), _members(base).select(*_ROW)), base)
    ordered = (_.campaign, _.campaign_id, _.who, _.who_ref, _.day, _.sort, _.thing, _.thing_ref)
    return rows.order_by(*ordered).select(*COLUMNS)


def _daily_stores(base: Base) -> ir.Table:
    """Return what groups held of each thing at the end of each day on which that changed; several stores of one thing are summed up."""
    stores = STORES.made(base).mutate(sort=_.holding.cases(*SORTS.items()), thing=_.store.re_replace("(-[0-9]+)+$", ""))
    needed = stores.mutate(thing_ref=_.thing).select(*_THING, "who", "day", "session", "change", "member", "aggregate")
    # Views of one table are worked out once by an engine.
    every_day, some = needed.view(), needed.view()
    asked = of_asked(some, base.asked, character="aggregate").select(*_THING, "day").distinct()
    days = every_day.group_by(*_THING, "who", "day").agg(change=_.change.sum(), session=_.session.max())
    until = ibis.cumulative_window(group_by=_THING, order_by="day")
    return days.mutate(remaining=_.change.sum().over(until)).semi_join(asked, [*_THING, "day"])


def _members(base: Base) -> ir.Table:
    """Return who was a member at the end of each day on which that changed: 1, or 0 once the member has left."""
    events = base.facts.filter(
        base.facts["aggregate"].startswith("enclave/"), _.type.isin(("member_joined", "member_left"))
    )
    joined = events.mutate(
        day=(events.clock / DAY).floor().cast("int64"),
        member_ref="character/" + events["name"],
        remaining=ibis.ifelse(events.type == "member_joined", 1, 0).cast("int64"),
    )
    of_day = ("campaign", "aggregate", "name", "day")
    newest = ibis.window(group_by=of_day, order_by=[ibis.desc("place"), ibis.desc("seq")])
    counted = joined.mutate(
        age=ibis.row_number().over(newest),
        change=(2 * joined.remaining - 1).sum().over(ibis.window(group_by=of_day)),
    )
    latest = counted.filter(_.age == 0)
    members = named(named(latest, base, "member_ref", called="thing"), base, "aggregate", called="who")
    return members.select(
        "campaign",
        "who",
        "day",
        "session",
        "remaining",
        "change",
        who_ref=members["aggregate"],
        sort=ibis.literal(SORTS["members"]),
        thing=members.thing,
        thing_ref=members.member_ref,
    )


def _sentence(rows: Rows) -> Part:
    if not rows:
        return phrase("group.unchanged")
    called = caller(rows)
    groups = phrase("count.groups", count=Quantity(len({called(row) for row in rows})))
    days = phrase("group.days", count=Quantity(len({(called(row), row["day"]) for row in rows})))
    joined, left = (sum(row["change"] == by for row in rows if row["sort"] == "member") for by in (1, -1))
    people = phrase("group.people", joined=Quantity(joined), left=Quantity(left)) if joined or left else ""
    return listed((phrase("group.changed", groups=groups, days=days), people, _used_up(rows)), "list.space")


def _used_up(rows: Rows) -> Part:
    """Name the stores of which nothing was left at the end."""
    called = caller(rows)
    last = {(row["campaign"], row["who"], row["sort"], row["thing"]): row for row in rows if row["sort"] != "member"}
    gone = [
        phrase("group.thing_of", thing=row["thing"], who=called(row)) for row in last.values() if row["remaining"] == 0
    ][:MOST_GONE]
    return phrase("group.used_up", things=series(gone)) if gone else ""


def _chart(rows: Rows) -> Chart:
    called = caller(rows)
    stores = [{**row, "what": f"{row['thing']} of {called(row)}"} for row in rows if row["sort"] != "member"]
    changes = Counter(row["what"] for row in stores)
    shown = most(changes, SHOWN)
    values = [
        {column: row[column] for column in ("what", "day", "remaining")} for row in stores if row["what"] in shown
    ]
    chart: Chart = (
        chart_over(values)
        .mark_line(interpolate="step-after", point=True)
        .encode(
            x=alt.X("day:Q", title="In-game day (from 0)").axis(tickMinStep=1),
            y=alt.Y("remaining:Q", title=None),
            row=alt.Row("what:N", title=None, sort=shown).header(labelOrient="top", labelAnchor="start"),
            tooltip=["what:N", "day:Q", "remaining:Q"],
        )
        .properties(
            width=360,
            height=60,
            title=f"Held at the end of each in-game day (the {SHOWN} things that changed most often)",
        )
        .resolve_scale(y="independent")
    )
    return chart


COLUMNS: Final = {
    "campaign": "The campaign",
    "who": "The group or enclave",
    "day": "The in-game day, from 0",
    "session": "The session in which it last changed on that day; empty outside of sessions",
    "sort": "pool, item, asset, follower or member",
    "thing": "What is held, or who is a member",
    "remaining": "How much there was at the end of the day; of a member 1, and 0 after leaving",
    "change": "By how much that rose or, below zero, fell on that day",
}

GROUP: Final = Report(
    name="group",
    question="What does the group hold from day to day, and who belongs to it?",
    columns=COLUMNS,
    table=_table,
    sentence=_sentence,
    chart=_chart,
)
