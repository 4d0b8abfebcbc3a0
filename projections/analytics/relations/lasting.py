"""Relations on the time between sessions: what was done in downtime, and what a group holds day by day."""

from __future__ import annotations

from typing import Final

import ibis
import ibis.expr.types as ir
from ibis import _

from projections.analytics.base import Base
from projections.analytics.relations.relation import CAMPAIGN, SECONDS, WHEN, Column, Relation, subject
from projections.analytics.relations.windows import INSTANCE, ORDER, called, with_left

_PLAN: Final = "downtime/"
"""The prefix of actions planned for downtime; the phase and the number follow."""

_PLANNED: Final = (*INSTANCE, "planning")
"""The columns that say which action a fact is about: the so-manieth that was planned under that name."""

DAY: Final = 24 * 60 * 60
"""The seconds of a day in the game."""


def _downtime(base: Base) -> ir.Table:
    plans = _numbered(base.past.filter(_.component == "intents", _.name.startswith(_PLAN)))
    later = plans.filter(_.type != "intent_announced")
    last = ibis.window(group_by=_PLANNED, order_by=[ibis.desc(column) for column in ORDER])
    ends = later.mutate(latest=ibis.row_number().over(last)).filter(_.latest == 0)
    ended = ends.select(
        *(ends[column].name(f"of_{column}") for column in _PLANNED),
        became=ends.state.fill_null(ends.because),
        carried_out_entry=ends.entry,
        carried_out_by=ends.member,
        carried_out_at=ends.at,
        carried_out_clock=ends.clock,
    )
    planned = plans.filter(_.type == "intent_announced")
    rows = planned.left_join(ended, [planned[column] == ended[f"of_{column}"] for column in _PLANNED])
    lasted = called(rows, base, who="aggregate")
    return lasted.mutate(
        phase=lasted["name"].split("/")[1].cast("int64"),
        action=lasted.what,
        planned_by=lasted.member,
        slots=lasted.amount,
        outcome=lasted.became.fill_null(lasted.state),
    )


def _numbered(plans: ir.Table) -> ir.Table:
    """Number what was planned under one name, from 1: who plans anew takes the names that are free again."""
    so_far = ibis.cumulative_window(group_by=INSTANCE, order_by=ORDER)
    return plans.mutate(planning=(plans.type == "intent_announced").cast("int64").sum().over(so_far))


DOWNTIME: Final = Relation(
    name="downtime",
    about="An action that was planned for downtime, and what became of it.",
    columns={
        **CAMPAIGN,
        "entry": Column("The entry that planned it"),
        "seq": Column("The place among the events of that entry, from 0"),
        **WHEN,
        "phase": Column("The number of the downtime"),
        **subject("who", "The one who does it"),
        "action": Column("The command that was planned"),
        "slots": Column("How many slots it takes", "slots"),
        "planned_by": Column("The member who planned it, by id"),
        "outcome": Column("What became of it last: `planned`, `done`, `impossible` and the like"),
        "carried_out_entry": Column("The entry in which that was settled; empty while it is planned"),
        "carried_out_by": Column("The member for whom it was carried out, by id"),
        "carried_out_at": Column("The moment of it", "UTC"),
        "carried_out_clock": Column("The in-game time of it", SECONDS),
    },
    made=_downtime,
)


def _stores(base: Base) -> ir.Table:
    stores = base.past.filter(
        _.component.isin(("tracks", "items", "assets", "followers")), base.past["aggregate"].startswith("enclave/")
    )
    counted = with_left(stores)
    days = counted.mutate(
        day=(counted.clock / DAY).floor().cast("int64"),
        left=ibis.ifelse(counted.because.notnull(), 0, counted.left),
        rose=ibis.ifelse(counted.because.notnull(), 0, counted.left) - counted.before.fill_null(0),
    ).filter(_.left.notnull())
    of_day = (*INSTANCE, "day")
    summed = days.mutate(
        latest=ibis.row_number().over(ibis.window(group_by=of_day, order_by=[ibis.desc(column) for column in ORDER])),
        change=days.rose.sum().over(ibis.window(group_by=of_day)),
    ).filter(_.latest == 0)
    rows = called(summed, base, who="aggregate")
    return rows.mutate(holding=rows.component, store=rows["name"], remaining=rows.left)


STORES: Final = Relation(
    name="stores",
    about="What a group held of something at the end of an in-game day on which that changed.",
    columns={
        **CAMPAIGN,
        **subject("who", "The group"),
        "holding": Column("What it is part of: `tracks`, `items`, `assets`, `followers`"),
        "store": Column("What is held: food, water, morale"),
        "day": Column("The in-game day, from 0"),
        "session": Column("The number of the session in which it last changed on that day; empty outside of sessions"),
        "remaining": Column("How much there was at the end of the day", "points"),
        "change": Column("By how much it rose or, below zero, fell on that day", "points"),
    },
    made=_stores,
    order=("who_ref", "holding", "store", "day"),
)
