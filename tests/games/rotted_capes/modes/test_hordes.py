"""Hordes: how they form, act as one, strike, are struck, and break up."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.rotted_capes.cast import Cast

AREAS = ("gate", "yard", "hall")


def ghouls(count: int) -> list[str]:
    return [f"ghoul-{number}" for number in range(1, count + 1)]


def cast(count: int = 6, *, area: str = "yard", on: bool = True, wounds: int = 1, **options: Any) -> Cast:
    """Lark and Anvil, and so many ghouls alike, whose initiatives are 12, 11, 10 and so on; all of them in an Area."""
    table = Cast(**options)
    for one, other in zip(AREAS, (*AREAS[1:], ""), strict=True):
        table.play("freeform.draw_area", encounter="underpass", area=one, borders=[other] if other else [])
    table.hero("lark", stamina=100, avoidance=15)
    table.hero("anvil", stamina=100, avoidance=15)
    for ghoul in ghouls(count):
        table.zombie(ghoul, wounds=wounds, melee=1, fortitude=30, run=3)
    for who in ("lark", "anvil", *ghouls(count)):
        table.play("freeform.place", encounter="underpass", who=who, area=area)
    if on:
        give(table, "switch_mode", mode="horde")
    return table


def begin(table: Cast, count: int = 6) -> Cast:
    dice = {ghoul: 12 - number for number, ghoul in enumerate(ghouls(count))}
    table.begin({"lark": 20, "anvil": 2}, dice)
    return table


def give(table: Cast, word: str, **more: Any) -> int:
    return table.play(word, encounter="underpass", **more)


def horde(table: Cast) -> Any:
    """The place of the only Horde; None where there is none."""
    return next((entry for entry in table.fight_state().order.values() if entry.kind == "horde"), None)


def size(table: Cast) -> int:
    entry = horde(table)
    return 0 if entry is None else len(entry.members)


def attack(table: Cast, who: str, target: str, die: int, damage: int = 0, **more: Any) -> int:
    dice = {"attack": [die]} | ({"damage": [damage]} if damage else {})
    return table.play("attack", who=who, target=target, dice=dice, damage="1d6" if damage else "", **more)


def run_past(table: Cast, count: int) -> int:
    """Let Lark leave the Area of so many ghouls, the first of whom strikes, and misses."""
    table.play("enter_statistics", who="lark", statistics={"paces": {"run": 4}})
    responses = {f"opportunity/{ghoul}/lark": "let go" for ghoul in ghouls(count)}
    responses["opportunity/ghoul-1/lark"] = "attack"
    return give(table, "move", who="lark", to=["hall"], responses=responses, dice={"attack": [2]})


@pytest.mark.rules("RC-HORDE-01", "RC-RULING-43")
@pytest.mark.parametrize(("count", "members"), [(4, 0), (5, 5), (6, 6)])
def test_five_of_a_kind_in_an_area_merge_by_themselves(count: int, members: int) -> None:
    assert size(begin(cast(count), count)) == members


@pytest.mark.rules("RC-HORDE-01")
def test_no_horde_forms_while_the_mode_is_off() -> None:
    table = begin(cast(on=False))
    assert size(table) == 0
    entry = give(table, "switch_mode", mode="horde")
    assert (size(table), "RC-HORDE-01" in table.cited(entry)) == (6, True)


@pytest.mark.rules("RC-HORDE-09", "RC-INIT-01")
@pytest.mark.parametrize(("count", "members"), [(6, 5), (5, 0)])
def test_a_member_of_a_horde_leaves_the_fight_alone(count: int, members: int) -> None:
    table = begin(cast(count), count)
    give(table, "leave_fight", who="ghoul-2")
    assert (size(table), "ghoul-2" in table.order()) == (members, False)
    assert len(table.fight_state().order) == 2 + (1 if members else count - 1)


@pytest.mark.rules("RC-CMODE-01", "RC-HORDE-10")
def test_a_horde_breaks_up_when_the_mode_is_switched_off() -> None:
    table = begin(cast())
    give(table, "switch_mode", mode="horde", on=False)
    assert (size(table), table.order()) == (0, ["lark", *ghouls(6), "anvil"])


@pytest.mark.rules("RC-HORDE-06", "RC-RULING-43")
def test_members_who_merge_bring_the_reactions_that_they_have_left() -> None:
    table = begin(cast(on=False))
    run_past(table, 6)
    give(table, "switch_mode", mode="horde")
    assert horde(table).budget["reaction"] == 5


@pytest.mark.rules("RC-HORDE-06", "RC-RULING-43")
def test_a_horde_that_grows_has_made_the_opportunity_attacks_that_it_has_made() -> None:
    table = cast(5)
    table.zombie("ghoul-6", melee=1, fortitude=30, run=3)
    table.play("freeform.place", encounter="underpass", who="ghoul-6", area="hall")
    begin(table)
    run_past(table, 5)
    give(table, "shift", who="ghoul-6", to="yard")
    assert (size(table), horde(table).budget["reaction"]) == (6, 5)
    assert [use.count for use in table.fight_state().uses.values() if use.what == "struck"][-1] == 1


@pytest.mark.rules("RC-HORDE-01")
def test_creatures_that_differ_make_no_horde() -> None:
    table = cast(5)
    table.play("enter_statistics", who="ghoul-3", statistics={"bonuses": {"melee": 2}})
    assert size(begin(table, 5)) == 0
    assert table.refusal("form_horde", encounter="underpass", who=ghouls(5)).rule == "RC-HORDE-01"
    assert table.refusal("form_horde", encounter="underpass", who=ghouls(2)).rule == "RC-HORDE-01"


@pytest.mark.rules("RC-HORDE-02")
def test_a_horde_takes_the_initiative_of_its_lowest_member_and_one_turn() -> None:
    table = begin(cast())
    assert horde(table).initiative == 7
    table.next()
    attack(table, "ghoul-1", "lark", 2)
    assert table.refusal("attack", who="ghoul-2", target="lark", dice={"attack": [2]}).rule == "RC-TURN-02"
    table.next()
    assert table.turn() == ["anvil"]


@pytest.mark.rules("RC-RULING-43", "RC-HORDE-02")
def test_a_horde_that_is_there_from_the_beginning_rolls_once() -> None:
    table = cast()
    entry = give(table, "form_horde", who=ghouls(6), dice={"initiative": [14]})
    assert [event.name for _, event in table.rolled(entry)] == ["initiative"]
    table.begin({"lark": 20, "anvil": 2}, {})
    assert (horde(table).initiative, size(table)) == (14, 6)


@pytest.mark.rules("RC-HORDE-03")
def test_a_horde_moves_as_a_unit() -> None:
    table = begin(cast())
    table.next()
    stay = {f"opportunity/{who}/ghoul-4": "let go" for who in ("lark", "anvil")}
    entry = give(table, "move", who="ghoul-4", to=["gate"], responses=stay)
    positions = table.fight_state().positions
    assert {positions[table.ref(ghoul).split("/")[1]].area for ghoul in ghouls(6)} == {"gate"}
    assert ("RC-HORDE-03" in table.cited(entry), size(table)) == (True, 6)


@pytest.mark.rules("RC-HORDE-04")
@pytest.mark.parametrize(("count", "more"), [(5, 8), (6, 10)])
def test_each_active_member_beyond_the_first_adds_2(count: int, more: int) -> None:
    table = begin(cast(count), count)
    table.next()
    entry = attack(table, "ghoul-1", "lark", 14 - more, damage=3)
    assert table.rolls(entry)["attack/lark"] == 14 - more + 1 + more
    assert table.current("lark", "stamina") == 100 - 3 - more
    assert "RC-HORDE-04" in table.cited(entry)


@pytest.mark.rules("RC-HORDE-05", "RC-RULING-42")
@pytest.mark.parametrize(
    ("split", "attackers", "lark", "anvil"),
    [("proportional", 3, 5, 5), ("proportional", 4, 6, 3), ("members", 4, 6, 2), ("members", 1, 0, 8)],
)
def test_two_targets_share_the_bonus(split: str, attackers: int, lark: int, anvil: int) -> None:
    table = begin(cast(horde_split=split))
    table.next()
    dice = {"attack/lark": [14], "attack/anvil": [14], "damage/lark": [1], "damage/anvil": [1]}
    args: dict[str, Any] = {"who": "ghoul-1", "target": "lark", "other": "anvil", "damage": "1d6", "dice": dice}
    entry = give(table, "swarm", attackers=attackers, **args)
    assert (table.rolls(entry)["attack/lark"], table.rolls(entry)["attack/anvil"]) == (15 + lark, 15 + anvil)
    assert (table.current("lark", "stamina"), table.current("anvil", "stamina")) == (99 - lark, 99 - anvil)
    assert table.refusal("swarm", encounter="underpass", attackers=3, **args).rule == "RC-TURN-02"


@pytest.mark.rules("RC-HORDE-05")
def test_each_of_two_targets_is_attacked_by_a_member_of_the_horde() -> None:
    table = begin(cast())
    table.next()
    args: dict[str, Any] = {"who": "ghoul-1", "target": "lark", "encounter": "underpass"}
    assert table.refusal("swarm", other="anvil", attackers=6, **args).rule == "RC-HORDE-05"
    assert table.refusal("swarm", other="lark", attackers=3, **args).rule == "RC-HORDE-05"


@pytest.mark.rules("RC-HORDE-05", "RC-ATK-02")
@pytest.mark.parametrize("away", ["lark", "anvil"])
def test_a_horde_attacks_nobody_in_another_area(away: str) -> None:
    table = begin(cast())
    table.next()
    give(table, "shift", who=away, to="gate")
    args: dict[str, Any] = {"who": "ghoul-1", "target": "lark", "other": "anvil", "damage": "1d6", "attackers": 3}
    assert table.refusal("swarm", encounter="underpass", **args).rule == "RC-ATK-02"


@pytest.mark.rules("RC-HORDE-06", "RC-RULING-43")
def test_each_further_opportunity_attack_has_one_member_less() -> None:
    table = begin(cast())
    assert horde(table).budget["reaction"] == 6
    totals = []
    for _ in range(3):
        entry = attack(table, "ghoul-1", "lark", 2, cost="reaction")
        totals.append(table.rolls(entry)["attack/lark"])
    assert totals == [3 + 10, 3 + 8, 3 + 6]
    assert horde(table).budget["reaction"] == 3
    table.next()
    assert horde(table).budget["reaction"] == 6
    table.next()
    assert table.rolls(attack(table, "ghoul-1", "lark", 2, cost="reaction"))["attack/lark"] == 13


@pytest.mark.rules("RC-HORDE-07")
def test_attacks_go_on_at_one_member_until_it_is_taken_out() -> None:
    table = begin(cast())
    attack(table, "lark", "ghoul-3", 2)
    assert table.conditions("ghoul-3") == ["front"]
    table.next(2)
    entry = attack(table, "anvil", "ghoul-5", 20, damage=6)
    assert table.conditions("ghoul-3") == ["dead", "front"]
    assert ("RC-HORDE-07" in table.cited(entry), size(table)) == (True, 5)


@pytest.mark.rules("RC-HORDE-08")
def test_a_condition_touches_one_member_and_an_area_attack_whom_it_reaches() -> None:
    table = begin(cast())
    table.play("impose", who="ghoul-2", what="blinded")
    assert [table.conditions(ghoul) for ghoul in ghouls(3)] == [[], ["blinded"], []]
    attack(table, "lark", "ghoul-4", 20, damage=6, area=True)
    assert table.conditions("ghoul-4") == ["dead"]


@pytest.mark.rules("RC-HORDE-09")
def test_who_is_moved_away_acts_alone_on_the_same_initiative() -> None:
    table = begin(cast())
    entry = give(table, "shift", who="ghoul-2", to="gate")
    assert ("RC-HORDE-09" in table.cited(entry), size(table)) == (True, 5)
    own = next(each for each in table.fight_state().order.values() if each.subject == table.ref("ghoul-2"))
    assert own.initiative == 7
    table.next()
    assert set(table.fight_state().pace["now"].active) >= {table.ref("ghoul-2").split("/")[1]}


@pytest.mark.rules("RC-HORDE-10", "RC-RULING-43")
def test_with_fewer_than_five_it_is_none_any_more() -> None:
    table = begin(cast(5), 5)
    entry = attack(table, "lark", "ghoul-1", 20, damage=6)
    assert ("RC-HORDE-10" in table.cited(entry), size(table)) == (True, 0)
    assert [each.initiative for each in table.fight_state().order.values() if not each.tiebreak] == [8, 8, 8, 8]


@pytest.mark.rules("RC-HORDE-09", "RC-HORDE-03")
def test_bug_who_is_pushed_in_the_turn_of_the_horde_goes_alone() -> None:
    table = begin(cast())
    table.next()
    entry = give(table, "shift", who="ghoul-2", to="gate")
    assert ("RC-HORDE-09" in table.cited(entry), size(table)) == (True, 5)
    where = [table.fight_state().positions[table.ref(ghoul).split("/")[1]].area for ghoul in ghouls(3)]
    assert where == ["yard", "gate", "yard"]


@pytest.mark.rules("RC-HORDE-09", "RC-KNOCK-03")
def test_bug_who_is_knocked_into_another_area_has_left_the_horde() -> None:
    table = begin(cast(wounds=2))
    table.play("enter_statistics", who="lark", statistics={"scores": {"strength": 20}})
    attack(table, "lark", "ghoul-2", 20, damage=1, responses={"knockback/ghoul-2": "flying"})
    entry = table.play("land", who="ghoul-2", area="gate", dice={"check": [20]})
    assert ("RC-HORDE-09" in table.cited(entry), size(table)) == (True, 5)


@pytest.mark.rules("RC-HORDE-03", "RC-TERR-06")
def test_bug_all_of_a_large_horde_are_cramped_where_it_is_tight() -> None:
    table = cast()
    for ghoul in ghouls(6):
        table.play("change_size", who=ghoul, size="large")
    table.play("freeform.draw_area", encounter="underpass", area="gate", terrain=["confined"])
    begin(table)
    table.next()
    stay = {f"opportunity/{who}/ghoul-4": "let go" for who in ("lark", "anvil")}
    give(table, "move", who="ghoul-4", to=["gate"], responses=stay)
    assert [table.conditions(ghoul) for ghoul in ghouls(6)] == [["cramped"]] * 6
