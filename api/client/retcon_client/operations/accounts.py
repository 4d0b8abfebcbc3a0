"""Requests about accounts, written from the OpenAPI document of the service."""

from __future__ import annotations

from retcon_client.answers.accounts import OpenedAccount
from retcon_client.answers.shared import Account, IssuedToken, Token
from retcon_client.handles import ServiceHandle, body_of
from retcon_client.requests import Request, ResultPage, path_to


class ServiceAccounts(ServiceHandle):
    """Requests about accounts, of a service."""

    def list_accounts(self, *, after: str | None = None, limit: int | None = None) -> Request[ResultPage[Account]]:
        """List the accounts of the installation, oldest first, without erased ones."""
        return self.listing(path_to("accounts"), Account, query={"after": after, "limit": limit})

    def open_account(self, *, name: str, may_found: bool | None = None) -> Request[OpenedAccount]:
        """Make an account for a person, with a first token for them. No other account may have the name: the
        installation's owner names accounts by it.
        """
        return self.request(
            "POST", path_to("accounts"), OpenedAccount, body=body_of({"name": name, "may_found": may_found})
        )

    def end_account(self, account: str) -> Request[None]:
        """End an account for good: its name is erased, and its tokens and bots end. Its deeds in campaigns stay."""
        return self.request("DELETE", path_to("accounts", account), None)

    def change_account(self, account: str, *, may_found: bool) -> Request[Account]:
        """Let an account found campaigns, or no longer. Its campaigns stay."""
        return self.request("PATCH", path_to("accounts", account), Account, body=body_of({"may_found": may_found}))

    def list_account_tokens(
        self, account: str, *, after: str | None = None, limit: int | None = None, valid: bool | None = None
    ) -> Request[ResultPage[Token]]:
        """List the tokens of an account, oldest first, including expired and revoked ones. The secrets are not shown."""
        return self.listing(
            path_to("accounts", account, "tokens"), Token, query={"after": after, "limit": limit, "valid": valid}
        )

    def issue_account_token(self, account: str, *, label: str | None = None) -> Request[IssuedToken]:
        """Make a token for an account whose holder has lost theirs. Its other tokens stay: revoke those that are lost."""
        return self.request("POST", path_to("accounts", account, "tokens"), IssuedToken, body=body_of({"label": label}))

    def revoke_account_token(self, account: str, token: str) -> Request[None]:
        """End a token of an account at once."""
        return self.request("DELETE", path_to("accounts", account, "tokens", token), None)
