"""Marks: short, different, and the same wherever somebody stands."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.pages.drawing.marks import marks


@pytest.mark.parametrize(
    ("named", "wanted"),
    [
        ({"1": ("Kestrel", "kestrel")}, ["Ke"]),
        ({"1": ("The Sea Hag", "the-sea-hag")}, ["TH"]),
        ({"1": ("Ghoul", "ghoul"), "2": ("Ghoul", "ghoul-2")}, ["Gh", "G2"]),
        ({"1": ("Anvil", "anvil"), "2": ("Anton", "anton")}, ["Av", "An"]),
        ({"1": ("X", "x")}, ["X"]),
        ({"1": ("…", "nobody")}, ["?"]),
    ],
)
def test_a_mark_is_made_of_the_name(named: dict[str, tuple[str, str]], wanted: list[str]) -> None:
    assert [marks(named)[key] for key in named] == wanted


NAMES = st.dictionaries(st.text("ab", min_size=1), st.tuples(st.text("xy -", max_size=6), st.just("h")), max_size=40)


@given(NAMES)
def test_nobody_shares_a_mark(named: dict[str, tuple[str, str]]) -> None:
    assert len({mark.casefold() for mark in marks(named).values()}) == len(named)
