"""Hits and misses: rolls with an outcome, counted by who rolled and what for."""

from __future__ import annotations

from typing import Any

from projections.analytics.base import ReportScope
from projections.analytics.reports.hits import HITS
from projections.analytics.reports.report import answer
from projections.facts.rows import Fact
from tests.analytics.making import BOB, base_of, fact


def roll(entry: int, outcome: str | None, total: int = 12, **fields: Any) -> Fact:
    """A roll to leap a gap of 10."""
    return fact(
        entry, "rolled", name="leap", **{"what": "leap", "outcome": outcome, "total": total, "target": 10} | fields
    )


def test_rolls_are_counted_by_who_rolled_and_for_what() -> None:
    rows = answer(HITS, base_of(roll(1, "success", 14), roll(2, "miss", 8), roll(3, "hit", aggregate=BOB))).rows
    assert [(row["who"], row["rolls"], row["successes"], row["share"], row["margin"]) for row in rows] == [
        ("Ada", 2, 1, 0.5, 1.0),
        ("Bob", 1, 1, 1.0, 2.0),
    ]


def test_a_roll_against_nothing_is_no_hit_and_no_miss() -> None:
    assert answer(HITS, base_of(roll(1, None))).rows == []


def test_campaigns_are_counted_apart() -> None:
    rows = answer(HITS, base_of(roll(1, "success"), brawl=[roll(1, "miss")])).rows
    assert [(row["campaign"], row["successes"]) for row in rows] == [("BRAWL", 0), ("TIDE", 1)]


def test_a_struck_roll_counts_as_played_alone() -> None:
    base = base_of(roll(1, "success"), roll(2, "miss", struck=5))
    corrected, played = (answer(HITS, base, ReportScope(view=view)).rows for view in ("corrected", "as_played"))
    assert (corrected[0]["rolls"], played[0]["rolls"]) == (1, 2)


def test_the_sentence_names_the_best_of_those_who_rolled_often() -> None:
    base = base_of(*(roll(n, "success") for n in range(5)), roll(9, "miss", aggregate=BOB))
    assert answer(HITS, base).sentence == (
        "6 rolls against a target came to 5 successes (83 %). Of those who rolled for one thing five times or more, "
        "Ada did best: leap, 5 of 5."
    )


def test_the_sentence_on_nothing_says_so() -> None:
    assert answer(HITS, base_of()).sentence == "Nobody has rolled against anything yet."
