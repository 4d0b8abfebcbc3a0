"""A recap of sessions: the moments that a table would want told, in their order."""

from __future__ import annotations

from typing import Any

import pytest

from projections.analytics.base import ReportScope
from projections.analytics.reports.recap import MOST, RECAP
from projections.analytics.reports.report import ReportResult, answer
from projections.facts.rows import Fact
from tests.analytics.making import ADA, BOB, FIGHT, RAT, Row, base_of, entry, fact

CAMPAIGN = "campaign/self"


def harm(number: int, amount: int, who: str = ADA, **fields: Any) -> Fact:
    """Harm that somebody takes."""
    return fact(number, "damage_taken", who, "hp", amount=amount, change=-amount, **fields)


def dead(number: int, who: str = RAT, **fields: Any) -> Fact:
    """Somebody who dies."""
    return fact(number, "condition_gained", who, f"dead-{number}", what="dead", **fields)


def told(*rows: Row, asked: ReportScope | None = None) -> ReportResult:
    """The report over these rows."""
    return answer(RECAP, base_of(*rows), asked or ReportScope())


def texts(answered: ReportResult) -> list[str]:
    """The sentences of the moments."""
    return [row["text"] for row in answered.rows]


def test_a_fight_is_told_with_its_rounds() -> None:
    at = {"encounter": FIGHT}
    rows = [
        fact(1, "encounter_begun", FIGHT, "now", level=1, state="running", **at),
        fact(2, "turn_passed", FIGHT, "now", level=2, **at),
        fact(3, "turn_passed", FIGHT, "now", state="ended", **at),
    ]
    assert texts(told(*rows)) == ["A fight begins: Fight.", "Fight ends after 2 rounds."]


@pytest.mark.parametrize(
    ("moment", "text"),
    [
        (dead(2, by=ADA), "Ada kills Rat."),
        (dead(2, by=RAT), "Rat is dead."),
        (fact(2, "condition_gained", ADA, "x", what="knocked_out", by=RAT), "Rat leaves Ada knocked out."),
        (fact(2, "wound_suffered", ADA, "x", what="lesser"), "Ada is wounded: lesser."),
        (fact(2, "scene_opened", CAMPAIGN, "3"), "Scene 3 begins."),
        (fact(2, "scene_opened", CAMPAIGN, "3", title="The Siege"), "Scene 3, The Siege, begins."),
        (fact(2, "scene_ended", CAMPAIGN, "3"), "Scene 3 ends."),
        (fact(2, "phase_opened", CAMPAIGN, "1", state="open"), "Downtime 1 begins."),
        (fact(2, "phase_changed", CAMPAIGN, "1", state="processed"), "Downtime 1 ends."),
        (fact(2, "trait_gained", ADA, "swift-2", what="power"), "Ada gains swift."),
        (entry(2, kind="revision", asked=1, decided=3), "Gail changes the past, and 3 entries come out otherwise."),
        (entry(2, kind="revision", asked=1, decided=1), "Gail changes the past, and 1 entry comes out otherwise."),
        (
            entry(2, kind="revision", asked=1, reason="It\nmissed."),
            'Gail changes the past. The reason given: "It missed."',
        ),
        (entry(2, kind="revision", withdraws=1, decided=0), "Gail withdraws a change of the past."),
    ],
)
def test_a_moment_is_told_in_a_sentence(moment: Row, text: str) -> None:
    assert texts(told(moment)) == [text]


@pytest.mark.parametrize(
    "plain",
    [
        fact(2, "condition_gained", ADA, "x", what="marked"),
        fact(2, "phase_changed", CAMPAIGN, "1", state="processing"),
        fact(2, "turn_passed", FIGHT, "now", level=2),
        entry(2, kind="revision", status="struck", version=3),
    ],
)
def test_what_is_of_every_day_is_not_told(plain: Row) -> None:
    assert texts(told(plain)) == []


def test_harm_is_told_that_is_twice_the_usual() -> None:
    rows = [harm(1, 2), harm(2, 3, BOB), harm(3, 1), harm(4, 14, by=RAT)]
    assert texts(told(*rows)) == ["Rat costs Ada 14 hp."]


