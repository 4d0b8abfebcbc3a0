"""An encounter of Midnight in Vaia that is over stays so: nobody comes into it, and nothing in it is worked on."""

from __future__ import annotations

import pytest

from tests.games.midnight_in_vaia.people import Protagonists, three


@pytest.fixture
def table() -> Protagonists:
    """Vera and Milo take part in an encounter, Tam does not; a ghoul waits outside. All is resolved."""
    table = three()
    table.play("midnight-in-vaia.create", name="ghoul", handle="ghoul", category="npc", hit_points=3)
    table.start(vera=17, milo=9)
    table.play("slow_burn")
    table.play("open_issue", issue="The burning door", slots=7)
    table.play("all_resolve")
    return table


@pytest.mark.rules("MV-INIT-01", "MV-OUT-02")
def test_nobody_checks_awareness_in_an_encounter_that_is_over(table: Protagonists) -> None:
    assert table.refusal("awareness", who="tam").rule == "MV-OUT-02"
    assert table.fight("alley").order == {}


@pytest.mark.rules("MV-INIT-04", "MV-OUT-02")
def test_no_non_player_character_is_brought_into_an_encounter_that_is_over(table: Protagonists) -> None:
    assert table.refusal("bring_in", who=["ghoul"]).rule == "MV-OUT-02"


@pytest.mark.rules("MV-OUT-03")
def test_no_issue_is_opened_in_a_slow_burn_that_is_over(table: Protagonists) -> None:
    assert table.refusal("open_issue", issue="The window", slots=3).rule == "MV-OUT-03"


@pytest.mark.rules("MV-OUT-06")
def test_nobody_is_revived_in_a_slow_burn_that_is_over(table: Protagonists) -> None:
    table.play("inflict", who="milo", type="striking", amount=20)
    assert table.refusal("revive", who="milo", revived=True, hit_points=3).rule == "MV-OUT-03"


@pytest.mark.rules("MV-INIT-04")
class TestComingInOnce:
    def test_a_non_player_character_who_takes_part_is_not_brought_in_again(self) -> None:
        table = three()
        table.foe("ghoul")
        refusal = table.refusal("bring_in", who=["ghoul"])
        assert (refusal.rule, "takes part already" in refusal.player) == ("MV-INIT-04", True)

    def test_one_who_is_named_twice_comes_in_once(self) -> None:
        table = three()
        table.play("midnight-in-vaia.create", name="rat", handle="rat", category="npc", hit_points=3)
        table.play("bring_in", who=["rat", "rat"])
        assert len(table.fight("alley").order) == 1
