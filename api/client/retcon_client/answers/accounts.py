"""Answers about accounts, written from the OpenAPI document of the service."""

from __future__ import annotations

import msgspec

from retcon_client.answers.shared import Account, Token
from retcon_client.kinds import Secret


class OpenedAccount(msgspec.Struct, frozen=True, kw_only=True):
    """A new account with its first token. `secret` is shown this once."""

    account: Account
    token: Token
    secret: Secret
