"""How effort comes back after a fight or situation, and the dot that does not."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from api.testing.table import outcomes
from domain.vocabulary.anchors import AtMoment
from domain.vocabulary.values import Modifier, PointGained
from tests.games.weaverdice.capes import Capes


@pytest.fixture
def table() -> Capes:
    return ramjet_of()


def ramjet_of(**options: bool) -> Capes:
    table = Capes(**options)
    table.cape("ramjet", athletics=4, guts=2)
    return table


def spend(table: Capes, *pools: str) -> list[int]:
    return [table.play("spend_effort", who="ramjet", pool=pool) for pool in pools]


def breathe(table: Capes, minutes: int = 5, pool: str = "") -> int:
    key = f"exhausted/{table.ref('ramjet').partition('/')[2]}"
    responses = {key: pool} if pool else {}
    return table.play("catch_breath", who="ramjet", minutes=minutes, responses=responses)


def most(table: Capes) -> tuple[int, ...]:
    return tuple(table.value("ramjet", f"tracks.{pool}.maximum") for pool in ("stamina", "focus", "recovery"))


def exhausted(table: Capes) -> list[Modifier]:
    return [modifier for modifier in table.sheet("ramjet").modifiers.values() if "exhausted" in modifier.tags]


@pytest.mark.rules("WD-EXH-01", "WD-EFF-15")
class TestTheExhaustedDot:
    def test_all_spent_dots_return_but_one(self, table: Capes) -> None:
        spend(table, "stamina", "stamina", "focus", "recovery")
        breathe(table, pool="focus")
        assert (table.dots("ramjet"), most(table)) == ((4, 2, 2), (4, 2, 2))

    def test_lost_dots_count_like_spent_ones(self, table: Capes) -> None:
        table.play("drain_effort", who="ramjet", pool="stamina", dots=2)
        breathe(table)
        assert table.dots("ramjet") == (3, 3, 2)

    def test_the_player_picks_among_the_pools_that_spent_or_lost_a_dot(self, table: Capes) -> None:
        spend(table, "stamina", "recovery")
        deed = breathe(table)
        (question,) = table.sheet("ramjet").questions.values()
        assert (question.owner, question.options) == ("ana", ("stamina", "recovery"))
        table.play("answer", deed=deed, key=question.key, choice="recovery", as_player="ana")
        assert table.dots("ramjet") == (4, 3, 1)

    def test_where_there_is_but_one_such_pool_nothing_is_asked(self, table: Capes) -> None:
        spend(table, "focus")
        breathe(table)
        assert (table.dots("ramjet"), table.sheet("ramjet").questions) == ((4, 2, 2), {})

    def test_closed_without_an_answer_the_first_pool_it_is(self, table: Capes) -> None:
        spend(table, "stamina", "recovery")
        table.play("close", deed=breathe(table))
        assert table.dots("ramjet") == (3, 3, 2)

    def test_had_the_picked_pool_not_been_spent_from_the_other_one_loses_the_dot(self, table: Capes) -> None:
        _, second = spend(table, "stamina", "recovery")
        rested = breathe(table, pool="recovery")
        assert outcomes(table.undo(second)) == {second: "struck", rested: "restated"}
        assert table.dots("ramjet") == (3, 3, 2)


@pytest.mark.rules("WD-EXH-01", "WD-RULING-17")
class TestWhichPool:
    def test_a_dot_that_rest_restored_counts_as_spent(self, table: Capes) -> None:
        spend(table, "stamina")
        table.let("ramjet", PointGained(name="stamina", amount=1))
        breathe(table)
        assert table.dots("ramjet") == (3, 3, 2)

    def test_by_free_choice_it_may_be_any_pool(self) -> None:
        table = ramjet_of(free_choice_of_pool=True)
        spend(table, "stamina")
        breathe(table, pool="focus")
        assert table.dots("ramjet") == (4, 2, 2)

    def test_a_pool_without_a_dot_has_none_to_exhaust(self, table: Capes) -> None:
        spend(table, "recovery", "recovery")
        table.play("set", target="ramjet", path="attributes.guts.base", value=0)
        spend(table, "focus")
        breathe(table)
        assert most(table) == (4, 2, 0)


@pytest.mark.rules("WD-EXH-02")
class TestNothingSpent:
    def test_no_pool_is_exhausted_without_spending(self, table: Capes) -> None:
        assert (table.told(breathe(table)), most(table)) == ([], (4, 3, 2))

    def test_the_second_pause_costs_nothing_more(self, table: Capes) -> None:
        spend(table, "focus")
        breathe(table)
        assert table.told(breathe(table)) == []

    def test_had_no_dot_been_spent_none_would_be_exhausted(self, table: Capes) -> None:
        (spent,) = spend(table, "stamina")
        breathe(table)
        table.undo(spent)
        assert most(table) == (4, 3, 2)


@pytest.mark.rules("WD-EXH-03")
class TestNoQuiet:
    @pytest.mark.parametrize("minutes", [1, 4])
    def test_less_than_five_quiet_minutes_are_too_few(self, table: Capes, minutes: int) -> None:
        spend(table, "stamina")
        refusal = table.refusal("catch_breath", who="ramjet", minutes=minutes)
        assert (refusal.rule, table.dots("ramjet")) == ("WD-EXH-03", (3, 3, 2))

    @pytest.mark.parametrize("minutes", [5, 6])
    def test_five_are_enough(self, table: Capes, minutes: int) -> None:
        spend(table, "stamina", "stamina")
        breathe(table, minutes)
        assert table.dots("ramjet") == (3, 3, 2)

    def test_two_encounters_without_a_pause_exhaust_one_dot(self, table: Capes) -> None:
        spend(table, "stamina")
        spend(table, "stamina")
        breathe(table)
        assert most(table) == (3, 3, 2)

    def test_while_the_fight_is_on_nobody_catches_their_breath(self, table: Capes) -> None:
        table.play("create_encounter", name="alley", handle="alley")
        table.encounter = "alley"
        table.play("begin_fight", who=["ramjet"], dice={"speed/ramjet": [3]})
        spend(table, "stamina")
        assert table.refusal("catch_breath", who="ramjet").rule == "WD-EXH-03"
        table.play("end_fight")
        breathe(table)
        assert most(table) == (3, 3, 2)


@pytest.mark.rules("WD-EXH-01", "WD-EXH-03")
class TestAPauseForAll:
    @pytest.fixture(autouse=True)
    def pearl(self, table: Capes) -> None:
        table.cape("pearl")
        table.play("spend_effort", who="pearl", pool="focus", dots=2)
        spend(table, "stamina", "stamina")

    def test_everybody_recovers_while_the_clock_goes_on(self, table: Capes) -> None:
        table.play("pause", minutes=15)
        assert (table.dots("ramjet"), table.dots("pearl")) == ((3, 3, 2), (3, 2, 3))
        assert table.campaign().clock["now"].at == 900

    def test_a_pause_may_be_for_some_only(self, table: Capes) -> None:
        table.play("pause", who=["pearl"])
        assert (table.dots("ramjet"), table.dots("pearl")) == ((2, 3, 2), (3, 2, 3))

    def test_four_minutes_are_too_few_for_all(self, table: Capes) -> None:
        assert table.refusal("pause", minutes=4).rule == "WD-EXH-03"


@pytest.mark.rules("WD-EXH-04")
class TestAddingUp:
    def test_each_encounter_exhausts_one_dot_more(self, table: Capes) -> None:
        for number, pool in enumerate(("stamina", "focus", "stamina"), start=1):
            spend(table, pool)
            breathe(table)
            assert len(exhausted(table)) == number
        assert most(table) == (2, 2, 2)

    def test_without_the_first_encounter_there_is_one_less(self, table: Capes) -> None:
        (first,) = spend(table, "stamina")
        breathe(table)
        spend(table, "stamina")
        breathe(table)
        table.undo(first)
        assert most(table) == (3, 3, 2)


@pytest.mark.rules("WD-EXH-05")
class TestTheNight:
    @pytest.fixture(autouse=True)
    def tired(self, table: Capes) -> None:
        spend(table, "focus")
        breathe(table)

    def test_a_full_night_brings_the_dot_back(self, table: Capes) -> None:
        table.play("pass_night", who=["ramjet"])
        assert (table.dots("ramjet"), exhausted(table)) == ((4, 3, 2), [])

    def test_a_night_without_enough_sleep_does_not(self, table: Capes) -> None:
        table.play("pass_night", who=["ramjet"], full=False)
        assert table.dots("ramjet") == (4, 2, 2)

    def test_the_night_of_another_does_not(self, table: Capes) -> None:
        table.cape("pearl")
        table.play("pass_night", who=["pearl"])
        (dot,) = exhausted(table)
        assert dot.until == AtMoment(moment="full_night", subject=table.ref("ramjet"))

    def test_who_turns_in_right_after_a_fight_has_had_five_quiet_minutes(self, table: Capes) -> None:
        spend(table, "stamina", "stamina")
        table.play("end_day", who=["ramjet"])
        assert (table.dots("ramjet"), most(table)) == ((3, 2, 2), (3, 2, 2))


class TestWhateverHappens:
    DEEDS = ("spend", "drain", "breathe", "weaken", "strengthen", "night")

    def do(self, table: Capes, deed: str) -> int:
        match deed:
            case "breathe":
                return breathe(table)
            case "night":
                return table.play("pass_night", who=["ramjet"])
            case "weaken" | "strengthen":
                by = -2 if deed == "weaken" else 1
                return table.play("change_pool", who="ramjet", pool="stamina", by=by, because=deed)
            case _:
                pool = "stamina" if deed == "spend" else "focus"
                return table.play("drain_effort", who="ramjet", pool=pool, dots=2)

    @pytest.mark.rules("WD-EFF-03", "WD-EFF-16", "WD-RULING-113")
    @settings(max_examples=25, deadline=None)
    @given(st.lists(st.sampled_from(DEEDS), max_size=10))
    def test_a_pool_holds_no_less_than_nothing_and_no_more_than_its_maximum(self, deeds: list[str]) -> None:
        table = ramjet_of()
        for deed in deeds:
            entry = self.do(table, deed)
            if table.sheet("ramjet").questions or table.campaign().questions:
                table.play("close", deed=entry)
            pools = zip(table.dots("ramjet"), most(table), strict=True)
            assert all(0 <= dots <= max(0, top) for dots, top in pools), deed
