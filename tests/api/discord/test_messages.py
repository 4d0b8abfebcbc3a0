"""Messages keep to the limits of Discord, whatever is in them."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from api.discord.messages import Button, Message, escaped, shortened
from projections.unfit import fit

LINES = st.lists(st.text(max_size=1200), max_size=20).map(tuple)


@settings(max_examples=60)
@given(LINES, LINES)
def test_a_message_fits_whatever_it_says(lines: tuple[str, ...], block: tuple[str, ...]) -> None:
    content = Message(lines=("x", *lines), block=block).content
    assert 0 < len(content) <= 2000
    assert content.count("```") in (0, 2)


@settings(max_examples=60)
@given(st.text())
def test_an_escaped_text_is_the_text_again_without_its_marks(text: str) -> None:
    marked = escaped(text)
    assert re.sub(r"\\(.)", r"\1", marked) == fit(text)
    assert not re.search(r"[*_~`|<>@\\]", re.sub(r"\\(.)", "", marked))


@given(st.text(max_size=300))
def test_a_label_is_never_empty_or_too_long(text: str) -> None:
    assert 1 <= len(shortened(text)) <= 80


def test_a_button_stands_once_in_a_message() -> None:
    buttons = tuple(Button(f"open|{number // 2}", "Ana: …") for number in range(80))
    rows = Message(lines=("x",), buttons=buttons).edited["components"]
    ids = [button["custom_id"] for row in rows for button in row["components"]]
    assert len(ids) == len(set(ids)) == 25
    assert all(len(row["components"]) <= 5 for row in rows)
