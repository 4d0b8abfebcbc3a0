"""What a turn holds: Actions, Bonus Actions, Reactions, Demanding Actions, and what is readied."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.rotted_capes.bout import bout, notes
from tests.games.rotted_capes.cast import Cast


@pytest.fixture
def table() -> Cast:
    return bout()


@pytest.mark.rules("RC-TURN-01", "RC-TURN-02")
@pytest.mark.parametrize("action", ["dash", "disengage", "dodge", "hide"])
def test_there_is_one_action_in_a_turn_and_none_out_of_turn(table: Cast, action: str) -> None:
    table.play(action, who="lark", as_player="ana", **({"dice": {"stealth": [3]}} if action == "hide" else {}))  # type: ignore[arg-type]
    assert table.left("lark", "action") == 0
    assert table.refusal("dash", who="lark").rule == "RC-TURN-02"
    assert table.refusal("dash", who="moth").rule == "RC-TURN-01"
    table.until("lark")
    assert table.left("lark", "action") == 1


@pytest.mark.rules("RC-TURN-03", "RC-TURN-09")
@pytest.mark.parametrize(("cost", "left"), [("none", 1), ("action", 0), ("demanding", 0)])
def test_the_editor_in_chief_rules_on_what_no_rule_describes(table: Cast, cost: str, left: int) -> None:
    entry = table.play("improvise", who="lark", how="kick the jammed door in", cost=cost)
    assert (table.left("lark", "action"), notes(table, entry)[0]["possible"]) == (left, True)
    assert {"RC-TURN-03", "RC-TURN-09"} <= table.cited(entry)
    assert table.forbidden("improvise", as_player="ana", who="lark", how="fly to the moon") != ""


@pytest.mark.rules("RC-TURN-03")
def test_what_is_not_possible_costs_nothing(table: Cast) -> None:
    table.play("improvise", who="lark", how="walk through the wall", possible=False)
    assert table.left("lark", "action") == 1


@pytest.mark.rules("RC-TURN-09")
def test_the_environment_can_cost_the_whole_pace(table: Cast) -> None:
    table.play("improvise", who="lark", how="pry the doors apart", cost="none", whole_pace=True)
    assert table.refusal("move", who="lark", areas=1).rule == "RC-MOVE-01"
    table.until("lark")
    table.play("move", who="lark", areas=4)
    assert table.refusal("improvise", who="lark", how="again", cost="none", whole_pace=True).rule == "RC-TURN-09"


@pytest.mark.rules("RC-TURN-08")
def test_trivial_actions_cost_nothing_as_often_as_you_like(table: Cast) -> None:
    for _ in range(3):
        entry = table.play("trivial", who="lark", how="shouts", as_player="ana")
    assert (table.left("lark", "action"), "RC-TURN-08" in table.cited(entry)) == (1, True)


@pytest.mark.rules("RC-TURN-04")
def test_without_a_feature_there_is_no_bonus_action(table: Cast) -> None:
    table.play("learn", who="lark", name="Blast", activation="action")
    assert table.refusal("use_feature", who="lark", feature="Blast", as_bonus=True).rule == "RC-TURN-04"
    assert table.left("lark", "bonus") == 1


@pytest.mark.rules("RC-TURN-04", "RC-TURN-05", "RC-TURN-06")
def test_one_bonus_action_in_a_turn_before_or_after_the_action(table: Cast) -> None:
    for name in ("Dart", "Flash"):
        table.play("learn", who="lark", name=name, activation="bonus", sort="feat")
    table.play("dash", who="lark")
    table.play("use_feature", who="lark", feature="Dart", as_player="ana")
    assert table.left("lark", "bonus") == 0
    assert table.refusal("use_feature", who="lark", feature="Flash").rule == "RC-TURN-05"


@pytest.mark.rules("RC-TURN-06")
def test_a_bonus_action_that_states_its_time_keeps_to_it(table: Cast) -> None:
    table.play("learn", who="lark", name="Wind-up", activation="bonus", first=True)
    table.play("dash", who="lark")
    assert table.refusal("use_feature", who="lark", feature="Wind-up").rule == "RC-TURN-06"


@pytest.mark.rules("RC-TURN-07", "RC-DEM-05")
def test_who_cannot_act_has_no_bonus_action_either(table: Cast) -> None:
    table.play("learn", who="lark", name="Dart", activation="bonus")
    table.play("impose", who="lark", what="incapacitated")
    assert table.refusal("use_feature", who="lark", feature="Dart").rule == "RC-TURN-07"
    assert table.refusal("dash", who="lark").rule == "RC-TURN-07"
    assert table.refusal("begin_demanding", who="lark", what="charge up").rule == "RC-DEM-05"


@pytest.mark.rules("RC-TURN-11", "RC-RULING-20", "RC-REAC-01")
def test_a_reaction_answers_a_trigger_on_any_turn_and_comes_back_at_the_start_of_the_next(table: Cast) -> None:
    table.play("learn", who="moth", name="Shield", activation="reaction")
    assert table.refusal("use_feature", who="moth", feature="Shield").rule == "RC-REAC-01"
    table.play("use_feature", who="moth", feature="Shield", trigger="an arrow", as_player="ana")
    assert (table.left("moth", "reaction"), table.turn()) == (0, ["lark"])
    assert table.refusal("use_feature", who="moth", feature="Shield", trigger="another").rule == "RC-TURN-11"
    table.next()
    assert table.left("moth", "reaction") == 1
    table.play("use_feature", who="moth", feature="Shield", trigger="in one's own turn")
    assert table.left("moth", "reaction") == 0


@pytest.mark.rules("RC-TURN-11")
def test_a_feat_may_grant_more_reactions(table: Cast) -> None:
    table.play("learn", who="lark", name="Reflexes", sort="feat", grants="reaction")
    table.until("lark")
    assert table.left("lark", "reaction") == 2


@pytest.mark.rules("RC-TURN-12")
def test_after_a_reaction_the_turn_goes_on(table: Cast) -> None:
    table.play("move", who="lark", areas=1)
    table.play("learn", who="brute", name="Taunt", activation="reaction")
    table.play("use_feature", who="brute", feature="Taunt", trigger="somebody comes near")
    assert table.turn() == ["lark"]
    table.play("dash", who="lark")
    assert table.left("lark", "action") == 0


@pytest.mark.rules("RC-TURN-13", "RC-USE-05")
@pytest.mark.parametrize(
    ("activation", "left"),
    [("action", (0, 1, 1)), ("bonus", (1, 0, 1)), ("reaction", (1, 1, 0)), ("demanding", (0, 1, 1)),
     ("passive", (1, 1, 1)), ("triggered", (1, 1, 1))],
)  # fmt: skip
def test_a_power_costs_what_it_states(table: Cast, activation: str, left: tuple[int, int, int]) -> None:
    table.play("learn", who="lark", name="Blast", activation=activation)
    entry = table.play("use_feature", who="lark", feature="blast", trigger="a bolt", as_player="ana")
    assert tuple(table.left("lark", budget) for budget in ("action", "bonus", "reaction")) == left
    assert {"RC-TURN-13", "RC-USE-05"} <= table.cited(entry)


@pytest.mark.rules("RC-USE-06", "RC-RULING-76", "RC-TURN-13")
def test_basic_maneuvers_everybody_knows_and_others_are_learned(table: Cast) -> None:
    table.play("use_feature", who="lark", feature="Grapple")
    table.play("use_feature", who="moth", feature="Team Attack", trigger="Lark's signal")
    assert (table.left("lark", "action"), table.left("moth", "reaction")) == (0, 0)
    assert table.refusal("use_feature", who="lark", feature="Whirlwind").rule == "RC-USE-06"


@pytest.mark.rules("RC-USE-01", "RC-USE-02", "RC-USE-03", "RC-RULING-35")
@pytest.mark.parametrize(
    ("skill", "left", "rule", "state"),
    [("Perception", 1, "RC-USE-01", []), ("Local Knowledge", 1, "RC-USE-01", []),
     ("Scavenge", 0, "RC-USE-02", []), ("Athletics", 0, "RC-USE-02", []),
     ("Technology", 0, "RC-USE-03", ["demanding"]), ("Larceny", 0, "RC-USE-03", ["demanding"])],
)  # fmt: skip
def test_a_skill_costs_the_effort_that_it_takes(
    table: Cast, skill: str, left: int, rule: str, state: list[str]
) -> None:
    entry = table.play("use_skill", who="lark", skill=skill, as_player="ana")
    assert (table.left("lark", "action"), table.conditions("lark")) == (left, state)
    assert rule in table.cited(entry)


@pytest.mark.rules("RC-USE-03", "RC-USE-04")
def test_a_doubtful_use_is_for_the_editor_in_chief(table: Cast) -> None:
    assert table.refusal("use_skill", who="lark", skill="Larceny", cost="none", as_player="ana").rule == "RC-USE-04"
    assert (
        table.refusal("use_skill", who="lark", skill="Scavenge", effort="complex", as_player="ana").rule == "RC-USE-04"
    )
    entry = table.play("use_skill", who="lark", skill="Larceny", cost="none")
    assert (table.left("lark", "action"), "RC-USE-04" in table.cited(entry)) == (1, True)
    entry = table.play("use_skill", who="lark", skill="Scavenge", effort="complex")
    assert (table.conditions("lark"), "RC-USE-03" in table.cited(entry)) == (["demanding"], True)


@pytest.mark.rules("RC-DEM-01")
def test_a_demanding_action_takes_effect_at_the_start_of_the_next_turn(table: Cast) -> None:
    table.play("begin_demanding", who="lark", what="charge up", as_player="ana")
    assert (table.left("lark", "action"), table.conditions("lark")) == (0, ["demanding"])
    table.next(2)
    assert table.conditions("lark") == ["demanding"]
    entry = table.next()
    assert (table.turn(), table.conditions("lark")) == (["lark"], [])
    assert notes(table, entry) == [{"takes_effect": True}]


@pytest.mark.rules("RC-DEM-01", "RC-DEM-05", "RC-DEM-07")
@pytest.mark.parametrize(
    ("command", "burnout", "noted"),
    [
        (
            {"type": "begin_demanding", "what": "charge up", "interruptible": True, "burnout": 3},
            3,
            [{"takes_effect": True}],
        ),
        ({"type": "use_feature", "feature": "Shift"}, 2, [{"feature": "Shift"}]),
        (
            {"type": "use_skill", "skill": "Scavenge", "effort": "complex"},
            0,
            [{"skill": "Scavenge", "cost": "demanding"}],
        ),
        ({"type": "cross", "obstacle": "major", "demanding": True}, 0, [{"past": True}]),
    ],
    ids=lambda value: value["type"] if isinstance(value, dict) else None,
)
def test_where_nobody_counts_turns_it_takes_effect_at_once(
    command: dict[str, Any], burnout: int, noted: list[dict[str, object]]
) -> None:
    table = Cast()
    table.hero("lark")
    table.play("learn", who="lark", name="Shift", activation="demanding", interruptible=True, burnout=2)
    given = {**command, "who": "lark"}
    type = given.pop("type")
    entry = table.play(type, **given)
    assert notes(table, entry) == noted
    assert (table.current("lark", "burnout"), table.conditions("lark")) == (burnout, [])
    assert not table.sheet("lark").intents
    assert table.refusal("interrupt", who="lark", stamina=10).rule == "RC-DEM-08"
    table.undo(entry)
    assert table.current("lark", "burnout") == 0
    table.play("impose", who="lark", what="unconscious")
    assert type == "cross" or table.refusal(type, **given).rule == "RC-DEM-05"


@pytest.mark.rules("RC-RULING-31", "RC-DEM-05")
def test_a_demanding_action_of_a_character_out_of_action_by_then_is_lost(table: Cast) -> None:
    table.play("begin_demanding", who="lark", what="charge up")
    table.play("impose", who="lark", what="unconscious")
    entry = table.next(3)
    assert notes(table, entry) == [{"takes_effect": False}]
    assert "RC-RULING-31" in table.cited(entry)


@pytest.mark.rules("RC-DEM-02")
@pytest.mark.parametrize("before", [0, 1])
def test_in_the_turn_of_a_demanding_action_1_area_is_all(table: Cast, before: int) -> None:
    if before:
        table.play("move", who="lark", areas=before)
    table.play("begin_demanding", who="lark", what="charge up")
    assert table.refusal("move", who="lark", areas=2 - before).rule == "RC-DEM-02"
    if not before:
        table.play("move", who="lark", areas=1)


@pytest.mark.rules("RC-DEM-02")
def test_a_demanding_action_is_not_begun_after_a_move_of_2_areas(table: Cast) -> None:
    table.play("move", who="lark", areas=2)
    assert table.refusal("begin_demanding", who="lark", what="charge up").rule == "RC-DEM-02"


@pytest.mark.rules("RC-DEM-03", "RC-DEM-04")
def test_no_reactions_and_no_bonus_action_once_it_is_begun(table: Cast) -> None:
    table.play("learn", who="lark", name="Shield", activation="reaction")
    table.play("learn", who="lark", name="Dart", activation="bonus")
    table.play("begin_demanding", who="lark", what="charge up")
    assert table.refusal("use_feature", who="lark", feature="Dart").rule == "RC-DEM-04"
    table.next()
    assert table.refusal("use_feature", who="lark", feature="Shield", trigger="a bolt").rule == "RC-DEM-03"
    table.until("lark")
    table.play("use_feature", who="lark", feature="Dart")
    table.play("use_feature", who="lark", feature="Shield", trigger="a bolt")


@pytest.mark.rules("RC-DEM-04")
def test_a_bonus_action_comes_before_it(table: Cast) -> None:
    table.play("learn", who="lark", name="Dart", activation="bonus")
    table.play("use_feature", who="lark", feature="Dart")
    table.play("begin_demanding", who="lark", what="charge up")
    assert (table.left("lark", "bonus"), table.left("lark", "action")) == (0, 0)


@pytest.mark.rules("RC-DEM-07", "RC-DEM-11", "RC-DEM-10", "RC-RULING-30")
@pytest.mark.parametrize(("die", "burnout", "state"), [(8, 3, ["demanding"]), (7, 0, [])])
def test_burnout_is_paid_at_the_beginning_and_given_back_where_it_is_disrupted(
    table: Cast, die: int, burnout: int, state: list[str]
) -> None:
    table.play("learn", who="lark", name="Shift", activation="demanding", interruptible=True, burnout=3)
    table.play("use_feature", who="lark", feature="Shift")
    assert table.current("lark", "burnout") == 3
    table.play("interrupt", who="lark", stamina=10, dice={"save": [die]})
    assert (table.current("lark", "burnout"), table.conditions("lark")) == (burnout, state)
    if not state:
        assert notes(table, table.next(3)) == []
        table.play("use_feature", who="lark", feature="Shift")


@pytest.mark.rules("RC-DEM-08", "RC-DEM-09", "RC-RULING-32")
@pytest.mark.parametrize(
    ("stamina", "wound", "difficulty"),
    [(0, False, 10), (10, False, 10), (21, False, 10), (22, False, 11), (4, True, 25)],
)
def test_the_save_reaches_half_of_the_stamina_damage_at_least_10_and_25_after_a_wound(
    table: Cast, stamina: int, wound: bool, difficulty: int
) -> None:
    table.play("begin_demanding", who="lark", what="shift", interruptible=True)
    entry = table.play("interrupt", who="lark", stamina=stamina, wound=wound, dice={"save": [20]})
    ((_, rolled),) = table.rolled(entry)
    assert (rolled.target, rolled.total) == (difficulty, 22)
    assert ("demanding" in table.conditions("lark")) is (difficulty <= 22)


@pytest.mark.rules("RC-DEM-08")
def test_what_is_not_interruptible_calls_for_no_save_and_each_event_for_its_own(table: Cast) -> None:
    table.play("begin_demanding", who="lark", what="charge up")
    assert table.refusal("interrupt", who="lark", stamina=10).rule == "RC-DEM-08"
    table.next(1)
    table.play("begin_demanding", who="moth", what="shift", interruptible=True)
    for _ in range(2):
        table.play("interrupt", who="moth", stamina=10, dice={"save": [10]})
    assert table.conditions("moth") == ["demanding"]


@pytest.mark.rules("RC-ACT-01")
def test_help_gives_advantage_on_the_next_check_until_the_helpers_next_turn(table: Cast) -> None:
    table.play("assist", who="lark", target="moth", as_player="ana")
    entry = table.play("roll_check", who="moth", ability="strength", difficulty=10, dice={"check": [4, 13]})
    assert table.rolls(entry)["check"] == 13
    entry = table.play("roll_check", who="moth", ability="strength", difficulty=10, dice={"check": [4]})
    assert table.rolls(entry)["check"] == 4
    assert table.refusal("assist", who="lark", target="lark").rule == "RC-ACT-01"


@pytest.mark.rules("RC-ACT-01")
def test_help_that_is_not_used_by_then_is_lost_and_does_not_help_a_save(table: Cast) -> None:
    table.play("assist", who="lark", target="moth")
    table.play("roll_save", who="moth", ability="strength", difficulty=10, dice={"save": [4]})
    table.next(2)
    assert table.conditions("moth") == ["assisted"]
    table.next()
    assert table.conditions("moth") == []


@pytest.mark.rules("RC-ACT-05", "RC-RULING-18")
@pytest.mark.parametrize(("die", "state"), [(7, []), (8, ["hidden"])])
def test_hiding_takes_a_stealth_total_that_reaches_each_passive_perception(
    table: Cast, die: int, state: list[str]
) -> None:
    table.play("hide", who="lark", dice={"stealth": [die]}, as_player="ana")
    assert (table.conditions("lark"), table.left("lark", "action")) == (state, 0)


@pytest.mark.rules("RC-TURN-10")
def test_a_complication_that_a_player_offers_in_their_turn_earns_a_plot_point(table: Cast) -> None:
    entry = table.play("accept_offer", who="lark", complication="the door has rusted shut")
    assert (table.current("lark", "plot_points"), "RC-TURN-10" in table.cited(entry)) == (2, True)
    assert table.refusal("accept_offer", who="moth", complication="the floor gives way").rule == "RC-TURN-10"
    assert table.forbidden("accept_offer", as_player="ana", who="lark", complication="rust") != ""
