"""Accounts and their tokens.

The tables know names and the digests of secrets. The roles of members stand in the campaign's own ledger.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from datetime import date, datetime
from hashlib import sha256
from secrets import token_urlsafe
from typing import Any, Final, Literal
from uuid import UUID, uuid4

import msgspec
import psycopg
from psycopg import Connection, RawCursor

from api.storage.database import Pool
from api.storage.rows import ALL_ROWS, RowRange, changed, every, maybe, one, stretch_of
from domain.records.entries import Head

AccountKind = Literal["owner", "person", "bot"]
Scope = Literal["read", "play", "revise", "admin"]
"""The uses of a token: reading; giving commands; revising the past; managing people, invitations, tokens and campaigns.
"""

SCOPES: Final[tuple[Scope, ...]] = ("read", "play", "revise", "admin")

SECRET_BYTES: Final = 32
TOKEN_MARK: Final = "retcon_"
"""The prefix of every token, so that a leaked one is recognised."""


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """Someone who holds tokens. `name` is None once it was erased; `made_by` the account that a bot belongs to.
    `may_found` is whether it may found campaigns, which the installation's owner always may.
    """

    id: UUID
    kind: AccountKind
    name: str | None
    made_by: UUID | None
    created_at: datetime
    erased_at: datetime | None
    may_found: bool


class Token(msgspec.Struct, frozen=True, kw_only=True):
    """A token as it is listed, without its secret. With `acts_for` it acts as that member of `campaign`. `used_on` is the last
    day (UTC) on which it was used, or a browser that is signed in with it.
    """

    id: UUID
    label: str
    scopes: tuple[Scope, ...]
    campaign: UUID | None
    acts_for: UUID | None
    created_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None
    used_on: date | None = None


class TokenWanted(msgspec.Struct, frozen=True, kw_only=True):
    """A token that is to be made; by default good for everything, everywhere, for ever."""

    label: str
    scopes: tuple[Scope, ...] = SCOPES
    campaign: UUID | None = None
    acts_for: UUID | None = None
    expires_at: datetime | None = None


class Credential(msgspec.Struct, frozen=True, kw_only=True):
    """The account and the rights that a valid token proves. `token` is None for the owner at the machine."""

    token: UUID | None
    account: UUID
    kind: AccountKind
    scopes: tuple[Scope, ...]
    campaign: UUID | None
    acts_for: UUID | None
    expires_at: datetime | None = None
    made_by: UUID | None = None

    @property
    def person(self) -> UUID:
        """The account of the responsible person: a bot's maker, else the account itself."""
        return self.made_by or self.account


class Proof(msgspec.Struct, frozen=True):
    """The proof of a token at a campaign: the credential, and the campaign's head (None for an unknown one) when the token was
    valid. With `is_unused` nobody has used the token today before.
    """

    credential: Credential
    head: Head | None
    is_unused: bool = False


_ACCOUNT: Final = (
    "account_id AS id, kind, name, made_by, created_at, erased_at,"
    " kind = 'owner' OR coalesce(may_found, false) AS may_found"
)
_TOKEN: Final = (
    "token_id AS id, label, scopes, campaign_id AS campaign, acts_for, created_at, expires_at, revoked_at, used_on"
)

_OPEN: Final = f"INSERT INTO accounts (account_id, kind, name, made_by) VALUES (%s, %s, %s, %s) RETURNING {_ACCOUNT}"
_ISSUE: Final = (
    "INSERT INTO tokens (token_id, account_id, secret, label, scopes, campaign_id, acts_for, expires_at)"
    f" VALUES (%s, %s, %s, %s, %s, %s, %s, %s) RETURNING {_TOKEN}"
)
_END: Final = (
    "UPDATE tokens SET revoked_at = now() WHERE account_id = %s AND token_id = %s AND revoked_at IS NULL"
    " AND (expires_at IS NULL OR expires_at > now())"
)
_RENEW: Final = (
    "INSERT INTO tokens (token_id, secret, account_id, label, scopes, campaign_id, acts_for, expires_at)"
    " SELECT %s, %s, account_id, label, scopes, campaign_id, acts_for, expires_at FROM tokens WHERE token_id = %s"
)
_TODAY: Final = "(now() AT TIME ZONE 'UTC')::date"
_UNUSED: Final = f"used_on IS DISTINCT FROM {_TODAY}"
"""Whether nobody has used a token today."""

