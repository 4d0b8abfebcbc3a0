"""Reputation: a card a point, what it adds to Social rolls, what keeps it, and how much of it outlasts the day."""

from typing import Any

import pytest

from domain.components.creature import Card, Choice, Modifier
from domain.components.group import Membership
from domain.events.group import MemberJoined
from domain.events.holdings import CardGained, ChoiceMade
from domain.events.values import ModifierApplied
from domain.play.given import BadCommand
from domain.play.refusals import Absent
from systems.weaverdice.reputation import KIND
from tests.games.weaverdice.capes import Capes
from tests.laws.vocabulary.table import outcomes


@pytest.fixture
def table() -> Capes:
    table = Capes()
    table.cape("ramjet", social=4)
    table.foe("mayor")
    return table


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
    """Speak to somebody and play cards; `keep` is what the rolls to keep them show, `more` further dice by label."""
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
        told = table.forbidden("award_reputation", as_player="ana", who="ramjet", source="being great")
        assert "game master" in told

    def test_undone_it_is_gone(self, table: Capes) -> None:
        table.check_undo(table.play("award_reputation", who="ramjet", source="a rescue", points=2, idea="a net"))


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

    def test_it_works_with_the_members_of_its_group(self, table: Capes) -> None:
        table.create("dealers", "enclave")
        member = Membership(character=table.ref("mayor"))
        table.let("dealers", MemberJoined(name="mayor", membership=member))
        (card,) = award(table, exclusive_to="Dealers")
        speak(table, card, social=(1, 6), keep=1)
        assert cards(table) == []

    def test_it_may_be_named_by_what_it_is_for(self, table: Capes) -> None:
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
    def test_no_other_spend_is_on_the_table(self, table: Capes, spent: int) -> None:
        played = list(award(table, 7)[:spent])
        refusal = table.refusal("cite_reputation", who="ramjet", to="mayor", cards=played)
        assert (refusal.rule, len(cards(table))) == ("WD-REP-03", 7)

    def test_undone_the_cards_are_back(self, table: Capes) -> None:
        played = award(table, 3)
        table.check_undo(speak(table, *played, social=(1, 2, 6)))


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

    def test_nothing_is_used_twice_in_a_roll(self, table: Capes) -> None:
        (card,) = award(table)
        refusal = table.refusal("cite_reputation", who="ramjet", to="mayor", cards=[card] * 3)
        assert refusal.rule == "WD-REP-06"


@pytest.mark.rules("WD-REP-07", "WD-RULING-10")
class TestKeeping:
    @pytest.fixture
    def card(self, table: Capes) -> str:
        (card,) = award(table, exclusive_to="Mayor")
        return card

    def marks(self, table: Capes) -> list[int]:
        return [card.counters["marks"] for card in table.sheet("ramjet").cards.values()]

    @pytest.mark.parametrize(("die", "marks"), [(2, []), (3, [1])])
    def test_on_four_after_the_stat_it_stays_and_is_marked(
        self, table: Capes, card: str, die: int, marks: list[int]
    ) -> None:
        speak(table, card, social=(1, 6), keep=die)
        assert self.marks(table) == marks

    @pytest.mark.parametrize(("die", "marks"), [(4, []), (5, [2])])
    def test_once_marked_it_takes_a_six(self, table: Capes, card: str, die: int, marks: list[int]) -> None:
        speak(table, card, social=(1, 6), keep=6)
        speak(table, card, social=(1, 6), keep=die)
        assert self.marks(table) == marks

    def test_with_two_marks_it_takes_no_more_than_that(self, table: Capes, card: str) -> None:
        for _ in range(3):
            speak(table, card, social=(1, 6), keep=5)
        assert self.marks(table) == [3]

    def test_one_that_works_with_anybody_is_not_kept(self, table: Capes) -> None:
        (general,) = award(table)
        assert list(table.rolls(speak(table, general, social=(1, 6)))) == ["social"]

    def test_morale_may_keep_it(self, table: Capes, card: str) -> None:
        table.play("move_morale", who="ramjet", by=2)
        speak(table, card, social=(1, 6), keep=1, responses={f"keep/{card}/morale": "yes"})
        assert (self.marks(table), table.current("ramjet", "morale")) == ([1], 1)

    def test_had_it_not_been_marked_a_four_would_keep_it(self, table: Capes, card: str) -> None:
        first = speak(table, card, social=(1, 6), keep=6)
        second = speak(table, card, social=(1, 6), keep=4)
        assert outcomes(table.undo(first)) == {first: "struck", second: "restated"}
        assert self.marks(table) == [1]

    def test_undone_and_done_again_it_is_marked_as_before(self, table: Capes, card: str) -> None:
        table.check_undo(*(speak(table, card, social=(1, 6), keep=die) for die in (3, 6, 1)))


