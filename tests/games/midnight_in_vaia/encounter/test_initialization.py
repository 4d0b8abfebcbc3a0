"""How an encounter of Midnight in Vaia begins: Awareness, the cycle it makes, staying back, what happens before it."""

from __future__ import annotations

from typing import Any

import pytest

from api.testing.table import outcomes
from domain.visibility.audience import GM, Viewer
from domain.vocabulary.bodies import Condition, ConditionGained
from domain.vocabulary.log import Noted, Rolled
from projections.views.board import board
from tests.games.midnight_in_vaia.people import Protagonists, three


@pytest.fixture
def table() -> Protagonists:
    return three()


def order_of(table: Protagonists) -> list[list[str]]:
    """Who acts together, in order, in the round that is on."""
    order = []
    while acting := table.acting():
        order.append(acting)
        table.end(*acting)
    return order


def _ghost(table: Protagonists) -> str:
    """A non-player character who takes no part yet."""
    table.play("midnight-in-vaia.create", name="ghost", handle="ghost", category="npc", hit_points=3)
    return "ghost"


@pytest.mark.rules("MV-INIT-01", "MV-RULING-02")
class TestAwareness:
    def test_awareness_is_a_die_of_twenty_sides(self, table: Protagonists) -> None:
        entry = table.play("awareness", who="vera", dice={"awareness": [13]})
        assert [(r.notation, r.total) for r in table.told(entry) if isinstance(r, Rolled)] == [("1d20", 13)]

    @pytest.mark.parametrize(("score", "result"), [(3, 13), (0, 10), (-2, 8)])
    def test_the_modifier_of_the_sheet_is_added(self, table: Protagonists, score: int, result: int) -> None:
        table.protagonist("noor", awareness=score)
        assert table.rolls(table.play("awareness", who="noor", dice={"awareness": [10]})) == {"awareness": result}

    def test_a_changed_sheet_counts_in_the_next_check(self, table: Protagonists) -> None:
        table.play("enter_on_sheet", who="vera", awareness=4)
        assert table.rolls(table.play("awareness", who="vera", dice={"awareness": [10]})) == {"awareness": 14}

    def test_by_the_option_the_die_alone_counts(self) -> None:
        table = Protagonists(awareness_bonus=False)
        table.protagonist("noor", awareness=3)
        assert table.rolls(table.play("awareness", who="noor", dice={"awareness": [10]})) == {"awareness": 10}

    def test_without_a_check_no_round_starts(self, table: Protagonists) -> None:
        assert table.refusal("start_round").rule == "MV-ROUND-02"

    def test_with_the_first_check_the_encounter_is_in_initialization(self, table: Protagonists) -> None:
        table.check(vera=17)
        assert (table.pace.phase, table.pace.state) == ("initialization", "preparing")

    def test_a_protagonist_without_a_check_takes_no_part(self, table: Protagonists) -> None:
        table.start(vera=17)
        assert table.refusal("act", who="tam", what="kick", cost="1AS|1RS").rule == "MV-INIT-01"

    def test_another_die_gives_another_place(self, table: Protagonists) -> None:
        entries = table.start(vera=17, milo=9)
        table.amend(entries["milo"], "awareness", who="milo", dice={"awareness": [18]})
        assert table.acting() == ["milo"]


