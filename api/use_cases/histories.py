"""Histories: the events of a character, an encounter or an enclave in the order of the story, and what differs between two points."""

from __future__ import annotations

from typing import Annotated

import msgspec

from api.access import Access, Seat, allowed
from api.paging import Limit, Offset, Order, PageWanted, history_page
from api.reading import AS_OF, KNOWN_AT, MOST_BYTES, POINT, VIEW, VIEWER, ReadRequest, reference_of, sight, wanted
from api.services import Services
from domain.history.points import View
from domain.vocabulary.base import Event
from projections.views.diff import Difference, difference
from projections.views.history import History

_MEMBER = Access("member")

PartOfThing = Annotated[
    str | None,
    msgspec.Meta(
        max_length=400, description="only events of this component, such as `wounds`, or of one value, `tracks.hp`"
    ),
]


ViewOf = Annotated[View | None, msgspec.Meta(description=VIEW)]
KnownAt = Annotated[int | None, msgspec.Meta(description=KNOWN_AT, ge=0)]


@allowed(_MEMBER)
def show_history_of(
    services: Services,
    seat: Seat,
    wanted: ReadRequest,
    target: Annotated[
        str, msgspec.Meta(description="the character, encounter or enclave, by handle, id or name", max_length=200)
    ],
    *,
    path: PartOfThing = None,
    offset: Offset = 0,
    limit: Limit = 100,
    order: Order = "oldest",
) -> History:
    """List the events of a character, an encounter or an enclave in story order. Events of struck entries are not listed;
    the ledger shows them.
    """
    return _history(services, seat, wanted, PageWanted(offset, limit, order), path, name=target, kind="")


@allowed(_MEMBER)
def show_history(
    services: Services,
    seat: Seat,
    wanted: ReadRequest,
    character: str,
    *,
    path: PartOfThing = None,
    offset: Offset = 0,
    limit: Limit = 100,
    order: Order = "oldest",
) -> History:
    """List a character's events in story order. Events of struck entries are not listed; the ledger shows them."""
    return _history(services, seat, wanted, PageWanted(offset, limit, order), path, name=character, kind="character")


@allowed(_MEMBER)
def show_encounter_history(
    services: Services,
    seat: Seat,
    wanted: ReadRequest,
    encounter: str,
    *,
    path: PartOfThing = None,
    offset: Offset = 0,
    limit: Limit = 100,
    order: Order = "oldest",
) -> History:
    """List an encounter's own events in story order: rounds, turns and the map. The deeds of its creatures are in their
    own histories; the ledger shows both."""
    return _history(services, seat, wanted, PageWanted(offset, limit, order), path, name=encounter, kind="encounter")


@allowed(_MEMBER)
def show_enclave_history(
    services: Services,
    seat: Seat,
    wanted: ReadRequest,
    enclave: str,
    *,
    path: PartOfThing = None,
    offset: Offset = 0,
    limit: Limit = 100,
    order: Order = "oldest",
) -> History:
    """List a group's events in story order: its members, followers, missions, stores and grids."""
    return _history(services, seat, wanted, PageWanted(offset, limit, order), path, name=enclave, kind="enclave")


def _history(
    services: Services, seat: Seat, wanted: ReadRequest, page: PageWanted, path: str | None, *, name: str, kind: str
) -> History:
    """Return a page of the history of what has a name and is of a kind ("": of any). Raises UnknownThing."""
    seen = sight(services, seat, wanted)
    component, _, value = (path or "").partition(".")
    value = value.partition(".")[0]

    def is_of_path(event: Event) -> bool:
        return event.component == component and value in ("", event.name)

    only = is_of_path if path else None
    return seen.existing(history_page(services, seat, seen, reference_of(seen, name, kind), page, only=only), name)


@allowed(_MEMBER)
def show_difference(
    services: Services,
    seat: Seat,
    *,
    since: Annotated[str, msgspec.Meta(extra={"name": "from"}, description=POINT, max_length=64)],
    until: Annotated[str | None, msgspec.Meta(extra={"name": "to"}, description=AS_OF, max_length=64)] = None,
    from_view: ViewOf = None,
    to_view: ViewOf = None,
    from_known_at: KnownAt = None,
    to_known_at: KnownAt = None,
    viewer: Annotated[str | None, msgspec.Meta(description=VIEWER, max_length=64)] = None,
) -> Difference:
    """Every value that differs between two points: `from` one `to` another (now unless given), each in its own view and as
    known then."""
    one = sight(services, seat, wanted(since, from_view, from_known_at, viewer))
    other = sight(services, seat, wanted(until, to_view, to_known_at, viewer))
    return difference(one.moment, other.moment, other.viewer, MOST_BYTES)
