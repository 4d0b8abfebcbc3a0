"""The client for programs that wait for each answer."""

from __future__ import annotations

import ssl
import time
from collections.abc import Iterator
from types import TracebackType
from typing import Self, TypeVar

import httpx

from retcon_client.connecting import no_reply, options, reply_of
from retcon_client.exchanges import Connection, Exchange, Wait, WireRequest, exchange
from retcon_client.problems import NoReply
from retcon_client.replies import Reply
from retcon_client.requests import Request, ResultPage
from retcon_client.retries import Retries

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
        self._http = httpx.Client(**options(timeout, tls, transport))

    def __repr__(self) -> str:
        return f"Client({self.connection.url!r})"

    def send(self, request: Request[T]) -> T:
        """Send a request and return its answer. Raises ServiceProblem, NoReply, UnreadableReply."""
        return self._carry_out(exchange(self.connection, request))

    def rows(self, request: Request[ResultPage[Row]]) -> Iterator[Row]:
        """Yield the rows of a list, from page to page."""
        onward: Request[ResultPage[Row]] | None = request
        while onward is not None:
            page = self.send(onward)
            yield from page.rows
            onward = page.next

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _carry_out(self, steps: Exchange[T]) -> T:
        outcome: Reply | NoReply | None = None
        while True:
            try:
                step = steps.send(outcome)
            except StopIteration as end:
                answer: T = end.value
                return answer
            if isinstance(step, Wait):
                time.sleep(step.seconds)
                outcome = None
            else:
                outcome = self._ask(step)

    def _ask(self, wire: WireRequest) -> Reply | NoReply:
        try:
            return reply_of(self._http.request(wire.method, wire.url, headers=dict(wire.headers), content=wire.content))
        except httpx.RequestError as error:
            return no_reply(error, self.connection.url)
