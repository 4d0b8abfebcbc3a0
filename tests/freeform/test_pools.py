"""Spending, gaining, damage and healing: exact to the boundary, and blind where they may be."""

from typing import Any

import pytest

from tests.freeform.claims import expect_missing, expect_refusal
from tests.freeform.table import Table, tags
from tests.play.rules import but_for_sight

HP = "tracks.hp"


def table_with(**tracks: Any) -> Table:
    return Table().with_hero(**tracks)


def current(table: Table, track: str = "hp") -> int:
    return int(table.see("ramjet").tracks[track].current)


def values_read(table: Table, reads: set[str]) -> set[str]:
    """What was read of the tracks beyond that they are there."""
    start = f"{table.ref('ramjet')}.tracks."
    return {path.removeprefix(start) for path in reads if path.startswith(start) and path.count(".") > 2}


@pytest.mark.parametrize(("amount", "left"), [(1, 4), (5, 0)])
def test_spending_goes_down_to_the_minimum(amount: int, left: int) -> None:
    table = table_with(hp=(5, 0))
    table.do("spend", target="ramjet", track="hp", amount=amount, member="pat")
    assert current(table) == left


def test_spending_below_the_minimum_is_refused() -> None:
    with expect_refusal("minimum", "not enough hp"):
        table_with(hp=(5, 0)).do("spend", target="ramjet", track="hp", amount=6)


def test_the_minimum_counts_as_modifiers_make_it() -> None:
    table = table_with(hp=(5, 0))
    table.do("modify", target="ramjet", path="tracks.hp.minimum", amount=2)
    with expect_refusal("minimum"):
        table.do("spend", target="ramjet", track="hp", amount=4)


def test_a_track_without_a_minimum_can_be_overspent() -> None:
    table = table_with(hp=5)
    table.do("spend", target="ramjet", track="hp", amount=7)
    assert current(table) == -2


def test_a_game_master_may_force_overspending() -> None:
    table = table_with(hp=(5, 0))
    decision = table.do("spend", target="ramjet", track="hp", amount=6, force=True)
    assert (current(table), [refusal.rule for refusal in decision.overruled]) == (-1, ["minimum"])


def test_the_game_master_reads_the_numbers_and_players_do_not() -> None:
    with pytest.raises(Exception) as refused:
        table_with(hp=(5, 0)).do("spend", target="ramjet", track="hp", amount=6)
    refusal: Any = refused.value
    assert "stands at 5" in refusal.gm
    assert "5" not in refusal.player


def test_spending_looks_at_the_value() -> None:
    table = table_with(hp=(5, 0))
    decision = table.do("spend", target="ramjet", track="hp", amount=1)
    assert values_read(table, but_for_sight(decision.reads)) == {"hp.current", "hp.minimum"}


@pytest.mark.parametrize(("command", "tag", "left"), [("gain", "point_gained", 8), ("damage", "damage_taken", 2)])
def test_gain_and_damage_are_blind(command: str, tag: str, left: int) -> None:
    table = table_with(hp=(5, 0, 6))
    decision = table.do(command, target="ramjet", track="hp", amount=3)
    ref = table.ref("ramjet")
    assert (current(table), tags(decision)) == (left, [tag])
    assert but_for_sight(decision.reads) == {ref, f"{ref}.tracks.hp"}


def test_damage_goes_below_the_minimum_unless_told_to_stop() -> None:
    table = table_with(hp=(5, 0))
    table.do("damage", target="ramjet", track="hp", amount=9)
    assert current(table) == -4


@pytest.mark.parametrize(("amount", "left"), [(4, 1), (5, 0), (9, 0)])
def test_damage_stops_at_the_minimum_where_asked_to(amount: int, left: int) -> None:
    table = table_with(hp=(5, 0))
    table.do("damage", target="ramjet", track="hp", amount=amount, stop_at_minimum=True)
    assert current(table) == left


def test_damage_at_the_minimum_does_nothing_more() -> None:
    table = table_with(hp=(0, 0))
    assert tags(table.do("damage", target="ramjet", track="hp", amount=1, stop_at_minimum=True)) == []


def test_there_is_no_stopping_without_a_minimum() -> None:
    with expect_refusal("minimum", "has no minimum"):
        table_with(hp=5).do("damage", target="ramjet", track="hp", amount=1, stop_at_minimum=True)


@pytest.mark.parametrize(
    ("shield", "amount", "left"), [(3, 2, (1, 10)), (3, 3, (0, 10)), (3, 5, (0, 8)), (0, 5, (0, 5)), (-2, 5, (-2, 5))]
)
def test_temporary_points_take_damage_first(shield: int, amount: int, left: tuple[int, int]) -> None:
    table = table_with(hp=10, shield=shield)
    table.do("damage", target="ramjet", track="hp", amount=amount, temporary="shield")
    assert (current(table, "shield"), current(table)) == left


def test_damage_on_temporary_points_looks_at_those_alone() -> None:
    table = table_with(hp=10, shield=3)
    decision = table.do("damage", target="ramjet", track="hp", amount=5, temporary="shield")
    assert values_read(table, but_for_sight(decision.reads)) == {"shield.current"}


def test_the_kind_of_damage_is_kept() -> None:
    table = table_with(hp=10)
    decision = table.do("damage", target="ramjet", track="hp", amount=5, harm="fire")
    assert getattr(decision.emitted[0].event, "harm", None) == "fire"


