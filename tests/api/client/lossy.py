"""Connections that lose replies: each request reaches the real service, and some of the replies never come back."""

from __future__ import annotations

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
