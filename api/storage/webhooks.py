"""Webhooks and how far they have come. Several processes may work on them: each claims the ones that it works on."""

from __future__ import annotations

from datetime import datetime, timedelta
from secrets import token_bytes
from typing import Final
from uuid import UUID, uuid4

import msgspec

from api.storage.database import Pool
from api.storage.rows import RowRange, changed, every, maybe, one, stretch_of

SECRET_BYTES: Final = 32
"""The length of a secret; it is the key of an HMAC-SHA256."""


class Webhook(msgspec.Struct, frozen=True, kw_only=True):
    """A webhook. `entry` is the last entry that was delivered or given up, `attempts` counts those at the next one, and
    `error` says why the last one failed. A hook that was `stopped_at` some time sends nothing more until it is replayed;
    `stopped_for` says why. One that its member paused (`paused_at`) sends nothing until they let it go on."""

    id: UUID
    campaign: UUID
    member: UUID
    url: str
    created_at: datetime
    entry: int
    attempts: int
    error: str | None
    failing_since: datetime | None
    stopped_at: datetime | None
    stopped_for: str | None
    paused_at: datetime | None = None


class Undelivered(msgspec.Struct, frozen=True, kw_only=True):
    """An entry that was given up after so many attempts, and the last error."""

    entry: int
    attempts: int
    error: str
    given_up: datetime


class ClaimedWebhook(msgspec.Struct, frozen=True, kw_only=True):
    """A webhook that a deliverer works on, with the token that it was made with. Its notes of the hook are void once
    another deliverer has claimed the hook, or its member has it replayed: the `claim` is another then."""

    id: UUID
    claim: UUID
    campaign: UUID
    member: UUID
    token: UUID
    url: str
    secret: bytes
    entry: int
    attempts: int
    failing_since: datetime | None


class _Secret(msgspec.Struct, frozen=True):
    secret: bytes


_WEBHOOK: Final = (
    "webhook_id AS id, campaign_id AS campaign, member_id AS member, url, created_at, entry, attempts, error,"
    " failing_since, stopped_at, stopped_for, paused_at FROM webhooks JOIN webhook_progress USING (webhook_id)"
)
_MAKE: Final = (
    "INSERT INTO webhooks (webhook_id, campaign_id, member_id, token_id, url, secret) VALUES (%s, %s, %s, %s, %s, %s)"
)
_BEGIN: Final = "INSERT INTO webhook_progress (webhook_id, entry) VALUES (%s, %s)"
_CLAIM: Final = """
UPDATE webhook_progress p SET next_at = now() + %s, claim = gen_random_uuid()
FROM webhooks w
WHERE w.webhook_id = p.webhook_id AND p.webhook_id IN (
    SELECT due.webhook_id
    FROM webhook_progress due JOIN webhooks USING (webhook_id) JOIN heads USING (campaign_id)
    WHERE due.stopped_at IS NULL AND due.paused_at IS NULL AND due.next_at <= now() AND heads.entry > due.entry
    ORDER BY due.next_at LIMIT %s FOR UPDATE OF due SKIP LOCKED
)
RETURNING w.webhook_id AS id, p.claim, w.campaign_id AS campaign, w.member_id AS member, w.token_id AS token, w.url, w.secret,
    p.entry, p.attempts, p.failing_since
"""
_DELIVERED: Final = """
UPDATE webhook_progress
SET entry = %s, attempts = 0, error = NULL, failing_since = NULL,
    next_at = CASE WHEN paused_at IS NULL THEN now() + %s ELSE now() END
WHERE claim = %s AND stopped_at IS NULL RETURNING paused_at IS NULL
"""
_KEPT: Final = """
UPDATE webhook_progress SET next_at = CASE WHEN paused_at IS NULL THEN now() + %s ELSE now() END
WHERE claim = %s AND stopped_at IS NULL RETURNING paused_at IS NULL
"""
_PAUSE: Final = "UPDATE webhook_progress SET paused_at = coalesce(paused_at, now()) WHERE webhook_id = %s"
_GO_ON: Final = """
UPDATE webhook_progress
SET paused_at = NULL, attempts = 0, failing_since = NULL,
    claim = CASE WHEN attempts = 0 THEN claim END, next_at = CASE WHEN attempts = 0 THEN next_at ELSE now() END
WHERE webhook_id = %s AND paused_at IS NOT NULL
"""
"""A delivery that was under way when the hook was paused may be so still: the hook stays its worker's then. One that waits for
its next attempt is due at once."""
_FAILED: Final = """
UPDATE webhook_progress
SET attempts = attempts + 1, error = %s, failing_since = coalesce(failing_since, now()), next_at = now() + %s
WHERE claim = %s
"""
_GIVE_UP: Final = """
WITH left_behind AS (
    INSERT INTO undelivered_entries (webhook_id, entry, attempts, error)
    SELECT webhook_id, %(entry)s, %(attempts)s, %(error)s FROM webhook_progress WHERE claim = %(claim)s
    ON CONFLICT (webhook_id, entry) DO UPDATE
    SET attempts = excluded.attempts, error = excluded.error, given_up = now()
)
UPDATE webhook_progress SET entry = %(entry)s, attempts = 0, error = %(error)s, next_at = now(),
    failing_since = coalesce(failing_since, now())
WHERE claim = %(claim)s
"""
_REPLAY: Final = """
UPDATE webhook_progress
SET entry = coalesce(%s, entry), attempts = 0, error = NULL, failing_since = NULL, stopped_at = NULL,
    stopped_for = NULL, next_at = now(), claim = NULL
WHERE webhook_id = %s
"""
_STOP: Final = """
UPDATE webhook_progress SET stopped_at = now(), stopped_for = %s WHERE claim = %s AND stopped_at IS NULL
"""


