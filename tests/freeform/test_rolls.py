"""What a total amounts to: a target to reach or to roll under, or degrees with a word each."""

from __future__ import annotations

from typing import Any

import pytest

from domain.vocabulary.log import Rolled
from tests.freeform.claims import expect_refusal
from tests.freeform.table import Table


def outcome(dice: int, notation: str = "1d100", **more: Any) -> str:
    (rolled,) = Table().do("roll", label="spot", notation=notation, dice=[dice], **more).emitted
    assert isinstance(rolled.event, Rolled)
    return rolled.event.outcome


@pytest.mark.parametrize(("dice", "word"), [(44, "success"), (45, "success"), (46, "failure")])
def test_a_game_that_rolls_under_succeeds_up_to_the_target(dice: int, word: str) -> None:
    assert outcome(dice, target=45, under=True) == word


@pytest.mark.parametrize(("dice", "word"), [(44, "failure"), (45, "success"), (46, "success")])
def test_any_other_reaches_it(dice: int, word: str) -> None:
    assert outcome(dice, target=45) == word


@pytest.mark.parametrize(("dice", "word"), [(3, "failure"), (4, "mixed"), (5, "mixed"), (6, "full")])
def test_of_several_degrees_the_highest_that_is_reached_counts(dice: int, word: str) -> None:
    assert outcome(dice, notation="1d6", degrees={"full": 6, "mixed": 4}) == word


def test_rolling_under_takes_a_target() -> None:
    with expect_refusal("degrees", "roll under"):
        outcome(5, under=True)


@pytest.mark.parametrize("more", [{"target": 4}, {"under": True}])
def test_degrees_take_neither_target_nor_rolling_under(more: dict[str, Any]) -> None:
    with expect_refusal("degrees", "either"):
        outcome(5, degrees={"mixed": 4}, **more)
