"""Routes: the ledger: its entries, and the decisions that are open in it."""

from __future__ import annotations

from typing import Any

from litestar import get

from api.access import Seat, access_of
from api.http.endpoints import EndpointResult, Given, next_page
from api.reading import MOST_BYTES, ReadRequest
from api.routes.serving import listed, read_by, served
from api.services import Services
from api.use_cases import entries
from domain.records.entries import EntryFilter
from projections.views.entry import Entry
from projections.views.timeline import Page


def list_entries(
    services: Services, seat: Seat, wanted: ReadRequest, only: EntryFilter, character: str | None = None
) -> Page:
    """The ledger, oldest first. An entry that the caller may not see is a stub, or is left out where a filter looks at
    more than numbers. A page has `limit` entries, or as many as fill 4 MiB; where more may follow, the header `Link`
    names the next: the last entry's number as `after` (or, newest first, as `before`)."""
    return entries.list_entries(services, seat, wanted, only, character, most_bytes=MOST_BYTES)


def _entries(page: Any, given: Given) -> EndpointResult:
    """Answer with the entries of a page; a header names the next one."""
    name = "before" if given.arguments["only"].newest_first else "after"
    return EndpointResult(page.entries, 200, next_page(given.scope, name, page.onward))


ROUTES = (
    read_by(
        "/campaigns/{campaign:uuid}/entries",
        list_entries,
        Entry,
        _entries,
        access=access_of(entries.list_entries),
        reads={"only": entries.entry_filter},
        tags=["play"],
    ),
    served(get, "/campaigns/{campaign:uuid}/entries/{entry:int}", entries.show_entry, tags=["play"]),
    listed("/campaigns/{campaign:uuid}/decisions", entries.list_decisions, tags=["play"]),
)
