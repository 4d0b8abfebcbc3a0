"""Downtime in browsers: two players plan on their phones, the game master looks ahead and carries it out, everybody reads."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.api.people import Person, Table
from tests.browser.conftest import DESK, PHONE, violations, violations_in_the_dark


@pytest.fixture
def quinn(table: Table) -> Person:
    """A second player. Ada is Pat's and Bo Quinn's; a phase of two days is open."""
    quinn = table.join("Quinn", "player")
    for name, member in (("Ada", table.pat), ("Bo", quinn)):
        tracks = {"hp": {"current": 3, "minimum": 0, "maximum": 10}, "coin": {"current": 5, "minimum": 0}}
        table.gm.does("freeform.create_character", name=name, owners=[member.id], tracks=tracks)
    table.gm.ask("POST", "./downtime", 201, json={"title": "The quiet week", "days": 2})
    return quinn


def adds(page: Page, action: str, **filled: str) -> None:
    """Look for an action by its name and fill in its form."""
    page.get_by_role("link", name="Add an action").first.click()
    page.get_by_label("Find an action").fill(action)
    page.get_by_role("button", name="Find").click()
    page.get_by_role("link", name=action.capitalize(), exact=True).first.click()
    page.get_by_text("More fields").click()
    for label, value in filled.items():
        page.get_by_label(label).first.fill(value)


def as_wide_as_the_phone(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"])


def test_a_downtime_is_planned_on_two_phones_looked_at_carried_out_and_read(
    visitors: Any, table: Table, quinn: Person
) -> None:
    below = f"/campaigns/{table.id}/downtime"
    pats = visitors(PHONE).sign_in(table.pat, f"{below}/1")
    quinns = visitors(PHONE).sign_in(quinn, f"{below}/1")

    adds(pats, "spend", track="coin", amount="2", Slots="4")
    pats.get_by_role("button", name="Put it on the plan").click()
    expect(pats.get_by_role("alert").last).to_contain_text("That takes 4 slots, and this phase has 3")
    assert as_wide_as_the_phone(pats)
    pats.get_by_label("Slots that it takes").fill("1")
    pats.get_by_role("button", name="Put it on the plan").click()
    expect(pats.get_by_text("1 of 3 slots used")).to_be_visible()
    assert as_wide_as_the_phone(pats)

    adds(quinns, "note", text="Bo meets the mayor at night.")
    quinns.get_by_role("button", name="Put it on the plan").click()
    expect(quinns.get_by_text("meets the mayor")).to_be_visible()
    pats.reload()
    expect(pats.get_by_text("meets the mayor")).to_have_count(0)

    gms = visitors(DESK).sign_in(table.gm, f"{below}/1")
    expect(gms.get_by_text("Everybody has planned.")).to_be_visible()
    gms.get_by_role("link", name="See what would happen").click()
    expect(gms.get_by_text("Ada coin 5 → 3")).to_be_visible()
    gms.get_by_role("button", name="Carry it out").click()
    expect(gms.get_by_role("heading", name="What came of phase 1")).to_be_visible()

    pats.goto(f"{below}/1/report")
    expect(pats.get_by_text("coin", exact=False).first).to_be_visible()
    assert as_wide_as_the_phone(pats)
    assert table.gm.see("./characters/ada")["tracks"]["coin"]["current"] == 3


def test_the_plan_is_put_in_order_with_the_keyboard_alone(visitors: Any, table: Table, quinn: Person) -> None:
    def spends(amount: int) -> dict[str, Any]:
        return {"type": "freeform.spend", "args": {"target": "ada", "track": "coin", "amount": amount}}

    table.pat.ask("PUT", "./downtime/1/plans/ada", 200, json={"actions": [spends(1), spends(2)]})
    page = visitors().sign_in(table.pat, f"/campaigns/{table.id}/downtime/1")
    page.get_by_role("button", name="Later: spend").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".actions li").first).to_contain_text("amount: 2")
    actions = table.pat.see("./downtime/1/plans/ada")["actions"]
    assert [action["args"]["amount"] for action in actions] == [2, 1]


def test_no_page_of_downtime_keeps_anybody_out(visitors: Any, table: Table, quinn: Person) -> None:
    spend = {"type": "freeform.spend", "args": {"target": "ada", "track": "coin", "amount": 9}}
    table.pat.ask("PUT", "./downtime/1/plans/ada", 200, json={"actions": [spend]})
    page = visitors(PHONE, color_scheme="light").sign_in(table.gm)
    below, wrong = f"/campaigns/{table.id}/downtime", {}
    form = "/1/plans/ada/freeform.heal"
    for path in ("", "/1", "/1/plans/ada", form, "/1/process", "/1/report"):
        page.goto(below + path)
        wrong[path] = (
            violations(page)
            + violations_in_the_dark(page)
            + ([] if as_wide_as_the_phone(page) else ["wider than the phone"])
        )
    assert {path: faults for path, faults in wrong.items() if faults} == {}
