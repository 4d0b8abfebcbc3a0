"""The dice and questions that commands of Midnight in Vaia come to in places where they are rare; every table holds them against
what the help of a command says."""

from __future__ import annotations

from typing import Any

import pytest

from domain.vocabulary.bodies import Condition, ConditionGained
from tests.games.midnight_in_vaia.exerting import Exerting
from tests.games.midnight_in_vaia.suffering import Alley

BURNOUTS = [("physical", "strained"), ("mental", "seizure"), ("vocal", "lost_voice")]
STUN = {"effect": "stun", "die": 6}


@pytest.fixture
def table() -> Exerting:
    """Vera acts, Milo comes last; a ghoul takes part."""
    table = Exerting()
    table.begin()
    return table


def announced(table: Exerting, *stress: dict[str, Any], **own: Any) -> None:
    """Vera has announced an ability, and used no dice for it so far."""
    table.knows("deed", *stress, cost="1AS", **own)
    table.uses("deed", announced=True)


@pytest.mark.rules("MV-PHYS-05", "MV-MENT-04", "MV-VOC-04")
@pytest.mark.parametrize(("type", "roll"), BURNOUTS)
class TestBurnouts:
    def test_by_the_word_of_the_story_guide(self, table: Exerting, type: str, roll: str) -> None:
        entry = table.play("gain_stress", who="vera", type=type, amount=10, dice={roll: [2]})
        assert table.rolls(entry) == {roll: 2}

    def test_by_what_was_announced(self, table: Exerting, type: str, roll: str) -> None:
        table.has(type, 9)
        announced(table, {"type": type, "activation": 1})
        assert table.rolls(table.play("resolve", who="vera", dice={roll: [2]})) == {roll: 2}

    def test_by_what_took_several_rounds(self, table: Exerting, type: str, roll: str) -> None:
        table.has(type, 9)
        stress = f"stress/{type}"
        table.play("undertake", who="vera", what="Dig", price=7, slots=5, rolls={stress: "1d20"}, dice={stress: [1]})
        table.rounds()
        assert table.rolls(table.play("go_on", who="vera", dice={roll: [2]})) == {roll: 2}

    @pytest.mark.parametrize("word", ["leave_encounter", "start_round"])
    def test_by_an_upkeep_that_comes_early(self, table: Exerting, type: str, roll: str, word: str) -> None:
        table.has(type, 9)
        table.knows("ward", {"type": type, "upkeep": 1}, attack=None)
        table.play("use", who="vera", ability="ward")
        table.end("vera")
        if word == "leave_encounter":
            entry = table.play(word, who="milo", dice={roll: [2]})
        else:
            table.has(type, 8)
            table.play("end_phase", who="milo")
            table.play("leave_encounter", who="milo")
            table.let("vera", ConditionGained(name="fate", condition=Condition(what="unconscious")))
            entry = table.play(word, dice={roll: [2]})
        assert table.rolls(entry) == {roll: 2}


@pytest.mark.rules("MV-OUT-04", "MV-RULING-25")
@pytest.mark.parametrize("answer", ["lives", "dies"])
def test_with_the_last_one_who_leaves_the_bleeding_may_kill(table: Exerting, answer: str) -> None:
    table.play("inflict", who="ghoul", type="striking", amount=90)
    table.play("afflict", who="ghoul", effects=[{"effect": "bleeding", "counters": 2}])
    table.end("vera")
    table.play("leave_encounter", who="milo", responses={"succumbs/ghoul": answer})
    assert ("dead" in table.conditions("ghoul")) is (answer == "dies")


@pytest.mark.rules("MV-EFF-08", "MV-RULING-05")
class TestWhatWasAnnounced:
    def test_an_announced_ability_may_stun(self, table: Exerting) -> None:
        announced(table, attack={"type": "shocking", "amount": 1, "effects": [STUN]})
        assert table.rolls(table.play("resolve", who="vera", dice={"stun": [4]})) == {"stun": 4}

    def test_an_announced_ability_may_heal(self, table: Exerting) -> None:
        announced(table, attack=None, heals="1d6")
        assert table.rolls(table.play("resolve", who="vera", dice={"healing": [3]})) == {"healing": 3}


