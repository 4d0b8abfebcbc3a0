"""Relations on bodies and belongings: harm, resources, wounds and conditions."""

from __future__ import annotations

from typing import Final

import ibis
import ibis.expr.types as ir
from ibis import _

from projections.analytics.base import Base
from projections.analytics.relations.relation import FOUGHT, HAPPENED, SECONDS, Column, Relation, subject
from projections.analytics.relations.windows import INSTANCE, ORDER, called, rounded, with_left


def _harm(base: Base) -> ir.Table:
    tracks = with_left(base.past.filter(_.component == "tracks"))
    harmed = rounded(tracks.filter(_.type.isin(("damage_taken", "damage_healed"))), base)
    events = called(harmed, base, who="aggregate", by_whom="by")
    return events.mutate(healing=_.type == "damage_healed", harm=_.what, track=_.name, remaining=_.left)


HARM: Final = Relation(
    name="harm",
    about="Harm that somebody took, or had healed.",
    columns={
        **FOUGHT,
        "command": Column("The command that brought it about"),
        **subject("who", "The one who was harmed or healed"),
        **subject("by_whom", "The one who did it; empty where nobody did"),
        "healing": Column("Whether it is healing"),
        "amount": Column("How much was lost or healed", "points"),
        "harm": Column("The type of harm: `cutting`, `fire`; empty where it has none"),
        "track": Column("The pool that it was taken from: `hp`"),
        "remaining": Column("What was left of that pool; empty where you may not know", "points"),
    },
    made=_harm,
)

_HELD: Final = ("items", "assets", "followers", "crowds")
"""The components whose instances are gained and lost as a whole."""


def _resources(base: Base) -> ir.Table:
    counted = with_left(base.past.filter(_.component.isin(("tracks", *_HELD)) | (_.type == "budget_spent")))
    spent = counted.filter(counted.kind.isin(("spend", "gain")))
    budget = spent.type == "budget_spent"
    moved = spent.mutate(
        change=_changed(spent),
        remaining=ibis.ifelse(spent.because.notnull(), 0, spent.left),
        holder=ibis.ifelse(budget, spent.by.fill_null(spent["aggregate"]), spent["aggregate"]),
        holding=ibis.ifelse(budget, "budget", spent.component),
        resource=ibis.ifelse(budget, spent.what, spent.name),
    )
    return called(rounded(moved.filter(_.change != 0), base), base, who="holder")


def _changed(spent: ir.Table) -> ir.IntegerValue:
    """Return by how much each fact changed what there was of its instance; null where nothing says.

    Things come and go as a whole. A pool that comes to be is no gain.
    """
    comes_and_goes = spent.component.isin(_HELD)
    changed: ir.IntegerValue = ibis.cases(
        (spent.type == "budget_spent", -spent.amount),
        (spent.change.notnull(), spent.change),
        (comes_and_goes & spent.because.notnull(), -spent.before),
        (comes_and_goes & spent.level.notnull(), spent.level - spent.before.fill_null(0)),
        (spent.level.notnull(), spent.level - spent.before),
    )
    return changed


RESOURCES: Final = Relation(
    name="resources",
    about="Something that was spent or gained: points of a pool, actions of a turn, things, stores of a group.",
    columns={
        **FOUGHT,
        "command": Column("The command that brought it about"),
        **subject("who", "The one who had it"),
        "holding": Column(
            "What it is part of: `tracks`, `budget` (of a turn), `items`, `assets`, `followers`, `crowds`"
        ),
        "resource": Column("What was spent or gained"),
        "change": Column("By how much it rose or, below zero, fell", "points"),
        "remaining": Column("What was left of it; empty where nothing says, or you may not know", "points"),
    },
    made=_resources,
)

_BEGINNINGS: Final = ("condition_gained", "wound_suffered")
_ENDS: Final = ("condition_ended", "wound_closed")


def _conditions(base: Base) -> ir.Table:
    return rounded(afflictions(base), base)


def afflictions(base: Base) -> ir.Table:
    """Return wounds and conditions with their ends and names, without the round in which they began."""
    bounds = base.past.filter(_.type.isin((*_BEGINNINGS, *_ENDS)))
    after = ibis.window(group_by=INSTANCE, order_by=ORDER)
    following = {
        column: bounds[column].lead().over(after) for column in ("type", "entry", "session", "at", "clock", "because")
    }
    paired = bounds.mutate(**{f"ended_{column}": value for column, value in following.items()})
    events = called(paired.filter(_.type.isin(_BEGINNINGS)), base, who="aggregate", by_whom="by")
    return events.mutate(
        affliction=ibis.ifelse(_.component == "wounds", "wound", "condition"),
        what=_.what.fill_null(_.name),
        ended=_.ended_type.notnull(),
        because=_.ended_because,
        lasted=_.ended_clock - _.clock,
    )


CONDITIONS: Final = Relation(
    name="conditions",
    about="A wound or condition that somebody had, with its begin and its end.",
    columns={
        **FOUGHT,
        **subject("who", "The one who had it"),
        "affliction": Column("`wound` or `condition`"),
        "what": Column("The condition, or how severe the wound is"),
        **subject("by_whom", "The one who brought it about; empty where nobody did"),
        "ended": Column("Whether it is over"),
        "ended_entry": Column("The entry with which it ended"),
        "ended_session": Column("The session in which it ended"),
        "ended_at": Column("The moment at which it ended", "UTC"),
        "ended_clock": Column("The in-game time at which it ended", SECONDS),
        "lasted": Column("How long it lasted; empty while it does", SECONDS),
        "because": Column("Why it ended, in a word"),
    },
    made=_conditions,
)


def _milestones(base: Base) -> ir.Table:
    events = called(base.facts.filter(_.kind == "milestone"), base, who="aggregate", by="by")
    return events.mutate(milestone=_.name)


MILESTONES: Final = Relation(
    name="milestones",
    about="Something that was achieved, learned or chosen: experience, a trait, a reward.",
    columns={
        **HAPPENED,
        "command": Column("The command that brought it about"),
        **subject("who", "The one who achieved it"),
        "type": Column("What happened: `awarded`, `trait_gained`, `choice_made` and the like"),
        "milestone": Column("What was achieved, learned or chosen"),
        "what": Column("Its kind: `skill`, `power`; empty where it has none"),
        "amount": Column("How much of it, where it is counted", "points"),
    },
    made=_milestones,
)
