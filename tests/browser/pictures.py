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
    """A picture of a page: of whose campaign and through whose eyes, in which window; `path` is below the campaign."""

    name: str
    system: str
    who: str
    path: str
    window: dict[str, int]
    scheme: str = "light"


PICTURES: Final = (
    Picture("timeline", "weaverdice", "ana", "/timeline?session=1", DESK),
    Picture("sheet", "weaverdice", "ana", "/characters/kestrel", PHONE),
    Picture("board", "orcus", "ana", "/encounters/road?as_of=session:1", DESK),
    Picture("plan", "weaverdice", "gm", "/revise?undo={first-punch}", DESK),
    Picture("why", "weaverdice", "ana", "/why?target=kestrel&path=tracks.focus.current", PHONE),
    Picture("group", "weaverdice", "gm", "/enclaves/{group}", DESK, "dark"),
    Picture("recap", "weaverdice", "cleo", "/recap?session=1", PHONE, "dark"),
    Picture("report", "weaverdice", "gm", "/reports/{report}", DESK),
)
"""The pictures, in the order of the README."""
