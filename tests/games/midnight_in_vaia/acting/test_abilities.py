"""What abilities of Midnight in Vaia do when they are used: strike, heal, take slots, finish a target off."""

from __future__ import annotations

from typing import Any

import pytest

from api.testing.table import outcomes
from domain.vocabulary.values import DamageTaken
from systems.midnight_in_vaia.abilities import PRINTED
from tests.games.midnight_in_vaia.people import Protagonists


@pytest.fixture
def table() -> Protagonists:
    """Vera, who acts with 5 slots and knows everything in the catalogue; Milo, and a ghoul with 20 Hit Points."""
    table = Protagonists()
    table.protagonist("vera")
    table.protagonist("milo")
    table.foe("ghoul")
    for ability in sorted(PRINTED):
        table.play("learn", who="vera", ability=ability)
    table.start(vera=17, milo=9)
    return table


def use(table: Protagonists, ability: str, target: str = "", **more: Any) -> int:
    return table.play("use", who="vera", ability=ability, target=target, **more)


def hp(table: Protagonists, who: str = "ghoul") -> int:
    return table.current(who, "hp")


class TestStriking:
    def test_an_attacking_ability_is_paid_for_and_does_its_damage(self, table: Protagonists) -> None:
        use(table, "open-vein", "ghoul", dice={"damage": [5]})
        assert (table.slots("vera"), hp(table)) == (2, 15)

    def test_an_ability_brings_the_counters_that_it_states(self, table: Protagonists) -> None:
        use(table, "open-vein", "ghoul", dice={"damage": [5]})
        assert [c.level for c in table.sheet("ghoul").conditions.values() if c.what == "bleeding"] == [3]

    def test_an_ability_stuns_by_its_die(self, table: Protagonists) -> None:
        use(table, "storm-lantern", "milo", dice={"damage": [1, 2], "stun": [4]})
        table.end("vera")
        assert (hp(table, "milo"), table.slots("milo")) == (17, 1)

    def test_an_attacking_ability_takes_a_target(self, table: Protagonists) -> None:
        assert table.refusal("use", who="vera", ability="open-vein").rule == "not-there"

    def test_announced_it_strikes_when_it_is_resolved(self, table: Protagonists) -> None:
        use(table, "open-vein", "ghoul", announced=True)
        assert (table.slots("vera"), hp(table)) == (2, 20)
        table.play("resolve", who="vera", dice={"damage": [5]})
        assert hp(table) == 15

    def test_who_cannot_pay_does_not_strike(self, table: Protagonists) -> None:
        use(table, "open-vein", "ghoul", dice={"damage": [5]})
        assert table.refusal("use", who="vera", ability="open-vein", target="ghoul").rule == "MV-SLOT-10"
        assert hp(table) == 15


class TestHealing:
    @pytest.mark.parametrize(("lost", "left"), [(9, 16), (5, 20), (3, 20)])
    def test_a_healing_ability_heals_its_target(self, table: Protagonists, lost: int, left: int) -> None:
        table.let("milo", DamageTaken(name="hp", amount=lost))
        use(table, "field-dressing", "milo", dice={"healing": [3]})
        assert hp(table, "milo") == left

    def test_without_a_target_it_heals_its_user(self, table: Protagonists) -> None:
        table.let("vera", DamageTaken(name="hp", amount=9))
        use(table, "field-dressing", dice={"healing": [3]})
        assert hp(table, "vera") == 16

    def test_undone_it_has_not_healed(self, table: Protagonists) -> None:
        hurt = table.let("milo", DamageTaken(name="hp", amount=3))
        entry = use(table, "field-dressing", "milo", dice={"healing": [3]})
        assert outcomes(table.undo(hurt)) == {hurt: "struck", entry: "restated"}
        assert hp(table, "milo") == 20


class TestTakingSlots:
    def test_a_shove_takes_slots_of_the_next_round_from_its_target(self, table: Protagonists) -> None:
        use(table, "shove", "milo")
        table.end("vera")
        assert table.slots("milo") == 4
        table.next_round("milo")
        table.end("vera")
        assert table.slots("milo") == 5


class TestFinishing:
    def test_an_execution_kills(self, table: Protagonists) -> None:
        table.let("ghoul", DamageTaken(name="hp", amount=17))
        table.play("inflict", who="ghoul", type="striking", amount=3)
        use(table, "mercy-stroke", "ghoul")
        assert "dead" in table.conditions("ghoul")


class TestMultiRoundDamage:
    def begin(self, table: Protagonists, **more: Any) -> int:
        args: dict[str, Any] = {"who": "vera", "what": "Bring it down", "price": 7, "slots": 5, "target": "ghoul"}
        return table.play(
            "undertake", **{**args, "rolls": {"damage": "2d6"}, "harm": "striking", **more}, dice={"damage": [3, 4]}
        )

    @pytest.mark.rules("MV-MULTI-07", "MV-MULTI-08")
    def test_what_was_rolled_is_done_with_the_last_slot(self, table: Protagonists) -> None:
        self.begin(table)
        table.next_round("vera", "milo")
        assert hp(table) == 20
        table.play("go_on", who="vera")
        assert hp(table) == 13

    @pytest.mark.rules("MV-MULTI-06")
    def test_interrupted_it_is_not(self, table: Protagonists) -> None:
        self.begin(table)
        table.next_round("vera", "milo")
        table.play("interrupt", who="vera")
        assert hp(table) == 20

    @pytest.mark.rules("MV-MULTI-05")
    def test_with_other_dice_at_activation_it_is_another_amount(self, table: Protagonists) -> None:
        begun = self.begin(table)
        table.next_round("vera", "milo")
        done = table.play("go_on", who="vera")
        plan = table.amend(
            begun,
            "undertake",
            who="vera",
            what="Bring it down",
            price=7,
            slots=5,
            target="ghoul",
            rolls={"damage": "2d6"},
            harm="striking",
            dice={"damage": [1, 1]},
        )
        assert (outcomes(plan)[done], hp(table)) == ("restated", 18)

    def test_harm_takes_dice_that_do_it(self, table: Protagonists) -> None:
        args: dict[str, Any] = {"who": "vera", "what": "Dig", "price": 7, "slots": 5, "target": "ghoul"}
        assert table.refusal("undertake", **args, harm="striking").rule == "not-there"

    @pytest.mark.rules("MV-MULTI-04")
    @pytest.mark.parametrize(("rolled", "fails"), [(3, False), (4, True)])
    def test_a_stun_that_leaves_too_few_slots_ends_it(self, table: Protagonists, rolled: int, fails: bool) -> None:
        self.begin(table)
        table.end("vera")
        table.play("afflict", who="vera", effects=[{"effect": "stun", "die": 6}], dice={"stun": [rolled]})
        table.end("milo")
        table.play("start_round")
        assert (table.sheet("vera").intents == {}) is fails

    @pytest.mark.rules("MV-MULTI-04")
    @pytest.mark.parametrize(("price", "fails"), [(8, False), (9, True)])
    def test_a_slow_that_leaves_too_few_slots_ends_an_action_of_several_rounds(
        self, table: Protagonists, price: int, fails: bool
    ) -> None:
        self.begin(table, price=price)
        table.end("vera")
        table.play("afflict", who="vera", effects=[{"effect": "slow", "by": "1/2", "rounds": 4}])
        table.end("milo")
        table.play("start_round")
        assert (table.slots("vera"), table.sheet("vera").intents == {}) == (3, fails)
