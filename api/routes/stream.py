"""The live stream: what happens in a campaign, told as it happens, and from any entry on."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from functools import partial
from typing import Annotated, Any, Final

from litestar import Request, get
from litestar.di import NamedDependency
from litestar.params import HeaderParameter, QueryParameter
from msgspec.structs import replace

from api.access import Access, Asked, Seat
from api.answers import log_unexpected
from api.event_stream import STILL_HERE, EventStream, event, last, opening
from api.http.endpoints import asked_by
from api.http.guards import Guard
from api.live import BROKEN, WITHDRAWN, Ending, Live, Tail
from api.problems import BadParameter, FieldProblem, Forbidden, NotSignedIn
from api.reading import VIEWER, newsreader
from api.services import Services
from api.storage.database import UNREACHABLE
from domain.messages import text
from domain.records.store import UnknownCampaign
from projections.views.entry import Entry
from projections.views.news import DecisionNews, News, RevisionNews

MEMBER: Final = Access("member")

PAGE: Final = 50
"""The number of entries that a stream reads at once, and so the most it keeps in memory."""

KEEP_ALIVE: Final = 15.0
"""Seconds of silence after which a comment is sent."""

PAUSES: Final = (0.1, 3.0)
"""Seconds until a read that failed is tried again; they double up to the second number."""

FROM: Final = "send the entries after this one (0: all of them); by default only new ones"

Read = Callable[[int], list[tuple[int, bytes]]]
"""Reads the entries after a position: for each, the position after it and its events as bytes to send."""

Number = Annotated[int | None, QueryParameter(description=FROM, ge=0, le=2**53)]
LastId = Annotated[int | None, HeaderParameter(name="Last-Event-ID", description=FROM, ge=0, le=2**53)]
Through = Annotated[str | None, QueryParameter(description=VIEWER, max_length=64)]


class CampaignStream(EventStream):
    """The events of a campaign."""

    kinds = {"entry": Entry, "revision": RevisionNews, "decision": DecisionNews, "end": Ending}


@get(
    "/campaigns/{campaign:uuid}/stream",
    guards=[Guard(MEMBER)],
    media_type="text/event-stream",
    tags=["play"],
)
async def follow(
    *,
    request: Request[Any, Any, Any],
    services: NamedDependency[Services],
    live: NamedDependency[Live],
    seat: NamedDependency[Seat],
    after: Number = None,
    last_event_id: LastId = None,
    viewer: Through = None,
) -> CampaignStream:
    """Follow a campaign live, as server-sent events. `entry` is an entry as the caller may see it; `revision` is a
    change of the past, with the views to read again; `decision` is a question that was opened, offered, answered or
    withdrawn, sent just before the entry that caused it; `end` is the reason why the service closes the stream. An
    event's id is its entry's number: everything up to there has been sent. A client that reconnects sends it as
    `Last-Event-ID`, which takes precedence over `after`. A decision may be sent twice if the connection broke before
    its entry.
    """
    since = last_event_id if last_event_id is not None else after
    follower = StreamFollower(services, asked_by(request.scope), viewer)
    return CampaignStream(*await streamed(request, live, seat, follower, since))


async def streamed(
    request: Request[Any, Any, Any], live: Live, seat: Seat, follower: StreamFollower, since: int | None
) -> tuple[Tail, AsyncGenerator[bytes, None]]:
    """Open a stream, and return it with its bytes. Raises TooManyStreams, and what beginning raises."""
    tail = live.open(seat)
    try:
        tail.position = await live.read(follower.begin, seat, since)
    except BaseException:
        tail.close()
        raise
    if since is not None:
        tail.stir()
    return tail, live_events(live, tail, follower.read, partial(log_unexpected, request.scope))


class StreamFollower:
    """A client that follows a campaign. Its rights are checked again at every read, in a thread.

    The address does not count: the token was valid once, so a later failure is no guess at a token. `write` makes the
    bytes of one entry's news.
    """

    def __init__(
        self, services: Services, asked: Asked, through: str | None, write: Callable[[News], bytes] | None = None
    ) -> None:
        self._services, self._asked, self._through = services, replace(asked, address=None), through
        self._write = write or _written

    def begin(self, seat: Seat, since: int | None) -> int:
        """The entry to begin after. Raises BadParameter, Forbidden."""
        head = newsreader(self._services, seat, self._through).head
        if since is None or since <= head:
            return head if since is None else since
        sentence = text("there is no entry {since} to continue from; the newest is {head}", since=since, head=head)
        raise BadParameter(sentence, fields=(FieldProblem("after", sentence, "query"),))

    def read(self, position: int) -> list[tuple[int, bytes]]:
        """Read the entries after a position, each with its events. Raises the errors of the route's guard, and
        Forbidden.
        """
        _, seat = MEMBER.admit(self._services, self._asked)
        assert seat is not None, "under a campaign there is a seat"
        return [
            (news.entry, self._write(news))
            for news in newsreader(self._services, seat, self._through).after(position, PAGE)
        ]


async def live_events(
    live: Live, tail: Tail, read: Read, broken: Callable[[Exception], None]
) -> AsyncGenerator[bytes, None]:
    """Yield the bytes of a stream until it is to end."""
    yield opening(tail.position)
    while tail.ending is None:
        if not await tail.stirred(KEEP_ALIVE):
            yield STILL_HERE
            continue
        page = await _page(live, tail, read, broken)
        for position, chunk in page:
            if tail.ending is None:
                yield chunk
                tail.position = position
        if len(page) == PAGE:
            tail.stir()
    yield last(tail.ending)


async def _page(live: Live, tail: Tail, read: Read, broken: Callable[[Exception], None]) -> list[tuple[int, bytes]]:
    """Read the next page as soon as the database is free; an empty page means that the stream is to end."""
    pause, longest = PAUSES
    while tail.ending is None:
        try:
            return await live.read(read, tail.position)
        except UNREACHABLE:
            await tail.stirred(pause)
            pause = min(2 * pause, longest)
        except (NotSignedIn, Forbidden, UnknownCampaign):
            tail.end(WITHDRAWN)
        except Exception as error:  # the answer has begun long ago: it can only be ended
            broken(error)
            tail.end(BROKEN)
    return []


def _written(news: News) -> bytes:
    """The events of one entry. Only the last has the id: who loses the stream before it gets all of them again."""
    *before, (name, data) = news.events
    return b"".join(event(*one) for one in before) + event(name, data, news.entry)


ROUTES = (follow,)
