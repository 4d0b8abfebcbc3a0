"""Our events as the eventsourcing library sees them, and as its recorders store them."""

from __future__ import annotations

import msgspec
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import JSONTranscoder, Mapper, StoredEvent

from domain.records.entries import NewRow
from domain.vocabulary.base import Event
from domain.vocabulary.stored import decode_event, encode_event, topic_of


class Happened(msgspec.Struct, frozen=True):
    """An event in its stream: the envelope the library works with. `originator_id` is the reference of the aggregate."""

    originator_id: str
    originator_version: int
    body: Event


class EventMapper(Mapper[str]):
    """Tags for topics and canonical JSON for state; older versions are brought up to date on reading.

    An event on its way in (`NewRow`) is encoded already: a decision encodes each of its events once, since what a plan
    shows and what the chain covers are those bytes.
    """

    def __init__(self) -> None:
        super().__init__(transcoder=JSONTranscoder())

    def to_stored_event(self, domain_event: DomainEventProtocol[str]) -> StoredEvent:
        if isinstance(domain_event, NewRow):
            return StoredEvent(domain_event.ref, domain_event.version, domain_event.topic, domain_event.body)
        assert isinstance(domain_event, Happened)
        return StoredEvent(
            originator_id=domain_event.originator_id,
            originator_version=domain_event.originator_version,
            topic=topic_of(domain_event.body),
            state=encode_event(domain_event.body),
        )

    def to_domain_event(self, stored_event: StoredEvent) -> Happened:
        return Happened(
            str(stored_event.originator_id),
            stored_event.originator_version,
            decode_event(stored_event.topic, stored_event.state),
        )
