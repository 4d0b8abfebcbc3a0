"""Requests about members, written from the OpenAPI document of the service."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from retcon_client.answers.members import (
    Accepted,
    DepartureView,
    DiscordChannel,
    Grant,
    Invitation,
    IssuedInvitation,
    IssuedRecovery,
    MemberView,
    OpenRecovery,
    PresenceView,
    Recovered,
)
from retcon_client.handles import CampaignHandle, ServiceHandle, body_of
from retcon_client.requests import Request, ResultPage, path_to


class CampaignMembers(CampaignHandle):
    """Requests about members, of a campaign."""

    def list_members(
        self,
        *,
        after: str | None = None,
        limit: int | None = None,
        name: str | None = None,
        role: Literal["gm", "player", "observer"] | None = None,
    ) -> Request[ResultPage[MemberView]]:
        """List the members of a campaign with their roles, by id."""
        return self.listing(
            path_to("campaigns", self.id, "members"),
            MemberView,
            query={"after": after, "limit": limit, "name": name, "role": role},
            at_point=True,
        )

    def show_presence(self) -> Request[PresenceView]:
        """Return the members who are here: who have a page of the campaign open, or follow its stream themselves. It
        may lag a few seconds behind, and tells nothing of what anybody reads.
        """
        return self.request("GET", path_to("campaigns", self.id, "presence"), PresenceView)

    def show_member(self, member: str) -> Request[MemberView]:
        """One member."""
        return self.request("GET", path_to("campaigns", self.id, "members", member), MemberView, at_point=True)

    def end_part(self, member: str, *, forks: bool | None = None) -> Request[DepartureView]:
        """Leave a campaign, or (as its game master) remove a member. Their entries stay. Forks are campaigns of their
        own: with `forks` the member leaves those as well, where the caller manages members; the response lists the
        others.
        """
        return self.request(
            "DELETE", path_to("campaigns", self.id, "members", member), DepartureView, query={"forks": forks}
        )

    def change_role(self, member: str, *, role: Literal["gm", "observer", "player"]) -> Request[MemberView]:
        """Give a member another role. A campaign keeps at least one game master."""
        return self.request(
            "PATCH", path_to("campaigns", self.id, "members", member), MemberView, body=body_of({"role": role})
        )

    def offer_recovery(self, member: str) -> Request[IssuedRecovery]:
        """Make a code for a member who lost their token: it can be redeemed once, within a day, and is on record as an
        entry. It replaces an earlier one.
        """
        return self.request("POST", path_to("campaigns", self.id, "members", member, "recovery"), IssuedRecovery)

    def withdraw_recovery(self, member: str) -> Request[None]:
        """Withdraw the recovery code of a member, so that it can no longer be redeemed."""
        return self.request("DELETE", path_to("campaigns", self.id, "members", member, "recovery"), None)

    def list_recoveries(
        self, *, after: str | None = None, limit: int | None = None
    ) -> Request[ResultPage[OpenRecovery]]:
        """List the recovery codes of the campaign that can still be redeemed; the one that ends first comes first."""
        return self.listing(
            path_to("campaigns", self.id, "recoveries"), OpenRecovery, query={"after": after, "limit": limit}
        )

    def list_grants(
        self, member: str, *, after: str | None = None, limit: int | None = None
    ) -> Request[ResultPage[Grant]]:
        """The bots that may act for a member, in the order in which they were let: theirs to see, and the game
        master's.
        """
        return self.listing(
            path_to("campaigns", self.id, "members", member, "grants"), Grant, query={"after": after, "limit": limit}
        )

    def give_grant(
        self, member: str, bot: str, *, scopes: Sequence[Literal["admin", "play", "read", "revise"]] | None = None
    ) -> Request[None]:
        """Let a bot act for oneself in this campaign: to read and to play, or for as much as `scopes` says."""
        return self.request(
            "PUT",
            path_to("campaigns", self.id, "members", member, "grants", bot),
            None,
            body=body_of({"scopes": scopes}),
        )

    def end_grant(self, member: str, bot: str) -> Request[None]:
        """Let a bot act for oneself no longer, here and in the forks of this campaign."""
        return self.request("DELETE", path_to("campaigns", self.id, "members", member, "grants", bot), None)

    def list_invitations(
        self, *, after: str | None = None, limit: int | None = None
    ) -> Request[ResultPage[Invitation]]:
        """The campaign's invitations that can still be used, oldest first. No codes."""
        return self.listing(
            path_to("campaigns", self.id, "invitations"), Invitation, query={"after": after, "limit": limit}
        )

    def invite(
        self,
        *,
        role: Literal["gm", "observer", "player"] | None = None,
        uses: int | None = None,
        days: int | None = None,
    ) -> Request[IssuedInvitation]:
        """Make a code that lets people into the campaign."""
        return self.request(
            "POST",
            path_to("campaigns", self.id, "invitations"),
            IssuedInvitation,
            body=body_of({"role": role, "uses": uses, "days": days}),
        )

    def withdraw_invitation(self, invitation: str) -> Request[None]:
        """Withdraw an invitation, given by id or code, so that it can no longer be accepted."""
        return self.request("DELETE", path_to("campaigns", self.id, "invitations", invitation), None)

    def list_discord_channels(
        self, *, after: str | None = None, limit: int | None = None
    ) -> Request[ResultPage[DiscordChannel]]:
        """List the Discord channels in which the campaign is played, by id."""
        return self.listing(
            path_to("campaigns", self.id, "discord-channels"), DiscordChannel, query={"after": after, "limit": limit}
        )

    def untie_discord_channel(self, channel: str) -> Request[None]:
        """Play the campaign no longer in a Discord channel."""
        return self.request("DELETE", path_to("campaigns", self.id, "discord-channels", channel), None)


class ServiceMembers(ServiceHandle):
    """Requests about members, of a service."""

    def redeem_recovery(self, code: str) -> Request[Recovered]:
        """Come back into a campaign by a recovery code. The answer has a token for that campaign alone; the member's
        other tokens that are narrowed to it end.
        """
        return self.request("POST", path_to("recoveries", code), Recovered, for_others=False)

    def accept_invitation(self, code: str, *, name: str | None = None) -> Request[Accepted]:
        """Come into a campaign: with the account whose token is sent, else with a new one, whose token is in the
        answer.
        """
        return self.request("POST", path_to("invitations", code), Accepted, body=body_of({"name": name}))
