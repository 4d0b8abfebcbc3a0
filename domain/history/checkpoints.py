"""Checkpoints: states that are kept along the way, so that a past is folded from the nearest one and not from its
beginning. They are a cache: whatever is answered from one is what folding everything would answer."""

from __future__ import annotations

from domain.aggregates import Aggregate, begin, decode_state, encode_state
from domain.records.entries import Checkpoint

EVERY = 200
"""Events of an aggregate between two of its checkpoints: reading one back costs about as much as folding a hundred
events, and keeping one about as many bytes as ten."""


def due(before: int, after: int) -> bool:
    """Whether a stream that has grown from one length to another is to be kept here."""
    return before // EVERY != after // EVERY


def unnumbered(aggregate: Aggregate) -> bytes:
    """A state of a past as it is stored: its events are numbered in no stream, so it has no version."""
    twin = aggregate.copy()
    twin.version = 0
    return encode_state(twin)


def resumed(ref: str, checkpoint: Checkpoint | None) -> Aggregate:
    """The state to fold on from; without a checkpoint, that of an aggregate to which nothing has happened yet."""
    return begin(ref) if checkpoint is None else decode_state(ref, checkpoint.body)
