"""A campaign as an application of the eventsourcing library: what it saves, and the pasts it reads."""

from uuid import UUID

import msgspec
import pytest
from eventsourcing.application import AggregateNotFoundError
from eventsourcing.persistence import IntegrityError, ProgrammingError, StoredEvent

from domain.campaign import CAMPAIGN
from domain.events.stored import decode_event
from domain.ledger.application import CampaignApplication, fold
from domain.ledger.mapper import EventMapper, Happened, events_in, stored
from domain.ledger.postgres import PostgresStore
from domain.ledger.records import NewRow
from domain.ledger.store import Stale
from domain.state import decode_state, encode_state
from tests.ledger.builders import (
    HERO,
    corrects,
    drafted,
    found,
    gains,
    opens,
    play,
    revise,
    spends,
    strike,
    write,
)


@pytest.fixture
def campaign(postgres_store: PostgresStore) -> UUID:
    """A campaign in which the hero had 9 points, spent 2, and the spending was struck."""
    campaign = found(postgres_store, play(opens(HERO, 9)), play(spends(HERO, 2)))
    write(postgres_store, campaign, revise(strike(3), corrections=(corrects(HERO, points=9),)))
    return campaign


@pytest.fixture
def application(postgres_store: PostgresStore, campaign: UUID) -> CampaignApplication:
    return postgres_store.application(campaign)


def points(application: CampaignApplication, version: int | None = None) -> int:
    current = application.as_played(HERO, version).tracks["points"].current
    assert current is not None
    return current


@pytest.mark.parametrize(("version", "believed"), [(1, 9), (2, 7), (3, 9)])
def test_a_past_is_what_the_table_believed_then(application: CampaignApplication, version: int, believed: int) -> None:
    assert points(application, version) == believed


def test_the_last_of_the_pasts_is_the_head_state(
    postgres_store: PostgresStore, campaign: UUID, application: CampaignApplication
) -> None:
    head = postgres_store.states(campaign, [HERO])[HERO]
    assert encode_state(application.as_played(HERO)) == head.body


def test_the_repository_folds_with_our_fold(application: CampaignApplication) -> None:
    hero = application.repository.get(HERO, version=2, projector_func=fold)  # type: ignore[type-var]
    assert hero is not None
    assert (hero.ref, hero.version) == (HERO, 2)


def test_nothing_is_known_of_what_never_was(application: CampaignApplication) -> None:
    with pytest.raises(AggregateNotFoundError, match="character/nobody"):
        application.as_played("character/nobody")


def test_notifications_are_numbered_by_position(application: CampaignApplication) -> None:
    notified = application.notification_log.select(start=1, limit=10)
    assert [(each.id, each.originator_id) for each in notified] == [(1, CAMPAIGN), (2, HERO), (3, HERO), (4, HERO)]


def test_events_are_saved_with_the_transaction_they_are_part_of(
    postgres_store: PostgresStore, campaign: UUID, application: CampaignApplication
) -> None:
    transaction = drafted(postgres_store, campaign, play(gains(HERO, 4)))
    happened = [EventMapper().to_domain_event(event) for event in events_in(transaction)]
    [recording] = application.save(*happened, transaction=transaction)
    assert recording.notification.id == 5
    entry = postgres_store.entry(campaign, 5)
    assert entry is not None
    assert entry.header == transaction.records[0].header
    assert points(application) == 13


def test_a_late_save_is_stale(postgres_store: PostgresStore, campaign: UUID, application: CampaignApplication) -> None:
    late = drafted(postgres_store, campaign, play(gains(HERO, 4)))
    write(postgres_store, campaign, play())
    with pytest.raises(Stale):
        application.recorder.insert_events(events_in(late), transaction=late)


def test_events_of_another_transaction_are_refused(
    postgres_store: PostgresStore, campaign: UUID, application: CampaignApplication
) -> None:
    transaction = drafted(postgres_store, campaign, play(gains(HERO, 4)))
    with pytest.raises(ProgrammingError, match="exactly the events"):
        application.recorder.insert_events([], transaction=transaction)


def test_a_version_that_a_stream_has_is_a_conflict(application: CampaignApplication) -> None:
    with pytest.raises(IntegrityError):
        application.recorder.insert_events([StoredEvent(HERO, 3, "noted", b"{}")])


def test_the_mapper_gives_back_what_it_was_given() -> None:
    ref, spent = spends(HERO, 2)
    happened = Happened(ref, 4, spent)
    assert EventMapper().to_domain_event(EventMapper().to_stored_event(happened)) == happened


def test_the_mapper_stores_the_bytes_the_ledger_stores(postgres_store: PostgresStore, campaign: UUID) -> None:
    [event] = events_in(drafted(postgres_store, campaign, play(gains(HERO, 4))))
    happened = Happened(HERO, event.originator_version, decode_event(event.topic, event.state))
    assert EventMapper().to_stored_event(happened) == event


def test_the_kind_of_an_event_stays_with_the_ledger() -> None:
    assert stored(NewRow(HERO, 1, "noted", "note", b"{}")) == StoredEvent(HERO, 1, "noted", b"{}")


def test_a_subscription_catches_up_and_goes_on(
    postgres_store: PostgresStore, campaign: UUID, application: CampaignApplication
) -> None:
    with application.recorder.subscribe(gt=2) as subscription:
        seen = [next(subscription).id, next(subscription).id]
        write(postgres_store, campaign, play(gains(HERO, 4)))
        assert [*seen, next(subscription).id] == [3, 4, 5]


def test_states_are_the_same_however_they_are_read(
    postgres_store: PostgresStore, campaign: UUID, application: CampaignApplication
) -> None:
    row = postgres_store.states(campaign, [HERO])[HERO]
    assert msgspec.to_builtins(decode_state(HERO, row.body)) == msgspec.to_builtins(application.as_played(HERO))
