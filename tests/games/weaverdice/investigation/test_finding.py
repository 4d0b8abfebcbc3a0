"""Finding a target or a thread: long checks, what makes them harder, and the grid at the end."""

import pytest

from api.testing.table import outcomes
from domain.play.refusals import Absent
from tests.games.weaverdice.hunting import hunt, search, state, task
from tests.games.weaverdice.informing import Briefing

CROSSBONES = [
    {"why": "out once a week", "by": 35},
    {"why": "moderate concealment", "by": 10},
    {"why": "semi-famous", "by": -15},
]


@pytest.fixture
def table() -> Briefing:
    return Briefing()


@pytest.mark.rules("WD-FIND-01")
class TestTheTarget:
    def test_rolls_are_of_athletics_and_wits_in_turn(self) -> None:
        table = Briefing(wits=4)
        hunt(table)
        entry = search(table, 3, 3, 3, 3)
        assert [event.modifiers[0].label for event in table.told(entry) if hasattr(event, "modifiers")] == [
            "athletics",
            "wits",
        ] * 2

    def test_the_turn_goes_on_from_one_downtime_to_the_next(self, table: Briefing) -> None:
        hunt(table)
        search(table, 1, 1, 1)
        entry = search(table, 1, 1, 1)
        assert [event.modifiers[0].label for event in table.told(entry) if hasattr(event, "modifiers")] == [
            "wits",
            "athletics",
            "wits",
        ]

    def test_rolls_of_a_search_add_up_over_any_number_of_downtimes(self, table: Briefing) -> None:
        hunt(table)
        for _ in range(2):
            table.play("open_downtime")
            search(table, 3, 4, 5)
            table.play("end_downtime")
        assert state(table) == (24, 50, "")

    @pytest.mark.parametrize(("number", "target"), [(12, "found"), (11, "found"), (13, "")])
    def test_a_target_is_found_when_the_total_reaches_the_number(
        self, table: Briefing, number: int, target: str
    ) -> None:
        hunt(table, number)
        search(table, 3, 4, 5)
        assert state(table) == (12, number, target)

    def test_what_is_rolled_no_more_once_it_is_found(self, table: Briefing) -> None:
        hunt(table, 7)
        search(table, 3, 4)
        assert state(table) == (7, 7, "found")

    def test_a_roll_below_nothing_takes_nothing_away(self) -> None:
        table = Briefing(wits=1)
        hunt(table)
        search(table, 3)
        search(table, 1)
        assert state(table)[0] == 3

    def test_friends_help(self, table: Briefing) -> None:
        hunt(table)
        search(table, 2, 2, 2, who="ribbit", whose="bandit")
        assert state(table)[0] == 6

    def test_what_is_found_is_not_searched_for_again(self, table: Briefing) -> None:
        hunt(table, 0)
        assert table.refusal("search", who="bandit", search="Crossbones").rule == "WD-FIND-08"

    def test_nobody_searches_for_what_the_game_master_has_no_number_for(self, table: Briefing) -> None:
        with pytest.raises(Absent):
            search(table)

    def test_the_number_may_be_hidden_and_what_is_still_missing_as_well(self, table: Briefing) -> None:
        hunt(table, 9_999_937)
        search(table, 1, 1, 1)
        assert "99999" not in table.seen()

    def test_the_number_of_a_search_may_be_open(self, table: Briefing) -> None:
        hunt(table, 9_999_937, hidden=False)
        assert "9999937" in table.seen()

    def test_a_search_takes_a_slot(self, table: Briefing) -> None:
        assert table.system.kinds["weaverdice.search"].slots == 1

    def test_without_the_first_downtime_it_is_not_found_yet(self, table: Briefing) -> None:
        hunt(table, 18)
        first, second = search(table, 3, 3, 3), search(table, 3, 3, 3)
        assert outcomes(table.undo(first)) == {first: "struck", second: "restated"}
        assert state(table) == (9, 18, "")


@pytest.mark.rules("WD-FIND-02", "WD-RULING-77")
class TestTheThread:
    def test_rolls_are_of_knowledge_and_as_many(self) -> None:
        table = Briefing(knowledge=4)
        hunt(table, way="thread")
        entry = search(table, 3, 3, 3, 3)
        labels = [event.modifiers[0].label for event in table.told(entry) if hasattr(event, "modifiers")]
        assert (labels, state(table)[0]) == (["knowledge"] * 4, 16)

    def test_a_thread_is_made_harder_and_easier_like_a_target(self, table: Briefing) -> None:
        hunt(table, way="thread", factors=[{"why": "no name", "by": 10}])
        table.play("change_search", who="bandit", search="Crossbones", why="an article", by=-25)
        assert state(table) == (0, 35, "")

    def test_reaching_it_finds_the_thread(self, table: Briefing) -> None:
        hunt(table, 9, way="thread")
        search(table, 3, 3, 3)
        assert task(table).state == "found"


