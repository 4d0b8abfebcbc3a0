"""Pieces of costume that are damaged, broken and lost, and what protects them and hangs on them."""

import pytest

from api.testing.table import outcomes
from domain.visibility.audience import Viewer, may_see
from systems.weaverdice.gear.costume import intact
from tests.games.weaverdice.outfits import Outfitters


@pytest.fixture
def table() -> Outfitters:
    return Outfitters()


def whole(table: Outfitters, piece: str) -> tuple[str, ...]:
    return intact(table.looking(), table.ref("ramjet"), piece)


@pytest.mark.rules("WD-COS-06")
class TestReinforcement:
    def guarded(self, table: Outfitters, tier: str) -> str:
        """An icon that is protected by reinforcement of a tier."""
        icon, guard = table.wear("icon"), table.wear("reinforcement", tier)
        table.play("guard_pieces", who="ramjet", piece=guard, protects=[icon])
        return icon

    @pytest.mark.parametrize(("tier", "below", "broken"), [("low", 3, 4), ("standard", 4, 5), ("high", 5, 6)])
    def test_reinforcement_holds_below_its_number_and_breaks_at_it(
        self, table: Outfitters, tier: str, below: int, broken: int
    ) -> None:
        icon = self.guarded(table, tier)
        table.damage(icon, dice={f"break/{icon}": [below]})
        assert whole(table, icon) == ("icon/standard",)
        table.damage(icon, dice={f"break/{icon}": [broken]})
        assert whole(table, icon) == ()

    @pytest.mark.parametrize(("tier", "most"), [("low", 1), ("standard", 2), ("high", 4)])
    def test_reinforcement_protects_as_many_pieces_as_its_tier_says(
        self, table: Outfitters, tier: str, most: int
    ) -> None:
        icons = [table.wear("icon") for _ in range(most + 1)]
        guard = table.wear("reinforcement", tier)
        table.play("guard_pieces", who="ramjet", piece=guard, protects=icons[:most])
        refusal = table.refusal("guard_pieces", who="ramjet", piece=guard, protects=icons)
        assert refusal.rule == "WD-COS-06"

    def test_reinforcement_does_not_protect_itself(self, table: Outfitters) -> None:
        guard = table.wear("reinforcement")
        assert table.refusal("guard_pieces", who="ramjet", piece=guard, protects=[guard]).rule == "WD-COS-06"

    def test_what_is_no_reinforcement_guards_nothing(self, table: Outfitters) -> None:
        icon, belt = table.wear("icon"), table.wear("belt")
        assert table.refusal("guard_pieces", who="ramjet", piece=icon, protects=[belt]).rule == "WD-COS-06"

    def test_a_new_choice_takes_the_place_of_the_old(self, table: Outfitters) -> None:
        icon, belt, guard = table.wear("icon"), table.wear("belt"), table.wear("reinforcement", "low")
        table.play("guard_pieces", who="ramjet", piece=guard, protects=[icon])
        table.play("guard_pieces", who="ramjet", piece=guard, protects=[belt])
        table.damage(icon)
        assert whole(table, icon) == ()

    def test_the_better_of_two_counts(self, table: Outfitters) -> None:
        icon = self.guarded(table, "low")
        better = table.wear("reinforcement", "high")
        table.play("guard_pieces", who="ramjet", piece=better, protects=[icon])
        table.damage(icon, dice={f"break/{icon}": [5]})
        assert whole(table, icon) == ("icon/standard",)

    def test_reinforcement_keeps_a_piece_from_being_lost(self, table: Outfitters) -> None:
        icon = self.guarded(table, "standard")
        table.damage(icon, lost=True, dice={f"break/{icon}": [4]})
        assert icon in table.sheet("ramjet").items

    def test_reinforcement_keeps_nobody_from_wounds(self, table: Outfitters) -> None:
        armor, guard = table.wear("armor"), table.wear("reinforcement", "high")
        table.play("guard_pieces", who="ramjet", piece=guard, protects=[armor])
        table.play("inflict", who="ramjet", tier="lesser", type="cut")
        assert table.wounds("ramjet") == [f"item/{armor}: lesser"]

    def test_broken_itself_it_protects_nothing(self, table: Outfitters) -> None:
        icon = self.guarded(table, "low")
        table.damage(table.newest("reinforcement"))
        table.damage(icon)
        assert whole(table, icon) == ()

    def test_high_tier_armor_protects_its_neighbours_on_five_too(self, table: Outfitters) -> None:
        table.wear("armor", "high", space=1)
        icon = table.wear("icon", space=2)
        table.damage(icon, dice={f"break/{icon}": [5]})
        assert whole(table, icon) == ("icon/standard",)

    def test_without_its_protection_the_piece_breaks(self, table: Outfitters) -> None:
        icon, guard = table.wear("icon"), table.wear("reinforcement", "low")
        meant = table.play("guard_pieces", who="ramjet", piece=guard, protects=[icon])
        struck = table.damage(icon, dice={f"break/{icon}": [3]})
        assert outcomes(table.undo(meant))[struck] == "restated"
        assert whole(table, icon) == ()


