"""The ledger: its entries, and the decisions that are open in it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from api.access import Access, Seat, allowed
from api.members import known_member, member_named
from api.paging import MOST, ListPage, ListRequest, list_page
from api.problems import NotFound
from api.reading import ReadRequest, Sight, load_things, reading, reference_of, sight
from api.services import Services
from domain.aggregates import CAMPAIGN, Campaign
from domain.ledger.reading.open_offers import open_offers
from domain.messages import text
from domain.records.entries import EntryFilter, EntryKind, Status
from domain.vocabulary.base import EventCategory
from projections.views.entry import Entry
from projections.views.questions import OpenQuestion, decisions, offered
from projections.views.timeline import Page, one_entry, page_of

_MEMBER = Access("member")

Number = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
MaybeNumber = Annotated[int | None, msgspec.Meta(ge=0, le=2**53)]


def entry_filter(
    *,
    after: Number = 0,
    before: MaybeNumber = None,
    limit: Annotated[int, msgspec.Meta(ge=1, le=MOST)] = 100,
    order: Literal["oldest", "newest"] = "oldest",
    session: MaybeNumber = None,
    member: str | None = None,
    entry_kind: EntryKind | None = None,
    kind: EventCategory | None = None,
    status: Status | None = None,
    deed: MaybeNumber = None,
) -> EntryFilter:
    """Return the filter that a reader asks for; `after` and `before` are exclusive entry numbers, `kind` is that of an
    event.
    """
    return EntryFilter(
        after=after,
        before=before,
        limit=limit,
        newest_first=order == "newest",
        session=session,
        member=member,
        entry_kind=entry_kind,
        event_kind=None if kind is None else str(kind),
        status=status,
        deed=deed,
    )


@allowed(_MEMBER)
def list_entries(
    services: Services,
    seat: Seat,
    wanted: ReadRequest,
    only: EntryFilter,
    character: str | None,
    *,
    most_bytes: int | None,
) -> Page:
    """Return the entries that fit a filter: up to so many bytes of them, or all. Raises NotFound for unknown members and handles."""
    if only.member is not None:
        only = replace(only, member=known_member(services, seat.campaign, only.member))
    seen = sight(services, seat, wanted)
    load_things(seen)
    ref = None if character is None else reference_of(seen, character, "")
    beyond = seen.moment.entry + 1
    return page_of(
        services.ledger.store,
        seat.campaign,
        replace(only, ref=ref, before=beyond if only.before is None else min(only.before, beyond)),
        reading(services, seen),
        seen.moment.known_at,
        most_bytes=most_bytes,
    )


@allowed(_MEMBER)
def show_entry(
    services: Services,
    seat: Seat,
    wanted: ReadRequest,
    entry: int,
) -> Entry:
    """Return one entry, with its dice, events and revisions."""
    seen = sight(services, seat, wanted)
    newest = seen.moment.entry
    view = one_entry(
        services.ledger.store,
        seat.campaign,
        min(entry, newest),
        seen.viewer,
        world=seen.world,
        registry=services.registry,
        known_at=seen.moment.known_at,
    )
    if view is None or entry > newest:
        raise NotFound(
            text(
                "there is no entry {entry}; entries count from 1, and the newest is {newest}",
                entry=entry,
                newest=newest,
            )
        )
    return view


@allowed(_MEMBER)
def list_decisions(
    services: Services,
    seat: Seat,
    wanted: ReadRequest,
    page: ListRequest,
    *,
    owner: str | None = None,
) -> ListPage[OpenQuestion]:
    """List the open questions and offers, with their owners. Answer a question (`kind` `ask`) by the command
    `freeform.answer` with `{deed, key, choice}`. Take or decline an offer by a revision with `responses`, `until` it
    closes. Offers are listed as they stand now.
    """
    seen = sight(services, seat, wanted)
    owner = owner and member_named(services, seat.campaign, owner)
    questions = open_decisions(services, seen, owner)
    return list_page(questions, _place_of, page, tuple[str, int, str, str])


def open_decisions(services: Services, seen: Sight, owner: str | None = None) -> list[OpenQuestion]:
    """Return the open questions by deed, and then the open offers likewise; of one owner, where one is given."""
    load_things(seen)
    questions = decisions(seen.world, seen.viewer, owner)
    if seen.moment.entry == services.ledger.store.head(seen.campaign).entry:
        state = seen.world.aggregate(CAMPAIGN)
        assert isinstance(state, Campaign), "every ledger has its campaign"
        offers = open_offers(services.ledger.store, seen.campaign, state)
        questions = (*questions, *offered(seen.world, seen.viewer, offers, owner))
    return sorted(questions, key=_place_of)


def _place_of(question: OpenQuestion) -> tuple[str, int, str, str]:
    return question.kind, question.deed, question.about, question.key
