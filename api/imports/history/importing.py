"""Importing a history: it becomes a campaign of its own, or its new records are added to the campaign of an earlier
import.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from uuid import UUID

import msgspec

from api.imports.history.account import HistoryAccount
from api.imports.history.known import KnownRecords
from api.imports.history.records import ToldHistory, ToldPerson
from api.imports.history.writing import HistoryWriter, StoryClock
from domain.aggregates import CAMPAIGN, Campaign
from domain.ledger.ledger import Ledger
from domain.ledger.playing.acceptance import Actor
from domain.ledger.playing.draft import Draft
from domain.ledger.upkeep.laying import PAGE, lay_down
from domain.messages import numbered
from domain.messages import text as worded
from domain.records.store import Store

SYSTEM = "freeform"

Progress = Callable[[int, int], None]
"""Is told how many messages and characters have been written down, and of how many."""

Introduce = Callable[[Iterable[tuple[UUID, ToldPerson]]], None]
"""Is told who becomes which member, right before the campaign shows them."""


class HistoryNotWhole(Exception):
    """A strict import was asked for, but the history has faults. Nothing was written; `account` lists the faults."""

    slug = "history-not-whole"

    def __init__(self, account: HistoryAccount) -> None:
        self.account = account
        first, count = account.faults[0], len(account.faults)
        super().__init__(
            worded(
                "Not every record can be taken, so nothing was imported: {faults}, the first of {record}: {text}",
                faults=numbered("{count:,} fault", "{count:,} faults", count),
                record=first.record,
                text=first.text,
            )
        )


class HistoryImport:
    """One import of a history, by an account that becomes the game master of a new campaign.

    `admitted` tells as whom the account may add to a campaign; None where it may not. `into` names the campaign to add to; without
    it, that is the one that has some of the history already, or else a new one of a `system`.
    """

    def __init__(
        self,
        ledger: Ledger,
        history: ToldHistory,
        *,
        founder: str,
        admitted: Callable[[UUID], Actor | None],
        into: UUID | None = None,
        system: str = SYSTEM,
        strict: bool = False,
    ) -> None:
        self._ledger, self._history, self._strict, self._system = ledger, history, strict, system
        self._admitted, self._actor = admitted, Actor(founder, "gm")
        self._earlier = into or self._campaign_of_earlier()
        if self._earlier is not None:
            self._actor = admitted(self._earlier) or self._actor

    def tried(self) -> HistoryAccount:
        """Return the account as it would be, and write nothing."""
        draft, writer, steps = self._begun(None, None)
        with suppress(_NothingNew):
            for _ in steps:
                if len(draft.drafted) >= PAGE:
                    draft.hand_over()
        return msgspec.structs.replace(self._account(writer), campaign=self._earlier)

    def done(self, introduce: Introduce, progress: Progress | None = None) -> HistoryAccount:
        """Write the new records, all of them or none. Raises HistoryNotWhole."""
        if self._earlier is not None:
            return self._added(self._earlier, introduce, progress)
        draft, writer, steps = self._begun(introduce, progress)
        try:
            lay_down(self._ledger.store, draft, steps)
        except _NothingNew:
            return self._account(writer)
        return msgspec.structs.replace(self._account(writer), campaign=draft.campaign)

    def _added(self, campaign: UUID, introduce: Introduce, progress: Progress | None) -> HistoryAccount:
        """Append what the campaign does not have, in one transaction."""
        writers: list[HistoryWriter] = []
        clock = StoryClock(self._history.first)
        writing = Ledger(self._ledger.store, self._ledger.registry, clock)

        def build(draft: Draft) -> None:
            writer = HistoryWriter(writing, draft, self._history, self._known(writing.store_of(draft)), self._actor)
            writers.append(writer)
            for _ in self._steps(writer, clock, introduce, progress):
                pass
            if not draft.drafted:
                raise _NothingNew

        with suppress(_NothingNew):
            writing.write(campaign, build)
        return msgspec.structs.replace(self._account(writers[-1]), campaign=campaign)

    def _begun(
        self, introduce: Introduce | None, progress: Progress | None
    ) -> tuple[Draft, HistoryWriter, Iterator[None]]:
        clock = StoryClock(self._history.first)
        writing = Ledger(self._ledger.store, self._ledger.registry, clock)
        if self._earlier is None:
            draft = writing.founding(self._history.title, self._system, self._actor.member)
        else:
            draft = writing.draft(writing.heads.fresh(self._earlier))
        writer = HistoryWriter(writing, draft, self._history, self._known(writing.store), self._actor)
        return draft, writer, self._steps(writer, clock, introduce, progress)

    def _steps(
        self, writer: HistoryWriter, clock: StoryClock, introduce: Introduce | None, progress: Progress | None
    ) -> Iterator[None]:
        """Play the history step by step; at its end, a strict import looks for faults, and members get their names."""
        of = len(self._history) + sum(1 + len(one.things) for one in self._history.characters)
        for number, _ in enumerate(writer.write(clock), start=1):
            if progress is not None:
                progress(min(number, of), of)
            yield
        account = self._account(writer)
        if self._strict and not account.whole:
            raise HistoryNotWhole(account)
        if not account.written.beside_people and self._earlier is None:
            raise _NothingNew
        if introduce is not None:
            introduce((UUID(self._history.member_of(person.key)), person) for person in self._history.people)

    def _known(self, store: Store) -> KnownRecords:
        return KnownRecords(store, self._earlier)

    def _campaign_of_earlier(self) -> UUID | None:
        """Return the campaign that has some of this history. Worlds of other people may have the same name, so its
        members are compared.
        """
        for campaign in self._ledger.store.campaigns_with(self._history.marks):
            if self._admitted(campaign) is not None and self._shares_people(campaign):
                return campaign
        return None

    def _shares_people(self, campaign: UUID) -> bool:
        state = self._ledger.heads.fresh(campaign).aggregate(CAMPAIGN)
        assert isinstance(state, Campaign), "every ledger has its campaign"
        members = {self._history.member_of(person.key) for person in self._history.people}
        return not members or not members.isdisjoint(state.participants)

    def _account(self, writer: HistoryWriter) -> HistoryAccount:
        return HistoryAccount(
            campaign=None,
            program=self._history.program,
            name=self._history.title,
            is_new=self._earlier is None,
            written=writer.counts,
            known=writer.known,
            skipped=self._history.skipped,
            older=self._history.older,
            faults=(*self._history.faults, *writer.faults),
        )


class _NothingNew(Exception):
    """There is nothing to write: the campaign has all of the history, or it holds no more than names of people."""
