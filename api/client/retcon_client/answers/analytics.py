"""Answers about analytics, written from the OpenAPI document of the service."""

from __future__ import annotations

from typing import Any

import msgspec


class Drawing(msgspec.Struct, frozen=True, kw_only=True):
    """The chart of a report: a picture, or its Vega-Lite."""

    content: str
    media_type: str


class ReportLine(msgspec.Struct, frozen=True, kw_only=True):
    """A report that there is: its name, the question that it answers, and what the columns of its table mean."""

    report: str
    question: str
    columns: dict[str, str]


class ReportView(msgspec.Struct, frozen=True, kw_only=True):
    """The answer of a report, in a sentence and in rows. `entry` is the last entry that is in it; null where several
    campaigns are. `brief` are the columns that say the most. `drawing` is the chart beside the rows, where it was
    asked for.
    """

    report: str
    question: str
    sentence: str
    columns: dict[str, str]
    rows: tuple[dict[str, Any], ...]
    entry: int | None
    brief: tuple[str, ...]
    drawing: Drawing | None
