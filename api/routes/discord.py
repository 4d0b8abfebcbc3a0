"""Routes: linking Discord users, and the Discord channels of a campaign. Discord itself asks at `api.discord.endpoint`."""

from __future__ import annotations

from litestar import delete, post

from api.routes.serving import listed, served
from api.use_cases import discord

_CHANNELS = "/campaigns/{campaign:uuid}/discord-channels"

ROUTES = (
    served(post, "/discord-codes", discord.make_discord_code, tags=["account"]),
    listed(_CHANNELS, discord.list_discord_channels, tags=["members"]),
    served(delete, _CHANNELS + "/{channel:str}", discord.untie_discord_channel, tags=["members"]),
)
