"""The notation: what it accepts, its canonical form, what it refuses and where."""

import string
import time

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.dice.notation import (
    DEPTH,
    DICE,
    MAGNITUDE,
    SIDES,
    TERMS,
    TEXT,
    Comparison,
    Constant,
    Dice,
    DiceProduct,
    DiceQuotient,
    DiceSum,
    Expression,
    Labelled,
    Negate,
    NotationError,
    Reroll,
    Selection,
    parse,
)
from tests.dice.builders import EXPRESSIONS


def refusal(text: str) -> NotationError:
    with pytest.raises(NotationError) as caught:
        parse(text)
    return caught.value


@given(EXPRESSIONS)
def test_canonical_notation_parses_back_to_the_same_tree(tree: Expression) -> None:
    assert parse(str(tree)) == tree


@given(st.text(st.sampled_from("0123456789dkhlrofmia!<>=+-*/()[] Fx%"), max_size=25))
def test_accepted_notation_has_a_canonical_form_that_stays(text: str) -> None:
    try:
        tree = parse(text)
    except NotationError:
        return
    assert str(parse(str(tree))) == str(tree) == f"{tree}"


@given(st.text(max_size=30))
def test_any_text_is_a_roll_or_an_error_that_points_into_it(text: str) -> None:
    try:
        place = len(str(parse(text)))
    except NotationError as error:
        place = len(text) - error.position
    assert 0 <= place <= TEXT


@given(EXPRESSIONS)
def test_a_tree_survives_json(tree: Expression) -> None:
    assert msgspec.json.decode(msgspec.json.encode(tree), type=Expression) == tree


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("3d6", Dice(3, 6)),
        ("d8", Dice(1, 8)),
        ("d%", Dice(1, 100)),
        ("2d%", Dice(2, 100)),
        ("4dF", Dice(4, 3, fate=True)),
        ("7", Constant(7)),
        ("4d6kh3", Dice(4, 6, selection=Selection("k", "h", 3))),
        ("4d6k3", Dice(4, 6, selection=Selection("k", "h", 3))),
        ("4d6kl1", Dice(4, 6, selection=Selection("k", "l", 1))),
        ("4d6dh1", Dice(4, 6, selection=Selection("d", "h", 1))),
        ("4d6dl1", Dice(4, 6, selection=Selection("d", "l", 1))),
        ("1d20adv", Dice(2, 20, selection=Selection("k", "h", 1))),
        ("d20dis", Dice(2, 20, selection=Selection("k", "l", 1))),
        ("2d6r1", Dice(2, 6, reroll=Reroll(Comparison("=", 1)))),
        ("2d6r=1", Dice(2, 6, reroll=Reroll(Comparison("=", 1)))),
        ("2d6ro<3", Dice(2, 6, reroll=Reroll(Comparison("<", 3), once=True))),
        ("2d6!", Dice(2, 6, explosion=Comparison("=", 6))),
        ("2d6!>=5", Dice(2, 6, explosion=Comparison(">=", 5))),
        ("6d6>=5", Dice(6, 6, success=Comparison(">=", 5))),
        ("6d6<3", Dice(6, 6, success=Comparison("<", 3))),
        ("6d6=6", Dice(6, 6, success=Comparison("=", 6))),
        ("6d6>4f1", Dice(6, 6, success=Comparison(">", 4), failure=Comparison("=", 1))),
        ("6d6>4f<=2", Dice(6, 6, success=Comparison(">", 4), failure=Comparison("<=", 2))),
        ("6d6>=5!", Dice(6, 6, success=Comparison(">=", 5), explosion=Comparison("=", 6))),
        ("3d8mi2ma7", Dice(3, 8, minimum=2, maximum=7)),
        ("1d6 + 2", DiceSum((Dice(1, 6), Constant(2)))),
        ("1d6 - 2", DiceSum((Dice(1, 6), Negate(Constant(2))))),
        ("2 * 3 * 4", DiceProduct((Constant(2), Constant(3), Constant(4)))),
        ("8d6 // 2", DiceQuotient(Dice(8, 6), 2)),
        ("-2 * 3", DiceProduct((Negate(Constant(2)), Constant(3)))),
        ("1 - 2 * 3", DiceSum((Constant(1), Negate(DiceProduct((Constant(2), Constant(3))))))),
        ("2 * 1d6 [fire]", Labelled(DiceProduct((Constant(2), Dice(1, 6))), "fire")),
        ("1d8 [fire] + 3 [ big  arm ]", DiceSum((Labelled(Dice(1, 8), "fire"), Labelled(Constant(3), "big  arm")))),
    ],
)
def test_a_text_means(text: str, tree: Expression) -> None:
    assert parse(text) == tree


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("D20", "1d20"),
        ("d%", "1d100"),
        ("4df", "4dF"),
        ("4D6K3", "4d6kh3"),
        ("1D20ADV", "2d20kh1"),
        ("1d20dis", "2d20kl1"),
        ("2d6r=1", "2d6r1"),
        ("2d6!=6", "2d6!"),
        ("6d6f1>=5", "6d6>=5f=1"),
        ("4d6!kh3r1ma5mi2", "4d6r1mi2ma5kh3!"),
        ("\t1d6+2 -\n3 ", "1d6 + 2 - 3"),
        ("1 + -2", "1 - 2"),
        ("1--2", "1 - -2"),
        ("((1d6))", "1d6"),
        ("(1+2)+3", "(1 + 2) + 3"),
        ("(2*3)*4", "(2 * 3) * 4"),
        ("(1d6//2)*3", "(1d6 // 2) * 3"),
        ("-(2*3)+1", "-(2 * 3) + 1"),
        ("(1d6[ fire ]+1)[cold]", "(1d6 [fire] + 1) [cold]"),
        ("007d06", "7d6"),
    ],
)
def test_a_text_is_written_canonically(text: str, canonical: str) -> None:
    assert str(parse(text)) == canonical


