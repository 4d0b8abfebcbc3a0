"""Effort and exhaustion in Weaverdice, on the shared vocabulary."""

import pytest

from domain.components.anchors import AtMoment
from domain.components.scene import Pace, TurnEntry
from domain.events.scene import EncounterBegun, TurnEntered
from domain.events.values import AttributeSet
from tests.laws.vocabulary.table import Table, outcomes
from tests.laws.vocabulary.weaverdice_rules import at_the_table, cape

ROOFTOP = "rooftop"


@pytest.fixture
def table() -> Table:
    """A fight on a rooftop, with a cape of 3 stamina, 4 focus and 2 recovery."""
    table = at_the_table()
    cape(table, "dandelion", wits=4, guts=2)
    fights(table, "dandelion")
    return table


def fights(table: Table, *heroes: str) -> None:
    table.create(ROOFTOP, "encounter")
    table.let(ROOFTOP, EncounterBegun(name="now", pace=Pace(round=1, state="running")))
    table.let(ROOFTOP, *(TurnEntered(name=hero, turn=TurnEntry(subject=f"character/{hero}")) for hero in heroes))


def pools(table: Table) -> dict[str, tuple[int, int]]:
    """Dots at hand and maximum, by pool."""
    tracks = table.sheet("dandelion").tracks
    return {
        pool: (tracks[pool].current, table.value("dandelion", f"tracks.{pool}.maximum"))
        for pool in ("stamina", "focus", "recovery")
    }


def spend(table: Table, *spent: str) -> list[int]:
    return [table.play("spend_effort", who="dandelion", pool=pool) for pool in spent]


def rest(table: Table, minutes: int = 5, **answers: str) -> int:
    return table.play("catch_breath", who="dandelion", minutes=minutes, responses=answers)


@pytest.mark.rules("WD-EXH-01")
class TestTheExhaustedDot:
    def test_all_spent_dots_return_but_the_one_that_becomes_exhausted(self, table: Table) -> None:
        spend(table, "stamina", "focus", "focus")
        assert pools(table) == {"stamina": (2, 3), "focus": (2, 4), "recovery": (2, 2)}
        rest(table, exhausted="focus")
        assert pools(table) == {"stamina": (3, 3), "focus": (3, 3), "recovery": (2, 2)}

    def test_four_quiet_minutes_are_too_few(self, table: Table) -> None:
        spend(table, "stamina")
        assert table.refusal("catch_breath", who="dandelion", minutes=4).rule == "WD-EXH-03"

    @pytest.mark.parametrize("minutes", [5, 6])
    def test_five_quiet_minutes_are_enough(self, table: Table, minutes: int) -> None:
        spend(table, "stamina")
        rest(table, minutes, exhausted="stamina")
        assert pools(table)["stamina"] == (2, 2)

    def test_nothing_is_exhausted_where_nothing_was_spent(self, table: Table) -> None:
        assert table.kinds(rest(table)) == []

    def test_the_player_picks_among_the_pools_that_lost_a_dot(self, table: Table) -> None:
        spend(table, "stamina", "recovery")
        deed = rest(table)
        (question,) = table.fight(ROOFTOP).questions.values()
        assert (question.owner, question.options) == ("ana", ("stamina", "recovery"))
        table.play("answer", deed=deed, key="exhausted", choice="recovery")
        assert pools(table) == {"stamina": (3, 3), "focus": (4, 4), "recovery": (1, 1)}

    def test_closing_the_deed_takes_the_first_pool(self, table: Table) -> None:
        spend(table, "stamina", "recovery")
        table.play("close", deed=rest(table))
        assert pools(table)["stamina"] == (2, 2)

    def test_exhaustion_adds_up_over_encounters(self, table: Table) -> None:
        for _ in range(2):
            spend(table, "focus")
            rest(table, exhausted="focus")
        assert pools(table)["focus"] == (2, 2)

    def test_it_lasts_until_the_next_full_night(self, table: Table) -> None:
        spend(table, "focus")
        rest(table, exhausted="focus")
        table.play("end_encounter", encounter=ROOFTOP)
        assert pools(table)["focus"] == (3, 3)
        table.play("sleep", who="dandelion")
        assert pools(table)["focus"] == (4, 4)
        assert table.sheet("dandelion").modifiers == {}

    def test_the_night_of_another_changes_nothing(self, table: Table) -> None:
        cape(table, "ramjet")
        spend(table, "focus")
        rest(table, exhausted="focus")
        table.play("sleep", who="ramjet")
        (exhausted,) = table.sheet("dandelion").modifiers.values()
        assert exhausted.until == AtMoment(moment="full_night", subject="character/dandelion")

    def test_a_pool_in_which_nothing_is_left_to_lose_stays_at_zero(self, table: Table) -> None:
        spend(table, "recovery", "recovery")
        assert table.refusal("spend_effort", who="dandelion", pool="recovery").rule == "WD-EFF-03"

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Table) -> None:
        spent = spend(table, "stamina", "focus", "focus")
        rested = rest(table, exhausted="focus")
        slept = table.play("sleep", who="dandelion")
        table.check_undo(*spent, rested, slept)

    def test_had_the_stat_been_lower_the_pool_would_have_come_back_to_that(self, table: Table) -> None:
        raised = table.let("dandelion", AttributeSet(name="athletics", base=5))
        spend(table, "stamina", "stamina")
        rested = rest(table, exhausted="stamina")
        assert outcomes(table.undo(raised)) == {raised: "struck", rested: "restated"}
        assert pools(table)["stamina"] == (2, 2)

    def test_had_no_dot_been_spent_none_would_be_exhausted(self, table: Table) -> None:
        (spent,) = spend(table, "stamina")
        rested = rest(table, exhausted="stamina")
        table.undo(spent)
        assert table.kinds(rested) == []
        assert pools(table)["stamina"] == (3, 3)


