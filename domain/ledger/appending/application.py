"""A campaign as an application of the eventsourcing library: every entry is saved through it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from eventsourcing.application import Application
from eventsourcing.persistence import Mapper

from domain.aggregates import Aggregate, begin, evolve
from domain.ledger.appending.mapper import EventMapper, Happened
from domain.ledger.appending.recorder import Append, LedgerRecorder
from domain.records.entries import Transaction
from domain.records.rows import Written

KEPT = 256
"""How many campaigns' applications a store keeps; the one unused for longest makes room."""

_SETTINGS = {"PERSISTENCE_MODULE": "eventsourcing.popo", "IS_SNAPSHOTTING_ENABLED": "n", "AGGREGATE_CACHE_MAXSIZE": ""}
"""Whatever the environment says to other applications: the recorder is ours, and head states are their own snapshots."""


class CampaignApplication(Application[str]):
    """The library's own wiring over one campaign, with our recorder and our mapper; cheap to build."""

    name = "retcon"
    recorder: LedgerRecorder

    def __init__(self, recorder: LedgerRecorder) -> None:
        self._recorder = recorder
        super().__init__(_SETTINGS)

    def construct_mapper(self) -> Mapper[str]:
        return EventMapper()

    def construct_recorder(self) -> LedgerRecorder:
        return self._recorder

    def append(self, transaction: Transaction) -> Written:
        """Save the events of a transaction with all that is part of it, or nothing; gives what was written.

        Raises what a recorder's `insert_events` raises.
        """
        append = Append(transaction)
        self.save(*append.events, append=append)
        assert append.written is not None, "the recorder has written it"
        return append.written

    def as_played(self, ref: str, version: int | None = None) -> Aggregate:
        """Return what the table believed of an aggregate, now or after that many events of its stream.

        Raises the library's AggregateNotFoundError where nothing ever happened to it.
        """
        # The library asks aggregates for an `id`, which it never reads; ours is called `ref`.
        return cast("Aggregate", self.repository.get(ref, version=version, projector_func=cast("Any", fold)))


def fold(aggregate: Aggregate | None, events: Iterable[Happened]) -> Aggregate | None:
    """The state after these events of one stream, on top of the one before them; None where there is neither."""
    for event in events:
        aggregate = aggregate or begin(event.originator_id)
        evolve(aggregate, event.body)
    return aggregate
