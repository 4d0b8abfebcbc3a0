"""Members of a campaign: their roles, and the bots that act for them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Annotated
from uuid import UUID

import msgspec

from api.access import Access, Seat, allowed
from api.members import as_uuid, called_so, member_named, only_one
from api.paging import ListPage, ListRequest, PartOfName, first_page, has_name, list_page
from api.problems import Forbidden, NotFound
from api.reading import ReadRequest, sight
from api.services import Services
from api.storage.accounts import Account, Scope
from api.storage.invitations import GRANTED, Grant
from domain.aggregates import CAMPAIGN, Campaign
from domain.ledger.playing.acceptance import NotAllowed
from domain.messages import text
from domain.play.reading import World
from domain.records.store import UnknownCampaign
from domain.vocabulary.chronicle import Role

_MEMBER = Access("member")
_ADMIN = Access("member", "admin")
_GM = Access("gm", "admin")


class MemberView(msgspec.Struct, frozen=True):
    """A member of a campaign. `name` is null where the account was erased."""

    member: UUID
    name: str | None
    role: Role


class PresenceView(msgspec.Struct, frozen=True):
    """The members who are here now."""

    here: tuple[MemberView, ...]


class RoleChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A member's new role."""

    role: Role


class ForkLeft(msgspec.Struct, frozen=True):
    """A fork where a member still takes part after leaving the campaign that it was forked from."""

    id: UUID
    name: str


class DepartureView(msgspec.Struct, frozen=True):
    """The result of leaving: `forks` lists the forks, known to the caller, where the member still takes part."""

    forks: tuple[ForkLeft, ...]


class GrantWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The scopes in which a bot may act for a member."""

    scopes: Annotated[tuple[Scope, ...], msgspec.Meta(min_length=1)] = GRANTED


@allowed(_MEMBER)
def show_presence(services: Services, seat: Seat) -> PresenceView:
    """Return the members who are here: who have a page of the campaign open, or follow its stream themselves. It may lag a few seconds behind, and
    tells nothing of what anybody reads.
    """
    members = _members_in(services, services.ledger.heads.cached(seat.campaign))
    here = set(services.presence.of(seat.campaign, [member.member for member in members]))
    return PresenceView(tuple(member for member in members if member.member in here))


@allowed(_MEMBER)
def list_members(
    services: Services,
    seat: Seat,
    wanted: ReadRequest,
    page: ListRequest,
    *,
    name: PartOfName = None,
    role: Annotated[Role | None, msgspec.Meta(description="only members in this role")] = None,
) -> ListPage[MemberView]:
    """List the members of a campaign with their roles, by id."""
    members = _members_in(services, sight(services, seat, wanted).world)
    shown = (member for member in members if role in (None, member.role) and has_name(name, member.name or ""))
    return list_page(shown, lambda member: (str(member.member),), page, tuple[str])


@allowed(_MEMBER)
def show_member(
    services: Services,
    seat: Seat,
    wanted: ReadRequest,
    member: str,
) -> MemberView:
    """One member."""
    members = _members_in(services, sight(services, seat, wanted).world)
    return _one_of(members, member_named(services, seat.campaign, member), member)


@allowed(_GM)
def change_role(
    services: Services,
    seat: Seat,
    member: str,
    data: RoleChange,
) -> MemberView:
    """Give a member another role. A campaign keeps at least one game master."""
    member_now = member_of(services, seat.campaign, member)
    if member_now.role != data.role:
        services.ledger.take_part(seat.campaign, seat.actor, str(member_now.member), data.role)
    return member_of(services, seat.campaign, str(member_now.member))


@allowed(_ADMIN)
def end_part(
    services: Services,
    seat: Seat,
    member: str,
    forks: bool = False,
) -> DepartureView:
    """Leave a campaign, or (as its game master) remove a member. Their entries stay. Forks are campaigns of their own:
    with `forks` the member leaves those as well, where the caller manages members; the response lists the others.
    """
    who = member_of(services, seat.campaign, member).member
    _end_part(services, seat, who)
    below = [
        below_seat
        for below_seat in _forks_below(services, seat)
        if services.ledger.heads.role(below_seat.campaign, who)
    ]
    for below_seat in below if forks else ():
        with suppress(NotAllowed):
            _end_part(services, below_seat, who)
    rows = [services.ledger.store.campaign(below_seat.campaign) for below_seat in below]
    return DepartureView(tuple(ForkLeft(row.id, row.name) for row in rows if services.ledger.heads.role(row.id, who)))


def _end_part(services: Services, seat: Seat, member: UUID) -> None:
    services.ledger.take_part(seat.campaign, seat.actor, str(member), None)
    for grant in services.grants.of(seat.campaign, member):
        services.grants.end(seat.campaign, member, grant.bot)


def _forks_below(services: Services, seat: Seat) -> Iterator[Seat]:
    """Yield the caller's seats in the campaign's forks, and in forks of those."""
    for fork in _below(services, seat.campaign):
        with suppress(UnknownCampaign, Forbidden):
            yield _ADMIN.seated(services, seat.caller, fork)


def _below(services: Services, campaign: UUID) -> Iterator[UUID]:
    """Yield the ids of the campaign's forks, and of forks of those."""
    campaigns = {campaign}
    for row in services.ledger.store.campaigns():
        if row.forked_from in campaigns:
            campaigns.add(row.id)
            yield row.id


