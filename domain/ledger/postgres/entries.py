"""Reading from PostgreSQL: campaigns with their secrets, heads, states, and entries by number, command id and filter."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, Final
from uuid import UUID

from msgspec.structs import replace
from psycopg_pool import ConnectionPool

from domain.history.script import withdrawn
from domain.records.chain import decode_header
from domain.records.entries import (
    GONE,
    CampaignRow,
    CampaignSecrets,
    EntryFilter,
    EpochSeeds,
    Head,
    StateRow,
    StoredEntry,
)
from domain.records.store import UnknownCampaign, UnknownEpoch
from domain.vocabulary import EVENTS

NOW: Final = 2**63 - 1
"""The entry after which everything is known."""

FALLEN: Final = sorted(GONE)
"""The statuses of entries that do not stand, as a parameter."""

NEWEST: Final = """
LEFT JOIN LATERAL (
    SELECT revision, status, read_ids, count(*) OVER () AS made FROM restatements
    WHERE campaign_id = e.campaign_id AND entry = e.number AND revision <= %(known)s
    ORDER BY revision DESC LIMIT 1
) r ON true
"""
"""Beside an entry `e`, its restatement in force as `r` and how many it has had; nulls where it has had none."""

_ENTRY: Final = f"""
SELECT e.header, coalesce(r.status, e.status), 1 + coalesce(r.made, 0), r.revision, e.digest, e.hash, e.request_digest
FROM entries e {NEWEST}
WHERE e.campaign_id = %(campaign)s AND e.number <= %(known)s"""

DEEDS_OF: Final = f"""
WITH deeds AS (
    SELECT %(numbers)s::bigint[] || ARRAY(
        SELECT deed FROM entries WHERE campaign_id = %(campaign)s AND number = ANY(%(numbers)s::bigint[])
    ) AS deeds
){_ENTRY} AND (e.number = ANY((SELECT deeds FROM deeds)::bigint[])
    OR e.deed = ANY((SELECT deeds FROM deeds)::bigint[]) AND e.deed <> e.number)
ORDER BY e.number
"""

_FILTERS: Final = {
    "before": "e.number < %(before)s",
    "session": "e.session = %(session)s",
    "member": "e.member = %(member)s",
    "entry_kind": "e.kind = %(entry_kind)s",
    "status": (
        "CASE WHEN e.number = ANY(%(withdrawn)s::bigint[]) THEN 'struck' ELSE coalesce(r.status, e.status) END = %(status)s"
    ),
    # Spelled so that the index on answers serves for all entries but the deed's own.
    "deed": "(e.number = %(deed)s OR e.deed = %(deed)s AND e.deed <> e.number)",
    # Spelled out, since an index that holds some rows only serves where the question's text says that it asks for those.
    "revisions": "e.kind = 'revision'",
}
_WITHDRAWING: Final = """
SELECT number, header FROM entries
WHERE campaign_id = %(campaign)s AND kind = 'revision' AND number > %(after)s AND number <= %(known)s
    AND position('"withdraws":'::bytea IN header) > 0
