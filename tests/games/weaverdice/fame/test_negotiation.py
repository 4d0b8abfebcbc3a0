"""Social rolls and negotiation."""

from __future__ import annotations

from typing import Any

import pytest

from api.testing.table import outcomes
from domain.vocabulary.log import Noted
from domain.vocabulary.undertakings import Task
from tests.games.weaverdice.fighting import Alley


class Talks(Alley):
    """An alley in which three capes meet a dealer."""

    def __init__(self, **terms: Any) -> None:
        super().__init__()
        for handle in ("ramjet", "pearl", "felinous"):
            self.cape(handle)
        self.foe("dealer")
        if terms:
            self.open(**terms)

    def open(self, **terms: Any) -> int:
        """The negotiation begins on these terms."""
        return self.play("open_negotiation", whom="dealer", **terms)

    def speak(self, who: str, die: int, **more: Any) -> int:
        """A character joins the conversation."""
        return self.play("negotiate", who=who, dice={"negotiation": [die]}, **more)

    def added(self, entry: int) -> dict[str, int]:
        """What was added to the roll beside the stat."""
        return {more.label: more.amount for more in self.last_roll(entry).modifiers if more.label != "social"}

    def talks(self) -> Task:
        """The only negotiation there is."""
        (task,) = self.fight("alley").tasks.values()
        return task


@pytest.mark.rules("WD-SOC-01")
class TestSocialRolls:
    @pytest.fixture
    def table(self) -> Talks:
        return Talks()

    def test_target_modifiers_and_outcome_are_on_record(self, table: Talks) -> None:
        entry = table.play(
            "social_roll",
            who="ramjet",
            target=5,
            circumstances={"bluff": 1},
            response="He nods.",
            dice={"social": [4]},
        )
        roll = table.last_roll(entry)
        assert (roll.target, table.added(entry), roll.outcome) == (5, {"bluff": 1}, "success")

    @pytest.mark.parametrize("when", ["before", "after"])
    def test_a_social_roll_is_made_before_the_dialogue_or_after(self, table: Talks, when: str) -> None:
        entry = table.play("social_roll", who="ramjet", when=when, response="He nods.", dice={"social": [3]})
        event = table.told(entry)[-1]
        assert isinstance(event, Noted)
        assert (event.data, table.cited(entry)) == ({"when": when, "outcome": "failure"}, {"WD-SOC-01"})


@pytest.mark.rules("WD-SOC-02")
class TestRelationship:
    @pytest.mark.parametrize("relationship", [-3, -2, -1, 1, 2, 3])
    def test_the_relationship_is_added(self, relationship: int) -> None:
        table = Talks(relationship=relationship)
        assert table.added(table.speak("ramjet", 3)) == {"relationship": relationship}

    @pytest.mark.parametrize("relationship", [-4, 4])
    def test_a_relationship_has_bounds(self, relationship: int) -> None:
        table = Talks()
        assert table.refusal("open_negotiation", relationship=relationship).rule == "WD-SOC-02"

    def test_the_game_master_may_set_the_relationship_anew(self) -> None:
        table = Talks(relationship=1)
        table.play("change_negotiation", relationship=-2)
        assert table.added(table.speak("ramjet", 3)) == {"relationship": -2}

    def test_within_its_bounds(self) -> None:
        assert Talks(relationship=1).refusal("change_negotiation", relationship=4).rule == "WD-SOC-02"


@pytest.mark.rules("WD-SOC-03")
class TestOffers:
    @pytest.mark.parametrize(("offer", "added"), [(2, {"offer": 2}), (-2, {"offer": -2}), (0, {})])
    def test_offers_are_added(self, offer: int, added: dict[str, int]) -> None:
        table = Talks(relationship=0, offer=offer)
        assert table.added(table.speak("ramjet", 3)) == added

    @pytest.mark.parametrize("offer", [-3, -1, 1, 3])
    def test_there_is_nothing_in_between(self, offer: int) -> None:
        assert Talks().refusal("open_negotiation", offer=offer).rule == "WD-SOC-03"


@pytest.mark.rules("WD-SOC-04")
class TestTheBooksNegotiations:
    @pytest.mark.parametrize(
        ("relationship", "offer", "total"),
        [
            pytest.param(2, 2, 4, id="close allies are offered cash for the cause"),
            pytest.param(-1, 2, 1, id="a wary listener is offered a deal in their favour"),
            pytest.param(1, -2, -1, id="an interested listener cannot be paid for a while"),
        ],
    )
    def test_relationship_and_offer_add_up(self, relationship: int, offer: int, total: int) -> None:
        table = Talks(relationship=relationship, offer=offer)
        entry = table.speak("ramjet", 3)
        assert table.last_roll(entry).total == 3 + total


