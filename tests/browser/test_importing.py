"""A file that is imported in a browser: the page says how far it is, lets one stop, and shows what came of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.api.imports.files import rolls
from tests.api.people import Table
from tests.browser.conftest import PHONE, violations


@pytest.fixture
def chosen(visitors: Any, table: Table, tmp_path: Path) -> Page:
    """The form for rolls on a phone, with a file that takes a while."""
    file = tmp_path / "evenings.csv"
    file.write_bytes(rolls(4_000, of=table.id) + b"Ana,,,1d20,77,\n")
    page: Page = visitors(PHONE).sign_in(table.gm, "/imports/rolls")
    page.get_by_label("File", exact=True).set_input_files(file)
    return page


def test_a_file_is_tried_and_then_imported_with_its_progress(chosen: Page) -> None:
    chosen.get_by_role("button", name="Go").click()
    expect(chosen.get_by_role("heading", name="This would come in")).to_be_visible()
    chosen.get_by_label("Only try it").uncheck()
    chosen.evaluate(WATCH)
    chosen.get_by_role("button", name="Go").click()
    expect(chosen.get_by_role("heading", name="A part of it came in")).to_be_visible(timeout=60_000)
    sentences = chosen.evaluate("window.said")
    assert sentences[0] == "The file is being sent …"
    assert any("per cent is written" in each for each in sentences), sentences
    assert violations(chosen) == []
    chosen.get_by_role("link", name="To the campaign").click()
    expect(chosen.get_by_role("heading", name="evenings", exact=True)).to_be_visible()


WATCH = """() => {
  const status = document.querySelector("#importing [role=status]");
  window.said = [];
  new MutationObserver(() => window.said.push(status.textContent)).observe(status, { childList: true });
}"""


def test_an_import_that_is_stopped_writes_nothing(chosen: Page, table: Table) -> None:
    before = len(table.gm.see("/campaigns", limit=500))
    chosen.get_by_label("Only try it").uncheck()
    chosen.get_by_role("button", name="Go").click()
    expect(chosen.get_by_text("per cent is written")).to_be_visible(timeout=30_000)
    chosen.get_by_role("button", name="Stop").press("Enter")
    expect(chosen.get_by_text("Stopped. Nothing was written.")).to_be_visible()
    expect(chosen.get_by_role("button", name="Go")).to_be_enabled()
    chosen.wait_for_timeout(1_000)
    assert len(table.gm.see("/campaigns", limit=500)) == before


def test_a_file_that_is_no_table_is_refused_where_it_was_sent(chosen: Page) -> None:
    chosen.get_by_label("File", exact=True).set_input_files(
        {"name": "x.csv", "mimeType": "text/csv", "buffer": b"\x00\x01"}
    )
    chosen.get_by_role("button", name="Go").click()
    expect(chosen.get_by_text("The file cannot be read")).to_be_visible()
    assert violations(chosen) == []