@pytest.mark.parametrize(
    ("text", "position", "sentence"),
    [
        ("", 0, "dice or a number"),
        ("   ", 3, "dice or a number"),
        ("1d6 +", 5, "dice or a number"),
        ("[fire]", 0, "dice or a number"),
        ("2d", 2, "d6, d100, d% or dF"),
        ("2d6x", 3, "or the end"),
        ("2d6 kh1", 4, "without white space"),
        ("2 d6", 2, "or the end"),
        ("1.5", 1, "or the end"),
        ("1d6 / 2", 4, "//"),
        ("1d6d6", 3, "or the end"),
        ("2d6\N{KELVIN SIGN}1", 3, "or the end"),
        ("\N{ARABIC-INDIC DIGIT TWO}d6", 0, "dice or a number"),
        ("(1d6", 4, "the )"),
        ("1d6)", 3, "or the end"),
        ("1d6kh", 5, "how many dice"),
        ("1d6r", 4, "a face or a comparison"),
        ("1d6r=", 5, "a number to compare with"),
        ("1d6mi", 5, "as in mi2"),
        ("1d6ma", 5, "as in ma5"),
        ("4d6kh3dl1", 6, "once"),
        ("4d6r1ro2", 5, "once"),
        ("1d20advkh1", 7, "once"),
        ("6d6>=5=6", 6, "once"),
        ("2d20adv", 4, "one d20"),
        ("1d12dis", 4, "one d20"),
        ("6d6f1", 0, "say what a success is"),
        ("6d6>=5f>4", 0, "at once"),
        ("4dFr1", 0, "only keep and drop"),
        ("4dF>=1", 0, "only keep and drop"),
        ("1d6r7", 0, "never shows =7"),
        ("1d6r<1", 0, "never shows <1"),
        ("1d6!>6", 0, "never shows >6"),
        ("1d6r<=6", 0, "roll for ever"),
        ("1d1!", 0, "roll for ever"),
        ("1d6r<6!", 0, "roll for ever"),
        ("1d6r>2!<=2", 0, "roll for ever"),
        ("8 // 0", 5, "from 1 to"),
        ("8 // 2d6", 5, "plain number"),
        ("8 // (2)", 5, "to divide by"),
        ("8 // 2 // 2", 7, "ends its term"),
        ("8 // 2 * 2", 7, "ends its term"),
        ("1d6 [fire] * 2", 11, "a label ends its term"),
        ("1d6 [fire] [cold]", 11, "or the end"),
        ("1d6 []", 5, "printable text"),
        ("1d6 [fire", 5, "printable text"),
        ("1d6 [a[b]", 5, "printable text"),
        ("1d6 [a\nb]", 5, "printable text"),
    ],
)
def test_a_text_is_refused_where_it_goes_wrong(text: str, position: int, sentence: str) -> None:
    error = refusal(text)
    assert (error.position, sentence in str(error)) == (position, True), str(error)


