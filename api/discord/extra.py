"""The extra `discord`: the endpoint for interactions, where the settings name an application."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from api.settings import InvalidSetting, Settings

if TYPE_CHECKING:
    from api.discord.endpoint import Endpoint


def endpoint_of(settings: Settings) -> Endpoint | None:
    """Return the endpoint for the interactions of the application that the settings name; None where they name none.

    Raises InvalidSetting where the extra is not installed.
    """
    if settings.discord_application is None or settings.discord_public_key is None:
        return None
    try:
        module = import_module("api.discord.endpoint")
    except ImportError as error:
        variable, right = "RETCON_DISCORD_PUBLIC_KEY", "install retcon[discord], or leave it out"
        raise InvalidSetting(variable, "needs the extra `discord`, which is not installed", right) from error
    try:
        made: Endpoint = module.Endpoint(
            settings.discord_application, settings.discord_public_key, settings.discord_api
        )
    except ValueError as error:
        right = "copy it from Discord's developer portal"
        raise InvalidSetting("RETCON_DISCORD_PUBLIC_KEY", "is no public key", right) from error
    return made
