"""Devices: what a browser calls itself, in two words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from litestar.types import Scope

from api.http.endpoints import headers_of

_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
"""Marks in the header `User-Agent` with the browsers that they stand for. The first one counts: most name others too."""

_SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


def device_of(scope: Scope) -> str:
    """Return the browser and the system that a request names in its header `User-Agent`, such as `Firefox on Android`."""
    agent = headers_of(scope).get(b"user-agent", b"").decode("latin-1")
    browser, system = _first(_BROWSERS, agent), _first(_SYSTEMS, agent)
    if browser and system:
        return f"{browser} on {system}"
    return browser or system or "another browser"


def _first(marks: Sequence[tuple[str, str]], agent: str) -> str:
    return next((name for mark, name in marks if mark in agent), "")
