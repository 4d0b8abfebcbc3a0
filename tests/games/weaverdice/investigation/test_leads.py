"""Leads: what intel and other information takes off a search, and the spaces that the deepest opens."""

from typing import Any

import pytest

from tests.games.weaverdice.hunting import hunt, search, state
from tests.games.weaverdice.informing import Briefing


@pytest.fixture
def table() -> Briefing:
    return Briefing()


@pytest.mark.rules("WD-FIND-06", "WD-RULING-75")
class TestLeads:
    def follow(self, table: Briefing, tier: int, **more: Any) -> int:
        return table.play("follow_lead", who="bandit", search="Crossbones", card=table.award(tier), **more)

    @pytest.mark.parametrize(("tier", "number", "target"), [(1, 40, ""), (2, 25, ""), (3, 0, "found"), (4, 0, "found")])
    def test_each_tier_takes_its_part_off(self, table: Briefing, tier: int, number: int, target: str) -> None:
        hunt(table)
        self.follow(table, tier)
        assert (state(table), table.intel()) == ((0, number, target), [])

    def test_of_the_number_as_it_stands(self, table: Briefing) -> None:
        hunt(table)
        for _ in range(2):
            self.follow(table, 1)
        assert state(table)[1] == 32

    @pytest.mark.parametrize(("number", "left"), [(51, 26), (50, 25), (1, 1)])
    def test_what_is_left_is_rounded_up(self, table: Briefing, number: int, left: int) -> None:
        hunt(table, number)
        self.follow(table, 2)
        assert state(table)[1] == left

    def test_progress_is_kept(self, table: Briefing) -> None:
        hunt(table)
        search(table, 6, 6, 6)
        self.follow(table, 2)
        assert state(table) == (18, 25, "")

    def test_a_lead_may_make_the_progress_enough(self, table: Briefing) -> None:
        hunt(table)
        for _ in range(2):
            search(table, 4, 4, 5)
        self.follow(table, 2)
        assert state(table) == (26, 25, "found")

    def test_intel_about_another_target_is_of_no_use(self, table: Briefing) -> None:
        hunt(table)
        card = table.award(2, "wild", target="Pearl")
        assert table.refusal("follow_lead", who="bandit", search="Crossbones", card=card).rule == "WD-FIND-06"

    def test_about_the_target_it_is(self, table: Briefing) -> None:
        hunt(table)
        card = table.award(2, "wild", target="crossbones")
        table.play("follow_lead", who="bandit", search="Crossbones", card=card)
        assert state(table)[1] == 25

    def test_no_lead_is_spent_on_what_is_found(self, table: Briefing) -> None:
        hunt(table, 0)
        card = table.award(1)
        assert table.refusal("follow_lead", who="bandit", search="Crossbones", card=card).rule == "WD-FIND-08"

    def test_without_the_lead_the_search_goes_on(self, table: Briefing) -> None:
        hunt(table)
        lead = self.follow(table, 2)
        search(table, 6, 6, 6)
        last = search(table, 6, 6)
        table.undo(lead, dice={str(last): {"search/3": [1]}})
        assert state(table) == (31, 50, "")

    class TestTheDeepest:
        @pytest.fixture
        def table(self) -> Briefing:
            table = Briefing()
            table.lay(approaches=[], hidden=True)
            hunt(table, target="pearl", group="crew", grid="target")
            return table

        def follow(self, table: Briefing, **responses: str) -> None:
            table.play("follow_lead", who="bandit", search="pearl", card=table.award(4), responses=responses)

        def open(self, table: Briefing, space: str) -> int:
            return table.play("open_by_lead", who="bandit", search="pearl", space=space)

        def test_opens_a_space_besides(self, table: Briefing) -> None:
            self.follow(table)
            self.open(table, "0/0")
            assert table.opened() == ["0/0"]

        def test_the_deepest_lead_opens_no_second_space(self, table: Briefing) -> None:
            self.follow(table)
            self.open(table, "0/0")
            assert table.refusal("open_by_lead", who="bandit", search="pearl", space="0/1").rule == "WD-FIND-06"

        def test_unless_the_game_master_says_two(self, table: Briefing) -> None:
            self.follow(table, opens="2")
            self.open(table, "0/0")
            self.open(table, "0/1")
            assert table.opened() == ["0/0", "0/1"]

        @pytest.mark.rules("WD-RULING-111")
        def test_a_space_opened_by_a_lead_has_to_be_within_reach(self, table: Briefing) -> None:
            self.follow(table)
            assert table.refusal("open_by_lead", who="bandit", search="pearl", space="1/1").rule == "WD-GRID-06"

        def test_tier_3_opens_none(self, table: Briefing) -> None:
            table.play("follow_lead", who="bandit", search="pearl", card=table.award(3))
            assert table.refusal("open_by_lead", who="bandit", search="pearl", space="0/0").rule == "WD-FIND-06"


@pytest.mark.rules("WD-FIND-07")
class TestInformation:
    def rate(self, table: Briefing, tier: int = 2, **more: Any) -> int:
        what = "It moves on after every few kills"
        return table.play("rate_information", who="bandit", search="Crossbones", what=what, tier=tier, **more)

    def test_the_family_of_one_of_the_dead(self, table: Briefing) -> None:
        hunt(table)
        self.rate(table, gains=[{"type": "violent"}, {"type": "sponsored"}])
        assert (state(table)[1], table.intel()) == (25, [("sponsored", 1), ("violent", 1)])

    @pytest.mark.parametrize(("tier", "number"), [(1, 40), (3, 0)])
    def test_information_counts_as_intel_of_its_tier(self, table: Briefing, tier: int, number: int) -> None:
        hunt(table)
        self.rate(table, tier)
        assert state(table)[1] == number

    def test_no_intel_is_spent(self, table: Briefing) -> None:
        hunt(table)
        table.award(2)
        self.rate(table)
        assert table.intel() == [("violent", 2)]

    def test_players_do_not_rate_it(self, table: Briefing) -> None:
        sentence = table.forbidden("rate_information", as_player="ana", who="bandit", search="x", what="y", tier=4)
        assert "game master" in sentence
