"""Damaged files: what is whole of them is one campaign that verifies, and every line is accounted for."""

import json
from functools import cache
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from api.imports.avrae import ImportReport
from domain.ledger.checking.verify import verify
from domain.ledger.ledger import Ledger
from domain.ledger.memory.store import MemoryStore
from domain.system import Registry
from systems.registry import load
from tests.imports.avrae.campaigns import imported
from tests.imports.avrae.recordings import sample

LINES = st.integers(1, len(sample()))
ODD: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, 0, -7, 10**10, 10**19, 10**30, 1.5, "", "a\0b", "x" * 30_000, "1d20 (5) = `5`", [], {}]
)
few = settings(max_examples=settings().max_examples // 10)


@cache
def registry() -> Registry:
    return load(installed=[])


def check_import(lines: list[bytes]) -> ImportReport:
    """Imports, and checks that every line is taken or left, every line left is a fault, and what was written verifies."""
    store = MemoryStore()
    report = imported(Ledger(store, registry()), lines)
    assert sorted([*report.taken, *report.left]) == list(range(1, len(lines) + 1))
    assert set(report.left) <= {fault.line for fault in report.faults}
    assert [row.id for row in store.campaigns()] == ([] if report.campaign is None else [report.campaign])
    if report.campaign is not None:
        assert verify(store, report.campaign).faults == ()
        assert store.head(report.campaign).entry == report.entries
    return report


@few
@given(LINES, st.floats(0, 1))
def test_a_file_cut_anywhere(line: int, where: float) -> None:
    rest = sample()[line - 1][: int(where * len(sample()[line - 1]))]
    report = check_import([*sample()[: line - 1], *([rest] if rest else [])])
    assert (report.differences, len(report.left)) in {((), 0), ((), 1)}


@few
@given(st.dictionaries(LINES, st.tuples(st.floats(0, 1), st.binary(min_size=1, max_size=6)), max_size=6))
def test_a_file_with_bytes_overwritten(damage: dict[int, tuple[float, bytes]]) -> None:
    lines = list(sample())
    for number, (place, noise) in damage.items():
        at = int(place * len(lines[number - 1]))
        lines[number - 1] = lines[number - 1][:at] + noise.replace(b"\n", b"") + lines[number - 1][at + len(noise) :]
    check_import(lines)


@few
@given(st.sets(LINES, max_size=200))
def test_a_file_with_lines_lost(lost: set[int]) -> None:
    report = check_import([b"\n" if number in lost else raw for number, raw in enumerate(sample(), 1)])
    assert set(report.left) == lost


@few
@given(st.lists(st.tuples(LINES, LINES), min_size=1, max_size=4))
def test_a_file_with_lines_that_stand_twice_or_elsewhere(moved: list[tuple[int, int]]) -> None:
    lines = list(sample())
    for one, other in moved:
        if one == other:
            lines.insert(other, lines[one - 1])
        else:
            lines[one - 1], lines[other - 1] = lines[other - 1], lines[one - 1]
    check_import(lines)


@few
@given(LINES, LINES)
def test_a_file_in_which_a_line_stands_again(one: int, at: int) -> None:
    lines = list(sample())
    lines.insert(at, lines[one - 1])
    check_import(lines)


def test_a_file_with_other_line_ends_and_a_mark_at_its_beginning_is_whole() -> None:
    lines = [line.replace(b"\n", b"\r\n") for line in sample()]
    assert check_import([b"\xef\xbb\xbf" + lines[0], *lines[1:]]).whole


def places(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Every place inside a JSON value, parents before children."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(inner_place for key, each in inner for inner_place in places(each, (*path, key)))]


@few
@given(st.data())
def test_a_file_with_a_value_that_is_odd(data: st.DataObject) -> None:
    number = data.draw(LINES)
    event = json.loads(sample()[number - 1])
    *way, last = data.draw(st.sampled_from(places(event)[1:]))
    place = event
    for key in way:
        place = place[key]
    place[last] = data.draw(ODD)
    check_import([*sample()[: number - 1], json.dumps(event).encode(), *sample()[number:]])
