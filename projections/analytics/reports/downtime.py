"""The report on downtime: the phases, the plans of each, and their results."""

from __future__ import annotations

from collections import Counter
from typing import Final

import altair as alt
import ibis
import ibis.expr.types as ir
from ibis import _

from projections.analytics.base import Base, in_sessions, of_asked
from projections.analytics.relations import lasting
from projections.analytics.relations.lasting import DAY
from projections.analytics.relations.windows import with_session_before
from projections.analytics.reports.pictures import Chart, Rows, chart_over
from projections.analytics.reports.report import Report
from projections.analytics.reports.words import beside, caller, leader, most, with_campaign
from projections.phrases.downtime import STATES
from projections.phrases.messages import Part, Quantity, listed, phrase, series

DONE: Final = "done"
"""The outcome of an action that was carried out."""

_KEPT: Final = ("who", "action", "slots", "outcome", "carried_out_entry", "carried_out_clock", "place", "seq")


def _table(base: Base) -> ir.Table:
    planned = of_asked(lasting.DOWNTIME.made(base), base.asked, character="aggregate")
    called = _with_members(planned, base).select(
        "campaign", "phase", *_KEPT, "planned", "settled", planned_entry="entry"
    )
    plans = beside(_phases(base), called, "campaign", "phase")
    if base.asked.members or base.asked.characters:
        plans = plans.filter(_.action.notnull())
    rows = with_campaign(plans.filter(_.action.notnull() | _.asked), base).mutate(
        slots_used=ibis.ifelse(_.outcome == DONE, _.slots, 0),
        planned_by=_.planned,
        carried_out_by=_.settled,
        carried_out_day=(((_.carried_out_clock - _.opened) / DAY).floor() + 1).cast("int64"),
    )
    return rows.order_by(_.campaign, _.campaign_id, _.phase, _.place, _.seq).select(*COLUMNS)


def _phases(base: Base) -> ir.Table:
    """Return the phases that were opened, with their session or the one they follow, the days that passed in each, and whether their
    sessions are asked for."""
    happened = base.past.filter(_.component == "phases")
    openings = with_session_before(happened.filter(_.type == "phase_opened"), base)
    when = openings.select("campaign", "name", "session", "after_session")
    asked = in_sessions(openings, base.asked).select("campaign", "name", asked=ibis.literal(True))
    lasted = happened.group_by("campaign", "name").agg(opened=_.clock.min(), over=_.clock.max())
    phases = beside(beside(lasted, when, "campaign", "name"), asked, "campaign", "name").mutate(
        phase=_.name.cast("int64"),
        days=((_.over - _.opened) / DAY).floor().cast("int64"),
        asked=ibis.coalesce(_.asked, False),
    )
    return phases.select("campaign", "phase", "session", "after_session", "opened", "days", "asked")


def _with_members(planned: ir.Table, base: Base) -> ir.Table:
    """Add who planned an action and who had it carried out, by name."""
    for column, called in (("planned_by", "planned"), ("carried_out_by", "settled")):
        members = base.members.select(of=_.campaign, by=_.member, **{called: _.name})
        planned = planned.left_join(members, [planned.campaign == members.of, planned[column] == members.by])
        planned = planned.drop("of", "by").mutate(**{called: ibis.coalesce(_[called], _[column])})
    return planned


def _sentence(rows: Rows) -> Part:
    if not rows:
        return phrase("downtime.none")
    days = {(row["campaign"], row["phase"]): row["days"] for row in rows}
    phases = phrase("downtime.phases", count=Quantity(len(days)))
    passed = phrase("count.days", count=Quantity(sum(days.values())))
    taken = phrase("downtime.taken", phases=phases, after=_when(rows), days=passed)
    outcomes = Counter(row["outcome"] for row in rows if row["action"] is not None)
    if not outcomes:
        return listed((taken, phrase("downtime.unplanned")), "list.space")
    came = (
        phrase("downtime.so_many", number=Quantity(outcomes[outcome]), outcome=_outcome(outcome))
        for outcome in most(outcomes)
    )
    actions = phrase("downtime.actions", count=Quantity(outcomes.total()), came=series(came))
    return listed((taken, actions, _most_time(_slots(rows))), "list.space")


def _outcome(outcome: str) -> Part:
    return phrase(f"downtime.{outcome}") if outcome in STATES else outcome


def _most_time(slots: Counter[str]) -> Part:
    first = leader(slots)
    if first is None:
        return ""
    used = phrase("count.slots", count=Quantity(slots[first]))
    return phrase("downtime.most_time", action=first, slots=used, all=Quantity(slots.total()))


def _when(rows: Rows) -> Part:
    """Name the sessions that the phases of one campaign follow: `after sessions 1 and 3`."""
    sessions = list(dict.fromkeys(str(row["after_session"]) for row in rows if row["after_session"] is not None))
    if not sessions or len({row["campaign"] for row in rows}) > 1:
        return ""
    return phrase("downtime.after", count=len(sessions), sessions=series(sessions))


def _slots(rows: Rows) -> Counter[str]:
    """Sum up the slots that were used, by the kind of action."""
    slots: Counter[str] = Counter()
    for row in rows:
        if row["slots_used"]:
            slots[_plain(row["action"])] += row["slots_used"]
    return slots


def _plain(action: str) -> str:
    """Return a command without its game: `rest and recuperate`."""
    return action.rpartition(".")[2].replace("_", " ")


def _chart(rows: Rows) -> Chart:
    called = caller(rows)
    slots: Counter[tuple[str, str]] = Counter()
    for row in rows:
        if row["slots_used"]:
            slots[called(row), _plain(row["action"])] += row["slots_used"]
    of_each: Counter[str] = Counter()
    for (who, _action), number in slots.items():
        of_each[who] += number
    shown = most(of_each)
    values = [
        {"who": who, "action": action, "slots": number} for (who, action), number in slots.items() if who in shown
    ]
    chart: Chart = (
        chart_over(values)
        .mark_bar()
        .encode(
            x=alt.X("slots:Q", title="Slots used (by the ten characters with most)"),
            y=alt.Y("who:N", title=None, sort=shown),
            color=alt.Color("action:N", title=None),
            tooltip=["who:N", "action:N", "slots:Q"],
        )
    )
    return chart


COLUMNS: Final = {
    "campaign": "The campaign",
    "phase": "The number of the phase of downtime",
    "session": "The session in which the phase was opened; empty between sessions",
    "after_session": "The session that the phase follows; empty within a session, and before the first",
    "days": "The in-game days that passed in the phase",
    "who": "Who does it; empty, like all that follows, where nothing was planned in the phase",
    "action": "The command that was planned or given",
    "slots": "How many slots it takes",
    "slots_used": "How many slots it took: those of what was done",
    "outcome": "What became of it: planned, done, impossible, or why it was given up",
    "planned_by": "The member who planned it",
    "planned_entry": "The number of the entry that planned it",
    "carried_out_by": "The member for whom it was settled",
    "carried_out_entry": "The number of the entry that settled it",
    "carried_out_day": "The in-game day of the phase on which it was settled, from 1",
}

DOWNTIME: Final = Report(
    name="downtime",
    question="What was the winter spent on?",
    columns=COLUMNS,
    table=_table,
    sentence=_sentence,
    chart=_chart,
)
