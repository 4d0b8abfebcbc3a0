"""Head states in memory: a decision is made on what is at hand and appended where the head still stands there.

A head that another process has moved on costs one refused append, never a wrong entry: the append is conditional.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Collection
from uuid import UUID
from weakref import WeakValueDictionary

from domain.aggregates import CAMPAIGN, Aggregate, Campaign, decode_state, is_reference
from domain.dice.tape import StruckDice
from domain.ledger.reading.past import CorrectedPast, PlayedPast
from domain.play.reading import GameWorld, World
from domain.records.entries import Head, StoredEntry
from domain.records.store import Store
from domain.vocabulary.chronicle import Role

CAMPAIGNS_KEPT = 256
"""The number of campaigns whose head states are kept in memory; the least recently used is dropped."""


class HeadWorld:
    """The head states of one campaign at one entry, loaded as they are asked for. A reader does not change them."""

    def __init__(self, store: Store, campaign: UUID, head: Head, at: str | None = None) -> None:
        self.campaign = campaign
        self.head = head
        self._at = at
        self.store = store
        self._loaded: dict[str, Aggregate | None] = {}
        self._newest: StoredEntry | None = None
        self.struck_dice: StruckDice | None = None
        """The dice of struck entries of the open epoch that are drawn again; None where nobody has looked yet."""

    def aggregate(self, ref: str) -> Aggregate | None:
        if ref not in self._loaded:
            self.load([ref])
        return self._loaded.get(ref)

    def newest(self) -> StoredEntry | None:
        """The entry it stands at, read once; None before the first."""
        if self._newest is None:
            self._newest = self.store.entry(self.campaign, self.head.entry)
        return self._newest

    @property
    def at(self) -> str:
        """The time of the entry it stands at, as its header has it; empty before the first."""
        if self._at is None:
            newest = self.newest()
            self._at = "" if newest is None else newest.header.at
        return self._at

    def struck(self, look: Callable[[], StruckDice]) -> StruckDice:
        """The dice of struck entries that are drawn again, looked up once."""
        if self.struck_dice is None:
            self.struck_dice = look()
        return self.struck_dice

    def load(self, refs: Collection[str]) -> None:
        """Load these aggregates in one read, where they are not loaded yet."""
        missing = [ref for ref in refs if ref not in self._loaded and is_reference(ref)]
        if missing:
            rows = self.store.states(self.campaign, missing)
            for ref in missing:
                row = rows.get(ref)
                self._loaded[ref] = None if row is None else decode_state(ref, row.body)

    def load_all(self) -> None:
        """Load every aggregate of the campaign in one read."""
        for row in self.store.all_states(self.campaign):
            if row.ref not in self._loaded:
                self._loaded[row.ref] = decode_state(row.ref, row.body)

    def refs(self) -> list[str]:
        """The references of every aggregate of the campaign."""
        self.load_all()
        return sorted(ref for ref, aggregate in self._loaded.items() if aggregate is not None)

    def after(
        self, head: Head, changed: dict[str, Aggregate], at: str | None = None, struck: StruckDice | None = None
    ) -> HeadWorld:
        """The world at a later head, where only these aggregates have changed. `at` is the time of its newest entry,
        `struck` the struck dice that are left; both are looked up when they are asked for where they are not given."""
        later = HeadWorld(self.store, self.campaign, head, at)
        later.struck_dice = struck
        later._loaded = {**self._loaded, **changed}
        return later


def load_together(world: World, refs: Collection[str]) -> None:
    """Load these aggregates together, where a world is a head or a past: asked for one by one, each
    takes reads of its own.
    """
    while isinstance(world, GameWorld):
        world = world.world
    if isinstance(world, HeadWorld | CorrectedPast | PlayedPast):
        world.load(refs)


class Heads:
    """The heads at hand, by campaign."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._worlds: OrderedDict[UUID, HeadWorld] = OrderedDict()
        self._lock = threading.Lock()
        self._turns: WeakValueDictionary[UUID, threading.Lock] = WeakValueDictionary()

    def write_lock(self, campaign: UUID) -> threading.Lock:
        """Return the lock of the threads of this process that write to a campaign, which they hold one after the other:
        of those that decided at once all but one would have decided in vain. Writers in other processes meet at the
        conditional append alone."""
        with self._lock:
            return self._turns.setdefault(campaign, threading.Lock())

    def cached(self, campaign: UUID) -> HeadWorld:
        """The head as last known here, to decide on: possibly behind, which the append finds out."""
        with self._lock:
            world = self._worlds.get(campaign)
            if world is not None:
                self._worlds.move_to_end(campaign)
                return world
        return self.fresh(campaign)

    def fresh(self, campaign: UUID) -> HeadWorld:
        """The head as it stands now, to read from. Raises UnknownCampaign."""
        return self.standing(campaign, self._store.head(campaign))

    def standing(self, campaign: UUID, head: Head) -> HeadWorld:
        """The world at a head that was read just now, along with something else."""
        with self._lock:
            world = self._worlds.get(campaign)
            if world is not None and world.head.entry == head.entry:
                return world
        world = HeadWorld(self._store, campaign, head)
        self.keep(world)
        return world

    def role(self, campaign: UUID, member: UUID, head: Head | None = None) -> Role | None:
        """The role of a member as the campaign stands now, or at a head that was read just now. Raises UnknownCampaign."""
        world = self.fresh(campaign) if head is None else self.standing(campaign, head)
        state = world.aggregate(CAMPAIGN)
        assert isinstance(state, Campaign), "every ledger has its campaign"
        part = state.participants.get(str(member))
        return part.role if part is not None and part.active else None

    def keep(self, world: HeadWorld) -> None:
        """Keep a world at hand, unless a newer one is already."""
        with self._lock:
            known = self._worlds.get(world.campaign)
            if known is None or known.head.entry < world.head.entry:
                self._worlds[world.campaign] = world
            self._worlds.move_to_end(world.campaign)
            while len(self._worlds) > CAMPAIGNS_KEPT:
                self._worlds.popitem(last=False)

    def drop(self, campaign: UUID) -> None:
        """Forget what is at hand: it has turned out to be behind."""
        with self._lock:
            self._worlds.pop(campaign, None)
