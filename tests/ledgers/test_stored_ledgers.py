"""Every ledger that an earlier release wrote is taken in, verified, read, planned on and revised as it was then.

Where a later release answers otherwise, `tests/data/ledgers/permitted.toml` says why.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from tests.ledgers.conftest import Shelf, Taken
from tests.ledgers.stored import differences, every_ledger, permissions

IN_EARNEST = 2
"""How many entries of each ledger are undone and redone in the normal run."""

UNASKED = {"ashore": 16, "cthulhu-eternal": 7}
"""By ledger, an entry on which a question leans that nobody was asked: in "ashore" a planned one, which was never answered
when the plan was carried out, in the other one that took its default when rolls were labelled otherwise."""


def test_every_game_and_the_imported_combat_have_a_stored_ledger() -> None:
    known = {"brawl", "ashore", "cthulhu-eternal", "midnight-in-vaia", "weaverdice", "the-sea-hag"}
    assert known <= {ledger.name for ledger in every_ledger()}


def test_a_stored_ledger_verifies_without_fault(taken: Taken) -> None:
    assert taken.gm.see("./verification")["faults"] == []


def test_a_stored_ledger_answers_as_it_did_but_where_a_reason_is_given(taken: Taken) -> None:
    allowed = permissions()
    unexplained = [
        str(each) for each in taken.differences if not any(one.covers(taken.ledger.name, each.path) for one in allowed)
    ]
    assert unexplained == []


def test_every_permitted_difference_is_one_that_there_is(shelf: Shelf) -> None:
    paths = [(ledger.name, each.path) for ledger in every_ledger() for each in shelf[ledger].differences]
    idle = [one for one in permissions() if not any(one.covers(*difference) for difference in paths)]
    assert idle == []


def test_every_permitted_difference_has_a_sentence_for_its_reason() -> None:
    assert [one for one in permissions() if not one.because.endswith(".") or len(one.because) < 20] == []


def test_an_undo_that_is_redone_leaves_the_read_models_of_a_stored_ledger(taken: Taken) -> None:
    standing = taken.gm.undoable()
    assert list(_left_behind(taken, standing[len(standing) // 6 :: max(1, len(standing) // IN_EARNEST)])) == []


@pytest.mark.parametrize(
    ("taken", "entry"),
    [(ledger, UNASKED[ledger.name]) for ledger in every_ledger() if ledger.name in UNASKED],
    indirect=["taken"],
)
def test_an_undo_that_is_redone_asks_nothing_that_took_its_default_before(taken: Taken, entry: int) -> None:
    assert list(_left_behind(taken, [entry])) == []


@pytest.mark.soak
def test_any_undo_that_is_redone_leaves_the_read_models_of_a_stored_ledger(taken: Taken) -> None:
    assert list(_left_behind(taken, taken.gm.undoable())) == []


def _left_behind(taken: Taken, numbers: Sequence[int]) -> Iterator[str]:
    """What reads otherwise after each of these entries was undone and redone."""
    before = taken.gm.reads()
    for number in numbers:
        undone = taken.gm.revise(undo=[number], policy="cascade", owed="fill", reason="a trial")
        taken.gm.revise(undo=[undone["entry"]["entry"]])
        yield from (f"{number}: {each}" for each in differences(before, taken.gm.reads()))


def test_a_changed_value_is_a_difference_at_its_path() -> None:
    listed = list(differences({"hp": {"now": [3, 4]}}, {"hp": {"now": [3, 5]}}))
    assert [str(each) for each in listed] == ["hp/now/001: stored 4, now 5"]


def test_a_branch_that_is_gone_is_one_difference() -> None:
    (difference,) = differences({"hp": {"now": 3, "most": 4}}, {})
    assert (difference.path, difference.now) == ("hp", "(absent)")
