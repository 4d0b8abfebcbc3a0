"""Summoned creatures: to whom they belong, and whose numbers they use."""

from __future__ import annotations

from typing import Final

from domain.kit import counters, turns
from domain.kit.data import data_of
from domain.kit.naming import id_of
from domain.kit.values import override
from domain.play.play import Play
from domain.vocabulary.data import Data
from domain.vocabulary.expressions import ValueOf
from domain.vocabulary.undertakings import Link, LinkMade
from systems.orcus.sheet.people import DEFENSES

SUMMONER: Final = "summoner"
"""The kind of the link from a summoned creature to its summoner."""

SUMMONED: Final = "summoned"
"""The kind of the link from a summoner to the summoned creature."""


COMMANDED: Final = "commanded"
"""The counter of the actions that a summoned creature has taken in a turn."""


@data_of("links", SUMMONER)
class SummonerData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The behaviour of a summoned monster while it is not commanded."""

    instinct: str = ""


def bind(play: Play, who: str, summoner: str, instinct: str = "") -> None:
    """OR-SUMM-07, OR-KEY-04: tie a creature to its summoner, whose defenses it uses from now on."""
    data = SummonerData(instinct=instinct).stored()
    play.emit(who, LinkMade(name=SUMMONER, link=Link(kind=SUMMONER, to=summoner, data=data)))
    play.emit(summoner, LinkMade(name=f"{SUMMONED}-{id_of(who)}", link=Link(kind=SUMMONED, to=who)))
    for name in DEFENSES:
        override(play, who, f"attributes.{name}", ValueOf(path=f"attributes.{name}", of=f"link:{SUMMONER}"))


def summoner_of(play: Play, who: str) -> str | None:
    """Return the summoner of a creature; None for one that nobody summoned."""
    return next((str(link.to) for link in play.where(who, "links", SUMMONER).values()), None)


def commander_of(play: Play, who: str) -> str:
    """OR-SUMM-01: return whose action a character takes: their own, or that of the summoner whose place in the turns they share."""
    entry = turns.entry_of(play, who)
    return who if entry is None or summoner_of(play, who) is None else entry.subject


def note_command(play: Play, who: str) -> None:
    """OR-SUMM-01: a summoned creature takes an action that its summoner gives up."""
    counters.count(play, who, COMMANDED, rules=("OR-SUMM-01",))


def summoned_by(play: Play, who: str) -> tuple[str, ...]:
    """Return the creatures that a character has summoned and that are still there."""
    return tuple(str(link.to) for _, link in sorted(play.where(who, "links", SUMMONED).items()))


def instinct_of(play: Play, who: str) -> str:
    """OR-SUMM-03: return how a summoned monster behaves while it is not commanded, in the words of its entry."""
    return next((SummonerData.of(link).instinct for link in play.where(who, "links", SUMMONER).values()), "")
