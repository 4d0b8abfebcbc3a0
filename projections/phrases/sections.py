"""Sections of a game's layout, filled with what a view shows: chosen and ordered for terminals and pages alike.

The fields of an instance are words already, in the language that is asked for; numbers and pools are left to the caller that shows
them. Each value has its path, by which `explain` says why it is what it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple, assert_never

import msgspec

from domain.layout import (
    AnyColumn,
    AnyMemberColumn,
    AnySection,
    Dots,
    GridLayout,
    ListLayout,
    Places,
    ScaleLayout,
    TurnLayout,
    Values,
)
from domain.visibility.view_fields import Fields
from projections.phrases.catalogue import english
from projections.phrases.details import field_value
from projections.phrases.messages import Part
from projections.phrases.naming import Names
from projections.phrases.templates import fill
from projections.values import SeenTrack, SeenValue, Share
from projections.views.board import BoardPosition, BoardTurn, BoardView
from projections.views.members import GroupMember
from projections.views.sheet import SheetView

MOST_DOTS: Final = 12
"""A longer row of dots is shown as a number."""

Say = Callable[[Part], str]
"""Say a part of a sentence in a reader's language."""

Instances = Mapping[str, Mapping[str, Fields]]
"""Instances by name, by component."""


class FilledValue(NamedTuple):
    """A value with its label. `parts` are those that count, besides its base."""

    label: str
    path: str
    value: SeenValue
    parts: tuple[Share, ...]


class FilledTrack(NamedTuple):
    """A pool or level with its label."""

    label: str
    path: str
    track: SeenTrack


class FilledLine(NamedTuple):
    """An instance in words."""

    text: str
    path: str


class FilledPlace(NamedTuple):
    """A place with what is in it: nothing where it is empty."""

    title: str
    lines: tuple[FilledLine, ...]


class FilledValues(NamedTuple):
    """Values side by side."""

    values: tuple[FilledValue, ...]


class FilledDots(NamedTuple):
    """Pools as rows of dots."""

    tracks: tuple[FilledTrack, ...]


class FilledScales(NamedTuple):
    """Levels between their bounds."""

    tracks: tuple[FilledTrack, ...]


class FilledPlaces(NamedTuple):
    """Places of their own, and groups of places by their title."""

    single: tuple[FilledPlace, ...]
    groups: tuple[tuple[str, tuple[FilledPlace, ...]], ...]


class FilledGrid(NamedTuple):
    """Things by row and column."""

    rows: tuple[tuple[tuple[FilledLine, ...], ...], ...]


class FilledList(NamedTuple):
    """Instances one below the other; without any, what stands in their place."""

    lines: tuple[FilledLine, ...]
    empty: str


class FilledTurn(NamedTuple):
    """The rest of a turn, in words."""

    text: str


Filling = FilledValues | FilledDots | FilledScales | FilledPlaces | FilledGrid | FilledList
"""The contents of a section."""

Cell = FilledValues | FilledDots | FilledScales | FilledList | FilledTurn | None
"""The contents of a column for one row; None where the row has none."""


