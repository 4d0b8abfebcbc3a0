"""Reading from PostgreSQL: events by entry and by stream, as played and in effective order, and who read which path."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, Final
from uuid import UUID

from domain.ledger.postgres.entries import FALLEN, NEWEST, NOW, Database
from domain.ledger.postgres.rows import restatement
from domain.records.entries import Checkpoint, EntryReader, Foldable, Restatement, StoredRow
from domain.records.positions import Place, end_of
from domain.records.rows import CORRECTIONS, UNFOLDED

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

_SPAN: Final = """
WITH lowest AS (
    SELECT coalesce((
        SELECT version FROM checkpoints
        WHERE campaign_id = %(campaign)s AND ref = %(ref)s AND place <= %(from)s::bigint[] AND version > 0
        ORDER BY place DESC LIMIT 1
    ), 0) AS low
), span AS MATERIALIZED (
    SELECT low, coalesce(CASE WHEN %(last)s < %(now)s THEN (
        SELECT version FROM events
        WHERE campaign_id = %(campaign)s AND ref = %(ref)s AND version > low AND entry > %(last)s
        ORDER BY version LIMIT 1
    ) END, %(now)s) AS high FROM lowest
)"""
"""Of the stream as played the stretch in which all lies that stands at its own number: from behind the last checkpoint
that was a head (`low`) up to the first event of a later entry (`high`)."""

_BORN: Final = """
    SELECT v.position, v.entry, v.ref, v.version, v.topic, v.body,
        v.position AS seq, v.entry AS number, '{}'::bigint[] AS place
    FROM events v
    WHERE v.campaign_id = %(campaign)s AND v.ref = %(ref)s
    AND v.version > (SELECT low FROM span) AND v.version < (SELECT high FROM span) AND v.entry > %(first)s
    AND v.entry NOT IN (
        SELECT entry FROM restatements
        WHERE campaign_id = %(campaign)s AND entry > %(first)s AND entry <= %(last)s AND revision <= %(known)s
    )"""
"""Events as they were born, of entries that no revision has told anew. Inserts have none of their own, nor have refusals."""

_TOLD: Final = f"""
    {_RESTATED_ROW}, e.place[1] AS number, e.place FROM {{found}}
    JOIN restatements r ON r.campaign_id = x.campaign_id AND r.entry = x.entry AND r.revision = x.revision
    JOIN entries n ON n.campaign_id = x.campaign_id AND n.number = x.revision
    WHERE x.campaign_id = %(campaign)s AND x.ref = %(ref)s AND x.revision <= %(known)s
    AND r.status <> ALL(%(gone)s) AND {{where}} AND NOT EXISTS (
        SELECT FROM restatements l WHERE l.campaign_id = x.campaign_id AND l.entry = x.entry
        AND l.revision > x.revision AND l.revision <= %(known)s
    )"""
_TOLD_ANEW: Final = _TOLD.format(
    found="restated_events x JOIN entries e ON e.campaign_id = x.campaign_id AND e.number = x.entry",
    where="x.entry > %(first)s AND x.entry <= %(last)s AND e.after IS NULL",
)
_INSERTED: Final = _TOLD.format(
    found="entries e JOIN restated_events x ON x.campaign_id = e.campaign_id AND x.entry = e.number",
    where="""e.campaign_id = %(campaign)s AND e.after IS NOT NULL
    AND e.place > %(from)s::bigint[] AND e.place < %(below)s::bigint[]""",
)

_EFFECTIVE: Final = f"""{_SPAN}
SELECT {{columns}} FROM ({_BORN}
    UNION ALL {_TOLD_ANEW}
    UNION ALL {_INSERTED}
) s
WHERE s.topic <> ALL(%(left_out)s)
ORDER BY s.number, s.place, s.seq
"""
"""Between two places, the first exclusive: entries that stand at their own number (after `first` and up to `last`), as they
were born or were told anew, and the few inserts there, as the revisions told them that made them."""

EFFECTIVE_STREAM: Final = _EFFECTIVE.replace("{columns}", "s.position, s.entry, s.ref, s.version, s.topic, s.body")
FOLDABLE: Final = _EFFECTIVE.replace("{columns}", "s.entry, s.topic, s.body")

_PAST: Final = _EFFECTIVE.replace("%(ref)s", "asked.ref").replace(
    "{columns}", "s.entry, s.topic, s.body, row_number() OVER (ORDER BY s.number, s.place, s.seq) AS nth"
)
PASTS: Final = f"""
SELECT asked.ref, past.entry, past.topic, past.body FROM unnest(%(refs)s::text[]) AS asked (ref)
LEFT JOIN LATERAL ({_PAST}) past ON true
WHERE NOT EXISTS (SELECT FROM checkpoints c WHERE c.campaign_id = %(campaign)s AND c.ref = asked.ref)
    AND EXISTS (SELECT FROM entries e WHERE e.campaign_id = %(campaign)s)