class Webhooks:
    """The webhooks of an installation. Thread-safe."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def make(self, campaign: UUID, member: UUID, *, token: UUID, url: str, after: int) -> tuple[Webhook, bytes]:
        """Make a webhook that begins after an entry, and its secret."""
        id, secret = uuid4(), token_bytes(SECRET_BYTES)
        with self._pool.connection() as connection, connection.transaction():
            connection.execute(_MAKE, [id, campaign, member, token, url, secret])
            connection.execute(_BEGIN, [id, after])
        return one(self._pool, Webhook, f"SELECT {_WEBHOOK} WHERE webhook_id = %s", [id]), secret

    def of(self, campaign: UUID, member: UUID, stretch: RowRange) -> list[Webhook]:
        """Return a member's webhooks in a campaign, oldest first."""
        sql = f"SELECT {_WEBHOOK} WHERE campaign_id = %s AND member_id = %s"
        return stretch_of(self._pool, Webhook, sql, [campaign, member], stretch, order="created_at, webhook_id")

    def one_of(self, campaign: UUID, member: UUID, id: UUID) -> Webhook | None:
        """Return a member's webhook of that id in a campaign; None where there is none."""
        sql = f"SELECT {_WEBHOOK} WHERE campaign_id = %s AND member_id = %s AND webhook_id = %s"
        return maybe(self._pool, Webhook, sql, [campaign, member, id])

    def secret(self, id: UUID) -> bytes:
        """Return the secret of a webhook."""
        return one(self._pool, _Secret, "SELECT secret FROM webhooks WHERE webhook_id = %s", [id]).secret

    def end(self, campaign: UUID, member: UUID, id: UUID) -> bool:
        """End a member's webhook; False where there is none of that id."""
        sql = "DELETE FROM webhooks WHERE campaign_id = %s AND member_id = %s AND webhook_id = %s"
        return changed(self._pool, sql, [campaign, member, id])

    def undelivered(self, id: UUID, after: int, limit: int | None) -> list[Undelivered]:
        """Return the entries after one that a webhook gave up, in order."""
        sql = (
            "SELECT entry, attempts, error, given_up FROM undelivered_entries WHERE webhook_id = %s AND entry > %s"
            " ORDER BY entry LIMIT %s"
        )
        return every(self._pool, Undelivered, sql, [id, after, limit])

    def replay(self, id: UUID, after: int | None) -> None:
        """Go on after an entry, or where the webhook stands; a stopped one sends again."""
        with self._pool.connection() as connection, connection.transaction():
            connection.execute(_REPLAY, [after, id])
            if after is not None:
                connection.execute("DELETE FROM undelivered_entries WHERE webhook_id = %s AND entry > %s", [id, after])

    def pause(self, id: UUID) -> None:
        """Send nothing until the webhook goes on. A message that is under way still arrives, and is noted."""
        changed(self._pool, _PAUSE, [id])

    def go_on(self, id: UUID) -> None:
        """Let a webhook that was paused send what has come since, from where it stood."""
        changed(self._pool, _GO_ON, [id])

    def claim(self, most: int, lease: timedelta) -> list[ClaimedWebhook]:
        """Return webhooks that have entries to send and are due, the longest due first. They are this process's for the
        time of the lease; when it was killed, another takes them after that."""
        return every(self._pool, ClaimedWebhook, _CLAIM, [lease, most])

    def kept(self, hook: ClaimedWebhook, lease: timedelta) -> bool:
        """Keep a hook for the lease. False where it is no longer this deliverer's, or was paused."""
        return self._is_ours(_KEPT, [lease, hook.claim])

    def delivered(self, hook: ClaimedWebhook, entry: int, lease: timedelta) -> bool:
        """Note that the entries up to one were delivered, and keep the hook for the lease (0: let go of it). False where the
        hook is no longer this deliverer's, or was paused."""
        return self._is_ours(_DELIVERED, [entry, lease, hook.claim])

    def _is_ours(self, change: str, values: list[object]) -> bool:
        with self._pool.connection() as connection:
            row = connection.execute(change, values).fetchone()
        return row is not None and row[0]

    def failed(self, hook: ClaimedWebhook, error: str, again_after: timedelta) -> None:
        """Note that the next entry could not be delivered, and when it is tried again."""
        changed(self._pool, _FAILED, [error, again_after, hook.claim])

    def release(self, hook: ClaimedWebhook) -> None:
        """Let go of a webhook that has nothing more to send now."""
        changed(self._pool, "UPDATE webhook_progress SET next_at = now() WHERE claim = %s", [hook.claim])

    def give_up(self, hook: ClaimedWebhook, entry: int, attempts: int, error: str) -> None:
        """Put an entry on the list of those that were not delivered, and go on behind it."""
        given = {"claim": hook.claim, "entry": entry, "attempts": attempts, "error": error}
        with self._pool.connection() as connection:
            connection.execute(_GIVE_UP, given)

    def stop(self, hook: ClaimedWebhook, why: str) -> None:
        """Send nothing more until the member replays the webhook."""
        changed(self._pool, _STOP, [why, hook.claim])
