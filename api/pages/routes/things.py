"""The things of a campaign: sheets, boards, groups, and why a number is what it is, at any point of the story."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any
from urllib.parse import quote, urlencode

import msgspec
from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter
from msgspec.structs import replace

from api.pages.command_forms.by_hand import forms_by_hand
from api.pages.command_forms.quick_bar import quick_bar, quick_bars
from api.pages.drawing.areas import area_map
from api.pages.drawing.grids import chart
from api.pages.drawing.listing import map_list
from api.pages.drawing.squares import square_map
from api.pages.fights.now import fight_now, fights_now, names_on
from api.pages.fights.own import acting_on
from api.pages.rendering import page
from api.pages.rows.explanations import explained_rows
from api.pages.rows.groups import log_rows, roster_shown
from api.pages.rows.latest import latest
from api.pages.visits import PageGuard, Visit
from api.reading import AS_OF, VIEW, VIEWER, ReadRequest, wanted
from api.use_cases.campaigns import explain_campaign, show_campaign
from api.use_cases.characters import show_character
from api.use_cases.enclaves import list_grids, show_enclave, show_grid, show_group_log, show_roster
from api.use_cases.encounters import show_encounter
from api.use_cases.members import list_members
from api.use_cases.names import show_layout, show_names
from domain.history.points import View
from domain.layout import Layout
from projections.phrases.durations import moments
from projections.phrases.plain_sections import plain_columns, plain_sections
from projections.phrases.sections import board_of, dotted, member_cell, sections
from projections.translation.games import layout_in
from projections.views.board import BoardView

Word = Annotated[str | None, QueryParameter(max_length=200)]
AsOf = Annotated[str | None, QueryParameter(description=AS_OF, max_length=64)]
Axis = Annotated[View | None, QueryParameter(description=VIEW)]
Eyes = Annotated[str | None, QueryParameter(description=VIEWER, max_length=64)]


SHOWN_OF_STORY = 4
"""The number of entries that the page of a board shows."""

SHOWN_OF_LOG = 12
"""The number of notes of a log that the page of a group shows."""


class Looking(msgspec.Struct, frozen=True, kw_only=True):
    """The point of the story that a page shows, and through whose eyes."""

    as_of: str = ""
    view: str = ""
    viewer: str = ""

    @property
    def is_elsewhere(self) -> bool:
        """Whether it is not the present of the visitor, in which alone one can act."""
        return bool(self.as_of or self.viewer or self.view == "as_played")

    @property
    def request(self) -> ReadRequest:
        """The same for a read. Raises BadPoint."""
        view: View | None = "as_played" if self.view == "as_played" else None
        return wanted(self.as_of or None, view, None, self.viewer or None)


@get("/campaigns/{campaign:uuid}/characters/{thing:str}", guards=[PageGuard("member")], sync_to_thread=True)
def show_sheet(
    visit: NamedDependency[Visit], thing: FromPath[str], as_of: AsOf = None, view: Axis = None, viewer: Eyes = None
) -> Response[bytes]:
    """A sheet, laid out as its game's players know it."""
    at = Looking(as_of=as_of or "", view=view or "", viewer=viewer or "")
    layout = _layout(visit)
    seen = _with_moments(visit.ask(show_character, character=thing, wanted=at.request), layout)
    say = visit.catalogue.say
    laid_out = sections(seen, layout.sheet, say=say) if layout.sheet else plain_sections(seen, {}, say)
    shown = [section for section in laid_out if not section.is_empty]
    fights = [] if at.is_elsewhere else [each for each in fights_now(visit) if seen.handle in each.standing]
    return _page(
        visit,
        "sheet.html",
        at,
        seen=seen,
        sections=shown,
        fights=fights,
        bar=None if at.is_elsewhere else quick_bar(visit, seen, fights),
        about=" ".join([seen.ref, *(fight.ref for fight in fights)]),
    )


