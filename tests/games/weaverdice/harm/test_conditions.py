"""Conditions: being down, delayed and blinded, and those that a table makes up."""

from typing import Any

import pytest

from api.testing.table import outcomes
from domain.history.plan import RevisionRefused
from domain.vocabulary.log import Noted
from tests.games.weaverdice.ailing import Infirmary


@pytest.fixture
def table() -> Infirmary:
    return Infirmary()


@pytest.mark.rules("WD-COND-01")
class TestMadeUp:
    def test_the_game_master_makes_up_a_condition_with_rules_of_its_own(self, table: Infirmary) -> None:
        entry = table.play("impose", who="ramjet", what="Webbed Up", says="Strands hold both arms.")
        assert table.conditions("ramjet") == ["webbed_up"]
        assert any(isinstance(event, Noted) and event.text for event in table.told(entry))

    def test_the_audit_shows_the_rule(self, table: Infirmary) -> None:
        assert "WD-COND-01" in table.cited(table.play("impose", who="ramjet", what="Webbed"))

    def test_a_made_up_condition_changes_values_as_long_as_it_lasts(self, table: Infirmary) -> None:
        table.play("impose", who="ramjet", what="Webbed", changes={"dexterity": -1, "defence": -2, "movement": -10})
        assert table.value("ramjet", "attributes.dexterity") == 2
        assert table.value("ramjet", "scores.defence") == 2
        assert table.value("ramjet", "movement.feet") == 20
        table.play("lift", who="ramjet", condition="webbed")
        assert table.value("ramjet", "movement.feet") == 30

    def test_a_made_up_condition_cannot_change_what_is_no_value(self, table: Infirmary) -> None:
        refusal = table.refusal("impose", who="ramjet", what="Webbed", changes={"luck": -1})
        assert refusal.rule == "WD-COND-01"

    def test_a_made_up_condition_ends_with_its_anchor(self, table: Infirmary) -> None:
        until = {"by": "moment", "moment": "day_end", "subject": "ramjet"}
        table.play("impose", who="ramjet", what="Webbed", changes={"brawn": -1}, until=until)
        table.play("come", moment="day_end", subject="ramjet")
        assert table.conditions("ramjet") == []
        assert table.value("ramjet", "attributes.brawn") == 3

    def test_what_has_rules_of_its_own_is_not_imposed(self, table: Infirmary) -> None:
        assert table.refusal("impose", who="ramjet", what="dying").rule == "WD-COND-01"

    def test_a_condition_with_rules_of_its_own_is_not_lifted(self, table: Infirmary) -> None:
        table.ail("ramjet", "lost_limb")
        assert table.refusal("lift", who="ramjet", condition="lost_limb").rule == "WD-COND-01"

    def test_players_do_not(self, table: Infirmary) -> None:
        assert table.forbidden("impose", as_player="ana", who="ramjet", what="Webbed")
        table.play("impose", who="ramjet", what="Webbed")
        assert table.forbidden("lift", as_player="ana", who="ramjet", condition="webbed")

    def test_without_it_there_is_nothing_to_lift(self, table: Infirmary) -> None:
        imposed = table.play("impose", who="ramjet", what="Webbed")
        table.play("lift", who="ramjet", condition="webbed")
        with pytest.raises(RevisionRefused, match="conflict with this revision"):
            table.undo(imposed)


@pytest.mark.rules("WD-COND-10")
class TestKnockedDown:
    def test_the_knocked_down_move_five_feet(self, table: Infirmary) -> None:
        table.play("impose", who="ramjet", what="Knocked down")
        assert table.conditions("ramjet") == ["knocked_down"]
        assert table.value("ramjet", "movement.feet") == 5

    def test_a_second_time_adds_nothing(self, table: Infirmary) -> None:
        table.play("impose", who="ramjet", what="Knocked down")
        table.play("impose", who="ramjet", what="Knocked down")
        assert table.conditions("ramjet") == ["knocked_down"]


