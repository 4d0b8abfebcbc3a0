"""Assistants: the Model Context Protocol, for programs that speak it."""

from __future__ import annotations

from litestar import asgi
from litestar.concurrency import sync_to_thread
from litestar.types import Receive, Scope, Send

from api.access import Access
from api.http.endpoints import asked_by, headers_of
from api.http.guards import Guard
from api.mcp.callers import TokenHolder
from api.mcp.extra import protocol
from projections.translation.catalogues import languages
from projections.translation.negotiation import language_of


@asgi("/mcp", guards=[Guard(Access("account"))], copy_scope=True)
async def assistants(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a request of the Model Context Protocol (streamable HTTP) with the rights of its token."""
    header = headers_of(scope).get(b"accept-language", b"").decode("latin-1")
    language = language_of(header, languages())
    person = TokenHolder(scope["litestar_app"].state.services, asked_by(scope), language)
    transport = await sync_to_thread(protocol, "transport")
    await transport.answer(person, scope, receive, send)


ROUTES = (assistants,)
