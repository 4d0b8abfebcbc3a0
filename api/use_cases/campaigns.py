"""Campaigns: founding them, listing one's own, and where one stands."""

from __future__ import annotations

from typing import Annotated, Any, Literal
from uuid import UUID, uuid4

import msgspec
from msgspec.structs import replace

from api.access import Access, Caller, Seat, allowed
from api.catalogue import OptionView
from api.explaining import Path, explained, explained_by_name
from api.paging import ListPage, ListRequest, PartOfName, first_page, list_page
from api.problems import ApiProblem, BadBody, FieldProblem
from api.reading import ReadRequest, load_things, sight
from api.services import Services
from api.storage.memberships import CampaignFilter, ListedCampaign
from domain.aggregates import CAMPAIGN, Aggregate, Campaign, decode_state
from domain.ledger.closing import change_state
from domain.messages import sentence_of, text
from domain.play.reading import World
from domain.records.entries import CampaignRow
from domain.records.store import Stale, UnknownCampaign
from domain.system import UnknownSystem
from domain.visibility.audience import GM, Viewer
from domain.visibility.world import VisibleWorld
from domain.vocabulary.base import Scalar
from domain.vocabulary.chronicle import Interval, Role
from domain.vocabulary.lifecycle import CampaignState, state_of
from projections.views.downtime import PlanDue, plans_due
from projections.views.explain import Explanation
from projections.views.questions import OpenQuestion, decisions

ListedKey = tuple[str, UUID]
"""The place of a campaign in a list: when it was founded, and its id."""

WantedState = Annotated[
    Literal[CampaignState, "any"] | None,
    msgspec.Meta(
        extra={"name": "state"},
        description="only campaigns in this state, or in any; by default all but archived ones",
    ),
]

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=200, pattern=r"\S")]


