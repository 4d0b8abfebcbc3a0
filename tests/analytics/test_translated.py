"""Reports in another language: questions, columns, sentences and the titles of charts."""

from __future__ import annotations

from typing import Any

import pytest

from projections.analytics.base import in_memory
from projections.analytics.reports.drawing import specification
from projections.analytics.reports.every import REPORTS
from projections.analytics.reports.report import Report, answer
from projections.analytics.reports.translated import (
    chart_in,
    heading,
    numbered,
    report_in,
    report_texts,
    titles,
    words_of_reports,
)
from tests.analytics.gallery import Shown

GERMAN = words_of_reports("de")
ENGLISH = words_of_reports("en")


def titles_in(specified: Any) -> set[str]:
    """The titles of axes, legends and parts of a chart."""
    if isinstance(specified, list):
        return {title for each in specified for title in titles_in(each)}
    if not isinstance(specified, dict):
        return set()
    own = {specified["title"]} if isinstance(specified.get("title"), str) else set()
    return own | {title for key, each in specified.items() if "data" not in key for title in titles_in(each)}


@pytest.mark.parametrize("report", REPORTS.values(), ids=REPORTS)
def test_a_report_is_told_in_german(report: Report) -> None:
    result = answer(report, in_memory({}))
    german = report_in(report, GERMAN)
    assert german.question != report.question
    assert all(german.columns[name] != meaning for name, meaning in report.columns.items())
    assert result.said_in("de") not in ("", result.sentence)


@pytest.mark.parametrize("report", REPORTS.values(), ids=REPORTS)
def test_a_report_stays_as_it_is_in_english(report: Report) -> None:
    assert report_in(report, ENGLISH) == report


def test_every_title_of_every_chart_can_be_translated(shown_reports: list[Shown]) -> None:
    charts = [(each.answer.report, specification(each.answer)) for each in shown_reports]
    drawn = {numbered(title) for report, chart in charts for title in titles_in(chart) - {report.question}}
    assert drawn
    assert drawn <= {each.text for each in report_texts() if each.context == "chart"}


def test_a_chart_is_drawn_with_german_titles_and_the_same_rows() -> None:
    rows = {"data": {"values": [{"title": "In force"}]}}
    english = {
        **rows,
        "x": {"title": "In force"},
        "hconcat": [{"title": "How far from chance (10 strongest of 37 tests)"}],
    }
    german = {
        **rows,
        "x": {"title": "In Kraft"},
        "hconcat": [{"title": "Wie weit vom Zufall (die 10 stärksten von 37 Tests)"}],
    }
    assert (chart_in(english, GERMAN), chart_in(english, ENGLISH)) == (german, english)


def test_a_heading_is_the_name_of_its_column_in_words() -> None:
    assert (heading("clock_seconds", ENGLISH), heading("clock_seconds", GERMAN)) == (
        "clock seconds",
        "Spielzeit in Sekunden",
    )


def test_titles_are_found_wherever_a_chart_is_given_one() -> None:
    source = 'alt.X("a", title="Plain"), chart.properties(title=f"{n} of {m}" if n else "All"), alt.Y(title=None), f(title="No")'
    assert [numbered(title) for title in titles(source)] == ["Plain", "{1} of {2}", "All"]
