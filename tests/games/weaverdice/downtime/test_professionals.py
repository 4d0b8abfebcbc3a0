"""Professionals: what they add, what they halve, and what they ask for it."""

from __future__ import annotations

import pytest

from api.testing.table import outcomes
from tests.games.weaverdice.ward import Ward, split


@pytest.fixture
def table() -> Ward:
    return Ward()


@pytest.mark.rules("WD-RNR-05", "WD-RULING-97")
class TestProfessionals:
    def test_professionals_add_a_roll_of_their_own_for_every_situation(self, table: Ward) -> None:
        table.doctor()
        table.broken_leg(30)
        dice = {"rest/1": [1], "rest/2": [2], "help/1": [6]}
        table.rest("days:leg", "days:leg", professional="Doc", dice=dice)
        assert table.days() == 30 - 2 - 3 - 6

    @pytest.mark.rules("WD-RULING-130")
    def test_one_roll_for_each_situation_beside_the_halving(self, table: Ward) -> None:
        table.doctor()
        table.broken_leg(40)
        table.play("lay_up", who="ramjet", what="Fever", days=30)
        dice = {"halve/1": [4], "rest/1": [1], "rest/2": [1], "rest/3": [1], "help/1": [6], "help/2": [5]}
        table.rest("days:leg", "days:fever", "days:leg", professional="Doc", halve=["leg"], dice=dice)
        assert (table.days(), table.days("fever")) == (20 - 2 - 2 - 6, 30 - 2 - 5)

    @pytest.mark.rules("WD-RULING-130", "WD-RNR-06")
    def test_where_the_campaign_has_it_so_they_only_halve(self) -> None:
        table = Ward(professional_help="halving only")
        table.doctor()
        table.broken_leg(40)
        table.rest("days:leg", professional="Doc", halve=["leg"], dice={"halve/1": [4], "rest/1": [1]})
        assert (table.days(), table.refused(professional="Doc", care=split(("days:leg",)))) == (20 - 2, "WD-RNR-05")

    def test_professionals_roll_for_what_the_patient_leaves_to_them(self, table: Ward) -> None:
        table.doctor()
        table.scarred("moderate")
        table.rest(professional="Doc", care=split(("scar:w1",)), dice={"help/1": [4]})
        assert table.wounds("ramjet") == []

    def test_a_roll_below_four_rids_of_no_scar(self, table: Ward) -> None:
        table.doctor()
        table.scarred("moderate")
        table.rest(professional="Doc", care=split(("scar:w1",)), dice={"help/1": [3]})
        assert table.wounds("ramjet") == ["body/1: moderate"]

    def test_getting_past_something_gains_by_them(self, table: Ward) -> None:
        table.doctor()
        table.play("face_hardship", who="ramjet", what="grief", goal=20)
        table.rest("past:grief", professional="Doc", dice={"rest/1": [2], "help/1": [6]})
        assert [task.progress for task in table.sheet("ramjet").tasks.values()] == [9]

    def test_professionals_are_paid_an_action(self, table: Ward) -> None:
        table.doctor(fee=700)
        table.rest(professional="Doc")
        table.rest(professional="Doc")
        assert table.paid() == 1400

    def test_who_cannot_pay_gets_no_help(self, table: Ward) -> None:
        table.doctor(fee=5000)
        table.play("spend", target="ramjet", track="money", amount=1)
        assert table.refused(professional="Doc") == "WD-RNR-05"

    @pytest.mark.parametrize(("fee", "fits"), [(-1, False), (0, True), (5000, True), (5001, False)])
    def test_help_costs_between_nothing_and_five_thousand(self, table: Ward, fee: int, fits: bool) -> None:
        if fits:
            table.doctor(fee=fee)
            table.rest(professional="Doc")
            assert table.paid() == fee
        else:
            assert table.refusal("define_professional", name="Doc", fee=fee).rule == "WD-RNR-05"

    def test_their_dice_are_dice(self, table: Ward) -> None:
        assert table.refusal("define_professional", name="Doc", rolls="well").rule == "WD-RNR-05"

    def test_nobody_does_their_work_for_nobody(self, table: Ward) -> None:
        table.broken_leg()
        assert (table.refused(halve=["leg"]), table.refused(care=split(("days:leg",)))) == ("WD-RNR-05",) * 2

    def test_there_has_to_be_such_help(self, table: Ward) -> None:
        assert table.refusal("rest_and_recuperate", who="ramjet", professional="Panacea").missing


