"""What a turn holds, and what may be done out of turn."""

from typing import Any

import pytest

from domain.vocabulary.anchors import AtMoment
from domain.vocabulary.bodies import Condition, ConditionGained
from domain.vocabulary.log import Noted
from tests.games.weaverdice.fighting import Alley


@pytest.fixture
def table() -> Alley:
    """It is Ramjet's turn, before Lung's."""
    table = Alley()
    table.cape("ramjet")
    table.foe("lung")
    table.begin("ramjet", against=("lung",), ramjet=6, lung=5)
    return table


def act(table: Alley, action: str = "power", who: str = "ramjet", full: bool = False) -> int:
    return table.play("act", who=who, action=action, full=full)


def has(table: Alley, who: str, what: str, until: str = "") -> int:
    anchor = AtMoment(moment=until, subject=table.ref(who)) if until else None
    return table.let(who, ConditionGained(name=what, condition=Condition(what=what, until=anchor)))


@pytest.mark.rules("WD-ACT-01")
class TestTwoActions:
    @pytest.mark.parametrize("second", ["power", "skill"])
    def test_a_turn_holds_two_of_the_same_kind_or_not(self, table: Alley, second: str) -> None:
        act(table)
        act(table, second)
        assert table.actions("ramjet") == 0

    def test_there_is_no_third(self, table: Alley) -> None:
        act(table)
        act(table)
        refusal = table.refusal("act", who="ramjet", action="power")
        assert (refusal.rule, refusal.player) == ("WD-ACT-01", "Power takes an action of the turn, and none is left.")

    def test_the_next_turn_holds_two_again(self, table: Alley) -> None:
        act(table)
        table.next(2)
        assert table.actions("ramjet") == 2

    def test_out_of_turn_there_is_none(self, table: Alley) -> None:
        assert table.refusal("act", who="lung", action="power").rule == "WD-ACT-01"

    def test_the_game_master_may_force_it(self, table: Alley) -> None:
        assert table.play("act", who="lung", action="power", force=True)

    def test_where_nobody_fights_they_cost_nothing(self, table: Alley) -> None:
        table.play("end_fight")
        assert [act(table) for _ in range(3)]

    @pytest.mark.rules("WD-INIT-08")
    @pytest.mark.parametrize("what", ["unconscious", "dying"])
    def test_who_drops_in_their_turn_does_nothing_more(self, table: Alley, what: str) -> None:
        has(table, "ramjet", what)
        assert table.refusal("act", who="ramjet", action="power").rule == "WD-INIT-08"

    @pytest.mark.parametrize("action", ["attack", "move", "rest", "wait"])
    def test_what_has_rules_of_its_own_has_its_own_command(self, table: Alley, action: str) -> None:
        assert "command" in table.refusal("act", who="ramjet", action=action).player


@pytest.mark.rules("WD-ACT-02")
class TestFullActions:
    def test_one_takes_the_whole_turn(self, table: Alley) -> None:
        act(table, full=True)
        assert table.actions("ramjet") == 0

    def test_after_another_action_it_is_too_late(self, table: Alley) -> None:
        act(table)
        assert table.refusal("act", who="ramjet", action="power", full=True).rule == "WD-ACT-02"

    def test_out_of_turn_there_is_none(self, table: Alley) -> None:
        assert table.refusal("act", who="lung", action="power", full=True).rule == "WD-ACT-01"

    @pytest.mark.rules("WD-COND-02")
    def test_a_full_action_costs_the_bleeding_a_wound(self, table: Alley) -> None:
        has(table, "ramjet", "bleeding")
        act(table, full=True)
        assert table.wounds("ramjet") == ["body/1: lesser"]

    @pytest.mark.rules("WD-WFX-16")
    def test_half_the_actions_make_a_whole_turn_of_one(self, table: Alley) -> None:
        has(table, "lung", "half_actions", until="turn_end")
        table.next()
        assert table.actions("lung") == 1
        act(table, who="lung", full=True)
        assert table.actions("lung") == 0


@pytest.mark.rules("WD-ACT-03")
class TestQuickActions:
    def test_one_costs_no_action(self, table: Alley) -> None:
        table.play("quick_action", who="ramjet", what="Get down!")
        assert table.actions("ramjet") == 2

    def test_there_is_one_in_a_turn(self, table: Alley) -> None:
        table.play("quick_action", who="ramjet", what="Get down!")
        assert table.refusal("quick_action", who="ramjet", what="grabs the bag").rule == "WD-ACT-03"

    def test_a_quick_action_can_be_done_with_no_action_left(self, table: Alley) -> None:
        act(table, full=True)
        assert table.play("quick_action", who="ramjet", what="Get down!")

    def test_out_of_turn_there_is_none(self, table: Alley) -> None:
        refusal = table.refusal("quick_action", who="lung", what="growls")
        assert (refusal.rule, "not their turn" in refusal.player) == ("WD-ACT-03", True)

    def test_a_game_master_forces_one_of_a_character_who_takes_no_part(self, table: Alley) -> None:
        table.foe("oni")
        assert table.play("quick_action", who="oni", what="shouts from a window", force=True)

    def test_where_nobody_fights_they_are_not_counted(self, table: Alley) -> None:
        table.play("end_fight")
        assert [table.play("quick_action", who="ramjet", what="waves") for _ in range(2)]


@pytest.mark.rules("WD-INIT-08")
class TestTheFallen:
    @pytest.mark.parametrize(
        ("word", "args"),
        [
            ("quick_action", {"what": "pockets the keys"}),
            ("wait", {"expects": "the door opens", "response": "shoots"}),
            ("dare", {"what": "jump", "feet": 10}),
            ("align_sights", {"target": "lung"}),
        ],
    )
    def test_bug_who_is_down_does_nothing_in_the_turn_in_which_they_fell(
        self, table: Alley, word: str, args: dict[str, Any]
    ) -> None:
        for skill in ("aim", "align-sights"):
            table.play("grant_skill", who="ramjet", skill=skill)
        has(table, "ramjet", "unconscious")
        assert table.refusal(word, who="ramjet", **args).rule == "WD-INIT-08"


@pytest.mark.rules("WD-ACT-04")
class TestHardQuickActions:
    def result(self, table: Alley, die: int, target: int) -> object:
        dice = {"quick-action": [die]}
        entry = table.play(
            "hard_quick_action", who="ramjet", what="both bags", partly="one bag", target=target, dice=dice
        )
        assert "WD-ACT-04" in table.cited(entry)
        return next(event.data["result"] for event in table.told(entry) if isinstance(event, Noted))

    def test_the_book_s_example_is_a_fail(self, table: Alley) -> None:
        assert self.result(table, 2, target=3) == "part"

    @pytest.mark.parametrize(("die", "target", "result"), [(3, 3, "whole"), (3, 4, "part"), (4, 4, "whole")])
    def test_dexterity_says_how_much_comes_off(self, table: Alley, die: int, target: int, result: str) -> None:
        assert self.result(table, die, target) == result

    @pytest.mark.parametrize("target", [2, 5])
    def test_the_target_is_3_or_4(self, table: Alley, target: int) -> None:
        assert table.refusal("hard_quick_action", who="ramjet", what="x", target=target).rule == "WD-ACT-04"
