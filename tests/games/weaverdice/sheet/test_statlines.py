"""The stats that capes start with."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.weaverdice.capes import Capes

MILE_END: list[dict[str, Any]] = [
    {"plus": ["brawn", "knowledge"], "minus": ["dexterity", "random"]},
    {"plus": ["wits", "social"], "minus": ["brawn"]},
]

FOR_THE_YOUNG: list[dict[str, Any]] = [
    {"plus": ["brawn"], "minus": ["dexterity", "random"]},
    {"plus": ["wits"], "minus": ["guts"]},
]


def bases(table: Capes, handle: str) -> dict[str, int]:
    """A character's stats that are not 3."""
    return {name: stat.base for name, stat in table.sheet(handle).attributes.items() if stat.base != 3}


@pytest.mark.rules("WD-CHK-06")
class TestTheStandardLine:
    def test_two_are_higher_and_one_is_lower(self) -> None:
        table = Capes()
        line = {"brawn": 4, "guts": 4, "knowledge": 2}
        table.play("create", name="Tank", standard=True, stats=line)
        assert bases(table, "tank") == line

    @pytest.mark.parametrize(
        "line",
        [
            {},
            {"brawn": 4, "knowledge": 2},
            {"brawn": 4, "guts": 4},
            {"brawn": 4, "guts": 4, "wits": 4, "knowledge": 2},
            {"brawn": 4, "guts": 4, "wits": 2, "knowledge": 2},
            {"brawn": 5, "knowledge": 2},
            {"brawn": 4, "guts": 4, "knowledge": 1},
        ],
    )
    def test_any_other_is_refused(self, line: dict[str, int]) -> None:
        assert Capes().refusal("create", name="Tank", standard=True, stats=line).rule == "WD-CHK-06"

    def test_the_game_master_may_have_it_otherwise(self) -> None:
        table = Capes()
        table.play("create", name="Tank", standard=True, stats={"brawn": 5}, force=True)
        assert bases(table, "tank") == {"brawn": 5}


@pytest.mark.rules("WD-OPT-09")
class TestASmallerSpread:
    def test_one_is_higher_and_one_is_lower(self) -> None:
        table = Capes(starting_stats="one-and-one")
        table.play("create", name="Tank", standard=True, stats={"brawn": 4, "wits": 2})
        assert bases(table, "tank") == {"brawn": 4, "wits": 2}

    def test_two_higher_ones_are_refused(self) -> None:
        table = Capes(starting_stats="one-and-one")
        line = {"brawn": 4, "guts": 4, "wits": 2}
        assert table.refusal("create", name="Tank", standard=True, stats=line).rule == "WD-CHK-06"


@pytest.fixture
def mile_end() -> Capes:
    table = Capes(statlines=True)
    table.cape("ramjet")
    table.play("offer_statlines", who="ramjet", lines=MILE_END)
    return table