@pytest.mark.rules("WD-REP-08")
class TestRejected:
    def test_what_does_not_matter_to_the_listener_has_no_effect_and_stays(self, table: Capes) -> None:
        (card,) = award(table)
        table.play("reject_reputation", who="ramjet", card=card, by="mayor")
        refusal = table.refusal("cite_reputation", who="ramjet", to="mayor", cards=[card], dice={"social": [1, 6]})
        assert (refusal.rule, cards(table)) == ("WD-REP-08", [card])

    def test_to_others_it_does(self, table: Capes) -> None:
        (card,) = award(table)
        for listener in ("mayor", "The Press"):
            table.play("reject_reputation", who="ramjet", card=card, by=listener)
        speak(table, card, to="a cop", social=(1, 6))
        assert cards(table) == []

    def test_a_player_does_not_reject(self, table: Capes) -> None:
        (card,) = award(table)
        told = table.forbidden("reject_reputation", as_player="ana", who="ramjet", card=card, by="mayor")
        assert "game master" in told

    def test_undone_it_matters_again(self, table: Capes) -> None:
        (card,) = award(table)
        rejected = table.play("reject_reputation", who="ramjet", card=card, by="mayor")
        table.check_undo(rejected)
        table.undo(rejected)
        speak(table, card, social=(1, 6))
        assert cards(table) == []


