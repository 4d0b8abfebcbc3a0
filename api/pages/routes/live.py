"""The live connection of an open page: each entry as a row, and what has to be read again."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

import msgspec
from litestar import Request, get
from litestar.di import NamedDependency
from litestar.params import HeaderParameter, QueryParameter

from api.event_stream import event
from api.live import Live
from api.pages.rendering import rendered
from api.pages.rows.timeline import row
from api.pages.visits import PageGuard, Visit
from api.routes.stream import FROM, CampaignStream, StreamFollower, streamed
from api.use_cases.names import show_names
from projections.views.entry import EntryView, HiddenEntry
from projections.views.news import News, RevisionNews

Number = Annotated[int | None, QueryParameter(description=FROM, ge=0, le=2**53)]
LastId = Annotated[int | None, HeaderParameter(name="Last-Event-ID", description=FROM, ge=0, le=2**53)]


class LiveEntry(msgspec.Struct, frozen=True, kw_only=True):
    """An entry that came in. `row` is its row of the timeline, in HTML; `changed` are references of what it changed;
    `entries` are older entries whose rows are to be read again; `asks` is whether a question was opened or closed.
    """

    entry: int
    row: str
    changed: tuple[str, ...] = ()
    entries: tuple[int, ...] = ()
    asks: bool = False


class PageStream(CampaignStream):
    """The events of a page that is open."""

    kinds = {"entry": LiveEntry}


@get("/campaigns/{campaign:uuid}/live", guards=[PageGuard("member")], media_type="text/event-stream")
async def follow_live(
    *,
    request: Request[Any, Any, Any],
    visit: NamedDependency[Visit],
    live: NamedDependency[Live],
    after: Number = None,
    last_event_id: LastId = None,
) -> PageStream:
    """Follow a campaign live, for a page. A browser that reconnects sends `Last-Event-ID`, and so misses nothing."""
    assert visit.seat is not None, "under a campaign there is a seat"
    follower = StreamFollower(visit.services, visit.asked, None, partial(_written, visit))
    since = last_event_id if last_event_id is not None else after
    return PageStream(*await streamed(request, live, visit.seat, follower, since))


def _written(visit: Visit, news: News) -> bytes:
    return event("entry", _live(visit, news), news.entry)


def _live(visit: Visit, news: News) -> LiveEntry:
    content = news.told
    view = content.entry if isinstance(content, RevisionNews) else content
    shown = rendered(visit, "parts/timeline_row.html", row=row(view, visit.ask(show_names), visit.catalogue))
    return LiveEntry(
        entry=news.entry,
        row=shown,
        changed=_changed(view, content),
        entries=tuple(became.entry for became in content.entries) if isinstance(content, RevisionNews) else (),
        asks=bool(news.decisions),
    )


def _changed(view: EntryView | HiddenEntry, content: object) -> tuple[str, ...]:
    touched = {} if isinstance(view, HiddenEntry) else dict.fromkeys(str(one["aggregate_id"]) for one in view.events)
    if isinstance(content, RevisionNews):
        touched |= dict.fromkeys(resource.ref for resource in content.resources)
    return tuple(touched)


ROUTES = (follow_live,)
