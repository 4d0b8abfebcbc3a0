"""What every store answers about streams, entries and reads, before and after changes of the past."""

from typing import Any
from uuid import UUID

import pytest

from domain.commands import Envelope
from domain.paths import collection
from domain.records.entries import EntryFilter, Revision, Status
from domain.records.positions import Place
from domain.records.store import Store
from domain.vocabulary.log import Noted
from tests.ledger.builders import (
    FOE,
    HERO,
    POINTS,
    Entry,
    bleeds,
    corrects,
    gains,
    insert,
    opens,
    play,
    restate,
    revise,
    spends,
    strike,
    suffers,
    told,
    write,
)

HELD: list[Status] = ["standing", "restated", "amended", "kept"]
FALLEN: list[Status] = ["struck", "moot", "refused"]


@pytest.fixture
def played(store: Store, campaign: UUID) -> UUID:
    """Entry 2 opens the hero's pool at 9, entries 3 and 4 spend 2 and 3 of it, each having looked at it."""
    write(store, campaign, play(opens(HERO, 9)))
    write(store, campaign, play(spends(HERO, 2), reads=(POINTS,)), play(spends(HERO, 3), reads=(POINTS,)))
    return campaign


def effective(store: Store, campaign: UUID, **asked: Any) -> list[str]:
    return told(store.effective_stream(campaign, HERO, **asked))


def spent(store: Store, campaign: UUID, entry: int, known_at: int | None = None) -> list[str]:
    return told(store.events_of(campaign, [entry], known_at)[entry])


def found(store: Store, campaign: UUID, known_at: int | None = None, **wanted: Any) -> list[int]:
    return [entry.header.number for entry in store.entries(campaign, EntryFilter(**wanted), known_at)]


def withdraws(revision: int) -> Entry:
    return revise(revision=Revision(withdraws=revision))


def read_by(store: Store, campaign: UUID, paths: list[str], **span: Any) -> dict[int, set[str]]:
    return {reader.entry: set(reader.paths) for reader in store.readers(campaign, paths, **span)}


class Streams:
    def test_a_stream_holds_what_happened_to_one_aggregate_in_order(self, store: Store, played: UUID) -> None:
        write(store, played, play(opens(FOE, 4)), play(gains(HERO, 1)))
        told_so = ["2 track_opened points", "3 point_spent 2", "4 point_spent 3", "6 point_gained 1"]
        assert told(store.stream(played, HERO)) == told_so

    def test_versions_count_within_a_stream_and_positions_within_the_campaign(self, store: Store, played: UUID) -> None:
        rows = store.stream(played, HERO)
        assert [(row.version, row.position) for row in rows] == [(1, 2), (2, 3), (3, 4)]

    def test_a_stream_ends_where_one_asks(self, store: Store, played: UUID) -> None:
        assert [row.entry for row in store.stream(played, HERO, up_to_entry=3)] == [2, 3]

    def test_a_stream_holds_corrections_and_keeps_what_was_struck(self, store: Store, played: UUID) -> None:
        write(store, played, revise(strike(3), corrections=(corrects(HERO, points=6),)))
        assert [row.topic for row in store.stream(played, HERO)][1:] == ["point_spent", "point_spent", "corrected"]

    def test_a_stream_that_never_was_is_empty(self, store: Store, played: UUID) -> None:
        assert store.stream(played, "character/nobody") == []


