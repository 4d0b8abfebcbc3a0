"""The home of a campaign and its timeline."""

from __future__ import annotations

import re
from uuid import UUID, uuid4

import httpx
import pytest
from litestar import Litestar
from litestar.routes import HTTPRoute

from api.pages.visits import PageGuard
from tests.api.pages.browser import Browser, forms_in, masked
from tests.api.pages.conftest import signed_in
from tests.api.people import Person, Table

HOSTILE = "<script>alert('x')</script>\"'><img src=x onerror=alert(1)>"


def rows_of(page: str) -> list[int]:
    """The entries of the rows of a timeline, in their order."""
    return [int(number) for number in re.findall(r'<li id="entry-(\d+)"', page)]


def test_the_home_lists_who_is_at_the_table_and_what_there_is(pats: Browser, table: Table) -> None:
    table.gm.does("freeform.create_character", name="Ramjet", owners=[table.pat.id])
    page = pats.open(f"/campaigns/{table.id}")
    assert all(name in page for name in ("The Long Night", "Pat", "Olga", "Ramjet"))


def test_open_questions_come_first(pats: Browser, table: Table) -> None:
    table.gm.does("freeform.ask", owner="Pat", key="way", options=["home", "docks"], default="home", prompt="Where to?")
    page = pats.open(f"/campaigns/{table.id}")
    assert page.index("Where to?") < page.index("At the table")


def test_the_timeline_begins_with_the_newest_entry(pats: Browser, table: Table) -> None:
    newest = table.gm.does("freeform.note", text="The rain begins.")["entry"]
    page = pats.open(f"/campaigns/{table.id}/timeline")
    assert rows_of(page)[0] == newest
    assert "The rain begins." in page


def test_the_timeline_goes_on_where_its_first_part_ends(pats: Browser, table: Table) -> None:
    for number in range(60):
        table.gm.does("freeform.note", text=f"Note {number}.")
    page = pats.open(f"/campaigns/{table.id}/timeline")
    (onward,) = re.findall(r'hx-get="\?([^"]+)"', page)
    rest = pats.send("GET", f"/campaigns/{table.id}/timeline?{onward}", headers={"HX-Request": "true"}).text
    numbers = [*rows_of(page), *rows_of(rest)]
    assert numbers == list(range(numbers[0], 0, -1))
    assert "<html" not in rest


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("words=rain", 1),
        ("words=RAIN begins", 1),
        ("words=snow", 0),
        ("kind=note&words=mistake", 1),
        ("status=struck", 1),
    ],
)
def test_the_timeline_shows_only_what_fits_its_filter(pats: Browser, table: Table, query: str, count: int) -> None:
    table.gm.does("freeform.note", text="The rain begins.")
    wrong = table.gm.does("freeform.note", text="A mistake.")["entry"]
    table.gm.ask("POST", "./revisions", 201, json={"undo": [wrong], "reason": "a typing error"})
    assert len(rows_of(pats.open(f"/campaigns/{table.id}/timeline?{query}"))) == count


def test_a_struck_entry_says_so_and_by_whom(pats: Browser, table: Table) -> None:
    wrong = table.gm.does("freeform.note", text="A mistake.")["entry"]
    undone = table.gm.ask("POST", "./revisions", 201, json={"undo": [wrong], "reason": "a typing error"})["entry"][
        "entry"
    ]
    assert f'id="entry-{wrong}" class="entry struck' in pats.open(f"/campaigns/{table.id}/timeline")
    page = pats.open(f"/campaigns/{table.id}/entries/{wrong}")
    assert f"/entries/{undone}" in page
    assert "a typing error" in page


def test_a_hidden_entry_is_a_number_only(pats: Browser, gms: Browser, table: Table) -> None:
    secret = table.gm.does("freeform.note", text="The butler did it.", _audience="gm")["entry"]
    page = pats.open(f"/campaigns/{table.id}/timeline")
    assert "butler" not in page
    assert f'id="entry-{secret}" class="entry hidden-entry"' in page
    assert "butler" in gms.open(f"/campaigns/{table.id}/timeline")


