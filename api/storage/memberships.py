"""Campaigns of an account, read from the ledgers' own states: they are the only record of roles."""

from __future__ import annotations

from typing import Final
from uuid import UUID

import msgspec

from api.storage.database import Pool
from api.storage.rows import every
from domain.aggregates import CAMPAIGN

_PARTS: Final = """
SELECT campaigns.campaign_id AS id
FROM campaigns JOIN states ON states.campaign_id = campaigns.campaign_id AND states.ref = %s
WHERE convert_from(states.body, 'UTF8')::jsonb -> 'participants' ? %s
ORDER BY campaigns.created_at, campaigns.campaign_id
"""


class _Part(msgspec.Struct, frozen=True):
    id: UUID


class Memberships:
    """The campaigns of an installation, by who takes part in them. Thread-safe."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def of(self, member: UUID) -> list[UUID]:
        """The campaigns that know this member, former members included, oldest first."""
        return [part.id for part in every(self._pool, _Part, _PARTS, [CAMPAIGN, str(member)])]
