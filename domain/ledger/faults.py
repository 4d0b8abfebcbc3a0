"""What verification finds wrong, and how it reads what may be damaged."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeVar

import msgspec

What = Literal[
    "number",
    "header",
    "column",
    "digest",
    "link",
    "position",
    "version",
    "event",
    "path",
    "read",
    "restatement",
    "text",
    "erasure",
    "head",
    "state",
    "checkpoint",
    "seed",
    "answer",
    "orphan",
    "campaign",
    "remembered",
]

T = TypeVar("T")


class Fault(msgspec.Struct, frozen=True):
    """Something that does not lie in the store as it was written. `entry` is the one it was found in, if in one."""

    entry: int | None
    what: What
    sentence: str


class Unreadable(msgspec.Struct, frozen=True):
    """Stored bytes that mean nothing, and what became of the attempt to read them."""

    because: str


def attempted(read: Callable[[], T]) -> T | Unreadable:
    """What reading gives, or why it failed. Damage surfaces anywhere (bad JSON, an unknown tag, an upcaster's missing
    key, a fold that does not fit), so whatever is raised is an answer here, and told as a fault."""
    try:
        return read()
    except Exception as problem:
        return Unreadable(f"{type(problem).__name__}: {problem}")
