"""Checkpoints are a cache: whatever is answered from them is what folding everything answers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from api.storage.embedded import Server
from domain import aggregates
from domain.aggregates import CAMPAIGN, encode_state
from domain.history.ledger_reader import LedgerReader
from domain.history.plan import RevisionRequest
from domain.ledger.checking.verify import verify
from domain.ledger.memory.store import MemoryStore
from domain.ledger.postgres.migrations import migrate
from domain.ledger.postgres.store import PostgresStore
from domain.ledger.reading.past import CorrectedPast, PlayedPast
from domain.play.reading import World
from domain.records.entries import Checkpoint
from tests.databases import fresh_database
from tests.laws.histories import GM, History
from tests.laws.revising.test_histories import keep_often
from tests.ledger.builders import forget_checkpoints

SEEDS = range(1, 31, 2)
STEPS = 50


@pytest.fixture(autouse=True)
def _kept_often(monkeypatch: pytest.MonkeyPatch) -> None:
    keep_often(monkeypatch, 1)


def played(seed: int) -> History:
    history = History(seed)
    for _ in range(STEPS):
        history.step()
    return history


def refs(history: History) -> list[str]:
    return [CAMPAIGN, *(handle.ref for handle in history.state().handles.values())]


def kept(history: History) -> list[Checkpoint]:
    return [one for ref in refs(history) for one in history.store.checkpoints(history.campaign, ref)]


def told(world: World, refs: list[str]) -> list[bytes | None]:
    return [None if (aggregate := world.aggregate(ref)) is None else encode_state(aggregate) for ref in refs]


def pasts(history: History) -> list[list[bytes | None]]:
    """Every past that can be read: as played, and corrected as known at every fourth entry and now."""
    store, campaign, everything = history.store, history.campaign, refs(history)
    script, last = LedgerReader(store, campaign).script, store.head(campaign).entry
    played = [told(PlayedPast(store, campaign, entry), everything) for entry in range(1, last + 1)]
    corrected = [
        told(CorrectedPast(store, campaign, up_to=script.place(entry), known_at=known_at), everything)
        for known_at in (*range(4, last, 4), None)
        for entry in range(1, last + 1, 3)
    ]
    return played + corrected


def plans(history: History) -> list[str]:
    """The plan of undoing each standing entry by itself."""
    script, last = LedgerReader(history.store, history.campaign).script, history.store.head(history.campaign).entry
    hashes = []
    for entry in range(2, last + 1, 5):
        header = LedgerReader(history.store, history.campaign).header(entry)
        if header.kind == "play" and script.directive(entry).how != "strike":
            request = RevisionRequest(undo=(entry,), policy="cascade")
            hashes.append(history.ledger.plan(history.campaign, GM, request).hash)
    return hashes


@pytest.mark.parametrize("seed", SEEDS)
def test_no_answer_depends_on_them(seed: int) -> None:
    history = played(seed)
    answers = pasts(history), plans(history)
    forget_checkpoints(history.store, history.campaign)
    assert (pasts(history), plans(history)) == answers


@pytest.mark.parametrize("seed", SEEDS)
def test_each_of_them_is_the_fold_of_its_past(seed: int) -> None:
    history = played(seed)
    assert verify(history.store, history.campaign).faults == ()


def test_heads_are_kept_and_pasts_that_revisions_made_and_both_die() -> None:
    checkpoints = [one for seed in SEEDS for one in kept(played(seed))]
    assert {(one.was_head, one.died is None) for one in checkpoints} == {
        (a, b) for a in (True, False) for b in (True, False)
    }


@pytest.mark.parametrize("seed", SEEDS)
def test_as_played_is_the_past_as_it_was_known_then(seed: int) -> None:
    history = played(seed)
    store, campaign, everything = history.store, history.campaign, refs(history)
    for entry in range(1, store.head(campaign).entry + 1):
        known = CorrectedPast(store, campaign, up_to=(entry,), known_at=entry)
        believed = PlayedPast(store, campaign, entry)
        assert bare(believed, everything) == bare(known, everything), entry


def bare(world: World, refs: list[str]) -> list[bytes | None]:
    """The states without their versions, and none where nothing is there."""
    states = [world.aggregate(ref) for ref in refs]
    bodies = [None if state is None else aggregates.unnumbered(state) for state in states]
    empty = [b'{"ref":"%s"}' % ref.encode() for ref in refs]
    return [None if body == nothing else body for body, nothing in zip(bodies, empty, strict=True)]


@pytest.fixture(scope="module")
def postgres_store(postgres: Server) -> Iterator[PostgresStore]:
    with fresh_database(postgres) as url:
        migrate(url)
        with PostgresStore(url) as store:
            yield store


@pytest.mark.parametrize("seed", range(101, 113, 2))
def test_histories_on_postgresql_equal_their_scripts_and_those_in_memory(
    postgres_store: PostgresStore, seed: int
) -> None:
    history, twin = History(seed, store=postgres_store), History(seed, store=MemoryStore())
    history.play(30)
    twin.play(30)
    shown = [(one.ref, one.place, one.created, one.version, one.body, one.died) for one in kept(history)]
    assert shown == [(one.ref, one.place, one.created, one.version, one.body, one.died) for one in kept(twin)]
    assert pasts(history) == pasts(twin)
    assert verify(postgres_store, history.campaign).faults == ()
