"""Answers about proof, written from the OpenAPI document of the service."""

from __future__ import annotations

import msgspec

from retcon_client.answers.entries import FirstDraw, FirstKey


class DiceDocument(msgspec.Struct, frozen=True, kw_only=True):
    """All that is needed to recompute a campaign's dice. Raises `EpochTwice`. In JSON, seeds and commitments are
    base64.
    """

    campaign: str
    epochs: tuple[Epoch, ...]
    entries: tuple[EntryDice, ...]
    amendment_commitment: str | None = None
    amendment_seed: str | None = None


class EntryDice(msgspec.Struct, frozen=True, kw_only=True):
    """The dice keyed to one entry; those of an answer are keyed to its deed's entry, with that command's nonce. `place`
    is (anchor, ordinal) of an insert, whose amendment dice are keyed by it; without it they are keyed by (entry, 0).
    """

    entry: int
    epoch: int
    dice: tuple[ShownDie, ...]
    nonce: str | None = None
    place: tuple[int, ...] = ()


class Epoch(msgspec.Struct, frozen=True, kw_only=True):
    """A stretch of play under seeds that were committed to when it began; each seed appears here once it is revealed.
    Older epochs have no amendment seed of their own.
    """

    number: int
    open_commitment: str
    sealed_commitment: str
    open_seed: str | None = None
    sealed_seed: str | None = None
    amendment_commitment: str | None = None
    amendment_seed: str | None = None


class FaultView(msgspec.Struct, frozen=True, kw_only=True):
    """Something that does not lie in the store as it was written. Only the game master reads what exactly."""

    entry: int | None
    what: str
    sentence: str | None


class SealProof(msgspec.Struct, frozen=True, kw_only=True):
    """A sealed secret with its `salt`, as hexadecimal digits, for those who may read the text; else null."""

    seal: str
    title: str
    state: str
    member: str
    entry: int
    at: str
    digest: str
    unsealed: int | None
    text: str | None
    known_to: tuple[str, ...]
    salt: str | None


class SealView(msgspec.Struct, frozen=True, kw_only=True):
    """A sealed secret. `digest` is the SHA-256, as hexadecimal digits, of the salt's 16 bytes and the text in UTF-8:
    whoever notes it can check later that the text was not changed. `state` is `sealed`, `unsealed`, or `erased`
    where the words are gone and nothing can be proved any more. `entry` and `at` say when it was sealed, `unsealed`
    in which entry it was revealed. `text` is null for those who may not read it yet; `known_to` are members who
    could read it at once, for those who could.
    """

    seal: str
    title: str
    state: str
    member: str
    entry: int
    at: str
    digest: str
    unsealed: int | None
    text: str | None
    known_to: tuple[str, ...]


class ShownDie(msgspec.Struct, frozen=True, kw_only=True):
    """A die as a document shows it: a die of a tape, with what it is keyed to as far as the reader may know it. `label`
    and `roller` are as the reader is shown them. `kind` and `tokens` are what its key has; a die without tokens is
    an older one, keyed by its label, or by the label and index that it `was` keyed to. `roller_id` and `target_id`
    are the references that the tokens stand for, where the reader may know them. `epoch` is the one whose amendment
    seed gave it. A die that its roller drew before, in an entry that was struck, is keyed as it was there:
    `first_draw` says where. A die of an older release, keyed by a label with handles, is `masked` where the label
    that it is keyed by names a character whom the reader may not know: it is shown otherwise than it was keyed, and
    only those who may know can recompute it.
    """

    label: str
    index: int
    sides: int
    value: int
    source: str
    seed: str | None = None
    roller: str | None = None
    kind: str | None = None
    tokens: tuple[str, ...] = ()
    roller_id: str | None = None
    target_id: str | None = None
    was: FirstKey | None = None
    epoch: int | None = None
    first_draw: FirstDraw | None = None
    masked: bool | None = None


class VerificationView(msgspec.Struct, frozen=True, kw_only=True):
    """The result of checking a ledger: `ok` where every check up to the head passed. `erased` lists the keys of erased
    texts, limited to entries that the caller sees.
    """

    ok: bool
    entries: int
    head: int
    hash: str
    faults: tuple[FaultView, ...]
    erased: tuple[str, ...]
