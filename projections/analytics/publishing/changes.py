"""The changes since a campaign was last published: the blocks of entries whose rows have to be written anew.

Rows of an entry change with the entry alone, with a revision that restates it, with one that strikes what it was (all
three stand in the rows of entries), or when its words are erased. So the changes are found there, and whole blocks of
entries are written anew: a block is a function of the facts as they are, whenever and however often it was written.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple
from uuid import UUID

from projections.analytics.publishing.manifest import CampaignFiles, fingerprint
from projections.analytics.stored import Snapshot, StoredRange

BLOCK: Final = 8_192
"""The number of entries in a block, by their numbers. A file holds the entries of one block and one month."""

_FOLLOWED: Final = """
SELECT t.campaign_id::text, t.generation, t.entry, coalesce(encode(e.hash, 'hex'), ''), c.name, c.system
FROM tracking t JOIN campaigns c USING (campaign_id) LEFT JOIN entries e ON e.campaign_id = t.campaign_id AND e.number = t.entry
WHERE t.projection = 'facts' AND t.live ORDER BY c.created_at, t.campaign_id
"""
_ERASED: Final = """
WITH RECURSIVE gone (campaign_id, entry, index) AS (
    SELECT campaign_id, entry, index FROM texts WHERE words IS NULL
    UNION ALL
    SELECT c.campaign_id, g.entry, g.index FROM gone g JOIN campaigns c ON c.forked_from = g.campaign_id AND g.entry <= c.forked_known_at
)
SELECT DISTINCT g.campaign_id::text, g.entry FROM gone g JOIN fact_entries f USING (campaign_id, entry)
WHERE f.reason = g.entry || '.' || g.index ORDER BY 1, 2
"""
_HASH: Final = "SELECT encode(hash, 'hex') FROM entries WHERE campaign_id = '{campaign}' AND number = {entry}"
_CHANGED: Final = """
SELECT DISTINCT entry / {block} FROM fact_entries WHERE campaign_id = '{campaign}' AND generation = {generation}
AND (entry > {entry} OR version > {entry} OR struck > {entry}) ORDER BY 1
"""
_HELD: Final = """
SELECT max(entry) FROM (
    SELECT max(entry) AS entry FROM fact_entries WHERE campaign_id = '{campaign}' AND generation = {generation}
    UNION ALL SELECT max(entry) FROM fact_dice WHERE campaign_id = '{campaign}' AND generation = {generation}
) held
"""
_MIGRATED: Final = "SELECT coalesce(max(number), 0) FROM migrations WHERE schema = 'projections'"


class ChangedCampaign(NamedTuple):
    """A campaign whose facts there are: a generation of them, up to an entry with this hash. The words of some entries are `erased`."""

    id: str
    generation: int
    entry: int
    hash: str
    name: str
    system: str
    erased: tuple[int, ...] = ()


class CampaignChanges(NamedTuple):
    """The part of a campaign that is to be written: these ranges of entries; all others stay in the files that they are in, unless all is written `anew`."""

    ranges: Sequence[StoredRange]
    anew: bool


def followed(moment: Snapshot) -> list[ChangedCampaign]:
    """List the campaigns whose facts there are, oldest first."""
    erased: dict[str, list[int]] = {}
    for campaign, entry in moment.rows(_ERASED):
        erased.setdefault(campaign, []).append(entry)
    return [ChangedCampaign(*row)._replace(erased=tuple(erased.get(row[0], ()))) for row in moment.rows(_FOLLOWED)]


def form_of(moment: Snapshot, block: int) -> str:
    """Return the form of rows: their columns, the migration that last made all facts anew, and how files are cut."""
    [[migrated]] = moment.rows(_MIGRATED)
    return f"{fingerprint()}-{migrated}-{block}"


def is_current(campaign: ChangedCampaign, before: CampaignFiles | None) -> bool:
    """Whether nothing has changed since a campaign was published."""
    if before is None or before.erased != campaign.erased:
        return False
    return (before.generation, before.entry, before.hash) == (campaign.generation, campaign.entry, campaign.hash)


def changes(moment: Snapshot, campaign: ChangedCampaign, before: CampaignFiles | None, block: int) -> CampaignChanges:
    """Find out what has to be written of a campaign.

    Where the facts were made anew, or the ledger is not the one that was published (a backup was restored since), that is everything.
    """
    if before is None or before.generation != campaign.generation or _hash(moment, campaign, before) != before.hash:
        [[last]] = moment.rows(_HELD.format(campaign=campaign.id, generation=campaign.generation))
        blocks = [] if last is None else list(range(last // block + 1))
        return CampaignChanges(_ranges(campaign, blocks, block), anew=True)
    query = _CHANGED.format(block=block, campaign=campaign.id, generation=campaign.generation, entry=before.entry)
    changed = {number for (number,) in moment.rows(query)}
    changed |= {entry // block for entry in {*campaign.erased} - {*before.erased}}
    return CampaignChanges(_ranges(campaign, sorted(changed), block), anew=False)


def _hash(moment: Snapshot, campaign: ChangedCampaign, before: CampaignFiles) -> str:
    """Return the hash that the entry which was published last has now; a fork has none of what it shares."""
    rows = moment.rows(_HASH.format(campaign=campaign.id, entry=before.entry))
    return str(rows[0][0]) if rows else ""


def _ranges(campaign: ChangedCampaign, blocks: Sequence[int], size: int) -> list[StoredRange]:
    """Return blocks as ranges, those next to each other as one."""
    known = set(blocks)
    starts = [number for number in blocks if number - 1 not in known]
    ends = [number + 1 for number in blocks if number + 1 not in known]
    return [
        StoredRange(UUID(campaign.id), campaign.generation, first * size, end * size)
        for first, end in zip(starts, ends, strict=True)
    ]
