"""Moving: how far, in passing, behind cover, and off one's feet."""

from __future__ import annotations

import pytest

from api.testing.table import outcomes
from domain.vocabulary.maps import Area, AreaDrawn, Placed, Position
from tests.games.cthulhu_eternal.people import Cellar


@pytest.fixture
def table() -> Cellar:
    """It is Ana's count, and then Bo's."""
    table = Cellar()
    table.begin(ana=14, bo=11)
    return table


def put(table: Cellar, who: str, x: int, y: int) -> None:
    table.let(
        "cellar", Placed(name=table.ref(who).partition("/")[2], position=Position(subject=table.ref(who), x=x, y=y))
    )


def where(table: Cellar, who: str) -> tuple[int | None, int | None]:
    position = table.scene().positions[table.ref(who).partition("/")[2]]
    return position.x, position.y


@pytest.mark.rules("CE-ACT-22")
class TestHowFar:
    @pytest.mark.parametrize(("pace", "yards"), [("jog", 10), ("run", 20), ("sprint", 30)])
    def test_as_far_as_the_pace_goes(self, table: Cellar, pace: str, yards: int) -> None:
        table.play("move", who="ana", pace=pace, yards=yards)
        assert table.place("ana").moved == yards

    @pytest.mark.parametrize(("pace", "yards"), [("jog", 11), ("run", 21), ("sprint", 31)])
    def test_nobody_moves_farther_than_the_pace_goes(self, table: Cellar, pace: str, yards: int) -> None:
        assert table.refusal("move", who="ana", pace=pace, yards=yards).rule == "CE-ACT-22"

    def test_a_move_is_measured_on_the_map(self, table: Cellar) -> None:
        put(table, "ana", 0, 0)
        assert table.refusal("move", who="ana", x=8, y=7).rule == "CE-ACT-22"
        table.play("move", who="ana", x=6, y=8)
        assert (where(table, "ana"), table.place("ana").moved) == ((6, 8), 10)

    def test_who_is_not_on_the_map_comes_onto_it(self, table: Cellar) -> None:
        table.play("move", who="ana", x=6, y=8)
        assert where(table, "ana") == (6, 8)

    def test_from_area_to_area(self, table: Cellar) -> None:
        table.let("cellar", AreaDrawn(name="stairs", area=Area()))
        table.play("move", who="ana", pace="run", area="stairs")
        assert table.scene().positions[table.ref("ana").partition("/")[2]].area == "stairs"

    @pytest.mark.rules("CE-RULING-59")
    def test_nobody_moves_who_is_prone(self, table: Cellar) -> None:
        table.suffer("ana", "prone")
        assert table.refusal("move", who="ana").rule == "CE-ACT-34"


@pytest.mark.rules("CE-ACT-23")
class TestShifting:
    def test_beside_another_action(self, table: Cellar) -> None:
        table.play("shift", who="ana", yards=3)
        table.play("act", who="ana", what="Pulls the lever.")
        assert table.place("ana").moved == 3

    def test_some_three_yards(self, table: Cellar) -> None:
        assert table.refusal("shift", who="ana", yards=4).rule == "CE-ACT-23"

    def test_in_a_turn(self, table: Cellar) -> None:
        table.play("shift", who="ana", yards=2)
        assert table.refusal("shift", who="ana", yards=2).rule == "CE-ACT-23"

    def test_nobody_shifts_beside_a_move(self, table: Cellar) -> None:
        table.play("move", who="ana", yards=10)
        assert table.refusal("shift", who="ana", yards=1).rule == "CE-ACT-23"

    def test_a_move_after_it_is_so_much_shorter(self, table: Cellar) -> None:
        table.play("shift", who="ana", yards=3)
        assert table.refusal("move", who="ana", yards=8).rule == "CE-ACT-22"
        table.play("move", who="ana", yards=7)
        assert table.place("ana").moved == 10

    def test_on_one_s_count(self, table: Cellar) -> None:
        assert table.refusal("shift", who="bo", yards=1).rule == "CE-TURN-02"

    def test_a_shift_does_not_lead_out_of_cover_by_itself(self, table: Cellar) -> None:
        table.play("move", who="ana", cover=5)
        table.next(2)
        table.play("shift", who="ana", yards=1)
        assert "covered" in table.conditions("ana")
        table.play("shift", who="ana", yards=2, leaves_cover=True)
        assert "covered" not in table.conditions("ana")

    def test_the_pinned_do_not(self, table: Cellar) -> None:
        table.suffer("ana", "pinned")
        assert table.refusal("shift", who="ana", yards=1).rule == "CE-ACT-30"

    def test_the_next_turn_brings_three_yards_again(self, table: Cellar) -> None:
        table.play("shift", who="ana", yards=3)
        table.next(2)
        table.play("shift", who="ana", yards=3)
        assert table.place("ana").moved == 3

    def test_undone_the_yards_are_there_again(self, table: Cellar) -> None:
        shifted = table.play("shift", who="ana", yards=3)
        table.undo(shifted)
        table.play("shift", who="ana", yards=2)
        assert table.place("ana").moved == 2


