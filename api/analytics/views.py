"""Views of reports, over HTTP and at the command line."""

from __future__ import annotations

from typing import Any

import msgspec


class ReportLine(msgspec.Struct, frozen=True):
    """A report that there is: its name, the question that it answers, and what the columns of its table mean."""

    report: str
    question: str
    columns: dict[str, str]


class Drawing(msgspec.Struct, frozen=True):
    """The chart of a report: a picture, or its Vega-Lite."""

    content: bytes
    media_type: str


class ReportView(msgspec.Struct, frozen=True, kw_only=True):
    """The answer of a report, in a sentence and in rows. `entry` is the last entry that is in it; null where several campaigns are.
    `brief` are the columns that say the most. `drawing` is the chart beside the rows, where it was asked for."""

    report: str
    question: str
    sentence: str
    columns: dict[str, str]
    rows: tuple[dict[str, Any], ...]
    entry: int | None
    brief: tuple[str, ...]
    drawing: Drawing | None = None
