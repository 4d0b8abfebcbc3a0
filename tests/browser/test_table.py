"""A table in browsers: coming in, what happens live, a change of the past, and a service that goes away and comes back."""

from __future__ import annotations

import signal
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from api.storage.embedded import Server
from tests.api.people import Person, Table
from tests.api.serving import Serving
from tests.browser.conftest import DESK, PHONE, Visitor, tab_to
from tests.databases import fresh_database


def entries(page: Page) -> list[str]:
    """The numbers of the rows that a timeline shows."""
    return page.locator("#timeline [data-entry]").evaluate_all("rows => rows.map(row => row.dataset.entry)")  # type: ignore[no-any-return]


def test_a_player_comes_in_with_an_invitation_on_a_phone(visitors: Any, table: Table) -> None:
    code = table.gm.ask("POST", "./invitations", 201, json={})["code"]
    page = visitors(PHONE).page
    page.goto(f"/join/{code}")
    page.get_by_label("Your name").fill("Quinn")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="The Long Night")).to_be_visible()
    expect(page.get_by_text("Quinn player")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], "nothing is wider than the phone"


@pytest.mark.parametrize(("locale", "more"), [("en-GB", "More"), ("de-DE", "Mehr")])
def test_the_tabs_of_a_campaign_stand_in_one_line_on_a_phone(
    visitors: Any, table: Table, locale: str, more: str
) -> None:
    page = visitors(PHONE, locale=locale).sign_in(table.gm, f"/campaigns/{table.id}")
    tabs = page.locator(".tabs > a, .tabs > details > summary")
    expect(tabs).to_have_count(5)
    expect(tabs.last).to_have_text(more)
    boxes = [tab.bounding_box() for tab in tabs.all()]
    assert len({round(box["y"] + box["height"]) for box in boxes if box}) == 1
    assert max(box["x"] + box["width"] for box in boxes if box) <= PHONE["width"]


def test_a_wrong_token_is_explained_where_one_stands(visitors: Any) -> None:
    page = visitors().page
    page.goto("/sign-in")
    page.get_by_label("Token or code").fill("retcon_nonsense")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_contain_text("This token is unknown")


def test_what_one_does_the_others_see_at_once(visitors: Any, table: Table) -> None:
    page = visitors(PHONE).sign_in(table.pat, f"/campaigns/{table.id}/timeline")
    entry = table.gm.does("freeform.note", text="The rain begins.")["entry"]
    expect(page.locator(f"#entry-{entry}")).to_contain_text("The rain begins.")
    assert entries(page)[0] == str(entry)


def line_of_what_is_new(page: Page) -> list[str]:
    """The numbers of the rows above the line, and `since`, and the one below; nothing where there is no line."""
    rows = page.locator("#timeline > *").evaluate_all("rows => rows.map(row => row.dataset.entry ?? row.className)")
    return rows[: rows.index("since") + 2] if "since" in rows else []


def is_away_for_an_hour(page: Page) -> None:
    """Let the browser believe that its last look was an hour ago."""
    page.goto("/")
    page.evaluate(
        """() => { for (const key of Object.keys(localStorage)) {
          const value = JSON.parse(localStorage.getItem(key));
          localStorage.setItem(key, JSON.stringify({ ...value, at: value.at - 3600e3 }));
        } }"""
    )


@pytest.mark.parametrize("path", ["", "/timeline"])
def test_a_line_parts_what_is_new_from_what_one_has_seen(visitors: Any, table: Table, path: str) -> None:
    address = f"/campaigns/{table.id}{path}"
    page = visitors(DESK).sign_in(table.pat, address)
    seen = table.gm.does("freeform.note", text="While you looked.")["entry"]
    expect(page.locator(f"#entry-{seen}")).to_be_visible()
    assert line_of_what_is_new(page) == []
    page.goto(address)
    assert line_of_what_is_new(page) == [], "what came in while one looked is not new"
    is_away_for_an_hour(page)
    new = table.gm.does("freeform.note", text="While you were away.")["entry"]
    for _ in range(2):
        page.goto(address)
        assert line_of_what_is_new(page) == [str(new), "since", str(seen)]


def test_a_question_comes_up_and_is_answered_by_its_button(visitors: Any, table: Table) -> None:
    page = visitors(PHONE).sign_in(table.pat, f"/campaigns/{table.id}")
    table.gm.does("freeform.ask", owner="Pat", key="way", options=["home", "docks"], default="home", prompt="Where to?")
    page.get_by_role("button", name="docks").click()
    expect(page.get_by_role("heading", name="Open questions")).to_have_count(0)
    assert table.gm.see("./decisions") == []


