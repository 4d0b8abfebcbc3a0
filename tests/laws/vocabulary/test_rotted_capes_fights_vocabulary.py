"""Hordes, unleashed villains and moving vehicles in Rotted Capes, on the shared vocabulary."""

import pytest

from api.testing.table import Table, outcomes
from domain.components.creature import Use
from domain.components.scene import Position
from domain.events.log import Rolled
from domain.events.scene import Placed, TurnChanged
from domain.events.undertakings import UseCounted, UseOpened
from domain.history.plan import RevisionRefused, StillOwed
from tests.laws.vocabulary.rotted_capes_rules import acting, at_the_table, fight, hero, next_turn


@pytest.fixture
def table() -> Table:
    """Stepaside at 12, against seven shamblers in the alley, at 3 to 9."""
    table = at_the_table()
    hero(table, "stepaside")
    for number in range(1, 8):
        table.create(f"z{number}")
    fight(table, stepaside=12, **{f"z{number}": number + 2 for number in range(1, 8)})
    positions = (Position(subject=f"character/z{number}", area="alley") for number in range(1, 8))
    table.let("street", *(Placed(name=p.subject.partition("/")[2], position=p) for p in positions))
    return table


def form(table: Table, size: int) -> str:
    """A horde of the first so many shamblers; its name."""
    members = [f"z{number}" for number in range(1, size + 1)]
    return f"horde-{table.play('form_horde', encounter='street', members=members)}"


def opportunity(table: Table, horde: str, die: int = 1, damage: int | None = None) -> int:
    dice = {"attack": [die]} if damage is None else {"attack": [die], "damage": [damage]}
    return table.play("opportunity", encounter="street", who=horde, target="stepaside", dice=dice)


def shift(table: Table, who: str, area: str = "roof") -> int:
    return table.play("shift", encounter="street", who=who, area=area)


def bonuses(table: Table, entry: int) -> list[int]:
    return [event.modifiers[0].amount for event in table.told(entry) if isinstance(event, Rolled)]


@pytest.mark.rules("RC-HORDE-06")
class TestOpportunityAttacksOfAHorde:
    def test_each_after_the_first_has_the_bonus_of_a_member_less(self, table: Table) -> None:
        horde = form(table, 6)
        entries = [opportunity(table, horde) for _ in range(6)]
        assert [bonuses(table, entry) for entry in entries] == [[10], [8], [6], [4], [2], [0]]

    def test_there_are_as_many_as_members(self, table: Table) -> None:
        horde = form(table, 5)
        for _ in range(5):
            opportunity(table, horde)
        refusal = table.refusal("opportunity", encounter="street", who=horde, target="stepaside", dice={"attack": [20]})
        assert refusal.rule == "RC-HORDE-06"

    @pytest.mark.parametrize(("die", "stamina"), [(1, 30), (2, 16), (3, 16)])
    def test_the_bonus_counts_for_the_attack_and_for_its_damage(self, table: Table, die: int, stamina: int) -> None:
        horde = form(table, 6)
        entry = opportunity(table, horde, die, 4 if die > 1 else None)
        assert table.sheet("stepaside").tracks["stamina"].current == stamina
        assert set(bonuses(table, entry)) == {10}

    def test_they_come_back_at_the_start_of_its_own_turn(self, table: Table) -> None:
        horde = form(table, 5)
        opportunity(table, horde)
        next_turn(table)
        assert acting(table)[1] == ("stepaside",)
        assert bonuses(table, opportunity(table, horde)) == [6]
        for _ in range(3):
            next_turn(table)
        assert acting(table)[1] == (horde,)
        assert bonuses(table, opportunity(table, horde)) == [8]

    def test_a_horde_that_has_lost_a_member_makes_fewer(self, table: Table) -> None:
        horde = form(table, 6)
        opportunity(table, horde)
        shift(table, "z6")
        assert bonuses(table, opportunity(table, horde)) == [6]

    def test_four_are_no_horde(self, table: Table) -> None:
        members = ["z1", "z2", "z3", "z4"]
        assert table.refusal("form_horde", encounter="street", members=members).rule == "RC-HORDE-01"

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Table) -> None:
        horde = form(table, 5)
        attacks = [opportunity(table, horde, 19, 2), opportunity(table, horde)]
        turns = [next_turn(table) for _ in range(4)]
        table.check_undo(int(horde.removeprefix("horde-")), *attacks, *turns)

    def test_without_the_first_attack_the_second_has_the_full_bonus(self, table: Table) -> None:
        horde = form(table, 6)
        first, second = opportunity(table, horde), opportunity(table, horde, 4, 4)
        assert table.sheet("stepaside").tracks["stamina"].current == 18
        assert outcomes(table.undo(first)) == {first: "struck", second: "restated"}
        assert (bonuses(table, second), table.sheet("stepaside").tracks["stamina"].current) == ([10, 10], 16)


