"""Fire."""

from typing import Any

import pytest

from api.testing.table import Dice
from domain.history.plan import RevisionRefused
from tests.games.cthulhu_eternal.harming import HIGH, LOW, Ward

WHO = ["edith"]
SAFE, CAUGHT = {"catching/edith": [LOW]}, {"catching/edith": [HIGH]}
ROLLS: dict[str, dict[str, list[int]]] = {
    "minor": {},
    "moderate": {"fire/edith": [5]},
    "large": {"fire/edith": [5, 4]},
    "major": {"lethality/edith": [25]},
}
"""A fire of each intensity, which costs 1, 5, 9 and 7 Hit Points."""


@pytest.fixture
def table() -> Ward:
    return Ward(hp=30)


def expose(table: Ward, intensity: str = "moderate", dice: Dice | None = None, **how: Any) -> int:
    """Edith comes to be in a fire; it does not catch on her unless the `dice` say so."""
    given = dice or {**ROLLS[intensity], **({} if intensity == "minor" else SAFE)}
    return table.play("expose_to_fire", who="edith", intensity=intensity, dice=given, **how)


def alight(table: Ward, intensity: str = "moderate") -> int:
    """Edith catches fire."""
    return expose(table, intensity, {**ROLLS[intensity], **CAUGHT})


@pytest.mark.rules("CE-BURN-01")
class TestExposure:
    @pytest.mark.parametrize(("intensity", "lost"), [("minor", 1), ("moderate", 5), ("large", 9), ("major", 7)])
    def test_costs_by_intensity(self, table: Ward, intensity: str, lost: int) -> None:
        expose(table, intensity)
        assert table.hp("edith") == 30 - lost

    @pytest.mark.parametrize(("roll", "left"), [(10, 0), (11, 28)])
    def test_a_major_one_has_a_lethality_of_10(self, table: Ward, roll: int, left: int) -> None:
        expose(table, "major", {"lethality/edith": [roll], **({} if roll == 10 else SAFE)})
        assert table.hp("edith") == left

    @pytest.mark.parametrize(("intensity", "lost"), [("minor", 1), ("moderate", 5), ("large", 9), ("major", 7)])
    def test_each_turn_of_it(self, table: Ward, intensity: str, lost: int) -> None:
        expose(table, intensity, lasting=True)
        dice = {**ROLLS[intensity], **({} if intensity == "minor" else SAFE)}
        table.play("pass_turns", who=WHO, dice=dice)
        assert table.hp("edith") == 30 - 2 * lost

    def test_until_they_are_out_of_it(self, table: Ward) -> None:
        expose(table, lasting=True)
        table.play("leave_fire", who="edith")
        table.play("pass_turns", who=WHO)
        assert table.hp("edith") == 25

    def test_a_brief_one_is_over_at_once(self, table: Ward) -> None:
        expose(table)
        table.play("pass_turns", who=WHO, turns=5)
        assert table.hp("edith") == 25

    def test_things_burn_too(self, table: Ward) -> None:
        table.thing("desk", hp=10)
        table.play("expose_to_fire", who="desk", intensity="large", dice={"fire/desk": [3, 4]})
        assert table.hp("desk") == 3

    def test_the_dead_are_past_it(self, table: Ward) -> None:
        table.hurt(30)
        assert "choose another target" in str(table.refusal("expose_to_fire", who="edith", intensity="minor"))

    def test_who_is_in_no_fire_does_not_leave_one(self, table: Ward) -> None:
        assert "in no fire" in str(table.refusal("leave_fire", who="edith"))

    def test_without_the_fire_there_was_none_to_leave(self, table: Ward) -> None:
        exposed = expose(table, lasting=True)
        left = table.play("leave_fire", who="edith")
        with pytest.raises(RevisionRefused, match=str(left)):
            table.undo(exposed)


