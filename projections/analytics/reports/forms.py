"""The forms of a chart as a file, by names alone: nothing here needs the extra `analytics`."""

from __future__ import annotations

from typing import Final, Literal

Picture = Literal["svg", "png", "vega"]
"""The forms of a chart; `vega` is its specification in Vega-Lite, as JSON."""

Scheme = Literal["light", "dark"]
"""The colours of the page that a chart is drawn for; it lets the page's own background through."""

MEDIA: Final[dict[str, str]] = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "vega": "application/vnd.vegalite.v6+json",
}
"""The media types of the forms."""
