"""Routes: the ledger: its entries, and the decisions that are open in it."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, get
from litestar.di import NamedDependency, Provide
from litestar.params import FromQuery

from api.access import Seat
from api.http.endpoints import json_response, next_page
from api.reading import MOST_BYTES, ReadRequest
from api.routes.serving import NEXT, guard_of, handler_of, listed, served
from api.services import Services
from api.use_cases import entries
from domain.records.entries import EntryFilter
from projections.views.entry import Entry


@get(
    "/campaigns/{campaign:uuid}/entries",
    guards=[guard_of(entries.list_entries)],
    dependencies={"only": Provide(handler_of(entries.entry_filter), sync_to_thread=False)},
    response_headers=[NEXT],
    sync_to_thread=True,
    tags=["play"],
)
def list_entries(
    request: Request[Any, Any, Any],
    services: NamedDependency[Services],
    seat: NamedDependency[Seat],
    wanted: NamedDependency[ReadRequest],
    only: NamedDependency[EntryFilter],
    *,
    character: FromQuery[str | None] = None,
) -> Response[list[Entry]]:
    """The ledger, oldest first. What the caller may not see is a stub, or is left out where a filter looks at more than
    numbers. A page has `limit` entries, or as many as fill 4 MiB; where more may follow, the header `Link` names the next:
    the last entry's number as `after` (or, newest first, as `before`)."""
    page = entries.list_entries(services, seat, wanted, only, character, most_bytes=MOST_BYTES)
    name = "before" if only.newest_first else "after"
    return json_response(request, page.entries, headers=next_page(request.scope, name, page.onward))


ROUTES = (
    list_entries,
    served(get, "/campaigns/{campaign:uuid}/entries/{entry:int}", entries.show_entry, tags=["play"]),
    listed("/campaigns/{campaign:uuid}/decisions", entries.list_decisions, tags=["play"]),
)
