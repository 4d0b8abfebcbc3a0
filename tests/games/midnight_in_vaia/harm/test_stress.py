"""The three tracks of stress: what raises them on activation, and what at Upkeep."""

from __future__ import annotations

from typing import Any

import pytest

from api.testing.table import outcomes
from domain.layout import Dots, ScaleLayout
from systems.midnight_in_vaia import SYSTEM
from systems.midnight_in_vaia.people import STRESS
from tests.games.midnight_in_vaia.exerting import Exerting

INDEX = {"physical": 0, "mental": 1, "vocal": 2}


@pytest.fixture
def table() -> Exerting:
    return Exerting()


def checked(type: str = "physical", sides: int = 20) -> dict[str, Any]:
    return {"type": type, "check": sides}


def fixed(amount: int, type: str = "physical") -> dict[str, Any]:
    return {"type": type, "activation": amount}


def upkeep(amount: int, type: str = "physical") -> dict[str, Any]:
    return {"type": type, "upkeep": amount}


@pytest.mark.rules("MV-STRS-01")
class TestThreeTracks:
    def test_there_are_exactly_three(self, table: Exerting) -> None:
        assert sorted(table.sheet("vera").tracks) == sorted(["hp", *INDEX])

    @pytest.mark.parametrize("type", STRESS)
    def test_each_is_for_itself(self, table: Exerting, type: str) -> None:
        table.knows("surge", fixed(3, type))
        table.uses("surge")
        assert table.stress() == tuple(3 if name == type else 0 for name in INDEX)

    def test_one_ability_may_cause_several(self, table: Exerting) -> None:
        table.knows("surge", fixed(3, "mental"), checked("vocal"))
        table.uses("surge", dice={"stress/vocal": [1]})
        assert table.stress() == (0, 3, 1)

    def test_a_type_is_named_once(self, table: Exerting) -> None:
        own = {"title": "Surge", "stress": [fixed(3), checked("physical")]}
        assert table.refusal("learn", who="vera", ability="surge", own=own).rule == "MV-STRS-01"


@pytest.mark.parametrize(
    ("demands", "stress"),
    [
        ([checked("mental")], "Mental (v:20)"),
        ([{"type": "vocal", "check": 6, "activation": 5, "upkeep": 2}], "Vocal (v:6), Activation 5, Upkeep 2"),
        ([fixed(1), upkeep(2, "mental")], "Physical, Activation 1; Mental, Upkeep 2"),
    ],
)
def test_a_sheet_says_what_an_ability_causes(table: Exerting, demands: list[dict[str, Any]], stress: str) -> None:
    table.knows("surge", *demands)
    assert table.sheet("vera").traits["surge"].data["stress"] == stress


@pytest.mark.rules("MV-PHYS-01", "MV-MENT-01", "MV-VOC-01")
class TestTheSheet:
    @pytest.mark.parametrize("type", STRESS)
    def test_stress_stands_beside_hit_points(self, type: str) -> None:
        assert SYSTEM.layout is not None
        points, stress, *_ = SYSTEM.layout.sheet
        assert isinstance(points, ScaleLayout)
        assert isinstance(stress, Dots)
        assert ("hp" in points.of, type in stress.of) == (True, True)

    @pytest.mark.parametrize("type", STRESS)
    def test_each_track_of_stress_runs_from_0_to_10(self, table: Exerting, type: str) -> None:
        track = table.sheet("vera").tracks[type]
        assert (track.current, track.minimum, track.maximum) == (0, 0, 10)


