"""Discord: linking your Discord user, the channels of a campaign, and the slash commands of the application."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Final, get_args

import rich_click as click
from rich.console import RenderableType

from api.cli.exits import Ended, Exit
from api.cli.opening import check_here, open_session
from api.cli.options import campaign
from api.cli.output import as_json, row, say, show, table, words
from api.settings import load
from api.storage.accounts import Scope
from api.storage.discord import DiscordChannel
from api.use_cases.discord import (
    IssuedDiscordCode,
    NewDiscordCode,
    list_discord_channels,
    make_discord_code,
    untie_discord_channel,
)

INSTALL: Final = "https://discord.com/oauth2/authorize?client_id={}&scope=applications.commands"
"""The address at which a user adds the application to a server."""


@click.group()
def discord() -> None:
    """Discord: your link, the channels of a campaign, and the slash commands of the application."""


@discord.command()
@click.option(
    "--scope",
    "scopes",
    multiple=True,
    type=click.Choice(get_args(Scope)),
    help="What the link may do; read, play and revise by default.",
)
@as_json
def link(scopes: tuple[Scope, ...]) -> None:
    """Print a code that links your Discord user to your account: typed once in Discord, within a quarter of an hour.

    The link is a token of your account: `retcon token list` lists it, and `retcon token revoke` ends it.
    """
    with open_session() as at:
        made: IssuedDiscordCode = at.ask(make_discord_code, data=NewDiscordCode(scopes=scopes or None))
    show(made, lambda: [words(made.code)])
    say(words("Type it in Discord, where nobody else sees it: /retcon link. It is shown this once."))


@discord.command("channels")
@campaign
@as_json
def listed_channels(campaign: str) -> None:
    """List the Discord channels in which a campaign is played. Its game master ties them: `/retcon here`."""
    with open_session() as at:
        channels = at.listed(list_discord_channels, campaign)
    show(channels, lambda: _channels(channels))


def _channels(channels: Sequence[DiscordChannel]) -> Iterator[RenderableType]:
    if not channels:
        yield words("It is played in no Discord channel.")
        return
    made = table("channel", "since")
    for each in channels:
        row(made, each.channel, f"{each.created_at:%Y-%m-%d}")
    yield made


@discord.command("leave")
@campaign
@click.argument("channel")
@as_json
def leave_channel(campaign: str, channel: str) -> None:
    """Play a campaign no longer in a Discord channel, given by its id."""
    with open_session() as at:
        at.ask(untie_discord_channel, campaign, channel=channel)
    show({"channel": channel}, lambda: [words(f"{campaign} is no longer played in the channel {channel}.", "green")])


@discord.command()
@click.option("--server", metavar="ID", help="Only in this Discord server, where they show at once.")
@as_json
def register(server: str | None) -> None:
    """Register the slash commands with Discord: once, and again after an upgrade that says so.

    It needs RETCON_DISCORD_APPLICATION and RETCON_DISCORD_BOT_TOKEN.
    """
    check_here()
    settings = load(os.environ)
    application, bot_token = settings.discord_application, settings.discord_bot_token
    if application is None or bot_token is None:
        raise Ended(
            Exit.NOTHING, "set RETCON_DISCORD_APPLICATION, RETCON_DISCORD_PUBLIC_KEY and RETCON_DISCORD_BOT_TOKEN"
        )
    sending, commands = import_module("api.discord.sending"), import_module("api.discord.commands")
    try:
        count = sending.register(settings.discord_api, application, bot_token, commands.commands_described(), server)
    except sending.DiscordRefused as refused:
        raise Ended(Exit.REFUSED, str(refused)) from refused
    add = INSTALL.format(application)
    show(
        {"commands": count, "add_to_server": add},
        lambda: [
            words(f"Registered {count} slash commands.", "green"),
            words(f"Add the application to a server: {add}"),
        ],
    )
