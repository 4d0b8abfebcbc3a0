"""Sides: who is whose enemy."""

from __future__ import annotations

from typing import Final

from domain.kit import turns
from domain.kit.data import data_of
from domain.kit.rounds import TurnData
from domain.play.play import Play
from systems.orcus.sheet.people import MONSTER, kind_of

HEROES: Final = "heroes"
FOES: Final = "foes"


@data_of("order")
class InitiativeData(TurnData, frozen=True, kw_only=True, omit_defaults=True):
    """The data of a place in the order of turns: its side, and its initiative modifier, which decides between equal totals.

    `free` is the turn in which it has taken its last free action, `extra` the action that an action point gives it in this one.
    """

    side: str = ""
    modifier: int = 0
    free: str = ""
    extra: str = ""


def side_of(play: Play, who: str) -> str:
    """Return the side that a character is on: that of their place, else the one that their sort usually takes."""
    entry = turns.entry_of(play, who)
    usual = FOES if kind_of(play, who) == MONSTER else HEROES
    return (InitiativeData.of(entry).side if entry is not None else "") or usual


def hostile(play: Play, one: str, other: str) -> bool:
    """Whether two are on different sides."""
    return one != other and side_of(play, one) != side_of(play, other)
