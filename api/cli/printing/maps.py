"""The map of a board, drawn with a sign for each square, and its areas with who is there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Final

from rich.console import RenderableType

from api.cli.output import row, table, words
from api.cli.printing import areas as boxes
from api.languages.reader import spoken
from domain.layout import MapLayout
from projections.phrases.naming import who
from projections.views.board import BoardView
from projections.views.maps import MapCell, areas, cells

WIDEST: Final = 40
"""A map of more columns or rows than this is not drawn: it would not fit."""

EMPTY: Final = "·"


def drawn(seen: BoardView, layout: MapLayout) -> Iterator[RenderableType]:
    """A board's map: its squares with a legend, and its areas; nothing where it has neither."""
    called = {name: _called(seen, name) for name in seen.positions}
    if filled := cells(seen):
        yield from _squares(filled, seen, layout, called)
    places = areas(seen)
    if places and boxes.fits(places):
        yield words("\n".join(boxes.drawn(places, called)))
    elif places:
        made = table("area", "who is there", "leads to")
        titles = {place.name: place.title or place.name for place in places}
        for place in places:
            people = ", ".join(called[name] for name in place.positions)
            row(made, titles[place.name], people, ", ".join(titles.get(each, each) for each in place.borders))
        yield made


def has_all(seen: BoardView) -> bool:
    """Whether the map of a board shows every participant and every thing."""
    squares = {name for cell in cells(seen) for name in cell.positions}
    return seen.positions.keys() <= squares.union(*(place.positions for place in areas(seen)))


def marks_of(called: Mapping[str, str]) -> dict[str, str]:
    """Return a sign for everyone on the map: the first letter of their name, or else the next free one."""
    marks: dict[str, str] = {}
    for name in sorted(called):
        first = called[name][:1].upper()
        own = (first, first.lower()) if first.isalnum() else ()
        wanted = chain(own, ascii_uppercase, digits, ascii_lowercase)
        marks[name] = next((sign for sign in wanted if sign not in marks.values()), "?")
    return marks


def _squares(
    filled: Iterable[MapCell], seen: BoardView, layout: MapLayout, called: Mapping[str, str]
) -> Iterator[RenderableType]:
    at = {(cell.x, cell.y): cell for cell in filled}
    columns, rows = ({place[level] for place in at} for level in (0, 1))
    left, right, bottom, top = min(columns), max(columns), min(rows), max(rows)
    if max(right - left, top - bottom) >= WIDEST:
        yield words(
            f"The map is {right - left + 1} by {top - bottom + 1} squares: too large to be drawn here.", "yellow"
        )
        return
    marks = marks_of({name: called[name] for cell in at.values() for name in cell.positions})
    beside = max(len(str(bottom)), len(str(top)))
    made = [
        f"{y:>{beside}}  " + " ".join(_sign(at.get((x, y)), seen, layout, marks) for x in range(left, right + 1))
        for y in range(top, bottom - 1, -1)
    ]
    made.append(
        f"{'':>{beside}}  " + " ".join(str(abs(x) % 10) for x in range(left, right + 1)) + f"   from x = {left}"
    )
    people = (f"{mark} {called[name]}" for name, mark in marks.items())
    kinds = sorted({str(seen.zones[name].get("kind")) for cell in at.values() for name in cell.zones})
    made.append(", ".join((*people, *(f"{layout.sign(kind)} {kind}" for kind in kinds))))
    yield words("\n".join(made))


def _sign(cell: MapCell | None, seen: BoardView, layout: MapLayout, marks: Mapping[str, str]) -> str:
    """Return the sign for a square: its occupant's, of several the first one's, else its first zone's."""
    if cell is None:
        return EMPTY
    if cell.positions:
        return marks[cell.positions[0]]
    return layout.sign(str(seen.zones[cell.zones[0]].get("kind")))


def _called(seen: BoardView, name: str) -> str:
    """Return the name of a creature or thing on the map."""
    fields = seen.positions[name]
    subject = str(fields.get("subject") or "")
    standing = seen.participants.get(subject)
    if standing is not None:
        return standing.name
    return spoken(who(subject, seen.names)) if subject else str(fields.get("title") or name)
