"""Charts as files: pictures, and the Vega-Lite that they are drawn from. Nothing is asked of the network."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import msgspec
import vl_convert
from babel import Locale

from projections.analytics.reports.forms import Picture, Scheme
from projections.analytics.reports.report import ReportResult
from projections.analytics.reports.translated import chart_in, report_in, words_of_reports
from projections.phrases.catalogue import numerals
from projections.translation.catalogues import SOURCE

_PADDING: Final = 28
"""Units around a chart on a page, whose browser may have wider letters than the chart was measured with."""

_SCALE: Final = 2.0
"""Pixels of a PNG for each of the picture's units."""


def specification(answer: ReportResult, language: str = SOURCE) -> dict[str, Any]:
    """Return the chart of an answer in Vega-Lite, with the rows in it and the sentence as its description."""
    words = words_of_reports(language)
    specified: dict[str, Any] = chart_in(answer.report.chart(answer.rows).to_dict(), words)
    question = report_in(answer.report, words).question
    return specified | {"title": question, "description": answer.said_in(language)}


def drawn(answer: ReportResult, picture: Picture, language: str = SOURCE, scheme: Scheme | None = None) -> bytes:
    """Draw the chart of an answer; with a `scheme`, for a page."""
    specified = specification(answer, language)
    if picture == "vega":
        return msgspec.json.encode(specified)
    if picture == "png":
        return bytes(vl_convert.vegalite_to_png(specified, scale=_SCALE, **_style(scheme), **_numerals(language)))
    return str(vl_convert.vegalite_to_svg(specified, **_style(scheme), **_numerals(language))).encode()


def _style(scheme: Scheme | None) -> dict[str, Any]:
    if scheme is None:
        return {}
    config = {"background": "transparent", "padding": _PADDING}
    return {"config": config, "theme": "dark"} if scheme == "dark" else {"config": config}


@cache
def _numerals(language: str) -> dict[str, Any]:
    """Return how numbers and times are written in a language, as d3 takes them."""
    if language == SOURCE:
        return {}
    written, locale = numerals(language), Locale.parse(language, sep="-")
    months, days = locale.months["format"], locale.days["format"]
    return {
        "format_locale": {
            "decimal": written.decimal,
            "thousands": written.group,
            "grouping": [3],
            "currency": ["", ""],
        },
        "time_format_locale": {
            "dateTime": "%Y-%m-%d %H:%M:%S",
            "date": "%Y-%m-%d",
            "time": "%H:%M:%S",
            "periods": ["AM", "PM"],
            "days": _from_sunday(days["wide"]),
            "shortDays": _from_sunday(days["abbreviated"]),
            "months": [months["wide"][month] for month in range(1, 13)],
            "shortMonths": [months["abbreviated"][month] for month in range(1, 13)],
        },
    }


def _from_sunday(days: Mapping[int, str]) -> list[str]:
    """Return the names of the days, which count from Monday, as a week that begins on Sunday."""
    return [days[day] for day in (6, *range(6))]
