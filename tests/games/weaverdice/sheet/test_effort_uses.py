"""What dots of effort buy, pool by pool."""

import pytest

from domain.vocabulary.values import Modifier, ModifierApplied
from tests.games.weaverdice.capes import Capes


@pytest.fixture
def table() -> Capes:
    table = Capes()
    table.cape("ramjet")
    return table


def leap(table: Capes, *dice: int, stat: str = "athletics") -> int:
    """A check with its die and, where there is a second one, a dot of Stamina to roll again."""
    rolled = {"check": [dice[0]], **({"check/again": [dice[1]]} if len(dice) > 1 else {})}
    responses = {"check/stamina": "yes"} if len(dice) > 1 else {}
    return table.play("check", who="ramjet", stat=stat, dice=rolled, responses=responses)


def prices(table: Capes, entry: int) -> dict[str, str]:
    stored = table.ledger.store.entry(table.campaign_id, entry)
    assert stored is not None
    return {offer.key: offer.price for offer in stored.header.offers}


def offers(table: Capes, entry: int) -> list[str]:
    stored = table.ledger.store.entry(table.campaign_id, entry)
    assert stored is not None
    return [offer.key for offer in stored.header.offers]


@pytest.mark.rules("WD-EFF-04")
class TestStaminaRollsAgain:
    def test_a_physical_action_that_failed_is_rolled_again(self, table: Capes) -> None:
        entry = leap(table, 3, 4)
        assert (table.outcomes_of(entry)["check/again"], table.dots("ramjet")) == ("success", (2, 3, 3))

    def test_the_new_roll_counts_though_it_is_worse(self, table: Capes) -> None:
        assert table.outcomes_of(leap(table, 3, 1))["check/again"] == "failure"

    @pytest.mark.parametrize("stat", ["brawn", "athletics", "dexterity", "guts"])
    def test_a_second_roll_for_stamina_is_offered_for_physical_stats(self, table: Capes, stat: str) -> None:
        assert offers(table, leap(table, 1, stat=stat)) == [f"stamina/check/{table.ref('ramjet')}"]

    def test_a_second_roll_for_stamina_tells_its_price(self, table: Capes) -> None:
        assert prices(table, leap(table, 1)) == {f"stamina/check/{table.ref('ramjet')}": "1 Stamina"}

    @pytest.mark.parametrize("stat", ["wits", "social", "knowledge"])
    def test_a_second_roll_for_stamina_is_not_offered_for_other_stats(self, table: Capes, stat: str) -> None:
        assert offers(table, leap(table, 1, stat=stat)) == []

    def test_what_succeeded_is_not_rolled_again(self, table: Capes) -> None:
        assert offers(table, leap(table, 4)) == []

    def test_without_a_dot_it_is_not_offered(self, table: Capes) -> None:
        table.play("spend_effort", who="ramjet", pool="stamina", dots=3)
        assert offers(table, leap(table, 1)) == []

    def test_a_second_roll_for_stamina_is_not_offered_where_athletics_are_gone(self, table: Capes) -> None:
        fallen = Modifier(path="attributes.athletics", amount=-3)
        table.let("ramjet", ModifierApplied(name="maimed", modifier=fallen))
        assert offers(table, leap(table, 1, stat="brawn")) == []

    def test_attacks_and_defences_are_not_rolled_again(self, table: Capes) -> None:
        table.foe("lung")
        power = {"name": "Jab", "type": "bash", "tier": "lesser"}
        entry = table.play("attack", who="ramjet", targets=["lung"], power=power, dice={"attack": [1]})
        assert offers(table, entry) == []

    def test_the_player_may_think_of_it_later(self, table: Capes) -> None:
        entry = leap(table, 1)
        table.answer_late(entry, {"check/stamina": "yes"}, {"check/again": [6]})
        assert (table.outcomes_of(entry)["check/again"], table.dots("ramjet")[0]) == ("success", 2)


@pytest.mark.rules("WD-EFF-08")
class TestFocusDefends:
    def struck(self, table: Capes, answer: str, defence: int) -> int:
        """Lung hits Ramjet with a 5, and Ramjet answers; the effect of the wound, where there is one, is the mildest."""
        label = f"{answer}/ramjet"
        return table.play(
            "attack",
            who="lung",
            targets=["ramjet"],
            power={"name": "Claw", "type": "bash", "tier": "lesser", "effect": False},
            dice={"attack": [5], label: [defence]},
            responses={"defence/ramjet": answer},
        )

    @pytest.mark.parametrize("answer", ["dodge", "block"])
    @pytest.mark.parametrize(("defence", "wounds"), [(4, ["body/1: lesser"]), (5, []), (6, [])])
    def test_a_dot_answers_an_attack_and_wins_ties(
        self, table: Capes, answer: str, defence: int, wounds: list[str]
    ) -> None:
        table.foe("lung")
        self.struck(table, answer, defence)
        assert (table.wounds("ramjet"), table.dots("ramjet")) == (wounds, (3, 2, 3))

    def test_without_a_dot_the_defence_score_is_all_there_is(self, table: Capes) -> None:
        table.foe("lung")
        table.play("spend_effort", who="ramjet", pool="focus", dots=3)
        power = {"name": "Claw", "type": "bash", "tier": "lesser", "effect": False}
        table.play("attack", who="lung", targets=["ramjet"], power=power, dice={"attack": [5]})
        assert table.wounds("ramjet") == ["body/1: lesser"]


@pytest.mark.rules("WD-EFF-10", "WD-RULING-03")
class TestFocusLendsASkill:
    @pytest.fixture(autouse=True)
    def learning(self, table: Capes) -> None:
        table.play("begin_learning", who="ramjet", skill="aim")
        table.create("alley", "encounter")

    def shoot(self, table: Capes) -> int:
        entry = table.play("check", who="ramjet", stat="dexterity", skill="aim", dice={"check": [1, 5]})
        return table.rolls(entry)["check"]

    def test_a_dot_gives_a_skill_that_is_being_learned(self, table: Capes) -> None:
        table.play("use_learning_skill", who="ramjet", skill="aim")
        assert (self.shoot(table), table.dots("ramjet")) == (5, (3, 2, 3))

    def test_without_it_the_skill_is_not_there(self, table: Capes) -> None:
        assert table.refusal("check", who="ramjet", stat="dexterity", skill="aim").rule == "WD-SKL-13"
