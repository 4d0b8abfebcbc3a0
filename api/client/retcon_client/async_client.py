"""The client for programs on an event loop."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

import httpx

from retcon_client.connecting import STREAM_TIMEOUTS, content_of_async, no_reply, opened, options, reply_of
from retcon_client.exchanges import Connection, Exchange, RetryPause, WireRequest, exchange
from retcon_client.following import Delivery, News, ReadMore, StreamPosition, StreamRequest, following
from retcon_client.importing import ImportLines, Progress
from retcon_client.problems import NoReply
from retcon_client.replies import Reply
from retcon_client.requests import Request, ResultPage, beginning_of
from retcon_client.retries import Retries

if TYPE_CHECKING:
    from retcon_client.answers.imports import FileImport

T = TypeVar("T")
Row = TypeVar("Row")


class AsyncClient:
    """A client of one service, with one token, on the running event loop. Close it, or use it in an `async with` block.

    `timeout` is in seconds, for each attempt; `tls` trusts an authority of one's own.
    """

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        timeout: float = 30.0,
        retries: Retries = Retries(),  # noqa: B008  # frozen
        tls: ssl.SSLContext | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self.connection = Connection(url=url, token=token, retries=retries)
        self._http = httpx.AsyncClient(**options(self.connection.url, timeout, tls, transport))

    def __repr__(self) -> str:
        return f"AsyncClient({self.connection.url!r})"

    async def send(self, request: Request[T]) -> T:
        """Send a request and return its answer. Raises ServiceProblem, NoReply, UnreadableReply."""
        return await self._carry_out(exchange(self.connection, request))

    @asynccontextmanager
    async def parts(self, request: Request[Any]) -> AsyncIterator[AsyncIterator[bytes]]:
        """Send a request that is answered with a file, and give its bytes as they come, in an `async with` block: no more is
        held than a part. Raises ServiceProblem and NoReply, the latter also while parts come.
        """
        async with AsyncExitStack() as stack:
            responses: list[httpx.Response] = []

            async def begin(wire: WireRequest) -> Reply | NoReply:
                try:
                    response = self._http.stream(
                        wire.method, wire.url, headers=dict(wire.headers), content=content_of_async(wire)
                    )
                    responses.append(await stack.enter_async_context(response))
                    if responses[-1].is_success:
                        return opened(responses[-1])
                    await responses[-1].aread()
                except httpx.RequestError as error:
                    return no_reply(error, self.connection.url)
                return reply_of(responses[-1])

            await self._carry_out(exchange(self.connection, beginning_of(request)), begin)
            yield self._arriving(responses[-1])

    async def _arriving(self, response: httpx.Response) -> AsyncIterator[bytes]:
        try:
            async for part in response.aiter_bytes():
                yield part
        except httpx.RequestError as error:
            raise no_reply(error, self.connection.url) from error

    async def import_file(self, asked: Request[Any], progress: Progress | None = None) -> FileImport:
        """Send a file to be imported, and return the report. `progress` is told how much of the file has been written down, and
        of how much. A cancelled task cancels the import. Raises ServiceProblem, NoReply, UnreadableReply.
        """
        lines = ImportLines(progress)
        async with self.parts(asked) as parts:
            async for part in parts:
                lines.feed(part)
        return lines.result()

    async def rows(self, request: Request[ResultPage[Row]]) -> AsyncIterator[Row]:
        """Yield the rows of a list, from page to page."""
        onward: Request[ResultPage[Row]] | None = request
        while onward is not None:
            page = await self.send(onward)
            for row in page.rows:
                yield row
            onward = page.next

    def follow(self, asked: StreamRequest) -> AsyncFollowing:
        """Follow a campaign live, in an `async with` block; it is connected from the beginning of the block on."""
        return AsyncFollowing(self.connection, self._http, asked)

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def _carry_out(
        self, steps: Exchange[T], ask: Callable[[WireRequest], Awaitable[Reply | NoReply]] | None = None
    ) -> T:
        outcome: Reply | NoReply | None = None
        while True:
            try:
                step = steps.send(outcome)
            except StopIteration as end:
                answer: T = end.value
                return answer
            if isinstance(step, RetryPause):
                await asyncio.sleep(step.seconds)
                outcome = None
            else:
                outcome = await (ask or self._ask)(step)

    async def _ask(self, wire: WireRequest) -> Reply | NoReply:
        try:
            content = content_of_async(wire)
            response = await self._http.request(wire.method, wire.url, headers=dict(wire.headers), content=content)
        except httpx.RequestError as error:
            return no_reply(error, self.connection.url)
        return reply_of(response)


class AsyncFollowing:
    """A campaign that is followed live: iterate over it with `async for` for what happens. A lost connection goes on where it broke, also
    when the service starts anew. `position.entry` is the number of the newest entry that has come.
    """

    def __init__(self, connection: Connection, http: httpx.AsyncClient, asked: StreamRequest) -> None:
        self.position = StreamPosition(asked.after)
        self._url = connection.url
        self._http = http
        self._steps = following(asked, connection, self.position)
        self._response: httpx.Response | None = None
        self._chunks: AsyncIterator[bytes] | None = None

    async def __aenter__(self) -> Self:
        try:
            await self._next()
        except BaseException:
            await self._leave()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._leave()

    async def __aiter__(self) -> AsyncIterator[News]:
        while True:
            news = await self._next()
            if news is not None:
                yield news

    async def _next(self) -> News | None:
        outcome: Reply | NoReply | bytes | None = None
        while True:
            match self._steps.send(outcome):
                case Delivery(news):
                    return news
                case RetryPause(seconds):
                    await self._leave()
                    await asyncio.sleep(seconds)
                    outcome = None
                case WireRequest() as wire:
                    outcome = await self._open(wire)
                case ReadMore():
                    outcome = await self._read()

    async def _open(self, wire: WireRequest) -> Reply | NoReply:
        asked = self._http.build_request(wire.method, wire.url, headers=dict(wire.headers), timeout=STREAM_TIMEOUTS)
        try:
            self._response = await self._http.send(asked, stream=True)
            self._chunks = self._response.aiter_bytes()
            if self._response.is_success:
                return opened(self._response)
            await self._response.aread()
        except httpx.RequestError as error:
            return no_reply(error, self._url)
        return reply_of(self._response)

    async def _read(self) -> bytes | NoReply:
        try:
            return b"" if self._chunks is None else await anext(self._chunks, b"")
        except httpx.RequestError as error:
            return no_reply(error, self._url)

    async def _leave(self) -> None:
        if self._response is not None:
            await self._response.aclose()
            self._response = None
