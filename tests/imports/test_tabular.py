"""Tables as people keep them: what is read of a file, and what of it is no row."""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.tabular import LineFault, TabularReader, TabularRow, UnreadableHead


def rows(*lines: bytes) -> list[tuple[int, dict[str, str]]]:
    return [(row.line, row.cells) for row in TabularReader(lines) if isinstance(row, TabularRow)]


def faults(*lines: bytes) -> list[tuple[int, str]]:
    return [(fault.line, fault.text) for fault in TabularReader(lines) if isinstance(fault, LineFault)]


@pytest.mark.parametrize(
    ("head", "row", "form"),
    [
        (b"who,dice\n", b"Ana,1d6\n", "csv"),
        (b"who;dice\n", b"Ana;1d6\n", "csv"),
        (b"who\tdice\n", b"Ana\t1d6\n", "tsv"),
    ],
)
def test_the_head_tells_the_separator(head: bytes, row: bytes, form: str) -> None:
    assert (TabularReader([head]).form, rows(head, row)) == (form, [(2, {"who": "Ana", "dice": "1d6"})])


def test_a_separator_within_quotes_separates_nothing() -> None:
    assert rows(b'"a,b,c";d\n', b'"1;2";3,4\n') == [(2, {"a,b,c": "1;2", "d": "3,4"})]


def test_a_first_line_may_name_the_separator() -> None:
    assert rows(b"sep=;\r\n", b"a,b;c\r\n", b"1;2\r\n") == [(3, {"a,b": "1", "c": "2"})]


def test_json_lines_are_known_by_their_first_line() -> None:
    reader = TabularReader([b"\xef\xbb\xbf\n", b'{"who": "Ana", "natural": [3, 5]}\n', b'{"dice": null}\n'])
    assert [row.cells for row in reader if isinstance(row, TabularRow)] == [
        {"who": "Ana", "natural": "[3, 5]"},
        {"dice": ""},
    ]
    assert (reader.form, reader.columns) == ("jsonl", ("who", "natural", "dice"))


def test_a_mark_at_the_beginning_and_blank_lines_are_no_part_of_a_table() -> None:
    assert rows(b"\xef\xbb\xbfa,b\n", b"\n", b" , \n", b"1,2\n") == [(4, {"a": "1", "b": "2"})]


def test_a_column_without_a_name_is_left_out() -> None:
    assert rows(b"a,,\n", b"1,2,\n") == [(2, {"a": "1"})]


def test_a_cell_in_quotes_may_hold_line_breaks_and_its_row_counts_from_its_first_line() -> None:
    assert rows(b"a,b\n", b'"x\n', b'y",2\n', b"3,4\n") == [(2, {"a": "x\ny", "b": "2"}), (4, {"a": "3", "b": "4"})]


def test_a_quote_that_stays_open_costs_its_own_line_alone() -> None:
    lines = [b"a,b\n", b'"x,1\n', *(b"%d,2\n" % number for number in range(1_000))]
    assert (len(rows(*lines)), faults(*lines)) == (
        1_000,
        [(2, "A quote that is opened in it is never closed; write a quote within a cell twice.")],
    )


def test_a_quote_that_closes_in_another_row_costs_its_own_line_alone() -> None:
    listed = faults(b"a,b\n", b'"x,1\n', b"3,4\n", b'"y,5\n')
    assert [line for line, _ in listed] == [2, 4]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (b"1\n", "It has 1 cell; the head of the table has 2."),
        (b"1,2,3\n", "It has 3 cells; the head of the table has 2."),
        (b'"1"x,2\n', "It is no row of the table: ',' expected after '\"'."),
        (b"J\xf6rg,2\n", "It is not UTF-8 (byte 0xF6), as the other lines are; save the file as UTF-8."),
        (b"1\0,2\n", "It holds the character U+0000, which is part of no text."),
        (b"1," + b"2" * 100_000 + b"\n", "It has 100,003 characters; a line has at most 100,000."),
    ],
)
def test_a_line_that_is_no_row_is_told_and_the_next_is_read(line: bytes, sentence: str) -> None:
    assert faults(b"a,b\n", line, b"3,4\n") == [(2, sentence)]
    assert rows(b"a,b\n", line, b"3,4\n") == [(3, {"a": "3", "b": "4"})]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (b"{\n", "It is no JSON: "),
        (b"[3]\n", "It is no JSON object; write each row as one, such as "),
        (b'{"a": 1, "a": 2}\n', "It says 'a' twice; say it once."),
        (b'{"a": "\\ud83c"}\n', "It holds half of a character"),
        (b'{"a": "\\u0000"}\n', "It holds the character U+0000"),
        (b"[" * 90_000 + b"\n", "It is no JSON: "),
    ],
)
def test_a_line_that_is_no_object_is_told_and_the_next_is_read(line: bytes, sentence: str) -> None:
    [(number, fault)] = faults(b'{"a": 3}\n', line, b'{"a": 4}\n')
    assert (number, fault.startswith(sentence)) == (2, True)
    assert [cells for _, cells in rows(b'{"a": 3}\n', line, b'{"a": 4}\n')] == [{"a": "3"}, {"a": "4"}]


@pytest.mark.parametrize(
    ("head", "sentence"),
    [
        (b"a,b,a\n", "Line 1 is the head of the table: it names the column 'a' twice; give one of them another name."),
        (b'"a"x,b\n', "Line 1 is the head of the table: a quote in it is out of place"),
        (b"J\xf6rg,2\n", "Line 1 is the head of the table: It is not UTF-8"),
    ],
)
def test_a_head_that_names_no_columns_is_refused(head: bytes, sentence: str) -> None:
    with pytest.raises(UnreadableHead) as refusal:
        TabularReader([head, b"1,2,3\n"])
    assert str(refusal.value).startswith(sentence)


def test_an_empty_file_has_no_columns_and_no_rows() -> None:
    assert (TabularReader([]).columns, rows(b"\n", b" \n")) == ((), [])


def test_rows_are_read_while_they_are_asked_for() -> None:
    taken = 0

    def endless() -> Iterable[bytes]:
        nonlocal taken
        yield b"a\n"
        while True:
            taken += 1
            yield b"1\n"

    next(iter(TabularReader(endless())))
    assert taken == 1


@given(st.lists(st.binary(max_size=60), max_size=8))
def test_every_line_of_any_file_is_a_row_a_fault_or_blank(lines: list[bytes]) -> None:
    numbers = [read.line for read in TabularReader([b"a,b\n", *(line + b"\n" for line in lines)])]
    assert numbers == sorted(set(numbers))
