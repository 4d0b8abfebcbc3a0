"""A ledger that is taken away and taken in again is the same ledger; a file that is not whole is none."""

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from io import BytesIO
from uuid import UUID

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.commands import Envelope
from domain.ledger.checking.verify import verify
from domain.ledger.forking.fork import fork
from domain.ledger.ledger import Ledger
from domain.ledger.memory.store import MemoryStore
from domain.ledger.playing.acceptance import Actor
from domain.ledger.postgres.store import PostgresStore
from domain.ledger.reading.forks import ForkAwareStore
from domain.ledger.upkeep.exported import DamagedExport, NotAnExport
from domain.ledger.upkeep.exporting import ErasedMeanwhile, NotExportable, export_lines
from domain.ledger.upkeep.importing import Imported, ParentMissing, import_ledger
from domain.records.entries import EntryFilter
from domain.records.store import CampaignExists, Store
from domain.system import Registry, UnknownSystem
from systems.freeform import SYSTEM
from tests.laws.arena import REGISTRY
from tests.laws.histories import History
from tests.ledger.answers import answers
from tests.ledger.builders import forget
from tests.ledger.damage import with_value

GM = Actor("gm", "gm")
FREEFORM = Registry(SYSTEM, ())


class Table:
    """A campaign with sessions (so that dice epochs begin and end), rolls, words, an erasure and changes of the past."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        self.ledger = Ledger(self.store, FREEFORM)
        self.campaign = self.ledger.found("Ash Street", "freeform", "gm").id
        self.gives("create_character", name="Ada", tracks={"hp": {"current": 12, "maximum": 12}})
        self.gives("open_session")
        self.gives("roll", label="leap", notation="2d6", actor="ada")
        self.gives("note", text="They meet at the pier.")
        self.gives("damage", target="ada", track="hp", notation="1d8")
        self.gives("end_session")
        self.gives("note", text="A word to be forgotten.")
        self.gives("erase", texts=[f"{self.store.head(self.campaign).entry}.0"])

    def gives(self, kind: str, **args: object) -> None:
        self.ledger.submit(self.campaign, GM, Envelope(type=f"freeform.{kind}", args=args))


@cache
def table() -> Table:
    return Table()


def exported(store: Store, campaign: UUID, *, secrets: bool = True) -> bytes:
    return b"".join(export_lines(store, campaign, secrets=secrets))


def taken_in(store: Store, file: bytes, registry: Registry = FREEFORM) -> Imported:
    return import_ledger(store, registry, BytesIO(file), through="operator")


def check_refused(file: bytes) -> DamagedExport:
    """What a damaged file is refused with; nothing may be left of it."""
    store = MemoryStore()
    with pytest.raises(DamagedExport) as refused:
        taken_in(store, file)
    assert store.campaigns() == []
    return refused.value


class TestWithSecrets:
    def test_what_is_taken_in_answers_every_question_as_it_did(self, store: Store) -> None:
        taken_in(store, exported(table().store, table().campaign))
        assert answers(store, table().campaign) == answers(table().store, table().campaign)

    def test_a_ledger_taken_in_is_whole(self, store: Store) -> None:
        taken_in(store, exported(table().store, table().campaign))
        assert verify(store, table().campaign).faults == ()

    def test_exported_again_it_is_the_same_file(self, store: Store) -> None:
        file = exported(table().store, table().campaign)
        taken_in(store, file)
        assert exported(store, table().campaign) == file

    def test_what_was_erased_stays_erased(self, store: Store) -> None:
        done = taken_in(store, exported(table().store, table().campaign))
        assert [store.texts(table().campaign, done.erased)[key] for key in done.erased] == [None]

    def test_a_ledger_taken_in_goes_on_with_the_same_dice(self, store: Store) -> None:
        taken_in(store, exported(table().store, table().campaign))
        roll = Envelope(
            type="freeform.roll", id="6b8f0000-0000-4000-8000-000000000000", args={"label": "leap", "notation": "20d20"}
        )
        here = Ledger(store, FREEFORM).submit(table().campaign, GM, roll).header.tape
        [drafted] = table().ledger.preview(table().campaign, GM, [roll])
        elsewhere = MemoryStore()
        taken_in(elsewhere, exported(table().store, table().campaign))
        assert here == Ledger(elsewhere, FREEFORM).submit(table().campaign, GM, roll).header.tape
        assert here != drafted.record.header.tape

    @pytest.mark.parametrize("seed", range(6))
    def test_any_history_goes_from_memory_to_postgresql_and_back(
        self, postgres_store: PostgresStore, seed: int
    ) -> None:
        history = History(seed)
        for _ in range(50):
            history.step()
        taken_in(postgres_store, exported(history.store, history.campaign), REGISTRY)
        back = MemoryStore()
        taken_in(back, exported(postgres_store, history.campaign), REGISTRY)
        documents = [answers(store, history.campaign) for store in (history.store, postgres_store, back)]
        assert documents[0] == documents[1] == documents[2]
        assert verify(postgres_store, history.campaign).faults == ()

    def test_a_history_taken_in_can_be_changed_as_before(self, postgres_store: PostgresStore) -> None:
        history = History(11)
        for _ in range(40):
            history.step()
        taken_in(postgres_store, exported(history.store, history.campaign), REGISTRY)
        history.store = postgres_store
        history.ledger = Ledger(postgres_store, REGISTRY)
        history.play(25)
        assert verify(postgres_store, history.campaign).faults == ()


class TestWithoutSecrets:
    def test_no_secret_seed_is_in_the_file(self) -> None:
        file = exported(table().store, table().campaign, secrets=False)
        epochs = [table().store.seeds(table().campaign, epoch) for epoch in (1, 2, 3)]
        assert [seeds.sealed.hex().encode() in file for seeds in epochs] == [False] * 3
        assert epochs[-1].open.hex().encode() not in file
        assert table().store.secrets(table().campaign).key.hex().encode() not in file

    def test_one_entry_more_opens_a_new_epoch(self, store: Store) -> None:
        done = taken_in(store, exported(table().store, table().campaign, secrets=False))
        last = store.entry(table().campaign, done.head.entry)
        assert last is not None
        assert (last.header.kind, last.header.member, last.header.through) == ("record", "gm", "operator")
        assert done.head.entry == table().store.head(table().campaign).entry + 1

    def test_up_to_there_every_answer_is_what_it_was(self, store: Store) -> None:
        last = table().store.head(table().campaign).entry
        taken_in(store, exported(table().store, table().campaign, secrets=False))
        here, other = answers(store, table().campaign, last), answers(table().store, table().campaign, last)
        assert here == {question: other[question] for question in here}

    def test_a_ledger_without_secrets_is_whole_though_its_old_seeds_are_elsewhere(self, store: Store) -> None:
        taken_in(store, exported(table().store, table().campaign, secrets=False))
        assert verify(store, table().campaign).faults == ()

    def test_seeds_that_are_lost_without_an_entry_that_says_so_are_still_a_fault(self, store: Store) -> None:
        taken_in(store, exported(table().store, table().campaign, secrets=False))
        ledger = Ledger(store, FREEFORM)
        ledger.submit(table().campaign, GM, Envelope(type="freeform.open_session"))
        taken = exported(store, table().campaign, secrets=True)
        assert verify(store, table().campaign).ok
        assert taken.count(b'"epoch":') == 2

    def test_a_ledger_without_secrets_is_played_on_with_dice_of_its_own(self, store: Store) -> None:
        taken_in(store, exported(table().store, table().campaign, secrets=False))
        roll = Envelope(type="freeform.roll", args={"label": "leap", "notation": "3d6"})
        entry = Ledger(store, FREEFORM).submit(table().campaign, GM, roll)
        assert ([die.source for die in entry.header.tape], verify(store, table().campaign).ok) == (["server"] * 3, True)

    def test_a_ledger_without_secrets_can_be_taken_further(self, store: Store) -> None:
        first = MemoryStore()
        taken_in(first, exported(table().store, table().campaign, secrets=False))
        taken_in(store, exported(first, table().campaign))
        assert answers(store, table().campaign) == answers(first, table().campaign)


class TestForks:
    """A campaign and a fork of it that goes off at entry 20 and is played on, both in one store."""

    def forked(self) -> tuple[Store, UUID, UUID]:
        history = History(3)
        for _ in range(30):
            history.step()
        store = ForkAwareStore(history.store)
        ledger = Ledger(store, REGISTRY)
        row = fork(ledger, history.campaign, GM, "what if", at=20)
        for name in ("q1", "q2"):
            ledger.submit(row.id, GM, Envelope(type="arena.create", args={"name": name}))
            ledger.submit(row.id, GM, Envelope(type="arena.hurt", args={"target": name, "amount": 2}))
        return store, history.campaign, row.id

    def test_a_fork_is_taken_in_where_its_parent_lies(self, store: Store) -> None:
        origin, parent, forked = self.forked()
        here = ForkAwareStore(store)
        for campaign in (parent, forked):
            taken_in(here, exported(origin, campaign), REGISTRY)
        assert answers(here, forked) == answers(origin, forked)
        assert verify(here, forked).faults == ()

    def test_without_its_parent_it_is_refused(self, store: Store) -> None:
        origin, parent, forked = self.forked()
        with pytest.raises(ParentMissing, match=str(parent)):
            taken_in(ForkAwareStore(store), exported(origin, forked), REGISTRY)

    def test_without_secrets_it_gets_dice_of_its_own(self, store: Store) -> None:
        origin, parent, forked = self.forked()
        here = ForkAwareStore(store)
        for campaign in (parent, forked):
            taken_in(here, exported(origin, campaign, secrets=False), REGISTRY)
        assert [verify(here, campaign).faults for campaign in (parent, forked)] == [(), ()]


WHOLE = exported(table().store, table().campaign)
LINES = WHOLE.splitlines(keepends=True)
SECRETS, FIRST, LAST = 1, 2, len(LINES) - 1


class TestDamage:
    @settings(max_examples=150)
    @given(st.integers(0, len(WHOLE) - 1))
    def test_a_file_cut_short_anywhere_is_refused(self, length: int) -> None:
        store = MemoryStore()
        with pytest.raises((DamagedExport, NotAnExport)):
            taken_in(store, WHOLE[:length])
        assert store.campaigns() == []

    @settings(max_examples=400)
    @given(st.integers(0, len(WHOLE) - 1), st.integers(0, 7))
    def test_one_bit_of_any_byte_is_found(self, place: int, bit: int) -> None:
        store = MemoryStore()
        file = WHOLE[:place] + bytes([WHOLE[place] ^ 1 << bit]) + WHOLE[place + 1 :]
        with pytest.raises((DamagedExport, NotAnExport, UnknownSystem)):
            taken_in(store, file)
        assert store.campaigns() == []

    @settings(max_examples=200)
    @given(st.integers(FIRST, LAST - 1), st.data())
    def test_damage_to_an_entry_is_told_with_its_line(self, line: int, data: st.DataObject) -> None:
        place = data.draw(st.integers(0, len(LINES[line]) - 2))
        content = bytearray(LINES[line])
        content[place] = data.draw(st.integers(0, 255).filter(lambda byte: byte not in (content[place], 10)))
        refused = check_refused(b"".join([*LINES[:line], bytes(content), *LINES[line + 1 :]]))
        case_only = bytes(content).lower() == LINES[line].lower()
        assert refused.line == line + 1 or case_only or refused.line == LAST + 1

    @pytest.mark.parametrize("line", range(FIRST, LAST))
    def test_a_line_that_is_missing_is_found_where_it_is_missing(self, line: int) -> None:
        assert check_refused(b"".join(LINES[:line] + LINES[line + 1 :])).line == line + 1

    @pytest.mark.parametrize("line", range(LAST + 1))
    def test_a_line_that_is_there_twice_is_found(self, line: int) -> None:
        assert check_refused(b"".join(LINES[: line + 1] + LINES[line:])).line == line + 2

    def test_lines_that_changed_places_are_found(self) -> None:
        assert check_refused(b"".join([*LINES[:4], LINES[5], LINES[4], *LINES[6:]])).line == 5

    @pytest.mark.parametrize("more", [b"\n", b" ", b"{}\n", LINES[FIRST], WHOLE])
    def test_bytes_behind_the_last_line_are_refused(self, more: bytes) -> None:
        assert check_refused(WHOLE + more).line == LAST + 2

    def test_words_lost_without_an_erasure_are_told_with_the_line_of_their_entry(self) -> None:
        line = next(n for n, text in enumerate(LINES) if b"They meet at the pier." in text)
        content = msgspec.json.decode(LINES[line])
        content["texts"][0] |= {"salt": None, "words": None}
        forged = [*LINES[:line], msgspec.json.encode(content) + b"\n", *LINES[line + 1 :]]
        assert check_refused(b"".join(forged)).line == line + 1

    def test_seeds_that_were_not_committed_to_are_refused(self) -> None:
        content = msgspec.json.decode(LINES[SECRETS])
        for name in ("open", "sealed", "amendment"):
            forged = msgspec.json.encode(content | {"epochs": [content["epochs"][0] | {name: "00" * 32}]})
            assert check_refused(refilled(SECRETS, forged)).line == 2

    @pytest.mark.parametrize("key", ["00" * 32, ""])
    def test_a_key_that_was_not_committed_to_is_refused(self, key: str) -> None:
        content = msgspec.json.decode(LINES[SECRETS]) | {"key": key}
        assert check_refused(refilled(SECRETS, msgspec.json.encode(content))).line == 2

    def test_counts_that_are_not_those_of_the_entries_are_refused(self) -> None:
        content = msgspec.json.decode(LINES[0])
        content["counts"]["events"] += 1
        assert check_refused(refilled(0, msgspec.json.encode(content))).line == 1

    @pytest.mark.parametrize("header", [b"{", b"{}", b"[" * 100_000, b"\xff", b'{"line":"entry"}', b"null", b"7"])
    def test_lines_that_are_no_entry_are_refused(self, header: bytes) -> None:
        assert check_refused(b"".join([*LINES[:4], header + b"\n", *LINES[5:]])).line == 5


def refilled(line: int, content: bytes) -> bytes:
    """The file with another line, and with the digest of all lines that it has then."""
    lines = [*LINES[:line], content + b"\n", *LINES[line + 1 : LAST]]
    end = msgspec.json.decode(LINES[LAST]) | {"sha256": sha256(b"".join(lines)).hexdigest()}
    return b"".join(lines) + msgspec.json.encode(end, order="sorted") + b"\n"


class TestRefusals:
    def test_a_campaign_that_is_here_already_is_refused(self, store: Store) -> None:
        taken_in(store, WHOLE)
        before = answers(store, table().campaign)
        with pytest.raises(CampaignExists, match="is here already"):
            taken_in(store, WHOLE)
        assert answers(store, table().campaign) == before

    @pytest.mark.parametrize("file", [b"", b"\n", b"hello\n", b"{}\n", b'{"format":"fireball/1"}\n', b"\xff\n"])
    def test_what_is_no_export_is_refused(self, file: bytes) -> None:
        with pytest.raises(NotAnExport, match="no ledger as `retcon export` writes it"):
            taken_in(MemoryStore(), file)

    def test_a_newer_form_is_refused_with_its_name(self) -> None:
        with pytest.raises(NotAnExport, match="retcon-ledger/2"):
            taken_in(MemoryStore(), WHOLE.replace(b"retcon-ledger/1", b"retcon-ledger/2", 1))

    def test_what_one_member_may_see_is_no_whole_ledger(self) -> None:
        with pytest.raises(NotAnExport, match="one member may see"):
            taken_in(MemoryStore(), refilled(0, LINES[0].replace(b'"whole":true', b'"whole":false').rstrip()))

    def test_a_game_that_is_not_installed_is_named(self) -> None:
        history = History(1)
        with pytest.raises(UnknownSystem, match="arena"):
            taken_in(MemoryStore(), exported(history.store, history.campaign))

    def test_an_export_during_which_words_are_erased_does_not_end_well(self) -> None:
        at = Table()

        def erasing() -> Iterator[bytes]:
            lines = export_lines(at.store, at.campaign)
            yield next(lines)
            forget(at.store, at.campaign, "6.0")
            yield from lines

        with pytest.raises(ErasedMeanwhile, match=r"6\.0"):
            list(erasing())

    def test_an_entry_that_cannot_be_read_is_named(self) -> None:
        at = Table()
        with_value(at.store, at.campaign, ("entries", 3, "header"), b"\xff{")
        with pytest.raises(NotExportable, match="entry 4 is damaged"):
            list(export_lines(at.store, at.campaign))

    def test_an_export_while_the_campaign_is_played_on_ends_where_it_began(self) -> None:
        at, store = Table(), MemoryStore()
        last = at.store.head(at.campaign).entry
        lines = export_lines(at.store, at.campaign, secrets=True)
        first = next(lines)
        for _ in range(3):
            at.gives("open_session")
            at.gives("end_session")
        taken_in(store, first + b"".join(lines))
        assert len(store.entries(at.campaign, EntryFilter(limit=1000))) == last
