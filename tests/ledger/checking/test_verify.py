"""Verification finds whatever lies in a store other than it was written, and only that."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.aggregates import CAMPAIGN
from domain.commands import Envelope
from domain.dice.provable import commitment
from domain.ledger.checking import verify
from domain.ledger.checking.verify import KnownEntry, LedgerVerification
from domain.ledger.memory.store import MemoryStore
from domain.records import chain
from domain.records.entries import Checkpoint, EpochSeeds, Insertion, Revision, StoredRow
from domain.records.rows import TextRow
from domain.records.store import Store, UnknownCampaign
from domain.vocabulary.epochs import DiceEpoch, EpochOpened
from tests.ledger.builders import (
    FOE,
    HERO,
    POINTS,
    Entry,
    bleeds,
    corrects,
    erase,
    forget,
    found,
    gains,
    opens,
    play,
    restate,
    revise,
    spends,
    state,
    strike,
    suffers,
    write,
)
from tests.ledger.damage import Site, flipped, rows, sites, tables, with_value, without_row

SEEDS = EpochSeeds(1, b"o" * 32, b"s" * 32, b"a" * 32)
EPOCH = DiceEpoch(
    number=1,
    open_commitment=commitment(SEEDS.open).hex(),
    sealed_commitment=commitment(SEEDS.sealed).hex(),
    amendment_commitment=commitment(SEEDS.amendment).hex(),
    opened=2,
)


def eventful(store: Store) -> UUID:
    """A campaign with a bit of everything; its last entry is 12."""
    campaign = found(store)
    write(store, campaign, play((CAMPAIGN, EpochOpened(name="1", epoch=EPOCH)), kind="record"), seeds=(SEEDS,))
    write(store, campaign, play(opens(HERO, 9), opens(FOE, 4), words=("They meet.", "At night.")))
    write(
        store,
        campaign,
        play(spends(HERO, 2), reads=(POINTS,), session=1, keeps=(HERO,)),
        play(suffers(FOE, 1), reads=(POINTS, FOE), keeps=(FOE,)),
    )
    write(store, campaign, play(status="refused", reads=(POINTS,), words=("No!",)))
    struck = revise(strike(4), corrections=(corrects(HERO, points=9),), keeps=(HERO,), rewrites=((HERO, (4,), None),))
    write(store, campaign, struck)
    worse = restate(5, suffers(FOE, 3), reads=(FOE, f"{FOE}.wounds.*"))
    left = state(FOE, opens(FOE, 4), suffers(FOE, 3))
    write(store, campaign, revise(worse, rewrites=((FOE, (5,), None),), makes=((FOE, (5,), left),)))
    inserted = restate(10, gains(HERO, 1), status="standing")
    insertion = revise(
        inserted,
        corrections=(corrects(HERO, points=10),),
        rewrites=((HERO, (4, -10), None),),
        revision=Revision(inserts=(Insertion(10, 4),)),
    )
    write(store, campaign, insertion, play(after=4))
    forget(store, campaign, "3.1", "6.0")
    write(store, campaign, play(bleeds(HERO, "cut"), words=("So it goes.",), keeps=(HERO,)))
    return campaign


class Damaged:
    """One eventful ledger in memory that is damaged, looked at and mended again."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        self.campaign = eventful(self.store)
        self.whole = tables(self.store, self.campaign)
        self.sites = sites(self.whole)

    def mend(self) -> None:
        self.store._ledgers[self.campaign].tables = msgspec.structs.replace(self.whole)

    def flip(self, site: Site, place: int, bit: int) -> LedgerVerification:
        return self.set(site.steps, flipped(site.value, place, bit))

    def set(self, steps: tuple[str | int, ...], value: Any) -> LedgerVerification:
        with_value(self.store, self.campaign, steps, value)
        return self.looked_at()

    def drop(self, row: tuple[str | int, ...]) -> LedgerVerification:
        without_row(self.store, self.campaign, row)
        return self.looked_at()

    def looked_at(self) -> LedgerVerification:
        try:
            return verify.verify(self.store, self.campaign)
        finally:
            self.mend()


LEDGER = Damaged()


@pytest.fixture
def ledger() -> Iterator[Damaged]:
    """The eventful ledger, mended after the test."""
    yield LEDGER
    LEDGER.mend()


def whats(verification: LedgerVerification, entry: int | None = None) -> set[str]:
    """What kinds of faults there are, or those of one entry."""
    return {fault.what for fault in verification.faults if entry is None or fault.entry == entry}


