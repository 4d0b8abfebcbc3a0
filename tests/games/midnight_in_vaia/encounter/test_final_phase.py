"""The Final Phase of Midnight in Vaia where the cycle changes while a phase is under way."""

from __future__ import annotations

import pytest

from api.testing.table import outcomes
from domain.vocabulary.turns import TurnPassed
from tests.games.midnight_in_vaia.people import Protagonists, three


@pytest.fixture
def table() -> Protagonists:
    """Vera holds 5 Reserved Slots, Milo acts with 4, Tam comes last; a ghoul takes part."""
    table = three()
    table.foe("ghoul")
    table.start(vera=17, milo=12, tam=9)
    table.end("vera")
    return table


def react(table: Protagonists) -> int:
    """Vera spends Reserved Slots on what costs one, at any time; the Reserved Slots that it took."""
    before = table.reserved("vera")
    table.play("act", who="vera", what="Duck", cost="1AS|1RS")
    return before - table.reserved("vera")


def lose_tam(table: Protagonists, how: str) -> int:
    """Tam is lost to the round; the entry."""
    if how == "leaves":
        return table.play("leave_encounter", who="tam")
    if how == "falls unconscious":
        return table.play("knock_out", who="tam")
    table.play("expose", who="tam", because="Pinned")
    return table.play("execute", who="ghoul", target="tam")


@pytest.mark.rules("MV-SLOT-01", "MV-SLOT-02", "MV-RULING-49")
class TestTheLastOneIsLost:
    @pytest.mark.parametrize("how", ["leaves", "falls unconscious", "dies"])
    def test_the_phase_under_way_becomes_the_final_phase(self, table: Protagonists, how: str) -> None:
        entry = lose_tam(table, how)
        assert (table.pace.phase, table.acting(), react(table)) == ("final", ["milo"], 4)
        assert "MV-SLOT-01" in table.cited(entry)

    def test_while_another_comes_after_it_it_does_not(self, table: Protagonists) -> None:
        table.next_round("milo", "tam")
        lose_tam(table, "leaves")
        assert table.pace.phase == "active"

    def test_a_phase_becomes_the_final_phase_once(self, table: Protagonists) -> None:
        lose_tam(table, "falls unconscious")
        entry = lose_tam(table, "leaves")
        assert not [event for event in table.told(entry) if isinstance(event, TurnPassed)]

    def test_by_the_option_the_one_who_is_last_now_pays_four_times(self) -> None:
        table = Protagonists(final_phase_applies_to="everyone")
        table.protagonist("vera")
        table.protagonist("milo")
        table.start(vera=17, milo=12)
        table.play("leave_encounter", who="milo")
        table.play("act", who="vera", what="Kick", cost="1AS")
        assert table.slots("vera") == 1

    def test_had_they_stayed_it_was_an_active_phase(self, table: Protagonists) -> None:
        left = lose_tam(table, "leaves")
        reaction = table.play("act", who="vera", what="Duck", cost="1AS|1RS")
        assert outcomes(table.undo(left)) == {left: "struck", reaction: "restated"}
        assert (table.pace.phase, table.reserved("vera")) == ("active", 4)


@pytest.mark.rules("MV-SLOT-03")
def test_what_the_one_who_is_last_now_does_not_use_is_discarded(table: Protagonists) -> None:
    lose_tam(table, "leaves")
    (ended,) = table.end("milo")
    assert "MV-SLOT-03" in table.cited(ended)
    assert (table.reserved("milo"), table.pace.phase) == (0, "between")


@pytest.mark.rules("MV-SLOT-01", "MV-SLOT-08", "MV-RULING-49")
class TestTheLastOneComesBack:
    @pytest.fixture(autouse=True)
    def out(self, table: Protagonists) -> None:
        """Tam is Unconscious, and Milo's phase the last."""
        lose_tam(table, "falls unconscious")

    def test_one_who_comes_to_is_last_again(self, table: Protagonists) -> None:
        table.play("wake", who="tam", because="A slap")
        assert (table.pace.phase, react(table)) == ("active", 1)
        table.end("milo")
        assert (table.acting(), table.pace.phase, table.reserved("milo")) == (["tam"], "final", 4)

    def test_one_who_is_revived_is_last_again(self, table: Protagonists) -> None:
        table.play("slow_burn")
        table.play("revive", who="tam", revived=True, hit_points=3)
        assert table.pace.phase == "active"

    def test_one_whose_place_is_over_changes_nothing(self, table: Protagonists) -> None:
        table.play("knock_out", who="vera")
        table.play("wake", who="vera", because="A slap")
        assert table.pace.phase == "final"
