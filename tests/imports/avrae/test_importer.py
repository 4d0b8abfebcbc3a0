"""How an import goes: whole or not at all, in somebody's name, strictly or as far as the file goes."""

import pytest

from api.imports.avrae import NotWhole
from api.imports.avrae.retelling.people import member_of
from domain.aggregates import CAMPAIGN
from domain.ledger.checking.verify import verify
from domain.ledger.ledger import Ledger
from domain.ledger.memory.store import MemoryStore
from domain.ledger.postgres.store import PostgresStore
from domain.records.store import Store
from systems.registry import load
from tests.imports.avrae.campaigns import Table, imported, in_memory
from tests.imports.avrae.recordings import changed, sample


class Interrupted(Exception):
    """Somebody pulls the plug."""


def interrupt(done: int, of: int) -> None:
    if done > of // 2:
        raise Interrupted


def test_the_campaign_appears_only_when_it_is_finished() -> None:
    store = MemoryStore()
    seen = []
    imported(
        Ledger(store, load(installed=[])),
        sample(),
        progress=lambda done, of: seen.append((done, of, store.campaigns())),
    )
    assert ([campaigns for _, _, campaigns in seen if campaigns], len(store.campaigns())) == ([], 1)
    assert [done for done, _, _ in seen] == list(range(1, seen[0][1] + 1))


@pytest.mark.parametrize("kind", ["memory", "postgres"])
def test_an_import_that_is_interrupted_leaves_nothing(kind: str, import_store: PostgresStore) -> None:
    store: Store = MemoryStore() if kind == "memory" else import_store
    before = store.campaigns()
    with pytest.raises(Interrupted):
        imported(Ledger(store, load(installed=[])), sample(), progress=interrupt)
    assert store.campaigns() == before


def test_the_importer_leads_beside_the_recordings_own_game_master() -> None:
    table = in_memory(gm_account="ana")
    participants = table.see(CAMPAIGN).instances("participants")
    assert {name for name, each in participants.items() if each.role == "gm"} == {
        "ana",
        member_of("17485940095965079179"),
    }
    assert {header.through for header in table.headers() if header.kind == "play"} == {"ana"}


def test_two_imports_of_one_file_are_two_campaigns() -> None:
    ledger = Ledger(MemoryStore(), load(installed=[]))
    assert imported(ledger, sample()).campaign != imported(ledger, sample()).campaign


@pytest.mark.parametrize("lines", [[], [b"\n"], [b"no recording at all\n", b"{}\n"]])
def test_a_file_of_which_nothing_can_be_read_makes_no_campaign(lines: list[bytes]) -> None:
    store = MemoryStore()
    report = imported(Ledger(store, load(installed=[])), lines)
    assert (report.campaign, report.exit_code, report.left, store.campaigns()) == (
        None, 2, tuple(range(1, len(lines) + 1)), []
    )  # fmt: skip


def test_a_broken_line_is_left_out_and_named() -> None:
    table = in_memory([*sample()[:299], b'{"event_type": "mess', *sample()[300:]])
    report = table.report
    assert (report.exit_code, report.whole, report.left) == (3, False, (300,))
    assert [(fault.line, fault.kind) for fault in report.faults] == [(300, "broken-json")]
    assert table.track("SH1") == -2


def test_an_unknown_event_is_left_out_and_named() -> None:
    report = in_memory([*sample(), b'{"event_type": "dance", "combat_id": "c", "timestamp": 1.0}\n']).report
    assert [(fault.line, fault.kind) for fault in report.faults] == [(343, "unknown-event")]
    assert (report.left, report.exit_code) == ((343,), 3)


def test_a_recording_cut_between_two_lines_is_not_whole() -> None:
    table = in_memory(sample()[:256])
    assert [(fault.line, fault.kind) for fault in table.report.faults] == [(256, "cut-off")]
    assert (table.track("SH1"), table.report.exit_code) == (4, 3)


def test_a_recording_without_its_beginning_is_not_whole() -> None:
    report = in_memory(sample()[8:]).report
    assert [(fault.line, fault.kind) for fault in report.faults] == [(1, "cut-off")]
    assert (report.differences, report.states) == ((), 56)


def test_a_lost_wound_is_made_good_and_reported() -> None:
    lines = list(sample())
    lines[240 - 1] = b"\n"
    table = in_memory(lines)
    assert [(each.who, each.what, each.log, each.ours) for each in table.report.differences] == [("SH1", "hp", 21, 30)]
    assert table.track("SH1") == -2


def test_a_session_of_a_recording_that_was_cut_stays_open() -> None:
    sessions = [in_memory(lines).see(CAMPAIGN).instances("sessions")["1"] for lines in (sample(), sample()[:200])]
    assert [session.ended is None for session in sessions] == [False, True]


@pytest.mark.parametrize("lines", [[], sample()[:200], [*sample()[:99], b"{\n", *sample()[100:]]])
def test_a_strict_import_refuses_what_is_not_whole_and_writes_nothing(lines: list[bytes]) -> None:
    store = MemoryStore()
    with pytest.raises(NotWhole) as refused:
        imported(Ledger(store, load(installed=[])), lines, strict=True)
    assert (store.campaigns(), refused.value.report.whole, bool(refused.value.report.faults)) == ([], False, True)


def test_a_strict_import_takes_what_is_whole() -> None:
    assert in_memory(strict=True).report.exit_code == 0


def test_what_the_campaign_cannot_hold_is_a_fault_of_its_line() -> None:
    def shout(line: dict[str, object]) -> None:
        line["content"] = "A" * 20_001

    table = in_memory(changed(1, shout))
    assert [(fault.line, fault.kind) for fault in table.report.faults] == [(1, "not-writable")]
    assert verify(table.store, table.campaign).ok


def test_a_character_no_database_holds_is_marked(import_store: PostgresStore) -> None:
    def blot(line: dict[str, object]) -> None:
        line["content"] = "pl\0p"

    table = Table(import_store, changed(342, blot))
    newest = table.entries("note")[-1]
    assert table.store.texts(table.campaign, [f"{newest}.0"]) == {f"{newest}.0": "pl\N{REPLACEMENT CHARACTER}p"}