def test_a_wrong_hit_is_undone_by_tabbing_alone_and_every_page_shows_it(visitors: Any, table: Table) -> None:
    table.gm.does("freeform.create_character", name="Ramjet", owners=[table.pat.id], tracks={"hp": 10})
    hit = table.gm.does("freeform.damage", target="ramjet", track="hp", amount=3)["entry"]
    players = visitors(PHONE).sign_in(table.pat, f"/campaigns/{table.id}/timeline")
    page = visitors(DESK).sign_in(table.gm, f"/campaigns/{table.id}/entries/{hit}")
    tab_to(page, page.get_by_role("link", name="What if this had not happened?"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("row", name="hp 7 10")).to_be_visible()
    tab_to(page, page.get_by_label("Reason"))
    page.keyboard.type("it missed")
    tab_to(page, page.get_by_role("button", name="Make it so"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("definition").filter(has_text="it missed")).to_be_visible()
    expect(players.locator(f"#entry-{hit}.struck")).to_be_visible()
    assert table.gm.see("./characters/ramjet")["tracks"]["hp"]["current"] == 10
    tab_to(page, page.get_by_role("button", name="Sign out"))
    page.keyboard.press("Enter")
    expect(page.get_by_label("Token or code")).to_be_visible()


def test_a_sheet_follows_the_play_and_slides_back_through_time(visitors: Any, table: Table) -> None:
    table.gm.does("freeform.create_character", name="Ramjet", owners=[table.pat.id], tracks={"hp": 10})
    page = visitors(PHONE).sign_in(table.pat, f"/campaigns/{table.id}/characters/ramjet")
    expect(page.locator('[data-path="tracks.hp.current"]')).to_have_text("10")
    table.gm.does("freeform.damage", target="ramjet", track="hp", amount=3)
    expect(page.locator('[data-path="tracks.hp.current"]')).to_have_text("7")
    page.reload()
    page.get_by_text("Back in time").click()
    page.get_by_role("slider").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator('[data-path="tracks.hp.current"]')).to_have_text("10")
    expect(page.get_by_role("slider")).to_be_focused()


def test_a_command_is_tried_and_given_with_the_keyboard_alone(visitors: Any, table: Table) -> None:
    page = visitors().sign_in(table.pat, f"/campaigns/{table.id}/play/freeform.note")
    page.get_by_label("text needed").focus()
    page.keyboard.type("I am here.")
    page.get_by_role("button", name="Try it first").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="What would happen")).to_be_visible()
    page.get_by_role("button", name="Give it").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Entry")).to_be_visible()


def test_a_page_comes_back_by_itself_and_has_missed_and_doubled_nothing(
    visitors: Any, chromium: Any, postgres: Server, tmp_path: Any
) -> None:
    with fresh_database(postgres) as url:
        first = Serving(url, tmp_path).wait()
        http = first.client()
        owner = Person(http, first.owner_token)
        table = Table(owner)
        visitor = Visitor(chromium, first.url, viewport=DESK, locale="en-GB")
        page = visitor.sign_in(table.pat, f"/campaigns/{table.id}/timeline")
        for number in range(3):
            table.gm.does("freeform.note", text=f"Before {number}.")
        expect(page.get_by_text("Before 2.")).to_be_visible()
        first.stop(signal.SIGKILL)
        expect(page.get_by_role("status")).to_contain_text("The connection is lost")
        with Serving(url, tmp_path, first.port).wait():
            for number in range(3):
                table.gm.does("freeform.note", text=f"After {number}.")
            expect(page.get_by_text("After 2.")).to_be_visible(timeout=20_000)
            expect(page.get_by_role("status")).to_contain_text("The connection is back")
            shown = entries(page)
            newest = table.gm.see(".")["head"]["entry"]
            assert shown == [str(number) for number in range(newest, 0, -1)]
        visitor.close()
        http.close()


def test_what_comes_in_takes_away_neither_the_focus_nor_what_is_open(visitors: Any, table: Table) -> None:
    table.gm.does("freeform.create_character", name="Zeal")
    table.gm.does("freeform.create_character", name="Ramjet", owners=[table.pat.id])
    asked = {"owner": "Pat", "default": "stay", "prompt": "What now?"}
    first = table.gm.does("freeform.ask", key="who", options=["stay", "flee"], **asked)["entry"]
    table.gm.does("freeform.ask", key="way", options=["stay", "docks"], **asked)
    page = visitors(PHONE).sign_in(table.pat, f"/campaigns/{table.id}")
    page.get_by_text("Everybody else").click()
    page.get_by_role("button", name="docks").focus()
    table.pat.does("freeform.answer", deed=first, key="who", choice="flee")
    table.gm.does("freeform.create_character", name="Aster")
    expect(page.get_by_role("link", name="Aster")).to_be_visible()
    expect(page.get_by_role("button", name="flee")).to_have_count(0)
    expect(page.get_by_role("button", name="docks")).to_be_focused()


def test_the_focus_goes_to_the_content_where_what_had_it_is_gone(visitors: Any, table: Table) -> None:
    ways = {"options": ["home", "docks"], "default": "home"}
    asked = table.gm.does("freeform.ask", owner="Pat", key="way", prompt="Where to?", **ways)["entry"]
    page = visitors(PHONE).sign_in(table.pat, f"/campaigns/{table.id}")
    page.get_by_role("button", name="docks").focus()
    table.pat.does("freeform.answer", deed=asked, key="way", choice="home")
    expect(page.get_by_role("button", name="docks")).to_have_count(0)
    expect(page.get_by_role("main")).to_be_focused()