@pytest.mark.rules("WD-WFX-11", "WD-WFX-14")
class TestLosingFeaturesAndPieces:
    def test_one_piece_of_their_choice_loses_its_bottom_feature(self, table: Outfitters) -> None:
        icon, belt = table.wear("icon"), table.wear("belt", "high")
        table.play(
            "inflict",
            who="ramjet",
            tier="lesser",
            type="rend",
            dice={"effect/ramjet": [1]},
            responses={f"damaged/{table.ref('ramjet').partition('/')[2]}": belt},
        )
        assert (whole(table, icon), whole(table, belt)) == (("icon/standard",), ())

    def test_with_nothing_worn_nothing_is_damaged(self, table: Outfitters) -> None:
        table.piece("icon")
        table.play("inflict", who="ramjet", tier="lesser", type="rend", dice={"effect/ramjet": [2]})
        assert whole(table, table.newest("icon")) == ("icon/standard",)

    def test_what_is_lost_is_gone_with_what_it_did(self, table: Outfitters) -> None:
        belt = table.wear("belt", "high")
        table.damage(belt, lost=True)
        assert belt not in table.sheet("ramjet").items
        assert table.value("ramjet", "slots.belt") == 3

    def test_the_hit_on_lost_armor_goes_with_it(self, table: Outfitters) -> None:
        armor = table.wear("armor")
        table.hit(armor)
        table.damage(armor, lost=True)
        assert table.wounds("ramjet") == []

    def test_only_the_game_master_says_so(self, table: Outfitters) -> None:
        icon = table.wear("icon")
        assert table.forbidden("damage_gear", as_player="ana", who="ramjet", item=icon)


@pytest.mark.rules("WD-COS-07")
class TestBelts:
    @pytest.mark.parametrize(
        ("what", "tier", "more"),
        [
            ("belt", "low", 1),
            ("belt", "standard", 2),
            ("belt", "high", 2),
            ("secret-pouch", "standard", 1),
            ("inventory", "standard", 0),
        ],
    )
    def test_each_grants_its_slots(self, table: Outfitters, what: str, tier: str, more: int) -> None:
        table.wear(what, tier)
        assert table.value("ramjet", "slots.belt") == 3 + more

    def test_the_slots_can_be_used(self, table: Outfitters) -> None:
        belt = table.wear("belt", "high")
        for number in range(1, 4):
            table.thing("knife", f"belt/{number}")
        flare, axe = table.thing("flare"), table.thing("axe", size="large")
        assert table.refusal("stow", who="ramjet", item=flare, to="belt/4").rule == "WD-EQP-04"
        table.play("stow", who="ramjet", item=axe)
        assert table.at(axe) == f"belt/{belt}/1"
        assert table.refusal("stow", who="ramjet", item=flare).rule == "WD-EQP-04"

    def test_a_piece_by_name_is_where_it_goes(self, table: Outfitters) -> None:
        belt = table.wear("belt", "low")
        knife = table.thing("knife")
        table.play("stow", who="ramjet", item=knife, to=f"belt/{belt}")
        assert table.at(knife) == f"belt/{belt}/1"


@pytest.mark.rules("WD-COS-08")
class TestDamagedBelts:
    @pytest.mark.parametrize("lost", [False, True])
    def test_what_hangs_on_it_falls(self, table: Outfitters, lost: bool) -> None:
        belt = table.wear("belt", "high")
        knife, flare = table.thing("knife", f"belt/{belt}/1"), table.thing("flare", f"belt/{belt}/2")
        table.damage(belt, lost=lost)
        assert (table.at(knife), table.at(flare)) == ("ground", "ground")

    def test_what_hangs_elsewhere_does_not(self, table: Outfitters) -> None:
        belt = table.wear("belt", "high")
        knife = table.thing("knife", "belt/1")
        table.damage(belt)
        assert table.at(knife) == "belt/1"

    def test_the_slots_of_a_damaged_belt_are_gone_until_it_is_repaired(self, table: Outfitters) -> None:
        table.damage(table.wear("belt", "high"))
        assert table.value("ramjet", "slots.belt") == 3


