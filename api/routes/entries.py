"""Routes: the ledger: its entries, and the decisions that are open in it."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlencode

from litestar import Request, Response, get
from litestar.datastructures import ResponseHeader
from litestar.di import NamedDependency, Provide
from litestar.params import FromQuery

from api.access import Seat
from api.reading import MOST_BYTES, ReadRequest
from api.routes.serving import guard_of, handler_of, served
from api.services import Services
from api.use_cases import entries
from domain.records.entries import EntryFilter
from projections.views.entry import Entry

NEXT: Final = 'where more entries may follow, the address of the next page, as `rel="next"`'


@get(
    "/campaigns/{campaign:uuid}/entries",
    guards=[guard_of(entries.list_entries)],
    dependencies={"only": Provide(handler_of(entries.entry_filter), sync_to_thread=False)},
    response_headers=[ResponseHeader(name="Link", description=NEXT, documentation_only=True)],
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
    return Response(list(page.entries), headers=_next(request, only, page.onward))


def _next(request: Request[Any, Any, Any], only: EntryFilter, onward: int | None) -> dict[str, str]:
    """The header that names the next page; none behind the last one."""
    if onward is None:
        return {}
    name = "before" if only.newest_first else "after"
    asked = [(key, value) for key, value in request.query_params.multi_items() if key != name]
    return {"Link": f'<{request.url.path}?{urlencode([*asked, (name, onward)])}>; rel="next"'}


ROUTES = (
    list_entries,
    served(get, "/campaigns/{campaign:uuid}/entries/{entry:int}", entries.show_entry, tags=["play"]),
    served(get, "/campaigns/{campaign:uuid}/decisions", entries.list_decisions, tags=["play"]),
)
