"""Downtime: phases, the days that passed in them, and what was planned and done."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from domain.aggregates import CAMPAIGN
from projections.analytics.base import ReportScope
from projections.analytics.reports.downtime import DOWNTIME
from projections.analytics.reports.pictures import Rows
from projections.analytics.reports.report import answer
from projections.facts.rows import Fact
from tests.analytics.making import ADA, BOB, Row, base_of, fact

DAY = 86_400


def phase(opened: int, over: int, *, number: int = 1, days: int = 3) -> list[Fact]:
    """A phase of downtime that is opened with one entry and over with another, as many days later."""
    return [
        fact(opened, "phase_opened", CAMPAIGN, str(number), state="open", clock=0),
        fact(over, "phase_changed", CAMPAIGN, str(number), state="processed", clock=days * DAY),
    ]


def planned(entry: int, action: str = "toy.rest", who: str = ADA, name: str = "downtime/1/1", **fields: Any) -> Fact:
    """Something that Anna plans, which takes two slots."""
    known = {"what": action, "amount": 2, "state": "planned", "member": "anna", "clock": 0}
    return fact(entry, "intent_announced", who, name, **known | fields)


def settled(entry: int, state: str = "done", who: str = ADA, name: str = "downtime/1/1", **fields: Any) -> Fact:
    """What became of it, on the second day, by the game master."""
    return fact(entry, "intent_changed", who, name, **{"state": state, "clock": DAY} | fields)


def told(*rows: Row, asked: ReportScope | None = None) -> Rows:
    """The rows of the report over these facts."""
    return answer(DOWNTIME, base_of(*rows), asked or ReportScope()).rows


def test_an_action_says_who_planned_it_and_what_became_of_it() -> None:
    assert told(*phase(1, 9), planned(2), settled(4)) == [
        {
            "campaign": "TIDE",
            "phase": 1,
            "session": 1,
            "after_session": None,
            "days": 3,
            "who": "Ada",
            "action": "toy.rest",
            "slots": 2,
            "slots_used": 2,
            "outcome": "done",
            "planned_by": "Anna",
            "planned_entry": 2,
            "carried_out_by": "Gail",
            "carried_out_entry": 4,
            "carried_out_day": 2,
        }
    ]


def test_what_was_not_done_uses_no_slots() -> None:
    rows = told(*phase(1, 9), planned(2), settled(4, "impossible"), planned(3, who=BOB))
    assert [(row["who"], row["outcome"], row["slots_used"], row["carried_out_by"]) for row in rows] == [
        ("Ada", "impossible", 0, "Gail"),
        ("Bob", "planned", 0, None),
    ]


def test_a_phase_in_which_nothing_was_planned_is_told_with_its_days() -> None:
    [row] = told(*phase(1, 9, number=2, days=5))
    assert (row["phase"], row["days"], row["who"], row["action"]) == (2, 5, None, None)


def test_phases_keep_their_actions_apart() -> None:
    later = planned(12, "toy.craft", name="downtime/2/1")
    rows = told(*phase(1, 9), *phase(11, 19, number=2, days=1), planned(2), later)
    assert [(row["phase"], row["days"], row["action"]) for row in rows] == [(1, 3, "toy.rest"), (2, 1, "toy.craft")]


def test_of_a_character_asked_for_the_phases_without_plans_are_left_out() -> None:
    facts = (*phase(1, 9), *phase(11, 19, number=2), planned(2), planned(3, who=BOB))
    rows = told(*facts, asked=ReportScope(characters=(BOB,)))
    assert [(row["phase"], row["days"], row["who"]) for row in rows] == [(1, 3, "Bob")]


def test_a_phase_of_another_session_is_left_out() -> None:
    assert told(*phase(1, 9), planned(2), asked=ReportScope(first_session=2)) == []


def test_a_phase_between_sessions_names_the_session_that_it_follows() -> None:
    sessions = [fact(entry, "session_opened", CAMPAIGN, str(number)) for number, entry in ((1, 1), (2, 10), (3, 30))]
    opened, over = phase(20, 21)
    answered = answer(DOWNTIME, base_of(*sessions, replace(opened, session=None), replace(over, session=None)))
    assert [(row["session"], row["after_session"]) for row in answered.rows] == [(None, 2)]
    assert answered.sentence == "1 phase of downtime after session 2 took 3 days. Nothing was planned."


def test_a_struck_outcome_was_one_as_played() -> None:
    facts = (*phase(1, 9), planned(2), settled(4, struck=10))
    corrected, played = (told(*facts, asked=ReportScope(view=view)) for view in ("corrected", "as_played"))
    assert [row["outcome"] for row in (*corrected, *played)] == ["planned", "done"]


def test_campaigns_have_their_own_phases() -> None:
    base = base_of(*phase(1, 9), planned(2), brawl=[*phase(1, 9, days=1), planned(2, "toy.brawl")])
    rows = answer(DOWNTIME, base).rows
    assert [(row["campaign"], row["days"], row["action"]) for row in rows] == [
        ("BRAWL", 1, "toy.brawl"),
        ("TIDE", 3, "toy.rest"),
    ]


def test_the_sentence_says_what_most_slots_went_into() -> None:
    facts = (*phase(1, 9), planned(2), settled(4), planned(3, "toy.long_craft", BOB, amount=3), settled(5, who=BOB))
    assert answer(DOWNTIME, base_of(*facts)).sentence == (
        "1 phase of downtime took 3 days. 2 actions of characters came to this: 2 done. "
        "The most time went into long craft: 3 slots of 5."
    )


def test_the_sentence_on_an_idle_phase_says_so() -> None:
    assert answer(DOWNTIME, base_of(*phase(1, 9, days=1))).sentence == (
        "1 phase of downtime took 1 day. Nothing was planned."
    )


def test_the_sentence_on_nothing_says_so() -> None:
    assert answer(DOWNTIME, base_of()).sentence == "There was no downtime."
