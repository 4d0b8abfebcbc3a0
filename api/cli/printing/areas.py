"""The areas of a board, drawn as boxes that are joined where they border on one another, with who is in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rich.cells import cell_len, set_cell_size

from projections.views.maps import MapArea, MapSpot

INSIDE: Final = 20
"""The number of columns inside a box."""

MOST_COLUMNS: Final = 4
"""A map that is wider than so many boxes is not drawn: it would not fit."""

MOST_PEOPLE: Final = 6
"""Of more than so many lines of people in a box the last says how many there are."""


def fits(places: Sequence[MapArea]) -> bool:
    """Whether areas can be drawn beside one another."""
    return max(place.column for place in places) < MOST_COLUMNS


def drawn(places: Sequence[MapArea], called: Mapping[str, str]) -> Iterator[str]:
    """The lines of the drawing. An area that borders on one that is not drawn beside it says so: `→ roof`."""
    at = {MapSpot(place.column, place.row): place for place in places}
    titles = {place.name: place.title or place.name for place in places}
    width = 1 + max(spot.column for spot in at)
    for row in range(1 + max(spot.row for spot in at)):
        line = [at.get(MapSpot(column, row)) for column in range(width)]
        texts = [[] if place is None else _inside(place, at, titles, called) for place in line]
        height = max(map(len, texts))
        boxes = [
            _box(text, height) if place else [" " * (INSIDE + 4)] * (height + 2)
            for place, text in zip(line, texts, strict=True)
        ]
        for number in range(height + 2):
            yield _joined([box[number] for box in boxes], line if number == 1 else ()).rstrip()
        below = [at.get(MapSpot(column, row + 1)) for column in range(width)]
        if any(below):
            yield _stems(line, below).rstrip()


def _inside(
    place: MapArea, at: Mapping[MapSpot, MapArea], titles: Mapping[str, str], called: Mapping[str, str]
) -> list[str]:
    """Return the lines of a box: the area, its light where it is given, its occupants, and its exits without a drawn
    line.
    """
    people = [
        f"{count} × {name}" if count > 1 else name
        for name, count in Counter(called[one] for one in place.positions).items()
    ]
    if len(people) > MOST_PEOPLE:
        people = [*people[: MOST_PEOPLE - 1], f"and {len(people) - MOST_PEOPLE + 1} more"]
    beside = {each.name for each in at.values() if _beside(place, each)}
    elsewhere = [f"→ {titles.get(each, each)}" for each in place.borders if each not in beside]
    light = [f"({place.light})"] if place.light else []
    return [titles[place.name].upper(), *light, *people, *elsewhere]


def _box(text: Sequence[str], height: int) -> list[str]:
    lines = [f"│ {_cut(line)} │" for line in (*text, *[""] * (height - len(text)))]
    return [f"┌{'─' * (INSIDE + 2)}┐", *lines, f"└{'─' * (INSIDE + 2)}┘"]


def _cut(line: str) -> str:
    return set_cell_size(line, INSIDE) if cell_len(line) <= INSIDE else set_cell_size(line, INSIDE - 1) + "…"


def _joined(parts: Sequence[str], line: Sequence[MapArea | None]) -> str:
    """One line across the boxes of a row, with `──` between those that border on one another."""
    text = parts[0]
    for index, part in enumerate(parts[1:], start=1):
        ways = bool(line) and _border(line[index - 1], line[index])
        text += ("──" if ways else "  ") + part
    return text


def _stems(line: Sequence[MapArea | None], below: Sequence[MapArea | None]) -> str:
    """The line between two rows of boxes, with `│` below those that border on the one beneath."""
    middle = (INSIDE + 4) // 2
    parts = ("│" if _border(one, other) else " " for one, other in zip(line, below, strict=True))
    return "  ".join(" " * middle + part + " " * (INSIDE + 3 - middle) for part in parts)


def _border(one: MapArea | None, other: MapArea | None) -> bool:
    return one is not None and other is not None and (other.name in one.borders or one.name in other.borders)


def _beside(one: MapArea, other: MapArea) -> bool:
    return abs(one.column - other.column) + abs(one.row - other.row) == 1
