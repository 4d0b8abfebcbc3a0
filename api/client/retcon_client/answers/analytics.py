"""Answers about analytics, written from the OpenAPI document of the service."""

from __future__ import annotations

from typing import Any

import msgspec


class Drawing(msgspec.Struct, frozen=True, kw_only=True):
    """The chart of a report: a picture, or its Vega-Lite."""

    content: str
    media_type: str


class Recap(msgspec.Struct, frozen=True, kw_only=True):
    """A session told in sentences, in the order of the story and in a `language`. `session` is null outside of
    sessions; `entry` is the last entry of the ledger that it takes into account.
    """

    campaign: str
    name: str
    session: int | None
    title: str
    entry: int
    language: str
    lines: tuple[RecapLine, ...]
    receipts: tuple[Receipt, ...]


class RecapLine(msgspec.Struct, frozen=True, kw_only=True):
    """A moment in a sentence. `entry` is the entry that it rests on. `mark` says how the past was corrected there: the
    entry was decided otherwise (`corrected`), inserted later (`added`), or, in a session as it was played, `struck`
    since; null where nothing of it was changed. `revision` is the entry that did so, where the reader may know it.
    """

    sort: str
    text: str
    entry: int
    mark: str | None
    revision: int | None


class Receipt(msgspec.Struct, frozen=True, kw_only=True):
    """An entry that a recap rests on, with its hash in the chain: a reader who has the ledger can check it."""

    entry: int
    at: str
    hash: str


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
