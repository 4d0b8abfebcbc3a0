"""Sheets and boards as their game lays them out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, assert_never

import msgspec
from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from api.cli.output import words
from api.cli.printing.lines import line, number, reached
from domain.layout import (
    AnyColumn,
    AnyMemberColumn,
    AnySection,
    Dots,
    GridLayout,
    ListLayout,
    PlaceLayout,
    Places,
    ScaleLayout,
    TurnLayout,
    Values,
)
from domain.visibility.view_fields import Fields
from projections.phrases.naming import Names
from projections.phrases.values import signed
from projections.values import SeenTrack, SeenValue
from projections.views import board as boards
from projections.views.members import GroupMember
from projections.views.sheet import SheetView

MOST_DOTS: Final = 12
"""A longer row of dots is told as a number."""

NOTHING: Final = "–"

Held = Mapping[str, Mapping[str, Fields]]
"""Instances by name, by component."""


def laid_out(
    seen: SheetView, sections: Iterable[AnySection], only: Iterable[str] = (), *, beside: Held = MappingProxyType({})
) -> Table:
    """Return a sheet, section by section, or only the sections of these titles. `beside` are the components that are
    not on the sheet itself.
    """
    wanted = {title.casefold() for title in only}
    made = Table.grid(padding=(0, 2), pad_edge=True)
    made.add_column(no_wrap=True)
    made.add_column(overflow="fold")
    for section in sections:
        if not wanted or section.title.casefold() in wanted:
            for index, line_of in enumerate(_section(seen, section, beside)):
                made.add_row(words(section.title if not index else "", "bold"), line_of)
    return made


def cells(
    standing: boards.BoardPosition | None, turn: boards.BoardTurn | None, columns: Iterable[AnyColumn], names: Names
) -> list[Text]:
    """Return a board's cells for a participant; for a place without a creature, its turn alone."""
    return [words(_cell(standing, turn, column, names)) for column in columns]


def of_member(member: GroupMember, columns: Iterable[AnyMemberColumn], names: Names) -> list[Text]:
    """Return a roster's cells for a member."""
    return [words(_of_member(member, column, names)) for column in columns]


def _of_member(member: GroupMember, column: AnyMemberColumn, names: Names) -> str:
    match column:
        case Values():
            values = ((label, member.values.get(path)) for path, label in column.of.items())
            return " · ".join(f"{label} {number(seen.value)}".strip() for label, seen in values if seen is not None)
        case Dots():
            return " ".join(_tracks(member.tracks, column.of, dots))
        case ScaleLayout():
            return " ".join(_tracks(member.tracks, column.of, scale))
        case ListLayout():
            return ", ".join(_listed(member.held.get(column.component, {}), column, names)) or column.empty
        case _:
            assert_never(column)


def dots(track: SeenTrack) -> str:
    """A pool: `●●○✕` are two left, one spent, and one that the maximum has lost."""
    if track.current is None or track.maximum is None:
        return number(track.current)
    lost = -sum(part.amount for part in track.parts.get("maximum", ()) if part.operation == "add" and part.amount < 0)
    if not 0 <= track.current <= track.maximum or track.maximum + lost > MOST_DOTS:
        return f"{number(track.current)} / {number(track.maximum)}"
    return "●" * track.current + "○" * (track.maximum - track.current) + "✕" * lost or NOTHING


def scale(track: SeenTrack) -> str:
    """A level between its bounds: `+1 ····│●···`; one that never falls below nought has no sign, one without room is none."""
    low, high, now = track.minimum, track.maximum, track.current
    if low is not None and low == high == now:
        return NOTHING
    text = signed(now) if now and low is not None and low < 0 else number(now)
    if low is None or high is None or now is None or not low <= now <= high or high - low > 2 * MOST_DOTS:
        return text
    return f"{text} " + "".join("●" if at == now else "│" if at == 0 else "·" for at in range(low, high + 1))


def _section(seen: SheetView, section: AnySection, beside: Held) -> Iterator[RenderableType]:
    match section:
        case Values():
            yield from _joined(f"{label} {text}" for path, label in section.of.items() if (text := _value(seen, path)))
        case Dots():
            yield from _joined(_tracks(seen.tracks, section.of, dots))
        case ScaleLayout():
            yield from _joined(_tracks(seen.tracks, section.of, scale))
        case Places():
            yield from _places(seen, section)
        case GridLayout():
            yield from _grid(seen, section)
        case ListLayout():
            instances = beside[section.component] if section.component in beside else getattr(seen, section.component)
            lines = _listed(instances, section, seen.names)
            yield from map(words, lines or ([section.empty] if section.empty else []))
        case _:
            assert_never(section)