@pytest.mark.rules("RC-HORDE-09")
class TestLeavingAHorde:
    def order(self, table: Table) -> dict[str, int]:
        return {name: turn.initiative for name, turn in table.fight("street").order.items()}

    def test_a_member_out_of_the_area_acts_for_itself_at_the_horde_s_initiative(self, table: Table) -> None:
        horde = form(table, 6)
        shift(table, "z6")
        assert self.order(table) == {"stepaside": 12, "z7": 9, horde: 3, "z6": 3}
        assert "character/z6" not in table.fight("street").order[horde].members

    def test_a_member_that_stays_in_the_area_stays_in_the_horde(self, table: Table) -> None:
        horde = form(table, 6)
        shift(table, "z6", "alley")
        assert len(table.fight("street").order[horde].members) == 6

    def test_one_that_was_no_member_just_moves(self, table: Table) -> None:
        form(table, 6)
        assert table.kinds(shift(table, "z7")) == ["Moved"]

    @pytest.mark.parametrize(("size", "left"), [(7, 6), (6, 5)])
    def test_with_five_left_it_is_still_a_horde(self, table: Table, size: int, left: int) -> None:
        horde = form(table, size)
        shift(table, "z1")
        assert len(table.fight("street").order[horde].members) == left

    def test_with_four_left_all_act_for_themselves(self, table: Table) -> None:
        horde = form(table, 5)
        shift(table, "z1")
        alone = {f"z{number}": 3 for number in range(1, 6)}
        assert self.order(table) == {"stepaside": 12, "z7": 9, "z6": 8, **alone}
        assert horde not in table.campaign().handles

    def test_the_turns_of_those_who_left_come_with_the_horde_s(self, table: Table) -> None:
        horde = form(table, 6)
        shift(table, "z6")
        turns = []
        for _ in range(5):
            next_turn(table)
            turns.append(acting(table))
        assert turns == [(1, ("stepaside",)), (1, ("z7",)), (1, (horde,)), (1, ("z6",)), (2, ("stepaside",))]

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Table) -> None:
        horde = form(table, 6)
        table.check_undo(int(horde.removeprefix("horde-")), shift(table, "z6"), shift(table, "z5"))

    def test_had_nobody_left_before_the_horde_would_have_stayed_one(self, table: Table) -> None:
        horde = form(table, 6)
        first, second = shift(table, "z6"), shift(table, "z5")
        assert horde not in self.order(table)
        assert outcomes(table.undo(first)) == {first: "struck", second: "restated"}
        assert self.order(table)[horde] == 3
        assert len(table.fight("street").order[horde].members) == 5

    def test_a_horde_that_never_formed_made_no_attacks(self, table: Table) -> None:
        horde = form(table, 6)
        attack = opportunity(table, horde)
        with pytest.raises(RevisionRefused) as refused:
            table.undo(int(horde.removeprefix("horde-")))
        assert [planned.entry for planned in refused.value.plan.conflicts] == [attack]


@pytest.mark.rules("RC-UNL-02")
class TestUnleashed:
    @pytest.fixture
    def table(self) -> Table:
        """Maul acts at 17 and has spent a beam that recharges on 5."""
        table = at_the_table()
        hero(table, "stepaside")
        hero(table, "maul", owner="", plot=0)
        fight(table, stepaside=12, maul=17)
        beam = Use(what="beam", data={"recharge": 5})
        table.let("maul", UseOpened(name="beam", use=beam), UseCounted(name="beam"))
        return table

    def unleash(self, table: Table) -> int:
        return table.play("unleash", encounter="street", who="maul")

    def beam(self, table: Table) -> int:
        return table.sheet("maul").uses["beam"].count

    def test_the_extra_turn_stands_ten_below_its_own(self, table: Table) -> None:
        self.unleash(table)
        extra = table.fight("street").order["maul/extra"]
        assert (extra.subject, extra.kind, extra.initiative) == ("character/maul", "extra", 7)

    def test_it_comes_once_each_round(self, table: Table) -> None:
        self.unleash(table)
        turns: list[tuple[int, tuple[str, ...]]] = []
        for _ in range(7):
            next_turn(table, {"recharge/beam": [1]} if len(turns) % 3 != 1 else None)
            turns.append(acting(table))
        assert turns == [(n, (who,)) for n in (1, 2) for who in ("maul", "stepaside", "maul/extra")] + [(3, ("maul",))]

    @pytest.mark.parametrize(("die", "spent"), [(4, 1), (5, 0), (6, 0)])
    def test_with_it_comes_a_chance_to_recharge(self, table: Table, die: int, spent: int) -> None:
        self.unleash(table)
        next_turn(table, {"recharge/beam": [1]})
        next_turn(table)
        next_turn(table, {"recharge/beam": [die]})
        assert (acting(table)[1], self.beam(table)) == (("maul/extra",), spent)

    def test_what_is_ready_needs_no_roll(self, table: Table) -> None:
        self.unleash(table)
        next_turn(table, {"recharge/beam": [5]})
        next_turn(table)
        assert table.kinds(next_turn(table)) == ["TurnPassed"]

    def test_a_villain_is_unleashed_once(self, table: Table) -> None:
        self.unleash(table)
        assert table.refusal("unleash", encounter="street", who="maul").rule == "RC-UNL-01"

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Table) -> None:
        unleashed = self.unleash(table)
        turns = [next_turn(table, dice) for dice in ({"recharge/beam": [1]}, None, {"recharge/beam": [5]})]
        table.check_undo(*turns)
        table.undo(*turns)
        table.check_undo(unleashed)

    def test_had_it_never_been_unleashed_the_next_round_would_have_begun(self, table: Table) -> None:
        unleashed = self.unleash(table)
        next_turn(table, {"recharge/beam": [2]})
        next_turn(table)
        third = next_turn(table, {"recharge/beam": [6]})
        assert (acting(table), self.beam(table)) == ((1, ("maul/extra",)), 0)
        table.undo(unleashed)
        assert (acting(table), self.beam(table)) == ((2, ("maul",)), 0)
        assert "TurnPassed" in table.kinds(third)

    def test_at_another_initiative_the_extra_turn_would_have_moved_along(self, table: Table) -> None:
        earlier = table.let("street", TurnChanged(name="maul", initiative=25))
        unleashed = self.unleash(table)
        assert table.fight("street").order["maul/extra"].initiative == 15
        assert outcomes(table.undo(earlier)) == {earlier: "struck", unleashed: "restated"}
        assert table.fight("street").order["maul/extra"].initiative == 7


