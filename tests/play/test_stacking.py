"""Of modifiers of one type that stack as "best", the greatest bonus and the gravest penalty count."""

from __future__ import annotations

from typing import Any

import pytest

from domain.aggregates import Aggregate, Character
from domain.play.reading import TrackedReads
from domain.play.values import effective
from domain.vocabulary.profile import Profile
from domain.vocabulary.values import Attribute, Modifier

REF = "character/one"


class Alone:
    """A world with one character in it, with an attribute of ten and these modifiers on it."""

    def __init__(self, *modifiers: dict[str, Any]) -> None:
        self.character = Character(
            ref=REF,
            profile={"self": Profile(handle="one", name="One")},
            attributes={"slots": Attribute(base=10)},
            modifiers={
                f"m{number}": Modifier(path="attributes.slots", type="slow", stacking="best", **fields)
                for number, fields in enumerate(modifiers)
            },
        )

    def aggregate(self, ref: str) -> Aggregate | None:
        return self.character


def value(*modifiers: dict[str, Any]) -> int:
    return effective(TrackedReads(Alone(*modifiers), None), REF, "attributes.slots").total


def times(amount: int, over: int = 1) -> dict[str, Any]:
    return {"operation": "multiply", "amount": amount, "over": over}


@pytest.mark.parametrize(
    ("modifiers", "total"),
    [
        ([times(3, 4), times(1, 2)], 5),
        ([times(1, 2), times(3, 4)], 5),
        ([times(2), times(3)], 30),
        ([times(3), times(1, 2), times(3, 4)], 15),
        ([{"operation": "cap", "amount": 5}, {"operation": "cap", "amount": 2}], 2),
        ([{"operation": "floor", "amount": 12}, {"operation": "floor", "amount": 15}], 15),
        ([{"amount": 2}, {"amount": 3}, {"amount": -4}, {"amount": -1}], 9),
        ([{"amount": 3}, {"operation": "cap", "amount": 11}], 11),
        ([{"amount": -3}, {"operation": "cap", "amount": 11}], 7),
    ],
)
def test_the_best_of_a_type_counts(modifiers: list[dict[str, Any]], total: int) -> None:
    assert value(*modifiers) == total