@pytest.mark.parametrize(("amount", "now"), [(2, 7), (3, 8), (9, 8)])
def test_healing_goes_up_to_the_maximum(amount: int, now: int) -> None:
    table = table_with(hp=(5, 0, 8))
    table.do("heal", target="ramjet", track="hp", amount=amount)
    assert current(table) == now


def test_the_maximum_counts_as_modifiers_make_it() -> None:
    table = table_with(hp=(5, 0, 8))
    table.do("modify", target="ramjet", path="tracks.hp.maximum", amount=-2)
    table.do("heal", target="ramjet", track="hp", amount=9)
    assert current(table) == 6


def test_the_maximum_may_be_computed() -> None:
    table = table_with(hp=(5, 0))
    table.do("define", target="ramjet", path="tracks.hp.maximum", formula={"op": "number", "value": 7})
    table.do("heal", target="ramjet", track="hp", amount=9)
    assert current(table) == 7


def test_healing_above_the_maximum_takes_nothing_away() -> None:
    table = table_with(hp=(9, 0, 8))
    assert tags(table.do("heal", target="ramjet", track="hp", amount=1)) == []


def test_a_track_without_a_maximum_heals_in_full() -> None:
    table = table_with(hp=5)
    table.do("heal", target="ramjet", track="hp", amount=9)
    assert current(table) == 14


@pytest.mark.parametrize("command", ["spend", "gain", "damage", "heal"])
def test_a_track_that_is_not_there_is_missing(command: str) -> None:
    with expect_missing("There is no 'mana' among the tracks of Ramjet."):
        table_with(hp=5).do(command, target="ramjet", track="mana", amount=1, force=True)


@pytest.mark.parametrize("command", ["spend", "gain", "damage", "heal"])
def test_players_keep_the_tracks_of_their_own_characters_only(command: str) -> None:
    with pytest.raises(PermissionError):
        table_with(hp=5).do(command, target="ramjet", track="hp", amount=1, member="sam")


@pytest.mark.parametrize(("command", "now"), [("gain", 9), ("spend", 1)])
def test_points_are_rolled_for(command: str, now: int) -> None:
    table = Table().with_hero(stress=5)
    table.do(command, target="ramjet", track="stress", notation="1d6", dice=[4])
    assert table.see("ramjet").tracks["stress"].current == now


def test_dice_that_come_to_nothing_cost_nothing() -> None:
    decision = Table().with_hero(stress=5).do("gain", target="ramjet", track="stress", notation="6 - 1d6", dice=[6])
    assert tags(decision) == ["rolled"]


def test_a_rest_heals_in_full() -> None:
    table = Table().with_hero(hp=(3, 0, 10))
    table.do("heal", target="ramjet", track="hp", full=True)
    assert table.see("ramjet").tracks["hp"].current == 10


def test_what_is_full_is_not_healed() -> None:
    assert tags(Table().with_hero(hp=(10, 0, 10)).do("heal", target="ramjet", track="hp", full=True)) == []


def test_what_has_no_maximum_is_never_full() -> None:
    with expect_refusal("maximum", "no maximum"):
        Table().with_hero(hp=3).do("heal", target="ramjet", track="hp", full=True)


def test_in_full_is_no_amount() -> None:
    with expect_refusal("amount", "not both"):
        Table().with_hero(hp=(3, 0, 10)).do("heal", target="ramjet", track="hp", full=True, amount=2)


def blasted(**more: Any) -> Table:
    """Ramjet has 10 hit points and 3 of a shield, the goblin 8 hit points."""
    table = Table().with_hero(hp=(10, 0, 10), shield=3)
    table.do("create_character", name="Goblin", tracks={"hp": {"current": 8, "minimum": 0}})
    table.do("damage_all", targets=["ramjet", "goblin"], track="hp", notation="2d6", dice=[5, 4], **more)
    return table


def left(table: Table) -> tuple[int, ...]:
    return tuple(table.see(who).tracks["hp"].current for who in ("ramjet", "goblin"))


def test_one_roll_harms_several() -> None:
    assert left(blasted()) == (1, -1)


def test_some_of_them_half_rounded_down() -> None:
    assert left(blasted(halved=["ramjet"])) == (6, -1)


def test_each_stops_at_their_own_minimum() -> None:
    assert left(blasted(stop_at_minimum=True)) == (1, 0)


def test_who_has_temporary_points_loses_those_first() -> None:
    table = blasted(temporary="shield")
    assert (left(table), table.see("ramjet").tracks["shield"].current) == ((4, -1), 0)


def test_nobody_is_harmed_twice() -> None:
    table = Table().with_hero(hp=10)
    table.do("damage_all", targets=["ramjet", "ramjet"], track="hp", amount=4)
    assert table.see("ramjet").tracks["hp"].current == 6


def test_who_takes_half_is_among_them() -> None:
    with expect_refusal("amount", "Goblin is not"):
        table = Table().with_hero(hp=10)
        table.do("create_character", name="Goblin")
        table.do("damage_all", targets=["ramjet"], halved=["goblin"], track="hp", amount=4)


def test_a_blast_hits_a_character() -> None:
    with expect_refusal("amount", "Name the characters"):
        Table().do("damage_all", targets=[], track="hp", amount=4)
