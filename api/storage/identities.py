"""Identities: who a person is at an OpenID Connect provider, and the account that they have here."""

from __future__ import annotations

from datetime import datetime
from typing import Final
from uuid import UUID, uuid4

import msgspec

from api.storage.accounts import Scope
from api.storage.database import Pool
from api.storage.rows import changed, every, maybe


class LinkedIdentity(msgspec.Struct, frozen=True, kw_only=True):
    """An identity as its owner sees it: the provider that knows it, the name that the provider had for it, and the token that
    its sessions stand on.
    """

    id: UUID
    token: UUID
    issuer: str
    name: str | None
    created_at: datetime


class KnownIdentity(msgspec.Struct, frozen=True, kw_only=True):
    """An identity that is linked: its account, and the token that its sessions stand on, which may have ended, with its
    scopes.
    """

    id: UUID
    account: UUID
    token: UUID
    scopes: tuple[Scope, ...]


_FIND: Final = """
SELECT identity_id AS id, account_id AS account, token_id AS token, scopes FROM identities JOIN tokens USING (token_id)
WHERE issuer = %s AND subject = %s
"""
_LINK: Final = (
    "INSERT INTO identities (identity_id, issuer, subject, name, token_id) VALUES (%s, %s, %s, %s, %s)"
    " ON CONFLICT (issuer, subject) DO NOTHING"
)
_OF: Final = """
SELECT identity_id AS id, token_id AS token, issuer, identities.name, identities.created_at FROM identities JOIN tokens USING (token_id)
WHERE account_id = %s ORDER BY identities.created_at, identity_id
"""
_END: Final = (
    "DELETE FROM identities USING tokens WHERE tokens.token_id = identities.token_id AND account_id = %s"
    " AND identity_id = %s RETURNING identities.token_id"
)


class Identities:
    """The identities of an installation. Thread-safe."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def find(self, issuer: str, subject: str) -> KnownIdentity | None:
        """Return the identity that a provider calls so; None where it is not linked."""
        return maybe(self._pool, KnownIdentity, _FIND, [issuer, subject])

    def link(self, issuer: str, subject: str, name: str | None, token: UUID) -> bool:
        """Link an identity to the account of a token; False where it is linked already."""
        return changed(self._pool, _LINK, [uuid4(), issuer, subject, name, token])

    def renew(self, identity: UUID, token: UUID) -> None:
        """Let an identity stand on another token of its account, since the former one has ended."""
        changed(self._pool, "UPDATE identities SET token_id = %s WHERE identity_id = %s", [token, identity])

    def of(self, account: UUID) -> list[LinkedIdentity]:
        """Return the identities of an account, oldest first."""
        return every(self._pool, LinkedIdentity, _OF, [account])

    def end(self, account: UUID, identity: UUID) -> bool:
        """End an identity of an account, with its token and its sessions; False where the account has none of that id."""
        with self._pool.connection() as connection, connection.transaction():
            row = connection.execute(_END, [account, identity]).fetchone()
            if row is not None:
                connection.execute(
                    "UPDATE tokens SET revoked_at = now() WHERE token_id = %s AND revoked_at IS NULL", row
                )
        return row is not None
