"""A roll is made one way: addends stack, the game judges, and what is judged again is recorded as that."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.dice.notation import parse
from domain.kit.rolls import (
    Judge,
    Roll,
    Throw,
    addend,
    addends,
    advantage,
    by_degrees,
    count_as,
    dice_of,
    judge_again,
    reaches,
    roll,
    roll_again,
    stacked,
    stays_under,
    with_naturals,
    without_dice,
)
from domain.play.adjusting import at_most
from domain.play.play import Play
from domain.vocabulary.base import Event
from domain.vocabulary.log import Contribution, Judged, Rolled
from tests.freeform.table import Table
from tests.play.rules import decided

HERO = "character/c-2"


def plus(amount: int, type: str = "", label: str = "bonus") -> Contribution:
    return Contribution(label=label, amount=amount, type=type)


def made(rule: Callable[[Play], Roll], **dice: list[int]) -> tuple[Roll, list[Event]]:
    """The roll that a rule goes on with, and what was recorded."""
    rolls: list[Roll] = []
    decision = decided(Table().with_hero(hp=10), lambda play: rolls.append(rule(play)), dice=dice)
    assert decision.outcome == "done", decision.refusal
    return rolls[0], [one.event for one in decision.emitted]


def test_a_roll_is_its_dice_and_its_addends_under_a_cap_that_is_recorded() -> None:
    throw = Throw(HERO, "attack", "1d20", 15, (plus(4),), (at_most(17, "AB-CAP"),))
    rolled, (event,) = made(lambda play: roll(play, throw), attack=[18])
    assert (rolled.natural, rolled.total, rolled.outcome, rolled.margin, rolled.best) == (18, 17, "success", 2, 18)
    assert isinstance(event, Rolled)
    assert (event.total, event.rules, event.modifiers[-1].amount) == (17, ("AB-CAP",), -5)


def test_only_the_addends_that_count_are_recorded() -> None:
    throw = Throw(HERO, "attack", addends=(plus(1, "power"), plus(3, "power"), plus(2)))
    rolled, (event,) = made(lambda play: roll(play, throw), attack=[10])
    assert isinstance(event, Rolled)
    assert (rolled.total, [each.amount for each in event.modifiers]) == (15, [3, 2])


def test_what_is_judged_again_is_recorded_with_its_reason() -> None:
    throw = Throw(HERO, "attack", target=10)
    rolled, events = made(
        lambda play: judge_again(play, roll(play, throw), "failure", "it was dodged", rules=("AB-DEF",)), attack=[12]
    )
    assert rolled.outcome == "failure"
    assert events[-1] == Judged(name="attack", why="it was dodged", outcome="failure", rules=("AB-DEF",))


def test_a_roll_that_counts_as_more_is_judged_by_that() -> None:
    throw = Throw(HERO, "craft", target=10)
    rolled, events = made(lambda play: count_as(play, roll(play, throw), 11, "a helper did better"), craft=[3])
    assert (rolled.natural, rolled.total, rolled.outcome) == (3, 11, "success")
    assert events[-1] == Judged(name="craft", why="a helper did better", total=11, target=10, outcome="success")


def test_dice_that_count_as_a_number_are_judged_and_no_roll() -> None:
    throw = Throw(HERO, "repair", target=6, addends=(plus(2),))
    taken, (event,) = made(lambda play: without_dice(play, throw, 4, "takes 4"))
    assert (taken.natural, taken.total, taken.outcome) == (4, 6, "success")
    assert event == Judged(
        name="repair", why="takes 4", natural=4, modifiers=(plus(2),), total=6, target=6, outcome="success"
    )


def test_of_a_sealed_roll_the_judgement_is_sealed_too() -> None:
    _, events = made(
        lambda play: judge_again(play, roll(play, Throw(HERO, "lie", sealed=True)), "failure", "found out"), lie=[3]
    )
    assert [event.audience for event in events] == ["gm", "gm"]


def test_of_a_veiled_roll_the_judgement_is_veiled_too() -> None:
    _, events = made(
        lambda play: judge_again(play, roll(play, Throw(HERO, "lie", veiled=True)), "failure", "found out"), lie=[3]
    )
    assert [getattr(event, "veiled", None) for event in events] == [True, True]


@pytest.mark.parametrize(
    ("keep_better", "second", "total"), [(False, 5, 5), (False, 18, 18), (True, 5, 12), (True, 18, 18)]
)
def test_of_two_rolls_the_newer_or_the_better_counts(keep_better: bool, second: int, total: int) -> None:
    def twice(play: Play) -> Roll:
        return roll_again(play, roll(play, Throw(HERO, "attack")), keep_better=keep_better)

    rolled, events = made(twice, **{"attack": [12], "attack/again": [second]})
    last = events[-1]
    assert isinstance(last, Rolled | Judged)
    assert (rolled.total, last.total) == (total, total)


@pytest.mark.parametrize(("sides", "edge", "notation"), [(20, 0, "1d20"), (20, 1, "2d20kh1"), (6, -2, "3d6kl1")])
def test_an_edge_is_more_dice_of_which_one_counts(sides: int, edge: int, notation: str) -> None:
    assert dice_of(sides, edge) == notation
    assert str(parse(notation)) == notation


@pytest.mark.parametrize(("for_it", "against_it", "edge"), [(0, 0, 0), (2, 0, 1), (0, 1, -1), (3, 1, 0)])
def test_advantage_and_disadvantage_cancel_out(for_it: int, against_it: int, edge: int) -> None:
    assert advantage(for_it, against_it) == edge


DEGREES = by_degrees({"triumph": 10, "success": 0, "failure": -5}, "disaster")


@pytest.mark.parametrize(
    ("judge", "natural", "total", "target", "outcome"),
    [
        (reaches, 1, 10, 10, "success"),
        (reaches, 1, 9, 10, "failure"),
        (reaches, 1, 9, None, ""),
        (stays_under, 1, 10, 10, "success"),
        (stays_under, 1, 11, 10, "failure"),
        (stays_under, 1, 11, None, ""),
        (DEGREES, 1, 20, 10, "triumph"),
        (DEGREES, 1, 19, 10, "success"),
        (DEGREES, 1, 5, 10, "failure"),
        (DEGREES, 1, 4, 10, "disaster"),
        (DEGREES, 1, 12, None, "triumph"),
        (with_naturals(reaches, {20: "critical", 1: "miss"}), 20, 3, 30, "critical"),
        (with_naturals(reaches, {20: "critical", 1: "miss"}), 1, 40, 30, "miss"),
        (with_naturals(reaches, {20: "critical", 1: "miss"}), 2, 40, 30, "success"),
    ],
)
def test_a_measure_gives_the_word(judge: Judge, natural: int, total: int, target: int | None, outcome: str) -> None:
    assert judge(natural, total, target) == outcome


def test_what_adds_nothing_is_no_addend() -> None:
    assert addend("aim", 0) == ()
    assert addends({"aim": 2, "range": 0, "size": -1}) == (*addend("aim", 2), *addend("size", -1))


ADDENDS = st.lists(
    st.builds(plus, st.integers(-3, 3), st.sampled_from(["", "power", "feat"]), st.sampled_from("abc")), max_size=8
)


@given(ADDENDS)
def test_stacked_addends_sum_to_the_best_of_each_type_and_all_without_one(given_: list[Any]) -> None:
    expected = sum(each.amount for each in given_ if not each.type)
    for type in ("power", "feat"):
        amounts = [each.amount for each in given_ if each.type == type]
        expected += max(0, *amounts, 0) + min(0, *amounts, 0)
    assert sum(each.amount for each in stacked(tuple(given_))) == expected


@given(ADDENDS)
def test_stacking_what_is_stacked_changes_nothing(given_: list[Any]) -> None:
    once = stacked(tuple(given_))
    assert stacked(once) == once
