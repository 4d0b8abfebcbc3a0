"""Checking a campaign's dice without its server."""

from uuid import UUID

import msgspec
import pytest
from msgspec.structs import replace

from domain.dice.provable import Epoch, amendment_die, commitment, die
from domain.dice.tape import Die, Seed, Source
from domain.dice.verify import (
    BrokenCommitment,
    CheckedDie,
    DiceDocument,
    EntryDice,
    EpochTwice,
    Mismatch,
    Verification,
    verify_dice,
)

OPEN, SEALED, AMENDMENT, FORGED = (bytes([number]) * 32 for number in range(4))
CAMPAIGN = UUID("00112233-4455-6677-8899-aabbccddeeff")
NONCE = UUID("6b8f0000-0000-4000-8000-000000000001")
EPOCH = Epoch(1, commitment(OPEN), commitment(SEALED), OPEN, SEALED)


def rolled(seed: Seed, *, entry: int = 42, place: tuple[int, int] = (42, 0)) -> Die:
    """The d20 that a seed gives for `attack`."""
    match seed:
        case "open" | "sealed":
            key = OPEN if seed == "open" else SEALED
            value = die(key, CAMPAIGN, entry, "attack", 0, 20, NONCE)
        case "amendment":
            value = amendment_die(AMENDMENT, CAMPAIGN, *place, "attack", 0, 20)
    return Die("attack", 0, 20, value, Source.SERVER, seed)


def off_by_one(right: Die) -> Die:
    return replace(right, value=right.value % 20 + 1)


def document(*dice: Die, place: tuple[int, int] | None = None, epoch: Epoch = EPOCH) -> DiceDocument:
    entry = EntryDice(42, 1, dice, NONCE, place)
    return DiceDocument(CAMPAIGN, (epoch,), (entry,), commitment(AMENDMENT), AMENDMENT)


def verified(*dice: Die, place: tuple[int, int] | None = None, epoch: Epoch = EPOCH) -> Verification:
    return verify_dice(document(*dice, place=place, epoch=epoch))


@pytest.mark.parametrize("seed", ["open", "sealed", "amendment"])
def test_a_die_its_seed_gives_is_recomputed(seed: Seed) -> None:
    assert verified(rolled(seed)).recomputed == (CheckedDie(42, rolled(seed)),)


@pytest.mark.parametrize("seed", ["open", "sealed", "amendment"])
def test_a_die_its_seed_does_not_give_is_named_with_the_right_value(seed: Seed) -> None:
    wrong = off_by_one(rolled(seed))
    assert verified(wrong).mismatching == (Mismatch(42, wrong, "value", rolled(seed).value),)


def test_an_inserts_amendment_dice_are_keyed_by_its_place() -> None:
    assert verified(rolled("amendment", place=(7, 2)), place=(7, 2)).sound


def test_an_inserts_amendment_dice_are_not_those_of_its_number() -> None:
    right = amendment_die(AMENDMENT, CAMPAIGN, 7, 2, "attack", 0, 20)
    assert verified(rolled("amendment"), place=(7, 2)).mismatching == (
        Mismatch(42, rolled("amendment"), "value", right),
    )


def test_dice_of_a_seed_not_yet_revealed_wait() -> None:
    epoch = Epoch(1, commitment(OPEN), commitment(SEALED), OPEN)
    verification = verified(rolled("open"), off_by_one(rolled("sealed")), epoch=epoch)
    assert verification.unrevealed == (CheckedDie(42, off_by_one(rolled("sealed"))),)


def test_waiting_dice_are_not_counted_against_the_server() -> None:
    assert verified(off_by_one(rolled("sealed")), epoch=Epoch(1, commitment(OPEN), commitment(SEALED))).sound


@pytest.mark.parametrize("source", [Source.TABLE, Source.GM, Source.IMPORTED, Source.PREVIEW])
def test_dice_that_came_from_no_seed_are_set_apart(source: Source) -> None:
    typed = Die("attack", 0, 20, 13, source)
    assert verified(typed).unseeded == (CheckedDie(42, typed),)


def test_a_revealed_seed_that_was_not_committed_to_is_named() -> None:
    assert verified(epoch=replace(EPOCH, sealed_seed=FORGED)).broken == (BrokenCommitment(1, "sealed"),)


def test_no_die_stands_on_a_forged_seed() -> None:
    forged = Die("attack", 0, 20, die(FORGED, CAMPAIGN, 42, "attack", 0, 20, NONCE), Source.SERVER, "open")
    verification = verified(forged, epoch=replace(EPOCH, open_seed=FORGED))
    assert verification.mismatching == (Mismatch(42, forged, "commitment"),)


def test_a_forged_amendment_seed_is_named_without_an_epoch() -> None:
    forged = replace(document(), amendment_seed=FORGED)
    assert verify_dice(forged).broken == (BrokenCommitment(None, "amendment"),)


def test_an_amendment_seed_nobody_committed_to_proves_nothing() -> None:
    uncommitted = replace(document(rolled("amendment")), amendment_commitment=None)
    assert verify_dice(uncommitted).mismatching == (Mismatch(42, rolled("amendment"), "uncommitted"),)


def test_a_revealed_seed_of_another_length_is_a_broken_commitment() -> None:
    assert not verified(epoch=replace(EPOCH, open_seed=b"short")).sound


def test_a_die_of_an_epoch_the_document_leaves_out_fails() -> None:
    without = replace(document(rolled("open")), epochs=())
    assert verify_dice(without).mismatching == (Mismatch(42, rolled("open"), "epoch_unknown"),)


def test_an_epoch_that_occurs_twice_is_refused() -> None:
    with pytest.raises(EpochTwice, match="Epoch 1"):
        DiceDocument(CAMPAIGN, (EPOCH, EPOCH), ())


def test_dice_of_every_entry_are_checked() -> None:
    entries = tuple(EntryDice(entry, 1, (rolled("open", entry=entry),), NONCE) for entry in range(1, 30))
    assert len(verify_dice(replace(document(), entries=entries)).recomputed) == 29


def test_a_die_under_another_entrys_number_does_not_pass() -> None:
    # As large as a die may be, so that the two entries cannot agree by chance.
    moved = Die("loot", 0, 10**6, die(OPEN, CAMPAIGN, 41, "loot", 0, 10**6, NONCE), Source.SERVER, "open")
    assert not verified(moved).sound


def test_a_document_read_from_json_verifies_alike() -> None:
    whole = document(rolled("open"), off_by_one(rolled("sealed")), rolled("amendment"))
    assert verify_dice(msgspec.json.decode(msgspec.json.encode(whole), type=DiceDocument)) == verify_dice(whole)
