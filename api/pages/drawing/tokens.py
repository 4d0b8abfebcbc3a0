"""Tokens: those who are on a map, with what a glance at them should tell."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Literal, get_args

import msgspec

from api.pages.drawing.marks import marks
from domain.layout import Dots, Layout, ScaleLayout
from domain.visibility.view_fields import Fields
from projections.names import Name, called
from projections.phrases.durations import moments
from projections.phrases.messages import Part
from projections.phrases.naming import Names, named, who
from projections.values import SeenTrack
from projections.views.board import BoardTurn, BoardView

Say = Callable[[Part], str]
"""Say a part of a sentence in the reader's language."""

COMPASS: Final[Mapping[str, int]] = {
    **dict.fromkeys(("n", "north", "up", "↑"), 0),
    **dict.fromkeys(("ne", "northeast", "↗"), 45),
    **dict.fromkeys(("e", "east", "right", "→"), 90),
    **dict.fromkeys(("se", "southeast", "↘"), 135),
    **dict.fromkeys(("s", "south", "down", "↓"), 180),
    **dict.fromkeys(("sw", "southwest", "↙"), 225),
    **dict.fromkeys(("w", "west", "left", "←"), 270),
    **dict.fromkeys(("nw", "northwest", "↖"), 315),
}
"""The directions that a picture can show, in degrees clockwise from the top; others are words."""


Form = Literal["hero", "creature", "thing"]
"""A player's character, another one, and what has no sheet."""

FORMS: Final[tuple[Form, ...]] = get_args(Form)


class Level(msgspec.Struct, frozen=True, kw_only=True):
    """The pool that a game's boards show first: what is left, of how much. `share` is how many parts of a hundred are left."""

    title: str
    current: int
    maximum: int

    @property
    def share(self) -> int:
        """The parts of a hundred that are left."""
        return max(0, min(100, 100 * self.current // self.maximum))


class MapToken(msgspec.Struct, frozen=True, kw_only=True):
    """A creature or thing on a map. `turn` is whether it has the turn. `degrees` is its facing where a picture can show it."""

    name: str
    mark: str
    handle: str
    ref: str
    form: Form
    area: str
    at: tuple[int, int] | None
    size: int
    height: int
    facing: str
    degrees: int | None
    turn: bool
    conditions: tuple[str, ...]
    level: Level | None

    def bar(self, width: int) -> int:
        """Return how much of a bar of this width is left of its pool; 0 only where nothing is."""
        return 0 if self.level is None or self.level.current <= 0 else max(1, width * self.level.share // 100)


def names_of(board: BoardView, layout: Layout) -> Names:
    """Return the names of all that a board mentions: of the game's moments, of the board itself, and those that it brings."""
    own = Name(ref=board.ref, handle=board.handle, name=board.name, kind=board.kind)
    return {**moments(layout.moments), board.ref: own, **board.names}


def picture_id(board: BoardView) -> str:
    """Return the id of a board as an id in a page may be."""
    return "".join(letter if letter.isalnum() else "-" for letter in board.id)


def tokens(board: BoardView, layout: Layout, say: Say, names: Names) -> dict[str, MapToken]:
    """Return everybody and everything on a board's map, by the name of its position, players' characters
    first, by name."""
    calling = {key: _calling(board, key, say) for key in board.positions}
    given = marks(calling)
    active = _active(board.order)
    made = {key: _token(board, key, (calling[key], given[key]), layout, active) for key in board.positions}
    whole = {key: _with_conditions(token, board, say, names) for key, token in made.items()}
    return dict(sorted(whole.items(), key=lambda pair: (FORMS.index(pair[1].form), pair[1].name.casefold(), pair[0])))


def _calling(board: BoardView, key: str, say: Say) -> tuple[str, str]:
    """Return the name and the handle of what is at a position."""
    fields = board.positions[key]
    subject = str(fields.get("subject") or "")
    standing = board.participants.get(subject)
    if standing is not None:
        return standing.name, standing.handle
    return (say(who(subject, board.names)) if subject else str(fields.get("title") or key)), key


def _active(order: tuple[BoardTurn, ...]) -> frozenset[str]:
    """Return the references of those whose turn it is, members of a group included."""
    return frozenset(ref for turn in order if turn.active for ref in (turn.subject, *turn.members) if ref)


def _token(
    board: BoardView, key: str, calling: tuple[tuple[str, str], str], layout: Layout, active: frozenset[str]
) -> MapToken:
    (name, handle), mark = calling
    fields = board.positions[key]
    subject = str(fields.get("subject") or "")
    standing = board.participants.get(subject)
    facing = str(fields.get("facing") or "")
    return MapToken(
        name=name,
        mark=mark,
        handle=handle if standing is not None else "",
        ref=subject,
        form="thing" if not subject else "hero" if standing is not None and standing.owners else "creature",
        area=str(fields.get("area") or ""),
        at=_square(fields),
        size=max(1, int(fields.get("size") or 1)),
        height=int(fields.get("height") or 0),
        facing=facing,
        degrees=COMPASS.get(facing.casefold().replace("-", "").replace(" ", "")),
        turn=subject in active,
        conditions=(),
        level=None if standing is None else _level(standing.tracks, layout),
    )


def _with_conditions(token: MapToken, board: BoardView, say: Say, names: Names) -> MapToken:
    standing = board.participants.get(token.ref)
    if standing is None or not standing.conditions:
        return token
    words = dict.fromkeys(_condition(name, fields, say, names) for name, fields in standing.conditions.items())
    return msgspec.structs.replace(token, conditions=tuple(words))


def _condition(name: str, fields: Fields, say: Say, names: Names) -> str:
    """Return the words for a condition, with its level where that is more than one."""
    words = say(named(called("conditions", name, fields), names))
    level = fields.get("level")
    return f"{words} {level}" if isinstance(level, int) and level > 1 else words


def _level(tracks: Mapping[str, SeenTrack], layout: Layout) -> Level | None:
    """Return the pool that the boards of a game show first, where its bounds are known."""
    pools = [
        (name, f"{column.title} {label}".strip())
        for column in layout.board
        if isinstance(column, Dots | ScaleLayout)
        for name, label in column.of.items()
        if name in tracks
    ]
    if not pools:
        return None
    name, title = pools[0]
    track = tracks[name]
    if track.current is None or not track.maximum or track.maximum < 1:
        return None
    return Level(title=title, current=track.current, maximum=track.maximum)


def _square(fields: Fields) -> tuple[int, int] | None:
    """Return the square of a position; None where it is on none, or the viewer may not see which."""
    x, y = fields.get("x"), fields.get("y")
    return (x, y) if isinstance(x, int) and isinstance(y, int) else None
