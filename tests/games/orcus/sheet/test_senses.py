"""Senses beyond sight: darkvision, blindsight, tremorsense and truesight."""

import pytest

from tests.games.orcus.field import Field


@pytest.fixture
def field() -> Field:
    return Field()


def grant(field: Field, **senses: int) -> None:
    field.play("enter_statistics", who="bryn", statistics={"senses": senses})


@pytest.mark.rules("OR-VIS-05")
@pytest.mark.parametrize(("terrain", "adds"), [("dim", {}), ("dark", {}), ("obscured heavy", {"concealment": -5})])
def test_darkvision_sees_in_the_dark_but_not_through_fog(field: Field, terrain: str, adds: dict[str, int]) -> None:
    grant(field, darkvision=1)
    field.lay(terrain, [3, 0])
    field.put("goblin", 3, 0)
    assert field.shoot() == adds


@pytest.mark.rules("OR-VIS-04")
@pytest.mark.parametrize(("x", "adds"), [(3, {}), (4, {"concealment": -5})])
def test_blindsight_perceives_within_its_radius(field: Field, x: int, adds: dict[str, int]) -> None:
    grant(field, blindsight=3)
    field.affect("goblin", "invisible")
    field.lay("obscured total", [3, 0], [4, 0])
    field.put("goblin", x, 0)
    assert field.shoot() == adds


@pytest.mark.rules("OR-VIS-04")
@pytest.mark.parametrize(("x", "adds"), [(3, {}), (4, {"concealment": -5})])
def test_the_naturally_blind_perceive_nothing_further_off(field: Field, x: int, adds: dict[str, int]) -> None:
    grant(field, blindsight=3, blind=1)
    field.put("goblin", x, 0)
    assert field.shoot() == adds


@pytest.mark.rules("OR-VIS-06")
@pytest.mark.parametrize(
    ("x", "height", "state", "adds"),
    [
        (4, 0, "", {}),
        (5, 0, "", {"concealment": -5}),
        (3, 1, "", {"concealment": -5}),
        (3, 0, "incorporeal", {"concealment": -5}),
    ],
)
def test_tremorsense_finds_who_touches_the_same_ground(
    field: Field, x: int, height: int, state: str, adds: dict[str, int]
) -> None:
    grant(field, tremorsense=4)
    field.affect("goblin", "invisible")
    if state:
        field.affect("goblin", state)
    field.put("goblin", x, 0, height=height)
    assert field.shoot() == adds


@pytest.mark.rules("OR-VIS-07")
@pytest.mark.parametrize(("x", "adds"), [(4, {}), (5, {"concealment": -5})])
def test_truesight_sees_the_invisible_and_in_the_dark(field: Field, x: int, adds: dict[str, int]) -> None:
    grant(field, truesight=4)
    field.affect("goblin", "invisible")
    field.lay("dark", [4, 0], [5, 0])
    field.put("goblin", x, 0)
    assert field.shoot() == adds


@pytest.mark.rules("OR-VIS-07")
@pytest.mark.parametrize(("radius", "dice", "saved"), [(4, {}, True), (0, {"save/phantom": [9]}, False)])
def test_truesight_saves_against_illusions_without_a_die(
    field: Field, radius: int, dice: dict[str, list[int]], saved: bool
) -> None:
    grant(field, truesight=radius)
    field.affect("bryn", "dazed", name="phantom", until=field.save_ends("bryn"), tags=["illusion"])
    entry = field.next(dice=dice)
    assert (field.conditions("bryn") == [], "OR-VIS-07" in field.cited(entry)) == (saved, saved)
