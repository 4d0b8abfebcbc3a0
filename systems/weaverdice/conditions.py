"""Conditions: being down, being blinded or deafened, and whatever the game master makes up."""

from __future__ import annotations

from typing import Final

import msgspec

from domain.components.anchors import WhilePresent
from domain.components.creature import Modifier
from domain.events.values import ModifierApplied
from domain.play.moments import come
from domain.play.play import Play
from domain.rulebook import table
from systems.weaverdice import statuses
from systems.weaverdice.occasions import FELL
from systems.weaverdice.stats import MOVEMENT


class _Fallen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    crawl: int


class _Blinded(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    near: int
    large: int
    to_hit: int


class _Conditions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    fallen: _Fallen
    blinded: _Blinded


NUMBERS: Final = table(__package__, "conditions", _Conditions)


def knock_down(play: Play, who: str) -> None:
    """WD-COND-10: whoever is down moves no more than 5 feet. Whoever is down already falls no further."""
    if statuses.has(play, who, "knocked_down"):
        return
    with play.citing("WD-COND-10"):
        name = statuses.gain(play, who, "knocked_down")
        crawl = Modifier(
            path=MOVEMENT,
            operation="cap",
            amount=NUMBERS.fallen.crawl,
            source="knocked down",
            until=WhilePresent(path=f"{who}.conditions.{name}"),
        )
        play.emit(who, ModifierApplied(name=f"{name}-crawl", modifier=crawl))
    come(play, FELL, who)
