"""The spotlight: who acts how much, by member and by character, in each session."""

from __future__ import annotations

from collections import Counter
from typing import Final

import altair as alt
import ibis
import ibis.expr.types as ir
from ibis import _

from domain.records.entries import GONE
from projections.analytics.base import Base, in_sessions
from projections.analytics.relations.playing import turns_begun
from projections.analytics.relations.windows import names_apart
from projections.analytics.reports.pictures import Chart, Rows, chart_over
from projections.analytics.reports.report import Report
from projections.analytics.reports.words import caller, leader, most, percent, with_campaign
from projections.phrases.messages import Part, Quantity, listed, phrase

MEMBER: Final = "member"
CHARACTER: Final = "character"

_COUNTS: Final = ("entries", "rolls", "turns")
_OF: Final = ("campaign", "session", "sort", "ref")


def _table(base: Base) -> ir.Table:
    acted = base.entries.filter(_.kind == "play", _.status.notin(sorted(GONE)))
    rolled = base.facts.filter(_.type == "rolled")
    had = _turns(base)
    parts = (
        _counting(acted, "member", "entries", MEMBER),
        _counting(acted, "actor", "entries", CHARACTER),
        _counting(rolled, "member", "rolls", MEMBER),
        _counting(rolled.filter(rolled["aggregate"].startswith("character/")), "aggregate", "rolls", CHARACTER),
        _counting(had, "owner", "turns", MEMBER),
        _counting(had, "ref", "turns", CHARACTER),
    )
    summed = ibis.union(*parts).group_by(*_OF).agg(**{column: _[column].sum() for column in _COUNTS})
    session = ibis.window(group_by=("campaign", "session", "sort"))
    shared = summed.mutate(share=_.entries / _.entries.sum().over(session).nullif(0))
    rows = with_campaign(_called(shared, base), base)
    return rows.order_by(
        _.campaign, _.campaign_id, _.session, _.sort, _.entries.desc(), _.rolls.desc(), _.turns.desc(), _.who, _.ref
    ).select(*COLUMNS)


def _counting(table: ir.Table, ref: str, counted: str, sort: str) -> ir.Table:
    """Count the rows of a table as one thing, for the characters in a column, by campaign and session."""
    known = table.filter(table[ref].notnull()).select("campaign", "session", ref=ref)
    nothing = {column: ibis.literal(0, "int64") for column in _COUNTS}
    number = known.group_by("campaign", "session", "ref").agg(number=_.count())
    return number.select(*_OF[:2], sort=ibis.literal(sort), ref=_.ref, **nothing | {counted: _.number})


def _turns(base: Base) -> ir.Table:
    """Return the turns of characters, with the members whose they are: a turn counts for who has it, not for who passes it on."""
    begun = turns_begun(in_sessions(base.past, base.asked)).select("campaign", "session", "ref")
    turns = begun.join(base.names.select("campaign", "ref", "owner"), ("campaign", "ref"))
    if base.asked.members:
        turns = turns.filter(_.owner.isin(base.asked.members))
    if base.asked.characters:
        turns = turns.filter(_.ref.isin(base.asked.characters))
    return turns


def _called(table: ir.Table, base: Base) -> ir.Table:
    """Add the names of members and of characters, as `who`."""
    members = base.members.select(of=_.campaign, by=_.member, called=_.name, sort=ibis.literal(MEMBER))
    characters = names_apart(base).select(of=_.campaign, by=_.ref, called=_.called, sort=ibis.literal(CHARACTER))
    names = ibis.union(members, characters)
    same = [table.campaign == names.of, table.ref == names.by, table.sort == names.sort]
    rows = table.left_join(names, same)
    return rows.mutate(who=ibis.coalesce(rows.called, rows.ref))


def _sentence(rows: Rows) -> Part:
    return listed((_most_of(rows, sort) for sort in (MEMBER, CHARACTER)), "list.space") or phrase("spotlight.nothing")


def _most_of(rows: Rows, sort: str) -> Part:
    """Say how many members or characters had how many entries, and who alone had the most."""
    counts = _entries(rows, sort)
    if not counts:
        return ""
    number, first = counts.total(), leader(counts)
    entries = phrase("count.entries", count=Quantity(number))
    if len(counts) == 1:
        return phrase(f"spotlight.one_{sort}", who=first or "", entries=entries)
    share = "" if first is None else percent(counts[first] / number)
    count = Quantity(len(counts))
    return phrase(f"spotlight.several_{sort}s", count=count, entries=entries, who=first or "", share=share)


def _entries(rows: Rows, sort: str) -> Counter[str]:
    """Sum up the entries of members, or of characters, over all sessions."""
    called = caller(rows)
    entries: Counter[str] = Counter()
    for row in rows:
        if row["sort"] == sort and row["entries"]:
            entries[called(row)] += row["entries"]
    return entries


def _chart(rows: Rows) -> Chart:
    called = caller(rows)
    shown = {sort: most(_entries(rows, sort)) for sort in (MEMBER, CHARACTER)}
    values = [
        {"who": called(row), "sort": row["sort"], "session": row["session"] or "none", "entries": row["entries"]}
        for row in rows
        if called(row) in shown[row["sort"]]
    ]
    chart: Chart = (
        chart_over(values)
        .mark_bar()
        .encode(
            x=alt.X("entries:Q", title="Entries (of the ten members and ten characters with most)"),
            y=alt.Y("who:N", title=None, sort="-x"),
            color=alt.Color("session:O", title="Session").scale(scheme="blues"),
            row=alt.Row("sort:N", title=None, sort=[MEMBER, CHARACTER]),
            tooltip=["who:N", "session:O", "entries:Q"],
        )
        .resolve_scale(y="independent")
    )
    return chart


COLUMNS: Final = {
    "campaign": "The campaign",
    "session": "The number of the session; none outside of sessions",
    "sort": "member or character",
    "who": "The member, or the character",
    "entries": "How many entries the member gave, or the character acted in",
    "rolls": "How many rolls the member's entries brought, or were the character's",
    "turns": "How many turns in encounters the member's characters had, or the character",
    "share": "The share of the entries of that session, among all members or characters that are asked for",
}

SPOTLIGHT: Final = Report(
    name="spotlight",
    question="Who acts how much?",
    columns=COLUMNS,
    table=_table,
    sentence=_sentence,
    chart=_chart,
)
