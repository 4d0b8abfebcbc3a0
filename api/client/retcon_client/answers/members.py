"""Answers about members, written from the OpenAPI document of the service."""

from __future__ import annotations

import msgspec

from retcon_client.kinds import Secret


class Accepted(msgspec.Struct, frozen=True, kw_only=True):
    """A part in a campaign, with the campaign's name. `secret` is the token of an account that was made for it, shown
    this once; else null.
    """

    campaign: str
    campaign_name: str
    member: str
    name: str | None
    role: str
    secret: Secret | None


class DepartureView(msgspec.Struct, frozen=True, kw_only=True):
    """The result of leaving: `forks` lists the forks, known to the caller, where the member still takes part."""

    forks: tuple[ForkLeft, ...]


class DiscordChannel(msgspec.Struct, frozen=True, kw_only=True):
    """A Discord channel in which a campaign is played, by the id that Discord gave it."""

    channel: str
    campaign: str
    created_at: str


class ForkLeft(msgspec.Struct, frozen=True, kw_only=True):
    """A fork where a member still takes part after leaving the campaign that it was forked from."""

    id: str
    name: str


class Grant(msgspec.Struct, frozen=True, kw_only=True):
    """A bot that may act for a member of a campaign, and for what; its token must be good for that, too."""

    bot: str
    name: str | None
    scopes: tuple[str, ...]
    created_at: str


class Invitation(msgspec.Struct, frozen=True, kw_only=True):
    """An invitation to a campaign, for anyone who has its code."""

    id: str
    campaign: str
    role: str
    uses_left: int
    invited_by: str
    created_at: str
    expires_at: str


class IssuedInvitation(msgspec.Struct, frozen=True, kw_only=True):
    """A new invitation. `code` is what lets people in, and is shown this once."""

    invitation: Invitation
    code: Secret


class IssuedRecovery(msgspec.Struct, frozen=True, kw_only=True):
    """A recovery code of a member. `code` is shown this once."""

    member: MemberView
    code: Secret
    expires_at: str


class MemberView(msgspec.Struct, frozen=True, kw_only=True):
    """A member of a campaign. `name` is null where the account was erased."""

    member: str
    name: str | None
    role: str


class OpenRecovery(msgspec.Struct, frozen=True, kw_only=True):
    """A recovery code that can still be redeemed: of which member, and which game master made it. The code is not
    shown. A `name` is null where the account was erased.
    """

    member: str
    name: str | None
    made_by: str
    made_by_name: str | None
    expires_at: str


class PresenceView(msgspec.Struct, frozen=True, kw_only=True):
    """The members who are here now."""

    here: tuple[MemberView, ...]


class Recovered(msgspec.Struct, frozen=True, kw_only=True):
    """A member who has come back, and the name of the campaign. `secret` is their new token, for this campaign alone,
    and is shown this once.
    """

    campaign: str
    campaign_name: str
    member: str
    name: str | None
    role: str
    secret: Secret
