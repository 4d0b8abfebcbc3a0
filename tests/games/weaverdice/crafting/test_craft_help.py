"""Help at the workbench: other capes, henchmen, and a Craftsman."""

from __future__ import annotations

import pytest

from api.testing.table import outcomes
from tests.games.weaverdice.bench import Bench


@pytest.mark.rules("WD-CRF-08")
class TestHelp:
    def helped(self) -> Bench:
        table = Bench()
        table.cape("pearl")
        table.begin_craft()
        table.slot()
        return table

    def test_a_second_cape_adds_a_roll_at_each_step(self) -> None:
        table = self.helped()
        table.play("help_craft", who="pearl", whose="ramjet", project="armor")
        table.craft(2, helped={"craft/pearl": [5]})
        table.craft(3, helped={"craft/pearl": [1]})
        assert table.sum() == 8

    def test_with_the_skills_of_their_own(self) -> None:
        table = self.helped()
        table.learn("craft", who="pearl")
        table.play("help_craft", who="pearl", whose="ramjet", project="armor")
        table.craft(2, helped={"craft/pearl": [1, 6]})
        assert table.sum() == 6

    def test_for_as_long_as_the_phase(self) -> None:
        table = self.helped()
        table.play("open_downtime")
        table.play("help_craft", who="pearl", whose="ramjet", project="armor")
        table.play("end_downtime")
        table.slot()
        assert table.rolls(table.craft(2)) == {"craft": 2}

    def test_a_hand_from_a_helper_hanging_out_adds_one_roll_to_one_attempt(self) -> None:
        table = self.helped()
        table.play("hang_out", who="pearl", aim="cards at the workshop")
        table.play("lend_a_hand", who="pearl", whose="ramjet", project="armor")
        table.craft(2, helped={"craft/pearl": [5]})
        table.craft(1)
        assert table.sum() == 6

    def test_a_hand_from_a_helper_recuperating_adds_one_roll(self) -> None:
        table = self.helped()
        table.play("rest_and_recuperate", who="pearl")
        table.play("lend_a_hand", who="pearl", whose="ramjet", project="armor")
        table.craft(2, helped={"craft/pearl": [5]})
        assert table.sum() == 5

    def test_only_the_leisurely_lend_a_hand(self) -> None:
        refusal = self.helped().refusal("lend_a_hand", who="pearl", whose="ramjet", project="armor")
        assert refusal.rule == "WD-CRF-08"

    def test_a_slot_of_company_is_one_hand(self) -> None:
        table = self.helped()
        table.play("hang_out", who="pearl", aim="cards at the workshop")
        table.play("lend_a_hand", who="pearl", whose="ramjet", project="armor")
        table.craft(2, helped={"craft/pearl": [5]})
        assert table.refusal("lend_a_hand", who="pearl", whose="ramjet", project="armor").rule == "WD-CRF-08"

    def test_a_helper_rolls_once_for_an_attempt(self) -> None:
        table = self.helped()
        table.play("help_craft", who="pearl", whose="ramjet", project="armor")
        assert table.refusal("help_craft", who="pearl", whose="ramjet", project="armor").rule == "WD-CRF-08"

    def test_nobody_helps_with_their_own(self) -> None:
        assert self.helped().refusal("help_craft", who="ramjet", whose="ramjet", project="armor").rule == "WD-CRF-08"

    def test_there_has_to_be_something_to_help_with(self) -> None:
        assert self.helped().refusal("help_craft", who="pearl", whose="ramjet", project="icon").missing

    @pytest.mark.parametrize("kind", ["follower", "underling"])
    def test_henchmen_roll_and_are_tied_up(self, kind: str) -> None:
        table = self.helped()
        worker = self.henchman(table, kind)
        table.play("open_downtime")
        table.play("put_to_work", who="ramjet", worker="fan", project="armor")
        table.craft(2, helped={f"craft/{worker}": [6]})
        state = table.group("circle-of-ramjet").followers[worker].state
        assert (table.sum(), state) == (6, "tapped")

    def test_helping_henchmen_do_no_other_work_meanwhile(self) -> None:
        table = self.helped()
        self.henchman(table, "underling")
        table.play("put_to_work", who="ramjet", worker="fan", project="armor")
        assert table.refusal("put_to_work", who="ramjet", worker="fan", project="armor").rule == "WD-CRF-08"

    def test_until_the_phase_is_over(self) -> None:
        table = self.helped()
        worker = self.henchman(table, "underling")
        table.play("open_downtime")
        table.play("put_to_work", who="ramjet", worker="fan", project="armor")
        table.play("end_downtime")
        assert table.group("circle-of-ramjet").followers[worker].state == "ready"

    def henchman(self, table: Bench, kind: str) -> str:
        if kind == "underling":
            table.play("take_on_underling", who="ramjet", type="fan")
        else:
            table.play("reward_follower", who="ramjet", type="fan")
        (name,) = table.group("circle-of-ramjet").followers
        return name

    def test_without_the_help_the_own_die_counts(self) -> None:
        table = self.helped()
        helped = table.play("help_craft", who="pearl", whose="ramjet", project="armor")
        rolled = table.craft(2, helped={"craft/pearl": [5]})
        assert (outcomes(table.undo(helped))[rolled], table.sum()) == ("restated", 2)


@pytest.mark.rules("WD-CRF-09")
class TestCraftsman:
    @pytest.fixture
    def table(self) -> Bench:
        table = Bench()
        table.play("reward_follower", who="ramjet", type="craftsman")
        table.begin_craft()
        table.slot()
        return table

    def state(self, table: Bench) -> list[str]:
        return [follower.state for follower in table.group("circle-of-ramjet").followers.values()]

    def test_tapped_they_supply_a_four(self, table: Bench) -> None:
        table.craft(1, responses={"craft/craftsman": "yes"})
        assert (table.sum(), self.state(table)) == (4, ["tapped"])

    def test_craftsmen_may_be_left_untapped(self, table: Bench) -> None:
        table.craft(1)
        assert (table.sum(), self.state(table)) == (1, ["ready"])

    def test_having_thought_better_of_it(self, table: Bench) -> None:
        entry = table.craft(1)
        table.answer_late(entry, {"craft/craftsman": "yes"})
        assert (table.sum(), self.state(table)) == (4, ["tapped"])

    def test_only_one_craftsman_helps(self, table: Bench) -> None:
        table.craft(1, responses={"craft/craftsman": "yes"})
        table.craft(1)
        assert table.sum() == 5

    def test_a_good_roll_needs_none(self, table: Bench) -> None:
        table.craft(4)
        assert (table.sum(), table.sheet("ramjet").questions) == (4, {})
