"""How a fight begins: surprise, initiative, and the order of turns."""

from typing import Any

import pytest

from tests.games.orcus.cast import Cast


@pytest.fixture
def table() -> Cast:
    """Bryn and Sela with Dexterity 10 and 14, and three gnashers with an initiative modifier of 0."""
    table = Cast()
    table.hero("bryn", wis=14)
    table.hero("sela", dex=14)
    for name in ("ash", "birch", "cedar"):
        table.monster(name, initiative=0)
    return table


@pytest.mark.rules("OR-INIT-01")
def test_initiative_is_the_die_with_dexterity_and_half_the_level(table: Cast) -> None:
    table.play("enter_statistics", who="sela", statistics={"level": 5})
    dice = {"initiative/sela": [11], "initiative/ash": [10]}
    entry = table.play("begin_fight", encounter="ledge", who=["sela"], against=["ash"], dice=dice)
    assert table.rolls(entry)["initiative/sela"] == 11 + 2 + 2


@pytest.mark.rules("OR-INIT-03", "OR-COMB-01", "OR-COMB-02")
def test_turns_go_from_the_highest_down_and_in_the_same_order_in_every_round(table: Cast) -> None:
    table.begin({"bryn": 12, "sela": 12}, {"ash": 20})
    assert table.order() == ["ash", "sela", "bryn"]
    turns = []
    for _ in range(6):
        turns.append((table.round(), *table.turn()))
        table.next()
    assert turns == [(1, "ash"), (1, "sela"), (1, "bryn"), (2, "ash"), (2, "sela"), (2, "bryn")]
    assert table.refusal("begin_fight", encounter="ledge", who=["bryn"]).rule == "OR-COMB-02"


@pytest.mark.rules("OR-INIT-03")
def test_only_whose_turn_it_is_passes_it_on(table: Cast) -> None:
    table.begin({"bryn": 12}, {"ash": 20})
    assert table.refusal("next_turn", encounter="ledge", as_player="ana").rule == "OR-INIT-03"
    table.next()
    table.next(as_player="ana")
    assert table.turn() == ["ash"]


@pytest.mark.rules("OR-INIT-02")
def test_a_group_of_identical_creatures_rolls_once_and_acts_at_one_point(table: Cast) -> None:
    dice = {"initiative/bryn": [12], "initiative/sela": [9], "initiative/ash": [11]}
    alike = [{"who": ["ash", "birch", "cedar"]}]
    foes = ["ash", "birch", "cedar"]
    table.play("begin_fight", encounter="ledge", who=["bryn", "sela"], against=foes, alike=alike, dice=dice)
    assert table.order()[:1] == ["bryn"]
    order = table.fight_state().order.values()
    counts = {(one.initiative, one.tiebreak) for one in order if table._handle(one.subject) in foes}
    assert counts == {(11, 0)}
    table.next(2)
    assert table.left("ash", "standard") == 1


@pytest.mark.rules("OR-INIT-04")
def test_of_equal_totals_the_higher_modifier_goes_first(table: Cast) -> None:
    table.begin({"bryn": 12, "sela": 10}, {})
    assert table.order() == ["sela", "bryn"]


@pytest.mark.rules("OR-INIT-04")
@pytest.mark.parametrize(
    ("ash", "birch", "order"),
    [
        ([1], [1, 1], ["bryn", "ash", "birch"]),
        ([1], [1, 2], ["bryn", "birch", "ash"]),
        ([2], [1, 2], ["ash", "birch", "bryn"]),
        ([2], [2], ["birch", "ash", "bryn"]),
    ],
)
def test_a_coin_decides_between_equal_modifiers_for_each_pair(
    table: Cast, ash: list[int], birch: list[int], order: list[str]
) -> None:
    """A character who comes in is compared with those who are there, from the first down; on a 1 the one who is there goes first."""
    table.begin({"bryn": 12}, {"ash": 12, "birch": 12}, dice={"coin/ash": ash, "coin/birch": birch})
    assert table.order() == order


@pytest.mark.rules("OR-INIT-01", "OR-INIT-02")
def test_a_later_newcomer_acts_when_their_count_comes(table: Cast) -> None:
    table.begin({"bryn": 12}, {"ash": 5})
    table.play("join_fight", encounter="ledge", who=["sela"], dice={"initiative/sela": [6]})
    assert table.order() == ["bryn", "sela", "ash"]
    table.next()
    assert table.turn() == ["sela"]
    assert "fight already" in table.refusal("join_fight", encounter="ledge", who=["sela"]).gm


@pytest.mark.rules("OR-COMB-02", "OR-SURP-01", "OR-SURP-02", "OR-SURP-03")
def test_the_surprised_do_nothing_until_their_first_turn_is_over(table: Cast) -> None:
    table.begin({"bryn": 15, "sela": 10}, {"ash": 1}, surprised=["sela"])
    assert (table.conditions("sela"), table.conditions("bryn")) == (["surprised"], [])
    table.next()
    assert (table.turn(), table.conditions("sela")) == (["ash"], [])


