"""Printed rolls: what is read, what is refused, and that our own notation takes them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.imports.avrae.recording.rolls import UnreadableRoll, parse_roll
from api.imports.dice import RecordedDie
from domain.dice import notation
from tests.imports.avrae.recordings import roll_of, told


@pytest.mark.parametrize(
    ("text", "written", "faces", "modifiers", "total"),
    [
        ("1d20 (19) + 5 = `24`", "1d20+5", [19], (5,), 24),
        ("1d20 (**1**) - 1 = `0`", "1d20-1", [1], (-1,), 0),
        ("1d12 (4) + 3 [slashing] = 7", "1d12+3 [slashing]", [4], (3,), 7),
        ("1d12 (4) + 3 + 2 [slashing] = `9`", "1d12+3+2 [slashing]", [4], (3, 2), 9),
        ("2d6 (3, 4) = `7`", "2d6", [3, 4], (), 7),
        ("2d8 (3, **8**) + 1d6 (**6**) [magical chaotic] = `17`", "2d8+1d6 [magical chaotic]", [3, 8, 6], (), 17),
        ("1d8 (5) [cold] + 2d6 (1, 2) [fire] = `8`", "1d8 [cold]+2d6 [fire]", [5, 1, 2], (), 8),
        ("d% (72) = `72`", "d%", [72], (), 72),
        ("4 = `4`", "4", [], (4,), 4),
        ("9999 [drop to 0] = `9999`", "9999 [drop to 0]", [], (9999,), 9999),
        ("-5 [heal] = `-5`", "-5 [heal]", [], (-5,), -5),
        ("-(1d8 (3) + 3) [heal] = `-6`", "-(1d8+3) [heal]", [3], (), -6),
        ("(3d6 (1, 2, 4)) / 2 [fire] = `3`", "(3d6)/2 [fire]", [1, 2, 4], (), 3),
        ("((1d4 (2) + 1) * 2) + 1d4 (3) = `9`", "((1d4+1)*2)+1d4", [2, 3], (), 9),
        ("3d6mi2 (1 -> 2, 3, 4) = `9`", "3d6mi2", [2, 3, 4], (), 9),
        ("2d6e6 (6!, 2, 3) = `11`", "2d6e6", [6, 2, 3], (), 11),
    ],
)
def test_a_printed_roll_is_read(
    text: str, written: str, faces: list[int], modifiers: tuple[int, ...], total: int
) -> None:
    roll = parse_roll(text)
    assert (roll.notation, [die.value for die in roll.dice], roll.modifiers, roll.total) == (
        written,
        faces,
        modifiers,
        total,
    )


@pytest.mark.parametrize("low", ["~~3~~", "~~**1**~~", "**~~1~~**"])
def test_a_struck_die_is_shown_but_does_not_count(low: str) -> None:
    roll = parse_roll(f"2d20kh1 ({low}, **20**) + 2 = `22`")
    assert [die.kept for die in roll.dice] == [False, True]
    assert roll.dice[1] == RecordedDie(sides=20, value=20, kept=True)


def test_a_rerolled_die_may_show_more_dice_than_are_named() -> None:
    assert len(parse_roll("1d20ro1 (~~**1**~~, 15) - 1 = `14`").dice) == 2


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1d20 (19) + 5 = `25`", "make 24, but 25 is printed"),
        ("2d6 (3) = `3`", "names 2 dice but shows 1"),
        ("1d6 (7) = `7`", "no face of a d6"),
        ("1d6 (0) = `0`", "no face of a d6"),
        ("1d20 (11) + 1", "ends in its total"),
        ("1d20 (11) + = `11`", "not a sum"),
        ("(1d20 (11) = `11`", "not a sum"),
        ("1d20 (11) 4 = `15`", "not a sum"),
        ("1d20 (11) plus 4 = `15`", "neither dice"),
        ("3 / 0 = `0`", "divides by nothing"),
        ("(" * 40 + "1" + ")" * 40 + " = `1`", "deeper than 32"),
        ("", "not a printed roll"),
    ],
)
def test_what_is_no_roll_or_does_not_add_up_is_refused(text: str, reason: str) -> None:
    with pytest.raises(UnreadableRoll, match=reason):
        parse_roll(text)


@given(st.lists(st.integers(1, 12), min_size=1, max_size=8), st.integers(-99, 99))
def test_any_dice_and_modifier_add_up(faces: list[int], modifier: int) -> None:
    sign = "-" if modifier < 0 else "+"
    shown = ", ".join(f"**{face}**" if face in (1, 12) else str(face) for face in faces)
    roll = parse_roll(f"{len(faces)}d12 ({shown}) {sign} {abs(modifier)} [cold] = `{sum(faces) + modifier}`")
    assert sum(die.value for die in roll.dice) + sum(roll.modifiers) == roll.total


def total_of(text: str) -> int | None:
    try:
        return parse_roll(text).total
    except UnreadableRoll:
        return None


@given(st.text(alphabet="0123456789d()[]+-*/~`= khl%!>", max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    total = total_of(text)
    assert total is None or str(abs(total)) in text


def test_our_own_notation_takes_every_roll_of_the_sample() -> None:
    rolls = [roll for each in told().happenings if (roll := roll_of(each)) is not None]
    dice = [sum(group.count for group in notation.groups(notation.parse(roll.notation))) for roll in rolls]
    assert dice == [len(roll.dice) for roll in rolls]
