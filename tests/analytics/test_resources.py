"""Resources: what was spent and gained of each thing, and what it ended at."""

from __future__ import annotations

from projections.analytics.base import ReportScope
from projections.analytics.reports.pictures import Rows
from projections.analytics.reports.report import answer
from projections.analytics.reports.resources import RESOURCES
from projections.facts.rows import Fact
from tests.analytics.making import ADA, BOB, FIGHT, Row, base_of, fact


def opened(entry: int, level: int, who: str = ADA) -> Fact:
    """The luck that somebody begins with."""
    return fact(entry, "track_opened", who, "luck", level=level)


def spent(entry: int, amount: int, who: str = ADA, *, struck: int | None = None, session: int = 1) -> Fact:
    """Luck that is spent."""
    fields = {"amount": amount, "change": -amount, "struck": struck, "session": session}
    return fact(entry, "point_spent", who, "luck", **fields)


def told(*rows: Row, asked: ReportScope | None = None) -> Rows:
    """The rows of the report over these facts."""
    return answer(RESOURCES, base_of(*rows), asked or ReportScope()).rows


def test_points_are_summed_up_by_who_and_pool() -> None:
    gained = fact(4, "point_gained", ADA, "luck", amount=1, change=1)
    [row] = told(opened(1, 5), spent(2, 2), spent(3, 1), gained)
    assert row == {
        "campaign": "TIDE",
        "who": "Ada",
        "sort": "pool",
        "thing": "luck",
        "gained": 1,
        "spent": 3,
        "net": -2,
        "times_gained": 1,
        "times_spent": 2,
        "ended": 3,
    }


def test_what_somebody_begins_with_is_no_gain() -> None:
    assert told(opened(1, 5)) == []


def test_harm_is_not_spent_but_counts_for_where_a_pool_ended() -> None:
    harm = fact(3, "damage_taken", ADA, "luck", amount=3, change=-3)
    [row] = told(opened(1, 5), spent(2, 1), harm)
    assert (row["spent"], row["ended"]) == (1, 1)


def test_a_pool_ended_nowhere_that_is_known_where_nothing_says_what_it_began_with() -> None:
    assert [row["ended"] for row in told(spent(2, 1))] == [None]


def test_a_budget_is_spent_by_who_acts_and_may_come_back() -> None:
    facts = (
        fact(2, "budget_spent", FIGHT, "ada", by=ADA, what="action", amount=2),
        fact(3, "budget_spent", FIGHT, "ada", by=ADA, what="action", amount=-1),
    )
    [row] = told(*facts)
    assert (row["who"], row["sort"], row["thing"], row["spent"], row["gained"], row["ended"]) == (
        "Ada",
        "budget",
        "action",
        2,
        1,
        None,
    )


def test_of_a_character_asked_for_the_budgets_are_told_too() -> None:
    facts = (
        fact(2, "budget_spent", FIGHT, "ada", by=ADA, what="action", amount=2),
        fact(3, "budget_spent", FIGHT, "bob", by=BOB, what="action", amount=1),
    )
    rows = told(*facts, asked=ReportScope(characters=(BOB,)))
    assert [(row["who"], row["thing"], row["spent"]) for row in rows] == [("Bob", "action", 1)]


def test_things_of_one_name_are_one_thing_and_what_is_lost_was_what_was_left() -> None:
    facts = (
        fact(1, "asset_gained", ADA, "food-1", level=10),
        fact(2, "asset_gained", ADA, "food-2", level=7),
        fact(3, "asset_counted", ADA, "food-1", amount=-4, change=-4),
        fact(4, "asset_lost", ADA, "food-1"),
    )
    [row] = told(*facts)
    assert (row["thing"], row["gained"], row["spent"], row["times_spent"], row["ended"]) == ("food", 17, 10, 2, 7)


def test_cards_are_counted_one_by_one() -> None:
    facts = (
        fact(1, "card_gained", ADA, "theory-1"),
        fact(2, "card_gained", ADA, "theory-2"),
        fact(3, "card_spent", ADA, "theory-1"),
    )
    [row] = told(*facts)
    assert (row["sort"], row["gained"], row["spent"], row["ended"]) == ("card", 2, 1, 1)


def test_of_a_later_session_the_end_counts_what_was_before() -> None:
    [row] = told(opened(1, 5), spent(2, 1), spent(3, 2, session=2), asked=ReportScope(first_session=2))
    assert (row["spent"], row["ended"]) == (2, 2)


def test_what_is_struck_was_spent_as_played_alone() -> None:
    facts = (opened(1, 5), spent(2, 1, struck=9), spent(3, 2))
    corrected, played = (told(*facts, asked=ReportScope(view=view)) for view in ("corrected", "as_played"))
    assert [(row["spent"], row["ended"]) for row in (*corrected, *played)] == [(2, 3), (3, 2)]


def test_campaigns_are_summed_up_apart() -> None:
    rows = answer(RESOURCES, base_of(spent(2, 1), brawl=[spent(2, 3)])).rows
    assert [(row["campaign"], row["spent"]) for row in rows] == [("BRAWL", 3), ("TIDE", 1)]


def test_the_sentence_names_who_spent_the_most_of_one_thing() -> None:
    facts = (spent(2, 1), spent(3, 2, BOB), fact(4, "item_gained", ADA, "rope", level=1))
    assert answer(RESOURCES, base_of(*facts)).sentence == (
        "Something was spent 2 times and gained 1 time. The most of one thing was spent by Bob: 2 of the pool luck. "
        "The most of one thing was gained by Ada: 1 of the item rope."
    )


def test_the_sentence_on_nothing_says_so() -> None:
    assert answer(RESOURCES, base_of()).sentence == "Nothing was spent, and nothing was gained."
