"""What can be done to a character who is held, what it costs, and what is stuck in them."""

import pytest

from api.testing.table import outcomes
from systems.weaverdice.combat.grapple_options import NUMBERS
from tests.games.weaverdice.grappling import Ring

NO = {"defence/lung": "no", "defence/ramjet": "no"}


@pytest.fixture
def table() -> Ring:
    return Ring()


def points(table: Ring, points: int, choice: str) -> int:
    """Ramjet, in the second round of a hold, buys this for so many points."""
    table.play("have_hold", who="ramjet", target="lung", points=points - 1)
    return table.wrestle(1, 1, choice)


@pytest.mark.rules("WD-GRAP-06", "WD-RULING-42")
class TestCosts:
    @pytest.mark.parametrize(
        ("option", "cost"),
        [
            ("restrain", 1),
            ("drag 5 feet", 1),
            ("drag 10 feet", 2),
            ("push 5 feet", 2),
            ("push 10 feet", 4),
            ("throw 5 feet", 1),
            ("throw 10 feet", 2),
            ("throw 15 feet", 3),
            ("disarm", 2),
            ("wrest", 3),
            ("choke", 2),
            ("meatshield", 2),
        ],
    )
    def test_an_option_costs_what_the_book_says(self, option: str, cost: int) -> None:
        assert NUMBERS.options[option].cost == cost

    def test_what_is_left_is_banked(self, table: Ring) -> None:
        points(table, 6, "choke")
        assert table.bank("ramjet", "lung") == 4

    def test_with_one_point_less_it_is_not_to_be_had(self, table: Ring) -> None:
        table.play("have_hold", who="ramjet", target="lung", points=0)
        dice = {"grapple/ramjet": [1], "resist/lung": [1]}
        responses = {"option/ramjet": "choke"}
        refusal = table.refusal("wrestle", who="ramjet", target="lung", dice=dice, responses=responses)
        assert "choose one of hold, restrain, drag 5 feet, throw 5 feet" in str(refusal)

    @pytest.mark.parametrize("option", ["drag 5 feet", "throw 5 feet"])
    def test_dragging_and_throwing_come_from_the_second_round_on(self, table: Ring, option: str) -> None:
        dice = {"attack": [6], "grapple/ramjet": [6], "resist/lung": [1]}
        responses = {"defence/lung": "no", "option/ramjet": option}
        refusal = table.refusal("grab", who="ramjet", target="lung", dice=dice, responses=responses)
        assert "choose one of hold, restrain, push 5 feet, push 10 feet, choke, meatshield" in str(refusal)


