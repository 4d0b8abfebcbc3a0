"""How a fight begins: Tactics, Speed, ties, and what Focus buys."""

import pytest

from api.testing.table import outcomes
from domain.play.refusals import DiceNeeded
from domain.vocabulary.holdings import Card, CardGained, Trait, TraitGained
from domain.vocabulary.log import Noted
from tests.games.weaverdice.fighting import Alley


@pytest.fixture
def table() -> Alley:
    return Alley()


def knows(table: Alley, who: str, **skills: str) -> None:
    for skill, stat in skills.items():
        trait = Trait(kind="skill", state="known", data={"stat": stat, "field": "", "tier": "base"})
        table.let(who, TraitGained(name=skill, trait=trait))


def compared(table: Alley, entry: int) -> dict[str, object]:
    return next(dict(event.data) for event in table.told(entry) if isinstance(event, Noted))


@pytest.mark.rules("WD-INIT-01")
class TestTactics:
    def test_tactics_are_social_and_knowledge(self, table: Alley) -> None:
        table.cape("pearl", social=2, knowledge=4)
        assert table.value("pearl", "scores.tactics") == 6

    def test_each_skill_of_these_adds_one_and_no_other_does(self, table: Alley) -> None:
        table.cape("pearl")
        knows(table, "pearl", hack="knowledge", lie="social", aim="dexterity")
        assert table.value("pearl", "scores.tactics") == 8

    def test_the_best_of_each_side_is_compared(self, table: Alley) -> None:
        table.cape("ramjet", social=2)
        table.cape("pearl", knowledge=5)
        table.foe("lung", social=4)
        entry = table.play("compare_tactics", who=["ramjet", "pearl"], against=["lung"])
        assert compared(table, entry) == {"who": 8, "against": 7, "edge": "who", "buys": "nothing"}

    def test_players_do_not_compare_them(self, table: Alley) -> None:
        table.cape("ramjet")
        assert table.forbidden("compare_tactics", as_player="ana", who=["ramjet"], against=["ramjet"])


@pytest.mark.rules("WD-INIT-02")
class TestTheEdge:
    @pytest.fixture
    def table(self) -> Alley:
        table = Alley()
        table.cape("pearl", knowledge=4)
        table.foe("lung")
        table.foe("oni")
        return table

    def surprise(self, table: Alley) -> int:
        return table.play("compare_tactics", who=["pearl"], against=["lung", "oni"], buys="surprise")

    def test_who_is_surprised_does_not_act_in_the_first_round(self, table: Alley) -> None:
        self.surprise(table)
        table.begin("pearl", against=("lung", "oni"), pearl=1, lung=6, oni=5)
        assert (table.turn(), table.round()) == ("pearl", 1)

    def test_in_the_second_they_do(self, table: Alley) -> None:
        self.surprise(table)
        table.begin("pearl", against=("lung", "oni"), pearl=1, lung=6, oni=5)
        table.next()
        assert (table.turn(), table.round(), table.conditions("lung")) == ("lung", 2, [])

    def test_equal_tactics_buy_nothing(self, table: Alley) -> None:
        table.cape("stave")
        refusal = table.refusal("compare_tactics", who=["stave"], against=["lung"], buys="surprise")
        assert refusal.rule == "WD-INIT-02"

    def test_the_better_foes_surprise_the_capes(self, table: Alley) -> None:
        table.play("compare_tactics", who=["lung"], against=["pearl"], buys="surprise")
        assert table.conditions("lung") == ["surprised"]

    def test_a_later_round_is_no_surprise(self, table: Alley) -> None:
        table.begin("pearl", against=("lung",), pearl=1, lung=6)
        table.next(2)
        assert table.refusal("compare_tactics", who=["pearl"], against=["lung"], buys="surprise").rule == "WD-INIT-02"

    def test_undone_nobody_is_surprised(self, table: Alley) -> None:
        entry = self.surprise(table)
        begun = table.begin("pearl", against=("lung", "oni"), pearl=1, lung=6, oni=5)
        plan = table.undo(entry)
        assert outcomes(plan)[begun] == "restated"
        assert table.turn() == "lung"


