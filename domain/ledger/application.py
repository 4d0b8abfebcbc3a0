"""A campaign as an application of the eventsourcing library."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.persistence import ApplicationRecorder, Mapper

from domain.aggregate import Aggregate, evolve
from domain.ledger.mapper import EventMapper, Happened
from domain.ledger.postgres_append import Appender
from domain.ledger.recorder import CampaignRecorder
from domain.state import begin

_SETTINGS = {"PERSISTENCE_MODULE": "eventsourcing.popo", "IS_SNAPSHOTTING_ENABLED": "n", "AGGREGATE_CACHE_MAXSIZE": ""}
"""Whatever the environment says to other applications: the recorder is ours, and head states are their own snapshots."""


class CampaignApplication(Application[str]):
    """The library's own wiring over one campaign, with our recorder and our mapper; cheap to build.

    Events are saved with the transaction they are part of: `save(*events, transaction=…)`.
    """

    name = "retcon"

    def __init__(self, appender: Appender, campaign: UUID) -> None:
        self._appender = appender
        self._campaign = campaign
        super().__init__(_SETTINGS)

    def construct_mapper(self) -> Mapper[str]:
        return EventMapper()

    def construct_recorder(self) -> ApplicationRecorder:
        return CampaignRecorder(self._appender, self._campaign)

    def as_played(self, ref: str, version: int | None = None) -> Aggregate:
        """What the table believed of an aggregate, now or after that many events of its stream.

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
