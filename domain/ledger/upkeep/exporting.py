"""A ledger to take away: JSON lines that anybody can check with SHA-256 alone, and that `importing` takes in again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any, Final
from uuid import UUID

import msgspec

from domain.aggregates import CAMPAIGN, Campaign, decode_state
from domain.ledger.checking.derivation import root_of
from domain.ledger.checking.faults import Unreadable, attempted
from domain.ledger.checking.scan import keys_erased
from domain.ledger.upkeep.exported import (
    FORMAT,
    EndLine,
    EntryLine,
    Line,
    LineCounts,
    Secrets,
    SeedsLine,
    Title,
    line_of,
    mark,
)
from domain.records import chain
from domain.records.entries import CampaignRow, EpochSeeds, Head, RawEntry
from domain.records.store import Store, UnknownEpoch

BATCH: Final = 200
"""The number of entries read at once."""

_encoder: Final = msgspec.json.Encoder(order="deterministic")


class NotExportable(Exception):
    """An entry does not lie there as it was written, and cannot even be told."""

    slug = "not-exportable"

    def __init__(self, entry: int, because: str) -> None:
        super().__init__(f"entry {entry} is damaged ({because}); `retcon verify` says what else is wrong")


class ErasedMeanwhile(Exception):
    """Words were erased while their ledger was being exported, so that the lines so far are of no one moment."""

    slug = "erased-meanwhile"

    def __init__(self, key: str) -> None:
        super().__init__(f"text {key} was erased while the ledger was being exported; export it again")


def export_lines(store: Store, campaign: UUID, *, secrets: bool = False) -> Iterator[bytes]:
    """The lines of a whole ledger up to its head as it is now; it may be played on meanwhile.

    With `secrets` they hold the secret seeds as well, and an import goes on with the same dice. Raises UnknownCampaign,
    ErasedMeanwhile, NotExportable.
    """
    row, head = store.campaign(campaign), store.head(campaign)
    yield from ended(_lines(store, row, head, secrets), head)


def ended(lines: Iterable[Any], head: Head) -> Iterator[bytes]:
    """Lines as they are written, and the last one behind them, for an export up to this head."""
    digest = hashlib.sha256()
    for line in lines:
        encoded = _encoder.encode(line) + b"\n"
        digest.update(encoded)
        yield encoded
    yield _encoder.encode(EndLine(head=mark(head), sha256=digest.hexdigest())) + b"\n"


def _lines(store: Store, row: CampaignRow, head: Head, secrets: bool) -> Iterator[Line]:
    root = root_of(store, row)
    yield Title(
        format=FORMAT,
        campaign=row,
        follows=mark(root),
        head=mark(head),
        counts=LineCounts(entries=head.entry - root.entry, events=head.position, paths=head.paths),
        whole=True,
        secrets=secrets,
    )
    if secrets:
        yield _secrets(store, row.id, head.entry)
    yield from _entries(store, row.id, head.entry)


def _entries(store: Store, campaign: UUID, last: int) -> Iterator[EntryLine]:
    gone: dict[str, int] = {}
    entry_by_key: dict[str, int] = {}
    after = 0
    while page := [raw for raw in store.raw(campaign, after, BATCH) if raw.number <= last]:
        for raw in page:
            content = attempted(partial(_entry_line, raw))
            if isinstance(content, Unreadable):
                raise NotExportable(raw.number, content.because)
            line, keys = content
            gone |= {f"{raw.number}.{text.index}": raw.number for text in raw.texts if text.words is None}
            entry_by_key |= dict.fromkeys(keys, raw.number)
            yield line
        after = page[-1].number
    for key, entry in gone.items():
        if entry_by_key.get(key, 0) <= entry:
            raise ErasedMeanwhile(key)


def _entry_line(raw: RawEntry) -> tuple[EntryLine, tuple[str, ...]]:
    """The line of an entry, and the keys of the texts that it says were erased."""
    return line_of(raw), keys_erased(chain.decode_header(raw.header))


def _secrets(store: Store, campaign: UUID, last: int) -> Secrets:
    secrets = store.secrets(campaign)
    return Secrets(
        amendment_seed=secrets.amendment.hex(),
        key=secrets.key.hex(),
        epochs=tuple(
            SeedsLine(
                epoch=seeds.epoch,
                open=seeds.open.hex(),
                sealed=seeds.sealed.hex(),
                amendment=seeds.amendment.hex(),
            )
            for seeds in _seeds_of(store, campaign, last)
        ),
    )


def _seeds_of(store: Store, campaign: UUID, last: int) -> Iterator[EpochSeeds]:
    """The seeds that the store holds of the epochs that the campaign has opened up to this entry, in their order.

    It holds none of those that a fork shares, nor of those that were left behind where an import came from.
    """
    row = store.states(campaign, [CAMPAIGN])[CAMPAIGN]
    state = decode_state(CAMPAIGN, row.body)
    assert isinstance(state, Campaign), "every ledger has its campaign"
    opened = (epoch for epoch in state.epochs.values() if epoch.opened <= last)
    for epoch in sorted(opened, key=lambda epoch: epoch.number):
        with suppress(UnknownEpoch):
            yield store.seeds(campaign, epoch.number)