@pytest.mark.rules("MV-TYPE-02", "MV-TYPE-03", "MV-TYPE-10")
@pytest.mark.parametrize(
    ("type", "counters"), [("cutting", "bleeding"), ("penetrating", "hemorrhaging"), ("biological", "")]
)
class TestWhatTheStoryGuideEnters:
    def answer(self, table: Exerting, deed: int, type: str, counters: str) -> None:
        """The Story Guide enters three."""
        kind = counters or type
        table.play("answer", deed=deed, key=f"{kind}/{table.ref('ghoul')}", choice="3")

    def check_harmed(self, table: Exerting, counters: str) -> None:
        """The ghoul has three of these counters, or lost three Hit Points."""
        levels = {condition.what: condition.level for condition in table.sheet("ghoul").conditions.values()}
        assert levels == {counters: 3} if counters else table.hp("ghoul") == 87

    @pytest.mark.parametrize("late", [False, True])
    def test_for_an_ability(self, table: Exerting, type: str, counters: str, late: bool) -> None:
        table.knows("hit", cost="1AS", attack={"type": type, "amount": 5})
        deed = table.uses("hit", announced=late, as_player="ana")
        if late:
            deed = table.play("resolve", who="vera", as_player="ana")
        self.answer(table, deed, type, counters)
        self.check_harmed(table, counters)

    def test_for_what_took_several_rounds(self, table: Exerting, type: str, counters: str) -> None:
        more: dict[str, Any] = {"rolls": {"damage": "1d6"}, "target": "ghoul", "harm": type}
        table.play("undertake", who="vera", what="Trap", price=7, slots=5, **more, dice={"damage": [5]})
        table.rounds()
        self.answer(table, table.play("go_on", who="vera", as_player="ana"), type, counters)
        self.check_harmed(table, counters)


@pytest.mark.rules("MV-IMPC-01", "MV-ENG-01")
@pytest.mark.parametrize("area", ["impact", "engulf"])
class TestAreas:
    def affect(self, table: Alley, area: str, type: str, **more: Any) -> int:
        if area == "impact":
            return table.impact(0, "vera", type=type, **more)
        return table.play("engulf", what="Gas", type=type, within=["vera"], **more)

    def test_damage_is_rolled_and_may_stun(self, area: str) -> None:
        table = Alley()
        dice = {"damage": [3], "stun": [2]} | ({"maim": [51]} if area == "impact" else {})
        entry = self.affect(table, area, "striking", roll="1d6", effects=[STUN], dice=dice)
        assert (table.hp("vera"), table.rolls(entry)["stun"]) == (37, 2)

    @pytest.mark.parametrize(("type", "counters"), [("cutting", "bleeding"), ("penetrating", "hemorrhaging")])
    def test_counters_are_entered(self, area: str, type: str, counters: str) -> None:
        table = Alley()
        dice = {"damage": [3]} | ({"maim": [51]} if area == "impact" else {})
        self.affect(table, area, type, roll="1d6", dice=dice, responses={f"{counters}/vera": "3"})
        assert table.level("vera", counters) == 3


@pytest.mark.rules("MV-MAIM-12", "MV-RULING-29")
def test_an_impact_may_take_the_tongue(table: Exerting) -> None:
    table.play(
        "impact",
        what="Tram",
        type="striking",
        amount=3,
        along=[{"who": "vera"}],
        dice={"maim": [50]},
        responses={"maim/vera": "dismemberment tongue", "tongue/vera": "yes"},
    )
    assert "bleeding_out" in table.conditions("vera")


@pytest.mark.rules("MV-EFF-08", "MV-TYPE-12")
def test_a_designer_effect_may_stun(table: Exerting) -> None:
    entry = table.play("trigger_designer", who="vera", effect="Chime", effects=[STUN], dice={"stun": [4]})
    assert table.rolls(entry) == {"stun": 4}
