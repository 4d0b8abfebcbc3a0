"""Milestones: what was achieved, by whom and when."""

from __future__ import annotations

from typing import Any

from projections.analytics.base import ReportScope
from projections.analytics.reports.milestones import MILESTONES
from projections.analytics.reports.report import ReportResult, answer
from projections.facts.rows import Fact
from tests.analytics.making import ADA, BOB, Row, base_of, fact

DAY = 86_400


def gained(entry: int, name: str, who: str = ADA, **fields: Any) -> Fact:
    """A trait that somebody gains."""
    return fact(entry, "trait_gained", who, name, **{"what": "power", **fields})


def told(*rows: Row, asked: ReportScope | None = None) -> ReportResult:
    """The report over these rows."""
    return answer(MILESTONES, base_of(*rows), asked or ReportScope())


def test_a_milestone_says_who_what_and_on_which_day() -> None:
    [row] = told(gained(4, "swift-12", clock=2 * DAY + 5, command="freeform.learn")).rows
    assert {column: row[column] for column in ("who", "happened", "milestone", "kind", "day", "command")} == {
        "who": "Ada",
        "happened": "gained",
        "milestone": "swift",
        "kind": "power",
        "day": 2,
        "command": "freeform.learn",
    }


def test_what_somebody_begins_with_is_no_milestone() -> None:
    assert told(fact(1, "introduced", ADA, "self"), gained(1, "swift", seq=1)).rows == []


def test_what_another_one_gains_when_somebody_begins_is_one() -> None:
    assert [row["who"] for row in told(fact(1, "introduced", ADA, "self"), gained(1, "swift", BOB, seq=1)).rows] == [
        "Bob"
    ]


def test_an_award_has_its_amount() -> None:
    [row] = told(fact(2, "awarded", ADA, "experience", amount=300)).rows
    assert (row["happened"], row["milestone"], row["kind"], row["amount"]) == ("awarded", "experience", "", 300)


def test_a_struck_milestone_is_told_as_played_alone() -> None:
    rows = [gained(2, "swift", struck=3), gained(4, "strong")]
    assert [row["milestone"] for row in told(*rows).rows] == ["strong"]
    assert [row["milestone"] for row in told(*rows, asked=ReportScope(view="as_played")).rows] == ["swift", "strong"]


def test_an_insert_stands_where_it_was_inserted() -> None:
    rows = [gained(2, "first"), gained(3, "third"), gained(9, "second", place=[2, 9], version=8)]
    assert [row["milestone"] for row in told(*rows).rows] == ["first", "second", "third"]


def test_one_session_has_its_own_milestones() -> None:
    rows = [gained(2, "a"), gained(3, "b", session=2)]
    assert [row["milestone"] for row in told(*rows, asked=ReportScope(first_session=2)).rows] == ["b"]


def test_the_sentence_names_who_has_the_most_and_what_came_last() -> None:
    assert told(gained(2, "swift"), gained(3, "strong"), gained(4, "keen", BOB)).sentence == (
        "There were 3 milestones of 2 characters and groups. Ada had the most: 2. The last was of Bob: keen gained."
    )


def test_characters_with_equally_many_are_not_ranked() -> None:
    assert "most" not in told(gained(2, "swift"), gained(4, "keen", BOB)).sentence


def test_one_milestone_is_told_as_one() -> None:
    assert (
        told(gained(2, "swift")).sentence
        == "There was 1 milestone of 1 character or group. The last was of Ada: swift gained."
    )


def test_an_empty_campaign_has_no_milestones() -> None:
    answered = told()
    assert (answered.rows, answered.sentence) == ([], "There were no milestones.")
    assert MILESTONES.chart(answered.rows).to_dict()


def test_milestones_of_several_campaigns_are_told_apart() -> None:
    answered = answer(MILESTONES, base_of(gained(2, "a"), other=[gained(2, "b"), gained(3, "c")]))
    assert answered.sentence == "There were 3 milestones of 2 characters and groups. Ada (OTHER) had the most: 2."


def test_every_column_of_milestones_is_explained() -> None:
    assert told(gained(2, "swift")).table.column_names == list(MILESTONES.columns)
