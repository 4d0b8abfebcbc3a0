"""A ledger to take away: JSON lines that anybody can check with SHA-256 alone.

The first line says what follows. Then comes a line for each entry with its number, digest and hash, so that the chain of
hashes can be followed whoever exports it. A game master's lines hold everything the chain covers, byte for byte
(`domain.ledger.chain` says how the digest is made of it); anybody else's hold the entry as they may see it, or nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final
from uuid import UUID

import msgspec

from domain.ledger.records import CampaignRow, EntryFilter, Head, RawEntry
from domain.ledger.store import Store
from projections.entry import HiddenEntry
from projections.reader import Reader
from projections.timeline import read_entries

FORMAT: Final = "retcon-ledger/1"

BATCH: Final = 200
"""How many entries are read at once."""

_line = msgspec.json.Encoder(order="deterministic")


def exported(store: Store, campaign: UUID, reader: Reader) -> Iterator[bytes]:
    """The lines of an export, up to the head as it is now. Raises UnknownCampaign."""
    row, head = store.campaign(campaign), store.head(campaign)
    whole = reader.viewer.is_gm
    yield _encoded(_title(row, head, whole=whole))
    lines = _whole(store, campaign) if whole else _seen(store, campaign, reader)
    for number, line in lines:
        if number > head.entry:
            return
        yield _encoded(line)


def _encoded(line: dict[str, Any]) -> bytes:
    return _line.encode(line) + b"\n"


def _title(row: CampaignRow, head: Head, *, whole: bool) -> dict[str, Any]:
    campaign = {"id": row.id, "name": row.name, "system": row.system, "created_at": row.created_at}
    return {
        "format": FORMAT,
        "campaign": campaign,
        "head": {"entry": head.entry, "hash": head.hash.hex()},
        "whole": whole,
    }


def _whole(store: Store, campaign: UUID) -> Iterator[tuple[int, dict[str, Any]]]:
    after = 0
    while page := store.raw(campaign, after, BATCH):
        yield from ((raw.number, _raw(raw)) for raw in page)
        after = page[-1].number


def _raw(raw: RawEntry) -> dict[str, Any]:
    """All that the chain covers of an entry; bytes that are no text are in hexadecimal."""
    return {
        "entry": raw.number,
        "digest": raw.digest.hex(),
        "hash": raw.hash.hex(),
        "salt": raw.salt.hex(),
        "header": raw.header.decode(),
        "request_digest": raw.request_digest.hex(),
        "read_ids": raw.read_ids,
        "new_paths": raw.new_paths,
        "events": [
            {
                "position": placed.position,
                "version": placed.event.version,
                "ref": placed.event.ref,
                "topic": placed.event.topic,
                "kind": placed.event.kind,
                "body": placed.event.body.decode(),
            }
            for placed in raw.events
        ],
        "restatements": raw.restatements.decode(),
        "texts": [
            {"index": text.index, "salt": None if text.salt is None else text.salt.hex(), "words": text.words}
            for text in raw.texts
        ],
    }


def _seen(store: Store, campaign: UUID, reader: Reader) -> Iterator[tuple[int, dict[str, Any]]]:
    after = 0
    while page := store.entries(campaign, EntryFilter(after=after, limit=BATCH)):
        for stored, view in zip(page, read_entries(store, campaign, page, reader), strict=True):
            number, hidden = stored.header.number, isinstance(view, HiddenEntry)
            proof = {"entry": number, "digest": stored.digest.hex(), "hash": stored.hash.hex()}
            yield number, proof | ({"hidden": True} if hidden else {"view": view})
        after = page[-1].header.number