@pytest.mark.rules("MV-INIT-02", "MV-RULING-42")
class TestTheCycle:
    def test_the_cycle_goes_from_the_highest_result_to_the_lowest(self, table: Protagonists) -> None:
        table.start(vera=9, milo=17, tam=12)
        assert order_of(table) == [["milo"], ["tam"], ["vera"]]

    def test_the_cycle_repeats_in_the_same_order(self, table: Protagonists) -> None:
        table.start(vera=9, milo=17, tam=12)
        first = order_of(table)
        table.play("start_round")
        assert (order_of(table), table.pace.round) == (first, 2)

    def test_a_latecomer_waits_for_the_next_round(self, table: Protagonists) -> None:
        table.start(vera=9, milo=17)
        table.check(tam=12)
        assert order_of(table) == [["milo"], ["vera"]]
        table.play("start_round")
        assert order_of(table) == [["milo"], ["tam"], ["vera"]]

    def test_a_latecomer_between_two_rounds_has_the_place_in_the_coming_one(self, table: Protagonists) -> None:
        table.start(vera=9)
        table.end("vera")
        table.check(tam=12)
        table.play("start_round")
        assert order_of(table) == [["tam"], ["vera"]]

    def test_a_latecomer_cannot_act_before(self, table: Protagonists) -> None:
        table.start(vera=9)
        table.check(tam=12)
        assert table.refusal("act", who="tam", what="kick", cost="1AS|1RS").rule == "MV-SLOT-05"

    def test_with_the_latecomer_struck_the_round_is_what_it_was(self, table: Protagonists) -> None:
        table.start(vera=9)
        late = table.check(tam=12)["tam"]
        entries = [*table.end("vera"), table.play("start_round")]
        assert outcomes(table.undo(late))[entries[-1]] == "restated"
        assert table.acting() == ["vera"]


@pytest.mark.rules("MV-INIT-03", "MV-RULING-03")
class TestEqualResults:
    def test_equal_results_gain_their_slots_at_the_same_time(self, table: Protagonists) -> None:
        table.start(vera=17, milo=17, tam=9)
        assert table.acting() == ["milo", "vera"]
        assert [table.slots(who) for who in ("vera", "milo", "tam")] == [5, 4, 0]

    @pytest.mark.parametrize(("die", "first"), [(16, ["vera"]), (17, ["milo", "vera"]), (18, ["milo"])])
    def test_one_more_or_less_is_not_equal(self, table: Protagonists, die: int, first: list[str]) -> None:
        table.start(vera=17, milo=die, tam=9)
        assert table.acting() == first

    def test_equal_results_share_a_place_whatever_the_dice(self, table: Protagonists) -> None:
        table.protagonist("noor", awareness=3)
        table.start(vera=17, noor=14)
        assert table.acting() == ["noor", "vera"]

    def test_within_the_shared_phase_the_order_is_free(self, table: Protagonists) -> None:
        table.start(vera=17, milo=17, tam=9)
        for who in ("vera", "milo", "vera"):
            table.play("act", who=who, what="kick", cost="1AS")
        assert (table.slots("vera"), table.slots("milo")) == (3, 3)

    def test_the_next_one_gains_nothing_before_all_have_ended(self, table: Protagonists) -> None:
        table.start(vera=17, milo=17, tam=9)
        table.end("vera")
        assert (table.acting(), table.slots("tam")) == (["milo"], 0)
        table.end("milo")
        assert (table.acting(), table.slots("tam")) == (["tam"], 6)

    def test_who_has_ended_first_holds_reserves_meanwhile(self, table: Protagonists) -> None:
        table.start(vera=17, milo=17, tam=9)
        table.end("vera")
        table.play("act", who="vera", what="duck", cost="1AS|2RS")
        assert table.reserved("vera") == 3

    def test_a_tie_for_the_last_place_shares_the_final_phase(self, table: Protagonists) -> None:
        table.start(vera=17, milo=9, tam=9)
        assert table.pace.phase == "active"
        table.end("vera")
        assert (table.acting(), table.pace.phase) == (["milo", "tam"], "final")

    def test_with_the_other_check_struck_one_acts_alone(self, table: Protagonists) -> None:
        entries = table.start(vera=17, milo=17, tam=9)
        plan = table.undo(entries["milo"])
        assert outcomes(plan) == {entries["milo"]: "struck", entries["start"]: "restated"}
        assert table.acting() == ["vera"]


