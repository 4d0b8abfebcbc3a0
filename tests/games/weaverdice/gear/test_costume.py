"""Costume: its grid, its pieces by tier, and what they do while they are worn."""

from typing import Any

import pytest

from api.testing.table import outcomes
from systems.weaverdice.gear.costume import bare, coverage, helmet, protection, worn
from tests.games.weaverdice.outfits import Outfitters
from tests.games.weaverdice.workshop import Workshop


@pytest.fixture
def table() -> Outfitters:
    return Outfitters()


def strike(table: Outfitters, **more: Any) -> int:
    return table.play("inflict", who="ramjet", tier="lesser", type="cut", **more)


@pytest.mark.rules("WD-EQP-05", "WD-RULING-49")
class TestGrid:
    def test_a_costume_has_nine_spaces_in_three_rows(self, table: Outfitters) -> None:
        pieces = [table.wear("icon") for _ in range(9)]
        assert [table.at(piece) for piece in pieces] == [f"costume/{r},{c}" for r in (1, 2, 3) for c in (1, 2, 3)]

    def test_a_tenth_piece_has_no_space(self, table: Outfitters) -> None:
        for _ in range(9):
            table.wear("icon")
        assert table.refusal("put_on", who="ramjet", piece=table.piece("icon")).rule == "WD-EQP-05"

    def test_a_space_is_filled_by_one_piece(self, table: Outfitters) -> None:
        table.wear("icon", space=5)
        assert table.refusal("put_on", who="ramjet", piece=table.piece("belt"), space=5).rule == "WD-EQP-05"

    @pytest.mark.parametrize("tier", ["low", "standard", "high"])
    def test_two_armors_leave_seven_spaces_whatever_their_tier(self, table: Outfitters, tier: str) -> None:
        for _ in range(2):
            table.wear("armor", tier)
        for _ in range(7):
            table.wear("icon")
        assert table.refusal("put_on", who="ramjet", piece=table.piece("icon")).rule == "WD-EQP-05"

    def test_pieces_are_bought_one_by_one(self, table: Outfitters) -> None:
        table.piece("icon")
        table.piece("belt", "low")
        assert table.money() == 5000 - 25 - 50

    def test_what_is_no_costume_is_not_put_on(self, table: Outfitters) -> None:
        assert table.refusal("put_on", who="ramjet", piece=table.thing("crowbar")).rule == "WD-EQP-05"

    def test_put_on_again_a_piece_is_where_it_was(self, table: Outfitters) -> None:
        icon = table.wear("icon", space=8)
        table.play("take_off", who="ramjet")
        table.play("put_on", who="ramjet", piece=icon)
        assert table.at(icon) == "costume/3,2"

    def test_taken_off_it_does_nothing(self, table: Outfitters) -> None:
        table.wear("armor")
        table.wear("belt", "high")
        table.play("take_off", who="ramjet")
        assert (table.value("ramjet", "slots.armor"), table.value("ramjet", "slots.belt")) == (0, 3)

    def test_what_hung_on_it_stays_with_it(self, table: Outfitters) -> None:
        belt = table.wear("belt", "low")
        knife = table.thing("knife", f"belt/{belt}/1")
        table.play("take_off", who="ramjet", piece=belt)
        assert table.at(knife) == "stash"

    def test_for_what_it_costs_more_it_is_made_better(self, table: Outfitters) -> None:
        armor = table.piece("armor", "low")
        table.play("improve_piece", who="ramjet", piece=armor)
        assert (table.item(armor).features, table.money()) == (("armor/standard",), 5000 - 330)

    def test_the_better_piece_has_the_lesser_drawback(self, table: Outfitters) -> None:
        armor = table.piece("armor", "low")
        table.play("improve_piece", who="ramjet", piece=armor)
        table.play("put_on", who="ramjet", piece=armor)
        assert table.value("ramjet", "load.encumbrance") == 1

    def test_there_is_nothing_above_the_high_tier(self, table: Outfitters) -> None:
        assert table.refusal("improve_piece", who="ramjet", piece=table.piece("armor", "high")).rule == "WD-COS-01"

    def test_a_belt_whose_last_slot_broke_is_repaired_before_it_is_made_better(self, table: Outfitters) -> None:
        belt = table.wear("belt")
        table.play("impose", who="ramjet", what="knocked_down", dice={f"fragile/{belt}": [4]})
        table.play("take_off", who="ramjet")
        assert table.refusal("improve_piece", who="ramjet", piece=belt).rule == "WD-EQP-05"

    def test_a_worn_piece_is_not_worked_on(self, table: Outfitters) -> None:
        assert table.refusal("improve_piece", who="ramjet", piece=table.wear("armor")).rule == "WD-EQP-05"

    def test_a_piece_without_pay_is_the_game_masters_to_give(self, table: Outfitters) -> None:
        table.play("give_piece", who="ramjet", what="armor", tier="high")
        assert table.money() == 5000
        assert table.forbidden("give_piece", as_player="ana", who="ramjet", what="armor")

    def test_undone_it_hangs_in_the_wardrobe_again(self, table: Outfitters) -> None:
        belt = table.piece("belt")
        table.play("put_on", who="ramjet", piece=belt)
        table.play("take_off", who="ramjet")
        table.play("improve_piece", who="ramjet", piece=belt)
        assert worn(table.looking(), table.ref("ramjet")) == []