class PlayedOn(MemoryStore):
    """Somebody always plays an entry just before a stream is read, as long as there are any."""

    def __init__(self) -> None:
        super().__init__()
        self.meanwhile: list[Entry] = []

    def stream(
        self, campaign: UUID, ref: str, *, up_to_entry: int | None = None, since: Checkpoint | None = None
    ) -> list[StoredRow]:
        if self.meanwhile and ref == HERO:
            write(self, campaign, *self.meanwhile)
            self.meanwhile.clear()
        return super().stream(campaign, ref, up_to_entry=up_to_entry, since=since)


def expect_clean(verification: LedgerVerification) -> None:
    assert verification.ok, "\n".join(fault.sentence for fault in verification.faults)


class TestCleanLedgers:
    def test_a_campaign_without_an_entry_is_clean(self, store: Store, campaign: UUID) -> None:
        expect_clean(verify.verify(store, campaign))

    def test_an_eventful_ledger_is_clean(self, store: Store) -> None:
        expect_clean(verify.verify(store, eventful(store)))

    def test_all_entries_up_to_the_head_are_checked(self, store: Store) -> None:
        campaign = eventful(store)
        verification = verify.verify(store, campaign)
        assert (verification.entries, verification.head) == (12, store.head(campaign))

    def test_entries_are_read_in_batches(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(verify, "BATCH", 5)
        seen: list[tuple[int, int]] = []
        expect_clean(verify.verify(store, eventful(store), progress=lambda done, of: seen.append((done, of))))
        assert seen == [(5, 12), (10, 12), (12, 12)]

    def test_a_ledger_may_be_played_on_while_it_is_verified(
        self, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(verify, "BATCH", 5)
        campaign = eventful(store)
        meanwhile = play(gains(HERO, 1)), revise(restate(5, suffers(FOE, 2)), corrections=(corrects(FOE, points=1),))
        expect_clean(verify.verify(store, campaign, progress=lambda *_: print(write(store, campaign, *meanwhile))))

    def test_a_state_that_moves_on_while_it_is_read_is_read_again(self) -> None:
        store = PlayedOn()
        campaign = eventful(store)
        store.meanwhile = [play(gains(HERO, 1)), play(gains(FOE, 1))]
        expect_clean(verify.verify(store, campaign))
        assert store.meanwhile == []

    def test_there_is_nothing_to_verify_of_a_campaign_that_never_was(self, store: Store) -> None:
        with pytest.raises(UnknownCampaign):
            verify.verify(store, UUID(int=0))


class TestErasure:
    def test_erased_texts_are_listed_and_no_fault(self, store: Store) -> None:
        verification = verify.verify(store, eventful(store))
        assert (verification.erased, verification.ok) == (("3.1", "6.0"), True)

    def test_words_that_vanish_without_a_word_are_a_fault(self, store: Store, campaign: UUID) -> None:
        write(store, campaign, play(words=("one",)))
        write(store, campaign, play(), erased=("2.0",))
        verification = verify.verify(store, campaign)
        assert (whats(verification, 2), verification.erased) == ({"text"}, ("2.0",))

    def test_an_erasure_excuses_only_the_texts_it_names(self, store: Store, campaign: UUID) -> None:
        write(store, campaign, play(words=("one", "two")))
        write(store, campaign, erase("2.0"), erased=("2.0", "2.1"))
        [fault] = verify.verify(store, campaign).faults
        assert "2.1" in fault.sentence

    def test_an_erasure_said_before_the_words_were_excuses_nothing(self, store: Store, campaign: UUID) -> None:
        write(store, campaign, erase("3.0"))
        write(store, campaign, play(words=("one",)))
        write(store, campaign, play(), erased=("3.0",))
        assert whats(verify.verify(store, campaign), 3) == {"text"}

    def test_an_erasure_that_was_not_recorded_as_such_excuses_nothing(self, store: Store, campaign: UUID) -> None:
        envelope = Envelope(type="freeform.erase", args={"texts": ["2.0"]})
        write(store, campaign, play(words=("one",)))
        write(store, campaign, play(envelope=envelope), erased=("2.0",))
        assert whats(verify.verify(store, campaign)) == {"text"}

    def test_words_that_outlive_their_erasure_are_a_fault(self, store: Store, campaign: UUID) -> None:
        write(store, campaign, play(words=("one",)), erase("2.0"))
        assert whats(verify.verify(store, campaign), 3) == {"erasure"}

    @pytest.mark.parametrize("keys", [None, "2.0", [2], {"2.0": 1}, 7])
    def test_an_erasure_that_makes_no_sense_excuses_nothing(self, store: Store, campaign: UUID, keys: object) -> None:
        envelope = Envelope(type="freeform.erase", args={"texts": keys})
        write(store, campaign, play(words=("one",)))
        write(store, campaign, play(envelope=envelope, kind="record"), erased=("2.0",))
        assert whats(verify.verify(store, campaign)) == {"text"}


class TestDamage:
    @settings(max_examples=400)
    @given(st.sampled_from(LEDGER.sites), st.integers(0, 4000), st.integers(0, 7))
    def test_one_bit_of_whatever_is_held_is_found(self, site: Site, place: int, bit: int) -> None:
        assert not LEDGER.flip(site, place, bit).ok

    def test_no_value_that_is_held_is_overlooked(self, ledger: Damaged) -> None:
        assert [str(site) for site in ledger.sites if ledger.flip(site, 0, 0).ok] == []

    @pytest.mark.parametrize("table", ["entries", "events", "paths", "restatements", "texts", "states", "seeds"])
    def test_any_row_that_is_missing_is_found(self, ledger: Damaged, table: str) -> None:
        lost = [row for row in rows(ledger.whole) if row[0] == table and row not in ERASED]
        assert [row for row in lost if ledger.drop(row).ok] == []

    @pytest.mark.parametrize(
        ("steps", "value", "entry", "what"),
        [
            (("entries", 3, "header"), b"{", 4, "header"),
            (("entries", 3, "header"), b"{}", 4, "digest"),
            (("entries", 3, "request_digest"), b"?" * 32, 4, "digest"),
            (("entries", 3, "salt"), b"", 4, "digest"),
            (("entries", 3, "digest"), b"?" * 32, 4, "link"),
            (("entries", 3, "hash"), b"?" * 32, 5, "link"),
            (("entries", 3, "number"), 5, 5, "number"),
            (("entries", 3, "columns", "session"), 2, 4, "column"),
            (("entries", 3, "columns", "session"), None, 4, "column"),
            (("entries", 3, "columns"), {"colour": "red"}, 4, "column"),
            (("entries", 3, "read_ids"), (9,), 4, "read"),
            (("entries", 3, "read_ids"), (2**40,), 4, "digest"),
            (("paths", 0, "id"), 2, 4, "path"),
            (("paths", 1, "path"), POINTS, 5, "path"),
            (("events", 4, "placed", "position"), 6, 4, "position"),
            (("events", 4, "placed", "event", "version"), 3, 4, "version"),
            (("events", 4, "placed", "event", "topic"), "no_such_event", 4, "event"),
            (("events", 4, "placed", "event", "topic"), "point_gained", 4, "event"),
            (("events", 4, "placed", "event", "topic"), "point_spent.7", 4, "event"),
            (("events", 4, "placed", "event", "body"), b"\xff", 4, "event"),
            (("events", 4, "placed", "event", "body"), b"[" * 100_000, 4, "event"),
            (("events", 4, "placed", "event", "ref"), "dragon/1", 4, "version"),
            (("events", 4, "entry"), 5, 4, "digest"),
            (("events", 4, "entry"), 77, None, "orphan"),
            (("restatements", 0, "content"), b"[]", 7, "digest"),
            (("restatements", 0, "content"), b"{", 7, "restatement"),
            (("texts", 0, "words"), "They part.", 3, "text"),
            (("texts", 0, "salt"), None, 3, "text"),
            (("texts", 0, "words"), "\ud800", 3, "text"),
            (("texts", 0, "index"), 7, 3, "text"),
            (("texts", 0, "entry"), 77, None, "orphan"),
            (("states", HERO, "body"), b"{}", None, "state"),
            (("states", HERO, "version"), 1, None, "state"),
            (("states", HERO, "ref"), "dragon/1", None, "state"),
            (("seeds", 1, "sealed"), b"short", 2, "seed"),
            (("head", "entry"), 11, 12, "head"),
            (("head", "hash"), b"", None, "head"),
        ],
        ids=str,
    )
    def test_a_fault_names_the_entry_and_what_is_wrong(
        self, ledger: Damaged, steps: tuple[str | int, ...], value: object, entry: int | None, what: str
    ) -> None:
        faults = ledger.set(steps, value).faults
        assert (entry, what) in [(fault.entry, fault.what) for fault in faults]

    def test_a_text_that_lies_there_twice_is_found(self, ledger: Damaged) -> None:
        forged = TextRow(3, 0, b"salt", "They never meet.")
        faults = ledger.set(("texts",), [forged, *ledger.whole.texts]).faults
        assert [(fault.entry, fault.what) for fault in faults] == [(3, "text")]

    def test_a_store_that_answers_with_another_version_than_the_newest_is_found(self) -> None:
        ledger = Damaged()
        restated = ledger.store._ledgers[ledger.campaign]._restated
        restated[5] = [(8, restate(5, suffers(FOE, 4), reads=restated[5][0][1].reads))]
        faults = [(fault.entry, fault.what) for fault in ledger.looked_at().faults]
        assert faults == [(5, "answer"), (8, "checkpoint")]

    def test_a_store_that_counts_versions_wrongly_is_found(self) -> None:
        ledger = Damaged()
        ledger.store._ledgers[ledger.campaign]._restated[5] *= 2
        assert [(fault.entry, fault.what) for fault in ledger.looked_at().faults] == [(5, "answer")]

    def test_damage_to_one_entry_is_not_told_of_the_others(self, ledger: Damaged) -> None:
        verification = ledger.set(("entries", 5, "salt"), b"")
        assert [(fault.entry, fault.what) for fault in verification.faults] == [(6, "digest")]

    def test_an_entry_forged_with_its_own_digest_and_hash_breaks_the_chain_behind_it(self, ledger: Damaged) -> None:
        [raw] = ledger.store.raw(ledger.campaign, 4, 1)
        header = raw.header.replace(b'"ana"', b'"eve"')
        content = chain.canonical(
            header=header,
            request_digest=raw.request_digest,
            read_ids=raw.read_ids,
            new_paths=raw.new_paths,
            events=raw.events,
            restatements=raw.restatements,
        )
        row = ledger.whole.entries[4]
        digest = chain.digest(raw.salt, content)
        forged = msgspec.structs.replace(
            row,
            header=header,
            columns=row.columns | {"member": "eve"},
            digest=digest,
            hash=chain.link(ledger.whole.entries[3].hash, 5, digest),
        )
        faults = ledger.set(("entries", 4), forged).faults
        assert [(fault.entry, fault.what) for fault in faults] == [(6, "link")]

    def test_a_ledger_cut_short_with_its_head_set_back_is_found_by_its_states(self, ledger: Damaged) -> None:
        whole, last = ledger.whole, ledger.whole.entries[-2]
        cut = msgspec.structs.replace(
            whole,
            head=msgspec.structs.replace(
                whole.head, entry=last.number, hash=last.hash, position=whole.head.position - 1
            ),
            entries=whole.entries[:-1],
            events=whole.events[:-1],
            texts=whole.texts[:-1],
        )
        assert whats(ledger.set((), cut)) == {"state"}


ERASED = {("texts", 1), ("texts", 2)}
"""The rows of texts that were erased: whether they lie there empty or not at all is the store's own business."""


class TestRemembering:
    def test_a_ledger_that_was_written_anew_as_a_whole_is_in_order_in_itself(self) -> None:
        expect_clean(verify.verify(*self.forged()[0]))

    def test_a_remembered_hash_shows_that_a_ledger_was_written_anew(self) -> None:
        (store, campaign), noted = self.forged()
        assert whats(verify.verify(store, campaign, remembered=noted)) == {"remembered"}

    def test_a_hash_from_before_the_forgery_shows_no_fault(self) -> None:
        (store, campaign), _ = self.forged()
        first = store.entry(campaign, 1)
        assert first is not None
        expect_clean(verify.verify(store, campaign, remembered=KnownEntry(1, first.hash.hex())))

    @staticmethod
    def forged() -> tuple[tuple[MemoryStore, UUID], KnownEntry]:
        """A ledger whose last entry somebody has replaced, with all hashes; and the head as it was noted."""
        noted, forged = MemoryStore(bytes), MemoryStore(bytes)
        campaign = found(noted)
        head = write(noted, campaign, play(opens(HERO, 9)), play(spends(HERO, 2)))
        found(forged, play(opens(HERO, 9)), play(spends(HERO, 1)), campaign=campaign)
        return (forged, campaign), KnownEntry(head, noted.head(campaign).hash.hex())


def test_bug_another_seed_for_dice_of_changed_pasts_was_not_found(ledger: Damaged) -> None:
    assert "seed" in whats(ledger.set(("secrets", "amendment"), b"x" * 32))


def test_bug_a_campaign_listed_under_another_system_was_not_found(ledger: Damaged) -> None:
    assert "campaign" in whats(ledger.set(("campaign", "system"), "weaverdice"))