@pytest.mark.rules("WD-PROG-05")
class TestHalfDots:
    def test_one_half_changes_nothing_before_a_rest(self, table: Table) -> None:
        table.play("extra_effort", who="dandelion", pool="stamina")
        assert pools(table)["stamina"] == (3, 3)

    def test_after_a_rest_it_is_at_hand_like_a_whole_dot(self, table: Table) -> None:
        table.play("extra_effort", who="dandelion", pool="stamina")
        table.play("sleep", who="dandelion")
        assert pools(table)["stamina"] == (4, 4)

    def test_it_is_gone_after_the_first_encounter_spent_or_not(self, table: Table) -> None:
        table.play("extra_effort", who="dandelion", pool="stamina")
        table.play("sleep", who="dandelion")
        table.play("end_encounter", encounter=ROOFTOP)
        assert pools(table)["stamina"] == (3, 3)

    def test_an_encounter_of_others_leaves_it_alone(self, table: Table) -> None:
        cape(table, "ramjet")
        table.play("extra_effort", who="ramjet", pool="focus")
        table.play("sleep", who="ramjet")
        table.play("end_encounter", encounter=ROOFTOP)
        assert table.value("ramjet", "tracks.focus.maximum") == 4

    def test_it_is_removed_before_exhaustion_is_counted(self, table: Table) -> None:
        table.play("extra_effort", who="dandelion", pool="stamina")
        table.play("sleep", who="dandelion")
        spend(table, "stamina")
        table.play("end_encounter", encounter=ROOFTOP)
        assert pools(table)["stamina"] == (3, 3)
        rest(table, exhausted="stamina")
        assert pools(table)["stamina"] == (2, 2)

    def test_two_halves_of_a_pool_are_a_whole_dot_for_good(self, table: Table) -> None:
        for _ in range(2):
            table.play("extra_effort", who="dandelion", pool="stamina")
        assert pools(table)["stamina"] == (4, 4)
        table.play("end_encounter", encounter=ROOFTOP)
        assert pools(table)["stamina"] == (4, 4)

    def test_a_half_that_is_at_hand_becomes_the_whole(self, table: Table) -> None:
        table.play("extra_effort", who="dandelion", pool="stamina")
        table.play("sleep", who="dandelion")
        table.play("extra_effort", who="dandelion", pool="stamina")
        assert pools(table)["stamina"] == (4, 4)
        assert table.sheet("dandelion").modifiers == {}

    def test_halves_of_two_pools_stay_halves(self, table: Table) -> None:
        table.play("extra_effort", who="dandelion", pool="stamina")
        table.play("extra_effort", who="dandelion", pool="focus")
        assert (pools(table)["stamina"], pools(table)["focus"]) == ((3, 3), (4, 4))
        table.play("sleep", who="dandelion")
        assert (pools(table)["stamina"], pools(table)["focus"]) == ((4, 4), (5, 5))

    def test_a_third_half_is_a_half_again(self, table: Table) -> None:
        for _ in range(3):
            table.play("extra_effort", who="dandelion", pool="stamina")
        assert pools(table)["stamina"] == (4, 4)
        table.play("sleep", who="dandelion")
        assert pools(table)["stamina"] == (5, 5)

    def test_there_is_no_half_dot_of_another_pool(self, table: Table) -> None:
        assert table.refusal("extra_effort", who="dandelion", pool="luck").rule == "WD-PROG-05"

    def test_every_entry_can_be_taken_back_and_given_again(self, table: Table) -> None:
        boxes = [table.play("extra_effort", who="dandelion", pool="stamina") for _ in range(2)]
        third = table.play("extra_effort", who="dandelion", pool="focus")
        slept = table.play("sleep", who="dandelion")
        ended = table.play("end_encounter", encounter=ROOFTOP)
        table.check_undo(*boxes, third, slept, ended)

    def test_without_the_first_half_the_second_is_only_a_half(self, table: Table) -> None:
        first = table.play("extra_effort", who="dandelion", pool="stamina")
        second = table.play("extra_effort", who="dandelion", pool="stamina")
        slept = table.play("sleep", who="dandelion")
        assert outcomes(table.undo(first)) == {first: "struck", second: "restated", slept: "restated"}
        assert pools(table)["stamina"] == (4, 4)
        table.play("end_encounter", encounter=ROOFTOP)
        assert pools(table)["stamina"] == (3, 3)
