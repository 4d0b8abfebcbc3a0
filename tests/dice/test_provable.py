"""Provable dice: fixed values, no bias, and nothing that two different dice share."""

import hashlib
import hmac
from collections import Counter
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.dice.provable import (
    DieKey,
    SeedInvalid,
    SidesInvalid,
    amendment_die,
    check_commitment,
    commitment,
    die,
    first_amendment_die,
    first_die,
    token,
    unbiased,
)

SEED = bytes(range(32))
CAMPAIGN = UUID("00112233-4455-6677-8899-aabbccddeeff")
NONCE = UUID("6b8f0000-0000-4000-8000-000000000001")
BIG = 10**30
"""So many sides that two dice of different keys never show the same by chance."""


def by_hand(seed: bytes, sides: int, *fields: str) -> int:
    """A die as the description has it, written anew for fields shorter than 256 bytes and the first block."""
    message = b"".join(bytes([0, 0, 0, len(field.encode())]) + field.encode() for field in (*fields, "0"))
    return int(hmac.new(seed, message, hashlib.sha256).hexdigest(), 16) % sides + 1


ROLLER = token(SEED, CAMPAIGN, 42, 0, "character/c-3")
TARGET = token(SEED, CAMPAIGN, 42, 0, "character/c-7")


def key(kind: str = "attack", index: int = 0, sides: int = 20, *, roller: str = ROLLER, target: str = "") -> DieKey:
    return DieKey(kind, roller, target, index, sides)


@pytest.mark.parametrize(
    ("entry", "which", "nonce", "value"),
    [
        (42, key(), NONCE, 8),
        (42, key(index=1), NONCE, 19),
        (42, key(), None, 1),
        (42, key("damage", target=TARGET), NONCE, 2),
        (1, key("Ä", sides=1_000_000), NONCE, 776_885),
    ],
)
def test_a_die_of_an_epoch_is_forever(entry: int, which: DieKey, nonce: UUID | None, value: int) -> None:
    assert die(SEED, CAMPAIGN, entry, which, nonce) == value


@pytest.mark.parametrize(
    ("place", "ordinal", "which", "value"),
    [(42, 0, key(), 11), (42, 1, key(), 7), (42, 1, key("save", 3, 1_000_000), 596_718)],
)
def test_an_amendment_die_is_forever(place: int, ordinal: int, which: DieKey, value: int) -> None:
    assert amendment_die(SEED, CAMPAIGN, place, ordinal, which) == value


def test_a_token_is_forever() -> None:
    assert ROLLER == "dd9278ddfdec3026bf8cb300f3519dad03e5b2887bdbae832d539e9b633181ec"


@pytest.mark.parametrize(
    ("entry", "label", "index", "sides", "nonce", "value"),
    [
        (42, "attack", 0, 20, NONCE, 18),
        (42, "attack", 1, 20, NONCE, 10),
        (42, "attack", 0, 20, None, 13),
        (42, "damage/Ä", 0, 6, NONCE, 1),
        (1, "save", 0, 1_000_000, NONCE, 252_752),
    ],
)
def test_an_older_die_of_an_epoch_is_forever(
    entry: int, label: str, index: int, sides: int, nonce: UUID | None, value: int
) -> None:
    assert first_die(SEED, CAMPAIGN, entry, label, index, sides, nonce) == value


@pytest.mark.parametrize(
    ("place", "ordinal", "label", "index", "sides", "value"),
    [(42, 0, "attack", 0, 20, 4), (42, 1, "attack", 0, 20, 6), (42, 1, "save", 3, 1_000_000, 963_999)],
)
def test_an_older_amendment_die_is_forever(
    place: int, ordinal: int, label: str, index: int, sides: int, value: int
) -> None:
    assert first_amendment_die(SEED, CAMPAIGN, place, ordinal, label, index, sides) == value


def test_a_commitment_is_forever() -> None:
    assert commitment(SEED).hex() == "cc54d8eab73019b6c8d713f31bae20f147539ab3c2c81c28e296e2d86127f43a"


@given(st.binary(min_size=32, max_size=32), st.uuids(), st.integers(1, 10**9), st.text(max_size=30), st.uuids())
def test_a_die_follows_from_its_description(seed: bytes, campaign: UUID, entry: int, kind: str, nonce: UUID) -> None:
    fields = ("retcon/dice/epoch/2", str(campaign), str(entry), kind, ROLLER, TARGET, "3", "20", str(nonce))
    assert die(seed, campaign, entry, key(kind, 3, target=TARGET), nonce) == by_hand(seed, 20, *fields)


@given(st.binary(min_size=32, max_size=32), st.uuids(), st.integers(1, 10**9), st.text(max_size=30), st.uuids())
def test_an_older_die_follows_from_its_description(
    seed: bytes, campaign: UUID, entry: int, label: str, nonce: UUID
) -> None:
    fields = ("retcon/dice/epoch/1", str(campaign), str(entry), label, "3", "20", str(nonce))
    assert first_die(seed, campaign, entry, label, 3, 20, nonce) == by_hand(seed, 20, *fields)


@given(st.binary(min_size=32, max_size=32), st.uuids(), st.integers(1, 10**9), st.text(max_size=30))
def test_an_amendment_die_follows_from_its_description(seed: bytes, campaign: UUID, place: int, kind: str) -> None:
    fields = ("retcon/dice/amendment/2", str(campaign), str(place), "2", kind, ROLLER, "", "3", "20")
    assert amendment_die(seed, campaign, place, 2, key(kind, 3)) == by_hand(seed, 20, *fields)


