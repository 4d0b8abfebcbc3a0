"""Faults that verification finds, and reading of what may be damaged."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, Literal, TypeVar

import msgspec
import psycopg
from psycopg_pool import PoolClosed, PoolTimeout

What = Literal[
    "number",
    "header",
    "column",
    "digest",
    "link",
    "position",
    "version",
    "event",
    "closing",
    "path",
    "read",
    "restatement",
    "text",
    "erasure",
    "seal",
    "head",
    "state",
    "checkpoint",
    "seed",
    "answer",
    "orphan",
    "campaign",
    "remembered",
    "row",
    "journal",
    "facts",
]

T = TypeVar("T")

AWAY: Final = (psycopg.OperationalError, PoolTimeout, PoolClosed)
"""Errors that say nothing about the stored data: the database is away, or has no free connection."""


class LedgerFault(msgspec.Struct, frozen=True):
    """Something that does not lie in the store as it was written. `entry` is the one it was found in, if in one."""

    entry: int | None
    what: What
    sentence: str


class Unreadable(msgspec.Struct, frozen=True):
    """Stored bytes that cannot be read, and the reason."""

    because: str


def attempted(read: Callable[[], T]) -> T | Unreadable:
    """Return the result of reading, or the reason of its failure. Damage surfaces anywhere (bad JSON, an unknown tag,
    an upcaster's missing key, a fold that does not fit), so every error counts as a fault here.
    """
    try:
        return read()
    except AWAY:
        raise
    except Exception as problem:
        return Unreadable(f"{type(problem).__name__}: {problem}")


def survived(
    entry: int | None, what: What, subject: str, check: Callable[[], Iterable[LedgerFault]]
) -> Iterator[LedgerFault]:
    """Yield the faults that a check finds; a check that fails on unreadable data yields a fault that says so.

    `subject` names the thing being checked.
    """
    try:
        yield from check()
    except AWAY:
        raise
    except Exception as problem:
        yield LedgerFault(entry, what, f"{subject} cannot be checked any further ({type(problem).__name__}: {problem})")
