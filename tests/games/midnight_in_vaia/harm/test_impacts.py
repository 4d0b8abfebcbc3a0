"""Impacts: whom they meet, what armor and walls take, who dies and who is maimed."""

from __future__ import annotations

from typing import Any

import pytest

from api.testing.table import outcomes
from domain.play.refusals import Refused
from tests.games.midnight_in_vaia.suffering import Alley

BROKEN_LEG = "breakage leg/left"


@pytest.fixture
def table() -> Alley:
    return Alley()


@pytest.mark.rules("MV-IMPC-01")
class TestTheLineOfAnImpact:
    def met(self, table: Alley, vector: list[int], **more: Any) -> list[str]:
        """Who loses Hit Points to an impact from the square 0, 0."""
        before = {who: table.hp(who) for who in ("vera", "milo", "ghoul")}
        table.play("impact", what="Tram", type="striking", amount=1, origin=[0, 0], vector=vector, **more)
        return [who for who in before if table.hp(who) < before[who]]

    def test_what_lies_on_it_is_met(self, table: Alley) -> None:
        table.stand("vera", 3, 0)
        table.stand("milo", 3, 1)
        assert self.met(table, [5, 0], dice=table.spared("vera")) == ["vera"]

    @pytest.mark.parametrize(("x", "met"), [(-1, []), (0, []), (1, ["vera"]), (5, ["vera"]), (6, [])])
    def test_from_its_origin_as_far_as_the_vector_reaches(self, table: Alley, x: int, met: list[str]) -> None:
        table.stand("vera", x, 0)
        assert self.met(table, [5, 0], dice=table.spared(*met)) == met

    @pytest.mark.parametrize(("square", "met"), [((2, 2), True), ((2, 1), False), ((1, 2), False)])
    def test_across_the_corners_of_squares_it_touches_no_others(
        self, table: Alley, square: tuple[int, int], met: bool
    ) -> None:
        table.stand("vera", *square)
        assert self.met(table, [4, 4], dice=table.spared(*["vera"] * met)) == ["vera"] * met

    @pytest.mark.parametrize(("square", "met"), [((1, 0), True), ((1, 1), True), ((2, 1), True), ((3, 0), False)])
    def test_at_a_slant_it_passes_through_the_squares_between(
        self, table: Alley, square: tuple[int, int], met: bool
    ) -> None:
        table.stand("vera", *square)
        assert self.met(table, [4, 2], dice=table.spared(*["vera"] * met)) == ["vera"] * met

    def test_who_is_large_is_met_on_any_of_their_squares(self, table: Alley) -> None:
        table.stand("ghoul", 2, -1, size=2)
        assert self.met(table, [5, 0], dice=table.spared("ghoul")) == ["ghoul"]

    def test_in_the_order_in_which_it_lies(self, table: Alley) -> None:
        table.stand("vera", 4, 0)
        table.stand("ghoul", 2, 0)
        entry = table.play(
            "impact",
            what="Tram",
            type="striking",
            amount=1,
            origin=[0, 0],
            vector=[6, 0],
            dice=table.spared("ghoul", "vera"),
        )
        assert list(table.rolls(entry)) == ["maim/ghoul", "maim/vera"]

    def test_what_stands_behind_a_wall_is_not_met(self, table: Alley) -> None:
        wall = table.wall(5, 2)
        table.stand("vera", 1, 0)
        table.stand("milo", 3, 0)
        assert self.met(table, [6, 0], dice=table.spared("vera")) == ["vera"]
        assert table.left(wall) == 4

    def test_without_a_map_the_order_is_given(self, table: Alley) -> None:
        entry = table.impact(1, "vera", "ghoul", dice=table.spared("vera", "ghoul"))
        assert (list(table.rolls(entry)), "MV-IMPC-01" in table.cited(entry)) == (["maim/vera", "maim/ghoul"], True)

    def test_who_is_named_twice_is_met_once(self, table: Alley) -> None:
        table.impact(6, "vera", "ghoul", "vera", dice=table.spared("vera", "ghoul"))
        assert (table.hp("vera"), table.hp("ghoul")) == (34, 14)

    def test_had_a_character_not_stood_there_they_were_not_met(self, table: Alley) -> None:
        table.stand("vera", 3, 0)
        moved = table.play("move", who="vera", x=3, y=1)
        struck = table.play(
            "impact", what="Tram", type="striking", amount=1, origin=[0, 1], vector=[5, 0], dice={"maim/vera": [51]}
        )
        assert outcomes(table.undo(moved))[struck] == "restated"
        assert table.hp("vera") == 40

    @pytest.mark.parametrize("line", [{}, {"origin": [0, 0]}, {"origin": [0, 0], "vector": [0, 0]}])
    def test_an_impact_has_an_origin_and_a_vector(self, table: Alley, line: dict[str, Any]) -> None:
        refusal = table.refusal("impact", what="Tram", type="striking", amount=1, **line)
        assert refusal.rule == "MV-IMPC-01"


