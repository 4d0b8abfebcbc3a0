"""Discord: users who are linked to accounts, and the channels in which campaigns are played.

A link is a token of the account that nobody knows, so it has scopes, is listed among the account's tokens, and ends with
the token. Discord signs who sends an interaction; `api.discord` checks that before it calls anything here.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Annotated, Final
from uuid import UUID

import msgspec

from api.access import OPEN, Access, Caller, Seat, allowed
from api.paging import ListPage, ListRequest, first_page
from api.problems import ApiProblem, Forbidden, NotFound
from api.services import Services
from api.storage.accounts import Scope, TokenWanted
from api.storage.discord import DiscordChannel
from domain.messages import text

VALID: Final = timedelta(minutes=15)
"""The time for which a code can be used."""

LINKED: Final[tuple[Scope, ...]] = ("read", "play", "revise")
"""The scopes of a link, unless its maker names others or has fewer."""


class NewDiscordCode(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A code that is to be made. By default the link may read, play and revise, as far as the token that makes it may."""

    scopes: Annotated[tuple[Scope, ...], msgspec.Meta(min_length=1)] | None = None


class IssuedDiscordCode(msgspec.Struct, frozen=True, kw_only=True):
    """A code that links one Discord user to the account. `code` is shown this once."""

    code: str
    scopes: tuple[Scope, ...]
    expires_at: datetime


class LinkedAccount(msgspec.Struct, frozen=True, kw_only=True):
    """The account that a Discord user was linked to, and what the link is for."""

    account: UUID
    name: str | None
    scopes: tuple[Scope, ...]


class ChannelTaken(ApiProblem):
    """Another campaign is played in the channel."""

    slug = "channel-taken"
    status = 409
    title = "The channel belongs to another campaign"


@allowed(Access("account", "admin"))
def make_discord_code(services: Services, caller: Caller, data: NewDiscordCode) -> IssuedDiscordCode:
    """Make a code that links one Discord user to this account: typed once in Discord within a quarter of an hour, as
    `/retcon link`. It replaces an earlier one. The link is a token of this account: it is listed at /tokens, and ends there.
    """
    mine = caller.credential.scopes
    if beyond := set(data.scopes or ()) - set(mine):
        raise Forbidden(
            text(
                "this token has no scope {beyond} to pass on; name `scopes` that it has",
                beyond=", ".join(sorted(beyond)),
            )
        )
    scopes = data.scopes or tuple(scope for scope in LINKED if scope in mine)
    until = datetime.now(UTC) + VALID
    ends_at = caller.credential.expires_at
    code = services.discord.make_code(caller.account, scopes, ends_at=ends_at, expires_at=until)
    return IssuedDiscordCode(code=code, scopes=scopes, expires_at=until)


@allowed(OPEN)
def link_discord_user(services: Services, user: str, username: str, code: str) -> LinkedAccount:
    """Link a Discord user, whom Discord vouches for, to the account of a code. An earlier link of the user ends. Wrong codes
    of a user are counted."""
    with services.discord.using(code.strip()) as used:
        if used is None:
            services.limits.guesses.wrong(f"discord:{user}")
        account = None if used is None else services.accounts.account(used.account)
        if used is None or account is None or account.erased_at is not None:
            raise NotFound("this code is unknown, used or expired; make another with `retcon discord link`")
        unlink_discord_user(services, user)
        wanted = TokenWanted(label=f"Discord: {username}", scopes=used.scopes, expires_at=used.ends_at)
        token, _ = services.accounts.issue(used.account, wanted)
        services.discord.link(user, token.id)
    return LinkedAccount(account=account.id, name=account.name, scopes=token.scopes)


@allowed(OPEN)
def unlink_discord_user(services: Services, user: str) -> bool:
    """End the link of a Discord user, whom Discord vouches for; False without one."""
    token = services.discord.token_of(user)
    credential = None if token is None else services.accounts.credential(token)
    if credential is not None and credential.token is not None:
        services.accounts.revoke(credential.account, credential.token)
    return services.discord.unlink(user)


@allowed(Access("gm", "play"))
def tie_discord_channel(services: Services, seat: Seat, channel: str) -> None:
    """Play the campaign in a Discord channel: its commands are about this campaign from then on, and its readers see what
    every member of the campaign may see."""
    before = services.discord.campaign_of(channel)
    if before not in (None, seat.campaign) and services.ledger.heads.role(before, UUID(seat.actor.member)) != "gm":
        raise ChannelTaken("another campaign is played here; its game master ends that with `/retcon leave`")
    services.discord.tie(channel, seat.campaign)


@allowed(Access("member"))
def list_discord_channels(services: Services, seat: Seat, page: ListRequest) -> ListPage[DiscordChannel]:
    """List the Discord channels in which the campaign is played, by id."""
    (after,) = page.key(tuple[str]) or ("",)
    rows = services.discord.channels(seat.campaign, after, None if page.limit is None else page.limit + 1)
    return first_page(rows, lambda row: (row.channel,), page)


@allowed(Access("gm", "play"))
def untie_discord_channel(services: Services, seat: Seat, channel: str) -> None:
    """Play the campaign no longer in a Discord channel."""
    if not services.discord.untie(channel, seat.campaign):
        raise NotFound(
            text(
                "this campaign is not played in the Discord channel {channel}; list its channels first", channel=channel
            )
        )


@allowed(OPEN)
def free_discord_channel(services: Services, channel: str) -> None:
    """Play no campaign in a channel any more, for a user of whom Discord vouches that they may manage the channel."""
    campaign = services.discord.campaign_of(channel)
    if campaign is not None:
        services.discord.untie(channel, campaign)
