"""Fork points: the past that a fork shares with the campaign that it left, and which entries belong to it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import groupby
from uuid import UUID

import msgspec

from domain.history.script import Script, revisions_of
from domain.ledger.reading.points import place_of
from domain.records.entries import EntryFilter, Revision
from domain.records.positions import Place
from domain.records.store import Store

EVERYTHING = 2**31 - 1
"""A limit that no campaign reaches."""


class ForkPoint(msgspec.Struct, frozen=True):
    """The past that a fork shares with its parent: entries with a place up to `cut`, as known at entry `known_at` of
    the parent.

    These are all up to number `whole`, and of the later ones those in `late`: inserts into the shared past, and the
    revisions that concern it. `at` is the entry where the fork goes off.
    """

    parent: UUID
    at: int
    known_at: int
    cut: Place
    whole: int
    late: frozenset[int] = frozenset()

    def holds(self, entry: int) -> bool:
        """Whether the entry with this number is shared."""
        return 1 <= entry <= self.whole or entry in self.late

    def known(self, known_at: int | None) -> int:
        """The entry of the parent at which it is to be asked for what was known at an entry of the fork."""
        return self.known_at if known_at is None else min(known_at, self.known_at)

    def up_to(self, place: Place | None) -> Place:
        """The last shared place of those up to this one (None: of all)."""
        return self.cut if place is None else min(place, self.cut)

    def spans(self) -> Iterator[tuple[int, int]]:
        """Runs of shared entries, ascending: the entry before the first one, and the one after the last."""
        yield 0, self.whole + 1
        for _, numbered in groupby(enumerate(sorted(self.late)), lambda pair: pair[1] - pair[0]):
            run = [entry for _, entry in numbered]
            yield run[0] - 1, run[-1] + 1


def fork_point_of(store: Store, parent: UUID, at: int, known_at: int) -> ForkPoint:
    """Return what a fork of a campaign at an entry, as known at another, shares with it: at the newest entry,
    everything."""
    if at == known_at:
        return ForkPoint(parent, at, known_at, (at, 0), at)
    cut = place_of(store, parent, at)
    wanted = EntryFilter(entry_kind="revision", before=known_at + 1, limit=EVERYTHING)
    revisions = revisions_of((e.header.number, e.header.revision) for e in store.entries(parent, wanted, known_at))
    script = Script(revisions)
    late: set[int] = set()
    for number, revision in sorted(revisions.items()):
        inserts = {i.entry for i in revision.inserts if script.place(i.entry) <= cut}
        late |= {entry for entry in inserts if entry > cut[0]}
        if number > cut[0] and any(entry <= cut[0] or entry in late for entry in _concerned(revision)):
            late.add(number)
    return ForkPoint(parent, at, known_at, cut, cut[0], frozenset(late))


def _concerned(revision: Revision) -> Iterator[int]:
    """The entries a revision is about: what it changes, inserts or withdraws."""
    yield from (change.entry for change in revision.changes)
    yield from (insertion.entry for insertion in revision.inserts)
    if revision.withdraws is not None:
        yield revision.withdraws


def with_forks(store: Store, campaigns: Collection[UUID], command_ids: Collection[str]) -> list[UUID]:
    """Return the campaigns, oldest first, with those of their forks that share an entry of one of these command ids."""
    if not campaigns:
        return []
    rows, having = store.campaigns(), set(campaigns)
    forks = [row for row in rows if row.forked_from is not None]
    while sharing := {
        row.id
        for row in forks
        if row.id not in having
        and row.forked_from in having
        and any(store.by_command_id(row.id, each) is not None for each in command_ids)
    }:
        having |= sharing
    return [row.id for row in rows if row.id in having]
