"""Checking the dice of a campaign without its server."""

from collections.abc import Mapping
from typing import Literal, TypeAlias, get_args
from uuid import UUID

from msgspec import Struct

from domain.dice.provable import (
    SEED_BYTES,
    DieKey,
    Epoch,
    amendment_die,
    check_commitment,
    die,
    first_amendment_die,
    first_die,
    token,
)
from domain.dice.tape import Die, FirstDraw, FirstKey, Seed, Source, Tokens, parts

Trouble: TypeAlias = Literal["value", "epoch_unknown", "commitment", "uncommitted", "token"]
"""Why a die fails: its seed gives another value; its epoch is not in the document; its revealed seed is not the one
committed to; nobody committed to its seed; its token is not that of its roller or target."""


class ShownDie(Struct, frozen=True, omit_defaults=True):
    """A die as a document shows it: a die of a tape, with what it is keyed to as far as the reader may know it.

    `label` and `roller` are as the reader is shown them. `kind` and `tokens` are what its key has; a die without tokens is
    an older one, keyed by its label, or by the label and index that it `was` keyed to. `roller_id` and `target_id` are the
    references that the tokens stand for, where the reader may know them. `epoch` is the one whose amendment seed gave it.
    A die that its roller drew before, in an entry that was struck, is keyed as it was there: `first_draw` says where. A
    die of an older release, keyed by a label with handles, is `masked` where the label that it is keyed by names a character
    whom the reader may not know: it is shown otherwise than it was keyed, and only those who may know can recompute it.
    """

    label: str
    index: int
    sides: int
    value: int
    source: Source
    seed: Seed | None = None
    roller: str = ""
    kind: str = ""
    tokens: Tokens | None = None
    roller_id: str = ""
    target_id: str = ""
    was: FirstKey | None = None
    epoch: int = 0
    first_draw: FirstDraw | None = None
    masked: bool = False


def in_full(die: Die) -> ShownDie:
    """A die as it is shown to a reader who may know everything, with references for handles."""
    kind, target = parts(die.label)
    keyed = die.tokens is not None
    return ShownDie(
        label=die.label,
        index=die.index,
        sides=die.sides,
        value=die.value,
        source=die.source,
        seed=die.seed,
        roller=die.roller,
        kind=kind if keyed else "",
        tokens=die.tokens,
        roller_id=die.roller if keyed and not die.first_draw else "",
        target_id=target if keyed and not die.first_draw else "",
        was=die.was,
        epoch=die.epoch,
        first_draw=die.first_draw,
    )


class EntryDice(Struct, frozen=True, omit_defaults=True):
    """The dice keyed to one entry; those of an answer are keyed to its deed's entry, with that command's nonce.

    `place` is (anchor, ordinal) of an insert, whose amendment dice are keyed by it; without it they are keyed by
    (entry, 0).
    """

    entry: int
    epoch: int
    dice: tuple[ShownDie, ...]
    nonce: UUID | None = None
    place: tuple[int, int] | None = None


class EpochTwice(ValueError):
    """A document in which two epochs share a number, so that a die could be checked against either."""

    slug = "epoch_twice"

    def __init__(self, number: int) -> None:
        super().__init__(f"Epoch {number} occurs twice in the document; each has its own number.")


class DiceDocument(Struct, frozen=True, omit_defaults=True):
    """All that is needed to recompute a campaign's dice. Raises `EpochTwice`.

    In JSON, seeds and commitments are base64.
    """

    campaign: UUID
    epochs: tuple[Epoch, ...]
    entries: tuple[EntryDice, ...]
    amendment_commitment: bytes | None = None
    amendment_seed: bytes | None = None

    def __post_init__(self) -> None:
        seen: set[int] = set()
        for epoch in self.epochs:
            if epoch.number in seen:
                raise EpochTwice(epoch.number)
            seen.add(epoch.number)


class CheckedDie(Struct, frozen=True):
    """A die and the entry it is keyed to."""

    entry: int
    die: ShownDie


class Mismatch(Struct, frozen=True, omit_defaults=True):
    """A die that fails, why, and the value its seed gives where that is known."""

    entry: int
    die: ShownDie
    trouble: Trouble
    expected: int | None = None


class BrokenCommitment(Struct, frozen=True):
    """A revealed seed that is not the one committed to; the amendment seed has no epoch."""

    epoch: int | None
    seed: Seed


class DiceVerification(Struct, frozen=True):
    """The result for each die of a document, in its order.

    `recomputed` dice are right; `unrevealed` ones wait for their seed; `unseeded` ones came from no seed (typed in,
    set, imported or previewed) and rest on the word of the sender; `masked` ones are keyed by a label that the reader
    may not see in full.
    """

    recomputed: tuple[CheckedDie, ...]
    mismatching: tuple[Mismatch, ...]
    unrevealed: tuple[CheckedDie, ...]
    unseeded: tuple[CheckedDie, ...]
    broken: tuple[BrokenCommitment, ...]
    masked: tuple[CheckedDie, ...] = ()

    @property
    def sound(self) -> bool:
        """Whether nothing revealed so far is wrong."""
        return not self.mismatching and not self.broken


