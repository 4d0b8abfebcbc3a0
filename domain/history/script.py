"""The effective script: which entries stand, in which order, and as what, under all active revisions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from domain.commands import Envelope
from domain.records.entries import Revision
from domain.records.positions import Place, place


class Directive(msgspec.Struct, frozen=True):
    """The word of the active revisions on an entry: `by` is the revision that decides it, None where none speaks of it."""

    how: Literal["play", "strike", "amend", "keep"]
    by: int | None = None
    envelope: Envelope | None = None


AS_PLAYED = Directive("play")


class Script:
    """Directives and places of a ledger's entries. `revisions` are all of the ledger's, by entry number."""

    def __init__(self, revisions: Mapping[int, Revision]) -> None:
        self.revisions = dict(sorted(revisions.items()))
        self.active = _active(self.revisions)
        self.anchors = {i.entry: i.after for revision in self.revisions.values() for i in revision.inserts}
        self._home = {i.entry: number for number, revision in self.revisions.items() for i in revision.inserts}
        self._said: dict[int, list[tuple[int, Directive]]] = {}
        self._anew: dict[int, int] = {}
        for number in self.active:
            for change in self.revisions[number].changes:
                if self.revisions[number].rules is not None:
                    self._anew[change.entry] = number
                if change.to != "anew":
                    directive = Directive(change.to, number, change.envelope)
                    self._said.setdefault(change.entry, []).append((number, directive))

    def place(self, entry: int) -> Place:
        """Return the entry's place in the effective order, struck or not."""
        return place(entry, self.anchors)

    def predecessor(self, entry: int) -> int:
        """Return the entry that stands directly before one in the effective order, struck or not: an insert after it is the last
        before that one. 0 where nothing does.
        """
        at = self.place(entry)
        played = at[0] if entry in self.anchors else at[0] - 1
        while played in self.revisions or played in self.anchors:
            played -= 1
        return max((played, *(each for each in self.anchors if self.place(each) < at)), key=self.place)

    def ordinal(self, insert: int) -> int:
        """Return the number of an insert among those at its anchor, from 1: the same in a dry run and when written."""
        siblings = sorted(entry for entry, after in self.anchors.items() if after == self.anchors[insert])
        return siblings.index(insert) + 1

    def key(self, entry: int) -> str:
        """Return the ending of the names of an entry's creations: its number, for an insert its place."""
        return f"{self.anchors[entry]}i{self.ordinal(entry)}" if entry in self.anchors else str(entry)

    def next_keys(self, afters: Sequence[int]) -> list[str]:
        """The keys that the next inserts will have, one after each of these entries."""
        counts = Counter(self.anchors.values())
        return [f"{after}i{counts[after] + afters[: n + 1].count(after)}" for n, after in enumerate(afters)]

    def directive(self, entry: int) -> Directive:
        """Return the directive that holds for the entry: a strike by any active revision, else the newest word on it.

        An insert is struck while its own revision is withdrawn.
        """
        home = self._home.get(entry)
        if home is not None and home not in self.active:
            return Directive("strike", self._withdrawer(home))
        directives = self._said.get(entry, [])
        strike = next((directive for _, directive in directives if directive.how == "strike"), None)
        return strike or (directives[-1][1] if directives else AS_PLAYED)

    def anew(self, entry: int) -> int | None:
        """The newest active revision that decided the entry under newer rules, None where none did."""
        return self._anew.get(entry)

    def home(self, entry: int) -> int | None:
        """The revision that inserted an entry, None where it was played."""
        return self._home.get(entry)

    def strikers(self, entry: int) -> tuple[int, ...]:
        """The active revisions that strike an entry; for an insert of a withdrawn revision, what withdrew it."""
        home = self._home.get(entry)
        if home is not None and home not in self.active:
            withdrawer = self._withdrawer(home)
            return () if withdrawer is None else (withdrawer,)
        return tuple(by for by, directive in self._said.get(entry, []) if directive.how == "strike")

    def spoken_of(self) -> set[int]:
        """Every entry that any revision, active or not, changes or inserts."""
        changed = {change.entry for revision in self.revisions.values() for change in revision.changes}
        return changed | set(self.anchors)

    def withdrawer(self, revision: int) -> int | None:
        """The active revision that switches this one off, if it is off."""
        return None if revision in self.active else self._withdrawer(revision)

    def _withdrawer(self, revision: int) -> int | None:
        return next((n for n in reversed(self.active) if self.revisions[n].withdraws == revision), None)


def changed_entries(before: Script, after: Script) -> set[int]:
    """The entries for which two scripts differ."""
    spoken = before.spoken_of() | after.spoken_of()
    new = set(after.anchors) - set(before.anchors)
    return (
        new
        | {entry for entry in spoken if before.directive(entry) != after.directive(entry)}
        | redecided(before, after)
    )


def redecided(before: Script, after: Script) -> set[int]:
    """The entries of which two scripts say that they were decided under other rules."""
    return {entry for entry in before.spoken_of() | after.spoken_of() if before.anew(entry) != after.anew(entry)}


def _active(revisions: Mapping[int, Revision]) -> tuple[int, ...]:
    """Revisions in force, ascending."""
    off = withdrawn({n: r.withdraws for n, r in revisions.items() if r.withdraws is not None})
    return tuple(number for number in sorted(revisions) if number not in off)


def withdrawn(withdrawals: Mapping[int, int]) -> frozenset[int]:
    """The revisions that are switched off: from the newest back, each that one still in force withdraws.

    `withdrawals` are the revisions that withdraw another, each with that one's number; none later than those wanted may
    be missing.
    """
    off: set[int] = set()
    for number in sorted(withdrawals, reverse=True):
        if number not in off:
            off.add(withdrawals[number])
    return frozenset(off)


def revisions_of(headers: Iterable[tuple[int, Revision | None]]) -> dict[int, Revision]:
    """The revisions among these headers, by entry number."""
    return {number: revision for number, revision in headers if revision is not None}