ORDER BY asked.ref, past.nth
"""
"""The query of `FOLDABLE` for several aggregates without checkpoints."""

_ASKED: Final = """(
    SELECT ref, place::bigint[] AS place, coalesce((place::bigint[])[1], 0) AS first
    FROM unnest(%(refs)s::text[], %(places)s::text[]) AS asked (ref, place)
) asked"""
_AFTER: Final = _PAST.replace("%(from)s::bigint[]", "asked.place").replace("%(first)s", "asked.first")
FOLDABLE_OF_EACH: Final = f"""
SELECT asked.ref, past.entry, past.topic, past.body FROM {_ASKED}
CROSS JOIN LATERAL ({_AFTER}) past ORDER BY asked.ref, past.nth
"""
"""The query of `FOLDABLE` for several aggregates, each after a place of its own."""

STREAM_OF_EACH: Final = """
SELECT asked.ref, past.entry, past.topic, past.body
FROM unnest(%(refs)s::text[], %(versions)s::bigint[]) AS asked (ref, version)
CROSS JOIN LATERAL (
    SELECT version, entry, topic, body FROM events
    WHERE campaign_id = %(campaign)s AND ref = asked.ref AND version > asked.version AND entry <= %(up_to)s
) past ORDER BY asked.ref, past.version
"""
"""The events that were ever appended to each of several streams, behind a version and up to an entry."""

CHECKPOINTS: Final = """
SELECT ref, place, created, version, body, died FROM checkpoints WHERE campaign_id = %(campaign)s AND ref = %(ref)s"""
CHECKPOINT: Final = f"""{CHECKPOINTS}
    AND place < %(below)s::bigint[] AND created <= %(known)s AND (died IS NULL OR died > %(known)s)
