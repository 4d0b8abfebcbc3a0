"""Rolls, their dice and what was added to them."""

from __future__ import annotations

from typing import Final

import ibis
import ibis.expr.types as ir
from ibis import _

from projections.analytics.base import Base
from projections.analytics.relations.relation import FOUGHT, HAPPENED, Column, Relation, subject
from projections.analytics.relations.windows import ORDER, called, rounded

SUCCESSES: Final = ("success", "critical", "hit")
"""The outcomes of rolls, of all games, that are a success."""

FAILURES: Final = ("failure", "fumble", "miss")
"""The outcomes of rolls, of all games, that are a failure."""

_LABEL: Final = ("campaign", "deed", "aggregate", "name")
"""The columns that say which roll of a deed a judgement is about."""


def _rolls(base: Base) -> ir.Table:
    facts = rounded(base.facts.filter(_.kind == "roll"), base)
    so_far = ibis.cumulative_window(group_by=_LABEL, order_by=ORDER)
    numbered = facts.mutate(nth=(_.type == "rolled").sum().over(so_far))
    rolls = called(
        _judged_again(numbered).mutate(counts=_.judged.fill_null(_.outcome)),
        base,
        who="aggregate",
        against="against",
    )
    return rolls.mutate(
        roll=_.what,
        label=_.name,
        natural_roll=_.shown,
        added=_.total - _.shown,
        margin=_.total - _.target,
        success=ibis.cases((_.counts.isin(SUCCESSES), True), (_.counts.isin(FAILURES), False)),
    )


def _judged_again(numbered: ir.Table) -> ir.Table:
    """Add the outcome that a rule gave each roll after its dice had fallen, the last one where there were several."""
    last = ibis.window(group_by=(*_LABEL, "nth"), order_by=[ibis.desc(column) for column in ORDER])
    judgements = numbered.filter(_.type == "judged").mutate(latest=ibis.row_number().over(last)).filter(_.latest == 0)
    judged = judgements.select(*(_[column].name(f"judged_{column}") for column in (*_LABEL, "nth")), judged=_.outcome)
    rolls = numbered.filter(_.type == "rolled")
    same = [rolls[column] == judged[f"judged_{column}"] for column in (*_LABEL, "nth")]
    return rolls.left_join(judged, same)


ROLLS: Final = Relation(
    name="rolls",
    about="A roll of dice: who rolled what, against whom, and what it came to.",
    columns={
        **FOUGHT,
        "member": Column("The member who gave the command, by id"),
        **subject("who", "The one who rolled"),
        "roll": Column("The kind of the roll: `attack`, `damage`, a skill"),
        "label": Column("What the roll is called in its entry"),
        **subject("against", "The one the roll was aimed at"),
        "notation": Column("The dice as they are written: `2d6`, `4d6kh3`"),
        "natural_roll": Column("What the dice count as, before anything is added", "points"),
        "added": Column("What was added to the dice, all together", "points"),
        "total": Column("What the dice and all that was added come to", "points"),
        "target": Column("What the total is held against", "points"),
        "margin": Column("By how much the total is above the target or, below zero, under it", "points"),
        "outcome": Column("The outcome of the roll as the dice fell"),
        "judged": Column("The outcome that a rule gave it afterwards; empty where none did"),
        "counts": Column("The outcome that counts in the end: `judged`, else `outcome`"),
        "success": Column("Whether that is a success; empty where it is neither that nor a failure"),
    },
    made=_rolls,
)


def _roll_dice(base: Base) -> ir.Table:
    rolls = called(base.facts.filter(_.type == "rolled"), base, who="aggregate")
    each = rolls.mutate(number=ibis.range(0, rolls.dice.length()).unnest())
    return each.mutate(
        roll=_.what, sides=_.sides[_.number], value=_.dice[_.number], kept=_.kept[_.number], number=_.number + 1
    )


ROLL_DICE: Final = Relation(
    name="roll_dice",
    about="A die of a roll. Every die as it was first drawn, counted once whatever became of its roll, is in `dice`.",
    columns={
        **HAPPENED,
        "number": Column("The place of the die in its roll, from 1"),
        **subject("who", "The one who rolled"),
        "roll": Column("The kind of the roll"),
        "sides": Column("How many sides the die has", "sides"),
        "value": Column("What it shows", "pips"),
        "kept": Column("Whether it counts"),
    },
    made=_roll_dice,
    order=("place", "seq", "number"),
)


def _modifiers(base: Base) -> ir.Table:
    rolls = called(base.facts.filter(_.kind == "roll"), base, who="aggregate")
    each = rolls.mutate(number=ibis.range(0, rolls.added.length()).unnest())
    return each.mutate(roll=_.what, modifier=_.addends[_.number], amount=_.added[_.number], number=_.number + 1)


MODIFIERS: Final = Relation(
    name="modifiers",
    about="Something that was added to a roll, or to what a rule made of it afterwards.",
    columns={
        **HAPPENED,
        "number": Column("The place among all that was added, from 1"),
        **subject("who", "The one who rolled"),
        "roll": Column("The kind of the roll"),
        "modifier": Column("What was added, in words: `strength`, `cover`"),
        "amount": Column("How much it added or, below zero, took away", "points"),
    },
    made=_modifiers,
    order=("place", "seq", "number"),
)