"""
"""Revisions that withdraw another: no column says so, and within a text of the header a quote would stand behind a stroke."""

_HAS_EVENT: Final = """(
    e.number IN (SELECT entry FROM events WHERE campaign_id = %(campaign)s AND {written})
    OR r.status <> ALL(%(gone)s) AND (e.number, r.revision) IN (
        SELECT entry, revision FROM restated_events WHERE campaign_id = %(campaign)s AND {restated}
    )
)"""


_KNOWN: Final = """
SELECT FROM heads WHERE campaign_id = %(campaign)s UNION ALL SELECT FROM campaigns WHERE campaign_id = %(campaign)s
"""


class Database:
    """A pool of connections to a migrated database, and the one way to ask it."""

    def __init__(self, pool: ConnectionPool) -> None:
        self.pool = pool
        self._met: set[UUID] = set()  # campaigns that exist: none ever ceases to

    def _rows(self, query: str, **parameters: Any) -> list[tuple[Any, ...]]:
        """All rows of an answer, read in PostgreSQL's binary form. There is nothing to commit.

        A connection prepares each question when it is first asked: planning the longer ones takes longer than they do.
        """
        connection = self.pool.getconn()
        try:
            return connection.execute(query.encode(), parameters, prepare=True, binary=True).fetchall()
        finally:
            self.pool.putconn(connection)

    def _rows_each(self, queries: Sequence[str], **parameters: Any) -> list[list[tuple[Any, ...]]]:
        """Return the rows of several answers to the same parameters, sent at once, so that the round trips overlap."""
        connection = self.pool.getconn()
        try:
            with connection.pipeline():
                asked = [connection.execute(each.encode(), parameters, prepare=True, binary=True) for each in queries]
                return [cursor.fetchall() for cursor in asked]
        finally:
            self.pool.putconn(connection)

    def _rows_of(self, campaign: UUID, query: str, **parameters: Any) -> list[tuple[Any, ...]]:
        """Rows of a campaign; only where there are none, and never were, is it asked whether that exists.

        Raises UnknownCampaign.
        """
        rows = self._rows(query, campaign=campaign, **parameters)
        if not rows and campaign not in self._met:
            self._check_known(campaign)
        return rows

    def _check_known(self, campaign: UUID) -> None:
        """Check that there is such a campaign, even one that has lost its head. Raises UnknownCampaign."""
        if not self._rows(_KNOWN, campaign=campaign):
            raise UnknownCampaign(campaign)
        self._met.add(campaign)

    def head(self, campaign: UUID) -> Head:
        query = "SELECT entry, position, hash, paths FROM heads WHERE campaign_id = %(campaign)s"
        for row in self._rows(query, campaign=campaign):
            self._met.add(campaign)
            return Head(*row)
        raise UnknownCampaign(campaign)


class EntryReads(Database):
    """Answers of the `Store` port about campaigns, their states and their entries."""

    def campaigns(self) -> list[CampaignRow]:
        return _campaigns(self._rows(f"{_CAMPAIGNS} ORDER BY created_at, campaign_id"))

    def campaigns_with(self, command_ids: Collection[str]) -> list[UUID]:
        return [campaign for (campaign,) in self._rows(_CAMPAIGNS_WITH, command_ids=list(command_ids))]

    def campaign(self, campaign: UUID) -> CampaignRow:
        listed = _campaigns(self._rows_of(campaign, f"{_CAMPAIGNS} WHERE campaign_id = %(campaign)s"))
        if not listed:
            raise UnknownCampaign(campaign)
        return listed[0]

    def states(self, campaign: UUID, refs: Collection[str]) -> dict[str, StateRow]:
        query = f"{_STATES} AND ref = ANY(%(refs)s)"
        return {row[0]: StateRow(*row) for row in self._rows_of(campaign, query, refs=list(refs))}

    def all_states(self, campaign: UUID) -> list[StateRow]:
        return [StateRow(*row) for row in self._rows_of(campaign, f"{_STATES} ORDER BY ref")]

    def seeds(self, campaign: UUID, epoch: int) -> EpochSeeds:
        query = "SELECT epoch, open, sealed, amendment FROM epoch_seeds WHERE campaign_id = %(campaign)s AND epoch = %(epoch)s"
        for row in self._rows_of(campaign, query, epoch=epoch):
            return EpochSeeds(*row)
        raise UnknownEpoch(campaign, epoch)

    def secrets(self, campaign: UUID) -> CampaignSecrets:
        query = "SELECT key, amendment FROM campaign_secrets WHERE campaign_id = %(campaign)s"
        [row] = self._rows_of(campaign, query)
        return CampaignSecrets(*row)

    def entry(self, campaign: UUID, number: int, known_at: int | None = None) -> StoredEntry | None:
        query, known = f"{_ENTRY} AND e.number = %(number)s", NOW if known_at is None else known_at
        return next(self._told(campaign, known, self._rows_of(campaign, query, number=number, known=known)), None)

    def by_command_id(self, campaign: UUID, command_id: str) -> StoredEntry | None:
        query = f"{_ENTRY} AND e.command_id = %(command_id)s"
        rows = self._rows_of(campaign, query, command_id=command_id, known=NOW)
        return next(self._told(campaign, NOW, rows), None)

    def entries(self, campaign: UUID, wanted: EntryFilter, known_at: int | None = None) -> list[StoredEntry]:
        known = NOW if known_at is None else known_at
        off = frozenset() if wanted.status is None else self._withdrawn(campaign, 0, known)
        query, parameters = entries_query(wanted, known, off)
        return list(self._told(campaign, known, self._rows_of(campaign, query, **parameters)))

    def deeds_of(self, campaign: UUID, numbers: Collection[int], known_at: int | None = None) -> dict[int, StoredEntry]:
        known = NOW if known_at is None else known_at
        rows = self._rows_of(campaign, DEEDS_OF, numbers=list(numbers), known=known)
        return {entry.header.number: entry for entry in self._told(campaign, known, rows)}

    def _told(self, campaign: UUID, known: int, rows: Iterable[tuple[Any, ...]]) -> Iterator[StoredEntry]:
        """Entries as they stood at entry `known`: what withdrew a revision, later ones tell."""
        entries = list(_stored(rows))
        revisions = [entry.header.number for entry in entries if entry.header.kind == "revision"]
        off = self._withdrawn(campaign, min(revisions), known) if revisions else frozenset()
        return (replace(entry, status="struck") if entry.header.number in off else entry for entry in entries)

    def _withdrawn(self, campaign: UUID, after: int, known: int) -> frozenset[int]:
        """The revisions, from that one on, that were withdrawn at entry `known`."""
        rows = self._rows(_WITHDRAWING, campaign=campaign, after=after, known=known)
        by = {number: revision for number, header in rows if (revision := decode_header(header).revision) is not None}
        return withdrawn({n: revision.withdraws for n, revision in by.items() if revision.withdraws is not None})


def entries_query(wanted: EntryFilter, known: int = NOW, off: Collection[int] = ()) -> tuple[str, dict[str, Any]]:
    """The question for entries that fit a filter, without the campaign. `off` are the revisions withdrawn at entry `known`."""
    asked = {name: value for name in wanted.__struct_fields__ if (value := getattr(wanted, name)) is not None}
    named = asked.keys() | ({"revisions"} if wanted.entry_kind == "revision" else set())
    clauses = [clause for name, clause in _FILTERS.items() if name in named]
    if "ref" in asked or "event_kind" in asked:
        clauses.append(_has_event(asked))
        asked |= {"gone": FALLEN, "tags": [tag for tag, kind in _kinds() if kind == wanted.event_kind]}
    order = "DESC" if wanted.newest_first else "ASC"
    conditions = "".join(f"\n    AND {clause}" for clause in ("e.number > %(after)s", *clauses))
    query = f"{_ENTRY}{conditions}\nORDER BY e.number {order} LIMIT %(limit)s"
    return query, asked | {"known": known, "withdrawn": list(off)}


def _has_event(asked: Collection[str]) -> str:
    """An event as first written, or one of the version in force; what those are about, their tags tell."""
    written = {"ref": "ref = %(ref)s", "event_kind": "kind = %(event_kind)s"}
    restated = {"ref": "ref = %(ref)s", "event_kind": "split_part(topic, '.', 1) = ANY(%(tags)s)"}
    return _HAS_EVENT.format(
        written=" AND ".join(clause for name, clause in written.items() if name in asked),
        restated=" AND ".join(clause for name, clause in restated.items() if name in asked),
    )


def _kinds() -> Iterator[tuple[str, str]]:
    return ((str(event.__struct_config__.tag), event.kind) for event in EVENTS)


_CAMPAIGNS = "SELECT campaign_id, name, system, created_at, forked_from, forked_at, forked_known_at FROM campaigns"
_CAMPAIGNS_WITH = """
SELECT campaign_id FROM campaigns c WHERE EXISTS (
    SELECT FROM entries e WHERE e.campaign_id = c.campaign_id AND e.command_id = ANY(%(command_ids)s)
) ORDER BY created_at, campaign_id
"""
_STATES = "SELECT ref, version, body FROM states WHERE campaign_id = %(campaign)s"


def _campaigns(rows: Iterable[tuple[Any, ...]]) -> list[CampaignRow]:
    return [CampaignRow(**dict(zip(CampaignRow.__struct_fields__, row, strict=True))) for row in rows]


def _stored(rows: Iterable[tuple[Any, ...]]) -> Iterator[StoredEntry]:
    for header, status, versions, made_by, digest, link, request_digest in rows:
        yield StoredEntry(
            header=decode_header(header),
            status=status,
            versions=versions,
            made_by=made_by,
            digest=digest,
            hash=link,
            request_digest=request_digest,
        )