@pytest.mark.rules("WD-COS-09")
class TestFragileSlot:
    def fall(self, table: Outfitters, die: int) -> int:
        belt = table.newest("belt")
        return table.play("freeform.come", moment="fell", subject=table.ref("ramjet"), dice={f"fragile/{belt}": [die]})

    def test_a_fall_destroys_it_on_a_four(self, table: Outfitters) -> None:
        belt = table.wear("belt")
        first, last = table.thing("knife", f"belt/{belt}/1"), table.thing("flare", f"belt/{belt}/2")
        self.fall(table, 4)
        assert (table.at(first), table.at(last)) == (f"belt/{belt}/1", "ground")
        assert table.value("ramjet", "slots.belt") == 4

    def test_on_a_three_it_holds(self, table: Outfitters) -> None:
        belt = table.wear("belt")
        flare = table.thing("flare", f"belt/{belt}/2")
        self.fall(table, 3)
        assert (table.at(flare), table.value("ramjet", "slots.belt")) == (f"belt/{belt}/2", 5)

    def test_destroyed_it_is_rolled_for_no_more(self, table: Outfitters) -> None:
        table.wear("belt")
        self.fall(table, 6)
        assert table.rolls(table.play("freeform.come", moment="fell", subject=table.ref("ramjet"))) == {}

    @pytest.mark.parametrize("tier", ["low", "high"])
    def test_other_belts_have_none(self, table: Outfitters, tier: str) -> None:
        table.wear("belt", tier)
        assert table.rolls(table.play("freeform.come", moment="fell", subject=table.ref("ramjet"))) == {}

    def test_being_knocked_down_shakes_it_too(self, table: Outfitters) -> None:
        belt = table.wear("belt")
        entry = table.play("impose", who="ramjet", what="knocked_down", dice={f"fragile/{belt}": [1]})
        assert table.rolls(entry) == {f"fragile/{belt}": 1}

    @pytest.mark.parametrize("effect", [5, 3])
    def test_bug_a_fall_shakes_it_once(self, table: Outfitters, effect: int) -> None:
        belt = table.wear("belt")
        dice = {"effect/ramjet": [effect], f"fragile/{belt}": [4]}
        table.play("fall", who="ramjet", feet=8, dice=dice)
        assert table.value("ramjet", "slots.belt") == 4

    def test_a_neighbouring_piece_that_is_lost_shakes_it(self, table: Outfitters) -> None:
        belt, icon = table.wear("belt", space=5), table.wear("icon", space=4)
        table.damage(icon, lost=True, dice={f"fragile/{belt}": [4]})
        assert table.value("ramjet", "slots.belt") == 4

    def test_one_further_off_does_not(self, table: Outfitters) -> None:
        table.wear("belt", space=5)
        icon = table.wear("icon", space=1)
        assert table.rolls(table.damage(icon, lost=True)) == {}

    def test_the_thing_beside_it_on_the_belt_that_is_destroyed_shakes_it(self, table: Outfitters) -> None:
        belt = table.wear("belt")
        knife = table.thing("knife", f"belt/{belt}/1")
        entry = table.damage(knife, lost=True, dice={f"fragile/{belt}": [2]})
        assert table.rolls(entry) == {f"fragile/{belt}": 2}


@pytest.mark.rules("WD-COS-10")
class TestSecretPouch:
    def stow(self, table: Outfitters) -> str:
        pouch, gun = table.wear("secret-pouch"), table.thing("pistol")
        table.play("stow", who="ramjet", item=gun, to=f"belt/{pouch}")
        return gun

    def seen(self, table: Outfitters, member: str) -> bool:
        """Whether a player sees that there is a pistol at all."""
        return may_see(Viewer(member, "player"), table.item(table.newest("pistol")).audience)

    def test_what_is_in_it_is_out_of_sight_of_others(self, table: Outfitters) -> None:
        self.stow(table)
        assert (self.seen(table, "bea"), self.seen(table, "ana")) == (False, True)

    def test_a_secret_pouch_is_within_reach(self, table: Outfitters) -> None:
        gun = self.stow(table)
        table.fight_on()
        table.play("draw", who="ramjet", item=gun)
        assert (table.at(gun), table.actions("ramjet")) == ("hand/right", 1)

    def test_drawn_it_is_seen(self, table: Outfitters) -> None:
        table.play("draw", who="ramjet", item=self.stow(table))
        assert self.seen(table, "bea")

    def test_left_at_home_it_stays_hidden(self, table: Outfitters) -> None:
        self.stow(table)
        table.play("take_off", who="ramjet")
        assert not self.seen(table, "bea")

    def test_a_pat_down_reveals_it(self, table: Outfitters) -> None:
        self.stow(table)
        table.play("pat_down", who="lung", target="ramjet")
        assert self.seen(table, "bea")

    def test_bug_a_pat_down_finds_nothing_that_is_at_home(self, table: Outfitters) -> None:
        self.stow(table)
        table.play("take_off", who="ramjet")
        table.play("pat_down", who="lung", target="ramjet")
        assert not self.seen(table, "bea")

    def test_large_things_do_not_go_in(self, table: Outfitters) -> None:
        pouch = table.wear("secret-pouch")
        table.thing("rifle", size="large")
        assert table.refusal("stow", who="ramjet", item="rifle", to=f"belt/{pouch}").rule == "WD-EQP-04"

    def test_undone_it_is_hidden_again(self, table: Outfitters) -> None:
        self.stow(table)
        table.play("pat_down", who="lung", target="ramjet")
        assert self.seen(table, "bea")
