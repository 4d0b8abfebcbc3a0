"""Reading from PostgreSQL: entries byte for byte, what belongs to none, and words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final, TypeVar
from uuid import UUID

import msgspec

from domain.ledger.postgres.entries import Database
from domain.ledger.postgres.rows import COLUMNS, rest_of, restatement, text_key
from domain.ledger.postgres.streams import RESTATEMENT
from domain.records import rows as tables
from domain.records.chain import encode_restatements
from domain.records.entries import NewRow, PlacedRow, RawEntry, RawText

T = TypeVar("T")

_ENTRIES: Final = f"""
SELECT e.campaign_id, e.number, e.salt, e.digest, e.hash, e.header, e.request_digest, e.read_ids, e.place, a.place,
    {", ".join(f"e.{name}" for name in COLUMNS)}
FROM unnest(%(campaigns)s::uuid[], %(afters)s::bigint[]) AS asked (campaign_id, after)
CROSS JOIN LATERAL (
    SELECT * FROM entries WHERE campaign_id = asked.campaign_id AND number > asked.after ORDER BY number LIMIT %(limit)s
) e
LEFT JOIN entries a ON a.campaign_id = e.campaign_id AND a.number = e.after
ORDER BY e.campaign_id, e.number
"""
_SPANS: Final = (
    "unnest(%(campaigns)s::uuid[], %(firsts)s::bigint[], %(lasts)s::bigint[]) AS s (campaign_id, first, last)"
)
_EVENTS: Final = f"""
SELECT v.campaign_id, v.entry, v.position, v.ref, v.version, v.topic, v.kind, v.body FROM {_SPANS}
JOIN entries e ON e.campaign_id = s.campaign_id AND e.number BETWEEN s.first AND s.last
JOIN events v ON v.campaign_id = e.campaign_id AND v.position > e.position - e.events AND v.position <= e.position
WHERE v.entry = e.number ORDER BY v.campaign_id, v.position
"""
_PATHS: Final = f"""
SELECT p.campaign_id, p.entry, p.id, p.path FROM {_SPANS}
JOIN paths p ON p.campaign_id = s.campaign_id AND p.entry BETWEEN s.first AND s.last ORDER BY p.campaign_id, p.id
"""
_TEXTS: Final = f"""
SELECT t.campaign_id, t.entry, t.index, t.salt, t.words FROM {_SPANS}
JOIN texts t ON t.campaign_id = s.campaign_id AND t.entry BETWEEN s.first AND s.last
ORDER BY t.campaign_id, t.entry, t.index
"""
_RESTATEMENTS: Final = f"""{RESTATEMENT}
JOIN {_SPANS} ON r.campaign_id = s.campaign_id AND r.revision BETWEEN s.first AND s.last
ORDER BY r.campaign_id, r.revision, r.seq
"""

_WORDS: Final = """
SELECT t.entry, t.index, t.words FROM texts t JOIN unnest(%(entries)s::bigint[], %(indexes)s::int[]) AS k (entry, index)
    ON t.entry = k.entry AND t.index = k.index
