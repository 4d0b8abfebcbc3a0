"""The catalogue on pages: found by kind and by word, and leading to the forms that take an entry."""

from __future__ import annotations

import re

import httpx
import pytest

from tests.api.pages.browser import Browser
from tests.api.pages.conftest import signed_in
from tests.api.people import Person, Table


@pytest.fixture
def table(owner: Person) -> Table:
    return Table(owner, "rotted-capes")


@pytest.fixture
def pats(http: httpx.Client, table: Table) -> Browser:
    return signed_in(http, table.pat)


@pytest.fixture
def gms(http: httpx.Client, table: Table) -> Browser:
    return signed_in(http, table.gm)


def listed(page: str) -> set[str]:
    """The entries that a page links to, each with its kind."""
    return set(re.findall(r'href="/campaigns/[^"]*/catalogue/([^"?]+)"', page))


def test_entries_are_found_by_kind_and_by_word(pats: Browser, table: Table) -> None:
    assert "ability/leg-sweep" in listed(pats.open(f"/campaigns/{table.id}/catalogue"))
    gear = listed(pats.open(f"/campaigns/{table.id}/catalogue?kind=gear"))
    assert {entry.partition("/")[0] for entry in gear} == {"gear"}
    assert listed(pats.open(f"/campaigns/{table.id}/catalogue?kind=gear&words=rifle")) == {"gear/hunting-rifle"}


def test_entries_are_found_by_words_of_the_readers_language(pats: Browser, table: Table) -> None:
    address = f"/campaigns/{table.id}/catalogue?words=aluminiumschläger"
    german = pats.send("GET", address, headers={"Accept-Language": "de"})
    assert listed(german.text) == {"object/aluminum-bat-lead-pipe-sword"}


def test_an_entry_is_called_in_the_readers_language_with_its_name_in_the_book_beside(
    pats: Browser, table: Table
) -> None:
    address = f"/campaigns/{table.id}/catalogue/gear/fire-axe"
    german = pats.send("GET", address, headers={"Accept-Language": "de"}).text
    assert ("<h1>Feueraxt</h1>" in german, '<span lang="en">Fire Axe</span>' in german) == (True, True)
    assert "in the book" not in pats.open(address)


def test_an_entry_that_somebody_added_keeps_its_name(pats: Browser, table: Table) -> None:
    table.gm.does("rotted-capes.add_gear", gear={"title": "Lullaby"})
    own = f"/campaigns/{table.id}/catalogue?kind=gear&words=lullaby"
    assert ">Lullaby</a>" in pats.send("GET", own, headers={"Accept-Language": "de"}).text


def test_an_entry_leads_to_the_form_that_takes_it_filled_in(gms: Browser, table: Table) -> None:
    page = gms.open(f"/campaigns/{table.id}/catalogue/gear/fire-axe")
    (form,) = re.findall(r'href="(/campaigns/[^"]*/play/rotted-capes.gain_gear[^"]*)"', page)
    assert 'name="args.gear" list="args-gear-list" value="fire-axe"' in gms.open(form.replace("&amp;", "&"))


def test_an_entry_leads_to_its_rules_and_to_the_entries_that_it_names(pats: Browser, table: Table) -> None:
    page = pats.open(f"/campaigns/{table.id}/catalogue/ready/sparrow")
    assert {"ability/updraft", "gear/rebar-spear", "flaw/bad-knee"} <= listed(page)
    assert "/rules/RC-RULING-17" in page


def test_who_may_not_give_a_command_is_not_led_to_it(pats: Browser, table: Table) -> None:
    page = pats.open(f"/campaigns/{table.id}/catalogue/gear/fire-axe")
    assert "/play/rotted-capes.gain_gear" not in page


def test_a_form_suggests_the_entries_that_a_field_takes_and_links_to_them(gms: Browser, table: Table) -> None:
    table.gm.does("rotted-capes.add_gear", gear={"title": "Crowbar of Hope"})
    form = gms.open(f"/campaigns/{table.id}/play/rotted-capes.gain_gear")
    assert '<option value="fire-axe">Fire Axe</option>' in form
    assert '<option value="crowbar-of-hope">Crowbar of Hope</option>' in form
    assert f'href="/campaigns/{table.id}/catalogue?kind=gear"' in form


def test_what_a_campaign_has_added_stands_in_its_catalogue_as_far_as_one_may_know_of_it(
    pats: Browser, table: Table
) -> None:
    table.gm.does("rotted-capes.add_flaw", flaw={"title": "Talks in Sleep", "penalty": 2})
    table.gm.does("rotted-capes.add_flaw", _audience="gm", flaw={"title": "Is the Traitor"})
    flaws = listed(pats.open(f"/campaigns/{table.id}/catalogue?kind=flaw"))
    assert "flaw/talks-in-sleep" in flaws
    assert "flaw/is-the-traitor" not in flaws
    pats.open(f"/campaigns/{table.id}/catalogue/flaw/is-the-traitor", 404)


def test_an_entry_that_there_is_not_is_not_found(pats: Browser, table: Table) -> None:
    pats.open(f"/campaigns/{table.id}/catalogue/gear/excalibur", 404)
