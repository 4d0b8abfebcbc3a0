"""Pages in a browser: how heavy they are, how soon a long timeline is painted, and how soon an entry is on an open page."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from datetime import datetime
from statistics import median
from typing import Any

import httpx
from playwright.sync_api import Page, sync_playwright

from tests.api.people import Person, command
from tests.api.people import Table as Room
from tests.api.serving import Serving
from tests.bench.measuring import Bench, Table

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]

PAINTED = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
"""Milliseconds from the beginning of the navigation to the first text on the screen."""

WEIGHT = """performance.getEntriesByType('navigation').concat(performance.getEntriesByType('resource'))
    .reduce((sum, each) => sum + each.encodedBodySize, 0)"""
"""Bytes of the page and of all that it loads, compressed as they are sent."""

SEEN = """entry => new Promise(done => {
    const shown = () => document.getElementById(`entry-${entry}`);
    if (shown()) return done(Date.now());
    new MutationObserver((_, watch) => shown() && (watch.disconnect(), done(Date.now())))
        .observe(document.getElementById('timeline'), {childList: true});
})"""


def measure(bench: Bench) -> Iterator[Table]:
    """A timeline of 20,000 entries."""
    if CHROMIUM is None:
        yield Table("Pages", ("page", "why not"), [("all", "Chromium is not installed")])
        return
    entries = bench.scaled(20_000, 60)
    folder = bench.folder / "pages"
    folder.mkdir()
    with (
        bench.database() as url,
        Serving(url, folder) as service,
        httpx.Client(base_url=service.url, timeout=60) as http,
    ):
        owner = Person(http, service.owner_token)
        owner.id = owner.see("/account")["id"]
        table = Room(owner)
        _write(table, entries)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            page = browser.new_page()
            _sign_in(page, service.url, table.pat)
            rows = [
                _painted(bench, page, f"{service.url}/campaigns/{table.id}{path}")
                for path in ("", "/timeline", "/play")
            ]
            yield Table(
                f"Pages of a campaign of {entries:,} entries",
                ("page", "first paint, ms", "weight, KB"),
                rows,
                "First paint: the median, files in the browser's cache. Weight: the page with all that it loads, compressed.",
            )
            page.goto(f"{service.url}/campaigns/{table.id}/timeline")
            yield Table(
                "An entry on an open page", ("from its commit to the page, ms",), [(_live(bench, page, table),)]
            )
            browser.close()


def _write(table: Room, entries: int) -> None:
    """Write notes, a thousand at a time."""
    for first in range(0, entries, 1000):
        notes = [command("freeform.note", text=f"Note {n}.") for n in range(first, min(first + 1000, entries))]
        table.gm.ask("POST", "./batches", 201, json={"commands": notes})


def _sign_in(page: Page, url: str, person: Person) -> None:
    page.goto(url)
    page.get_by_label("Token or code").fill(person.token or "")
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"{url}/")


def _painted(bench: Bench, page: Page, address: str) -> tuple[str, str, str]:
    times, weight = [], 0
    for _ in range(bench.scaled(11, 2)):
        page.goto(address)
        page.wait_for_function(f"() => {PAINTED.replace('[0].startTime', '.length')}")
        times.append(page.evaluate(PAINTED))
        weight = max(weight, page.evaluate(WEIGHT))
    name = address.rpartition("/")[2]
    return (name if len(name) < 20 else "table", f"{median(times):.0f}", f"{weight / 1000:.0f}")


def _live(bench: Bench, page: Page, table: Room) -> str:
    def once() -> float:
        entry = table.gm.does("freeform.note", text="Just now.")
        shown: float = page.evaluate(SEEN, entry["entry"])
        return shown - _milliseconds(entry["at"])

    return f"{median(_repeated(once, bench.scaled(30, 3))):.0f}"


def _milliseconds(at: str) -> float:
    return datetime.fromisoformat(at).timestamp() * 1000


def _repeated(work: Callable[[], Any], times: int) -> list[Any]:
    return [work() for _ in range(times)]
