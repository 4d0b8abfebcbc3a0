"""What is done at initialization, and that a place in the cycle stays once it is assigned."""

from __future__ import annotations

from typing import Any

import pytest

from api.testing.table import outcomes
from domain.play.refusals import Refused
from tests.games.midnight_in_vaia.encounter.test_initialization import order_of
from tests.games.midnight_in_vaia.people import Protagonists, three


@pytest.fixture
def table() -> Protagonists:
    return three()


@pytest.mark.rules("MV-INIT-06", "MV-INIT-07", "MV-RULING-37")
class TestStayAction:
    @pytest.fixture(autouse=True)
    def checks(self, table: Protagonists) -> None:
        table.protagonist("noor")
        table.check(vera=17, milo=12, tam=9, noor=9)

    def test_one_with_a_higher_result_starts_later(self, table: Protagonists) -> None:
        table.play("stay", who="vera", behind="milo")
        table.play("start_round")
        assert order_of(table) == [["milo"], ["vera"], ["noor", "tam"]]

    def test_behind_several_it_is_behind_all_of_them_and_the_final_phase(self, table: Protagonists) -> None:
        table.play("stay", who="vera", behind="tam")
        table.play("start_round")
        table.end("milo", "noor", "tam")
        assert (table.acting(), table.pace.phase) == (["vera"], "final")

    def test_the_later_place_is_kept_in_all_rounds(self, table: Protagonists) -> None:
        table.play("stay", who="vera", behind="milo")
        for _ in range(2):
            table.play("start_round")
            assert order_of(table)[1] == ["vera"]

    def test_of_two_behind_the_same_one_the_later_to_say_so_acts_first(self, table: Protagonists) -> None:
        table.play("stay", who="vera", behind="tam")
        table.play("stay", who="milo", behind="tam")
        table.play("start_round")
        assert order_of(table) == [["noor", "tam"], ["milo"], ["vera"]]

    def test_one_may_stay_behind_a_character_who_stays(self, table: Protagonists) -> None:
        table.play("stay", who="milo", behind="tam")
        table.play("stay", who="vera", behind="milo")
        table.play("start_round")
        assert order_of(table) == [["noor", "tam"], ["milo"], ["vera"]]

    @pytest.mark.parametrize(("who", "behind"), [("milo", "vera"), ("tam", "noor"), ("vera", "vera")])
    def test_one_stays_behind_lower_places_only(self, table: Protagonists, who: str, behind: str) -> None:
        assert table.refusal("stay", who=who, behind=behind).rule == "MV-INIT-06"

    def test_a_place_that_was_chosen_cannot_be_changed(self, table: Protagonists) -> None:
        table.play("stay", who="vera", behind="milo")
        assert table.refusal("stay", who="vera", behind="tam").rule == "MV-INIT-07"

    def test_nobody_stays_once_the_rounds_run(self, table: Protagonists) -> None:
        table.play("start_round")
        assert table.refusal("stay", who="vera", behind="milo").rule == "MV-INIT-07"

    def test_nobody_checks_twice(self, table: Protagonists) -> None:
        assert table.refusal("awareness", who="vera", dice={"awareness": [3]}).rule == "MV-INIT-07"

    def test_who_has_no_place_cannot_stay(self, table: Protagonists) -> None:
        table.protagonist("late")
        assert table.refusal("stay", who="late", behind="milo").rule == "not-there"

    def test_no_player_stays_with_another_s_character(self, table: Protagonists) -> None:
        table.protagonist("stranger", owner="gm")
        assert "stay" in table.forbidden("stay", as_player="ana", who="stranger", behind="milo")

    def test_without_it_the_result_is_the_place_again(self, table: Protagonists) -> None:
        stayed = table.play("stay", who="vera", behind="milo")
        started = table.play("start_round")
        assert outcomes(table.undo(stayed)) == {stayed: "struck", started: "restated"}
        assert table.acting() == ["vera"]


@pytest.mark.rules("MV-INIT-08")
class TestInitializationActions:
    @pytest.fixture(autouse=True)
    def learnt(self, table: Protagonists) -> None:
        """Vera has an ability for initialization only: two Action Slots more in one round."""
        table.play("learn", who="vera", ability="ear-to-the-ground")

    def use(self, table: Protagonists) -> int:
        return table.play("use", who="vera", ability="ear-to-the-ground", as_player="ana")

    def refused(self, table: Protagonists) -> str:
        return table.refusal("use", who="vera", ability="ear-to-the-ground").rule

    def test_initialization_actions_are_resolved_before_the_first_cycle_begins(self, table: Protagonists) -> None:
        table.check(vera=17, milo=9)
        entry = self.use(table)
        table.play("start_round")
        assert (table.slots("vera"), "MV-INIT-08" in table.cited(entry)) == (7, True)

    def test_what_lasts_a_round_lasts_the_first(self, table: Protagonists) -> None:
        table.check(vera=17, milo=9)
        self.use(table)
        table.play("start_round")
        table.next_round("vera", "milo")
        assert table.slots("vera") == 5

    def test_initialization_actions_are_refused_before_initialization(self, table: Protagonists) -> None:
        assert self.refused(table) == "MV-INIT-01"

    def test_initialization_actions_are_refused_once_the_rounds_run(self, table: Protagonists) -> None:
        table.start(vera=17, milo=9)
        assert self.refused(table) == "MV-INIT-08"

    def test_initialization_actions_are_refused_between_two_rounds(self, table: Protagonists) -> None:
        table.start(vera=17)
        table.end("vera")
        assert self.refused(table) == "MV-INIT-08"

    def test_undone_it_gives_nothing(self, table: Protagonists) -> None:
        table.check(vera=17, milo=9)
        entry = self.use(table)
        started = table.play("start_round")
        assert outcomes(table.undo(entry)) == {entry: "struck", started: "restated"}
        assert table.slots("vera") == 5


