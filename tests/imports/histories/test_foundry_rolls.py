"""Rolls of Foundry's messages: the same dice and the same total, in the notation of our own."""

from typing import Any

import pytest

from api.imports.dice import GivenRoll, given_as
from api.imports.foundry.rolls import told_roll
from api.imports.history.records import UnreadableRecord
from tests.imports.histories.worlds import constant, die, dropped, operator, roll

ROUND = {"class": "Die", "faces": 6, "number": 1, "results": [{"result": 3, "active": True}]}


def given(source: object) -> tuple[GivenRoll, tuple[tuple[str, int], ...]]:
    reading = told_roll(source, "roll")
    return given_as(reading.notations, reading.dice, reading.total, written=reading.written), reading.addends


def added(amount: int) -> tuple[tuple[str, int], ...]:
    return (("modifier", amount),) if amount else ()


@pytest.mark.parametrize(
    ("source", "notation", "faces", "addend"),
    [
        (roll("1d20 + 5", 19, die(20, 14), operator(), constant(5)), "1d20", (14,), 5),
        (roll("1d6 + 2 + ", 5, die(6, 3), operator(), constant(2), operator()), "1d6", (3,), 2),
        (roll("1d20 +  - 1", 13, die(20, 14), operator("-"), constant(1)), "1d20", (14,), -1),
        (
            roll("2d20kh + 3 + 2", 20, die(20, dropped(4), 15, modifiers=["kh"]), operator(), constant(5)),
            "2d20kh1",
            (4, 15),
            5,
        ),
        (roll("2d6 - 1d4", 3, die(6, 3, 4), operator("-"), die(4, 4)), "2d6-1d4", (3, 4, 4), 0),
        (roll("1d20 + 1 + 0.12", 19.12, die(20, 18), operator(), constant(1.12)), "1d20", (18,), 1),
        (
            roll("2d6x", 13, die(6, {"result": 6, "exploded": True}, 4, 3, modifiers=["x"], number=2)),
            "2d6!",
            (6, 3, 4),
            0,
        ),
        (
            roll("1d8r1", 5, die(8, {"result": 1, "active": False, "rerolled": True}, 5, modifiers=["r1"], number=1)),
            "1d8ro1",
            (1, 5),
            0,
        ),
        (
            roll(
                "2d20r1=1kh",
                15,
                die(
                    20,
                    {"result": 1, "active": False, "rerolled": True},
                    dropped(12),
                    15,
                    modifiers=["r1=1", "kh"],
                    number=2,
                ),
            ),
            "2d20ro=1kh1",
            (1, 15, 12),
            0,
        ),
        (roll("1dc", 1, die(2, 1, **{"class": "Coin"})), "1d2-1", (2,), 0),
        (roll("4dF", 0, die(3, 1, -1, 0, 0, **{"class": "FateDie"})), "4dF", (3, 1, 2, 2), 0),
        (roll("3d6cs>4", 2, die(6, 5, 6, 1, modifiers=["cs>4"])), "3d6-10", (5, 6, 1), 0),
        (roll("2d6x6'", 9, die(6, 4, 5, modifiers=["x6'"])), "2d6", (4, 5), 0),
        (roll("5", 5, constant(5)), "5", (), 0),
    ],
)
def test_a_roll_keeps_its_dice_and_its_total(source: str, notation: str, faces: tuple[int, ...], addend: int) -> None:
    assert given(source) == (GivenRoll(notation, faces), added(addend))


def test_dice_that_a_function_hides_are_found_beside_it() -> None:
    assert given(roll("(2d6+1) * 1.5", 15, constant(15), dice=[die(6, 4, 5)])) == (GivenRoll("2d6+6", (4, 5)), ())


def test_the_dropped_roll_of_a_pool_counts_nothing() -> None:
    inner = [{"class": "Roll", "terms": [die(6, 2, 3)]}, {"class": "Roll", "terms": [die(8, 7)]}]
    pool: dict[str, Any] = {"class": "PoolTerm", "terms": ["2d6", "1d8"], "rolls": inner, "modifiers": ["kh"]}
    pool["results"] = [{"result": 5, "active": False, "discarded": True}, {"result": 7, "active": True}]
    assert given(roll("{2d6,1d8}kh", 7, pool)) == (GivenRoll("2d6*0+1d8", (2, 3, 7)), ())


def test_dice_are_found_however_deep_they_lie() -> None:
    arithmetic = {"class": "ArithmeticExpression", "operator": "+", "operands": [die(6, 2, 3), constant(3)]}
    instance = {"class": "DamageInstance", "terms": [{"class": "Grouping", "term": arithmetic}], "total": 8}
    pool = {"class": "InstancePool", "rolls": [instance], "results": [{"result": 8, "active": True}]}
    assert given(roll("{(2d6 + 3)[slashing]}", 8, pool)) == (GivenRoll("2d6+3", (2, 3)), ())


def test_a_roll_may_be_an_object_and_of_any_class() -> None:
    assert given({"class": "CheckRoll", "terms": [die(20, 7, **{"class": "D20Die"})], "total": 7})[0].faces == (7,)


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("{", "It is no JSON"),
        ("[]", "It is no roll"),
        (roll("1d20", 5, die(20, 21)), "A d20 shows 1 to 20, not 21"),
        (roll("1d20", 5, die(20, {"result": "five"})), "A d20 shows 'five', which is no whole number"),
        (roll("1d20", 5, die(0, 1)), "It has dice with 0 faces"),
        ({"terms": [ROUND]}, "It has no total"),
        ({"terms": [ROUND], "total": float("nan")}, "It has no total"),
    ],
)
def test_what_is_no_roll_is_told(source: object, sentence: str) -> None:
    with pytest.raises(UnreadableRecord, match=sentence):
        told_roll(source, "roll")