class EffectiveStreams:
    def test_before_any_revision_it_is_the_stream(self, store: Store, played: UUID) -> None:
        assert store.effective_stream(played, HERO) == store.stream(played, HERO)

    def test_struck_entries_and_corrections_are_left_out(self, store: Store, played: UUID) -> None:
        write(store, played, revise(strike(3), corrections=(corrects(HERO, points=6),)))
        assert effective(store, played) == ["2 track_opened points", "4 point_spent 3"]

    def test_a_restated_entry_stands_at_its_place_in_its_new_version(self, store: Store, played: UUID) -> None:
        write(store, played, revise(restate(3, spends(HERO, 1), gains(HERO, 5))))
        told_so = ["2 track_opened points", "3 point_spent 1", "3 point_gained 5", "4 point_spent 3"]
        assert effective(store, played) == told_so

    def test_an_entry_restated_onto_another_aggregate_leaves_this_one(self, store: Store, played: UUID) -> None:
        write(store, played, revise(restate(3, opens(FOE, 1))))
        assert effective(store, played) == ["2 track_opened points", "4 point_spent 3"]
        assert told(store.effective_stream(played, FOE)) == ["3 track_opened points"]

    def test_an_insert_stands_directly_after_its_anchor(self, store: Store, played: UUID) -> None:
        write(store, played, *insert(6, gains(HERO, 7), after=2))
        told_so = ["2 track_opened points", "6 point_gained 7", "3 point_spent 2", "4 point_spent 3"]
        assert effective(store, played) == told_so

    def test_a_later_insert_stands_before_an_earlier_one_there(self, store: Store, played: UUID) -> None:
        write(store, played, *insert(6, gains(HERO, 7), after=2))
        write(store, played, *insert(8, gains(HERO, 8), after=2))
        assert [row.entry for row in store.effective_stream(played, HERO)] == [2, 8, 6, 3, 4]

    def test_an_insert_after_an_insert_stands_behind_it(self, store: Store, played: UUID) -> None:
        write(store, played, *insert(6, gains(HERO, 7), after=2))
        write(store, played, *insert(8, gains(HERO, 8), after=6))
        assert [row.entry for row in store.effective_stream(played, HERO)] == [2, 6, 8, 3, 4]

    def test_an_inserts_place_survives_a_strike_of_its_anchor(self, store: Store, played: UUID) -> None:
        write(store, played, *insert(6, gains(HERO, 7), after=3))
        write(store, played, revise(strike(3)))
        assert [row.entry for row in store.effective_stream(played, HERO)] == [2, 6, 4]

    def test_a_stream_ends_with_the_place_one_asks_for(self, store: Store, played: UUID) -> None:
        write(store, played, *insert(6, gains(HERO, 7), after=3))
        assert [row.entry for row in store.effective_stream(played, HERO, up_to=(3,))] == [2, 3]
        assert [row.entry for row in store.effective_stream(played, HERO, up_to=(3, -6))] == [2, 3, 6]

    def test_a_stream_ends_before_the_place_one_asks_for(self, store: Store, played: UUID) -> None:
        write(store, played, *insert(6, gains(HERO, 7), after=3))
        assert [row.entry for row in store.effective_stream(played, HERO, before=(4,))] == [2, 3, 6]
        assert [row.entry for row in store.effective_stream(played, HERO, before=(3, -6))] == [2, 3]

    def test_records_stand_at_their_own_number(self, store: Store, played: UUID) -> None:
        write(store, played, play(gains(HERO, 1), kind="record"))
        assert [row.entry for row in store.effective_stream(played, HERO, up_to=(5,))] == [2, 3, 4, 5]

    def test_a_stream_is_that_which_was_known_at_an_entry(self, store: Store, played: UUID) -> None:
        write(store, played, revise(strike(3)))
        write(store, played, *insert(7, gains(HERO, 7), after=2))
        write(store, played, revise(restate(3, spends(HERO, 1))))
        told_at = {n: [row.entry for row in store.effective_stream(played, HERO, known_at=n)] for n in range(3, 9)}
        assert told_at == {3: [2, 3], 4: [2, 3, 4], 5: [2, 4], 6: [2, 7, 4], 7: [2, 7, 4], 8: [2, 7, 3, 4]}

    def test_an_older_version_is_known_before_a_newer_one(self, store: Store, played: UUID) -> None:
        write(store, played, revise(restate(3, spends(HERO, 1))), revise(restate(3, spends(HERO, 4))))
        told_at = {n: effective(store, played, known_at=n)[1] for n in (4, 5, 6)}
        assert told_at == {4: "3 point_spent 2", 5: "3 point_spent 1", 6: "3 point_spent 4"}

    def test_what_an_insert_does_is_known_with_the_revision_that_says_so(self, store: Store, played: UUID) -> None:
        write(store, played, *insert(6, gains(HERO, 7), after=2))
        told_at = {n: [row.entry for row in store.effective_stream(played, HERO, known_at=n)] for n in (4, 5, 6)}
        assert told_at == {4: [2, 3, 4], 5: [2, 6, 3, 4], 6: [2, 6, 3, 4]}

    def test_foldable_is_what_changes_a_state(self, store: Store, played: UUID) -> None:
        write(store, played, play((HERO, Noted(name="aside")), gains(HERO, 1)), revise(restate(3, spends(HERO, 8))))
        rows = [row for row in store.effective_stream(played, HERO) if row.topic != "noted"]
        assert store.state_events(played, HERO) == [(row.entry, row.topic, row.body) for row in rows]

    @pytest.mark.parametrize("asked", [{"after": (2,)}, {"up_to": (3,)}, {"before": (3, -7)}, {"known_at": 5}])
    def test_foldable_is_asked_like_the_effective_stream(
        self, store: Store, played: UUID, asked: dict[str, Any]
    ) -> None:
        write(store, played, *insert(6, gains(HERO, 7), after=3), revise(restate(4, spends(HERO, 8))))
        rows = store.effective_stream(played, HERO, **asked)
        assert store.state_events(played, HERO, **asked) == [(row.entry, row.topic, row.body) for row in rows]

    @pytest.mark.parametrize("asked", [{}, {"up_to": (3,)}, {"before": (3, -7)}, {"known_at": 5}])
    @pytest.mark.parametrize("after", [(), (2,)])
    def test_foldable_of_several_is_that_of_each(
        self, store: Store, played: UUID, asked: dict[str, Any], after: Place
    ) -> None:
        write(store, played, *insert(6, gains(HERO, 7), after=3), revise(restate(4, spends(HERO, 8))))
        write(store, played, play(opens(FOE, 9)))
        events = store.state_events_of_each(played, {HERO: after, FOE: (), "character/nobody": ()}, **asked)
        assert events == {
            HERO: store.state_events(played, HERO, after=after, **asked),
            FOE: store.state_events(played, FOE, **asked),
            "character/nobody": [],
        }

    @pytest.mark.parametrize("before", [(3,), (3, -7), (6,), (9,)])
    def test_pasts_are_what_each_has_to_fold(self, store: Store, played: UUID, before: Place) -> None:
        write(store, played, *insert(6, gains(HERO, 7), after=3), revise(restate(4, spends(HERO, 8))))
        pasts = store.pasts(played, [HERO, FOE, "character/nobody"], before=before)
        assert pasts == {ref: store.state_events(played, ref, before=before) for ref in (HERO, FOE, "character/nobody")}

    def test_the_past_of_who_has_a_checkpoint_may_be_left_out(self, store: Store, played: UUID) -> None:
        write(store, played, play(opens(FOE, 9)))
        pasts = store.pasts(played, [HERO, FOE], before=(9,))
        assert all(rows == store.state_events(played, ref, before=(9,)) for ref, rows in pasts.items())


