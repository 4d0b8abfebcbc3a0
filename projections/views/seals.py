"""Sealed secrets as one viewer may see them: what was committed to when, and, where they may read it, what to check it with."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal
from uuid import UUID

import msgspec

from domain.aggregates import CAMPAIGN, Campaign
from domain.records.chain import text_digest
from domain.records.store import Store
from domain.visibility.world import VisibleWorld
from domain.vocabulary.seals import Seal


class SealView(msgspec.Struct, frozen=True, kw_only=True):
    """A sealed secret. `digest` is the SHA-256, as hexadecimal digits, of the salt's 16 bytes and the text in UTF-8: whoever
    notes it can check later that the text was not changed.

    `state` is `sealed`, `unsealed`, or `erased` where the words are gone and nothing can be proved any more. `entry` and
    `at` say when it was sealed, `unsealed` in which entry it was revealed. `text` is null for those who may not read it
    yet; `known_to` are members who could read it at once, for those who could.
    """

    seal: str
    title: str
    state: Literal["sealed", "unsealed", "erased"]
    member: str
    entry: int
    at: str
    digest: str
    unsealed: int | None
    text: str | None
    known_to: tuple[str, ...]


class SealProof(SealView, frozen=True, kw_only=True):
    """A sealed secret with its `salt`, as hexadecimal digits, for those who may read the text; else null."""

    salt: str | None


def seals_of(store: Store, campaign: UUID, visible: VisibleWorld) -> list[SealView]:
    """Return the sealed secrets that there are, oldest first, in as many queries however many there are."""
    seals = seen_seals(visible)
    texts = store.texts(campaign, [key_of(name) for name in seals]) if seals else {}
    entries = store.deeds_of(campaign, [entry_of(name) for name in seals]) if seals else {}
    return [
        SealView(**_fields(name, seal, entries[entry_of(name)].header.at, texts.get(key_of(name))))
        for name, seal in seals.items()
    ]


def proof_of(store: Store, campaign: UUID, visible: VisibleWorld, name: str) -> SealProof:
    """Return a sealed secret by its name, with the salt where the viewer may read the text."""
    view = next(each for each in seals_of(store, campaign, visible) if each.seal == name)
    salt = None if view.text is None else _salt(store, campaign, view.entry)
    return SealProof(**{field: getattr(view, field) for field in view.__struct_fields__}, salt=salt)


def seen_seals(visible: VisibleWorld) -> dict[str, Seal]:
    """Return the seals that the viewer may know of, oldest first: all that there are at that point."""
    seen = visible.aggregate(CAMPAIGN)
    seals = seen.seals if isinstance(seen, Campaign) else {}
    return {name: seals[name] for name in sorted(seals, key=entry_of)}


def entry_of(name: str) -> int:
    """Return the entry that sealed a secret, by the secret's name."""
    return int(name.rpartition("-")[2])


def key_of(name: str) -> str:
    """Return the key of the words of a secret, by the secret's name: they are the first text of its entry."""
    return f"{entry_of(name)}.0"


def _fields(name: str, seal: Seal, at: str, text: str | None) -> dict[str, Any]:
    return {
        "seal": name,
        "title": seal.title,
        "state": "erased" if text is None else "sealed" if seal.opened is None else "unsealed",
        "member": seal.by,
        "entry": entry_of(name),
        "at": at,
        "digest": seal.digest,
        "unsealed": seal.opened,
        "text": text if seal.text else None,
        "known_to": seal.known_to,
    }


def _salt(store: Store, campaign: UUID, entry: int) -> str | None:
    """Return the salt of an entry's first text, wherever among a fork and its parents the entry lies."""
    row = store.campaign(campaign)
    while row.forked_from is not None and entry <= (row.forked_known_at or 0):
        row = store.campaign(row.forked_from)
    salts: Iterable[bytes | None] = (
        text.salt for raw in store.raw(row.id, entry - 1, 1) for text in raw.texts if text.index == 0
    )
    salt = next(iter(salts), None)
    return None if salt is None else salt.hex()


def matches(proof: SealProof) -> bool:
    """Whether a text and its salt come to their digest. Raises ValueError where the proof lacks one of them."""
    if proof.text is None or proof.salt is None:
        raise ValueError(f"{proof.seal} is not open to this reader: its text and salt are needed to check it")
    return text_digest(bytes.fromhex(proof.salt), proof.text) == proof.digest
