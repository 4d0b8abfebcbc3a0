"""Reputation: a card a point, what it adds to Social rolls, what keeps it, and how much of it outlasts the day."""

from typing import Any

import pytest

from domain.play.refusals import Absent
from domain.vocabulary.groups import MemberJoined, Membership
from systems.weaverdice.fame.reputation import KIND
from tests.games.weaverdice.capes import Capes, ramjet_before_the_mayor


@pytest.fixture
def table() -> Capes:
    return ramjet_before_the_mayor()


def cards(table: Capes, handle: str = "ramjet") -> list[str]:
    return sorted(name for name, card in table.sheet(handle).cards.items() if card.kind == KIND)


def award(table: Capes, points: int = 1, who: str = "ramjet", **more: Any) -> tuple[str, ...]:
    """Cards that are awarded; their names."""
    before = cards(table, who)
    table.play("award_reputation", who=who, source=f"deed {len(before) + 1}", points=points, **more)
    return tuple(name for name in cards(table, who) if name not in before)


def speak(
    table: Capes, *played: str, to: str = "mayor", social: tuple[int, ...] = (6,), target: int = 5,
    who: str = "ramjet", keep: int = 0, responses: dict[str, str] | None = None, **more: int,
) -> int:  # fmt: skip
    """Speak to a character and play cards; `keep` is what the rolls to keep them show, `more` further dice by label."""
    dice = {"social": list(social), **{label.replace("_", "/"): [die] for label, die in more.items()}}
    dice |= {f"keep/{card}": [keep] for card in played if keep}
    return table.play("cite_reputation", who=who, to=to, target=target, cards=played, dice=dice, responses=responses)


@pytest.mark.rules("WD-REP-01")
class TestAwards:
    def test_every_point_is_a_card(self, table: Capes) -> None:
        assert len(award(table, 3)) == 3

    def test_an_idea_brings_it_the_first_time_only(self, table: Capes) -> None:
        award(table, idea="Aerial Bombardment")
        refusal = table.refusal("award_reputation", who="ramjet", source="again", idea="aerial bombardment")
        assert refusal.rule == "WD-REP-01"

    def test_without_the_first_time_the_second_is_the_first(self, table: Capes) -> None:
        first = table.play("award_reputation", who="ramjet", source="once", idea="a trick")
        table.undo(first)
        assert len(award(table, idea="a trick")) == 1

    def test_a_player_awards_nothing(self, table: Capes) -> None:
        sentence = table.forbidden("award_reputation", as_player="ana", who="ramjet", source="being great")
        assert "game master" in sentence


@pytest.mark.rules("WD-REP-02")
class TestCards:
    def test_a_card_says_what_it_is_for_with_whom_it_works_who_may_use_it_and_how_it_is_marked(
        self, table: Capes
    ) -> None:
        table.cape("pearl")
        users = ["ramjet", "pearl"]
        table.play("award_reputation", who="ramjet", source="the combo", exclusive_to="Dealers", users=users)
        (card,) = table.sheet("ramjet").cards.values()
        assert (card.provenance, card.exclusive_to, card.counters) == ("the combo", "Dealers", {"marks": 0})
        assert card.users == (table.ref("ramjet"), table.ref("pearl"))

    def test_a_shared_one_is_used_by_either_and_then_spent(self, table: Capes) -> None:
        table.cape("pearl")
        (card,) = award(table, users=["ramjet", "pearl"])
        speak(table, card, who="pearl", social=(1, 6))
        assert cards(table) == []

    def test_one_that_is_not_shared_is_nobody_else_s(self, table: Capes) -> None:
        table.cape("pearl")
        (card,) = award(table)
        refusal = table.refusal("cite_reputation", who="pearl", to="mayor", cards=[card], dice={"social": [1, 2]})
        assert refusal.rule == "WD-REP-02"

    def test_an_exclusive_one_works_with_no_one_else(self, table: Capes) -> None:
        (card,) = award(table, exclusive_to="Dealers")
        refusal = table.refusal("cite_reputation", who="ramjet", to="mayor", cards=[card], dice={"social": [1, 2]})
        assert (refusal.rule, "Dealers" in str(refusal)) == ("WD-REP-02", True)

    def test_exclusive_reputation_works_with_the_members_of_its_group(self, table: Capes) -> None:
        table.create("dealers", "enclave")
        member = Membership(character=table.ref("mayor"))
        table.let("dealers", MemberJoined(name="mayor", membership=member))
        (card,) = award(table, exclusive_to="Dealers")
        speak(table, card, social=(1, 6), keep=1)
        assert cards(table) == []

    def test_reputation_may_be_named_by_what_it_is_for(self, table: Capes) -> None:
        award(table)
        speak(table, "Deed 1", social=(1, 6))
        assert cards(table) == []

    def test_what_is_not_there_is_not_played(self, table: Capes) -> None:
        with pytest.raises(Absent, match="name of a card"):
            speak(table, "fame", social=(1, 6))


