"""Rules that refuse what tables did before: a game master who forces it still may, and it is on record as overruled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from api.testing.games import GameTable
from tests.games.cthulhu_eternal.brawl import Brawl
from tests.games.cthulhu_eternal.people import Investigation
from tests.games.midnight_in_vaia.people import three, three_in_a_round
from tests.games.weaverdice.capes import Capes
from tests.games.weaverdice.investigation.test_press import Newsroom

Dice = dict[str, list[int]]


class Case(NamedTuple):
    """A command that a rule refuses at a table, with what it takes where it is forced."""

    table: GameTable
    word: str
    args: dict[str, Any]
    rule: str
    dice: Dice = {}
    responses: dict[str, str] = {}


def fight() -> Brawl:
    """It is Ana's count; Bo's comes next, and then Cal's."""
    table = Brawl()
    table.begin(ana=14, bo=11, cal=8)
    return table


def an_attack_out_of_turn_that_names_no_encounter() -> Case:
    table = fight()
    table.encounter = None
    args = {"who": "bo", "target": "cal"}
    return Case(table, "attack", args, "CE-TURN-02", {"attack": [92]}, {"defend/cal": "none"})


def an_action_out_of_turn_that_names_no_encounter() -> Case:
    table = three_in_a_round()
    table.encounter = None
    return Case(table, "act", {"who": "tam", "what": "Leap", "cost": "2AS"}, "MV-SLOT-05")


def a_second_attack_on_one_s_own_count() -> Case:
    table = fight()
    table.strike("ana", "bo", 92)
    args = {"who": "ana", "target": "cal"}
    return Case(table, "attack", args, "CE-TURN-05", {"attack": [92]}, {"defend/cal": "none"})


def a_turn_that_is_set_by_hand() -> Case:
    table = fight()
    return Case(table, "freeform.set_turn", {"encounter": table.encounter, "who": ["bo"]}, "by-the-game")


def what_cannot_be_concealed() -> Case:
    table = Investigation(weapon_spot_rules=True)
    table.foe("rolf", alertness=50)
    table.carry("rolf", "rifle")
    return Case(table, "conceal", {"who": "rolf", "item": "rifle", "bulk": "full size"}, "CE-CONC-05")


def fighting_back_from_afar() -> Case:
    table = fight()
    table.play("say_distance", who="ana", other="bo", yards=15)
    table.arm("ana")
    return Case(table, "fight_back", {"who": "bo", "at": "ana"}, "CE-ACT-03", {"fight-back": [40]})


def a_place_in_the_cycle_that_was_assigned() -> Case:
    table = three()
    table.check(vera=9, milo=17, tam=12)
    table.play("stay", who="milo", behind="vera")
    return Case(table, "stay", {"who": "milo", "behind": "tam"}, "MV-INIT-07")


def a_check_for_a_place_that_one_has() -> Case:
    table = three_in_a_round()
    return Case(table, "awareness", {"who": "milo"}, "MV-INIT-07")


def a_combo_that_a_partner_cannot_pay() -> Case:
    table = three_in_a_round()
    table.play("act", who="vera", what="Duck", cost="1AS|4RS")
    args = {"who": "milo", "what": "Fastball", "cost": "1AS", "finishing": "3RS", "partners": ["vera"]}
    return Case(table, "begin_combo", args, "MV-MULTI-01")


def an_ability_while_something_is_announced() -> Case:
    table = three_in_a_round()
    table.play("learn", who="vera", ability="trip", own={"title": "Trip", "cost": "1AS|1RS"})
    table.play("act", who="milo", what="Leap the gap", cost="2AS|2RS", announced=True)
    return Case(table, "use", {"who": "vera", "ability": "trip", "target": "milo"}, "MV-SLOT-11")


def journalists_outside_of_their_work() -> Case:
    table = Newsroom()
    args = {"who": "outage", "cards": list(table.reputation())}
    return Case(table, "trade_with_press", args, "WD-FOL-02", {}, {"type/1": "hero"})


def a_night_before_the_day_s_cards_are_discarded() -> Case:
    table = Capes()
    table.cape("ramjet", social=4)
    for number in range(5):
        table.play("award_reputation", who="ramjet", source=f"deed {number}")
    table.play("end_day", who=["ramjet"])
    return Case(table, "sleep", {}, "WD-REP-10")


def a_slot_where_no_phase_is_open() -> Case:
    table = Capes()
    table.cape("ramjet", social=4)
    table.plenty = False
    return Case(table, "self_promote", {"who": "ramjet", "aim": "a ribbon to cut"}, "downtime")


CASES = (
    an_attack_out_of_turn_that_names_no_encounter,
    an_action_out_of_turn_that_names_no_encounter,
    a_second_attack_on_one_s_own_count,
    a_turn_that_is_set_by_hand,
    what_cannot_be_concealed,
    fighting_back_from_afar,
    a_place_in_the_cycle_that_was_assigned,
    a_check_for_a_place_that_one_has,
    a_combo_that_a_partner_cannot_pay,
    an_ability_while_something_is_announced,
    journalists_outside_of_their_work,
    a_night_before_the_day_s_cards_are_discarded,
    a_slot_where_no_phase_is_open,
)


@pytest.mark.parametrize("build", CASES)
class TestATightenedRule:
    def test_refuses_it_by_name(self, build: Callable[[], Case]) -> None:
        case = build()
        assert case.table.refusal(case.word, dice=case.dice, **case.args).rule == case.rule

    def test_is_overruled_by_a_game_master_who_forces_it(self, build: Callable[[], Case]) -> None:
        case = build()
        entry = case.table.play(case.word, force=True, dice=case.dice, responses=case.responses, **case.args)
        stored = case.table.ledger.store.entry(case.table.campaign_id, entry)
        assert stored is not None
        assert case.rule in {overruled.rule for overruled in stored.header.overruled}
