"""Rolling: what each notation makes of given dice, and laws that hold for all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.dice.notation import DICE, Expression, parse
from domain.dice.roll import RolledDie, TooManyDice, evaluate, required
from tests.dice.builders import EXPRESSIONS, ending, roll, shown

FACES = st.lists(st.integers(0, 1000), min_size=1, max_size=7)


@pytest.mark.parametrize(
    ("text", "faces", "total"),
    [
        ("3d6", (1, 2, 3), 6),
        ("d%", (100,), 100),
        ("4dF", (1, 2, 3, 3), 1),
        ("1d6 + 2 - 1", (4,), 5),
        ("2 * (1d6 + 1)", (3,), 8),
        ("1d6 * 1d6", (3, 4), 12),
        ("3d6 // 2", (1, 1, 5), 3),
        ("(1d6 - 6) // 2", (3,), -2),
        ("-1d6", (4,), -4),
        ("1 - (2 - 1d6)", (4,), 3),
        ("4d6kh3", (1, 5, 2, 6), 13),
        ("4d6kl1", (3, 5, 2, 6), 2),
        ("4d6dh1", (1, 5, 2, 6), 8),
        ("4d6dl1", (1, 5, 2, 6), 13),
        ("1d20adv", (4, 17), 17),
        ("1d20dis", (4, 17), 4),
        ("4dFkl2", (1, 3, 3, 2), -1),
        ("2d6r1", (1, 1, 4, 5), 9),
        ("1d6r<3", (2, 1, 3), 3),
        ("2d6ro1", (1, 1, 5), 6),
        ("1d6ro<3", (2, 1), 1),
        ("2d6!", (6, 6, 2, 3), 17),
        ("1d6!>=5", (5, 6, 4), 15),
        ("1d6ro1!", (1, 6, 1, 1), 7),
        ("3d8mi3", (1, 3, 5), 11),
        ("3d8ma4", (1, 4, 8), 9),
        ("2d6mi2ma5!", (6, 1, 3), 10),
        ("3d6kh1!", (6, 2, 4, 5), 6),
        ("6d6>=5", (1, 2, 4, 5, 6, 5), 3),
        ("6d6>5", (1, 2, 4, 5, 6, 5), 1),
        ("6d6<=2", (1, 2, 4, 5, 6, 5), 2),
        ("6d6<2", (1, 2, 4, 5, 6, 5), 1),
        ("6d6=5", (1, 2, 4, 5, 6, 5), 2),
        ("4d6>=5f=1", (1, 1, 1, 6), -2),
        ("4d6>=5f<3", (1, 2, 3, 6), -1),
        ("3d6>=5!", (6, 5, 1, 2), 2),
        ("4d6kh2>=5", (6, 5, 5, 1), 2),
        ("3d6>=9", (6, 6, 6), 0),
        ("2d6>=5 + 2", (5, 1), 3),
    ],
)
def test_a_roll_comes_to(text: str, faces: tuple[int, ...], total: int) -> None:
    assert roll(text, *faces).total == total


@pytest.mark.parametrize(
    ("text", "faces", "dice"),
    [
        ("4d6kh3", (1, 5, 2, 6), "-1 5 2 6"),
        ("3d6kh1", (5, 5, 5), "5 -5 -5"),
        ("3d6kl1", (5, 5, 5), "5 -5 -5"),
        ("3d6dh1", (5, 5, 5), "-5 5 5"),
        ("2d6r1", (1, 4, 5), "-1 4 5"),
        ("2d6r1kl1", (1, 4, 5), "-1 4 -5"),
        ("2d6!", (6, 1, 2), "6 1 2"),
    ],
)
def test_a_roll_lays_down(text: str, faces: tuple[int, ...], dice: str) -> None:
    assert shown(text, *faces) == dice


def test_a_rerolled_and_an_exploded_die_are_marked() -> None:
    assert roll("1d6ro1!", 1, 6, 3).dice == (
        RolledDie(0, 6, 1, 1, kept=False, rerolled=True),
        RolledDie(1, 6, 6, 6, exploded=True),
        RolledDie(2, 6, 3, 3),
    )


def test_a_die_shows_its_face_beside_what_it_is_worth() -> None:
    assert [(die.face, die.value) for die in roll("2d6mi3 + 1dF", 1, 5, 1).dice] == [(1, 3), (5, 5), (1, -1)]


def test_terms_carry_sign_label_notation_and_subtotal() -> None:
    terms = roll("1d8 [fire] + 3 [strength] - 2 * 1d4", 5, 2).terms
    assert [(term.sign, term.label, term.notation, term.subtotal) for term in terms] == [
        (1, "fire", "1d8", 5),
        (1, "strength", "3", 3),
        (-1, None, "2 * 1d4", 4),
    ]


def test_terms_of_an_inner_sum_take_its_sign_and_its_label_unless_they_have_their_own() -> None:
    terms = roll("1 - (2 - 3 [cold]) [fire]").terms
    assert [(term.sign, term.label, term.subtotal) for term in terms] == [(1, None, 1), (-1, "fire", 2), (1, "cold", 3)]


def test_a_product_holds_the_dice_of_all_its_factors() -> None:
    (term,) = roll("1d6 * (1d8 + 1)", 2, 3).terms
    assert [die.sides for die in term.dice] == [6, 8]


def test_successes_are_counted_apart_from_what_is_added() -> None:
    evaluation = roll("3d6>=5 + 1d6 - 1d6>=5", 5, 6, 1, 4, 6)
    assert (evaluation.successes, evaluation.total) == (1, 5)


def test_a_roll_without_a_success_count_has_no_successes() -> None:
    assert roll("1d6", 6).successes is None


def test_a_success_count_of_nothing_is_none_and_not_absent() -> None:
    assert roll("1d6>=5", 1).successes == 0


def test_a_success_count_looks_at_what_a_die_is_worth() -> None:
    assert roll("2d6mi5>=5", 1, 6).successes == 2


def test_dice_are_drawn_from_left_to_right_with_explosions_at_once() -> None:
    asked: list[int] = []
    faces = iter([6, 1, 2, 3, 4])

    def draw(sides: int) -> int:
        asked.append(sides)
        return next(faces)

    evaluate(parse("2d6! + 1d8 - (1d4 + 1)"), draw)
    assert asked == [6, 6, 6, 8, 4]


def test_the_dice_a_table_must_roll_are_named_in_rolling_order() -> None:
    assert required(parse("2d6r1! + 1d20adv * (1d4 - 1dF) // 2 + 3")) == (6, 6, 20, 20, 4, 3)


def test_a_number_requires_no_dice() -> None:
    assert required(parse("3")) == ()


def test_explosions_up_to_the_last_die_are_rolled() -> None:
    faces = iter([6] * (DICE - 1) + [1])
    assert evaluate(parse("1d6!"), lambda _: next(faces)).total == 6 * (DICE - 1) + 1


def test_explosions_past_the_last_die_are_refused_before_it_is_drawn() -> None:
    sixes = iter([6] * DICE)
    with pytest.raises(TooManyDice, match="1d6!"):
        evaluate(parse("1d6!"), lambda _: next(sixes))
    assert next(sixes, None) is None


def test_the_limit_on_dice_holds_over_all_terms() -> None:
    with pytest.raises(TooManyDice):
        evaluate(parse(f"{DICE - 1}d6 + 1d6r1"), lambda _: 1)


@given(EXPRESSIONS, FACES)
def test_the_total_is_the_sum_of_the_signed_subtotals(tree: Expression, faces: list[int]) -> None:
    evaluation = evaluate(tree, ending(faces))
    assert evaluation.total == sum(term.sign * term.subtotal for term in evaluation.terms)


@given(EXPRESSIONS, FACES)
def test_dice_are_numbered_in_rolling_order(tree: Expression, faces: list[int]) -> None:
    evaluation = evaluate(tree, ending(faces))
    assert [die.order for die in evaluation.dice] == list(range(len(evaluation.dice)))


@given(EXPRESSIONS, FACES)
def test_dice_beyond_the_required_ones_are_called_for_by_the_die_before(tree: Expression, faces: list[int]) -> None:
    dice = evaluate(tree, ending(faces)).dice
    assert len(dice) == len(required(tree)) + sum(die.rerolled or die.exploded for die in dice)


@given(EXPRESSIONS, FACES)
def test_equal_faces_make_an_equal_roll(tree: Expression, faces: list[int]) -> None:
    assert evaluate(tree, ending(faces)) == evaluate(tree, ending(faces))


@given(st.integers(1, 20), st.integers(1, 100), st.integers(-50, 50), FACES)
def test_plain_dice_stay_within_their_bounds(count: int, sides: int, extra: int, faces: list[int]) -> None:
    total = evaluate(parse(f"{count}d{sides} + {extra}"), ending(faces)).total
    assert count + extra <= total <= count * sides + extra


@given(st.integers(2, 9), st.integers(2, 30), FACES, st.data())
def test_keeping_some_and_dropping_the_rest_are_one(
    count: int, sides: int, faces: list[int], data: st.DataObject
) -> None:
    kept = data.draw(st.integers(1, count - 1))
    keep = evaluate(parse(f"{count}d{sides}kh{kept}"), ending(faces))
    drop = evaluate(parse(f"{count}d{sides}dl{count - kept}"), ending(faces))
    assert keep.total == drop.total == sum(sorted(die.face for die in keep.dice)[-kept:])
