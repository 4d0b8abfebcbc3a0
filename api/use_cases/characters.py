"""Characters: their sheets, at any point of time and through any permitted eyes."""

from __future__ import annotations

from typing import Annotated

import msgspec

from api.access import Access, Seat, allowed
from api.explaining import Path, explained
from api.members import member_named
from api.paging import ListPage, ListRequest, PartOfName
from api.reading import ReadRequest, reference_of, sight
from api.services import Services
from api.things import ThingLine, lines
from projections.as_of import as_of
from projections.views.explain import Explanation
from projections.views.sheet import SheetView, sheet

_MEMBER = Access("member")


@allowed(_MEMBER)
def list_characters(
    services: Services,
    seat: Seat,
    wanted: ReadRequest,
    page: ListRequest,
    *,
    name: PartOfName = None,
    kind: Annotated[str | None, msgspec.Meta(description="only characters of this kind")] = None,
    owner: Annotated[str | None, msgspec.Meta(description="only characters of this member, by id or name")] = None,
) -> ListPage[ThingLine]:
    """Every character that the caller may know of, by handle."""
    member = owner and member_named(services, seat.campaign, owner)
    return lines(sight(services, seat, wanted), "character", page, name, kind=kind, owner=member)


@allowed(_MEMBER)
def show_character(
    services: Services,
    seat: Seat,
    wanted: ReadRequest,
    character: str,
) -> SheetView:
    """A sheet: every component, with values after modifiers and formulas beside the base."""
    seen = sight(services, seat, wanted)
    ref = reference_of(seen, character, "character")
    return seen.existing(sheet(seen.world, seen.viewer, ref, as_of(seen.moment)), character)


@allowed(_MEMBER)
def explain_value(
    services: Services,
    seat: Seat,
    wanted: ReadRequest,
    character: str,
    path: Path,
) -> Explanation:
    """Explain a value: the events that made it with their dice, its formulas and modifiers, and the rules."""
    seen = sight(services, seat, wanted)
    return explained(services, seen, character, reference_of(seen, character, "character"), path)
