"""What reading forks whole costs, and that damage to what they share is found."""

from uuid import UUID

import pytest

from domain.ledger.memory.store import MemoryStore
from domain.ledger.reading.forks import ForkAwareStore
from domain.records.entries import CampaignRow, EntryFilter
from tests.ledger.builders import HERO, forked, found, gains, opens, play, write


class Asked(MemoryStore):
    """Counts how often it is asked which campaign another is."""

    rows = 0

    def campaign(self, campaign: UUID) -> CampaignRow:
        self.rows += 1
        return super().campaign(campaign)


@pytest.fixture
def store() -> Asked:
    return Asked()


@pytest.fixture
def branched(store: Asked) -> ForkAwareStore:
    return ForkAwareStore(store)


def test_what_is_no_fork_is_asked_for_once_whatever_is_read_of_it(store: Asked, branched: ForkAwareStore) -> None:
    campaign = found(branched, play(opens(HERO, 9)))
    store.rows = 0
    for _ in range(5):
        branched.entries(campaign, EntryFilter())
        branched.effective_stream(campaign, HERO)
        branched.events_of(campaign, [1, 2])
    assert store.rows == 1


def test_what_a_fork_shares_is_looked_up_once_however_much_is_read(store: Asked, branched: ForkAwareStore) -> None:
    fork = forked(branched, forked(branched, found(branched, play(opens(HERO, 9)), play(gains(HERO, 1))), at=2), at=4)
    branched.entries(fork, EntryFilter())
    store.rows = 0
    branched.stream(fork, HERO)
    branched.reads_of(fork, [1, 2])
    assert store.rows == 0


def test_a_campaign_that_is_founded_later_is_no_stranger(branched: ForkAwareStore) -> None:
    with pytest.raises(LookupError):
        branched.entry(UUID(int=7), 1)
    campaign = found(branched)
    write(branched, campaign, play(opens(HERO, 9)))
    assert branched.entry(campaign, 2) is not None
