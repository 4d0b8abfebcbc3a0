"""Disarms and pins: who is held, and what the held can do."""

from __future__ import annotations

import pytest

from api.testing.table import outcomes
from tests.games.cthulhu_eternal.brawl import Brawl, pin, target_of


@pytest.fixture
def table() -> Brawl:
    """It is Ana's count, then Bo's, then Cal's. Everybody has STR 10 and 60 in Unarmed Combat."""
    table = Brawl()
    table.begin(ana=14, bo=11, cal=9)
    return table


def disarm(table: Brawl, rolled: int = 30, **more: object) -> int:
    return table.strike("ana", "bo", rolled, None, "disarm", **more)


@pytest.mark.rules("CE-ACT-12")
class TestADisarm:
    def test_a_disarm_tests_unarmed_combat(self) -> None:
        table = Brawl()
        table.person("ana", dex=14, unarmed_combat=43)
        table.begin(ana=14, bo=11)
        table.carry("bo", "knife")
        assert target_of(table, disarm(table, 98), "attack") == 43

    @pytest.mark.parametrize("hand", ["hand/left", "hand/right", "hand/both"])
    def test_both_hands_must_be_free(self, table: Brawl, hand: str) -> None:
        table.carry("bo", "knife")
        table.carry("ana", "lamp", hand)
        assert table.refusal("disarm", who="ana", target="bo", item="knife").rule == "CE-ACT-12"

    @pytest.mark.parametrize("word", ["disarm", "pin"])
    def test_the_target_must_be_within_reach(self, table: Brawl, word: str) -> None:
        table.carry("bo", "knife")
        for who, x in (("ana", 0), ("bo", 4)):
            table.play("freeform.happen", ref=table.ref("cellar"), events=[placed(table, who, x)])
        assert "out of reach" in table.refusal(word, who="ana", target="bo").player

    def test_as_far_as_one_shifts_with_an_action(self, table: Brawl) -> None:
        knife = table.carry("bo", "knife")
        for who, x in (("ana", 0), ("bo", 3)):
            table.play("freeform.happen", ref=table.ref("cellar"), events=[placed(table, who, x)])
        disarm(table)
        assert table.sheet("bo").items[knife].location == "ground"

    def test_a_disarm_takes_the_turn_s_action(self, table: Brawl) -> None:
        table.carry("bo", "knife")
        disarm(table)
        assert table.place("ana").budget == {"action": 0}

    def test_empty_hands_hold_nothing_to_knock_away(self, table: Brawl) -> None:
        assert table.refusal("disarm", who="ana", target="bo").rule == "CE-ACT-12"


def placed(table: Brawl, who: str, x: int) -> dict[str, object]:
    """A character stands on a square of the map."""
    ref = table.ref(who)
    return {"type": "placed", "name": ref.partition("/")[2], "position": {"subject": ref, "x": x, "y": 0}}


@pytest.mark.rules("CE-ACT-13")
class TestTheDrop:
    @pytest.mark.parametrize(("rolled", "where"), [(60, "ground"), (61, "hand/right")])
    def test_success_makes_the_target_drop_it(self, table: Brawl, rolled: int, where: str) -> None:
        knife = table.carry("bo", "knife")
        disarm(table, rolled)
        assert (table.sheet("bo").items[knife].location, table.hp("bo")) == (where, 10)

    def test_a_disarm_may_name_the_thing(self, table: Brawl) -> None:
        knife, lamp = table.carry("bo", "knife"), table.carry("bo", "lamp", "hand/left")
        disarm(table, item="lamp")
        items = table.sheet("bo").items
        assert (items[knife].location, items[lamp].location) == ("hand/right", "ground")

    def test_a_dodge_that_overcomes_it_saves_the_grip(self, table: Brawl) -> None:
        knife = table.carry("bo", "knife")
        disarm(table, 30, defend="dodge", against={"dodge": [31]})
        assert table.sheet("bo").items[knife].location == "hand/right"

    def test_on_a_shared_count_it_falls_when_the_count_is_over(self) -> None:
        table = Brawl()
        table.begin(ana=12, bo=12)
        knife = table.carry("bo", "knife")
        disarm(table)
        assert table.sheet("bo").items[knife].location == "hand/right"
        table.next()
        assert table.sheet("bo").items[knife].location == "ground"


