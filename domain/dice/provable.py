"""Dice that anybody can recompute once their seed is revealed.

How to recompute a die in any language, with nothing but HMAC-SHA256:

1. Write each field as UTF-8 text: numbers in decimal without leading zeros, ids in the usual lower-case form with
   hyphens, an absent nonce as the empty text. Put in front of each its length in bytes, as four bytes, highest first.
2. The message is the fields one after the other. For a die of an epoch's seed:
   `retcon/dice/epoch/1`, campaign, entry, label, index, sides, nonce, block.
   For a die of the amendment seed:
   `retcon/dice/amendment/1`, campaign, place, ordinal, label, index, sides, block.
3. HMAC-SHA256 with the 32 bytes of the seed as key gives 32 bytes; read them as one number, highest byte first.
   With `block` 0 first: if the number lies below the greatest multiple of `sides` up to 2**256, the die shows the
   remainder of its division by `sides`, plus 1; else `block` 1 decides, and so on.

The commitment to a seed is the SHA-256 of the text `retcon/dice/commitment/1`, written as in step 1, and the 32 bytes of
the seed. `index` counts from 0 the dice that the entry drew under that label.
"""

import hashlib
import hmac
from collections.abc import Iterable, Iterator
from itertools import count
from typing import Final
from uuid import UUID

from msgspec import Struct

SEED_BYTES: Final = 32
"""As long as the hash: shorter keys are weaker, and keys of other lengths can collide under HMAC's padding."""

_EPOCH: Final = "retcon/dice/epoch/1"
_AMENDMENT: Final = "retcon/dice/amendment/1"
_COMMITMENT: Final = "retcon/dice/commitment/1"
_PREVIEW: Final = "retcon/dice/preview/1"
_PLAN: Final = "retcon/plan/1"
_LENGTH_BYTES: Final = 4


class SeedInvalid(ValueError):
    """A seed of the wrong length."""

    slug = "seed_invalid"

    def __init__(self, length: int) -> None:
        super().__init__(f"A dice seed has {SEED_BYTES} bytes, not {length}.")


class SidesInvalid(ValueError):
    """A die without sides."""

    slug = "sides_invalid"

    def __init__(self, sides: int) -> None:
        super().__init__(f"A die has at least 1 side, not {sides}.")


class Epoch(Struct, frozen=True, omit_defaults=True):
    """A stretch of play under two seeds, committed to when it began; each seed appears here once it is revealed."""

    number: int
    open_commitment: bytes
    sealed_commitment: bytes
    open_seed: bytes | None = None
    sealed_seed: bytes | None = None


# Both dice take the fields of their message, in its order: a struct around them would be built for every die and
# would hide that order from whoever recomputes one.
def die(  # noqa: PLR0917
    seed: bytes, campaign: UUID, entry: int, label: str, index: int, sides: int, nonce: UUID | None
) -> int:
    """The face, from 1 to `sides`, of a die of an open or sealed seed. Raises `SeedInvalid`, `SidesInvalid`."""
    last = "" if nonce is None else str(nonce)
    return _face(seed, (_EPOCH, str(campaign), str(entry), label, str(index), str(sides), last), sides)


def amendment_die(  # noqa: PLR0917
    seed: bytes, campaign: UUID, place: int, ordinal: int, label: str, index: int, sides: int
) -> int:
    """The face of a die of the amendment seed. Raises `SeedInvalid`, `SidesInvalid`.

    For an entry of the past that needs a further die, `place` is its number and `ordinal` 0; for an insert, `place` is
    its anchor's number and `ordinal`, from 1, counts the inserts there.
    """
    fields = (_AMENDMENT, str(campaign), str(place), str(ordinal), label, str(index), str(sides))
    return _face(seed, fields, sides)


def preview_seed(seed: bytes) -> bytes:
    """A seed for dry runs: of the same secret, so that a dry run that is repeated shows the same dice, and telling nothing
    of what the secret itself gives. Raises `SeedInvalid`."""
    return hmac.digest(_checked(seed), _field(_PREVIEW), "sha256")


def plan_hash(seed: bytes, content: bytes) -> str:
    """The hash by which a plan is known again. A plan covers what is hidden from whoever sees its hash, so without the
    seed nobody can try what it might be made of. Raises `SeedInvalid`."""
    return hmac.digest(_checked(seed), _field(_PLAN) + content, "sha256").hex()


def commitment(seed: bytes) -> bytes:
    """What is published before a seed is used. Raises `SeedInvalid`."""
    return hashlib.sha256(_field(_COMMITMENT) + _checked(seed)).digest()


def check_commitment(seed: bytes, committed: bytes) -> bool:
    """Whether a revealed seed is the one committed to."""
    return len(seed) == SEED_BYTES and commitment(seed) == committed


def unbiased(numbers: Iterable[int], size: int, sides: int) -> int:
    """A face from numbers spread evenly over 0 to `size` - 1: those of the last, incomplete round are passed over."""
    whole_rounds = size - size % sides
    return next(number for number in numbers if number < whole_rounds) % sides + 1


def _face(seed: bytes, fields: tuple[str, ...], sides: int) -> int:
    if sides < 1:
        raise SidesInvalid(sides)
    return unbiased(_numbers(_checked(seed), b"".join(map(_field, fields))), 2**256, sides)


def _numbers(seed: bytes, message: bytes) -> Iterator[int]:
    for block in count():
        yield int.from_bytes(hmac.digest(seed, message + _field(str(block)), "sha256"), "big")


def _field(text: str) -> bytes:
    raw = text.encode()
    return len(raw).to_bytes(_LENGTH_BYTES, "big") + raw


def _checked(seed: bytes) -> bytes:
    if len(seed) != SEED_BYTES:
        raise SeedInvalid(len(seed))
    return seed
