"""What people write is words on every page, and nothing that a browser would carry out."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Final

import httpx
import pytest

from tests.api.pages.browser import Browser
from tests.api.pages.conftest import signed_in
from tests.api.pages.every_page import addresses, expect_shown, is_page, places_of
from tests.api.pages.everything import everything_at
from tests.api.people import Person, Table

HOSTILE: Final = "<xx-hostile onxx='1'>\"' onxx='2' </script></title></style>{{ 6 * 7 }}javascript:xx(1)"


class Elements(HTMLParser):
    """Elements and attributes of a page that a person's words have made."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.made: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs if name.startswith("onxx")]
        scripts = [value for _, value in attrs if value and value.startswith("javascript:")]
        if tag == "xx-hostile" or names or scripts:
            self.made.append(self.get_starttag_text() or tag)


@pytest.fixture(scope="module")
def hostile_table(owner: Person) -> Table:
    return everything_at(owner, HOSTILE)


@pytest.mark.parametrize("role", ["gm", "pat"])
def test_hostile_words_are_words_on_every_page(http: httpx.Client, hostile_table: Table, role: str) -> None:
    browser: Browser = signed_in(http, getattr(hostile_table, role))
    campaign, places = f"/campaigns/{hostile_table.id}", places_of(hostile_table.gm)
    answers = {address: browser.send("GET", f"{campaign}{address[1:]}") for address in addresses(places)}
    if role == "gm":
        expect_shown({address: one.status_code for address, one in answers.items()})
    files = {address: one for address, one in answers.items() if not is_page(one.headers.get("content-type", ""))}
    assert files, "no browser takes a file for a page"
    assert {address for address, one in files.items() if one.headers["x-content-type-options"] != "nosniff"} == set()
    shown = {address: one.text for address, one in answers.items() if address not in files}
    assert {address: made for address, page in shown.items() if (made := Elements(page).made)} == {}
    assert sum("&lt;xx-hostile" in page for page in shown.values()) > len(shown) // 2
    assert not any("onxx='1'>" in page or ("{{ 6" not in page and "42 javascript" in page) for page in shown.values())


def test_hostile_words_in_an_address_are_words(http: httpx.Client, table: Table) -> None:
    browser = signed_in(http, table.pat)
    for address in ("timeline?words=", "play?words=", "why?path=", "characters/", "encounters/", "reports/", "play/"):
        answer = browser.send("GET", f"/campaigns/{table.id}/{address}{HOSTILE.replace('/', '%2F').replace('#', '')}")
        assert answer.status_code < 500, address
        is_page = answer.headers["content-type"].startswith("text/html")
        assert not is_page or Elements(answer.text).made == [], address
        assert is_page or answer.headers["x-content-type-options"] == "nosniff", "no browser takes it for a page"