@pytest.mark.rules("MV-IMPC-02", "MV-RULING-31")
class TestArmorFirst:
    @pytest.mark.parametrize(("damage", "armor", "hp"), [(5, 3, 40), (8, 0, 40), (9, 0, 39), (20, 0, 28)])
    def test_an_impact_reduces_durability_and_the_rest_goes_through(
        self, table: Alley, damage: int, armor: int, hp: int
    ) -> None:
        table.armor("vera", 8)
        entry = table.impact(damage, "vera")
        assert (table.armor_left("vera"), table.hp("vera")) == (armor, hp)
        assert "MV-IMPC-02" in table.cited(entry)

    def test_several_pieces_one_after_the_other(self, table: Alley) -> None:
        table.armor("vera", 3)
        table.armor("vera", 4)
        table.impact(6, "vera")
        assert (table.armor_left("vera"), table.hp("vera")) == (1, 40)

    def test_what_is_not_worn_as_armor_takes_nothing(self, table: Alley) -> None:
        table.play("give_gear", who="vera", what="Sabre", durability=9)
        table.impact(6, "vera", dice=table.spared("vera"))
        assert (table.armor_left("vera"), table.hp("vera")) == (9, 34)

    def test_erosion_is_multiplied_against_it(self, table: Alley) -> None:
        table.armor("vera", 9)
        table.impact(5, "vera", type="erosion", rating=3)
        assert (table.armor_left("vera"), table.hp("vera")) == (0, 38)

    @pytest.mark.parametrize(("damage", "hp"), [(8, 40), (9, 39)])
    def test_by_the_option_it_takes_so_much_of_every_impact(self, damage: int, hp: int) -> None:
        table = Alley(impact_armor="flat")
        table.armor("vera", 8)
        table.impact(damage, "vera")
        assert (table.armor_left("vera"), table.hp("vera")) == (8, hp)

    def test_without_it_more_were_lost(self, table: Alley) -> None:
        table.armor("vera", 8)
        second = table.play("give_gear", who="vera", what="Helmet", durability=2, armor=True)
        struck = table.impact(12, "vera")
        assert outcomes(table.undo(second)) == {second: "struck", struck: "restated"}
        assert table.hp("vera") == 36


@pytest.mark.rules("MV-IMPC-03")
class TestBarriers:
    @pytest.mark.parametrize(("damage", "left", "hp"), [(11, 1, 40), (12, 0, 40), (13, 0, 39)])
    def test_only_with_no_durability_left_do_they_let_it_pass(
        self, table: Alley, damage: int, left: int, hp: int
    ) -> None:
        wall = table.wall(12)
        entry = table.impact(damage, wall, "vera", dice=table.spared(*["vera"] * (hp < 40)))
        assert (table.left(wall), table.hp("vera")) == (left, hp)
        assert "MV-IMPC-03" in table.cited(entry)

    def test_one_that_is_broken_already_is_no_barrier(self, table: Alley) -> None:
        wall = table.wall(12)
        table.play("wear", thing=wall, amount=12, type="striking")
        table.impact(5, wall, "vera", dice=table.spared("vera"))
        assert table.hp("vera") == 35

    def test_had_it_not_been_worn_it_had_held(self, table: Alley) -> None:
        wall = table.wall(12)
        worn = table.play("wear", thing=wall, amount=6, type="striking")
        struck = table.impact(10, wall, "vera", dice=table.spared("vera"))
        assert outcomes(table.undo(worn)) == {worn: "struck", struck: "restated"}
        assert (table.left(wall), table.hp("vera")) == (2, 40)


@pytest.mark.rules("MV-IMPC-04")
class TestSpentOnBarriers:
    def test_what_was_spent_is_gone_for_the_next_target(self, table: Alley) -> None:
        entry = table.impact(20, table.wall(12), "vera", dice=table.spared("vera"))
        assert (table.hp("vera"), "MV-IMPC-04" in table.cited(entry)) == (32, True)

    def test_one_barrier_after_the_other(self, table: Alley) -> None:
        walls = [table.wall(5), table.wall(6)]
        table.impact(20, walls[0], "vera", walls[1], "milo", dice=table.spared("vera", "milo"))
        assert (table.hp("vera"), table.hp("milo")) == (25, 31)

    def test_what_people_take_is_not_subtracted(self, table: Alley) -> None:
        table.impact(9, "vera", "milo", dice=table.spared("vera", "milo"))
        assert (table.hp("vera"), table.hp("milo")) == (31, 31)

    def test_erosion_spends_less(self, table: Alley) -> None:
        wall = table.wall(12)
        table.impact(10, wall, "vera", type="erosion", rating=5, dice=table.spared("vera"))
        assert (table.left(wall), table.hp("vera")) == (0, 33)


