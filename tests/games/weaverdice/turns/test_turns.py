"""How turns pass: round after round, over a character who cannot act, and with places that move."""

import pytest

from api.testing.table import outcomes
from domain.play.refusals import Refused
from domain.vocabulary.anchors import AtMoment
from domain.vocabulary.bodies import Condition, ConditionEnded, ConditionGained
from tests.games.weaverdice.fighting import Alley


@pytest.fixture
def table() -> Alley:
    """Ramjet acts first, then Lung, Pearl and Oni."""
    table = Alley()
    table.cape("ramjet")
    table.cape("pearl")
    table.foe("lung")
    table.foe("oni")
    table.begin("ramjet", "pearl", against=("lung", "oni"), ramjet=6, lung=5, pearl=4, oni=3)
    return table


def fell(table: Alley, who: str, what: str = "unconscious") -> int:
    return table.let(who, ConditionGained(name=what, condition=Condition(what=what)))


def turns(table: Alley, count: int) -> list[str]:
    """Whose turn it is, and after that each of the next ones."""
    seen = [table.turn()]
    for _ in range(count - 1):
        table.next()
        seen.append(table.turn())
    return seen


@pytest.mark.rules("WD-INIT-06")
class TestTheOrder:
    def test_the_fastest_is_first(self, table: Alley) -> None:
        assert turns(table, 4) == ["ramjet", "lung", "pearl", "oni"]

    def test_after_the_last_turn_it_begins_anew(self, table: Alley) -> None:
        assert turns(table, 5)[-1] == "ramjet"
        assert table.round() == 2

    @pytest.mark.parametrize("what", ["unconscious", "dying", "dead", "fled"])
    def test_the_incapacitated_are_passed_over(self, table: Alley, what: str) -> None:
        fell(table, "lung", what)
        assert turns(table, 3) == ["ramjet", "pearl", "oni"]

    def test_who_is_up_again_has_a_turn_again(self, table: Alley) -> None:
        fell(table, "lung")
        table.next()
        table.let("lung", ConditionEnded(name="unconscious"))
        assert turns(table, 4) == ["pearl", "oni", "ramjet", "lung"]

    def test_the_order_ends_with_the_fight(self, table: Alley) -> None:
        table.play("end_fight")
        assert (table.turn(), table.refusal("next_turn").rule) == ("", "turn-order")

    def test_what_comes_with_the_end_of_a_fight_comes(self, table: Alley) -> None:
        anchored = Condition(what="dazed", until=AtMoment(moment="encounter_end"))
        table.let("lung", ConditionGained(name="dazed", condition=anchored))
        table.play("end_fight")
        assert table.conditions("lung") == []

    def test_who_leaves_takes_no_further_part(self, table: Alley) -> None:
        table.play("leave_fight", who="ramjet", because="over the roofs")
        assert turns(table, 4) == ["lung", "pearl", "oni", "lung"]

    def test_who_left_is_back_for_the_next_fight(self, table: Alley) -> None:
        table.play("leave_fight", who="ramjet")
        table.play("end_fight")
        assert table.conditions("ramjet") == []

    def test_nobody_joins_a_fight_that_is_over(self, table: Alley) -> None:
        table.play("end_fight")
        table.cape("stave")
        assert table.refusal("join_fight", who="stave").rule == "turn-order"

    def test_a_fight_does_not_begin_twice(self, table: Alley) -> None:
        assert table.refusal("begin_fight", who=[], against=[]).rule == "WD-INIT-06"

    def test_nobody_has_two_places(self, table: Alley) -> None:
        assert "already" in table.refusal("join_fight", who="pearl").player

    def test_a_turn_that_passed_over_a_combatant_is_theirs_when_their_fall_is_undone(self, table: Alley) -> None:
        entry = fell(table, "lung")
        passed = table.next()
        plan = table.undo(entry)
        assert (outcomes(plan)[passed], table.turn()) == ("restated", "lung")


