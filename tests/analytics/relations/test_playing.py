"""Turns, moves, questions and changes of the past, one row each."""

from typing import Any

from projections.analytics.base import ReportScope
from projections.facts.rows import Fact
from tests.analytics.making import ADA, BOB, FIGHT, entry, fact
from tests.analytics.relations.asking import only, told


def passed(number: int, up: str | None, **fields: Any) -> Fact:
    return fact(number, "turn_passed", FIGHT, "now", what=up, encounter=FIGHT, **fields)


def test_a_turn_belongs_to_whoever_is_up() -> None:
    rows = told(
        "turns", passed(2, "ada", level=1), passed(3, "ada,bob"), passed(4, None, level=2), passed(5, "horde-1")
    )
    assert only(rows, "entry", "who", "who_ref", "round", "place_in_order") == [
        (2, "Ada", ADA, 1, "ada"),
        (3, "Ada", ADA, 1, "ada"),
        (3, "Bob", BOB, 1, "bob"),
        (5, "horde-1", None, 2, "horde-1"),
    ]


def test_a_move_says_from_where_to_where() -> None:
    steps = [("placed", "3,4", None), ("moved", "3,5", None), ("taken_off", None, "fled")]
    facts = [
        fact(n, type, FIGHT, "ada", what=to, because=why, encounter=FIGHT) for n, (type, to, why) in enumerate(steps, 1)
    ]
    assert only(told("moves", *facts), "who", "came_from", "went_to", "because") == [
        ("Ada", None, "3,4", None),
        ("Ada", "3,4", "3,5", None),
        ("Ada", "3,5", None, "fled"),
    ]


def test_a_question_says_who_answered_and_how_long_play_waited() -> None:
    asked = entry(2, "freeform.attack", asks="defence", actor=BOB)
    answered = entry(5, "freeform.answer", deed=2, answers="defence", member="anna", by_gm=False)
    assert only(told("questions", asked, answered), "question", "who", "answered_entry", "answered_by", "waited") == [
        ("defence", "Bob", 5, "anna", 3.0)
    ]


def test_an_answer_may_ask_again() -> None:
    rows = [
        entry(2, asks="first"),
        entry(3, deed=2, answers="first", asks="second"),
        entry(7, deed=2, answers="second"),
    ]
    assert only(told("questions", *rows), "question", "answered_entry") == [("first", 3), ("second", 7)]


def test_a_question_that_is_open_waits() -> None:
    (row,) = told("questions", entry(2, asks="defence"), entry(3))
    assert (row["answered"], row["answered_by"], row["waited"]) == (False, None, None)


def test_an_answer_that_was_undone_leaves_the_question_open() -> None:
    undone = entry(3, deed=2, answers="defence", status="struck", version=4)
    assert only(told("questions", entry(2, asks="defence"), undone), "answered") == [(False,)]


def test_a_revision_says_how_far_it_reached_and_whether_it_holds() -> None:
    numbers: dict[str, Any] = {"kind": "revision", "asked": 1, "followed": 2, "inserted": 0, "decided": 3}
    undone = entry(8, **numbers, status="struck", version=9)
    rows = told("revisions", entry(2), undone, entry(9, **numbers | {"withdraws": 8}))
    assert only(rows, "entry", "asked", "followed", "decided", "withdraws", "in_force") == [
        (8, 1, 2, 3, None, False),
        (9, 1, 2, 3, 8, True),
    ]


def test_what_was_known_at_an_entry_knows_no_later_revision() -> None:
    numbers: dict[str, Any] = {"kind": "revision", "asked": 1, "followed": 0, "inserted": 0, "decided": 0}
    rows = [entry(8, **numbers), entry(9, **numbers)]
    assert only(told("revisions", *rows, asked=ReportScope(known_at=8)), "entry") == [(8,)]