@pytest.mark.rules("WD-INIT-03")
class TestSpeed:
    def test_speed_is_athletics_and_dexterity(self, table: Alley) -> None:
        table.cape("ramjet", athletics=5, dexterity=2)
        assert table.value("ramjet", "scores.speed") == 7

    def test_each_skill_of_these_adds_one_and_no_other_does(self, table: Alley) -> None:
        table.cape("ramjet")
        knows(table, "ramjet", aim="dexterity", run="athletics", hack="knowledge")
        assert table.value("ramjet", "scores.speed") == 8


@pytest.mark.rules("WD-INIT-04")
class TestTheRoll:
    def test_players_and_notables_add_a_die(self, table: Alley) -> None:
        table.cape("ramjet", athletics=4)
        table.foe("lung")
        entry = table.begin("ramjet", against=("lung",), ramjet=2, lung=5)
        assert table.rolls(entry) == {"speed/ramjet": 9, "speed/lung": 11}

    def test_generics_and_bystanders_add_three(self, table: Alley) -> None:
        table.foe("thug", category="generic", dexterity=4)
        table.foe("clerk", category="bystander")
        entry = table.begin("clerk", against=("thug",))
        assert table.rolls(entry) == {"speed/thug": 10, "speed/clerk": 9}

    def test_who_comes_in_later_rolls_as_well(self, table: Alley) -> None:
        table.cape("ramjet")
        table.foe("lung")
        table.begin("ramjet", ramjet=1)
        assert table.rolls(table.play("join_fight", who="lung", dice={"speed/lung": [4]})) == {"speed/lung": 10}


@pytest.mark.rules("WD-INIT-05", "WD-RULING-19")
class TestTies:
    def test_notability_comes_first(self, table: Alley) -> None:
        table.foe("clerk", category="bystander")
        table.foe("thug", category="generic")
        table.cape("ramjet", morale=4)
        table.foe("lung")
        table.begin("clerk", "ramjet", against=("thug", "lung"), ramjet=3, lung=3)
        assert table.order() == ["lung", "ramjet", "thug", "bystanders"]

    def test_morale_breaks_ties_after_notability(self, table: Alley) -> None:
        table.cape("ramjet", morale=1)
        table.cape("pearl", morale=2)
        table.let("ramjet", CardGained(name="fame", card=Card(kind="reputation")))
        table.begin("ramjet", "pearl", ramjet=3, pearl=3)
        assert table.order() == ["pearl", "ramjet"]

    def test_low_morale_comes_after_none(self, table: Alley) -> None:
        table.cape("pearl", morale=-1)
        table.cape("stave")
        table.begin("pearl", "stave", pearl=3, stave=3)
        assert table.order() == ["stave", "pearl"]

    def test_reputation_breaks_ties_after_morale(self, table: Alley) -> None:
        table.cape("pearl")
        table.cape("stave")
        table.let("stave", CardGained(name="fame", card=Card(kind="reputation")))
        table.begin("pearl", "stave", pearl=3, stave=3)
        assert table.order() == ["stave", "pearl"]

    def test_players_say_who_goes_first_of_those_still_tied(self, table: Alley) -> None:
        table.cape("pearl")
        table.cape("stave")
        table.begin("pearl", "stave", pearl=3, stave=3, responses={"first/pearl/stave": "stave"})
        assert table.order() == ["stave", "pearl"]

    def test_capes_still_tied_may_roll(self, table: Alley) -> None:
        table.cape("pearl")
        table.cape("stave")
        table.begin("pearl", "stave", pearl=(3, 2), stave=(3, 5), responses={"first/pearl/stave": "roll"})
        assert table.order() == ["stave", "pearl"]

    def test_foes_as_fast_as_each_other_are_asked_for_the_dice_of_a_tie(self, table: Alley) -> None:
        for foe in ("lung", "oni"):
            table.foe(foe)
        refusal = table.refusal("begin_fight", who=[], against=["lung", "oni"])
        assert isinstance(refusal, DiceNeeded)
        assert {roll.label for roll in refusal.rolls} == {"speed", "roll-off"}

    def test_foes_roll_until_no_two_are_tied(self, table: Alley) -> None:
        for foe in ("lung", "oni", "bakuda"):
            table.foe(foe)
        table.begin(against=("lung", "oni", "bakuda"), lung=(3, 4, 1), oni=(3, 6), bakuda=(3, 4, 2))
        assert table.order() == ["oni", "bakuda", "lung"]

    def test_no_two_ever_act_at_once(self, table: Alley) -> None:
        table.foe("thug", category="generic")
        table.foe("goon", category="generic")
        table.begin(against=("thug", "goon"), thug=(None, 1), goon=(None, 2))
        assert table.turn() == "goon"

    def test_who_comes_later_acts_after_their_equals(self, table: Alley) -> None:
        table.foe("lung")
        table.foe("oni")
        table.begin(against=("lung",), lung=3)
        table.play("join_fight", who="oni", dice={"speed/oni": [3]})
        assert table.order() == ["lung", "oni"]


