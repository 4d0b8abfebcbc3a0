"""Forks: what-if campaigns that share a past, comparing them, and cherry-picking from them."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID, uuid4

import msgspec
from msgspec.structs import replace

from api.access import Access, Seat, allowed
from api.members import game_masters
from api.paging import ListPage, ListRequest, PartOfName, first_page
from api.problems import NotFound, PlanRefused
from api.reading import MOST_BYTES, at_head
from api.services import Services
from api.storage.memberships import CampaignFilter, ListedCampaign
from api.use_cases.campaigns import HeadView, Name, TakenId, campaigns_of, listed_campaigns
from api.use_cases.revisions import check_keys, seen_plan
from domain.history.plan import PlanMoved, RevisionRefused, StillOwed
from domain.ledger.forking.cherry_pick import BringBack, bring_back
from domain.ledger.forking.fork import fork as fork_campaign
from domain.ledger.playing.acceptance import Actor
from domain.ledger.reading.fork_points import ForkPoint, fork_point_of
from domain.ledger.reading.past import CorrectedPast
from domain.messages import text
from domain.records.entries import CampaignRow, StoredEntry
from domain.records.store import Stale, UnknownCampaign
from domain.vocabulary.chronicle import Role
from projections.names import Name as Called
from projections.views.comparison import compared, entries_left_behind, entries_of_its_own
from projections.views.entry import Entry
from projections.views.filling import that_fill
from projections.views.plans import ChangeView, PlanView
from projections.views.timeline import read_entries

_MEMBER = Access("member")
_FORK = Access("gm", "admin")
_REVISE = Access("gm", "revise")

MOST = 500
"""The maximum number of entries of each side in one comparison."""


class NewFork(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A fork to be made after entry `at` of the campaign, or of everything there is now. With an `id` of the sender's the
    request can be repeated safely."""

    name: Name
    at: int | None = None
    id: UUID | None = None


class ForkView(msgspec.Struct, frozen=True, kw_only=True):
    """A fork: it shares the past of its parent up to entry `at`, as known there at entry `known_at`, and its own entries
    come after that number. `role` is the caller's in it."""

    id: UUID
    name: str
    forked_from: UUID
    at: int
    known_at: int
    created_at: str
    role: Role
    head: HeadView


class SideView(msgspec.Struct, frozen=True, kw_only=True):
    """One of two diverged campaigns, with its entries since the fork point; send `next` to read the following ones."""

    id: UUID
    name: str
    head: HeadView
    entries: tuple[Entry, ...]
    next: int | None


class ComparisonView(msgspec.Struct, frozen=True, kw_only=True):
    """A fork beside its parent: `changes` are the values that differ today, `before` in the parent and `after` in the
    fork. A thing of either that has come to be since under the same id is gone and there, each as a whole. `left_out` is the
    number of values that an answer has no room for."""

    fork: SideView
    parent: SideView
    at: int
    known_at: int
    changes: tuple[ChangeView, ...]
    names: dict[str, Called]
    left_out: int = 0


class BroughtView(msgspec.Struct, frozen=True):
    """The revision that brought commands back, with its plan as after any revision; `became` says which of the fork's
    entries are which of the campaign's now."""

    entry: Entry
    plan: PlanView | None
    became: dict[int, int]


@allowed(_FORK)
def make_fork(services: Services, seat: Seat, data: NewFork) -> ForkView:
    """Fork the campaign. Its members take part in the fork, too, and the fork has dice of its own. Nothing that happens
    in the fork changes the campaign. The caller's bots act for them in the fork as well.
    """
    made = data.id or uuid4()
    try:
        row = fork_campaign(services.ledger, seat.campaign, seat.actor, data.name, at=data.at, id=made)
    except Stale as stands:
        row = _known(services, made)
        if (row.forked_from, row.name) != (seat.campaign, data.name) or data.at not in (None, row.forked_at):
            raise TakenId(
                text("the id {made} belongs to another campaign; make a new one for each fork", made=made)
            ) from stands
    maker = UUID(seat.actor.member)
    for grant in services.grants.of(seat.campaign, maker):
        services.grants.give(row.id, maker, grant.bot, grant.scopes)
    return _view(row, _beside(services, seat, row.id, _FORK).actor.role, _head(services, row.id))


@allowed(_MEMBER)
def list_forks(
    services: Services,
    seat: Seat,
    page: ListRequest,
    name: PartOfName = None,
) -> ListPage[ForkView]:
    """The forks of the campaign that the caller takes part in, oldest first."""
    wanted = campaigns_of(seat.caller) if _is_their_own(seat) else CampaignFilter(member=None)
    rows = listed_campaigns(services, replace(wanted, forked_from=seat.campaign, name=name), page)
    views = (_view(row, row.role or "gm", HeadView(row.entry, row.hash.hex())) for row in rows)
    return first_page(views, lambda view: (view.created_at, view.id), page)