@pytest.mark.rules("WD-REP-09", "WD-REP-10", "WD-RULING-08", "WD-RULING-12")
class TestTheEndOfTheDay:
    def end(self, table: Capes, *discarded: str) -> int:
        key = f"discard/{table.ref('ramjet').partition('/')[2]}"
        answers = {key if number == 1 else f"{key}/{number}": card for number, card in enumerate(discarded, start=1)}
        return table.play("end_day", who=["ramjet"], responses=answers)

    @pytest.mark.parametrize(("points", "left"), [(3, 3), (4, 4), (5, 4), (6, 4)])
    def test_what_is_beyond_the_social_score_is_discarded(self, table: Capes, points: int, left: int) -> None:
        held = award(table, points)
        self.end(table, *held[left:])
        assert cards(table) == list(held[:left])

    def test_during_the_day_there_may_be_more(self, table: Capes) -> None:
        assert len(award(table, 9)) == 9

    def test_milestones_and_what_costume_and_fans_add_count(self, table: Capes) -> None:
        table.let("ramjet", ChoiceMade(name="milestone-1", choice=Choice(of="milestone", picked=("fame",))))
        table.let("ramjet", ModifierApplied(name="fans", modifier=Modifier(path="limits.reputation", amount=1)))
        award(table, 6)
        self.end(table)
        assert len(cards(table)) == 6

    def test_the_player_chooses_one_after_the_other(self, table: Capes) -> None:
        held = award(table, 6)
        deed = table.play("end_day", who=["ramjet"])
        (question,) = table.campaign().questions.values()
        assert (question.owner, question.options) == ("ana", held)
        table.play("answer", deed=deed, key=question.key, choice=held[3], as_player="ana")
        (question,) = table.campaign().questions.values()
        assert question.options == tuple(card for card in held if card != held[3])

    @pytest.mark.rules("WD-RULING-134")
    def test_closed_without_an_answer_the_newest_go(self, table: Capes) -> None:
        held = award(table, 6)
        table.play("close", deed=table.play("end_day", who=["ramjet"]))
        assert cards(table) == list(held[:4])

    @pytest.mark.rules("WD-RULING-134")
    def test_the_newest_is_told_by_its_entry_and_not_by_its_letters(self, table: Capes) -> None:
        first = [*award(table), *award(table)]
        while table.campaign().handles and len(cards(table)) < 12:
            award(table)
        table.play("close", deed=table.play("end_day", who=["ramjet"]))
        assert {*first} <= {*cards(table)}

    @pytest.mark.rules("WD-RULING-134")
    def test_only_what_is_not_named_is_asked_for(self, table: Capes) -> None:
        held = award(table, 6)
        self.end(table, held[0])
        (question,) = table.campaign().questions.values()
        assert (question.options, question.default) == (held[1:], held[5])

    @pytest.mark.rules("WD-RULING-134")
    @pytest.mark.parametrize(
        ("word", "args"),
        [
            ("pass_night", {"who": ["ramjet"]}),
            ("sleep", {"who": ["ramjet"]}),
            ("start_day", {"who": ["ramjet"]}),
            ("cite_reputation", {"who": "ramjet", "to": "mayor"}),
        ],
    )
    def test_until_it_is_answered_they_pass_no_night_and_use_no_card(
        self, table: Capes, word: str, args: dict[str, Any]
    ) -> None:
        award(table, 5)
        table.play("end_day", who=["ramjet"])
        assert table.refusal(word, **args).rule == "deed-waiting"

    @pytest.mark.rules("WD-RULING-134")
    @pytest.mark.parametrize("word", ["pass_night", "sleep"])
    def test_nobody_s_night_passes_over_it_for_all_at_once(self, table: Capes, word: str) -> None:
        award(table, 5)
        table.play("end_day", who=["ramjet"])
        assert table.refusal(word).rule == "WD-REP-10"

    @pytest.mark.rules("WD-RULING-134")
    def test_a_game_master_can_force_the_night(self, table: Capes) -> None:
        award(table, 5)
        table.play("end_day", who=["ramjet"])
        table.play("sleep", force=True)
        assert len(cards(table)) == 5

    @pytest.mark.rules("WD-RULING-134")
    def test_a_card_that_is_shared_is_not_used_meanwhile(self, table: Capes) -> None:
        table.cape("pearl")
        held = award(table, 5, users=["ramjet", "pearl"])
        table.play("end_day", who=["ramjet"])
        refusal = table.refusal("cite_reputation", who="pearl", to="mayor", cards=[held[0]], dice={"social": [1, 2]})
        assert refusal.rule == "WD-REP-10"

    @pytest.mark.rules("WD-RULING-134")
    def test_whoever_is_not_in_it_goes_on(self, table: Capes) -> None:
        table.cape("pearl")
        award(table, 5)
        table.play("end_day", who=["ramjet"])
        table.play("end_day", who=["pearl"])
        assert "night" in table.conditions("pearl")

    @pytest.mark.rules("WD-RULING-134")
    def test_answered_the_night_passes(self, table: Capes) -> None:
        held = award(table, 5)
        deed = table.play("end_day", who=["ramjet"])
        (question,) = table.campaign().questions.values()
        table.play("answer", deed=deed, key=question.key, choice=held[2], as_player="ana")
        table.play("sleep", who=["ramjet"])
        assert cards(table) == [card for card in held if card != held[2]]

    def test_a_social_score_that_has_fallen_holds_less(self, table: Capes) -> None:
        held = award(table, 4)
        table.play("set", target="ramjet", path="attributes.social.base", value=2)
        self.end(table, *held[:2])
        assert cards(table) == list(held[2:])

    def test_without_the_last_award_nothing_is_discarded(self, table: Capes) -> None:
        held = award(table, 4)
        more = table.play("award_reputation", who="ramjet", source="one too many")
        self.end(table, held[0])
        table.undo(more)
        assert cards(table) == list(held)

    def test_undone_all_is_held_again(self, table: Capes) -> None:
        held = award(table, 6)
        table.check_undo(self.end(table, held[5], held[0]))


@pytest.mark.rules("WD-REP-10")
class TestWhatADiscardLeaves:
    def test_the_game_master_may_give_something_small_for_it(self, table: Capes) -> None:
        entry = table.play("reward_discard", who="ramjet", gain="a talk show pays", money=50)
        assert (table.current("ramjet", "money"), "WD-REP-10" in table.cited(entry)) == (50, True)

    def test_a_player_does_not(self, table: Capes) -> None:
        told = table.forbidden("reward_discard", as_player="ana", who="ramjet", gain="a castle")
        assert "game master" in told

    def test_undone_it_was_not_given(self, table: Capes) -> None:
        table.check_undo(table.play("reward_discard", who="ramjet", gain="a talk show pays", money=50))


