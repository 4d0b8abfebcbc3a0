"""The SQL of a report is kept: working it out takes longer than answering it."""

import ibis
import pytest

from projections.analytics.base import ReportScope, in_memory
from projections.analytics.reports.every import REPORTS
from projections.analytics.reports.report import answer


def test_a_question_is_turned_into_sql_once_for_all_databases(monkeypatch: pytest.MonkeyPatch) -> None:
    answer(REPORTS["hits"], in_memory({}))
    monkeypatch.delattr(ibis, "to_sql")
    assert answer(REPORTS["hits"], in_memory({})).rows == []


def test_another_question_has_sql_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    answer(REPORTS["hits"], in_memory({}))
    monkeypatch.delattr(ibis, "to_sql")
    with pytest.raises(AttributeError):
        answer(REPORTS["hits"], in_memory({}), ReportScope(first_session=987))
