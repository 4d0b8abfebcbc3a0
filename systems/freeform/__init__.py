"""Freeform: commands without rules, which every campaign has. Any game can be kept by hand with them.

It holds manual changes, scenes, sessions, notes and rolls. Rules of a game are in that game's folder."""

from __future__ import annotations

from domain.downtime import DOWNTIME, PhaseData, PlanData
from domain.kit.commands import commands_of
from domain.kit.data import data_in
from domain.options import CAMPAIGN_OPTIONS
from domain.rulebook import examples_of, inputs_of, question_kinds_of, roll_kinds_of
from domain.system import System, Vocabulary
from systems.freeform import (
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
    seals,
    sessions,
    tasks,
    turns,
    uses,
)
from systems.freeform.adjusting import adjust
from systems.freeform.rules import RULES

CHAPTERS = (
    people,
    adjust,
    pools,
    dice,
    harm,
    conditions,
    modifiers,
    links,
    intents,
    tasks,
    belongings,
    uses,
    turns,
    places,
    sessions,
    clock,
    downtime,
    options,
    notes,
    seals,
    questions,
    deeds,
)

_EXAMPLES = examples_of(__name__)

SYSTEM = System(
    id="freeform",
    name="Freeform",
    version=1,
    kinds=tuple(kind for chapter in CHAPTERS for kind in commands_of(chapter, _EXAMPLES)),
    options=CAMPAIGN_OPTIONS,
    vocabulary=Vocabulary(data={**data_in(CHAPTERS), ("intents", DOWNTIME): (PlanData,), ("phases", ""): (PhaseData,)}),
    rules=RULES,
    roll_kinds=roll_kinds_of(__name__),
    inputs=inputs_of(__name__),
    question_kinds=question_kinds_of(__name__),
    bonds=links.BONDS,
    examples=_EXAMPLES,
)
"""The base system of every campaign."""
