"""Luck of tables: what chance explains is nothing unusual, each die counts once, and every roll is held against its own odds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

import numpy as np
import pytest

from projections.analytics.base import ReportScope
from projections.analytics.reports.luck import LUCK
from projections.analytics.reports.report import ReportResult, answer
from projections.facts.rows import Fact, FactDie
from tests.analytics.making import ADA, BOB, Row, base_of, die, entry, fact


def luck(*rows: Row, asked: ReportScope | None = None) -> ReportResult:
    """The report over these rows."""
    return answer(LUCK, base_of(*rows), asked or ReportScope())


def faces(answered: ReportResult) -> list[dict[str, Any]]:
    """The rows on dice."""
    return [row for row in answered.rows if row["tested"] == "faces"]


def results(answered: ReportResult) -> list[dict[str, Any]]:
    """The rows on rolls with a target."""
    return [row for row in answered.rows if row["tested"] == "results"]


def thrown(values: Sequence[int], sides: int = 20, **fields: Any) -> list[Row]:
    """Dice thrown one after the other, an entry each."""
    return [die(number, value, sides, **fields) for number, value in enumerate(values, start=1)]


def roll(
    number: int, value: int, goal: int, *, outcome: str, plus: int = 0, who: str = ADA, **fields: Any
) -> list[Row]:
    """A leap with a d20, its die and its entry."""
    known: dict[str, Any] = {
        "what": "leap",
        "notation": "1d20",
        "sides": [20],
        "dice": [value],
        "kept": [True],
        "addends": ["skill"] if plus else [],
        "added": [plus] if plus else [],
        "shown": value,
        "total": value + plus,
        "target": goal,
        "outcome": outcome,
    }
    return [entry(number), die(number, value, roller=who), fact(number, "rolled", who, "leap", **known | fields)]


def leaps(values: Sequence[int], target: int) -> list[Row]:
    """Leaps that are to reach a target."""
    rolls = (
        roll(number, value, target, outcome="success" if value >= target else "failure")
        for number, value in enumerate(values, start=1)
    )
    return [row for each in rolls for row in each]


class TestFaces:
    def test_a_die_is_counted_by_who_threw_it_by_sides_and_by_source(self) -> None:
        rows = [*thrown([1, 1, 20]), die(4, 6, 6), die(5, 3, roller=BOB), die(6, 2, source="table")]
        trials = {(row["who"], row["what"], row["source"]): row["trials"] for row in faces(luck(*rows))}
        assert trials == {
            ("Ada", "d20", "server"): 3,
            ("Ada", "d6", "server"): 1,
            ("Bob", "d20", "server"): 1,
            ("Ada", "d20", "table"): 1,
        }

    def test_how_often_each_face_was_shown_is_told(self) -> None:
        [row] = faces(luck(*thrown([1, 3, 3, 4], 4)))
        assert (row["faces"], row["face"], row["times"], row["expected"], row["effect"]) == (
            [1, 0, 2, 1],
            2,
            0,
            1.0,
            -25.0,
        )

    def test_the_evidence_is_told_after_each_session(self) -> None:
        rows = [
            *thrown([1] * 6, 6, session=1),
            *thrown([1] * 6, 6, session=3, number=1),
            *thrown([2], 6, session=None, number=2),
        ]
        [row] = faces(luck(*rows))
        assert row["sessions"] == [0, 1, 3]
        assert row["evidence"][0] < 1 < row["evidence"][1] < row["evidence"][2] == row["e"]

    def test_a_die_of_a_million_sides_is_not_tested(self) -> None:
        assert luck(die(1, 5, 1_000_000)).rows == []

    def test_dice_whose_entry_was_refused_count(self) -> None:
        [row] = faces(luck(die(1, 5), entry(1, status="refused")))
        assert row["trials"] == 1


class TestResults:
    def test_a_roll_is_held_against_its_own_dice_and_target(self) -> None:
        rows = [*roll(1, 12, 11, outcome="success"), *roll(2, 3, 20, outcome="failure", plus=9)]
        [row] = results(luck(*rows))
        assert (row["trials"], row["times"], row["expected"]) == (2, 1, pytest.approx(0.5 + 0.5))

    def test_rolls_that_are_to_stay_within_their_target_are_so_judged(self) -> None:
        rows = [
            *roll(1, 5, 8, outcome="success"),
            *roll(2, 19, 8, outcome="failure"),
            *roll(3, 8, 8, outcome="success"),
        ]
        [row] = results(luck(*rows))
        assert (row["times"], row["expected"]) == (2, pytest.approx(3 * 8 / 20))
        assert "2 of 3 rolls stayed within their target, where 1.2 are expected" in row["sentence"]

    def test_what_a_natural_twenty_hits_below_the_target_is_no_success_of_the_dice(self) -> None:
        rows = [*leaps([12, 3, 15], 10), *roll(9, 20, 30, outcome="critical")]
        [row] = results(luck(*rows))
        assert (row["trials"], row["times"], row["expected"]) == (4, 2, pytest.approx(3 * 11 / 20))

    def test_a_cap_is_no_modifier(self) -> None:
        capped: dict[str, Any] = {"addends": ["skill", "at most 12"], "added": [2, -6], "shown": 16, "total": 12}
        [row] = results(luck(*roll(1, 16, 10, outcome="success", **capped)))
        assert row["expected"] == pytest.approx(13 / 20)

    def test_two_dice_of_which_the_higher_counts_have_the_odds_of_that(self) -> None:
        twice: dict[str, Any] = {"notation": "2d20kh1", "sides": [20, 20], "dice": [4, 11], "kept": [False, True]}
        rows = [*roll(1, 11, 11, outcome="success", **twice), die(1, 4, number=1)]
        assert results(luck(*rows))[0]["expected"] == pytest.approx(0.75)

    def test_rolls_without_a_target_are_not_tested(self) -> None:
        assert results(luck(*roll(1, 5, 5, outcome="", target=None))) == []

    def test_a_roll_too_large_to_work_out_is_left_out_and_told(self) -> None:
        answered = luck(*roll(1, 5, 5, outcome="success", notation="9d1000 * 9d1000 * 9d1000"))
        assert [row["left_out"] for row in results(answered)] == [1]
        assert answered.sentence.endswith("The odds of 1 roll cannot be worked out.")


class TestOnce:
    def test_a_struck_roll_counts_as_it_was_rolled_first(self) -> None:
        """The entry was restated against another target, and struck after that."""
        first = roll(1, 3, 15, outcome="failure", struck=7)
        again = fact(
            1, "rolled", ADA, "leap", **_of(first) | {"version": 7, "target": 2, "outcome": "success", "struck": 9}
        )
        [row] = results(luck(*first, again))
        assert (row["trials"], row["times"], row["expected"]) == (1, 0, pytest.approx(0.3))

    def test_a_die_of_an_entry_that_was_undone_and_done_again_counts_once(self) -> None:
        undone = roll(1, 3, 15, outcome="failure", struck=2)
        redone = [row for row in roll(3, 3, 15, outcome="failure") if not isinstance(row, FactDie)]
        answered = luck(*undone, entry(2, kind="revision"), *redone)
        assert [row["trials"] for row in answered.rows] == [1, 1]

    def test_an_inserted_entry_counts_as_the_revision_made_it(self) -> None:
        """An insert has no version of its own: the revision that it came with has made it."""
        at: dict[str, Any] = {"place": [1, 6], "version": 5}
        inserted: list[Row] = [
            entry(6, **at),
            die(6, 12),
            fact(6, "rolled", ADA, "leap", **_of(roll(6, 12, 11, outcome="success")) | at),
        ]
        assert [row["trials"] for row in results(luck(*inserted))] == [1]

    @pytest.mark.parametrize("asked", [ReportScope(), ReportScope(view="as_played")])
    def test_luck_is_the_same_as_played_and_as_corrected(self, asked: ReportScope) -> None:
        rows = [*roll(1, 3, 15, outcome="failure", struck=2), *roll(3, 18, 15, outcome="success")]
        assert luck(*rows, asked=asked).rows == luck(*rows).rows

    def test_what_was_not_yet_thrown_is_not_known(self) -> None:
        rows = [*roll(1, 3, 15, outcome="failure"), *roll(3, 18, 15, outcome="success")]
        assert [row["trials"] for row in luck(*rows, asked=ReportScope(known_at=2)).rows] == [1, 1]


def _of(rows: Sequence[Row]) -> dict[str, Any]:
    """The columns of a roll that a later version keeps."""
    [rolled] = [row for row in rows if isinstance(row, Fact)]
    kept = ("what", "notation", "sides", "dice", "kept", "addends", "added", "shown", "total", "target", "outcome")
    return {column: getattr(rolled, column) for column in kept}


class TestVerdict:
    def test_nobody_has_thrown_anything(self) -> None:
        answered = luck()
        assert (answered.rows, answered.sentence) == ([], "No dice have been thrown yet.")
        assert answered.report.chart(answered.rows).to_dict()

    def test_few_throws_are_nothing_unusual_and_say_little(self) -> None:
        assert luck(*thrown([20, 20, 20])).sentence == (
            "Nothing unusual in 1 test of 3 throws and of 0 rolls with a target. That says little yet: Ada's d20, thrown 3 times, would take "
            "some 3,816 throws to show that one face comes up half as often again as it should."
        )

    def test_a_loaded_die_is_an_alarm(self) -> None:
        values = list(np.random.default_rng(5).choice([1, 2, 3, 4, 5, 6], size=300, p=[0.4, *[0.12] * 5]))
        answered = luck(*thrown([int(value) for value in values], 6, source="table"))
        [row] = answered.rows
        assert (row["alarm"], row["face"], row["low"] > 0) == (True, 1, True)
        assert answered.sentence.startswith(
            "Chance does not explain 1 of 1 test of 300 throws and of 0 rolls with a target. Ada's d6 (typed dice)"
        )
        assert "A loaded die would look so" in answered.sentence

    def test_dice_of_the_server_are_proven_and_so_not_loaded(self) -> None:
        sentence = luck(*thrown([1] * 60, 6)).sentence
        assert "none was loaded" in sentence
        assert "A loaded die" not in sentence

    def test_results_that_nobody_is_so_lucky_to_have_are_an_alarm(self) -> None:
        answered = luck(*leaps([20, 19, 18, 17] * 12, 17))
        assert [row["alarm"] for row in results(answered)] == [True]

    def test_fair_tables_raise_no_alarm(self) -> None:
        """60 tables in one report are 240 tests, among which the chance of any false alarm is 1 in 100."""
        tables = {f"table{number}": list(row) for number, row in enumerate(_fair_tables(60))}
        answered = answer(LUCK, base_of(**tables))
        assert len(answered.rows) == 4 * 60
        assert not any(row["alarm"] for row in answered.rows)
        assert min(row["adjusted"] for row in answered.rows) > 0.001

    def test_tests_come_in_the_order_in_which_there_was_anything_to_test(self) -> None:
        rows = [die(3, 1), die(1, 1, 6), die(2, 1, 8)]
        assert [row["what"] for row in luck(*rows).rows] == ["d6", "d8", "d20"]

    def test_two_campaigns_of_one_kind_of_roll_may_judge_it_in_two_ways(self) -> None:
        over = roll(1, 12, 8, outcome="success")
        under = roll(1, 5, 8, outcome="success")
        expected = {row["campaign"]: row["expected"] for row in results(answer(LUCK, base_of(*over, other=under)))}
        assert expected == {"TIDE": pytest.approx(13 / 20), "OTHER": pytest.approx(8 / 20)}

    def test_a_range_of_sessions_is_what_was_thrown_in_it(self) -> None:
        rows = [die(1, 1, session=1), die(2, 1, session=2), die(3, 1, session=3)]
        [row] = luck(*rows, asked=ReportScope(first_session=2, last_session=2)).rows
        assert (row["trials"], row["sessions"]) == (1, [2])

    def test_the_chart_names_what_is_shown_of_how_much(self) -> None:
        rows = [die(number, 1, 4 + number) for number in range(1, 14)]
        chart = LUCK.chart(luck(*rows).rows).to_dict()
        assert chart["title"] == "How far from chance (10 strongest of 13 tests)"

    def test_every_column_is_explained(self) -> None:
        assert luck(die(1, 1)).table.column_names == list(LUCK.columns)


def _fair_tables(number: int) -> Iterator[Iterator[Row]]:
    """Tables of two players who have thrown a fair d20 and leapt, over four sessions."""
    chance = np.random.default_rng(11)
    for _ in range(number):
        entries = count(1)
        yield (
            row
            for session in range(1, 5)
            for who in (ADA, BOB)
            for value in chance.integers(1, 21, size=4)
            for row in roll(
                next(entries), int(value), 11, who=who, session=session, outcome="success" if value >= 11 else "failure"
            )
        )
