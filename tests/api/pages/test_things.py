"""Sheets, boards and groups on pages, at any point of the story, and why a number is what it is."""

from __future__ import annotations

import re

import httpx
import pytest

from tests.api.pages.browser import Browser, masked
from tests.api.pages.conftest import signed_in
from tests.api.people import Person, Table


def at(table: Table, path: str) -> str:
    return f"/campaigns/{table.id}{path}"


def hurt(table: Table) -> tuple[int, int]:
    """Ramjet, created with 10 hit points and hit for 3: the entries of both."""
    created = table.gm.does("freeform.create_character", name="Ramjet", owners=[table.pat.id], tracks={"hp": 10})
    hit = table.gm.does("freeform.damage", target="ramjet", track="hp", amount=3)
    return created["entry"], hit["entry"]


def hp_on(page: str) -> int:
    """The hit points that a sheet shows."""
    (value,) = re.findall(r'data-path="tracks\.hp\.current"><strong>(\d+)</strong>', page)
    return int(value)


def test_a_sheet_shows_a_value_that_leads_to_why_it_is_so(pats: Browser, table: Table) -> None:
    created, hit = hurt(table)
    page = pats.open(at(table, "/characters/ramjet"))
    (why,) = re.findall(r'href="([^"]*why[^"]*tracks\.hp\.current[^"]*)"', page)
    explained = pats.open(why.replace("&amp;", "&"))
    (heading,) = re.findall(r"<h1>(.*?)</h1>", explained)
    assert re.sub(r"<[^>]*>", "", heading) == "Ramjet: hp = 7"
    assert [f"/entries/{entry}" in explained for entry in (created, hit)] == [True, True]


def test_a_sheet_is_shown_as_it_was_at_an_earlier_entry(pats: Browser, table: Table) -> None:
    created, _ = hurt(table)
    assert hp_on(pats.open(at(table, f"/characters/ramjet?as_of={created}"))) == 10


def test_a_sheet_is_shown_as_the_table_knew_it_before_a_correction(pats: Browser, table: Table) -> None:
    _, hit = hurt(table)
    table.gm.ask("POST", "./revisions", 201, json={"undo": [hit]})
    corrected = pats.open(at(table, f"/characters/ramjet?as_of={hit}"))
    as_played = pats.open(at(table, f"/characters/ramjet?as_of={hit}&view=as_played"))
    assert (hp_on(corrected), hp_on(as_played)) == (10, 7)


def test_only_a_game_master_looks_through_the_eyes_of_another(pats: Browser, gms: Browser, table: Table) -> None:
    hurt(table)
    table.gm.does("freeform.create_character", name="Spy", hidden=True, tracks={"hp": 10})
    assert "Spy" in gms.open(at(table, "/characters/spy"))
    gms.open(at(table, f"/characters/spy?viewer={table.pat.id}"), 404)
    pats.open(at(table, f"/characters/ramjet?viewer={table.gm.id}"), 403)
    pats.open(at(table, "/characters/spy"), 404)


def test_a_board_lists_the_turns_and_draws_the_map(pats: Browser, table: Table) -> None:
    hurt(table)
    table.gm.does("freeform.create_encounter", name="Alley")
    table.gm.does("freeform.join", encounter="alley", who="ramjet", initiative=5)
    page = pats.open(at(table, "/encounters/alley"))
    assert "<caption>Turns</caption>" in page
    assert "/characters/ramjet" in page


def test_a_group_lists_its_members_and_its_grids(gms: Browser, table: Table) -> None:
    hurt(table)
    table.gm.does("freeform.create_enclave", name="Den", members=["ramjet"])
    grid = {"target": "ramjet", "rows": 1, "columns": 1}
    table.gm.does("freeform.put", target="den", component="grids", name="plans", instance=grid)
    page = gms.open(at(table, "/enclaves/den"))
    assert "Ramjet" in page
    assert '<table class="intel"' in page


@pytest.mark.parametrize("query", ["as_of=99999", "as_of=nonsense", "as_of=session:9"])
def test_a_point_that_there_is_not_is_explained(pats: Browser, table: Table, query: str) -> None:
    hurt(table)
    answer = pats.send("GET", at(table, f"/characters/ramjet?{query}"))
    assert answer.status_code in (400, 404, 422)
    assert 'class="problem"' in answer.text


def test_a_page_of_the_past_does_not_move_with_the_present(pats: Browser, table: Table) -> None:
    created, _ = hurt(table)
    assert 'data-about=""' in pats.open(at(table, f"/characters/ramjet?as_of={created}"))
    assert 'data-about="character/' in pats.open(at(table, "/characters/ramjet"))


def test_players_of_campaigns_that_differ_in_secrets_get_equal_things(http: httpx.Client, owner: Person) -> None:
    pages = []
    for armor in (1, 5):
        table = Table(owner)
        hurt(table)
        table.gm.does("freeform.create_character", name="Spy", hidden=True, tracks={"hp": 10 + armor})
        table.gm.does("freeform.create_encounter", name="Alley")
        table.gm.does("freeform.join", encounter="alley", who="ramjet", initiative=5)
        table.gm.does("freeform.join", encounter="alley", who="spy", initiative=2)
        pat = signed_in(http, table.pat)
        addresses = ("/characters/ramjet", "/encounters/alley", "/why?target=ramjet&path=tracks.hp.current")
        pages.append([masked(pat.open(at(table, address))) for address in addresses])
    assert pages[0] == pages[1]


@pytest.mark.parametrize(
    ("path", "title"),
    [("/characters/ramjet", "Ausdauer"), ("/encounters/pier", "Reaktionen"), ("/enclaves/ferry", "Vorräte")],
)
def test_things_are_laid_out_in_german(http: httpx.Client, owner: Person, path: str, title: str) -> None:
    capes = Table(owner, "rotted-capes")
    capes.gm.does("rotted-capes.create", name="Ramjet", stamina=9)
    capes.gm.does("freeform.create_encounter", name="Pier")
    capes.gm.does("freeform.create_enclave", name="Ferry")
    capes.gm.does("rotted-capes.stock", enclave="ferry", goods="food", amount=16)
    page = signed_in(http, capes.gm).send("GET", at(capes, path), headers={"Accept-Language": "de"}).text
    assert title in page