@pytest.mark.rules("WD-INIT-08")
class TestTheRound:
    def test_a_round_is_complete_when_everyone_able_has_acted(self, table: Alley) -> None:
        fell(table, "oni")
        table.next(2)
        assert table.round() == 1
        table.next()
        assert table.round() == 2

    def test_players_pass_on_the_turns_of_their_own(self, table: Alley) -> None:
        table.play("next_turn", as_player="ana")
        assert table.turn() == "lung"

    def test_a_player_does_not_pass_on_the_turns_of_others(self, table: Alley) -> None:
        table.next()
        with pytest.raises(Refused, match="not your character's turn"):
            table.play("next_turn", as_player="ana")

    def test_the_turns_of_the_unconscious_go_by(self, table: Alley) -> None:
        fell(table, "lung")
        anchored = Condition(what="dazed", until=AtMoment(moment="turn_end", subject=table.ref("lung")))
        table.let("lung", ConditionGained(name="dazed", condition=anchored))
        table.next()
        assert table.conditions("lung") == ["unconscious"]

    def test_with_nobody_able_a_round_goes_by(self, table: Alley) -> None:
        for who in ("ramjet", "pearl", "lung", "oni"):
            fell(table, who)
        table.next()
        assert (table.turn(), table.round()) == ("", 2)

    def test_who_comes_to_then_has_the_next_turn(self, table: Alley) -> None:
        for who in ("ramjet", "pearl", "lung", "oni"):
            fell(table, who)
        table.next()
        table.let("pearl", ConditionEnded(name="unconscious"))
        table.next()
        assert (table.turn(), table.round()) == ("pearl", 3)

    def test_who_joins_ahead_of_the_turn_acts_in_the_next_round(self, table: Alley) -> None:
        table.next()
        table.cape("stave", athletics=5)
        table.play("join_fight", who="stave", dice={"speed/stave": [6]})
        assert turns(table, 4) == ["lung", "pearl", "oni", "stave"]

    def test_who_joins_behind_it_acts_in_this_one(self, table: Alley) -> None:
        table.cape("stave")
        table.play("join_fight", who="stave", dice={"speed/stave": [1]})
        assert turns(table, 5)[-1] == "stave"


@pytest.mark.rules("WD-NPC-05")
class TestBystanders:
    @pytest.fixture
    def table(self) -> Alley:
        table = Alley()
        for clerk in ("clerk", "guard"):
            table.foe(clerk, category="bystander")
        table.foe("thug", category="generic", athletics=1)
        table.begin("clerk", "guard", against=("thug",))
        return table

    def test_bystanders_act_last_and_as_a_group(self, table: Alley) -> None:
        assert table.order() == ["thug", "bystanders"]

    def test_bystanders_act_after_a_combatant_who_joins_later(self, table: Alley) -> None:
        table.foe("goon", category="generic", athletics=1, dexterity=1)
        table.play("join_fight", who="goon")
        assert table.order() == ["thug", "goon", "bystanders"]

    def test_more_of_them_join_the_group(self, table: Alley) -> None:
        table.foe("nurse", category="bystander")
        table.play("join_fight", who="nurse")
        assert table.fight("alley").order["bystanders"].members == tuple(
            table.ref(who) for who in ("clerk", "guard", "nurse")
        )

    def test_their_turn_is_passed_over_when_all_are_out(self, table: Alley) -> None:
        for who in ("clerk", "guard"):
            fell(table, who)
        assert turns(table, 2) == ["thug", "thug"]


@pytest.mark.rules("WD-ATK-05")
class TestAPlaceDown:
    def test_who_drops_acts_after_the_next(self, table: Alley) -> None:
        table.play("shift_place", who="lung", to="a place down")
        assert table.order() == ["ramjet", "pearl", "lung", "oni"]

    def test_the_last_place_stays_the_last(self, table: Alley) -> None:
        table.play("shift_place", who="oni", to="a place down")
        assert table.order() == ["ramjet", "lung", "pearl", "oni"]

    def test_who_has_acted_does_not_act_again_there(self, table: Alley) -> None:
        table.play("shift_place", who="ramjet", to="a place down")
        assert turns(table, 5) == ["ramjet", "lung", "pearl", "oni", "lung"]


@pytest.mark.rules("WD-COND-12")
class TestDelay:
    def test_the_place_comes_after_the_enemy_that_is_next(self, table: Alley) -> None:
        table.play("shift_place", who="ramjet", to="behind the next foes")
        assert table.order() == ["lung", "ramjet", "pearl", "oni"]

    def test_a_delayed_place_comes_after_a_whole_group(self, table: Alley) -> None:
        table.play("shift_place", who="oni", to="before", before="pearl")
        table.play("shift_place", who="ramjet", to="behind the next foes")
        assert table.order() == ["lung", "oni", "ramjet", "pearl"]

    def test_friends_in_between_are_passed(self, table: Alley) -> None:
        table.play("shift_place", who="pearl", to="before", before="lung")
        table.play("shift_place", who="ramjet", to="behind the next foes")
        assert table.order() == ["pearl", "lung", "oni", "ramjet"]

    def test_with_no_enemy_further_down_it_is_the_last(self, table: Alley) -> None:
        fell(table, "oni")
        table.play("shift_place", who="pearl", to="behind the next foes")
        assert table.order() == ["ramjet", "lung", "oni", "pearl"]


class TestPlaces:
    @pytest.mark.rules("WD-EFF-17")
    def test_there_is_always_room_before_a_combatant(self, table: Alley) -> None:
        for _ in range(15):
            table.play("shift_place", who="pearl", to="before", before="oni")
            table.play("shift_place", who="lung", to="before", before="oni")
        assert table.order() == ["ramjet", "pearl", "lung", "oni"]
