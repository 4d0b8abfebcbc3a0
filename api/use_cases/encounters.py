"""Encounters: the board of a fight or tense scene."""

from __future__ import annotations

from api.access import Access, Seat, allowed
from api.explaining import Path, explained
from api.paging import WHOLE, ListPage, ListRequest, PartOfName
from api.reading import ReadRequest, reference_of, sight
from api.services import Services
from api.things import ThingLine, lines
from domain.history.points import HEAD
from domain.ledger.playing.encounters import open_encounters
from domain.visibility.world import VisibleWorld
from projections.as_of import as_of
from projections.views.board import BoardView, board
from projections.views.explain import Explanation
from projections.views.maps import MapView, map_of

_MEMBER = Access("member")


@allowed(_MEMBER)
def list_encounters(
    services: Services,
    seat: Seat,
    wanted: ReadRequest,
    page: ListRequest,
    name: PartOfName = None,
) -> ListPage[ThingLine]:
    """Every encounter that the caller may know of, by handle."""
    return lines(sight(services, seat, wanted), "encounter", page, name)


@allowed(_MEMBER)
def list_open_encounters(services: Services, seat: Seat) -> list[ThingLine]:
    """Return the encounters that have not ended, as far as the caller may know of them, by handle."""
    seen = sight(services, seat, ReadRequest(HEAD, None))
    rows = lines(seen, "encounter", WHOLE).rows
    now = open_encounters(VisibleWorld(seen.world, seen.viewer))
    return [row for row in rows if row.ref in now]


@allowed(_MEMBER)
def show_encounter(
    services: Services,
    seat: Seat,
    wanted: ReadRequest,
    encounter: str,
) -> BoardView:
    """Return a board: the current turn, the turn order, the map and every participant."""
    seen = sight(services, seat, wanted)
    ref = reference_of(seen, encounter, "encounter")
    return seen.existing(board(seen.world, seen.viewer, ref, as_of(seen.moment)), encounter)


@allowed(_MEMBER)
def show_map(
    services: Services,
    seat: Seat,
    wanted: ReadRequest,
    encounter: str,
) -> MapView:
    """Return a board's map: the occupied squares, and the areas with their occupants."""
    seen = sight(services, seat, wanted)
    ref = reference_of(seen, encounter, "encounter")
    shown = board(seen.world, seen.viewer, ref, as_of(seen.moment))
    return seen.existing(None if shown is None else map_of(shown), encounter)


@allowed(_MEMBER)
def explain_encounter(
    services: Services,
    seat: Seat,
    wanted: ReadRequest,
    encounter: str,
    path: Path,
) -> Explanation:
    """Explain a number of a board: the round, a place in the order, a pool of the encounter's own."""
    seen = sight(services, seat, wanted)
    return explained(services, seen, encounter, reference_of(seen, encounter, "encounter"), path)
