"""What conditions do to movement: who is held, prone or slowed."""

import pytest

from tests.games.orcus.cast import Cast
from tests.games.orcus.ledge import armed, fighting, impose


@pytest.fixture
def table() -> Cast:
    return armed()


@pytest.mark.rules("OR-COND-09", "OR-COND-16", "OR-COND-13", "OR-COND-19")
@pytest.mark.parametrize(
    ("what", "rule"), [("immobile", "OR-COND-09"), ("restrained", "OR-COND-16"), ("petrified", ""), ("stunned", "")]
)
def test_the_held_do_not_leave_their_square_willingly(table: Cast, what: str, rule: str) -> None:
    fighting(table, bryn=(0, 0))
    impose(table, "bryn", what)
    refusal = table.refusal("walk", encounter="ledge", who="bryn", path=[[1, 0]])
    assert refusal.rule == (rule or "OR-TURN-02")


@pytest.mark.rules("OR-COND-09", "OR-COND-16")
@pytest.mark.parametrize(("what", "at"), [("immobile", (2, 0)), ("restrained", (1, 0))])
def test_the_immobile_can_be_pushed_and_the_restrained_cannot(table: Cast, what: str, at: tuple[int, int]) -> None:
    fighting(table, bryn=(1, 0), gnasher=(0, 0))
    impose(table, "bryn", what)
    table.play("push", encounter="ledge", who="bryn", by="gnasher", squares=1, path=[[2, 0]])
    assert table.at("bryn") == at


@pytest.mark.rules("OR-COND-09", "OR-COND-16")
@pytest.mark.parametrize("what", ["immobile", "restrained"])
def test_the_held_can_be_teleported(table: Cast, what: str) -> None:
    fighting(table, bryn=(1, 0))
    impose(table, "bryn", what)
    table.play("teleport", encounter="ledge", who="bryn", to=[6, 6])
    assert table.at("bryn") == (6, 6)


@pytest.mark.rules("OR-COND-14")
def test_the_prone_only_crawl_until_they_stand_up(table: Cast) -> None:
    fighting(table, bryn=(0, 0))
    impose(table, "bryn", "prone")
    for command, way in (
        ("walk", {"path": [[1, 0]]}),
        ("dash", {"path": [[1, 0]]}),
        ("five_foot_step", {"to": [1, 0]}),
    ):
        assert table.refusal(command, encounter="ledge", who="bryn", **way).rule
    table.play("crawl", encounter="ledge", who="bryn", path=[[1, 0]])
    assert table.at("bryn") == (1, 0)


@pytest.mark.rules("OR-COND-14", "OR-RULING-49")
@pytest.mark.parametrize(("height", "dice"), [(6, []), (7, []), (8, [4])])
def test_a_flyer_that_falls_prone_comes_down_its_fly_speed_safely(table: Cast, height: int, dice: list[int]) -> None:
    table.monster("harpy", fly=6)
    table.begin({"bryn": 18}, {"harpy": 5})
    table.put("harpy", 3, 3, height)
    impose(table, "harpy", "prone", encounter="ledge", dice={"fall/harpy": dice} if dice else {})
    assert table.fight_state().positions[table.ref("harpy").partition("/")[2]].height == 0
    assert table.current("harpy", "hp") == 40 - sum(dice)


@pytest.mark.rules("OR-COND-17")
@pytest.mark.parametrize(("speed", "change", "slowed"), [(6, 0, 2), (6, -2, 2), (6, -5, 1), (2, 0, 2), (1, 0, 1)])
def test_slowness_caps_each_speed_after_all_else(speed: int, change: int, slowed: int) -> None:
    table = Cast()
    table.hero("bryn", walk=speed, fly=speed)
    if change:
        for mode in ("walk", "fly"):
            table.play("give_modifier", who="bryn", to=mode, amount=change, effect="mud")
    impose(table, "bryn", "slowed")
    assert (table.value("bryn", "speed.walk"), table.value("bryn", "speed.fly")) == (slowed, slowed)


