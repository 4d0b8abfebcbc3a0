"""Forks on a page: made, listed and compared; and the campaign as a file."""

from __future__ import annotations

import re

import httpx
import pytest

from api.use_cases import forks
from tests.api.pages.browser import Browser
from tests.api.pages.conftest import signed_in
from tests.api.people import Person, Table

SIDES = r"Ramjet</th></tr>\s*<tr><th scope=\"row\">hp</th><td>10</td><td><strong>7</strong></td>"
"""Ramjet's hit points, here and in the fork."""


def at(table: Table, path: str) -> str:
    return f"/campaigns/{table.id}{path}"


@pytest.fixture
def forked(gms: Browser, table: Table) -> str:
    """A fork that was made on the page, with a blow of its own."""
    table.gm.does("freeform.create_character", name="Ramjet", tracks={"hp": 10})
    newest = table.gm.see(".")["head"]["entry"]
    gms.open(at(table, f"/forks?at={newest}"))
    made = gms.submit(at(table, "/forks"), name="What if")
    fork: str = made.headers["location"].removeprefix("/campaigns/")
    table.gm.at(fork).does("freeform.damage", target="ramjet", track="hp", amount=3)
    return fork


def test_a_fork_is_made_after_the_entry_that_one_came_from(gms: Browser, table: Table, forked: str) -> None:
    (fork,) = table.gm.see("./forks")
    newest = table.gm.see(".")["head"]["entry"]
    assert (fork["id"], fork["name"], fork["at"]) == (forked, "What if", newest)
    assert f"/forks/{forked}" in gms.open(at(table, "/forks"))


def test_a_fork_is_compared_with_the_campaign_it_left(gms: Browser, table: Table, forked: str) -> None:
    table.gm.does("freeform.note", text="The rain begins.")
    page = gms.open(at(table, f"/forks/{forked}"))
    assert re.search(SIDES, page)
    assert "The rain begins." in page
    assert f"/campaigns/{forked}/entries/" in page
    assert at(table, f"/forks/{forked}") in gms.open(f"/campaigns/{forked}/forks")


def test_a_player_compares_what_they_may_see(pats: Browser, table: Table, forked: str) -> None:
    table.gm.at(forked).does("freeform.note", text="A spy.", _audience="gm")
    page = pats.open(at(table, f"/forks/{forked}"))
    assert re.search(SIDES, page)
    assert "A spy." not in page
    assert "<form" not in pats.open(at(table, "/forks")).partition("<main")[2]


def test_a_player_makes_no_fork(pats: Browser, table: Table) -> None:
    pats.open("/account")
    answer = pats.send("POST", at(table, "/forks"), data={"name": "Mine"})
    assert answer.status_code == 403


def test_a_fork_needs_a_name_and_an_entry_that_exists(gms: Browser, table: Table) -> None:
    gms.open(at(table, "/forks"))
    assert gms.submit(at(table, "/forks"), 400, name=" ").status_code == 400
    gms.open(at(table, "/forks"))
    assert gms.submit(at(table, "/forks"), 400, name="What if", at="9999").status_code == 400


def test_the_ledger_is_downloaded_as_the_interface_exports_it(gms: Browser, pats: Browser, table: Table) -> None:
    table.gm.does("freeform.note", text="A spy.", _audience="gm")
    for browser, person in ((gms, table.gm), (pats, table.pat)):
        file = browser.send("GET", at(table, "/ledger.jsonl"))
        assert file.content == person.send("GET", "./export").content
        assert file.headers["content-disposition"] == f'attachment; filename="{table.id}.jsonl"'
    assert b"A spy." not in file.content


def test_the_installations_owner_is_told_of_backups_and_nobody_else(
    http: httpx.Client, table: Table, owner: Person, pats: Browser
) -> None:
    assert "retcon backup" in signed_in(http, owner).open(at(table, "/forks"))
    assert "retcon backup" not in pats.open(at(table, "/forks"))


def test_a_comparison_without_room_says_how_much_it_leaves_out(
    table: Table, gms: Browser, forked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        table.gm.at(forked).does("freeform.create_character", name="Villain", tracks={"hp": 10})
    monkeypatch.setattr(forks, "MOST_BYTES", 40)
    answer = table.gm.see(f"./forks/{forked}/compare")
    assert (len(answer["changes"]), answer["left_out"] > 0) == (1, True)
    assert (len(answer["fork"]["entries"]), answer["fork"]["next"]) == (1, answer["fork"]["entries"][0]["entry"])
    onward = table.gm.see(f"./forks/{forked}/compare", fork_after=answer["fork"]["next"])
    assert onward["fork"]["entries"][0]["entry"] == answer["fork"]["next"] + 1
    assert "for which this page has no room" in gms.open(at(table, f"/forks/{forked}"))
