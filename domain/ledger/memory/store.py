"""A store in memory: the twin of the PostgreSQL one for pure tests, with the same chain over the same bytes."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from threading import RLock
from uuid import UUID

from domain.ledger.appending import KEPT, CampaignApplication
from domain.ledger.memory.ledger import MemoryLedger
from domain.ledger.memory.recorder import MemoryRecorder
from domain.records.entries import (
    CampaignRow,
    CampaignSecrets,
    Checkpoint,
    EntryFilter,
    EntryReader,
    EpochSeeds,
    Foldable,
    Founding,
    Head,
    RawEntry,
    Restatement,
    StateRow,
    StoredEntry,
    StoredRow,
    Transaction,
)
from domain.records.positions import Place, end_of
from domain.records.rows import UNFOLDED, Entropy, Written, begun, founded
from domain.records.store import CampaignExists, Stale, Store, UnknownCampaign, UnknownEpoch


class MemoryStore:
    """A `Store` that forgets everything with the process. One lock makes it thread-safe; salts come from `entropy`."""

    def __init__(self, entropy: Entropy = secrets.token_bytes) -> None:
        self._entropy = entropy
        self._lock = RLock()
        self._ledgers: dict[UUID, MemoryLedger] = {}
        self.application = lru_cache(maxsize=KEPT)(self._application)
        """A campaign as an application of the eventsourcing library; there need not be such a campaign yet."""

    def snapshot(self) -> dict[UUID, MemoryLedger]:
        """Return a copy of every ledger."""
        with self._lock:
            return {campaign: ledger.copy() for campaign, ledger in self._ledgers.items()}

    def reset_to(self, ledgers: Mapping[UUID, MemoryLedger]) -> None:
        """Hold these ledgers in place of all others; they themselves are not written to."""
        with self._lock:
            self._ledgers = {campaign: ledger.copy() for campaign, ledger in ledgers.items()}

    def campaigns(self) -> list[CampaignRow]:
        with self._lock:
            rows = [ledger.tables.campaign for ledger in self._ledgers.values()]
        return sorted(rows, key=lambda row: row.created_at)

    def campaigns_with(self, command_ids: Collection[str]) -> list[UUID]:
        with self._lock:
            ledgers = {id for id, ledger in self._ledgers.items() if not ledger.commands.keys().isdisjoint(command_ids)}
        return [row.id for row in self.campaigns() if row.id in ledgers]

    def campaign(self, campaign: UUID) -> CampaignRow:
        with self._lock:
            return self._ledger(campaign).tables.campaign

    def head(self, campaign: UUID) -> Head:
        with self._lock:
            return self._ledger(campaign).tables.head

    def append(self, transaction: Transaction) -> Written:
        return self.application(transaction.campaign).append(transaction)

    def restore(
        self,
        founding: Founding,
        entries: Iterable[RawEntry],
        states: Iterable[StateRow],
        seeds: Iterable[EpochSeeds],
    ) -> Head:
        campaign = founding.campaign.id
        if campaign in self._ledgers:
            raise CampaignExists(campaign)
        ledger = MemoryLedger(begun(founding))
        for raw in entries:
            ledger.lay(raw)
        ledger.tables.states = {row.ref: row for row in states}
        ledger.tables.seeds = {each.epoch: each for each in seeds}
        with self._lock:
            if campaign in self._ledgers:
                raise CampaignExists(campaign)
            self._ledgers[campaign] = ledger
            return ledger.tables.head

    @contextmanager
    def hold(self, campaign: UUID) -> Iterator[Store]:
        with self._lock:
            before = self._ledger(campaign).copy()
            try:
                yield self
            except BaseException:
                self._ledgers[campaign] = before
                raise

    def replace_checkpoints(
        self, campaign: UUID, known_at: int, checkpoints: Sequence[Checkpoint], unfounded: Collection[str]
    ) -> None:
        with self._lock:
            if not self._ledger(campaign).replace_checkpoints(known_at, checkpoints, unfounded):
                raise Stale(campaign, known_at)

    def states(self, campaign: UUID, refs: Collection[str]) -> dict[str, StateRow]:
        with self._lock:
            rows = self._ledger(campaign).tables.states
            return {ref: rows[ref] for ref in refs if ref in rows}

    def all_states(self, campaign: UUID) -> list[StateRow]:
        with self._lock:
            return sorted(self._ledger(campaign).tables.states.values(), key=lambda row: row.ref)

    def entry(self, campaign: UUID, number: int, known_at: int | None = None) -> StoredEntry | None:
        with self._lock:
            return self._ledger(campaign).entry(number, known_at)

    def by_command_id(self, campaign: UUID, command_id: str) -> StoredEntry | None:
        with self._lock:
            ledger = self._ledger(campaign)
            return ledger.entry(ledger.commands.get(command_id, 0), None)

    def entries(self, campaign: UUID, wanted: EntryFilter, known_at: int | None = None) -> list[StoredEntry]:
        with self._lock:
            return self._ledger(campaign).entries(wanted, known_at)

    def deeds_of(self, campaign: UUID, numbers: Collection[int], known_at: int | None = None) -> dict[int, StoredEntry]:
        with self._lock:
            ledger = self._ledger(campaign)
            entries = ((number, ledger.entry(number, known_at)) for number in ledger.deeds_of(numbers))
            return {number: entry for number, entry in entries if entry is not None}

    def events_of(
        self, campaign: UUID, numbers: Collection[int], known_at: int | None = None
    ) -> dict[int, list[StoredRow]]:
        with self._lock:
            ledger = self._ledger(campaign)
            return {number: ledger.events_in_force(number, known_at) for number in ledger.known(numbers, known_at)}

    def as_first_written(self, campaign: UUID, numbers: Collection[int]) -> dict[int, list[StoredRow]]:
        with self._lock:
            ledger = self._ledger(campaign)
            return {number: ledger.events_written(number) for number in ledger.known(numbers, None)}

    def restatements(
        self, campaign: UUID, numbers: Collection[int], known_at: int | None = None
    ) -> dict[int, Restatement]:
        with self._lock:
            ledger = self._ledger(campaign)
            pairs = {number: ledger.in_force(number, known_at) for number in ledger.known(numbers, known_at)}
        return {number: newest[1] for number, newest in pairs.items() if newest is not None}

    def stream(
        self, campaign: UUID, ref: str, *, up_to_entry: int | None = None, since: Checkpoint | None = None
    ) -> list[StoredRow]:
        recorder, after = self.application(campaign).recorder, 0 if since is None else since.version
        return [event.row() for event in recorder.select_events(ref, gt=after, up_to_entry=up_to_entry)]

    def stream_of_each(
        self, campaign: UUID, since: Mapping[str, Checkpoint | None], *, up_to_entry: int
    ) -> dict[str, list[Foldable]]:
        return {
            ref: [
                (row.entry, row.topic, row.body)
                for row in self.stream(campaign, ref, up_to_entry=up_to_entry, since=checkpoint)
            ]
            for ref, checkpoint in since.items()
        }

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
        with self._lock:
            return self._ledger(campaign).effective_stream(ref, after, end_of(up_to, before), known_at)

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
        with self._lock:
            rows = self._ledger(campaign).effective_stream(ref, after, end_of(up_to, before), known_at, UNFOLDED)
        return [(row.entry, row.topic, row.body) for row in rows]

    def pasts(self, campaign: UUID, refs: Collection[str], *, before: Place) -> dict[str, list[Foldable]]:
        bare = [ref for ref in refs if not self.checkpoints(campaign, ref)]
        return {ref: self.state_events(campaign, ref, before=before) for ref in bare}

    def checkpoint(
        self,
        campaign: UUID,
        ref: str,
        *,
        up_to: Place | None = None,
        before: Place | None = None,
        known_at: int | None = None,
    ) -> Checkpoint | None:
        with self._lock:
            return self._ledger(campaign).checkpoint(ref, end_of(up_to, before), known_at)

    def checkpoint_of_each(
        self,
        campaign: UUID,
        refs: Collection[str],
        *,
        up_to: Place | None = None,
        before: Place | None = None,
        known_at: int | None = None,
    ) -> dict[str, Checkpoint]:
        asked = {"up_to": up_to, "before": before}
        each = {ref: self.checkpoint(campaign, ref, known_at=known_at, **asked) for ref in refs}
        return {ref: checkpoint for ref, checkpoint in each.items() if checkpoint is not None}

    def state_events_of_each(
        self,
        campaign: UUID,
        after: Mapping[str, Place],
        *,
        up_to: Place | None = None,
        before: Place | None = None,
        known_at: int | None = None,
    ) -> dict[str, list[Foldable]]:
        asked = {"up_to": up_to, "before": before}
        return {
            ref: self.state_events(campaign, ref, after=place, known_at=known_at, **asked)
            for ref, place in after.items()
        }

    def checkpoints(self, campaign: UUID, ref: str) -> list[Checkpoint]:
        with self._lock:
            return self._ledger(campaign).checkpoints(ref)

    def readers(
        self,
        campaign: UUID,
        paths: Collection[str],
        after: int = 0,
        *,
        up_to: int | None = None,
        also: Collection[int] = (),
    ) -> list[EntryReader]:
        with self._lock:
            ledger = self._ledger(campaign)
            last = ledger.tables.head.entry if up_to is None else up_to
            return ledger.readers(set(paths), range(after + 1, last + 1), also)

    def reads_of(
        self, campaign: UUID, numbers: Collection[int], known_at: int | None = None
    ) -> dict[int, frozenset[str]]:
        with self._lock:
            ledger = self._ledger(campaign)
            return {number: ledger.reads(number, known_at) for number in ledger.known(numbers, known_at)}

    def texts(self, campaign: UUID, keys: Collection[str]) -> dict[str, str | None]:
        with self._lock:
            return {row.key: row.words for row in self._ledger(campaign).tables.texts if row.key in keys}

    def raw(self, campaign: UUID, after: int, limit: int) -> list[RawEntry]:
        with self._lock:
            return self._ledger(campaign).raw(after, limit)

    def raw_each(self, after: Mapping[UUID, int], limit: int) -> dict[UUID, list[RawEntry]]:
        raw_by_campaign = {campaign: self.raw(campaign, entry, limit) for campaign, entry in after.items()}
        return {campaign: entries for campaign, entries in raw_by_campaign.items() if entries}

    def orphans(self, campaign: UUID) -> list[str]:
        with self._lock:
            return self._ledger(campaign).orphans()

    def seeds(self, campaign: UUID, epoch: int) -> EpochSeeds:
        with self._lock:
            try:
                return self._ledger(campaign).tables.seeds[epoch]
            except KeyError:
                raise UnknownEpoch(campaign, epoch) from None

    def secrets(self, campaign: UUID) -> CampaignSecrets:
        with self._lock:
            return self._ledger(campaign).tables.secrets

    def _application(self, campaign: UUID) -> CampaignApplication:
        return CampaignApplication(MemoryRecorder(campaign, self._written, self._reading))

    def _written(self, transaction: Transaction) -> Written:
        """Write a transaction; only recorders do."""
        with self._lock:
            if transaction.founding is None:
                ledger = self._ledger(transaction.campaign)
            elif transaction.campaign in self._ledgers:
                raise Stale(transaction.campaign, transaction.expected)
            else:
                ledger = MemoryLedger(founded(transaction))
            written = ledger.append(transaction, self._entropy)
            self._ledgers[transaction.campaign] = ledger
            return written

    @contextmanager
    def _reading(self, campaign: UUID) -> Iterator[MemoryLedger]:
        with self._lock:
            yield self._ledger(campaign)

    def _ledger(self, campaign: UUID) -> MemoryLedger:
        try:
            return self._ledgers[campaign]
        except KeyError:
            raise UnknownCampaign(campaign) from None
