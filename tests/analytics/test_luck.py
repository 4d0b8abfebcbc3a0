"""An honest word on luck: calibrated on fair dice, and sharp on loaded ones."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from itertools import product
from math import exp, log

import numpy as np
import pytest
from scipy import stats

from projections.analytics.luck import evidence
from projections.analytics.luck.results import results
from projections.analytics.luck.uniformity import uniformity
from projections.analytics.luck.verdict import FALSE_ALARMS, LuckTest, alarm_at, judged, of_die, of_results
from projections.phrases.catalogue import english

Record = Callable[[str, object], None]

SESSIONS, THROWS = 50, 40
DICE = (20, 20, 20, 20, 6, 6, 8, 10)
"""The dice of a table that are tested: those of four players, and the damage dice."""


def counted(faces: Sequence[int], sides: int) -> list[int]:
    """Return how often each face from 1 to `sides` is among some."""
    return [faces.count(face) for face in range(1, sides + 1)]


class TestUniformity:
    def test_a_coin_that_showed_heads_each_time(self) -> None:
        fit = uniformity((4, 0))
        assert fit.method == "exact"
        assert fit.p == pytest.approx(2 / 16)

    def test_a_small_number_of_throws_is_tested_exactly(self) -> None:
        """Of three throws of a d3, 3-0-0 is one of three outcomes with a chance of 1/27 each."""
        assert uniformity((3, 0, 0)).p == pytest.approx(3 / 27)
        assert uniformity((1, 1, 1)).p == pytest.approx(1.0)

    def test_a_simulation_comes_near_to_what_is_exact(self) -> None:
        counts = (9, 1, 1, 1, 1, 1, 1, 1, 1, 1)
        fit = uniformity(counts)
        assert fit.method == "simulated"
        fair = np.random.default_rng(7).multinomial(18, [0.1] * 10, size=200_000)
        share = float((np.square(fair - 1.8).sum(axis=1) >= np.square(np.asarray(counts) - 1.8).sum()).mean())
        assert fit.p == pytest.approx(share, abs=0.002)

    def test_many_throws_are_tested_by_chi_squared(self) -> None:
        fit = uniformity((30, 20, 25, 25))
        assert fit.method == "chi-squared"
        assert fit.p == pytest.approx(stats.chi2.sf(2.0, 3))

    def test_the_face_that_is_furthest_off_has_an_interval(self) -> None:
        odd = uniformity((10, 30, 10)).odd
        assert odd is not None
        assert (odd.face, odd.times, odd.share) == (2, 30, 0.6)
        tails = stats.beta.ppf([0.025 / 3, 1 - 0.025 / 3], [30, 31], [21, 20])  # a third of the doubt for each face
        assert [odd.low, odd.high] == pytest.approx(np.asarray(tails))

    def test_without_throws_there_is_nothing_odd(self) -> None:
        assert uniformity((0, 0, 0))[2:] == (1.0, "exact", None)

    def test_a_die_of_one_face_is_none(self) -> None:
        with pytest.raises(ValueError, match="two faces"):
            uniformity((3,))


class TestResults:
    def test_the_tails_are_exact(self) -> None:
        tally = results([0.5] * 10, [True] * 9 + [False])
        assert [tally.expected, tally.luckier, tally.unluckier] == pytest.approx([5.0, 11 / 1024, 1023 / 1024])

    def test_each_roll_has_a_chance_of_its_own(self) -> None:
        chances = [0.1, 0.3, 0.5, 0.9]
        ways = product((False, True), repeat=4)
        both = [(sum(way), np.prod([c if hit else 1 - c for c, hit in zip(chances, way, strict=True)])) for way in ways]
        tally = results(chances, [True, True, True, False])
        assert tally.luckier == pytest.approx(sum(chance for number, chance in both if number >= 3))

    def test_many_chances_come_to_a_poisson_binomial_distribution(self) -> None:
        chances = [float(each) for each in np.random.default_rng(6).choice([0.05, 0.3, 0.55, 0.9, 1.0], size=300)]
        distribution = stats.poisson_binom(chances)
        tally = results(chances, [True] * 190 + [False] * 110)
        assert [tally.luckier, tally.unluckier] == pytest.approx(
            [distribution.sf(189), distribution.cdf(190)], rel=1e-6
        )

    def test_the_tail_of_what_is_all_but_impossible_is_exact_too(self) -> None:
        assert results([0.1] * 40, [True] * 40).luckier == pytest.approx(1e-40)

    def test_rolls_that_cannot_fail_tell_nothing(self) -> None:
        tally = results([1.0] * 50, [True] * 50)
        assert [tally.p, tally.e, tally.effect] == pytest.approx([1.0, 1.0, 0.0])

    def test_luck_that_nobody_has_is_told(self) -> None:
        (verdict,) = judged([of_results("Ana's attacks", results([0.5] * 200, [True] * 160 + [False] * 40))])
        assert verdict.alarm
        assert "160 of 200 rolls succeeded, where 100.0 are expected" in english(verdict.sentence)


class TestEvidence:
    @pytest.mark.parametrize(("sides", "throws"), [(2, 6), (3, 4), (4, 3), (6, 2)])
    def test_a_fair_die_wins_nothing_on_average(self, sides: int, throws: int) -> None:
        """Over all that may be thrown, an e-value is 1 on average: nobody earns money with bets at fair odds."""
        hands = [counted(hand, sides) for hand in product(range(1, sides + 1), repeat=throws)]
        assert float(np.exp(evidence.of_faces(hands)).mean()) == pytest.approx(1.0)

    def test_fair_results_win_nothing_on_average(self) -> None:
        chances = [0.2, 0.5, 0.75]
        won = 0.0
        for way in product((0, 1), repeat=3):
            chance = np.prod([c if hit else 1 - c for c, hit in zip(chances, way, strict=True)])
            won += float(chance) * exp(evidence.of_results(chances, way))
        assert won == pytest.approx(1.0)

    def test_what_is_known_after_some_rolls_is_what_they_alone_tell(self) -> None:
        chances, successes = [0.2, 1.0, 0.5, 0.75], [1, 1, 0, 1]
        each = [evidence.of_results(chances[:end], successes[:end]) for end in range(5)]
        assert list(evidence.of_results_after(chances, successes, range(5))) == pytest.approx(each)

    def test_evidence_counts_how_often_a_face_came_and_not_when(self) -> None:
        assert float(evidence.of_faces(counted([1, 2, 3, 3], 3))) == float(evidence.of_faces(counted([3, 1, 3, 2], 3)))


class TestVerdict:
    def test_the_shares_of_all_tests_come_to_no_more_than_is_promised(self) -> None:
        assert sum(1 / alarm_at(place) for place in range(5_000)) <= FALSE_ALARMS
        assert (alarm_at(0), alarm_at(9), alarm_at(10)) == (2_000, 2_000, 8_000)

    def test_just_below_an_alarm_and_at_it(self) -> None:
        below, at = judged([LuckTest("a", 0.0, 1_999.9, "x"), LuckTest("b", 0.0, 2_000.0, "x")])
        assert (below.alarm, at.alarm) == (False, True)

    def test_p_values_are_corrected_by_holm(self) -> None:
        tests = [LuckTest("a", p, 1.0, "x") for p in (0.01, 0.04, 0.03)]
        assert [verdict.adjusted for verdict in judged(tests)] == pytest.approx([0.03, 0.06, 0.06])

    def test_what_chance_explains_is_nothing_unusual(self) -> None:
        (verdict,) = judged([of_die("Ana's d6", (10, 12, 9, 11, 8, 10))])
        assert english(verdict.sentence).startswith("Ana's d6: nothing unusual among 1 test. In 60 throws it showed")

    def test_what_it_does_not_explain_may_have_other_reasons(self) -> None:
        (verdict,) = judged([of_die("Ben's d6", (100, 10, 10, 10, 10, 10))])
        assert verdict.alarm
        assert "so would rolls that were left out" in english(verdict.sentence)


def alarms_of(campaigns: int, seed: int) -> int:
    """How many of so many fair campaigns raise an alarm when all their dice are looked at after every session."""
    chance = np.random.default_rng(seed)
    alarmed = np.zeros(campaigns, dtype=bool)
    for place, sides in enumerate(DICE):
        sessions = chance.multinomial(THROWS, [1 / sides] * sides, size=(campaigns, SESSIONS))
        looks = evidence.of_faces(sessions.cumsum(axis=1))
        alarmed |= (looks >= log(alarm_at(place))).any(axis=1)
    return int(alarmed.sum())


def most_by_chance(campaigns: int) -> int:
    """More alarms than this are so rare (one in a million) that the promise must be broken."""
    return int(stats.binom.isf(1e-6, campaigns, FALSE_ALARMS))


def test_fair_campaigns_raise_no_more_alarms_than_promised() -> None:
    assert alarms_of(500, seed=1) <= most_by_chance(500)


def test_fair_results_reach_an_e_value_as_seldom_as_is_promised() -> None:
    """Looked at after each session, the evidence against fair rolls reaches 20 in 1 of 20 campaigns at most."""
    chance = np.random.default_rng(8)
    chances = chance.uniform(0.1, 0.9, size=(500, SESSIONS * THROWS))
    ends = np.arange(THROWS, SESSIONS * THROWS + 1, THROWS)
    rolls = zip(chances, chance.random(chances.shape) < chances, strict=True)
    reached = sum((evidence.of_results_after(*each, ends) >= log(20)).any() for each in rolls)
    assert reached <= stats.binom.isf(1e-6, 500, 1 / 20)


@pytest.mark.soak
def test_many_fair_campaigns_keep_the_rate_of_false_alarms(record_property: Record) -> None:
    campaigns = int(os.environ.get("RETCON_SOAK_CAMPAIGNS", "10000"))
    alarms = alarms_of(campaigns, seed=2)
    record_property("figures", f"{alarms} false alarms in {campaigns:,} fair campaigns of {SESSIONS} sessions")
    assert alarms <= FALSE_ALARMS * campaigns


@pytest.mark.parametrize(("sides", "factor"), [(20, 1.5), (6, 1.5), (20, 2.0), (10, 3.0)])
def test_a_loaded_die_is_found_in_as_many_throws_as_is_said(sides: int, factor: float) -> None:
    throws = evidence.throws_needed(sides, factor, alarm=alarm_at(0))
    rest = (1 - factor / sides) / (sides - 1)
    thrown = np.random.default_rng(3).multinomial(throws, [factor / sides, *[rest] * (sides - 1)], size=1_000)
    share = float((evidence.of_faces(thrown) >= log(alarm_at(0))).mean())
    assert share >= 0.87


def test_half_as_many_throws_do_not_find_it_as_often() -> None:
    throws = evidence.throws_needed(20, 1.5, alarm=alarm_at(0)) // 2
    thrown = np.random.default_rng(4).multinomial(throws, [0.075, *[0.925 / 19] * 19], size=1_000)
    assert float((evidence.of_faces(thrown) >= log(alarm_at(0))).mean()) < 0.6


def test_how_many_throws_that_are() -> None:
    """A d20 with one face at one and a half times its chance takes some thousand throws: no table sees it in an evening."""
    assert evidence.throws_needed(20, 1.5, alarm=alarm_at(0)) == pytest.approx(3_500, rel=0.2)