@pytest.mark.rules("WD-FIND-03", "WD-RULING-110")
class TestTwoWays:
    @pytest.fixture
    def table(self) -> Briefing:
        table = Briefing()
        table.lay(approaches=[], hidden=True)
        for way in ("target", "thread"):
            hunt(table, 10, "pearl", way=way, group="crew", grid="target")
        return table

    def found(self, table: Briefing, way: str) -> None:
        search(table, 4, 6, target="pearl", way=way)

    def test_the_two_ways_are_tracked_separately(self, table: Briefing) -> None:
        self.found(table, "thread")
        assert (task(table, way="thread").state, task(table, way="target").state) == ("found", "")

    def test_which_is_meant_has_to_be_said(self, table: Briefing) -> None:
        assert table.refusal("search", who="bandit", search="pearl").rule == "WD-FIND-03"

    def test_the_target_alone_locks_research(self, table: Briefing) -> None:
        self.found(table, "target")
        table.surveil()
        assert table.refused("research", who="bandit") == "WD-FIND-03"

    def test_the_thread_alone_locks_surveillance(self, table: Briefing) -> None:
        self.found(table, "thread")
        table.research()
        assert table.refused("surveil", who="bandit") == "WD-FIND-03"

    def test_both_open_both(self, table: Briefing) -> None:
        self.found(table, "thread")
        self.found(table, "target")
        assert (table.grid.data["surveil"], table.grid.data["research"]) == (True, True)


@pytest.mark.rules("WD-FIND-04")
class TestTheNumber:
    def test_crossbones(self, table: Briefing) -> None:
        table.play("begin_search", who="bandit", target="Crossbones", factors=CROSSBONES)
        assert state(table) == (0, 50, "")

    def test_what_it_is_made_of_is_written_down(self, table: Briefing) -> None:
        table.play("begin_search", who="bandit", target="Crossbones", factors=CROSSBONES)
        parts = dict(task(table, "finding_number").data)
        assert parts == {"base": 20, "out once a week": 35, "moderate concealment": 10, "semi-famous": -15}

    def test_the_number_of_a_search_may_change_drastically(self, table: Briefing) -> None:
        hunt(table)
        search(table, 4, 4, 4)
        table.play("change_search", who="bandit", search="Crossbones", why="a rampage", by=-38)
        assert state(table) == (12, 12, "found")

    def test_the_number_of_a_search_never_falls_below_zero(self, table: Briefing) -> None:
        hunt(table, 20, factors=[{"why": "famous", "by": -30}])
        assert state(table) == (0, 0, "found")

    def test_players_do_not_set_it(self, table: Briefing) -> None:
        assert "game master" in table.forbidden("begin_search", as_player="ana", who="bandit", target="Crossbones")
        sentence = table.forbidden("change_search", as_player="ana", who="bandit", search="x", why="y", by=-5)
        assert "game master" in sentence

    def test_one_search_for_a_thing_is_enough(self, table: Briefing) -> None:
        hunt(table)
        assert table.refusal("begin_search", who="bandit", target="crossbones").rule == "WD-FIND-01"

    def test_what_was_found_and_is_lost_again_is_looked_for_anew(self, table: Briefing) -> None:
        hunt(table, 0)
        hunt(table, 30)
        assert (state(table), len(table.sheet("bandit").tasks)) == ((0, 30, ""), 2)


@pytest.mark.rules("WD-FIND-05", "WD-RULING-76")
class TestPace:
    def test_fifty_takes_four_to_five_downtimes_of_three_average_rolls(self, table: Briefing) -> None:
        hunt(table)
        totals = []
        for dice in ((3, 4, 3), (4, 3, 4)) * 2:
            search(table, *dice)
            totals.append(state(table)[0])
        search(table, 3, 4, 3)
        assert (totals, state(table)) == ([10, 21, 31, 42], (52, 50, "found"))

    def test_an_action_has_as_many_rolls_as_wits(self) -> None:
        table = Briefing(wits=5)
        hunt(table)
        search(table, 1, 1, 1, 1, 1)
        assert task(table).stage == 5

    def test_a_search_has_one_roll_a_slot_where_the_campaign_has_it_so(self) -> None:
        table = Briefing(wits=5, rolls_per_slot="one")
        hunt(table)
        search(table, 1)
        assert task(table).stage == 1


@pytest.mark.rules("WD-FIND-08")
class TestTheGrid:
    def test_one_that_is_prepared_appears_when_it_is_found(self, table: Briefing) -> None:
        table.lay(approaches=[], hidden=True)
        hunt(table, 6, "pearl", group="crew", grid="target")
        before = table.seen().count('"target/0/0"')
        search(table, 6, target="pearl")
        assert (before, table.seen().count('"target/0/0"') > 0) == (0, True)

    def test_before_that_nobody_works_on_it(self, table: Briefing) -> None:
        table.lay(approaches=[], hidden=True)
        with pytest.raises(Absent):
            table.surveil()

    def test_one_that_is_laid_out_later_is_supplied(self, table: Briefing) -> None:
        hunt(table, 0, "pearl")
        table.lay(approaches=[], hidden=True)
        table.play("supply_grid", who="bandit", search="pearl", group="crew", grid="target")
        assert (table.grid.audience, table.grid.data["surveil"], table.grid.data["research"]) == ("all", True, False)

    def test_no_grid_is_supplied_before_the_target_is_found(self, table: Briefing) -> None:
        hunt(table, 5, "pearl")
        table.lay()
        refusal = table.refusal("supply_grid", who="bandit", search="pearl", group="crew", grid="target")
        assert refusal.rule == "WD-FIND-08"

    def test_unless_the_game_master_insists(self, table: Briefing) -> None:
        hunt(table, 5, "pearl")
        table.lay(approaches=[], hidden=True)
        table.play("supply_grid", who="bandit", search="pearl", group="crew", grid="target", force=True)
        assert table.grid.audience == "all"
