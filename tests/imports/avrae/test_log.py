"""From bytes to events: every line is an event or a fault."""

from pathlib import Path

import pytest

import api.imports.avrae
from api.imports.avrae import read_log
from tests.imports.avrae.recordings import sample


def test_all_342_lines_of_the_sample_are_events() -> None:
    reading = read_log(sample())
    assert (len(reading.lines), reading.faults, reading.unknown_types) == (342, (), {})
    assert [line.number for line in reading.lines] == list(range(1, 343))


@pytest.mark.parametrize(
    ("raw", "kind"),
    [
        (b"", "blank-line"),
        (b"  \r\n", "blank-line"),
        (sample()[0][:200], "broken-json"),
        (b'{"event_type": "message"} {}', "broken-json"),
        (b'{"event_type": "\xff"}', "broken-json"),
        (b'{"a":' * 2000, "broken-json"),
        (b"[1, 2]", "not-an-object"),
        (b"null", "not-an-object"),
        (b'{"content": "hi"}', "wrong-shape"),
        (b'{"event_type": 3}', "wrong-shape"),
        (b'{"event_type": "combat_start", "timestamp": 1.0}', "wrong-shape"),
        (b'{"event_type": "combat_start", "combat_id": "c", "timestamp": "noon"}', "wrong-shape"),
        (b'{"event_type": "dance", "combat_id": "c", "timestamp": 1.0}', "unknown-event"),
    ],
)
def test_a_line_that_is_no_event_is_a_fault_of_its_kind(raw: bytes, kind: str) -> None:
    (fault,) = read_log([raw]).faults
    assert (fault.line, fault.kind) == (1, kind)


def test_a_fault_counts_lines_and_leaves_the_others_alone() -> None:
    reading = read_log([*sample()[:3], b"{", *sample()[3:]])
    assert [fault.line for fault in reading.faults] == [4]
    assert [line.event for line in reading.lines] == [line.event for line in read_log(sample()).lines]


def test_unknown_types_are_counted_by_name() -> None:
    unknown = [b'{"event_type": "%s"}' % name for name in (b"dance", b"song", b"dance")]
    assert read_log(unknown).unknown_types == {"dance": 2, "song": 1}


def test_fields_we_do_not_know_are_passed_over() -> None:
    (line,) = read_log([b'{"event_type": "combat_end", "combat_id": "c", "timestamp": 2, "mood": "glad"}']).lines
    assert line.event.timestamp == 2.0


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm() -> None:
    assert read_log([b"\xef\xbb\xbf" + sample()[4].rstrip() + b"\r\n"]).faults == ()


def test_the_sample_ships_with_its_credits() -> None:
    credits = (Path(api.imports.avrae.__file__).parent / "CREDITS.md").read_text(encoding="utf-8")
    assert all(word in credits for word in ("FIREBALL", "Zhu", "ACL 2023", "CC-BY-4.0", "unchanged"))
