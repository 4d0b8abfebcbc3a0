"""Reports at the terminal: a sentence, a table, a chart."""

from pathlib import Path
from typing import Any

import pytest

from api.analytics.narrowing import Narrowing
from api.cli.commands.serving import DEMO
from api.python import facts, report
from api.settings import load
from projections.analytics.reports.report import Report, answer
from tests.cli.conftest import Newcomer
from tests.cli.terminal import Terminal


def test_the_reports_that_there_are_are_listed(reader: Terminal) -> None:
    assert "Who hits, and who misses?" in reader("report").out


def test_a_report_is_a_sentence_and_a_table(reader: Terminal) -> None:
    done = reader("report", "hits", DEMO)
    assert done.code == 0
    assert "rolls against a target came to" in done.told
    assert "Nitar" in done.out
    assert "campaign" not in done.out


def test_of_several_campaigns_each_row_says_which(reader: Terminal) -> None:
    assert "campaign" in reader("report", "hits", "--all").out


def test_a_report_and_a_refusal_are_in_the_language_of_the_reader(reader: Terminal) -> None:
    german = reader("--language", "de", "report", "hits", DEMO)
    assert (german.code, "rolls against a target" in german.told) == (0, False)
    sentences = [reader(*words, "sheet", DEMO, "nobody-here").said for words in ((), ("--language", "de"))]
    assert sentences[0] != sentences[1]
    assert reader("report", "hits", DEMO).told.startswith(reader("--language", "en", "report", "hits", DEMO).told[:40])


def test_the_log_is_in_the_language_of_the_environment(reader: Terminal) -> None:
    english = reader("log", DEMO).told
    reader.environment["LC_ALL"] = "de_DE.UTF-8"
    try:
        german = reader("log", DEMO).told
    finally:
        reader.environment["LC_ALL"] = None
    assert ("die Kampagne beginnt" in german, "die Kampagne beginnt" in english) == (True, False)


def test_a_language_that_there_is_not_is_refused(reader: Terminal) -> None:
    done = reader("--language", "xx", "campaigns")
    assert (done.code, "there are en, de" in done.said) == (2, True)


def test_a_report_comes_as_json(reader: Terminal) -> None:
    report = reader.json("report", "hits", DEMO)
    assert {row["what"] for row in report["rows"]} >= {"attack", "wisdom save"}


@pytest.mark.parametrize(("end", "begins"), [("svg", b"<svg"), ("png", b"\x89PNG"), ("json", b"{")])
def test_a_reports_chart_is_drawn_into_a_file(reader: Terminal, tmp_path: Path, end: str, begins: bytes) -> None:
    path = tmp_path / f"hits.{end}"
    done = reader("report", "hits", DEMO, "--chart", path)
    assert (done.code, path.read_bytes()[: len(begins)]) == (0, begins)


def test_a_chart_and_its_table_come_of_one_report(
    reader: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []

    def counted(report: Report, *given: Any) -> Any:
        made.append(report.name)
        return answer(report, *given)

    monkeypatch.setattr("api.analytics.reporting.answer", counted)
    assert reader("report", "hits", DEMO, "--chart", tmp_path / "hits.svg").code == 0
    assert made == ["hits"]


def test_only_members_are_told(newcomer: Newcomer) -> None:
    assert newcomer("Olga", "observer")("report", "hits", DEMO).code == 0
    assert "no campaign" in newcomer("Nell", None)("report", "hits", DEMO).said


class TestWhatIsWrong:
    def test_an_unknown_report_names_those_that_there_are(self, reader: Terminal) -> None:
        assert "there are luck, hits" in reader("report", "lukc", DEMO).said

    def test_a_chart_of_another_kind_says_which_there_are(self, reader: Terminal, tmp_path: Path) -> None:
        assert ".svg, .png, .json" in reader("report", "hits", DEMO, "--chart", tmp_path / "hits.gif").said

    def test_no_campaign_is_asked_for(self, reader: Terminal) -> None:
        assert "name a campaign" in reader("report", "hits").said

    def test_a_point_of_time_is_asked_of_one_campaign(self, reader: Terminal) -> None:
        assert "one campaign" in reader("report", "hits", "--all", "--as-of", "3").said


class TestADataSet:
    def test_a_report_of_a_data_set_is_that_of_the_ledger(self, reader: Terminal, tmp_path: Path) -> None:
        assert reader("facts", "publish", tmp_path / "set").code == 0
        report = reader.json("report", "hits", DEMO, "--from", tmp_path / "set")
        assert report["rows"] == reader.json("report", "hits", DEMO)["rows"]

    def test_what_it_cannot_do_is_said(self, reader: Terminal, tmp_path: Path) -> None:
        assert "no data set in" in reader("report", "hits", DEMO, "--from", tmp_path).said
        assert "say with --from which" in reader("report", "hits", DEMO, "--engine", "spark").said
        reader("facts", "publish", tmp_path / "set")
        asked = ("report", "hits", DEMO, "--from", tmp_path / "set")
        assert "sc://host" in reader(*asked, "--engine", "spark").said
        assert "sessions and a view alone" in reader(*asked, "--known-at", "3").said
        assert "no campaign 'Elsewhere'" in reader("report", "hits", "Elsewhere", "--from", tmp_path / "set").said


class TestFromPython:
    def test_a_report_is_an_arrow_table(self, reader: Terminal) -> None:
        table = report("hits", DEMO, settings=load(reader.for_processes))
        assert table.column_names[:3] == ["campaign", "who", "what"]
        assert table.num_rows == len(reader.json("report", "hits", DEMO)["rows"])

    def test_a_report_is_narrowed_to_a_character(self, reader: Terminal) -> None:
        table = report("hits", DEMO, narrowing=Narrowing(characters=("Nitar",)), settings=load(reader.for_processes))
        assert set(table["who"].to_pylist()) == {"Nitar"}

    def test_facts_come_as_tables(self, reader: Terminal) -> None:
        tables = facts(DEMO, settings=load(reader.for_processes))
        assert tables["facts"].num_rows > tables["dice"].num_rows > 0
