"""Requests about account, written from the OpenAPI document of the service."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from retcon_client.answers.account import IssuedDiscordCode, NewBot
from retcon_client.answers.shared import Account, IssuedToken, Token
from retcon_client.handles import ServiceHandle, body_of
from retcon_client.requests import Request, ResultPage, path_to


class ServiceAccount(ServiceHandle):
    """Requests about account, of a service."""

    def show_account(self) -> Request[Account]:
        """Return the account of this token."""
        return self.request("GET", path_to("account"), Account)

    def erase_account(self) -> Request[None]:
        """Forget this account's name for good, and end its tokens and its bots. Its deeds in campaigns stay, without a
        name.
        """
        return self.request("DELETE", path_to("account"), None)

    def rename_account(self, *, name: str) -> Request[Account]:
        """Take another name. It must be free in the campaigns that the account takes part in: members go by name there."""
        return self.request("PATCH", path_to("account"), Account, body=body_of({"name": name}))

    def list_tokens(
        self, *, after: str | None = None, limit: int | None = None, valid: bool | None = None
    ) -> Request[ResultPage[Token]]:
        """List this account's tokens, oldest first, including expired and revoked ones. The secrets are not shown. A
        token for one campaign lists those for that campaign alone.
        """
        return self.listing(path_to("tokens"), Token, query={"after": after, "limit": limit, "valid": valid})

    def issue_token(
        self,
        *,
        label: str,
        scopes: Sequence[Literal["admin", "play", "read", "revise"]] | None = None,
        campaign: str | None = None,
        on_behalf_of: str | None = None,
        expires_at: str | None = None,
    ) -> Request[IssuedToken]:
        """Make another token of this account, for as much as it is needed for and no more: it has no scope that the
        token which makes it has not, and ends with that one at the latest.
        """
        return self.request(
            "POST",
            path_to("tokens"),
            IssuedToken,
            body=body_of(
                {
                    "label": label,
                    "scopes": scopes,
                    "campaign": campaign,
                    "on_behalf_of": on_behalf_of,
                    "expires_at": expires_at,
                }
            ),
        )

    def revoke_token(self, token: str) -> Request[None]:
        """End a token at once."""
        return self.request("DELETE", path_to("tokens", token), None)

    def rotate_token(self, token: str) -> Request[IssuedToken]:
        """Exchange a token for a new one of the same kind; the old one ends at once. It has no scope that the token
        which asks has not, and ends with that one at the latest.
        """
        return self.request("POST", path_to("tokens", token, "rotation"), IssuedToken)

    def list_bots(self, *, after: str | None = None, limit: int | None = None) -> Request[ResultPage[Account]]:
        """List the bots that this account has made, oldest first. A token for one campaign lists those that act for the
        account there.
        """
        return self.listing(path_to("bots"), Account, query={"after": after, "limit": limit})

    def make_bot(self, *, name: str) -> Request[NewBot]:
        """Make an account for a bot. It sees and does nothing until a member lets it act for them. Its first token has
        the scopes and the end of the token that makes it.
        """
        return self.request("POST", path_to("bots"), NewBot, body=body_of({"name": name}))

    def erase_bot(self, bot: str) -> Request[None]:
        """Delete a bot of this account, given by id or name: its name, its tokens and its permissions end."""
        return self.request("DELETE", path_to("bots", bot), None)

    def list_bot_tokens(
        self, bot: str, *, after: str | None = None, limit: int | None = None, valid: bool | None = None
    ) -> Request[ResultPage[Token]]:
        """List the tokens of a bot of this account, oldest first, including expired and revoked ones. The secrets are
        not shown. A token for one campaign lists those for that campaign alone.
        """
        return self.listing(
            path_to("bots", bot, "tokens"), Token, query={"after": after, "limit": limit, "valid": valid}
        )

    def issue_bot_token(
        self,
        bot: str,
        *,
        label: str,
        scopes: Sequence[Literal["admin", "play", "read", "revise"]] | None = None,
        campaign: str | None = None,
        on_behalf_of: str | None = None,
        expires_at: str | None = None,
    ) -> Request[IssuedToken]:
        """Make another token of a bot of this account, such as in place of one that was lost. It has no scope that the
        token which makes it has not, and ends with that one at the latest.
        """
        return self.request(
            "POST",
            path_to("bots", bot, "tokens"),
            IssuedToken,
            body=body_of(
                {
                    "label": label,
                    "scopes": scopes,
                    "campaign": campaign,
                    "on_behalf_of": on_behalf_of,
                    "expires_at": expires_at,
                }
            ),
        )

    def revoke_bot_token(self, bot: str, token: str) -> Request[None]:
        """End a token of a bot of this account at once."""
        return self.request("DELETE", path_to("bots", bot, "tokens", token), None)

    def make_discord_code(
        self, *, scopes: Sequence[Literal["admin", "play", "read", "revise"]] | None = None
    ) -> Request[IssuedDiscordCode]:
        """Make a code that links one Discord user to this account: typed once in Discord within a quarter of an hour,
        as `/retcon link`. It replaces an earlier one. The link is a token of this account: it is listed at /tokens,
        and ends there.
        """
        return self.request("POST", path_to("discord-codes"), IssuedDiscordCode, body=body_of({"scopes": scopes}))
