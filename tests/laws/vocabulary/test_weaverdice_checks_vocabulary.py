"""Morale and reputation in Weaverdice, on the shared vocabulary."""

import pytest

from domain.components.creature import Card
from domain.events.holdings import CardGained
from domain.events.log import Rolled
from domain.events.values import PointGained, PointSpent
from tests.laws.vocabulary.table import Table, outcomes
from tests.laws.vocabulary.weaverdice_rules import at_the_table, cape


def leaper(morale: int, **stats: int) -> Table:
    table = at_the_table()
    cape(table, "tankspanker", morale=morale, **stats)
    return table


def leap(table: Table, die: int, target: int = 4, **choices: str) -> int:
    responses = {f"{label}/morale": choice for label, choice in choices.items()}
    return table.play("leap", who="tankspanker", target=target, dice={"leap": [die]}, responses=responses)


def fell(table: Table) -> bool:
    return bool(table.sheet("tankspanker").conditions)


def morale(table: Table) -> int:
    return table.sheet("tankspanker").tracks["morale"].current


@pytest.mark.rules("WD-MOR-03")
class TestMoraleLoweredForARoll:
    @pytest.mark.parametrize(("step", "counts_as"), [(1, 3), (2, 4), (3, 5), (4, 6)])
    def test_the_die_counts_as_the_number_of_the_step_held_before(self, step: int, counts_as: int) -> None:
        table = leaper(step)
        entry = leap(table, 1, target=counts_as, leap="yes")
        rolls = [event.total for event in table.told(entry) if isinstance(event, Rolled)]
        assert (rolls, fell(table), morale(table)) == ([1, counts_as], False, step - 1)

    def test_one_more_than_the_listed_number_is_out_of_its_reach(self) -> None:
        table = leaper(2)
        leap(table, 1, target=5, leap="yes")
        assert (fell(table), morale(table)) == (True, 1)

    def test_the_stat_s_modifier_still_applies(self) -> None:
        table = leaper(2, athletics=4)
        leap(table, 1, target=5, leap="yes")
        assert not fell(table)

    def test_it_is_not_spent_unless_the_player_says_so(self) -> None:
        table = leaper(2)
        leap(table, 3)
        assert (fell(table), morale(table)) == (True, 2)

    def test_neutral_morale_offers_nothing(self) -> None:
        table = leaper(0)
        entry = leap(table, 3, leap="yes")
        assert (fell(table), morale(table)) == (True, 0)
        stored = table.ledger.store.entry(table.campaign_id, entry)
        assert stored is not None
        assert stored.header.offers == ()

    def test_the_offer_is_the_player_s(self) -> None:
        table = leaper(2)
        stored = table.ledger.store.entry(table.campaign_id, leap(table, 3))
        assert stored is not None
        assert [(offer.key, offer.owner) for offer in stored.header.offers] == [("leap/morale", "ana")]

    @pytest.mark.parametrize(("step", "number"), [(-1, 6), (-2, 5), (-3, 4), (-4, 3)])
    def test_below_neutral_results_are_capped(self, step: int, number: int) -> None:
        table = leaper(step, athletics=5)
        leap(table, 6, target=number)
        assert not fell(table)
        leap(table, 6, target=number + 1)
        assert fell(table)

    def test_taken_late_the_offer_corrects_what_followed(self) -> None:
        table = leaper(2)
        entry = leap(table, 3)
        assert outcomes(table.answer_late(entry, {"leap/morale": "yes"})) == {entry: "restated"}
        assert (fell(table), morale(table)) == (False, 1)

    def test_every_entry_can_be_taken_back_and_given_again(self) -> None:
        table = leaper(2)
        table.check_undo(leap(table, 3), leap(table, 1, leap="yes"), leap(table, 2, leap="yes"))

    def test_with_less_morale_the_same_spending_counts_for_less(self) -> None:
        table = leaper(1)
        boost = table.let("tankspanker", PointGained(name="morale", amount=1))
        entry = leap(table, 1, leap="yes")
        assert not fell(table)
        assert outcomes(table.undo(boost)) == {boost: "struck", entry: "restated"}
        assert (fell(table), morale(table)) == (True, 0)

    def test_without_any_morale_the_roll_stands_as_it_fell(self) -> None:
        table = leaper(0)
        boost = table.let("tankspanker", PointGained(name="morale", amount=2))
        leap(table, 1, leap="yes")
        table.undo(boost)
        assert (fell(table), morale(table)) == (True, 0)


