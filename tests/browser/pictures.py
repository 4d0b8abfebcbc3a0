"""The pictures of pages in the README, taken in Chromium from a service on which the demos were played.

`make pictures` takes them (`python -m tests.browser.pictures`). The demos have fixed dice; times and digests, which differ from run to
run, are the same in every picture, so that a new one differs only where a page does.
"""

from __future__ import annotations

import base64
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

import httpx
from playwright.sync_api import Browser, Page, sync_playwright

from api.storage.embedded import start
from tests.api.serving import Serving
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.checks.source import ROOT
from tests.conftest import UNSAFE_BUT_QUICK
from tests.databases import fresh_database
from tests.demos import PlayedDemo, PlayedInstallation, play_every_demo

FOLDER: Final = ROOT / "deploy" / "pictures"
"""The folder of the pictures."""

LARGEST: Final = 80_000
"""The most bytes that a picture may have."""

DESK: Final = {"width": 1120, "height": 760}
PHONE: Final = {"width": 360, "height": 740}


class Picture(NamedTuple):
    """A picture of a page: of whose campaign and through whose eyes, in which window; `path` is below the campaign. What `top` selects
    is scrolled to the top.
    """

    name: str
    system: str
    who: str
    path: str
    window: dict[str, int]
    scheme: str = "light"
    top: str = ""


PICTURES: Final = (
    Picture("timeline", "weaverdice", "ana", "/timeline?session=1&kind=roll", DESK),
    Picture("sheet", "weaverdice", "ana", "/characters/kestrel", PHONE),
    Picture("board", "orcus", "ana", "/encounters/road?as_of=session:1", DESK, top="svg.map"),
    Picture("plan", "weaverdice", "gm", "/revise?undo={blow}", DESK),
    Picture("why", "weaverdice", "ana", "/why?target=kestrel&path=tracks.focus.maximum", PHONE),
    Picture("group", "weaverdice", "gm", "/enclaves/night-market", DESK, "dark", ".intel"),
    Picture("recap", "weaverdice", "cleo", "/recap?session=1", PHONE, "dark"),
    Picture("downtime", "weaverdice", "ana", "/downtime/1/report", DESK),
)
"""The pictures, in the order of the README."""

_SAME: Final = """() => {
  for (const time of document.querySelectorAll("time")) time.textContent = time.textContent.replace(/\\d\\d:\\d\\d/, "20:15");
  for (const code of document.querySelectorAll("code.hash, td code")) code.textContent = "0".repeat(code.textContent.length);
}"""
"""Gives times and digests the same text in every picture."""


def taken(browser: Browser, url: str, demo: PlayedDemo, picture: Picture, path: str) -> bytes:
    """Return a picture of a page as WebP."""
    context = browser.new_context(
        base_url=url,
        viewport=_size(picture.window),
        color_scheme=_scheme(picture),
        locale="en-GB",
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto("/sign-in")
    page.get_by_label("Token or code").fill(demo.people[picture.who].token)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"{url}/")
    answer = page.goto(f"/campaigns/{demo.campaign}{path}")
    assert answer is not None, path
    assert answer.ok, f"{path} answers {answer.status}"
    page.evaluate(_SAME)
    if picture.top:
        page.locator(picture.top).first.evaluate("part => part.scrollIntoView()")
    content = _webp(page)
    context.close()
    return content


def _webp(page: Page) -> bytes:
    """Return the window as WebP: in the best quality in which it is small enough."""
    session = page.context.new_cdp_session(page)
    for quality in (90, 75, 60, 45):
        shot = session.send("Page.captureScreenshot", {"format": "webp", "quality": quality})
        content = base64.b64decode(shot["data"])
        if len(content) < LARGEST:
            return content
    raise AssertionError("the page is too large for a picture; take a smaller window")


def paths(played: PlayedInstallation, url: str) -> Callable[[Picture], str]:
    """Return what fills in the path of a picture: the entry of the first blow of a fight."""
    with httpx.Client(base_url=url, timeout=60) as http:
        demo = played.demos["weaverdice"]
        headers = {"Authorization": f"Bearer {demo.people['gm'].token}"}
        rows = http.get(f"/api/v1/campaigns/{demo.campaign}/entries", headers=headers).json()
    blow = next(row["entry"] for row in rows if (row.get("command") or {}).get("type") == "weaverdice.attack")
    return lambda picture: picture.path.replace("{blow}", str(blow))


def _size(window: dict[str, int]) -> Any:
    return window


def _scheme(picture: Picture) -> Any:
    return picture.scheme


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory(prefix="retcon-pictures-") as folder,
        start(Path(folder) / "postgres", options=UNSAFE_BUT_QUICK) as server,
        fresh_database(server) as database,
    ):
        (Path(folder) / "played").mkdir()
        (Path(folder) / "shown").mkdir()
        played = play_every_demo(database, Path(folder) / "played")
        with Serving(database, Path(folder) / "shown") as service, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            fill = paths(played, service.url)
            for picture in PICTURES:
                content = taken(browser, service.url, played.demos[picture.system], picture, fill(picture))
                (FOLDER / f"{picture.name}.webp").write_bytes(content)
            browser.close()


if __name__ == "__main__":
    main()
