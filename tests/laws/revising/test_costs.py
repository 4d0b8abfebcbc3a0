"""What a change of the past costs, counted in decisions and in what is read for it: what it changes, not the ledger."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from domain import aggregates
from domain.commands import Envelope
from domain.history import divergence as tracks
from domain.history.ledger_reader import LedgerReader
from domain.history.plan import RevisionRequest
from domain.history.planner import SPAN, RevisionPlanner
from domain.ledger.memory.store import MemoryStore
from domain.ledger.reading.past import CorrectedPast, PlayedPast
from domain.ledger.revising.revise import make_plan
from domain.paths import parse, written
from domain.play.reading import TrackedReads
from domain.vocabulary.base import Instance
from tests.laws.ring import GM, Ring

PEOPLE = ("ada", "bo", "cy", "di", "ed")


class Counting(MemoryStore):
    """Counts the rows it gives out and the questions it is asked."""

    rows, questions = 0, 0

    def __getattribute__(self, name: str) -> Any:
        attribute = super().__getattribute__(name)
        if name not in (
            "effective_stream",
            "state_events",
            "stream",
            "entries",
            "deeds_of",
            "events_of",
            "reads_of",
            "readers",
            "entry",
        ):
            return attribute

        def counted(*args: Any, **rest: Any) -> Any:
            answer = attribute(*args, **rest)
            self.questions += 1
            self.rows += len(answer) if isinstance(answer, list | dict) else 1
            return answer

        return counted


def busy(ring: Ring, entries: int) -> Iterator[Envelope]:
    """Everybody does what has nothing to do with anybody's hit points."""
    for number in range(entries):
        word, target = ("bless", "ward")[number // 5 % 2], PEOPLE[number % 5]
        yield ring.command(word, target=target, amount=1 + number % 7)


def walked(ring: Ring, undone: int) -> RevisionPlanner:
    draft = ring.ledger.draft(ring.ledger.heads.fresh(ring.campaign))
    reader = LedgerReader(ring.store, ring.campaign)
    return make_plan(reader, draft, GM, RevisionRequest(undo=(undone,), policy="cascade")).planner


def hurt_and_healed(before: int, after: int, store: MemoryStore | None = None) -> tuple[Ring, int]:
    """Ada is hurt twice, the second of which is to be undone, and healed by less than that."""
    ring = Ring(*PEOPLE, store=store)
    ring.play_all(busy(ring, before))
    ring.play("hurt", target="ada", amount=9)
    hurt = ring.play("hurt", target="ada", amount=3)
    ring.play("heal", target="ada", amount=2)
    ring.play_all(busy(ring, after))
    return ring, hurt


def test_reads_per_path_decide_one_entry_again_where_one_is_concerned() -> None:
    assert walked(*hurt_and_healed(0, 400)).decided == 1


def test_reads_per_aggregate_decide_again_whatever_touched_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fifth of all entries, where one is needed."""
    note = TrackedReads.note

    def whole(ref: str, component: str, name: str, before: Instance | None, after: Instance | None) -> set[str]:
        return {ref} if written(ref, component, name, before, after) else set()

    monkeypatch.setattr(TrackedReads, "note", lambda self, path: note(self, parse(path).ref))
    monkeypatch.setattr(tracks, "written", whole)
    assert walked(*hurt_and_healed(0, 400)).decided >= 80


def dying_out(length: int, store: MemoryStore) -> tuple[Ring, int]:
    """In the middle of a ledger of this length a blow, the effects of which end with a rest five entries later."""
    ring = Ring(*PEOPLE, store=store)
    ring.play_all(busy(ring, length // 2))
    hurt = ring.play("hurt", target="ada", amount=9)
    for amount in (1, 2, 1, 2):
        ring.play("heal", target="ada", amount=amount)
    ring.play("rest", target="ada")
    ring.play_all(busy(ring, length // 2))
    return ring, hurt


def read_for(store: Counting, ring: Ring, undone: int) -> int:
    """How many rows a plan reads."""
    store.rows = 0
    walked(ring, undone)
    return store.rows


@pytest.mark.parametrize("where", ["newest", "middle"])
def test_an_undo_that_changes_little_reads_as_much_in_a_ledger_of_any_length(
    monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    monkeypatch.setattr(aggregates, "CHECKPOINT_EVERY", 20)
    read = []
    for length in (1_000, 2_000, 4_000):
        store = Counting()
        ring, hurt = dying_out(length, store)
        read.append(read_for(store, ring, hurt if where == "middle" else ring.store.head(ring.campaign).entry))
    assert max(read) < SPAN, read


def test_plans_ask_for_many_entries_at_once() -> None:
    store = Counting()
    ring, hurt = hurt_and_healed(0, 0, store)
    ring.play_all(ring.command(("hurt", "heal")[n % 2], target="ada", amount=1) for n in range(400))
    store.questions = 0
    assert walked(ring, hurt).decided == 201
    assert store.questions < 50


def test_a_past_reads_from_the_nearest_checkpoint_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(aggregates, "CHECKPOINT_EVERY", 20)
    store = Counting()
    ring, hurt = hurt_and_healed(1_000, 1_000, store)
    ada = ring.who("ada").ref
    store.rows = 0
    for world in (
        PlayedPast(ring.store, ring.campaign, hurt),
        CorrectedPast(ring.store, ring.campaign, up_to=(hurt,)),
        CorrectedPast(ring.store, ring.campaign, up_to=(hurt,), known_at=hurt + 500),
    ):
        assert world.aggregate(ada) is not None
    assert store.rows <= 3 * 21


def test_undo_at_the_head_stays_cheap_after_the_whole_past_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A revision leaves checkpoints of the past it makes, where it ends those of the past there was."""
    monkeypatch.setattr(aggregates, "CHECKPOINT_EVERY", 20)
    store = Counting()
    ring, _ = dying_out(2_000, store)
    ring.undo(7, policy="cascade")
    assert read_for(store, ring, ring.store.head(ring.campaign).entry - 1) < SPAN