@pytest.mark.rules("WD-EQP-08")
class TestMoreSlots:
    def test_a_box_brings_a_belt_slot_and_the_next_one_a_costume_slot(self, table: Outfitters) -> None:
        table.play("finish_mission", who=["ramjet"], mission="The Mill", boxes=2)
        table.play("check_box", who="ramjet", box="equipment-slot")
        assert (table.value("ramjet", "slots.belt"), table.value("ramjet", "slots.costume")) == (4, 9)

    def test_a_tenth_space_begins_a_row(self, table: Outfitters) -> None:
        table.play(
            "freeform.put",
            target="ramjet",
            component="modifiers",
            name="box",
            instance={"path": "slots.costume", "amount": 1},
        )
        pieces = [table.wear("icon") for _ in range(10)]
        assert table.at(pieces[-1]) == "costume/4,1"

    def test_without_the_box_the_fourth_thing_was_not_stowed(self, table: Outfitters) -> None:
        table.play("finish_mission", who=["ramjet"], mission="The Mill")
        checked = table.play("check_box", who="ramjet", box="equipment-slot")
        stowed = [
            table.play("stow", who="ramjet", item=table.thing(what)) for what in ("knife", "flare", "rope", "phone")
        ]
        assert table.at("phone-" + table.newest("phone").partition("-")[2]) == "belt/4"
        assert outcomes(table.undo(checked, policy="cascade"))[stowed[-1]] == "struck"


@pytest.mark.rules("WD-COS-01")
class TestTiers:
    PRINTED = {
        "armor": {"low": 100, "standard": 330, "high": 1000},
        "reinforcement": {"low": 50, "standard": 150, "high": 500},
        "belt": {"low": 50, "standard": 150, "high": 500},
        "secret-pouch": {"standard": 100},
        "inventory": {"standard": 100},
        "supply": {"standard": 125},
        "icon": {"standard": 25, "high": 75},
        "affiliation": {"standard": 25, "high": 75},
    }

    @pytest.mark.parametrize("what", PRINTED)
    @pytest.mark.parametrize("tier", ["low", "standard", "high"])
    def test_a_piece_is_sold_in_its_tiers_at_their_price(self, what: str, tier: str) -> None:
        table = Outfitters(5000)
        more = {"group": "ABB"} if what == "affiliation" else {"material": "water"} if what == "supply" else {}
        if tier in self.PRINTED[what]:
            table.piece(what, tier, **more)
            assert table.money() == 5000 - self.PRINTED[what][tier]
        else:
            assert table.refusal("buy_piece", who="ramjet", what=what, tier=tier).rule == "WD-COS-01"

    @pytest.mark.parametrize(("dollars", "enough"), [(329, False), (330, True)])
    def test_a_piece_takes_the_money(self, dollars: int, enough: bool) -> None:
        table = Outfitters(dollars)
        if enough:
            table.piece("armor")
            assert table.money() == 0
        else:
            assert "$330" in table.refusal("buy_piece", who="ramjet", what="armor").player

    def test_an_unknown_piece_is_not_sold(self, table: Outfitters) -> None:
        assert table.refusal("buy_piece", who="ramjet", what="jetpack").rule == "not-there"

    def test_the_game_master_adds_pieces_and_tiers(self, table: Outfitters) -> None:
        table.play("define_piece", what="icon", tier="low", price=10)
        table.piece("icon", "low")
        assert table.money() == 4990
        assert table.forbidden("define_piece", as_player="ana", what="jetpack")

    def test_undone_the_tier_was_never_sold(self, table: Outfitters) -> None:
        defined = table.play("define_piece", what="icon", tier="low", price=10)
        bought = table.play("buy_piece", who="ramjet", what="icon", tier="low")
        assert outcomes(table.undo(defined, policy="cascade"))[bought] == "struck"


