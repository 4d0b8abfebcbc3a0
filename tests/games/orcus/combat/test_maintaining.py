"""Powers that are kept up by concentration."""

import pytest

from tests.games.orcus.cast import Cast


@pytest.fixture
def table() -> Cast:
    """Bryn's turn, who has just used a power that costs a swift action each turn."""
    table = Cast()
    table.hero("bryn")
    table.hero("sela")
    table.monster("gnasher")
    table.begin({"bryn": 15, "sela": 10}, {"gnasher": 1})
    table.play("concentrate", who="bryn", power="wall", cost="swift")
    return table


def kept(table: Cast) -> list[str]:
    """The powers that Bryn keeps up."""
    return sorted(one.title for one in table.sheet("bryn").conditions.values() if one.what == "maintaining")


@pytest.mark.rules("OR-MAINT-01", "OR-MAINT-02", "OR-TURN-10")
def test_what_is_paid_for_goes_on_and_what_is_not_ends_with_the_turn(table: Cast) -> None:
    table.next()
    assert kept(table) == ["wall"]
    table.until("bryn")
    table.play("maintain", who="bryn", power="wall", as_player="ana")
    assert (table.left("bryn", "swift"), table.left("bryn", "move")) == (0, 1)
    table.next()
    assert kept(table) == ["wall"]
    table.until("bryn")
    assert kept(table) == ["wall"]
    table.next()
    assert kept(table) == []


@pytest.mark.rules("OR-MAINT-02")
def test_a_kept_up_power_costs_nothing_in_the_turn_of_its_use_and_is_paid_once_a_turn(table: Cast) -> None:
    assert table.refusal("maintain", who="bryn", power="wall").rule == "OR-MAINT-02"
    table.until("bryn")
    table.play("maintain", who="bryn", power="wall")
    assert table.refusal("maintain", who="bryn", power="wall").rule == "OR-MAINT-02"


@pytest.mark.rules("OR-MAINT-02")
def test_concentration_is_ended_at_any_time_without_an_action(table: Cast) -> None:
    table.next()
    table.play("end_concentration", who="bryn", power="wall", as_player="ana")
    assert kept(table) == []


@pytest.mark.rules("OR-MAINT-01")
def test_what_a_power_keeps_up_ends_with_the_concentration(table: Cast) -> None:
    name = next(iter(table.sheet("bryn").conditions))
    path = f"{table.ref('bryn')}.conditions.{name}"
    table.affect("gnasher", "slowed", until={"by": "instance", "path": path})
    table.play("end_concentration", who="bryn", power="wall")
    assert table.conditions("gnasher") == []


@pytest.mark.rules("OR-MAINT-03")
def test_as_many_are_kept_up_as_there_are_actions_for(table: Cast) -> None:
    for power in ("ward", "storm", "light"):
        table.play("concentrate", who="bryn", power=power, cost="swift")
    table.until("bryn")
    for power in ("wall", "ward", "storm"):
        table.play("maintain", who="bryn", power=power)
    assert [table.left("bryn", budget) for budget in ("standard", "move", "swift")] == [0, 0, 0]
    assert table.refusal("maintain", who="bryn", power="light").rule == "OR-TURN-02"
    table.next()
    assert kept(table) == ["storm", "wall", "ward"]


@pytest.mark.rules("OR-MAINT-01")
def test_death_ends_all_that_a_character_keeps_up(table: Cast) -> None:
    table.play("freeform.come", moment="died", subject=table.ref("bryn"))
    assert kept(table) == []


@pytest.mark.rules("OR-MAINT-01")
def test_a_stunned_user_cannot_pay_for_a_power_and_loses_it_with_the_turn(table: Cast) -> None:
    table.affect("bryn", "stunned")
    table.next(2)
    assert kept(table) == ["wall"]
    table.next()
    assert kept(table) == []


@pytest.mark.rules("OR-TURN-11")
def test_where_nothing_or_one_thing_ends_with_a_turn_nobody_is_offered_an_order(table: Cast) -> None:
    for _ in range(4):
        stored = table.ledger.store.entry(table.campaign_id, table.next())
        assert stored is not None
        assert stored.header.offers == ()


@pytest.mark.rules("OR-TURN-11")
def test_a_player_may_order_the_effects_at_the_end_of_the_turn(table: Cast) -> None:
    for what in ("slowed", "dazed"):
        table.affect("bryn", what, until=table.save_ends("bryn"))
    first = {"order/turn_end/bryn/0": f"{table.ref('bryn')}.conditions.slowed"}
    dice = {"save/dazed": [4], "save/slowed": [5]}
    rolled = [label for _, roll in table.rolled(table.next(dice=dice, responses=first)) for label in [roll.name]]
    assert rolled == ["save/slowed", "save/dazed"]
    table.until("bryn")
    rolled = [label for _, roll in table.rolled(table.next(dice=dice)) for label in [roll.name]]
    assert rolled == ["save/dazed", "save/slowed"]


@pytest.mark.rules("OR-MAINT-03")
def test_a_power_that_was_used_twice_is_paid_for_twice(table: Cast) -> None:
    table.play("concentrate", who="bryn", power="wall", cost="move")
    table.until("bryn")
    for _ in range(2):
        table.play("maintain", who="bryn", power="wall")
    assert (table.left("bryn", "swift"), table.left("bryn", "move")) == (0, 0)
    table.next()
    assert kept(table) == ["wall", "wall"]
