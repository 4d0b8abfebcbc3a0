"""Reports on pages: narrowed by a form, with their chart, and saved as files."""

from __future__ import annotations

import re

import httpx
import pytest

from api.analytics.table_cells import cell, csv_of
from projections.phrases.catalogue import numerals
from tests.api.pages.browser import Browser
from tests.api.people import Table


@pytest.fixture
def played(table: Table) -> Table:
    """Two sessions, in each of which Ramjet rolled."""
    table.gm.does("freeform.create_character", name="Ramjet", owners=[table.pat.id], tracks={"hp": 10})
    for _ in range(2):
        table.gm.does("freeform.open_session")
        table.pat.does("freeform.roll", label="leap", notation="2d6", actor="ramjet")
        table.gm.does("freeform.damage", target="ramjet", track="hp", amount=1)
        table.gm.does("freeform.end_session")
    return table


def at(table: Table, path: str) -> str:
    return f"/campaigns/{table.id}{path}"


def test_every_report_opens_with_the_chart_that_it_names(pats: Browser, played: Table) -> None:
    names = re.findall(r'href="/campaigns/[^"]*/reports/([^"]+)"', pats.open(at(played, "/reports")))
    assert names
    for name in names:
        page = pats.open(at(played, f"/reports/{name}"))
        for chart in re.findall(r'<img src="([^"]+)"', page):
            answer = pats.send("GET", chart.replace("&amp;", "&"))
            assert (answer.status_code, answer.headers["content-type"].split(";")[0]) == (200, "image/svg+xml"), name


def test_a_chart_for_a_page_lets_the_page_through_and_a_saved_one_does_not(pats: Browser, played: Table) -> None:
    queries = ("?scheme=light", "?scheme=dark", "")
    charts = [pats.send("GET", at(played, f"/reports/luck/chart{query}")).text for query in queries]
    assert ['fill="white"/>' in chart for chart in charts] == [False, False, True]
    assert len(set(charts)) == len(charts)


def test_a_chart_speaks_the_language_of_the_reader(pats: Browser, played: Table) -> None:
    path = at(played, "/reports/luck/chart")
    german = {"Accept-Language": "de"}
    assert pats.send("GET", path).text != pats.send("GET", path, headers=german).text


def test_a_report_is_narrowed_by_its_form(pats: Browser, played: Table) -> None:
    whole = pats.send("GET", at(played, "/reports/pace/rows?format=json")).json()
    second = pats.send("GET", at(played, "/reports/pace/rows?format=json&first_session=2&last_session=&member=")).json()
    assert len(second) < len(whole)
    assert "selected>2" in pats.open(at(played, "/reports/pace?first_session=2"))


def test_a_session_that_is_no_number_is_refused(pats: Browser, played: Table) -> None:
    assert "A session has a number" in pats.open(at(played, "/reports/pace?first_session=x"), 422)


def test_rows_are_saved_as_a_file_of_that_name(pats: Browser, played: Table) -> None:
    answer: httpx.Response = pats.send("GET", at(played, "/reports/luck/rows"))
    assert answer.headers["content-disposition"] == 'attachment; filename="luck.csv"'
    assert answer.text.splitlines()[0].count(",") > 3


def test_a_text_that_looks_like_a_formula_is_no_formula_in_a_spreadsheet() -> None:
    rows = [{"who": "=cmd()", "faces": [1, 2], "p": -0.5}]
    assert csv_of(("who", "faces", "p"), rows) == b'who,faces,p\r\n\'=cmd(),"[1,2]",-0.5\r\n'


def test_numbers_in_cells_are_written_as_in_the_language() -> None:
    german = numerals("de")
    assert [cell(value, german) for value in (1234.567, -0.5, None, True, [1, 2])] == [
        "1.234,57",
        "−0,50",
        "",
        "✓",
        "1, 2",
    ]


def test_a_table_is_saved_as_the_interface_gives_it(pats: Browser, played: Table) -> None:
    played.gm.does("freeform.note", text="A spy.", _audience="gm")
    pats.open(at(played, "/reports"))
    for query in ("table=rolls", "table=entries&format=jsonl"):
        file = pats.send("GET", at(played, f"/facts?{query}"))
        assert file.content == played.pat.send("GET", f"./facts?{query}").content
        assert file.headers["content-disposition"].startswith(f'attachment; filename="{played.id}-')
    assert pats.send("GET", at(played, "/facts?table=nothing")).status_code == 400
