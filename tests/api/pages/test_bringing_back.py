"""Bringing back on a page: commands of a fork are planned side by side, decided, and given in the campaign it left."""

from __future__ import annotations

import re

import httpx
import pytest

from tests.api.pages.browser import Browser
from tests.api.people import Table


@pytest.fixture
def fork(table: Table) -> str:
    """A fork, in which Ramjet was hurt by three, and of which the campaign knows nothing."""
    table.gm.does("freeform.create_character", name="Ramjet", tracks={"hp": 10})
    made: str = table.gm.ask("POST", "./forks", 201, json={"name": "What if"})["id"]
    hurt(table, made, 3)
    return made


def hurt(table: Table, campaign: str, amount: int) -> int:
    entry: int = table.gm.at(campaign).does("freeform.damage", target="ramjet", track="hp", amount=amount)["entry"]
    return entry


def newest(table: Table, fork: str) -> int:
    entry: int = table.gm.at(fork).see(".")["head"]["entry"]
    return entry


def hp(table: Table) -> int:
    current: int = table.gm.see("./characters/ramjet")["tracks"]["hp"]["current"]
    return current


def sent(browser: Browser, table: Table, fork: str, status: int, /, **fields: object) -> httpx.Response:
    """The answer to the form of the page."""
    path = f"/campaigns/{table.id}/forks/{fork}/bring-back"
    form = {name: value for name, value in browser.hidden().items() if name in ("_form", "id", "plan")}
    answer = browser.send("POST", path, data={**form, **fields})
    assert answer.status_code == status, answer.text
    browser.page = answer.text
    return answer


def opened(browser: Browser, table: Table, fork: str) -> str:
    page = browser.open(f"/campaigns/{table.id}/forks/{fork}/bring-back")
    browser.page = page.partition("<main")[2]
    return browser.page


def test_a_command_is_chosen_planned_and_brought_back(gms: Browser, table: Table, fork: str) -> None:
    entry = newest(table, fork)
    assert f'value="{entry}"' in opened(gms, table, fork)
    plan = sent(gms, table, fork, 200, step="plan", entries=entry).text
    assert re.search(r'<th scope="row">hp</th><td>10</td><td><strong>7</strong></td>', plan)
    assert f"Entry {entry} of the fork would be entry" in plan
    assert hp(table) == 10
    gms.page = plan.partition("<main")[2]
    written = sent(gms, table, fork, 303, step="write", entries=entry)
    assert "/entries/" in written.headers["location"]
    assert hp(table) == 7


def test_several_come_back_in_the_order_of_the_fork(gms: Browser, table: Table, fork: str) -> None:
    first, second = newest(table, fork), hurt(table, fork, 2)
    opened(gms, table, fork)
    plan = sent(gms, table, fork, 200, step="plan", entries=[first, second]).text
    gms.page = plan.partition("<main")[2]
    sent(gms, table, fork, 303, step="write", entries=[first, second])
    assert hp(table) == 5


def test_what_names_something_of_the_fork_alone_cannot_be_written(gms: Browser, table: Table, fork: str) -> None:
    table.gm.at(fork).does("freeform.create_character", name="Villain", tracks={"hp": 10})
    entry = table.gm.at(fork).does("freeform.damage", target="villain", track="hp", amount=1)["entry"]
    opened(gms, table, fork)
    plan = sent(gms, table, fork, 200, step="plan", entries=entry).text
    assert "What stands in the way" in plan
    assert "Make it so" not in plan


def test_what_later_entries_make_of_it_is_decided_entry_by_entry(gms: Browser, table: Table, fork: str) -> None:
    removed = table.gm.at(fork).does("freeform.remove", target="ramjet")["entry"]
    later = hurt(table, table.id, 4)
    opened(gms, table, fork)
    plan = sent(gms, table, fork, 200, step="plan", entries=removed).text
    assert f'name="policy.{later}"' in plan
    assert "Make it so" not in plan
    gms.page = plan.partition("<main")[2]
    decided = {"entries": removed, f"policy.{later}": "cascade"}
    plan = sent(gms, table, fork, 200, step="plan", **decided).text
    gms.page = plan.partition("<main")[2]
    sent(gms, table, fork, 303, step="write", **decided)
    assert table.gm.see(f"./entries/{later}")["status"] == "struck"


def test_a_form_without_a_choice_changes_nothing(gms: Browser, table: Table, fork: str) -> None:
    opened(gms, table, fork)
    assert "Make it so" not in sent(gms, table, fork, 200, step="write").text
    assert hp(table) == 10


def test_a_player_brings_nothing_back(pats: Browser, table: Table, fork: str) -> None:
    path = f"/campaigns/{table.id}/forks/{fork}"
    assert pats.send("GET", f"{path}/bring-back").status_code == 403
    assert "bring-back" not in pats.open(path)
