"""Utilize Intel: upgrades, downgrades, shuffles, and the one other use that ends the action."""

from contextlib import nullcontext
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from api.testing.table import outcomes
from domain.play.refusals import Refused
from tests.games.weaverdice.informing import Briefing


@pytest.fixture
def table() -> Briefing:
    table = Briefing()
    table.begin()
    return table


def three(table: Briefing, tier: int = 1, type: str = "violent") -> list[str]:
    return [table.award(tier, type) for _ in range(3)]


@pytest.mark.rules("WD-UTIL-01", "WD-RULING-87")
class TestUpgrade:
    @pytest.mark.parametrize("tier", [1, 2, 3])
    def test_three_of_a_tier_and_type_become_one_of_the_next_tier(self, table: Briefing, tier: int) -> None:
        table.play("upgrade_intel", who="bandit", cards=three(table, tier))
        assert table.intel() == [("violent", tier + 1)]

    def test_there_is_nothing_above_tier_4(self, table: Briefing) -> None:
        assert table.refusal("upgrade_intel", who="bandit", cards=three(table, 4)).rule == "WD-UTIL-01"

    def test_no_intel_above_tier_4_is_upgraded_even_by_force(self, table: Briefing) -> None:
        assert table.refusal("upgrade_intel", who="bandit", cards=three(table, 4), force=True).rule == "WD-UTIL-01"

    def test_mixed_tiers_are_refused(self, table: Briefing) -> None:
        cards = [table.award(1), table.award(1), table.award(2)]
        assert table.refusal("upgrade_intel", who="bandit", cards=cards).rule == "WD-UTIL-01"

    def test_mixed_types_are_refused(self, table: Briefing) -> None:
        cards = [table.award(1), table.award(1), table.award(1, "hero")]
        assert table.refusal("upgrade_intel", who="bandit", cards=cards).rule == "WD-UTIL-01"

    def test_two_are_too_few_and_four_too_many(self, table: Briefing) -> None:
        cards = [*three(table), table.award()]
        assert table.refusal("upgrade_intel", who="bandit", cards=cards[:2]).rule == "WD-UTIL-01"
        assert table.refusal("upgrade_intel", who="bandit", cards=cards).rule == "WD-UTIL-01"

    def test_one_card_named_three_times_is_one_card(self, table: Briefing) -> None:
        assert table.refusal("upgrade_intel", who="bandit", cards=[table.award()] * 3).rule == "WD-UTIL-01"

    def test_cards_to_upgrade_can_be_named_by_type_and_tier(self, table: Briefing) -> None:
        three(table)
        table.play("upgrade_intel", who="bandit", cards=["violent 1"] * 3)
        assert table.intel() == [("violent", 2)]

    def test_intel_about_one_target_stays_about_it(self, table: Briefing) -> None:
        cards = [table.award(1, "wild", target="Pearl") for _ in range(3)]
        table.play("upgrade_intel", who="bandit", cards=cards)
        (card,) = table.sheet("bandit").cards.values()
        assert (card.data["type"], card.tier, card.exclusive_to) == ("wild", 2, table.ref("pearl"))

    def test_where_it_is_from_is_kept(self, table: Briefing) -> None:
        table.play("upgrade_intel", who="bandit", cards=three(table))
        assert [card.provenance for card in table.sheet("bandit").cards.values()] == ["a rumour"]

    def test_without_one_of_the_three_it_is_no_upgrade(self, table: Briefing) -> None:
        cards = [table.award(), table.award()]
        third = table.play("award_intel", who="bandit", tier=1, type="violent", provenance="a rumour")
        upgraded = table.play("upgrade_intel", who="bandit", cards=[*cards, "violent 1"])
        assert outcomes(table.undo(third, policy="cascade"))[upgraded] == "struck"
        assert table.intel() == [("violent", 1), ("violent", 1)]


@pytest.mark.rules("WD-UTIL-02")
class TestDowngrade:
    @pytest.mark.parametrize("tier", [2, 3, 4])
    def test_one_becomes_two_of_the_tier_below(self, table: Briefing, tier: int) -> None:
        table.play("downgrade_intel", who="bandit", card=table.award(tier, "city"))
        assert table.intel() == [("city", tier - 1), ("city", tier - 1)]

    def test_there_is_nothing_below_tier_1(self, table: Briefing) -> None:
        assert table.refusal("downgrade_intel", who="bandit", card=table.award(1)).rule == "WD-UTIL-02"


@pytest.mark.rules("WD-UTIL-03", "WD-RULING-88", "WD-RULING-89")
class TestShuffle:
    @pytest.mark.parametrize(
        ("die", "type"),
        [
            (1, "hero"),
            (2, "villain"),
            (3, "mercenary"),
            (4, "sponsored"),
            (5, "believer"),
            (6, "violent"),
            (7, "f-lister"),
            (8, "city"),
        ],
    )
    def test_a_d8_picks_the_type(self, table: Briefing, die: int, type: str) -> None:
        table.play("shuffle_intel", who="bandit", card=table.award(2), dice={"shuffle": [die]})
        assert table.intel() == [(type, 1)]

    def test_tier_4_falls_by_exactly_one(self, table: Briefing) -> None:
        table.play("shuffle_intel", who="bandit", card=table.award(4), dice={"shuffle": [8]})
        assert table.intel() == [("city", 3)]

    def test_tier_1_is_refused(self, table: Briefing) -> None:
        refusal = table.refusal("shuffle_intel", who="bandit", card=table.award(1), dice={"shuffle": [1]})
        assert refusal.rule == "WD-UTIL-03"

    def test_the_roll_is_on_record(self, table: Briefing) -> None:
        entry = table.play("shuffle_intel", who="bandit", card=table.award(2), dice={"shuffle": [5]})
        assert table.rolls(entry) == {"shuffle": 5}