def test_players_of_campaigns_that_differ_in_secrets_get_equal_pages(http: httpx.Client, owner: Person) -> None:
    pages = []
    for secret in ("The butler did it.", "Nobody did it; he fell."):
        table = Table(owner)
        table.gm.does("freeform.create_character", name="Ramjet", owners=[table.pat.id])
        table.gm.does("freeform.note", text=secret, _audience="gm")
        pat = signed_in(http, table.pat)
        addresses = ("", "/timeline", "/entries/1", "/timeline?words=butler")
        pages.append([masked(pat.open(f"/campaigns/{table.id}{address}")) for address in addresses])
    assert pages[0] == pages[1]


def test_a_campaign_without_the_visitor_is_not_there(browser: Browser, table: Table) -> None:
    browser.sign_in(table.outsider.token or "")
    for address in ("", "/timeline", "/entries/1", "/live"):
        assert browser.send("GET", f"/campaigns/{table.id}{address}").status_code == 404


def test_hostile_names_and_notes_are_only_text(pats: Browser, table: Table) -> None:
    table.gm.does("freeform.create_character", name=HOSTILE, owners=[table.pat.id])
    entry = table.gm.does("freeform.note", text=HOSTILE)["entry"]
    for address in ("", "/timeline", f"/entries/{entry}", "/timeline?words=%3Cscript%3E%22%27"):
        page = pats.open(f"/campaigns/{table.id}{address}")
        assert "<script>alert" not in page
        assert "<img src=x" not in page


def test_a_page_allows_no_script_but_our_own(pats: Browser, table: Table) -> None:
    answer = pats.send("GET", f"/campaigns/{table.id}")
    policy = answer.headers["content-security-policy"]
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy
    assert not re.search(r"<script(?![^>]*\bsrc=)|\sstyle=|\son[a-z]+=", answer.text)


def test_an_unknown_entry_is_explained_on_a_page(pats: Browser, table: Table) -> None:
    page = pats.open(f"/campaigns/{table.id}/entries/99999", 404)
    assert "There is no entry 99999" in page
    assert "<html" in page


def test_assets_are_kept_for_ever_by_their_digest(pats: Browser) -> None:
    page = pats.open("/")
    addresses = re.findall(r'(?:href|src)="(/assets/[^"]+)"', page)
    assert addresses
    for address in addresses:
        answer = pats.send("GET", address)
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "public, max-age=31536000, immutable")
        release = address.split("/")[2]
        assert pats.send("GET", address.replace(release, "another")).headers["cache-control"] == "no-cache"


def test_every_page_of_a_campaign_is_for_its_members_only(app: Litestar, http: httpx.Client, table: Table) -> None:
    stranger, outsider = Browser(http), signed_in(http, table.outsider)
    addresses = [
        (method, _address(route, table.id))
        for route in app.routes
        if isinstance(route, HTTPRoute)
        for method, (handler, _) in route.route_handler_map.items()
        if any(isinstance(guard, PageGuard) for guard in handler.resolve_guards())
        if "{campaign}" in route.path_format and method != "OPTIONS"
    ]
    assert addresses
    outsider.open("/account")
    token = forms_in(outsider.page)[0].hidden["_form"]
    stranger.open("/sign-in")
    door = forms_in(stranger.page)[0].hidden["_form"]
    for method, address in addresses:
        assert stranger.send(method, address, headers={"X-Form-Token": door}).status_code == 303, address
        assert outsider.send(method, address, headers={"X-Form-Token": token}).status_code == 404, address


def _address(route: HTTPRoute, campaign: str) -> str:
    """An address of a route, with something of the right type for each of its parameters."""
    given = {name: uuid4() if part.type is UUID else 1 for name, part in route.path_parameters.items()}
    return route.path_format.format_map({**given, "campaign": campaign})