class FilledSection(NamedTuple):
    """A section of a sheet. It is `empty` where it has nothing to show, and `folded` away where few ask for it."""

    title: str
    filling: Filling
    folded: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to show."""
        match self.filling:
            case FilledList():
                return not (self.filling.lines or self.filling.empty)
            case FilledGrid():
                return not any(cell for row in self.filling.rows for cell in row)
            case FilledPlaces():
                return not (self.filling.single or self.filling.groups)
            case _:
                return not self.filling[0]


class FilledRow(NamedTuple):
    """A row of a board: a combatant, with their place in the order of turns if they have one, and the cells of the columns."""

    name: str
    members: int
    turn: BoardTurn | None
    standing: BoardPosition | None
    cells: tuple[Cell, ...]


class Dotted(NamedTuple):
    """A pool in dots: those left, those spent, and those that the maximum has lost."""

    left: int
    spent: int
    lost: int


def dotted(track: SeenTrack) -> Dotted | None:
    """Return a pool in dots; None where it has no maximum, lies outside its bounds or is too large."""
    if track.current is None or track.maximum is None:
        return None
    lost = -sum(part.amount for part in track.parts.get("maximum", ()) if part.operation == "add" and part.amount < 0)
    if not 0 <= track.current <= track.maximum or track.maximum + lost > MOST_DOTS:
        return None
    return Dotted(track.current, track.maximum - track.current, lost)


def steps(track: SeenTrack) -> range | None:
    """Return the steps of a level from its lower to its upper bound; None where it has none, or too many."""
    low, high, now = track.minimum, track.maximum, track.current
    if low is None or high is None or now is None or not low <= now <= high or high - low > 2 * MOST_DOTS:
        return None
    return range(low, high + 1)


def has_no_room(track: SeenTrack) -> bool:
    """Whether a level can only be where it is."""
    return track.minimum is not None and track.minimum == track.maximum == track.current


def is_signed(track: SeenTrack) -> bool:
    """Whether a level may lie below nought, so that it is written with its sign."""
    return bool(track.current) and track.minimum is not None and track.minimum < 0


def sections(
    seen: SheetView,
    layout: Iterable[AnySection],
    *,
    beside: Instances = MappingProxyType({}),
    say: Say = english,
) -> Iterator[FilledSection]:
    """Yield the sections of a sheet. `beside` are the components that are not on the sheet itself."""
    for section in layout:
        yield FilledSection(section.title, _section(seen, section, beside, say))


def rows(seen: BoardView, columns: Iterable[AnyColumn], *, say: Say = english) -> Iterator[FilledRow]:
    """Yield the rows of a board: the places in the order of turns, then those who have none."""
    columns = tuple(columns)
    for turn in seen.order:
        standing = seen.participants.get(turn.subject)
        cells = tuple(cell(standing, turn, column, seen.names, say) for column in columns)
        yield FilledRow(turn.called, len(turn.members), turn, standing, cells)
    for ref in sorted(set(seen.participants) - {turn.subject for turn in seen.order}):
        standing = seen.participants[ref]
        cells = tuple(cell(standing, None, column, seen.names, say) for column in columns)
        yield FilledRow(standing.name, 0, None, standing, cells)


def board_of(
    seen: BoardView, columns: Iterable[AnyColumn], *, say: Say = english
) -> tuple[list[AnyColumn], list[FilledRow]]:
    """Return the columns of a board and its rows. A column that says little of those who wait is left out while it says nothing."""
    columns = list(columns)
    filled = list(rows(seen, columns, say=say))
    kept = [
        number
        for number, column in enumerate(columns)
        if not (isinstance(column, TurnLayout) and column.waiting)
        or any(any(row.cells[number] or ()) for row in filled)
    ]
    shown = [row._replace(cells=tuple(row.cells[number] for number in kept)) for row in filled]
    return [columns[number] for number in kept], shown


def cell(
    standing: BoardPosition | None, turn: BoardTurn | None, column: AnyColumn, names: Names, say: Say = english
) -> Cell:
    """Return a board's cell for a participant; a place without a creature has its turn alone."""
    if isinstance(column, TurnLayout):
        return None if turn is None else FilledTurn(_turn(turn, column, names, say))
    if standing is None:
        return None
    match column:
        case Dots():
            return FilledDots(tuple(_tracks(standing.tracks, column.of)))
        case ScaleLayout():
            return FilledScales(tuple(_tracks(standing.tracks, column.of)))
        case ListLayout():
            return FilledList(tuple(_listed(getattr(standing, column.component), column, names, say)), column.empty)
        case _:
            assert_never(column)


def _turn(turn: BoardTurn, column: TurnLayout, names: Names, say: Say) -> str:
    """Return a place in the order of turns in words."""
    spent = {name: whole - turn.budget.get(name, whole) for name, whole in column.whole.items()}
    shows = column.waiting if column.waiting and not turn.active else column.shows
    return line(shows, {**msgspec.to_builtins(turn), "spent": spent}, names, say)


def member_cell(member: GroupMember, column: AnyMemberColumn, names: Names, say: Say = english) -> Cell:
    """Return a roster's cell for a member."""
    match column:
        case Values():
            given = ((label, path, member.values.get(path)) for path, label in column.of.items())
            return FilledValues(tuple(_value(label, path, value) for label, path, value in given if value is not None))
        case Dots():
            return FilledDots(tuple(_tracks(member.tracks, column.of)))
        case ScaleLayout():
            return FilledScales(tuple(_tracks(member.tracks, column.of)))
        case ListLayout():
            return FilledList(tuple(_listed(member.held.get(column.component, {}), column, names, say)), column.empty)
        case _:
            assert_never(column)


def line(template: str, fields: Mapping[str, Any], names: Names, say: Say = english) -> str:
    """Return an instance in a line of a layout: the template with the values of its fields in words."""
    return fill(template, lambda path: say(field_value(path, reached(fields, path), names)))


def reached(fields: Mapping[str, Any], path: str) -> Any:
    """Return the value at a dotted path; None where there is none."""
    name, _, rest = path.partition(".")
    inner = fields.get(name)
    if not rest:
        return inner
    return reached(inner, rest) if isinstance(inner, dict) else None


