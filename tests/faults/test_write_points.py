"""Whatever breaks, and at whichever round trip or row: an append and a revision are there whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from typing import get_args

import psycopg
import pytest
from psycopg_pool import ConnectionPool

from api.problems import problem_of
from domain.ledger.postgres.migrations import migrate
from tests.faults.campaign import Campaign
from tests.faults.striking import Faults, How, failure_of


@pytest.fixture
def faults(database_url: str) -> Iterator[Faults]:
    migrate(database_url)
    with psycopg.connect(database_url, autocommit=True) as other:
        yield Faults(database_url, other)


@pytest.fixture
def pool(faults: Faults) -> Iterator[ConnectionPool]:
    with faults.pool() as pool:
        yield pool


ACTS: dict[str, Callable[[Campaign], int]] = {"append": Campaign.hurt, "revision": Campaign.revise}


def struck_at(faults: Faults, pool: ConnectionPool, act: Callable[[Campaign], int], how: How) -> int:
    """Let the fault strike at every place in turn, each time in a new campaign; gives how many places there are."""
    example = Campaign(pool)
    before = example.seen(example.ledger)
    number = act(example)
    after = example.seen(example.ledger)
    for at in count(1):
        campaign = Campaign(pool)
        with faults.due(how, at):
            failure = failure_of(partial(act, campaign))
        if not faults.struck:
            return at - 1
        if failure is not None:
            problem = problem_of(failure)
            assert problem is not None, f"nobody foresaw {failure!r}"
            assert problem.status == 503, problem
        campaign.expect(before, after)
        assert act(campaign) == number
        campaign.expect(after)
        assert campaign.store.by_command_id(campaign.id, campaign.command_id) is not None
    raise AssertionError("counting has no end")


@pytest.mark.parametrize("how", get_args(How))
@pytest.mark.parametrize("act", ACTS)
def test_an_act_is_whole_or_not_at_all_whatever_breaks_and_a_retry_writes_it_once(
    faults: Faults, pool: ConnectionPool, act: str, how: How
) -> None:
    places = struck_at(faults, pool, ACTS[act], how)
    assert places >= LEAST[act, how.startswith("row")], "the fault never struck where something is written"


LEAST = {("append", False): 1, ("append", True): 4, ("revision", False): 6, ("revision", True): 10}
"""How many places there are at least, by what is done and whether rows are counted."""
