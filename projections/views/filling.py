"""Parts of long answers: as many things as fill a size, so that no answer grows with the story."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

import msgspec

T = TypeVar("T")

_encoder = msgspec.json.Encoder()


def that_fill(things: Iterable[T], most_bytes: int) -> Iterator[T]:
    """Yield the first of these things, up to so many bytes of JSON together; one in any case."""
    size = 0
    for number, thing in enumerate(things):
        size += len(_encoder.encode(thing))
        if number and size > most_bytes:
            return
        yield thing


def filled(things: Sequence[T], most_bytes: int | None) -> tuple[tuple[T, ...], int]:
    """Return those that fill a size, and the number of those that are left out."""
    kept = tuple(things if most_bytes is None else that_fill(things, most_bytes))
    return kept, len(things) - len(kept)