class Versions:
    @pytest.mark.parametrize("status", FALLEN)
    def test_entries_that_do_not_stand_have_no_events(self, store: Store, played: UUID, status: Status) -> None:
        write(store, played, revise(restate(3, status=status)))
        assert spent(store, played, 3) == []

    @pytest.mark.parametrize("status", HELD)
    def test_entries_that_stand_have_the_events_last_decided(self, store: Store, played: UUID, status: Status) -> None:
        write(store, played, revise(restate(3, spends(HERO, 8), status=status)))
        assert spent(store, played, 3) == ["3 point_spent 8"]

    def test_a_struck_entry_stands_again_once_it_is_restored(self, store: Store, played: UUID) -> None:
        write(store, played, revise(strike(3)))
        write(store, played, revise(restate(3, spends(HERO, 2), status="standing")))
        assert [spent(store, played, 3, n) for n in (4, 5, 6)] == [["3 point_spent 2"], [], ["3 point_spent 2"]]

    def test_restated_events_have_no_version_and_the_revisions_first_position(self, store: Store, played: UUID) -> None:
        corrections = (corrects(HERO, points=4), corrects(FOE, points=None))
        write(store, played, revise(restate(3, spends(HERO, 1), gains(HERO, 1)), corrections=corrections))
        assert [(row.position, row.version) for row in store.events_of(played, [3])[3]] == [(5, 0), (5, 0)]

    def test_what_was_first_written_stays_readable(self, store: Store, played: UUID) -> None:
        write(store, played, revise(strike(3), restate(4, spends(HERO, 1))))
        first = store.as_first_written(played, [3, 4])
        assert {n: told(rows) for n, rows in first.items()} == {3: ["3 point_spent 2"], 4: ["4 point_spent 3"]}

    def test_an_entry_without_events_has_an_empty_list(self, store: Store, played: UUID) -> None:
        write(store, played, play())
        assert (store.events_of(played, [5]), store.as_first_written(played, [5])) == ({5: []}, {5: []})

    def test_entries_that_do_not_exist_are_left_out(self, store: Store, played: UUID) -> None:
        asked = [-1, 0, 3, 99]
        answers = store.events_of(played, asked), store.as_first_written(played, asked), store.reads_of(played, asked)
        assert [set(answer) for answer in answers] == [{3}, {3}, {3}]

    def test_entries_to_come_are_not_known_yet(self, store: Store, played: UUID) -> None:
        assert store.events_of(played, [3, 4], known_at=3).keys() == {3}
        assert store.entry(played, 4, known_at=3) is None
        assert found(store, played, known_at=3) == [1, 2, 3]

    def test_an_entry_has_the_status_it_had_then(self, store: Store, played: UUID) -> None:
        write(store, played, revise(strike(3)), revise(restate(3, spends(HERO, 1))))
        then = [store.entry(played, 3, known_at) for known_at in (4, 5, 6, None)]
        statuses = [(entry.status, entry.versions, entry.made_by) for entry in then if entry is not None]
        assert statuses == [("standing", 1, None), ("struck", 2, 5), ("restated", 3, 6), ("restated", 3, 6)]

    def test_an_entry_that_never_was_is_none(self, store: Store, played: UUID) -> None:
        assert [store.entry(played, number) for number in (-1, 0, 5)] == [None, None, None]

    def test_whole_deeds_are_found_by_any_of_their_entries(self, store: Store, played: UUID) -> None:
        write(store, played, play(deed=3), play(), play(deed=3), revise(strike(5)))
        found_so = store.deeds_of(played, [5, 6, 99])
        assert {number: entry.status for number, entry in found_so.items()} == {
            3: "standing",
            5: "struck",
            6: "standing",
            7: "standing",
        }

    def test_the_newest_restatement_tells_what_was_amended(self, store: Store, played: UUID) -> None:
        told_anew = Envelope(type="freeform.spend", args={"amount": 1})
        newest = restate(3, spends(HERO, 1), reads=(POINTS,), status="amended", envelope=told_anew)
        write(store, played, revise(strike(3), strike(4)), revise(newest))
        assert store.restatements(played, [2, 3, 4, 99]) == {3: newest, 4: strike(4)}
        assert store.restatements(played, [3], known_at=5) == {3: strike(3)}
        assert store.restatements(played, [3], known_at=4) == {}


