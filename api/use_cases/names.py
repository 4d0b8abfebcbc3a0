"""Names: how people call everything in a campaign, and how its game lays out what there is."""

from __future__ import annotations

from api.access import Access, Seat, allowed
from api.members import as_uuid
from api.paging import WHOLE
from api.reading import ReadRequest, at_head, layout_of, sight
from api.services import Services
from api.things import lines
from domain.aggregates import CAMPAIGN, Campaign
from domain.history.points import HEAD
from domain.layout import Layout
from domain.play.reading import World
from projections.names import Name
from projections.phrases.durations import moments

_MEMBER = Access("member")

NAMED = ("character", "encounter", "enclave")
"""The kinds of aggregates that have names."""


@allowed(_MEMBER)
def show_names(services: Services, seat: Seat) -> dict[str, Name]:
    """Return the present names of everything in a campaign that the caller may know of, by reference: characters,
    encounters, groups, members (former ones too) and the moments of its game.
    """
    seen = sight(services, seat, ReadRequest(HEAD, None))
    things = (thing for kind in NAMED for thing in lines(seen, kind, WHOLE).rows)
    return {
        **{thing.ref: Name(ref=thing.ref, handle=thing.handle, name=thing.name) for thing in things},
        **_members(services, seen.world),
        **moments(layout_of(services, seen.world).moments),
    }


def _members(services: Services, world: World) -> dict[str, Name]:
    """Return the names of all who take or took part; without an account's name, the end of the id."""
    state = world.aggregate(CAMPAIGN)
    parts = state.participants if isinstance(state, Campaign) else {}
    accounts = {member: account for member in parts if (account := as_uuid(member)) is not None}
    names = services.accounts.names(list(accounts.values()))
    called = {member: (member in accounts and names.get(accounts[member])) or f"…{member[-5:]}" for member in parts}
    ordered = sorted(called.items(), key=lambda each: (each[1], each[0]))
    return {member: Name(ref=member, handle="", name=name) for member, name in ordered}


@allowed(_MEMBER)
def show_layout(services: Services, seat: Seat) -> Layout:
    """Return the layout of the campaign's game: sections of sheets, boards and groups, columns, and words for moments. It
    is empty where the game declares none, or is no longer installed.
    """
    return layout_of(services, at_head(services, seat).world)