@pytest.mark.rules("WD-OPT-10")
class TestReadyLines:
    def test_the_player_takes_one(self, mile_end: Capes) -> None:
        mile_end.play("take_statline", as_player="ana", who="ramjet", line=2)
        assert bases(mile_end, "ramjet") == {"wits": 4, "social": 4, "brawn": 2}

    def test_a_line_may_leave_a_choice(self, mile_end: Capes) -> None:
        mile_end.play("take_statline", who="ramjet", line=1, minus="dexterity")
        assert bases(mile_end, "ramjet") == {"brawn": 4, "knowledge": 4, "dexterity": 2}

    @pytest.mark.parametrize(
        ("die", "line"),
        [
            (4, {"brawn": 4, "knowledge": 4, "wits": 2}),
            (1, {"knowledge": 4}),
            (7, {"brawn": 4, "knowledge": 4, "guts": 2}),
        ],
    )
    def test_the_dice_may_name_the_lower_stat(self, mile_end: Capes, die: int, line: dict[str, int]) -> None:
        mile_end.play("take_statline", who="ramjet", line=1, minus="random", dice={"random-stat": [die]})
        assert bases(mile_end, "ramjet") == line

    def test_the_dots_follow(self, mile_end: Capes) -> None:
        mile_end.play("take_statline", who="ramjet", line=2)
        assert mile_end.dots("ramjet") == (3, 4, 3)

    def test_what_the_line_does_not_leave_open_cannot_be_chosen(self, mile_end: Capes) -> None:
        assert mile_end.refusal("take_statline", who="ramjet", line=2, minus="guts").rule == "WD-OPT-10"

    def test_a_line_lowers_no_stat_that_it_raises(self, mile_end: Capes) -> None:
        mile_end.cape("pearl")
        lines = [{"plus": ["brawn", "wits"], "minus": ["guts", "wits"]}, {"plus": ["brawn", "wits"], "minus": ["guts"]}]
        refusal = mile_end.refusal("offer_statlines", who="pearl", lines=lines)
        assert (refusal.rule, refusal.player) == ("WD-OPT-10", "A ready line raises wits, and so cannot lower it.")

    def test_the_choice_has_to_be_made(self, mile_end: Capes) -> None:
        assert mile_end.refusal("take_statline", who="ramjet", line=1).rule == "WD-OPT-10"

    def test_there_is_no_third_of_two(self, mile_end: Capes) -> None:
        assert mile_end.refusal("take_statline", who="ramjet", line=3).rule == "WD-OPT-10"

    def test_only_one_is_taken(self, mile_end: Capes) -> None:
        mile_end.play("take_statline", who="ramjet", line=2)
        assert mile_end.refusal("take_statline", who="ramjet", line=1, minus="dexterity").rule == "WD-OPT-10"

    @pytest.mark.parametrize("number", [1, 4])
    def test_two_or_three_are_offered(self, mile_end: Capes, number: int) -> None:
        mile_end.cape("pearl")
        lines = (MILE_END * 2)[:number]
        assert mile_end.refusal("offer_statlines", who="pearl", lines=lines).rule == "WD-OPT-10"

    def test_ready_lines_are_an_option(self) -> None:
        table = Capes()
        table.cape("ramjet")
        assert table.refusal("offer_statlines", who="ramjet", lines=MILE_END).rule == "WD-OPT-10"

    def test_what_was_not_offered_is_not_taken(self, mile_end: Capes) -> None:
        mile_end.cape("pearl")
        assert mile_end.refusal("take_statline", who="pearl", line=1).rule == "not-there"


@pytest.mark.rules("WD-OPT-11")
class TestTheYoung:
    @pytest.fixture
    def table(self) -> Capes:
        table = Capes(statlines=True)
        table.play("create", name="Vista", age="young", owners=["ana"])
        return table

    def test_their_lines_have_one_higher_stat(self, table: Capes) -> None:
        table.play("offer_statlines", who="vista", lines=FOR_THE_YOUNG)
        table.play("take_statline", who="vista", line=2)
        assert bases(table, "vista") == {"wits": 4, "guts": 2}

    def test_others_are_not_offered_to_them(self, table: Capes) -> None:
        assert table.refusal("offer_statlines", who="vista", lines=MILE_END).rule == "WD-OPT-11"

    def test_their_starting_line_has_one_as_well(self, table: Capes) -> None:
        table.play("create", name="Clock", age="young", standard=True, stats={"wits": 4, "guts": 2})
        assert bases(table, "clock") == {"wits": 4, "guts": 2}

    def test_the_young_grow_into_one_more_later(self, table: Capes) -> None:
        table.play("grow_stat", who="vista", stat="wits", why="A summer on patrol.")
        assert bases(table, "vista") == {"wits": 4}

    def test_the_young_grow_once(self, table: Capes) -> None:
        table.play("grow_stat", who="vista", stat="wits")
        assert table.refusal("grow_stat", who="vista", stat="guts").rule == "WD-OPT-11"

    def test_others_do_not(self, table: Capes) -> None:
        table.cape("ramjet")
        assert table.refusal("grow_stat", who="ramjet", stat="guts").rule == "WD-OPT-11"

    def test_there_is_no_such_stat(self, table: Capes) -> None:
        assert table.refusal("grow_stat", who="vista", stat="luck").rule == "WD-CHK-04"
