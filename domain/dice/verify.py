"""Checking the dice of a campaign without its server."""

from typing import Literal, TypeAlias
from uuid import UUID

from msgspec import Struct

from domain.dice.provable import Epoch, amendment_die, check_commitment, die
from domain.dice.tape import Die, Seed

Trouble: TypeAlias = Literal["value", "epoch_unknown", "commitment", "uncommitted"]
"""Why a die fails: its seed gives another value; its epoch is not in the document; its revealed seed is not the one
committed to; nobody committed to its seed."""


class EntryDice(Struct, frozen=True, omit_defaults=True):
    """The dice keyed to one entry; those of an answer are keyed to its deed's entry, with that command's nonce.

    `place` is (anchor, ordinal) of an insert, whose amendment dice are keyed by it; without it they are keyed by
    (entry, 0).
    """

    entry: int
    epoch: int
    dice: tuple[Die, ...]
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
    die: Die


class Mismatch(Struct, frozen=True, omit_defaults=True):
    """A die that fails, why, and the value its seed gives where that is known."""

    entry: int
    die: Die
    trouble: Trouble
    expected: int | None = None


class BrokenCommitment(Struct, frozen=True):
    """A revealed seed that is not the one committed to; the amendment seed has no epoch."""

    epoch: int | None
    seed: Seed


class Verification(Struct, frozen=True):
    """What became of each die of a document, in its order.

    `recomputed` dice are right; `unrevealed` ones wait for their seed; `unseeded` ones came from no seed (typed in,
    set, imported or previewed) and rest on the word of whoever gave them.
    """

    recomputed: tuple[CheckedDie, ...]
    mismatching: tuple[Mismatch, ...]
    unrevealed: tuple[CheckedDie, ...]
    unseeded: tuple[CheckedDie, ...]
    broken: tuple[BrokenCommitment, ...]

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


def verify_dice(document: DiceDocument) -> Verification:
    """Recomputes every die whose seed is revealed.

    It proves the dice against the commitments in the document: whoever wants to know that these are the ones published
    before play compares them with what was written down then.
    """
    pairs = _pairs(document)
    recomputed: list[CheckedDie] = []
    mismatching: list[Mismatch] = []
    unrevealed: list[CheckedDie] = []
    unseeded: list[CheckedDie] = []
    for entry in document.entries:
        for rolled in entry.dice:
            checked = CheckedDie(entry.entry, rolled)
            match _verdict(document.campaign, pairs, entry, rolled):
                case Mismatch() as mismatch:
                    mismatching.append(mismatch)
                case "recomputed":
                    recomputed.append(checked)
                case "unrevealed":
                    unrevealed.append(checked)
                case "unseeded":
                    unseeded.append(checked)
    return Verification(
        recomputed=tuple(recomputed),
        mismatching=tuple(mismatching),
        unrevealed=tuple(unrevealed),
        unseeded=tuple(unseeded),
        broken=tuple(BrokenCommitment(epoch, seed) for (epoch, seed), pair in pairs.items() if pair.broken),
    )


_Pairs: TypeAlias = dict[tuple[int | None, Seed], _Pair]
_Verdict: TypeAlias = Mismatch | Literal["recomputed", "unrevealed", "unseeded"]


def _pairs(document: DiceDocument) -> _Pairs:
    pairs: _Pairs = {(None, "amendment"): _Pair(document.amendment_commitment, document.amendment_seed)}
    for epoch in document.epochs:
        pairs[epoch.number, "open"] = _Pair(epoch.open_commitment, epoch.open_seed)
        pairs[epoch.number, "sealed"] = _Pair(epoch.sealed_commitment, epoch.sealed_seed)
    return pairs


def _verdict(campaign: UUID, pairs: _Pairs, entry: EntryDice, rolled: Die) -> _Verdict:
    if rolled.seed is None:
        return "unseeded"
    pair = pairs.get((None if rolled.seed == "amendment" else entry.epoch, rolled.seed))
    if pair is None:
        return Mismatch(entry.entry, rolled, "epoch_unknown")
    if pair.committed is None:
        return Mismatch(entry.entry, rolled, "uncommitted")
    if pair.seed is None:
        return "unrevealed"
    if pair.broken:
        return Mismatch(entry.entry, rolled, "commitment")
    expected = _expected(pair.seed, campaign, entry, rolled)
    return "recomputed" if expected == rolled.value else Mismatch(entry.entry, rolled, "value", expected)


def _expected(seed: bytes, campaign: UUID, entry: EntryDice, rolled: Die) -> int:
    if rolled.seed == "amendment":
        place, ordinal = entry.place or (entry.entry, 0)
        return amendment_die(seed, campaign, place, ordinal, rolled.label, rolled.index, rolled.sides)
    return die(seed, campaign, entry.entry, rolled.label, rolled.index, rolled.sides, entry.nonce)