def test_the_usual_is_that_of_the_whole_campaign() -> None:
    rows = [harm(1, 30), harm(2, 30), harm(3, 3, session=2), harm(4, 9, session=2)]
    assert texts(told(*rows, asked=ReportScope(first_session=2))) == []


def test_moments_are_told_in_the_order_of_the_corrected_past() -> None:
    rows = [dead(2), dead(4, ADA), dead(9, BOB, place=[2, 9], version=8)]
    assert [row["who"] for row in told(*rows).rows] == ["Rat", "Bob", "Ada"]


def test_a_session_has_a_dozen_moments_in_which_every_sort_has_its_own() -> None:
    rows = [*(dead(number) for number in range(1, 31)), fact(40, "scene_ended", CAMPAIGN, "1"), dead(41, session=2)]
    moments = told(*rows).rows
    first = [row for row in moments if row["session"] == 1]
    assert (len(first), len(moments)) == (MOST, MOST + 1)
    assert first[-1]["sort"] == "scene"
    assert [row["entry"] for row in first[:-1]] == list(range(1, MOST))


def test_of_harm_the_hardest_is_told_first() -> None:
    usual = [harm(number, 1) for number in range(1, 101)]
    hard = [harm(100 + number, 10 + number) for number in range(1, 21)]
    assert [row["amount"] for row in told(*usual, *hard).rows] == list(range(19, 31))


def test_what_is_struck_is_told_as_played_alone() -> None:
    rows = [dead(2, struck=3), fact(4, "scene_ended", CAMPAIGN, "1")]
    assert texts(told(*rows)) == ["Scene 1 ends."]
    assert texts(told(*rows, asked=ReportScope(view="as_played"))) == ["Rat is dead.", "Scene 1 ends."]


def test_the_sentence_tells_the_last_session() -> None:
    rows = [dead(2), dead(4, ADA, session=2), fact(5, "scene_ended", CAMPAIGN, "2", session=2)]
    assert told(*rows).sentence == "Session 2: Ada is dead. Scene 2 ends."


def test_a_session_and_the_end_of_a_scene_go_by_their_titles() -> None:
    rows = [
        fact(1, "session_opened", CAMPAIGN, "1", title="Low Tide"),
        fact(2, "scene_opened", CAMPAIGN, "1", title="The Siege"),
        fact(3, "scene_ended", CAMPAIGN, "1"),
    ]
    assert told(*rows).sentence == "Session 1 (Low Tide): Scene 1, The Siege, begins. Scene 1, The Siege, ends."


def test_the_sentence_of_what_lies_outside_of_sessions_says_so() -> None:
    assert told(dead(2, session=None)).sentence == "Outside of sessions: Rat is dead."


def test_what_lies_between_sessions_is_told_with_the_session_that_it_follows() -> None:
    sessions = [fact(entry, "session_opened", CAMPAIGN, str(number)) for number, entry in ((1, 1), (2, 10), (3, 30))]
    between = [dead(number, session=None) for number in range(11, 30)]
    answered = told(*sessions, *between, dead(2, ADA, session=None))
    assert [row["after_session"] for row in answered.rows] == [1, *[2] * MOST]
    assert answered.sentence.startswith("After session 2: Rat is dead.")


def test_an_empty_campaign_has_nothing_to_tell() -> None:
    answered = told()
    assert (answered.rows, answered.sentence) == ([], "There is nothing to tell yet.")
    assert RECAP.chart(answered.rows).to_dict()


def test_moments_of_several_campaigns_are_counted() -> None:
    answered = answer(RECAP, base_of(dead(2), other=[dead(2), dead(3)]))
    assert [row["campaign"] for row in answered.rows] == ["OTHER", "OTHER", "TIDE"]
    assert answered.sentence == "3 moments of 2 sessions of several campaigns are told."


def test_every_column_of_a_recap_is_explained() -> None:
    assert told(dead(2)).table.column_names == list(RECAP.columns)
