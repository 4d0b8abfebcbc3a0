"""Keys, settings and accounts in a browser: the keyboard is enough, and nobody is removed by mistake."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.api.people import Table
from tests.browser.conftest import PHONE


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