_USE: Final = f"UPDATE tokens SET used_on = {_TODAY} WHERE token_id = %s AND {_UNUSED}"
"""Of several processes that note a use at once, one writes it: the others wait for its row, and find it noted."""

_VALID: Final = f"""
SELECT token_id AS token, account_id AS account, kind, scopes, campaign_id AS campaign, acts_for, expires_at, made_by,
       {_UNUSED} AS is_unused
FROM tokens JOIN accounts USING (account_id)
WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())
"""
_AUTHENTICATE: Final = f"{_VALID} AND secret = %s"
_CREDENTIAL_OF: Final = f"{_VALID} AND token_id = %s"
AUTHENTICATE_AT: Final = f"""
SELECT token_id, account_id, kind, scopes, tokens.campaign_id, acts_for, expires_at, made_by,
       {_UNUSED}, heads.campaign_id IS NOT NULL, entry, position, hash, paths
FROM tokens JOIN accounts USING (account_id) LEFT JOIN heads ON heads.campaign_id = $1
WHERE secret = $2 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())
"""
"""The question for a campaign ($1) and the digest of a secret ($2) that `proof_of` reads the answer to."""
_OF_SESSION: Final = f"""
{_VALID} AND token_id = (
    SELECT token_id FROM sessions WHERE session_id = %s AND ended_at IS NULL AND sessions.expires_at > now()
)
"""
_FORGET: Final = (
    "UPDATE tokens SET revoked_at = now() WHERE account_id = %(account)s AND revoked_at IS NULL",
    "DELETE FROM grants WHERE %(account)s IN (member_id, bot_id)",
    "DELETE FROM recoveries WHERE %(account)s IN (member_id, made_by)",
    "DELETE FROM webhooks WHERE member_id = %(account)s",
    "DELETE FROM discord_codes WHERE account_id = %(account)s",
    "DELETE FROM discord_links USING tokens t WHERE t.token_id = discord_links.token_id AND account_id = %(account)s",
    "DELETE FROM identities USING tokens t WHERE t.token_id = identities.token_id AND account_id = %(account)s",
    "DELETE FROM invitations WHERE invited_by = %(account)s",
)
"""Statements that take away all that goes with an account which is erased."""

_ERASE: Final = "UPDATE accounts SET name = NULL, erased_at = now() WHERE account_id = %s AND erased_at IS NULL"


class _CredentialRow(Credential, frozen=True, kw_only=True):
    """A row about a valid token, which says whether its use today is still to be noted."""

    is_unused: bool

    @property
    def credential(self) -> Credential:
        return Credential(**{name: getattr(self, name) for name in Credential.__struct_fields__})


