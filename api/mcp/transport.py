"""The protocol's own transports: a request over HTTP, and standard input and output."""

from __future__ import annotations

from typing import Any, Final

from mcp.server.stdio import stdio_server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

from api.mcp.callers import ToolCaller
from api.mcp.server import Context, server

LARGEST_REQUEST: Final = 1024 * 1024
"""Bytes of one request, at most."""

STATE: Final = "retcon.caller"
"""The key of the caller in the scope of a request."""


def _sender(context: Context) -> ToolCaller:
    assert context.request is not None, "the transport keeps the request"
    caller: ToolCaller = context.request.scope[STATE]
    return caller


_SERVER: Final = server(_sender)


async def answer(caller: ToolCaller, scope: Any, receive: Any, send: Any) -> None:
    """Answer a request over HTTP. Each stands for itself, so that any process may answer it."""
    manager = StreamableHTTPSessionManager(
        _SERVER, json_response=True, stateless=True, max_request_body_size=LARGEST_REQUEST
    )
    async with manager.run():
        await manager.handle_request({**scope, STATE: caller}, receive, send)


async def serve_standard_input(caller: ToolCaller) -> None:
    """Serve one person over standard input and output, until the input ends."""
    offered = server(lambda _: caller)
    async with stdio_server() as (read, write):
        await offered.run(read, write, offered.create_initialization_options())
