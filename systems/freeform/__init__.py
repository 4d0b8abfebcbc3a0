"""Freeform has no rules of its own: it is what every campaign has, and with it alone any game can be kept by hand."""

from __future__ import annotations

from domain.options import CAMPAIGN_OPTIONS
from domain.rulebook import question_kinds_of, roll_kinds_of
from domain.system import System
from systems.freeform import (
    adjust,
    belongings,
    clock,
    conditions,
    deeds,
    dice,
    downtime,
    harm,
    intents,
    links,
    modifiers,
    notes,
    options,
    people,
    places,
    pools,
    questions,
    sessions,
    tasks,
    turns,
    uses,
)
from systems.freeform.rules import RULES

SYSTEM = System(
    id="freeform",
    name="Freeform",
    version=1,
    kinds=(
        *people.KINDS,
        *adjust.KINDS,
        *pools.KINDS,
        *dice.KINDS,
        *harm.KINDS,
        *conditions.KINDS,
        *modifiers.KINDS,
        *links.KINDS,
        *intents.KINDS,
        *tasks.KINDS,
        *belongings.KINDS,
        *uses.KINDS,
        *turns.KINDS,
        *places.KINDS,
        *sessions.KINDS,
        *clock.KINDS,
        *downtime.KINDS,
        *options.KINDS,
        *notes.KINDS,
        *questions.KINDS,
        *deeds.KINDS,
    ),
    options=CAMPAIGN_OPTIONS,
    rules=RULES,
    roll_kinds=roll_kinds_of(__name__),
    question_kinds=question_kinds_of(__name__),
    bonds=links.BONDS,
)
"""The base system of every campaign."""