class _Pair(Struct, frozen=True):
    """A seed, once revealed, and the commitment made to it."""

    committed: bytes | None
    seed: bytes | None

    @property
    def broken(self) -> bool:
        return self.seed is not None and (self.committed is None or not check_commitment(self.seed, self.committed))


def verify_dice(document: DiceDocument) -> DiceVerification:
    """Recomputes every die whose seed is revealed.

    It proves the dice against the commitments in the document: a reader who wants to know that these are the ones published
    before play compares them with what was written down then.
    """
    pairs = _pairs(document)
    nonces = {entry.entry: entry.nonce for entry in document.entries}
    mismatching: list[Mismatch] = []
    checked: dict[str, list[CheckedDie]] = {verdict: [] for verdict in get_args(_Passed)}
    for entry in document.entries:
        for rolled in entry.dice:
            verdict = _verdict(document.campaign, pairs, _keyed_to(entry, rolled, nonces), rolled)
            if isinstance(verdict, Mismatch):
                mismatching.append(verdict)
            else:
                checked[verdict].append(CheckedDie(entry.entry, rolled))
    return DiceVerification(
        mismatching=tuple(mismatching),
        broken=tuple(BrokenCommitment(epoch, seed) for (epoch, seed), pair in pairs.items() if pair.broken),
        **{verdict: tuple(dice) for verdict, dice in checked.items()},
    )


_Passed: TypeAlias = Literal["recomputed", "unrevealed", "unseeded", "masked"]
_Pairs: TypeAlias = dict[tuple[int | None, Seed], _Pair]
_Verdict: TypeAlias = Mismatch | _Passed


def _pairs(document: DiceDocument) -> _Pairs:
    pairs: _Pairs = {(None, "amendment"): _Pair(document.amendment_commitment, document.amendment_seed)}
    for epoch in document.epochs:
        pairs[epoch.number, "open"] = _Pair(epoch.open_commitment, epoch.open_seed)
        pairs[epoch.number, "sealed"] = _Pair(epoch.sealed_commitment, epoch.sealed_seed)
        if epoch.amendment_commitment or epoch.amendment_seed:
            pairs[epoch.number, "amendment"] = _Pair(epoch.amendment_commitment, epoch.amendment_seed)
    return pairs


def _verdict(campaign: UUID, pairs: _Pairs, entry: EntryDice, rolled: ShownDie) -> _Verdict:
    if rolled.seed is None:
        return "unseeded"
    drawn_in = (rolled.epoch or None) if rolled.seed == "amendment" else entry.epoch
    pair = pairs.get((drawn_in, rolled.seed))
    if pair is None:
        return Mismatch(entry.entry, rolled, "epoch_unknown")
    if pair.committed is None:
        return Mismatch(entry.entry, rolled, "uncommitted")
    if pair.seed is None:
        return "unrevealed"
    if pair.broken:
        return Mismatch(entry.entry, rolled, "commitment")
    if rolled.masked or (rolled.first_draw and entry.nonce is None):
        return "masked"
    expected = _expected(pair.seed, campaign, entry, rolled)
    if expected != rolled.value:
        return Mismatch(entry.entry, rolled, "value", expected)
    sealed = pairs.get((drawn_in, "sealed"))
    is_right = sealed is None or _tokens_are_right(sealed.seed, campaign, entry, rolled)
    return "recomputed" if is_right else Mismatch(entry.entry, rolled, "token")


def _keyed_to(entry: EntryDice, rolled: ShownDie, nonces: Mapping[int, UUID | None]) -> EntryDice:
    """Return the entry that a die is keyed to: its own, or the one it was drawn in first, if the document tells that
    one's nonce."""
    if rolled.first_draw is None:
        return entry
    first = rolled.first_draw.entry
    return EntryDice(entry=first, epoch=entry.epoch, dice=(), nonce=nonces.get(first))


def _expected(seed: bytes, campaign: UUID, entry: EntryDice, rolled: ShownDie) -> int:
    place, ordinal = entry.place or (entry.entry, 0)
    if rolled.tokens is not None:
        index = rolled.first_draw.index if rolled.first_draw else rolled.index
        key = DieKey(rolled.kind, *rolled.tokens, index, rolled.sides)
        if rolled.seed == "amendment":
            return amendment_die(seed, campaign, place, ordinal, key)
        return die(seed, campaign, entry.entry, key, entry.nonce)
    was = rolled.was or FirstKey(rolled.label, rolled.index)
    if rolled.seed == "amendment":
        return first_amendment_die(seed, campaign, place, ordinal, was.label, was.index, rolled.sides)
    return first_die(seed, campaign, entry.entry, was.label, was.index, rolled.sides, entry.nonce)


def _tokens_are_right(sealed: bytes | None, campaign: UUID, entry: EntryDice, rolled: ShownDie) -> bool:
    """Whether the tokens are those of the references that are shown with them, as far as that can be told."""
    if sealed is None or len(sealed) != SEED_BYTES or rolled.tokens is None:
        return True
    keyed_by = (entry.place or (entry.entry, 0)) if rolled.seed == "amendment" else (entry.entry, 0)
    pairs = zip(rolled.tokens, (rolled.roller_id, rolled.target_id), strict=True)
    return all(not ref or shown == token(sealed, campaign, *keyed_by, ref) for shown, ref in pairs)
