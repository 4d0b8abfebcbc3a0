"""The pace of play: entries, minutes, and how long questions waited."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from projections.analytics.base import ReportScope
from projections.analytics.reports.pace import PACE, QUESTION, SESSION
from projections.analytics.reports.pictures import Rows
from projections.analytics.reports.report import answer
from projections.facts.rows import FactEntry
from tests.analytics.making import START, Row, base_of, entry


def asks(number: int, question: str = "defence", **fields: Any) -> FactEntry:
    """The game master does something that somebody has to answer."""
    return entry(number, "toy.bite", **{"asks": question} | fields)


def answers(number: int, asked: int, question: str = "defence", *, seconds: int = 0, **fields: Any) -> FactEntry:
    """Anna answers, so many seconds after that minute."""
    at = START + timedelta(minutes=number, seconds=seconds)
    fields = {"deed": asked, "answers": question, "member": "anna", "by_gm": False, "at": at} | fields
    return entry(number, "freeform.answer", **fields)


def told(sort: str, *rows: Row, asked: ReportScope | None = None) -> Rows:
    """The rows of sessions, or of questions."""
    return [row for row in answer(PACE, base_of(*rows), asked or ReportScope()).rows if row["sort"] == sort]


def test_a_session_lasts_from_its_first_entry_to_its_last() -> None:
    [row] = told(SESSION, entry(10), entry(20), entry(40, member="anna", by_gm=False))
    columns = ("campaign", "session", "minutes", "entries", "by_game_master", "by_players", "entries_per_hour")
    assert [row[column] for column in columns] == ["TIDE", 1, 30, 3, 2, 1, 6]


def test_a_session_of_a_single_moment_has_no_pace() -> None:
    [row] = told(SESSION, entry(10))
    assert (row["minutes"], row["entries_per_hour"]) == (0, None)


def test_entries_that_did_not_happen_or_that_the_service_wrote_are_not_played() -> None:
    rows = (entry(1, status="refused"), entry(2, status="struck"), entry(3, kind="record"), entry(4, session=None))
    assert told(SESSION, *rows) == []


def test_questions_are_told_by_kind_and_by_who_answered() -> None:
    rows = (
        asks(1),
        answers(3, 1, seconds=30),
        asks(4),
        answers(5, 4),
        asks(6),
        answers(7, 6, by_gm=True),
        asks(8, "rescue"),
    )
    questions = told(QUESTION, *rows)
    columns = ("question", "answered_by", "questions", "unanswered", "median_wait_minutes", "longest_wait_minutes")
    assert [tuple(row[column] for column in columns) for row in questions] == [
        ("defence", "player", 2, 0, 1.75, 2.5),
        ("defence", "game master", 1, 0, 1, 1),
        ("rescue", "nobody", 1, 1, None, None),
    ]
    [session] = told(SESSION, *rows)
    assert [session[column] for column in columns[2:]] == [4, 1, 1, 2.5]


def test_an_answer_that_asks_again_waits_from_there() -> None:
    rows = (asks(1), answers(3, 1, asks="option"), answers(8, 1, "option"))
    waits = [(row["question"], row["longest_wait_minutes"]) for row in told(QUESTION, *rows)]
    assert waits == [("defence", 2), ("option", 5)]


def test_an_answer_that_another_member_gave_ends_the_wait_of_the_one_asked_for() -> None:
    questions = told(QUESTION, asks(1), answers(3, 1), asked=ReportScope(members=("gm",)))
    assert [(row["unanswered"], row["longest_wait_minutes"]) for row in questions] == [(0, 2)]


def test_a_struck_answer_was_one_as_played() -> None:
    rows = (asks(1), answers(3, 1, struck=9), answers(3, 1, version=9, status="moot"))
    corrected, played = (told(QUESTION, *rows, asked=ReportScope(view=view)) for view in ("corrected", "as_played"))
    assert [row["unanswered"] for row in (*corrected, *played)] == [1, 0]


def test_sessions_and_campaigns_are_told_apart() -> None:
    base = base_of(entry(1), entry(2, session=2), brawl=[entry(1)])
    rows = answer(PACE, base).rows
    assert [(row["campaign"], row["session"], row["entries"]) for row in rows] == [
        ("BRAWL", 1, 1),
        ("TIDE", 1, 1),
        ("TIDE", 2, 1),
    ]
    later = answer(PACE, base, ReportScope(first_session=2)).rows
    assert [(row["campaign"], row["session"]) for row in later] == [("TIDE", 2)]


def test_the_sentence_tells_sessions_and_the_longest_wait() -> None:
    base = base_of(asks(1), answers(3, 1), asks(61))
    assert answer(PACE, base).sentence == (
        "1 session came to 3 entries in 1 hour, 1 of them by players. 2 questions came up; 1 still waits for an answer. "
        "The longest wait for one was 2 minutes: defence, answered by a player."
    )


def test_the_sentence_on_nothing_says_so() -> None:
    assert answer(PACE, base_of()).sentence == "No session has been played yet."