def _cell(standing: boards.BoardPosition | None, turn: boards.BoardTurn | None, column: AnyColumn, names: Names) -> str:
    if isinstance(column, TurnLayout):
        return "" if turn is None else line(column.shows, msgspec.to_builtins(turn), names)
    return "" if standing is None else _faring(standing, column, names)


def _faring(standing: boards.BoardPosition, column: Dots | ScaleLayout | ListLayout, names: Names) -> str:
    match column:
        case Dots():
            return " ".join(_tracks(standing.tracks, column.of, dots))
        case ScaleLayout():
            return " ".join(_tracks(standing.tracks, column.of, scale))
        case ListLayout():
            return ", ".join(_listed(getattr(standing, column.component), column, names)) or column.empty
        case _:
            assert_never(column)


def _joined(parts: Iterable[str]) -> Iterator[RenderableType]:
    if text := " · ".join(parts):
        yield words(text)


def _tracks(tracks: Mapping[str, SeenTrack], of: Mapping[str, str], shown: Any) -> Iterator[str]:
    return (f"{label} {shown(tracks[name])}".strip() for name, label in of.items() if name in tracks)


def _value(seen: SheetView, path: str) -> str:
    """A value with what it consists of, where that is more than its base; empty where there is none."""
    value = _found(seen, path)
    if value is None or value.value is None:
        return ""
    parts = [part for part in value.parts if part.counted and (part.operation, part.amount) != ("add", 0)]
    if not parts:
        return number(value.value)
    amounts = (signed(p.amount) if p.operation == "add" else f"{p.operation} {p.amount}" for p in parts)
    return f"{number(value.value)} ({' '.join((number(value.base), *amounts))})"


def _found(seen: SheetView, path: str) -> SeenValue | None:
    component, _, name = path.partition(".")
    if component == "tracks":
        track, _, field = name.partition(".")
        pool = seen.tracks.get(track)
        return None if pool is None else SeenValue(value=getattr(pool, field or "current", None))
    return seen.attributes.get(name) if component == "attributes" else seen.values.get(path)


def _places(seen: SheetView, section: Places) -> Iterator[RenderableType]:
    field = "slot" if section.component == "wounds" else "location"
    by_place: dict[str, list[str]] = {}
    for fields in getattr(seen, section.component).values():
        by_place.setdefault(fields[field], []).append(line(section.shows, fields, seen.names))
    single = [place for place in section.places if not place.at.endswith("*")]
    yield from _joined(f"{place.title} {', '.join(by_place.get(place.at, [NOTHING]))}" for place in single)
    for place in section.places:
        if place not in single and (text := _below(seen, place, by_place)):
            yield words(f"{place.title}: {text}")


def _below(seen: SheetView, place: PlaceLayout, by_place: Mapping[str, list[str]]) -> str:
    """Return the instances below a place: numbered ones in order, then the others."""
    below = place.at.removesuffix("*")
    counted = _found(seen, place.count) if place.count else None
    numbered = [f"{below}{index}" for index in range(1, (counted.value if counted and counted.value else 0) + 1)]
    others = sorted(at for at in by_place if at.startswith(below) and at not in numbered)
    parts = [f"{at.removeprefix(below)} {', '.join(by_place.get(at, [NOTHING]))}" for at in (*numbered, *others)]
    return " · ".join(parts)


def _grid(seen: SheetView, section: GridLayout) -> Iterator[RenderableType]:
    inside: dict[str, list[str]] = {}
    for fields in seen.items.values():
        if fields["location"].startswith(f"{section.at}/"):
            at = fields["location"].removeprefix(f"{section.at}/")
            inside.setdefault(at, []).append(line(section.shows, fields, seen.names))
    if not inside:
        return
    made = Table(box=box.SQUARE, show_header=False, show_lines=True)
    for index in range(1, section.rows + 1):
        row = [inside.get(f"{index},{column}", [NOTHING]) for column in range(1, section.columns + 1)]
        made.add_row(*(words(", ".join(cell)) for cell in row))
    yield made


def _listed(instances: Mapping[str, Fields], section: ListLayout, names: Names) -> list[str]:
    fitting = ({**fields, "name": name} for name, fields in instances.items() if _fits(fields, section.where))
    return [line(section.shows, fields, names) for fields in fitting]


def _fits(fields: Fields, where: Mapping[str, Any]) -> bool:
    def fits(field: str, wanted: Any) -> bool:
        value = reached(fields, field)
        return value in wanted if isinstance(wanted, tuple) else value == wanted

    return all(fits(field, wanted) for field, wanted in where.items())