class NewCampaign(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A campaign that is to be founded. Options that are left out have their system's default. With an `id` of the
    sender's the request can be repeated safely."""

    name: Name
    system: str
    options: dict[str, Scalar] = {}
    id: UUID | None = None


class HeadView(msgspec.Struct, frozen=True):
    """The newest entry, and the hash that covers it and all before it."""

    entry: int
    hash: str


class ClockView(msgspec.Struct, frozen=True):
    """In-game time: seconds since the campaign's beginning, and what that is called."""

    at: int
    origin: str


class IntervalView(msgspec.Struct, frozen=True):
    """A session or a scene. `opened` and `ended` are entries; `ended` is null while it is open."""

    number: int
    title: str
    opened: int
    ended: int | None


class CampaignView(msgspec.Struct, frozen=True, kw_only=True):
    """A campaign, and where it stands. `options` are all there are, with the values in force; `role` is the caller's.
    A closed campaign takes no commands and no changes of the past; an archived one is closed, and left out of lists.
    `clock` is null where it is the game master's secret. A fork says which campaign it left, at which of its entries, and
    which was its newest then. `plans_due` are the downtime plans that wait for the caller, whose characters have slots left."""

    id: UUID
    name: str
    system: str
    state: CampaignState
    options: dict[str, Scalar]
    created_at: str
    role: Role
    head: HeadView
    clock: ClockView | None
    session: IntervalView | None
    scene: IntervalView | None
    forked_from: UUID | None = None
    forked_at: int | None = None
    forked_known_at: int | None = None
    plans_due: tuple[PlanDue, ...] = ()


class CampaignNow(CampaignView, frozen=True, kw_only=True):
    """A campaign with its open questions and offers."""

    decisions: tuple[OpenQuestion, ...]


class OptionNow(OptionView, frozen=True, kw_only=True):
    """An option of a campaign, with the value in force."""

    value: Scalar


class CampaignChange(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The state that a campaign is to have, and why."""

    state: CampaignState
    reason: str | None = None


class TakenId(ApiProblem):
    """The id belongs to another campaign."""

    slug = "campaign-id-taken"
    status = 409
    title = "The id is taken"


@allowed(Access("founder", "admin"))
def found_campaign(services: Services, caller: Caller, data: NewCampaign) -> CampaignView:
    """Found a campaign and become its game master."""
    campaign = data.id or uuid4()
    try:
        services.ledger.found(data.name, data.system, str(caller.account), data.options, campaign)
    except UnknownSystem as unknown:
        sentence = sentence_of(unknown)
        raise BadBody(sentence, fields=(FieldProblem("system", sentence),)) from unknown
    except Stale as stands:
        if not _is_same(services, caller, campaign, data):
            raise TakenId(
                text(
                    "the id {campaign} belongs to another campaign; make a new one for each campaign", campaign=campaign
                )
            ) from stands
    return campaign_view(services, campaign, caller.account)


@allowed(Access("account"))
def list_campaigns(
    services: Services,
    caller: Caller,
    page: ListRequest,
    *,
    name: PartOfName = None,
    system: Annotated[str | None, msgspec.Meta(description="only campaigns of this game, by id")] = None,
    in_state: WantedState = None,
) -> ListPage[CampaignView]:
    """The campaigns that the caller, or the member they act for, takes part in, oldest first; archived ones only where the
    `state` asks for them.
    """
    wanted = replace(campaigns_of(caller), name=name, system=system, states=_states(in_state))
    return _listed(services, wanted, page)


def list_every_campaign(
    services: Services, page: ListRequest, name: str | None = None, in_state: WantedState = None
) -> ListPage[CampaignView]:
    """The campaigns of the installation as a game master sees them, oldest first: for its operator."""
    return _listed(services, CampaignFilter(member=None, name=name, states=_states(in_state)), page)


def _states(wanted: WantedState) -> tuple[CampaignState, ...] | None:
    """Return the states that a list shows; None for all of them."""
    match wanted:
        case None:
            return ("open", "closed")
        case "any":
            return None
        case _:
            return (wanted,)


def campaigns_of(caller: Caller) -> CampaignFilter:
    """Return the filter for the campaigns that a caller, or the member they act for, takes part in and may read."""
    member = caller.acts_for or caller.account
    bot = None if member == caller.account else caller.account
    return CampaignFilter(member=member, bot=bot, only=caller.credential.campaign)


def listed_campaigns(services: Services, wanted: CampaignFilter, page: ListRequest) -> list[ListedCampaign]:
    """Return the campaigns of a page, and one more where another page follows. Raises BadParameter."""
    limit = None if page.limit is None else page.limit + 1
    return services.memberships.listed(wanted, page.key(ListedKey), limit)


def _listed(services: Services, wanted: CampaignFilter, page: ListRequest) -> ListPage[CampaignView]:
    rows = listed_campaigns(services, wanted, page)
    states = {row.id: {CAMPAIGN: decode_state(CAMPAIGN, row.encoded)} for row in rows}
    if wanted.member is not None:
        phases = ((id, each) for id, state in states.items() for each in _ground(state).phases.values())
        refs = {(id, who) for id, phase in phases if phase.state == "open" for who in phase.slots}
        for stored in services.memberships.states_naming(wanted.member, sorted(refs)):
            states[stored.campaign][stored.ref] = decode_state(stored.ref, stored.encoded)
    views = (_listed_view(services, row, states[row.id], wanted.member) for row in rows)
    return first_page(views, lambda view: (view.created_at, view.id), page)


class _PartOfWorld(msgspec.Struct, frozen=True):
    """A world in which there is nothing but these aggregates: enough for a list."""

    states: dict[str, Aggregate]

    def aggregate(self, ref: str) -> Aggregate | None:
        return self.states.get(ref)


def _ground(states: dict[str, Aggregate]) -> Campaign:
    """Return the campaign's own aggregate."""
    state = states[CAMPAIGN]
    assert isinstance(state, Campaign), "every ledger has its campaign"
    return state


def _listed_view(
    services: Services, row: ListedCampaign, states: dict[str, Aggregate], member: UUID | None
) -> CampaignView:
    """A campaign in a list; without a member as a game master sees it."""
    me = "" if member is None else str(member)
    played = frozenset(ref for ref, each in states.items() if ref != CAMPAIGN and me in each.profile["self"].owners)
    viewer = GM if row.role is None else Viewer(me, row.role, played)
    seen = VisibleWorld(_PartOfWorld(states), viewer)
    return CampaignView(**_fields(services, row, seen, viewer, HeadView(row.entry, row.hash.hex())))


@allowed(Access("member"))
def show_campaign(services: Services, seat: Seat, wanted: ReadRequest) -> CampaignNow:
    """Return the campaign's newest entry, clock, session, scene and open decisions."""
    seen = sight(services, seat, wanted)
    load_things(seen)
    stored = services.ledger.store.entry(seat.campaign, seen.moment.entry)
    assert stored is not None, "a point that can be read has an entry"
    head = HeadView(seen.moment.entry, stored.hash.hex())
    row, visible = services.ledger.store.campaign(seat.campaign), VisibleWorld(seen.world, seen.viewer)
    return CampaignNow(
        **_fields(services, row, visible, seen.viewer, head), decisions=decisions(seen.world, seen.viewer)
    )


@allowed(Access("gm", "admin"))
def change_campaign(services: Services, seat: Seat, data: CampaignChange) -> CampaignView:
    """Close, archive or reopen a campaign. A closed one takes no commands and no changes of the past; reads, exports
    and the stream go on, and its dice can be recomputed. Questions that are open in it can be answered when it is open
    again.
    """
    change_state(services.ledger, seat.campaign, seat.actor, data.state, data.reason)
    return campaign_view(services, seat.campaign, UUID(seat.actor.member))


@allowed(Access("member"))
def list_options(services: Services, seat: Seat, wanted: ReadRequest, page: ListRequest) -> ListPage[OptionNow]:
    """List the options of a campaign: what each decides, its default and choices, and the value in force. A game master
    changes one by the command `freeform.set_option`.
    """
    ground = _state(sight(services, seat, wanted).world).ground["self"]
    options = services.registry.options(services.registry.system(ground.system))
    rows = (
        OptionNow(**msgspec.structs.asdict(option), value=ground.options.get(name, option.default))
        for name, option in sorted(options.items())
    )
    return list_page(rows, lambda option: (option.name,), page, tuple[str])


def campaign_view(services: Services, campaign: UUID, member: UUID) -> CampaignView:
    """A campaign as it stands now, for one of its members. Raises UnknownCampaign."""
    world = services.ledger.heads.fresh(campaign)
    part = services.ledger.heads.role(campaign, member)
    if part is None:
        raise UnknownCampaign(campaign)
    head, viewer = HeadView(world.head.entry, world.head.hash.hex()), Viewer(str(member), part)
    row = services.ledger.store.campaign(campaign)
    return CampaignView(**_fields(services, row, VisibleWorld(world, viewer), viewer, head))


def _seen_state(world: World, viewer: Viewer) -> Campaign:
    state = VisibleWorld(world, viewer).aggregate(CAMPAIGN)
    assert isinstance(state, Campaign), "every ledger has its campaign"
    return state


def _fields(
    services: Services, row: CampaignRow | ListedCampaign, visible: VisibleWorld, viewer: Viewer, head: HeadView
) -> dict[str, Any]:
    state = _state(visible)
    ground, clock = state.ground["self"], state.clock.get("now")
    options = services.registry.options(services.registry.system(ground.system))
    return {
        "id": row.id,
        "name": row.name,
        "system": ground.system,
        "state": state_of(state.lifecycle),
        "options": {name: ground.options.get(name, option.default) for name, option in options.items()},
        "created_at": row.created_at,
        "role": viewer.role,
        "head": head,
        "clock": None if clock is None else ClockView(clock.at, clock.origin),
        "session": _open(state.sessions),
        "scene": _open(state.scenes),
        "forked_from": row.forked_from,
        "forked_at": row.forked_at,
        "forked_known_at": row.forked_known_at,
        "plans_due": plans_due(visible, viewer.member),
    }


def _state(world: World) -> Campaign:
    """Return a world's own aggregate."""
    state = world.aggregate(CAMPAIGN)
    assert isinstance(state, Campaign), "every ledger has its campaign"
    return state


def _open(intervals: dict[str, Interval]) -> IntervalView | None:
    running = next((interval for interval in intervals.values() if interval.ended is None), None)
    return None if running is None else _interval(running)


def _interval(interval: Interval) -> IntervalView:
    return IntervalView(interval.number, interval.title, interval.opened, interval.ended)


def _is_same(services: Services, caller: Caller, campaign: UUID, wanted: NewCampaign) -> bool:
    """Whether a campaign that stands already is the one the caller has asked for before."""
    if services.ledger.heads.role(campaign, caller.account) != "gm":
        return False
    row = services.ledger.store.campaign(campaign)
    return (row.name, row.system) == (wanted.name, wanted.system)


@allowed(Access("member"))
def list_played_sessions(services: Services, seat: Seat, wanted: ReadRequest) -> list[IntervalView]:
    """List the sessions that there have been, the first one first, with the open one."""
    seen = sight(services, seat, wanted)
    state = _seen_state(seen.world, seen.viewer)
    return sorted(map(_interval, state.sessions.values()), key=lambda interval: interval.number)


@allowed(Access("member"))
def list_played_scenes(services: Services, seat: Seat, wanted: ReadRequest) -> list[IntervalView]:
    """List the scenes that there have been, the first one first, with the open one."""
    seen = sight(services, seat, wanted)
    state = _seen_state(seen.world, seen.viewer)
    return sorted(map(_interval, state.scenes.values()), key=lambda interval: interval.number)


@allowed(Access("member"))
def explain_campaign(
    services: Services,
    seat: Seat,
    wanted: ReadRequest,
    path: Path,
    target: Annotated[
        str | None,
        msgspec.Meta(description="the character, encounter or enclave instead, by handle, id or name", max_length=200),
    ] = None,
) -> Explanation:
    """Explain a value of the campaign itself: an option (`ground.self.options.dice`), the clock (`clock.now.at`); or, with
    `target`, of something in it, by its path or its everyday name.
    """
    seen = sight(services, seat, wanted)
    if target is None:
        return explained(services, seen, text("the campaign"), CAMPAIGN, path)
    return explained_by_name(services, seen, target, path)