@pytest.mark.rules("MV-STRS-02", "MV-RULING-22")
class TestFrom0To10:
    @pytest.mark.parametrize(("before", "after"), [(0, 5), (4, 9), (5, 10), (6, 10), (9, 10)])
    def test_stress_does_not_go_beyond_10(self, table: Exerting, before: int, after: int) -> None:
        table.has("physical", before)
        table.knows("surge", fixed(5))
        table.uses("surge", dice={"strained": [1]} if after == 10 else None)
        assert table.stress()[0] == after

    def test_what_goes_beyond_burns_out_once(self, table: Exerting) -> None:
        table.has("physical", 8)
        table.knows("surge", fixed(9))
        entry = table.uses("surge", dice={"strained": [2]})
        assert (table.rolls(entry), table.hp()) == ({"strained": 2}, 20)

    def test_the_game_master_says_what_else_causes_it(self, table: Exerting) -> None:
        table.play("gain_stress", who="vera", type="mental", amount=4)
        assert table.stress() == (0, 4, 0)

    def test_stress_that_the_game_master_causes_burns_out_as_well(self, table: Exerting) -> None:
        table.play("gain_stress", who="vera", type="mental", amount=10, dice={"seizure/vera": [1]})
        assert (table.hp(), "seized" in table.conditions("vera")) == (0, True)


@pytest.mark.rules("MV-STRS-03", "MV-STRS-04")
class TestStressChecks:
    @pytest.mark.parametrize("sides", [2, 6, 20])
    @pytest.mark.parametrize(("die", "more"), [(1, 1), (2, 0)])
    def test_only_a_one_counts(self, table: Exerting, sides: int, die: int, more: int) -> None:
        table.knows("surge", checked("mental", sides))
        entry = table.uses("surge", dice={"stress/mental": [die]})
        assert (table.stress(), table.happened()) == ((0, more, 0), True)
        assert table.outcomes_of(entry) == {"stress/mental": "stress" if more else "calm"}

    def test_the_highest_face_leaves_it_unchanged(self, table: Exerting) -> None:
        table.knows("surge", checked())
        entry = table.uses("surge", dice={"stress/physical": [20]})
        assert (table.stress(), {"MV-STRS-03", "MV-STRS-04"} <= table.cited(entry)) == ((0, 0, 0), True)

    def test_a_stress_check_is_rolled_when_the_effect_is_activated(self, table: Exerting) -> None:
        table.knows("surge", checked())
        announced = table.uses("surge", announced=True)
        assert table.rolls(announced) == {}
        resolved = table.play("resolve", who="vera", dice={"stress/physical": [1]})
        assert (table.rolls(resolved), table.stress()[0]) == ({"stress/physical": 1}, 1)

    def test_what_was_interrupted_was_never_activated(self, table: Exerting) -> None:
        table.knows("surge", fixed(4))
        table.uses("surge", announced=True)
        table.play("interrupt", who="vera")
        assert table.stress() == (0, 0, 0)

    @pytest.mark.rules("MV-RULING-08")
    @pytest.mark.parametrize(("die", "more"), [(1, 1), (4, 1), (5, 1), (6, 0)])
    def test_in_agony_a_five_is_a_one(self, table: Exerting, die: int, more: int) -> None:
        table.knows("surge", checked())
        table.play("afflict", who="vera", effects=[{"effect": "agony"}])
        table.uses("surge", dice={"stress/physical": [die]})
        assert table.stress()[0] == more

    def test_non_player_characters_roll_too(self, table: Exerting) -> None:
        table.knows("claw", checked(), who="ghoul")
        table.uses("claw", who="ghoul", target="vera", dice={"stress/physical": [1]})
        assert table.stress("ghoul") == (1, 0, 0)


@pytest.mark.rules("MV-STRS-04", "MV-MULTI-05", "MV-MULTI-08", "MV-RULING-16")
class TestChecksOfMultiRoundActions:
    @pytest.fixture
    def table(self) -> Exerting:
        table = Exerting()
        table.begin()
        return table

    def dig(self, table: Exerting, die: int) -> int:
        """Vera begins what costs 7 slots, with 5 of them; it does 6 damage in the end."""
        return table.play(
            "undertake",
            who="vera",
            what="Bring the wall down",
            price=7,
            slots=5,
            rolls={"damage": "1d6", "stress/mental": "1d20"},
            target="ghoul",
            harm="striking",
            dice={"damage": [6], "stress/mental": [die]},
        )

    @pytest.mark.parametrize(("die", "more"), [(1, 1), (2, 0)])
    def test_what_was_rolled_in_the_beginning_counts_in_the_end(self, table: Exerting, die: int, more: int) -> None:
        self.dig(table, die)
        table.rounds()
        assert table.stress()[1] == 0
        table.play("go_on", who="vera")
        assert (table.stress()[1], table.hp("ghoul")) == (more, 84)

    def test_a_burnout_of_the_mind_loses_the_effect(self, table: Exerting) -> None:
        table.has("mental", 9)
        begun = self.dig(table, 1)
        table.rounds()
        table.play("go_on", who="vera", dice={"seizure": [2]})
        assert (table.happened(), table.hp(), table.sheet("vera").intents) == (False, 0, {})
        table.undo(begun, policy="cascade")
        assert (table.stress()[1], table.hp()) == (9, 25)