@pytest.mark.rules("WD-INIT-07", "WD-EFF-09")
class TestFocusForAnEdge:
    @pytest.fixture
    def table(self) -> Alley:
        table = Alley()
        table.cape("pearl")
        table.foe("lung")
        return table

    def test_an_edge_adds_to_tactics(self, table: Alley) -> None:
        table.play("buy_edge", who="pearl", score="tactics", dice={"edge": [2]})
        assert (table.value("pearl", "scores.tactics"), table.dots("pearl")) == (8, (3, 2, 3))

    def test_the_foe_may_match_it(self, table: Alley) -> None:
        table.play("buy_edge", who="pearl", score="tactics", dice={"edge": [2]})
        table.play("buy_edge", who="lung", score="tactics", dice={"edge": [2]})
        entry = table.play("compare_tactics", who=["pearl"], against=["lung"])
        assert compared(table, entry)["edge"] == "neither"

    def test_an_edge_adds_to_speed_before_the_roll(self, table: Alley) -> None:
        table.play("buy_edge", who="pearl", score="speed", dice={"edge": [3]})
        assert table.rolls(table.begin("pearl", pearl=4)) == {"speed/pearl": 13}

    def test_an_edge_breaks_a_tie_after_the_roll(self, table: Alley) -> None:
        table.begin("pearl", against=("lung",), pearl=3, lung=3)
        table.play("buy_edge", who="pearl", score="speed", dice={"edge": [1]})
        assert table.order() == ["pearl", "lung"]

    def test_an_edge_ends_with_the_fight(self, table: Alley) -> None:
        table.play("buy_edge", who="pearl", score="tactics", dice={"edge": [2]})
        table.begin("pearl", pearl=3)
        table.play("end_fight")
        assert table.value("pearl", "scores.tactics") == 6

    def test_without_focus_there_is_none(self, table: Alley) -> None:
        table.play("spend_effort", who="pearl", pool="focus", dots=3)
        assert table.refusal("buy_edge", who="pearl", score="speed").rule == "WD-INIT-07"

    def test_in_the_second_round_it_is_too_late(self, table: Alley) -> None:
        table.begin("pearl", pearl=3)
        table.next()
        assert table.refusal("buy_edge", who="pearl", score="speed").rule == "WD-INIT-07"

    def test_an_edge_counts_for_exhaustion(self, table: Alley) -> None:
        table.play("buy_edge", who="pearl", score="tactics", dice={"edge": [2]})
        assert table.sheet("pearl").uses["focus-spent"].count == 1
