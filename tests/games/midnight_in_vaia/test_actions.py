"""Actions of Midnight in Vaia that are announced, interrupted, or take several hands."""

from __future__ import annotations

import pytest

from domain.events.log import Noted
from tests.games.midnight_in_vaia.people import Protagonists
from tests.laws.vocabulary.table import outcomes


@pytest.fixture
def table() -> Protagonists:
    """Vera holds 5 Reserved Slots; Milo acts with 4, Tam will."""
    table = Protagonists()
    for who, agility in {"vera": 0, "milo": -1, "tam": 1}.items():
        table.protagonist(who, agility=agility)
    table.start(vera=17, milo=12, tam=9)
    table.end("vera")
    return table


def announce(table: Protagonists, who: str = "milo", cost: str = "2AS|2RS") -> int:
    return table.play("act", who=who, what="Leap the gap", cost=cost, announced=True)


def doing(table: Protagonists, who: str = "milo") -> list[str]:
    return [intent.what for intent in table.sheet(who).intents.values()]


class TestAnnouncedActions:
    def test_they_are_paid_for_at_once(self, table: Protagonists) -> None:
        announce(table)
        assert (table.slots("milo"), doing(table)) == (2, ["Leap the gap"])

    def test_they_happen_when_they_are_resolved(self, table: Protagonists) -> None:
        announce(table)
        entry = table.play("resolve", who="milo")
        assert [e.data for e in table.told(entry) if isinstance(e, Noted)] == [{"what": "Leap the gap"}]
        assert doing(table) == []

    def test_one_that_is_never_resolved_is_gone_with_the_round(self, table: Protagonists) -> None:
        announce(table)
        table.end("milo")
        assert doing(table) == ["Leap the gap"]
        table.end("tam")
        assert doing(table) == []

    def test_they_are_taken_back_and_given_again(self, table: Protagonists) -> None:
        table.check_undo(announce(table), table.play("resolve", who="milo"))


@pytest.mark.rules("MV-SLOT-11")
class TestInterrupting:
    def test_the_story_guide_interrupts_what_is_announced(self, table: Protagonists) -> None:
        announce(table)
        entry = table.play("interrupt", who="milo", because="A shot rings out")
        assert (doing(table), "MV-SLOT-11" in table.cited(entry), table.slots("milo")) == ([], True, 2)

    def test_what_has_happened_cannot_be(self, table: Protagonists) -> None:
        table.play("act", who="milo", what="Leap the gap", cost="2AS")
        assert table.refusal("interrupt", who="milo").rule == "MV-SLOT-11"

    def test_an_interjection_can_be(self, table: Protagonists) -> None:
        announce(table, "vera")
        table.play("interrupt", who="vera")
        assert (doing(table, "vera"), table.reserved("vera")) == ([], 3)

    def test_no_player_interrupts_by_their_word(self, table: Protagonists) -> None:
        announce(table)
        assert "interrupt" in table.forbidden("interrupt", as_player="ana", who="milo")

    def test_undone_it_happens_after_all(self, table: Protagonists) -> None:
        announce(table)
        entry = table.play("interrupt", who="milo")
        table.check_undo(entry)
        table.undo(entry)
        assert table.play("resolve", who="milo")


@pytest.mark.rules("MV-SLOT-13", "MV-RULING-43")
class TestHandledTogether:
    def handle(self, table: Protagonists, who: str, *alongside: str) -> int:
        return table.play("handle_together", who=who, what="The iron gate", alongside=list(alongside))

    def test_each_of_several_pays_a_slot(self, table: Protagonists) -> None:
        self.handle(table, "milo", "vera")
        entry = self.handle(table, "vera", "milo")
        assert (table.slots("milo"), table.reserved("vera")) == (3, 4)
        assert "MV-SLOT-13" in table.cited(entry)

    @pytest.mark.parametrize("alongside", [(), ("milo",)])
    def test_alone_it_is_part_of_another_action(self, table: Protagonists, alongside: tuple[str, ...]) -> None:
        self.handle(table, "milo", *alongside)
        assert table.slots("milo") == 4

    def test_who_has_no_slot_does_not_take_part(self, table: Protagonists) -> None:
        table.play("act", who="milo", what="Kick", cost="4AS")
        assert table.refusal("handle_together", who="milo", what="Gate", alongside=["vera"]).rule == "MV-SLOT-10"

    def test_in_the_final_phase_reserves_pay_four(self, table: Protagonists) -> None:
        table.end("milo")
        self.handle(table, "vera", "tam")
        assert table.reserved("vera") == 1

    def test_it_is_taken_back_and_given_again(self, table: Protagonists) -> None:
        first, second = self.handle(table, "milo", "vera"), self.handle(table, "vera", "milo")
        table.check_undo(first, second)
        assert outcomes(table.undo(first)) == {first: "struck"}
