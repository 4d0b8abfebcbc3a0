"""Differences between two points of the story, or between two states of knowledge about one point."""

from __future__ import annotations

from typing import Annotated

import msgspec

from api.access import Access, Seat, allowed
from api.reading import AS_OF, KNOWN_AT, POINT, VIEW, VIEWER, sight, wanted
from api.services import Services
from domain.history.points import View
from projections.views.diff import Difference, difference

ViewOf = Annotated[View | None, msgspec.Meta(description=VIEW)]
KnownAt = Annotated[int | None, msgspec.Meta(description=KNOWN_AT, ge=0)]


@allowed(Access("member"))
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
    return difference(one.moment, other.moment, other.viewer)