@pytest.mark.rules("MV-IMPC-05")
class TestKilledByAnImpact:
    @pytest.mark.parametrize(
        ("damage", "conditions"), [(39, []), (40, ["dead", "vulnerable"]), (41, ["dead", "vulnerable"])]
    )
    def test_who_drops_to_zero_is_killed(self, table: Alley, damage: int, conditions: list[str]) -> None:
        entry = table.impact(damage, "vera", dice=table.spared(*["vera"] * (damage < 40)))
        assert (table.conditions("vera"), "MV-IMPC-05" in table.cited(entry)) == (conditions, bool(conditions))

    def test_by_what_it_states_as_well(self, table: Alley) -> None:
        table.bleed("vera", 10)
        table.impact(20, "vera", type="ripping")
        assert table.conditions("vera") == ["dead", "vulnerable"]

    def test_who_was_there_already_is_not(self, table: Alley) -> None:
        table.hurt("vera", 40)
        table.impact(9, "vera", responses={"maim/vera": BROKEN_LEG})
        assert table.conditions("vera") == ["vulnerable"]

    def test_the_dead_are_not_struck_again(self, table: Alley) -> None:
        table.impact(40, "vera")
        entry = table.impact(40, "vera")
        assert table.kinds(entry) == ["Noted"]

    def test_had_they_not_been_hurt_before_they_lived(self, table: Alley) -> None:
        table.armor("vera", 1)
        hurt = table.hurt("vera", 10)
        struck = table.impact(31, "vera")
        assert outcomes(table.undo(hurt)) == {hurt: "struck", struck: "restated"}
        assert (table.hp("vera"), table.conditions("vera")) == (10, [])


@pytest.mark.rules("MV-IMPC-06", "MV-RULING-32")
class TestMaimedByAnImpact:
    @pytest.mark.parametrize(("die", "outcome"), [(1, "maimed"), (50, "maimed"), (51, "spared"), (100, "spared")])
    def test_who_wears_no_armor_is_on_50_or_less(self, table: Alley, die: int, outcome: str) -> None:
        responses = {"maim/vera": BROKEN_LEG} if outcome == "maimed" else {}
        entry = table.impact(9, "vera", dice={"maim/vera": [die]}, responses=responses)
        assert table.outcomes_of(entry) == {"maim/vera": outcome}
        assert (len(table.sheet("vera").wounds), "MV-IMPC-06" in table.cited(entry)) == (outcome == "maimed", True)

    def test_the_story_guide_says_how_and_where(self, table: Alley) -> None:
        deed = table.impact(9, "vera", dice={"maim/vera": [7]})
        table.play("answer", deed=deed, key="maim/vera", choice="sensory-deprivation hearing")
        (wound,) = table.sheet("vera").wounds.values()
        assert (wound.severity, wound.kind, wound.slot, wound.source) == (
            "maimed",
            "sensory-deprivation",
            "hearing",
            "Tram",
        )

    def test_of_whom_the_players_do_not_know_they_are_not_told(self, table: Alley) -> None:
        table.play("midnight-in-vaia.create", name="lurker", category="npc", hit_points=20, hidden=True)
        table.impact(9, "lurker", dice={"maim/lurker": [7]})
        assert [question.audience for question in table.fight("alley").questions.values()] == ["gm"]

    @pytest.mark.parametrize("cause", ["hit points", "effect"])
    def test_who_was_vulnerable_before_is_without_a_roll(self, table: Alley, cause: str) -> None:
        if cause == "effect":
            table.play("expose", who="vera", because="Pinned")
        else:
            table.hurt("vera", 40)
        entry = table.impact(9, "vera", responses={"maim/vera": BROKEN_LEG})
        assert (table.rolls(entry), len(table.sheet("vera").wounds)) == ({}, 1)

    @pytest.mark.parametrize("damage", [1, 8, 20])
    def test_who_had_armor_is_not_even_if_it_breaks(self, table: Alley, damage: int) -> None:
        table.armor("vera", 8)
        entry = table.impact(damage, "vera")
        assert (table.rolls(entry), table.sheet("vera").wounds) == ({}, {})

    def test_broken_armor_is_none(self, table: Alley) -> None:
        table.armor("vera", 8)
        table.impact(8, "vera")
        entry = table.impact(9, "vera", dice=table.spared("vera"))
        assert list(table.rolls(entry)) == ["maim"]

    def test_who_suffers_no_damage_is_not(self, table: Alley) -> None:
        table.afflict("vera", {"effect": "resistance", "against": "impact", "rating": 10})
        entry = table.impact(9, "vera")
        assert (table.rolls(entry), table.hp("vera")) == ({}, 40)

    def test_who_is_killed_is_not(self, table: Alley) -> None:
        entry = table.impact(40, "vera")
        assert (table.rolls(entry), table.sheet("vera").wounds) == ({}, {})

    def test_each_of_several_has_a_roll_of_their_own(self, table: Alley) -> None:
        dice = {"maim/vera": [51], "maim/milo": [50]}
        table.impact(9, "vera", "milo", dice=dice, responses={"maim/milo": BROKEN_LEG})
        assert (len(table.sheet("vera").wounds), len(table.sheet("milo").wounds)) == (0, 1)


class TestTheStoryGuideSaysSo:
    def test_no_player_does(self, table: Alley) -> None:
        sentence = table.forbidden("impact", as_player="ana", what="Tram", type="striking", along=[{"who": "vera"}])
        assert "impact" in sentence

    def test_what_lies_in_the_way_is_a_character_or_a_thing(self, table: Alley) -> None:
        with pytest.raises(Refused, match="as a `thing`"):
            table.play("impact", what="Tram", type="striking", along=[{}])