@pytest.mark.rules("WD-UTIL-11", "WD-RULING-90")
class TestTheAction:
    def test_any_number_of_conversions_fit_into_it(self, table: Briefing) -> None:
        table.award(4)
        for card in ("violent 4", "violent 3", "violent 3", "violent 2"):
            table.play("downgrade_intel", who="bandit", card=card)
        assert table.is_under_way()

    def test_another_use_ends_it(self, table: Briefing) -> None:
        table.play("use_intel_otherwise", who="bandit", what="Tip off a reporter")
        assert not table.is_under_way()

    def test_after_which_there_is_nothing_more_to_convert(self, table: Briefing) -> None:
        table.play("use_intel_otherwise", who="bandit", what="Tip off a reporter")
        assert table.refusal("downgrade_intel", who="bandit", card=table.award(2)).rule == "WD-UTIL-11"

    def test_the_game_master_may_let_it_go_on(self, table: Briefing) -> None:
        table.play("use_intel_otherwise", who="bandit", what="Tip off a reporter", responses={"slot": "goes on"})
        assert table.is_under_way()

    def test_an_action_may_be_let_go_on_later(self, table: Briefing) -> None:
        used = table.play("use_intel_otherwise", who="bandit", what="Tip off a reporter")
        table.answer_late(used, {"slot": "goes on"})
        assert table.is_under_way()

    def test_without_an_action_nothing_is_converted(self) -> None:
        table = Briefing()
        assert table.refusal("upgrade_intel", who="bandit", cards=three(table)).rule == "WD-UTIL-11"

    def test_the_end_of_the_downtime_ends_it(self, table: Briefing) -> None:
        table.play("open_downtime")
        table.play("end_downtime")
        assert not table.is_under_way()

    def test_utilizing_intel_takes_a_slot_and_its_uses_none(self, table: Briefing) -> None:
        slots = {word: table.system.kinds[f"weaverdice.{word}"].slots for word in ("utilize_intel", "shuffle_intel")}
        assert slots == {"utilize_intel": 1, "shuffle_intel": 0}

    def test_a_plan_of_it_is_carried_out(self) -> None:
        table = Briefing(knowledge=3)
        three(table)
        table.play("open_downtime", slots=[{"who": "bandit", "slots": 1}])
        actions = [
            {"type": "weaverdice.utilize_intel", "args": {"who": "bandit"}},
            {"type": "weaverdice.upgrade_intel", "args": {"who": "bandit", "cards": ["violent 1"] * 3}},
        ]
        table.play("plan_downtime", who="bandit", actions=actions, as_player="ana")
        table.play("begin_processing")
        for number in (1, 2):
            table.play("carry_out_plan", who="bandit", plan=f"downtime/1/{number}")
        assert table.intel() == [("violent", 2)]


@pytest.mark.rules("WD-UTIL-12")
class TestOtherUses:
    def test_what_the_rules_do_not_name_is_recorded_with_what_was_spent(self, table: Briefing) -> None:
        table.award(2)
        entry = table.play(
            "use_intel_otherwise", who="bandit", what="Blackmail", cards=["violent 2"], outcome="It works."
        )
        assert (table.intel(), "WD-UTIL-12" in table.cited(entry)) == ([], True)


WAYS = st.lists(st.tuples(st.sampled_from(["upgrade", "downgrade", "shuffle"]), st.integers(1, 4)), max_size=6)


@pytest.mark.rules("WD-UTIL-01", "WD-UTIL-02", "WD-UTIL-03")
@settings(max_examples=25, deadline=None)
@given(ways=WAYS)
def test_no_conversion_makes_intel_worth_more(ways: list[tuple[str, int]]) -> None:
    """Where a piece is worth three of the tier below, as upgrading has it."""
    table = Briefing()
    table.begin()
    for tier in (1, 1, 1, 2, 2, 2, 4):
        table.award(tier)
    worth = _worth(table)
    for way, tier in ways:
        _convert(table, way, tier)
        assert _worth(table) <= worth
        worth = _worth(table)


def _worth(table: Briefing) -> int:
    return sum(3 ** (tier - 1) for _, tier in table.intel())


def _convert(table: Briefing, way: str, tier: int) -> None:
    """Convert intel of a tier; refused where there is not enough of it, or nothing that it could become."""
    count, needed = table.intel().count(("violent", tier)), 3 if way == "upgrade" else 1
    allowed = count >= needed and (tier < 4 if way == "upgrade" else tier > 1)
    cards: dict[str, Any] = {"cards": [f"violent {tier}"] * 3} if way == "upgrade" else {"card": f"violent {tier}"}
    with nullcontext() if allowed else pytest.raises(Refused):
        table.play(f"{way}_intel", who="bandit", dice={"shuffle": [6]} if way == "shuffle" else {}, **cards)
