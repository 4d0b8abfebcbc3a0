"""Putting what is derived of entries in order in PostgreSQL, beside the appends that write it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final
from uuid import UUID

from psycopg_pool import ConnectionPool

from domain.ledger.postgres.analyzing import analyze
from domain.ledger.postgres.rows import array
from domain.records.entries import Checkpoint
from domain.records.store import Stale, UnknownCampaign

_HEAD: Final = "SELECT entry FROM heads WHERE campaign_id = %s FOR UPDATE"
_REVISED: Final = "SELECT FROM entries WHERE campaign_id = %s AND number > %s AND kind = 'revision' LIMIT 1"
_CLEAR: Final = "DELETE FROM checkpoints WHERE campaign_id = %s AND created <= %s"
_KEEP: Final = "COPY checkpoints (campaign_id, ref, place, created, version, body, died) FROM STDIN"
_DISCARD: Final = """
DELETE FROM states s WHERE campaign_id = %s AND ref = ANY(%s)
    AND NOT EXISTS (SELECT FROM events e WHERE e.campaign_id = s.campaign_id AND e.ref = s.ref)
"""


def replace_checkpoints(
    pool: ConnectionPool,
    campaign: UUID,
    known_at: int,
    checkpoints: Sequence[Checkpoint],
    unfounded: Collection[str],
) -> None:
    """Replace derived rows as the port has it; no one appends to the campaign meanwhile. Raises Stale, UnknownCampaign."""
    with pool.connection() as connection, connection.transaction(), connection.cursor() as cursor:
        if cursor.execute(_HEAD, [campaign]).fetchone() is None:
            raise UnknownCampaign(campaign)
        if cursor.execute(_REVISED, [campaign, known_at]).fetchone() is not None:
            raise Stale(campaign, known_at)
        cursor.execute(_CLEAR, [campaign, known_at])
        with cursor.copy(_KEEP) as copy:
            for one in checkpoints:
                copy.write_row((campaign, one.ref, array(one.place), one.created, one.version, one.body, one.died))
        cursor.execute(_DISCARD, [campaign, list(unfounded)])
    analyze(pool, {"checkpoints": len(checkpoints)})
