"""What violence does to those who live through it, and to what comes after."""

import pytest

from domain.vocabulary.base import Audience
from domain.vocabulary.log import Noted
from tests.games.cthulhu_eternal.harming import LOW, Ward


@pytest.fixture
def table() -> Ward:
    return Ward()


def owed(table: Ward, who: str = "edith") -> list[str]:
    """The causes for which a character owes a Sanity roll."""
    tasks = table.sheet(who).tasks.values()
    return sorted(str(task.data["cause"]) for task in tasks if task.kind == "sanity-roll" and task.state == "owed")


def begin(table: Ward) -> int:
    return table.play("begin_fight", who=["edith", "ghoul"])


@pytest.mark.rules("CE-AFT-01")
class TestSanityRolls:
    def test_getting_into_a_deadly_fight_calls_for_one(self, table: Ward) -> None:
        assert "CE-AFT-01" in table.cited(begin(table))
        assert owed(table) == ["deadly-fight"]

    def test_getting_hurt_calls_for_a_sanity_roll(self, table: Ward) -> None:
        table.struck(1)
        assert owed(table) == ["hurt"]

    def test_harm_that_armor_stops_calls_for_no_sanity_roll(self, table: Ward) -> None:
        table.play("outfit", who="edith", what="kevlar vest")
        table.struck(3)
        assert owed(table) == []

    def test_harm_without_violence_calls_for_no_sanity_roll(self, table: Ward) -> None:
        table.hurt(3)
        assert owed(table) == []

    def test_killing_someone_calls_for_a_sanity_roll(self, table: Ward) -> None:
        table.struck(10, who="ghoul", by="edith")
        assert owed(table) == ["killing"]

    def test_bug_breaking_a_thing_does_not(self, table: Ward) -> None:
        table.thing("safe", hp=3)
        table.struck(3, who="safe", by="edith")
        assert (table.conditions("safe"), owed(table)) == (["destroyed"], [])

    def test_wounding_someone_does_not(self, table: Ward) -> None:
        table.struck(4, who="ghoul", by="edith")
        assert owed(table) == []

    def test_finishing_off_a_target_is_killing(self, table: Ward) -> None:
        table.hurt(8, who="ghoul")
        table.play("finish_off", who="edith", target="ghoul")
        assert owed(table) == ["killing"]

    def test_all_three_may_be_owed(self, table: Ward) -> None:
        begin(table)
        table.struck(1)
        table.struck(10, who="ghoul", by="edith")
        assert owed(table) == ["deadly-fight", "hurt", "killing"]

    def test_each_once_in_a_fight(self, table: Ward) -> None:
        begin(table)
        table.struck(1)
        table.play("roll_sanity", who="edith", cause="hurt", dice={"sanity/hurt": [LOW]})
        table.struck(1)
        assert owed(table) == ["deadly-fight"]

    def test_who_joins_later_owes_one_as_well(self, table: Ward) -> None:
        begin(table)
        table.play("join_fight", who="doctor")
        table.play("end_fight")
        assert owed(table, "doctor") == ["deadly-fight"]

    def test_who_is_played_by_nobody_owes_none(self, table: Ward) -> None:
        begin(table)
        assert owed(table, "ghoul") == []


@pytest.mark.rules("CE-AFT-01", "CE-RULING-25")
class TestTheRoll:
    @pytest.mark.parametrize(("roll", "outcome"), [(50, "success"), (51, "failure")])
    def test_is_against_san(self, table: Ward, roll: int, outcome: str) -> None:
        table.struck(1)
        entry = table.play("roll_sanity", as_player="ana", who="edith", cause="hurt", dice={"sanity/hurt": [roll]})
        assert table.outcomes_of(entry) == {"sanity/hurt": outcome}

    def test_is_then_no_longer_owed(self, table: Ward) -> None:
        table.struck(1)
        table.play("roll_sanity", who="edith", cause="hurt", dice={"sanity/hurt": [LOW]})
        assert owed(table) == []

    def test_is_made_only_where_it_is_owed(self, table: Ward) -> None:
        assert "owes no Sanity roll" in str(table.refusal("roll_sanity", who="edith", cause="killing"))

    def test_may_be_waived(self, table: Ward) -> None:
        table.struck(1)
        table.play("waive_sanity_roll", who="edith", cause="hurt")
        assert owed(table) == []

    def test_is_not_waived_by_players(self, table: Ward) -> None:
        table.struck(1)
        assert table.forbidden("waive_sanity_roll", as_player="ana", who="edith", cause="hurt")

    def test_what_it_costs_the_game_master_enters(self, table: Ward) -> None:
        table.play("enter_sanity_loss", who="edith", points=4)
        assert table.current("edith", "san") == 46

    def test_san_does_not_fall_below_0(self) -> None:
        table = Ward(san=3)
        table.play("enter_sanity_loss", who="edith", points=4)
        assert table.current("edith", "san") == 0

    def test_at_0_there_is_none_to_lose(self) -> None:
        assert Ward(san=0).refusal("enter_sanity_loss", who="edith", points=1).rule == "CE-AFT-01"


