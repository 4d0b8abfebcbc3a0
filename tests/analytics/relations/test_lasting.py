"""Downtime and stores, one row each."""

from projections.analytics.relations.lasting import DAY
from tests.analytics.making import ADA, fact
from tests.analytics.relations.asking import only, told

HOUSE = "enclave/house"


def test_an_action_of_downtime_says_what_became_of_it() -> None:
    planned = fact(
        3, "intent_announced", ADA, "downtime/2/1", what="freeform.rest", state="planned", amount=1, member="anna"
    )
    done = fact(7, "intent_changed", ADA, "downtime/2/1", state="done", member="anna")
    rows = told("downtime", planned, done)
    assert only(rows, "phase", "who", "action", "slots", "planned_by", "outcome", "carried_out_entry") == [
        (2, "Ada", "freeform.rest", 1, "anna", "done", 7)
    ]


def test_an_action_that_waits_is_planned() -> None:
    (row,) = told("downtime", fact(3, "intent_announced", ADA, "downtime/1/1", what="freeform.rest", state="planned"))
    assert (row["outcome"], row["carried_out_entry"]) == ("planned", None)


def test_an_action_that_was_given_up_says_why() -> None:
    planned = fact(3, "intent_announced", ADA, "downtime/1/1", what="freeform.rest", state="planned")
    (row,) = told("downtime", planned, fact(4, "intent_ended", ADA, "downtime/1/1", because="withdrawn"))
    assert row["outcome"] == "withdrawn"


def test_bug_an_action_that_was_planned_anew_does_not_come_to_what_takes_its_name() -> None:
    rows = told(
        "downtime",
        fact(3, "intent_announced", ADA, "downtime/1/1", what="freeform.rest", state="planned"),
        fact(4, "intent_ended", ADA, "downtime/1/1", because="planned anew"),
        fact(4, "intent_announced", ADA, "downtime/1/1", what="freeform.craft", state="planned", seq=1),
        fact(7, "intent_changed", ADA, "downtime/1/1", state="done"),
    )
    assert only(rows, "action", "outcome", "carried_out_entry") == [
        ("freeform.rest", "planned anew", 4),
        ("freeform.craft", "done", 7),
    ]


def test_an_intent_of_a_fight_is_no_downtime() -> None:
    assert told("downtime", fact(3, "intent_announced", ADA, "demanding-43", what="the gate")) == []


def test_a_store_has_a_row_for_each_day_on_which_it_changed() -> None:
    food = [
        fact(1, "asset_gained", HOUSE, "food", level=20, clock=0),
        fact(2, "asset_counted", HOUSE, "food", change=-4, clock=100),
        fact(3, "asset_counted", HOUSE, "food", change=-4, clock=2 * DAY),
        fact(4, "asset_lost", HOUSE, "food", because="spoilt", clock=2 * DAY + 5),
    ]
    rows = told("stores", *food)
    assert only(rows, "who_ref", "store", "day", "remaining", "change") == [
        (HOUSE, "food", 0, 16, 16),
        (HOUSE, "food", 2, 0, -16),
    ]


def test_what_a_character_has_is_no_store_of_a_group() -> None:
    assert told("stores", fact(1, "item_gained", ADA, "rope", level=1)) == []
