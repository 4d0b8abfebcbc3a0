"""Printed rolls become rolls of our own: the same dice, the same total, whatever Avrae's notation means to us."""

import pytest

from api.imports.avrae.recording.rolls import parse_roll
from api.imports.avrae.retelling.dice import given
from api.imports.dice import UntellableRoll
from domain.dice.notation import parse
from domain.dice.roll import evaluate
from tests.imports.avrae.recordings import roll_of, told


@pytest.mark.parametrize(
    ("printed", "notation"),
    [
        ("2d20kh1 (~~3~~, 17) + 2 = `19`", "2d20kh1+2"),
        ("1d20rr1 (~~1~~, 15) = `15`", "1d20r1"),
        ("1d8 (7) / 2 = `3`", "1d8//2"),
        ("2d6mi2 (1 -> 2, 3) = `5`", "2d6mi2"),
        ("1d12 (4) + 3 [slashing] = `7`", "1d12+3 [slashing]"),
        ("4 [magical force] = `4`", "4 [magical force]"),
    ],
)
def test_a_notation_that_means_the_same_is_kept_or_translated(printed: str, notation: str) -> None:
    assert given(parse_roll(printed)).notation == notation


@pytest.mark.parametrize(
    ("printed", "notation"),
    [
        ("4d6k4 (4, ~~3~~, ~~3~~, 4) = `8`", "1d6+2d6*0+1d6"),
        ("2d6e6 (6!, 3, 2) + 1 = `12`", "3d6+1"),
        ("1d6 (3) * 0.5 = `1`", "1d6-2"),
    ],
)
def test_a_notation_that_means_something_else_is_spelled_out(printed: str, notation: str) -> None:
    assert given(parse_roll(printed)).notation == notation


def test_every_roll_of_the_sample_comes_out_as_printed() -> None:
    for printed in filter(None, map(roll_of, told().happenings)):
        roll = given(printed)
        faces = iter(roll.faces)
        assert evaluate(parse(roll.notation), lambda _, faces=faces: next(faces)).total == printed.total  # type: ignore[misc]


def test_a_roll_beyond_all_limits_is_refused_with_its_limit() -> None:
    with pytest.raises(UntellableRoll, match="1000000 sides"):
        given(parse_roll("1d9999999 (3) = `3`"))
