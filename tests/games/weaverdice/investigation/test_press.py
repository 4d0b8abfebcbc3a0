"""Journalists: what they keep, clear and trade."""

import pytest

from api.testing.table import outcomes
from domain.vocabulary.bodies import Condition, ConditionGained
from systems.weaverdice.fame.circles import TYPES
from tests.games.weaverdice.following import Following


class Newsroom(Following):
    """A table at which Outage, of Social 4, has journalists, and has used a reputation exclusive to the mayor, or not."""

    def __init__(self, journalists: int = 3) -> None:
        super().__init__()
        self.foe("mayor")
        if journalists:
            self.follow("journalist", journalists)

    def use(self) -> str:
        """A reputation is used with the mayor; its name."""
        (card,) = self.reputation()
        self.play("cite_reputation", who="outage", to="mayor", cards=[card], dice={"social": [6, 1]})
        return card

    def keep(self, card: str, face: int) -> int:
        dice = {f"keep/{card}/spent": [face]}
        self.promote()
        return self.play("work_the_press", as_player="ana", who="outage", keep=[card], dice=dice)

    def shame(self) -> str:
        self.play("earn_infamy", who="outage", source="left Pearl behind")
        (card,) = self.cards(kind="negative_reputation")
        return card

    def promote(self) -> None:
        """Outage promotes herself, unless she is at it already."""
        if "self_promoting" not in self.conditions("outage"):
            self.play("self_promote", who="outage", aim="a ribbon to cut")

    def clear(self, card: str, face: int) -> int:
        self.promote()
        return self.play("work_the_press", as_player="ana", who="outage", remove=card, dice={"clear": [face]})


@pytest.fixture
def table() -> Newsroom:
    return Newsroom()


@pytest.mark.rules("WD-FOL-02")
class TestTheJournalist:
    def test_very_high_profile_actions_bring_one(self) -> None:
        assert list(TYPES["journalist"].criteria) == ["high-profile"]

    def test_each_adds_one_to_rolls_that_keep_reputation(self, table: Newsroom) -> None:
        card = table.reputation(1, exclusive_to="mayor")[0]
        rolled = {"social": [6, 1], f"keep/{card}": [1]}
        entry = table.play("cite_reputation", who="outage", to="mayor", cards=[card], dice=rolled)
        assert (table.rolls(entry)[f"keep/{card}"], table.cards()) == (1 + 1 + 3, [card])

    @pytest.mark.parametrize(("criterion", "total"), [("excess-reputation", 3 + 1 + 3), ("lives-saved", 3 + 1)])
    def test_journalists_add_to_rolls_that_gain_followers_from_reputation(
        self, table: Newsroom, criterion: str, total: int
    ) -> None:
        assert table.last_roll(table.win("fan", 3, criterion)).total == total

    def test_one_who_is_tapped_does_not(self, table: Newsroom) -> None:
        table.clear(table.shame(), 1)
        assert table.value("outage", "scores.keeping") == 2