class Reads:
    def test_readers_are_found_by_path(self, store: Store, played: UUID) -> None:
        assert read_by(store, played, [POINTS]) == {3: {POINTS}, 4: {POINTS}}

    def test_readers_are_found_by_the_collection_they_looked_through(self, store: Store, played: UUID) -> None:
        arms = collection(HERO, "wounds", "arm")
        write(store, played, play(bleeds(HERO, "cut"), reads=(collection(HERO, "wounds"), arms, POINTS)))
        assert read_by(store, played, [arms, collection(FOE, "wounds", "arm")]) == {5: {arms}}

    def test_only_later_entries_are_readers(self, store: Store, played: UUID) -> None:
        assert read_by(store, played, [POINTS], after=3) == {4: {POINTS}}

    def test_readers_are_sought_in_a_span_of_entries(self, store: Store, played: UUID) -> None:
        write(store, played, *[play(reads=(POINTS,)) for _ in range(4)])
        assert read_by(store, played, [POINTS], after=3, up_to=5).keys() == {4, 5}

    def test_who_answers_a_deed_of_the_span_is_found_with_it(self, store: Store, played: UUID) -> None:
        write(store, played, play(deed=4, reads=(POINTS,)), play(deed=2, reads=(POINTS,)))
        assert [(r.entry, r.deed) for r in store.readers(played, [POINTS], after=3, up_to=4)] == [(4, 4), (5, 4)]

    def test_entries_may_be_named_beside_the_span(self, store: Store, played: UUID) -> None:
        write(store, played, play(), play(reads=(POINTS,)), revise(restate(5, reads=(POINTS,))))
        assert read_by(store, played, [POINTS], after=3, up_to=4, also=[1, 5, 6, 99]).keys() == {4, 5, 6}

    def test_nobody_reads_what_nobody_looked_at(self, store: Store, played: UUID) -> None:
        assert read_by(store, played, [f"{POINTS}.current", "character/hero.tracks"]) == {}

    @pytest.mark.parametrize("status", FALLEN)
    def test_entries_that_do_not_stand_read_nothing(self, store: Store, played: UUID, status: Status) -> None:
        write(store, played, revise(restate(3, status=status, reads=(POINTS,))))
        assert read_by(store, played, [POINTS]) == {4: {POINTS}}

    @pytest.mark.parametrize("status", HELD)
    def test_a_restated_entry_reads_what_it_looked_at_last(self, store: Store, played: UUID, status: Status) -> None:
        write(store, played, revise(restate(3, spends(HERO, 2), reads=("new/1.path",), status=status)))
        assert read_by(store, played, [POINTS, "new/1.path"]) == {3: {"new/1.path"}, 4: {POINTS}}

    def test_an_entry_born_refused_reads_nothing_either(self, store: Store, played: UUID) -> None:
        write(store, played, play(status="refused", reads=(POINTS,)))
        assert 5 not in read_by(store, played, [POINTS])

    def test_an_entry_that_stands_again_reads_again(self, store: Store, played: UUID) -> None:
        write(store, played, revise(strike(3)))
        write(store, played, revise(restate(3, spends(HERO, 2), reads=(POINTS,), status="standing")))
        assert read_by(store, played, [POINTS]) == {3: {POINTS}, 4: {POINTS}}

    def test_the_reads_of_an_entry_are_those_of_its_newest_version(self, store: Store, played: UUID) -> None:
        write(store, played, revise(restate(4, spends(HERO, 3), reads=("a/1.b", "a/1.c"))))
        assert store.reads_of(played, [2, 3, 4]) == {2: set(), 3: {POINTS}, 4: {"a/1.b", "a/1.c"}}


