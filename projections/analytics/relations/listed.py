"""The relations there are, by name."""

from __future__ import annotations

from typing import Final

from projections.analytics.relations.bodies import CONDITIONS, HARM, MILESTONES, RESOURCES
from projections.analytics.relations.lasting import DOWNTIME, STORES
from projections.analytics.relations.playing import MOVES, QUESTIONS, REVISIONS, TURNS
from projections.analytics.relations.relation import Relation
from projections.analytics.relations.rolling import MODIFIERS, ROLL_DICE, ROLLS

RELATIONS: Final[dict[str, Relation]] = {
    relation.name: relation
    for relation in (
        ROLLS,
        ROLL_DICE,
        MODIFIERS,
        HARM,
        RESOURCES,
        CONDITIONS,
        TURNS,
        MOVES,
        DOWNTIME,
        MILESTONES,
        QUESTIONS,
        REVISIONS,
        STORES,
    )
}
"""The relations in the order in which they are told of."""
