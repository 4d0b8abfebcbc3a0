"""Answers to reads that are given again while nothing has changed.

An answer that was made without asking the database follows from the request, its sender's credential and the campaign's head
alone: making it again would look at the same states in memory. So a reader who asks the same at the same head gets it again. Token
and head are read from the database for every request, so that no right outlives its end, and no entry of another process is
missed.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from typing import Final

from litestar.types import HTTPScope

from api.http.representations import Answer
from api.storage.accounts import Credential
from domain.records.entries import Head

KEPT_ANSWERS: Final = "kept_answers"
"""The key of the application's `KeptAnswers` in its state."""

MOST_KEPT: Final = 256
"""The number of answers that are kept; the least recently used is dropped."""

MOST_BYTES: Final = 64 * 1024
"""Bytes of the body of an answer that is kept; a larger one is made anew each time."""

Key = tuple[str, bytes, bytes | None, bytes | None, Credential]


def key_of(scope: HTTPScope, headers: Mapping[bytes, bytes], credential: Credential) -> Key:
    """Return what the answer to a read depends on beside the head of its campaign."""
    return (
        scope["path"],
        scope["query_string"],
        headers.get(b"accept-encoding"),
        headers.get(b"on-behalf-of"),
        credential,
    )


class KeptAnswers:
    """The answers that an application keeps. Everything here runs on the event loop."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Key, tuple[Head, Answer]] = OrderedDict()

    def at(self, key: Key, head: Head) -> Answer | None:
        """Return the answer to this request that was made at this head, if it is kept."""
        kept = self._kept.get(key)
        if kept is None or kept[0] != head:
            return None
        self._kept.move_to_end(key)
        status, headers, content = kept[1]
        return status, list(headers), content

    def keep(self, key: Key, head: Head, answer: Answer) -> None:
        """Keep an answer, unless it is large."""
        if len(answer[2]) > MOST_BYTES:
            return
        self._kept[key] = head, answer
        self._kept.move_to_end(key)
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
