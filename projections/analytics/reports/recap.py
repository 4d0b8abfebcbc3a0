"""A recap of sessions: what a table would want told of each, in order, a sentence for each moment.

There are a dozen at most of a session: the first of every sort, then the second of every sort, and so on; of harm, the hardest.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

import altair as alt
import ibis
import ibis.expr.types as ir
import pyarrow as pa
from ibis import _

from projections.analytics.base import Base
from projections.analytics.relations.windows import rounded, with_session_before
from projections.analytics.reports.milestones import reached
from projections.analytics.reports.pictures import Chart, Rows, chart_over
from projections.analytics.reports.report import Report
from projections.analytics.reports.words import beside, named, with_campaign
from projections.phrases.catalogue import english
from projections.phrases.recap import moment, recap

MOST: Final = 12
"""The number of moments of a session that are told."""

SORTS: Final = ("death", "fight", "secret", "scene", "downtime", "wound", "milestone", "harm", "retcon")
"""The sorts of moments, those first that are told before others."""

DOWN: Final = ("dead", "dying", "bleeding_out", "unconscious", "knocked_out", "out_of_action")
"""Conditions that take a character out of play."""

HARD: Final = 2
"""The factor above the mean at which harm is told; the mean is of all harm to that pool in the campaign."""

SHOWN: Final = 10
"""The number of sessions that a chart shows."""

_MARKS: Final = {
    "scene_opened": "begins",
    "scene_ended": "ends",
    "phase_opened": "begins",
    "phase_changed": "ends",
}
"""The facts that begin and end scenes and downtimes."""

_OPENINGS: Final = ("session_opened", "scene_opened", "phase_opened")
"""The facts that may give sessions, scenes and downtimes their titles."""

_TELLING: Final = (
    (_.kind == "milestone")
    | (_.component == "pace")
    | (_.component == "seals")
    | _.type.isin(("introduced", "session_opened", "wound_suffered", "condition_gained", "damage_taken"))
    | _.type.isin(tuple(_MARKS))
)
"""The facts that moments are made of."""

_KEY: Final = ("campaign", "entry", "seq")
_NEEDED: Final = (
    *(*_KEY, "place", "session", "at", "encounter", "kind", "type", "state", "component", "aggregate", "name"),
    *("by", "what", "title", "amount", "level"),
)
"""The columns of facts that are needed: an engine keeps all that it is not told to leave out."""

_TOLD: Final = ("sort", "done", "whose", "by", "what", "title", "amount", "rounds", "weight")
_ROW: Final = (*_KEY, "place", "session", "at", *_TOLD)


def _table(base: Base) -> ir.Table:
    # They are few. As a view, an engine looks for them once, and not for each sort of moment again.
    facts, past = (table.filter(_TELLING).select(*_NEEDED).view() for table in (base.facts, base.past))
    base = base._replace(facts=facts, past=past)
    kinds = (_fights(base), _secrets(base), _scenes(base), _falls(base), _harm(base), _milestones(base), _retcons(base))
    moments = ibis.union(*(each.select(*_ROW) for each in kinds))
    order = moments["sort"].cases(*((sort, rank) for rank, sort in enumerate(SORTS)))
    ranked = with_session_before(moments.mutate(order=order), base)
    within = ("campaign", "session", "after_session")
    of_sort = ibis.window(group_by=(*within, "sort"), order_by=[ibis.desc("weight"), "place", "seq"])
    ranked = ranked.mutate(rank=ibis.row_number().over(of_sort))
    ranked = ranked.filter(_.rank < MOST)
    of_session = ibis.window(group_by=within, order_by=["rank", "order", "place", "seq"])
    kept = ranked.mutate(choice=ibis.row_number().over(of_session)).filter(_.choice < MOST)
    titles = _titles(base).filter(_.component == "sessions")
    sessions = titles.select("campaign", session=titles["name"].cast("int64"), session_title=titles["title"])
    titled = beside(kept, sessions, "campaign", "session")
    rows = with_campaign(named(named(titled, base, "whose"), base, "by", called="by_whom"), base)
    return rows.order_by("campaign", "campaign_id", "place", "seq", "sort").select(*_COLUMNS)


def _moments(facts: ir.Table, **columns: Any) -> ir.Table:
    """Give facts the columns of moments, of which `columns` gives some."""
    nothing = {
        "whose": facts["aggregate"],
        "by": facts.by,
        "what": ibis.coalesce(facts.what, ""),
        "title": ibis.null("string"),
        "amount": ibis.coalesce(facts.amount, 0),
        "rounds": ibis.literal(0, "int64"),
        "weight": ibis.literal(0.0, "float64"),
    }
    return facts.mutate(**nothing | columns)


def _titles(base: Base) -> ir.Table:
    """Return the titles that sessions, scenes and downtimes were opened with, by campaign, component and name."""
    return base.past.filter(_.type.isin(_OPENINGS), _.title.notnull()).select("campaign", "component", "name", "title")


def _fights(base: Base) -> ir.Table:
    """Encounters that begin and end, with the rounds that they took."""
    pace = base.facts.filter(_.component == "pace", (_.type == "encounter_begun") | (_.state == "ended"))
    counted = rounded(pace, base)
    done = (counted.type == "encounter_begun").ifelse("begins", "ends")
    return _moments(counted, sort=ibis.literal("fight"), done=done, rounds=ibis.coalesce(counted.round, 0))


def _scenes(base: Base) -> ir.Table:
    """Scenes and downtimes that begin and end; their number is what they are called by."""
    marks = base.facts.filter(_.type.isin(tuple(_MARKS)), (_.type != "phase_changed") | (_.state == "processed"))
    titled = beside(marks.drop("title"), _titles(base), "campaign", "component", "name")
    sort = (titled.component == "scenes").ifelse("scene", "downtime")
    done = titled.type.cases(*_MARKS.items(), else_="")
    return _moments(titled, sort=sort, done=done, what=titled["name"], title=titled["title"])


def _secrets(base: Base) -> ir.Table:
    """Secrets that are sealed and unsealed, by their titles."""
    seals = base.facts.filter(_.component == "seals")
    done = (seals.type == "secret_sealed").ifelse("sealed", "unsealed")
    return _moments(seals, sort=ibis.literal("secret"), done=done, title=seals.title)


def _falls(base: Base) -> ir.Table:
    """Return wounds, and conditions that take a character out of play."""
    falls = base.facts.filter(
        (_.type == "wound_suffered") | ((_.type == "condition_gained") & _.what.isin(DOWN)),
        base.facts["aggregate"].startswith("character/"),
    )
    sort = (falls.what == "dead").ifelse("death", "wound")
    return _moments(falls, sort=sort, done=(falls.type == "wound_suffered").ifelse("wounded", "is"))


def _harm(base: Base) -> ir.Table:
    """Harm far above the usual."""
    pool = ("campaign", "name")
    usual = base.past.filter(_.type == "damage_taken").group_by(*pool).agg(usual=_.amount.mean())
    harm = beside(base.facts.filter(_.type == "damage_taken"), usual, *pool)
    hard = harm.filter(_.amount >= HARD * _.usual)
    return _moments(
        hard, sort=ibis.literal("harm"), done=ibis.literal("takes"), what=hard["name"], weight=hard.amount / hard.usual
    )


def _milestones(base: Base) -> ir.Table:
    """Return achievements, lessons and choices."""
    milestones = reached(base)
    return _moments(milestones, sort=ibis.literal("milestone"), done=milestones.happened, what=milestones.milestone)


def _retcons(base: Base) -> ir.Table:
    """Changes of the past that are in force."""
    changes = base.entries.filter(_.kind == "revision", _.status != "struck")
    members = base.members.select("campaign", "member", called=_.name)
    revisions = beside(changes, members, "campaign", "member")
    return revisions.mutate(
        seq=ibis.literal(0, "int64"),
        sort=ibis.literal("retcon"),
        done=revisions.withdraws.isnull().ifelse("changes", "withdraws"),
        whose=ibis.coalesce(revisions.called, revisions.member),
        by=ibis.null("string"),
        what=ibis.coalesce(revisions.reason, ""),
        title=ibis.null("string"),
        amount=ibis.coalesce(revisions.decided, 0),
        rounds=ibis.literal(0, "int64"),
        weight=ibis.literal(0.0, "float64"),
    )


def _worked_out(table: pa.Table) -> pa.Table:
    """Put each moment into a sentence."""
    texts = [english(moment(row)) for row in table.to_pylist()]
    return table.append_column("text", pa.array(texts, pa.string()))


def _session(row: dict[str, Any]) -> str:
    """Return the session that a row is of, or that it follows."""
    if row["session"] is not None:
        return f"session {row['session']}"
    return "between sessions" if row["after_session"] is None else f"after session {row['after_session']}"


def _chart(rows: Rows) -> Chart:
    several = len({row["campaign"] for row in rows}) > 1
    counted: Counter[tuple[str, str]] = Counter()
    for row in rows:
        session = _session(row)
        counted[f"{row['campaign']}, {session}" if several else session, row["sort"]] += 1
    latest = list(dict.fromkeys(session for session, _sort in counted))[-SHOWN:]
    values = [
        {"session": session, "sort": sort, "moments": number}
        for (session, sort), number in counted.items()
        if session in latest
    ]
    chart: Chart = (
        chart_over(values)
        .mark_bar()
        .encode(
            x=alt.X("moments:Q", title=f"Moments that are told (the last {SHOWN} sessions)").axis(tickMinStep=1),
            y=alt.Y("session:N", title=None, sort=latest).axis(labelLimit=260),
            color=alt.Color("sort:N", title=None, sort=list(SORTS)),
            tooltip=["session:N", "sort:N", "moments:Q"],
        )
    )
    return chart


COLUMNS: Final = {
    "campaign": "The campaign",
    "session": "The session; empty outside of sessions",
    "session_title": "What the table called the session; empty where it has no title",
    "after_session": "The session that the moment follows; empty within a session, and before the first",
    "entry": "The entry",
    "at": "When it counts as having happened",
    "sort": "death, fight, secret, scene, downtime, wound, milestone, harm or retcon",
    "who": "Who it is about: a character, an encounter, or the member who changed the past",
    "done": "What happened, in a word",
    "what": "The wound, condition, pool or milestone, the number of the scene or downtime, or why the past was changed; else empty",
    "title": "What the table called the scene, downtime or secret; empty where it has no title",
    "amount": "How much harm, how many points, or how many entries came out otherwise; else 0",
    "rounds": "After how many rounds a fight ended, or at which it began; else 0",
    "by_whom": "Who brought it about; nobody where that is nobody in particular",
    "text": "The moment in a sentence",
}

_COLUMNS: Final = tuple(column for column in COLUMNS if column != "text")

RECAP: Final = Report(
    name="recap",
    question="What happened in the session?",
    columns=COLUMNS,
    table=_table,
    sentence=recap,
    chart=_chart,
    worked_out=_worked_out,
    brief=("campaign", "session", "entry", "text"),
)
