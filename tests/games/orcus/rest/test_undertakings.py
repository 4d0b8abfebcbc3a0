"""Dice, extended challenges and incantations; and how fractions are rounded."""

from typing import Any, get_args

import pytest

from domain.vocabulary.log import Noted
from systems.orcus.rest.incantations import SCOPES, Category
from tests.games.orcus.cast import Cast


@pytest.fixture
def table() -> Cast:
    table = Cast()
    table.hero("bryn")
    return table


@pytest.mark.rules("OR-CORE-02")
@pytest.mark.parametrize(
    ("notation", "dice", "total"), [("3d4+3", [1, 1, 1], 6), ("3d4+3", [4, 4, 4], 15), ("2d6-1", [2, 3], 4)]
)
def test_dice_are_added_up_with_what_is_added_or_taken(table: Cast, notation: str, dice: list[int], total: int) -> None:
    entry = table.play("freeform.roll", actor="bryn", label="luck", notation=notation, dice={"luck": dice})
    assert table.rolls(entry) == {"luck": total}


@pytest.mark.rules("OR-CORE-03")
@pytest.mark.parametrize(("tens", "ones", "number"), [(10, 10, 100), (10, 1, 1), (1, 10, 10), (4, 7, 47), (9, 9, 99)])
def test_two_declared_dice_give_a_number_from_1_to_100(table: Cast, tens: int, ones: int, number: int) -> None:
    dice = {"percentile/tens": [tens], "percentile/ones": [ones]}
    entry = table.play("roll_percentile", who="bryn", dice=dice, as_player="ana")
    assert table.rolls(entry)["percentile"] == number


@pytest.mark.rules("OR-RND-01")
@pytest.mark.parametrize(("hp", "recovery", "staggered"), [(43, 10, 21), (44, 11, 22), (47, 11, 23)])
def test_fractions_are_rounded_down(hp: int, recovery: int, staggered: int) -> None:
    table = Cast()
    table.hero("bryn", class_hp=hp - 10, level=3, dex=9)
    values = [
        table.value("bryn", path)
        for path in ("recovery.value", "staggered.value", "bonus.level", "modifiers.dexterity")
    ]
    assert values == [recovery, staggered, 1, -1]


@pytest.mark.rules("OR-RND-02", "OR-RULING-07")
@pytest.mark.parametrize(("amount", "lost"), [(1, 1), (2, 1), (3, 1), (4, 2)])
def test_damage_that_is_halved_does_not_round_below_1(table: Cast, amount: int, lost: int) -> None:
    table.monster("wisp")
    table.play("impose", who="wisp", what="incorporeal")
    strike(table, amount)
    assert table.current("wisp", "hp") == 40 - lost


def strike(table: Cast, die: int, **more: Any) -> int:
    """Let Bryn hit the wisp with a weapon of 1d8 that deals so much; the entry's number."""
    table.arm("bryn", **more.pop("weapon", {}))
    return table.strike("bryn", "wisp", 19, [die], **more)


@pytest.mark.rules("OR-ABIL-06", "OR-ABIL-07")
@pytest.mark.parametrize(
    ("weapon", "ranged", "adds"),
    [
        ({}, False, 3),
        ({"range": 10, "long": 20, "melee": False}, True, 1),
        ({"range": 5, "long": 10, "thrown": "light"}, True, 1),
        ({"range": 5, "long": 10, "thrown": "heavy"}, True, 3),
    ],
)
def test_strength_adds_to_melee_and_dexterity_to_ranged_basic_attacks(weapon: Any, ranged: bool, adds: int) -> None:
    table = Cast()
    table.hero("bryn", str=16, dex=12)
    table.monster("wisp")
    entry = strike(table, 5, ranged=ranged, weapon=weapon)
    assert (table.rolls(entry)["attack/wisp"], table.current("wisp", "hp")) == (19 + adds, 40 - 5 - adds)


