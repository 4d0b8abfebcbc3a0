"""Rules that came up, and those that never did."""

from __future__ import annotations

from datetime import timedelta

from projections.analytics.base import ReportScope
from projections.analytics.reports.report import ReportResult, answer
from projections.analytics.reports.rules import OUTSIDE, RULES
from tests.analytics.making import ADA, START, Row, base_of, entry, fact, rule

BOOK = (rule("F-1", text="Roll."), rule("F-2"), rule("M-1", "Magic"))


def told(*rows: Row, asked: ReportScope | None = None) -> ReportResult:
    """The report over these rows and a small rulebook."""
    return answer(RULES, base_of(*BOOK, *rows), asked or ReportScope())


def times(answered: ReportResult) -> dict[str, int]:
    """How often each rule came up."""
    return {row["rule"]: row["times"] for row in answered.rows}


def test_a_rule_counts_once_in_an_entry_that_cites_it_and_has_events_of_it() -> None:
    rows: list[Row] = [
        entry(2, rules=["F-1"]),
        fact(2, "damage_taken", ADA, "hp", rules=["F-1", "F-2"]),
        entry(5, rules=["F-1"]),
    ]
    assert times(told(*rows)) == {"F-1": 2, "F-2": 1, "M-1": 0}


def test_a_rule_says_when_it_came_up_last() -> None:
    rows: list[Row] = [entry(2, rules=["F-1"]), entry(5, rules=["F-1"], session=3)]
    [row] = [row for row in told(*rows).rows if row["rule"] == "F-1"]
    assert (row["last_entry"], row["last_session"], row["last_at"]) == (5, 3, START + timedelta(minutes=5))
    assert (row["chapter"], row["text"]) == ("Fights", "Roll.")


def test_a_rule_that_never_came_up_has_no_last_time() -> None:
    [row] = [row for row in told().rows if row["rule"] == "M-1"]
    assert (row["times"], row["last_at"], row["last_entry"]) == (0, None, None)


def test_what_is_struck_or_refused_did_not_come_up() -> None:
    rows: list[Row] = [
        entry(2, rules=["F-1"], struck=4),
        entry(2, rules=["F-1"], version=4, status="struck"),
        fact(2, "damage_taken", ADA, "hp", rules=["F-2"], struck=4),
        entry(3, rules=["M-1"], status="refused"),
    ]
    assert times(told(*rows)) == {"F-1": 0, "F-2": 0, "M-1": 0}
    assert times(told(*rows, asked=ReportScope(view="as_played"))) == {"F-1": 1, "F-2": 1, "M-1": 0}


def test_a_rule_of_no_rulebook_is_told_as_such() -> None:
    [row] = [row for row in told(entry(2, rules=["X-9"])).rows if row["rule"] == "X-9"]
    assert (row["chapter"], row["times"]) == (OUTSIDE, 1)


def test_a_range_of_sessions_has_the_rules_that_came_up_in_it() -> None:
    rows: list[Row] = [entry(2, rules=["F-1"]), entry(5, rules=["F-2"], session=2)]
    assert times(told(*rows, asked=ReportScope(first_session=2))) == {"F-2": 1, "F-1": 0, "M-1": 0}


def test_the_sentence_says_how_many_came_up_and_which_most_often() -> None:
    rows: list[Row] = [entry(2, rules=["F-2"]), entry(3, rules=["F-2"]), entry(5, rules=["M-1"])]
    assert told(*rows).sentence == (
        "Of 3 rules, 2 came up (67 %), and 1 never did. The most frequent was F-2: in 2 entries."
    )


def test_no_rule_has_come_up_in_an_empty_campaign() -> None:
    assert told().sentence == "None of 3 rules has come up."
    assert answer(RULES, base_of()).sentence == "There are no rules."
    assert RULES.chart([]).to_dict()


def test_each_campaign_has_its_own_count_of_a_rule() -> None:
    rows = answer(RULES, base_of(*BOOK, entry(2, rules=["F-1"]), other=[entry(2, rules=["M-1"])])).rows
    came = [(row["campaign"], row["rule"]) for row in rows if row["times"]]
    assert (came, len(rows)) == ([("OTHER", "M-1"), ("TIDE", "F-1")], 6)


def test_every_column_of_rules_is_explained() -> None:
    assert told().table.column_names == list(RULES.columns)
