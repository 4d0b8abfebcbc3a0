"""The report on resources, spent and gained: of pools, of the budgets of turns, of items, assets and cards, and where each of them ended."""

from __future__ import annotations

from typing import Final

import altair as alt
import ibis
import ibis.expr.types as ir
from ibis import _

from projections.analytics.base import Base, ReportScope, asked_of
from projections.analytics.relations.windows import INSTANCE, ORDER, with_left
from projections.analytics.reports.pictures import Chart, Rows, chart_over
from projections.analytics.reports.report import Report
from projections.analytics.reports.words import caller, leader, most, named, with_campaign
from projections.phrases.messages import Part, Quantity, listed, phrase

SORTS: Final = {"tracks": "pool", "items": "item", "assets": "asset", "cards": "card", "order": "budget"}
"""The components that are spent from and gained, each with what it is in a word."""

_COUNTED: Final = ("point_spent", "point_gained", "item_counted", "asset_counted", "card_spent", "card_lost")
_GAINED: Final = ("item_gained", "asset_gained", "card_gained")
_LOST: Final = ("item_lost", "asset_lost")

_HELD: Final = ("items", "assets")
"""The components whose instances are lost as a whole."""

_SUMS: Final = ("gained", "spent", "times_gained", "times_spent", "left", "unknown")

_NEEDED: Final = (*INSTANCE, *ORDER, "whose", "thing", "level", "change", "gain", "lost")

_OF: Final = ("campaign", "whose", "component", "thing")
_NAMED: Final = (*_OF, "name")
"""The columns that tell things apart, together as a reader counts them, and each by itself."""


def _table(base: Base) -> ir.Table:
    changes = _until_asked(_changes(base.past.filter(_.component.isin(tuple(SORTS)))), base.asked)
    # Views of one table are read once by an engine. Without them it looks for the changes three times.
    all_changes, levels, losses = (changes.select(*_NEEDED).view() for _use in range(3))
    summed = _summed(ibis.union(_counts(all_changes, levels), _losses(losses)))
    rows = with_campaign(named(summed, base, "whose"), base)
    most_first = (_.spent + _.gained).desc()
    return rows.order_by(_.campaign, _.campaign_id, most_first, _.who, _.sort, _.thing, _.whose).select(*COLUMNS)


def _changes(facts: ir.Table) -> ir.Table:
    """Say of each fact whose thing it changed, and what it gained or, below zero, spent.

    A card counts as one of its kind, from when it is gained until it is spent or lost. A thing that is lost is set to nothing.
    """
    budget = facts.component == "order"
    lost = facts.type.isin(_LOST)
    counted = facts.mutate(
        whose=ibis.ifelse(budget, facts.by, facts["aggregate"]),
        thing=ibis.ifelse(budget, facts.what, facts.name.re_replace("-[0-9]+$", "")),
        level=ibis.cases((lost, 0), (facts.type == "card_gained", 1), else_=facts.level),
        change=ibis.cases((lost, 0), (facts.type.isin(("card_spent", "card_lost")), -1), else_=facts.change),
        lost=lost,
    )
    gain = ibis.cases(
        (_.type.isin(_COUNTED), _.change),
        (_.type.isin(_GAINED), _.level),
        (_.type == "budget_spent", -_.amount),
    )
    return counted.mutate(gain=ibis.coalesce(gain, 0))


def _until_asked(changes: ir.Table, asked: ReportScope) -> ir.Table:
    """Return the changes up to the last one of each thing that is asked for; those before count for what there is, and for nothing else."""
    conditions = asked_of(changes, asked, character="whose")
    if not conditions:
        return changes
    of_asked = changes.mutate(asked=ibis.and_(*conditions))
    from_here = ibis.cumulative_window(group_by=_NAMED, order_by=[ibis.desc(column) for column in ORDER])
    until = of_asked.mutate(to_come=_.asked.sum().over(from_here)).filter(_.to_come > 0)
    return until.mutate(gain=ibis.ifelse(_.asked, _.gain, 0), lost=_.lost & _.asked)


