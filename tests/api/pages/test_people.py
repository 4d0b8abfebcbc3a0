"""Members and invitations on a page, sessions told in sentences, and reports."""

from __future__ import annotations

import re

import httpx

from tests.api.pages.browser import Browser
from tests.api.people import Table


def at(table: Table, path: str) -> str:
    return f"/campaigns/{table.id}{path}"


def test_an_invitation_made_on_the_page_lets_a_player_in(gms: Browser, http: httpx.Client, table: Table) -> None:
    gms.open(at(table, "/people"))
    page = gms.submit(at(table, "/invitations"), 200, role="observer", uses="1", days="3").text
    (link,) = re.findall(r"<code>https?://[^/]+(/join/join_[^<]+)</code>", page)
    guest = Browser(http)
    guest.open(link)
    guest.submit("/sign-in", secret=link.removeprefix("/join/"), name="Quinn")
    assert "Quinn" in gms.open(at(table, "/people"))
    assert [each["role"] for each in table.gm.see("./members") if each["name"] == "Quinn"] == ["observer"]


def test_a_code_is_shown_once(gms: Browser, table: Table) -> None:
    gms.open(at(table, "/people"))
    assert "join_" in gms.submit(at(table, "/invitations"), 200).text
    assert "join_" not in gms.open(at(table, "/people"))


def test_an_invitation_is_withdrawn(gms: Browser, http: httpx.Client, table: Table) -> None:
    gms.open(at(table, "/people"))
    gms.page = gms.submit(at(table, "/invitations"), 200).text
    (code,) = re.findall(r"/join/(join_[^<]+)", gms.page)
    (invitation,) = re.findall(r'action="([^"]*/invitations/[^"]*/end)"', gms.page)
    gms.submit(invitation)
    guest = Browser(http)
    guest.open("/sign-in")
    guest.submit("/sign-in", 404, secret=code, name="Quinn")


def test_a_role_is_changed(gms: Browser, table: Table) -> None:
    gms.open(at(table, "/people"))
    gms.submit(at(table, f"/people/{table.pat.id}/role"), role="observer")
    assert [each["role"] for each in table.gm.see("./members") if each["name"] == "Pat"] == ["observer"]


def test_who_lost_their_token_is_let_back_in(gms: Browser, http: httpx.Client, table: Table) -> None:
    gms.open(at(table, "/people"))
    page = gms.submit(at(table, f"/people/{table.pat.id}/recovery"), 200).text
    (code,) = re.findall(r"/join/(recover_[^<]+)", page)
    phone = Browser(http)
    phone.sign_in(code)
    assert "The Long Night" in phone.open(at(table, ""))


def test_a_player_sees_no_form_but_to_leave(pats: Browser, table: Table) -> None:
    page = pats.open(at(table, "/people"))
    assert re.findall(r'action="/campaigns/[^"]*"', page) == [
        f'action="/campaigns/{table.id}/people/{table.pat.id}/end"'
    ]


def test_who_leaves_is_not_at_the_table_any_more(pats: Browser, table: Table) -> None:
    pats.open(at(table, "/people"))
    assert pats.submit(at(table, f"/people/{table.pat.id}/end")).headers["location"] == "/"
    assert pats.send("GET", at(table, "")).status_code == 404


def test_a_recap_links_each_sentence_to_its_entries(pats: Browser, table: Table) -> None:
    table.gm.does("freeform.open_session", title="First night")
    table.gm.does("freeform.create_character", name="Ramjet", owners=[table.pat.id], tracks={"hp": 10})
    table.gm.does("freeform.end_session")
    page = pats.open(at(table, "/recap"))
    assert "First night" in page
    assert '<article class="recap">' in page


def test_a_report_answers_its_question(pats: Browser, table: Table) -> None:
    page = pats.open(at(table, "/reports"))
    names = re.findall(r'href="/campaigns/[^"]*/reports/([^"]+)"', page)
    assert "recap" in names
    assert "<h1>" in pats.open(at(table, f"/reports/{names[0]}"))
