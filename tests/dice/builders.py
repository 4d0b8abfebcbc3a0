"""Dice for tests: draws from a list that fail when too few or too many are asked for, and trees for property tests."""

from collections.abc import Callable

from hypothesis import strategies as st

from domain.dice.notation import (
    Comparison,
    Constant,
    Dice,
    DiceProduct,
    DiceQuotient,
    DiceSum,
    Expression,
    Labelled,
    Negate,
    Reroll,
    Selection,
    parse,
)
from domain.dice.roll import Evaluation, evaluate


def roll(text: str, *faces: int) -> Evaluation:
    """Rolls a text on just these faces."""
    left = list(faces)
    evaluation = evaluate(parse(text), lambda _: left.pop(0))
    assert not left, f"{text} left {left} over"
    return evaluation


def shown(text: str, *faces: int) -> str:
    """The dice a roll laid down: their faces, `-` before those that do not count."""
    return " ".join(f"{'' if die.kept else '-'}{die.face}" for die in roll(text, *faces).dice)


def ending(faces: list[int]) -> Callable[[int], int]:
    """Draws from a list, fitted to each die, and then nothing but threes: no tree of `EXPRESSIONS` rolls on after one."""
    left = iter(faces)
    return lambda sides: next((face % sides + 1 for face in left), min(3, sides))


@st.composite
def _many_sided(draw: st.DrawFn) -> Dice:
    """A group whose threes neither reroll nor explode."""
    count, sides = draw(st.integers(1, 8)), draw(st.integers(4, 30))
    one = Comparison("=", 1)
    bounds = draw(st.sampled_from([(None, None), (2, None), (None, 3), (2, 3)]))
    success = draw(st.none() | st.builds(Comparison, st.sampled_from([">=", ">"]), st.integers(2, 40)))
    return Dice(
        count,
        sides,
        reroll=draw(st.none() | st.builds(Reroll, st.sampled_from([one, Comparison("<", 3)]), st.booleans())),
        minimum=bounds[0],
        maximum=bounds[1],
        selection=draw(st.none() | selections(count)),
        success=success,
        failure=draw(st.none() | st.just(one)) if success else None,
        explosion=draw(st.none() | st.sampled_from([Comparison("=", sides), Comparison(">=", 4), Comparison(">", 3)])),
    )


def selections(count: int) -> st.SearchStrategy[Selection]:
    keep = st.builds(Selection, st.just("k"), st.sampled_from(["h", "l"]), st.integers(1, count))
    drop = st.builds(Selection, st.just("d"), st.sampled_from(["h", "l"]), st.integers(1, max(count - 1, 1)))
    return keep | drop if count > 1 else keep


FATE = st.builds(Dice, st.integers(1, 6), st.just(3), fate=st.just(True))
ATOMS = st.builds(Constant, st.integers(0, 50)) | _many_sided() | FATE
LABELS = st.sampled_from(["fire", "Strength", "off hand", "d6 + 1", "é"])


def _larger(parts: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    several = st.lists(parts, min_size=2, max_size=3).map(tuple)
    return (
        st.builds(Negate, parts)
        | st.builds(DiceProduct, several)
        | st.builds(DiceQuotient, parts, st.integers(1, 9))
        | st.builds(Labelled, parts, LABELS)
        | st.builds(DiceSum, several)
    )


EXPRESSIONS: st.SearchStrategy[Expression] = st.recursive(ATOMS, _larger, max_leaves=6).filter(
    lambda tree: len(str(tree)) <= 500
)
