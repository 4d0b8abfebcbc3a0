"""The aggregates by kind: how one is begun from its reference, and stored and read back as JSON."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from domain.aggregate import Aggregate, replay
from domain.campaign import Campaign
from domain.character import Character
from domain.enclave import Enclave
from domain.encounter import Encounter
from domain.events import Event

KINDS: dict[str, type[Aggregate]] = {kind.kind: kind for kind in (Character, Encounter, Enclave, Campaign)}

_DECODERS = {name: msgspec.json.Decoder(kind) for name, kind in KINDS.items()}
_encoder = msgspec.json.Encoder(order="deterministic")


def is_reference(ref: str) -> bool:
    """Whether a text could name an aggregate: what a game master puts somewhere by hand may hold any text."""
    return ref.partition("/")[0] in KINDS


def begin(ref: str) -> Aggregate:
    """An aggregate to which nothing has happened yet. `ref` is `<kind>/<id>`."""
    return KINDS[ref.partition("/")[0]](ref=ref)


def fold(ref: str, events: Iterable[Event]) -> Aggregate:
    """The state after these events of one stream, from its beginning."""
    aggregate = begin(ref)
    replay(aggregate, events)
    return aggregate


def encode_state(aggregate: Aggregate) -> bytes:
    """Canonical JSON: the same state gives the same bytes, in whatever order it came about."""
    return _encoder.encode(aggregate)


def decode_state(ref: str, state: bytes) -> Aggregate:
    """The aggregate that `encode_state` stored."""
    return _DECODERS[ref.partition("/")[0]].decode(state)
