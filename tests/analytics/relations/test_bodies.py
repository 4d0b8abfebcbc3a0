"""Harm, resources, wounds and conditions, one row each."""

from projections.analytics.base import ReportScope
from tests.analytics.making import ADA, BOB, RAT, fact
from tests.analytics.relations.asking import only, told

OPENED = fact(1, "track_opened", ADA, "hp", level=10)


def test_harm_says_by_whom_with_what_and_what_was_left() -> None:
    hit = fact(3, "damage_taken", ADA, "hp", by=RAT, amount=4, change=-4, what="bite", command="freeform.damage")
    healed = fact(5, "damage_healed", ADA, "hp", by=BOB, amount=1, change=1)
    rows = told("harm", OPENED, hit, healed)
    assert only(rows, "who", "by_whom", "amount", "harm", "healing", "remaining", "track") == [
        ("Ada", "Rat", 4, "bite", False, 6, "hp"),
        ("Ada", "Bob", 1, None, True, 7, "hp"),
    ]


def test_what_was_left_is_empty_where_nothing_says_how_much_there_was() -> None:
    (row,) = told("harm", fact(3, "damage_taken", ADA, "hp", amount=4, change=-4))
    assert (row["remaining"], row["by_whom"]) == (None, None)


def test_a_pool_that_is_set_counts_from_there() -> None:
    hit = fact(3, "damage_taken", ADA, "hp", amount=4, change=-4)
    again = fact(6, "damage_taken", ADA, "hp", amount=2, change=-2)
    rows = told("harm", OPENED, hit, fact(5, "track_set", ADA, "hp", level=10), again)
    assert only(rows, "remaining") == [(6,), (8,)]


def test_harm_that_was_struck_is_harm_as_it_was_played() -> None:
    hit = fact(3, "damage_taken", ADA, "hp", amount=4, change=-4, struck=7)
    assert told("harm", OPENED, hit) == []
    assert only(told("harm", OPENED, hit, asked=ReportScope(view="as_played")), "remaining") == [(6,)]


def test_points_that_are_spent_or_set_are_a_change_of_a_resource() -> None:
    spent = fact(3, "point_spent", ADA, "luck", amount=2, change=-2)
    rows = told(
        "resources", fact(1, "track_opened", ADA, "luck", level=3), spent, fact(4, "track_set", ADA, "luck", level=3)
    )
    assert only(rows, "entry", "who", "holding", "resource", "change", "remaining") == [
        (3, "Ada", "tracks", "luck", -2, 1),
        (4, "Ada", "tracks", "luck", 2, 3),
    ]


def test_things_come_and_go_as_a_whole() -> None:
    gained = fact(2, "item_gained", ADA, "rope", level=3)
    lost = fact(4, "item_lost", ADA, "rope", because="burnt")
    rows = told("resources", gained, fact(3, "item_counted", ADA, "rope", change=-1), lost)
    assert only(rows, "change", "remaining") == [(3, 3), (-1, 2), (-2, 0)]


def test_actions_of_a_turn_are_spent_by_whoever_acts() -> None:
    spent = fact(3, "budget_spent", "encounter/fight", "ada", what="action", by=ADA, amount=1)
    assert only(told("resources", spent), "who", "holding", "resource", "change", "remaining") == [
        ("Ada", "budget", "action", -1, None)
    ]


def test_harm_is_no_resource() -> None:
    assert told("resources", OPENED, fact(3, "damage_taken", ADA, "hp", amount=4, change=-4)) == []


def test_a_condition_lasts_until_it_ends() -> None:
    begun = fact(2, "condition_gained", ADA, "prone-2", what="prone", by=RAT)
    rows = told("conditions", begun, fact(5, "condition_ended", ADA, "prone-2", because="stood up"))
    assert only(rows, "who", "by_whom", "affliction", "what", "ended", "ended_entry", "lasted", "because") == [
        ("Ada", "Rat", "condition", "prone", True, 5, 180, "stood up")
    ]


def test_a_condition_that_comes_again_is_another_one() -> None:
    events = [
        fact(n, "condition_gained" if n % 2 else "condition_ended", ADA, "prone", what="prone") for n in (1, 2, 3)
    ]
    assert only(told("conditions", *events), "entry", "ended_entry") == [(1, 2), (3, None)]


def test_a_wound_that_is_open_has_no_end() -> None:
    (row,) = told("conditions", fact(2, "wound_suffered", BOB, "wound-2", what="lesser"))
    assert (row["affliction"], row["ended"], row["lasted"]) == ("wound", False, None)


def test_a_milestone_says_who_achieved_what() -> None:
    row = fact(2, "awarded", ADA, "experience", amount=50)
    assert only(told("milestones", row), "who", "type", "milestone", "amount") == [("Ada", "awarded", "experience", 50)]
