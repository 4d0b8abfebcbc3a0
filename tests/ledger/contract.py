"""What every store keeps to when it is written to, as claims over a `store` and a `campaign` in it."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID, uuid4

import pytest

from domain.aggregates import CAMPAIGN, decode_state
from domain.records import chain
from domain.records.entries import EntryFilter, EpochSeeds, StateRow, Transaction
from domain.records.store import CommandIdTaken, Stale, Store, UnknownCampaign, UnknownEpoch
from tests.ledger.builders import (
    FOE,
    HERO,
    POINTS,
    drafted,
    forget,
    found,
    founding,
    gains,
    opens,
    play,
    revise,
    spends,
    strike,
    suffers,
    unchanged,
    write,
)

SEEDS = EpochSeeds(1, b"o" * 32, b"s" * 32, b"a" * 32)


def numbers(store: Store, campaign: UUID) -> list[int]:
    return [entry.header.number for entry in store.entries(campaign, EntryFilter(limit=1000))]


def positions(store: Store, campaign: UUID) -> list[int]:
    return [placed.position for raw in store.raw(campaign, 0, 1000) for placed in raw.events]


class Appending:
    def test_entries_of_a_transaction_are_numbered_without_gaps(self, store: Store, campaign: UUID) -> None:
        write(store, campaign, play(opens(HERO, 9)), play(), play(spends(HERO, 1)))
        write(store, campaign, play(spends(HERO, 2)))
        assert numbers(store, campaign) == [1, 2, 3, 4, 5]

    def test_events_are_positioned_without_gaps_over_the_whole_campaign(self, store: Store, campaign: UUID) -> None:
        write(store, campaign, play(opens(HERO, 9), opens(FOE, 4)), play(spends(HERO, 1)))
        write(store, campaign, play(), play(suffers(FOE, 1), gains(HERO, 1)))
        assert positions(store, campaign) == [1, 2, 3, 4, 5, 6]

    def test_every_entry_of_a_transaction_has_its_own_events(self, store: Store, campaign: UUID) -> None:
        write(store, campaign, play(), play(opens(HERO, 9), spends(HERO, 1)), play(), play(gains(HERO, 1)))
        counted = {number: len(rows) for number, rows in store.as_first_written(campaign, [2, 3, 4, 5]).items()}
        assert counted == {2: 0, 3: 2, 4: 0, 5: 1}

    def test_the_head_says_where_the_ledger_stands(self, store: Store, campaign: UUID) -> None:
        head = store.append(drafted(store, campaign, play(opens(HERO, 9), reads=("a/1", "a/2")))).head
        assert (head.entry, head.position, head.paths) == (2, 2, 2)

    def test_an_append_returns_the_head_that_is_read_afterwards(self, store: Store, campaign: UUID) -> None:
        written = store.append(drafted(store, campaign, play(opens(HERO, 9)), play(spends(HERO, 1))))
        assert store.head(campaign) == written.head

    def test_an_append_returns_the_entries_that_are_read_afterwards(self, store: Store, campaign: UUID) -> None:
        written = store.append(
            drafted(store, campaign, play(opens(HERO, 9), reads=("a/1",)), play(), play(spends(HERO, 1)))
        )
        assert written.entries() == store.entries(campaign, EntryFilter(after=1, limit=10))

    def test_the_head_holds_the_hash_of_the_last_entry(self, store: Store, campaign: UUID) -> None:
        head = store.append(drafted(store, campaign, play(), play())).head
        last = store.entry(campaign, 3)
        assert last is not None
        assert head.hash == last.hash

    def test_an_empty_transaction_changes_nothing(self, store: Store, campaign: UUID) -> None:
        with unchanged(store, campaign):
            store.append(Transaction(campaign=campaign, expected=1, records=()))

    def test_a_decision_made_on_an_older_entry_is_stale(self, store: Store, campaign: UUID) -> None:
        late = drafted(store, campaign, play(opens(HERO, 9)))
        write(store, campaign, play())
        with pytest.raises(Stale, match="entry 1"):
            store.append(late)

    def test_a_decision_made_on_an_entry_to_come_is_stale(self, store: Store, campaign: UUID) -> None:
        with pytest.raises(Stale):
            store.append(drafted(store, campaign, play(), expected=5))

    def test_a_stale_transaction_leaves_nothing(self, store: Store, campaign: UUID) -> None:
        late = drafted(store, campaign, play(opens(HERO, 9), reads=(POINTS,), words=("hm",)), seeds=(SEEDS,))
        write(store, campaign, play())
        with unchanged(store, campaign), pytest.raises(Stale):
            store.append(late)
        assert store.by_command_id(campaign, late.records[0].header.command_id) is None

    def test_a_second_entry_with_the_same_command_id_is_refused(self, store: Store, campaign: UUID) -> None:
        write(store, campaign, play(command_id="once"))
        with pytest.raises(CommandIdTaken):
            write(store, campaign, play(command_id="once"))

    def test_the_refusal_names_the_entry_that_has_the_command_id(self, store: Store, campaign: UUID) -> None:
        write(store, campaign, play(), play(command_id="once"), play())
        with pytest.raises(CommandIdTaken) as taken:
            write(store, campaign, play(command_id="once"))
        assert (taken.value.command_id, taken.value.entry) == ("once", 3)

    def test_two_records_of_a_transaction_cannot_share_a_command_id(self, store: Store, campaign: UUID) -> None:
        with pytest.raises(CommandIdTaken) as taken:
            write(store, campaign, play(command_id="once"), play(), play(command_id="once"))
        assert taken.value.entry == 2

    def test_a_taken_command_id_takes_the_rest_of_its_transaction_along(self, store: Store, campaign: UUID) -> None:
        write(store, campaign, play(command_id="once"))
        with unchanged(store, campaign), pytest.raises(CommandIdTaken):
            write(store, campaign, play(opens(HERO, 9), words=("hm",)), play(command_id="once"))

    def test_an_entry_is_found_by_its_command_id(self, store: Store, campaign: UUID) -> None:
        write(store, campaign, play(), play(command_id="once"))
        found_by_id = store.by_command_id(campaign, "once")
        assert found_by_id is not None
        assert found_by_id == store.entry(campaign, 3)

    def test_a_request_digest_comes_back_for_a_retry_to_be_compared(self, store: Store, campaign: UUID) -> None:
        sent = drafted(store, campaign, play(command_id="once"))
        store.append(sent)
        kept = store.by_command_id(campaign, "once")
        assert kept is not None
        assert kept.request_digest == sent.records[0].request_digest

    def test_a_header_comes_back_as_it_was_written(self, store: Store, campaign: UUID) -> None:
        sent = drafted(store, campaign, play(session=2, scene=3, reason="fate", citations=("R-1",), audience="gm"))
        store.append(sent)
        kept = store.entry(campaign, 2)
        assert kept is not None
        assert kept.header == sent.records[0].header

    def test_each_hash_follows_from_the_one_before(self, store: Store, campaign: UUID) -> None:
        write(store, campaign, play(opens(HERO, 9)), play(spends(HERO, 1)))
        entries = store.entries(campaign, EntryFilter())
        before = [chain.genesis(campaign), *(entry.hash for entry in entries)]
        links = [chain.link(at, e.header.number, e.digest) for at, e in zip(before, entries, strict=False)]
        assert [entry.hash for entry in entries] == links


class Founding:
    def test_a_campaign_begins_together_with_its_first_entries(self, store: Store) -> None:
        campaign = found(store, play(opens(HERO, 9)))
        assert store.head(campaign).entry == 2

    def test_a_founding_that_fails_leaves_no_campaign(self, store: Store) -> None:
        campaign = uuid4()
        twice = drafted(store, campaign, play(command_id="once"), play(command_id="once"), founding=founding(campaign))
        with pytest.raises(CommandIdTaken):
            store.append(twice)
        with pytest.raises(UnknownCampaign):
            store.head(campaign)
        assert store.campaigns() == []

    def test_a_campaign_is_not_founded_twice(self, store: Store, campaign: UUID) -> None:
        again = drafted(store, campaign, play(), founding=founding(campaign))
        with unchanged(store, campaign), pytest.raises(Stale):
            store.append(again)

    def test_campaigns_are_listed_oldest_first(self, store: Store) -> None:
        days = ["2031-05-03T00:00:00.000000Z", "2031-05-01T00:00:00.000000Z", "2031-05-02T00:00:00.000000Z"]
        for day in days:
            found(store, name=f"of {day}", created_at=day)
        assert [row.created_at for row in store.campaigns()] == sorted(days)

    def test_a_campaign_comes_back_as_it_was_founded(self, store: Store) -> None:
        campaign = found(store, name="Salt Pier")
        assert store.campaign(campaign) == founding(campaign, name="Salt Pier").campaign

    def test_campaigns_with_equal_references_never_mix(self, store: Store) -> None:
        one, other = found(store), found(store)
        write(store, one, play(opens(HERO, 9), reads=(POINTS,), words=("mine",), command_id="once"))
        with unchanged(store, one):
            write(store, other, play(opens(HERO, 3), words=("theirs",), command_id="once"))
            write(store, other, play(spends(HERO, 1)), revise(strike(2)))
            forget(store, other, "2.0")
        assert decode_state(HERO, store.states(one, [HERO])[HERO].body).tracks["points"].current == 9
        assert store.texts(one, ["2.0"]) == {"2.0": "mine"}
        assert [row.entry for row in store.effective_stream(one, HERO)] == [2]


class States:
    def test_the_head_state_is_that_after_the_last_entry(self, store: Store, campaign: UUID) -> None:
        write(store, campaign, play(opens(HERO, 9)))
        write(store, campaign, play(spends(HERO, 2)), play(spends(HERO, 3)))
        row = store.states(campaign, [HERO])[HERO]
        assert (row.version, decode_state(HERO, row.body).tracks["points"].current) == (3, 4)

    def test_states_that_do_not_exist_are_left_out(self, store: Store, campaign: UUID) -> None:
        write(store, campaign, play(opens(HERO, 9)))
        assert store.states(campaign, [HERO, FOE]).keys() == {HERO}

    def test_all_states_come_by_reference(self, store: Store, campaign: UUID) -> None:
        write(store, campaign, play(opens(HERO, 9), opens(FOE, 4)))
        assert [row.ref for row in store.all_states(campaign)] == [CAMPAIGN, FOE, HERO]

    def test_a_state_comes_back_byte_for_byte(self, store: Store, campaign: UUID) -> None:
        sent = drafted(store, campaign, play(opens(HERO, 9)))
        store.append(sent)
        assert store.states(campaign, [HERO]) == {HERO: sent.states[0]}

    def test_a_transaction_without_states_leaves_those_there_were(self, store: Store, campaign: UUID) -> None:
        before = store.all_states(campaign)
        write(store, campaign, play())
        assert store.all_states(campaign) == before


class Texts:
    def test_words_are_found_by_entry_and_index(self, store: Store, campaign: UUID) -> None:
        write(store, campaign, play(words=("one", "zwölf – 🎲")), play(words=("",)))
        assert store.texts(campaign, ["2.0", "2.1", "3.0"]) == {"2.0": "one", "2.1": "zwölf – 🎲", "3.0": ""}

    @pytest.mark.parametrize("key", ["2.1", "9.0", "no key", "", "2", "2.0.0", "-1.0", "99999999999999999999.0"])
    def test_an_unknown_key_is_left_out(self, store: Store, campaign: UUID, key: str) -> None:
        write(store, campaign, play(words=("one",)))
        assert store.texts(campaign, ["2.0", key]) == {"2.0": "one"}

    def test_erased_words_are_gone_while_others_stay(self, store: Store, campaign: UUID) -> None:
        write(store, campaign, play(words=("one", "two")))
        forget(store, campaign, "2.0")
        assert store.texts(campaign, ["2.0", "2.1"]) == {"2.0": None, "2.1": "two"}

    def test_the_salt_of_erased_words_is_gone_as_well(self, store: Store, campaign: UUID) -> None:
        write(store, campaign, play(words=("one",)))
        forget(store, campaign, "2.0")
        [text] = store.raw(campaign, 1, 1)[0].texts
        assert (text.index, text.salt, text.words) == (0, None, None)

    def test_a_stale_transaction_erases_no_words(self, store: Store, campaign: UUID) -> None:
        write(store, campaign, play(words=("one",)))
        late = drafted(store, campaign, play(), erased=("2.0",))
        write(store, campaign, play())
        with unchanged(store, campaign), pytest.raises(Stale):
            store.append(late)


class Seeds:
    def test_the_seeds_of_an_epoch_are_kept_for_it(self, store: Store, campaign: UUID) -> None:
        second = EpochSeeds(2, b"O" * 32, b"S" * 32)
        write(store, campaign, play(), seeds=(SEEDS,))
        write(store, campaign, play(), seeds=(second,))
        assert (store.seeds(campaign, 1), store.seeds(campaign, 2)) == (SEEDS, second)

    def test_an_epoch_that_never_was_is_unknown(self, store: Store, campaign: UUID) -> None:
        with pytest.raises(UnknownEpoch, match="no dice epoch 1"):
            store.seeds(campaign, 1)

    def test_an_older_epoch_has_no_amendment_seed(self, store: Store, campaign: UUID) -> None:
        older = EpochSeeds(1, b"o" * 32, b"s" * 32)
        write(store, campaign, play(), seeds=(older,))
        assert store.seeds(campaign, 1).amendment == b""

    def test_the_secrets_of_a_campaign_are_those_founded_with(self, store: Store, campaign: UUID) -> None:
        assert store.secrets(campaign) == founding(campaign).secrets


class AsItLies:
    def test_raw_entries_come_in_batches_after_a_number(self, store: Store, campaign: UUID) -> None:
        write(store, campaign, *[play() for _ in range(5)])
        assert [raw.number for raw in store.raw(campaign, 2, 3)] == [3, 4, 5]

    def test_an_entry_lies_there_whole(self, store: Store, campaign: UUID) -> None:
        sent = drafted(store, campaign, play(opens(HERO, 9), reads=("b/1", "a/1"), words=("hm",)), revise(strike(2)))
        store.append(sent)
        entry, revision = store.raw(campaign, 1, 2)
        assert entry.header == chain.encode_header(sent.records[0].header)
        assert [placed.event for placed in entry.events] == list(sent.records[0].events)
        assert [(text.index, text.words) for text in entry.texts] == [(0, "hm")]
        assert revision.restatements == chain.encode_restatements(sent.records[1].restatements)

    def test_paths_are_interned_from_1_in_the_order_of_first_use(self, store: Store, campaign: UUID) -> None:
        write(store, campaign, play(reads=("b/1", "a/1")), play(reads=("c/1", "a/1")))
        first, second = store.raw(campaign, 1, 2)
        assert (first.read_ids, first.new_paths) == ((1, 2), ((1, "a/1"), (2, "b/1")))
        assert (second.read_ids, second.new_paths) == ((1, 3), ((3, "c/1"),))

    def test_the_digest_of_an_entry_is_that_of_its_canonical_bytes(self, store: Store, campaign: UUID) -> None:
        write(store, campaign, play(opens(HERO, 9), reads=(POINTS,), words=("hm",)))
        [raw] = store.raw(campaign, 1, 1)
        content = chain.canonical(
            header=raw.header,
            request_digest=raw.request_digest,
            read_ids=raw.read_ids,
            new_paths=raw.new_paths,
            events=raw.events,
            restatements=raw.restatements,
        )
        assert (len(raw.salt), raw.digest) == (chain.SALT_BYTES, chain.digest(raw.salt, content))

    def test_the_columns_of_an_entry_say_what_its_header_says(self, store: Store, campaign: UUID) -> None:
        write(store, campaign, play(session=2, after=1, status="refused"))
        [raw] = store.raw(campaign, 1, 1)
        header = chain.decode_header(raw.header)
        assert raw.columns == {column: getattr(header, column) for column in raw.columns}

    def test_the_entries_of_several_campaigns_are_those_of_each(self, store: Store, campaign: UUID) -> None:
        other = found(store)
        write(store, campaign, play(opens(HERO, 9), reads=(POINTS,), words=("hm",)), play(), revise(strike(2)))
        write(store, other, play(opens(HERO, 7)), play())
        last = store.head(other).entry
        assert store.raw_each({campaign: 1, other: 0}, 2) == {
            campaign: store.raw(campaign, 1, 2),
            other: store.raw(other, 0, 2),
        }
        assert store.raw_each({campaign: 0, other: last}, 9) == {campaign: store.raw(campaign, 0, 9)}

    def test_no_two_entries_share_a_salt(self, store: Store, campaign: UUID) -> None:
        write(store, campaign, *[play() for _ in range(5)])
        assert len({raw.salt for raw in store.raw(campaign, 0, 10)}) == 6

    def test_what_was_appended_leaves_no_orphans(self, store: Store, campaign: UUID) -> None:
        write(store, campaign, play(opens(HERO, 9), reads=(POINTS,), words=("hm",)), revise(strike(2)))
        assert store.orphans(campaign) == []


QUESTIONS: dict[str, Callable[[Store, UUID], object]] = {
    "campaign": lambda store, nobody: store.campaign(nobody),
    "head": lambda store, nobody: store.head(nobody),
    "append": lambda store, nobody: store.append(Transaction(campaign=nobody, expected=0, records=())),
    "hold": lambda store, nobody: store.hold(nobody).__enter__(),
    "replace_checkpoints": lambda store, nobody: store.replace_checkpoints(nobody, 0, (), ()),
    "states": lambda store, nobody: store.states(nobody, [HERO]),
    "all_states": lambda store, nobody: store.all_states(nobody),
    "entry": lambda store, nobody: store.entry(nobody, 1),
    "by_command_id": lambda store, nobody: store.by_command_id(nobody, "once"),
    "entries": lambda store, nobody: store.entries(nobody, EntryFilter()),
    "deeds_of": lambda store, nobody: store.deeds_of(nobody, [1]),
    "events_of": lambda store, nobody: store.events_of(nobody, [1]),
    "as_first_written": lambda store, nobody: store.as_first_written(nobody, [1]),
    "restatements": lambda store, nobody: store.restatements(nobody, [1]),
    "stream": lambda store, nobody: store.stream(nobody, HERO),
    "effective_stream": lambda store, nobody: store.effective_stream(nobody, HERO),
    "state_events": lambda store, nobody: store.state_events(nobody, HERO),
    "pasts": lambda store, nobody: store.pasts(nobody, [HERO], before=(9,)),
    "checkpoint": lambda store, nobody: store.checkpoint(nobody, HERO),
    "checkpoint_of_each": lambda store, nobody: store.checkpoint_of_each(nobody, [HERO]),
    "stream_of_each": lambda store, nobody: store.stream_of_each(nobody, {HERO: None}, up_to_entry=9),
    "state_events_of_each": lambda store, nobody: store.state_events_of_each(nobody, {HERO: ()}),
    "checkpoints": lambda store, nobody: store.checkpoints(nobody, HERO),
    "readers": lambda store, nobody: store.readers(nobody, [POINTS]),
    "reads_of": lambda store, nobody: store.reads_of(nobody, [1]),
    "texts": lambda store, nobody: store.texts(nobody, ["1.0"]),
    "raw": lambda store, nobody: store.raw(nobody, 0, 10),
    "raw_each": lambda store, nobody: store.raw_each({nobody: 0}, 10),
    "orphans": lambda store, nobody: store.orphans(nobody),
    "seeds": lambda store, nobody: store.seeds(nobody, 1),
    "secrets": lambda store, nobody: store.secrets(nobody),
}


class UnknownCampaigns:
    @pytest.mark.parametrize("question", QUESTIONS)
    def test_no_answer_is_made_up_for_one(self, store: Store, campaign: UUID, question: str) -> None:
        nobody = uuid4()
        with pytest.raises(UnknownCampaign, match=str(nobody)):
            QUESTIONS[question](store, nobody)

    def test_every_question_that_can_be_asked_is_asked_here(self) -> None:
        public = {name for name in vars(Store) if not name.startswith("_")}
        assert public - {"campaigns", "campaigns_with", "restore"} == QUESTIONS.keys()


class Crowding:
    def test_eight_who_write_at_once_leave_no_gap_and_no_double(self, store: Store, campaign: UUID) -> None:
        write(store, campaign, play(opens(HERO, 100)))

        def spend(turn: int) -> int:
            while True:
                try:
                    return write(store, campaign, play(spends(HERO, 1), command_id=f"turn {turn}"))
                except Stale:
                    continue

        with ThreadPoolExecutor(8) as crowd:
            written = list(crowd.map(spend, range(80)))
        assert sorted(written) == list(range(3, 83))
        assert numbers(store, campaign) == list(range(1, 83))
        assert decode_state(HERO, store.states(campaign, [HERO])[HERO].body).tracks["points"].current == 20

    def test_of_two_decisions_on_one_entry_one_is_written(self, store: Store, campaign: UUID) -> None:
        rivals = [drafted(store, campaign, play(opens(HERO, n))) for n in range(8)]

        def try_once(rival: Transaction) -> StateRow | None:
            try:
                store.append(rival)
            except Stale:
                return None
            return rival.states[0]

        with ThreadPoolExecutor(8) as crowd:
            [winner] = [state for state in crowd.map(try_once, rivals) if state is not None]
        assert store.states(campaign, [HERO]) == {HERO: winner}