@pytest.mark.rules("WD-RNR-06", "WD-RULING-97", "WD-RULING-98")
class TestHalving:
    @pytest.mark.parametrize(("days", "die", "left"), [(20, 4, 10), (20, 3, 20), (21, 4, 11), (1, 6, 1)])
    def test_four_or_more_halves_what_is_left_rounded_up(self, table: Ward, days: int, die: int, left: int) -> None:
        table.doctor()
        table.broken_leg(days)
        table.rest(professional="Doc", halve=["leg"], dice={"halve/1": [die]})
        assert table.days() == left

    def test_each_halving_before_makes_it_harder_by_one(self, table: Ward) -> None:
        table.doctor()
        table.broken_leg(40)
        entries = [table.rest(professional="Doc", halve=["leg"], dice={"halve/1": [die]}) for die in (4, 4, 5, 6)]
        assert ([table.last_roll(entry).target for entry in entries], table.days()) == ([4, 5, 5, 6], 5)

    def test_other_conditions_are_as_easy_as_ever(self, table: Ward) -> None:
        table.doctor()
        table.broken_leg()
        table.play("lay_up", who="ramjet", what="Fever", days=8)
        table.rest(professional="Doc", halve=["leg"], dice={"halve/1": [4]})
        table.rest(professional="Doc", halve=["fever"], dice={"halve/1": [4]})
        assert (table.days(), table.days("fever")) == (10, 4)

    def test_halving_is_tried_beside_the_other_rolls(self, table: Ward) -> None:
        table.doctor()
        table.broken_leg()
        dice = {"halve/1": [4], "rest/1": [1], "help/1": [3]}
        table.rest("days:leg", professional="Doc", halve=["leg"], dice=dice)
        assert table.days() == 10 - 2 - 3

    def test_undoing_the_first_halving_changes_the_second(self, table: Ward) -> None:
        table.doctor()
        table.broken_leg(40)
        first = table.rest(professional="Doc", halve=["leg"], dice={"halve/1": [4]})
        second = table.rest(professional="Doc", halve=["leg"], dice={"halve/1": [4]})
        before = table.days()
        assert (outcomes(table.undo(first))[second], before, table.days()) == ("restated", 20, 20)


@pytest.mark.rules("WD-RNR-07")
class TestMaskdoc:
    def test_strangers_pay_2000(self, table: Ward) -> None:
        table.rest(professional="Maskdoc")
        assert table.paid() == 2000

    def test_with_a_reference_it_is_500(self, table: Ward) -> None:
        table.play("refer", who="ramjet", professional="Maskdoc")
        table.rest(professional="Maskdoc")
        assert table.paid() == 500

    def test_as_it_is_once_they_have_done_business(self, table: Ward) -> None:
        table.rest(professional="Maskdoc")
        table.rest(professional="Maskdoc")
        assert table.paid() == 2500

    def test_one_reference_is_enough(self, table: Ward) -> None:
        table.play("refer", who="ramjet", professional="Maskdoc")
        assert table.refusal("refer", who="ramjet", professional="Maskdoc").rule == "WD-RNR-07"

    def test_the_fractured_leg(self, table: Ward) -> None:
        table.play("refer", who="ramjet", professional="Maskdoc")
        table.play("lay_up", who="ramjet", what="Leg", days=20)
        set_it = table.rest(professional="Maskdoc", halve=["leg"], dice={"halve/1": [5]})
        assert (table.rolls(set_it), table.days()) == ({"halve/1": 4}, 10)
        for die, left in ((5, 10), (6, 5)):
            entry = table.rest(professional="Maskdoc", halve=["leg"], dice={"halve/1": [die]})
            assert (table.last_roll(entry).target, table.days()) == (5, left)
