"""The past changed on a page: a plan first, and only then a revision."""

from __future__ import annotations

import re
from typing import Any

import httpx

from tests.api.pages.browser import Browser, forms_in
from tests.api.people import Table


def wish(browser: Browser, table: Table, query: str) -> str:
    """The page on which one sees what would change."""
    return browser.open(f"/campaigns/{table.id}/revise?{query}")


def send(browser: Browser, table: Table, step: str, status: int, **fields: Any) -> httpx.Response:
    """Send the form of the page that is open."""
    address = f"/campaigns/{table.id}/revise"
    form = next(form for form in forms_in(browser.page) if form.action == address)
    answer = browser.send("POST", address, data={**form.hidden, "step": step, **fields})
    assert answer.status_code == status, answer.text
    browser.page = answer.text
    return answer


def wounded(table: Table) -> int:
    """Villain, who was hit for 3 of 10 hit points: the entry of the hit."""
    table.gm.does("freeform.create_character", name="Villain", tracks={"hp": 10})
    entry: int = table.gm.does("freeform.damage", target="villain", track="hp", amount=3)["entry"]
    return entry


def hp(table: Table) -> int:
    current: int = table.gm.see("./characters/villain")["tracks"]["hp"]["current"]
    return current


def sides(page: str) -> list[tuple[str, ...]]:
    """The values of a plan that differ: whose, which, before and after."""
    bodies = re.findall(r'scope="rowgroup"[^>]*>(.*?)</th></tr>(.*?)</tbody>', page, re.DOTALL)
    row = r"<th[^>]*>([^<]*)</th><td>([^<]*)</td><td><strong>([^<]*)</strong>"
    return [(whose, *cells) for whose, rows in bodies for cells in re.findall(row, rows)]


def test_a_plan_shows_what_would_change_and_writes_nothing(gms: Browser, table: Table) -> None:
    hit = wounded(table)
    assert sides(wish(gms, table, f"undo={hit}")) == [("Villain", "hp", "7", "10")]
    assert hp(table) == 7


def test_the_plan_that_was_looked_at_is_written_with_its_reason(gms: Browser, table: Table) -> None:
    hit = wounded(table)
    wish(gms, table, f"undo={hit}")
    answer = send(gms, table, "write", 303, reason="it missed")
    assert hp(table) == 10
    assert "it missed" in gms.open(answer.headers["location"])


def test_a_struck_entry_is_brought_back(gms: Browser, table: Table) -> None:
    hit = wounded(table)
    table.gm.ask("POST", "./revisions", 201, json={"undo": [hit]})
    wish(gms, table, f"redo={hit}")
    send(gms, table, "write", 303)
    assert hp(table) == 7


def test_an_amended_command_is_filled_in_planned_and_written(gms: Browser, table: Table) -> None:
    hit = wounded(table)
    page = wish(gms, table, f"amend={hit}")
    assert 'value="3"' in page
    changed = {"args.target": "villain", "args.track": "hp", "args.amount": "5"}
    assert sides(send(gms, table, "plan", 200, **changed).text) == [("Villain", "hp", "7", "5")]
    send(gms, table, "write", 303, **changed)
    assert hp(table) == 5


def test_a_command_is_inserted_after_an_entry(gms: Browser, table: Table) -> None:
    hit = wounded(table)
    wish(gms, table, f"after={hit}&type=freeform.damage")
    typed = {"args.target": "villain", "args.track": "hp", "args.amount": "2"}
    assert sides(send(gms, table, "plan", 200, **typed).text) == [("Villain", "hp", "7", "5")]
    send(gms, table, "write", 303, **typed)
    assert hp(table) == 5


def test_a_command_is_inserted_directly_before_an_entry(gms: Browser, table: Table) -> None:
    hit = wounded(table)
    for amount in ("2", "1"):
        wish(gms, table, f"before={hit}&type=freeform.damage")
        typed = {"args.target": "villain", "args.track": "hp", "args.amount": amount}
        send(gms, table, "plan", 200, **typed)
        send(gms, table, "write", 303, **typed)
    newest = table.gm.see(".")["head"]["entry"]
    assert table.gm.see(f"./entries/{newest}")["place"]["after"] == newest - 2, "after the one inserted earlier"
    assert hp(table) == 4


def test_a_conflict_is_named_and_decided_entry_by_entry(gms: Browser, table: Table) -> None:
    created = table.gm.does("freeform.create_character", name="Villain", tracks={"hp": 10})["entry"]
    hit = table.gm.does("freeform.damage", target="villain", track="hp", amount=3)["entry"]
    wish(gms, table, f"undo={created}")
    assert f'name="policy.{hit}"' in gms.page
    assert "Make it so" not in gms.page
    send(gms, table, "plan", 200, **{f"policy.{hit}": "cascade"})
    assert "Make it so" in gms.page
    send(gms, table, "write", 303, **{f"policy.{hit}": "cascade"})
    assert table.gm.send("GET", "./characters/villain").status_code == 404


def test_a_plan_that_has_gone_stale_is_shown_anew(gms: Browser, table: Table) -> None:
    hit = wounded(table)
    wish(gms, table, f"undo={hit}")
    table.gm.does("freeform.damage", target="villain", track="hp", amount=1)
    answer = send(gms, table, "write", 409)
    assert sides(answer.text) == [("Villain", "hp", "6", "9")]
    send(gms, table, "write", 303)
    assert hp(table) == 9


def test_a_player_is_told_that_the_past_of_others_is_not_theirs(pats: Browser, table: Table) -> None:
    hit = wounded(table)
    answer = pats.send("GET", f"/campaigns/{table.id}/revise?undo={hit}")
    assert answer.status_code == 403
    assert hp(table) == 7


def test_a_hidden_change_is_counted_and_not_told(gms: Browser, pats: Browser, table: Table) -> None:
    table.gm.does("freeform.create_character", name="Spy", hidden=True, tracks={"hp": 10})
    note = table.pat.does("freeform.note", text="Nothing to see.")["entry"]
    assert "Spy" not in wish(pats, table, f"undo={note}")
