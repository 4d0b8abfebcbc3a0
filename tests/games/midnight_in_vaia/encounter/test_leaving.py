"""Those who leave an encounter of Midnight in Vaia, or die in it: what they had announced or begun goes with them."""

from __future__ import annotations

import pytest

from api.testing.table import outcomes
from tests.games.midnight_in_vaia.exerting import Exerting


@pytest.fixture
def table() -> Exerting:
    """It is Vera's Active Phase, Milo's is the last, and a ghoul takes part; a Slow Burn is on."""
    table = Exerting()
    table.begin()
    table.play("slow_burn")
    return table


def doing(table: Exerting, who: str = "vera") -> list[str]:
    return [intent.what for intent in table.sheet(who).intents.values()]


def leave(table: Exerting) -> int:
    return table.play("leave_encounter", who="vera", because="out of the window")


def die(table: Exerting) -> int:
    table.play("expose", who="vera", because="Pinned")
    return table.play("execute", who="ghoul", target="vera")


def dig(table: Exerting) -> int:
    return table.play("undertake", who="vera", what="Dig", price=7, slots=5)


@pytest.mark.rules("MV-SLOT-11", "MV-ROUND-04")
class TestWhatWasAnnounced:
    def test_one_who_has_left_does_not_do_what_they_announced(self, table: Exerting) -> None:
        table.play("act", who="vera", what="Shoot", cost="1AS", announced=True)
        left = leave(table)
        assert doing(table) == []
        assert table.refusal("resolve", who="vera").rule == "not-there"
        assert outcomes(table.undo(left))[left] == "struck"
        assert doing(table) == ["Shoot"]

    def test_a_non_player_character_who_left_does_not_either(self, table: Exerting) -> None:
        table.play("act", who="ghoul", what="Pounce", announced=True)
        table.play("leave_encounter", who="ghoul")
        assert doing(table, "ghoul") == []


@pytest.mark.rules("MV-MULTI-04", "MV-RULING-38")
class TestMultiRoundActions:
    def test_one_who_has_left_does_not_go_on_when_they_are_back(self, table: Exerting) -> None:
        dig(table)
        left = leave(table)
        table.play("awareness", who="vera")
        table.end("milo")
        table.play("start_round")
        assert (table.acting(), doing(table), "MV-MULTI-04" in table.cited(left)) == (["vera"], [], True)

    def test_one_who_has_died_does_not_go_on_when_they_are_revived(self, table: Exerting) -> None:
        dig(table)
        died = die(table)
        assert (doing(table), "MV-MULTI-04" in table.cited(died)) == ([], True)
        table.play("revive", who="vera", revived=True, hit_points=3)
        table.next_round("vera", "milo")
        assert table.refusal("go_on", who="vera").rule == "not-there"


@pytest.mark.rules("MV-STRS-07", "MV-RULING-44")
class TestWhatGoesOn:
    @pytest.fixture(autouse=True)
    def ward(self, table: Exerting) -> None:
        """Vera keeps up a ward."""
        table.knows("ward", {"type": "mental", "upkeep": 2}, attack=None)
        table.play("use", who="vera", ability="ward")

    def test_an_effect_that_goes_on_ends_with_the_death_of_its_user(self, table: Exerting) -> None:
        die(table)
        table.play("revive", who="vera", revived=True, hit_points=3)
        table.end("vera", "milo")
        assert (doing(table), table.stress()) == ([], (0, 0, 0))
