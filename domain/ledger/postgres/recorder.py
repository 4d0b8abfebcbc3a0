"""The recorder of a campaign on PostgreSQL, and the applications of all campaigns of a database."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from functools import lru_cache
from typing import Final
from uuid import UUID

from eventsourcing.persistence import Notification
from psycopg_pool import ConnectionPool

from domain.ledger.appending.application import KEPT, CampaignApplication
from domain.ledger.appending.recorder import LedgerRecorder, Streamed, StreamPart, Write
from domain.ledger.postgres.append import Appender
from domain.ledger.postgres.entries import NOW, Database
from domain.records.rows import Entropy

_STREAM: Final = """SELECT ref, version, topic, body, position, entry FROM events
WHERE campaign_id = %(campaign)s AND ref = %(ref)s"""
_PARTS: Final = {
    "gt": "AND version > %(gt)s",
    "lte": "AND version <= %(lte)s",
    "up_to_entry": """AND version < coalesce((
    SELECT version FROM events
    WHERE campaign_id = %(campaign)s AND ref = %(ref)s AND version > %(after)s AND entry > %(up_to_entry)s
    ORDER BY version LIMIT 1
), %(now)s)""",
}
"""The parts of a stream that may be asked for. Versions and entries rise together, so that the index on versions does."""


def stream_query(*parts: str, desc: bool) -> str:
    """The question for a stream, bounded by these parts, with its parameters by name."""
    order = f"ORDER BY version {'DESC' if desc else 'ASC'} LIMIT %(limit)s"
    return "\n".join((_STREAM, *(_PARTS[name] for name in parts), order))


class PostgresRecorder(Database, LedgerRecorder):
    """A campaign's ledger on PostgreSQL as the library reads and writes it."""

    def __init__(self, pool: ConnectionPool, campaign: UUID, write: Write) -> None:
        Database.__init__(self, pool)
        LedgerRecorder.__init__(self, campaign, write)

    def stream_part(self, wanted: StreamPart) -> Sequence[Streamed]:
        asked = {"gt": wanted.gt, "lte": wanted.lte, "up_to_entry": wanted.up_to_entry}
        query = stream_query(*(name for name, value in asked.items() if value is not None), desc=wanted.desc)
        beside = {"ref": wanted.ref, "limit": wanted.limit, "after": wanted.gt or 0, "now": NOW}
        return [Streamed(*row) for row in self._rows_of(self.campaign, query, **asked, **beside)]

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        query = f"""
            SELECT ref, version, topic, body, position FROM events
            WHERE campaign_id = %(campaign)s AND position > %(after)s
            {"AND position <= %(stop)s" if stop is not None else ""} {"AND topic = ANY(%(topics)s)" if topics else ""}
            ORDER BY position LIMIT %(limit)s
        """
        after = 0 if start is None else start - inclusive_of_start
        rows = self._rows_of(self.campaign, query, after=after, stop=stop, topics=list(topics), limit=limit)
        return [Notification(*row) for row in rows]

    def max_notification_id(self) -> int | None:
        return self.head(self.campaign).position or None


class Applications:
    """The campaigns of a database as applications, each built when it is first asked for. Thread-safe."""

    def __init__(self, pool: ConnectionPool, entropy: Entropy = secrets.token_bytes) -> None:
        self._appender = Appender(pool, entropy)
        self.of = lru_cache(maxsize=KEPT)(self._built)
        """A campaign's application; there need not be such a campaign yet."""

    def forget(self, campaign: UUID) -> None:
        """Know nothing of where a campaign stands: it is written otherwise than by an append."""
        self._appender.ends.forget(campaign)

    def _built(self, campaign: UUID) -> CampaignApplication:
        return CampaignApplication(PostgresRecorder(self._appender.pool, campaign, self._appender.append))
