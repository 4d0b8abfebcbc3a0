"""Checking a campaign's dice without its server."""

from uuid import UUID

import msgspec
import pytest
from msgspec.structs import replace

from domain.dice.provable import DieKey, Epoch, amendment_die, commitment, die, first_amendment_die, first_die, token
from domain.dice.tape import Die, FirstKey, Seed, Source, Tokens
from domain.dice.verify import (
    BrokenCommitment,
    CheckedDie,
    DiceDocument,
    DiceVerification,
    EntryDice,
    EpochTwice,
    Mismatch,
    ShownDie,
    in_full,
    verify_dice,
)

OPEN, SEALED, AMENDMENT, FORGED = (bytes([number]) * 32 for number in range(4))
CAMPAIGN = UUID("00112233-4455-6677-8899-aabbccddeeff")
NONCE = UUID("6b8f0000-0000-4000-8000-000000000001")
EPOCH = Epoch(1, commitment(OPEN), commitment(SEALED), OPEN, SEALED)


HERO = "character/c-3"


def tokens(entry: int = 42) -> Tokens:
    return Tokens(token(SEALED, CAMPAIGN, entry, 0, HERO), "")


def rolled(seed: Seed, *, entry: int = 42, place: tuple[int, int] = (42, 0), sides: int = 20) -> ShownDie:
    """The die that a seed gives a hero for `attack`."""
    key = DieKey("attack", *tokens(entry), 0, sides)
    match seed:
        case "open" | "sealed":
            value = die(OPEN if seed == "open" else SEALED, CAMPAIGN, entry, key, NONCE)
        case "amendment":
            value = amendment_die(AMENDMENT, CAMPAIGN, *place, key)
    return in_full(Die("attack", 0, sides, value, Source.SERVER, seed, HERO, tokens(entry)))


def older(seed: Seed, label: str = "attack/2") -> ShownDie:
    """The d20 that a seed gave for a label, when that alone was what a die was keyed to."""
    if seed == "amendment":
        value = first_amendment_die(AMENDMENT, CAMPAIGN, 42, 0, label, 0, 20)
    else:
        value = first_die(OPEN if seed == "open" else SEALED, CAMPAIGN, 42, label, 0, 20, NONCE)
    return in_full(Die(label, 0, 20, value, Source.SERVER, seed))


def off_by_one(right: ShownDie) -> ShownDie:
    return replace(right, value=right.value % 20 + 1)


def document(*dice: ShownDie, place: tuple[int, int] | None = None, epoch: Epoch = EPOCH) -> DiceDocument:
    entry = EntryDice(42, 1, dice, NONCE, place)
    return DiceDocument(CAMPAIGN, (epoch,), (entry,), commitment(AMENDMENT), AMENDMENT)


def verified(*dice: ShownDie, place: tuple[int, int] | None = None, epoch: Epoch = EPOCH) -> DiceVerification:
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
    right = amendment_die(AMENDMENT, CAMPAIGN, 7, 2, DieKey("attack", *tokens(), 0, 20))
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
    typed = in_full(Die("attack", 0, 20, 13, source, roller=HERO))
    assert verified(typed).unseeded == (CheckedDie(42, typed),)


def test_a_revealed_seed_that_was_not_committed_to_is_named() -> None:
    assert verified(epoch=replace(EPOCH, sealed_seed=FORGED)).broken == (BrokenCommitment(1, "sealed"),)


def test_bug_a_sealed_seed_of_the_wrong_length_is_named() -> None:
    verification = verified(rolled("open"), epoch=replace(EPOCH, sealed_seed=b"short"))
    assert verification.broken == (BrokenCommitment(1, "sealed"),)


def test_no_die_stands_on_a_forged_seed() -> None:
    value = die(FORGED, CAMPAIGN, 42, DieKey("attack", *tokens(), 0, 20), NONCE)
    forged = replace(rolled("open"), value=value)
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
    # So many sides that the two entries cannot agree by chance.
    assert not verified(rolled("open", entry=41, sides=10**6)).sound


@pytest.mark.parametrize("seed", ["open", "sealed", "amendment"])
def test_an_older_die_is_recomputed_by_its_label(seed: Seed) -> None:
    assert verified(older(seed)).recomputed == (CheckedDie(42, older(seed)),)


def test_an_older_die_that_is_labelled_anew_is_recomputed_by_what_it_was_keyed_to() -> None:
    anew = replace(older("open"), label="attack", roller=HERO, was=FirstKey("attack/2", 0))
    assert verified(anew).recomputed == (CheckedDie(42, anew),)


def test_a_die_whose_label_is_masked_is_recomputed_by_its_kind_and_tokens() -> None:
    masked = replace(rolled("open"), label="attack/hidden", roller="hidden", roller_id="")
    assert verified(masked).recomputed == (CheckedDie(42, masked),)


def test_an_older_die_whose_label_is_masked_waits_for_whoever_may_see_it() -> None:
    masked = replace(older("open", "damage/judge"), label="damage/hidden", masked=True)
    assert verified(masked).masked == (CheckedDie(42, masked),)


def test_a_token_that_is_not_the_rollers_is_named_once_the_sealed_seed_is_revealed() -> None:
    anothers = replace(rolled("open"), roller_id="character/c-4")
    assert verified(anothers).mismatching == (Mismatch(42, anothers, "token"),)


def test_without_the_sealed_seed_a_token_is_not_told_from_another() -> None:
    anothers = replace(rolled("open"), roller_id="character/c-4")
    assert verified(anothers, epoch=replace(EPOCH, sealed_seed=None)).sound


def test_a_document_read_from_json_verifies_alike() -> None:
    whole = document(rolled("open"), off_by_one(rolled("sealed")), rolled("amendment"))
    assert verify_dice(msgspec.json.decode(msgspec.json.encode(whole), type=DiceDocument)) == verify_dice(whole)
