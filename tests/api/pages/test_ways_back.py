"""Ways back: after a form one is where one was, and is told there what has come of it."""

from __future__ import annotations

import re
from urllib.parse import quote

import httpx
import pytest

from tests.api.pages.browser import Browser, forms_in
from tests.api.pages.conftest import signed_in
from tests.api.pages.test_acting import give
from tests.api.people import Table

HERE = {"args.text": "I am here."}


def notice(page: str) -> str:
    """What a page tells of what has just been done; "" where it tells nothing."""
    return "".join(re.findall(r'<section id="done".*?</section>', page, re.DOTALL))


@pytest.mark.parametrize("path", ["", "/play", "/timeline?words=here", "/timeline"])
def test_after_a_command_one_is_back_where_one_was_and_told_of_it(pats: Browser, table: Table, path: str) -> None:
    back = f"/campaigns/{table.id}{path}"
    answer = give(pats, table, "freeform.note", **HERE, back=back)
    assert answer.headers["location"] == back
    done = notice(pats.open(back))
    assert "I am here." in done
    assert f'href="/campaigns/{table.id}/entries/{table.gm.see(".")["head"]["entry"]}"' in done


def test_what_was_done_is_told_once(pats: Browser, table: Table) -> None:
    home = f"/campaigns/{table.id}"
    give(pats, table, "freeform.note", **HERE, back=home)
    assert [bool(notice(pats.open(home))) for _ in range(2)] == [True, False]


def test_a_part_of_a_page_leaves_what_was_done_to_the_next_page(pats: Browser, table: Table) -> None:
    home = f"/campaigns/{table.id}"
    give(pats, table, "freeform.note", **HERE, back=home)
    part = pats.send("GET", home, headers={"HX-Request": "true"}).text
    assert [notice(part) != "", notice(pats.open(home)) != ""] == [False, True]


@pytest.mark.parametrize(
    "path",
    [
        "https://example.com/",
        "//example.com",
        "/account",
        "/campaigns/\\example.com",
        "\r\nX: y",
        "{home}/../../account",
        "{home}/%2e%2E/other",
        "{home}/..%2f..%2faccount",
        "{home}/.%2e\\example.com",
        "{home}-other",
        "{home}/people#main",
        "{home}/\u00e4",
    ],
)
def test_the_way_back_never_leaves_the_campaign(pats: Browser, table: Table, path: str) -> None:
    home = f"/campaigns/{table.id}"
    answer = give(pats, table, "freeform.note", **HERE, back=path.format(home=home))
    assert answer.headers["location"] == home


@pytest.mark.parametrize("path", ["https://example.com/", "//example.com", "{home}/../../account"])
@pytest.mark.parametrize("form", ["play/freeform.note?", "revise?undo={entry}&", "entries/{entry}?"])
def test_no_page_links_out_of_the_campaign_because_its_address_says_so(
    pats: Browser, table: Table, path: str, form: str
) -> None:
    home = f"/campaigns/{table.id}"
    entry = table.pat.does("freeform.note", text="Here.")["entry"]
    pats.open(f"{home}/{form.format(entry=entry)}back={quote(path.format(home=home))}")
    assert not re.search(r'(href|action|value)="[^"?]*(example|account)"', pats.page.partition("<main")[2])


@pytest.mark.parametrize("named", ["0", "-1", "999999", "x", "1e3", "9" * 40, "", "1.1"])
def test_a_forged_note_of_what_was_done_is_ignored(pats: Browser, table: Table, named: str) -> None:
    pats.cookies["retcon_done"] = f"{table.id}.{named}"
    assert notice(pats.open(f"/campaigns/{table.id}/people")) == ""


def test_an_entry_of_somebody_else_is_not_told_as_ones_own(pats: Browser, gms: Browser, table: Table) -> None:
    entry = table.gm.does("freeform.note", text="Mine alone.")["entry"]
    for browser in (pats, gms):
        browser.cookies["retcon_done"] = f"{table.id}.{entry}"
    home = f"/campaigns/{table.id}"
    assert ["Mine alone." in notice(browser.open(home)) for browser in (pats, gms)] == [False, True]


def test_what_was_done_in_one_campaign_is_not_told_in_another(gms: Browser, table: Table) -> None:
    entry = table.gm.does("freeform.note", text="Here.")["entry"]
    gms.cookies["retcon_done"] = f"{table.id[:-4]}0000.{entry}"
    assert notice(gms.open(f"/campaigns/{table.id}")) == ""


def test_a_deed_that_asks_its_own_player_shows_its_entry_and_the_answer_leads_back(gms: Browser, table: Table) -> None:
    home = f"/campaigns/{table.id}"
    asked = {"owner": table.gm.id, "key": "way", "prompt": "Where to?", "options": "home,docks", "default": "home"}
    fields = {f"args.{name}": value for name, value in asked.items()}
    answer = give(gms, table, "freeform.ask", **fields, back=f"{home}/people")
    assert re.fullmatch(rf"{home}/entries/\d+\?back=.*%2Fpeople", answer.headers["location"])
    gms.open(answer.headers["location"])
    answer = gms.submit(f"{home}/answers", choice="home")
    assert answer.headers["location"] == f"{home}/people"
    assert "home" in notice(gms.open(f"{home}/people"))


def test_a_refusal_keeps_the_form_open_and_the_way_back(pats: Browser, table: Table) -> None:
    table.gm.does("freeform.create_character", name="Villain", tracks={"hp": 10})
    fields = {"args.target": "villain", "args.track": "hp", "args.amount": "3"}
    back = f"/campaigns/{table.id}/people"
    page = give(pats, table, "freeform.damage", 403, **fields, back=back).text
    assert f'name="back" value="{back}"' in page


def test_an_undo_from_the_table_leads_back_to_it(gms: Browser, table: Table) -> None:
    home = f"/campaigns/{table.id}"
    entry = table.gm.does("freeform.note", text="Never.")["entry"]
    link = re.search(rf'href="({home}/revise\?undo={entry}[^"]*)"', gms.open(home))
    assert link
    page = gms.open(link[1].replace("&amp;", "&"))
    form = next(form for form in forms_in(page) if form.action == f"{home}/revise")
    answer = gms.send("POST", f"{home}/revise", data={**form.hidden, "step": "write"})
    assert answer.headers["location"] == home
    assert notice(gms.open(home))


def test_what_was_done_is_told_in_german_too(http: httpx.Client, table: Table) -> None:
    entry = table.pat.does("freeform.note", text="Hier.")["entry"]
    browser = signed_in(http, table.pat)
    browser.cookies["retcon_done"] = f"{table.id}.{entry}"
    page = browser.send("GET", f"/campaigns/{table.id}", headers={"Accept-Language": "de"}).text
    assert ">Erledigt<" in notice(page)
