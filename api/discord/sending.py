"""Discord's HTTP API: answers that come later than the first one, and the slash commands of the application."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Final

import httpx
import structlog

from domain.messages import text

WAITS: Final = (0.3, 1.0, 3.0, 6.0)
"""Seconds before each attempt to send a message. Discord knows of an interaction only once it has our first answer."""

PATIENCE: Final = 10.0
"""Seconds that Discord has for an answer."""

LONGEST_WAIT: Final = 30.0
"""Seconds that Discord may make us wait when we send too much, at most."""

_AGAIN: Final = frozenset({404, 429, 500, 502, 503, 504})

_log = structlog.get_logger(__name__)


class DiscordRefused(Exception):
    """Discord did not take what was sent. The text says why, without any secret."""


class FollowUps:
    """Sends what comes behind the first answer to an interaction, by the interaction's own token: it lasts 15 minutes."""

    def __init__(self, http: httpx.AsyncClient, api: str, application: str) -> None:
        self._http = http
        self._base = f"{api}/webhooks/{application}"

    async def edit(self, token: str, body: dict[str, Any]) -> None:
        """Put a message in the place of the first answer."""
        await self._sent("PATCH", f"{self._base}/{token}/messages/@original", body)

    async def add(self, token: str, body: dict[str, Any]) -> None:
        """Send another message behind the first answer."""
        await self._sent("POST", f"{self._base}/{token}", body)

    async def _sent(self, method: str, url: str, body: dict[str, Any]) -> None:
        """Send a message; try again where Discord is busy, or has not got our first answer yet. A message that does not
        arrive is logged: what was played stands, whether it is shown or not."""
        status = "no answer"
        for wait in WAITS:
            await asyncio.sleep(wait)
            try:
                answer = await self._http.request(method, url, json=body)
            except httpx.ConnectError:
                continue
            except httpx.HTTPError as error:
                status = type(error).__name__
                break
            if answer.is_success:
                return
            status = str(answer.status_code)
            if answer.status_code not in _AGAIN:
                break
            if answer.status_code == httpx.codes.TOO_MANY_REQUESTS:
                await asyncio.sleep(_asked_to_wait(answer))
        _log.warning("discord_message_lost", method=method, status=status)


def async_client() -> httpx.AsyncClient:
    """Return a client for a process. It takes no proxy from the environment and keeps no cookies."""
    return httpx.AsyncClient(timeout=PATIENCE, trust_env=False, follow_redirects=False)


def _asked_to_wait(answer: httpx.Response) -> float:
    try:
        return min(float(answer.headers.get("retry-after", 1)), LONGEST_WAIT)
    except ValueError:
        return 1.0


def register(
    api: str, application: str, bot_token: str, commands: Sequence[dict[str, Any]], server: str | None = None
) -> int:
    """Make these the slash commands of the application: everywhere, or in one server, where they show at once. Return how
    many there are. Raises DiscordRefused.
    """
    where = f"applications/{application}" + (f"/guilds/{server}" if server else "")
    headers = {"Authorization": f"Bot {bot_token}"}
    try:
        with httpx.Client(timeout=PATIENCE, trust_env=False) as http:
            answer = http.put(f"{api}/{where}/commands", headers=headers, json=list(commands))
    except httpx.HTTPError as error:
        wrong = type(error).__name__
        raise DiscordRefused(
            text("Discord cannot be reached at {api}: {wrong}; try again", api=api, wrong=wrong)
        ) from error
    match answer.status_code:
        case 200:
            return len(commands)
        case 401:
            raise DiscordRefused("Discord does not know this bot token; copy it from the page Bot of your application")
        case 403 | 404:
            raise DiscordRefused(
                "Discord lets this bot register no commands there; check RETCON_DISCORD_APPLICATION, and add the "
                "application to the server first"
            )
        case 429:
            seconds = round(_asked_to_wait(answer))
            raise DiscordRefused(text("Discord asks to wait {seconds} seconds; try again then", seconds=seconds))
        case status:
            raise DiscordRefused(text("Discord answered {status}: {words}", status=status, words=answer.text[:300]))
