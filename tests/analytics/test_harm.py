"""Harm and healing: who, by whom, with what, how much, in which round, and what was left."""

from __future__ import annotations

from typing import Any

from projections.analytics.base import ReportScope
from projections.analytics.reports.harm import HARM
from projections.analytics.reports.pictures import Rows
from projections.analytics.reports.report import answer
from projections.analytics.schema import NameFact
from projections.facts.rows import Fact
from tests.analytics.making import ADA, BOB, FIGHT, RAT, Row, base_of, fact


def opened(entry: int, points: int = 10, who: str = ADA) -> Fact:
    """The hit points that somebody begins with."""
    return fact(entry, "track_opened", who, "hp", level=points)


def hurt(entry: int, points: int, who: str = ADA, **fields: Any) -> Fact:
    """A bite of the rat."""
    fields = {"by": RAT, "what": "bite", "command": "toy.bite"} | fields
    return fact(entry, "damage_taken", who, "hp", amount=points, change=-points, **fields)


def healed(entry: int, points: int, **fields: Any) -> Fact:
    """What Bob heals of Ada."""
    return fact(entry, "damage_healed", ADA, "hp", amount=points, change=points, by=BOB, **fields)


def told(*rows: Row, asked: ReportScope | None = None) -> Rows:
    """The rows of the report over these facts."""
    return answer(HARM, base_of(*rows), asked or ReportScope()).rows


def test_a_blow_says_who_did_what_to_whom() -> None:
    [row] = told(opened(1), hurt(3, 4, session=2))
    columns = ("campaign", "session", "clock_seconds", "entry", "to_whom", "by_whom", "done", "with_what", "command")
    assert [row[column] for column in columns] == ["TIDE", 2, 180, 3, "Ada", "Rat", "harm", "bite", "toy.bite"]


def test_what_was_left_is_summed_up_from_what_it_began_with() -> None:
    rows = told(opened(1), hurt(2, 4), fact(3, "point_spent", ADA, "hp", change=-1), healed(4, 2), hurt(5, 3))
    assert [(row["done"], row["amount"], row["left"]) for row in rows] == [
        ("harm", 4, 6),
        ("healing", 2, 7),
        ("harm", 3, 4),
    ]


def test_a_level_that_is_set_is_what_counts_from_there() -> None:
    assert [row["left"] for row in told(opened(1), fact(2, "track_set", ADA, "hp", level=20), hurt(3, 4))] == [16]


def test_what_was_left_is_unknown_where_nothing_says_what_it_began_with() -> None:
    assert [row["left"] for row in told(hurt(2, 4))] == [None]


def test_a_pool_that_an_insert_opens_counts_where_it_stands() -> None:
    insert = fact(9, "track_opened", ADA, "hp", level=5, place=[1, 9])
    assert [row["left"] for row in told(insert, hurt(2, 4))] == [1]


def test_two_blows_of_an_entry_come_one_after_the_other() -> None:
    assert [row["left"] for row in told(opened(1), hurt(2, 4, seq=1), hurt(2, 1, seq=0))] == [9, 5]


def test_a_blow_falls_in_the_round_that_its_encounter_has_come_to() -> None:
    begun = fact(1, "encounter_begun", FIGHT, "now", level=1, encounter=FIGHT)
    second = fact(4, "turn_passed", FIGHT, "now", level=2, encounter=FIGHT)
    elsewhere = fact(5, "turn_passed", "encounter/other", "now", level=7, encounter="encounter/other")
    rows = told(begun, hurt(2, 1, encounter=FIGHT), second, elsewhere, hurt(6, 1, encounter=FIGHT), hurt(7, 1))
    assert [(row["fight"], row["round"]) for row in rows] == [("Fight", 1), ("Fight", 2), (None, None)]


def test_a_wound_takes_nothing_from_a_pool() -> None:
    [row] = told(fact(2, "wound_suffered", ADA, "wound-2", what="lesser", by=RAT))
    assert (row["done"], row["with_what"], row["pool"], row["amount"], row["left"]) == (
        "wound",
        "lesser",
        None,
        None,
        None,
    )


def test_two_of_one_name_are_told_apart_by_their_handles() -> None:
    alike = [
        NameFact(campaign="tide", ref=f"character/imp-{n}", handle=f"imp-{n}", name="Imp", kind="", owner=None)
        for n in (1, 2)
    ]
    rows = told(*alike, hurt(1, 4, "character/imp-1"), hurt(2, 4, "character/imp-2"), hurt(3, 4))
    assert [row["to_whom"] for row in rows] == ["Imp (imp-1)", "Imp (imp-2)", "Ada"]


def test_a_fall_is_by_nobody() -> None:
    assert told(hurt(2, 4, by=None))[0]["by_whom"] == "nobody"


def test_of_a_later_session_what_was_left_counts_what_was_before() -> None:
    rows = told(opened(1), hurt(2, 4), hurt(3, 3, session=2), asked=ReportScope(first_session=2))
    assert [(row["entry"], row["left"]) for row in rows] == [(3, 3)]


def test_struck_harm_was_dealt_as_played_alone() -> None:
    facts = (opened(1), hurt(2, 4, struck=9), hurt(3, 3), hurt(2, 1, version=9))
    assert [(row["amount"], row["left"]) for row in told(*facts)] == [(1, 9), (3, 6)]
    assert [(row["amount"], row["left"]) for row in told(*facts, asked=ReportScope(view="as_played"))] == [
        (4, 6),
        (3, 3),
    ]


def test_pools_of_two_campaigns_are_told_apart() -> None:
    rows = answer(HARM, base_of(opened(1), hurt(2, 4), brawl=[opened(1, 30), hurt(2, 5)])).rows
    assert [(row["campaign"], row["left"]) for row in rows] == [("BRAWL", 25), ("TIDE", 6)]


def test_the_sentence_counts_and_names_the_most_of_one_pool() -> None:
    facts = (hurt(1, 4), hurt(2, 3), hurt(3, 5, BOB), fact(4, "damage_taken", BOB, "luck", amount=6), healed(5, 2))
    assert answer(HARM, base_of(*facts)).sentence == (
        "Somebody was harmed 4 times and healed 1 time. Ada took the most harm in one pool: 7 of hp. "
        "Ada was healed the most in one pool: 2 of hp."
    )


def test_the_sentence_names_nobody_where_two_took_as_much() -> None:
    assert answer(HARM, base_of(hurt(1, 4), hurt(2, 4, BOB))).sentence == "Somebody was harmed 2 times."


def test_the_chart_shows_the_ten_pools_with_most() -> None:
    rows = told(*(hurt(n, n, f"character/c-{n}") for n in range(1, 13)))
    shown = {value["who"] for value in HARM.chart(rows).to_dict()["data"]["values"]}
    assert shown == {f"character/c-{n}: hp" for n in range(3, 13)}


def test_the_sentence_on_nothing_says_so() -> None:
    assert answer(HARM, base_of()).sentence == "Nobody was hurt, and nobody was healed."
