"""The table: one's campaigns, the home of one, its timeline, and its entries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, get_args

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from api.pages.command_forms.quick_bar import bars_after, quick_bars, table_bar
from api.pages.fights.called import told_apart
from api.pages.fights.now import fights_now
from api.pages.fights.own import own
from api.pages.rendering import answer, page, rendered
from api.pages.rows.latest import latest
from api.pages.rows.members import members_of
from api.pages.rows.timeline import row
from api.pages.rows.timeline_search import TimelineRequest, search
from api.pages.visits import PageGuard, Visit
from api.pages.ways_back import way_back
from api.things import ThingLine
from api.use_cases.account import show_account
from api.use_cases.campaigns import list_campaigns, list_played_sessions, show_campaign
from api.use_cases.characters import list_characters
from api.use_cases.enclaves import list_enclaves
from api.use_cases.encounters import list_encounters, list_open_encounters
from api.use_cases.entries import show_entry
from api.use_cases.members import MemberView, show_presence
from api.use_cases.names import show_names
from api.use_cases.systems import list_systems
from domain.records.entries import Status
from domain.vocabulary.base import EventCategory

NEWEST = 12
"""The number of entries that the home of a campaign shows."""

Number = Annotated[int | None, QueryParameter(ge=0, le=2**53)]
Word = Annotated[str | None, QueryParameter(max_length=200)]


@get("/", guards=[PageGuard("account")], sync_to_thread=True)
def show_campaigns(visit: NamedDependency[Visit]) -> Response[bytes]:
    """One's campaigns."""
    account = visit.ask(show_account)
    campaigns = visit.listed(list_campaigns)
    return page(visit, "campaigns.html", campaigns=campaigns, games=_games(visit), founds=account.may_found)


def _games(visit: Visit) -> dict[str, str]:
    """Return the names of the games by id."""
    return {line.id: line.name for line in visit.listed(list_systems)}


@get("/campaigns/{campaign:uuid}", guards=[PageGuard("member")], sync_to_thread=True)
def show_home(visit: NamedDependency[Visit]) -> Response[bytes]:
    """The home of a campaign: open questions first, then who is here, what there is, and what happened last."""
    campaign = visit.ask(show_campaign)
    names = visit.ask(show_names)
    characters = visit.listed(list_characters)
    plays = [each.handle for each in own(visit, characters)]
    return page(
        visit,
        "home.html",
        campaign=campaign,
        game=_games(visit).get(campaign.system, campaign.system),
        names=names,
        members=members_of(visit),
        present=_present(visit),
        characters=characters,
        plays=plays,
        lists=_lists(visit, characters),
        called=told_apart((each.handle, each.name) for each in characters),
        latest=latest(visit, NEWEST),
        most=NEWEST,
        fights=fights_now(visit),
        table_bar=table_bar(visit, campaign),
        bars=quick_bars(visit, plays),
    )


def _lists(visit: Visit, characters: list[ThingLine]) -> list[tuple[str, list[ThingLine], list[ThingLine]]]:
    """Return what there is, by sort: first who is played and what is under way, then the others."""
    under_way = {each.ref for each in visit.ask(list_open_encounters)}
    return [
        ("characters", *_parted(characters, lambda each: bool(each.owners))),
        ("encounters", *_parted(visit.listed(list_encounters), lambda each: each.ref in under_way)),
        ("enclaves", visit.listed(list_enclaves), []),
    ]


def _parted(things: list[ThingLine], is_first: Callable[[ThingLine], bool]) -> tuple[list[ThingLine], list[ThingLine]]:
    return [each for each in things if is_first(each)], [each for each in things if not is_first(each)]


@get("/campaigns/{campaign:uuid}/here", guards=[PageGuard("member")], sync_to_thread=True)
def show_present(visit: NamedDependency[Visit]) -> Response[bytes]:
    """The members who are here, as a part of the table's page that is read again and again."""
    return answer(visit, rendered(visit, "parts/present.html", present=_present(visit)))


def _present(visit: Visit) -> list[MemberView]:
    """Return the members who have a page open, in the order of the table; the reader is here in any case."""
    me = visit.caller().account
    here = {member.member for member in visit.ask(show_presence).here} | {me}
    return [member for member in members_of(visit) if member.member in here]


@get("/campaigns/{campaign:uuid}/timeline", guards=[PageGuard("member")], sync_to_thread=True)
def show_timeline(
    *,
    visit: NamedDependency[Visit],
    before: Number = None,
    session: Number = None,
    member: Word = None,
    character: Word = None,
    kind: Annotated[EventCategory | None, QueryParameter()] = None,
    status: Annotated[Status | None, QueryParameter()] = None,
    words: Word = None,
) -> Response[bytes]:
    """The timeline, the newest entry first; with `before` the part that follows when one scrolls down."""
    wanted = TimelineRequest(
        before=before, session=session, member=member, character=character, kind=kind, status=status, words=words
    )
    names = visit.ask(show_names)
    campaign = None if visit.is_part else visit.ask(show_campaign)
    part = search(visit, wanted, names)
    if campaign is None:
        return answer(visit, rendered(visit, "parts/timeline_rows.html", part=part, wanted=wanted))
    return page(
        visit,
        "timeline.html",
        campaign=campaign,
        names=names,
        part=part,
        wanted=wanted,
        members=members_of(visit),
        characters=visit.listed(list_characters),
        sessions=visit.ask(list_played_sessions),
        kinds=[str(kind) for kind in EventCategory],
        statuses=get_args(Status),
    )


@get("/campaigns/{campaign:uuid}/entries/{entry:int}", guards=[PageGuard("member")], sync_to_thread=True)
def show_one_entry(visit: NamedDependency[Visit], entry: FromPath[int], back: Word = None) -> Response[bytes]:
    """An entry with everything about it; for a script its row alone. `back` is the page from which it was written, to go on there."""
    view = visit.ask(show_entry, entry=entry)
    names = visit.ask(show_names)
    if visit.is_part:
        return answer(visit, rendered(visit, "parts/timeline_row.html", row=row(view, names, visit.catalogue)))
    return page(
        visit,
        "entry.html",
        campaign=visit.ask(show_campaign),
        names=names,
        entry=view,
        row=row(view, names, visit.catalogue),
        back=way_back(visit, back) if back else "",
        bars=bars_after(visit, view, way_back(visit, back)) if back else [],
    )


ROUTES = (show_campaigns, show_home, show_present, show_timeline, show_one_entry)