def climb(table: Cast, die: int) -> str:
    """Make a check of the challenge, and return how it stands."""
    task: dict[str, Any] = {"who": "bryn", "name": "Cross the gorge", "skill": "athletics", "target": 15}
    table.play("try_challenge", encounter="ledge", **task, dice={"skill/athletics": [die]}, as_player="ana")
    return str(table.fight("ledge").tasks["cross-the-gorge"].state)


@pytest.mark.rules("OR-CHAL-01", "OR-RULING-57")
@pytest.mark.parametrize(
    ("limits", "dice", "states"),
    [
        ({}, [15, 14, 14, 14], ["", "", "", "lost"]),
        ({}, [14, 15, 14, 15, 20], ["", "", "", "", "won"]),
        ({"failures": 1}, [14], ["lost"]),
    ],
)
def test_the_check_that_reaches_either_number_first_closes_a_challenge(
    table: Cast, limits: dict[str, int], dice: list[int], states: list[str]
) -> None:
    gorge: Any = {"name": "Cross the gorge", "successes": 3, **limits}
    table.play("begin_challenge", encounter="ledge", **gorge)
    assert [climb(table, die) for die in dice] == states
    again: Any = {"who": "bryn", "name": "Cross the gorge", "skill": "athletics", "target": 15}
    assert table.refusal("try_challenge", encounter="ledge", **again).rule == "OR-CHAL-01"


@pytest.mark.rules("OR-CHAL-01")
def test_a_challenge_that_nobody_began_is_refused(table: Cast) -> None:
    gone: Any = {"who": "bryn", "name": "Nothing", "skill": "athletics", "target": 15}
    assert table.refusal("try_challenge", encounter="ledge", **gone).rule == "OR-CHAL-01"


@pytest.mark.rules("OR-INC-01")
def test_a_casting_takes_its_time_and_consumes_its_components(table: Cast) -> None:
    lantern: Any = {"name": "Hidden Lantern", "category": "Practical", "minutes": 10, "component": "oil", "amount": 2}
    table.play("learn_incantation", who="bryn", **lantern)
    table.play("stock_components", who="bryn", component="oil", amount=3)
    table.play("stock_components", who="bryn", component="oil", amount=1)
    entry = table.play("cast_incantation", who="bryn", name="Hidden Lantern")
    assert [item.quantity for item in table.sheet("bryn").items.values()] == [2]
    assert table.campaign().clock["now"].at == 600
    assert [event.data for event in table.told(entry) if isinstance(event, Noted)] == [{"minutes": 10, "oil": 2}]
    table.play("cast_incantation", who="bryn", name="Hidden Lantern")
    assert table.sheet("bryn").items == {}


@pytest.mark.rules("OR-INC-01")
def test_an_incantation_without_its_components_or_that_nobody_knows_is_refused(table: Cast) -> None:
    assert table.refusal("cast_incantation", who="bryn", name="Ward").rule == "OR-INC-01"
    table.play("learn_incantation", who="bryn", name="Ward", category="Abjuration", component="salt", amount=2)
    table.play("stock_components", who="bryn", component="salt", amount=1)
    assert table.refusal("cast_incantation", who="bryn", name="Ward").rule == "OR-INC-01"


@pytest.mark.rules("OR-INC-02")
def test_there_are_seven_categories_of_incantations() -> None:
    seven = ["Abjuration", "Curative", "Illusion", "Practical", "Crafting", "Transportation", "Conjuration"]
    assert list(get_args(Category)) == list(SCOPES) == seven


@pytest.mark.rules("OR-INC-01", "OR-COND-21")
@pytest.mark.parametrize("state", ["unconscious", "dead", "petrified"])
def test_who_cannot_act_casts_no_incantation(state: str) -> None:
    table = Cast()
    table.hero("bryn")
    table.play("learn_incantation", who="bryn", name="Raise Dead", category="Curative", component="dust")
    table.play("stock_components", who="bryn", component="dust", amount=1)
    table.affect("bryn", state)
    assert table.refusal("cast_incantation", who="bryn", name="Raise Dead").rule == "OR-INC-01"
    assert table.sheet("bryn").items["components-dust"].quantity == 1