@given(st.binary(min_size=32, max_size=32), st.uuids(), st.integers(1, 10**9), st.text(max_size=30))
def test_an_older_amendment_die_follows_from_its_description(
    seed: bytes, campaign: UUID, place: int, label: str
) -> None:
    fields = ("retcon/dice/amendment/1", str(campaign), str(place), "2", label, "3", "20")
    assert first_amendment_die(seed, campaign, place, 2, label, 3, 20) == by_hand(seed, 20, *fields)


def test_a_token_follows_from_its_description() -> None:
    fields = ("retcon/dice/token/1", str(CAMPAIGN), "42", "0", "character/c-3")
    message = b"".join(bytes([0, 0, 0, len(field)]) + field.encode() for field in fields)
    assert hmac.new(SEED, message, hashlib.sha256).hexdigest() == ROLLER


def test_nobody_has_the_empty_token() -> None:
    assert token(SEED, CAMPAIGN, 42, 0, "") == ""


def test_a_commitment_follows_from_its_description() -> None:
    prefix = b"\x00\x00\x00\x18retcon/dice/commitment/1"
    assert commitment(SEED) == hashlib.sha256(prefix + SEED).digest()


def test_each_field_makes_another_die() -> None:
    other = UUID(int=1)
    dice = [
        die(SEED, CAMPAIGN, 42, key(sides=BIG), NONCE),
        die(bytes(32), CAMPAIGN, 42, key(sides=BIG), NONCE),
        die(SEED, other, 42, key(sides=BIG), NONCE),
        die(SEED, CAMPAIGN, 43, key(sides=BIG), NONCE),
        die(SEED, CAMPAIGN, 42, key("damage", sides=BIG), NONCE),
        die(SEED, CAMPAIGN, 42, key(sides=BIG, roller=TARGET), NONCE),
        die(SEED, CAMPAIGN, 42, key(sides=BIG, target=TARGET), NONCE),
        die(SEED, CAMPAIGN, 42, key(index=1, sides=BIG), NONCE),
        die(SEED, CAMPAIGN, 42, key(sides=BIG + 1), NONCE),
        die(SEED, CAMPAIGN, 42, key(sides=BIG), other),
        die(SEED, CAMPAIGN, 42, key(sides=BIG), None),
        amendment_die(SEED, CAMPAIGN, 42, 0, key(sides=BIG)),
        amendment_die(SEED, CAMPAIGN, 42, 1, key(sides=BIG)),
        first_die(SEED, CAMPAIGN, 42, "attack", 0, BIG, NONCE),
        first_amendment_die(SEED, CAMPAIGN, 42, 0, "attack", 0, BIG),
    ]
    assert len(set(dice)) == len(dice)


def test_fields_that_read_the_same_in_a_row_make_different_dice() -> None:
    one, other = key("2attack", sides=BIG), key(sides=BIG)
    assert die(SEED, CAMPAIGN, 4, one, NONCE) != die(SEED, CAMPAIGN, 42, other, NONCE)


@given(st.integers(1, 256))
def test_every_face_has_as_many_numbers_as_every_other(sides: int) -> None:
    faces = Counter(unbiased([number], 256, sides) for number in range(256 // sides * sides))
    assert faces == dict.fromkeys(range(1, sides + 1), 256 // sides)


@given(st.integers(1, 256), st.data())
def test_numbers_that_would_favour_low_faces_are_passed_over(sides: int, data: st.DataObject) -> None:
    incomplete = range(256 // sides * sides, 256)
    good = data.draw(st.integers(0, incomplete.start - 1))
    assert unbiased([*incomplete, good], 256, sides) == good % sides + 1


# The value that chi-squared exceeds once in a thousand fair trials, by sides (degrees of freedom: sides - 1).
@pytest.mark.parametrize(
    ("sides", "critical"), [(2, 10.83), (3, 13.82), (6, 20.52), (10, 27.88), (20, 43.82), (100, 148.23)]
)
def test_two_hundred_dice_a_face_are_spread_like_fair_ones(sides: int, critical: float) -> None:
    seen = Counter(die(SEED, CAMPAIGN, entry, key(sides=sides), NONCE) for entry in range(200 * sides))
    assert sum((seen[face] - 200) ** 2 / 200 for face in range(1, sides + 1)) < critical


@given(st.binary(min_size=32, max_size=32), st.integers(1, 1_000_000), st.integers(0, 50))
def test_a_die_shows_one_up_to_its_sides(seed: bytes, sides: int, index: int) -> None:
    assert 1 <= die(seed, CAMPAIGN, 42, key(index=index, sides=sides), None) <= sides


@pytest.mark.parametrize("sides", [0, -6])
def test_a_die_without_sides_is_refused(sides: int) -> None:
    with pytest.raises(SidesInvalid, match=f"at least 1 side, not {sides}"):
        die(SEED, CAMPAIGN, 42, key(sides=sides), NONCE)


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_seed_of_another_length_is_refused(length: int) -> None:
    with pytest.raises(SeedInvalid, match=f"32 bytes, not {length}"):
        commitment(bytes(length))


def test_a_seed_of_another_length_rolls_nothing() -> None:
    with pytest.raises(SeedInvalid):
        amendment_die(bytes(31), CAMPAIGN, 42, 0, key())


@pytest.mark.parametrize(("seed", "right"), [(SEED, True), (bytes(32), False), (SEED[:31], False)])
def test_a_revealed_seed_is_checked_against_its_commitment(seed: bytes, right: bool) -> None:
    assert check_commitment(seed, commitment(SEED)) is right