@pytest.mark.rules("CE-AFT-01", "CE-RULING-25")
class TestHardenedOperators:
    def test_owe_none_where_they_are_adapted_to_violence(self) -> None:
        table = Ward(adapted_to_violence=True)
        begin(table)
        table.struck(1)
        table.struck(10, who="ghoul", by="edith")
        assert owed(table) == []

    def test_hardened_operators_whom_the_game_master_names_owe_no_sanity_roll(self, table: Ward) -> None:
        table.play("name_hardened", who="edith")
        table.struck(1)
        assert owed(table) == []

    def test_which_may_end(self, table: Ward) -> None:
        table.play("name_hardened", who="edith")
        table.play("name_hardened", who="edith", hardened=False)
        table.struck(1)
        assert owed(table) == ["hurt"]

    def test_are_named_once(self, table: Ward) -> None:
        table.play("name_hardened", who="edith")
        assert "already" in str(table.refusal("name_hardened", who="edith"))

    def test_undone_they_owe_it(self, table: Ward) -> None:
        named = table.play("name_hardened", who="edith")
        table.struck(1)
        table.undo(named)
        assert owed(table) == ["hurt"]


@pytest.fixture
def after() -> Ward:
    """The ghoul has died in a fight that is over."""
    table = Ward()
    begin(table)
    table.struck(10, who="ghoul", by="edith")
    table.play("end_fight")
    return table


def noted(table: Ward, entry: int) -> dict[str, tuple[Audience, dict[str, object]]]:
    """What an entry wrote down, with who may read it."""
    return {event.name: (event.audience, dict(event.data)) for event in table.told(entry) if isinstance(event, Noted)}


@pytest.mark.rules("CE-AFT-02")
class TestConsequences:
    def test_who_was_killed_is_on_record(self, after: Ward) -> None:
        entry = after.play("record_consequences", badly_hurt=["edith"], then="its kin smell blood")
        audience, data = noted(after, entry)["aftermath"]
        assert (audience, data["killed"], data["badly_hurt"]) == ("all", after.ref("ghoul"), after.ref("edith"))
        assert "CE-AFT-02" in after.cited(entry)

    def test_the_game_master_may_say_who_it_was(self, after: Ward) -> None:
        entry = after.play("record_consequences", killed=["doctor"], then="nobody knows him here")
        assert noted(after, entry)["aftermath"][1]["killed"] == after.ref("doctor")

    def test_who_will_come_looking_is_for_the_game_master_alone(self, after: Ward) -> None:
        entry = after.play("record_consequences", then="its kin smell blood")
        assert noted(after, entry)["consequences"][0] == "gm"

    def test_of_a_fight_in_secret_nobody_else_hears(self, after: Ward) -> None:
        after.play("freeform.describe", target=after.encounter, hidden=True)
        entry = after.play("record_consequences", then="its kin smell blood")
        assert {audience for audience, _ in noted(after, entry).values()} == {"gm"}

    def test_hidden_people_are_named_to_the_game_master_alone(self, after: Ward) -> None:
        after.play("freeform.describe", target="doctor", hidden=True)
        entry = after.play("record_consequences", badly_hurt=["edith", "doctor"], then="its kin smell blood")
        notes = noted(after, entry)
        assert notes["aftermath"][1]["badly_hurt"] == after.ref("edith")
        assert notes["consequences"] == ("gm", {"badly_hurt": after.ref("doctor")})

    def test_consequences_are_not_recorded_during_a_fight(self, table: Ward) -> None:
        begin(table)
        assert table.refusal("record_consequences", then="the police").rule == "CE-AFT-02"
