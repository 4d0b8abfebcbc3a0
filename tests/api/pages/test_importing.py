"""Imports on pages: tried first, whole or not at all, for those who may, with what was left out and why."""

from __future__ import annotations

import json
import re
from typing import Any
from uuid import uuid4

import httpx
import pytest

from tests.api.imports.files import founder, rolls, zipped
from tests.api.pages.browser import Browser
from tests.api.pages.conftest import signed_in
from tests.api.people import Person, Table


@pytest.fixture
def newcomer(owner: Person) -> Person:
    """A person who may found campaigns, and takes part in none."""
    return founder(owner, f"Nell {uuid4()}")


@pytest.fixture
def nells(http: httpx.Client, newcomer: Person) -> Browser:
    return signed_in(http, newcomer)


def sent(
    browser: Browser, kind: str, content: bytes, *, name: str = "evenings.csv", place: str = "", **fields: str
) -> httpx.Response:
    """The answer to a file that is sent by the form of its page."""
    path = f"{place}/imports/{kind}"
    browser.open(path)
    token = browser.hidden()["_form"]
    return browser.send("POST", path, data={"_form": token, **fields}, files={"file": (name, content)})


def test_a_file_becomes_a_campaign_to_which_the_page_leads(nells: Browser, newcomer: Person) -> None:
    answer = sent(nells, "rolls", rolls())
    (campaign,) = newcomer.see("/campaigns")
    assert answer.status_code == 200
    assert f'href="/campaigns/{campaign["id"]}"' in answer.text
    assert campaign["name"] == "evenings"


def test_a_file_is_tried_and_nothing_is_written(nells: Browser, newcomer: Person) -> None:
    answer = sent(nells, "rolls", rolls(), dry_run="on")
    assert "This would come in" in answer.text
    assert newcomer.see("/campaigns") == []


def test_lines_that_were_left_out_are_listed_with_the_reason(nells: Browser) -> None:
    answer = sent(nells, "rolls", rolls() + b"Ana,,,1d20,77,\n")
    assert "A part of it came in" in answer.text
    assert re.search(r'<th scope="row">5</th><td>[^<]*77', answer.text), answer.text


def test_the_reason_for_a_line_that_was_left_out_is_in_the_language_of_the_page(nells: Browser) -> None:
    nells.open("/imports/rolls")
    token = nells.hidden()["_form"]
    file = {"file": ("evenings.csv", rolls() + b"Ana,,,1d20,77,\n")}
    german = {"Accept-Language": "de"}
    page = nells.send("POST", "/imports/rolls", data={"_form": token}, files=file, headers=german).text
    assert "<td>Ein d20 zeigt 1 bis 20, nicht 77.</td>" in page


def test_a_strict_import_of_a_damaged_file_is_refused_and_writes_nothing(nells: Browser, newcomer: Person) -> None:
    answer = sent(nells, "rolls", rolls() + b"Ana,,,1d20,77,\n", strict="on")
    assert (answer.status_code, newcomer.see("/campaigns")) == (422, [])
    assert "Nothing was imported" in answer.text


def test_a_file_that_was_imported_before_leads_to_its_campaign(nells: Browser, newcomer: Person) -> None:
    sent(nells, "rolls", rolls())
    (campaign,) = newcomer.see("/campaigns")
    answer = sent(nells, "rolls", rolls())
    assert answer.status_code == 422
    assert f'href="/campaigns/{campaign["id"]}"' in answer.text


def test_columns_are_named_line_by_line(nells: Browser) -> None:
    file = b"Wer;Wurf;Augen\nAna;1d20;14\n"
    answer = sent(nells, "rolls", file, columns="who=Wer\r\ndice=Wurf\r\nnatural=Augen\r\n", dry_run="on")
    assert "<dt>who</dt><dd>Wer</dd>" in answer.text


def test_a_table_of_characters_is_added_to_a_campaign(gms: Browser, table: Table) -> None:
    place = f"/campaigns/{table.id}"
    answer = sent(gms, "characters", b"Name,Player,HP\nMira,Pat,9/21\n", place=place, columns="hp=HP")
    assert answer.status_code == 200, answer.text
    assert table.gm.see("./characters/mira")["owners"] == [table.pat.id]