@pytest.mark.rules("CE-ACT-14", "CE-ACT-31")
class TestWhatIsLeftStanding:
    @pytest.mark.parametrize("word", ["disarm", "pin"])
    @pytest.mark.parametrize(("reply", "hp"), [(35, 10), (36, 8)])
    def test_the_roll_opposes_blows_until_the_next_action(self, table: Brawl, word: str, reply: int, hp: int) -> None:
        table.carry("bo", "knife")
        table.strike("ana", "bo", 35, None, word, defend="dodge", against={"dodge": [36]})
        table.next(2)
        table.strike("cal", "ana", reply, 2 if hp < 10 else None)
        assert table.hp("ana") == hp

    @pytest.mark.parametrize("word", ["disarm", "pin"])
    def test_the_next_action_ends_it(self, table: Brawl, word: str) -> None:
        table.carry("bo", "knife")
        table.strike("ana", "bo", 70, None, word)
        table.next(3)
        assert "parrying" in table.conditions("ana")
        table.play("act", who="ana", what="Shouts.")
        assert "parrying" not in table.conditions("ana")


@pytest.mark.rules("CE-ACT-27")
class TestAPin:
    def test_a_pin_tests_unarmed_combat(self) -> None:
        table = Brawl()
        table.person("ana", dex=14, unarmed_combat=43)
        table.begin(ana=14, bo=11)
        assert target_of(table, pin(table, rolled=98), "attack") == 43

    @pytest.mark.parametrize(("rolled", "pinned"), [(60, ["pinned"]), (61, [])])
    def test_success_pins_the_target(self, table: Brawl, rolled: int, pinned: list[str]) -> None:
        pin(table, rolled=rolled)
        assert table.conditions("bo") == pinned

    def test_both_hands_must_be_free(self, table: Brawl) -> None:
        table.carry("ana", "lamp")
        assert table.refusal("pin", who="ana", target="bo").rule == "CE-ACT-27"

    def test_a_failed_pin_holds_nobody(self, table: Brawl) -> None:
        pin(table, defend="dodge", against={"dodge": [31]})
        assert table.conditions("bo") == ["dodging"]

    @pytest.mark.rules("CE-RULING-52")
    def test_keeping_it_costs_nothing(self, table: Brawl) -> None:
        pin(table)
        table.next(3)
        assert (table.conditions("bo"), table.place("ana").budget) == (["pinned"], {"action": 1})

    @pytest.mark.rules("CE-RULING-52")
    def test_letting_go_ends_it(self, table: Brawl) -> None:
        pin(table)
        table.play("let_go", who="ana")
        assert (table.conditions("bo"), table.sheet("ana").links) == ([], {})

    def test_who_pins_nobody_lets_nobody_go(self, table: Brawl) -> None:
        assert "nothing to let go" in table.refusal("let_go", who="ana").player

    @pytest.mark.rules("CE-RULING-52")
    def test_bug_leaving_the_fight_ends_it(self, table: Brawl) -> None:
        pin(table)
        table.play("leave_fight", who="ana")
        assert (table.conditions("bo"), table.sheet("ana").links) == ([], {})

    @pytest.mark.rules("CE-RULING-52")
    def test_moving_away_ends_it(self, table: Brawl) -> None:
        pin(table)
        table.next(3)
        table.play("move", who="ana")
        assert table.conditions("bo") == []

    @pytest.mark.rules("CE-RULING-52")
    @pytest.mark.parametrize(("damage", "state"), [(5, "stunned"), (8, "unconscious"), (10, "dead")])
    def test_a_blow_that_fells_the_pinner_ends_it(self, table: Brawl, damage: int, state: str) -> None:
        pin(table)
        table.next(2)
        table.arm("cal")
        table.strike("cal", "ana", 30, damage, weapon="gun", against={"injury/ana": [10]} if damage == 8 else {})
        assert (state in table.conditions("ana"), table.conditions("bo")) == (True, [])

    @pytest.mark.rules("CE-RULING-52")
    def test_being_pinned_ends_it(self, table: Brawl) -> None:
        pin(table)
        table.next(2)
        pin(table, "cal", "ana")
        assert ("pinned" in table.conditions("ana"), "pinned" in table.conditions("bo")) == (True, False)

    def test_a_blow_that_leaves_the_pinner_standing_does_not(self, table: Brawl) -> None:
        pin(table)
        table.next(2)
        table.arm("cal")
        table.strike("cal", "ana", 30, 4, weapon="gun")
        assert table.conditions("bo") == ["pinned"]

    def test_without_the_pin_bo_acts(self, table: Brawl) -> None:
        pinned = pin(table)
        table.next()
        assert table.refusal("act", who="bo", what="Runs.").rule == "CE-ACT-30"
        table.undo(pinned)
        table.play("act", who="bo", what="Runs.")
        assert table.place("bo").budget == {"action": 0}


