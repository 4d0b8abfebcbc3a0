"""What every store keeps to when a campaign is laid down in it that lay in another one."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID

import pytest
from msgspec.structs import replace

from domain.ledger.checking.verify import verify
from domain.ledger.memory.store import MemoryStore
from domain.records.entries import Checkpoint, EpochSeeds, Founding, RawEntry, StateRow
from domain.records.rows import DoesNotFit
from domain.records.store import CampaignExists, Stale, Store, UnknownCampaign, UnknownEpoch
from tests.ledger.answers import answers
from tests.ledger.builders import HERO, drafted, gains, opens, play, revise, spends, strike, unchanged, write
from tests.ledger.checking.test_verify import eventful


class Broken(Exception):
    pass


def broken_after(entries: list[RawEntry], count: int) -> Iterator[RawEntry]:
    yield from entries[:count]
    raise Broken


class Elsewhere:
    """A campaign with a bit of everything in a store of its own."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        self.campaign = eventful(self.store)
        self.entries = self.store.raw(self.campaign, 0, 1000)
        self.states = self.store.all_states(self.campaign)
        self.founding = Founding(self.store.campaign(self.campaign), self.store.secrets(self.campaign))

    def seeds(self) -> Iterator[EpochSeeds]:
        try:
            yield self.store.seeds(self.campaign, 1)
        except UnknownEpoch:
            return

    def laid_down(self, store: Store) -> UUID:
        store.restore(self.founding, self.entries, self.states, self.seeds())
        return self.campaign


class Restoring:
    @pytest.fixture
    def elsewhere(self) -> Elsewhere:
        return Elsewhere()

    def test_a_campaign_laid_down_answers_every_question_as_it_did(self, store: Store, elsewhere: Elsewhere) -> None:
        campaign = elsewhere.laid_down(store)
        assert answers(store, campaign) == answers(elsewhere.store, campaign)

    def test_a_campaign_laid_down_is_whole(self, store: Store, elsewhere: Elsewhere) -> None:
        assert verify(store, elsewhere.laid_down(store)).faults == ()

    def test_a_campaign_laid_down_goes_on_where_it_ended(self, store: Store, elsewhere: Elsewhere) -> None:
        campaign = elsewhere.laid_down(store)
        write(store, campaign, play(gains(HERO, 1), reads=("a/1.b.c",)), play(spends(HERO, 1)))
        assert verify(store, campaign).ok

    def test_the_head_is_returned_that_is_read_afterwards(self, store: Store, elsewhere: Elsewhere) -> None:
        head = store.restore(elsewhere.founding, elsewhere.entries, elsewhere.states, elsewhere.seeds())
        assert head == store.head(elsewhere.campaign) == elsewhere.store.head(elsewhere.campaign)

    def test_a_campaign_that_is_there_already_is_refused(self, store: Store, elsewhere: Elsewhere) -> None:
        campaign = elsewhere.laid_down(store)
        write(store, campaign, play())
        with unchanged(store, campaign), pytest.raises(CampaignExists, match=str(campaign)):
            elsewhere.laid_down(store)

    @pytest.mark.parametrize("count", [0, 1, 7, 12])
    def test_entries_that_break_off_leave_nothing(self, store: Store, elsewhere: Elsewhere, count: int) -> None:
        entries = broken_after(elsewhere.entries, count)
        with pytest.raises(Broken):
            store.restore(elsewhere.founding, entries, elsewhere.states, elsewhere.seeds())
        with pytest.raises(UnknownCampaign):
            store.head(elsewhere.campaign)

    def test_what_broke_off_can_be_begun_again(self, store: Store, elsewhere: Elsewhere) -> None:
        with pytest.raises(Broken):
            store.restore(elsewhere.founding, broken_after(elsewhere.entries, 5), (), ())
        assert verify(store, elsewhere.laid_down(store)).ok

    def test_states_and_seeds_are_asked_for_after_the_last_entry(self, store: Store, elsewhere: Elsewhere) -> None:
        come: list[int] = []

        def entries() -> Iterator[RawEntry]:
            for raw in elsewhere.entries:
                come.append(raw.number)
                yield raw

        def seeds() -> Iterator[EpochSeeds]:
            assert come == list(range(1, 13))
            yield from elsewhere.seeds()

        store.restore(elsewhere.founding, entries(), (row for row in elsewhere.states if len(come) == 12), seeds())
        assert verify(store, elsewhere.campaign).ok

    def test_entries_that_leave_a_gap_are_refused(self, store: Store, elsewhere: Elsewhere) -> None:
        entries = elsewhere.entries[:4] + elsewhere.entries[5:]
        with pytest.raises(DoesNotFit):
            store.restore(elsewhere.founding, entries, (), ())
        assert elsewhere.campaign not in [row.id for row in store.campaigns()]

    def test_two_entries_with_one_command_id_are_refused(self, store: Store, elsewhere: Elsewhere) -> None:
        first, second, *_ = elsewhere.entries
        command_id = str(first.columns["command_id"])
        header = second.header.replace(str(second.columns["command_id"]).encode(), command_id.encode())
        double = replace(second, header=header, columns=second.columns | {"command_id": command_id})
        with pytest.raises(DoesNotFit):
            store.restore(elsewhere.founding, [first, double], (), ())


