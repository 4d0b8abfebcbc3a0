"""Laws of the two time axes and of taking back, over random histories."""

from __future__ import annotations

import pytest

from domain.aggregates import encode_state, fold
from domain.history.plan import RevisionRefused, RevisionRequest
from domain.history.points import Point
from domain.ledger.checking.verify import verify
from domain.ledger.reading.points import moment
from domain.ledger.revising.requested import Ambiguous
from domain.records.entries import EntryFilter
from domain.vocabulary.stored import decode_event
from tests.laws.histories import GM, History

STEPS = 50


def bare_states(history: History, point: Point | None = None) -> dict[str, bytes]:
    """Every state at a point (None: the head), without version numbers and without what is as if it had never been."""
    head = history.ledger.heads.fresh(history.campaign)
    world = head if point is None else moment(history.store, history.ledger.heads.fresh(history.campaign), point).world
    states = {}
    for ref in head.refs():
        aggregate = world.aggregate(ref)
        if aggregate is None:
            continue
        twin = aggregate.copy()
        twin.version = 0
        if (state := encode_state(twin)) != encode_state(type(twin)(ref=ref)):
            states[ref] = state
    return states


@pytest.mark.parametrize("seed", range(20))
def test_what_the_table_believed_after_each_entry_stays_what_it_believed(seed: int) -> None:
    history, recorded = History(seed), {}
    for _ in range(STEPS):
        history.step()
        recorded[history.store.head(history.campaign).entry] = bare_states(history)
    for entry, believed in recorded.items():
        assert bare_states(history, Point(entry=entry, view="as_played")) == believed, entry


@pytest.mark.parametrize("seed", range(40, 60))
def test_what_was_held_true_is_read_again_as_known_then(seed: int) -> None:
    history = History(seed)
    for _ in range(STEPS):
        history.step()
    middle = history.store.head(history.campaign).entry
    states = bare_states(history, Point(known_at=middle))
    for _ in range(20):
        history.step()
    assert bare_states(history, Point(known_at=middle, entry=middle)) == states


@pytest.mark.parametrize("seed", range(80, 110))
def test_undo_then_redo_is_the_identity_on_every_state(seed: int) -> None:
    history = History(seed)
    for _ in range(STEPS):
        history.step()
    before, undone = bare_states(history), 0
    entries = history.store.entries(history.campaign, EntryFilter(entry_kind="play", limit=1_000))
    standing = [e.header.number for e in entries if e.status == "standing" and e.header.deed == e.header.number]
    for entry in standing[:: max(1, len(standing) // 5)]:
        try:
            history.ledger.revise(history.campaign, GM, RevisionRequest(undo=(entry,), policy="cascade", owed="fill"))
            history.ledger.revise(history.campaign, GM, RevisionRequest(redo=entry, owed="fill"))
        except (RevisionRefused, Ambiguous):
            continue
        undone += 1
        assert bare_states(history) == before, entry
    assert undone > 0


@pytest.mark.parametrize("seed", range(140, 155))
def test_replay_equals_live_and_everything_verifies(seed: int) -> None:
    history = History(seed)
    for _ in range(STEPS):
        history.step()
    for row in history.store.all_states(history.campaign):
        stream = history.store.stream(history.campaign, row.ref)
        replayed = fold(row.ref, (decode_event(event.topic, event.body) for event in stream))
        assert encode_state(replayed) == row.body
    assert verify(history.store, history.campaign).faults == ()