WHERE t.campaign_id = %(campaign)s
"""

_ORPHANS: Final = """
SELECT format('the event at position %%s: there is no entry %%s that holds it', v.position, v.entry) FROM events v
WHERE v.campaign_id = %(campaign)s AND NOT EXISTS (
    SELECT FROM entries e WHERE e.campaign_id = v.campaign_id AND e.number = v.entry
    AND v.position > e.position - e.events AND v.position <= e.position
)
UNION ALL
SELECT format('entry %%s: the events up to it are %%s, not %%s', number, counted, position) FROM (
    SELECT number, position, sum(events) OVER (ORDER BY number) AS counted FROM entries WHERE campaign_id = %(campaign)s
) e WHERE position <> counted
UNION ALL
SELECT format('path %%s: there is no entry %%s', p.id, p.entry) FROM paths p
WHERE p.campaign_id = %(campaign)s AND NOT EXISTS (
    SELECT FROM entries e WHERE e.campaign_id = p.campaign_id AND e.number = p.entry
)
UNION ALL
SELECT format('text %%s.%%s: there is no entry %%s', t.entry, t.index, t.entry) FROM texts t
WHERE t.campaign_id = %(campaign)s AND NOT EXISTS (
    SELECT FROM entries e WHERE e.campaign_id = t.campaign_id AND e.number = t.entry
)
UNION ALL
SELECT format('a restatement of entry %%s: there is no entry %%s', r.entry, r.revision) FROM restatements r
WHERE r.campaign_id = %(campaign)s AND NOT EXISTS (
    SELECT FROM entries e WHERE e.campaign_id = r.campaign_id AND e.number = r.revision
)
UNION ALL
SELECT format('revision %%s: its restatements are not counted from 0', revision) FROM restatements
WHERE campaign_id = %(campaign)s GROUP BY revision HAVING min(seq) <> 0 OR max(seq) <> count(*) - 1
UNION ALL
SELECT format('revision %%s: the events of entry %%s are not counted from 0', revision, entry) FROM restated_events
WHERE campaign_id = %(campaign)s GROUP BY revision, entry HAVING min(seq) <> 0 OR max(seq) <> count(*) - 1
UNION ALL
SELECT format('an event of entry %%s as restated: revision %%s does not restate it', x.entry, x.revision)
FROM restated_events x WHERE x.campaign_id = %(campaign)s AND NOT EXISTS (
    SELECT FROM restatements r
    WHERE r.campaign_id = x.campaign_id AND r.entry = x.entry AND r.revision = x.revision
)
UNION ALL
SELECT DISTINCT format('a checkpoint of %%s: nothing ever happened to it', c.ref) FROM checkpoints c
WHERE c.campaign_id = %(campaign)s AND NOT EXISTS (
    SELECT FROM events v WHERE v.campaign_id = c.campaign_id AND v.ref = c.ref
)
"""


class RawReads(Database):
    """Answers of the `Store` port about words, and rows as they lie there."""

    def texts(self, campaign: UUID, keys: Collection[str]) -> dict[str, str | None]:
        known = [key for text in keys if (key := text_key(text)) is not None]
        entries, indexes = [entry for entry, _ in known], [index for _, index in known]
        rows = self._rows_of(campaign, _WORDS, entries=entries, indexes=indexes)
        return {f"{entry}.{index}": words for entry, index, words in rows}

    def raw(self, campaign: UUID, after: int, limit: int) -> list[RawEntry]:
        return self.raw_each({campaign: after}, limit).get(campaign, [])

    def raw_each(self, after: Mapping[UUID, int], limit: int) -> dict[UUID, list[RawEntry]]:
        rows = self._rows(_ENTRIES, campaigns=list(after), afters=list(after.values()), limit=limit)
        numbers: defaultdict[UUID, list[int]] = defaultdict(list)
        for campaign, number, *_ in rows:
            numbers[campaign].append(number)
        for campaign in after.keys() - numbers.keys() - self._met:
            self._check_known(campaign)
        if not numbers:
            return {}
        ends = {"firsts": [each[0] for each in numbers.values()], "lasts": [each[-1] for each in numbers.values()]}
        answers = self._rows_each((_EVENTS, _PATHS, _TEXTS, _RESTATEMENTS), campaigns=list(numbers), **ends)
        events = _grouped((row[:2], PlacedRow(row[2], NewRow(*row[3:]))) for row in answers[0])
        paths = _grouped((row[:2], (row[2], row[3])) for row in answers[1])
        texts = _grouped((row[:2], RawText(*row[2:])) for row in answers[2])
        made = _grouped(((row[-1], row[-2]), row[:-2]) for row in answers[3])
        entries: dict[UUID, list[RawEntry]] = {campaign: [] for campaign in numbers}
        for campaign, number, salt, digest, link, header, request_digest, read_ids, place, anchor, *columns in rows:
            key = (campaign, number)
            entries[campaign].append(
                RawEntry(
                    number=number,
                    columns=_columns((number, *columns), place, anchor),
                    salt=salt,
                    digest=digest,
                    hash=link,
                    header=header,
                    request_digest=request_digest,
                    read_ids=tuple(read_ids),
                    new_paths=tuple(paths.get(key, ())),
                    events=tuple(events.get(key, ())),
                    restatements=_restatements(made[key]) if key in made else b"",
                    texts=tuple(texts.get(key, ())),
                )
            )
        return entries

    def orphans(self, campaign: UUID) -> list[str]:
        return [line for (line,) in self._rows_of(campaign, _ORPHANS)]


def _columns(values: tuple[Any, ...], place: list[int], anchor: list[int] | None) -> dict[str, str | int | None]:
    """The columns as they lie there; an `after` that no header can have where the place is not what it makes of it."""
    columns = dict(zip(tables.COLUMNS, values, strict=True))
    number = columns["number"]
    due = [number] if columns["after"] is None else [*(anchor or []), -number]
    return columns if place == due else columns | {"after": f"place {place}"}


def _restatements(rows: list[tuple[Any, ...]]) -> bytes:
    """The canonical JSON. Where a row is not as we write them, bytes to which no digest belongs: verification goes on."""
    try:
        made = [restatement(*row) for row in rows]
    except msgspec.MsgspecError:
        return b"unreadable"
    as_written = all(rest_of(one) == row[-1] for one, row in zip(made, rows, strict=True))
    return encode_restatements(made) if as_written else b"not canonical"


def _grouped(rows: Iterable[tuple[tuple[UUID, int], T]]) -> defaultdict[tuple[UUID, int], list[T]]:
    """Return what belongs to each entry, by its campaign and number."""
    grouped: defaultdict[tuple[UUID, int], list[T]] = defaultdict(list)
    for entry, row in rows:
        grouped[entry].append(row)
    return grouped
