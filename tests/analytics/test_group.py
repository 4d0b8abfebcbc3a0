"""Groups over time: what they held each day, and who belonged to them."""

from __future__ import annotations

from typing import Any

from projections.analytics.base import ReportScope
from projections.analytics.reports.group import GROUP
from projections.analytics.reports.report import ReportResult, answer
from projections.analytics.schema import NameFact
from projections.facts.rows import Fact
from tests.analytics.making import TIDE, Row, base_of, fact

CAMP = "enclave/camp"
DAY = 86_400
CALLED = NameFact(campaign=TIDE, ref=CAMP, handle="camp", name="Camp", kind="", owner=None)


def food(entry: int, day: int, *, name: str = "food-1", **fields: Any) -> Fact:
    """What happens to the food of the camp on a day: so much is there (`level`), or it changes (`change`)."""
    type = "asset_gained" if "level" in fields else "asset_counted"
    return fact(entry, type, CAMP, name, clock=day * DAY + entry, **fields)


def member(entry: int, day: int, type: str = "member_joined", name: str = "ada", **fields: Any) -> Fact:
    """Somebody joins the camp, or leaves it."""
    return fact(entry, type, CAMP, name, clock=day * DAY, **fields)


def told(*rows: Row, asked: ReportScope | None = None) -> ReportResult:
    """The report over these rows."""
    return answer(GROUP, base_of(CALLED, *rows), asked or ReportScope())


def days(answered: ReportResult) -> list[tuple[int, str, int, int]]:
    """Day, thing, what was left, and by how much that changed."""
    return [(row["day"], row["thing"], row["remaining"], row["change"]) for row in answered.rows]


def test_a_store_is_told_as_it_was_at_the_end_of_each_day_on_which_it_changed() -> None:
    rows = [
        food(1, 0, level=40),
        food(2, 0, change=-4),
        food(3, 1, change=-4),
        food(4, 1, change=-4),
        food(5, 3, change=9),
    ]
    answered = told(*rows)
    assert days(answered) == [(0, "food", 36, 36), (1, "food", 28, -8), (3, "food", 37, 9)]
    assert {(row["who"], row["sort"]) for row in answered.rows} == {("Camp", "asset")}


def test_several_stores_of_one_thing_are_summed_up() -> None:
    rows = [food(1, 0, level=10), food(2, 1, level=5, name="food-2"), food(3, 2, change=-1)]
    assert days(told(*rows)) == [(0, "food", 10, 10), (1, "food", 15, 5), (2, "food", 14, -1)]


def test_what_is_lost_is_gone() -> None:
    rows = [food(1, 0, level=10), fact(2, "asset_lost", CAMP, "food-1", clock=DAY, because="burnt")]
    answered = told(*rows)
    assert days(answered) == [(0, "food", 10, 10), (1, "food", 0, -10)]
    assert answered.sentence.endswith("At the end nothing was left of food of Camp.")


def test_who_joins_and_leaves_on_one_day_is_no_member_at_its_end() -> None:
    rows = [member(1, 0), member(2, 0, name="bob"), member(3, 2, "member_left"), member(4, 0, "member_left", "bob")]
    assert days(told(*rows)) == [(0, "Ada", 1, 1), (0, "Bob", 0, 0), (2, "Ada", 0, -1)]


def test_characters_have_no_stores() -> None:
    assert told(fact(1, "asset_gained", "character/ada", "food-1", level=3)).rows == []


def test_what_is_struck_was_never_held() -> None:
    rows = [food(1, 0, level=10), food(2, 0, change=-4, struck=3)]
    assert days(told(*rows)) == [(0, "food", 10, 10)]
    assert days(told(*rows, asked=ReportScope(view="as_played"))) == [(0, "food", 6, 6)]


def test_a_range_of_sessions_knows_what_was_there_before() -> None:
    rows = [food(1, 0, level=10), food(2, 1, change=-4, session=2)]
    assert days(told(*rows, asked=ReportScope(first_session=2))) == [(1, "food", 6, -4)]


def test_the_sentence_counts_groups_days_and_members() -> None:
    rows = [food(1, 0, level=10), member(2, 1), member(3, 2, "member_left")]
    assert told(*rows).sentence == "Something changed in 1 group on 3 in-game days. 1 joined and 1 left."


def test_a_campaign_without_groups_has_none() -> None:
    answered = told()
    assert (answered.rows, answered.sentence) == ([], "Nothing of any group changed.")
    assert GROUP.chart(answered.rows).to_dict()


def test_groups_of_several_campaigns_are_told_apart() -> None:
    answered = answer(GROUP, base_of(CALLED, food(1, 0, level=3), other=[food(1, 0, level=5)]))
    assert [(row["campaign"], row["remaining"]) for row in answered.rows] == [("OTHER", 5), ("TIDE", 3)]


def test_every_column_of_groups_is_explained() -> None:
    assert told(food(1, 0, level=3)).table.column_names == list(GROUP.columns)