def _section(seen: SheetView, section: AnySection, beside: Instances, say: Say) -> Filling:
    match section:
        case Values():
            return FilledValues(
                tuple(
                    _value(label, path, value)
                    for path, label in section.of.items()
                    if (value := value_at(seen, path)) is not None and value.value is not None
                )
            )
        case Dots():
            return FilledDots(tuple(_tracks(seen.tracks, section.of)))
        case ScaleLayout():
            return FilledScales(tuple(_tracks(seen.tracks, section.of)))
        case Places():
            return _places(seen, section, say)
        case GridLayout():
            return _grid(seen, section, say)
        case ListLayout():
            instances = beside[section.component] if section.component in beside else getattr(seen, section.component)
            return FilledList(tuple(_listed(instances, section, seen.names, say)), section.empty)
        case _:
            assert_never(section)


def _value(label: str, path: str, value: SeenValue) -> FilledValue:
    parts = tuple(part for part in value.parts if part.counted and (part.operation, part.amount) != ("add", 0))
    return FilledValue(label, path, value, parts)


def value_at(seen: SheetView, path: str) -> SeenValue | None:
    """Return the value at a path of a sheet; None where it has none."""
    component, _, name = path.partition(".")
    if component == "tracks":
        track, _, field = name.partition(".")
        pool = seen.tracks.get(track)
        return None if pool is None else SeenValue(value=getattr(pool, field or "current", None))
    return seen.attributes.get(name) if component == "attributes" else seen.values.get(path)


def _tracks(tracks: Mapping[str, SeenTrack], of: Mapping[str, str]) -> Iterator[FilledTrack]:
    return (FilledTrack(label, f"tracks.{name}.current", tracks[name]) for name, label in of.items() if name in tracks)


def _places(seen: SheetView, section: Places, say: Say) -> FilledPlaces:
    field = "slot" if section.component == "wounds" else "location"
    inside: dict[str, list[FilledLine]] = {}
    for name, fields in getattr(seen, section.component).items():
        filled = FilledLine(line(section.shows, fields, seen.names, say), f"{section.component}.{name}")
        inside.setdefault(fields[field], []).append(filled)
    single = [place for place in section.places if not place.at.endswith("*")]
    groups = (
        (place.title, tuple(_below(seen, place.at.removesuffix("*"), place.count, inside)))
        for place in section.places
        if place not in single
    )
    return FilledPlaces(
        tuple(FilledPlace(place.title, tuple(inside.get(place.at, ()))) for place in single),
        tuple((title, places) for title, places in groups if places),
    )


def _below(seen: SheetView, below: str, counted: str, inside: Mapping[str, list[FilledLine]]) -> Iterator[FilledPlace]:
    """Yield the places below one: numbered ones in order, then the others."""
    count = value_at(seen, counted) if counted else None
    numbered = [f"{below}{index}" for index in range(1, (count.value if count and count.value else 0) + 1)]
    others = sorted(at for at in inside if at.startswith(below) and at not in numbered)
    for at in (*numbered, *others):
        yield FilledPlace(at.removeprefix(below), tuple(inside.get(at, ())))


def _grid(seen: SheetView, section: GridLayout, say: Say) -> FilledGrid:
    inside: dict[str, list[FilledLine]] = {}
    for name, fields in seen.items.items():
        if fields["location"].startswith(f"{section.at}/"):
            at = fields["location"].removeprefix(f"{section.at}/")
            filled = FilledLine(line(section.shows, fields, seen.names, say), f"items.{name}")
            inside.setdefault(at, []).append(filled)
    columns = range(1, section.columns + 1)
    return FilledGrid(
        tuple(
            tuple(tuple(inside.get(f"{row},{column}", ())) for column in columns)
            for row in range(1, section.rows + 1)
            if inside
        )
    )


def _listed(instances: Mapping[str, Fields], section: ListLayout, names: Names, say: Say) -> Iterator[FilledLine]:
    for name, fields in instances.items():
        named = {**fields, "name": name}
        if fits(named, section.where):
            yield FilledLine(line(section.shows, named, names, say), f"{section.component}.{name}")


def fits(fields: Fields, where: Mapping[str, Any]) -> bool:
    """Whether an instance is as the `where` of a layout says."""

    def has(field: str, wanted: Any) -> bool:
        value = reached(fields, field)
        return value in wanted if isinstance(wanted, tuple) else value == wanted

    return all(has(field, wanted) for field, wanted in where.items())
