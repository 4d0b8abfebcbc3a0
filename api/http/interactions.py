"""Interactions: the endpoint for Discord, where the settings name an application. `api.discord` answers them.

It stands on the command line, which starts the service, so it is imported only when the settings ask for it.
"""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from importlib import import_module
from typing import Protocol

from litestar import Litestar
from litestar.types import ControllerRouterHandler

from api.settings import InvalidSetting, Settings


class Interactions(Protocol):
    """An endpoint for the interactions of one application."""

    @property
    def route(self) -> ControllerRouterHandler:
        """The route to which Discord sends them."""

    def lifespan(self, app: Litestar) -> AbstractAsyncContextManager[None]:
        """Answer while the application runs."""


def interactions_of(settings: Settings) -> list[Interactions]:
    """Return the endpoint for the application that the settings name; nothing where they name none.

    Raises InvalidSetting where the extra `discord` is not installed, or the key is none.
    """
    if settings.discord_application is None or settings.discord_public_key is None:
        return []
    variable = "RETCON_DISCORD_PUBLIC_KEY"
    try:
        endpoint = import_module("api.discord.endpoint").DiscordEndpoint
    except ImportError as error:
        right = "install retcon[discord], or leave it out"
        raise InvalidSetting(variable, "needs the extra `discord`, which is not installed", right) from error
    try:
        return [endpoint(settings.discord_application, settings.discord_public_key, settings.discord_api)]
    except ValueError as error:
        raise InvalidSetting(variable, "is no public key", "copy it from Discord's developer portal") from error
