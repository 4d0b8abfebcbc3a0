"""Files as people have them: packed, in UTF-16, cut off, from a pipe."""

import gzip
import io
from typing import IO

from hypothesis import given
from hypothesis import strategies as st

from api.imports.files import lines_of

TEXT = "eins\nzwei – ドラゴン\n\nvier".encode()


class Pipe(io.BytesIO):
    """A file that cannot go back."""

    def seekable(self) -> bool:
        return False


def lines(file: IO[bytes]) -> list[bytes]:
    return list(lines_of(file))


@given(st.binary(max_size=300).filter(lambda text: text[:2] not in (b"\x1f\x8b", b"\xff\xfe", b"\xfe\xff")))
def test_a_plain_file_is_read_as_it_is(text: bytes) -> None:
    assert lines(Pipe(text)) == list(io.BytesIO(text))


@given(st.binary(max_size=300))
def test_a_packed_file_is_unpacked(text: bytes) -> None:
    assert lines(Pipe(gzip.compress(text))) == list(io.BytesIO(text))


def test_a_file_in_utf_16_is_read() -> None:
    assert lines(Pipe(TEXT.decode().encode("utf-16"))) == list(io.BytesIO(TEXT))


def test_a_packed_file_that_is_cut_off_gives_what_is_whole_of_it_and_says_so() -> None:
    text = b"".join(f"line {n}\n".encode() for n in range(5000))
    *whole, last = lines(Pipe(gzip.compress(text)[:-2000]))
    assert text.startswith(b"".join(whole[:-1]))
    assert last == b"(the packed file is damaged or cut off here)\n"


def test_a_file_that_only_begins_like_a_packed_one_is_damaged() -> None:
    assert lines(Pipe(b"\x1f\x8b no more")) == [b"(the packed file is damaged or cut off here)\n"]


def test_an_empty_file_has_no_lines() -> None:
    assert lines(Pipe(b"")) == []