def checkpoint(entry: int, created: int | None = None) -> Checkpoint:
    return Checkpoint(ref=HERO, place=(entry,), created=created or entry, version=1, body=b"{}")


class PuttingRight:
    def test_the_checkpoints_are_those_that_were_given(self, store: Store, campaign: UUID) -> None:
        write(store, campaign, play(opens(HERO, 9)))
        store.replace_checkpoints(campaign, 2, [checkpoint(2)], ())
        store.replace_checkpoints(campaign, 2, [checkpoint(1), checkpoint(2)], ())
        assert store.checkpoints(campaign, HERO) == [checkpoint(1), checkpoint(2)]

    def test_what_was_kept_since_stays(self, store: Store, campaign: UUID) -> None:
        write(store, campaign, play(opens(HERO, 9)), play(spends(HERO, 1)))
        store.replace_checkpoints(campaign, 3, [checkpoint(2), checkpoint(3)], ())
        store.replace_checkpoints(campaign, 2, [], ())
        assert store.checkpoints(campaign, HERO) == [checkpoint(3)]

    def test_behind_a_revision_nothing_is_put_right(self, store: Store, campaign: UUID) -> None:
        write(store, campaign, play(opens(HERO, 9)), play(spends(HERO, 1)), revise(strike(3)))
        with pytest.raises(Stale):
            store.replace_checkpoints(campaign, 3, [checkpoint(3)], ())
        assert store.checkpoints(campaign, HERO) == []

    def test_what_never_was_loses_its_state_and_nothing_else_does(self, store: Store, campaign: UUID) -> None:
        sent = drafted(store, campaign, play(opens(HERO, 9)))
        store.append(replace(sent, states=(*sent.states, StateRow("character/nobody", 1, b"{}"))))
        store.replace_checkpoints(campaign, 2, (), ["character/nobody"])
        assert [row.ref for row in store.all_states(campaign)] == ["campaign/self", HERO]


def write_and_break(store: Store, campaign: UUID) -> None:
    with store.hold(campaign) as locked:
        write(locked, campaign, play(opens(HERO, 9)))
        raise Broken


class Holding:
    def test_what_is_appended_while_the_head_is_held_stands_afterwards(self, store: Store, campaign: UUID) -> None:
        with store.hold(campaign) as locked:
            write(locked, campaign, play(opens(HERO, 9)))
        write(store, campaign, play(spends(HERO, 1)))
        assert (store.head(campaign).entry, verify(store, campaign).faults) == (3, ())

    def test_what_is_appended_before_an_error_is_taken_back(self, store: Store, campaign: UUID) -> None:
        with unchanged(store, campaign), pytest.raises(Broken):
            write_and_break(store, campaign)

    def test_an_append_waits_for_a_head_that_is_held_and_a_read_does_not(self, store: Store, campaign: UUID) -> None:
        with ThreadPoolExecutor(1) as crowd:
            with store.hold(campaign):
                appending = crowd.submit(write, store, campaign, play(opens(HERO, 9)))
                with pytest.raises(TimeoutError):
                    appending.result(0.1)
                assert store.head(campaign).entry == 1
            assert appending.result(5) == 2
