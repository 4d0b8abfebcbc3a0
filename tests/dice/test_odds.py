"""The odds of a roll, against every hand of dice that there is."""

from __future__ import annotations

from collections import defaultdict
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.dice.notation import parse
from domain.dice.odds import OddsTooLarge, at_least, odds, odds_of
from domain.dice.roll import evaluate, required


def every_hand(text: str) -> dict[int, float]:
    """The odds by rolling each hand once."""
    expression = parse(text)
    sides = required(expression)
    chances: defaultdict[int, float] = defaultdict(float)
    hands = list(product(*(range(1, each + 1) for each in sides)))
    for hand in hands:
        dice = iter(hand)
        chances[evaluate(expression, lambda _, dice=dice: next(dice)).total] += 1 / len(hands)  # type: ignore[misc]
    return dict(sorted(chances.items()))


ROLLS = (
    "1d20",
    "2d6+3",
    "4d6kh3",
    "4d6dl1",
    "1d20adv",
    "1d20dis",
    "3d8kl2",
    "4d4dh2",
    "3d8mi2ma7",
    "4dFkh3",
    "4d6>=5f=1",
    "5d4kh3>=3",
    "(2d6+3)*2//3-1",
    "1d8 [fire] + 3 [strength] - 1d4",
    "2d4*1d3",
)


@pytest.mark.parametrize("text", ROLLS)
def test_odds_are_those_of_every_hand(text: str) -> None:
    assert dict(odds_of(text)) == pytest.approx(every_hand(text))


@given(st.integers(1, 4), st.integers(2, 5), st.sampled_from(("kh", "kl", "dh", "dl")), st.data())
def test_of_any_selection_too(count: int, sides: int, how: str, data: st.DataObject) -> None:
    number = data.draw(st.integers(1, count if how[0] == "k" else max(1, count - 1)))
    text = f"{count}d{sides}" if how[0] == "d" and count == 1 else f"{count}d{sides}{how}{number}"
    assert dict(odds_of(text)) == pytest.approx(every_hand(text))


def test_a_die_rolled_again_until_something_else_shows() -> None:
    assert dict(odds_of("1d6r1")) == pytest.approx(dict.fromkeys(range(2, 7), 1 / 5))


def test_a_die_rolled_again_once() -> None:
    assert dict(odds_of("1d6ro<3")) == pytest.approx(
        {1: 2 / 36, 2: 2 / 36, **dict.fromkeys(range(3, 7), 1 / 6 + 2 / 36)}
    )


def test_an_exploding_die_goes_on() -> None:
    chances = odds_of("1d6!")
    assert 6 not in chances
    expected = sum(total * chance for total, chance in chances.items())
    assert [chances[7], chances[13], sum(chances.values()), expected] == pytest.approx([1 / 36, 1 / 216, 1, 4.2])


def test_exploding_dice_of_which_the_best_count() -> None:
    """Of 2d2!kh1 every die is worth 1 or 2, and the best is 1 only where both first dice show 1."""
    assert dict(odds_of("2d2!kh1")) == pytest.approx({1: 1 / 4, 2: 3 / 4})


def test_exploding_dice_of_which_the_worst_counts() -> None:
    """A chain ends with a 1, so the worst of them is always 1."""
    assert dict(odds_of("2d2!kl1")) == pytest.approx({1: 1.0})


@pytest.mark.parametrize(("target", "chance"), [(1, 1.0), (11, 0.5), (20, 0.05), (21, 0.0)])
def test_the_chance_to_reach_a_target(target: int, chance: float) -> None:
    assert at_least(odds_of("1d20"), target) == pytest.approx(chance)


@pytest.mark.parametrize("text", ["1000d1000", "1d1000000", "40d1000*40d1000"])
def test_what_has_too_many_totals_is_told(text: str) -> None:
    with pytest.raises(OddsTooLarge):
        odds(parse(text))
