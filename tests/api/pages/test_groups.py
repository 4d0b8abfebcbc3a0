"""Groups on pages: followers and the room for them, the log, grids on pages of their own, and what happened to everything."""

from __future__ import annotations

import re

import httpx
import pytest

from tests.api.pages.browser import Browser
from tests.api.pages.conftest import signed_in
from tests.api.people import Person, Table


def at(table: Table, path: str) -> str:
    return f"/campaigns/{table.id}{path}"


def den(table: Table) -> None:
    """A group of Ada's with two guards of whom it may have one, and a grid about her with one open cell."""
    table.gm.does("freeform.create_character", name="Ada", owners=[table.pat.id], tracks={"hp": 10})
    table.gm.does("freeform.create_enclave", name="Den", members=["ada"])
    table.gm.does("freeform.put", target="den", component="attributes", name="beds", instance={"base": 1})
    guards = {
        "kind": "guard",
        "title": "The twins",
        "count": 2,
        "cap": "attributes.beds",
        "state": "tapped",
        "tapped_until": {"by": "scene"},
    }
    table.gm.does("freeform.put", target="den", component="followers", name="twins", instance=guards)
    grid = {"target": "ada", "rows": 1, "columns": 2, "column_labels": ["Home", "Work"], "row_labels": ["Places"]}
    table.gm.does("freeform.put", target="den", component="grids", name="plans", instance=grid)
    for column in (0, 1):
        cell = {"grid": "plans", "row": 0, "column": column, "shown": "by the river", "truth": "at sea"}
        table.gm.does("freeform.put", target="den", component="cells", name=f"plans/0/{column}", instance=cell)


@pytest.mark.parametrize(("more", "scrolls"), [(9, False), (10, True)])
def test_a_list_of_more_than_ten_followers_scrolls_in_itself(
    pats: Browser, table: Table, more: int, scrolls: bool
) -> None:
    den(table)
    for number in range(more):
        cook = {"kind": "cook", "title": f"Cook {number}"}
        table.gm.does("freeform.put", target="den", component="followers", name=f"cook-{number}", instance=cook)
    assert ('<ul class="plain map-scroll long" tabindex="0">' in pats.open(at(table, "/enclaves/den"))) == scrolls


def test_followers_stand_with_what_brings_them_back_and_the_room_that_there_is(pats: Browser, table: Table) -> None:
    den(table)
    page = pats.open(at(table, "/enclaves/den"))
    assert re.findall(r"The twins</bdi></strong>.*?<span class=\"mark\">([^<]*)</span>", page) == [
        "tapped until the end of the scene"
    ]
    assert re.findall(r">(beds: [^<]*)</a>", page) == ["beds: 2 of 1, 1 too many"]


def test_a_grid_has_a_page_of_its_own_and_tells_no_more_than_the_group_s(
    pats: Browser, gms: Browser, table: Table
) -> None:
    den(table)
    (address,) = re.findall(r'href="([^"]*/grids/[^"]*)"', pats.open(at(table, "/enclaves/den")))
    page = pats.open(address)
    assert 'data-column="Home"' in page
    assert "at sea" not in page
    assert "at sea" in gms.open(address)
    pats.open(at(table, "/enclaves/den/grids/nowhere"), 404)


def test_a_history_has_a_row_for_each_entry_and_goes_on_page_by_page(pats: Browser, table: Table) -> None:
    table.gm.does("freeform.create_character", name="Ada", owners=[table.pat.id], tracks={"hp": 100})
    hits = [table.gm.does("freeform.damage", target="ada", track="hp", amount=1)["entry"] for _ in range(60)]
    page = pats.open(at(table, "/characters/ada/history"))
    (onward,) = re.findall(r'href="([^"]*offset=50)"', page)
    rest = pats.open(onward)
    numbers = [int(entry) for part in (page, rest) for entry in re.findall(r'class="number" href="[^"]*/(\d+)"', part)]
    assert numbers[:60] == hits[::-1]
    assert numbers == sorted(set(numbers), reverse=True)


def test_every_thing_leads_to_what_happened_to_it(pats: Browser, table: Table) -> None:
    den(table)
    table.gm.does("freeform.create_encounter", name="Alley")
    for path in ("/characters/ada", "/encounters/alley", "/enclaves/den"):
        assert f'href="{at(table, path)}/history"' in pats.open(at(table, path))
        assert "What happened to" in pats.open(at(table, f"{path}/history"))


def test_a_history_tells_nothing_of_what_is_hidden(pats: Browser, gms: Browser, table: Table) -> None:
    den(table)
    secret = {"kind": "guard", "title": "The traitor", "count": 1, "audience": "gm"}
    table.gm.does("freeform.put", target="den", component="followers", name="traitor", instance=secret)
    path = at(table, "/enclaves/den/history")
    assert "The traitor" in gms.open(path)
    assert "The traitor" not in pats.open(path)


def test_a_log_stands_in_the_columns_of_its_game(http: httpx.Client, owner: Person) -> None:
    table = Table(owner, "rotted-capes")
    table.gm.does("freeform.create_enclave", name="Dockside")
    day = table.gm.does("rotted-capes.end_day", enclave="dockside")["entry"]
    browser = signed_in(http, table.pat)
    for path in ("/enclaves/dockside", "/enclaves/dockside/log"):
        page = browser.open(at(table, path))
        assert "<caption>Log</caption>" in page
        assert f'/entries/{day}"' in page


def test_a_member_without_an_open_page_is_not_here(pats: Browser, table: Table) -> None:
    present = re.findall(r"<bdi>([^<]*)</bdi>", pats.open(at(table, "/here")))
    assert present == ["Pat"], "who reads the page is here, and nobody else has it open"
