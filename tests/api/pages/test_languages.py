"""A reader of German is shown German: no text of a page is the English of one that has a German translation.

What people write is theirs, in whatever language. Ids of rules and names of tables are the same in every language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from io import BytesIO
from typing import Any, Final, get_args

import httpx
import pytest
from babel.messages.pofile import read_po

from api.catalogue import texts_in
from api.testing.translating import domains
from domain.system import System
from projections.analytics.querying.names import TableName
from projections.translation.games import entry_texts
from projections.views.catalogue import entries_in
from tests.api.pages.browser import Browser
from tests.api.pages.conftest import signed_in
from tests.api.pages.every_page import addresses, places_of
from tests.api.pages.everything import everything_at
from tests.api.people import Person, Table
from tests.games.own import GAMES, REGISTRY
from tests.games.stories import before, setup_of

READ_ALOUD: Final = ("aria-label", "title", "alt", "placeholder")
"""Attributes that people read or hear."""

NOT_READ: Final = frozenset({"script", "style", "code", "bdi", "textarea"})
"""Elements that hold no words of the program: ids, names, and what a person wrote."""


class Texts(HTMLParser):
    """The texts of a page, and those of its attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: set[str] = set()
        self._within: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in NOT_READ:
            self._within.append(tag)
        self.texts.update(" ".join(value.split()) for name, value in attrs if name in READ_ALOUD and value)

    def handle_endtag(self, tag: str) -> None:
        if self._within and self._within[-1] == tag:
            self._within.pop()

    def handle_data(self, data: str) -> None:
        if not self._within and (text := " ".join(data.split())):
            self.texts.add(text)


def texts_of(page: str) -> set[str]:
    """The texts that a visitor reads on a page."""
    return Texts(page).texts


@cache
def untranslated() -> frozenset[str]:
    """English texts that have a German translation and are none themselves."""
    files = [domain.file("de") for domain in domains()]
    messages = [message for file in files for message in read_po(BytesIO(file.read_bytes())) if message.id]
    english = {text for message in messages for text in _forms(message.id)}
    german = {text for message in messages for text in _forms(message.string)}
    return frozenset(english - german)


def _forms(text: Any) -> list[str]:
    return [text] if isinstance(text, str) else [str(each) for each in text or ()]


def written(json: Any) -> Iterator[str]:
    """What people wrote in the arguments of commands."""
    if isinstance(json, str):
        yield json
    elif isinstance(json, dict):
        yield from (text for each in (*json, *json.values()) for text in written(each))
    elif isinstance(json, list | tuple):
        yield from (text for each in json for text in written(each))


@pytest.fixture(scope="module")
def full_table(owner: Person) -> Table:
    return everything_at(owner)


@pytest.mark.parametrize("role", ["gm", "pat"])
def test_a_page_in_german_has_no_english_that_has_a_translation(
    http: httpx.Client, full_table: Table, role: str
) -> None:
    browser: Browser = signed_in(http, getattr(full_table, role))
    base = REGISTRY.base
    theirs = {*written([args for _, args in setup_of(base)]), *written([kind.example for kind in base.kinds.values()])}
    theirs |= {*base.rules, *get_args(TableName)}
    wrong: dict[str, str] = {}
    for address in addresses(places_of(full_table.gm)):
        page = browser.send("GET", f"/campaigns/{full_table.id}{address[1:]}", headers={"Accept-Language": "de"})
        assert '<html lang="de"' in page.text or not page.text.startswith("<!doctype"), address
        wrong |= dict.fromkeys((texts_of(page.text) & untranslated()) - theirs, address)
    assert wrong == {}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_no_entry_of_a_catalogue_is_shown_in_english(http: httpx.Client, owner: Person, game: System) -> None:
    """The whole catalogue, and one entry of each kind with all its fields; the book's own name stands beside the German one."""
    browser, below = signed_in(http, (table := Table(owner, game.id)).gm), f"/campaigns/{table.id}/catalogue"
    firsts = {entry.kind: entry.id for entry in reversed(list(entries_in(game)))}
    texts = set[str]()
    for address in (below, *(f"{below}/{kind}/{id}" for kind, id in firsts.items())):
        page = browser.send("GET", address, headers={"Accept-Language": "de"}).text
        texts |= texts_of(re.sub(r'<span lang="en">.*?</span>', "", page))
    say, joined = texts_in("de", game.id).say, "\n".join(texts)
    english = {text for text, sense, *_ in entry_texts(game) if say(sense, text) != text}
    assert {text for text in english if text in texts or (" " in text and text in joined)} == set()


@pytest.mark.parametrize(
    ("type", "words"),
    [
        ("cthulhu-eternal.disarm", "greift an"),
        ("rotted-capes.activate_flaw", "für einen Plot Point"),
        ("weaverdice.take_milestone", "geheime Identität"),
    ],
)
def test_a_question_and_its_answers_are_asked_in_german(
    http: httpx.Client, owner: Person, type: str, words: str
) -> None:
    game = REGISTRY.systems[type.partition(".")[0]]
    table = Table(owner, game.id)
    for step, args in (*setup_of(game), *before(game, type), (type, game.kinds[type].example)):
        table.gm.does(step, **args)
    page = signed_in(http, table.gm).send("GET", f"/campaigns/{table.id}", headers={"Accept-Language": "de"})
    (asks,) = re.findall(r'<aside id="asks".*?</aside>', page.text, re.DOTALL)
    assert words in asks
    assert texts_of(asks) & untranslated() == set()


def test_a_text_that_stayed_english_is_noticed() -> None:
    page = '<h1>Act</h1><p title="Open questions">Jetzt <code>Act</code></p><button aria-label="Find"></button>'
    assert texts_of(page) & untranslated() == {"Act", "Open questions", "Find"}
