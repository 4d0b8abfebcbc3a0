"""Characters: their sheets, at any point of time and through any permitted eyes."""

from __future__ import annotations

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath

from api.access import Access, Seat
from api.reading import ThingLine, Wanted, found, lines, sight
from api.services import Services
from projections.sheet import Sheet, sheet
from projections.shown import as_of

_MEMBER = Access("member")


@get("/campaigns/{campaign:uuid}/characters", guards=[_MEMBER], sync_to_thread=True, tags=["characters"])
def list_characters(
    services: NamedDependency[Services], seat: NamedDependency[Seat], wanted: NamedDependency[Wanted]
) -> list[ThingLine]:
    """Every character that the caller may know of, by handle."""
    return lines(sight(services, seat, wanted), "character")


@get(
    "/campaigns/{campaign:uuid}/characters/{character:str}", guards=[_MEMBER], sync_to_thread=True, tags=["characters"]
)
def show_character(
    services: NamedDependency[Services],
    seat: NamedDependency[Seat],
    wanted: NamedDependency[Wanted],
    character: FromPath[str],
) -> Sheet:
    """A sheet: every component, with values after modifiers and formulas beside the base."""
    seen = sight(services, seat, wanted)
    ref = found(seen, character, "character")
    return seen.there(sheet(seen.world, seen.viewer, ref, as_of(seen.moment)), character)


ROUTES = (
    list_characters,
    show_character,
)