class Entries:
    @pytest.fixture
    def told_about(self, store: Store, played: UUID) -> UUID:
        """Entries 5 to 8: a foe comes and hurts the hero in session 1, a deed is answered, and 3 is struck."""
        write(store, played, play(opens(FOE, 4), member="ben", session=1), play(suffers(HERO, 1), session=1))
        write(store, played, play(gains(HERO, 1), deed=6, member="ben", session=2), revise(strike(3)))
        return played

    @pytest.mark.parametrize(
        ("wanted", "numbers"),
        [
            ({}, [1, 2, 3, 4, 5, 6, 7, 8]),
            ({"after": 2, "before": 5}, [3, 4]),
            ({"after": 5, "before": 5}, []),
            ({"limit": 2}, [1, 2]),
            ({"limit": 0}, []),
            ({"newest_first": True, "limit": 3}, [8, 7, 6]),
            ({"newest_first": True, "after": 1, "before": 4}, [3, 2]),
            ({"session": 1}, [5, 6]),
            ({"member": "ben"}, [5, 7]),
            ({"member": "ben", "session": 2}, [7]),
            ({"ref": FOE}, [5]),
            ({"ref": HERO}, [2, 3, 4, 6, 7]),
            ({"ref": "character/nobody"}, []),
            ({"entry_kind": "record"}, [1]),
            ({"entry_kind": "revision"}, [8]),
            ({"event_kind": "spend"}, [3, 4]),
            ({"event_kind": "wound"}, [6]),
            ({"event_kind": "gain", "ref": HERO}, [2, 7]),
            ({"status": "struck"}, [3]),
            ({"status": "standing", "ref": HERO}, [2, 4, 6, 7]),
            ({"deed": 6}, [6, 7]),
            ({"session": 1, "limit": 1, "newest_first": True}, [6]),
        ],
        ids=str,
    )
    def test_a_filter_finds_what_fits_all_of_it(
        self, store: Store, told_about: UUID, wanted: dict[str, Any], numbers: list[int]
    ) -> None:
        assert found(store, told_about, **wanted) == numbers

    def test_a_restated_entry_is_found_by_what_it_was_and_what_it_is(self, store: Store, played: UUID) -> None:
        write(store, played, revise(restate(3, bleeds(FOE, "cut"))))
        assert 3 in found(store, played, ref=HERO)
        assert found(store, played, ref=FOE) == [3]
        assert found(store, played, event_kind="wound") == [3]
        assert 3 in found(store, played, event_kind="spend")

    def test_one_event_must_fit_both_reference_and_kind(self, store: Store, played: UUID) -> None:
        write(store, played, play(bleeds(FOE, "cut"), spends(HERO, 1)))
        assert found(store, played, ref=HERO, event_kind="wound") == []

    def test_a_struck_entry_is_not_found_by_a_version_since_withdrawn(self, store: Store, played: UUID) -> None:
        write(store, played, revise(restate(3, bleeds(FOE, "cut"))), revise(strike(3)))
        assert found(store, played, ref=FOE) == []

    def test_a_withdrawn_revision_is_struck_until_its_withdrawal_is_withdrawn(self, store: Store, played: UUID) -> None:
        first = write(store, played, revise(strike(3)))
        second = write(store, played, withdraws(first))
        third = write(store, played, withdraws(second))
        each = [found(store, played, known, status="struck", entry_kind="revision") for known in (first, second, third)]
        assert each == [[], [first], [second]]
        assert found(store, played, second, status="standing", entry_kind="revision") == [second]

    def test_however_it_is_asked_for_a_withdrawn_revision_is_struck(self, store: Store, played: UUID) -> None:
        number = write(store, played, revise(strike(3)))
        write(store, played, withdraws(number))
        entry = store.entry(played, number)
        assert entry is not None
        asked = [
            entry,
            store.by_command_id(played, entry.header.command_id),
            *store.entries(played, EntryFilter(after=number - 1, before=number + 1)),
            store.deeds_of(played, [number])[number],
        ]
        assert [one and one.status for one in asked] == ["struck"] * 4

    def test_a_withdrawn_revision_keeps_its_corrections(self, store: Store, played: UUID) -> None:
        number = write(store, played, revise(strike(3), corrections=(corrects(HERO, points=6),)))
        write(store, played, withdraws(number))
        assert [row.topic for row in store.events_of(played, [number])[number]] == ["corrected"]

    def test_statuses_are_those_known_then(self, store: Store, told_about: UUID) -> None:
        assert found(store, told_about, known_at=7, status="struck") == []
        assert found(store, told_about, known_at=8, status="struck") == [3]
