"""A service, and people who each have a browser of their own."""

from __future__ import annotations

import gzip
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Locator, Page, sync_playwright

from api.storage.embedded import Server
from tests.api.people import Person, Table
from tests.api.serving import Serving
from tests.databases import fresh_database

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

PHONE = {"width": 360, "height": 740}
DESK = {"width": 1280, "height": 800}

AXE = gzip.decompress((Path(__file__).parent / "vendor" / "axe.min.js.gz").read_bytes()).decode()


@pytest.fixture(scope="package")
def serving(postgres: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A service that runs for all tests of the package."""
    with fresh_database(postgres) as url, Serving(url, tmp_path_factory.mktemp("pages")) as service:
        yield service


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """A browser; each person has a profile of their own in it."""
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def table(serving: Serving) -> Iterator[Table]:
    """A campaign with people."""
    with serving.client() as http:
        owner = Person(http, serving.owner_token)
        owner.id = owner.see("/account")["id"]
        yield Table(owner)


class Visitor:
    """A person at a page. Whatever the page complains of in its console fails the test that closes it."""

    def __init__(self, chromium: Browser, url: str, **context: Any) -> None:
        self.url = url
        self.context = chromium.new_context(base_url=url, **context)
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", lambda line: self.complaints.append(line.text) if _is_policy(line.text) else None)

    def sign_in(self, person: Person, path: str = "/") -> Page:
        """Sign in by the form, and go on to a page."""
        self.page.goto(path)
        self.page.locator('[name="secret"]').fill(person.token or "")
        self.page.locator('form:has([name="secret"]) button').click()
        self.page.wait_for_url(f"{self.url}{path}")
        return self.page

    def close(self) -> None:
        """Close the browser. Raises AssertionError for what its console has complained of."""
        with suppress(Error):
            self.context.close()
        assert self.complaints == []


def _is_policy(text: str) -> bool:
    return "Content Security Policy" in text or "Refused to" in text


@pytest.fixture
def visitors(chromium: Browser, serving: Serving) -> Iterator[Any]:
    """Opens browsers for people, and closes them."""
    opened: list[Visitor] = []

    def visitor(viewport: dict[str, int] | None = None, locale: str = "en-GB", **context: Any) -> Visitor:
        opened.append(Visitor(chromium, serving.url, viewport=viewport or DESK, locale=locale, **context))
        return opened[-1]

    yield visitor
    for one in opened:
        one.close()


def violations(page: Page, rules: list[str] | None = None) -> list[str]:
    """What axe-core finds wrong with a page: by WCAG 2.2 AA and its own best practices, or by some rules only."""
    page.evaluate(AXE)
    options = {"resultTypes": ["violations"]} | ({"runOnly": rules} if rules else {})
    result = page.evaluate("async (options) => await axe.run(options)", options)
    return [f"{each['id']}: {node['html'][:120]}" for each in result["violations"] for node in each["nodes"]]


def violations_in_the_dark(page: Page) -> list[str]:
    """What axe-core finds wrong with the colours of a page for people who wish it dark; afterwards it is light."""
    page.emulate_media(color_scheme="dark")
    faults = violations(page, ["color-contrast"])
    page.emulate_media(color_scheme="light")
    return [f"in the dark: {each}" for each in faults]


STEPS = 150
"""How often Tab is pressed at most: more than a page has links, buttons and fields."""


def tab_to(page: Page, element: Locator) -> None:
    """Reach an element by pressing Tab. Raises AssertionError where that leads to it never, or it does not show its focus."""
    for _ in range(STEPS):
        page.keyboard.press("Tab")
        if element.evaluate("one => one === document.activeElement"):
            assert element.evaluate("one => getComputedStyle(one).outlineStyle !== 'none'"), "one sees where one is"
            return
    raise AssertionError(f"no Tab leads to {element}")