@pytest.mark.rules("MV-STRS-05")
class TestTheMildestCheck:
    @pytest.mark.parametrize("sides", [21, 100])
    def test_no_check_is_milder_than_one_in_twenty(self, table: Exerting, sides: int) -> None:
        own = {"title": "Surge", "stress": [checked("vocal", sides)]}
        refusal = table.refusal("learn", who="vera", ability="surge", own=own)
        assert (refusal.rule, "(v:20)" in refusal.player) == ("MV-STRS-05", True)

    @pytest.mark.rules("MV-STRS-03")
    @pytest.mark.parametrize(
        ("dice", "rule"),
        [("1d21", "MV-STRS-05"), ("d100", "MV-STRS-05"), ("1d20+19", "MV-STRS-03"), ("2d20", "MV-STRS-03")],
    )
    def test_no_check_of_an_action_of_several_rounds_is_milder(self, table: Exerting, dice: str, rule: str) -> None:
        table.begin()
        args: dict[str, Any] = {"who": "vera", "what": "Hum", "price": 7, "slots": 5, "rolls": {"stress/vocal": dice}}
        assert table.refusal("undertake", **args).rule == rule

    @pytest.mark.parametrize("sides", [4, 19, 20])
    def test_harder_checks_than_one_in_twenty_are_fine(self, table: Exerting, sides: int) -> None:
        table.knows("surge", checked("vocal", sides))
        assert table.rolls(table.uses("surge", dice={"stress/vocal": [sides]})) == {"stress/vocal": sides}


@pytest.mark.rules("MV-STRS-06")
class TestFixedAmounts:
    @pytest.mark.parametrize("amount", [1, 5, 9])
    def test_activation_raises_it_by_that_much(self, table: Exerting, amount: int) -> None:
        table.knows("surge", fixed(amount, "vocal"))
        entry = table.uses("surge")
        assert (table.stress()[2], table.rolls(entry)) == (amount, {})
        assert "MV-STRS-06" in table.cited(entry)

    def test_a_check_may_come_on_top(self, table: Exerting) -> None:
        table.knows("surge", {"type": "mental", "activation": 5, "check": 6})
        table.uses("surge", dice={"stress/mental": [1]})
        assert table.stress()[1] == 6

    @pytest.mark.rules("MV-RULING-08")
    def test_agony_adds_one(self, table: Exerting) -> None:
        table.knows("surge", fixed(5))
        table.play("afflict", who="vera", effects=[{"effect": "agony"}])
        table.uses("surge")
        assert table.stress()[0] == 6