def _counts(changes: ir.Table, levels: ir.Table) -> ir.Table:
    """Sum up the changes of each thing; `left` is the number that it was last set to, and all changes since.

    Sorting every change would cost more than all the rest, so only those that set a thing to a number are sorted.
    """
    newest = ibis.window(group_by=INSTANCE, order_by=[ibis.desc(column) for column in ORDER])
    levels = levels.filter(_.level.notnull()).mutate(age=ibis.row_number().over(newest)).filter(_.age == 0)
    opened = levels.select(
        *(levels[column].name(f"of_{column}") for column in INSTANCE), opened=_.level, since=_.place, since_seq=_.seq
    )
    counted = changes.left_join(opened, [changes[column] == opened[f"of_{column}"] for column in INSTANCE])
    is_since = (_.place > _.since) | ((_.place == _.since) & (_.seq >= _.since_seq))
    summed = counted.group_by(*_NAMED, "aggregate").agg(
        gained=_.gain.sum(where=_.gain > 0),
        spent=(-_.gain).sum(where=_.gain < 0),
        times_gained=_.count(where=_.gain > 0),
        times_spent=_.count(where=_.gain < 0),
        left=_.opened.max() + ibis.coalesce(_.change.sum(where=is_since), 0),
    )
    return summed.mutate(unknown=_.left.isnull().cast("int64")).select(*_OF, *_SUMS)


def _losses(changes: ir.Table) -> ir.Table:
    """Count what there was of a thing when it was lost as spent."""
    lost = with_left(changes.filter(_.component.isin(_HELD))).filter(_.lost)
    had = lost.mutate(had=ibis.coalesce(_.before, 0))
    nothing = ibis.literal(0, "int64")
    return had.mutate(
        **dict.fromkeys(("gained", "times_gained", "left", "unknown"), nothing),
        spent=had.had,
        times_spent=(had.had > 0).cast("int64"),
    ).select(*_OF, *_SUMS)


def _summed(parts: ir.Table) -> ir.Table:
    """Sum up what came and went by who and what; `ended` is what all things of that name came to last."""
    summed = parts.group_by(*_OF).agg(**{column: ibis.coalesce(_[column].sum(), 0) for column in _SUMS})
    return summed.filter(_.times_gained + _.times_spent > 0).mutate(
        sort=_.component.cases(*SORTS.items()),
        net=_.gained - _.spent,
        ended=ibis.ifelse(_.unknown == 0, _.left, ibis.null("int64")),
    )


def _sentence(rows: Rows) -> Part:
    spent, gained = (sum(row[column] for row in rows) for column in ("times_spent", "times_gained"))
    if not spent and not gained:
        return phrase("resources.none")
    used = phrase(
        "resources.used",
        spent=phrase("count.times", count=Quantity(spent)),
        gained=phrase("count.times", count=Quantity(gained)),
    )
    spender, gainer = _most(rows, "spent", "resources.most_spent"), _most(rows, "gained", "resources.most_gained")
    return listed((used, spender, gainer), "list.space")


def _most(rows: Rows, column: str, message: str) -> Part:
    """Say who spent or gained the most of one thing."""
    called = caller(rows)
    points = {(called(row), row["thing"], row["sort"]): row[column] for row in rows if row[column]}
    first = leader(points)
    if first is None:
        return ""
    who, thing, sort = first
    return phrase(message, who=who, points=Quantity(points[first]), sort=sort, thing=thing)


def _chart(rows: Rows) -> Chart:
    called = caller(rows)
    points = {f"{called(row)}: {row['thing']}": row["times_spent"] + row["times_gained"] for row in rows}
    shown = most(points)
    values = [
        {"who": who, "done": done, "times": row[column]}
        for row in rows
        if (who := f"{called(row)}: {row['thing']}") in shown
        for done, column in (("gained", "times_gained"), ("spent", "times_spent"))
    ]
    chart: Chart = (
        chart_over(values)
        .mark_bar()
        .encode(
            x=alt.X("times:Q", title="How many times (the ten things most in use)"),
            y=alt.Y("who:N", title=None, sort=shown),
            color=alt.Color("done:N", title=None),
            tooltip=["who:N", "done:N", "times:Q"],
        )
    )
    return chart


COLUMNS: Final = {
    "campaign": "The campaign",
    "who": "Whose it is: a character or a group",
    "sort": "pool, budget (of a turn), item, asset or card",
    "thing": "What it is called",
    "gained": "How much of it was gained; what somebody begins with is not",
    "spent": "How much of it was spent or lost; harm is not",
    "net": "What was gained less what was spent",
    "times_gained": "How many times some was gained",
    "times_spent": "How many times some was spent or lost",
    "ended": "What there was of it in the end, harm and healing counted; unknown of budgets, and where nothing says what there was at first",
}

RESOURCES: Final = Report(
    name="resources",
    question="What was spent, what was gained, and what is left?",
    columns=COLUMNS,
    table=_table,
    sentence=_sentence,
    chart=_chart,
)
