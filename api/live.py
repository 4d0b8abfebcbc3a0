"""The open streams of this process: who waits for what, and what wakes or ends them.

Everything here runs on the event loop, and what it keeps belongs to that loop alone. A stream that waits is a few objects:
neither a thread nor a connection is its own.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager, suppress
from typing import Final, ParamSpec, TypeVar
from uuid import UUID

import msgspec
from litestar.concurrency import sync_to_thread

from api.access import Seat
from api.problems import ApiProblem, NotReady
from api.storage.database import THREADS, Pool
from api.storage.listener import Listener, Pass
from api.storage.presence import PresentMember
from domain.messages import text

P = ParamSpec("P")
T = TypeVar("T")

MOST_OF_PERSON: Final = 50
"""The maximum number of streams that a person has open on one process, their bots' included: a bot needs one for each
campaign it serves.
"""

MOST: Final = 800
"""The maximum number of streams on a process. The server takes more connections than that, for other requests."""

READERS: Final = THREADS // 4
"""The maximum number of streams that read at once: other requests keep finding threads and connections."""


class TooManyStreams(ApiProblem):
    """The person has, with their bots, as many streams open as one may have."""

    slug = "too-many-streams"
    status = 429
    title = "Too many streams"


class Ending(msgspec.Struct, frozen=True):
    """Why a stream ends: a word for programs, a sentence for people."""

    reason: str
    detail: str


SHUTDOWN: Final = Ending("shutdown", "The service is stopping; connect again and continue from the last id.")
WITHDRAWN: Final = Ending(
    "access-withdrawn", "The token has expired, or may no longer read this campaign; connect with a valid one."
)
SLOW: Final = Ending(
    "too-slow", "The client did not read the data in time; connect again and continue from the last id."
)
BROKEN: Final = Ending(
    "internal-error", "The service failed unexpectedly; connect again and continue from the last id."
)


class Tail:
    """One open stream: `position` is the last entry that it has told of, `ending` why it is to end, once it is."""

    def __init__(self, seat: Seat, leave: Callable[[Tail], None]) -> None:
        self.position = 0
        self.ending: Ending | None = None
        self.campaign = seat.campaign
        self.person = seat.caller.credential.person
        token = seat.caller.credential.token
        assert token is not None, "a reader who opens a stream has sent a token"
        self.held = Pass(token, seat.campaign, UUID(seat.actor.member))
        self.here = None if seat.actor.through else PresentMember(seat.campaign, UUID(seat.actor.member))
        """The member who is here by it; None for the stream of a bot."""
        self._leave = leave
        self._stirred = asyncio.Event()
        self._sending: asyncio.Timeout | None = None

    def stir(self) -> None:
        """There may be something to tell."""
        self._stirred.set()

    def end(self, ending: Ending, patience: float = 1.0) -> None:
        """End the stream for this reason, unless it is ending already. Data being sent has so many seconds left."""
        self.ending = self.ending or ending
        self._stirred.set()
        if self._sending is not None and not self._sending.expired():
            self._sending.reschedule(asyncio.get_running_loop().time() + patience)

    async def stirred(self, within: float) -> bool:
        """Whether it is stirred, at once or within so many seconds; that it was is forgotten then."""
        if not self._stirred.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(within):
                    await self._stirred.wait()
        is_set = self._stirred.is_set()
        self._stirred.clear()
        return is_set

    @asynccontextmanager
    async def sending(self, within: float) -> AsyncIterator[None]:
        """Limit the block to so many seconds, or fewer where the stream is to end. Raises TimeoutError."""
        try:
            async with asyncio.timeout(within) as self._sending:
                yield
        finally:
            self._sending = None

    def close(self) -> None:
        """It is over. A second call does nothing."""
        self._leave(self)


class Live:
    """The streams that are open, and the listener that wakes them, which starts with the first of them."""

    def __init__(self, pool: Pool) -> None:
        self._listener = Listener(pool, self)
        self._listening: asyncio.Task[None] | None = None
        self._readers = asyncio.Semaphore(READERS)
        self._tails: defaultdict[UUID, set[Tail]] = defaultdict(set)
        self._held: Counter[UUID] = Counter()
        self._over = False

    def open(self, seat: Seat) -> Tail:
        """Open a stream that is woken by every later write.

        Raises TooManyStreams, and NotReady where the process has too many streams or is stopping.
        """
        person = seat.caller.credential.person
        if self._over:
            raise NotReady("the service is stopping; connect again in a moment")
        if self._held[person] >= MOST_OF_PERSON:
            most = text("you and your bots have {streams} streams open, the maximum", streams=MOST_OF_PERSON)
            raise TooManyStreams(text("{most}; close one first", most=most))
        if self._held.total() >= MOST:
            raise NotReady("this process has as many streams open as it can serve; try again later")
        tail = Tail(seat, self._close)
        self._held[person] += 1
        self._tails[tail.campaign].add(tail)
        if self._listening is None or self._listening.done():
            self._listening = asyncio.create_task(self._listener.listen())
        return tail

    def end(self) -> None:
        """End every stream, and open no other: the service stops."""
        self._over = True
        for tails in self._tails.values():
            for tail in tails:
                tail.end(SHUTDOWN)

    async def stop(self) -> None:
        """End every stream, and listen no longer."""
        self.end()
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.wait([self._listening])

    async def read(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do the work of a stream in a thread, a few streams at a time."""
        async with self._readers:
            return await sync_to_thread(work, *args, **kwargs)

    def count(self) -> int:
        """Return the number of open streams."""
        return self._held.total()

    def campaigns(self) -> Collection[UUID]:
        """The campaigns that streams wait for."""
        return self._tails.keys()

    def passes(self) -> Collection[Pass]:
        """The passes by which streams are open."""
        return {tail.held for tails in self._tails.values() for tail in tails}

    def here(self) -> Collection[PresentMember]:
        """The members who have a stream open themselves."""
        return {tail.here for tails in self._tails.values() for tail in tails if tail.here is not None}

    def moved(self, campaign: UUID, entry: int) -> None:
        """Wake the streams of a campaign that have not told of that entry."""
        for tail in self._tails.get(campaign, ()):
            if tail.position < entry:
                tail.stir()

    def withdrawn(self, permit: Pass) -> None:
        """End the streams that were open by a pass."""
        for tail in self._tails.get(permit.campaign, ()):
            if tail.held == permit:
                tail.end(WITHDRAWN)

    def _close(self, tail: Tail) -> None:
        tails = self._tails.get(tail.campaign, set())
        if tail not in tails:
            return
        tails.remove(tail)
        if not tails:
            del self._tails[tail.campaign]
        self._held[tail.person] -= 1
        if not self._held[tail.person]:
            del self._held[tail.person]


@asynccontextmanager
async def running(pool: Pool, stopping: asyncio.Event | None) -> AsyncIterator[Live]:
    """The streams of a service while it runs. They end once `stopping` is set, before connections are waited for."""
    live = Live(pool)

    async def end_in_time() -> None:
        if stopping is not None:
            await stopping.wait()
            live.end()

    ending = asyncio.create_task(end_in_time())
    try:
        yield live
    finally:
        ending.cancel()
        await live.stop()
