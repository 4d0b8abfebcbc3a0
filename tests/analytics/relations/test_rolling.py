"""Rolls, their dice and what was added to them, one row each."""

from typing import Any

import pytest

from projections.facts.rows import Fact
from tests.analytics.making import ADA, BOB, FIGHT, RAT, fact
from tests.analytics.relations.asking import only, told


def roll(entry: int, who: str = ADA, name: str = f"attack/{RAT}", **fields: Any) -> Fact:
    """Make a roll of 2d6 with the higher die kept, and 3 added to it."""
    known: dict[str, Any] = {
        "what": name.partition("/")[0],
        "against": RAT,
        "notation": "2d6kh1",
        "sides": [6, 6],
        "dice": [2, 5],
    }
    known |= {"kept": [False, True], "addends": ["strength", "cover"], "added": [4, -1], "shown": 5, "total": 8}
    return fact(entry, "rolled", who, name, **known | {"target": 7, "outcome": "success"} | fields)


def judged(entry: int, name: str = f"attack/{RAT}", **fields: Any) -> Fact:
    return fact(entry, "judged", ADA, name, what="attack", **{"seq": 1, "outcome": "blocked"} | fields)


def test_a_roll_says_who_rolled_against_whom_and_what_it_came_to() -> None:
    (row,) = told("rolls", roll(4))
    assert only([row], "who", "who_ref", "against", "roll", "natural_roll", "added", "total") == [
        ("Ada", ADA, "Rat", "attack", 5, 3, 8)
    ]
    assert only([row], "target", "margin", "outcome", "judged", "counts", "success") == [
        (7, 1, "success", None, "success", True)
    ]


def test_a_roll_that_was_judged_again_counts_as_it_was_judged() -> None:
    (row,) = told("rolls", roll(4), judged(4))
    assert only([row], "outcome", "judged", "counts", "success") == [("success", "blocked", "blocked", None)]


def test_the_last_of_several_judgements_counts() -> None:
    (row,) = told("rolls", roll(4), judged(4), judged(5, deed=4, outcome="miss"))
    assert only([row], "judged", "success") == [("miss", False)]


def test_each_of_two_rolls_of_a_label_has_the_judgement_after_it() -> None:
    rows = told("rolls", roll(4), judged(4), roll(5, deed=4, seq=2), roll(6))
    assert only(rows, "entry", "judged") == [(4, "blocked"), (5, None), (6, None)]


def test_a_judgement_without_a_roll_is_no_roll() -> None:
    assert told("rolls", judged(4)) == []


def test_an_outcome_that_is_neither_success_nor_failure_leaves_success_empty() -> None:
    assert only(told("rolls", roll(4, outcome=None)), "outcome", "success") == [(None, None)]


def test_rolls_of_a_fight_know_the_round() -> None:
    paces = [
        fact(2, "encounter_begun", FIGHT, level=1, encounter=FIGHT),
        fact(5, "turn_passed", FIGHT, level=2, encounter=FIGHT),
    ]
    rows = told("rolls", *paces, roll(1), roll(3, encounter=FIGHT), roll(5, encounter=FIGHT, seq=1), roll(6))
    assert only(rows, "entry", "round") == [(1, None), (3, 1), (5, 2), (6, None)]


def test_an_inserted_roll_stands_where_it_was_inserted() -> None:
    rows = told("rolls", roll(4), roll(5), roll(9, place=[4, 9]))
    assert only(rows, "entry") == [(4,), (9,), (5,)]


def test_a_character_without_a_name_is_called_by_the_reference() -> None:
    assert only(told("rolls", roll(4, who="character/gone", against=None)), "who", "against") == [
        ("character/gone", None)
    ]


def test_each_die_of_a_roll_has_a_row() -> None:
    rows = told("roll_dice", roll(4, who=BOB))
    assert only(rows, "number", "who", "sides", "value", "kept") == [(1, "Bob", 6, 2, False), (2, "Bob", 6, 5, True)]


def test_each_addend_of_a_roll_has_a_row() -> None:
    assert only(told("modifiers", roll(4)), "number", "modifier", "amount") == [(1, "strength", 4), (2, "cover", -1)]


@pytest.mark.parametrize("relation", ["roll_dice", "modifiers"])
def test_a_roll_without_dice_or_addends_has_no_rows(relation: str) -> None:
    assert told(relation, roll(4, sides=[], dice=[], kept=[], addends=[], added=[])) == []
