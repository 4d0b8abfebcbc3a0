"""Fights that are on: whose turn it is in each, and who comes next."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from api.pages.fights.called import told_apart
from api.pages.fights.own import NOW, is_own
from api.pages.visits import Visit
from api.use_cases.encounters import list_open_encounters, show_encounter
from projections.views.board import BoardTurn, BoardView

AHEAD = 2
"""The number of those who come next that are named."""


class Acting(msgspec.Struct, frozen=True):
    """A creature that acts now: `mine` is whether the visitor plays them."""

    name: str
    handle: str
    mine: bool


class FightNow(msgspec.Struct, frozen=True, kw_only=True):
    """A fight as a glance at it should tell. `next` are the names of those who come after."""

    name: str
    handle: str
    ref: str
    round: int
    acting: tuple[Acting, ...]
    next: tuple[str, ...]
    standing: frozenset[str]
    """The handles of those who take part."""


def fights_now(visit: Visit) -> list[FightNow]:
    """Return the fights that are on, as far as the visitor may know."""
    lines = visit.ask(list_open_encounters)
    return [fight_now(visit, visit.ask(show_encounter, encounter=line.handle, wanted=NOW)) for line in lines]


def fight_now(visit: Visit, board: BoardView) -> FightNow:
    """Return a board at a glance."""
    names = names_on(board)
    acting = {handle: Acting(names[handle], handle, _is_own(visit, board, handle)) for handle in _acting(board)}
    return FightNow(
        name=board.name,
        handle=board.handle,
        ref=board.ref,
        round=board.round,
        acting=tuple(acting.values()),
        next=tuple(_next(board, names))[:AHEAD],
        standing=frozenset(names),
    )


def names_on(board: BoardView) -> dict[str, str]:
    """Return the names of those who take part, by handle; those of one name are told apart."""
    return told_apart((standing.handle, standing.name) for standing in board.participants.values())


def _acting(board: BoardView) -> Iterator[str]:
    """Yield the handles of those whose turn it is."""
    for turn in board.order:
        if turn.active:
            yield from _handles(board, turn)


def _handles(board: BoardView, turn: BoardTurn) -> Iterator[str]:
    for ref in (turn.subject, *turn.members):
        if ref in board.participants:
            yield board.participants[ref].handle


def _next(board: BoardView, names: dict[str, str]) -> Iterator[str]:
    """Yield the names of those who come after the last who acts now, round and round."""
    last = max((index for index, turn in enumerate(board.order) if turn.active), default=None)
    if last is None:
        return
    for turn in (*board.order[last + 1 :], *board.order[:last]):
        if not turn.active:
            handle = next(_handles(board, turn), "")
            yield names.get(handle, turn.called)


def _is_own(visit: Visit, board: BoardView, handle: str) -> bool:
    return any(each.handle == handle and is_own(visit, each.owners) for each in board.participants.values())
