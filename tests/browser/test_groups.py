"""Groups and who is here, in browsers."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.api.people import Table
from tests.browser.conftest import PHONE


def test_who_has_a_page_open_is_here_and_who_has_closed_it_is_not(visitors: Any, table: Table) -> None:
    pats = visitors(PHONE).sign_in(table.pat, f"/campaigns/{table.id}")
    gms = visitors()
    gms.sign_in(table.gm, f"/campaigns/{table.id}/timeline")
    expect(pats.locator("#here")).to_contain_text("Owner", timeout=20_000)
    assert "Olga" not in pats.locator("#here").inner_text()
    gms.page.goto("about:blank")
    expect(pats.locator("#here")).not_to_contain_text("Owner", timeout=40_000)
    expect(pats.locator("#here")).to_contain_text("Pat")
