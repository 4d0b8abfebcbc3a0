"""The language of a person who says which ones they read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from projections.translation.negotiation import language_of

AVAILABLE = ("en", "de", "pt-BR")


@pytest.mark.parametrize(
    ("header", "language"),
    [
        *[("", "en"), ("de", "de"), ("DE", "de"), ("de-AT", "de"), ("de-Latn-AT-1901", "de"), ("pt-br", "pt-BR")],
        *[("fr", "en"), ("fr, de;q=0.5", "de"), ("de;q=0.5, en;q=0.8", "en"), ("en;q=0.5, de;q=0.8", "de")],
        *[("fr;q=0.9, *;q=0.5", "en"), ("de;q=0, en", "en"), ("de;q=0", "en"), ("de; q=0.3 , fr", "de")],
        *[("de;q=much", "en"), ("de;x=1", "en"), (",,;;", "en"), ("pt", "en")],
    ],
)
def test_the_preferred_language_is_taken_of_those_there_are(header: str, language: str) -> None:
    assert language_of(header, AVAILABLE) == language


def test_of_languages_that_are_preferred_alike_the_first_is_taken() -> None:
    assert (language_of("de, en", AVAILABLE), language_of("en, de", AVAILABLE)) == ("de", "en")


def test_without_any_language_it_is_english() -> None:
    assert language_of("*", ()) == "en"


@given(st.text() | st.lists(st.sampled_from(["de", "en", "*", "q=1", ";", ",", "-", "=", "nan", "inf"])).map("".join))
def test_any_header_has_a_language(header: str) -> None:
    assert language_of(header, AVAILABLE) in AVAILABLE
