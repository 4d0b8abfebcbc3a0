"""The endpoint to which Discord sends interactions: `POST /discord/interactions`."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Final

import msgspec
from litestar import Litestar, asgi
from litestar.exceptions import MethodNotAllowedException
from litestar.types import ControllerRouterHandler, HTTPScope, Receive, Scope, Send

from api.access import OPEN
from api.answers import raw
from api.discord.answering import Answers
from api.discord.payloads import Interaction
from api.discord.sending import FollowUps, async_client
from api.discord.signatures import NotSigned, Verifier
from api.http.endpoints import JSON, body_of, encode, headers_of
from api.http.guards import Guard
from api.problems import BadBody, NotSignedIn
from domain.messages import text

PATH: Final = "/discord/interactions"

_decode = msgspec.json.Decoder(Interaction).decode


class DiscordEndpoint:
    """Answers what Discord signs for one application."""

    def __init__(self, application: str, public_key: str, api: str) -> None:
        self._application, self._api = application, api
        self._verifier = Verifier(public_key)
        self._answers: Answers | None = None

    @property
    def route(self) -> ControllerRouterHandler:
        """The route. It reads no token: the signature says whose request it is."""

        @asgi(PATH, guards=[Guard(OPEN)], copy_scope=True)
        async def discord_interactions(scope: Scope, receive: Receive, send: Send) -> None:
            await self._respond(scope, receive, send)

        return discord_interactions

    @asynccontextmanager
    async def _running(self, _: Litestar) -> AsyncIterator[None]:
        async with async_client() as http:
            self._answers = Answers(FollowUps(http, self._api, self._application))
            try:
                yield
            finally:
                await self._answers.finish()

    def lifespan(self, app: Litestar) -> AbstractAsyncContextManager[None]:
        """Answer while the application runs, and send what is still to be sent when it ends."""
        return self._running(app)

    async def _respond(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request. Raises MethodNotAllowedException, NotSignedIn, BadBody."""
        asked: HTTPScope = scope  # type: ignore[assignment]  # the route takes HTTP alone
        if asked["method"] != "POST":
            raise MethodNotAllowedException
        interaction = self._read(asked, await body_of(asked, receive))
        assert self._answers is not None, "a running application answers"
        content = encode(await self._answers.answer(scope["litestar_app"].state.services, interaction))
        headers = (*raw({}), JSON, (b"content-length", b"%d" % len(content)))
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": content, "more_body": False})

    def _read(self, scope: HTTPScope, body: bytes) -> Interaction:
        """Read an interaction whose signature is valid. Raises NotSignedIn, BadBody."""
        headers = headers_of(scope)
        signature, timestamp = (headers.get(name, b"").decode("latin-1") for name in _SIGNED)
        try:
            self._verifier.check(signature, timestamp, body, time.time())
        except NotSigned as wrong:
            raise NotSignedIn(str(wrong)) from wrong
        try:
            interaction = _decode(body)
        except msgspec.MsgspecError as wrong:
            raise BadBody(text("this is no interaction of Discord: {wrong}", wrong=wrong)) from wrong
        if interaction.application_id != self._application:
            raise NotSignedIn("the interaction is for another application")
        return interaction


_SIGNED: Final = (b"x-signature-ed25519", b"x-signature-timestamp")