@pytest.mark.rules("CE-ACT-28")
class TestAttacksOnThePinned:
    @pytest.mark.parametrize("weapon", ["", "melee"])
    def test_attacks_on_the_pinned_have_20_more(self, table: Brawl, weapon: str) -> None:
        pin(table)
        table.next(2)
        arm = table.arm("cal", weapon) if weapon else ""
        assert target_of(table, table.strike("cal", "bo", 98, weapon=arm), "attack") == 80

    def test_a_shot_has_not(self, table: Brawl) -> None:
        pin(table)
        table.next(2)
        table.arm("cal")
        assert target_of(table, table.strike("cal", "bo", 98, weapon="gun"), "attack") == 60

    @pytest.mark.rules("CE-RULING-45")
    def test_the_line_of_the_table_adds_nothing_to_it(self, table: Brawl) -> None:
        pin(table)
        table.next(2)
        table.play("rule_circumstances", who="cal", apply=["pinned"])
        assert target_of(table, table.strike("cal", "bo", 98), "attack") == 80

    def test_without_the_pin_there_is_no_bonus(self, table: Brawl) -> None:
        pinned = pin(table)
        table.next(2)
        struck = table.strike("cal", "bo", 70, 2)
        assert table.hp("bo") == 8
        assert outcomes(table.undo(pinned))[struck] == "restated"
        assert table.hp("bo") == 10


@pytest.mark.rules("CE-ACT-29")
class TestThePinnerAttacks:
    def test_in_later_turns(self, table: Brawl) -> None:
        pin(table)
        table.next(3)
        struck = table.strike("ana", "bo", 80, 3)
        assert (target_of(table, struck, "attack"), table.hp("bo"), table.conditions("bo")) == (80, 7, ["pinned"])

    def test_a_pinner_does_not_attack_in_the_turn_of_the_pin(self, table: Brawl) -> None:
        pin(table)
        assert table.refusal("attack", who="ana", target="bo").rule == "CE-TURN-05"


@pytest.mark.rules("CE-ACT-30")
class TestThePinned:
    @pytest.fixture(autouse=True)
    def pinned(self, table: Brawl) -> None:
        """Ana pins Bo, whose count it is."""
        pin(table)
        table.next()

    @pytest.mark.parametrize(
        ("word", "args"),
        [
            ("act", {"what": "Runs."}),
            ("aim", {}),
            ("attack", {"target": "ana"}),
            ("move", {}),
            ("wait", {}),
            ("disarm", {"target": "ana", "item": "knife"}),
            ("pin", {"target": "ana"}),
        ],
    )
    def test_the_pinned_do_nothing_but_escape(self, table: Brawl, word: str, args: dict[str, str]) -> None:
        if word == "disarm":
            table.carry("ana", "knife")
        assert table.refusal(word, dice=None, who="bo", **args).rule == "CE-ACT-30"

    def test_the_pinned_try_to_escape_once_a_turn(self, table: Brawl) -> None:
        table.play("escape", who="bo", dice={"escape": [70]})
        assert table.refusal("escape", who="bo").rule == "CE-TURN-05"

    def test_the_pinned_try_to_escape_again_in_the_next_turn(self, table: Brawl) -> None:
        table.play("escape", who="bo", dice={"escape": [70]})
        table.next(3)
        table.play("escape", who="bo", dice={"escape": [50], "hold/ana": [70]})
        assert "pinned" not in table.conditions("bo")

    def test_who_is_not_pinned_escapes_nothing(self, table: Brawl) -> None:
        assert "Nobody pins them" in table.refusal("escape", who="cal").player
