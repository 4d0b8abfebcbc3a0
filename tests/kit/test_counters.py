"""Counters and pools: what is counted, limited, paid, lost and healed, and how far each goes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kit import counters, pools
from domain.play.moments import come, pass_time
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.vocabulary.anchors import AtMoment
from domain.vocabulary.undertakings import UseCounted, UseOpened, UseReset
from domain.vocabulary.values import DamageHealed, DamageTaken, PointGained, PointSpent, TrackSet
from tests.freeform.table import Table
from tests.kit.test_conditions import HERO, events, told
from tests.play.rules import decided


def at_table(**tracks: Any) -> Table:
    return Table().with_hero(**tracks)


def test_a_counter_opens_with_the_first_use() -> None:
    def twice(play: Play) -> None:
        counters.count(play, HERO, "first-aid", 2, what="care", title="First aid")
        counters.count(play, HERO, "first-aid")

    opened, counted = events(twice)
    assert isinstance(opened, UseOpened)
    assert isinstance(counted, UseCounted)
    assert (opened.use.what, opened.use.count, opened.use.title) == ("care", 2, "First aid")

    def times(play: Play) -> int:
        twice(play)
        return counters.times(play, HERO, "first-aid")

    assert told(times) == 3


def test_what_was_never_counted_counts_nothing() -> None:
    def ask(play: Play) -> tuple[int, bool]:
        return counters.times(play, HERO, "x"), counters.is_open(play, HERO, "x")

    assert told(ask) == (0, False)


def test_a_counter_is_opened_once() -> None:
    def twice(play: Play) -> tuple[bool, bool]:
        return counters.ensure(play, HERO, "x", count=3), counters.ensure(play, HERO, "x", count=9)

    assert told(twice) == (True, False)


def test_a_counter_begins_afresh_with_its_moment() -> None:
    def a_day(play: Play) -> tuple[int, int]:
        counters.count(play, HERO, "power", until=AtMoment(moment="rest", subject=HERO))
        before = counters.times(play, HERO, "power")
        come(play, "rest", HERO)
        return before, counters.times(play, HERO, "power")

    assert told(a_day) == (1, 0)


def test_a_restart_sets_an_open_counter_and_opens_another() -> None:
    def twice(play: Play) -> None:
        counters.restart(play, HERO, "slot", 1)
        counters.restart(play, HERO, "slot", 1)

    assert [type(event) for event in events(twice)] == [UseOpened, UseReset]


def test_what_may_be_done_once_is_refused_the_second_time() -> None:
    def twice(play: Play) -> None:
        for _ in range(2):
            counters.limit(play, HERO, "power", 1, rule="TR-01", sentence="It is used up.")

    refusal = decided(at_table(), twice).refusal
    assert isinstance(refusal, Refused)
    assert refusal.rule == "TR-01"


def test_something_waits_until_so_many_seconds_have_gone_by() -> None:
    def wait(play: Play) -> list[int]:
        left = [counters.wait(play, HERO, "aid", 100)]
        counters.count(play, HERO, "aid", at=play.clock())
        left.append(counters.wait(play, HERO, "aid", 100))
        pass_time(play, 60)
        left.append(counters.wait(play, HERO, "aid", 100))
        pass_time(play, 60)
        return [*left, counters.wait(play, HERO, "aid", 100)]

    assert told(wait) == [0, 100, 40, 0]


@given(current=st.integers(0, 20), amount=st.integers(0, 30))
def test_a_loss_stops_at_the_minimum_and_healing_at_the_maximum(current: int, amount: int) -> None:
    table = at_table(hp=(current, 0, 20))
    assert told(lambda play: pools.lose(play, HERO, "hp", amount), table) == min(current, amount)
    assert told(lambda play: pools.heal(play, HERO, "hp", amount), table) == min(20 - current, amount)


def test_damage_may_fall_below_the_minimum_where_a_rule_says_so() -> None:
    table = at_table(hp=(3, 0, 10))
    (lost,) = events(lambda play: pools.lose(play, HERO, "hp", 5, harm="fire", below=True), table)
    assert lost == DamageTaken(name="hp", amount=5, harm="fire")


def test_healing_without_an_amount_fills_a_pool() -> None:
    assert events(lambda play: pools.heal(play, HERO, "hp"), at_table(hp=(3, 0, 10))) == [
        DamageHealed(name="hp", amount=7)
    ]


def test_a_pool_without_a_maximum_cannot_be_filled() -> None:
    with pytest.raises(ValueError, match="no maximum"):
        events(lambda play: pools.heal(play, HERO, "hp"), at_table(hp=3))


def test_what_is_not_there_cannot_be_paid() -> None:
    def pay(play: Play) -> None:
        pools.pay(play, HERO, "plot", 2, rule="TR-02", sentence="There are too few.")

    refusal = decided(at_table(plot=1), pay).refusal
    assert isinstance(refusal, Refused)
    assert refusal.rule == "TR-02"
    assert events(pay, at_table(plot=2)) == [PointSpent(name="plot", amount=2)]


def test_points_pass_from_one_to_another() -> None:
    table = at_table(plot=2)
    table.do("create_character", name="Pearl", tracks={"plot": {"current": 0}})

    def give(play: Play) -> tuple[int, int]:
        pearl = table.ref("pearl")
        pools.hand_over(play, "plot", 1, giver=HERO, taker=pearl, rule="TR-02", sentence="There are too few.")
        return pools.current(play, HERO, "plot"), pools.current(play, pearl, "plot")

    assert told(give, table) == (1, 1)


def test_a_drain_takes_no_more_than_there_is() -> None:
    assert told(lambda play: pools.drain(play, HERO, "mp", 9), at_table(mp=4)) == 4


@pytest.mark.parametrize(("capped", "gained"), [(True, 2), (False, 5)])
def test_a_gain_stops_at_the_maximum_where_it_is_capped(capped: bool, gained: int) -> None:
    assert told(lambda play: pools.gain(play, HERO, "mp", 5, capped=capped), at_table(mp=(8, 0, 10))) == gained


def test_a_shift_gains_or_spends() -> None:
    def shift(play: Play) -> None:
        for by in (2, -3, 0):
            pools.shift(play, HERO, "mood", by)

    assert events(shift, at_table(mood=0)) == [PointGained(name="mood", amount=2), PointSpent(name="mood", amount=3)]


def test_a_pool_is_set_only_where_it_stands_elsewhere() -> None:
    def twice(play: Play) -> None:
        for _ in range(2):
            pools.put_at(play, HERO, "plot", 1)

    assert events(twice, at_table(plot=4)) == [TrackSet(name="plot", current=1)]


def test_who_has_no_pool_has_nothing_in_it() -> None:
    assert told(lambda play: (pools.has(play, HERO, "mana"), pools.current(play, HERO, "mana"))) == (False, 0)
