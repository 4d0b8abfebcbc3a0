"""Delay and Ready in Orcus, on the shared vocabulary."""

import pytest

from api.testing.table import Table, outcomes
from domain.components.creature import Condition
from domain.events.body import ConditionGained
from domain.events.scene import TurnChanged
from domain.history.plan import RevisionRefused
from tests.laws.vocabulary.orcus_combat_rules import act, acting, fight, next_turn


def states(table: Table, who: str = "warden") -> list[str]:
    return sorted(condition.what for condition in table.sheet(who).conditions.values())


def order(table: Table) -> list[str]:
    """Who acts after whom."""
    turns = table.fight("crypt").order
    return sorted(turns, key=lambda name: (-turns[name].initiative, -turns[name].tiebreak, name))


def turns(table: Table, number: int) -> list[tuple[int, str]]:
    """The next so many turns."""
    taken = []
    for _ in range(number):
        next_turn(table)
        taken.append(acting(table))
    return taken


@pytest.mark.rules("OR-DELAY-06")
class TestDelay:
    @pytest.fixture
    def table(self) -> Table:
        """It is the turn of Ana's warden, who acts before a ghoul and a lich."""
        table = fight(warden=20, ghoul=15, lich=10)
        next_turn(table)
        return table

    def bless(
        self, table: Table, what: str, *, beneficial: bool = True, passing: int = 0, end: str = "turn_end"
    ) -> int:
        return table.play("bless", who="warden", what=what, beneficial=beneficial, passing=passing, end=end)

    def conjure(self, table: Table, who: str = "warden") -> int:
        return table.play("conjure", encounter="crypt", who=who, power="wall")

    def test_the_powers_that_it_maintains_end_with_what_they_made(self, table: Table) -> None:
        self.conjure(table)
        turns(table, 3)
        assert (len(table.sheet("warden").intents), len(table.fight("crypt").zones)) == (1, 1)
        act(table, "delay", "warden")
        assert (table.sheet("warden").intents, table.fight("crypt").zones) == ({}, {})

    def test_those_of_others_do_not(self, table: Table) -> None:
        next_turn(table)
        self.conjure(table, "ghoul")
        turns(table, 2)
        act(table, "delay", "warden")
        assert len(table.fight("crypt").zones) == 1

    def test_what_does_good_until_the_end_of_its_turn_ends_at_once(self, table: Table) -> None:
        self.bless(table, "hasted")
        act(table, "delay", "warden")
        assert states(table) == []

    def test_without_the_delay_it_lasts_until_the_turn_is_over(self, table: Table) -> None:
        self.bless(table, "hasted")
        assert states(table) == ["hasted"]
        next_turn(table)
        assert states(table) == []

    def test_what_harms_lasts_until_the_delayed_turn_is_over(self, table: Table) -> None:
        self.bless(table, "slowed", beneficial=False)
        act(table, "delay", "warden")
        act(table, "act_now", "warden")
        assert states(table) == ["slowed"]
        next_turn(table)
        assert states(table) == []

    def test_or_until_the_end_of_the_round_in_which_it_was_wasted(self, table: Table) -> None:
        self.bless(table, "slowed", beneficial=False)
        act(table, "delay", "warden")
        next_turn(table)
        assert (acting(table), states(table)) == ((1, "lich"), ["slowed"])
        next_turn(table)
        assert (acting(table), states(table)) == ((2, "warden"), [])

    @pytest.mark.parametrize(("passing", "end"), [(1, "turn_end"), (0, "turn_start")])
    def test_what_lasts_beyond_this_turn_stays(self, table: Table, passing: int, end: str) -> None:
        self.bless(table, "hasted", passing=passing, end=end)
        act(table, "delay", "warden")
        assert states(table) == ["hasted"]

    def test_what_others_have_stays(self, table: Table) -> None:
        table.play("bless", who="ghoul", what="hasted", beneficial=True)
        act(table, "delay", "warden")
        assert states(table, "ghoul") == ["hasted"]

    def test_the_delayed_turn_comes_between_others_and_stays_there(self, table: Table) -> None:
        act(table, "delay", "warden")
        assert acting(table) == (1, "ghoul")
        act(table, "act_now", "warden")
        assert acting(table) == (1, "warden")
        assert turns(table, 4) == [(1, "lich"), (2, "ghoul"), (2, "warden"), (2, "lich")]

    def test_whoever_has_acted_cannot_delay(self, table: Table) -> None:
        self.conjure(table)
        assert table.refusal("delay", encounter="crypt", who="warden").rule == "OR-DELAY-05"

    def test_nor_can_anybody_out_of_turn(self, table: Table) -> None:
        assert table.refusal("delay", encounter="crypt", who="ghoul").rule == "OR-DELAY-01"

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Table) -> None:
        entries = [self.conjure(table), next_turn(table), next_turn(table), next_turn(table)]
        entries += [self.bless(table, "hasted"), act(table, "delay", "warden"), act(table, "act_now", "warden")]
        table.check_undo(*entries, next_turn(table))

    def test_without_the_power_nothing_would_have_ended(self, table: Table) -> None:
        conjured = self.conjure(table)
        turns(table, 3)
        delayed = act(table, "delay", "warden")
        assert "IntentEnded" in table.kinds(delayed)
        table.undo(conjured)
        assert "IntentEnded" not in table.kinds(delayed)

    def test_without_the_delay_the_good_ends_with_the_turn(self, table: Table) -> None:
        self.bless(table, "hasted")
        delayed = act(table, "delay", "warden")
        following = next_turn(table)
        table.undo(delayed)
        assert "ConditionEnded" in table.kinds(following)
        assert (states(table), acting(table)) == ([], (1, "ghoul"))


