"""Ends of the chains of campaigns, as far as this process knows, so that an append needs no read before it.

An end may be behind: another process has appended. That does no harm, since every append carries the hash it follows.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from uuid import UUID

import msgspec
from psycopg_pool import ConnectionPool

from domain.records.entries import Head
from domain.records.store import Stale, UnknownCampaign

CAMPAIGNS_KEPT = 256
"""How many campaigns are kept; the one unused for longest makes room, and costs one read when it comes back."""

_NEWER = """
SELECT entry, position, hash, paths,
    ARRAY(SELECT path FROM paths WHERE campaign_id = %(campaign)s AND id > %(known)s ORDER BY id)
FROM heads WHERE campaign_id = %(campaign)s
"""


class End(msgspec.Struct, frozen=True):
    """A campaign's head, and what was seen on the way to it; both dictionaries are shared with later ends and grow.

    `path_ids` has at least all paths interned up to the head, `streams` how many events some of the streams had at least.
    """

    head: Head
    path_ids: dict[str, int] = {}
    streams: dict[str, int] = {}


class Ends:
    """The newest end known of each campaign."""

    def __init__(self, pool: ConnectionPool) -> None:
        self._pool = pool
        self._lock = threading.Lock()
        self._known: OrderedDict[UUID, End] = OrderedDict()

    def at(self, campaign: UUID, expected: int) -> End:
        """The end at this entry. Raises Stale where the campaign stands elsewhere, and UnknownCampaign."""
        end = self._kept(campaign)
        if end is None or end.head.entry != expected:
            end = self.read(campaign)
        if end.head.entry != expected:
            raise Stale(campaign, expected)
        return end

    def newest(self, campaign: UUID) -> End:
        """The newest end known here, possibly behind. Raises UnknownCampaign."""
        return self._kept(campaign) or self.read(campaign)

    def read(self, campaign: UUID) -> End:
        """The end as it is now; only paths that are new here are fetched. Raises UnknownCampaign."""
        kept = self._kept(campaign) or End(Head(0, 0, b"", 0))
        known = kept.head.paths
        with self._pool.connection() as connection:
            row = connection.execute(_NEWER, {"campaign": campaign, "known": known}, binary=True).fetchone()
        if row is None:
            raise UnknownCampaign(campaign)
        *head, paths = row
        ids = range(known + 1, known + 1 + len(paths))
        return self.moved(campaign, kept, Head(*head), zip(paths, ids, strict=True), {})

    def moved(
        self, campaign: UUID, end: End, head: Head, paths: Iterable[tuple[str, int]], streams: Mapping[str, int]
    ) -> End:
        """Keep the head that follows on this end, with the paths interned between and the streams that have grown.

        The answer is the newest end known.
        """
        with self._lock:
            end.path_ids.update(paths)
            end.streams.update(streams)
            kept = self._known.get(campaign)
            if kept is None or kept.head.entry <= head.entry:
                kept = self._known[campaign] = End(head, end.path_ids, end.streams)
            self._known.move_to_end(campaign)
            while len(self._known) > CAMPAIGNS_KEPT:
                self._known.popitem(last=False)
            return kept

    def forget(self, campaign: UUID) -> None:
        """Know nothing of a campaign any more: what was known has proved wrong, or its outcome is not known."""
        with self._lock:
            self._known.pop(campaign, None)

    def _kept(self, campaign: UUID) -> End | None:
        with self._lock:
            end = self._known.get(campaign)
            if end is not None:
                self._known.move_to_end(campaign)
            return end