@pytest.mark.rules("MV-SLOT-05", "MV-INIT-08")
class TestOtherDeedsDuringInitialization:
    @pytest.fixture(autouse=True)
    def checks(self, table: Protagonists) -> None:
        """Everybody but Tam has checked Awareness, and no round has begun; a ghoul takes part, and is Vulnerable."""
        table.foe("ghoul")
        table.play("expose", who="ghoul", because="Surprised")
        table.play("learn", who="vera", ability="shove")
        table.check(vera=17, milo=9)

    @pytest.mark.parametrize(
        ("word", "args"),
        [
            ("act", {"who": "vera", "what": "Kick", "cost": "9AS"}),
            ("act", {"who": "tam", "what": "Kick"}),
            ("use", {"who": "vera", "ability": "shove", "target": "ghoul"}),
            ("walk", {"who": "vera"}),
            ("execute", {"who": "vera", "target": "ghoul"}),
            ("handle_together", {"who": "vera", "what": "The gate", "alongside": ["milo"]}),
            (
                "begin_combo",
                {"who": "vera", "what": "Lift", "cost": "1AS", "partners": ["milo"], "finishing": "1RS"},
            ),
        ],
    )
    def test_nobody_does_in_it_what_is_not_for_it(self, table: Protagonists, word: str, args: dict[str, Any]) -> None:
        assert table.refusal(word, **args).rule == "MV-SLOT-05"

    def test_non_player_characters_act_at_any_time(self, table: Protagonists) -> None:
        assert table.kinds(table.play("act", who="ghoul", what="Bite")) == ["Noted"]


@pytest.mark.rules("MV-INIT-06", "MV-INIT-07", "MV-RULING-48")
class TestAPlaceThatIsAssignedStays:
    def back(self, table: Protagonists, who: str = "milo", dice: dict[str, list[int]] | None = None) -> int:
        """A character leaves, and comes back."""
        table.play("leave_encounter", who=who, because="out of the window")
        return table.play("awareness", who=who, dice=dice)

    def test_a_protagonist_who_comes_back_has_the_place_they_had(self, table: Protagonists) -> None:
        table.start(vera=9, milo=17, tam=12)
        entry = self.back(table)
        assert (table.rolls(entry), "MV-INIT-07" in table.cited(entry)) == ({}, True)
        table.end("tam", "vera")
        table.play("start_round")
        assert order_of(table) == [["milo"], ["tam"], ["vera"]]

    def test_a_place_that_was_kept_counts_from_the_next_round(self, table: Protagonists) -> None:
        table.start(vera=9, milo=17, tam=12)
        self.back(table, "vera")
        assert order_of(table) == [["milo"], ["tam"]]
        table.play("start_round")
        assert order_of(table) == [["milo"], ["tam"], ["vera"]]

    def test_before_the_first_round_nothing_is_rolled_anew(self, table: Protagonists) -> None:
        table.check(vera=9, milo=17)
        assert table.rolls(self.back(table)) == {}
        table.play("start_round")
        assert order_of(table) == [["milo"], ["vera"]]

    def test_a_die_for_another_check_is_refused(self, table: Protagonists) -> None:
        table.start(vera=9, milo=17)
        with pytest.raises(Refused):
            self.back(table, dice={"awareness": [3]})

    def test_a_place_chosen_by_staying_back_is_kept(self, table: Protagonists) -> None:
        table.check(vera=9, milo=17, tam=12)
        table.play("stay", who="milo", behind="vera")
        self.back(table)
        assert table.refusal("stay", who="milo", behind="vera").rule == "MV-INIT-07"
        table.play("start_round")
        assert order_of(table) == [["tam"], ["vera"], ["milo"]]

    def test_equals_are_equals_again(self, table: Protagonists) -> None:
        table.start(vera=17, milo=17, tam=9)
        self.back(table)
        table.end("vera", "tam")
        table.play("start_round")
        assert order_of(table) == [["milo", "vera"], ["tam"]]

    def test_who_was_never_there_rolls(self, table: Protagonists) -> None:
        table.start(vera=9, milo=17)
        self.back(table)
        assert table.rolls(table.check(tam=12)["tam"]) == {"awareness": 12}

    def test_in_another_encounter_they_roll_anew(self, table: Protagonists) -> None:
        table.start(vera=9, milo=17)
        table.play("leave_encounter", who="milo")
        table.create("roof", "encounter")
        assert table.rolls(table.check(milo=3)["milo"]) == {"awareness": 3}
