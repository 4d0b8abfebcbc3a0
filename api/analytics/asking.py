"""The tables of campaigns as a caller may see them, and what a caller asks of a report.

A game master's are read as they are stored; anybody else's are made of what the ledger shows them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

import pyarrow as pa
import pyarrow.compute as pc
from msgspec.structs import replace

from api.access import Seat
from api.analytics.narrowing import EVERYTHING, Narrowing
from api.members import Members, as_uuid
from api.reading import ReadRequest, Sight, reading, reference_of, sight
from api.services import Services
from domain.aggregates import CAMPAIGN, Campaign
from domain.history.points import HEAD, Point
from domain.ledger.reading.points import moment, place_of
from projections.analytics.base import ReportScope
from projections.analytics.beside import rules_of
from projections.analytics.rows import names_in, seen_tables, table_of
from projections.analytics.schema import OF_CAMPAIGN, CampaignFact, MemberFact
from projections.analytics.stored import stored
from projections.facts.following import Facts

Tables = dict[str, pa.Table]


class Material(NamedTuple):
    """The material of a caller's reports: tables, what of them is asked for, and the last entry that is in those of a single
    campaign (None for several)."""

    tables: Tables
    asked: ReportScope
    entry: int | None = None


def of_campaign(services: Services, seat: Seat, wanted: ReadRequest, narrowing: Narrowing = EVERYTHING) -> Material:
    """Return the tables of a campaign at a point. Raises BadPoint, Forbidden, NotFound, UnknownThing."""
    point = wanted.point
    seen = sight(services, seat, replace(wanted, point=Point(known_at=point.known_at)))
    whole = _stored(services, [seat.campaign] if seen.viewer.is_gm else [])
    tables, entry = _tables(services, seen, point.known_at, whole)
    asked = ReportScope(
        view=point.view,
        known_at=point.known_at if seen.viewer.is_gm else None,
        up_to=place_at(services, seat, point),
        first_session=narrowing.first_session,
        last_session=narrowing.last_session,
        members=tuple(map(Members(services, seat.campaign).one, narrowing.members)),
        characters=tuple(reference_of(seen, name, "character") for name in narrowing.characters),
    )
    return Material(tables | about(services, [seen]), asked, entry)


def of_campaigns(services: Services, seats: Sequence[Seat], asked: ReportScope) -> Material:
    """Return the tables of several campaigns as they now are."""
    looks = [sight(services, seat, ReadRequest(HEAD, None)) for seat in seats]
    whole = _stored(services, [seen.campaign for seen in looks if seen.viewer.is_gm])
    parts = [_tables(services, seen, None, whole)[0] for seen in looks]
    names = (*OF_CAMPAIGN, "names") if parts else ()
    return Material(
        {name: pa.concat_tables([part[name] for part in parts]) for name in names} | about(services, looks), asked
    )


def _stored(services: Services, campaigns: Sequence[UUID]) -> dict[UUID, tuple[Tables, int]]:
    """Return the facts of whole campaigns, read at one go, each with the last entry that is in them."""
    entries = {campaign: services.projections.bring(Facts.name, campaign) for campaign in campaigns}
    if not entries:
        return {}
    with stored(address(services), campaigns) as streams:
        tables = {name: stream.read_all() for name, stream in streams.items()}
    if len(entries) == 1:
        return {campaign: (tables, entry) for campaign, entry in entries.items()}
    return {
        campaign: ({name: table.filter(pc.field("campaign") == str(campaign)) for name, table in tables.items()}, entry)
        for campaign, entry in entries.items()
    }


def _tables(
    services: Services, seen: Sight, known_at: int | None, whole: Mapping[UUID, tuple[Tables, int]]
) -> tuple[Tables, int]:
    """Return entries, facts, dice and names of a campaign, and the last entry that is in them. A game master's are among those that are
    `whole`."""
    reader = reading(services, seen)
    if seen.viewer.is_gm:
        tables, entry = whole[seen.campaign]
    else:
        tables = seen_tables(services.ledger.store, seen.campaign, reader, known_at=known_at)
        entry = seen.moment.entry
    return tables | {"names": names_in(tables, seen.campaign, reader)}, entry


def address(services: Services) -> str:
    """Return where the database is."""
    address = services.pool.conninfo
    return address() if callable(address) else address


def place_at(services: Services, seat: Seat, point: Point) -> tuple[int, ...]:
    """Return the place of the last entry that is asked for; an empty one where that is the newest."""
    if point == replace(HEAD, view=point.view, known_at=point.known_at):
        return ()
    store = services.ledger.store
    last = moment(store, services.ledger.heads.cached(seat.campaign), point)
    return tuple(place_of(store, seat.campaign, last.entry))


def about(services: Services, looks: Sequence[Sight]) -> Tables:
    """Return the tables of campaigns, of their members and of their rules."""
    campaigns, members = [], []
    for seen in looks:
        row = services.ledger.store.campaign(seen.campaign)
        campaigns.append(CampaignFact(campaign=str(row.id), name=row.name, system=row.system))
        members += _members(services, seen)
    return {
        "campaigns": table_of("campaigns", campaigns),
        "members": table_of("members", members),
        "rulebook": table_of("rulebook", rules_of(services.registry, [each.system for each in campaigns])),
    }


def _members(services: Services, seen: Sight) -> list[MemberFact]:
    state = seen.world.aggregate(CAMPAIGN)
    parts = state.participants if isinstance(state, Campaign) else {}
    accounts = {member: account for member in parts if (account := as_uuid(member)) is not None}
    names = services.accounts.names(list(accounts.values()))
    return [
        MemberFact(
            campaign=str(seen.campaign),
            member=member,
            name=(names.get(accounts[member]) if member in accounts else None) or member,
            role=part.role,
        )
        for member, part in sorted(parts.items())
    ]
