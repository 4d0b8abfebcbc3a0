"""Actors and items of the games that Foundry is played with: their values, their things, and who may see them."""

from typing import Any

import pytest

from api.imports.foundry.fights import told_fight
from api.imports.foundry.sheets import MOST_VALUES, told_character, told_thing
from api.imports.history.records import ToldCharacter, ToldCombatant, ToldPool
from tests.imports.histories.worlds import ACTORS, ANA, BEN, GM

PLAYERS = frozenset({ANA, BEN})


def character(**fields: Any) -> ToldCharacter:
    return told_character({"_id": "a", "name": "Mira", "type": "character", **fields}, PLAYERS)


def test_a_character_of_the_fifth_edition() -> None:
    sheet = told_character(ACTORS[0], PLAYERS)
    assert sheet.attributes == {"str": 10, "dex": 16, "exhaustion": 1, "gp": 12, "prc": 1}
    assert sheet.pools == {"hp": ToldPool(9, 21)}
    assert [(each.name, each.owned, each.quantity, each.rank) for each in sheet.things] == [
        ("Dagger", True, 2, 0),
        ("Rogue", False, 1, 3),
    ]


def test_up_to_version_9_values_lie_in_data() -> None:
    sheet = told_character(ACTORS[1], PLAYERS)
    assert (sheet.pools, sheet.hidden) == ({"hp": ToldPool(7, None)}, True)


def test_a_character_of_pathfinder() -> None:
    system = {
        "attributes": {"hp": {"value": 30, "temp": 4}},
        "details": {"level": {"value": 5}, "xp": {"value": 120, "max": 1000, "min": 0}},
        "skills": {"stealth": {"rank": 2}},
        "resources": {"heroPoints": {"value": 1, "max": 3}},
    }
    sheet = character(system=system)
    assert sheet.attributes == {"hp": 30, "temp": 4, "level": 5, "stealth": 2}
    assert sheet.pools == {"xp": ToldPool(120, 1000), "heropoints": ToldPool(1, 3)}


def test_a_vampire() -> None:
    system = {
        "health": {"superficial": 1, "aggravated": 2, "max": 7, "value": 4},
        "willpower": {"superficial": 3, "aggravated": 0, "max": 5, "value": 2},
        "attributes": {"strength": {"value": 2, "active": True}},
        "hunger": {"value": 3, "max": 5},
        "blood": {"potency": 1},
    }
    sheet = character(system=system)
    assert sheet.pools == {"health": ToldPool(4, 7), "willpower": ToldPool(2, 5), "hunger": ToldPool(3, 5)}
    assert sheet.attributes["health/superficial"] == 1
    assert (sheet.attributes["strength"], sheet.attributes["potency"]) == (2, 1)


def test_a_sheet_of_a_users_own_making() -> None:
    system = {
        "props": {"might": "4", "name": "Mira", "sworn": True},
        "attributes": {"luck": {"value": 2, "max": 6}},
        "header": {"contents": [{"size": 9}]},
    }
    sheet = character(system=system)
    assert (sheet.attributes, sheet.pools) == ({"might": 4}, {"luck": ToldPool(2, 6)})


@pytest.mark.parametrize("maximum", [None, 0, 5])
def test_a_maximum_that_is_not_kept_or_passed_is_none(maximum: int | None) -> None:
    sheet = character(system={"attributes": {"hp": {"value": 9, "max": maximum}}})
    assert sheet.pools == {"hp": ToldPool(9, None)}


def test_a_sheet_brings_only_so_many_values() -> None:
    sheet = character(system={"props": {f"v{number}": number for number in range(1_000)}})
    assert len(sheet.attributes) == MOST_VALUES


@pytest.mark.parametrize(
    ("levels", "owners", "hidden", "sheet"),
    [
        ({"default": 0}, (), True, "gm"),
        ({"default": 1}, (), False, "gm"),
        ({"default": 2}, (), False, "all"),
        ({"default": 0, ANA: 3}, (ANA,), False, (ANA,)),
        ({"default": 0, BEN: 2}, (), True, (BEN,)),
        ({"default": 0, GM: 3}, (), True, "gm"),
        ({}, (), True, "gm"),
    ],
)
def test_permissions_tell_who_owns_and_sees_a_character(
    levels: dict[str, int], owners: tuple[str, ...], hidden: bool, sheet: object
) -> None:
    for field in ("ownership", "permission"):
        person = character(**{field: levels})
        assert (person.owners, person.hidden, person.sheet) == (owners, hidden, sheet)


def test_a_quantity_may_lie_in_an_object_and_a_level_too() -> None:
    item = {"_id": "i", "name": "Rope", "type": "equipment", "system": {"quantity": {"value": 3}}}
    spell = {"_id": "s", "name": "Light", "type": "spell", "system": {"level": {"value": 1}}}
    assert (told_thing(item).quantity, told_thing(spell).rank, told_thing(spell).owned) == (3, 1, False)


def test_a_combat_is_told_as_it_stands() -> None:
    combatants = [
        {"_id": "x", "actorId": "a", "initiative": 17.25, "defeated": False, "hidden": False},
        {"_id": "y", "actorId": "gone", "initiative": None, "defeated": True, "hidden": True, "name": "Rat"},
    ]
    fight = told_fight({"_id": "c", "round": 2, "turn": 1, "combatants": combatants}, 1, {"a": "Mira"})
    assert fight is not None
    assert (fight.name, fight.round, fight.turn) == ("Combat 1", 2, 1)
    assert fight.combatants == (
        ToldCombatant(key="x", character="a", name="Mira", initiative=17, tiebreak=250),
        ToldCombatant(key="y", name="Rat", defeated=True, hidden=True),
    )


def test_a_combat_that_never_began_has_no_turn() -> None:
    fight = told_fight({"_id": "c", "round": 0, "turn": -1, "combatants": [{"_id": "x"}]}, 1, {})
    assert fight is not None
    assert (fight.round, fight.turn) == (0, None)


def test_a_combat_of_nobody_is_none() -> None:
    assert told_fight({"_id": "c", "combatants": []}, 1, {}) is None
