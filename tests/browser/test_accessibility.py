"""No page keeps anybody out: every page there is, on a phone, in both colour schemes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import httpx
import pytest
from playwright.sync_api import Page

from tests.api.pages.every_page import PARTS, addresses, addresses_beside, expect_shown, is_page, places_of
from tests.api.pages.everything import everything_at
from tests.api.people import Person, Table
from tests.api.serving import Serving
from tests.browser.conftest import PHONE, violations, violations_in_the_dark
from tests.shares import one_in


@pytest.fixture(scope="module")
def full_table(serving: Serving) -> Iterator[Table]:
    """A table at which everything has happened that there is."""
    with httpx.Client(base_url=serving.url, timeout=30) as http:
        owner = Person(http, serving.owner_token)
        owner.id = owner.see("/account")["id"]
        full = everything_at(owner)
        full.gm.ask("POST", "/tokens", 201, json={"label": "for the dashboard with a rather long name"})
        full.gm.ask("POST", "./webhooks", 201, json={"url": "https://hooks.example.invalid/" + "a-long-path/" * 8})
        yield full


@one_in(4)
def test_no_page_keeps_anybody_out(visitors: Any, full_table: Table, step: int) -> None:
    """Every page in the light; in the dark, of which only the colours differ, one in so many."""
    visitor = visitors(PHONE, color_scheme="light")
    visitor.page.goto("/sign-in")
    wrong = {"/sign-in": faults(visitor.page, dark=True)}
    page = visitor.sign_in(full_table.gm)
    places = places_of(full_table.gm)
    campaign = f"/campaigns/{full_table.id}"
    below = [f"{campaign}{address[1:]}" for address in addresses(places, without=PARTS)]
    pages = (*below, *addresses_beside(places))
    answers = {address: page.request.get(address) for address in (*pages, f"/campaigns/{uuid4()}", "/nowhere")}
    without_provider = {address for address in pages if not address.startswith("/sign-in/")}
    expect_shown({address: answers[address].status for address in without_provider})
    for number, address in enumerate(
        each for each, answer in answers.items() if is_page(answer.headers["content-type"])
    ):
        page.goto(address)
        wrong[address.removeprefix(campaign)] = faults(page, dark=number % step == 0)
    assert len(wrong) > 50, "there are pages"
    assert {address: faulty for address, faulty in wrong.items() if faulty} == {}


def faults(page: Page, *, dark: bool) -> list[str]:
    """What is wrong with a page: what axe-core finds, in the dark too where asked, and what is wider than the phone."""
    width = page.evaluate("document.documentElement.scrollWidth")
    too_wide = [f"the page is {width} pixels wide"] if width > PHONE["width"] else []
    return [*too_wide, *violations(page), *(violations_in_the_dark(page) if dark else [])]
