"""Positions of an encounter as squares and areas: what the vocabulary says, read and written for the modules beside this one.

A position is named as its turn or its thing. Its `x` and `y` are the bottom left corner of its space and its `size` the length of the
side; a creature smaller than a square has a space of one square.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from domain.kit.maps.areas import Between, map_of, plain
from domain.kit.maps.squares import Space, Square
from domain.play.play import Play
from domain.vocabulary.base import Audience
from domain.vocabulary.maps import Moved, Placed, Position


def space_at(position: Position) -> Space | None:
    """The squares that a position fills; None where it is not on squares."""
    if position.x is None or position.y is None:
        return None
    return Space(Square(position.x, position.y), max(1, position.size))


def space_of(play: Play, encounter: str, name: str) -> Space | None:
    """The squares that a character or thing fills; None where the map does not show it, or not on squares."""
    position: Position | None = play.encounter(encounter).positions.get(name)
    return None if position is None else space_at(position)


def spaces_of(play: Play, encounter: str, but: Collection[str] = ()) -> dict[str, Space]:
    """The squares that everybody and everything on the map fills, by the names of their positions, leaving out some."""
    positions = play.encounter(encounter).positions
    spaces = {name: space_at(positions[name]) for name in sorted(positions) if name not in but}
    return {name: space for name, space in spaces.items() if space is not None}


def areas_of(play: Play, encounter: str, between: Between = plain) -> dict[str, Any]:
    """The map of the encounter's areas, with what lies between them (see `domain.kit.maps.areas.map_of`)."""
    return map_of(play.encounter(encounter).areas, between)


def put(play: Play, encounter: str, name: str, space: Space, *, subject: str = "", audience: Audience = "all") -> None:
    """Put a character or thing on a space, whether it was on the map before or not.

    `subject` is whose position it is and `audience` who sees it, where it was not.
    """
    (x, y), size = space
    if name in play.encounter(encounter).positions:
        play.emit(encounter, Moved(name=name, x=x, y=y, size=size))
    else:
        play.emit(
            encounter, Placed(name=name, position=Position(subject=subject, x=x, y=y, size=size, audience=audience))
        )


def step(play: Play, encounter: str, name: str, corner: Square) -> None:
    """Move a character or thing to another corner; it keeps its size. Absent where the map does not show it."""
    play.emit(encounter, Moved(name=name, x=corner.x, y=corner.y))


def enter(play: Play, encounter: str, name: str, area: str, *, subject: str = "", audience: Audience = "all") -> None:
    """Put a character or thing in an area, whether it was on the map before or not. Absent where the area is not
    there."""
    if area not in play.encounter(encounter).areas:
        play.missing(f"{encounter}.areas.{area}", "Draw the area first.")
    if name in play.encounter(encounter).positions:
        play.emit(encounter, Moved(name=name, area=area))
    else:
        play.emit(encounter, Placed(name=name, position=Position(subject=subject, area=area, audience=audience)))
