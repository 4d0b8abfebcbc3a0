"""Wounds and conditions: their begin, their end, and how long they lasted."""

from __future__ import annotations

from typing import Any

import pytest

from projections.analytics.base import ReportScope
from projections.analytics.reports.pictures import Rows
from projections.analytics.reports.report import answer
from projections.analytics.reports.words import lasting
from projections.analytics.reports.wounds import WOUNDS
from projections.facts.rows import Fact
from projections.phrases.catalogue import english
from tests.analytics.making import ADA, BOB, FIGHT, RAT, Row, base_of, fact

DAY = 86_400


def wounded(entry: int, who: str = ADA, name: str = "wound-1", **fields: Any) -> Fact:
    """A lesser wound by the rat."""
    return fact(entry, "wound_suffered", who, name, **{"what": "lesser", "by": RAT} | fields)


def closed(entry: int, who: str = ADA, name: str = "wound-1", **fields: Any) -> Fact:
    """The end of a wound."""
    return fact(entry, "wound_closed", who, name, **{"because": "rested"} | fields)


def prone(entry: int, type: str = "condition_gained", who: str = ADA, **fields: Any) -> Fact:
    """Somebody falls; or gets up, if the type says so."""
    return fact(entry, type, who, "prone", **{"what": "prone" if type == "condition_gained" else None} | fields)


def told(*rows: Row, asked: ReportScope | None = None) -> Rows:
    """The rows of the report over these facts."""
    return answer(WOUNDS, base_of(*rows), asked or ReportScope()).rows


def test_a_wound_has_its_begin_and_its_end() -> None:
    [row] = told(wounded(1), closed(5, session=2, clock=60 + DAY))
    assert row == {
        "campaign": "TIDE",
        "session": 1,
        "entry": 1,
        "clock_seconds": 60,
        "who": "Ada",
        "affliction": "wound",
        "what": "lesser",
        "by_whom": "Rat",
        "ended": True,
        "ended_session": 2,
        "ended_entry": 5,
        "ended_clock_seconds": 60 + DAY,
        "lasted_seconds": DAY,
        "because": "rested",
    }


def test_an_open_wound_lasts() -> None:
    [row] = told(wounded(1, by=None))
    assert (row["ended"], row["ended_entry"], row["lasted_seconds"], row["by_whom"]) == (False, None, None, "nobody")


def test_a_condition_that_comes_again_is_another_one() -> None:
    rows = told(prone(1), prone(3, "condition_ended"), prone(4), prone(6, who=BOB))
    assert [(row["who"], row["entry"], row["ended_entry"]) for row in rows] == [
        ("Ada", 1, 3),
        ("Ada", 4, None),
        ("Bob", 6, None),
    ]


def test_what_an_encounter_has_is_nobodys_condition() -> None:
    assert told(fact(1, "condition_gained", FIGHT, "dark", what="dark")) == []


def test_what_came_in_the_sessions_asked_for_may_have_ended_later() -> None:
    facts = (
        wounded(1),
        wounded(2, name="wound-2", session=2),
        closed(3, session=3),
        closed(4, name="wound-2", session=3),
    )
    rows = told(*facts, asked=ReportScope(first_session=2, last_session=2))
    assert [(row["entry"], row["ended_session"]) for row in rows] == [(2, 3)]


def test_a_struck_end_ended_it_as_played_alone() -> None:
    facts = (wounded(1), closed(2, struck=9))
    corrected, played = (told(*facts, asked=ReportScope(view=view)) for view in ("corrected", "as_played"))
    assert (corrected[0]["ended"], played[0]["ended"]) == (False, True)


def test_wounds_of_two_campaigns_are_told_apart() -> None:
    rows = answer(WOUNDS, base_of(wounded(1), brawl=[wounded(2), closed(3)])).rows
    assert [(row["campaign"], row["ended"]) for row in rows] == [("BRAWL", True), ("TIDE", False)]


def test_the_sentence_counts_what_lasts_and_names_the_longest() -> None:
    facts = (wounded(1), closed(2, clock=60 + 2 * DAY), wounded(3, BOB), prone(4), prone(5, "condition_ended"))
    assert answer(WOUNDS, base_of(*facts)).sentence == (
        "There were 2 wounds (1 not over yet) and 1 condition (0 not over yet). "
        "Of those that ended, the longest was a wound of Ada, lesser: 2 days of in-game time."
    )


def test_the_sentence_on_nothing_says_so() -> None:
    assert answer(WOUNDS, base_of()).sentence == "Nobody was wounded, and nobody had a condition."


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "0 seconds"), (1, "1 second"), (60, "1 minute"), (5_400, "1.5 hours"), (DAY, "1 day"), (3 * DAY, "3 days")],
)
def test_a_stretch_of_time_is_told_in_the_largest_unit_that_it_fills(seconds: int, words: str) -> None:
    assert english(lasting(seconds)) == words
