"""The characters that a visitor acts for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from api.pages.visits import Visit
from api.reading import ReadRequest
from api.things import ThingLine
from domain.history.points import HEAD
from projections.views.board import BoardView

NOW: Final = ReadRequest(HEAD, None)
"""The point of the story at which people act."""


def plays(visit: Visit, owners: Iterable[str]) -> bool:
    """Whether the visitor acts for a character with these owners: game masters do so for every one."""
    actor = None if visit.seat is None else visit.seat.actor
    return actor is not None and (actor.is_gm or actor.member in tuple(owners))


def own(visit: Visit, characters: Iterable[ThingLine]) -> list[ThingLine]:
    """Return the characters that the visitor plays; those of everybody else are not theirs, also where they are game master."""
    return [each for each in characters if is_own(visit, each.owners)]


def is_own(visit: Visit, owners: Iterable[str]) -> bool:
    """Whether the visitor is one of these owners."""
    return visit.seat is not None and visit.seat.actor.member in tuple(owners)


def acting_on(visit: Visit, board: BoardView) -> list[str]:
    """Return whom the visitor acts for on a board, by handle: a player for their own, a game master for those whose turn it is."""
    assert visit.seat is not None, "under a campaign there is a seat"
    actor = visit.seat.actor
    active = {ref for turn in board.order if turn.active for ref in (turn.subject, *turn.members)}
    standing = board.participants.items()
    if actor.is_gm:
        return [each.handle for ref, each in standing if ref in active]
    return [each.handle for _, each in standing if actor.member in each.owners]
