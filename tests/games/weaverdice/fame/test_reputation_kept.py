"""WD-REP-08 to WD-REP-14: what becomes of reputation at the end of a day, when it is rejected, and where it is kept."""

from typing import Any

import pytest

from api.testing.table import outcomes
from domain.play.deed import BadCommand
from domain.vocabulary.holdings import Card, CardGained, Choice, ChoiceMade
from domain.vocabulary.values import Modifier, ModifierApplied
from systems.weaverdice.fame.reputation import KIND
from tests.games.weaverdice.capes import Capes, ramjet_before_the_mayor
from tests.games.weaverdice.fame.test_reputation import award, cards, speak


@pytest.fixture
def table() -> Capes:
    return ramjet_before_the_mayor()


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
        sentence = table.forbidden("reject_reputation", as_player="ana", who="ramjet", card=card, by="mayor")
        assert "game master" in sentence

    def test_undone_it_matters_again(self, table: Capes) -> None:
        (card,) = award(table)
        rejected = table.play("reject_reputation", who="ramjet", card=card, by="mayor")
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
        names = award(table, points)
        self.end(table, *names[left:])
        assert cards(table) == list(names[:left])

    def test_during_the_day_there_may_be_more(self, table: Capes) -> None:
        assert len(award(table, 9)) == 9

    def test_milestones_and_what_costume_and_fans_add_count(self, table: Capes) -> None:
        table.let("ramjet", ChoiceMade(name="milestone-1", choice=Choice(of="milestone", picked=("fame",))))
        table.let("ramjet", ModifierApplied(name="fans", modifier=Modifier(path="limits.reputation", amount=1)))
        award(table, 6)
        self.end(table)
        assert len(cards(table)) == 6

    def test_the_player_chooses_one_after_the_other(self, table: Capes) -> None:
        names = award(table, 6)
        deed = table.play("end_day", who=["ramjet"])
        (question,) = table.campaign().questions.values()
        assert (question.owner, question.options) == ("ana", names)
        table.play("answer", deed=deed, key=question.key, choice=names[3], as_player="ana")
        (question,) = table.campaign().questions.values()
        assert question.options == tuple(card for card in names if card != names[3])

    @pytest.mark.rules("WD-RULING-134")
    def test_closed_without_an_answer_the_newest_go(self, table: Capes) -> None:
        names = award(table, 6)
        table.play("close", deed=table.play("end_day", who=["ramjet"]))
        assert cards(table) == list(names[:4])

    @pytest.mark.rules("WD-RULING-134")
    def test_the_newest_is_told_by_its_entry_and_not_by_its_letters(self, table: Capes) -> None:
        first = [*award(table), *award(table)]
        while table.campaign().handles and len(cards(table)) < 12:
            award(table)
        table.play("close", deed=table.play("end_day", who=["ramjet"]))
        assert {*first} <= {*cards(table)}

    @pytest.mark.rules("WD-RULING-134")
    def test_only_what_is_not_named_is_asked_for(self, table: Capes) -> None:
        names = award(table, 6)
        self.end(table, names[0])
        (question,) = table.campaign().questions.values()
        assert (question.options, question.default) == (names[1:], names[5])

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
        names = award(table, 5, users=["ramjet", "pearl"])
        table.play("end_day", who=["ramjet"])
        refusal = table.refusal("cite_reputation", who="pearl", to="mayor", cards=[names[0]], dice={"social": [1, 2]})
        assert refusal.rule == "WD-REP-10"

    @pytest.mark.rules("WD-RULING-134")
    def test_a_day_that_ends_for_some_goes_on_for_others(self, table: Capes) -> None:
        table.cape("pearl")
        award(table, 5)
        table.play("end_day", who=["ramjet"])
        table.play("end_day", who=["pearl"])
        assert "night" in table.conditions("pearl")

    @pytest.mark.rules("WD-RULING-134")
    def test_answered_the_night_passes(self, table: Capes) -> None:
        names = award(table, 5)
        deed = table.play("end_day", who=["ramjet"])
        (question,) = table.campaign().questions.values()
        table.play("answer", deed=deed, key=question.key, choice=names[2], as_player="ana")
        table.play("sleep", who=["ramjet"])
        assert cards(table) == [card for card in names if card != names[2]]

    def test_a_social_score_that_has_fallen_holds_less(self, table: Capes) -> None:
        names = award(table, 4)
        table.play("set", target="ramjet", path="attributes.social.base", value=2)
        self.end(table, *names[:2])
        assert cards(table) == list(names[2:])

    def test_without_the_last_award_nothing_is_discarded(self, table: Capes) -> None:
        names = award(table, 4)
        more = table.play("award_reputation", who="ramjet", source="one too many")
        self.end(table, names[0])
        table.undo(more)
        assert cards(table) == list(names)


@pytest.mark.rules("WD-REP-10")
class TestWhatADiscardLeaves:
    def test_the_game_master_may_give_something_small_for_it(self, table: Capes) -> None:
        entry = table.play("reward_discard", who="ramjet", gain="a talk show pays", money=50)
        assert (table.current("ramjet", "money"), "WD-REP-10" in table.cited(entry)) == (50, True)

    def test_a_player_does_not(self, table: Capes) -> None:
        sentence = table.forbidden("reward_discard", as_player="ana", who="ramjet", gain="a castle")
        assert "game master" in sentence


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

    def test_reputation_kept_by_a_perk_may_be_used_again_and_bears_no_mark(self, table: Capes) -> None:
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
    def test_a_perk_is_a_second_chance_for_exclusive_reputation(self, table: Capes, perk: int, left: int) -> None:
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
    def test_the_number_of_a_perk_is_one_that_a_die_may_miss(self, table: Capes, number: int) -> None:
        with pytest.raises(BadCommand):
            self.write(table, number)

    def test_undoing_the_perk_the_card_is_spent(self) -> None:
        table = Capes()
        table.cape("ramjet", social=4)
        table.foe("mayor")
        written = self.write(table, 4)
        (card,) = award(table)
        speak(table, card, social=(1, 6), keep=6)
        table.undo(written)
        assert cards(table) == []
