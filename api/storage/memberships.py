"""Campaigns of an account, read from the ledgers' own states: they are the only record of roles."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from uuid import UUID

import msgspec

from api.storage.database import Pool
from api.storage.rows import every
from domain.aggregates import CAMPAIGN
from domain.vocabulary.chronicle import Role
from domain.vocabulary.lifecycle import CampaignState

_LISTED: Final = """
SELECT c.campaign_id AS id, c.name, c.system, c.created_at, c.forked_from, c.forked_at, c.forked_known_at,
       h.entry, h.hash, s.body AS encoded, p.part ->> 'role' AS role
FROM campaigns c JOIN heads h USING (campaign_id)
JOIN states s ON s.campaign_id = c.campaign_id AND s.ref = %(ref)s
LEFT JOIN LATERAL (
    -- reading a state as JSON takes longer than to look for the member's id in it
    SELECT CASE WHEN position(convert_to(%(member)s::text, 'UTF8') IN s.body) > 0
        THEN convert_from(s.body, 'UTF8')::jsonb #> ARRAY['participants', %(member)s::text] END AS part
) p ON %(member)s::text IS NOT NULL
WHERE (%(member)s::text IS NULL OR (p.part IS NOT NULL AND coalesce((p.part ->> 'active')::boolean, true)))
AND (%(bot)s::uuid IS NULL OR EXISTS (
    SELECT FROM grants g WHERE g.campaign_id = c.campaign_id AND g.member_id = %(member)s::uuid
    AND g.bot_id = %(bot)s AND 'read' = ANY(g.scopes)
))
AND (%(only)s::uuid IS NULL OR c.campaign_id = %(only)s)
AND (%(forked_from)s::uuid IS NULL OR c.forked_from = %(forked_from)s)
AND (%(states)s::text[] IS NULL OR CASE WHEN position(%(lifecycle)s IN s.body) > 0
    THEN coalesce(convert_from(s.body, 'UTF8')::jsonb #>> '{lifecycle,self,state}', 'open') ELSE 'open'
    END = ANY(%(states)s))
AND (%(name)s::text IS NULL OR strpos(lower(c.name), lower(%(name)s)) > 0)
AND (%(system)s::text IS NULL OR c.system = %(system)s)
AND (%(time)s::text IS NULL OR (c.created_at, c.campaign_id) > (%(time)s, %(id)s))
ORDER BY c.created_at, c.campaign_id LIMIT %(limit)s
"""


_PLAYED: Final = """
SELECT s.campaign_id AS campaign, s.ref, s.body AS encoded
FROM states s JOIN unnest(%s::uuid[], %s::text[]) AS wanted (campaign_id, ref) USING (campaign_id, ref)
WHERE position(convert_to(%s, 'UTF8') IN s.body) > 0
"""


class CampaignFilter(msgspec.Struct, frozen=True, kw_only=True):
    """The campaigns that are wanted: those in which `member` takes part (None: all of the installation), where that member
    lets `bot` read for them; `only` that one; forks of `forked_from`; with `name` as part of their name, in any case; in one
    of these `states` (None: in any)."""

    member: UUID | None
    bot: UUID | None = None
    only: UUID | None = None
    forked_from: UUID | None = None
    name: str | None = None
    system: str | None = None
    states: tuple[CampaignState, ...] | None = None


class ListedCampaign(msgspec.Struct, frozen=True, kw_only=True):
    """A campaign in a list, with its newest entry and its campaign aggregate as it is stored (`encoded`); `role` is that of the
    member whose campaigns are listed."""

    id: UUID
    name: str
    system: str
    created_at: str
    forked_from: UUID | None
    forked_at: int | None
    forked_known_at: int | None
    entry: int
    hash: bytes
    encoded: bytes
    role: Role | None


class StoredState(msgspec.Struct, frozen=True, kw_only=True):
    """An aggregate of a campaign as it is stored (`encoded`)."""

    campaign: UUID
    ref: str
    encoded: bytes


class Memberships:
    """The campaigns of an installation, by who takes part in them. Thread-safe."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def listed(
        self, wanted: CampaignFilter, after: tuple[str, UUID] | None = None, limit: int | None = None
    ) -> list[ListedCampaign]:
        """The campaigns that a filter lets through, oldest first: at most so many, behind the one with this key."""
        time, id = after or (None, None)
        member = None if wanted.member is None else str(wanted.member)
        asked = msgspec.structs.asdict(wanted) | {
            "ref": CAMPAIGN,
            "member": member,
            "states": None if wanted.states is None else list(wanted.states),
            "lifecycle": b'"lifecycle":',
            "time": time,
            "id": id,
            "limit": limit,
        }
        return every(self._pool, ListedCampaign, _LISTED, asked)

    def states_naming(self, member: UUID, wanted: Iterable[tuple[UUID, str]]) -> list[StoredState]:
        """Return those of some aggregates, by campaign and reference, in whose states a member is named: one query for all."""
        pairs = list(wanted)
        if not pairs:
            return []
        campaigns, refs = zip(*pairs, strict=True)
        return every(self._pool, StoredState, _PLAYED, (list(campaigns), list(refs), str(member)))