ORDER BY place DESC LIMIT 1
"""

CHECKPOINT_OF_EACH: Final = f"""
SELECT newest.* FROM unnest(%(refs)s::text[]) AS asked (ref)
CROSS JOIN LATERAL ({CHECKPOINT.replace("%(ref)s", "asked.ref")}) newest
"""

READERS: Final = """
WITH wanted AS (
    SELECT id, path FROM paths WHERE campaign_id = %(campaign)s AND path = ANY(%(paths)s)
), ids AS (
    SELECT coalesce(array_agg(id), '{}') AS ids FROM wanted
), far AS (
    SELECT %(also)s::bigint[] || ARRAY(
        SELECT number FROM entries WHERE campaign_id = %(campaign)s
        AND deed > %(after)s AND deed <= %(up_to)s AND deed <> number AND number > %(up_to)s
    ) AS numbers
), found AS (
    SELECT e.number, e.deed, e.read_ids FROM entries e
    WHERE e.campaign_id = %(campaign)s
        AND (e.number > %(after)s AND e.number <= %(up_to)s OR e.number = ANY((SELECT numbers FROM far)::bigint[]))
        AND e.read_ids && (SELECT ids FROM ids) AND e.status <> ALL(%(gone)s) AND NOT EXISTS (
            SELECT FROM restatements r WHERE r.campaign_id = e.campaign_id AND r.entry = e.number
        )
    UNION ALL
    SELECT r.entry, e.deed, r.read_ids FROM restatements r
    JOIN entries e ON e.campaign_id = r.campaign_id AND e.number = r.entry
    WHERE r.campaign_id = %(campaign)s
        AND (r.entry > %(after)s AND r.entry <= %(up_to)s OR r.entry = ANY((SELECT numbers FROM far)::bigint[]))
        AND r.read_ids && (SELECT ids FROM ids) AND r.status <> ALL(%(gone)s) AND NOT EXISTS (
            SELECT FROM restatements l
            WHERE l.campaign_id = r.campaign_id AND l.entry = r.entry AND l.revision > r.revision
        )
)
SELECT found.number, found.deed, array_agg(wanted.path) FROM found JOIN wanted ON wanted.id = ANY(found.read_ids)
GROUP BY found.number, found.deed ORDER BY found.number
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
), '{}'), r.rest, r.revision, r.campaign_id
FROM restatements r"""
"""Restatements with all that belongs to them, as `restatement` takes them, and the revision and campaign each is of."""

_NEWEST_OF: Final = f"""{RESTATEMENT}
WHERE r.campaign_id = %(campaign)s AND r.entry = ANY(%(numbers)s::bigint[]) AND r.entry <= %(known)s AND r.revision <= %(known)s
ORDER BY r.revision
"""


class StreamReads(Database):
    """Answers of the `Store` port about events, restatements and reads."""

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
        rows = self._rows_of(campaign, _NEWEST_OF, numbers=list(numbers), known=known)
        return {row[0]: restatement(*row[:-2]) for row in rows}

    def stream_of_each(
        self, campaign: UUID, since: Mapping[str, Checkpoint | None], *, up_to_entry: int
    ) -> dict[str, list[Foldable]]:
        versions = [0 if checkpoint is None else checkpoint.version for checkpoint in since.values()]
        events: dict[str, list[Foldable]] = {ref: [] for ref in since}
        rows = self._rows_of(campaign, STREAM_OF_EACH, refs=list(since), versions=versions, up_to=up_to_entry)
        for ref, entry, topic, body in rows:
            events[ref].append((entry, topic, body))
        return events

    def effective_stream(
        self,
        campaign: UUID,
        ref: str,
        *,
        after: Place = (),
        up_to: Place | None = None,
        before: Place | None = None,
        known_at: int | None = None,
    ) -> list[StoredRow]:
        asked = _between(after, up_to, before, known_at)
        rows = self._rows_of(campaign, EFFECTIVE_STREAM, ref=ref, left_out=CORRECTIONS, **asked)
        return [StoredRow(*row) for row in rows]

    def state_events(
        self,
        campaign: UUID,
        ref: str,
        *,
        after: Place = (),
        up_to: Place | None = None,
        before: Place | None = None,
        known_at: int | None = None,
    ) -> list[Foldable]:
        asked = _between(after, up_to, before, known_at)
        return self._rows_of(campaign, FOLDABLE, ref=ref, left_out=UNFOLDED, **asked)

    def pasts(self, campaign: UUID, refs: Collection[str], *, before: Place) -> dict[str, list[Foldable]]:
        asked = _between((), None, before, None)
        parts_by_ref: dict[str, list[Foldable]] = {}
        for ref, *row in self._rows_of(campaign, PASTS, refs=list(refs), left_out=UNFOLDED, **asked):
            parts_by_ref.setdefault(ref, []).extend([(row[0], row[1], row[2])] if row[0] is not None else [])
        return parts_by_ref

    def checkpoint(
        self,
        campaign: UUID,
        ref: str,
        *,
        up_to: Place | None = None,
        before: Place | None = None,
        known_at: int | None = None,
    ) -> Checkpoint | None:
        known = NOW if known_at is None else known_at
        rows = self._rows_of(campaign, CHECKPOINT, ref=ref, below=_below(up_to, before), known=known)
        return next(_checkpoints(rows), None)

    def checkpoint_of_each(
        self,
        campaign: UUID,
        refs: Collection[str],
        *,
        up_to: Place | None = None,
        before: Place | None = None,
        known_at: int | None = None,
    ) -> dict[str, Checkpoint]:
        known = NOW if known_at is None else known_at
        asked = {"refs": list(refs), "below": _below(up_to, before), "known": known}
        return {each.ref: each for each in _checkpoints(self._rows_of(campaign, CHECKPOINT_OF_EACH, **asked))}

    def state_events_of_each(
        self,
        campaign: UUID,
        after: Mapping[str, Place],
        *,
        up_to: Place | None = None,
        before: Place | None = None,
        known_at: int | None = None,
    ) -> dict[str, list[Foldable]]:
        asked = _between((), up_to, before, known_at)
        places = ["{" + ",".join(map(str, place)) + "}" for place in after.values()]
        events: dict[str, list[Foldable]] = {ref: [] for ref in after}
        rows = self._rows_of(campaign, FOLDABLE_OF_EACH, refs=list(after), places=places, left_out=UNFOLDED, **asked)
        for ref, entry, topic, body in rows:
            events[ref].append((entry, topic, body))
        return events

    def checkpoints(self, campaign: UUID, ref: str) -> list[Checkpoint]:
        return list(_checkpoints(self._rows_of(campaign, f"{CHECKPOINTS} ORDER BY place, created", ref=ref)))

    def readers(
        self,
        campaign: UUID,
        paths: Collection[str],
        after: int = 0,
        *,
        up_to: int | None = None,
        also: Collection[int] = (),
    ) -> list[EntryReader]:
        span = {"after": after, "up_to": NOW if up_to is None else up_to, "also": list(also)}
        rows = self._rows_of(campaign, READERS, paths=list(paths), gone=FALLEN, **span)
        return [EntryReader(number, deed, frozenset(met)) for number, deed, met in rows]

    def reads_of(
        self, campaign: UUID, numbers: Collection[int], known_at: int | None = None
    ) -> dict[int, frozenset[str]]:
        known = NOW if known_at is None else known_at
        rows = self._rows_of(campaign, READS_OF, numbers=list(numbers), known=known)
        return {number: frozenset(paths) for number, paths in rows}


def _between(after: Place, up_to: Place | None, before: Place | None, known_at: int | None) -> dict[str, Any]:
    """The parameters that say which places are asked about, and as known at which entry: those of inserts by their places
    (`from`, `below`, both exclusive), those of entries that stand at their own number by that (after `first`, to `last`)."""
    below, known = _below(up_to, before), NOW if known_at is None else known_at
    end = below[0] if len(below) > 1 or below == [NOW] else below[0] - 1
    span = {"from": list(after), "below": below, "first": after[0] if after else 0, "last": min(end, known)}
    return {**span, "known": known, "now": NOW, "gone": FALLEN}


def _below(up_to: Place | None, before: Place | None) -> list[int]:
    """The first place beyond what is asked for."""
    end = end_of(up_to, before)
    return [NOW] if end is None else list(end)


def _checkpoints(rows: Iterable[tuple[Any, ...]]) -> Iterator[Checkpoint]:
    for ref, place, created, version, body, died in rows:
        yield Checkpoint(ref=ref, place=tuple(place), created=created, version=version, body=body, died=died)


def _by_entry(rows: Iterable[tuple[Any, ...]]) -> dict[int, list[StoredRow]]:
    """Rows by the entry in front of them; a row without a position says only that the entry exists."""
    grouped: dict[int, list[StoredRow]] = {}
    for number, *fields, _ in rows:
        rows_of_entry = grouped.setdefault(number, [])
        if fields[0] is not None:
            rows_of_entry.append(StoredRow(*fields))
    return grouped