@pytest.mark.rules("WD-FOL-02", "WD-RULING-60")
class TestKeeping:
    @pytest.mark.parametrize(("face", "kept"), [(2, False), (3, True)])
    def test_seven_with_social_and_each_journalist_brings_it_back(self, face: int, kept: bool) -> None:
        table = Newsroom()
        card = table.use()
        entry = table.keep(card, face)
        assert (table.last_roll(entry).target, table.cards() == [card]) == (7, kept)

    @pytest.mark.parametrize(("journalists", "total"), [(1, 3 + 1 + 1), (6, 3 + 1 + 6), (7, 3 + 1 + 6)])
    def test_six_of_them_count(self, journalists: int, total: int) -> None:
        table = Newsroom(journalists)
        assert table.last_roll(table.keep(table.use(), 3)).total == total

    @pytest.mark.parametrize("face", [1, 6])
    def test_there_is_one_try_for_each(self, table: Newsroom, face: int) -> None:
        card = table.use()
        table.keep(card, face)
        assert "spent today" in table.refusal("work_the_press", who="outage", keep=[card]).player

    def test_what_was_not_spent_is_not_kept(self, table: Newsroom) -> None:
        (card,) = table.reputation()
        assert table.refusal("work_the_press", who="outage", keep=[card]).player

    def test_the_next_day_it_is_too_late(self, table: Newsroom) -> None:
        card = table.use()
        table.play("end_day", who=["outage"])
        table.play("start_day", who=["outage"])
        assert (table.cards(kind="spent_reputation"), table.cards()) == ([], [])
        assert table.refusal("work_the_press", who="outage", keep=[card]).player

    def test_after_the_day_has_ended_it_is_not(self, table: Newsroom) -> None:
        card = table.use()
        table.play("end_day", who=["outage"])
        table.keep(card, 6)
        assert table.cards() == [card]

    def test_kept_reputation_comes_back_as_it_was(self, table: Newsroom) -> None:
        card = table.use()
        before = table.sheet("outage").cards[f"{card}/spent"]
        table.keep(card, 6)
        after = table.sheet("outage").cards[card]
        assert (after.title, after.provenance, after.kind) == (before.title, "deed 1", "reputation")

    def test_without_journalists_nothing_is_kept(self) -> None:
        table = Newsroom(0)
        table.use()
        assert table.cards(kind="spent_reputation") == []
        assert table.refusal("work_the_press", who="outage").rule == "WD-FOL-02"

    def test_keeping_reputation_takes_no_slot_of_its_own(self, table: Newsroom) -> None:
        assert table.system.kinds["weaverdice.work_the_press"].slots == 0

    def test_without_self_promotion_nothing_is_kept(self, table: Newsroom) -> None:
        card = table.use()
        assert table.refusal("work_the_press", who="outage", keep=[card]).rule == "WD-FOL-02"

    def test_cape_business_is_no_self_promotion(self, table: Newsroom) -> None:
        card = table.use()
        table.play("cape_business", who="outage", seek="a friendly column")
        assert table.refusal("work_the_press", who="outage", keep=[card]).rule == "WD-FOL-02"

    def test_a_game_master_forces_it_without_self_promotion(self, table: Newsroom) -> None:
        card = table.use()
        dice = {f"keep/{card}/spent": [6]}
        table.play("work_the_press", who="outage", keep=[card], dice=dice, force=True)
        assert table.cards() == [card]

    def test_had_it_never_been_used_there_was_nothing_to_keep(self, table: Newsroom) -> None:
        (card,) = table.reputation()
        used = table.play("cite_reputation", who="outage", to="mayor", cards=[card], dice={"social": [6, 1]})
        tried = table.keep(card, 6)
        assert outcomes(table.undo(used, policy="cascade"))[tried] == "struck"
        assert table.cards() == [card]

    def test_with_one_journalist_less_the_roll_fails(self) -> None:
        table = Newsroom(0)
        first = table.follow("journalist")
        table.follow("journalist", 2)
        table.keep(table.use(), 3)
        table.undo(first)
        assert table.cards() == []


@pytest.mark.rules("WD-FOL-02")
class TestClearing:
    @pytest.mark.parametrize(("face", "left"), [(3, 1), (4, 0)])
    def test_a_tapped_journalist_and_five_with_social_remove_a_bad_name(self, face: int, left: int) -> None:
        table = Newsroom()
        entry = table.clear(table.shame(), face)
        assert (table.last_roll(entry).target, len(table.cards(kind="negative_reputation"))) == (5, left)

    def test_win_or_lose_the_journalist_is_tapped(self, table: Newsroom) -> None:
        table.clear(table.shame(), 1)
        assert table.states() == ["ready", "ready", "tapped"]

    @pytest.mark.rules("WD-FOL-05")
    def test_with_all_of_them_tapped_there_is_none_to_call(self) -> None:
        table = Newsroom(1)
        card = table.shame()
        table.clear(card, 1)
        assert table.refusal("work_the_press", who="outage", remove=card).rule == "WD-FOL-05"

    def test_journalists_clear_bad_names_only(self, table: Newsroom) -> None:
        (card,) = table.reputation()
        assert table.refusal("work_the_press", who="outage", remove=card, dice={"clear": [1]}).rule == "WD-FOL-02"


