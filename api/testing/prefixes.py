"""Beginnings that several tables have in common, each decided once.

Many tests begin with the same commands. A table that gives the commands that another has given before it, in the same order,
takes the campaign over as it was then: with the same entries, ids and salts. A change of any other kind ends that.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final
from uuid import UUID

from api.testing.glance import State
from domain.ledger.ledger import Ledger
from domain.ledger.memory.store import MemoryStore

MOST: Final = 3_000
"""The number of prefixes kept; when there are more, all are forgotten."""


class PlayedPrefix:
    """A campaign after some commands, and what has followed them at any table."""

    def __init__(self, campaign: UUID, ledger: Ledger, entry: int = 0, states: tuple[State, State] = ({}, {})) -> None:
        self.campaign = campaign
        self.head = ledger.store.head(campaign)
        self.entry, self.states = entry, states
        """The entry of the newest command, and the states before and after it, where there is one."""
        self.next: dict[Hashable, PlayedPrefix] = {}
        self._ledgers = _store_of(ledger).snapshot()
        self._world = ledger.heads.fresh(campaign)
        self._world.load_all()

    def stands_in(self, ledger: Ledger) -> bool:
        """Whether a table's campaign is just as it was here."""
        return ledger.store.head(self.campaign) == self.head

    def take_over(self, ledger: Ledger) -> None:
        """Make a table's campaign what it was here."""
        _store_of(ledger).reset_to(self._ledgers)
        world = self._world.after(self.head, {})
        world.store = ledger.store
        ledger.heads.drop(self.campaign)
        ledger.heads.keep(world)


class Prefixes:
    """The prefixes that tables of this process have played, by what was founded and then by command."""

    def __init__(self) -> None:
        self._roots: dict[Hashable, PlayedPrefix] = {}
        self._kept = 0

    def root(self, founded: Hashable) -> PlayedPrefix | None:
        """Return a campaign that was founded in this way, before its first command."""
        return self._roots.get(founded)

    def keep_root(self, founded: Hashable, prefix: PlayedPrefix) -> PlayedPrefix:
        """Keep a campaign that was just founded."""
        self._roots[founded] = prefix
        return prefix

    def keep(self, prefix: PlayedPrefix, move: Hashable, longer: PlayedPrefix) -> PlayedPrefix:
        """Keep what a command has made of a campaign."""
        self._kept += 1
        if self._kept > MOST:
            self.forget()
        prefix.next[move] = longer
        return longer

    def forget(self) -> None:
        """Forget every prefix, so that the next tables are dealt dice of their own."""
        self._roots.clear()
        self._kept = 0


def _store_of(ledger: Ledger) -> MemoryStore:
    assert isinstance(ledger.store, MemoryStore)
    return ledger.store
