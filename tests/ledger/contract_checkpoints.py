"""What every store keeps to with checkpoints: what they are found by, when they die, and that nothing depends on them."""

from typing import Any
from uuid import UUID

import pytest

from domain.records.entries import Checkpoint
from domain.records.positions import Place
from domain.records.store import Stale, Store
from tests.ledger.builders import (
    FOE,
    HERO,
    corrects,
    drafted,
    forget_checkpoints,
    gains,
    insert,
    opens,
    play,
    restate,
    revise,
    spends,
    state,
    strike,
    told,
    write,
)


@pytest.fixture
def kept(store: Store, campaign: UUID) -> UUID:
    """Entry 2 opens the hero's pool at 9, entries 3, 4 and 5 spend 1, 2 and 3 of it; the hero is kept after 3 and 5."""
    write(store, campaign, play(opens(HERO, 9)), play(spends(HERO, 1), keeps=(HERO,)), play(spends(HERO, 2)))
    write(store, campaign, play(spends(HERO, 3), keeps=(HERO,)))
    return campaign


def places(checkpoints: list[Checkpoint]) -> list[tuple[Place, int | None]]:
    return [(one.place, one.died) for one in checkpoints]


def at(store: Store, campaign: UUID, **asked: object) -> Place | None:
    checkpoint = store.checkpoint(campaign, HERO, **asked)  # type: ignore[arg-type]
    return None if checkpoint is None else checkpoint.place


