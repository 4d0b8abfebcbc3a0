"""The pace of play: entries and minutes of each session, and how long questions waited for their answers."""

from __future__ import annotations

from typing import Final

import altair as alt
import ibis
import ibis.expr.types as ir
from ibis import _

from domain.records.entries import GONE
from projections.analytics.base import Base
from projections.analytics.relations.playing import QUESTIONS
from projections.analytics.reports.pictures import BUILDER, Chart, Rows, chart_over
from projections.analytics.reports.report import Report
from projections.analytics.reports.words import caller, lasting, most, with_campaign
from projections.phrases.messages import Part, Quantity, listed, phrase

SESSION: Final = "session"
QUESTION: Final = "question"

_PLAYED: Final = ("minutes", "entries", "by_game_master", "by_players")


def _table(base: Base) -> ir.Table:
    waits = _waits(base)
    sessions = _sessions(base)
    answered = waits.group_by("campaign", "session").agg(**_WAITED)
    joined = sessions.left_join(answered, ("campaign", "session")).drop("campaign_right", "session_right")
    no_text = ibis.null("string")
    whole = joined.mutate(
        sort=ibis.literal(SESSION),
        question=no_text,
        answered_by=no_text,
        questions=ibis.coalesce(joined.questions, 0),
        unanswered=ibis.coalesce(joined.unanswered, 0),
    )
    kinds = waits.group_by("campaign", "session", "question", "answered_by").agg(**_WAITED)
    nothing = {column: ibis.null(whole[column].type()) for column in _PLAYED}
    each = kinds.mutate(sort=ibis.literal(QUESTION), **nothing)
    rows = with_campaign(ibis.union(whole, each.select(*whole.columns)), base)
    paced = rows.mutate(entries_per_hour=_.entries * 60 / _.minutes.nullif(0))
    return paced.order_by(
        _.campaign, _.campaign_id, _.session, _.sort.desc(), _.questions.desc(), _.question, _.answered_by
    ).select(*COLUMNS)


def _sessions(base: Base) -> ir.Table:
    """Return the entries and minutes of each session."""
    played = base.entries.filter(_.kind == "play", _.status.notin(sorted(GONE)), _.session.notnull())
    timed = played.mutate(second=_.at.truncate("s").epoch_seconds())
    return timed.group_by("campaign", "session").agg(
        minutes=(_.second.max() - _.second.min()) / 60,
        entries=_.count(),
        by_game_master=_.by_gm.sum(),
        by_players=(~_.by_gm).sum(),
    )


def _waits(base: Base) -> ir.Table:
    """Return the questions, with the minutes that each waited for its answer."""
    questions = QUESTIONS.made(base)
    by = ibis.ifelse(questions.answered_by_gm, "game master", "player")
    return questions.mutate(
        answered_by=ibis.ifelse(questions.answered, by, "nobody"),
    )


_WAITED: Final = {
    "questions": _.count(),
    "unanswered": _.count(where=~_.answered),
    "median_wait_minutes": _.waited.median(),
    "longest_wait_minutes": _.waited.max(),
}


def _sentence(rows: Rows) -> Part:
    sessions = [row for row in rows if row["sort"] == SESSION]
    return listed((_played(sessions), _waited(rows)), "list.space") or phrase("pace.nothing")


def _played(sessions: Rows) -> Part:
    if not sessions:
        return ""
    entries, minutes, by_players = (
        sum(row[column] for row in sessions) for column in ("entries", "minutes", "by_players")
    )
    return phrase(
        "pace.played",
        sessions=phrase("count.sessions", count=Quantity(len(sessions))),
        entries=phrase("count.entries", count=Quantity(entries)),
        time=lasting(60 * minutes),
        by_players=Quantity(by_players),
    )


def _waited(rows: Rows) -> Part:
    """Say how many questions there were, and which waited the longest for an answer."""
    kinds = [row for row in rows if row["sort"] == QUESTION]
    if not kinds:
        return ""
    number, unanswered = (sum(row[column] for row in kinds) for column in ("questions", "unanswered"))
    waiting = phrase("pace.waiting", count=unanswered) if unanswered else phrase("pace.none_waiting")
    asked = phrase("pace.asked", questions=phrase("count.questions", count=Quantity(number)), waiting=waiting)
    answered = [row for row in kinds if row["longest_wait_minutes"] is not None]
    if not answered:
        return asked
    slowest = max(answered, key=lambda row: row["longest_wait_minutes"])
    longest = phrase(
        "pace.longest",
        time=lasting(60 * slowest["longest_wait_minutes"]),
        question=slowest["question"],
        by=slowest["answered_by"],
    )
    return listed((asked, longest), "list.space")


def _chart(rows: Rows) -> Chart:
    called = caller(rows)
    sessions = {
        f"{row['campaign']}, session {row['session']}": row["entries"] for row in rows if row["sort"] == SESSION
    }
    shown = most(sessions)
    played = [
        {"session": name, "by": by, "entries": row[column]}
        for row in rows
        if row["sort"] == SESSION and (name := f"{row['campaign']}, session {row['session']}") in shown
        for by, column in (("game master", "by_game_master"), ("players", "by_players"))
    ]
    longest: dict[str, float] = {}
    for row in rows:
        if row["sort"] == QUESTION and row["longest_wait_minutes"] is not None:
            name = called(row | {"who": row["question"]})
            longest[name] = max(longest.get(name, 0), row["longest_wait_minutes"])
    waited = [{"question": name, "minutes": longest[name]} for name in most(longest)]
    chart: Chart = BUILDER.vconcat(
        chart_over(played)
        .mark_bar()
        .encode(
            x=alt.X("entries:Q", title="Entries (the ten sessions with most)"),
            y=alt.Y("session:N", title=None, sort=shown),
            color=alt.Color("by:N", title=None),
        ),
        chart_over(waited)
        .mark_bar()
        .encode(
            x=alt.X("minutes:Q", title="Longest wait for an answer, in minutes (the ten longest)"),
            y=alt.Y("question:N", title=None, sort="-x"),
        ),
    )
    return chart


COLUMNS: Final = {
    "campaign": "The campaign",
    "session": "The number of the session; none for questions outside of sessions",
    "sort": "session: all of a session; question: the questions of one kind in it, by who answered",
    "question": "The kind of the question",
    "answered_by": "Who answered: game master or player; nobody where they still wait",
    "minutes": "The minutes from the first entry of the session to the last",
    "entries": "How many entries it has",
    "by_game_master": "How many of them the game master gave",
    "by_players": "How many of them players gave",
    "entries_per_hour": "How many entries there were in an hour",
    "questions": "How many questions came up that play waited for",
    "unanswered": "How many of them still wait for an answer",
    "median_wait_minutes": "The minutes that half of the answers came within",
    "longest_wait_minutes": "The minutes that the slowest answer took",
}

PACE: Final = Report(
    name="pace",
    question="How fast is play, and who waits for whom?",
    columns=COLUMNS,
    table=_table,
    sentence=_sentence,
    chart=_chart,
)