@allowed(_MEMBER)
def list_grants(
    services: Services,
    seat: Seat,
    member: str,
    page: ListRequest,
) -> ListPage[Grant]:
    """The bots that may act for a member, in the order in which they were let: theirs to see, and the game master's."""
    who = member_of(services, seat.campaign, member).member
    if str(who) != seat.actor.member and not seat.actor.is_gm:
        raise Forbidden("only the member and the game master may see which bots act for them")
    rows = services.grants.of(seat.campaign, who, page.stretch())
    return first_page(rows, lambda grant: (grant.created_at, grant.bot), page)


@allowed(_ADMIN)
def give_grant(
    services: Services,
    seat: Seat,
    member: str,
    bot: str,
    data: GrantWanted | None = None,
) -> None:
    """Let a bot act for oneself in this campaign: to read and to play, or for as much as `scopes` says."""
    who = _self(services, seat, member)
    account = _bot(services, seat.campaign, who, bot)
    if account is None or account.kind != "bot" or account.erased_at is not None:
        raise NotFound(
            "there is no bot of that id, and you have none of that name; the person who runs it makes one under /bots"
        )
    scopes = GRANTED if data is None else data.scopes
    if beyond := sorted(set(scopes) - set(seat.caller.credential.scopes)):
        raise Forbidden(
            text("this token has no scope {beyond} to pass on; name `scopes` that it has", beyond=", ".join(beyond))
        )
    services.grants.give(seat.campaign, who, account.id, scopes)


@allowed(_ADMIN)
def end_grant(services: Services, seat: Seat, member: str, bot: str) -> None:
    """Let a bot act for oneself no longer, here and in the forks of this campaign."""
    who = _self(services, seat, member)
    account = _bot(services, seat.campaign, who, bot)
    if account is None or not services.grants.end(seat.campaign, who, account.id):
        raise NotFound("that bot does not act for you in this campaign; list your bots at your member's grants")
    for fork in _below(services, seat.campaign):
        services.grants.end(fork, who, account.id)


def member_of(services: Services, campaign: UUID, member: str) -> MemberView:
    """One member, by id or name, as they are now. Raises NotFound, UnknownCampaign."""
    members = _members_in(services, services.ledger.heads.fresh(campaign))
    return _one_of(members, member_named(services, campaign, member), member)


def _bot(services: Services, campaign: UUID, member: UUID, named: str) -> Account | None:
    """Return the bot of this id or name; a name is looked up among the member's own and permitted bots. Raises NotFound
    where several bots have the name.
    """
    known = {account.id for account in services.accounts.bots(member)}
    known |= {grant.bot for grant in services.grants.of(campaign, member)}
    id = as_uuid(named) or as_uuid(only_one(named, called_so(services, list(map(str, known)), named)) or "")
    return None if id is None else services.accounts.account(id)


def _members_in(services: Services, world: World) -> list[MemberView]:
    """Return every member of a world, with the current names of their accounts."""
    state = world.aggregate(CAMPAIGN)
    assert isinstance(state, Campaign), "every ledger has its campaign"
    parts = {UUID(member): part.role for member, part in sorted(state.participants.items()) if part.active}
    names = services.accounts.names(parts)
    return [MemberView(member, names.get(member), role) for member, role in parts.items()]


def _one_of(members: list[MemberView], id: str, named: str) -> MemberView:
    """Return the member of this id. Raises NotFound, which says how they were named and lists the members."""
    for member in members:
        if str(member.member) == id:
            return member
    listing = ", ".join(sorted(member.name for member in members if member.name))
    raise NotFound(
        text("there is no member {named!r} in this campaign; there are {listing}", named=named, listing=listing)
    )


def _self(services: Services, seat: Seat, member: str) -> UUID:
    if member_named(services, seat.campaign, member) != seat.actor.member or seat.actor.through is not None:
        raise Forbidden("only the member may decide which bots act for them; ask them")
    return UUID(seat.actor.member)
