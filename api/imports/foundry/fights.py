"""Combats as they stood when the world was saved."""

from __future__ import annotations

import math
from collections.abc import Mapping

from api.imports.fields import Document, number, objects, text, whole
from api.imports.history.records import ToldCombatant, ToldFight
from api.imports.markup import plain_name
from api.imports.playing import LONGEST_WORD


def told_fight(document: Document, place: int, actors: Mapping[str, str]) -> ToldFight | None:
    """Return a combat; None for one without combatants. `place` numbers it among the combats of the world."""
    combatants = tuple(
        _combatant(each, actors) for each in objects(document.get("combatants")) if isinstance(each.get("_id"), str)
    )
    if not combatants:
        return None
    turn = whole(document.get("turn"))
    return ToldFight(
        key=document["_id"],
        name=f"Combat {place}",
        round=max(0, whole(document.get("round")) or 0),
        turn=turn if turn is not None and turn >= 0 else None,
        combatants=combatants,
    )


def _combatant(document: Document, actors: Mapping[str, str]) -> ToldCombatant:
    actor = text(document.get("actorId"))
    initiative = number(document.get("initiative"))
    first = None if initiative is None else math.floor(initiative)
    return ToldCombatant(
        key=document["_id"],
        character=actor if actor in actors else "",
        name=plain_name(text(document.get("name")), LONGEST_WORD) or actors.get(actor, ""),
        initiative=first,
        tiebreak=0 if initiative is None or first is None else round((initiative - first) * 1000),
        defeated=document.get("defeated") is True,
        hidden=document.get("hidden") is True,
    )