@allowed(_MEMBER)
def compare_fork(
    services: Services,
    seat: Seat,
    fork: UUID,
    *,
    parent_after: Annotated[int, msgspec.Meta(ge=0, le=2**53)] = 0,
    fork_after: Annotated[int, msgspec.Meta(ge=0, le=2**53)] = 0,
    limit: Annotated[int, msgspec.Meta(ge=1, le=MOST)] = 100,
) -> ComparisonView:
    """Compare a fork with its campaign: both sides' entries since the fork point, and every value that differs today."""
    other = _beside(services, seat, fork, _MEMBER)
    row, store = _known(services, fork), services.ledger.store
    fork_point = _fork_point(services, row)
    ours, theirs = at_head(services, seat), at_head(services, other)
    cut = CorrectedPast(store, seat.campaign, up_to=fork_point.cut, known_at=fork_point.known_at)
    seen = compared(ours.visible, theirs.visible, cut, MOST_BYTES // 2)
    return ComparisonView(
        fork=_side(services, other, entries_of_its_own(store, fork, fork_point, fork_after, limit + 1), limit),
        parent=_side(services, seat, entries_left_behind(store, fork_point, parent_after, limit + 1), limit),
        at=fork_point.at,
        known_at=fork_point.known_at,
        changes=seen.changes,
        names=seen.names,
        left_out=seen.left_out,
    )


@allowed(_REVISE)
def bring_back_entries(
    services: Services,
    seat: Seat,
    fork: UUID,
    data: BringBack,
    dry_run: bool = False,
) -> BroughtView | PlanView:
    """Bring commands of a fork back as inserts, by default at the fork point. Their answers come along; their dice are
    rolled anew. The response is that of a revision: a dry run returns 200 and the plan, conflicts return 409, missing
    dice or answers return 422.
    """
    check_keys(data)
    _beside(services, seat, fork, _REVISE)
    try:
        request = replace(data, dry_run=dry_run or data.dry_run)
        brought = bring_back(services.ledger, seat.campaign, fork, seat.actor, request)
    except (RevisionRefused, PlanMoved, StillOwed) as refused:
        raise PlanRefused(refused, seen_plan(services, seat, refused.plan)) from refused
    seen = None if brought.plan is None else seen_plan(services, seat, brought.plan)
    if brought.entry is None:
        assert seen is not None, "a dry run has a plan"
        return seen
    (view,) = read_entries(services.ledger.store, seat.campaign, [brought.entry], at_head(services, seat))
    return BroughtView(view, seen, brought.became)


def _known(services: Services, fork: UUID) -> CampaignRow:
    return services.ledger.store.campaign(fork)


def _fork_point(services: Services, row: CampaignRow) -> ForkPoint:
    assert row.forked_from is not None and row.forked_at is not None and row.forked_known_at is not None  # noqa: PT018
    return fork_point_of(services.ledger.store, row.forked_from, row.forked_at, row.forked_known_at)


def _beside(services: Services, seat: Seat, fork: UUID, access: Access) -> Seat:
    """Return the caller's seat in a fork of this campaign. The machine's own operator sits there as game master. Raises
    Forbidden, and NotFound with the same words for an unknown campaign, for one that is no fork of this, and for one
    where the caller has no part.
    """
    caller = seat.caller
    try:
        beside = _known(services, fork).forked_from == seat.campaign
        if beside and _is_their_own(seat):
            return access.seated(services, caller, fork)
    except UnknownCampaign:
        beside = False
    if not beside:
        raise NotFound(text("this campaign has no fork {fork}", fork=fork))
    return Seat(fork, Actor(game_masters(services, fork)[0], "gm", through=seat.actor.through), caller)


def _is_their_own(seat: Seat) -> bool:
    """Whether a seat is the caller's own, or that of the member they act for; else they are the machine's operator."""
    return str(seat.caller.acts_for or seat.caller.account) == seat.actor.member


def _view(row: CampaignRow | ListedCampaign, role: Role, head: HeadView) -> ForkView:
    assert row.forked_from is not None and row.forked_at is not None and row.forked_known_at is not None  # noqa: PT018
    return ForkView(
        id=row.id,
        name=row.name,
        forked_from=row.forked_from,
        at=row.forked_at,
        known_at=row.forked_known_at,
        created_at=row.created_at,
        role=role,
        head=head,
    )


def _head(services: Services, campaign: UUID) -> HeadView:
    head = services.ledger.store.head(campaign)
    return HeadView(head.entry, head.hash.hex())


def _side(services: Services, seat: Seat, page: list[StoredEntry], limit: int) -> SideView:
    """One side with as many of its entries as fill a size; one more than these tells that others follow."""
    store = services.ledger.store
    views = read_entries(store, seat.campaign, page[:limit], at_head(services, seat))
    entries = tuple(that_fill(views, MOST_BYTES // 4))
    return SideView(
        id=seat.campaign,
        name=store.campaign(seat.campaign).name,
        head=_head(services, seat.campaign),
        entries=entries,
        next=entries[-1].entry if len(page) > len(entries) else None,
    )
