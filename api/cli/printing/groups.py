"""Groups as tables: an enclave, its roster, its log and its intelligence grids."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from api.cli.output import row, table, words
from api.cli.printing import layouts, sheets
from api.cli.printing.lines import number
from api.languages.reader import spoken
from domain.layout import Layout
from domain.visibility.view_fields import Fields
from projections.phrases import groups as phrases
from projections.phrases.details import details
from projections.phrases.durations import moments
from projections.phrases.naming import Names, who
from projections.views.group import GridView, GroupView, Roster, SeenCell
from projections.views.history import History

CLOSED: Final = "·"


BLOCKED: Final = "✕"


_OPEN: Final = "open"


def overview(seen: GroupView, layout: Layout = sheets.PLAIN) -> Iterator[RenderableType]:
    """A group, by the sections of its game's layout; without any who belongs to it, what it has and is about, then everything
    else that its sheet holds."""
    names = {**seen.sheet.names, **seen.names}
    if layout.group:
        kind = f" — {seen.kind}" if seen.kind else ""
        yield words(f"{seen.name}{kind}", "bold")
        beside = {"members": seen.members, "assets": seen.assets, "missions": seen.missions}
        named = msgspec.structs.replace(seen.sheet, names={**moments(layout.moments), **names})
        yield layouts.laid_out(named, layout.group, beside=beside)
        return
    yield from sheets.sheet(seen.sheet)
    for title, instances in (("members", seen.members), ("assets", seen.assets), ("missions", seen.missions)):
        if instances:
            yield _instances(title, instances, names)
    if seen.followers.count:
        yield words(spoken(phrases.followers(seen.followers)))
    if seen.grids:
        yield words(spoken(phrases.grids(seen.grids)))


def _instances(title: str, instances: dict[str, Fields], names: Names) -> RenderableType:
    made = table(title, "", title="")
    for name, fields in instances.items():
        character = fields.get("character")
        called = fields.get("title") or (spoken(who(character, names)) if character else name)
        shown = {key: value for key, value in fields.items() if key != "character"}
        row(made, called, spoken(details(shown, names)))
    return made


def roster(seen: Roster, layout: Layout) -> Iterator[RenderableType]:
    """Followers with what they are, whether they are ready and what brings them back, in the words of their game; then
    the room that there is."""
    names = {**moments(layout.moments), **seen.names}
    yield words(spoken(phrases.followers(seen.total, seen.name)), "bold")
    made = table("follower", "kind", "of", "how many", "state", "good for", right=("how many",))
    for name, fields in seen.followers.items():
        good_for = ", ".join((*fields["passives"], *fields["tags"]))
        state = words(spoken(phrases.state(fields, names)), "" if fields["state"] == "ready" else "yellow")
        row(made, fields["title"] or name, fields["kind"], fields["of"], fields["count"], state, good_for)
    if seen.followers:
        yield made
    if seen.members and layout.roster:
        yield _members(seen, layout, names)
    for kind, tally in seen.kinds.items():
        yield words(spoken(phrases.followers_of_kind(kind, tally)))
    for path, limit in seen.caps.items():
        most = "" if limit.most is None else number(limit.most)
        yield words(spoken(phrases.room(path, limit, most)), "red" if limit.surplus else "dim")


def _members(seen: Roster, layout: Layout, names: Names) -> RenderableType:
    made = table("member", "role", *(column.title for column in layout.roster))
    for member in seen.members:
        row(made, member.name, member.role or member.kind, *layouts.of_member(member, layout.roster, names))
    return made


def log(seen: History, layout: Layout) -> Iterator[RenderableType]:
    """The notes of a log, oldest first, in the columns of its game."""
    if layout.log is None or not seen.events:
        yield words(spoken(phrases.empty_log()))
        return
    made = table("entry", *layout.log.columns.values(), right=("entry", *layout.log.columns.values()))
    for one in reversed(seen.events):
        data: Fields = one.event.get("data", {})
        row(made, one.entry, *(_noted(data.get(key)) for key in layout.log.columns))
    yield made


def _noted(value: object) -> str:
    """Return the text of a log's cell: a number, words, or a dot for an empty value."""
    return CLOSED if value in (None, "", 0, False) else "yes" if value is True else str(value)


def grid(seen: GridView) -> Iterator[RenderableType]:
    """A grid as a table: what an open cell tells, · where one is closed, ✕ where it is blocked; for the game master also
    what closed ones cost and hold. Cells that have no place in it are listed below it."""
    target = seen.target_name or seen.target
    yield words(f"{target}{f' — {seen.title}' if seen.title else ''}", "bold")
    yield words(f"{seen.name} · {spoken(phrases.progress(seen))}", "dim")
    inside = {(cell.row, cell.column): cell for cell in seen.cells if _fits(seen, cell)}
    made = Table(box=box.SQUARE, show_lines=True, header_style="")
    made.add_column("")
    for column in range(seen.columns):
        made.add_column(words(_heading(seen.column_labels, column)), overflow="fold")
    for index in range(seen.rows):
        line = (inside.get((index, column)) for column in range(seen.columns))
        shown = (_cell(cell, seen.names) if cell else Text() for cell in line)
        made.add_row(words(_heading(seen.row_labels, index)), *shown)
    yield made
    beside = [cell for cell in seen.cells if not _fits(seen, cell)]
    yield from (Text.assemble(f"{cell.name}: ", _cell(cell, seen.names)) for cell in beside)


def _fits(seen: GridView, cell: SeenCell) -> bool:
    return 0 <= cell.row < seen.rows and 0 <= cell.column < seen.columns


def _heading(labels: Sequence[str], index: int) -> str:
    return labels[index] if index < len(labels) else str(index)


def _cell(cell: SeenCell, names: Names) -> Text:
    """Return the text of a grid's cell: its content if it is open, else that it is closed, with the game master's own
    view.
    """
    price = "" if cell.price is None else f" {cell.price}"
    if cell.state != _OPEN:
        mark = (BLOCKED if cell.blocked else CLOSED) + ("" if cell.state == "closed" else f" {cell.state}")
        secret = f": {cell.truth}" if cell.truth else ""
        return words(f"{mark}{price}{secret}", "dim")
    known = ", ".join(spoken(who(member, names)) for member in cell.known_by)
    content, otherwise = spoken(phrases.content(cell)), spoken(phrases.truth(cell))
    return Text.assemble(
        (content, "green"), (f" {otherwise}" if otherwise else "", "yellow"), (f"\n{known}" if known else "", "dim")
    )


def grids(views: Sequence[GridView]) -> Iterator[RenderableType]:
    """A line for each grid."""
    made = table("grid", "about", "size", "open", "strikes", right=("open", "strikes"))
    for seen in views:
        opened = spoken(phrases.opened(seen))
        row(made, seen.name, seen.target_name or seen.target, f"{seen.rows} × {seen.columns}", opened, seen.strikes)
    yield made
