"""Sheets and boards as their game lays them out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import MappingProxyType
from typing import Final, assert_never

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from api.cli.output import words
from api.cli.printing.lines import number
from domain.layout import AnyMemberColumn, AnySection
from projections.phrases import sections as filled
from projections.phrases.naming import Names
from projections.phrases.values import signed
from projections.values import SeenTrack
from projections.views.members import GroupMember
from projections.views.sheet import SheetView

NOTHING: Final = "–"


def laid_out(
    seen: SheetView,
    sections: Iterable[AnySection],
    only: Iterable[str] = (),
    *,
    beside: filled.Instances = MappingProxyType({}),
) -> Table:
    """Return a sheet, section by section, or only the sections of these titles. `beside` are the components that are
    not on the sheet itself.
    """
    wanted = {title.casefold() for title in only}
    made = Table.grid(padding=(0, 2), pad_edge=True)
    made.add_column(no_wrap=True)
    made.add_column(overflow="fold")
    for section in filled.sections(seen, sections, beside=beside):
        if not wanted or section.title.casefold() in wanted:
            for index, line_of in enumerate(() if section.is_empty else _section(section.filling)):
                made.add_row(words(section.title if not index else "", "bold"), line_of)
    return made


def cells(row: filled.FilledRow) -> list[Text]:
    """Return a board's cells for a participant; for a place without a creature, its turn alone."""
    return [words(_cell(cell)) for cell in row.cells]


def of_member(member: GroupMember, columns: Iterable[AnyMemberColumn], names: Names) -> list[Text]:
    """Return a roster's cells for a member."""
    return [words(_cell(filled.member_cell(member, column, names))) for column in columns]


def dots(track: SeenTrack) -> str:
    """A pool: `●●○✕` are two left, one spent, and one that the maximum has lost."""
    pool = filled.dotted(track)
    if pool is None:
        most = "" if track.current is None or track.maximum is None else f" / {number(track.maximum)}"
        return f"{number(track.current)}{most}"
    return "●" * pool.left + "○" * pool.spent + "✕" * pool.lost or NOTHING


def scale(track: SeenTrack) -> str:
    """A level between its bounds: `+1 ····│●···`; one that never falls below nought has no sign, one without room is none."""
    if filled.has_no_room(track):
        return NOTHING
    now = track.current
    text = signed(now) if now is not None and filled.is_signed(track) else number(now)
    steps = filled.steps(track)
    if steps is None:
        return text
    return f"{text} " + "".join("●" if at == now else "│" if at == 0 else "·" for at in steps)


def _section(filling: filled.Filling) -> Iterator[RenderableType]:
    match filling:
        case filled.FilledList():
            yield from (words(line.text) for line in filling.lines)
            if not filling.lines:
                yield words(filling.empty)
        case filled.FilledPlaces():
            yield from _places(filling)
        case filled.FilledGrid():
            yield _grid(filling)
        case filled.FilledValues():
            yield words(" · ".join(_value(value) for value in filling.values))
        case filled.FilledDots():
            yield words(" · ".join(_tracks(filling)))
        case filled.FilledScales():
            yield words(" · ".join(_tracks(filling)))
        case _:
            assert_never(filling)


def _cell(cell: filled.Cell) -> str:
    match cell:
        case None:
            return ""
        case filled.FilledTurn():
            return cell.text
        case filled.FilledList():
            return _texts(cell.lines) or cell.empty
        case filled.FilledValues():
            return " · ".join(f"{each.label} {number(each.value.value)}".strip() for each in cell.values)
        case filled.FilledDots() | filled.FilledScales():
            return " ".join(_tracks(cell))
        case _:
            assert_never(cell)


def _tracks(filling: filled.FilledDots | filled.FilledScales) -> Iterator[str]:
    shown = dots if isinstance(filling, filled.FilledDots) else scale
    return (f"{each.label} {shown(each.track)}".strip() for each in filling.tracks)


def _value(of: filled.FilledValue) -> str:
    """A value with what it consists of, where that is more than its base."""
    text = f"{of.label} {number(of.value.value)}"
    if not of.parts:
        return text
    amounts = (signed(p.amount) if p.operation == "add" else f"{p.operation} {p.amount}" for p in of.parts)
    return f"{text} ({' '.join((number(of.value.base), *amounts))})"


def _places(filling: filled.FilledPlaces) -> Iterator[RenderableType]:
    if filling.single:
        yield words(" · ".join(_place(place) for place in filling.single))
    for title, places in filling.groups:
        yield words(f"{title}: {' · '.join(_place(place) for place in places)}")


def _place(place: filled.FilledPlace) -> str:
    return f"{place.title} {_texts(place.lines) or NOTHING}"


def _texts(lines: Iterable[filled.FilledLine]) -> str:
    return ", ".join(line.text for line in lines)


def _grid(filling: filled.FilledGrid) -> RenderableType:
    made = Table(box=box.SQUARE, show_header=False, show_lines=True)
    for row in filling.rows:
        made.add_row(*(words(_texts(cell) or NOTHING) for cell in row))
    return made
