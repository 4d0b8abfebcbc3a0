"""The chain: each entry's hash covers its predecessor's hash, its number and the salted digest of its canonical bytes.

Anybody who holds an export can recompute it with SHA-256 alone:

    part(x)   = len(x) as 8 bytes, big-endian, then x
    canonical = part(header JSON) part(request digest) part(read ids, 4 bytes each) part(new paths) part(events)
                part(restatements)
    digest    = SHA-256(salt + canonical)
    hash      = SHA-256(hash before + entry number as 8 bytes, big-endian, signed + digest)

The hash before entry 1 is SHA-256 of the campaign id's 16 bytes; a fork's first entry follows the hash of its parent's
newest entry at forking, so that its chain proves the past they share. A hidden entry can be shown as number and digest:
the salt keeps its content from being guessed. Free text is in canonical bytes only as its own salted digest (in the
header), so that words can be erased while the chain still verifies.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable, Sequence
from uuid import UUID

import msgspec

from domain.records.entries import Header, PlacedRow, Restatement

SALT_BYTES = 16

_encoder = msgspec.json.Encoder(order="deterministic")
_header = msgspec.json.Decoder(Header)
_restatements = msgspec.json.Decoder(tuple[Restatement, ...])


def encode_header(header: Header) -> bytes:
    """The header's canonical JSON."""
    return _encoder.encode(header)


def decode_header(stored: bytes) -> Header:
    """The header whose canonical JSON this is."""
    return _header.decode(stored)


def encode_restatements(restatements: Sequence[Restatement]) -> bytes:
    """Canonical JSON of what a revision makes of earlier entries; empty where it makes nothing of any."""
    return _encoder.encode(tuple(restatements)) if restatements else b""


def decode_restatements(stored: bytes) -> tuple[Restatement, ...]:
    """The restatements that `encode_restatements` stored."""
    return _restatements.decode(stored) if stored else ()


def canonical(
    *,
    header: bytes,
    request_digest: bytes,
    read_ids: Sequence[int],
    new_paths: Sequence[tuple[int, str]],
    events: Iterable[PlacedRow],
    restatements: bytes,
) -> bytes:
    """All that an entry is, as one unambiguous run of bytes. `new_paths` are the (id, path) pairs it interned."""
    return _parts(
        (
            header,
            request_digest,
            struct.pack(f">{len(read_ids)}i", *read_ids),
            b"".join([_ID(number) + _part(path.encode()) for number, path in new_paths]),
            b"".join([_event(placed) for placed in events]),
            restatements,
        )
    )


def digest(salt: bytes, content: bytes) -> bytes:
    """The salted digest of an entry's canonical bytes, or of a text's UTF-8."""
    return hashlib.sha256(salt + content).digest()


def text_digest(salt: bytes, words: str) -> str:
    """The salted digest of a free text, as it stands in the header."""
    return digest(salt, words.encode()).hex()


def genesis(campaign: UUID) -> bytes:
    """The hash that entry 1 follows."""
    return hashlib.sha256(campaign.bytes).digest()


def link(before: bytes, number: int, entry_digest: bytes) -> bytes:
    """An entry's hash."""
    return hashlib.sha256(before + _LENGTH(number) + entry_digest).digest()


def _event(placed: PlacedRow) -> bytes:
    event = placed.event
    content = _parts((event.ref.encode(), event.topic.encode(), event.kind.encode(), event.body))
    return _PLACE(placed.position, event.version) + content


def _part(content: bytes) -> bytes:
    return _LENGTH(len(content)) + content


def _parts(contents: Iterable[bytes]) -> bytes:
    return b"".join([part for content in contents for part in (_LENGTH(len(content)), content)])


_ID, _LENGTH, _PLACE = struct.Struct(">i").pack, struct.Struct(">q").pack, struct.Struct(">qq").pack
