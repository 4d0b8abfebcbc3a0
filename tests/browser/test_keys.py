"""Keys, settings and accounts in a browser: nothing is wider than a phone, nobody is kept out, and the keyboard is enough."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.api.people import Table
from tests.browser.conftest import PHONE, Visitor, violations


def walk(page: Page, table: Table) -> dict[str, list[str]]:
    """The faults of every page about keys, by its path."""
    below = f"/campaigns/{table.id}"
    own = ("/account", "/account/tokens", "/account/bots", "/accounts", "/campaigns/new", "/nowhere")
    faults = {}
    for path in (*own, *(below + path for path in ("/settings", "/webhooks", "/bots", "/people"))):
        page.goto(path)
        faults[path] = violations(page)
        if page.evaluate("document.documentElement.scrollWidth") > PHONE["width"]:
            faults[path].append("wider than a phone")
    return {path: wrong for path, wrong in faults.items() if wrong}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_about_keys_keeps_anybody_out(visitors: Any, table: Table, scheme: str) -> None:
    table.gm.ask("POST", "/tokens", 201, json={"label": "for the dashboard with a rather long name"})
    table.gm.ask("POST", "./webhooks", 201, json={"url": "https://hooks.example.invalid/" + "a-long-path/" * 8})
    visitor: Visitor = visitors(PHONE, color_scheme=scheme)
    assert walk(visitor.sign_in(table.gm), table) == {}


def test_a_token_is_made_with_the_keyboard_alone(visitors: Any, table: Table) -> None:
    page = visitors(PHONE).sign_in(table.pat, "/account/tokens")
    page.get_by_label("What for").focus()
    page.keyboard.type("for the phone")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Your new token")).to_be_visible()
    expect(page.locator("section.asks code")).to_contain_text("retcon_")


def test_nobody_is_removed_by_one_press(visitors: Any, table: Table) -> None:
    page = visitors(PHONE).sign_in(table.gm, f"/campaigns/{table.id}/people")
    page.get_by_text("Remove: Pat").first.click()
    assert "Pat" in [each["name"] for each in table.gm.see("./members")]
    page.get_by_role("button", name="Remove: Pat").click()
    page.wait_for_load_state()
    assert "Pat" not in [each["name"] for each in table.gm.see("./members")]