@pytest.mark.rules("OR-COND-17")
def test_the_slowed_walk_2_squares_and_no_further(table: Cast) -> None:
    fighting(table, bryn=(0, 0))
    impose(table, "bryn", "slowed")
    assert table.refusal("walk", encounter="ledge", who="bryn", path=[[1, 0], [2, 0], [3, 0]]).rule
    table.play("walk", encounter="ledge", who="bryn", path=[[1, 0], [2, 0]])
    assert table.at("bryn") == (2, 0)


@pytest.mark.rules("OR-COND-18")
@pytest.mark.parametrize(("squares", "allowed"), [(4, True), (5, False)])
def test_a_dash_of_the_slowed_covers_4_squares(table: Cast, squares: int, allowed: bool) -> None:
    fighting(table, bryn=(0, 0))
    impose(table, "bryn", "slowed")
    path = [[x, 0] for x in range(1, squares + 1)]
    if allowed:
        table.play("dash", encounter="ledge", who="bryn", path=path)
        assert table.at("bryn") == (squares, 0)
    else:
        assert table.refusal("dash", encounter="ledge", who="bryn", path=path).rule


@pytest.mark.rules("OR-COND-14")
def test_a_climber_that_falls_prone_falls_from_its_whole_height(table: Cast) -> None:
    fighting(table)
    table.put("bryn", 3, 3, 2)
    impose(table, "bryn", "prone", encounter="ledge", dice={"fall": [7]})
    assert (table.current("bryn", "hp"), table.conditions("bryn")) == (33, ["prone"])


@pytest.mark.rules("OR-COND-21", "OR-COND-14")
def test_a_flyer_that_falls_unconscious_in_the_air_comes_down(table: Cast) -> None:
    table.monster("harpy", fly=6)
    table.begin({"bryn": 18}, {"harpy": 5})
    table.put("harpy", 3, 3, 8)
    impose(table, "harpy", "unconscious", encounter="ledge", dice={"fall": [4]})
    assert (table.current("harpy", "hp"), table.conditions("harpy")) == (36, ["prone", "unconscious"])


@pytest.mark.rules("OR-COND-14", "OR-MOVE-07")
@pytest.mark.parametrize(("what", "at"), [("slowed", (0, 1)), ("immobile", (0, 0)), ("prone", (0, 0))])
def test_no_power_lets_the_prone_shift(table: Cast, what: str, at: tuple[int, int]) -> None:
    slip = {"category": "utility", "range": "self", "targets": "self", "effect": "shift 1"}
    table.play("add_power", power={"name": "Slip", **slip})
    table.play("learn_power", who="bryn", power="Slip")
    fighting(table, bryn=(0, 0))
    impose(table, "bryn", what)
    ways = [{"who": "bryn", "path": [[0, 1]]}]
    table.play("use_power", encounter="ledge", who="bryn", power="slip", ways=ways)
    assert table.at("bryn") == at


@pytest.mark.rules("OR-COND-14", "OR-ACT-16")
@pytest.mark.parametrize(("prone", "at"), [(False, (1, 0)), (True, (0, 0))])
def test_the_prone_do_not_follow_whom_they_shove(table: Cast, prone: bool, at: tuple[int, int]) -> None:
    fighting(table, bryn=(0, 0), gnasher=(1, 0))
    if prone:
        impose(table, "bryn", "prone")
    table.play("shove", who="bryn", target="gnasher", dice={"attack/gnasher": [19]})
    assert (table.at("gnasher"), table.at("bryn")) == ((2, 0), at)


@pytest.mark.rules("OR-ACT-16", "OR-FLY-01", "OR-FLY-02")
@pytest.mark.parametrize(("flight", "at"), [({"fly": 6}, (0, 0)), ({"fly": 6, "hover": 1}, (1, 0))])
def test_who_flies_without_hover_does_not_follow_whom_they_shove(
    table: Cast, flight: dict[str, int], at: tuple[int, int]
) -> None:
    table.monster("harpy", **flight)
    table.begin({"bryn": 5}, {"harpy": 18})
    for who, x in (("harpy", 0), ("bryn", 1)):
        table.put(who, x, 0, 1 if who == "harpy" else 0)
    table.play("shove", who="harpy", target="bryn", dice={"attack/bryn": [19]})
    assert (table.at("bryn"), table.at("harpy")) == ((2, 0), at)