@pytest.mark.rules("WD-RULING-08", "WD-COS-01")
class TestFineCostume:
    def test_by_itself_it_raises_no_maximum(self, table: Outfitters) -> None:
        table.wear("icon", "high")
        assert table.value("ramjet", "limits.reputation") == 3

    def test_the_game_master_says_by_how_much_it_does(self, table: Outfitters) -> None:
        table.play("set_costume_reputation", who="ramjet", amount=2)
        table.play("set_costume_reputation", who="ramjet", amount=1)
        assert table.value("ramjet", "limits.reputation") == 4


@pytest.mark.rules("WD-COS-02", "WD-RULING-29")
class TestArmor:
    def test_armor_is_a_wound_slot_more(self, table: Outfitters) -> None:
        table.wear("armor")
        table.wear("armor")
        assert table.value("ramjet", "slots.armor") == 2

    def test_armor_takes_the_hit_without_any_effect(self, table: Outfitters) -> None:
        armor = table.wear("armor")
        strike(table)
        assert table.wounds("ramjet") == [f"item/{armor}: lesser"]
        assert table.conditions("ramjet") == []

    def test_armor_takes_one_hit(self, table: Outfitters) -> None:
        armor = table.wear("armor")
        strike(table)
        strike(table, dice={"effect/ramjet": [1]})
        assert table.wounds("ramjet") == ["body/1: lesser", f"item/{armor}: lesser"]

    def test_a_second_armor_takes_a_second_one(self, table: Outfitters) -> None:
        pieces = sorted(table.wear("armor") for _ in range(2))
        strike(table)
        strike(table)
        assert table.wounds("ramjet") == [f"item/{piece}: lesser" for piece in pieces]

    def test_a_graver_wound_fills_it_no_less(self, table: Outfitters) -> None:
        armor = table.wear("armor")
        table.play("inflict", who="ramjet", tier="critical", type="cut")
        assert table.wounds("ramjet") == [f"item/{armor}: critical"]

    def test_unconventional_damage_has_its_effect_all_the_same(self, table: Outfitters) -> None:
        table.wear("armor")
        strike(table, conventional=False, dice={"effect/ramjet": [3]})
        assert table.conditions("ramjet") == ["bleeding"]

    def test_bug_a_piece_of_more_armor_takes_as_many_hits(self, table: Outfitters) -> None:
        table.play("define_piece", what="plate", armor=2)
        plate = table.wear("plate")
        for _ in range(2):
            strike(table)
        strike(table, dice={"effect": [1]})
        assert table.wounds("ramjet") == ["body/1: lesser", *[f"item/{plate}: lesser"] * 2]

    @pytest.mark.rules("WD-CSK-07")
    def test_bug_two_armors_that_are_joined_take_two_hits(self) -> None:
        table = Workshop("craft", "contrive")
        armor, lesser = table.piece("armor", "high"), table.piece("armor", "low")
        table.play("contrive", who="ramjet", item=armor, component=lesser, done=True)
        table.play("put_on", who="ramjet", piece=armor)
        for _ in range(2):
            strike(table)
        assert table.wounds("ramjet") == [f"item/{armor}: lesser"] * 2

    def test_armor_that_is_not_worn_takes_none(self, table: Outfitters) -> None:
        table.piece("armor")
        strike(table, dice={"effect/ramjet": [1]})
        assert table.wounds("ramjet") == ["body/1: lesser"]

    def test_taking_it_off_and_on_mends_nothing(self, table: Outfitters) -> None:
        armor = table.wear("armor")
        strike(table)
        table.play("take_off", who="ramjet")
        table.play("put_on", who="ramjet", piece=armor)
        strike(table, dice={"effect/ramjet": [1]})
        assert table.wounds("ramjet") == ["body/1: lesser", f"item/{armor}: lesser"]

    def test_armor_is_handed_on_with_the_hit_it_took(self, table: Outfitters) -> None:
        armor = table.wear("armor")
        strike(table)
        table.play("take_off", who="ramjet")
        table.play("move_item", target="ramjet", item=armor, location="hand/left")
        table.play("hand_to", who="ramjet", item=armor, to="lung")
        assert (table.wounds("ramjet"), table.wounds("lung")) == ([], [f"item/{armor}: lesser"])

    def test_without_the_armor_the_hit_goes_to_the_body(self, table: Outfitters) -> None:
        table.piece("armor")
        put_on = table.play("put_on", who="ramjet", piece="armor")
        hit = strike(table)
        plan = table.undo(put_on, dice={str(hit): {"effect/ramjet": [1]}})
        assert outcomes(plan)[hit] == "restated"
        assert table.wounds("ramjet") == ["body/1: lesser"]