@pytest.mark.rules("WD-COND-12")
class TestDelayed:
    @pytest.fixture
    def table(self) -> Infirmary:
        table = Infirmary()
        table.foe("oni")
        table.cape("pearl")
        return table

    def begin(self, table: Infirmary) -> None:
        table.begin("ramjet", "pearl", against=("lung", "oni"), lung=6, ramjet=5, oni=4, pearl=3)

    def test_the_place_moves_to_just_after_the_enemy_who_would_act_next(self, table: Infirmary) -> None:
        self.begin(table)
        table.play("impose", who="ramjet", what="Delayed")
        assert table.order() == ["lung", "oni", "ramjet", "pearl"]

    def test_a_group_of_enemies_goes_by_as_one(self, table: Infirmary) -> None:
        table.begin("ramjet", "pearl", against=("lung", "oni"), ramjet=6, lung=5, oni=4, pearl=3)
        table.next(3)
        table.play("impose", who="ramjet", what="Delayed")
        assert table.order() == ["lung", "oni", "ramjet", "pearl"]

    def test_a_delay_is_over_once_they_act(self, table: Infirmary) -> None:
        self.begin(table)
        table.play("impose", who="ramjet", what="Delayed")
        assert table.conditions("ramjet") == ["delayed"]
        table.next(2)
        assert (table.turn(), table.conditions("ramjet")) == ("ramjet", [])

    def test_bug_a_delay_is_over_with_the_fight(self, table: Infirmary) -> None:
        self.begin(table)
        table.play("impose", who="ramjet", what="Delayed")
        table.play("end_fight")
        assert table.conditions("ramjet") == []


def perceived(table: Infirmary, **what: Any) -> bool:
    entry = table.play("perceive", who="ramjet", **what)
    return next(event.data["perceived"] is True for event in table.told(entry) if isinstance(event, Noted))


@pytest.mark.rules("WD-COND-09")
class TestBlinded:
    @pytest.fixture
    def table(self) -> Infirmary:
        table = Infirmary()
        table.play("impose", who="ramjet", what="Blinded")
        return table

    def attack(self, table: Infirmary, feet: int = 5) -> int:
        dice, no = {"attack": [4]}, {"defence/lung": "no"}
        return table.play("attack", who="ramjet", targets=["lung"], feet=feet, dice=dice, responses=no)

    def test_the_blinded_have_one_less_to_hit(self, table: Infirmary) -> None:
        assert table.rolls(self.attack(table))["attack"] == 3

    def test_ten_feet_away_they_still_perceive(self, table: Infirmary) -> None:
        assert table.rolls(self.attack(table, feet=10))["attack"] == 3

    def test_past_ten_feet_they_do_not(self, table: Infirmary) -> None:
        refusal = table.refusal("attack", who="ramjet", targets=["lung"], feet=15)
        assert refusal.rule == "WD-COND-09"

    @pytest.mark.parametrize(("feet", "seen"), [(10, True), (11, False)])
    def test_the_blinded_see_and_hear_as_far_as_ten_feet(self, table: Infirmary, feet: int, seen: bool) -> None:
        assert [perceived(table, feet=feet, by=sense) for sense in ("sight", "hearing")] == [seen, seen]

    @pytest.mark.parametrize(("feet", "seen"), [(20, True), (21, False)])
    def test_the_blinded_perceive_large_things_at_twenty_feet(self, table: Infirmary, feet: int, seen: bool) -> None:
        assert perceived(table, feet=feet, large=True) is seen

    @pytest.mark.rules("WD-RULING-33")
    def test_the_deafened_hear_no_further_and_see_as_well_as_ever(self) -> None:
        table = Infirmary()
        table.play("impose", who="ramjet", what="Deafened")
        assert [perceived(table, feet=11, by=sense) for sense in ("sight", "hearing")] == [True, False]

    def test_what_is_large_can_be_struck_at_twenty_feet(self, table: Infirmary) -> None:
        entry = table.play("attack", who="ramjet", targets=["lung"], feet=20, large=True, dice={"attack": [3]})
        assert table.rolls(entry)["attack"] == 2

    def test_the_sighted_have_no_such_limit(self) -> None:
        table = Infirmary()
        dice = {"attack": [3]}
        entry = table.play("attack", who="ramjet", targets=["lung"], feet=15, dice=dice)
        assert table.rolls(entry)["attack"] == 3

    def test_without_the_blindness_the_roll_is_one_higher(self) -> None:
        table = Infirmary()
        blinded = table.play("impose", who="ramjet", what="Blinded")
        struck = table.play("attack", who="ramjet", targets=["lung"], dice={"attack": [3]})
        assert outcomes(table.undo(blinded))[struck] == "restated"
        assert table.rolls(struck)["attack"] == 3