@pytest.mark.rules("CE-ACT-24")
class TestFooting:
    def call(self, table: Cellar, rolled: int, modifier: int = 0) -> int:
        return table.play("call_for_footing", who="ana", dice={"footing": [rolled]}, modifier=modifier)

    @pytest.mark.parametrize(("rolled", "falls"), [(69, False), (70, False), (71, True)])
    def test_dex_times_five_keeps_one_upright(self, table: Cellar, rolled: int, falls: bool) -> None:
        table.play("move", who="ana", pace="run")
        self.call(table, rolled)
        assert ("prone" in table.conditions("ana")) is falls

    def test_the_ground_may_be_worse(self, table: Cellar) -> None:
        table.play("move", who="ana", pace="sprint")
        called = self.call(table, 51, modifier=-20)
        assert ("prone" in table.conditions("ana"), table.outcomes_of(called)) == (True, {"footing": "failure"})

    def test_moving_needs_no_roll_of_its_own(self, table: Cellar) -> None:
        assert table.rolls(table.play("move", who="ana", pace="sprint")) == {}

    @pytest.mark.parametrize("pace", ["", "jog"])
    def test_who_does_not_run_does_not_stumble(self, table: Cellar, pace: str) -> None:
        if pace:
            table.play("move", who="ana", pace=pace)
        assert table.refusal("call_for_footing", who="ana").rule == "CE-ACT-24"

    def test_footing_is_not_called_for_after_the_next_count(self, table: Cellar) -> None:
        table.play("move", who="ana", pace="run")
        table.next(2)
        assert table.refusal("call_for_footing", who="ana").rule == "CE-ACT-24"

    def test_only_the_game_master_calls_for_footing(self, table: Cellar) -> None:
        table.play("move", who="ana", pace="run")
        assert table.forbidden("call_for_footing", as_player="ana", who="ana")

    def test_footing_is_on_record(self, table: Cellar) -> None:
        table.play("move", who="ana", pace="run")
        assert "CE-ACT-24" in table.cited(self.call(table, 50))


@pytest.mark.rules("CE-ACT-25")
class TestTheStumble:
    @pytest.fixture(autouse=True)
    def fallen(self, table: Cellar) -> None:
        """Ana stumbles as she runs; it is her count again."""
        table.play("move", who="ana", pace="run")
        self.fell = table.play("call_for_footing", who="ana", dice={"footing": [95]})
        table.next(2)

    def test_a_stumble_takes_the_next_count(self, table: Cellar) -> None:
        assert table.conditions("ana") == ["fallen", "prone"]
        assert table.refusal("act", who="ana", what="Shouts.").rule == "CE-ACT-25"
        assert table.refusal("aim", who="ana").rule == "CE-ACT-25"

    def test_nobody_stands_up_on_the_count_after_a_stumble(self, table: Cellar) -> None:
        assert table.refusal("stand_up", who="ana").rule == "CE-ACT-25"

    def test_recovering_takes_the_turn(self, table: Cellar) -> None:
        table.play("recover", who="ana")
        assert (table.conditions("ana"), table.place("ana").budget) == ([], {"action": 0})

    def test_after_it_everything_is_open_again(self, table: Cellar) -> None:
        table.play("recover", who="ana")
        table.next(2)
        table.play("aim", who="ana")
        assert table.conditions("ana") == ["aimed"]

    def test_who_has_not_stumbled_does_not_recover(self, table: Cellar) -> None:
        assert "not stumbled" in table.refusal("recover", who="bo").player

    def test_had_they_not_stumbled_they_had_not_recovered(self, table: Cellar) -> None:
        recovered = table.play("recover", who="ana")
        plan = table.undo(self.fell, policy="cascade")
        assert outcomes(plan)[recovered] == "struck"
        assert table.conditions("ana") == []


@pytest.mark.rules("CE-ACT-26")
class TestCover:
    def armor(self, table: Cellar, who: str) -> list[object]:
        return [one.data["armor"] for one in table.sheet(who).conditions.values() if one.what == "covered"]

    def test_the_mover_is_behind_it_at_the_end(self, table: Cellar) -> None:
        table.play("move", who="ana", cover=10)
        assert self.armor(table, "ana") == [10]

    def test_where_there_is_none_there_is_none(self, table: Cellar) -> None:
        table.play("move", who="ana")
        assert self.armor(table, "ana") == []

    def test_moving_on_leaves_it(self, table: Cellar) -> None:
        table.play("move", who="ana", cover=10)
        table.next(2)
        table.play("move", who="ana", cover=5)
        assert self.armor(table, "ana") == [5]

    def test_on_a_shared_count_it_protects_only_afterwards(self) -> None:
        table = Cellar()
        table.begin(ana=12, bo=12)
        table.play("move", who="ana", cover=10)
        before = self.armor(table, "ana")
        table.next()
        assert (before, self.armor(table, "ana")) == ([], [10])

    def ask(self, table: Cellar, answer: str) -> None:
        """Ana's player moves behind a wall, if there is one."""
        deed = table.play("move", as_player="ana", who="ana", cover=5)
        (question,) = table.scene().questions.values()
        assert question.owner == "gm"
        table.play("freeform.answer", deed=deed, key="cover", choice=answer)

    @pytest.mark.parametrize(("answer", "armor"), [("there is", [5]), ("there is none", [])])
    def test_a_player_s_cover_is_there_if_the_game_master_says_so(
        self, table: Cellar, answer: str, armor: list[int]
    ) -> None:
        self.ask(table, answer)
        assert (self.armor(table, "ana"), table.place("ana").moved) == (armor, 10)

    @pytest.mark.parametrize(("cover", "asked"), [(5, 0), (6, 1)])
    def test_what_was_pointed_out_is_there(self, table: Cellar, cover: int, asked: int) -> None:
        table.play("point_out_cover", who="ana", armor=5)
        table.play("move", as_player="ana", who="ana", cover=cover)
        assert len(table.scene().questions) == asked

    def test_moving_behind_cover_cites_its_rule(self, table: Cellar) -> None:
        assert "CE-ACT-26" in table.cited(table.play("move", who="ana", cover=10))


