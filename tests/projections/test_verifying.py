"""Verification of facts finds what is wrong with them, and nothing where nothing is."""

from collections.abc import Iterator

import pytest
from psycopg_pool import ConnectionPool

from domain.ledger.postgres.store import pool_to
from projections.verifying import verify_whole
from tests.projections.facts.test_facts import revise
from tests.projections.followed import Followed, emptied


@pytest.fixture
def well_used(followed_url: str, followed_pool: ConnectionPool) -> Iterator[ConnectionPool]:
    """A pool whose connections prepare every statement on its first use: they are as they become after hours of service."""
    with pool_to(followed_url, 2) as pool, emptied(followed_pool):
        with pool.connection() as one, pool.connection() as other:
            one.prepare_threshold = other.prepare_threshold = 0
        yield pool


def test_facts_verify_on_connections_that_were_used_for_long(well_used: ConnectionPool) -> None:
    followed = Followed(well_used)
    campaign = followed.table()
    for _ in range(16):
        struck = followed.gives(campaign, "damage", target="ada", track="hp", amount=1)
        revise(followed, campaign, undo=(struck,), reason="It missed.")
        assert verify_whole(well_used, followed.store, campaign).faults == ()


def test_verification_changes_no_fact(well_used: ConnectionPool) -> None:
    followed = Followed(well_used)
    campaign = followed.table()
    struck = followed.gives(campaign, "damage", target="ada", track="hp", amount=1)
    revise(followed, campaign, undo=(struck,), reason="It missed.")
    before = followed.facts(campaign)
    for _ in range(4):
        verify_whole(well_used, followed.store, campaign)
    assert followed.facts(campaign) == before
