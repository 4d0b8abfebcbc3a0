"""Rows as a file that is written while it is sent."""

from __future__ import annotations

from typing import ClassVar

from litestar.response import Stream

from projections.analytics.querying.names import MEDIA_TYPES


class RowsFile(Stream):
    """A file of rows, in one of the formats there are."""

    media_types: ClassVar[tuple[str, ...]] = tuple(MEDIA_TYPES.values())
