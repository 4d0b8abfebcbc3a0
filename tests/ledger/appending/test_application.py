"""A campaign as an application of the eventsourcing library: what it saves, and the pasts it reads."""

from uuid import UUID

import msgspec
import pytest
from eventsourcing.application import AggregateNotFoundError
from eventsourcing.persistence import ProgrammingError

from domain.aggregates import CAMPAIGN, decode_state, encode_state
from domain.ledger.appending import Append, CampaignApplication, EventMapper, LibraryEvent, fold
from domain.ledger.memory.store import MemoryStore
from domain.ledger.postgres.store import PostgresStore
from domain.records.store import Stale
from domain.vocabulary.stored import decode_event
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

Library = PostgresStore | MemoryStore


@pytest.fixture
def campaign(store: Library) -> UUID:
    """A campaign in which the hero had 9 points, spent 2, and the spending was struck."""
    campaign = found(store, play(opens(HERO, 9)), play(spends(HERO, 2)))
    write(store, campaign, revise(strike(3), corrections=(corrects(HERO, points=9),)))
    return campaign


@pytest.fixture
def application(store: Library, campaign: UUID) -> CampaignApplication:
    return store.application(campaign)


def points(application: CampaignApplication, version: int | None = None) -> int:
    current = application.as_played(HERO, version).tracks["points"].current
    assert current is not None
    return current


@pytest.mark.parametrize(("version", "believed"), [(1, 9), (2, 7), (3, 9)])
def test_a_past_is_what_the_table_believed_then(application: CampaignApplication, version: int, believed: int) -> None:
    assert points(application, version) == believed


def test_the_last_of_the_pasts_is_the_head_state(
    store: Library, campaign: UUID, application: CampaignApplication
) -> None:
    head = store.states(campaign, [HERO])[HERO]
    assert encode_state(application.as_played(HERO)) == head.body


def test_the_repository_folds_with_our_fold(application: CampaignApplication) -> None:
    hero = application.repository.get(HERO, version=2, projector_func=fold)  # type: ignore[type-var]
    assert hero is not None
    assert (hero.ref, hero.version) == (HERO, 2)


def test_an_aggregate_that_never_was_is_not_found(application: CampaignApplication) -> None:
    with pytest.raises(AggregateNotFoundError, match="character/nobody"):
        application.as_played("character/nobody")


def test_notifications_are_numbered_by_position(application: CampaignApplication) -> None:
    notified = application.notification_log.select(start=1, limit=10)
    assert [(each.id, each.originator_id) for each in notified] == [(1, CAMPAIGN), (2, HERO), (3, HERO), (4, HERO)]


def test_a_transaction_is_saved_with_all_that_is_part_of_it(
    store: Library, campaign: UUID, application: CampaignApplication
) -> None:
    transaction = drafted(store, campaign, play(gains(HERO, 4)))
    head = application.append(transaction).head
    assert (head, head.position) == (store.head(campaign), 5)
    entry = store.entry(campaign, 5)
    assert entry is not None
    assert entry.header == transaction.records[0].header
    assert points(application) == 13


def test_the_library_is_told_what_was_saved(store: Library, campaign: UUID, application: CampaignApplication) -> None:
    append = Append(drafted(store, campaign, play(gains(HERO, 4))))
    [recording] = application.save(*append.events, append=append)
    assert (recording.notification.id, recording.domain_event) == (5, append.events[0])


def test_an_entry_without_an_event_is_saved_all_the_same(
    store: Library, campaign: UUID, application: CampaignApplication
) -> None:
    head = application.append(drafted(store, campaign, play())).head
    assert (head.entry, head.position) == (5, 4)


def test_a_late_save_is_stale(store: Library, campaign: UUID, application: CampaignApplication) -> None:
    late = drafted(store, campaign, play(gains(HERO, 4)))
    write(store, campaign, play())
    with pytest.raises(Stale):
        application.append(late)


def test_events_of_another_transaction_are_refused(
    store: Library, campaign: UUID, application: CampaignApplication
) -> None:
    append = Append(drafted(store, campaign, play(gains(HERO, 4))))
    with pytest.raises(ProgrammingError, match="exactly the events"):
        application.recorder.insert_events([], append=append)


def test_an_event_without_an_entry_is_refused(application: CampaignApplication) -> None:
    with pytest.raises(ProgrammingError, match="written with its entry"):
        application.save(LibraryEvent(HERO, 4, gains(HERO, 4)[1]))


def test_the_mapper_gives_back_what_it_was_given() -> None:
    ref, spent = spends(HERO, 2)
    happened = LibraryEvent(ref, 4, spent)
    assert EventMapper().to_domain_event(EventMapper().to_stored_event(happened)) == happened


def test_the_mapper_stores_the_bytes_the_ledger_stores(store: Library, campaign: UUID) -> None:
    [row] = Append(drafted(store, campaign, play(gains(HERO, 4)))).events
    happened = LibraryEvent(HERO, row.version, decode_event(row.topic, row.body))
    assert EventMapper().to_stored_event(happened) == EventMapper().to_stored_event(row)


def test_a_subscription_catches_up_and_goes_on(
    store: Library, campaign: UUID, application: CampaignApplication
) -> None:
    with application.recorder.subscribe(gt=2) as subscription:
        seen = [next(subscription).id, next(subscription).id]
        write(store, campaign, play(gains(HERO, 4)))
        assert [*seen, next(subscription).id] == [3, 4, 5]


def test_states_are_the_same_however_they_are_read(
    store: Library, campaign: UUID, application: CampaignApplication
) -> None:
    row = store.states(campaign, [HERO])[HERO]
    assert msgspec.to_builtins(decode_state(HERO, row.body)) == msgspec.to_builtins(application.as_played(HERO))
