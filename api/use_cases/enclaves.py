"""Enclaves: the group's shared side, its roster of followers and its intelligence grids."""

from __future__ import annotations

from api.access import Access, Seat, allowed
from api.explaining import Path, explained
from api.paging import Limit, ListPage, ListRequest, Offset, Order, PageWanted, PartOfName, history_page, list_page
from api.reading import ReadRequest, Sight, layout_of, load_things, reference_of, sight
from api.services import Services
from api.things import ThingLine, lines
from domain.ledger.playing.references import UnknownThing
from domain.vocabulary.base import Event
from domain.vocabulary.log import Noted
from projections.as_of import as_of
from projections.views.explain import Explanation
from projections.views.group import GridView, GroupView, Roster, grid, grids, group, roster
from projections.views.history import History

_MEMBER = Access("member")


@allowed(_MEMBER)
def list_enclaves(
    services: Services,
    seat: Seat,
    wanted: ReadRequest,
    page: ListRequest,
    name: PartOfName = None,
) -> ListPage[ThingLine]:
    """Every enclave that the caller may know of, by handle."""
    return lines(sight(services, seat, wanted), "enclave", page, name)


@allowed(_MEMBER)
def show_enclave(
    services: Services,
    seat: Seat,
    wanted: ReadRequest,
    enclave: str,
) -> GroupView:
    """A group at a glance: its members, assets and missions."""
    seen = sight(services, seat, wanted)
    ref = reference_of(seen, enclave, "enclave")
    return seen.existing(group(seen.world, seen.viewer, ref, as_of(seen.moment)), enclave)


@allowed(_MEMBER)
def show_roster(
    services: Services,
    seat: Seat,
    wanted: ReadRequest,
    enclave: str,
) -> Roster:
    """A group's followers, and how many of each kind are ready; its members, with what the layout of the game has of each."""
    seen = sight(services, seat, wanted)
    ref = reference_of(seen, enclave, "enclave")
    layout = layout_of(services, seen.world)
    return seen.existing(roster(seen.world, seen.viewer, ref, as_of(seen.moment), layout=layout), enclave)


@allowed(_MEMBER)
def show_group_log(
    services: Services,
    seat: Seat,
    wanted: ReadRequest,
    enclave: str,
    *,
    offset: Offset = 0,
    limit: Limit = 100,
    order: Order = "oldest",
) -> History:
    """A group's log: what its game wrote down about it, such as a note for each day, in the order of the story. The layout of
    the game says which notes these are and what of their data to show; where it says nothing, there are none."""
    seen = sight(services, seat, wanted)
    log = layout_of(services, seen.world).log
    notes = () if log is None else log.notes

    def is_of_log(event: Event) -> bool:
        return isinstance(event, Noted) and event.name in notes

    ref = reference_of(seen, enclave, "enclave")
    page = history_page(services, seat, seen, ref, PageWanted(offset, limit, order), only=is_of_log)
    return seen.existing(page, enclave)


@allowed(_MEMBER)
def list_grids(
    services: Services,
    seat: Seat,
    wanted: ReadRequest,
    enclave: str,
    page: ListRequest,
) -> ListPage[GridView]:
    """Everything a group knows about its targets, cell by cell, by the names of the grids."""
    seen = sight(services, seat, wanted)
    ref = reference_of(seen, enclave, "enclave")
    load_things(seen)
    views = seen.existing(grids(seen.world, seen.viewer, ref, as_of(seen.moment)), enclave)
    return list_page(views, lambda view: (view.name,), page, tuple[str])


@allowed(_MEMBER)
def show_grid(
    services: Services,
    seat: Seat,
    wanted: ReadRequest,
    enclave: str,
    target: str,
) -> GridView:
    """Return a group's knowledge about one target, found by the grid's name or by the handle of its subject."""
    seen = sight(services, seat, wanted)
    ref = reference_of(seen, enclave, "enclave")
    return seen.existing(grid(seen.world, seen.viewer, ref, _about(seen, target), as_of(seen.moment)), target)


def _about(seen: Sight, target: str) -> str:
    """The reference that a handle stands for, else the word itself: a grid may be about something without a sheet."""
    try:
        return reference_of(seen, target, "")
    except UnknownThing:
        return target


@allowed(_MEMBER)
def explain_enclave(
    services: Services,
    seat: Seat,
    wanted: ReadRequest,
    enclave: str,
    path: Path,
) -> Explanation:
    """Explain a number of a group: the price of a space, how many followers there are, a store."""
    seen = sight(services, seat, wanted)
    return explained(services, seen, enclave, reference_of(seen, enclave, "enclave"), path)
