"""Reading from PostgreSQL: events by entry and by stream, as played and in effective order, and who read which path."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Final
from uuid import UUID

from domain.events import Corrected
from domain.history.places import Place
from domain.ledger.postgres_entries import FALLEN, NEWEST, NOW, Database
from domain.ledger.postgres_rows import restatement
from domain.ledger.records import Restatement, StoredRow

STREAM: Final = """
SELECT position, entry, ref, version, topic, body FROM events
WHERE campaign_id = %(campaign)s AND ref = %(ref)s AND entry <= %(up_to)s ORDER BY version
"""

_WRITTEN: Final = """
    SELECT v.position, v.entry, v.ref, v.version, v.topic, v.body, v.position AS seq FROM events v
    WHERE v.campaign_id = e.campaign_id AND v.position > e.position - e.events AND v.position <= e.position"""

_RESTATED_ROW: Final = """
    SELECT n.position - greatest(n.events - 1, 0) AS position, x.entry, x.ref, 0 AS version, x.topic,
        convert_to(x.body, 'UTF8') AS body, x.seq"""
"""A restated event `x` beside its revision `n`, as a row of the stream."""

AS_FIRST_WRITTEN: Final = f"""
SELECT e.number, f.* FROM entries e LEFT JOIN LATERAL ({_WRITTEN}
) f ON true WHERE e.campaign_id = %(campaign)s AND e.number = ANY((SELECT %(numbers)s::bigint[])::bigint[]) ORDER BY e.number, f.seq
"""

EVENTS_OF: Final = f"""
SELECT e.number, f.* FROM entries e {NEWEST} LEFT JOIN LATERAL ({_WRITTEN} AND r.revision IS NULL
    UNION ALL {_RESTATED_ROW} FROM restated_events x
    JOIN entries n ON n.campaign_id = x.campaign_id AND n.number = x.revision
    WHERE x.campaign_id = e.campaign_id AND x.entry = e.number AND x.revision = r.revision
) f ON coalesce(r.status, e.status) <> ALL(%(gone)s)
WHERE e.campaign_id = %(campaign)s AND e.number = ANY((SELECT %(numbers)s::bigint[])::bigint[]) AND e.number <= %(known)s
ORDER BY e.number, f.seq
"""

EFFECTIVE_STREAM: Final = f"""
SELECT s.position, s.entry, s.ref, s.version, s.topic, s.body FROM (
    SELECT v.position, v.entry, v.ref, v.version, v.topic, v.body, v.position AS seq, e.place, e.status
    FROM events v JOIN entries e ON e.campaign_id = v.campaign_id AND e.number = v.entry
    WHERE v.campaign_id = %(campaign)s AND v.ref = %(ref)s AND v.entry <= %(known)s AND NOT EXISTS (
        SELECT FROM restatements r
        WHERE r.campaign_id = v.campaign_id AND r.entry = v.entry AND r.revision <= %(known)s
    )
    UNION ALL {_RESTATED_ROW}, e.place, r.status FROM restated_events x
    JOIN restatements r ON r.campaign_id = x.campaign_id AND r.entry = x.entry AND r.revision = x.revision
    JOIN entries n ON n.campaign_id = x.campaign_id AND n.number = x.revision
    JOIN entries e ON e.campaign_id = x.campaign_id AND e.number = x.entry
    WHERE x.campaign_id = %(campaign)s AND x.ref = %(ref)s AND x.revision <= %(known)s AND NOT EXISTS (
        SELECT FROM restatements l WHERE l.campaign_id = x.campaign_id AND l.entry = x.entry
        AND l.revision > x.revision AND l.revision <= %(known)s
    )
) s
WHERE s.status <> ALL(%(gone)s) AND split_part(s.topic, '.', 1) <> %(corrected)s
    AND (%(up_to)s::bigint[] IS NULL OR s.place <= %(up_to)s::bigint[])
    AND (%(before)s::bigint[] IS NULL OR s.place < %(before)s::bigint[])