@pytest.mark.rules("CE-ACT-34")
class TestAnythingElse:
    @pytest.mark.parametrize("what", ["Drinks from the vial.", "Pulls the lever.", "Catches the rope."])
    def test_anything_else_costs_the_turn_s_action(self, table: Cellar, what: str) -> None:
        done = table.play("act", who="ana", what=what)
        assert (table.place("ana").budget, "CE-ACT-34" in table.cited(done)) == ({"action": 0}, True)

    def test_taking_something_up_is_one(self, table: Cellar) -> None:
        lamp = table.carry("ana", "lamp", "ground")
        table.play("take_up", who="ana", item="lamp")
        assert (table.sheet("ana").items[lamp].location, table.place("ana").budget) == ("hand/right", {"action": 0})

    def test_the_other_hand_takes_what_the_first_cannot(self, table: Cellar) -> None:
        table.carry("ana", "knife")
        lamp = table.carry("ana", "lamp", "ground")
        table.play("take_up", who="ana", item=lamp)
        assert table.sheet("ana").items[lamp].location == "hand/left"

    def test_what_another_dropped_changes_hands(self, table: Cellar) -> None:
        gun = table.carry("bo", "gun", "ground")
        table.play("take_up", who="ana", item="gun", of="bo", both_hands=True)
        assert (table.sheet("ana").items[gun].location, table.sheet("bo").items) == ("hand/both", {})

    def test_full_hands_take_nothing_up(self, table: Cellar) -> None:
        table.carry("ana", "rifle", "hand/both")
        table.carry("ana", "lamp", "ground")
        assert table.refusal("take_up", who="ana", item="lamp").rule == "CE-ACT-34"

    def test_what_is_in_a_hand_does_not_lie_on_the_ground(self, table: Cellar) -> None:
        table.carry("bo", "gun")
        assert table.refusal("take_up", who="ana", item="gun", of="bo").rule == "CE-ACT-34"

    def test_standing_up_is_one(self, table: Cellar) -> None:
        table.suffer("ana", "prone")
        table.play("stand_up", who="ana")
        assert (table.conditions("ana"), table.place("ana").budget) == ([], {"action": 0})

    @pytest.mark.rules("CE-RULING-59")
    def test_the_prone_may_act_otherwise(self, table: Cellar) -> None:
        table.suffer("ana", "prone")
        table.play("aim", who="ana")
        assert table.conditions("ana") == ["aimed", "prone"]

    def test_who_stands_does_not_stand_up(self, table: Cellar) -> None:
        assert "on their feet" in table.refusal("stand_up", who="ana").player


@pytest.mark.rules("CE-ACT-35")
class TestCallingForATest:
    @pytest.mark.parametrize(("rolled", "outcome"), [(50, "success"), (51, "failure")])
    def test_of_a_skill(self, table: Cellar, rolled: int, outcome: str) -> None:
        called = table.play("call_for_test", who="ana", of="First Aid", dice={"attempt": [rolled]})
        assert table.outcomes_of(called) == {"attempt": outcome}

    @pytest.mark.parametrize(
        ("times", "rolled", "outcome"), [(5, 70, "success"), (2, 29, "failure"), (2, 28, "success")]
    )
    def test_of_a_stat(self, table: Cellar, times: int, rolled: int, outcome: str) -> None:
        called = table.play("call_for_test", who="ana", of="dex", times=times, dice={"attempt": [rolled]})
        assert table.outcomes_of(called) == {"attempt": outcome}

    def test_with_a_modifier(self, table: Cellar) -> None:
        called = table.play("call_for_test", who="ana", of="alertness", modifier=20, dice={"attempt": [70]})
        assert table.outcomes_of(called) == {"attempt": "success"}

    def test_a_called_test_is_on_record_until_it_is_undone(self, table: Cellar) -> None:
        called = table.play("call_for_test", who="ana", of="alertness", dice={"attempt": [20]}, because="A noise?")
        assert "CE-ACT-35" in table.cited(called)
