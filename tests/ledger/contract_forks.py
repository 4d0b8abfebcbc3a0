"""What every store answers about campaigns that begin at an entry of another, and what a branched one makes of them."""

from typing import Any
from uuid import UUID, uuid4

import pytest

from domain.history.plan import SharedPast
from domain.ledger.reading.forks import ForkAwareStore
from domain.records import chain
from domain.records.entries import CampaignSecrets, Change, EntryFilter, EntryReader, Founding, Revision
from domain.records.store import CommandIdTaken, Stale, Store
from tests.ledger.builders import (
    FOE,
    HERO,
    POINTS,
    corrects,
    drafted,
    forget,
    forked,
    found,
    founding,
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
    unchanged,
    write,
)


def numbers(store: Store, campaign: UUID, known_at: int | None = None, **wanted: object) -> list[int]:
    asked = EntryFilter(**wanted)  # type: ignore[arg-type]
    return [entry.header.number for entry in store.entries(campaign, asked, known_at)]


def striking(entry: int) -> Revision:
    return Revision(changes=(Change(entry=entry, to="strike"),))


class Beginnings:
    """Entries 2 to 4 of the parent open the hero's pool and spend from it; a fork's own begin with 5."""

    def test_entries_are_numbered_from_behind_the_parents_newest(self, store: Store, played: UUID) -> None:
        fork = forked(store, played, at=2)
        assert write(store, fork, play(spends(HERO, 1)), play()) == 7
        assert (numbers(store, fork), store.entry(fork, 4)) == ([5, 6, 7], None)

    def test_positions_versions_and_paths_count_from_1(self, store: Store, played: UUID) -> None:
        fork = forked(store, played)
        write(store, fork, play(spends(HERO, 1), reads=(POINTS,)), play(spends(HERO, 1)))
        rows = store.stream(fork, HERO)
        assert [(row.position, row.version, row.entry) for row in rows] == [(1, 1, 6), (2, 2, 7)]
        assert store.raw(fork, 5, 1)[0].new_paths == ((1, POINTS),)

    def test_the_first_hash_follows_the_parents_newest(self, store: Store, played: UUID) -> None:
        fork = forked(store, played, at=3)
        [raw] = store.raw(fork, 0, 10)
        assert raw.hash == chain.link(store.head(played).hash, 5, raw.digest)

    def test_a_fork_comes_back_as_it_was_founded(self, store: Store, played: UUID) -> None:
        row = store.campaign(forked(store, played, at=3))
        assert (row.forked_from, row.forked_at, row.forked_known_at) == (played, 3, 4)
        assert row in store.campaigns()

    def test_one_that_is_decided_on_another_entry_than_it_begins_at_is_stale(self, store: Store, played: UUID) -> None:
        campaign = uuid4()
        begun = Founding(founding(campaign).campaign, CampaignSecrets(b"seed" * 8), 4, b"hash" * 8)
        with pytest.raises(Stale):
            store.append(drafted(store, campaign, play(), founding=begun, expected=3))

    def test_events_and_statuses_of_its_entries_are_found_as_those_of_any(self, store: Store, played: UUID) -> None:
        fork = forked(store, played)
        write(store, fork, play(spends(HERO, 1), reads=(POINTS,)), play(gains(HERO, 2), reads=(POINTS,)))
        write(store, fork, revise(strike(6), restate(7, gains(HERO, 1)), corrections=(corrects(HERO, points=5),)))
        assert [(n, told(rows)) for n, rows in store.events_of(fork, [4, 6, 7]).items()] == [
            (6, []),
            (7, ["7 point_gained 1"]),
        ]
        assert (numbers(store, fork, ref=HERO), store.readers(fork, [POINTS])) == ([6, 7, 8], [])

    def test_what_is_appended_to_it_leaves_no_orphans(self, store: Store, played: UUID) -> None:
        fork = forked(store, played, at=3)
        write(store, fork, play(spends(HERO, 1), reads=(POINTS,), words=("hm",)), revise(strike(6)))
        assert store.orphans(fork) == []


