"""Recovery codes: each lets one member who lost their token come back into one campaign."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from secrets import token_urlsafe
from typing import Final
from uuid import UUID

import msgspec

from api.storage.accounts import SECRET_BYTES, digest
from api.storage.database import Pool
from api.storage.rows import ALL_ROWS, As, RowRange, changed, stretch_of

RECOVERY_MARK: Final = "recover_"
"""The prefix of every recovery code, which tells it from an invitation's."""


class Recovery(msgspec.Struct, frozen=True, kw_only=True):
    """A recovery code of a member of a campaign, without the code."""

    campaign: UUID
    member: UUID
    made_by: UUID
    expires_at: datetime


_MAKE: Final = (
    "INSERT INTO recoveries (campaign_id, member_id, secret, made_by, expires_at) VALUES (%s, %s, %s, %s, %s)"
    " ON CONFLICT (campaign_id, member_id)"
    " DO UPDATE SET secret = excluded.secret, made_by = excluded.made_by, expires_at = excluded.expires_at"
)
_RECOVERY: Final = "campaign_id AS campaign, member_id AS member, made_by, expires_at"
_USE: Final = f"DELETE FROM recoveries WHERE secret = %s AND expires_at > now() RETURNING {_RECOVERY}"


class Recoveries:
    """The recovery codes of an installation. Thread-safe."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def make(self, campaign: UUID, member: UUID, *, made_by: UUID, expires_at: datetime) -> str:
        """Make a code, in place of an earlier one of that member. This is the only time that anybody sees it."""
        code = RECOVERY_MARK + token_urlsafe(SECRET_BYTES)
        changed(self._pool, _MAKE, [campaign, member, digest(code), made_by, expires_at])
        return code

    def of(self, campaign: UUID, stretch: RowRange = ALL_ROWS) -> list[Recovery]:
        """Return the codes of a campaign that can still be redeemed, the one that ends first at the top."""
        sql = f"SELECT {_RECOVERY} FROM recoveries WHERE campaign_id = %s AND expires_at > now()"
        return stretch_of(self._pool, Recovery, sql, [campaign], stretch, order="expires_at, member_id")

    def withdraw(self, campaign: UUID, member: UUID) -> bool:
        """Withdraw the code of a member; False where they have none that can still be redeemed."""
        sql = "DELETE FROM recoveries WHERE campaign_id = %s AND member_id = %s AND expires_at > now()"
        return changed(self._pool, sql, [campaign, member])

    @contextmanager
    def using(self, code: str) -> Iterator[Recovery | None]:
        """Use up a code while the body does what it is for; a body that raises gives it back. None where the code is
        unknown, used or expired.
        """
        with (
            self._pool.connection() as connection,
            connection.transaction(),
            connection.cursor(row_factory=As(Recovery)) as cursor,
        ):
            yield cursor.execute(_USE, [digest(code)]).fetchone()