ORDER BY s.place, s.seq
"""

READERS: Final = """
WITH wanted AS (
    SELECT id, path FROM paths WHERE campaign_id = %(campaign)s AND path = ANY(%(paths)s)
), ids AS (
    SELECT coalesce(array_agg(id), '{}') AS ids FROM wanted
), found AS (
    SELECT e.number, e.read_ids FROM entries e
    WHERE e.campaign_id = %(campaign)s AND e.number > %(after)s AND e.read_ids && (SELECT ids FROM ids)
        AND e.status <> ALL(%(gone)s) AND NOT EXISTS (
            SELECT FROM restatements r WHERE r.campaign_id = e.campaign_id AND r.entry = e.number
        )
    UNION ALL
    SELECT r.entry, r.read_ids FROM restatements r
    WHERE r.campaign_id = %(campaign)s AND r.entry > %(after)s AND r.read_ids && (SELECT ids FROM ids)
        AND r.status <> ALL(%(gone)s) AND NOT EXISTS (
            SELECT FROM restatements l
            WHERE l.campaign_id = r.campaign_id AND l.entry = r.entry AND l.revision > r.revision
        )
)
SELECT found.number, array_agg(wanted.path) FROM found JOIN wanted ON wanted.id = ANY(found.read_ids) GROUP BY found.number
"""

READS_OF: Final = f"""
SELECT e.number, ARRAY(
    SELECT p.path FROM paths p WHERE p.campaign_id = e.campaign_id AND p.id = ANY(coalesce(r.read_ids, e.read_ids))
) FROM entries e {NEWEST}
WHERE e.campaign_id = %(campaign)s AND e.number = ANY((SELECT %(numbers)s::bigint[])::bigint[]) AND e.number <= %(known)s
"""

RESTATEMENT: Final = """
SELECT r.entry, r.status, ARRAY(
    SELECT p.path FROM unnest(r.read_ids) WITH ORDINALITY AS u (id, n)
    JOIN paths p ON p.campaign_id = r.campaign_id AND p.id = u.id ORDER BY u.n
), coalesce((
    SELECT array_agg(ARRAY[x.ref, x.topic, x.body] ORDER BY x.seq) FROM restated_events x
    WHERE x.campaign_id = r.campaign_id AND x.entry = r.entry AND x.revision = r.revision
), '{}'), r.rest, r.revision
FROM restatements r WHERE r.campaign_id = %(campaign)s"""
"""Restatements with all that belongs to them, as `restatement` takes them, and the revision each is of."""

_NEWEST_OF: Final = """
    AND r.entry = ANY(%(numbers)s::bigint[]) AND r.entry <= %(known)s AND r.revision <= %(known)s
ORDER BY r.revision
"""

_CORRECTED = str(Corrected.__struct_config__.tag)


class StreamReads(Database):
    """What the `Store` port answers about events, restatements and reads."""

    def events_of(
        self, campaign: UUID, numbers: Collection[int], known_at: int | None = None
    ) -> dict[int, list[StoredRow]]:
        known = NOW if known_at is None else known_at
        return _by_entry(self._rows_of(campaign, EVENTS_OF, numbers=list(numbers), known=known, gone=FALLEN))

    def as_first_written(self, campaign: UUID, numbers: Collection[int]) -> dict[int, list[StoredRow]]:
        return _by_entry(self._rows_of(campaign, AS_FIRST_WRITTEN, numbers=list(numbers)))

    def restatements(
        self, campaign: UUID, numbers: Collection[int], known_at: int | None = None
    ) -> dict[int, Restatement]:
        known = NOW if known_at is None else known_at
        rows = self._rows_of(campaign, RESTATEMENT + _NEWEST_OF, numbers=list(numbers), known=known)
        return {row[0]: restatement(*row[:-1]) for row in rows}

    def stream(self, campaign: UUID, ref: str, *, up_to_entry: int | None = None) -> list[StoredRow]:
        up_to = NOW if up_to_entry is None else up_to_entry
        return [StoredRow(*row) for row in self._rows_of(campaign, STREAM, ref=ref, up_to=up_to)]

    def effective_stream(
        self,
        campaign: UUID,
        ref: str,
        *,
        up_to: Place | None = None,
        before: Place | None = None,
        known_at: int | None = None,
    ) -> list[StoredRow]:
        rows = self._rows_of(
            campaign,
            EFFECTIVE_STREAM,
            ref=ref,
            up_to=None if up_to is None else list(up_to),
            before=None if before is None else list(before),
            known=NOW if known_at is None else known_at,
            gone=FALLEN,
            corrected=_CORRECTED,
        )
        return [StoredRow(*row) for row in rows]

    def readers(self, campaign: UUID, paths: Collection[str], after: int) -> dict[int, set[str]]:
        rows = self._rows_of(campaign, READERS, paths=list(paths), after=after, gone=FALLEN)
        return {number: set(met) for number, met in rows}

    def reads_of(
        self, campaign: UUID, numbers: Collection[int], known_at: int | None = None
    ) -> dict[int, frozenset[str]]:
        known = NOW if known_at is None else known_at
        rows = self._rows_of(campaign, READS_OF, numbers=list(numbers), known=known)
        return {number: frozenset(paths) for number, paths in rows}


def _by_entry(rows: Iterable[tuple[Any, ...]]) -> dict[int, list[StoredRow]]:
    """Rows by the entry in front of them; a row without a position says only that the entry exists."""
    grouped: dict[int, list[StoredRow]] = {}
    for number, *fields, _ in rows:
        held = grouped.setdefault(number, [])
        if fields[0] is not None:
            held.append(StoredRow(*fields))
    return grouped