class Branches:
    """A fork as a whole: it goes off after entry 3 of the parent, which has 4; the parent's later entries are not its."""

    @pytest.fixture
    def branched(self, store: Store) -> ForkAwareStore:
        return ForkAwareStore(store)

    @pytest.fixture
    def fork(self, store: Store, played: UUID) -> UUID:
        """It spends 1 in entry 6; its parent goes on with entries 5 and 6, and strikes 3 in 7."""
        fork = forked(store, played, at=3)
        write(store, fork, play(spends(HERO, 1), reads=(POINTS,), words=("here",), command_id="here"))
        write(store, played, play(gains(HERO, 7), words=("there",)), play(), revise(strike(3)))
        return fork

    def test_what_is_no_fork_reads_as_it_lies(self, branched: ForkAwareStore, store: Store, played: UUID) -> None:
        assert branched.fork_point(played) is None
        assert branched.stream(played, HERO) == store.stream(played, HERO)
        assert branched.entries(played, EntryFilter()) == store.entries(played, EntryFilter())

    @pytest.mark.parametrize(
        ("wanted", "expected"),
        [
            ({}, [1, 2, 3, 5, 6]),
            ({"limit": 4}, [1, 2, 3, 5]),
            ({"newest_first": True, "limit": 3}, [6, 5, 3]),
            ({"after": 2}, [3, 5, 6]),
            ({"before": 3}, [1, 2]),
            ({"after": 3, "before": 6}, [5]),
            ({"after": 3, "before": 5}, []),
            ({"limit": 0}, []),
            ({"ref": HERO}, [2, 3, 6]),
            ({"entry_kind": "record"}, [1, 5]),
            ({"status": "struck"}, []),
        ],
        ids=str,
    )
    def test_entries_are_those_shared_and_then_its_own(
        self, branched: ForkAwareStore, fork: UUID, wanted: dict[str, Any], expected: list[int]
    ) -> None:
        assert numbers(branched, fork, **wanted) == expected

    def test_an_entry_that_was_left_behind_is_none(self, branched: ForkAwareStore, fork: UUID) -> None:
        assert [branched.entry(fork, n) is not None for n in range(1, 8)] == [
            True,
            True,
            True,
            False,
            True,
            True,
            False,
        ]

    def test_an_entry_is_what_it_was_known_as_at_forking(self, branched: ForkAwareStore, fork: UUID) -> None:
        shared = branched.entry(fork, 3)
        assert shared is not None
        assert (shared.status, branched.events_of(fork, [3, 4])[3][0].topic) == ("standing", "point_spent")

    def test_streams_run_through_both(self, branched: ForkAwareStore, fork: UUID) -> None:
        whole = ["2 track_opened points", "3 point_spent 2", "6 point_spent 1"]
        assert told(branched.stream(fork, HERO)) == told(branched.effective_stream(fork, HERO)) == whole

    @pytest.mark.parametrize(("up_to", "entries"), [((2,), [2]), ((3,), [2, 3]), ((4,), [2, 3]), ((6,), [2, 3, 6])])
    def test_streams_end_where_one_asks(
        self, branched: ForkAwareStore, fork: UUID, up_to: tuple[int], entries: list[int]
    ) -> None:
        assert [row.entry for row in branched.effective_stream(fork, HERO, up_to=up_to)] == entries
        assert [row.entry for row in branched.stream(fork, HERO, up_to_entry=up_to[0])] == entries
        before = (up_to[0] + 1,)
        assert [row.entry for row in branched.effective_stream(fork, HERO, before=before)] == entries

    def test_what_was_known_at_a_shared_entry_is_what_the_parent_knew(
        self, branched: ForkAwareStore, fork: UUID
    ) -> None:
        assert [row.entry for row in branched.effective_stream(fork, HERO, known_at=2)] == [2]
        assert numbers(branched, fork, known_at=2) == [1, 2]

    def test_reads_and_readers_are_found_on_both_sides(self, branched: ForkAwareStore, fork: UUID) -> None:
        assert branched.reads_of(fork, [2, 3, 4, 6]) == {2: frozenset(), 3: {POINTS}, 6: {POINTS}}
        met = frozenset({POINTS})
        assert branched.readers(fork, [POINTS]) == [EntryReader(3, 3, met), EntryReader(6, 6, met)]
        assert branched.readers(fork, [POINTS], 4) == [EntryReader(6, 6, met)]
        assert branched.readers(fork, [POINTS], up_to=5) == [EntryReader(3, 3, met)]
        assert branched.readers(fork, [POINTS], up_to=2, also=[3, 4]) == [EntryReader(3, 3, met)]

    def test_a_shared_deed_is_found_with_its_answers_on_both_sides(
        self, branched: ForkAwareStore, store: Store, played: UUID
    ) -> None:
        write(store, played, play(deed=3, reads=(POINTS,)))
        fork = forked(store, played)
        write(store, played, play(deed=3))
        write(store, fork, play(deed=3, reads=(POINTS,)), play())
        assert [sorted(branched.deeds_of(fork, [number])) for number in (3, 5, 7, 8)] == [[3, 5, 7]] * 3 + [[8]]
        assert [reader.entry for reader in branched.readers(fork, [POINTS], 2, up_to=3)] == [3, 5, 7]

    def test_a_fork_goes_on_from_its_own_checkpoints_and_before_them_from_those_it_shares(
        self, branched: ForkAwareStore, store: Store, played: UUID
    ) -> None:
        write(store, played, play(gains(HERO, 1), keeps=(HERO,)), play(gains(HERO, 2), keeps=(HERO,)))
        fork = forked(store, played, at=5)
        write(store, fork, play(gains(HERO, 3)), play(gains(HERO, 4), keeps=(HERO,)), play(gains(HERO, 5)))
        checkpoints = [branched.checkpoint(fork, HERO, up_to=(n,)) for n in (4, 5, 6, 8, 9, 10)]
        assert [one and one.place for one in checkpoints] == [None, (5,), (5,), (5,), (9,), (9,)]
        rest = [[row.entry for row in branched.stream(fork, HERO, since=one)] for one in checkpoints]
        assert rest[1:] == [[8, 9, 10]] * 3 + [[10]] * 2
        assert [one.place for one in branched.checkpoints(fork, HERO)] == [(9,)]

    @pytest.mark.parametrize("asked", [{}, {"up_to": (4,)}, {"up_to": (8,)}, {"before": (9,)}, {"known_at": 8}])
    def test_checkpoints_and_events_of_several_are_those_of_each_in_a_fork(
        self, branched: ForkAwareStore, store: Store, played: UUID, asked: dict[str, Any]
    ) -> None:
        write(store, played, play(gains(HERO, 1), keeps=(HERO,)), play(opens(FOE, 9), keeps=(FOE,)))
        fork = forked(store, played, at=6)
        write(store, fork, play(gains(HERO, 3), keeps=(HERO,)), play(gains(FOE, 4)), play(gains(HERO, 5)))
        checkpoints = {ref: branched.checkpoint(fork, ref, **asked) for ref in (HERO, FOE)}
        present = {ref: checkpoint for ref, checkpoint in checkpoints.items() if checkpoint is not None}
        assert branched.checkpoint_of_each(fork, [HERO, FOE], **asked) == present
        for after in ({HERO: (), FOE: ()}, {HERO: (5,), FOE: ()}, {HERO: (8,), FOE: (6,)}):
            each = {ref: branched.state_events(fork, ref, after=place, **asked) for ref, place in after.items()}
            assert branched.state_events_of_each(fork, after, **asked) == each

    @pytest.mark.parametrize("entry", [3, 5, 6, 7, 8, 9, 10])
    def test_streams_of_several_are_that_of_each_in_a_fork(
        self, branched: ForkAwareStore, store: Store, played: UUID, entry: int
    ) -> None:
        write(store, played, play(gains(HERO, 1), keeps=(HERO,)), play(opens(FOE, 9), keeps=(FOE,)))
        fork = forked(store, played, at=6)
        write(store, fork, play(gains(HERO, 3), keeps=(HERO,)), play(gains(FOE, 4)), play(gains(HERO, 5)))
        checkpoints = branched.checkpoint_of_each(fork, [HERO, FOE], up_to=(entry,))
        for since in ({HERO: None, FOE: None}, {HERO: checkpoints.get(HERO), FOE: checkpoints.get(FOE)}):
            each = {ref: branched.stream(fork, ref, up_to_entry=entry, since=one) for ref, one in since.items()}
            rows = {ref: [(one.entry, one.topic, one.body) for one in stream] for ref, stream in each.items()}
            assert branched.stream_of_each(fork, since, up_to_entry=entry) == rows

    @pytest.mark.parametrize(("after", "entries"), [((2,), [3, 6]), ((3,), [6]), ((5,), [6]), ((6,), [])])
    def test_an_effective_stream_goes_on_behind_a_place_of_either(
        self, branched: ForkAwareStore, fork: UUID, after: tuple[int], entries: list[int]
    ) -> None:
        assert [row.entry for row in branched.effective_stream(fork, HERO, after=after)] == entries

    def test_texts_are_found_on_both_sides(self, branched: ForkAwareStore, store: Store, played: UUID) -> None:
        write(store, played, play(words=("shared",)))
        fork = forked(store, played)
        write(store, fork, play(words=("own",)))
        write(store, played, play(words=("later",)))
        assert branched.texts(fork, ["5.0", "6.0", "7.0", "no key"]) == {"5.0": "shared", "7.0": "own"}

    def test_words_that_are_shared_are_not_erased_by_a_fork(
        self, branched: ForkAwareStore, store: Store, played: UUID
    ) -> None:
        write(store, played, play(words=("shared",)))
        fork = forked(store, played)
        with unchanged(store, fork), pytest.raises(SharedPast):
            forget(branched, fork, "5.0")

    def test_an_entry_is_found_by_its_command_id_where_it_is_part_of_the_fork(
        self, branched: ForkAwareStore, store: Store, played: UUID
    ) -> None:
        write(store, played, play(command_id="shared"), play(command_id="left"))
        fork = forked(store, played, at=5)
        write(store, played, play(command_id="later"))
        ids = [branched.by_command_id(fork, command_id) for command_id in ("shared", "left", "later")]
        assert [entry and entry.header.number for entry in ids] == [5, None, None]

    def test_the_campaigns_with_one_of_some_command_ids_are_told(self, store: Store, campaign: UUID) -> None:
        once, other = f"once {campaign}", f"other {campaign}"
        second = found(store)
        write(store, second, play(command_id=once))
        write(store, campaign, play(command_id=once), play(command_id=other))
        assert set(store.campaigns_with([once])) == {campaign, second}
        assert store.campaigns_with([other, "nothing"]) == [campaign]
        assert store.campaigns_with([]) == []

    def test_the_forks_that_share_an_entry_are_among_the_campaigns_with_its_command_id(
        self, branched: ForkAwareStore, store: Store, played: UUID
    ) -> None:
        shared, left, own = (f"{word} {played}" for word in ("shared", "left", "own"))
        write(store, played, play(command_id=shared), play(command_id=left))
        fork = forked(store, played, at=5)
        fork_of_fork = forked(store, fork)
        write(store, fork_of_fork, play(command_id=own))
        assert set(branched.campaigns_with([shared])) == {played, fork, fork_of_fork}
        assert branched.campaigns_with([left]) == [played]
        assert set(branched.campaigns_with([own, left])) == {played, fork_of_fork}

    def test_bug_a_command_id_of_the_shared_past_was_free_in_a_fork(
        self, branched: ForkAwareStore, store: Store, played: UUID
    ) -> None:
        write(store, played, play(command_id="shared"), play(command_id="left"))
        fork = forked(store, forked(store, played, at=5))
        with unchanged(store, fork), pytest.raises(CommandIdTaken) as refused:
            write(branched, fork, play(command_id="shared"))
        write(branched, fork, play(command_id="left"))
        assert refused.value.entry == 5

    def test_inserts_into_what_is_shared_and_their_revision_belong_to_a_fork(
        self, branched: ForkAwareStore, store: Store, played: UUID
    ) -> None:
        write(store, played, *insert(6, gains(HERO, 7), after=2))
        write(store, played, *insert(8, gains(HERO, 8), after=4))
        fork = forked(store, played, at=3)
        assert numbers(branched, fork) == [1, 2, 3, 5, 6, 9]
        assert [row.entry for row in branched.effective_stream(fork, HERO)] == [2, 6, 3]

    def test_revisions_of_what_is_shared_belong_to_a_fork_and_others_do_not(
        self, branched: ForkAwareStore, store: Store, played: UUID
    ) -> None:
        write(store, played, revise(strike(3), revision=striking(3)), revise(strike(4), revision=striking(4)))
        fork = forked(store, played, at=3)
        assert (numbers(branched, fork), numbers(branched, fork, status="struck")) == ([1, 2, 3, 5, 7], [3])

    def test_a_fork_of_a_fork_reads_through_both(self, branched: ForkAwareStore, store: Store, fork: UUID) -> None:
        again = forked(store, fork, at=6)
        write(store, again, play(suffers(HERO, 1)))
        assert [row.entry for row in branched.effective_stream(again, HERO)] == [2, 3, 6, 8]
        assert numbers(branched, again) == [1, 2, 3, 5, 6, 7, 8]

    def test_what_a_fork_writes_stays_with_it(self, store: Store, played: UUID) -> None:
        fork = forked(store, played)
        with unchanged(store, played):
            write(store, fork, play(spends(HERO, 1), opens(FOE, 3), words=("hm",)), revise(strike(6)))
            forget(store, fork, "6.0")
