"""The exported ledger: JSON lines that can be checked with SHA-256 alone.

A game master's lines are those of `domain.ledger.upkeep.exported`, without the secret seeds; `retcon import ledger`
reads them. Other members get the same title and end. Between them, each entry has its number, digest and hash, so that
the chain of hashes can be followed, and either the entry as they may see it or a mark that it is hidden.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final
from uuid import UUID

from domain.ledger.reading.points import Moment
from domain.ledger.upkeep.exported import FORMAT, mark
from domain.ledger.upkeep.exporting import ended, export_lines
from domain.records.entries import EntryFilter, Head
from domain.records.store import Store
from projections.reader import Reader
from projections.views.entry import HiddenEntry
from projections.views.timeline import read_entries

BATCH: Final = 200
"""The number of entries read at once."""


def exported(store: Store, campaign: UUID, reader: Reader, at: Moment | None = None) -> Iterator[bytes]:
    """The lines of an export, up to the head as it is now, or up to a moment as it was known then, which the reader reads.

    Only a game master's own ledger of now is whole; of a moment they get it as they see it. Raises UnknownCampaign,
    ErasedMeanwhile.
    """
    if at is not None:
        head = _head_of(store, campaign, at)
    elif reader.viewer.is_gm:
        return export_lines(store, campaign)
    else:
        head = store.head(campaign)
    return ended(_seen(store, campaign, reader, head, None if at is None else at.known_at), head)


def _head_of(store: Store, campaign: UUID, at: Moment) -> Head:
    """The last entry that was there at a moment, as far as an export tells of a head."""
    stored = store.entry(campaign, min(at.entry, at.known_at))
    assert stored is not None, "a moment is one of an entry"
    return Head(stored.header.number, 0, stored.hash, 0)


def _seen(store: Store, campaign: UUID, reader: Reader, head: Head, known_at: int | None) -> Iterator[dict[str, Any]]:
    row = store.campaign(campaign)
    known = {"id": row.id, "name": row.name, "system": row.system, "created_at": row.created_at}
    yield {"line": "title", "format": FORMAT, "campaign": known, "head": mark(head), "whole": False}
    after = 0
    while page := store.entries(campaign, EntryFilter(after=after, before=head.entry + 1, limit=BATCH), known_at):
        for stored, view in zip(page, read_entries(store, campaign, page, reader, known_at), strict=True):
            proof = {"entry": stored.header.number, "digest": stored.digest.hex(), "hash": stored.hash.hex()}
            content = {"hidden": True} if isinstance(view, HiddenEntry) else {"view": view}
            yield {"line": "entry"} | proof | content
        after = page[-1].header.number
