"""Changes of the past: who made them, how far they reached, and whether they hold."""

from __future__ import annotations

from typing import Any

from projections.analytics.base import ReportScope
from projections.analytics.reports.report import ReportResult, answer
from projections.analytics.reports.retcons import RETCONS
from projections.facts.rows import FactEntry
from tests.analytics.making import ADA, BOB, Row, base_of, entry, fact


def change(number: int, **fields: Any) -> FactEntry:
    """A change of the past that was asked to change one entry."""
    counts = {"asked": 1, "followed": 0, "inserted": 0, "decided": 1}
    return entry(number, **{"kind": "revision", **counts, **fields})


def withdrawn(number: int, by: int) -> list[Row]:
    """A change that another one has switched off."""
    return [
        change(number, struck=by),
        change(number, version=by, status="struck", decided=0),
        change(by, asked=0, withdraws=number),
    ]


def told(*rows: Row, asked: ReportScope | None = None) -> ReportResult:
    """The report over these rows."""
    return answer(RETCONS, base_of(*rows), asked or ReportScope())


def test_a_change_is_told_with_its_reach() -> None:
    rows: list[Row] = [
        fact(2, "damage_taken", ADA, "hp", struck=9),
        fact(4, "damage_taken", BOB, "hp", struck=9, session=2),
        change(9, followed=2, inserted=1, decided=4, session=2),
        fact(9, "corrected", ADA, "self", session=2),
        fact(9, "corrected", BOB, "self", session=2, seq=1),
    ]
    [row] = told(*rows).rows
    assert (row["who"], row["kind"], row["asked"], row["followed"], row["inserted"], row["decided"]) == (
        "Gail",
        "change",
        1,
        2,
        1,
        4,
    )
    assert (row["people"], row["back_to_entry"], row["back_to_session"], row["in_force"]) == (2, 2, 1, True)


def test_a_withdrawn_change_keeps_its_counts_and_names_what_switched_it_off() -> None:
    first, second = told(*withdrawn(9, by=12)).rows
    assert (first["in_force"], first["withdrawn_by"], first["decided"]) == (False, 12, 1)
    assert (second["kind"], second["withdraws"], second["in_force"]) == ("withdrawal", 9, True)


def test_a_change_whose_withdrawal_was_withdrawn_is_in_force_again() -> None:
    rows: list[Row] = [
        *withdrawn(9, by=12)[:1],
        change(9, version=12, status="struck", struck=15),
        change(9, version=15),
        change(12, withdraws=9, struck=15),
        change(12, version=15, withdraws=9, status="struck"),
        change(15, withdraws=12),
    ]
    assert [(row["entry"], row["in_force"]) for row in told(*rows).rows] == [(9, True), (12, False), (15, True)]


def test_what_was_known_before_a_withdrawal_has_the_change_in_force() -> None:
    [row] = told(*withdrawn(9, by=12), asked=ReportScope(known_at=11)).rows
    assert (row["in_force"], row["withdrawn_by"]) == (True, None)


def test_changes_are_the_same_as_played_and_as_corrected() -> None:
    rows = withdrawn(9, by=12)
    assert told(*rows, asked=ReportScope(view="as_played")).rows == told(*rows).rows


def test_a_range_of_sessions_has_the_changes_that_were_made_in_it() -> None:
    rows: list[Row] = [change(3), change(5, session=2), change(7, session=3)]
    assert [row["entry"] for row in told(*rows, asked=ReportScope(first_session=2, last_session=2)).rows] == [5]


def test_the_sentence_gives_the_reason_of_the_change_that_reached_furthest() -> None:
    answered = told(change(9, reason="It missed."), change(14, decided=3, reason="The wall was\nin the way."))
    assert [row["reason"] for row in answered.rows] == ["It missed.", "The wall was\nin the way."]
    assert answered.sentence.endswith('is entry 14 by Gail: 3. The reason given: "The wall was in the way."')


def test_a_change_whose_reach_is_unknown_is_told_without_it() -> None:
    assert told(change(9, decided=None, reason="It missed.")).sentence == (
        'The past was changed once, and that is in force. It changed 1 entry as asked. The reason given: "It missed."'
    )


def test_the_sentence_counts_changes_and_not_withdrawals() -> None:
    assert told(*withdrawn(9, by=12), change(14, followed=1, decided=3)).sentence == (
        "The past was changed 2 times, of which 1 is in force. They changed 2 entries as asked and 1 because of those; "
        "4 entries came out otherwise. The one that reached furthest is entry 14 by Gail: 3."
    )


def test_the_sentence_of_one_change_is_of_one() -> None:
    assert told(change(9)).sentence == (
        "The past was changed once, and that is in force. It changed 1 entry as asked; 1 entry came out otherwise."
    )


def test_an_empty_campaign_has_no_changes() -> None:
    answered = told()
    assert (answered.rows, answered.sentence) == ([], "Nothing of the past was changed.")
    assert RETCONS.chart(answered.rows).to_dict()


def test_changes_of_several_campaigns_are_told_apart() -> None:
    rows = answer(RETCONS, base_of(change(3), other=[change(3, decided=7)])).rows
    assert [(row["campaign"], row["decided"]) for row in rows] == [("OTHER", 7), ("TIDE", 1)]


def test_every_column_of_changes_is_explained() -> None:
    assert told(change(9)).table.column_names == list(RETCONS.columns)
