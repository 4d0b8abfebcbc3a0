"""Ability checks: a die, a stat and a target."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.vocabulary.log import Contribution
from domain.vocabulary.values import Modifier, ModifierApplied
from tests.games.weaverdice.capes import Capes

STATS = ["athletics", "brawn", "dexterity", "guts", "knowledge", "social", "wits"]


@pytest.fixture
def table() -> Capes:
    table = Capes()
    table.cape("ramjet", athletics=4, guts=4, social=2)
    return table


@pytest.mark.rules("WD-CHK-01", "WD-CHK-05")
class TestChecks:
    def test_ramjet_leaps_over_the_gap(self, table: Capes) -> None:
        leap = table.play("check", who="ramjet", stat="athletics", difficulty="middling", dice={"check": [4]})
        assert (table.rolls(leap), table.outcomes_of(leap)) == ({"check": 5}, {"check": "success"})

    @pytest.mark.parametrize(("die", "outcome"), [(2, "failure"), (3, "success"), (4, "success")])
    def test_a_check_succeeds_from_the_target_on(self, table: Capes, die: int, outcome: str) -> None:
        leap = table.play("check", who="ramjet", stat="athletics", target=4, dice={"check": [die]})
        assert table.outcomes_of(leap) == {"check": outcome}

    @pytest.mark.parametrize(
        ("stat", "score", "total"), [("wits", 3, 4), ("brawn", 5, 6), ("social", 2, 3), ("guts", 1, 2)]
    )
    def test_each_point_above_or_below_three_counts_one(self, stat: str, score: int, total: int) -> None:
        table = Capes()
        table.play("create", name="Somebody", stats={stat: score})
        assert table.rolls(table.play("check", who="somebody", stat=stat, dice={"check": [4]})) == {"check": total}

    def test_a_modified_stat_counts_as_it_is(self, table: Capes) -> None:
        less = Modifier(path="attributes.athletics", amount=-2)
        table.let("ramjet", ModifierApplied(name="sprain", modifier=less))
        leap = table.play("check", who="ramjet", stat="athletics", dice={"check": [4]})
        assert table.last_roll(leap).modifiers == (Contribution(label="athletics", amount=-1),)

    def test_circumstances_are_added_by_name(self, table: Capes) -> None:
        leap = table.play("check", who="ramjet", stat="wits", circumstances={"fog": -2}, dice={"check": [5]})
        assert table.rolls(leap) == {"check": 3}

    def test_the_player_makes_her_own(self, table: Capes) -> None:
        table.foe("lung")
        assert "that character's player" in table.forbidden("check", as_player="ana", who="lung", stat="wits")

    def test_a_failed_leap_may_be_rolled_again_for_stamina(self, table: Capes) -> None:
        leap = table.play(
            "check",
            who="ramjet",
            stat="athletics",
            dice={"check": [1], "check/again": [5]},
            responses={"check/stamina": "yes"},
        )
        assert (table.last_roll(leap).total, table.dots("ramjet")) == (6, (3, 3, 4))


DIE = st.integers(1, 6)


@pytest.mark.rules("WD-CHK-01", "WD-CHK-05", "WD-SKL-01")
@settings(max_examples=40)
@given(dice=st.tuples(DIE, DIE), score=st.integers(1, 6), target=st.integers(1, 8))
def test_a_check_is_the_better_die_and_the_stat_s_distance_from_three(
    dice: tuple[int, int], score: int, target: int
) -> None:
    table = Capes()
    table.cape("pearl", dexterity=score)
    table.play("grant_skill", who="pearl", skill="craft")
    entry = table.play("check", who="pearl", stat="dexterity", target=target, skill="craft", dice={"check": dice})
    total = max(dice) + score - 3
    assert (table.rolls(entry)["check"], table.outcomes_of(entry)["check"] == "success") == (total, total >= target)


@pytest.mark.rules("WD-CHK-02", "WD-CHK-03")
class TestTargets:
    @pytest.mark.parametrize(
        ("word", "target"), [("trivial", 2), ("easy", 3), ("middling", 4), ("hard", 5), ("impossible", 6)]
    )
    def test_a_difficulty_is_a_target(self, table: Capes, word: str, target: int) -> None:
        entry = table.play("check", who="ramjet", stat="wits", difficulty=word, dice={"check": [4]})
        assert table.last_roll(entry).target == target

    def test_a_target_is_four_where_none_is_named(self, table: Capes) -> None:
        assert table.last_roll(table.play("check", who="ramjet", stat="wits", dice={"check": [4]})).target == 4

    def test_some_rules_go_beyond_six(self, table: Capes) -> None:
        entry = table.play("check", who="ramjet", stat="athletics", target=7, dice={"check": [6]})
        assert table.outcomes_of(entry) == {"check": "success"}

    def test_a_number_and_a_word_are_one_too_many(self, table: Capes) -> None:
        assert table.refusal("check", who="ramjet", stat="wits", target=4, difficulty="easy").rule == "WD-CHK-02"


@pytest.mark.rules("WD-CHK-04", "WD-CHK-05")
class TestStats:
    def test_there_are_seven_of_them_at_three(self, table: Capes) -> None:
        table.cape("nobody")
        assert {name: attribute.base for name, attribute in table.sheet("nobody").attributes.items()} == dict.fromkeys(
            STATS, 3
        )

    def test_there_is_no_eighth(self, table: Capes) -> None:
        assert table.refusal("check", who="ramjet", stat="charisma").rule == "WD-CHK-04"

    def test_nobody_is_made_with_another(self, table: Capes) -> None:
        assert table.refusal("create", name="Odd", stats={"luck": 4}).rule == "WD-CHK-04"

    @pytest.mark.parametrize(("path", "value"), [("slots.wounds", 5), ("slots.belt", 3), ("limits.underlings", 2)])
    def test_what_a_stat_governs_follows_it(self, table: Capes, path: str, value: int) -> None:
        table.play("set", target="ramjet", path="attributes.guts.base", value=5)
        assert table.value("ramjet", path) == value
