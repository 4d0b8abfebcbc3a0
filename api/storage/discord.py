"""Discord users who are linked to accounts, and the channels in which campaigns are played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from secrets import token_urlsafe
from typing import Final
from uuid import UUID

import msgspec

from api.storage.accounts import SECRET_BYTES, Scope, digest
from api.storage.database import Pool
from api.storage.rows import As, changed, every, maybe

CODE_MARK: Final = "discord_"
"""The prefix of every code that links a Discord user."""


class DiscordCode(msgspec.Struct, frozen=True, kw_only=True):
    """A code that was used: the account to link, the scopes of the link, and its end."""

    account: UUID
    scopes: tuple[Scope, ...]
    ends_at: datetime | None


class DiscordChannel(msgspec.Struct, frozen=True, kw_only=True):
    """A Discord channel in which a campaign is played, by the id that Discord gave it."""

    channel: str
    campaign: UUID
    created_at: datetime


class _Linked(msgspec.Struct, frozen=True):
    token_id: UUID


_MAKE: Final = (
    "INSERT INTO discord_codes (account_id, secret, scopes, ends_at, expires_at) VALUES (%s, %s, %s, %s, %s)"
    " ON CONFLICT (account_id) DO UPDATE"
    " SET secret = excluded.secret, scopes = excluded.scopes, ends_at = excluded.ends_at, expires_at = excluded.expires_at"
)
_USE: Final = "DELETE FROM discord_codes WHERE secret = %s AND expires_at > now() RETURNING account_id AS account, scopes, ends_at"
_LINK: Final = (
    "INSERT INTO discord_links (user_id, token_id) VALUES (%s, %s)"
    " ON CONFLICT (user_id) DO UPDATE SET token_id = excluded.token_id"
)
_CHANNEL: Final = "channel_id AS channel, campaign_id AS campaign, created_at"
_TIE: Final = (
    "INSERT INTO discord_channels (channel_id, campaign_id) VALUES (%s, %s)"
    " ON CONFLICT (channel_id) DO UPDATE SET campaign_id = excluded.campaign_id"
)


class Discord:
    """The links and channels of an installation. Thread-safe."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def make_code(
        self, account: UUID, scopes: Sequence[Scope], *, ends_at: datetime | None, expires_at: datetime
    ) -> str:
        """Make a code, in place of an earlier one of the account. This is the only time that anybody sees it."""
        code = CODE_MARK + token_urlsafe(SECRET_BYTES)
        changed(self._pool, _MAKE, [account, digest(code), list(scopes), ends_at, expires_at])
        return code

    @contextmanager
    def using(self, code: str) -> Iterator[DiscordCode | None]:
        """Use up a code while the body does what it is for; a body that raises gives it back. None where the code is
        unknown, used or expired.
        """
        with (
            self._pool.connection() as connection,
            connection.transaction(),
            connection.cursor(row_factory=As(DiscordCode)) as cursor,
        ):
            yield cursor.execute(_USE, [digest(code)]).fetchone()

    def link(self, user: str, token: UUID) -> None:
        """Link a Discord user by a token, in place of an earlier link."""
        changed(self._pool, _LINK, [user, token])

    def token_of(self, user: str) -> UUID | None:
        """Return the token by which a Discord user is linked, whether it is valid or not; None without a link."""
        linked = maybe(self._pool, _Linked, "SELECT token_id FROM discord_links WHERE user_id = %s", [user])
        return None if linked is None else linked.token_id

    def unlink(self, user: str) -> bool:
        """Forget the link of a Discord user; False without one."""
        return changed(self._pool, "DELETE FROM discord_links WHERE user_id = %s", [user])

    def tie(self, channel: str, campaign: UUID) -> None:
        """Play a campaign in a channel, in place of the one that was played there."""
        changed(self._pool, _TIE, [channel, campaign])

    def campaign_of(self, channel: str) -> UUID | None:
        """Return the campaign that is played in a channel; None for a channel that is not tied."""
        sql = f"SELECT {_CHANNEL} FROM discord_channels WHERE channel_id = %s"
        tied = maybe(self._pool, DiscordChannel, sql, [channel])
        return None if tied is None else tied.campaign

    def channels(self, campaign: UUID, after: str, limit: int | None) -> list[DiscordChannel]:
        """Return the channels of a campaign whose ids come after one, in order."""
        sql = (
            f"SELECT {_CHANNEL} FROM discord_channels WHERE campaign_id = %s AND channel_id > %s"
            " ORDER BY channel_id LIMIT %s"
        )
        return every(self._pool, DiscordChannel, sql, [campaign, after, limit])

    def untie(self, channel: str, campaign: UUID) -> bool:
        """Play a campaign no longer in a channel; False where it was not played there."""
        sql = "DELETE FROM discord_channels WHERE channel_id = %s AND campaign_id = %s"
        return changed(self._pool, sql, [channel, campaign])