@pytest.mark.rules("WD-GRAP-06", "WD-RULING-43")
class TestOptions:
    def test_hold_banks_everything(self, table: Ring) -> None:
        points(table, 6, "hold")
        assert table.bank("ramjet", "lung") == 6

    def test_restrain_takes_two_from_one_handed_attacks(self, table: Ring) -> None:
        table.arm("lung", "pipe")
        points(table, 1, "restrain")
        dice = {"attack": [6], "effect/ramjet": [1]}
        entry = table.play("attack", who="lung", targets=["ramjet"], weapon="pipe", dice=dice, responses=NO)
        assert table.rolls(entry)["attack"] == 4

    def test_restraint_takes_none_from_fists(self, table: Ring) -> None:
        points(table, 1, "restrain")
        dice = {"attack": [6], "effect/ramjet": [1]}
        entry = table.play("attack", who="lung", targets=["ramjet"], dice=dice, responses=NO)
        assert table.rolls(entry)["attack"] == 6

    def test_restraint_forbids_what_takes_two_hands(self, table: Ring) -> None:
        table.arm("lung", "halberd", hand="both", size="large")
        points(table, 1, "restrain")
        assert table.refusal("attack", who="lung", targets=["ramjet"], weapon="halberd").rule == "WD-GRAP-06"

    def test_restraint_ends_with_the_grapple(self, table: Ring) -> None:
        points(table, 1, "restrain")
        table.play("let_go", who="ramjet", target="lung")
        assert table.conditions("lung") == []

    @pytest.mark.parametrize(("option", "feet"), [("drag 5 feet", 5), ("drag 10 feet", 10)])
    def test_drag_moves_both_and_keeps_the_hold(self, table: Ring, option: str, feet: int) -> None:
        entry = points(table, 2, option)
        moved = table.noted(entry, "dragged")
        assert moved == [{"feet": feet}, {"feet": feet}]
        assert table.bank("ramjet", "lung") is not None

    @pytest.mark.parametrize(("option", "feet"), [("push 5 feet", 5), ("push 10 feet", 10)])
    def test_push_moves_them_and_breaks_the_grapple(self, table: Ring, option: str, feet: int) -> None:
        entry = points(table, 4, option)
        assert table.noted(entry, "knocked-back") == [{"feet": feet}]
        assert table.bank("ramjet", "lung") is None

    def test_throw_has_them_fall_and_breaks_the_grapple(self, table: Ring) -> None:
        table.play("have_hold", who="ramjet", target="lung", points=3)
        table.wrestle(1, 1, "throw 10 feet", fall_lung="a lesser wound")
        assert (table.wounds("lung"), table.bank("ramjet", "lung")) == (["body/1: lesser"], None)

    def test_the_further_throw_does_more(self, table: Ring) -> None:
        table.play("have_hold", who="ramjet", target="lung", points=3)
        dice = {"grapple/ramjet": [1], "resist/lung": [1], "effect/lung": [2]}
        entry = table.play(
            "wrestle", who="ramjet", target="lung", dice=dice, responses={"option/ramjet": "throw 15 feet"}
        )
        assert (table.wounds("lung"), table.rolls(entry)["effect/lung"]) == (["body/1: lesser"], 2)

    def test_disarm_has_them_drop_what_they_hold(self, table: Ring) -> None:
        table.arm("lung", "pipe")
        points(table, 2, "disarm")
        assert table.sheet("lung").items["pipe"].location == "ground"

    def test_wrest_has_the_grappler_keep_it(self, table: Ring) -> None:
        table.arm("lung", "pipe")
        points(table, 3, "wrest")
        assert table.sheet("ramjet").items["pipe"].location == "hand/right"
        assert "pipe" not in table.sheet("lung").items

    def test_a_target_who_holds_nothing_has_nothing_taken(self, table: Ring) -> None:
        table.play("have_hold", who="ramjet", target="lung", points=5)
        dice = {"grapple/ramjet": [1], "resist/lung": [1]}
        responses = {"option/ramjet": "disarm"}
        refusal = table.refusal("wrestle", who="ramjet", target="lung", dice=dice, responses=responses)
        assert "'disarm' is no answer" in str(refusal)

    def test_choke_takes_a_dot_of_stamina(self, table: Ring) -> None:
        points(table, 2, "choke")
        assert (table.current("lung", "stamina"), table.value("lung", "attributes.athletics")) == (2, 3)

    def test_choking_takes_a_point_of_athletics_where_no_stamina_is_left(self, table: Ring) -> None:
        table.fight_on()
        table.drain("lung", "stamina", 3)
        points(table, 2, "choke")
        assert table.value("lung", "attributes.athletics") == 2
        table.play("end_fight")
        assert table.value("lung", "attributes.athletics") == 3

    def test_a_meatshield_is_cover_from_the_front_quarter(self, table: Ring) -> None:
        table.foe("oni")
        points(table, 2, "meatshield")
        entry = table.play(
            "attack", who="oni", targets=["ramjet"], dice={"attack": [5], "effect/ramjet": [1]}, responses=NO
        )
        assert table.target(entry, "attack") == 5

    def test_a_meatshield_is_no_cover_from_the_side(self, table: Ring) -> None:
        table.foe("oni")
        points(table, 2, "meatshield")
        dice = {"attack": [5], "effect/ramjet": [1]}
        entry = table.play("attack", who="oni", targets=["ramjet"], angle=60, dice=dice, responses=NO)
        assert table.target(entry, "attack") == 4

    def test_what_does_not_pass_the_score_hits_the_shield(self, table: Ring) -> None:
        table.foe("oni")
        points(table, 2, "meatshield")
        table.play("attack", who="oni", targets=["ramjet"], dice={"attack": [4], "effect/lung": [1]}, responses=NO)
        assert (table.wounds("ramjet"), table.wounds("lung")) == ([], ["body/1: lesser"])

    def test_bug_a_meatshield_who_misses_their_holder_does_not_hit_themselves(self, table: Ring) -> None:
        points(table, 2, "meatshield")
        table.play("attack", who="lung", targets=["ramjet"], dice={"attack": [1]})
        assert (table.wounds("ramjet"), table.wounds("lung"), table.bank("ramjet", "lung")) == ([], [], 0)

    def test_bug_a_meatshield_is_no_cover_against_themselves(self, table: Ring) -> None:
        points(table, 2, "meatshield")
        entry = table.play("attack", who="lung", targets=["ramjet"], dice={"attack": [1]})
        assert table.target(entry, "attack") == 4

    def test_a_meatshield_shields_nobody_once_the_grapple_is_over(self, table: Ring) -> None:
        table.foe("oni")
        points(table, 2, "meatshield")
        table.play("let_go", who="ramjet", target="lung")
        table.play("attack", who="oni", targets=["ramjet"], dice={"attack": [3]})
        assert (table.conditions("ramjet"), table.wounds("lung")) == ([], [])

    def test_another_choice_has_another_outcome_later(self, table: Ring) -> None:
        table.arm("lung", "pipe")
        wrestled = points(table, 4, "restrain")
        dice = {"attack": [6], "effect/ramjet": [1]}
        struck = table.play("attack", who="lung", targets=["ramjet"], weapon="pipe", dice=dice, responses=NO)
        assert outcomes(table.answer_late(wrestled, {"option/ramjet": "hold"}))[struck] == "restated"
        assert table.rolls(struck)["attack"] == 6


