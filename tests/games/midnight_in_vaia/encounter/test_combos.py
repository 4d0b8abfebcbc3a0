"""Combos of Midnight in Vaia: begun with Action Slots, finished by others with Reserved Slots."""

from __future__ import annotations

from typing import Any

import pytest

from api.testing.table import outcomes
from domain.history.plan import RevisionRefused
from domain.vocabulary.log import Noted
from tests.games.midnight_in_vaia.people import Protagonists, three_in_a_round


@pytest.fixture
def table() -> Protagonists:
    return three_in_a_round()


def args(who: str = "milo", *partners: str, **more: Any) -> dict[str, Any]:
    named = list(partners or ("vera",))
    return {"who": who, "what": "Fastball", "cost": "2AS", "finishing": "3RS", "partners": named, **more}


def begin(table: Protagonists, *partners: str, **more: Any) -> int:
    return table.play("begin_combo", **args("milo", *partners, **more))


def finish(table: Protagonists, who: str = "vera") -> int:
    return table.play("finish_combo", who=who, begun_by="milo")


def happened(table: Protagonists, entry: int) -> bool:
    return any(isinstance(event, Noted) and event.name == "combo" for event in table.told(entry))


@pytest.mark.rules("MV-MULTI-01")
class TestWhoCanTakePart:
    def test_everybody_needs_slots(self, table: Protagonists) -> None:
        assert table.refusal("begin_combo", **args("milo", "vera", "tam")).rule == "MV-MULTI-01"

    @pytest.mark.rules("MV-RULING-46")
    @pytest.mark.parametrize(("spent", "begins"), [(2, True), (3, False), (4, False)])
    def test_every_partner_can_pay_their_whole_part(self, table: Protagonists, spent: int, begins: bool) -> None:
        table.play("act", who="vera", what="Duck", cost=f"1AS|{spent}RS")
        if begins:
            assert begin(table)
        else:
            refusal = table.refusal("begin_combo", **args())
            sentence = f"A partner pays the whole of their part: 3 slots; vera has {5 - spent} to spend."
            assert (refusal.rule, refusal.player) == ("MV-MULTI-01", sentence)

    @pytest.mark.rules("MV-RULING-46")
    def test_one_partner_who_cannot_pay_is_enough_to_refuse_it(self) -> None:
        table = Protagonists()
        for who, agility in {"vera": 0, "tam": -3, "milo": 0, "noor": 0}.items():
            table.protagonist(who, agility=agility)
        table.start(vera=17, tam=15, milo=12, noor=3)
        table.end("vera", "tam")
        assert "tam has 2" in table.refusal("begin_combo", **args("milo", "vera", "tam")).player

    @pytest.mark.rules("MV-RULING-46")
    def test_in_the_final_phase_the_part_costs_what_it_does_there(self) -> None:
        table = Protagonists()
        table.protagonist("vera")
        table.protagonist("milo")
        table.start(vera=17, milo=12)
        table.end("vera")
        assert "12 slots; vera has 5" in table.refusal("begin_combo", **args()).player
        assert begin(table, finishing="3RS|5FP")

    @pytest.mark.rules("MV-RULING-46")
    def test_undone_the_slots_were_enough(self, table: Protagonists) -> None:
        ducked = table.play("act", who="vera", what="Duck", cost="1AS|3RS")
        assert table.refusal("begin_combo", **args()).rule == "MV-MULTI-01"
        table.undo(ducked)
        assert begin(table)

    def test_none_is_not(self, table: Protagonists) -> None:
        table.play("act", who="vera", what="Duck", cost="1AS|5RS")
        assert "vera" in table.refusal("begin_combo", **args()).player

    @pytest.mark.parametrize("partners", [[], ["milo"]])
    def test_a_combo_takes_others(self, table: Protagonists, partners: list[str]) -> None:
        assert table.refusal("begin_combo", **{**args(), "partners": partners}).rule == "MV-MULTI-01"

    def stand(self, table: Protagonists, x: int, y: int) -> None:
        table.play("place", who="milo", x=0, y=0)
        table.play("place", who="vera", x=x, y=y)

    @pytest.mark.parametrize(("x", "y"), [(3, 0), (0, -3), (3, 3)])
    def test_within_the_distance_of_the_effect_it_works(self, table: Protagonists, x: int, y: int) -> None:
        self.stand(table, x, y)
        assert begin(table, distance=3)

    def test_one_square_further_it_does_not(self, table: Protagonists) -> None:
        self.stand(table, 4, 0)
        assert table.refusal("begin_combo", **args(distance=3)).rule == "MV-MULTI-01"

    def test_who_is_nowhere_is_to_be_placed_first(self, table: Protagonists) -> None:
        assert table.refusal("begin_combo", **args(distance=3)).rule == "not-there"

    def test_without_a_distance_it_does_not_matter_where_they_are(self, table: Protagonists) -> None:
        self.stand(table, 40, 0)
        assert begin(table)

    def test_where_one_stood_elsewhere_it_could_not_have_begun(self, table: Protagonists) -> None:
        self.stand(table, 9, 0)
        nearer = table.play("move", who="vera", x=1, y=0)
        begun = begin(table, distance=3)
        with pytest.raises(RevisionRefused) as refused:
            table.undo(nearer)
        assert [conflict.entry for conflict in refused.value.plan.conflicts] == [begun]