@pytest.mark.rules("CE-RULING-29")
class TestArmor:
    @pytest.fixture(autouse=True)
    def armored(self, table: Ward) -> None:
        """Edith's vest stops 3."""
        table.play("outfit", who="edith", what="kevlar vest")

    def test_does_nothing_against_fire(self, table: Ward) -> None:
        expose(table)
        assert table.hp("edith") == 25

    def test_unless_the_game_master_says_so(self, table: Ward) -> None:
        expose(table, armor="stops", lasting=True)
        table.play("pass_turns", who=WHO, dice={"fire/edith": [4], **SAFE})
        assert table.hp("edith") == 27


@pytest.mark.rules("CE-BURN-02")
class TestCatchingFire:
    @pytest.mark.parametrize("intensity", ["moderate", "large", "major"])
    @pytest.mark.parametrize(("roll", "state"), [(50, []), (51, ["burning"])])
    def test_a_dex_test_decides(self, table: Ward, intensity: str, roll: int, state: list[str]) -> None:
        expose(table, intensity, {**ROLLS[intensity], "catching/edith": [roll]})
        assert table.conditions("edith") == state

    def test_never_from_a_minor_fire(self, table: Ward) -> None:
        assert table.rolls(expose(table, "minor")) == {}

    def test_after_each_exposure(self, table: Ward) -> None:
        expose(table, lasting=True)
        table.play("pass_turns", who=WHO, dice={**ROLLS["moderate"], **CAUGHT})
        assert table.conditions("edith") == ["burning", "in_fire"]

    def test_who_burns_does_not_catch_fire_again(self, table: Ward) -> None:
        alight(table)
        again = expose(table, "large", ROLLS["large"])
        assert (table.rolls(again), table.conditions("edith")) == ({"fire/edith": 9}, ["burning"])

    def test_the_dead_do_not(self, table: Ward) -> None:
        expose(table, "major", {"lethality/edith": [5]})
        assert table.conditions("edith") == ["dead"]


@pytest.mark.rules("CE-BURN-02", "CE-RULING-51")
def test_whom_it_cost_nothing_does_not_catch_fire(table: Ward) -> None:
    table.play("outfit", who="edith", what="kevlar vest")
    exposed = expose(table, "moderate", {"fire/edith": [3]}, armor="stops")
    assert (table.rolls(exposed), table.hp("edith")) == ({"fire/edith": 3}, 30)