def famous(social: int = 3, **marks: int) -> Table:
    """Somebody whom the dealers owe one."""
    table = leaper(0, social=social)
    card = Card(kind="reputation", provenance="Dealers owe you one", exclusive_to="dealers", counters=marks)
    table.let("tankspanker", CardGained(name="favour", card=card))
    return table


def cite(table: Table, die: int, card: str = "favour") -> int:
    return table.play("cite", who="tankspanker", card=card, to="dealers", dice={"keep": [die]})


def marks(table: Table) -> int | None:
    card = table.sheet("tankspanker").cards.get("favour")
    return None if card is None else card.counters.get("marks", 0)


@pytest.mark.rules("WD-REP-07")
class TestTheExclusiveCard:
    @pytest.mark.parametrize(("die", "kept"), [(3, None), (4, 1), (5, 1)])
    def test_on_a_four_it_stays_and_is_marked(self, die: int, kept: int | None) -> None:
        table = famous()
        cite(table, die)
        assert marks(table) == kept

    @pytest.mark.parametrize(("die", "kept"), [(5, None), (6, 2)])
    def test_a_marked_card_stays_on_a_six(self, die: int, kept: int | None) -> None:
        table = famous(marks=1)
        cite(table, die)
        assert marks(table) == kept

    def test_later_marks_make_it_no_harder(self) -> None:
        table = famous(marks=5)
        cite(table, 6)
        assert marks(table) == 6

    def test_it_is_a_social_roll(self) -> None:
        table = famous(social=5)
        cite(table, 2)
        assert marks(table) == 1

    def test_it_means_nothing_to_anybody_else(self) -> None:
        table = famous()
        refusal = table.refusal("cite", who="tankspanker", card="favour", to="mayor")
        assert (refusal.rule, marks(table)) == ("WD-REP-07", 0)

    def test_a_card_for_everybody_is_spent_without_a_roll(self) -> None:
        table = famous()
        table.let("tankspanker", CardGained(name="justice", card=Card(kind="reputation")))
        entry = table.play("cite", who="tankspanker", card="justice", to="dealers")
        assert table.kinds(entry) == ["CardSpent"]

    def test_morale_may_keep_it_even_later(self) -> None:
        table = famous()
        table.let("tankspanker", PointGained(name="morale", amount=2))
        entry = cite(table, 2)
        assert marks(table) is None
        table.answer_late(entry, {"keep/morale": "yes"})
        assert (marks(table), morale(table)) == (1, 1)

    def test_every_entry_can_be_taken_back_and_given_again(self) -> None:
        table = famous()
        table.check_undo(cite(table, 4), cite(table, 6), cite(table, 5))

    def test_without_the_first_use_the_second_is_the_first(self) -> None:
        table = famous()
        first, second = cite(table, 4), cite(table, 5)
        assert marks(table) is None
        assert outcomes(table.undo(first)) == {first: "struck", second: "restated"}
        assert marks(table) == 1

    def test_a_use_of_a_card_that_was_already_spent_is_in_conflict(self) -> None:
        table = famous()
        gain = table.let("tankspanker", PointGained(name="morale", amount=2))
        first = table.play(
            "cite",
            who="tankspanker",
            card="favour",
            to="dealers",
            dice={"keep": [1]},
            responses={"keep/morale": "yes"},
        )
        second = cite(table, 6)
        spent = table.let("tankspanker", PointSpent(name="morale", amount=1))
        plan = table.undo(gain, policy="cascade")
        assert outcomes(plan) == {gain: "struck", first: "restated", second: "struck"}
        assert (marks(table), table.told(spent)[0].name) == (None, "morale")
