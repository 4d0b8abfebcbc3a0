"""Forks read as whole campaigns: what they share with the campaign they left is read there, and never copied.

A fork sees its parent as that was known at forking, cut after the corrected place of the entry where it goes off: later
entries there, and later changes of the shared past, are not its own. Its own entries follow from the number after the
parent's newest one then, so that they stand behind everything shared. A fork of a fork reads through both.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, TypeVar
from uuid import UUID

from msgspec.structs import replace

from domain.dice.tape import merged
from domain.history.plan import SharedPast
from domain.ledger.reading.fork_points import EVERYTHING, ForkPoint, fork_point_of, with_forks
from domain.ledger.reading.severed_deeds import dice_left_behind
from domain.records.entries import (
    GONE,
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
from domain.records.positions import Place
from domain.records.rows import Written
from domain.records.store import CommandIdTaken, Store

CAMPAIGNS_KEPT = 4096
"""The number of campaigns whose fork points are kept, or that they have none."""

T = TypeVar("T")


class ForkAwareStore:
    """A `Store` over any other that reads forks whole. Campaigns that are none pass straight through."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.fork_point = lru_cache(maxsize=CAMPAIGNS_KEPT)(self._read_fork_point)
        """The past that a campaign shares with its parent, None where it has none. Raises UnknownCampaign."""

    def campaigns(self) -> list[CampaignRow]:
        return self._store.campaigns()

    def campaigns_with(self, command_ids: Collection[str]) -> list[UUID]:
        return with_forks(self, self._store.campaigns_with(command_ids), command_ids)

    def campaign(self, campaign: UUID) -> CampaignRow:
        return self._store.campaign(campaign)

    def head(self, campaign: UUID) -> Head:
        return self._store.head(campaign)

    def append(self, transaction: Transaction) -> Written:
        """Append as the port has it; ids of the shared past are taken. Raises SharedPast where that would be erased."""
        point = None if transaction.founding is not None else self.fork_point(transaction.campaign)
        if point is not None:
            for key in transaction.erased:
                if (entry := _entry_of(key)) <= point.known_at:
                    raise SharedPast(entry)
            for record in transaction.records:
                if (shared := self._shared_by_id(point, record.header.command_id)) is not None:
                    raise CommandIdTaken(record.header.command_id, shared.header.number)
        return self._store.append(transaction)

    def restore(
        self,
        founding: Founding,
        entries: Iterable[RawEntry],
        states: Iterable[StateRow],
        seeds: Iterable[EpochSeeds],
    ) -> Head:
        return self._store.restore(founding, entries, states, seeds)

    @contextmanager
    def hold(self, campaign: UUID) -> Iterator[Store]:
        with self._store.hold(campaign) as store:
            yield ForkAwareStore(store)

    def replace_checkpoints(
        self, campaign: UUID, known_at: int, checkpoints: Sequence[Checkpoint], unfounded: Collection[str]
    ) -> None:
        self._store.replace_checkpoints(campaign, known_at, checkpoints, unfounded)

    def states(self, campaign: UUID, refs: Collection[str]) -> dict[str, StateRow]:
        return self._store.states(campaign, refs)

    def all_states(self, campaign: UUID) -> list[StateRow]:
        return self._store.all_states(campaign)

    def entry(self, campaign: UUID, number: int, known_at: int | None = None) -> StoredEntry | None:
        point = self.fork_point(campaign)
        if point is None or number > point.known_at:
            return self._store.entry(campaign, number, known_at)
        return self.entry(point.parent, number, point.known(known_at)) if point.holds(number) else None

    def by_command_id(self, campaign: UUID, command_id: str) -> StoredEntry | None:
        point = self.fork_point(campaign)
        entry = self._store.by_command_id(campaign, command_id)
        if point is None or entry is not None:
            return entry
        return self._shared_by_id(point, command_id)

    def _shared_by_id(self, point: ForkPoint, command_id: str) -> StoredEntry | None:
        """The shared entry that a command id made, as the fork sees it."""
        entry = self.by_command_id(point.parent, command_id)
        if entry is None or not point.holds(entry.header.number):
            return None
        return self.entry(point.parent, entry.header.number, point.known_at)

    def entries(self, campaign: UUID, wanted: EntryFilter, known_at: int | None = None) -> list[StoredEntry]:
        point = self.fork_point(campaign)
        if point is None:
            return self._store.entries(campaign, wanted, known_at)
        spans: list[tuple[int, int | None]] = [*point.spans(), (point.known_at, None)]
        entries: list[StoredEntry] = []
        for after, before in reversed(spans) if wanted.newest_first else spans:
            part = replace(
                wanted,
                after=max(after, wanted.after),
                before=min((end for end in (before, wanted.before) if end is not None), default=None),
                limit=wanted.limit - len(entries),
            )
            if part.limit > 0 and (part.before is None or part.before - part.after > 1):
                entries += self._part(campaign, point, part, known_at)
        return entries

    def _part(self, campaign: UUID, point: ForkPoint, part: EntryFilter, known_at: int | None) -> list[StoredEntry]:
        if part.after >= point.known_at:
            return self._store.entries(campaign, part, known_at)
        return self.entries(point.parent, part, point.known(known_at))

    def deeds_of(self, campaign: UUID, numbers: Collection[int], known_at: int | None = None) -> dict[int, StoredEntry]:
        own = self._store.deeds_of(campaign, numbers, known_at)
        point = self.fork_point(campaign)
        named = {*numbers, *(entry.header.deed for entry in own.values())}
        wanted = [] if point is None else [number for number in named if point.holds(number)]
        if point is None or not wanted:
            return own
        shared = self.deeds_of(point.parent, wanted, point.known(known_at))
        deeds = {entry.header.deed for entry in shared.values()}
        answers = self._store.deeds_of(campaign, deeds, known_at)
        return {n: entry for n, entry in shared.items() if point.holds(n)} | own | answers

    def events_of(
        self, campaign: UUID, numbers: Collection[int], known_at: int | None = None
    ) -> dict[int, list[StoredRow]]:
        return self._by_number(campaign, numbers, known_at, lambda store, *asked: store.events_of(*asked))

    def as_first_written(self, campaign: UUID, numbers: Collection[int]) -> dict[int, list[StoredRow]]:
        return self._by_number(campaign, numbers, None, lambda store, of, some, _: store.as_first_written(of, some))

    def restatements(
        self, campaign: UUID, numbers: Collection[int], known_at: int | None = None
    ) -> dict[int, Restatement]:
        restatements = self._by_number(campaign, numbers, known_at, lambda store, *asked: store.restatements(*asked))
        point = self.fork_point(campaign)
        if point is None or point.at == point.known_at:
            return restatements
        return {n: self._whole(campaign, point, made) if point.holds(n) else made for n, made in restatements.items()}

    def stream(
        self, campaign: UUID, ref: str, *, up_to_entry: int | None = None, since: Checkpoint | None = None
    ) -> list[StoredRow]:
        """Return the stream as the port has it: up to the entry where a fork goes off what its parent's table believed,
        then its own, which begins with what was put right in the shared past since."""
        point = self.fork_point(campaign)
        if point is None or (since is not None and since.created > point.known_at):
            return self._store.stream(campaign, ref, up_to_entry=up_to_entry, since=since)
        last = point.at if up_to_entry is None else min(up_to_entry, point.at)
        shared = self.stream(point.parent, ref, up_to_entry=last, since=since)
        if up_to_entry is not None and up_to_entry <= point.known_at:
            return shared
        return shared + self._store.stream(campaign, ref, up_to_entry=up_to_entry)

    def stream_of_each(
        self, campaign: UUID, since: Mapping[str, Checkpoint | None], *, up_to_entry: int
    ) -> dict[str, list[Foldable]]:
        """Return the events as the port has them; of a fork those that `stream` has of its parent, then its own."""
        point = self.fork_point(campaign)
        if point is None:
            return self._store.stream_of_each(campaign, since, up_to_entry=up_to_entry)
        own = {ref: each if each is not None and each.created > point.known_at else None for ref, each in since.items()}
        shared = {ref: each for ref, each in since.items() if own[ref] is None}
        events = {ref: list[Foldable]() for ref in since}
        events |= self.stream_of_each(point.parent, shared, up_to_entry=min(up_to_entry, point.at))
        if up_to_entry > point.known_at:
            later = self._store.stream_of_each(campaign, own, up_to_entry=up_to_entry)
            events = {ref: [*events[ref], *later[ref]] for ref in since}
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
        stretches = self._stretches(campaign, after, up_to, before, known_at)
        return [row for of, asked in stretches for row in self._store.effective_stream(of, ref, **asked)]

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
        stretches = self._stretches(campaign, after, up_to, before, known_at)
        return [event for of, asked in stretches for event in self._store.state_events(of, ref, **asked)]

    def _stretches(
        self, campaign: UUID, after: Place, up_to: Place | None, before: Place | None, known_at: int | None
    ) -> Iterator[tuple[UUID, dict[str, Any]]]:
        """The campaigns in which the effective order lies between two places, and what each is to be asked: what a fork
        shares, first."""
        point = self.fork_point(campaign)
        if point is not None and after < point.cut:
            yield from self._stretches(point.parent, after, point.up_to(up_to), before, point.known(known_at))
        end = before if up_to is None else up_to
        if point is None or end is None or end[:1] > (point.known_at,):
            yield campaign, {"after": after, "up_to": up_to, "before": before, "known_at": known_at}

    def pasts(self, campaign: UUID, refs: Collection[str], *, before: Place) -> dict[str, list[Foldable]]:
        """Return the pasts as the port has it; those of a fork are asked for one by one."""
        return self._store.pasts(campaign, refs, before=before) if self.fork_point(campaign) is None else {}

    def checkpoint(
        self,
        campaign: UUID,
        ref: str,
        *,
        up_to: Place | None = None,
        before: Place | None = None,
        known_at: int | None = None,
    ) -> Checkpoint | None:
        """Return the checkpoint as the port has it; a fork goes on from its parent's where it has none of its own yet."""
        own = self._store.checkpoint(campaign, ref, up_to=up_to, before=before, known_at=known_at)
        point = self.fork_point(campaign)
        if point is None or own is not None:
            return own
        cut, known = point.up_to(up_to), point.known(known_at)
        return self.checkpoint(point.parent, ref, up_to=cut, before=before, known_at=known)

    def checkpoint_of_each(
        self,
        campaign: UUID,
        refs: Collection[str],
        *,
        up_to: Place | None = None,
        before: Place | None = None,
        known_at: int | None = None,
    ) -> dict[str, Checkpoint]:
        """Return the checkpoints as the port has them; a fork goes on from its parent's where it has none of its own yet."""
        own = self._store.checkpoint_of_each(campaign, refs, up_to=up_to, before=before, known_at=known_at)
        point = self.fork_point(campaign)
        if point is None or own.keys() >= set(refs):
            return own
        rest = [ref for ref in refs if ref not in own]
        cut, known = point.up_to(up_to), point.known(known_at)
        return own | self.checkpoint_of_each(point.parent, rest, up_to=cut, before=before, known_at=known)

    def state_events_of_each(
        self,
        campaign: UUID,
        after: Mapping[str, Place],
        *,
        up_to: Place | None = None,
        before: Place | None = None,
        known_at: int | None = None,
    ) -> dict[str, list[Foldable]]:
        """Return the events as the port has them; of a fork those that it shares with its parent, then its own."""
        point, end = self.fork_point(campaign), before if up_to is None else up_to
        events: dict[str, list[Foldable]] = {ref: [] for ref in after}
        if point is not None and (shared := {ref: place for ref, place in after.items() if place < point.cut}):
            asked = {"up_to": point.up_to(up_to), "before": before}
            known = point.known(known_at)
            events |= self.state_events_of_each(point.parent, shared, known_at=known, **asked)
        if point is None or end is None or end[:1] > (point.known_at,):
            own = self._store.state_events_of_each(campaign, after, up_to=up_to, before=before, known_at=known_at)
            events = {ref: [*events[ref], *own[ref]] for ref in after}
        return events

    def checkpoints(self, campaign: UUID, ref: str) -> list[Checkpoint]:
        """Return the checkpoints as the port has it; a fork's own only: those of its parent lie there."""
        return self._store.checkpoints(campaign, ref)

    def readers(
        self,
        campaign: UUID,
        paths: Collection[str],
        after: int = 0,
        *,
        up_to: int | None = None,
        also: Collection[int] = (),
    ) -> list[EntryReader]:
        point = self.fork_point(campaign)
        own = self._store.readers(campaign, paths, after=after, up_to=up_to, also=also)
        if point is None or after >= point.known_at:
            return own
        last = point.known_at if up_to is None else min(up_to, point.known_at)
        near = self.entries(campaign, EntryFilter(after=after, before=last + 1, limit=EVERYTHING))
        shared = self.deeds_of(campaign, [*(entry.header.number for entry in near), *also])
        deeds = {n: e.header.deed for n, e in shared.items() if point.holds(n) and e.status not in GONE}
        reads_by_entry = {
            n: frozenset(reads.intersection(paths)) for n, reads in self.reads_of(campaign, deeds).items()
        }
        return [EntryReader(number, deeds[number], met) for number, met in sorted(reads_by_entry.items()) if met] + own

    def reads_of(
        self, campaign: UUID, numbers: Collection[int], known_at: int | None = None
    ) -> dict[int, frozenset[str]]:
        return self._by_number(campaign, numbers, known_at, lambda store, *asked: store.reads_of(*asked))

    def texts(self, campaign: UUID, keys: Collection[str]) -> dict[str, str | None]:
        """Return the texts as the port has it; what was erased of the shared past since the fork is gone from the fork
        as well."""
        point = self.fork_point(campaign)
        if point is None:
            return self._store.texts(campaign, keys)
        shared = [key for key in keys if point.holds(_entry_of(key))]
        own = [key for key in keys if _entry_of(key) > point.known_at]
        texts = self.texts(point.parent, shared) if shared else {}
        return texts | (self._store.texts(campaign, own) if own else {})

    def raw(self, campaign: UUID, after: int, limit: int) -> list[RawEntry]:
        """Return the raw entries as the port has it; a fork's own only: those of its parent lie there."""
        return self._store.raw(campaign, after, limit)

    def raw_each(self, after: Mapping[UUID, int], limit: int) -> dict[UUID, list[RawEntry]]:
        """Return the raw entries as the port has it, of forks likewise."""
        return self._store.raw_each(after, limit)

    def orphans(self, campaign: UUID) -> list[str]:
        return self._store.orphans(campaign)

    def seeds(self, campaign: UUID, epoch: int) -> EpochSeeds:
        return self._store.seeds(campaign, epoch)

    def secrets(self, campaign: UUID) -> CampaignSecrets:
        return self._store.secrets(campaign)

    def _by_number(
        self,
        campaign: UUID,
        numbers: Collection[int],
        known_at: int | None,
        ask: Callable[[Store, UUID, Collection[int], int | None], dict[int, T]],
    ) -> dict[int, T]:
        """Return the answers about single entries, from the store that has each of them."""
        point = self.fork_point(campaign)
        if point is None:
            return ask(self._store, campaign, numbers, known_at)
        shared = [number for number in numbers if point.holds(number)]
        own = [number for number in numbers if number > point.known_at]
        parent_rows = ask(self, point.parent, shared, point.known(known_at)) if shared else {}
        return parent_rows | (ask(self._store, campaign, own, known_at) if own else {})

    def _whole(self, campaign: UUID, point: ForkPoint, made: Restatement) -> Restatement:
        """A shared restatement with all dice that it shows."""
        entry = self.entry(campaign, made.entry)
        if entry is None or entry.header.waits_for is None:
            return made
        dice = dice_left_behind(self, point.parent, entry.header.deed, point.known_at, point.holds)
        return replace(made, tape=tuple(merged((*made.tape, *dice)))) if dice else made

    def _read_fork_point(self, campaign: UUID) -> ForkPoint | None:
        row = self._store.campaign(campaign)
        if row.forked_from is None or row.forked_at is None or row.forked_known_at is None:
            return None
        return fork_point_of(self, row.forked_from, row.forked_at, row.forked_known_at)


def _entry_of(key: str) -> int:
    """The entry that a text's key names; 0 where it names none."""
    entry = key.partition(".")[0]
    return int(entry) if entry.isdecimal() and len(entry) < 19 else 0