@pytest.mark.rules("RC-VEH-12")
class TestShootingFromAMovingVehicle:
    @pytest.fixture
    def table(self) -> Table:
        """Stepaside on a truck, after Maul on foot."""
        table = at_the_table()
        hero(table, "stepaside")
        hero(table, "maul", owner="", plot=0)
        table.create("truck")
        fight(table, truck=20, maul=15, stepaside=10)
        table.play("board", who="stepaside", vehicle="truck")
        return table

    def drive(self, table: Table, who: str, areas: int) -> int:
        return table.play("drive", encounter="street", who=who, areas=areas)

    def shoot(self, table: Table, *dice: int, damage: int | None = None) -> int:
        rolls = {"attack": list(dice)} if damage is None else {"attack": list(dice), "damage": [damage]}
        return table.play("shoot", encounter="street", who="stepaside", target="maul", dice=rolls)

    def notation(self, table: Table, entry: int) -> str:
        return next(event.notation for event in table.told(entry) if isinstance(event, Rolled))

    @pytest.mark.parametrize(("areas", "dice"), [(6, 1), (7, 2), (8, 2)])
    def test_five_areas_more_than_the_target_give_disadvantage(self, table: Table, areas: int, dice: int) -> None:
        self.drive(table, "maul", 2)
        self.drive(table, "truck", areas)
        entry = self.shoot(table, *[11] * dice)
        assert self.notation(table, entry) == ("1d20dis" if dice == 2 else "1d20")

    def test_the_lower_die_counts(self, table: Table) -> None:
        self.drive(table, "truck", 5)
        self.shoot(table, 20, 11)
        assert table.sheet("maul").tracks["stamina"].current == 30

    def test_on_foot_nothing_of_the_kind_applies(self, table: Table) -> None:
        hero(table, "bastion", owner="ben")
        self.drive(table, "truck", 9)
        dice = {"attack": [12], "damage": [3]}
        table.play("shoot", encounter="street", who="bastion", target="maul", dice=dice)
        assert table.sheet("maul").tracks["stamina"].current == 27

    def test_what_it_moved_in_one_turn_adds_up(self, table: Table) -> None:
        self.drive(table, "truck", 3)
        self.drive(table, "truck", 2)
        assert table.fight("street").order["truck"].moved == 5

    def test_it_counts_until_the_vehicle_s_next_turn(self, table: Table) -> None:
        next_turn(table)
        self.drive(table, "truck", 5)
        next_turn(table)
        next_turn(table)
        assert (acting(table)[1], table.fight("street").order["truck"].moved) == (("stepaside",), 5)
        next_turn(table)
        assert (acting(table)[1], table.fight("street").order["truck"].moved) == (("truck",), 0)

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Table) -> None:
        entries = [self.drive(table, "truck", 5), self.shoot(table, 18, 14, damage=6), next_turn(table)]
        table.check_undo(*entries)

    def test_had_the_vehicle_been_slower_the_first_die_would_have_counted_alone(self, table: Table) -> None:
        driven = self.drive(table, "truck", 5)
        entry = self.shoot(table, 11, 15)
        assert self.notation(table, entry) == "1d20dis"
        table.amend(driven, "drive", encounter="street", who="truck", areas=4)
        assert self.notation(table, entry) == "1d20"

    def test_had_it_been_faster_the_table_owes_a_second_die(self, table: Table) -> None:
        driven = self.drive(table, "truck", 4)
        entry = self.shoot(table, 15, damage=6)
        assert table.sheet("maul").tracks["stamina"].current == 24
        with pytest.raises(StillOwed) as refused:
            table.amend(driven, "drive", encounter="street", who="truck", areas=5)
        assert [(p.entry, p.outcome) for p in refused.value.plan.owing] == [(entry, "owed")]