def test_a_refusal_has_its_slug_and_counts_characters_from_one_for_people() -> None:
    error = refusal("2d6x")
    assert (error.slug, str(error)[:15]) == ("notation", "At character 4:")


def test_a_single_reroll_may_name_every_face() -> None:
    assert str(parse("1d6ro<=6")) == "1d6ro<=6"


def test_rerolls_and_explosions_may_leave_a_single_face_in_the_middle() -> None:
    assert str(parse("1d6r<3!>3")) == "1d6r<3!>3"


def test_enormous_dice_are_refused_at_once() -> None:
    start = time.perf_counter()
    refusal("999999d999999")
    assert time.perf_counter() - start < 0.05


# Each limit: the last text it lets pass and the first it refuses.
LIMITS = {
    "text": ("1" + " " * (TEXT - 1), "1" + " " * TEXT),
    "text written out": ("+".join(["1d100"] * 62) + " + 1", "+".join(["d%"] * 63) + "+1"),
    "fewest dice": ("1d6", "0d6"),
    "dice of a group": (f"{DICE}d6", f"{DICE + 1}d6"),
    "dice of a roll": (f"{DICE - 1}d6 + 1d8", f"{DICE - 1}d6 + 2d8"),
    "fewest sides": ("1d1", "1d0"),
    "sides": (f"1d{SIDES}", f"1d{SIDES + 1}"),
    "comparison": (f"1d6>={SIDES}", f"1d6>={SIDES + 1}"),
    "terms": ("+".join("1" * TERMS), "+".join("1" * (TERMS + 1))),
    "parentheses": ("(" * DEPTH + "1" + ")" * DEPTH, "(" * (DEPTH + 1) + "1" + ")" * (DEPTH + 1)),
    "signs": ("-" * DEPTH + "1", "-" * (DEPTH + 1) + "1"),
    "magnitude": (f"{MAGNITUDE}", f"{MAGNITUDE + 1}"),
    "magnitude of a sum": (f"1d6 + {MAGNITUDE - 6}", f"1d6 + {MAGNITUDE - 5}"),
    "magnitude of a product": (f"1d6 * {MAGNITUDE // 6}", f"1d6 * {MAGNITUDE // 6 + 1}"),
    "magnitude of explosions": (f"1d6! + {MAGNITUDE - 6 * DICE}", f"1d6! + {MAGNITUDE - 6 * DICE + 1}"),
    "divisor": (f"1 // {MAGNITUDE}", f"1 // {MAGNITUDE + 1}"),
    "most kept": ("3d6kh3", "3d6kh4"),
    "fewest kept": ("3d6kh1", "3d6kh0"),
    "most dropped": ("3d6dl2", "3d6dl3"),
    "fewest dropped": ("3d6dl1", "3d6dl0"),
    "a single die": ("2d6dl1", "1d6dl1"),
    "lowest minimum": ("1d6mi1", "1d6mi0"),
    "highest minimum": ("1d6mi6", "1d6mi7"),
    "lowest maximum": ("1d6ma1", "1d6ma0"),
    "highest maximum": ("1d6ma6", "1d6ma7"),
    "minimum against maximum": ("1d6mi3ma3", "1d6mi4ma3"),
}


@pytest.mark.parametrize(("text", "_"), LIMITS.values(), ids=LIMITS)
def test_a_limit_is_reached(text: str, _: str) -> None:
    assert parse(str(parse(text))) == parse(text)


@pytest.mark.parametrize(("_", "text"), LIMITS.values(), ids=LIMITS)
def test_a_limit_is_not_passed(_: str, text: str) -> None:
    assert refusal(text).slug == "notation"


def test_nesting_is_counted_by_depth_and_not_by_number() -> None:
    assert parse("+".join(["(1)"] * (DEPTH + 1))) == parse("+".join("1" * (DEPTH + 1)))


def test_letters_of_either_case_mean_the_same() -> None:
    text = "1d20adv + 4d6r1mi2ma5kh3! + 4df + 6d6>=5f1 + 1d20dis + 4d6ro<3dl1"
    assert parse(text.upper()) == parse(text)


def test_labels_keep_their_case() -> None:
    assert str(parse("1D6 [Fire]")) == "1d6 [Fire]"


@given(st.sampled_from(string.ascii_letters + "#$&^_~?;:,.|@'\"{}\\"))
def test_no_stray_character_passes_behind_a_roll(stray: str) -> None:
    assert refusal(f"2d6 {stray}").position == 4