@pytest.mark.rules("MV-INIT-04")
class TestNonPlayerCharacters:
    def test_non_player_characters_have_no_place_in_the_cycle(self, table: Protagonists) -> None:
        table.foe("ghoul")
        table.start(vera=17)
        assert (order_of(table), table.pace.phase) == ([["vera"]], "between")

    def test_non_player_characters_check_no_awareness(self, table: Protagonists) -> None:
        table.foe("ghoul")
        assert table.refusal("awareness", who="ghoul").rule == "MV-INIT-04"

    def test_non_player_characters_gain_no_slots(self, table: Protagonists) -> None:
        table.foe("ghoul")
        table.start(vera=17)
        assert (table.slots("ghoul"), table.reserved("ghoul")) == (0, 0)

    def test_player_characters_come_in_by_their_check(self, table: Protagonists) -> None:
        assert table.refusal("bring_in", who=["vera"]).rule == "MV-INIT-01"

    def test_nobody_but_the_story_guide_brings_them_in(self, table: Protagonists) -> None:
        table.foe("ghoul")
        assert "bring_in" in table.forbidden("bring_in", as_player="ana", who=["ghoul"])

    def test_one_that_was_never_brought_in_is_not_there(self, table: Protagonists) -> None:
        table.foe("ghoul")
        brought = table.play("bring_in", who=[_ghost(table)])
        table.undo(brought)
        assert len(table.fight("alley").order) == 1


class TestHiddenFoes:
    @pytest.fixture(autouse=True)
    def lurker(self, table: Protagonists) -> None:
        """A non-player character the players do not know of has been brought in."""
        args: dict[str, Any] = {"name": "Lurker", "category": "npc", "hit_points": 9, "hidden": True}
        table.play("midnight-in-vaia.create", **args)
        table.play("bring_in", who=["lurker"])
        table.start(vera=9)

    @pytest.mark.parametrize(("viewer", "seen"), [(GM, 2), (Viewer("ana", "player"), 1)])
    def test_on_the_board_only_the_story_guide_sees_them(self, table: Protagonists, viewer: Viewer, seen: int) -> None:
        view = board(table.ledger.heads.fresh(table.campaign_id), viewer, table.ref("alley"))
        assert view is not None
        assert len(view.order) == seen

    def test_what_they_do_is_the_story_guide_s_to_know(self, table: Protagonists) -> None:
        entry = table.play("npc_acts", who="lurker", what="Creeps nearer")
        assert [event.audience for event in table.told(entry)] == ["gm"]


@pytest.mark.rules("MV-INIT-05", "MV-RULING-18")
class TestWhatNonPlayerCharactersDo:
    @pytest.fixture(autouse=True)
    def ghoul(self, table: Protagonists) -> None:
        table.foe("ghoul")
        table.start(vera=17)

    def test_the_story_guide_records_it_at_any_time(self, table: Protagonists) -> None:
        entry = table.play("npc_acts", who="ghoul", what="Claws at Vera", told="From above.")
        (note,) = table.told(entry)
        assert isinstance(note, Noted)
        assert (note.data, note.rules) == ({"what": "Claws at Vera"}, ("MV-INIT-05",))

    def test_a_non_player_character_s_deed_costs_nobody_slots(self, table: Protagonists) -> None:
        table.play("npc_acts", who="ghoul", what="Claws at Vera")
        assert table.slots("vera") == 5

    def test_player_characters_do_not_act_so(self, table: Protagonists) -> None:
        assert table.refusal("npc_acts", who="vera", what="Kicks").rule == "MV-INIT-05"

    @pytest.mark.rules("MV-UNC-01", "MV-RULING-44")
    @pytest.mark.parametrize(("what", "rule"), [("dead", "MV-RULING-44"), ("unconscious", "MV-UNC-01")])
    def test_the_dead_and_the_unconscious_do_nothing(self, table: Protagonists, what: str, rule: str) -> None:
        table.let("ghoul", ConditionGained(name="fate", condition=Condition(what=what)))
        assert table.refusal("npc_acts", who="ghoul", what="Claws at Vera").rule == rule
