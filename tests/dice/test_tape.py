"""Tapes: they hold dice in rolling order and only grow."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.dice.tape import Die, DieOutOfRange, DieSeedInvalid, Source, Tape, TapeConflict

TABLE_DICE = st.builds(
    lambda label, index, sides, value: Die(label, index, sides, value % sides + 1, Source.TABLE),
    st.sampled_from(["attack", "damage"]),
    st.integers(0, 4),
    st.sampled_from([6, 20]),
    st.integers(0, 100),
)
DISTINCT_DICE = st.lists(TABLE_DICE, max_size=12, unique_by=lambda die: die.key)


def attack(value: int, index: int = 0, sides: int = 20, roller: str = "ada") -> Die:
    return Die("attack", index, sides, value, Source.TABLE, roller=roller)


def test_a_die_is_found_by_roller_label_index_and_sides() -> None:
    tape = Tape.from_dice([attack(7), attack(9, 1), attack(11, 1, roller="ben")])
    assert tape.get("ben", "attack", 1, 20) == attack(11, 1, roller="ben")


@pytest.mark.parametrize(
    ("roller", "label", "index", "sides"),
    [("ben", "attack", 0, 20), ("ada", "damage", 0, 20), ("ada", "attack", 1, 20), ("ada", "attack", 0, 6)],
)
def test_a_die_of_another_key_is_not_taken(roller: str, label: str, index: int, sides: int) -> None:
    assert Tape((attack(7),)).get(roller, label, index, sides) is None


def test_a_die_of_other_sides_may_stand_at_the_same_label_and_index() -> None:
    assert Tape((attack(7), attack(3, sides=6))).get("ada", "attack", 0, 6) == attack(3, sides=6)


@pytest.mark.parametrize("value", [7, 8])
def test_a_die_is_never_replaced(value: int) -> None:
    with pytest.raises(TapeConflict, match="on the tape as 7"):
        Tape((attack(7), attack(value)))


def test_a_tape_is_not_made_of_conflicting_dice() -> None:
    with pytest.raises(TapeConflict):
        Tape.from_dice([attack(7), attack(8)])


@given(DISTINCT_DICE, TABLE_DICE)
def test_a_tape_only_grows(dice: list[Die], further: Die) -> None:
    tape = Tape.from_dice(dice)
    try:
        grown = Tape((*tape, further))
    except TapeConflict:
        grown = tape
    assert tuple(grown)[: len(tape)] == tuple(tape) == tuple(dice)


@given(DISTINCT_DICE)
def test_dice_stay_in_rolling_order_however_they_came(dice: list[Die]) -> None:
    tape = Tape()
    for die in dice:
        tape = Tape((*tape, die))
    assert tape == Tape.from_dice(iter(dice))
    assert list(tape) == dice


@given(DISTINCT_DICE)
def test_every_die_of_a_tape_is_found(dice: list[Die]) -> None:
    assert [Tape.from_dice(dice).get(*die.key) for die in dice] == dice


@pytest.mark.parametrize("value", [1, 20])
def test_a_die_shows_one_up_to_its_sides(value: int) -> None:
    assert attack(value).value == value


@pytest.mark.parametrize("value", [-1, 0, 21])
def test_a_value_no_die_shows_is_refused_naming_label_and_range(value: int) -> None:
    with pytest.raises(DieOutOfRange, match=f"A d20 of 'attack' shows 1 to 20, not {value}"):
        attack(value)


def test_a_server_die_names_its_seed() -> None:
    with pytest.raises(DieSeedInvalid, match="names the seed"):
        Die("attack", 0, 20, 7, Source.SERVER)


@pytest.mark.parametrize("source", [source for source in Source if source is not Source.SERVER])
def test_a_die_that_is_not_the_server_s_has_no_seed(source: Source) -> None:
    with pytest.raises(DieSeedInvalid, match="comes from no seed"):
        Die("attack", 0, 20, 7, source, "open")


def test_a_tape_survives_json() -> None:
    tape = Tape((attack(7), Die("damage", 0, 6, 3, Source.SERVER, "sealed")))
    assert msgspec.json.decode(msgspec.json.encode(tape), type=Tape) == tape


def test_stored_dice_are_checked_on_reading() -> None:
    with pytest.raises(msgspec.ValidationError, match="shows 1 to 6, not 7"):
        msgspec.json.decode(b'{"label":"damage","index":0,"sides":6,"value":7,"source":"gm"}', type=Die)


def test_a_die_is_stored_without_the_seed_it_has_not() -> None:
    stored = b'{"label":"attack","index":0,"sides":20,"value":7,"source":"table"}'
    assert msgspec.json.encode(attack(7, roller="")) == stored
