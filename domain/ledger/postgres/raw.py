"""Reading from PostgreSQL: entries byte for byte, what belongs to none, words, and secrets."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any, Final, TypeVar
from uuid import UUID

import msgspec

from domain.ledger.postgres.entries import Database
from domain.ledger.postgres.rows import COLUMNS, rest_of, restatement, text_key
from domain.ledger.postgres.streams import RESTATEMENT
from domain.records import rows as tables
from domain.records.chain import encode_restatements
from domain.records.entries import CampaignSecrets, EpochSeeds, NewRow, PlacedRow, RawEntry, RawText
from domain.records.store import UnknownEpoch

T = TypeVar("T")

_ENTRIES: Final = f"""
SELECT e.number, e.salt, e.digest, e.hash, e.header, e.request_digest, e.read_ids, e.place, a.place,
    {", ".join(f"e.{name}" for name in COLUMNS)}
FROM entries e LEFT JOIN entries a ON a.campaign_id = e.campaign_id AND a.number = e.after
WHERE e.campaign_id = %(campaign)s AND e.number > %(after)s ORDER BY e.number LIMIT %(limit)s
"""
_EVENTS: Final = """
SELECT v.entry, v.position, v.ref, v.version, v.topic, v.kind, v.body FROM entries e
JOIN events v ON v.campaign_id = e.campaign_id AND v.position > e.position - e.events AND v.position <= e.position
WHERE e.campaign_id = %(campaign)s AND e.number BETWEEN %(first)s AND %(last)s AND v.entry = e.number
ORDER BY v.position
"""
_PATHS: Final = """
SELECT entry, id, path FROM paths
WHERE campaign_id = %(campaign)s AND entry BETWEEN %(first)s AND %(last)s ORDER BY id
"""
_TEXTS: Final = """
SELECT entry, index, salt, words FROM texts
WHERE campaign_id = %(campaign)s AND entry BETWEEN %(first)s AND %(last)s ORDER BY entry, index
"""
_RESTATEMENTS: Final = f"{RESTATEMENT} AND r.revision BETWEEN %(first)s AND %(last)s ORDER BY r.revision, r.seq"

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
    """Answers of the `Store` port about words, secrets, and rows as they lie there."""

    def texts(self, campaign: UUID, keys: Collection[str]) -> dict[str, str | None]:
        known = [key for text in keys if (key := text_key(text)) is not None]
        entries, indexes = [entry for entry, _ in known], [index for _, index in known]
        rows = self._rows_of(campaign, _WORDS, entries=entries, indexes=indexes)
        return {f"{entry}.{index}": words for entry, index, words in rows}

    def raw(self, campaign: UUID, after: int, limit: int) -> list[RawEntry]:
        rows = self._rows_of(campaign, _ENTRIES, after=after, limit=limit)
        if not rows:
            return []
        span = {"campaign": campaign, "first": rows[0][0], "last": rows[-1][0]}
        found = self._rows_each((_EVENTS, _PATHS, _TEXTS, _RESTATEMENTS), **span)
        events = _grouped((row[0], PlacedRow(row[1], NewRow(*row[2:]))) for row in found[0])
        paths = _grouped((entry, (id, path)) for entry, id, path in found[1])
        texts = _grouped((row[0], RawText(*row[1:])) for row in found[2])
        made = _grouped((row[-1], row[:-1]) for row in found[3])
        return [
            RawEntry(
                number=number,
                columns=_columns((number, *columns), place, anchor),
                salt=salt,
                digest=digest,
                hash=link,
                header=header,
                request_digest=request_digest,
                read_ids=tuple(read_ids),
                new_paths=tuple(paths.get(number, ())),
                events=tuple(events.get(number, ())),
                restatements=_restatements(made[number]) if number in made else b"",
                texts=tuple(texts.get(number, ())),
            )
            for number, salt, digest, link, header, request_digest, read_ids, place, anchor, *columns in rows
        ]

    def orphans(self, campaign: UUID) -> list[str]:
        return [line for (line,) in self._rows_of(campaign, _ORPHANS)]

    def seeds(self, campaign: UUID, epoch: int) -> EpochSeeds:
        query = "SELECT epoch, open, sealed, amendment FROM epoch_seeds WHERE campaign_id = %(campaign)s AND epoch = %(epoch)s"
        for row in self._rows_of(campaign, query, epoch=epoch):
            return EpochSeeds(*row)
        raise UnknownEpoch(campaign, epoch)

    def secrets(self, campaign: UUID) -> CampaignSecrets:
        query = "SELECT key, amendment FROM campaign_secrets WHERE campaign_id = %(campaign)s"
        [row] = self._rows_of(campaign, query)
        return CampaignSecrets(*row)


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


def _grouped(rows: Iterable[tuple[int, T]]) -> defaultdict[int, list[T]]:
    grouped: defaultdict[int, list[T]] = defaultdict(list)
    for entry, row in rows:
        grouped[entry].append(row)
    return grouped
