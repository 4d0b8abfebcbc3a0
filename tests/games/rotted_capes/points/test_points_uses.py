"""What Plot Points are spent on: scenes, flaws, attackers, allies, hardship and the rules themselves."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.rotted_capes.cast import Cast


@pytest.fixture
def table() -> Cast:
    table = Cast(players=("ana", "ben"))
    table.hero("lark", plot_points_start=3)
    table.hero("anvil", owner="ben", plot_points_start=1)
    table.hero("wisp", owner="ben", plot_points_start=0)
    table.threat("warlord")
    return table


def points(table: Cast, who: str = "lark") -> int:
    return table.current(who, "plot_points")


@pytest.mark.rules("RC-PP-03")
def test_a_point_is_spent_on_anybodys_turn_and_takes_no_action(table: Cast) -> None:
    table.begin({"anvil": 20, "lark": 10}, {"warlord": 1})
    assert table.turn() == ["anvil"]
    entry = table.play("spend_plot_point", who="lark", purpose="a ledge", as_player="ana")
    assert "RC-PP-03" in table.cited(entry)
    assert [table.left("lark", budget) for budget in ("action", "bonus", "reaction")] == [1, 1, 1]


@pytest.mark.rules("RC-PP-06", "RC-PP-16", "RC-RULING-16")
@pytest.mark.parametrize(("verdict", "left"), [("approved", 2), ("refused", 3)])
def test_a_change_of_the_scene_is_paid_when_it_is_approved(table: Cast, verdict: str, left: int) -> None:
    entry = table.play("alter_scene", who="lark", change="a fire axe", responses={"alteration/lark": verdict})
    assert points(table) == left
    assert "RC-PP-16" in table.cited(entry)
    assert ("RC-PP-06" in table.cited(entry)) is (verdict == "approved")


@pytest.mark.rules("RC-PP-06", "RC-PP-16")
def test_the_editor_answers_what_a_player_proposes(table: Cast) -> None:
    deed = table.play("alter_scene", who="lark", change="a fire axe", as_player="ana")
    assert points(table) == 3
    assert table.forbidden("answer", as_player="ana", deed=deed, key="alteration/lark", choice="approved")
    table.play("answer", deed=deed, key="alteration/lark", choice="approved")
    assert points(table) == 2


@pytest.mark.rules("RC-PP-06")
def test_who_has_no_point_proposes_nothing(table: Cast) -> None:
    assert table.refusal("alter_scene", who="wisp", change="a fire axe").rule == "RC-PP-02"


@pytest.mark.rules("RC-PP-07", "RC-RULING-12")
def test_a_point_negates_a_flaw_that_was_triggered(table: Cast) -> None:
    table.play("enter_flaw", who="lark", title="Reckless")
    table.play("trigger_flaw", who="lark", flaw="flaw")
    assert table.conditions("lark") == ["flawed"]
    entry = table.play("negate_flaw", who="lark", as_player="ana")
    assert (table.conditions("lark"), points(table)) == ([], 2)
    assert "RC-PP-07" in table.cited(entry)


@pytest.mark.rules("RC-PP-07")
def test_a_weakness_cannot_be_negated(table: Cast) -> None:
    table.play("enter_flaw", who="lark", title="Sunlight", weakness=True)
    table.play("trigger_flaw", who="lark", flaw="weakness")
    assert table.refusal("negate_flaw", who="lark").rule == "RC-PP-07"
    table.forbidden("trigger_flaw", as_player="ben", who="lark", flaw="weakness")


@pytest.mark.rules("RC-PP-07")
def test_a_flaw_is_negated_while_a_weakness_has_taken_effect_before_it(table: Cast) -> None:
    table.play("enter_flaw", who="lark", title="Sunlight", weakness=True)
    table.play("enter_flaw", who="lark", title="Reckless")
    table.play("trigger_flaw", who="lark", flaw="weakness")
    table.play("trigger_flaw", who="lark", flaw="flaw")
    table.play("negate_flaw", who="lark", as_player="ana")
    assert ([each.title for each in table.sheet("lark").conditions.values()], points(table)) == (["Sunlight"], 2)
    assert table.refusal("negate_flaw", who="lark").rule == "RC-PP-07"


@pytest.mark.rules("RC-PP-12", "RC-PP-15", "RC-PP-02")
@pytest.mark.parametrize(("price", "paid"), [(1, (3, 0)), (3, (1, 0)), (4, (0, 0))])
def test_a_point_of_an_ally_pays_a_part_of_a_price(table: Cast, price: int, paid: tuple[int, int]) -> None:
    table.play("aid", who="anvil", target="lark", use="break the rules")
    table.play("break_rules", who="lark", deed="stop the train", price=price)
    assert (points(table), points(table, "anvil")) == paid


@pytest.mark.rules("RC-PP-12", "RC-PP-02")
def test_a_price_beyond_all_points_takes_none_from_an_ally(table: Cast) -> None:
    table.play("aid", who="anvil", target="lark", use="break the rules")
    assert table.refusal("break_rules", who="lark", deed="stop the train", price=5).rule == "RC-PP-02"
    assert (points(table), points(table, "anvil")) == (3, 1)


@pytest.mark.rules("RC-PP-09", "RC-RULING-11")
def test_only_attackers_of_the_editor_are_hindered(table: Cast) -> None:
    assert table.refusal("hinder_attacker", who="lark", attacker="anvil").rule == "RC-PP-09"
    table.play("hinder_attacker", who="lark", attacker="warlord", as_player="ana")
    assert (points(table), table.conditions("lark")) == (2, ["hindering"])


@pytest.mark.rules("RC-PP-04", "RC-RULING-09")
def test_a_second_point_on_one_roll_is_refused(table: Cast) -> None:
    table.play("hinder_attacker", who="lark", attacker="warlord")
    assert table.refusal("hinder_attacker", who="lark", attacker="warlord").rule == "RC-PP-04"
    assert points(table) == 2


@pytest.mark.rules("RC-PP-12", "RC-RULING-13")
def test_a_point_that_aids_is_spent_by_the_other_as_their_own(table: Cast) -> None:
    table.play("aid", who="lark", target="wisp", use="reroll", as_player="ana")
    assert (points(table), points(table, "wisp")) == (3, 0)
    entry = table.play(
        "take_challenge",
        who="wisp",
        ability="wisdom",
        difficulty=10,
        trained=True,
        dice={"challenge": [2], "challenge/again": [12]},
        responses={"reroll/challenge/wisp": "yes"},
    )
    assert table.rolls(entry)["challenge/again"] == 12
    assert (points(table), points(table, "wisp"), table.conditions("wisp")) == (2, 0, [])
    assert {"RC-PP-12", "RC-PP-05"} <= table.cited(entry)


@pytest.mark.rules("RC-PP-12")
def test_a_player_aids_once_in_a_scene(table: Cast) -> None:
    table.play("freeform.open_scene")
    table.play("aid", who="lark", target="wisp", use="endure")
    assert table.refusal("aid", who="lark", target="anvil", use="reroll").rule == "RC-PP-12"
    table.play("freeform.end_scene")
    assert (points(table), table.conditions("wisp")) == (3, [])
    table.play("freeform.open_scene")
    table.play("aid", who="lark", target="anvil", use="reroll")


@pytest.mark.rules("RC-PP-12")
def test_aid_goes_to_another_player_and_takes_a_point(table: Cast) -> None:
    assert table.refusal("aid", who="anvil", target="wisp", use="reroll").rule == "RC-PP-12"
    assert table.refusal("aid", who="wisp", target="lark", use="reroll").rule == "RC-PP-02"


@pytest.mark.rules("RC-RULING-13")
def test_a_campaign_may_let_aid_join_what_the_other_has() -> None:
    table = Cast(players=("ana", "ben"), aid_goes_to_stock=True)
    table.hero("lark")
    table.hero("wisp", owner="ben")
    table.play("aid", who="lark", target="wisp", use="reroll")
    assert (points(table), points(table, "wisp")) == (0, 2)


@pytest.mark.rules("RC-PP-13", "RC-RULING-15")
def test_enduring_takes_a_level_of_exhaustion(table: Cast) -> None:
    assert table.refusal("endure", who="lark", against="exhaustion").rule == "RC-PP-13"
    table.play("exhaust", who="lark", levels=2)
    entry = table.play("endure", who="lark", against="exhaustion")
    assert (table.value("lark", "levels.exhaustion"), points(table)) == (1, 2)
    assert "RC-PP-13" in table.cited(entry)
    table.forbidden("endure", as_player="ana", who="lark", against="exhaustion")


@pytest.mark.rules("RC-PP-13", "RC-RULING-15")
def test_the_editor_may_rule_another_effect(table: Cast) -> None:
    table.play("endure", who="lark", against="hunger", effect="a tin of peaches in the glove box")
    assert (table.conditions("lark"), points(table)) == ([], 2)
    table.play("endure", who="lark", against="hunger")
    assert (table.conditions("lark"), points(table)) == (["enduring"], 1)


@pytest.mark.rules("RC-PP-14")
def test_events_are_influenced_between_issues_alone(table: Cast) -> None:
    entry = table.play("influence_events", who="lark", points=2, effect="the well is found clean")
    assert points(table) == 1
    assert "RC-PP-14" in table.cited(entry)
    table.play("begin_issue")
    assert table.refusal("influence_events", who="lark", effect="rain").rule == "RC-PP-14"
    table.play("end_issue")
    table.play("influence_events", who="lark", effect="rain")
    table.forbidden("influence_events", as_player="ana", who="lark", effect="rain")


@pytest.mark.rules("RC-PP-15")
def test_breaking_the_rules_costs_what_the_editor_says(table: Cast) -> None:
    assert table.refusal("break_rules", who="lark", deed="stop the train", price=4).rule == "RC-PP-02"
    entry = table.play(
        "break_rules",
        who="lark",
        deed="stop the train",
        price=3,
        ability="strength",
        difficulty=12,
        dice={"challenge": [11]},
    )
    assert (points(table), table.outcomes_of(entry)["challenge"]) == (0, "failure")
    assert "RC-PP-15" in table.cited(entry)
    table.forbidden("break_rules", as_player="ana", who="lark", deed="fly")


@pytest.mark.rules("RC-PP-10")
@pytest.mark.parametrize(("answer", "state", "left"), [("yes", "unconscious", 0), ("no", "dead", 1)])
def test_an_ally_keeps_a_hero_alive_for_a_point(table: Cast, answer: str, state: str, left: int) -> None:
    table.play("harm", who="lark", amount=40)
    table.play("suffer_wounds", who="lark", wounds=table.current("lark", "wounds") - 1)
    assert table.current("lark", "wounds") == 1
    responses = {"escape": "no", "rescue/lark/anvil": answer} | ({"flaw": "die"} if answer == "no" else {})
    table.play("suffer_wounds", who="lark", responses=responses)
    assert state in table.conditions("lark")
    assert (table.current("lark", "wounds"), points(table, "anvil")) == (int(answer == "yes"), left)


@pytest.mark.rules("RC-PP-10")
def test_nobody_is_asked_who_has_no_point(table: Cast) -> None:
    table.play("spend_plot_point", who="anvil", purpose="a ledge")
    table.play("suffer_wounds", who="lark", wounds=3)
    table.play("harm", who="lark", amount=40, responses={"escape": "no", "flaw": "die"})
    assert "dead" in table.conditions("lark")


@pytest.mark.rules("RC-PP-08")
@pytest.mark.parametrize(("by", "stamina"), [("lark", 40 - 9), ("warlord", 40 - 3)])
def test_a_hero_rolls_their_own_damage_again_and_no_foe_does(table: Cast, by: str, stamina: int) -> None:
    again = {"damage/again": [9]} if by == "lark" else {}
    responses = {"reroll/damage/anvil": "yes"} if again else {}
    table.play("harm", who="anvil", by=by, damage="1d10", dice={"damage": [3]} | again, responses=responses)
    assert (table.current("anvil", "stamina"), points(table)) == (stamina, 2 if again else 3)


@pytest.mark.rules("RC-PP-09", "RC-RULING-11")
def test_the_next_attack_of_a_hindered_attacker_alone_has_disadvantage(table: Cast) -> None:
    table.play("hinder_attacker", who="lark", attacker="warlord", as_player="ana")
    entry = table.play("attack", who="warlord", target="lark", dice={"attack": [17, 4]})
    assert (table.rolls(entry)["attack/lark"], table.conditions("lark")) == (4, [])
    assert "RC-PP-09" in table.cited(entry)
    entry = table.play("attack", who="warlord", target="lark", dice={"attack": [17]})
    assert table.rolls(entry)["attack/lark"] == 17


@pytest.mark.rules("RC-PP-09")
def test_a_roll_that_is_no_attack_leaves_an_attacker_hindered(table: Cast) -> None:
    table.play("hinder_attacker", who="lark", attacker="warlord", as_player="ana")
    lie: dict[str, Any] = {"ability": "charisma", "difficulty": 15, "task": "social", "against": "lark"}
    entry = table.play("roll_check", who="warlord", dice={"check": [17]}, **lie)
    assert (table.rolls(entry)["check"], table.conditions("lark")) == (17, ["hindering"])
    entry = table.play("attack", who="warlord", target="lark", dice={"attack": [17, 4]})
    assert (table.rolls(entry)["attack/lark"], table.conditions("lark")) == (4, [])


@pytest.mark.rules("RC-PP-04", "RC-RULING-09")
def test_a_roll_that_was_bought_is_not_made_again_for_a_point(table: Cast) -> None:
    table.play("award_plot_point", who="lark")
    bought = table.play(
        "break_rules", who="lark", deed="stop the train", ability="strength", difficulty=12, dice={"challenge": [3]}
    )
    plain = table.play("roll_check", who="lark", ability="strength", difficulty=12, dice={"check": [3]})
    assert (offers(table, bought), offers(table, plain)) == ([], [f"reroll/check/{table.ref('lark')}"])
    assert "RC-PP-04" in table.cited(bought)


def offers(table: Cast, entry: int) -> list[str]:
    stored = table.ledger.store.entry(table.campaign_id, entry)
    assert stored is not None
    return [offer.key for offer in stored.header.offers]


@pytest.mark.rules("RC-PP-13", "RC-RULING-15")
@pytest.mark.parametrize(("against", "thirst"), [("thirst", 0), ("sleep", 1)])
def test_enduring_thirst_postpones_it_by_a_day_once(table: Cast, against: str, thirst: int) -> None:
    table.play("endure", who="lark", against=against)
    entry = table.play("end_day_alone", who="lark")
    assert table.value("lark", "levels.exhaustion") == thirst
    assert ("RC-PP-13" in table.cited(entry)) is (not thirst)
    table.play("end_day_alone", who="lark")
    assert table.value("lark", "levels.exhaustion") > thirst


@pytest.mark.rules("RC-PP-13", "RC-RULING-15")
def test_enduring_hunger_postpones_it_by_a_day(table: Cast) -> None:
    for who in ("lark", "anvil"):
        if who == "lark":
            table.play("endure", who=who, against="hunger")
        table.play("end_day_alone", who=who)
    assert [table.sheet(who).uses["unfed"].count for who in ("anvil",)] == [2]
    assert "unfed" not in table.sheet("lark").uses


@pytest.mark.rules("RC-PP-13", "RC-RULING-15")
def test_enduring_lack_of_sleep_postpones_the_save_by_6_hours(table: Cast) -> None:
    table.play("endure", who="lark", against="sleep")
    table.play("freeform.advance_clock", hours=24)
    entry = table.play("stay_awake", who="lark")
    assert (table.rolled(entry), table.value("lark", "levels.exhaustion")) == ([], 0)
    assert table.refusal("stay_awake", who="lark").rule == "RC-REST-01"
    table.play("freeform.advance_clock", hours=6)
    table.play("stay_awake", who="lark", dice={"save": [14]})
    assert table.value("lark", "levels.exhaustion") == 1


@pytest.mark.rules("RC-PP-04", "RC-PP-13", "RC-RULING-15")
def test_enduring_a_disease_gives_advantage_and_no_reroll(table: Cast) -> None:
    sickness: dict[str, Any] = {
        "disease": "Gutter fever",
        "bonus": 6,
        "difficulty": 15,
        "hours": 24,
        "stages": [{"stamina": 5}, {"wounds": 1}],
    }
    table.play("infect", who="lark", **sickness, dice={"infection": [19]})
    table.play("endure", who="lark", against="disease")
    table.play("freeform.advance_clock", hours=24)
    entry = table.play("resist_disease", who="lark", disease="Gutter fever", dice={"save": [3, 16]})
    assert (table.outcomes_of(entry)["save"], offers(table, entry)) == ("success", [])


@pytest.mark.rules("RC-PP-04", "RC-RULING-09")
@pytest.mark.parametrize(("scope", "offered"), [("roll", False), ("player", True)])
def test_a_campaign_may_let_each_player_put_a_point_on_a_roll(scope: str, offered: bool) -> None:
    table = Cast(plot_points_per_roll=scope)
    table.hero("lark")
    table.hero("rogue", owner="")
    table.play("hinder_attacker", who="lark", attacker="rogue")
    entry = table.play("attack", who="rogue", target="lark", dice={"attack": [2, 3]})
    assert bool(offers(table, entry)) is offered


@pytest.mark.rules("RC-PP-04", "RC-RULING-09")
def test_a_player_puts_no_second_point_on_a_roll() -> None:
    table = Cast(plot_points_per_roll="player")
    table.hero("lark")
    bought = table.play("break_rules", who="lark", deed="fly", ability="strength", dice={"challenge": [3]})
    assert offers(table, bought) == []


@pytest.mark.rules("RC-PP-13", "RC-RULING-15", "RC-SUFF-02")
@pytest.mark.parametrize(("endured", "left"), [(False, 0), (True, 40)])
def test_enduring_postpones_suffocation_by_a_round(endured: bool, left: int) -> None:
    table = Cast()
    table.hero("lark", con=10)
    table.begin({"lark": 20}, {})
    table.play("choke", who="lark")
    if endured:
        table.play("endure", who="lark", against="breath")
    table.next()
    table.next()
    assert table.current("lark", "stamina") == left
    if endured:
        table.next()
        assert table.current("lark", "stamina") == 0


@pytest.mark.rules("RC-PP-13", "RC-RULING-15", "RC-SUFF-03")
def test_enduring_without_a_fight_lasts_for_one_more_round() -> None:
    table = Cast()
    table.hero("lark")
    table.play("choke", who="lark")
    table.play("endure", who="lark", against="breath")
    entry = table.play("run_out_of_air", who="lark")
    assert (table.conditions("lark"), "RC-PP-13" in table.cited(entry)) == (["choking"], True)
    table.play("run_out_of_air", who="lark")
    assert table.current("lark", "stamina") == 0
