"""Forks of random histories: what they read, and what comes of playing and revising them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from uuid import UUID

import pytest

from domain.aggregates import Aggregate, encode_state
from domain.history.points import Point
from domain.ledger.checking.verify import verify
from domain.ledger.reading.forks import ForkAwareStore
from domain.ledger.reading.heads import Heads
from domain.ledger.reading.points import moment, place_of
from domain.play.reading import World
from domain.records.entries import EntryFilter
from domain.records.store import Store
from tests.laws.histories import History
from tests.laws.readers import EVERYTHING, refs_of, untouched

CHUNK = 20


def played(seed: int, steps: int) -> History:
    history = History(seed)
    for _ in range(steps):
        history.step()
    return history


def anywhere(history: History) -> int:
    """One of its entries."""
    entries = history.store.entries(history.campaign, EntryFilter(limit=EVERYTHING))
    return int(history.random.choice(entries).header.number)


def points(history: History, forked: History) -> Iterator[Point]:
    """Points of the shared past on both axes, some of them as known at earlier entries, up to where the fork goes off."""
    assert isinstance(forked.store, ForkAwareStore)
    fork_point = forked.store.fork_point(forked.campaign)
    assert fork_point is not None
    for entry in range(1, fork_point.at + 1):
        if place_of(history.store, history.campaign, entry) <= fork_point.cut:
            yield Point(entry=entry)
            yield Point(entry=entry, view="as_played")
            yield Point(entry=entry, known_at=history.random.randint(entry, fork_point.known_at))


def readings(store: Store, campaign: UUID, asked: Iterable[Point], refs: list[str]) -> list[dict[str, bytes]]:
    """The states at these points."""
    return [seen(moment(store, Heads(store).fresh(campaign), point).world, refs) for point in asked]


def seen(world: World, refs: list[str]) -> dict[str, bytes]:
    return {ref: bare(world.aggregate(ref)) for ref in refs}


def bare(aggregate: Aggregate | None) -> bytes:
    """A state without its version; nothing for one to which nothing (any more) ever happened."""
    if aggregate is None:
        return b""
    twin = aggregate.copy()
    twin.version = 0
    stored = encode_state(twin)
    return b"" if stored == encode_state(type(twin)(ref=twin.ref)) else stored


@pytest.mark.parametrize("first", range(0, 2 * CHUNK, CHUNK))
def test_a_fork_reads_as_its_parent_did_at_forking_whatever_becomes_of_that(first: int) -> None:
    for seed in range(first, first + CHUNK):
        history = played(seed, 25)
        forked = history.fork(anywhere(history))
        asked, refs = list(points(history, forked)), refs_of(history.store, history.campaign)
        then = readings(history.store, history.campaign, asked, refs)
        for _ in range(15):
            history.step()
        assert readings(forked.store, forked.campaign, asked, refs) == then
        assert asked


def forks_are_checked(seeds: Iterable[int]) -> int:
    """Forks random histories at random entries and plays on in both; how often the forks were revised."""
    revised = 0
    for seed in seeds:
        history = played(seed, 30)
        forked = history.fork(anywhere(history))
        with untouched(history):
            forked.play(40)
        with untouched(forked):
            history.play(5)
        assert verify(forked.store, forked.campaign).faults == ()
        revised += forked.revised
    return revised


@pytest.mark.parametrize("first", range(0, 3 * CHUNK, CHUNK))
def test_random_forks_equal_the_whole_script_and_touch_nothing_else(first: int) -> None:
    assert forks_are_checked(range(first, first + CHUNK)) > CHUNK / 2, "forks that revise nothing prove nothing"


@pytest.mark.soak
@pytest.mark.parametrize("first", range(1_000, int(os.environ.get("RETCON_SOAK_FORKS", "20000")), 500))
def test_random_forks_equal_the_whole_script_in_the_long_run(first: int) -> None:
    assert forks_are_checked(range(first, first + 500)) > 250


def test_random_forks_of_forks_equal_the_whole_script() -> None:
    for seed in range(CHUNK):
        history = played(seed, 15)
        for _ in range(2):
            history = history.fork(anywhere(history))
            for _ in range(10):
                history.step()
        history.play(20)
        assert verify(history.store, history.campaign).faults == ()