@pytest.mark.rules("OR-READY-05")
class TestReady:
    @pytest.fixture
    def table(self) -> Table:
        """Ana's warden, third of four, has readied an action in the first round."""
        table = fight(warden=12, ghoul=20, wight=20, lich=8)
        table.let("crypt", TurnChanged(name="ghoul", tiebreak=2), TurnChanged(name="wight", tiebreak=1))
        turns(table, 3)
        self.readied = table.play("ready", encounter="crypt", who="warden", action="strike", trigger="it comes near")
        return table

    def test_in_the_same_round_the_count_falls_to_the_one_that_set_it_off(self, table: Table) -> None:
        next_turn(table)
        entry = act(table, "take_readied", "warden")
        assert order(table) == ["ghoul", "wight", "warden", "lich"]
        assert table.fight("crypt").order["warden"].initiative == 8
        assert "OR-READY-03" in table.told(entry)[-1].rules
        assert turns(table, 4) == [(2, "ghoul"), (2, "wight"), (2, "warden"), (2, "lich")]

    def test_in_the_following_round_it_rises_and_takes_the_place_of_the_regular_turn(self, table: Table) -> None:
        turns(table, 2)
        assert acting(table) == (2, "ghoul")
        entry = act(table, "take_readied", "warden")
        assert (order(table)[0], table.fight("crypt").order["warden"].initiative) == ("warden", 20)
        assert "OR-READY-05" in table.told(entry)[-1].rules
        assert turns(table, 5) == [(2, "wight"), (2, "lich"), (3, "warden"), (3, "ghoul"), (3, "wight")]

    def test_between_equal_counts_it_stands_directly_ahead_of_the_one_that_set_it_off(self, table: Table) -> None:
        turns(table, 3)
        assert acting(table) == (2, "wight")
        act(table, "take_readied", "warden")
        assert order(table) == ["ghoul", "warden", "wight", "lich"]
        assert turns(table, 4) == [(2, "lich"), (3, "ghoul"), (3, "warden"), (3, "wight")]

    def test_it_is_there_until_the_own_turn_begins_and_gone_then(self, table: Table) -> None:
        turns(table, 3)
        assert len(table.sheet("warden").intents) == 1
        next_turn(table)
        assert (acting(table), table.sheet("warden").intents) == ((2, "warden"), {})
        assert table.refusal("take_readied", encounter="crypt", who="warden").rule == "OR-READY-04"

    def test_it_is_taken_once(self, table: Table) -> None:
        turns(table, 2)
        act(table, "take_readied", "warden")
        assert table.refusal("take_readied", encounter="crypt", who="warden").rule == "OR-READY-04"

    def test_whoever_is_stunned_meanwhile_does_not_take_it(self, table: Table) -> None:
        turns(table, 2)
        table.let("warden", ConditionGained(name="stunned", condition=Condition(what="stunned")))
        assert table.refusal("take_readied", encounter="crypt", who="warden").rule == "OR-RULING-36"

    def test_the_actions_of_a_turn_come_with_the_next_regular_one(self, table: Table) -> None:
        turns(table, 2)
        act(table, "take_readied", "warden")
        assert table.fight("crypt").order["warden"].budget["standard"] == 0
        turns(table, 3)
        assert (acting(table), table.fight("crypt").order["warden"].budget["standard"]) == ((3, "warden"), 1)

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Table) -> None:
        entries = [self.readied, next_turn(table), next_turn(table), act(table, "take_readied", "warden")]
        table.check_undo(*entries, next_turn(table), next_turn(table))

    def test_without_the_readied_action_the_regular_turn_comes(self, table: Table) -> None:
        turns(table, 2)
        taken = act(table, "take_readied", "warden")
        turns(table, 2)
        assert acting(table) == (2, "lich")
        table.undo(taken)
        assert acting(table) == (2, "warden")

    def test_what_was_never_readied_cannot_have_been_taken(self, table: Table) -> None:
        turns(table, 2)
        taken = act(table, "take_readied", "warden")
        with pytest.raises(RevisionRefused) as refused:
            table.undo(self.readied)
        assert [planned.entry for planned in refused.value.plan.conflicts] == [taken]

    def test_at_another_count_of_the_one_that_set_it_off_it_would_be_another(self, table: Table) -> None:
        turns(table, 2)
        quicker = table.let("crypt", TurnChanged(name="ghoul", initiative=25))
        taken = act(table, "take_readied", "warden")
        assert table.fight("crypt").order["warden"].initiative == 25
        assert outcomes(table.undo(quicker)) == {quicker: "struck", taken: "restated"}
        assert table.fight("crypt").order["warden"].initiative == 20