@pytest.mark.rules("WD-SOC-05")
class TestSeveralSpeakers:
    @pytest.fixture
    def table(self) -> Talks:
        return Talks(relationship=0)

    def test_each_rolls_as_they_join(self, table: Talks) -> None:
        first, second = table.speak("ramjet", 3), table.speak("pearl", 4)
        assert (table.outcomes_of(first), table.outcomes_of(second)) == (
            {"negotiation": "failure"},
            {"negotiation": "success"},
        )

    def test_nobody_rolls_twice(self, table: Talks) -> None:
        table.speak("ramjet", 3)
        assert table.refusal("negotiate", who="ramjet").rule == "WD-SOC-05"

    def test_once_they_agree_it_is_over(self, table: Talks) -> None:
        table.speak("ramjet", 4)
        assert table.refusal("negotiate", who="pearl").rule == "not-there"

    def test_one_goes_on_at_a_time(self, table: Talks) -> None:
        assert table.refusal("open_negotiation").rule == "WD-SOC-05"

    def test_another_follows_it(self, table: Talks) -> None:
        table.speak("ramjet", 4)
        table.open(relationship=1)
        assert table.added(table.speak("ramjet", 3)) == {"relationship": 1}

    def test_a_negotiation_happens_in_an_encounter(self, table: Talks) -> None:
        table.encounter = None
        assert table.refusal("negotiate", who="ramjet").rule == "encounter"


@pytest.mark.rules("WD-SOC-06")
class TestInsults:
    @pytest.fixture
    def table(self) -> Talks:
        return Talks(relationship=0)

    def test_two_below_the_target_costs_everybody_after(self, table: Talks) -> None:
        table.speak("ramjet", 2)
        assert table.added(table.speak("pearl", 5)) == {"insulted": -1}

    def test_one_below_changes_nothing(self, table: Talks) -> None:
        table.speak("ramjet", 3)
        assert table.added(table.speak("pearl", 5)) == {}

    def test_insults_add_up(self, table: Talks) -> None:
        table.speak("ramjet", 2)
        table.speak("pearl", 1)
        assert table.added(table.speak("felinous", 5)) == {"insulted": -2}

    def test_what_counts_is_the_result(self) -> None:
        table = Talks(relationship=-1)
        table.speak("ramjet", 3)
        assert table.talks().progress == -1

    def test_a_harder_target_is_missed_sooner(self) -> None:
        table = Talks(relationship=0, target=5)
        table.speak("ramjet", 3)
        assert table.talks().progress == -1

    def test_the_game_master_may_say_how_much(self, table: Talks) -> None:
        table.speak("ramjet", 2)
        table.play("change_negotiation", penalty=-3)
        assert table.added(table.speak("pearl", 5)) == {"insulted": -3}

    def test_undone_it_costs_nobody(self, table: Talks) -> None:
        insult = table.speak("ramjet", 2)
        later = table.speak("pearl", 4)
        assert outcomes(table.undo(insult))[later] == "restated"
        assert table.outcomes_of(later) == {"negotiation": "success"}


@pytest.mark.rules("WD-SOC-07")
class TestAfterAFailure:
    @pytest.fixture
    def table(self) -> Talks:
        table = Talks(relationship=0)
        table.speak("ramjet", 2)
        return table

    def test_the_next_speaker_may_raise_the_offer(self, table: Talks) -> None:
        assert table.added(table.speak("pearl", 4, offer=2)) == {"offer": 2, "insulted": -1}

    def test_the_next_speaker_may_try_at_the_reduced_chance(self, table: Talks) -> None:
        assert table.outcomes_of(table.speak("pearl", 4)) == {"negotiation": "failure"}

    def test_a_raised_offer_stands(self, table: Talks) -> None:
        table.speak("pearl", 2, offer=2)
        assert table.added(table.speak("felinous", 4)) == {"offer": 2, "insulted": -1}

    def test_an_offer_is_not_lowered(self, table: Talks) -> None:
        assert table.refusal("negotiate", who="pearl", offer=-2).rule == "WD-SOC-07"

    def test_an_offer_is_one_of_three(self, table: Talks) -> None:
        assert table.refusal("negotiate", who="pearl", offer=1).rule == "WD-SOC-03"


@pytest.mark.rules("WD-SOC-08")
class TestGenerosity:
    @pytest.fixture
    def table(self) -> Talks:
        return Talks()

    def test_generosity_raises_a_standing_to_good(self, table: Talks) -> None:
        table.play("reward_generosity", who="ramjet", whom="dealer")
        entry = table.play("social_roll", who="ramjet", whom="dealer", dice={"social": [3]})
        assert (table.added(entry), table.last_roll(entry).outcome) == ({"standing": 1}, "success")

    def test_a_negotiation_starts_from_it(self, table: Talks) -> None:
        table.play("reward_generosity", who="ramjet", whom="dealer")
        table.open()
        assert table.added(table.speak("ramjet", 3)) == {"relationship": 1}

    def test_a_group_has_a_standing_too(self, table: Talks) -> None:
        table.play("freeform.create_enclave", name="Merchants")
        table.play("reward_generosity", who="ramjet", whom="merchants")
        entry = table.play("social_roll", who="ramjet", whom="merchants", dice={"social": [3]})
        assert table.added(entry) == {"standing": 1}

    def test_generosity_ends_at_great(self, table: Talks) -> None:
        for _ in range(2):
            table.play("reward_generosity", who="ramjet", whom="dealer")
        assert table.refusal("reward_generosity", who="ramjet", whom="dealer").rule == "WD-SOC-08"

    def test_generosity_may_bring_reputation_with_them_alone(self, table: Talks) -> None:
        entry = table.play("reward_generosity", who="ramjet", whom="dealer", reputation=True)
        (card,) = table.sheet("ramjet").cards.values()
        assert (card.exclusive_to, table.cited(entry) >= {"WD-SOC-08"}) == (table.ref("dealer"), True)