class Accounts:
    """The accounts of an installation. Thread-safe."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool

    def open(self, kind: AccountKind, name: str, made_by: UUID | None = None) -> Account:
        """A new account."""
        return one(self.pool, Account, _OPEN, [uuid4(), kind, name, made_by])

    def introduce(self, account: UUID, name: str) -> None:
        """Keep the name of a person who plays elsewhere, such as one of an imported recording: an account without a token.

        Nothing changes where there is an account of that id already, or was one that was erased.
        """
        sql = f"{_OPEN.partition(' RETURNING')[0]} ON CONFLICT (account_id) DO NOTHING"
        with self.pool.connection() as connection:
            connection.execute(sql, [account, "person", name, None])

    def account(self, account: UUID) -> Account | None:
        """The account of that id."""
        return maybe(self.pool, Account, f"SELECT {_ACCOUNT} FROM accounts WHERE account_id = %s", [account])

    def every(self, stretch: RowRange = ALL_ROWS) -> list[Account]:
        """Return every account of the installation that was not erased, oldest first."""
        sql = f"SELECT {_ACCOUNT} FROM accounts WHERE erased_at IS NULL"
        return stretch_of(self.pool, Account, sql, [], stretch, order="created_at, account_id")

    def let_found(self, account: UUID, *, allowed: bool) -> Account | None:
        """Let an account found campaigns, or no longer; None for an unknown or erased account."""
        sql = (
            "UPDATE accounts SET may_found = nullif(%s, false) WHERE account_id = %s AND erased_at IS NULL"
            f" RETURNING {_ACCOUNT}"
        )
        return maybe(self.pool, Account, sql, [allowed, account])

    def bots(self, maker: UUID, stretch: RowRange = ALL_ROWS, *, acting_in: UUID | None = None) -> list[Account]:
        """The bots that an account has made, oldest first: all, or those that act for the account in a campaign."""
        sql = (
            f"SELECT {_ACCOUNT} FROM accounts WHERE made_by = %s AND kind = 'bot' AND (%s::uuid IS NULL OR EXISTS ("
            "SELECT FROM grants WHERE campaign_id = %s AND member_id = made_by AND bot_id = account_id))"
        )
        asked = [maker, acting_in, acting_in]
        return stretch_of(self.pool, Account, sql, asked, stretch, order="created_at, account_id")

    def names(self, accounts: Collection[UUID]) -> dict[UUID, str | None]:
        """Return the names of the given accounts, without unknown ones; an erased name is None."""
        sql = f"SELECT {_ACCOUNT} FROM accounts WHERE account_id = ANY(%s)"
        return {account.id: account.name for account in every(self.pool, Account, sql, [list(accounts)])}

    def rename(self, account: UUID, name: str) -> Account | None:
        """Give an account another name; None where there is none, or it was erased."""
        sql = f"UPDATE accounts SET name = %s WHERE account_id = %s AND erased_at IS NULL RETURNING {_ACCOUNT}"
        return maybe(self.pool, Account, sql, [name, account])

    def erase(self, account: UUID) -> bool:
        """Erase an account for good: its name, and with it every token, invitation and grant, and its bots, which
        nobody else could end.

        Its id stays, for the ledgers that contain it. Returns False for an unknown or already erased account.
        """
        bots = [bot.id for bot in self.bots(account)]
        with self.pool.connection() as connection, connection.transaction():
            for one in (*bots, account):
                ended = _erase(connection, one)
            return ended

    def issue(self, account: UUID, wanted: TokenWanted) -> tuple[Token, str]:
        """A new token, and its secret: this is the only time that anybody sees it."""
        secret = new_secret()
        values = [wanted.label, list(wanted.scopes), wanted.campaign, wanted.acts_for, wanted.expires_at]
        return one(self.pool, Token, _ISSUE, [uuid4(), account, digest(secret), *values]), secret

    def replace_narrowed(self, account: UUID, wanted: TokenWanted) -> tuple[Token, str]:
        """Make a token that is narrowed to a campaign; the account's others that are narrowed to it end at once."""
        sql = "UPDATE tokens SET revoked_at = now() WHERE account_id = %s AND campaign_id = %s AND revoked_at IS NULL"
        changed(self.pool, sql, [account, wanted.campaign])
        return self.issue(account, wanted)

    def authenticate(self, secret: str) -> Credential | None:
        """Return the credential of a token; None if the token is unknown, revoked or expired."""
        return self._used(maybe(self.pool, _CredentialRow, _AUTHENTICATE, [digest(secret)]))

    def authenticate_at(self, secret: str, campaign: UUID) -> Proof | None:
        """Return the credential of a token and the head of a campaign, in one round trip: None for a token that is not
        valid.
        """
        asked = [campaign, digest(secret)]
        with self.pool.connection() as connection:
            row = RawCursor(connection).execute(AUTHENTICATE_AT, asked, prepare=True, binary=True).fetchone()
        if row is None:
            return None
        proof = proof_of(row)
        if proof.is_unused and proof.credential.token is not None:
            self.note_use(proof.credential.token)
        return proof

    def credential(self, token: UUID) -> Credential | None:
        """Return the credential of the token with that id; None if the token is revoked or expired."""
        proof = maybe(self.pool, _CredentialRow, _CREDENTIAL_OF, [token])
        return None if proof is None else proof.credential

    def credential_of(self, session: UUID) -> Credential | None:
        """Return the credential of the token that a session stands on; None if either has ended."""
        return self._used(maybe(self.pool, _CredentialRow, _OF_SESSION, [session]))

    def note_use(self, token: UUID) -> None:
        """Note that a token is used today. Where that cannot be written, such as on a full disk, it is left out: the request
        goes on.
        """
        with suppress(psycopg.Error), self.pool.connection() as connection:
            connection.execute(_USE, [token])

    def _used(self, proof: _CredentialRow | None) -> Credential | None:
        if proof is not None and proof.is_unused and proof.token is not None:
            self.note_use(proof.token)
        return None if proof is None else proof.credential

    def rotate(self, account: UUID, token: UUID) -> tuple[Token, str] | None:
        """A new token like one of the account's, with its secret; the old one ends at once. None where the account has no
        valid token of that id."""
        secret = new_secret()
        with self.pool.connection() as connection, connection.transaction():
            ended = connection.execute(_END, [account, token])
            if ended.rowcount != 1:
                return None
            connection.execute(_RENEW, [new := uuid4(), digest(secret), token])
            for table in ("webhooks", "discord_links", "identities"):
                connection.execute(f"UPDATE {table} SET token_id = %s WHERE token_id = %s", [new, token])
        return one(self.pool, Token, f"SELECT {_TOKEN} FROM tokens WHERE token_id = %s", [new]), secret

    def tokens(
        self,
        account: UUID,
        stretch: RowRange = ALL_ROWS,
        *,
        only_valid: bool = False,
        campaign: UUID | None = None,
    ) -> list[Token]:
        """The account's tokens, oldest first: revoked and expired ones included, or `only_valid` ones; all, or those that
        are narrowed to a campaign."""
        sql = (
            f"SELECT {_TOKEN} FROM tokens WHERE account_id = %s AND (%s::uuid IS NULL OR campaign_id = %s)"
            " AND (NOT %s OR (revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())))"
        )
        asked = [account, campaign, campaign, only_valid]
        return stretch_of(self.pool, Token, sql, asked, stretch, order="created_at, token_id")

    def revoke(self, account: UUID, token: UUID) -> bool:
        """End one of the account's tokens; False where it has none of that id that was not revoked before."""
        sql = "UPDATE tokens SET revoked_at = now() WHERE account_id = %s AND token_id = %s AND revoked_at IS NULL"
        return changed(self.pool, sql, [account, token])

    def owner(self) -> Credential | None:
        """Return the credential of the owner who sits at the machine and needs no token; None in a new installation."""
        sql = (
            "SELECT NULL::uuid AS token, account_id AS account, kind, %s::text[] AS scopes, NULL::uuid AS campaign,"
            " NULL::uuid AS acts_for FROM accounts WHERE kind = 'owner'"
        )
        return maybe(self.pool, Credential, sql, [list(SCOPES)])


def _erase(connection: Connection[Any], account: UUID) -> bool:
    for statement in _FORGET:
        connection.execute(statement, {"account": account})
    return connection.execute(_ERASE, [account]).rowcount == 1


def new_secret() -> str:
    """Return a new token that cannot be guessed."""
    return TOKEN_MARK + token_urlsafe(SECRET_BYTES)


def proof_of(row: Sequence[Any]) -> Proof:
    """Return the proof in an answer to `AUTHENTICATE_AT`."""
    token, account, kind, scopes, narrowed, acts_for, expires_at, made_by, is_unused, stands, *head = row
    credential = Credential(
        token=token,
        account=account,
        kind=kind,
        scopes=tuple(scopes),
        campaign=narrowed,
        acts_for=acts_for,
        expires_at=expires_at,
        made_by=made_by,
    )
    return Proof(credential, Head(*head) if stands else None, is_unused)


def digest(secret: str) -> bytes:
    """Return the digest that is stored instead of a token or a code."""
    return sha256(secret.encode()).digest()
