"""Reports in another language: their questions, their columns, and the titles in their charts."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from gettext import NullTranslations
from importlib.resources import files
from typing import Any, Final

from projections.analytics.reports.every import REPORTS
from projections.analytics.reports.report import Report
from projections.translation.catalogues import translations
from projections.translation.texts import Translatable

REPORT_TEXTS: Final = "projections.analytics"
"""The package whose catalogues have the texts of reports."""

_NUMBER: Final = re.compile(r"\d+")
_PLACE: Final = re.compile(r"\{(\d+)\}")


def words_of_reports(language: str) -> NullTranslations:
    """Return the texts of reports in a language."""
    return translations(REPORT_TEXTS, language)


def report_in(report: Report, words: NullTranslations) -> Report:
    """Return a report with its question and the meanings of its columns translated."""
    columns = {name: words.pgettext("column", meaning) for name, meaning in report.columns.items()}
    return report._replace(question=words.pgettext("question", report.question), columns=columns)


def heading(column: str, words: NullTranslations) -> str:
    """Return the heading of a column: its name in words."""
    return words.pgettext("heading", column.replace("_", " "))


def chart_in(specified: Any, words: NullTranslations) -> Any:
    """Return a chart in Vega-Lite with its titles translated. Its rows stay as they are."""
    if isinstance(specified, list):
        return [chart_in(each, words) for each in specified]
    if not isinstance(specified, dict):
        return specified
    return {
        key: each if key in ("data", "datasets") else _title(each, words) if key == "title" else chart_in(each, words)
        for key, each in specified.items()
    }


def _title(title: Any, words: NullTranslations) -> Any:
    """A title in another language; the numbers in it take their places there."""
    if not isinstance(title, str):
        return chart_in(title, words)
    numbers = _NUMBER.findall(title)
    return _PLACE.sub(lambda place: numbers[int(place[1]) - 1], words.pgettext("chart", numbered(title)))


def numbered(title: str) -> str:
    """Return a title with places for its numbers: `the {1} strongest of {2}`."""
    places = iter(range(1, len(title)))
    return _NUMBER.sub(lambda _number: f"{{{next(places)}}}", title)


def report_texts() -> Iterator[Translatable]:
    """Yield the texts of all reports."""
    for report in REPORTS.values():
        yield Translatable(report.question, "question", source=report.name)
        for name, meaning in report.columns.items():
            yield Translatable(name.replace("_", " "), "heading", source=report.name)
            yield Translatable(meaning, "column", source=report.name)
    for module in sorted(files(__package__).iterdir(), key=lambda module: module.name):
        if module.name.endswith(".py"):
            for title in titles(module.read_text("utf-8")):
                yield Translatable(numbered(title), "chart", source=module.name.removesuffix(".py"))


def titles(source: str) -> Iterator[str]:
    """Yield the titles of charts that a module writes; a value put into one counts as a number."""
    for call in ast.walk(ast.parse(source)):
        if isinstance(call, ast.Call) and _draws(call.func):
            for keyword in call.keywords:
                if keyword.arg == "title":
                    yield from _written(keyword.value)


def _draws(called: ast.expr) -> bool:
    """Whether a call is one of the library of charts: `alt.X`, or `chart.properties`."""
    return isinstance(called, ast.Attribute) and (
        called.attr == "properties" or (isinstance(called.value, ast.Name) and called.value.id == "alt")
    )


def _written(title: ast.expr) -> Iterator[str]:
    match title:
        case ast.Constant(str(text)):
            yield text
        case ast.JoinedStr(parts):
            yield "".join(part.value if isinstance(part, ast.Constant) else "0" for part in parts)  # type: ignore[misc]
        case ast.IfExp(body=body, orelse=otherwise):
            yield from _written(body)
            yield from _written(otherwise)
