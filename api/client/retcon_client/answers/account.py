"""Answers about account, written from the OpenAPI document of the service."""

from __future__ import annotations

import msgspec

from retcon_client.answers.shared import Account, Token
from retcon_client.kinds import Secret


class IssuedDiscordCode(msgspec.Struct, frozen=True, kw_only=True):
    """A code that links one Discord user to the account. `code` is shown this once."""

    code: Secret
    scopes: tuple[str, ...]
    expires_at: str


class NewBot(msgspec.Struct, frozen=True, kw_only=True):
    """A new bot with its first token. `secret` is shown this once."""

    account: Account
    token: Token
    secret: Secret
