"""The story is one line: before each of its entries stands one other, whatever was inserted where."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from domain.history.script import Script
from domain.records.entries import Insertion, Revision


def script_of(steps: list[int | None]) -> tuple[Script, int]:
    """A ledger of played entries (None) and of revisions that insert after one of the entries before; and its length."""
    revisions: dict[int, Revision] = {}
    number = 1
    for step in steps:
        number += 1
        if step is not None:
            placed = [entry for entry in range(1, number) if entry not in revisions]
            revisions[number] = Revision(inserts=(Insertion(number + 1, placed[step % len(placed)]),))
            number += 1
    return Script(revisions), number


@given(st.lists(st.none() | st.integers(0, 40), max_size=25))
def test_the_predecessor_of_an_entry_is_the_one_before_it_in_the_story(steps: list[int | None]) -> None:
    script, head = script_of(steps)
    story = sorted((entry for entry in range(1, head + 1) if entry not in script.revisions), key=script.place)
    assert [script.predecessor(entry) for entry in story] == [0, *story[:-1]]
