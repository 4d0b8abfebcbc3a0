"""What is carried against what can be borne."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from api.testing.table import outcomes
from domain.vocabulary.values import Modifier, ModifierApplied
from tests.games.weaverdice.outfits import Outfitters

PLACES = ("hand/left", "hand/right", "belt/1", "ground", "stash")


@pytest.fixture
def table() -> Outfitters:
    return Outfitters()


def load(table: Outfitters, who: str = "ramjet") -> int:
    return table.value(who, "load.encumbrance")


def fitness(table: Outfitters) -> tuple[int, int, int]:
    """Athletics, Dexterity and feet of movement."""
    paths = ("attributes.athletics", "attributes.dexterity", "movement.feet")
    first, second, third = (table.value("ramjet", path) for path in paths)
    return first, second, third


@pytest.mark.rules("WD-EQP-06")
class TestEncumbrance:
    @pytest.mark.parametrize(("brawn", "limit"), [(2, 2), (3, 3), (5, 5)])
    def test_the_limit_is_brawn(self, brawn: int, limit: int) -> None:
        assert Outfitters(brawn=brawn).value("ramjet", "limits.encumbrance") == limit

    def test_at_the_limit_nothing_is_lost(self, table: Outfitters) -> None:
        table.thing("anvil", "hand/both", size="large", encumbrance=3)
        assert (load(table), fitness(table)) == (3, (3, 3, 30))

    def test_beyond_it_a_point_of_athletics_and_dexterity_and_ten_feet_in_all(self, table: Outfitters) -> None:
        table.thing("anvil", "hand/both", size="large", encumbrance=4)
        assert (load(table), fitness(table)) == (4, (2, 2, 20))

    def test_far_beyond_it_is_no_worse(self, table: Outfitters) -> None:
        table.thing("anvil", "hand/left", encumbrance=6)
        table.thing("stove", "hand/right", encumbrance=6)
        assert (load(table), fitness(table)) == (12, (2, 2, 20))

    def test_costume_and_held_things_count_together(self, table: Outfitters) -> None:
        table.wear("armor", "low")
        table.thing("sledge", "hand/both", size="large", encumbrance=2)
        assert fitness(table) == (2, 2, 20)

    def test_a_bystander_who_becomes_a_generic_is_weakened_as_well(self, table: Outfitters) -> None:
        table.foe("neighbour", category="bystander")
        table.play("give_thing", who="neighbour", what="anvil", encumbrance=4)
        table.play("promote", who="neighbour")
        table.play("pick_up", who="neighbour", item="anvil")
        assert [table.value("neighbour", f"attributes.{stat}") for stat in ("athletics", "dexterity")] == [2, 2]

    @pytest.mark.parametrize("place", ["ground", "stash"])
    def test_what_is_not_carried_weighs_nothing(self, table: Outfitters, place: str) -> None:
        table.thing("anvil", place, encumbrance=4)
        assert (load(table), fitness(table)) == (0, (3, 3, 30))

    def test_put_down_it_weighs_no_more(self, table: Outfitters) -> None:
        anvil = table.thing("anvil", "hand/both", size="large", encumbrance=4)
        table.play("drop_item", who="ramjet", item=anvil)
        assert fitness(table) == (3, 3, 30)

    def test_lost_brawn_lowers_the_limit_at_once(self, table: Outfitters) -> None:
        table.thing("anvil", "hand/both", size="large", encumbrance=3)
        weak = Modifier(path="attributes.brawn", amount=-1)
        table.let("ramjet", ModifierApplied(name="weak", modifier=weak))
        assert fitness(table) == (2, 2, 20)

    def test_the_lost_dexterity_costs_a_belt_slot(self, table: Outfitters) -> None:
        table.thing("anvil", "hand/both", size="large", encumbrance=4)
        assert table.value("ramjet", "slots.belt") == 2

    @settings(max_examples=20)
    @given(st.lists(st.tuples(st.integers(0, 6), st.sampled_from(PLACES)), max_size=6))
    def test_encumbrance_is_the_weight_of_the_carried_things(self, things: list[tuple[int, str]]) -> None:
        table = Outfitters()
        for weight, place in things:
            table.thing("crate", place, encumbrance=weight)
        assert load(table) == sum(weight for weight, place in things if place not in ("ground", "stash"))

    def test_no_thing_weighs_less_than_zero(self, table: Outfitters) -> None:
        assert table.refusal("give_thing", who="ramjet", what="balloon", encumbrance=-1).rule == "WD-EQP-06"

    def test_undone_it_is_as_light_as_before(self, table: Outfitters) -> None:
        table.thing("anvil", encumbrance=4)
        table.play("pick_up", who="ramjet", item="anvil")
        assert fitness(table) == (2, 2, 20)

    def test_a_check_made_under_the_weight_is_reckoned_again_without_it(self, table: Outfitters) -> None:
        table.thing("anvil", encumbrance=4)
        lifted = table.play("pick_up", who="ramjet", item="anvil")
        rolled = table.play("check", who="ramjet", stat="athletics", dice={"check": [4]})
        assert table.outcomes_of(rolled) == {"check": "failure"}
        assert outcomes(table.undo(lifted))[rolled] == "restated"
        assert table.outcomes_of(rolled) == {"check": "success"}


@pytest.mark.rules("WD-EQP-07")
class TestCarryingPeople:
    def test_a_person_is_two(self, table: Outfitters) -> None:
        table.play("carry_person", who="ramjet", person="lung")
        assert load(table) == 2

    def test_a_carried_person_weighs_with_their_load(self, table: Outfitters) -> None:
        table.play("give_piece", who="lung", what="armor", tier="low")
        table.play("put_on", who="lung", piece="armor")
        table.play("carry_person", who="ramjet", person="lung")
        assert (load(table), fitness(table)) == (4, (2, 2, 20))

    def test_their_armor_comes_off_while_they_are_carried(self, table: Outfitters) -> None:
        table.play("give_piece", who="lung", what="armor", tier="low")
        table.play("put_on", who="lung", piece="armor")
        table.play("carry_person", who="ramjet", person="lung")
        table.play("take_off", who="lung")
        assert (load(table), fitness(table)) == (2, (3, 3, 30))

    def test_a_bystander_can_be_carried(self, table: Outfitters) -> None:
        table.foe("child", "bystander")
        table.play("carry_person", who="ramjet", person="child")
        assert load(table) == 2

    def test_gone_from_the_campaign_they_weigh_nothing(self, table: Outfitters) -> None:
        table.play("carry_person", who="ramjet", person="lung")
        table.play("remove", target="lung")
        assert load(table) == 0

    def test_a_character_without_a_sheet_of_this_game_can_be_carried(self, table: Outfitters) -> None:
        table.play("create_character", name="Dog", handle="dog")
        table.play("carry_person", who="ramjet", person="dog")
        assert load(table) == 2

    def test_set_down_they_weigh_nothing(self, table: Outfitters) -> None:
        table.play("carry_person", who="ramjet", person="lung")
        table.play("set_person_down", who="ramjet", person="lung")
        assert load(table) == 0

    @pytest.mark.parametrize("end", ["let_die", "leave_fight"])
    def test_bug_who_falls_carries_nobody_and_who_flees_still_does(self, table: Outfitters, end: str) -> None:
        table.fight_on()
        table.play("carry_person", who="ramjet", person="lung")
        table.play(end, who="ramjet")
        assert load(table) == (0 if end == "let_die" else 2)

    def test_nobody_carries_themselves(self, table: Outfitters) -> None:
        assert table.refusal("carry_person", who="ramjet", person="ramjet").rule == "WD-EQP-07"

    def test_nobody_carries_their_carrier(self, table: Outfitters) -> None:
        table.play("carry_person", who="ramjet", person="lung")
        assert table.refusal("carry_person", who="lung", person="ramjet").rule == "WD-EQP-07"

    def test_who_is_not_carried_is_not_set_down(self, table: Outfitters) -> None:
        assert table.refusal("set_person_down", who="ramjet", person="lung").rule == "not-there"

    def test_lifting_takes_an_action(self, table: Outfitters) -> None:
        table.fight_on()
        table.play("carry_person", who="ramjet", person="lung")
        assert table.actions("ramjet") == 1

    def test_undone_nobody_was_carried_or_set_down(self, table: Outfitters) -> None:
        lifted = table.play("carry_person", who="ramjet", person="lung")
        down = table.play("set_person_down", who="ramjet", person="lung")
        assert outcomes(table.undo(lifted, policy="cascade"))[down] == "struck"