@pytest.mark.rules("WD-FOL-02", "WD-RULING-61")
class TestTrading:
    def trade(self, table: Newsroom, count: int = 1, **types: str) -> int:
        if "on_business" not in table.conditions("outage"):
            table.play("cape_business", who="outage", seek="a friendly column")
        answers = {f"type/{number}": type for number, type in zip(range(1, 9), types.values(), strict=False)}
        return table.play(
            "trade_with_press", as_player="", who="outage", cards=table.reputation(count), responses=answers
        )

    def known(self, table: Newsroom) -> list[str]:
        return sorted(card.title for card in table.sheet("outage").cards.values() if card.kind == "intel")

    def test_one_reputation_for_one_piece_of_intel(self, table: Newsroom) -> None:
        self.trade(table, 2, a="hero", b="city")
        assert (self.known(table), table.cards()) == (["city 1", "hero 1"], [])

    def test_the_journalist_is_tapped_once(self, table: Newsroom) -> None:
        self.trade(table, 2, a="hero", b="city")
        assert table.states() == ["ready", "ready", "tapped"]

    def test_traded_intel_is_of_the_lowest_tier_that_is_not_known(self, table: Newsroom) -> None:
        for type in ("hero", "villain", "mercenary", "sponsored", "believer", "violent", "f-lister"):
            table.play("award_intel", who="outage", type=type, provenance="Read")
        self.trade(table, 2, a="city", b="hero")
        assert (self.known(table).count("city 1"), self.known(table).count("hero 2")) == (1, 1)

    def test_the_game_master_says_of_which_type(self, table: Newsroom) -> None:
        entry = self.trade(table)
        (question,) = table.sheet("outage").questions.values()
        assert (question.owner, question.options[0]) == ("gm", "hero")
        table.play("answer", deed=entry, key="type/1", choice="villain")
        assert self.known(table) == ["villain 1"]

    def test_a_type_that_is_held_is_not_offered(self, table: Newsroom) -> None:
        table.play("award_intel", who="outage", type="hero", provenance="Read")
        self.trade(table)
        (question,) = table.sheet("outage").questions.values()
        assert "hero" not in question.options

    def test_no_card_is_traded_twice(self, table: Newsroom) -> None:
        (card,) = table.reputation()
        assert table.refusal("trade_with_press", who="outage", cards=[card, card]).rule == "WD-FOL-02"

    @pytest.mark.rules("WD-OPT-21")
    def test_bug_reputation_that_is_hampered_is_not_traded(self, table: Newsroom) -> None:
        table.let("outage", ConditionGained(name="h", condition=Condition(what="hampered_reputation")))
        table.play("cape_business", who="outage", seek="a friendly column")
        assert table.refusal("trade_with_press", who="outage", cards=table.reputation()).rule == "WD-OPT-21"

    def test_whom_a_reputation_works_with_does_not_matter_to_the_press(self, table: Newsroom) -> None:
        table.play("cape_business", who="outage", seek="a friendly column")
        cards = table.reputation(exclusive_to="dealers")
        table.play("trade_with_press", who="outage", cards=cards, responses={"type/1": "hero"})
        assert (self.known(table), table.cards()) == (["hero 1"], [])

    @pytest.mark.rules("WD-LACK-01")
    def test_without_intel_there_is_nothing_to_trade(self, table: Newsroom) -> None:
        table.play("set_option", option="without_intel", value=True)
        table.play("cape_business", who="outage", seek="a friendly column")
        assert table.refusal("trade_with_press", who="outage", cards=table.reputation()).rule == "WD-LACK-01"

    def test_trading_with_the_press_takes_no_slot_of_its_own(self, table: Newsroom) -> None:
        assert table.system.kinds["weaverdice.trade_with_press"].slots == 0

    def test_without_cape_business_nothing_is_traded(self, table: Newsroom) -> None:
        assert table.refusal("trade_with_press", who="outage", cards=table.reputation()).rule == "WD-FOL-02"

    def test_self_promotion_is_no_cape_business(self, table: Newsroom) -> None:
        table.play("self_promote", who="outage", aim="a ribbon to cut")
        assert table.refusal("trade_with_press", who="outage", cards=table.reputation()).rule == "WD-FOL-02"

    def test_a_game_master_forces_it_without_cape_business(self, table: Newsroom) -> None:
        card, answers = table.reputation(), {"type/1": "hero"}
        table.play("trade_with_press", who="outage", cards=card, responses=answers, force=True)
        assert (self.known(table), table.states().count("tapped")) == (["hero 1"], 1)

    def test_business_of_an_earlier_phase_is_over(self, table: Newsroom) -> None:
        table.play("cape_business", who="outage", seek="a friendly column")
        table.play("end_downtime")
        assert table.refusal("trade_with_press", who="outage", cards=table.reputation()).rule == "WD-FOL-02"

    def test_no_journalist_is_called_on_for_a_favor_without_it(self, table: Newsroom) -> None:
        favor = {"who": "outage", "follower": "journalist", "favor": "A quote."}
        refused = table.refusal("call_in_favor", **favor).rule
        table.play("cape_business", who="outage", seek="a friendly column")
        table.play("call_in_favor", **favor)
        assert (refused, table.states().count("tapped")) == ("WD-FOL-02", 1)

    def test_undoing_the_business_there_was_no_trade(self, table: Newsroom) -> None:
        business = table.play("cape_business", who="outage", seek="a friendly column")
        traded = self.trade(table, 1, a="hero")
        assert outcomes(table.undo(business, policy="cascade"))[traded] == "struck"
