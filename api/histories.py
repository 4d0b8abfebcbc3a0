"""Pages of events that changed one thing: a character, or a group in its game's record."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Literal, NamedTuple

import msgspec

from api.access import Seat
from api.reading import MOST_BYTES, Sight
from api.services import Services
from projections.views.history import History, history

Offset = Annotated[int, msgspec.Meta(ge=0, le=2**31)]
Limit = Annotated[int, msgspec.Meta(ge=1, le=500)]
Order = Literal["oldest", "newest"]


class PageWanted(NamedTuple):
    """The part of a history that a reader asks for."""

    offset: int
    limit: int
    order: Order


def history_page(
    services: Services, seat: Seat, seen: Sight, ref: str, page: PageWanted, *, notes: Collection[str] | None = None
) -> History | None:
    """Return a page of the history of a thing, or only its `notes` of these names, as a reader sees it at their point.

    None where they may not know of the thing.
    """
    return history(
        services.ledger.store,
        seat.campaign,
        seen.viewer,
        ref,
        moment=seen.moment,
        registry=services.registry,
        offset=page.offset,
        limit=page.limit,
        newest_first=page.order == "newest",
        most_bytes=MOST_BYTES,
        notes=notes,
    )