@pytest.mark.rules("WD-GRAP-07")
class TestShorthand:
    @pytest.fixture
    def table(self) -> Ring:
        return Ring(grapple_shorthand=True)

    def test_two_points_buy_one_action_whatever_the_table_says(self, table: Ring) -> None:
        table.arm("lung", "pipe")
        table.grab(3, 2, "wrest")
        assert "pipe" in table.sheet("ramjet").items
        assert table.bank("ramjet", "lung") == 0

    def test_four_buy_two(self, table: Ring) -> None:
        table.grab(5, 1, "restrain", "choke")
        assert table.conditions("lung") == ["restrained"]
        assert (table.current("lung", "stamina"), table.bank("ramjet", "lung")) == (2, 1)

    def test_one_buys_none_and_is_banked(self, table: Ring) -> None:
        table.grab(3, 3)
        assert table.bank("ramjet", "lung") == 1

    def test_holding_on_banks_the_rest(self, table: Ring) -> None:
        table.grab(5, 1, "hold")
        assert table.bank("ramjet", "lung") == 5

    def test_there_are_no_rounds_to_wait_for(self, table: Ring) -> None:
        table.grab(3, 2, "throw 10 feet", fall_lung="a lesser wound")
        assert table.wounds("lung") == ["body/1: lesser"]


@pytest.mark.rules("WD-COND-14")
class TestStuckByHand:
    """Ramjet's hook sits in Lung's first wound."""

    @pytest.fixture
    def table(self) -> Ring:
        table = Ring()
        table.wound("lung", "lesser")
        table.arm("ramjet", "hook")
        table.play("lodge", who="lung", wound="w1", by="ramjet", item="hook")
        return table

    def grapple(self, table: Ring, brawn: int, against: int, choice: str = "hold") -> int:
        dice = {"grapple/ramjet": [brawn], "resist/lung": [against]}
        return table.play("grab", who="ramjet", target="lung", dice=dice, responses={"option/ramjet": choice})

    def test_the_attacker_goes_straight_to_a_grapple_with_one_more(self, table: Ring) -> None:
        entry = self.grapple(table, 3, 1)
        assert table.rolls(entry) == {"grapple/ramjet": 5, "resist/lung": 1}

    def test_each_round(self, table: Ring) -> None:
        self.grapple(table, 3, 1)
        assert table.rolls(table.wrestle(3, 1, "hold"))["grapple/ramjet"] == 5

    def test_a_projectile_in_the_body_gives_no_bonus_in_a_grapple(self) -> None:
        table = Ring()
        table.wound("lung", "lesser")
        table.play("lodge", who="lung", wound="w1", by="ramjet", ranged=True)
        assert table.rolls(table.grab(3, 1, "hold")) == {"attack": 7, "grapple/ramjet": 4, "resist/lung": 1}

    def test_a_winner_with_an_object_stuck_in_them_is_held_all_the_same(self, table: Ring) -> None:
        self.grapple(table, 3, 1)
        table.wrestle(1, 6, turned_ramjet="nothing", tear__out_ramjet="nothing")
        assert table.bank("ramjet", "lung") is not None

    def test_unless_they_tear_the_object_out(self, table: Ring) -> None:
        self.grapple(table, 3, 1)
        table.wrestle(1, 6, turned_ramjet="nothing", tear__out_ramjet="tear the object out")
        assert table.bank("ramjet", "lung") is None
        assert (table.wounds("lung"), table.conditions("lung")) == (
            ["body/1: lesser", "body/2: moderate"],
            ["bleeding"],
        )

    def test_no_wound_parts_them_either(self, table: Ring) -> None:
        self.grapple(table, 3, 1)
        table.play("attack", who="lung", targets=["ramjet"], dice={"attack": [6], "effect/ramjet": [1]}, responses=NO)
        assert table.bank("ramjet", "lung") is not None

    @pytest.mark.rules("WD-COND-13")
    def test_the_attacker_wrests_it_free_and_attacks_with_it_for_nothing(self, table: Ring) -> None:
        table.fight_on()
        self.grapple(table, 3, 1)
        table.next(2)
        dice = {"grapple/ramjet": [3], "resist/lung": [1], "attack": [5], "effect/lung": [1]}
        responses = {"option/ramjet": "wrest free", "free-attack/ramjet": "attack", "defence/lung": "no"}
        table.play("wrestle", who="ramjet", target="lung", dice=dice, responses=responses)
        assert table.sheet("ramjet").items["hook"].location == "hand/right"
        assert table.wounds("lung")[:2] == ["body/1: lesser", "body/2: moderate"]
        assert table.actions("ramjet") == 1

    def test_which_parts_them(self, table: Ring) -> None:
        self.grapple(table, 3, 1)
        table.wrestle(3, 1, "wrest free", free__attack_ramjet="no")
        assert table.bank("ramjet", "lung") is None

    def test_nobody_is_pushed_off_a_hook(self, table: Ring) -> None:
        dice = {"grapple/ramjet": [6], "resist/lung": [1]}
        responses = {"option/ramjet": "push 5 feet"}
        refusal = table.refusal("grab", who="ramjet", target="lung", dice=dice, responses=responses)
        assert "'push 5 feet' is no answer" in str(refusal)
