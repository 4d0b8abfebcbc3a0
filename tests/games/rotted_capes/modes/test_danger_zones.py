"""Danger zones: where the environment stands in the order, and what it does."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.rotted_capes.cast import Cast


@pytest.fixture
def table() -> Cast:
    table = Cast()
    table.hero("lark")
    table.hero("anvil", stamina=30)
    table.threat("warlord", stamina=80)
    table.threat("goon", stamina=10)
    table.begin({"lark": 18, "anvil": 12}, {"warlord": 15, "goon": 3})
    table.play("switch_mode", encounter="underpass", mode="danger zone")
    return table


def give(table: Cast, word: str, **more: Any) -> int:
    return table.play(word, encounter="underpass", **more)


def places(table: Cast) -> list[str]:
    """Those in the order as they act; the environment is "zone"."""
    order = table.fight_state().order
    names = sorted(order, key=lambda name: (-order[name].initiative, -order[name].tiebreak))
    return ["zone" if name.startswith("danger") else table._handle(order[name].subject) for name in names]


@pytest.mark.rules("RC-DZ-01", "RC-DZ-02")
@pytest.mark.parametrize(
    ("acts", "order"),
    [
        ("middle", ["lark", "warlord", "zone", "anvil", "goon"]),
        ("end", ["lark", "warlord", "anvil", "goon", "zone"]),
        ("both", ["lark", "warlord", "zone", "anvil", "goon", "zone"]),
    ],
)
def test_the_environment_acts_halfway_at_the_end_or_both(table: Cast, acts: str, order: list[str]) -> None:
    entry = give(table, "declare_danger_zone", acts=acts)
    assert places(table) == order
    assert {"RC-DZ-01", "RC-DZ-02"} <= table.cited(entry)
    assert table.refusal("declare_danger_zone", encounter="underpass").rule == "RC-DZ-02"


@pytest.mark.rules("RC-DZ-02")
def test_a_turn_whose_count_has_gone_by_comes_in_the_next_round(table: Cast) -> None:
    table.next(2)
    give(table, "declare_danger_zone", acts="middle")
    table.next()
    assert table.turn() == ["goon"]


@pytest.mark.rules("RC-DZ-01")
def test_only_the_editor_declares_a_danger_zone(table: Cast) -> None:
    table.forbidden("declare_danger_zone", as_player="ana", encounter="underpass")


@pytest.mark.rules("RC-DZ-03", "RC-DZ-04")
def test_the_environment_harms_who_fails_the_save(table: Cast) -> None:
    give(table, "declare_danger_zone")
    event = {"what": "the ceiling comes down", "who": ["lark", "anvil"], "difficulty": 13, "damage": "2d6"}
    dice = {"save/lark": [13], "save/anvil": [12], "damage": [3, 4]}
    assert table.refusal("cause_event", encounter="underpass", **event, dice=dice).rule == "RC-DZ-02"
    table.next(2)
    entry = give(table, "cause_event", **event, dice=dice)
    assert (table.current("lark", "stamina"), table.current("anvil", "stamina")) == (40, 30 - 7)
    assert {"RC-DZ-03", "RC-DZ-04"} <= table.cited(entry)
    table.forbidden("cause_event", as_player="ana", encounter="underpass", **event)


@pytest.mark.rules("RC-DZ-03")
def test_smoke_blinds_who_fails_the_save(table: Cast) -> None:
    give(table, "declare_danger_zone")
    table.next(2)
    give(table, "cause_event", what="smoke", who=["lark"], blinds=True, dice={"save/lark": [14]})
    assert table.conditions("lark") == ["blinded"]


@pytest.mark.rules("RC-DZ-05")
@pytest.mark.parametrize(("how", "left"), [("clever play", 1), ("plot point", 0)])
def test_heroes_stop_the_environment(table: Cast, how: str, left: int) -> None:
    give(table, "declare_danger_zone", acts="both")
    table.next(2)
    entry = give(table, "mitigate_danger", who="lark", how=how, stops=True, effect="the valve is shut")
    assert "RC-DZ-05" in table.cited(entry)
    assert (table.current("lark", "plot_points"), table.turn()) == (left, ["anvil"])
    assert places(table) == ["lark", "warlord", "anvil", "goon"]
    table.forbidden("mitigate_danger", as_player="ana", encounter="underpass", who="lark")


@pytest.mark.rules("RC-CMODE-01", "RC-DZ-01")
def test_the_environment_has_no_turns_once_the_mode_is_switched_off(table: Cast) -> None:
    give(table, "declare_danger_zone", acts="both")
    give(table, "switch_mode", mode="danger zone", on=False)
    assert places(table) == ["lark", "warlord", "anvil", "goon"]


@pytest.mark.rules("RC-DZ-02")
def test_the_environment_acts_though_everybody_has_left(table: Cast) -> None:
    for who in ("lark", "anvil", "warlord", "goon"):
        give(table, "leave_fight", who=who)
    give(table, "declare_danger_zone")
    assert places(table) == ["zone"]


@pytest.mark.rules("RC-DZ-03", "RC-DEATH-04")
def test_the_environment_harms_no_dead(table: Cast) -> None:
    give(table, "declare_danger_zone", acts="end")
    table.play("suffer_wounds", who="goon", wounds=3)
    table.play("harm", who="goon", amount=10, cause="impact")
    assert "dead" in table.conditions("goon")
    table.next(3)
    entry = give(table, "cause_event", what="the roof", who=["goon", "lark"], damage="1d6", dice={"save/lark": [20]})
    assert [*table.rolls(entry)] == ["save/lark"]
