"""Groups and who is here, in browsers."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.api.pages.test_groups import den
from tests.api.people import Table
from tests.browser.conftest import PHONE, violations


def test_who_has_a_page_open_is_here_and_who_has_closed_it_is_not(visitors: Any, table: Table) -> None:
    pats = visitors(PHONE).sign_in(table.pat, f"/campaigns/{table.id}")
    gms = visitors()
    gms.sign_in(table.gm, f"/campaigns/{table.id}/timeline")
    expect(pats.locator("#here")).to_contain_text("Owner", timeout=20_000)
    assert "Olga" not in pats.locator("#here").inner_text()
    gms.page.goto("about:blank")
    expect(pats.locator("#here")).not_to_contain_text("Owner", timeout=40_000)
    expect(pats.locator("#here")).to_contain_text("Pat")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_of_a_group_keeps_anybody_out(visitors: Any, table: Table, scheme: str) -> None:
    den(table)
    page = visitors(PHONE, color_scheme=scheme).sign_in(table.gm)
    wrong = {}
    for path in ("/enclaves/den", "/enclaves/den/grids/plans", "/enclaves/den/history", "/enclaves/den/log"):
        page.goto(f"/campaigns/{table.id}{path}")
        wide = page.evaluate("document.documentElement.scrollWidth") > PHONE["width"]
        wrong[path] = violations(page) + (["wider than the phone"] if wide else [])
    assert {path: faults for path, faults in wrong.items() if faults} == {}
