"""Browsers, for the tests of pages."""

from __future__ import annotations

import httpx
import pytest

from tests.api.pages.browser import Browser
from tests.api.people import Person, Table


@pytest.fixture
def browser(http: httpx.Client) -> Browser:
    """A browser in which nobody has signed in."""
    return Browser(http)


@pytest.fixture
def table(owner: Person) -> Table:
    """A campaign with people."""
    return Table(owner)


@pytest.fixture
def pats(http: httpx.Client, table: Table) -> Browser:
    """The browser of Pat, a player, who is signed in."""
    return signed_in(http, table.pat)


@pytest.fixture
def gms(http: httpx.Client, table: Table) -> Browser:
    """The browser of the game master, who is signed in."""
    return signed_in(http, table.gm)


def signed_in(http: httpx.Client, person: Person) -> Browser:
    """The browser of a visitor who is signed in."""
    browser = Browser(http)
    browser.sign_in(person.token or "")
    return browser
