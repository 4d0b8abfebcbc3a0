"""Whatever breaks, and at whichever round trip or row of a step: every entry is in a projection once, and none is left out."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import count
from typing import get_args

import psycopg
import pytest
from psycopg_pool import ConnectionPool

from domain.ledger.postgres.migrations import LEDGER, migrate
from domain.ledger.postgres.store import PostgresStore
from projections.facts.following import Facts
from projections.projection import UNREACHABLE
from projections.runner import PROJECTIONS, Runner
from tests.faults.campaign import Campaign
from tests.faults.striking import Faults, How, failure_of
from tests.projections.facts.rows import facts_of

LEAST_PLACES = 4


@pytest.fixture
def faults(database_url: str) -> Iterator[Faults]:
    migrate(database_url, {**LEDGER, **PROJECTIONS})
    with psycopg.connect(database_url, autocommit=True) as other:
        yield Faults(database_url, other)


@pytest.fixture
def pool(faults: Faults) -> Iterator[ConnectionPool]:
    with faults.pool() as pool:
        yield pool


def follow(runner: Runner) -> None:
    """Catch up wholly; a connection that broke may hold its campaign until the server notices."""
    for _ in range(500):
        runner.catch_up()
        if all(standing.entry == standing.head for standing in runner.standings()):
            return
        time.sleep(0.02)
    raise AssertionError(f"it never caught up: {runner.standings()}")


def places_in_a_step(faults: Faults, pool: ConnectionPool, how: How, followed_before: bool) -> int:
    """Let the fault strike at every place of a step in turn, each time in a new campaign; how many places there are."""
    store = PostgresStore(pool)
    runner = Runner(pool, store, [Facts(store)])
    for at in count(1):
        campaign = Campaign(pool)
        if followed_before:
            follow(runner)
            campaign.revise()
        before = facts_of(pool, campaign.id)
        with faults.due(how, at):
            failure = failure_of(runner.catch_up)
        facts = facts_of(pool, campaign.id)
        follow(runner)
        after = facts_of(pool, campaign.id)
        runner.rebuild("facts", campaign.id)
        assert after == facts_of(pool, campaign.id) != before
        assert facts in (before, after)
        assert failure is None or isinstance(failure, UNREACHABLE)
        if not faults.struck:
            return at - 1
    raise AssertionError("counting has no end")


@pytest.mark.parametrize(
    ("followed_before", "how"), [(False, "cut after"), (False, "row full"), *((True, how) for how in get_args(How))]
)
def test_every_entry_is_in_the_facts_once_whatever_breaks_in_a_step(
    faults: Faults, pool: ConnectionPool, followed_before: bool, how: How
) -> None:
    assert places_in_a_step(faults, pool, how, followed_before) >= LEAST_PLACES
