"""Vocal Burnout: Lost Voice, Mute and Near Mute."""

from __future__ import annotations

import pytest

from tests.games.midnight_in_vaia.exerting import HOUR, Exerting


@pytest.fixture
def table() -> Exerting:
    """A fight, in Vera's Active Phase. She stands at 7 Vocal Stress, and knows what costs 3."""
    table = Exerting()
    table.begin()
    table.knows("scream", {"type": "vocal", "activation": 3}, cost="2AS|2RS")
    table.has("vocal", 7)
    return table


def burn_out(table: Exerting, rounds: int = 2) -> int:
    return table.uses("scream", dice={"lost_voice": [rounds]})


@pytest.mark.rules("MV-VOC-02")
class TestReachingTen:
    @pytest.mark.parametrize(("before", "burns"), [(6, False), (7, True), (9, True)])
    def test_only_ten_burns_out(self, table: Exerting, before: int, burns: bool) -> None:
        table.has("vocal", before)
        table.uses("scream", dice={"lost_voice": [1]} if burns else None)
        assert ("mute" in table.conditions("vera"), table.stress()[2]) == (burns, min(10, before + 3))


@pytest.mark.rules("MV-VOC-03")
class TestChoking:
    def test_the_effect_does_not_happen(self, table: Exerting) -> None:
        entry = burn_out(table)
        assert (table.happened(), "MV-VOC-03" in table.cited(entry)) == (False, True)

    @pytest.mark.rules("MV-RULING-45")
    def test_what_it_cost_is_spent_and_nothing_else_is_lost(self, table: Exerting) -> None:
        burn_out(table)
        assert (table.slots("vera"), table.hp(), table.stress()[2]) == (3, 25, 10)


@pytest.mark.rules("MV-VOC-04", "MV-RULING-21")
class TestMute:
    @pytest.mark.parametrize("rounds", [1, 4, 10])
    def test_for_as_many_rounds_as_the_die_shows_after_this_one(self, table: Exerting, rounds: int) -> None:
        assert table.rolls(burn_out(table, rounds)) == {"lost_voice": rounds}
        table.rounds(rounds)
        assert "mute" in table.conditions("vera")
        table.rounds()
        assert "mute" not in table.conditions("vera")

    def test_no_ability_of_vocal_stress_can_be_used_while_mute(self, table: Exerting) -> None:
        burn_out(table)
        assert table.refusal("use", who="vera", ability="scream", target="ghoul").rule == "MV-VOC-04"

    def test_abilities_without_vocal_stress_can_be_used_while_mute(self, table: Exerting) -> None:
        burn_out(table)
        table.knows("stare", {"type": "mental", "activation": 1})
        table.uses("stare")
        assert table.happened()

    def test_outside_fights_a_round_is_five_seconds(self) -> None:
        table = Exerting()
        table.knows("scream", {"type": "vocal", "activation": 10})
        burn_out(table, 4)
        table.wait(19)
        assert table.conditions("vera") == ["mute"]
        table.wait(1)
        assert table.conditions("vera") == ["near_mute"]

    def test_an_effect_that_goes_on_is_choked_too(self, table: Exerting) -> None:
        table.knows("hum", {"type": "vocal", "upkeep": 1})
        table.uses("hum")
        burn_out(table)
        assert table.sheet("vera").intents == {}


@pytest.mark.rules("MV-VOC-05")
class TestTheVoiceComesBack:
    def test_vocal_stress_is_nine(self, table: Exerting) -> None:
        burn_out(table, 1)
        table.rounds()
        assert table.stress()[2] == 10
        entry = table.rounds()[0]
        assert (table.stress()[2], "MV-VOC-05" in table.cited(entry)) == (9, True)

    @pytest.mark.rules("MV-RULING-35")
    def test_where_all_resolves_as_well_and_the_hour_follows(self, table: Exerting) -> None:
        burn_out(table, 6)
        table.play("all_resolve")
        assert (table.conditions("vera"), table.stress()[2]) == (["near_mute"], 9)

    def test_without_the_burnout_it_was_never_gone(self, table: Exerting) -> None:
        burnt = burn_out(table, 1)
        table.rounds(2)
        table.undo(burnt)
        assert (table.conditions("vera"), table.stress()[2]) == ([], 7)


@pytest.mark.rules("MV-VOC-06")
class TestNearMute:
    @pytest.fixture
    def table(self, table: Exerting) -> Exerting:
        """Vera's voice has just come back."""
        burn_out(table, 1)
        table.rounds(2)
        table.has("vocal", 2)
        return table

    def test_for_one_hour(self, table: Exerting) -> None:
        table.play("all_resolve")
        table.wait(HOUR - 6)
        assert table.conditions("vera") == ["near_mute"]
        table.wait(6)
        assert table.conditions("vera") == []

    def test_what_causes_vocal_stress_reaches_one_square(self, table: Exerting) -> None:
        table.uses("scream", squares=1)
        assert table.happened()
        assert table.refusal("use", who="vera", ability="scream", target="ghoul", squares=2).rule == "MV-VOC-06"

    @pytest.mark.parametrize(("x", "reached"), [(0, True), (1, True), (2, False), (9, False)])
    def test_by_the_map_where_there_is_one(self, table: Exerting, x: int, reached: bool) -> None:
        table.play("place", who="vera", x=0, y=0)
        table.play("place", who="ghoul", x=x, y=1)
        if reached:
            table.uses("scream")
        else:
            assert table.refusal("use", who="vera", ability="scream", target="ghoul").rule == "MV-VOC-06"
        assert table.happened() == reached

    def test_other_abilities_of_the_near_mute_reach_as_far_as_ever(self, table: Exerting) -> None:
        table.knows("stare", {"type": "mental", "activation": 1}, range=12)
        table.uses("stare", squares=12)
        assert table.refusal("use", who="vera", ability="stare", target="ghoul", squares=13).rule == "MV-SLOT-09"

    def test_others_are_heard(self, table: Exerting) -> None:
        table.knows("scream", {"type": "vocal", "activation": 1}, who="milo")
        table.end("vera")
        table.uses("scream", who="milo", squares=9)
        assert table.happened()