@get("/campaigns/{campaign:uuid}/encounters/{thing:str}", guards=[PageGuard("member")], sync_to_thread=True)
def show_board(
    visit: NamedDependency[Visit], thing: FromPath[str], as_of: AsOf = None, view: Axis = None, viewer: Eyes = None
) -> Response[bytes]:
    """A board: whose turn it is, how everybody fares, and the map."""
    at = Looking(as_of=as_of or "", view=view or "", viewer=viewer or "")
    layout, say = _layout(visit), visit.catalogue.say
    seen: BoardView = _with_moments(visit.ask(show_encounter, encounter=thing, wanted=at.request), layout)
    columns, filled = board_of(seen, layout.board or plain_columns(seen, say), say=say)
    listed = map_list(seen, layout, say)
    return _page(
        visit,
        "board.html",
        at,
        seen=seen,
        now=fight_now(visit, seen),
        called=names_on(seen),
        signs={row.token.ref: row.token for row in listed.tokens} if listed else {},
        columns=columns,
        rows=filled,
        by_hand={} if at.is_elsewhere else forms_by_hand(visit, seen, layout),
        latest=None if at.is_elsewhere or seen.state == "ended" else latest(visit, SHOWN_OF_STORY),
        most=SHOWN_OF_STORY,
        squares=square_map(seen, layout, say),
        areas=area_map(seen, layout, say),
        listed=listed,
        link=lambda token: f"{visit.subpath}/campaigns/{visit.campaign}/characters/{token.handle}",
        bars=[] if at.is_elsewhere else quick_bars(visit, acting_on(visit, seen)),
        about=" ".join([seen.ref, *seen.participants]),
    )


@get("/campaigns/{campaign:uuid}/enclaves/{thing:str}", guards=[PageGuard("member")], sync_to_thread=True)
def show_group(
    visit: NamedDependency[Visit], thing: FromPath[str], as_of: AsOf = None, view: Axis = None, viewer: Eyes = None
) -> Response[bytes]:
    """A group: what it has, who belongs to it, who follows it, and its intelligence grids."""
    at = Looking(as_of=as_of or "", view=view or "", viewer=viewer or "")
    layout, say = _layout(visit), visit.catalogue.say
    group = visit.ask(show_enclave, enclave=thing, wanted=at.request)
    roster = visit.ask(show_roster, enclave=thing, wanted=at.request)
    columns = layout.roster
    members = [
        (member, [member_cell(member, column, roster.names, say) for column in columns]) for member in roster.members
    ]
    beside = {"assets": group.assets, "missions": group.missions}
    sheet = _with_moments(replace(group.sheet, names={**group.names, **group.sheet.names}), layout)
    laid_out = (
        sections(sheet, layout.group, beside=beside | {"members": group.members}, say=say)
        if layout.group
        else plain_sections(sheet, beside, say)
    )
    grids = visit.listed(list_grids, enclave=thing, wanted=at.request)
    log = visit.ask(show_group_log, enclave=thing, wanted=at.request, limit=SHOWN_OF_LOG, order="newest")
    return _page(
        visit,
        "group.html",
        at,
        seen=group,
        roster=roster,
        columns=columns,
        followers=roster_shown(roster, layout, visit.catalogue),
        log=log_rows(log, layout),
        log_columns=layout.log.columns if layout.log else {},
        members_of_group=members,
        sections=[section for section in laid_out if not section.is_empty],
        charts=[chart(grid, say) for grid in grids],
        link=lambda shown: _grid_address(visit, group.handle, shown.name, at),
        why=_why_of(visit)(group.handle, at),
        about=group.ref,
    )


