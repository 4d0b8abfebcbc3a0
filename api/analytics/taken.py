"""Queries over tables that a service gave: they run on the machine of the person who asks, and the service runs none.

So nobody's SQL can slow a service down or crash it, and a query reads what its author may see: the service gives no more.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

import pyarrow as pa

from api.analytics.querying import told_as_problem
from projections.analytics.querying.database import TABLES, FactDatabase, database_of, database_of_taken
from projections.analytics.querying.statement import tables_read

Take = Callable[[str, str], Iterator[bytes]]
"""Takes a table (second) of a campaign (first) from a service, as an Arrow stream."""

_ABOUT_TABLES: Final = re.compile(r"\s*(SHOW|DESCRIBE|DESC)\b", re.IGNORECASE)
"""The beginning of a statement that asks what tables there are, or what columns one has: no row is needed for it."""


@contextmanager
def answered(campaigns: Sequence[str], query: str, take: Take) -> Iterator[pa.RecordBatchReader]:
    """Answer a SELECT statement over campaigns with the tables that it reads. Raises QueryProblem, and what `take` raises."""
    with told_as_problem(), _database(campaigns, query, take) as database:
        yield database.answer(query)


@contextmanager
def _database(campaigns: Sequence[str], query: str, take: Take) -> Iterator[FactDatabase]:
    read = sorted(tables_read(query, TABLES))
    if _ABOUT_TABLES.match(query) or not campaigns:
        with database_of({}, of=read) as empty:
            yield empty
        return
    with database_of_taken({name: _parts(campaigns, name, take) for name in read}) as database:
        yield database


def _parts(campaigns: Iterable[str], name: str, take: Take) -> Iterator[pa.RecordBatchReader]:
    for campaign in campaigns:
        yield pa.ipc.open_stream(io.BufferedReader(_Arriving(take(campaign, name))))


class _Arriving(io.RawIOBase):
    """A file of which the parts arrive one after the other."""

    def __init__(self, parts: Iterator[bytes]) -> None:
        self._parts, self._rest = parts, b""

    def readable(self) -> bool:
        """Whether it can be read from."""
        return True

    def readinto(self, into: bytearray | memoryview) -> int:  # type: ignore[override]
        """Read what has arrived, as far as there is room for it; nothing at the end."""
        while not self._rest:
            part = next(self._parts, None)
            if part is None:
                return 0
            self._rest = part
        given, self._rest = self._rest[: len(into)], self._rest[len(into) :]
        into[: len(given)] = given
        return len(given)
