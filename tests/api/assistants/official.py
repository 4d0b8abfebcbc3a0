"""The official client of the Model Context Protocol, as a test uses it: call after call, without awaiting."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Literal, TypeVar

import httpx2
from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp_types import TextContent, TextResourceContents

T = TypeVar("T")
Mode = Literal["auto", "legacy"]
NO_HEADERS: Mapping[str, str] = {}


class Assistant:
    """A connected client. A refused tool is an AssertionError in `call`, and a sentence in `refused`."""

    def __init__(self, portal: BlockingPortal, client: Client) -> None:
        self._portal, self.client = portal, client

    def run(self, method: Callable[..., Awaitable[T]], *args: Any) -> T:
        return self._portal.call(method, *args)

    def call(self, tool: str, **given: Any) -> Any:
        answer = self.run(self.client.call_tool, tool, given)
        assert not answer.is_error, _text(answer.content[0])
        return json.loads(_text(answer.content[0]))

    def refused(self, tool: str, **given: Any) -> str:
        answer = self.run(self.client.call_tool, tool, given)
        assert answer.is_error, "the tool was carried out"
        return _text(answer.content[0])

    def read(self, uri: str) -> Any:
        return json.loads(_text(self.run(self.client.read_resource, uri).contents[0]))


def _text(content: object) -> str:
    assert isinstance(content, TextContent | TextResourceContents), "answers are text"
    return content.text


@contextmanager
def connected(
    url: str, token: str, mode: Mode = "auto", headers: Mapping[str, str] = NO_HEADERS
) -> Iterator[Assistant]:
    """A client of a service over HTTP, with a token."""
    sent = {"Authorization": f"Bearer {token}", **headers}
    with start_blocking_portal() as portal:
        http = httpx2.AsyncClient(headers=sent, timeout=60)
        client = Client(streamable_http_client(f"{url}/mcp", http_client=http), mode=mode)
        with portal.wrap_async_context_manager(http), portal.wrap_async_context_manager(client):
            yield Assistant(portal, client)


@contextmanager
def started(command: str, args: list[str], environment: dict[str, str]) -> Iterator[Assistant]:
    """A client of a program that it starts, over the program's standard input and output."""
    client = Client(StdioServerParameters(command=command, args=args, env=environment))
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(client):
        yield Assistant(portal, client)