@pytest.mark.rules("WD-REP-03", "WD-RULING-09")
class TestMoreDice:
    @pytest.mark.parametrize(("spent", "extra"), [(0, 0), (1, 1), (3, 2), (6, 3)])
    def test_one_three_or_six_reputation_add_one_two_or_three_dice(self, table: Capes, spent: int, extra: int) -> None:
        entry = speak(table, *award(table, 6)[:spent], social=(6, *(1 for _ in range(extra))))
        assert (len(table.last_roll(entry).dice), len(cards(table))) == (1 + extra, 6 - spent)

    @pytest.mark.parametrize("spent", [2, 4, 5, 7])
    def test_reputation_is_spent_by_one_three_or_six(self, table: Capes, spent: int) -> None:
        played = list(award(table, 7)[:spent])
        refusal = table.refusal("cite_reputation", who="ramjet", to="mayor", cards=played)
        assert (refusal.rule, len(cards(table))) == ("WD-REP-03", 7)


@pytest.mark.rules("WD-REP-04")
class TestOneDie:
    def test_only_the_best_counts(self, table: Capes) -> None:
        entry = speak(table, *award(table, 3), social=(2, 5, 4))
        assert table.rolls(entry)["social"] == 6


@pytest.mark.rules("WD-REP-05")
class TestAnotherTry:
    def test_the_example_of_the_book(self, table: Capes) -> None:
        (card,) = award(table)
        entry = speak(table, social=(1,), social_again_1=4, responses={"social/another/1": card})
        assert table.outcomes_of(entry) == {"social": "failure", "social/again/1": "success"}
        assert cards(table) == []

    def test_as_often_as_there_is_reputation(self, table: Capes) -> None:
        first, second = award(table, 2)
        answers = {"social/another/1": first, "social/another/2": second}
        entry = speak(table, social=(1,), social_again_1=2, social_again_2=6, responses=answers)
        assert (table.outcomes_of(entry)["social/again/2"], cards(table)) == ("success", [])

    def test_a_success_is_not_tried_again(self, table: Capes) -> None:
        award(table)
        assert list(table.rolls(speak(table, social=(4,)))) == ["social"]

    def test_untried_the_card_stays(self, table: Capes) -> None:
        award(table)
        speak(table, social=(1,))
        assert len(cards(table)) == 1

    def test_one_may_think_of_it_when_the_talks_are_about_to_end(self, table: Capes) -> None:
        (card,) = award(table)
        entry = speak(table, social=(1,))
        table.answer_late(entry, {"social/another/1": card}, {"social/again/1": [5]})
        assert (table.outcomes_of(entry)["social/again/1"], cards(table)) == ("success", [])

    def test_a_card_that_was_played_already_is_no_second_try(self, table: Capes) -> None:
        (card,) = award(table, exclusive_to="Mayor")
        entry = speak(table, card, social=(1, 1), keep=6)
        stored = table.ledger.store.entry(table.campaign_id, entry)
        assert stored is not None
        assert [offer.key for offer in stored.header.offers] == []


@pytest.mark.rules("WD-REP-03", "WD-REP-05")
class TestInANegotiation:
    @pytest.fixture
    def cards(self, table: Capes) -> tuple[str, ...]:
        table.create("parley", "encounter")
        table.play("open_negotiation", whom="mayor", target=5)
        return award(table, 4, exclusive_to="Mayor")

    def negotiate(self, table: Capes, *played: str, dice: dict[str, list[int]], **responses: str) -> int:
        answers = {key.replace("_", "/"): card for key, card in responses.items()}
        dice |= {f"keep/{card}": [1] for card in (*played, *responses.values())}
        return table.play("negotiate", who="ramjet", reputation=played, dice=dice, responses=answers)

    def state(self, table: Capes) -> str:
        (task,) = table.fight("parley").tasks.values()
        return task.state

    def test_three_cards_are_two_dice_more(self, table: Capes, cards: tuple[str, ...]) -> None:
        entry = self.negotiate(table, *cards[:3], dice={"negotiation": [1, 2, 4]})
        assert (table.rolls(entry)["negotiation"], self.state(table)) == (5, "agreed")

    def test_one_more_try_is_the_one_that_counts(self, table: Capes, cards: tuple[str, ...]) -> None:
        dice = {"negotiation": [1], "negotiation/again/1": [5]}
        self.negotiate(table, dice=dice, negotiation_another_1=cards[0])
        (task,) = table.fight("parley").tasks.values()
        assert (task.state, task.progress) == ("agreed", 0)


@pytest.mark.rules("WD-REP-06")
class TestSpent:
    def test_a_card_is_spent_when_it_is_used(self, table: Capes) -> None:
        (card,) = award(table)
        entry = speak(table, card, social=(1, 6))
        assert (cards(table), "WD-REP-06" in table.cited(entry)) == ([], True)

    def test_spent_it_is_not_there_to_be_used_again(self, table: Capes) -> None:
        (card,) = award(table)
        first = speak(table, card, social=(1, 6))
        with pytest.raises(Absent):
            speak(table, card, social=(1, 6))
        table.undo(first)
        assert cards(table) == [card]

    def test_no_card_is_used_twice_in_a_roll(self, table: Capes) -> None:
        (card,) = award(table)
        refusal = table.refusal("cite_reputation", who="ramjet", to="mayor", cards=[card] * 3)
        assert refusal.rule == "WD-REP-06"
