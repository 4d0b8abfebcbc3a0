"""Sessions: browsers in which a person has signed in with a token."""

from __future__ import annotations

from datetime import datetime, timedelta
from secrets import token_bytes, token_urlsafe
from typing import Final
from uuid import UUID, uuid4

import msgspec

from api.storage.accounts import SECRET_BYTES, digest
from api.storage.database import Pool
from api.storage.rows import As, changed, every, one

LASTS: Final = timedelta(days=30)
"""The life of a session; a token that ends sooner ends its sessions too."""

ROTATES_AFTER: Final = timedelta(days=1)
"""The age at which the secret of a session changes with the next page."""

OVERLAP: Final = timedelta(minutes=1)
"""The time for which the former secret is accepted, for requests that were under way."""

LOOK: Final = timedelta(hours=1)
"""The time for which `seen_at` stays as it is, so that not every page writes a row and a record in the journal."""


class Session(msgspec.Struct, frozen=True, kw_only=True):
    """A session as its owner sees it: `device` is what the browser calls itself."""

    id: UUID
    token: UUID
    device: str
    created_at: datetime
    seen_at: datetime
    expires_at: datetime


class OpenSession(msgspec.Struct, frozen=True, kw_only=True):
    """The session of a request. `form_secret` makes the tokens of its forms. With `is_due` its secret is to change."""

    id: UUID
    token: UUID
    form_secret: bytes
    expires_at: datetime
    is_due: bool


_SESSION: Final = "session_id AS id, token_id AS token, device, sessions.created_at, seen_at, sessions.expires_at"
_OPEN: Final = f"""
INSERT INTO sessions (session_id, token_id, secret, form_secret, device, expires_at)
VALUES (%s, %s, %s, %s, %s, now() + %s) RETURNING {_SESSION}
"""
_STANDS: Final = (
    "sessions.ended_at IS NULL AND sessions.expires_at > now()"
    " AND tokens.revoked_at IS NULL AND (tokens.expires_at IS NULL OR tokens.expires_at > now())"
)
_FIND: Final = f"""
SELECT session_id AS id, token_id AS token, form_secret, sessions.expires_at, rotated_at + %(after)s < now() AS is_due,
       seen_at + %(look)s < now() AS unseen
FROM sessions JOIN tokens USING (token_id)
WHERE {_STANDS} AND (sessions.secret = %(secret)s OR (former = %(secret)s AND rotated_at + %(overlap)s > now()))
"""
_ROTATE: Final = (
    "UPDATE sessions SET former = secret, secret = %s, rotated_at = now()"
    " WHERE session_id = %s AND secret = %s AND ended_at IS NULL"
)
_OF: Final = f"SELECT {_SESSION} FROM sessions JOIN tokens USING (token_id) WHERE account_id = %s AND {_STANDS}"
_END: Final = (
    "UPDATE sessions SET ended_at = now() FROM tokens WHERE tokens.token_id = sessions.token_id AND account_id = %s"
    " AND ended_at IS NULL"
)


class _SessionRow(OpenSession, frozen=True, kw_only=True):
    unseen: bool


class Sessions:
    """The sessions of an installation. Thread-safe."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def open(self, token: UUID, device: str) -> tuple[Session, str]:
        """Open a session on a token, and return its secret: this is the only time that anybody sees it."""
        secret = token_urlsafe(SECRET_BYTES)
        values = [uuid4(), token, digest(secret), token_bytes(SECRET_BYTES), device, LASTS]
        return one(self._pool, Session, _OPEN, values), secret

    def find(self, secret: str) -> OpenSession | None:
        """Return the session of a secret; None where it is unknown, ended or expired, or its token is."""
        asked = {"secret": digest(secret), "after": ROTATES_AFTER, "overlap": OVERLAP, "look": LOOK}
        with self._pool.connection() as connection, connection.cursor(row_factory=As(_SessionRow)) as cursor:
            session: _SessionRow | None = cursor.execute(_FIND, asked).fetchone()
            if session is not None and session.unseen:
                connection.execute("UPDATE sessions SET seen_at = now() WHERE session_id = %s", [session.id])
        return session

    def rotate(self, session: UUID, secret: str) -> str | None:
        """Give a session a new secret in place of this one; None where another request has done it already."""
        new = token_urlsafe(SECRET_BYTES)
        return new if changed(self._pool, _ROTATE, [digest(new), session, digest(secret)]) else None

    def of(self, account: UUID) -> list[Session]:
        """Return the open sessions of an account, the one that was used last first."""
        return every(self._pool, Session, f"{_OF} ORDER BY seen_at DESC, session_id", [account])

    def end(self, account: UUID, session: UUID | None = None) -> bool:
        """End a session of an account, or all of them; False where there was none to end."""
        if session is None:
            return changed(self._pool, _END, [account])
        return changed(self._pool, f"{_END} AND session_id = %s", [account, session])
