"""The client for programs that wait for each answer."""

from __future__ import annotations

import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

import httpx

from retcon_client.connecting import STREAM_TIMEOUTS, content_of, no_reply, opened, options, reply_of
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


class Client:
    """A client of one service, with one token. Close it, or use it in a `with` block. Threads may share it.

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
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self.connection = Connection(url=url, token=token, retries=retries)
        self._http = httpx.Client(**options(self.connection.url, timeout, tls, transport))

    def __repr__(self) -> str:
        return f"Client({self.connection.url!r})"

    def send(self, request: Request[T]) -> T:
        """Send a request and return its answer. Raises ServiceProblem, NoReply, UnreadableReply."""
        return self._carry_out(exchange(self.connection, request))

    @contextmanager
    def parts(self, request: Request[Any]) -> Iterator[Iterator[bytes]]:
        """Send a request that is answered with a file, and give its bytes as they come, in a `with` block: no more is held
        than a part. Raises ServiceProblem and NoReply, the latter also while parts come.
        """
        with ExitStack() as stack:
            responses: list[httpx.Response] = []

            def begin(wire: WireRequest) -> Reply | NoReply:
                try:
                    response = self._http.stream(
                        wire.method, wire.url, headers=dict(wire.headers), content=content_of(wire)
                    )
                    responses.append(stack.enter_context(response))
                    if responses[-1].is_success:
                        return opened(responses[-1])
                    responses[-1].read()
                except httpx.RequestError as error:
                    return no_reply(error, self.connection.url)
                return reply_of(responses[-1])

            self._carry_out(exchange(self.connection, beginning_of(request)), begin)
            yield self._arriving(responses[-1])

    def _arriving(self, response: httpx.Response) -> Iterator[bytes]:
        try:
            yield from response.iter_bytes()
        except httpx.RequestError as error:
            raise no_reply(error, self.connection.url) from error

    def import_file(self, asked: Request[Any], progress: Progress | None = None) -> FileImport:
        """Send a file to be imported (`Service.import_file`, `Campaign.import_into`), and return the report. `progress` is told how much of the file has been
        written down, and of how much. An interrupt cancels the import. Raises ServiceProblem, NoReply, UnreadableReply.
        """
        lines = ImportLines(progress)
        with self.parts(asked) as parts:
            for part in parts:
                lines.feed(part)
        return lines.result()

    def rows(self, request: Request[ResultPage[Row]]) -> Iterator[Row]:
        """Yield the rows of a list, from page to page."""
        onward: Request[ResultPage[Row]] | None = request
        while onward is not None:
            page = self.send(onward)
            yield from page.rows
            onward = page.next

    def follow(self, asked: StreamRequest) -> Following:
        """Follow a campaign live, in a `with` block; it is connected from the beginning of the block on."""
        return Following(self.connection, self._http, asked)

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _carry_out(self, steps: Exchange[T], ask: Callable[[WireRequest], Reply | NoReply] | None = None) -> T:
        outcome: Reply | NoReply | None = None
        while True:
            try:
                step = steps.send(outcome)
            except StopIteration as end:
                answer: T = end.value
                return answer
            if isinstance(step, RetryPause):
                time.sleep(step.seconds)
                outcome = None
            else:
                outcome = (ask or self._ask)(step)

    def _ask(self, wire: WireRequest) -> Reply | NoReply:
        try:
            content = content_of(wire)
            return reply_of(self._http.request(wire.method, wire.url, headers=dict(wire.headers), content=content))
        except httpx.RequestError as error:
            return no_reply(error, self.connection.url)


class Following:
    """A campaign that is followed live: iterate over it for what happens. A lost connection goes on where it broke, also
    when the service starts anew. `position.entry` is the number of the newest entry that has come.
    """

    def __init__(self, connection: Connection, http: httpx.Client, asked: StreamRequest) -> None:
        self.position = StreamPosition(asked.after)
        self._url = connection.url
        self._http = http
        self._steps = following(asked, connection, self.position)
        self._response: httpx.Response | None = None
        self._chunks: Iterator[bytes] = iter(())

    def __enter__(self) -> Self:
        try:
            self._next()
        except BaseException:
            self._leave()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._leave()

    def __iter__(self) -> Iterator[News]:
        while True:
            news = self._next()
            if news is not None:
                yield news

    def _next(self) -> News | None:
        outcome: Reply | NoReply | bytes | None = None
        while True:
            match self._steps.send(outcome):
                case Delivery(news):
                    return news
                case RetryPause(seconds):
                    self._leave()
                    time.sleep(seconds)
                    outcome = None
                case WireRequest() as wire:
                    outcome = self._open(wire)
                case ReadMore():
                    outcome = self._read()

    def _open(self, wire: WireRequest) -> Reply | NoReply:
        asked = self._http.build_request(wire.method, wire.url, headers=dict(wire.headers), timeout=STREAM_TIMEOUTS)
        try:
            self._response = self._http.send(asked, stream=True)
            self._chunks = self._response.iter_bytes()
            if self._response.is_success:
                return opened(self._response)
            self._response.read()
        except httpx.RequestError as error:
            return no_reply(error, self._url)
        return reply_of(self._response)

    def _read(self) -> bytes | NoReply:
        try:
            return next(self._chunks, b"")
        except httpx.RequestError as error:
            return no_reply(error, self._url)

    def _leave(self) -> None:
        if self._response is not None:
            self._response.close()
            self._response = None
