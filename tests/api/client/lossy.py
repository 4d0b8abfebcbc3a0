"""Connections that lose replies: each request reaches the real service, and some of the replies never come back."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from itertools import cycle

import httpx


class LosingReplies(httpx.HTTPTransport):
    """A transport that loses the first so many replies. `carried` are the methods of all requests that it sent."""

    def __init__(self, losses: int) -> None:
        super().__init__()
        self.losses = losses
        self.carried: list[str] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = super().handle_request(request)
        response.read()
        self.carried.append(request.method)
        if self.losses > 0:
            self.losses -= 1
            raise httpx.RemoteProtocolError("Server disconnected without sending a response.")
        return response


class AsyncLosingReplies(httpx.AsyncHTTPTransport):
    """The same on an event loop."""

    def __init__(self, losses: int) -> None:
        super().__init__()
        self.losses = losses

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        response = await super().handle_async_request(request)
        await response.aread()
        if self.losses > 0:
            self.losses -= 1
            raise httpx.RemoteProtocolError("Server disconnected without sending a response.")
        return response


class BreakingStreams(httpx.HTTPTransport):
    """A transport whose connections break after so many bytes, in turn. `connections` counts them."""

    def __init__(self, *lengths: int) -> None:
        super().__init__()
        self.connections = 0
        self._lengths = cycle(lengths)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = super().handle_request(request)
        if request.url.path.endswith("/stream"):
            self.connections += 1
            assert isinstance(response.stream, httpx.SyncByteStream)
            response.stream = _Breaking(response.stream, next(self._lengths))
        return response


class AsyncBreakingStreams(httpx.AsyncHTTPTransport):
    """The same on an event loop."""

    def __init__(self, *lengths: int) -> None:
        super().__init__()
        self.connections = 0
        self._lengths = cycle(lengths)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        response = await super().handle_async_request(request)
        if request.url.path.endswith("/stream"):
            self.connections += 1
            assert isinstance(response.stream, httpx.AsyncByteStream)
            response.stream = _AsyncBreaking(response.stream, next(self._lengths))
        return response


class _Breaking(httpx.SyncByteStream):
    def __init__(self, whole: httpx.SyncByteStream, length: int) -> None:
        self._whole, self._length = whole, length

    def __iter__(self) -> Iterator[bytes]:
        for chunk in self._whole:
            yield chunk[: self._length]
            self._length -= len(chunk)
            if self._length <= 0:
                raise httpx.ReadError("Connection reset by peer")

    def close(self) -> None:
        self._whole.close()


class _AsyncBreaking(httpx.AsyncByteStream):
    def __init__(self, whole: httpx.AsyncByteStream, length: int) -> None:
        self._whole, self._length = whole, length

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for chunk in self._whole:
            yield chunk[: self._length]
            self._length -= len(chunk)
            if self._length <= 0:
                raise httpx.ReadError("Connection reset by peer")

    async def aclose(self) -> None:
        await self._whole.aclose()
