"""Charts as files: pictures, and the Vega-Lite that they are drawn from. Nothing is asked of the network."""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec
import vl_convert

from projections.analytics.reports.report import ReportResult
from projections.analytics.reports.translated import chart_in, report_in, words_of_reports
from projections.translation.catalogues import SOURCE

Picture = Literal["svg", "png", "vega"]
"""The forms of a chart; `vega` is its specification in Vega-Lite, as JSON."""

MEDIA: Final[dict[str, str]] = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "vega": "application/vnd.vegalite.v6+json",
}

_SCALE: Final = 2.0
"""Pixels of a PNG for each of the picture's units."""


def specification(answer: ReportResult, language: str = SOURCE) -> dict[str, Any]:
    """Return the chart of an answer in Vega-Lite, with the rows in it and the sentence as its description."""
    words = words_of_reports(language)
    specified: dict[str, Any] = chart_in(answer.report.chart(answer.rows).to_dict(), words)
    question = report_in(answer.report, words).question
    return specified | {"title": question, "description": answer.said_in(language)}


def drawn(answer: ReportResult, picture: Picture, language: str = SOURCE) -> bytes:
    """Draw the chart of an answer."""
    specified = specification(answer, language)
    if picture == "vega":
        return msgspec.json.encode(specified)
    if picture == "svg":
        return str(vl_convert.vegalite_to_svg(specified)).encode()
    return bytes(vl_convert.vegalite_to_png(specified, scale=_SCALE))