def test_a_script_gets_lines_and_at_last_the_page(nells: Browser) -> None:
    nells.open("/imports/rolls")
    token = nells.hidden()["_form"]
    answer = nells.send(
        "POST", "/imports/rolls", data={"_form": token}, files={"file": ("x.csv", rolls(200))}, headers=SCRIPT
    )
    lines = [json.loads(line) for line in answer.text.splitlines()]
    assert {line["line"] for line in lines[:-1]} <= {"progress"}
    assert lines[-1]["line"] == "page"
    assert "All of it came in" in lines[-1]["html"]


SCRIPT = {"HX-Request": "true"}


@pytest.mark.parametrize("headers", [{}, SCRIPT])
@pytest.mark.parametrize(
    ("kind", "content"), [("rolls", b"\x00\x01"), ("ledger", b"{}"), ("foundry", zipped({"a.txt": b""}))]
)
def test_a_file_of_another_kind_is_refused_with_the_reason(
    nells: Browser, newcomer: Person, kind: str, content: bytes, headers: dict[str, str]
) -> None:
    path = f"/imports/{kind}"
    nells.open(path)
    form = {"data": {"_form": nells.hidden()["_form"]}, "files": {"file": ("x", content)}}
    answer = nells.send("POST", path, headers=headers, **form)
    assert "problem" in answer.text
    assert answer.status_code == (200 if headers else 400)
    assert newcomer.see("/campaigns") == []


@pytest.mark.parametrize("form", [{}, {"files": {"file": ("", b"")}}, {"files": {"file": ("x.csv", b"")}}])
def test_a_form_without_a_file_is_refused(nells: Browser, form: dict[str, Any]) -> None:
    nells.open("/imports/rolls")
    answer = nells.send("POST", "/imports/rolls", data={"_form": nells.hidden()["_form"]}, **form)
    assert answer.status_code == 400
    assert "There is no file" in answer.text


def test_a_file_before_the_token_is_not_read(nells: Browser) -> None:
    nells.open("/imports/rolls")
    token = nells.hidden()["_form"].encode()
    parts = [b'name="file"; filename="x.csv"\r\n\r\n' + rolls(), b'name="_form"\r\n\r\n' + token]
    body = b"".join(b"--edge\r\nContent-Disposition: form-data; " + part + b"\r\n" for part in parts) + b"--edge--\r\n"
    kind = {"Content-Type": "multipart/form-data; boundary=edge"}
    answer = nells.send("POST", "/imports/rolls", content=body, headers=kind)
    assert answer.status_code == 403


@pytest.mark.parametrize("body", [b"", b"nothing", b"--edge\r\n", b"--edge\r\nX: y\r\n\r\n", b'--edge\r\n"' * 500])
def test_a_form_that_is_none_is_refused(nells: Browser, body: bytes) -> None:
    kind = {"Content-Type": "multipart/form-data; boundary=edge"}
    assert nells.send("POST", "/imports/rolls", content=body, headers=kind).status_code in (400, 403)


def test_nobody_imports_who_may_not(pats: Browser, table: Table) -> None:
    pats.open("/account")
    token = pats.hidden()["_form"]
    for path in ("/imports/rolls", f"/campaigns/{table.id}/imports/characters"):
        assert pats.send("GET", path).status_code == 403
        answer = pats.send("POST", path, data={"_form": token}, files={"file": ("x.csv", rolls())})
        assert answer.status_code == 403
    assert "/imports" not in pats.open("/")
    assert "/imports" not in pats.open(f"/campaigns/{table.id}/forks")


def test_only_kinds_that_a_campaign_takes_are_offered_in_it(gms: Browser, table: Table) -> None:
    place = f"/campaigns/{table.id}"
    page = gms.open(f"{place}/imports")
    assert set(re.findall(rf'href="{place}/imports/(\w+)"', page)) == {"foundry", "roll20", "characters"}
    assert gms.send("GET", f"{place}/imports/rolls").status_code == 404
    assert gms.send("GET", "/imports/nothing").status_code in (400, 404)
