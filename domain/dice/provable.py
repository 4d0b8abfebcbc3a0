"""Dice that anybody can recompute once their seed is revealed.

How to recompute a die in any language, with nothing but HMAC-SHA256:

1. Write each field as UTF-8 text: numbers in decimal without leading zeros, ids in the usual lower-case form with
   hyphens, an absent nonce or token as the empty text. Put in front of each its length in bytes, as four bytes, highest
   first.
2. The message is the fields one after the other. For a die of an epoch's open or sealed seed:
   `retcon/dice/epoch/2`, campaign, entry, kind, roller's token, target's token, index, sides, nonce, block.
   For a die of an amendment seed:
   `retcon/dice/amendment/2`, campaign, place, ordinal, kind, roller's token, target's token, index, sides, block.
3. HMAC-SHA256 with the 32 bytes of the seed as key gives 32 bytes; read them as one number, highest byte first.
   With `block` 0 first: if the number lies below the greatest multiple of `sides` up to 2**256, the die shows the
   remainder of its division by `sides`, plus 1; else `block` 1 decides, and so on.

`kind` is what is rolled, `index` counts from 0 the dice that the deed drew for this roller, kind and target. A die is
keyed to its roller and to the character it is rolled for, but neither is named to those who may not know of them: in their
place stands a token, 64 hexadecimal digits, that the tape shows with the die. The token of a reference (`character/c-7`) is the
HMAC-SHA256, with the sealed seed of the epoch it was drawn in as key, of the fields `retcon/dice/token/1`, campaign, place, ordinal,
reference, where place and ordinal are those of step 2 (for a die of an epoch: its entry and 0). So a die is recomputed
from what is shown with it as soon as its own seed is revealed, and when the sealed seed is revealed too, anybody checks that
the tokens are those of the roller and the target.

A die of an amendment seed names the epoch whose seed that is (`epoch`): the one that was open when the past was changed.
Campaigns that began before epochs had amendment seeds had one for all of them, which is revealed when the first epoch ends
that began before; its dice name no epoch.

A die that its roller drew before, in an entry that was struck since, names where it was drawn first (`first_draw`: entry
and index); it is keyed to that entry, index and nonce, and has the tokens of that draw.

Older dice have no tokens. They were keyed by their label alone, with the handles that it had then:
   `retcon/dice/epoch/1`, campaign, entry, label, index, sides, nonce, block; and
   `retcon/dice/amendment/1`, campaign, place, ordinal, label, index, sides, block;
where `index` counts the dice that the deed drew under that label, from any roller.

The commitment to a seed is the SHA-256 of the text `retcon/dice/commitment/1`, written as in step 1, and the 32 bytes of
the seed.
"""

import hashlib
import hmac
from collections.abc import Iterable, Iterator
from itertools import count
from typing import Final
from uuid import UUID

from msgspec import Struct

SEED_BYTES: Final = 32
"""The length of the hash: shorter keys are weaker, and keys of other lengths can collide under HMAC's padding."""

_EPOCH: Final = "retcon/dice/epoch/2"
_AMENDMENT: Final = "retcon/dice/amendment/2"
_TOKEN: Final = "retcon/dice/token/1"
_EPOCH_1: Final = "retcon/dice/epoch/1"
_AMENDMENT_1: Final = "retcon/dice/amendment/1"
_COMMITMENT: Final = "retcon/dice/commitment/1"
_PREVIEW: Final = "retcon/dice/preview/1"
_PLAN: Final = "retcon/plan/1"
_COMMAND: Final = "retcon/command/1"
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
    """A stretch of play under seeds that were committed to when it began; each seed appears here once it is revealed.

    Older epochs have no amendment seed of their own.
    """

    number: int
    open_commitment: bytes
    sealed_commitment: bytes
    open_seed: bytes | None = None
    sealed_seed: bytes | None = None
    amendment_commitment: bytes | None = None
    amendment_seed: bytes | None = None


class DieKey(Struct, frozen=True):
    """The key of a die of a deed: what is rolled, the tokens of its roller and its target ("" for none), its index and
    sides."""

    kind: str
    roller: str
    target: str
    index: int
    sides: int

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields of its message, in their order."""
        return self.kind, self.roller, self.target, str(self.index), str(self.sides)


def die(seed: bytes, campaign: UUID, entry: int, key: DieKey, nonce: UUID | None) -> int:
    """The face, from 1 to `sides`, of a die of an open or sealed seed. Raises `SeedInvalid`, `SidesInvalid`."""
    last = "" if nonce is None else str(nonce)
    return _face(seed, (_EPOCH, str(campaign), str(entry), *key.fields, last), key.sides)


def amendment_die(seed: bytes, campaign: UUID, place: int, ordinal: int, key: DieKey) -> int:
    """The face of a die of an amendment seed. Raises `SeedInvalid`, `SidesInvalid`.

    For an entry of the past that needs a further die, `place` is its number and `ordinal` 0; for an insert, `place` is
    its anchor's number and `ordinal`, from 1, counts the inserts there.
    """
    return _face(seed, (_AMENDMENT, str(campaign), str(place), str(ordinal), *key.fields), key.sides)


def token(seed: bytes, campaign: UUID, place: int, ordinal: int, ref: str) -> str:
    """Return the token of a reference in the dice of one deed; "" for no reference. Without the sealed seed it tells
    nothing but whether two dice of the deed are of the same. Raises `SeedInvalid`."""
    if not ref:
        return ""
    fields = (_TOKEN, str(campaign), str(place), str(ordinal), ref)
    return hmac.digest(_checked(seed), b"".join(map(_field, fields)), "sha256").hex()


def first_die(  # noqa: PLR0917
    seed: bytes, campaign: UUID, entry: int, label: str, index: int, sides: int, nonce: UUID | None
) -> int:
    """The face of an older die of an open or sealed seed, keyed by its label. Raises `SeedInvalid`, `SidesInvalid`."""
    last = "" if nonce is None else str(nonce)
    return _face(seed, (_EPOCH_1, str(campaign), str(entry), label, str(index), str(sides), last), sides)


def first_amendment_die(  # noqa: PLR0917
    seed: bytes, campaign: UUID, place: int, ordinal: int, label: str, index: int, sides: int
) -> int:
    """The face of an older die of the amendment seed, keyed by its label. Raises `SeedInvalid`, `SidesInvalid`."""
    fields = (_AMENDMENT_1, str(campaign), str(place), str(ordinal), label, str(index), str(sides))
    return _face(seed, fields, sides)


def preview_seed(key: bytes) -> bytes:
    """A seed for dry runs, from the campaign's key: a dry run that is repeated shows the same dice. Raises `SeedInvalid`."""
    return hmac.digest(_checked(key), _field(_PREVIEW), "sha256")


def plan_hash(key: bytes, content: bytes) -> str:
    """The hash by which a plan is known again. A plan covers what is hidden from readers of its hash, so without the
    key nobody can try what it might be made of. Raises `SeedInvalid`."""
    return hmac.digest(_checked(key), _field(_PLAN) + content, "sha256").hex()


def command_id(key: bytes, name: str) -> str:
    """The id of a command that the service gives by itself: the same for a name, and nobody without the key can tell it.
    Raises `SeedInvalid`."""
    return str(UUID(bytes=hmac.digest(_checked(key), _field(_COMMAND) + _field(name), "sha256")[:16], version=5))


def commitment(seed: bytes) -> bytes:
    """Return the commitment that is published before a seed is used. Raises `SeedInvalid`."""
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