@pytest.mark.rules("WD-COS-05")
class TestArmorPieces:
    @pytest.mark.parametrize(("tier", "encumbrance"), [("low", 2), ("standard", 1), ("high", 1)])
    def test_each_tier_has_one_armor_and_its_weight(self, table: Outfitters, tier: str, encumbrance: int) -> None:
        table.wear("armor", tier)
        assert (table.value("ramjet", "slots.armor"), table.value("ramjet", "load.encumbrance")) == (1, encumbrance)

    def test_high_tier_armor_reinforces_its_neighbours(self, table: Outfitters) -> None:
        table.wear("armor", "high", space=5)
        pieces = [table.wear("icon", space=space) for space in (1, 2, 4, 6, 8)]
        play, ramjet = table.looking(), table.ref("ramjet")
        assert [protection(play, ramjet, piece) for piece in pieces] == [0, 6, 6, 6, 6]

    @pytest.mark.parametrize("tier", ["low", "standard"])
    def test_lesser_armor_does_not(self, table: Outfitters, tier: str) -> None:
        table.wear("armor", tier, space=5)
        icon = table.wear("icon", space=2)
        assert protection(table.looking(), table.ref("ramjet"), icon) == 0

    def test_a_space_at_the_end_of_a_row_is_no_neighbour_of_the_next_row(self, table: Outfitters) -> None:
        table.wear("armor", "high", space=3)
        icon = table.wear("icon", space=4)
        assert protection(table.looking(), table.ref("ramjet"), icon) == 0


@pytest.mark.rules("WD-WFX-06", "WD-WFX-12")
class TestWhatCovers:
    def test_a_character_without_costume_is_bare(self, table: Outfitters) -> None:
        assert bare(table.looking(), table.ref("ramjet"))

    def test_a_character_in_the_bottom_tier_is_bare(self, table: Outfitters) -> None:
        table.wear("armor", "low")
        assert bare(table.looking(), table.ref("ramjet"))

    def test_a_better_piece_is_not(self, table: Outfitters) -> None:
        table.wear("armor", "low")
        table.wear("icon")
        assert not bare(table.looking(), table.ref("ramjet"))

    def test_a_hazard_suit_covers_as_long_as_it_is_intact(self, table: Outfitters) -> None:
        table.play("define_piece", what="hazard suit", coverage=True, helmet=True)
        suit = table.wear("hazard suit")
        play, ramjet = table.looking(), table.ref("ramjet")
        assert (coverage(play, ramjet), helmet(play, ramjet)) == (True, True)
        table.damage(suit)
        assert (coverage(table.looking(), ramjet), helmet(table.looking(), ramjet)) == (False, False)


@pytest.mark.rules("WD-COS-15")
class TestSampleCostume:
    """Two armors, reinforcement of the low tier for one of them, a bag with five things, a low belt, an icon."""

    @pytest.fixture
    def table(self) -> Outfitters:
        table = Outfitters()
        first, _ = table.wear("armor"), table.wear("armor")
        guard = table.wear("reinforcement", "low")
        table.play("guard_pieces", who="ramjet", piece=guard, protects=[first])
        table.wear("inventory")
        table.wear("belt", "low")
        table.wear("icon")
        for _ in range(5):
            table.thing("tool", "inventory")
        return table

    def test_the_sample_costume_has_two_armor_and_two_encumbrance(self, table: Outfitters) -> None:
        assert (table.value("ramjet", "slots.armor"), table.value("ramjet", "load.encumbrance")) == (2, 2)

    def test_the_sample_costume_has_a_belt_slot_more(self, table: Outfitters) -> None:
        assert table.value("ramjet", "slots.belt") == 4

    def test_the_guarded_armor_is_protected_on_a_one_to_three(self, table: Outfitters) -> None:
        first = min(name for name, item in table.sheet("ramjet").items.items() if item.what == "armor")
        assert protection(table.looking(), table.ref("ramjet"), first) == 4

    def test_the_sample_costume_is_rummaged_through_at_five(self, table: Outfitters) -> None:
        table.play("rummage", who="ramjet", dice={"rummage": [4]})
        [task] = table.sheet("ramjet").tasks.values()
        assert (task.goal, task.progress) == (5, 4)

    def test_the_sample_costume_brings_a_reputation_a_day(self, table: Outfitters) -> None:
        table.play("freeform.come", moment="day_start", subject=table.ref("ramjet"))
        assert [card.kind for card in table.sheet("ramjet").cards.values()] == ["reputation"]
