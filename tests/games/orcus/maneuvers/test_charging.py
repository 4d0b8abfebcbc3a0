"""Charges: how far, which way, to which square, and the one attack."""

from typing import Any

import pytest

from tests.games.orcus.field import Field


@pytest.fixture
def field() -> Field:
    """Bryn with a sword at 0, 0, and a goblin."""
    return Field()


def charge(field: Field, x: int = 0, y: int = 0, **more: Any) -> dict[str, int]:
    """Bryn charges at a goblin on a square, and misses; what added to the attack roll."""
    if x or y:
        field.put("goblin", x, y)
    entry = field.play("charge", who="bryn", target="goblin", dice={"attack/goblin": [1]}, as_player="ana", **more)
    return {each.label: each.amount for _, roll in field.rolled(entry) for each in roll.modifiers}


@pytest.mark.rules("OR-ACT-05", "OR-ACT-06")
@pytest.mark.parametrize(("x", "ends"), [(3, 2), (7, 6)])
def test_a_charge_ends_next_to_the_opponent_with_an_attack_at_plus_1(field: Field, x: int, ends: int) -> None:
    assert charge(field, x) == {"charge": 1}
    assert (field.at("bryn")[0], field.left("bryn", "standard"), field.left("bryn", "move")) == (ends, 0, 1)


@pytest.mark.rules("OR-ACT-05")
@pytest.mark.parametrize("x", [1, 2, 8])
def test_a_charge_covers_two_squares_at_least_and_the_speed_at_most(field: Field, x: int) -> None:
    field.put("goblin", x, 0)
    assert field.refusal("charge", who="bryn", target="goblin").rule == "OR-ACT-05"


@pytest.mark.rules("OR-ACT-05")
def test_a_charge_leads_by_a_shortest_way_to_a_closest_square(field: Field) -> None:
    field.put("goblin", 4, 0)
    for astray in ([[1, 0], [2, 0], [3, 0], [3, 1]], [[1, 1], [2, 2], [3, 2], [3, 1]], [[1, 0], [2, 0]]):
        assert field.refusal("charge", who="bryn", target="goblin", path=astray).rule == "OR-ACT-05"
    charge(field, path=[[1, 1], [2, 1], [3, 1]])
    assert field.at("bryn") == (3, 1)


@pytest.mark.rules("OR-ACT-05")
def test_another_closest_square_will_do_where_one_is_taken(field: Field) -> None:
    field.put("ogre", 3, 0)
    charge(field, 4, -1, path=[[1, -1], [2, -2], [3, -1]])
    assert field.at("bryn") == (3, -1)


@pytest.mark.rules("OR-ACT-05")
def test_a_charge_is_refused_where_no_closest_square_is_free(field: Field) -> None:
    field.put("goblin", 4, 4)
    field.lay("wall", [3, 3])
    assert field.refusal("charge", who="bryn", target="goblin").rule == "OR-ACT-05"


@pytest.mark.rules("OR-ACT-05")
def test_a_longer_reach_makes_the_charge_shorter(field: Field) -> None:
    field.carry("bryn", "pike", reach=1)
    charge(field, 5, weapon="pike")
    assert field.at("bryn")[0] == 3


@pytest.mark.rules("OR-ACT-05")
def test_a_charge_leads_around_a_pit(field: Field) -> None:
    field.lay("pit", [1, 0], [2, 0], depth=4)
    charge(field, 4)
    assert (field.at("bryn")[0], field.current("bryn", "hp")) == (3, 40)


@pytest.mark.rules("OR-ACT-05")
def test_nobody_charges_while_prone_or_held(field: Field) -> None:
    field.put("goblin", 4, 0)
    field.affect("bryn", "immobile")
    assert field.refusal("charge", who="bryn", target="goblin").rule == "OR-COND-09"
    field.affect("bryn", "prone")
    assert field.refusal("charge", who="bryn", target="goblin").rule == "OR-ACT-09"


@pytest.mark.rules("OR-ACT-06")
def test_a_charge_may_end_in_a_shove_at_plus_1(field: Field) -> None:
    field.put("goblin", 4, 0)
    entry = field.play("charge", who="bryn", target="goblin", shove=True, to=[5, 0], dice={"attack/goblin": [9]})
    assert (field.at("goblin"), field.at("bryn"), field.rolls(entry)) == ((5, 0), (4, 0), {"attack/goblin": 10})


@pytest.mark.rules("OR-ACT-06")
def test_nobody_shoves_who_is_two_sizes_larger(field: Field) -> None:
    field.monster("giant", size="huge")
    field.put("giant", 4, 0)
    assert field.refusal("charge", who="bryn", target="giant", shove=True).rule == "OR-ACT-16"


@pytest.mark.rules("OR-ACT-05")
def test_the_way_of_a_charge_gives_openings(field: Field) -> None:
    field.carry("ogre", "club")
    field.put("ogre", 0, 1)
    field.put("goblin", 6, 0)
    path = [[n, 0] for n in range(1, 6)]
    entry = field.play(
        "charge",
        who="bryn",
        target="goblin",
        path=path,
        dice={"attack/bryn": [1], "attack/goblin": [1]},
        responses={"opportunity/ogre/bryn": "attack"},
    )
    assert set(field.rolls(entry)) == {"attack/bryn", "attack/goblin"}