@pytest.mark.rules("OR-SURP-02")
def test_the_surprised_take_no_immediate_action_until_then(table: Cast) -> None:
    table.begin({"bryn": 15}, {"ash": 20}, surprised=["bryn"])
    table.play("give_interrupt", who="bryn", name="parry", trigger="attacked", timing="react")
    assert table.refusal("interject", who="bryn", feature="parry").rule == "OR-IMM-02"


@pytest.mark.rules("OR-SURP-02")
def test_by_option_the_surprised_have_one_standard_action_until_the_round_ends() -> None:
    table = Cast(surprise_mode="one_standard")
    table.hero("bryn")
    table.monster("ash")
    table.begin({"bryn": 15}, {"ash": 1}, surprised=["bryn"])
    assert (table.turn(), table.conditions("bryn")) == (["bryn"], ["surprised"])
    table.play("interact", who="bryn", what="open the door")
    assert (table.left("bryn", "standard"), table.left("bryn", "swift")) == (0, 1)
    assert table.refusal("interact", who="bryn", what="close the door").rule == "OR-TURN-02"
    assert table.refusal("do_freely", who="bryn", what="say a word").rule == "OR-TURN-02"
    table.next()
    assert table.conditions("bryn") == ["surprised"]
    table.next()
    assert (table.round(), table.conditions("bryn")) == (2, [])


def hidden(**stealth: int) -> list[dict[str, Any]]:
    """Who hides, with what they rolled."""
    return [{"who": who, "stealth": total} for who, total in stealth.items()]


@pytest.mark.rules("OR-SURP-01", "OR-SURP-03")
@pytest.mark.parametrize(
    ("hiding", "surprised"),
    [
        ([], []),
        (hidden(ash=10), []),
        (hidden(ash=9, birch=12), []),
        (hidden(ash=10, birch=11), ["sela"]),
        (hidden(ash=12, birch=12), ["bryn", "sela"]),
    ],
)
def test_a_creature_that_notices_no_threat_is_surprised(table: Cast, hiding: list[Any], surprised: list[str]) -> None:
    """Sela's passive Perception is 10; Bryn's is 12, with a Wisdom of 14."""
    table.begin({"bryn": 5, "sela": 5}, {"ash": 18, "birch": 17}, hiding=hiding)
    assert [who for who in ("ash", "birch", "bryn", "sela") if "surprised" in table.conditions(who)] == surprised


@pytest.mark.rules("OR-SURP-01")
def test_the_game_master_determines_surprise(table: Cast) -> None:
    given = {"encounter": "ledge", "who": ["bryn"], "against": ["ash"], "surprised": ["ash"]}
    table.forbidden("begin_fight", **given, as_player="ana")
    given["surprised"] = ["sela"]
    dice = {"initiative/bryn": [10], "initiative/ash": [9]}
    assert "takes no part" in table.refusal("begin_fight", **given, dice=dice).gm


class TestLeaving:
    @pytest.fixture
    def table(self) -> Cast:
        table = Cast()
        table.hero("bryn")
        for foe in ("one", "two", "three"):
            table.monster(foe)
        table.play(
            "begin_fight",
            encounter="ledge",
            who=["bryn"],
            against=["one", "two", "three"],
            alike=[{"who": ["one", "two"]}],
            dice={"initiative/bryn": [20], "initiative/one": [10], "initiative/three": [5]},
        )
        return table

    @pytest.mark.rules("OR-COMB-01")
    def test_a_creature_that_gets_away_has_no_turn_any_more(self, table: Cast) -> None:
        table.play("leave_fight", encounter="ledge", who="bryn", as_player="ana")
        assert table.turn() == ["one"]

    @pytest.mark.rules("OR-COMB-01")
    def test_others_of_a_group_keep_their_places(self, table: Cast) -> None:
        table.play("leave_fight", encounter="ledge", who="one")
        table.next()
        assert table.turn() == ["two"]

    @pytest.mark.rules("OR-COMB-01")
    def test_a_creature_that_takes_no_part_cannot_leave(self, table: Cast) -> None:
        table.hero("sela")
        assert "takes no part" in table.refusal("leave_fight", encounter="ledge", who="sela").player


@pytest.mark.rules("OR-INIT-03")
def test_a_newcomer_whose_count_has_gone_by_acts_in_the_next_round(table: Cast) -> None:
    table.begin({"bryn": 12}, {"ash": 5})
    table.next()
    table.play("join_fight", encounter="ledge", who=["sela"], dice={"initiative/sela": [19]})
    table.next()
    assert (table.round(), table.turn(), table.order()[0]) == (2, ["sela"], "sela")


@pytest.mark.rules("OR-SURP-02", "OR-TURN-09")
def test_the_surprised_save_at_the_end_of_the_turn_that_they_lose(table: Cast) -> None:
    table.affect("bryn", "slowed", until=table.save_ends("bryn"))
    table.begin({"bryn": 15}, {"ash": 5}, surprised=["bryn"], dice={"save/slowed": [12]})
    assert (table.turn(), table.conditions("bryn")) == (["ash"], [])