@get(
    "/campaigns/{campaign:uuid}/enclaves/{thing:str}/grids/{grid:str}",
    guards=[PageGuard("member")],
    sync_to_thread=True,
)
def show_one_grid(
    *,
    visit: NamedDependency[Visit],
    thing: FromPath[str],
    grid: FromPath[str],
    as_of: AsOf = None,
    view: Axis = None,
    viewer: Eyes = None,
) -> Response[bytes]:
    """An intelligence grid, large: on a phone cell by cell."""
    at = Looking(as_of=as_of or "", view=view or "", viewer=viewer or "")
    group = visit.ask(show_enclave, enclave=thing, wanted=at.request)
    seen = visit.ask(show_grid, enclave=thing, target=grid, wanted=at.request)
    shown = chart(seen, visit.catalogue.say)
    return _page(
        visit, "grid.html", at, group=group, chart=shown, why=_why_of(visit)(group.handle, at), about=group.ref
    )


@get("/campaigns/{campaign:uuid}/why", guards=[PageGuard("member")], sync_to_thread=True)
def show_why(
    *,
    visit: NamedDependency[Visit],
    path: Annotated[str, QueryParameter(max_length=500)],
    target: Word = None,
    as_of: AsOf = None,
    view: Axis = None,
    viewer: Eyes = None,
) -> Response[bytes]:
    """Why a number is what it is: its parts, and everything that has changed it."""
    at = Looking(as_of=as_of or "", view=view or "", viewer=viewer or "")
    seen = visit.ask(explain_campaign, path=path, target=target or None, wanted=at.request)
    names = {**visit.ask(show_names), **seen.names}
    shown = explained_rows(seen, names, _layout(visit), visit.catalogue)
    return _page(visit, "why.html", at, seen=seen, shown=shown, about=seen.ref)


def _page(visit: Visit, template: str, at: Looking, **context: Any) -> Response[bytes]:
    campaign = visit.ask(show_campaign)
    return page(
        visit,
        template,
        campaign=campaign,
        at=at,
        members=visit.listed(list_members) if campaign.role == "gm" else [],
        here=_address(visit, at),
        why_of=_why_of(visit),
        shape_of=lambda filling: type(filling).__name__,
        dotted=dotted,
        is_blank=_is_blank,
        **context,
    )


def _is_blank(cell: Any) -> bool:
    """Whether a cell of a board says nothing, so that a phone has no line for it."""
    return not any(getattr(cell, field) for field in ("text", "lines", "tracks") if hasattr(cell, field))


def _grid_address(visit: Visit, group: str, grid: str, at: Looking) -> str:
    """Return the address of the page of a grid, at the same point of the story."""
    query = urlencode({name: value for name, value in msgspec.to_builtins(at).items() if value})
    path = f"{visit.subpath}/campaigns/{visit.campaign}/enclaves/{group}/grids/{quote(grid, safe='')}"
    return path + (f"?{query}" if query else "")


def _address(visit: Visit, at: Looking) -> str:
    """Return the address of the page that is shown."""
    query = urlencode({name: value for name, value in msgspec.to_builtins(at).items() if value})
    return visit.subpath + visit.scope["path"] + (f"?{query}" if query else "")


def _why_of(visit: Visit) -> Callable[[str, Looking], Callable[[str], str]]:
    """Return what makes the addresses that explain the values of something, by its handle."""

    def of(handle: str, at: Looking) -> Callable[[str], str]:
        def why(path: str) -> str:
            asked = {"target": handle, "path": path, **msgspec.to_builtins(at)}
            query = urlencode({name: value for name, value in asked.items() if value})
            return f"{visit.subpath}/campaigns/{visit.campaign}/why?{query}"

        return why

    return of


def _layout(visit: Visit) -> Layout:
    """Return the layout of the campaign's game, in the reader's language."""
    return layout_in(visit.ask(show_layout), visit.catalogue.game)


def _with_moments(seen: Any, layout: Layout) -> Any:
    """Return a view that also knows the words for the moments of its game."""
    return replace(seen, names={**moments(layout.moments), **seen.names})


ROUTES = (show_sheet, show_board, show_group, show_one_grid, show_why)