@pytest.mark.rules("MV-STRS-07")
class TestUpkeepStress:
    @pytest.fixture
    def table(self) -> Exerting:
        """A fight. Vera's effects cost nothing."""
        table = Exerting()
        table.begin()
        return table

    def test_upkeep_stress_comes_at_every_upkeep(self, table: Exerting) -> None:
        table.knows("ward", upkeep(2, "mental"))
        table.uses("ward")
        counts = [table.stress()[1]]
        for _ in range(3):
            table.rounds()
            counts.append(table.stress()[1])
        assert counts == [0, 2, 4, 6]

    def test_activation_comes_on_top(self, table: Exerting) -> None:
        table.knows("ward", {"type": "mental", "activation": 3, "upkeep": 2})
        table.uses("ward")
        table.rounds()
        assert table.stress()[1] == 5

    @pytest.mark.parametrize(("lasts", "stress"), [(1, 2), (2, 4), (3, 6), (9, 6)])
    def test_until_the_effect_resolves(self, table: Exerting, lasts: int, stress: int) -> None:
        table.knows("ward", upkeep(2), lasts=lasts)
        table.uses("ward")
        table.rounds(3)
        assert table.stress()[0] == stress

    def test_until_it_is_ended(self, table: Exerting) -> None:
        table.knows("ward", upkeep(2))
        table.uses("ward")
        table.rounds()
        table.play("stop_channeling", who="vera", as_player="ana")
        table.rounds()
        assert table.stress()[0] == 2

    def test_until_it_is_interrupted(self, table: Exerting) -> None:
        table.knows("ward", upkeep(2))
        table.uses("ward")
        table.play("interrupt", who="vera")
        table.rounds()
        assert table.stress()[0] == 0

    def test_two_effects_weigh_both(self, table: Exerting) -> None:
        table.knows("ward", upkeep(2))
        table.knows("hum", upkeep(1), upkeep(3, "vocal"))
        table.uses("ward")
        table.uses("hum")
        table.rounds()
        assert table.stress() == (3, 0, 3)

    def test_what_is_no_such_effect_is_not_ended(self, table: Exerting) -> None:
        table.play("act", who="vera", what="Climb", announced=True)
        assert table.refusal("stop_channeling", who="vera", effect="action").rule == "not-there"

    @pytest.mark.rules("MV-RULING-17")
    def test_upkeep_stress_comes_after_damage_and_before_durations_are_counted(self, table: Exerting) -> None:
        table.play("affect_over_time", who="vera", what="Venom", damage=1, rounds=1)
        table.knows("ward", upkeep(2))
        table.uses("ward")
        kinds = table.kinds(table.end("vera", "milo")[-1])
        assert kinds.index("DamageTaken") < kinds.index("PointGained") < kinds.index("ConditionEnded")

    @pytest.mark.parametrize(("option", "stress"), [(False, 2), (True, 3)])
    @pytest.mark.rules("MV-RULING-08")
    def test_agony_does_not_raise_it_unless_the_option_says_so(self, option: bool, stress: int) -> None:
        table = Exerting(agony_raises_upkeep=option)
        table.begin()
        table.knows("ward", upkeep(2))
        table.uses("ward")
        table.play("afflict", who="vera", effects=[{"effect": "agony"}])
        table.rounds()
        assert table.stress()[0] == stress

    @pytest.mark.parametrize(("type", "goes_on"), [("physical", True), ("mental", False), ("vocal", False)])
    def test_upkeep_stress_may_burn_out(self, table: Exerting, type: str, goes_on: bool) -> None:
        table.has(type, 8)
        table.knows("ward", upkeep(2, type))
        table.uses("ward")
        label = {"physical": "strained", "mental": "seizure", "vocal": "lost_voice"}[type]
        table.end("vera")
        table.play("end_phase", who="milo", dice={f"{label}/vera": [1]})
        assert (table.stress()[INDEX[type]], bool(table.sheet("vera").intents)) == (10, goes_on)

    def test_the_dead_keep_nothing_up(self, table: Exerting) -> None:
        table.knows("ward", upkeep(2))
        table.uses("ward")
        table.play("expose", who="vera", because="Pinned")
        table.play("execute", who="ghoul", target="vera")
        table.end("vera", "milo")
        assert (table.stress()[0], table.sheet("vera").intents) == (0, {})

    def test_non_player_characters_have_it_too(self, table: Exerting) -> None:
        table.knows("ward", upkeep(2), who="ghoul")
        table.uses("ward", who="ghoul", target="vera")
        table.rounds()
        assert table.stress("ghoul")[0] == 2

    def test_without_the_effect_there_was_none(self, table: Exerting) -> None:
        table.knows("ward", upkeep(2))
        used = table.uses("ward")
        (entry,) = table.rounds()
        assert outcomes(table.undo(used)) == {used: "struck", entry: "restated"}
        assert table.stress() == (0, 0, 0)