@pytest.mark.rules("MV-MULTI-02")
class TestWhoPaysWhat:
    def test_the_active_one_begins_with_action_slots(self, table: Protagonists) -> None:
        begin(table)
        assert (table.slots("milo"), table.reserved("vera")) == (2, 5)

    def test_the_other_finishes_with_reserved_slots(self, table: Protagonists) -> None:
        begin(table)
        done = table.play("finish_combo", who="vera", begun_by="milo", as_player="ana")
        assert (table.slots("milo"), table.reserved("vera"), happened(table, done)) == (2, 2, True)

    def test_only_the_active_one_begins(self, table: Protagonists) -> None:
        assert table.refusal("begin_combo", **args("vera", "milo")).rule == "MV-MULTI-02"

    def test_a_combo_happens_when_the_last_partner_has_paid(self) -> None:
        table = Protagonists()
        for who in ("vera", "tam", "milo"):
            table.protagonist(who)
        table.protagonist("noor")
        table.start(vera=17, tam=15, milo=12, noor=3)
        table.end("vera", "tam")
        begin(table, "vera", "tam")
        assert [happened(table, finish(table, who)) for who in ("tam", "vera")] == [False, True]
        assert (table.reserved("tam"), table.reserved("vera"), table.sheet("milo").intents) == (2, 2, {})

    def test_who_cannot_pay_does_not_finish_it(self, table: Protagonists) -> None:
        begin(table)
        table.play("act", who="vera", what="Duck", cost="1AS|3RS")
        assert table.refusal("finish_combo", who="vera", begun_by="milo").rule == "MV-SLOT-10"

    def test_who_is_not_in_it_does_not_either(self, table: Protagonists) -> None:
        begin(table)
        assert table.refusal("finish_combo", who="tam", begun_by="milo").rule == "not-there"

    def test_nobody_finishes_it_twice(self, table: Protagonists) -> None:
        begin(table)
        finish(table)
        assert table.refusal("finish_combo", who="vera", begun_by="milo").rule == "not-there"

    def test_in_a_phase_that_they_share_action_slots_finish_it(self) -> None:
        table = Protagonists()
        table.protagonist("milo")
        table.protagonist("vera")
        table.start(vera=9, milo=9)
        begin(table)
        finish(table)
        assert (table.slots("milo"), table.slots("vera")) == (3, 2)

    def test_in_the_final_phase_reserved_slots_cost_four_times_as_much(self, table: Protagonists) -> None:
        table.end("milo")
        table.play("begin_combo", **args("tam", "vera", finishing="1RS"))
        table.play("finish_combo", who="vera", begun_by="tam")
        assert table.reserved("vera") == 1

    def test_with_the_phase_the_chance_is_over(self, table: Protagonists) -> None:
        begin(table)
        table.end("milo")
        assert table.sheet("milo").intents == {}
        assert table.refusal("finish_combo", who="vera", begun_by="milo").rule == "not-there"

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Protagonists) -> None:
        begun = begin(table)
        finish(table)
        with pytest.raises(RevisionRefused):
            table.undo(begun)

    def test_with_another_price_another_reserve_is_left(self, table: Protagonists) -> None:
        begun = begin(table)
        done = finish(table)
        assert outcomes(table.amend(begun, "begin_combo", **args(finishing="1RS"))) == {
            begun: "restated",
            done: "restated",
        }
        assert table.reserved("vera") == 4
