"""The spotlight: entries, rolls and turns, by member and by character, in each session."""

from __future__ import annotations

from typing import Any

from projections.analytics.base import ReportScope
from projections.analytics.reports.pictures import Rows
from projections.analytics.reports.report import answer
from projections.analytics.reports.spotlight import CHARACTER, MEMBER, SPOTLIGHT
from projections.facts.rows import Fact, FactEntry
from tests.analytics.making import ADA, BOB, FIGHT, RAT, Row, base_of, entry, fact


def by_anna(number: int, **fields: Any) -> FactEntry:
    """Something that Anna has Ada do."""
    return entry(number, "toy.leap", **{"member": "anna", "by_gm": False, "actor": ADA} | fields)


def turn(number: int, names: str) -> Fact:
    """The game master passes the turn on."""
    return fact(number, "turn_passed", FIGHT, "now", what=names, encounter=FIGHT)


def told(sort: str, *rows: Row, asked: ReportScope | None = None) -> Rows:
    """The rows of members, or of characters."""
    return [row for row in answer(SPOTLIGHT, base_of(*rows), asked or ReportScope()).rows if row["sort"] == sort]


def counted(rows: Rows) -> list[tuple[Any, ...]]:
    """The counts of the rows."""
    return [(row["who"], row["session"], row["entries"], row["rolls"], row["turns"]) for row in rows]


def test_entries_count_for_the_member_who_gave_them_and_the_character_who_acts() -> None:
    rows = (by_anna(1), by_anna(2), entry(3, "toy.bite", actor=RAT), entry(4, "toy.rain"))
    assert counted(told(MEMBER, *rows)) == [("Anna", 1, 2, 0, 0), ("Gail", 1, 2, 0, 0)]
    assert counted(told(CHARACTER, *rows)) == [("Ada", 1, 2, 0, 0), ("Rat", 1, 1, 0, 0)]


def test_a_roll_counts_for_the_character_who_rolled_and_the_member_whose_entry_brought_it() -> None:
    rows = (by_anna(1), fact(1, "rolled", BOB, "dodge", member="anna"))
    assert counted(told(MEMBER, *rows)) == [("Anna", 1, 1, 1, 0)]
    assert counted(told(CHARACTER, *rows)) == [("Ada", 1, 1, 0, 0), ("Bob", 1, 0, 1, 0)]


def test_a_turn_counts_for_who_has_it_and_whose_character_that_is() -> None:
    rows = (turn(1, "ada,bob"), turn(2, "rat"), turn(3, "ada"))
    assert counted(told(CHARACTER, *rows)) == [("Ada", 1, 0, 0, 2), ("Bob", 1, 0, 0, 1), ("Rat", 1, 0, 0, 1)]
    assert counted(told(MEMBER, *rows)) == [("Anna", 1, 0, 0, 2), ("Ben", 1, 0, 0, 1)]


def test_turns_of_a_character_asked_for_are_counted_though_the_game_master_passes_them_on() -> None:
    rows = (turn(1, "ada,bob"), by_anna(2))
    assert counted(told(CHARACTER, *rows, asked=ReportScope(characters=(ADA,)))) == [("Ada", 1, 1, 0, 1)]
    assert counted(told(MEMBER, *rows, asked=ReportScope(members=("anna",)))) == [("Anna", 1, 1, 0, 1)]


def test_shares_are_those_of_a_session() -> None:
    rows = (by_anna(1), entry(2), entry(3), entry(4), by_anna(5, session=2))
    shares = [(row["who"], row["session"], row["share"]) for row in told(MEMBER, *rows)]
    assert shares == [("Gail", 1, 0.75), ("Anna", 1, 0.25), ("Anna", 2, 1.0)]


def test_what_was_undone_refused_or_written_by_the_service_is_not_acting() -> None:
    rows = (
        by_anna(1, status="struck"),
        by_anna(2, status="refused"),
        by_anna(3, status="moot"),
        entry(4, kind="record"),
    )
    assert told(MEMBER, *rows) == []


def test_what_was_undone_counts_as_played() -> None:
    rows = (by_anna(1, struck=5), by_anna(1, version=5, status="struck"))
    assert counted(told(MEMBER, *rows, asked=ReportScope(view="as_played"))) == [("Anna", 1, 1, 0, 0)]


def test_the_spotlight_falls_in_the_sessions_asked_for() -> None:
    rows = (by_anna(1), by_anna(2, session=2), turn(3, "ada"))
    assert counted(told(CHARACTER, *rows, asked=ReportScope(first_session=2))) == [("Ada", 2, 1, 0, 0)]


def test_campaigns_share_nothing() -> None:
    rows = answer(SPOTLIGHT, base_of(by_anna(1), brawl=[by_anna(1), entry(2)])).rows
    assert [(row["campaign"], row["who"], row["share"]) for row in rows if row["sort"] == MEMBER] == [
        ("BRAWL", "Anna", 0.5),
        ("BRAWL", "Gail", 0.5),
        ("TIDE", "Anna", 1.0),
    ]


def test_the_sentence_names_who_gave_and_who_acted_most() -> None:
    rows = (by_anna(1), entry(2), entry(3), entry(4))
    assert answer(SPOTLIGHT, base_of(*rows)).sentence == (
        "2 members gave 4 entries; Gail gave the most (75 %). Ada alone acted in 1 entry."
    )


def test_the_sentence_names_nobody_where_two_did_as_much() -> None:
    assert answer(SPOTLIGHT, base_of(by_anna(1), entry(2))).sentence == (
        "2 members gave 2 entries. Ada alone acted in 1 entry."
    )


def test_the_sentence_on_nothing_says_so() -> None:
    assert answer(SPOTLIGHT, base_of()).sentence == "Nobody has done anything yet."
