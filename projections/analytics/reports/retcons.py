"""The report on what was undone: each change of the past, who made it and why, how far it reached, and whether it is in force.

The counts are those with which a change was first made; its state is the last one that is known. So a view of the past makes no difference.
"""

from __future__ import annotations

from typing import Final

import altair as alt
import ibis
import ibis.expr.types as ir
from ibis import _

from projections.analytics.base import Base
from projections.analytics.reports.pictures import Chart, Rows, chart_over
from projections.analytics.reports.report import Report
from projections.analytics.reports.words import beside, caller, with_campaign
from projections.phrases.messages import Part, Quantity, listed, phrase, series
from projections.phrases.values import brief

REACH: Final = ("asked", "followed", "inserted")
"""The counts of what a change did itself."""

SHOWN: Final = 10
"""The number of changes that a chart shows."""

_KEY: Final = ("campaign", "entry")


def _table(base: Base) -> ir.Table:
    versions = base.entries.filter(_.kind == "revision")
    state = versions.group_by(*_KEY).agg(now=_.status.argmax(_.version), since=_.version.max())
    corrections = beside(beside(versions.filter(_.version == 0), state, *_KEY), _reach(base), *_KEY)
    in_force = corrections.now != "struck"
    made = corrections.mutate(
        kind=corrections.withdraws.isnull().ifelse("change", "withdrawal"),
        made_at=corrections.written,
        in_force=in_force,
        withdrawn_by=in_force.ifelse(ibis.null("int64"), corrections.since),
        people=ibis.coalesce(corrections.people, 0),
    )
    members = base.members.select("campaign", "member", who=_.name)
    named = beside(made, members, "campaign", "member")
    named = with_campaign(named.mutate(who=ibis.coalesce(named.who, named.member)), base)
    return named.order_by(_.campaign, _.campaign_id, _.entry).select(*COLUMNS)


def _reach(base: Base) -> ir.Table:
    """Count, for each change, whose state it corrected, and how far back the entries lie of which it struck something."""
    facts = base.past
    corrected = facts.filter(_.type == "corrected", _.version == 0).group_by(*_KEY).agg(people=_["aggregate"].nunique())
    struck = facts.filter(_.struck.notnull(), _.kind != "revision").group_by("campaign", "struck")
    back = struck.agg(back_to_entry=_.entry.min(), back_to_session=_.session.min()).rename(entry="struck")
    reach = corrected.outer_join(back, _KEY)
    return reach.mutate(
        campaign=ibis.coalesce(_.campaign, _.campaign_right), entry=ibis.coalesce(_.entry, _.entry_right)
    ).drop("campaign_right", "entry_right")


def _sentence(rows: Rows) -> Part:
    changes = [row for row in rows if row["kind"] == "change"]
    if not changes:
        return phrase("retcons.none")
    number, in_force = len(changes), sum(row["in_force"] for row in changes)
    done = _done(changes)
    if number > 1:
        changed = phrase("retcons.several", times=Quantity(number), count=Quantity(in_force), done=done)
    elif in_force:
        changed = phrase("retcons.once", done=done)
    else:
        changed = phrase("retcons.once_withdrawn", done=done)
    return listed((changed, _furthest(changes)), "list.space")


def _done(changes: Rows) -> Part:
    """Say how many entries were changed, inserted, and came out otherwise, as far as that is known."""
    counts = {column: sum(row[column] for row in changes) for column in REACH}
    parts = [phrase("retcons.asked", entries=phrase("count.entries", count=Quantity(counts["asked"])))]
    parts += [phrase("retcons.followed", number=Quantity(counts["followed"]))] if counts["followed"] else []
    known = [row["decided"] for row in changes if row["decided"] is not None]
    otherwise = phrase("count.entries", count=Quantity(sum(known))) if known else ""
    return phrase("retcons.changed", entries=series(parts), inserted=Quantity(counts["inserted"]), otherwise=otherwise)


def _furthest(changes: Rows) -> Part:
    """Say which change made the most come out otherwise, as far as that is known, and why it was made."""
    called = caller(changes)
    furthest = max(changes, key=lambda row: (row["decided"] or 0, -row["entry"]))
    reason = phrase("retcons.reason", reason=brief(furthest["reason"])) if furthest["reason"] else ""
    if len(changes) < 2 or furthest["decided"] is None:
        return reason if len(changes) < 2 else ""
    decided = Quantity(furthest["decided"])
    reach = phrase("retcons.furthest", entry=furthest["entry"], who=called(furthest), number=decided)
    return listed((reach, reason), "list.space")


def _chart(rows: Rows) -> Chart:
    changes = [row for row in rows if row["kind"] == "change"]
    called = caller(changes)
    shown = sorted(changes, key=lambda row: (-(row["decided"] or 0), row["campaign"], row["entry"]))[:SHOWN]
    values = [
        {
            "change": f"{row['entry']} by {called(row)}",
            "in_force": row["in_force"],
            "decided": row["decided"],
            "reason": brief(row["reason"] or ""),
        }
        for row in shown
    ]
    decided = alt.X("decided:Q", title="Entries that came out otherwise")
    if len(shown) < len(changes):
        decided = alt.X("decided:Q", title=f"Entries that came out otherwise (the {SHOWN} furthest of {len(changes)})")
    chart: Chart = (
        chart_over(values)
        .mark_bar()
        .encode(
            x=decided.axis(tickMinStep=1),
            y=alt.Y("change:N", title="Change of the past", sort=None).axis(labelLimit=320),
            color=alt.Color("in_force:N", title="In force").scale(domain=[True, False], range=["steelblue", "silver"]),
            tooltip=["change:N", "decided:Q", "in_force:N", "reason:N"],
        )
    )
    return chart


COLUMNS: Final = {
    "campaign": "The campaign",
    "session": "The session in which the change was made; empty outside of sessions",
    "entry": "The entry that made it",
    "made_at": "When it was made",
    "who": "The member who made it",
    "kind": "Whether it is a change, or the withdrawal of one",
    "reason": "Why it was made; empty where nobody said, or the words were erased",
    "asked": "How many entries it was asked to change",
    "followed": "How many more changed because of those",
    "inserted": "How many entries it added",
    "decided": "How many entries came out otherwise; empty where you may not know",
    "people": "Of how many characters, groups and encounters the state was corrected",
    "back_to_entry": "The oldest entry of which it struck anything; empty where it struck nothing",
    "back_to_session": "The first session of which it struck anything",
    "withdraws": "The change that it switches off; empty where it is no withdrawal",
    "in_force": "Whether it still holds",
    "withdrawn_by": "The entry by which it was switched off; empty where it holds",
}

RETCONS: Final = Report(
    name="retcons",
    question="What was undone, and how far did that reach?",
    columns=COLUMNS,
    table=_table,
    sentence=_sentence,
    chart=_chart,
    every_version=True,
)