@pytest.mark.rules("WD-REP-11", "WD-RULING-11")
class TestEasierToKeep:
    @pytest.mark.parametrize(("die", "left"), [(2, 0), (3, 1)])
    def test_a_trustworthy_air_helps_to_keep_it(self, table: Capes, die: int, left: int) -> None:
        (card,) = award(table, exclusive_to="Mayor")
        table.let("ramjet", ModifierApplied(name="marked", modifier=Modifier(path="attributes.social", amount=-1)))
        table.let("ramjet", ModifierApplied(name="trust", modifier=Modifier(path="scores.keeping", amount=1)))
        speak(table, card, social=(1, 6), keep=die)
        assert len(cards(table)) == left

    @pytest.mark.parametrize(("die", "left"), [(3, 0), (4, 1)])
    def test_what_can_be_preserved_stays_on_the_die_that_is_listed(self, table: Capes, die: int, left: int) -> None:
        card = Card(kind=KIND, provenance="a sash", counters={"marks": 0}, data={"kept_from": 4})
        table.let("ramjet", CardGained(name="sash", card=card))
        speak(table, "sash", social=(1, 6), keep=die)
        assert len(cards(table)) == left

    def test_preserved_it_is_unmarked_and_may_be_used_again(self, table: Capes) -> None:
        card = Card(kind=KIND, provenance="a sash", counters={"marks": 0}, data={"kept_from": 4})
        table.let("ramjet", CardGained(name="sash", card=card))
        for _ in range(2):
            speak(table, "sash", social=(1, 6), keep=4)
        assert table.sheet("ramjet").cards["sash"].counters == {"marks": 0}


@pytest.mark.rules("WD-REP-11", "WD-RULING-133")
class TestAPerkThatKeepsIt:
    """Ramjet's perk keeps what he uses on a 4."""

    @pytest.fixture
    def table(self) -> Capes:
        table = Capes()
        table.cape("ramjet", social=4)
        table.foe("mayor")
        self.write(table, 4)
        return table

    def write(self, table: Capes, number: int) -> int:
        name = f"milestone-{number}"
        table.let("ramjet", ChoiceMade(name=name, choice=Choice(of="milestone", picked=("life-perk",), at="1")))
        return table.play("write_down_gain", who="ramjet", milestone=name, gain="Trust", keeps_reputation_from=number)

    @pytest.mark.parametrize(("die", "left"), [(3, 0), (4, 1)])
    def test_on_its_number_what_was_used_stays(self, table: Capes, die: int, left: int) -> None:
        (card,) = award(table)
        speak(table, card, social=(1, 6), keep=die)
        assert len(cards(table)) == left

    def test_it_may_be_used_again_and_bears_no_mark(self, table: Capes) -> None:
        (card,) = award(table)
        for _ in range(2):
            speak(table, card, social=(1, 6), keep=4)
        assert table.sheet("ramjet").cards[card].counters == {"marks": 0}

    @pytest.mark.parametrize(("die", "left"), [(2, 0), (3, 1)])
    def test_the_easier_of_two_numbers_counts(self, table: Capes, die: int, left: int) -> None:
        card = Card(kind=KIND, provenance="a sash", counters={"marks": 0}, data={"kept_from": 3})
        table.let("ramjet", CardGained(name="sash", card=card))
        speak(table, "sash", social=(1, 6), keep=die)
        assert len(cards(table)) == left

    @pytest.mark.parametrize(("perk", "left"), [(3, 0), (4, 1)])
    def test_it_is_a_second_chance_for_one_that_is_exclusive(self, table: Capes, perk: int, left: int) -> None:
        (card,) = award(table, exclusive_to="Mayor")
        dice = {"social": [1, 6], f"keep/{card}": [1], f"keep/{card}/perk": [perk]}
        table.play("cite_reputation", who="ramjet", to="mayor", target=5, cards=[card], dice=dice)
        assert len(cards(table)) == left

    @pytest.mark.rules("WD-FOL-03")
    @pytest.mark.parametrize("origin", ["fan", "fans' favour"])
    def test_a_fan_s_is_always_spent(self, table: Capes, origin: str) -> None:
        card = Card(kind=KIND, provenance="Fans", counters={"marks": 0}, data={"origin": origin})
        table.let("ramjet", CardGained(name="fans", card=card))
        entry = speak(table, "fans", social=(1, 6))
        assert (cards(table), set(table.rolls(entry))) == ([], {"social"})

    @pytest.mark.parametrize("number", [1, 7])
    def test_its_number_is_one_that_a_die_may_miss(self, table: Capes, number: int) -> None:
        with pytest.raises(BadCommand):
            self.write(table, number)

    def test_undone_there_is_no_such_perk(self, table: Capes) -> None:
        table.check_undo(self.write(table, 2))

    def test_undoing_the_perk_the_card_is_spent(self) -> None:
        table = Capes()
        table.cape("ramjet", social=4)
        table.foe("mayor")
        written = self.write(table, 4)
        (card,) = award(table)
        speak(table, card, social=(1, 6), keep=6)
        table.undo(written)
        assert cards(table) == []
