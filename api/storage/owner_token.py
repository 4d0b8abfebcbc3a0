"""The owner token: there is one of an installation, however many data folders and processes share its database.

Retcon makes it at the first start and keeps it in the data folder, where only its user reads it, unless RETCON_OWNER_TOKEN
gives it. The database knows which of the owner's tokens it is.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, Literal
from uuid import uuid4

from api.settings import Settings
from api.storage import StorageFailed
from api.storage.accounts import SCOPES, Accounts, digest, new_secret
from api.storage.database import Pool

FILE: Final = "owner-token"


Owning = Literal["owner", "another", "ended"]
"""The standing of a secret as owner token. owner: it is valid as the owner's. another: another token is the owner token,
and this one is unknown. ended: it was revoked, replaced, or belongs to another account, and cannot be it any more.
"""

_OPEN_OWNER: Final = (
    "INSERT INTO accounts (account_id, kind, name) SELECT %s, 'owner', 'Owner'"
    " WHERE NOT EXISTS (SELECT FROM accounts WHERE kind = 'owner')"
)
_OWNED: Final = """
SELECT kind = 'owner' AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now()),
       campaign_id IS NULL AND acts_for IS NULL AND expires_at IS NULL AND 'admin' = ANY (scopes)
FROM tokens JOIN accounts USING (account_id) WHERE secret = %s
"""
_OTHER: Final = "SELECT FROM tokens WHERE owner_token AND revoked_at IS NULL AND secret <> %s"
_END_OTHER: Final = "UPDATE tokens SET revoked_at = now() WHERE owner_token AND revoked_at IS NULL AND secret <> %s"
_OWN: Final = (
    "INSERT INTO tokens (token_id, account_id, secret, label, scopes, owner_token)"
    " SELECT %s, account_id, %s, 'owner token', %s, true FROM accounts WHERE kind = 'owner'"
)


class OwnerTokenFailed(StorageFailed):
    """The owner token cannot be read, written or used."""

    slug = "owner-token-failed"


def ensure_owner_token(accounts: Accounts, settings: Settings, *, replacing: bool = False) -> str | None:
    """Ensure that the installation has its owner token, and return it; None where it is kept elsewhere: by another data
    folder, or in a setting that only the service has.

    The token of the setting replaces any other. Without one, the data folder's is the owner token, made where there is none,
    unless the installation has another; with `replacing` that one ends. Raises OwnerTokenFailed.
    """
    if settings.owner_token is not None:
        return _from_setting(accounts, settings.owner_token)
    path = settings.data_dir / FILE
    with _using(path):
        for _ in range(_TRIES):
            known = path.exists()
            if not (known or replacing) and has_owner_token(accounts.pool):
                return None
            secret = _kept(path)
            owning = own(accounts.pool, secret, replacing=replacing)
            if owning == "owner":
                return secret
            if owning == "ended" or not known:
                path.unlink(missing_ok=True)
            if owning == "another":
                return None
    raise OwnerTokenFailed(f"{path} changes while it is read; start again")


_TRIES: Final = 3
"""Attempts to agree with processes that start at the same time: a token that has ended is replaced by a new one."""


def renew_owner_token(accounts: Accounts, settings: Settings) -> Path:
    """Make a new owner token in the data folder, and end the one before. Raises OwnerTokenFailed, also where a setting gives
    the owner token.
    """
    if settings.owner_token is not None:
        raise OwnerTokenFailed(
            "RETCON_OWNER_TOKEN gives the owner token; change the file that it names, and start the service again"
        )
    path = settings.data_dir / FILE
    with _using(path):
        path.unlink(missing_ok=True)
    ensure_owner_token(accounts, settings, replacing=True)
    return path


def _from_setting(accounts: Accounts, secret: str) -> str:
    if own(accounts.pool, secret, replacing=True) != "owner":
        raise OwnerTokenFailed(
            "the token in RETCON_OWNER_TOKEN was revoked, or is no owner token; write a new one, such as of "
            "`openssl rand -hex 32`, and start again"
        )
    return secret


@contextmanager
def _using(path: Path) -> Iterator[None]:
    """Say of a failure to read or write in the data folder what would help."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        yield
    except OSError as error:
        sentence = f"{path} cannot be used ({error.strerror}); set RETCON_DATA_DIR to a folder that you own"
        raise OwnerTokenFailed(sentence) from error


def _kept(path: Path) -> str:
    """The token in the file. A new file appears whole, so that processes starting at once agree on what it holds."""
    if not path.exists():
        new = path.with_name(f".{FILE}-{uuid4().hex}")
        new.touch(mode=0o600, exist_ok=False)
        try:
            new.write_text(new_secret() + "\n")
            with suppress(FileExistsError):
                os.link(new, path)
        finally:
            new.unlink()
    secret = path.read_text().strip()
    if not secret:
        raise OwnerTokenFailed(f"{path} is empty; remove it, and a new token is made at the next start")
    return secret


def has_owner_token(pool: Pool) -> bool:
    """Whether the installation has an owner token that is valid."""
    with pool.connection() as connection:
        return connection.execute(_OTHER, [b""]).fetchone() is not None


def own(pool: Pool, secret: str, *, replacing: bool = False) -> Owning:
    """Make a secret the owner token, unless another is; with `replacing` that one ends. The owner's account is made
    where it is missing. Several processes may call this at once.
    """
    with pool.connection() as connection, connection.transaction():
        connection.execute("LOCK TABLE accounts IN SHARE ROW EXCLUSIVE MODE")
        connection.execute(_OPEN_OWNER, [uuid4()])
        known = connection.execute(_OWNED, [digest(secret)]).fetchone()
        if known is not None and not known[0]:
            return "ended"
        other = connection.execute(_OTHER, [digest(secret)]).fetchone()
        if other is not None and not replacing:
            return "another" if known is None else "owner"
        if known is not None and not known[1]:  # narrowed: good for its holder, and no owner token
            return "ended" if replacing else "owner"
        connection.execute(_END_OTHER, [digest(secret)])
        if known is None:
            connection.execute(_OWN, [uuid4(), digest(secret), list(SCOPES)])
        else:
            connection.execute("UPDATE tokens SET owner_token = true WHERE secret = %s", [digest(secret)])
    return "owner"