class Checkpoints:
    def test_a_state_is_kept_byte_for_byte_at_the_place_of_its_entry(self, store: Store, campaign: UUID) -> None:
        sent = drafted(store, campaign, play(opens(HERO, 9), keeps=(HERO,)))
        store.append(sent)
        [kept] = sent.checkpoints
        assert store.checkpoint(campaign, HERO) == kept
        assert (kept.place, kept.created, kept.version, kept.body) == ((2,), 2, 1, sent.states[0].body)

    def test_the_last_one_up_to_a_place_is_found(self, store: Store, kept: UUID) -> None:
        assert [at(store, kept, up_to=(n,)) for n in range(1, 7)] == [None, None, (3,), (3,), (5,), (5,)]

    @pytest.mark.parametrize("entry", [1, 3, 5, 7, 9])
    def test_streams_of_several_are_that_of_each(self, store: Store, kept: UUID, entry: int) -> None:
        write(store, kept, *insert(6, gains(HERO, 7), after=3), play(opens(FOE, 9)))
        for since in (None, *store.checkpoints(kept, HERO)):
            asked = {HERO: since, FOE: None, "character/nobody": None}
            rows = {ref: store.stream(kept, ref, up_to_entry=entry, since=each) for ref, each in asked.items()}
            streams = {ref: [(one.entry, one.topic, one.body) for one in each] for ref, each in rows.items()}
            assert store.stream_of_each(kept, asked, up_to_entry=entry) == streams

    @pytest.mark.parametrize("asked", [{"up_to": (3,)}, {"before": (3,)}, {"before": (6,)}, {"known_at": 3}, {}])
    def test_checkpoints_of_several_aggregates_are_found_together(
        self, store: Store, kept: UUID, asked: dict[str, Any]
    ) -> None:
        write(store, kept, play(opens(FOE, 9), keeps=(FOE,)))
        each = {ref: store.checkpoint(kept, ref, **asked) for ref in (HERO, FOE, "character/nobody")}
        present = {ref: checkpoint for ref, checkpoint in each.items() if checkpoint is not None}
        assert store.checkpoint_of_each(kept, each, **asked) == present

    def test_the_last_one_before_a_place_is_found(self, store: Store, kept: UUID) -> None:
        assert [at(store, kept, before=(n,)) for n in range(3, 7)] == [None, (3,), (3,), (5,)]

    def test_an_insert_stands_behind_the_checkpoint_of_its_anchor(self, store: Store, kept: UUID) -> None:
        assert (at(store, kept, up_to=(5, -9)), at(store, kept, before=(5, -9))) == ((5,), (5,))

    def test_one_is_not_known_before_it_was_made(self, store: Store, kept: UUID) -> None:
        assert [at(store, kept, known_at=n) for n in (2, 3, 4, 5)] == [None, (3,), (3,), (5,)]

    def test_each_aggregate_has_its_own(self, store: Store, kept: UUID) -> None:
        assert (store.checkpoint(kept, FOE), store.checkpoints(kept, FOE)) == (None, [])

    def test_checkpoints_on_a_rewritten_stretch_die(self, store: Store, kept: UUID) -> None:
        write(store, kept, revise(strike(4), rewrites=((HERO, (4,), None),)))
        assert places(store.checkpoints(kept, HERO)) == [((3,), None), ((5,), 6)]
        assert at(store, kept) == (3,)

    def test_checkpoints_behind_the_stretch_live_on(self, store: Store, kept: UUID) -> None:
        write(store, kept, revise(restate(3, spends(HERO, 0)), rewrites=((HERO, (3,), (5,)),)))
        assert places(store.checkpoints(kept, HERO)) == [((3,), 6), ((5,), None)]

    def test_checkpoints_of_other_aggregates_live_on(self, store: Store, kept: UUID) -> None:
        write(store, kept, revise(rewrites=((FOE, (1,), None),)))
        assert places(store.checkpoints(kept, HERO)) == [((3,), None), ((5,), None)]

    def test_one_that_died_is_there_for_what_was_known_before(self, store: Store, kept: UUID) -> None:
        write(store, kept, revise(strike(4), rewrites=((HERO, (4,), None),)))
        assert (at(store, kept, known_at=5), at(store, kept, known_at=6)) == ((5,), (3,))

    def test_one_dies_once(self, store: Store, kept: UUID) -> None:
        write(store, kept, revise(strike(4), rewrites=((HERO, (4,), None),)))
        write(store, kept, revise(strike(5), rewrites=((HERO, (1,), None),)))
        assert places(store.checkpoints(kept, HERO)) == [((3,), 7), ((5,), 6)]

    def test_checkpoints_that_a_revision_makes_take_the_place_of_those_that_die_of_it(
        self, store: Store, kept: UUID
    ) -> None:
        made = state(HERO, opens(HERO, 9), spends(HERO, 1), spends(HERO, 3))
        corrections = (corrects(HERO, points=5),)
        write(store, kept, revise(strike(4), corrections=corrections, keeps=(HERO,), rewrites=((HERO, (4,), None),), makes=((HERO, (5,), made),)))  # fmt: skip
        assert places(store.checkpoints(kept, HERO)) == [((3,), None), ((5,), 6), ((5,), None), ((6,), None)]
        assert [at(store, kept, up_to=(5,), known_at=n) for n in (5, 6)] == [(5,), (5,)]

    def test_a_stale_transaction_keeps_none_and_lets_none_die(self, store: Store, kept: UUID) -> None:
        late = drafted(store, kept, revise(corrections=(corrects(HERO, points=1),), keeps=(HERO,), rewrites=((HERO, (1,), None),)))  # fmt: skip
        write(store, kept, play())
        before = store.checkpoints(kept, HERO)
        with pytest.raises(Stale):
            store.append(late)
        assert store.checkpoints(kept, HERO) == before

    def test_the_effective_stream_goes_on_behind_a_place(self, store: Store, kept: UUID) -> None:
        write(store, kept, revise(restate(3, spends(HERO, 5))), *insert(8, gains(HERO, 7), after=3))
        assert told(store.effective_stream(kept, HERO, after=(2,))) == [
            "3 point_spent 5",
            "8 point_gained 7",
            "4 point_spent 2",
            "5 point_spent 3",
        ]

    def test_what_stands_between_two_places_is_found_with_and_without_checkpoints(
        self, store: Store, kept: UUID
    ) -> None:
        write(
            store, kept, revise(restate(4, spends(HERO, 5))), *insert(8, gains(HERO, 7), after=4), play(gains(HERO, 1))
        )
        ends: list[Place] = [(), (2,), (3,), (4,), (4, -8), (5,), (9,)]
        spans = [(after, up_to) for after in ends for up_to in ends if after < up_to]

        def between() -> list[list[int]]:
            streams = (store.effective_stream(kept, HERO, after=after, up_to=up_to) for after, up_to in spans)
            return [[row.entry for row in rows] for rows in streams]

        due = [[abs(place[-1]) for place in ends if after < place <= up_to] for after, up_to in spans]
        assert between() == due
        forget_checkpoints(store, kept)
        assert between() == due

    def test_a_stream_goes_on_behind_a_checkpoint_that_was_the_head(self, store: Store, kept: UUID) -> None:
        first, last = store.checkpoints(kept, HERO)
        assert told(store.stream(kept, HERO, since=first)) == ["4 point_spent 2", "5 point_spent 3"]
        assert told(store.stream(kept, HERO, since=first, up_to_entry=4)) == ["4 point_spent 2"]
        assert told(store.stream(kept, HERO, since=last)) == []
