"""Action points."""

import pytest

from tests.games.orcus.cast import Cast


@pytest.fixture
def table() -> Cast:
    """Bryn's turn, who has one action point, in a fight with a gnasher."""
    table = Cast()
    table.hero("bryn")
    table.hero("sela")
    table.monster("gnasher")
    table.begin({"bryn": 20, "sela": 2}, {"gnasher": 5})
    return table


def budget(table: Cast) -> list[int]:
    """What is left of Bryn's turn."""
    return [table.left("bryn", each) for each in ("standard", "move", "swift")]


@pytest.mark.rules("OR-AP-03")
@pytest.mark.parametrize(("action", "left"), [("standard", [2, 1, 1]), ("move", [1, 2, 1]), ("swift", [1, 1, 2])])
def test_a_point_gives_one_more_action_in_this_turn(table: Cast, action: str, left: list[int]) -> None:
    table.play("spend_action_point", who="bryn", action=action, as_player="ana")
    assert (budget(table), table.current("bryn", "action_points")) == (left, 0)
    table.until("bryn")
    assert budget(table) == [1, 1, 1]


@pytest.mark.rules("OR-AP-03")
def test_a_point_is_spent_once_in_an_encounter_and_in_ones_own_turn(table: Cast) -> None:
    table.play("freeform.set", target="bryn", path="tracks.action_points.current", value=3)
    assert table.refusal("spend_action_point", who="sela").rule == "OR-AP-03"
    table.play("spend_action_point", who="bryn")
    assert table.refusal("spend_action_point", who="bryn").rule == "OR-AP-03"
    table.until("bryn")
    assert table.refusal("spend_action_point", who="bryn").rule == "OR-AP-03"
    table.play("end_fight", encounter="ledge")
    table.create("cave", "encounter")
    dice = {"initiative/bryn": [12], "initiative/gnasher": [5]}
    table.play("begin_fight", encounter="cave", who=["bryn"], against=["gnasher"], dice=dice)
    table.play("spend_action_point", who="bryn")
    assert table.current("bryn", "action_points") == 1


@pytest.mark.rules("OR-AP-03")
def test_an_action_point_cannot_be_spent_without_one(table: Cast) -> None:
    table.play("freeform.set", target="bryn", path="tracks.action_points.current", value=0)
    assert table.refusal("spend_action_point", who="bryn").rule == "OR-AP-03"


@pytest.mark.rules("OR-AP-03")
def test_nobody_spends_a_point_in_a_surprise_round() -> None:
    table = Cast()
    table.hero("bryn")
    table.monster("gnasher")
    table.begin({"bryn": 20}, {"gnasher": 5}, surprised=["gnasher"])
    assert table.refusal("spend_action_point", who="bryn").rule == "OR-AP-03"
    table.until("bryn")
    table.play("spend_action_point", who="bryn")


@pytest.mark.rules("OR-AP-03")
def test_the_dazed_have_the_action_of_a_point_on_top_of_their_one(table: Cast) -> None:
    table.affect("bryn", "dazed")
    table.play("spend_action_point", who="bryn", action="swift")
    for what in ("draw a knife", "open the door"):
        table.play("interact", who="bryn", what=what)
    assert table.refusal("interact", who="bryn", what="close it").rule == "OR-TURN-02"


@pytest.mark.rules("OR-AP-03")
@pytest.mark.parametrize(("what", "rule"), [("stunned", "OR-AP-03"), ("controlled", "OR-COND-04")])
def test_who_cannot_choose_to_act_spends_none(table: Cast, what: str, rule: str) -> None:
    table.affect("bryn", what)
    assert table.refusal("spend_action_point", who="bryn").rule == rule


@pytest.mark.rules("OR-AP-03")
def test_by_option_the_dazed_spend_none() -> None:
    table = Cast(dazed_action_point="refuse")
    table.hero("bryn")
    table.monster("gnasher")
    table.begin({"bryn": 20}, {"gnasher": 5})
    table.affect("bryn", "dazed")
    assert table.refusal("spend_action_point", who="bryn").rule == "OR-AP-03"


@pytest.mark.rules("OR-AP-01")
@pytest.mark.parametrize("points", [0, 1, 4])
def test_after_a_long_rest_there_is_exactly_one(table: Cast, points: int) -> None:
    table.play("freeform.set", target="bryn", path="tracks.action_points.current", value=points)
    table.play("freeform.come", moment="long_rest", subject=table.ref("bryn"))
    assert table.current("bryn", "action_points") == 1


def fight(table: Cast, name: str, *who: str, counts: bool = True) -> None:
    """A fight that is over as soon as it has begun."""
    table.create(name, "encounter")
    dice = {f"initiative/{one}": [20 - n] for n, one in enumerate((*who, "gnasher"))}
    table.play("begin_fight", encounter=name, who=[*who], against=["gnasher"], dice=dice)
    table.play("end_fight", encounter=name, counts=counts)


@pytest.mark.rules("OR-AP-02")
def test_every_second_encounter_since_a_long_rest_earns_a_point(table: Cast) -> None:
    table.play("end_fight", encounter="ledge")
    points = [table.current("bryn", "action_points")]
    for name in ("one", "two", "three", "four"):
        fight(table, name, "bryn")
        points.append(table.current("bryn", "action_points"))
    assert points == [1, 2, 2, 3, 3]
    table.play("freeform.come", moment="long_rest", subject=table.ref("bryn"))
    fight(table, "five", "bryn")
    assert table.current("bryn", "action_points") == 1
    fight(table, "six", "bryn")
    assert table.current("bryn", "action_points") == 2


@pytest.mark.rules("OR-AP-02")
def test_only_encounters_count_that_the_game_master_lets_count_and_for_who_was_there(table: Cast) -> None:
    table.play("end_fight", encounter="ledge")
    fight(table, "one", "bryn", counts=False)
    assert table.current("bryn", "action_points") == 1
    fight(table, "two", "bryn")
    assert (table.current("bryn", "action_points"), table.current("sela", "action_points")) == (2, 1)


@pytest.mark.rules("OR-AP-02")
def test_an_encounter_counts_once_for_who_got_away_and_came_back_or_did_not(table: Cast) -> None:
    for who in ("bryn", "sela"):
        table.play("leave_fight", encounter="ledge", who=who)
    table.play("join_fight", encounter="ledge", who=["bryn"], dice={"initiative/bryn": [20]})
    table.play("end_fight", encounter="ledge")
    assert [table.sheet(who).uses["encounters"].count for who in ("bryn", "sela")] == [1, 1]


@pytest.mark.rules("OR-AP-02", "OR-DEATH-09")
def test_a_monster_with_the_rules_for_heroes_has_encounters_and_no_points(table: Cast) -> None:
    table.play("use_hero_rules", who="gnasher")
    table.play("end_fight", encounter="ledge")
    fight(table, "one", "bryn")
    assert (table.current("bryn", "action_points"), "action_points" in table.sheet("gnasher").tracks) == (2, False)
