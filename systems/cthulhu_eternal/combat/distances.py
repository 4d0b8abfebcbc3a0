"""Distances between people: by the map or, where it does not show them, by what the game master has said."""

from __future__ import annotations

from math import isqrt
from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import turns
from domain.kit.commands import command
from domain.kit.naming import id_of
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.vocabulary.anchors import UntilEncounterEnds
from domain.vocabulary.maps import Position
from domain.vocabulary.undertakings import Link, LinkBroken, LinkMade
from systems.cthulhu_eternal.fields import Yards

DISTANCE: Final = "distance"
"""The kind of the link between two people whose distance the game master has said; its amount is in yards."""


class SayDistance(Command, frozen=True, kw_only=True, omit_defaults=True):
    """For the fight that is on, until it is said anew or one of the two moves; where the map shows both, the map counts."""

    who: CharacterRef
    other: CharacterRef
    yards: Annotated[Yards, Meta(description="How many yards apart they are")]


def between(play: Play, who: str, other: str, stated: int | None = None) -> int | None:
    """Ruling 62: the yards between two: by the map, else as the game master has said, else as `stated` now; None where
    nobody knows."""
    here, target = position(play, who), position(play, other)
    mapped = None if here is None or target is None else apart(here, target)
    if mapped is not None:
        return mapped
    links = [(one, name) for one, name in _between(play, who, other)]
    return play.character(links[0][0]).links[links[0][1]].amount if links else stated


def apart(one: Position, other: Position) -> int | None:
    """Return the yards between two places on the squares of the map, rounded up; None where one has no square."""
    if one.x is None or one.y is None or other.x is None or other.y is None:
        return None
    return yards(one.x - other.x, one.y - other.y)


def yards(across: int, along: int) -> int:
    """The length of the way to a square so many squares across and along, rounded up; a square is a yard."""
    square = across**2 + along**2
    return isqrt(square - 1) + 1 if square else 0


def position(play: Play, who: str) -> Position | None:
    """Return the place where a character stands on the map of the encounter; None where it does not show them."""
    encounter = play.deed.encounter
    position: Position | None = None if encounter is None else play.encounter(encounter).positions.get(id_of(who))
    return position


@command("Say how far apart two people are, where no map shows it.", name="say_distance", scene=True)
def say(play: Play, command: SayDistance) -> None:
    """CE-RULING-62: the game master says how far apart two are."""
    if command.who == command.other:
        raise Refused("CE-RULING-62", "Name two people; nobody is at a distance from themselves.")
    forget(play, command.who, "said anew", command.other)
    encounter = turns.running(play)
    until = None if encounter is None else UntilEncounterEnds(encounter=encounter)
    link = Link(kind=DISTANCE, to=command.other, amount=command.yards, until=until)
    play.emit(command.who, LinkMade(name=play.new_id(DISTANCE), link=link, rules=("CE-RULING-62",)))


def forget(play: Play, who: str, because: str, other: str = "") -> None:
    """Forget what was said of a character's distance, to one `other` or to all."""
    others = (other,) if other else tuple(dict.fromkeys((*turns.fighters(play), *_said_to(play, who))))
    for one in others:
        for owner, name in _between(play, who, one) if one != who else ():
            play.emit(owner, LinkBroken(name=name, because=because))


def _said_to(play: Play, who: str) -> tuple[str, ...]:
    return tuple(str(link.to) for link in play.where(who, "links", DISTANCE).values())


def _between(play: Play, who: str, other: str) -> list[tuple[str, str]]:
    """Return where a distance between two is kept: on whose sheet, and under which name."""
    pairs: list[tuple[str, str]] = []
    for owner, to in ((who, other), (other, who)):
        links = play.where(owner, "links", DISTANCE) if play.exists(owner) else {}
        pairs += [(owner, name) for name in sorted(links) if links[name].to == to]
    return pairs
