"""Turns that are taken later in the round."""

from typing import Any

import pytest

from tests.games.orcus.cast import Cast


@pytest.fixture
def table() -> Cast:
    """Bryn acts at 20, Sela at 15, the ogre at 10 and the imp at 5."""
    table = Cast()
    table.hero("bryn")
    table.hero("sela")
    table.monster("ogre")
    table.monster("imp")
    table.begin({"bryn": 20, "sela": 15}, {"ogre": 10, "imp": 5})
    return table


def initiative(table: Cast, who: str) -> int:
    """The initiative of a character."""
    return next(int(one.initiative) for one in table.fight_state().order.values() if one.subject == table.ref(who))


def end_of_turn(table: Cast, who: str) -> dict[str, Any]:
    """What hangs on the end of a character's turn."""
    return {"by": "moment", "moment": "turn_end", "subject": table.ref(who)}


@pytest.mark.rules("OR-DELAY-01", "OR-DELAY-02")
@pytest.mark.parametrize(
    ("count", "order"), [(19, ["bryn", "sela"]), (12, ["sela", "bryn"]), (5, ["sela", "ogre", "imp"])]
)
def test_a_turn_comes_at_the_count_that_was_named(table: Cast, count: int, order: list[str]) -> None:
    table.play("delay", who="bryn", count=count, as_player="ana")
    turns = []
    for _ in order:
        turns += table.turn()
        table.next()
    assert (turns, initiative(table, "bryn")) == (order, count)


@pytest.mark.rules("OR-DELAY-02")
def test_the_new_count_holds_for_the_rest_of_the_combat(table: Cast) -> None:
    table.play("delay", who="bryn", count=12)
    table.next(4)
    assert (table.round(), table.turn(), table.order()) == (2, ["sela"], ["sela", "bryn", "ogre", "imp"])


@pytest.mark.rules("OR-DELAY-01")
@pytest.mark.parametrize("count", [20, 21])
def test_the_count_has_to_be_lower(table: Cast, count: int) -> None:
    assert table.refusal("delay", who="bryn", count=count).rule == "OR-DELAY-01"
    assert table.refusal("delay", who="sela", count=3).rule == "OR-DELAY-01"


@pytest.mark.rules("OR-DELAY-01", "OR-DELAY-02", "OR-DELAY-04")
def test_a_turn_is_taken_between_those_of_others_and_interrupts_none(table: Cast) -> None:
    table.play("delay", who="bryn")
    assert table.turn() == ["sela"]
    assert table.refusal("interact", who="bryn", what="draw a knife").rule == "OR-IMM-02"
    table.next()
    table.play("take_delayed_turn", who="bryn", as_player="ana")
    assert table.turn() == ["ogre"]
    table.next()
    assert (table.turn(), initiative(table, "bryn"), table.left("bryn", "standard")) == (["bryn"], 10, 1)
    assert table.order() == ["sela", "ogre", "bryn", "imp"]
    table.next()
    assert table.turn() == ["imp"]
    table.next()
    assert (table.round(), table.turn()) == (2, ["sela"])


@pytest.mark.rules("OR-DELAY-01")
def test_only_who_delays_takes_a_delayed_turn(table: Cast) -> None:
    assert table.refusal("take_delayed_turn", who="sela").rule == "OR-DELAY-01"


@pytest.mark.rules("OR-DELAY-03")
def test_a_turn_that_is_not_taken_by_the_end_of_the_round_is_lost(table: Cast) -> None:
    table.affect("bryn", "dazed", until=table.save_ends("bryn"))
    table.play("delay", who="bryn")
    table.next(2)
    assert (table.round(), table.turn()) == (1, ["imp"])
    entry = table.next(dice={"save/dazed": [10]})
    assert (table.round(), table.turn(), initiative(table, "bryn")) == (2, ["bryn"], 20)
    assert (table.conditions("bryn"), "OR-DELAY-03" in table.cited(entry)) == ([], True)


@pytest.mark.rules("OR-DELAY-05")
@pytest.mark.parametrize(
    ("command", "more"),
    [
        ("interact", {"what": "draw a knife"}),
        ("do_freely", {"what": "shout"}),
        ("improvise", {"what": "kick", "cost": "move"}),
    ],
)
def test_a_turn_in_which_something_was_done_cannot_be_delayed(table: Cast, command: str, more: dict[str, Any]) -> None:
    table.play(command, who="bryn", **more)
    assert table.refusal("delay", who="bryn").rule == "OR-DELAY-05"


@pytest.mark.rules("OR-DELAY-06")
def test_what_is_to_be_maintained_in_this_turn_ends_with_the_delay(table: Cast) -> None:
    table.play("concentrate", who="bryn", power="wall", cost="swift")
    table.until("bryn")
    table.play("concentrate", who="bryn", power="ward", cost="swift")
    table.play("delay", who="bryn")
    assert [one.title for one in table.sheet("bryn").conditions.values()] == ["ward"]


@pytest.mark.rules("OR-DELAY-06")
def test_what_does_good_until_the_end_of_the_turn_ends_and_what_does_harm_stays(table: Cast) -> None:
    table.affect("bryn", "inspired", until=end_of_turn(table, "bryn"), source=table.ref("sela"))
    table.affect("bryn", "slowed", until=end_of_turn(table, "bryn"), source=table.ref("ogre"))
    for name, amount in {"good": 2, "bad": -2}.items():
        given = {"path": "attributes.ac", "amount": amount, "until": end_of_turn(table, "bryn")}
        table.play("freeform.put", target="bryn", component="modifiers", name=name, instance=given)
    table.play("delay", who="bryn")
    assert (table.conditions("bryn"), list(table.sheet("bryn").modifiers)) == (["slowed"], ["bad"])
    table.play("take_delayed_turn", who="bryn")
    table.next(2)
    assert (table.conditions("bryn"), list(table.sheet("bryn").modifiers)) == ([], [])


@pytest.mark.rules("OR-DELAY-01")
def test_what_comes_as_a_turn_starts_comes_before_the_delay_and_not_again(table: Cast) -> None:
    table.play("burn_somebody", who="sela", amount=5, type="fire")
    table.next()
    assert table.current("sela", "hp") == 35
    table.play("delay", who="sela", count=7)
    table.next()
    assert (table.turn(), table.current("sela", "hp")) == (["sela"], 35)


@pytest.mark.rules("OR-DELAY-06", "OR-THP-05")
def test_temporary_hit_points_until_the_end_of_the_turn_end_with_the_delay(table: Cast) -> None:
    table.play("grant_temporary", who="bryn", amount=5, until=end_of_turn(table, "bryn"))
    table.play("delay", who="bryn")
    assert (table.current("bryn", "temporary_hp"), len(table.sheet("bryn").intents)) == (0, 0)


@pytest.mark.rules("OR-DELAY-06", "OR-RES-02")
def test_a_vulnerability_is_not_shaken_off_by_a_delay_and_a_resistance_is(table: Cast) -> None:
    for what in ("vulnerability", "resistance"):
        until = end_of_turn(table, "bryn")
        table.play("protect", who="bryn", what=what, amount=5, against="fire", until=until)
    table.play("delay", who="bryn")
    assert [table.value("bryn", f"{what}.fire") for what in ("vulnerability", "resistance")] == [5, 0]