@pytest.mark.rules("CE-BURN-03", "CE-RULING-06", "CE-RULING-37")
class TestBurning:
    @pytest.mark.parametrize(
        ("intensity", "dice", "lost"),
        [
            ("moderate", {"burning/edith": [5]}, 3),
            ("moderate", {"burning/edith": [4]}, 2),
            ("large", {"burning/edith": [6, 6]}, 6),
            ("major", {"lethality/edith": [25]}, 4),
        ],
    )
    def test_costs_half_of_a_fresh_roll_each_turn(self, table: Ward, intensity: str, dice: Dice, lost: int) -> None:
        alight(table, intensity)
        before = table.hp("edith")
        table.play("pass_turns", who=WHO, dice=dice)
        assert table.hp("edith") == before - lost

    def test_rounded_down_where_the_campaign_rounds_so(self) -> None:
        table = Ward({"half_rounding": "down"}, hp=30)
        alight(table)
        table.play("pass_turns", who=WHO, dice={"burning/edith": [5]})
        assert table.hp("edith") == 23

    def test_from_a_major_fire_it_never_kills_outright(self, table: Ward) -> None:
        alight(table, "major")
        table.play("pass_turns", who=WHO, dice={"lethality/edith": [5]})
        assert table.hp("edith") == 23 - 8

    def test_a_fire_does_no_harm_in_the_turn_in_which_it_was_caught(self, table: Ward) -> None:
        alight(table)
        assert table.hp("edith") == 25

    def test_burning_goes_on_out_of_the_fire(self, table: Ward) -> None:
        expose(table, "moderate", {**ROLLS["moderate"], **CAUGHT}, lasting=True)
        table.play("leave_fire", who="edith")
        dice = {"burning/edith": [2], "burning/edith/2": [2]}
        table.play("pass_turns", who=WHO, turns=2, dice=dice)
        assert table.hp("edith") == 23

    def test_who_is_in_the_fire_as_well_suffers_both(self, table: Ward) -> None:
        expose(table, "moderate", {**ROLLS["moderate"], **CAUGHT}, lasting=True)
        table.play("pass_turns", who=WHO, dice={"fire/edith": [5], "burning/edith": [2]})
        assert table.hp("edith") == 30 - 5 - 5 - 1

    def test_until_it_is_put_out(self, table: Ward) -> None:
        alight(table)
        table.play("put_out", who="edith", because="in the horse trough")
        table.play("pass_turns", who=WHO, turns=5)
        assert (table.hp("edith"), table.conditions("edith")) == (25, [])

    def test_the_game_master_says_that_it_is(self, table: Ward) -> None:
        alight(table)
        assert table.forbidden("put_out", as_player="ana", who="edith")

    def test_who_does_not_burn_cannot_be_put_out(self, table: Ward) -> None:
        assert "not on fire" in str(table.refusal("put_out", who="edith"))

    def test_in_a_fight_with_its_turns(self, table: Ward) -> None:
        table.play("begin_fight", who=["edith", "ghoul"])
        alight(table)
        table.play("next_count", dice={"burning/edith": [6]})
        assert (table.turn(), table.hp("edith")) == (2, 22)

    def test_the_dead_burn_no_more(self, table: Ward) -> None:
        alight(table)
        table.hurt(25)
        table.play("pass_turns", who=WHO)
        assert table.conditions("edith") == ["dead"]

    def test_who_never_caught_fire_was_not_put_out(self, table: Ward) -> None:
        caught = alight(table)
        put_out = table.play("put_out", who="edith")
        with pytest.raises(RevisionRefused, match=str(put_out)):
            table.undo(caught)


@pytest.mark.rules("CE-BURN-04")
class TestARagingFire:
    def surround(self, table: Ward, **how: Any) -> int:
        dice = {**ROLLS["large"], **SAFE, **({} if how.get("breath") else {"gasp/edith": [LOW]})}
        return expose(table, "large", dice, surrounded=True, **how)

    def test_suffocates_as_well(self, table: Ward) -> None:
        surrounded = self.surround(table)
        assert (table.hp("edith"), "CE-BURN-04" in table.cited(surrounded)) == (20, True)

    def test_each_turn(self, table: Ward) -> None:
        self.surround(table)
        dice = {**ROLLS["large"], **SAFE, "gasp/edith": [LOW]}
        table.play("pass_turns", who=WHO, dice=dice)
        assert table.hp("edith") == 10

    def test_a_deep_breath_helps_for_a_while(self, table: Ward) -> None:
        self.surround(table, breath=True)
        table.play("pass_turns", who=WHO, dice={**ROLLS["large"], **SAFE})
        assert table.hp("edith") == 12

    def test_out_of_it_who_held_their_breath_breathes(self, table: Ward) -> None:
        self.surround(table, breath=True)
        table.play("leave_fire", who="edith")
        assert dict(table.sheet("edith").tasks) == {}

    def test_nobody_breathes_again_under_water(self, table: Ward) -> None:
        table.play("suffocate", who="edith", breath=True)
        self.surround(table, breath=True)
        table.play("leave_fire", who="edith")
        assert list(table.sheet("edith").tasks) == ["suffocation"]

    def test_who_had_none_needs_first_aid(self, table: Ward) -> None:
        self.surround(table)
        table.play("leave_fire", who="edith")
        table.play("clear_airway", who="doctor", patient="edith", dice={"airway": [LOW]})
        assert dict(table.sheet("edith").tasks) == {}
