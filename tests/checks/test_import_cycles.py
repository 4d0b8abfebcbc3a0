"""No module of a game imports itself by a detour, and no room: rules that step in do so by moments and windows."""

from __future__ import annotations

from functools import cache

import pytest

from tests.checks import imports, source

GAMES = ("freeform", "midnight_in_vaia", "cthulhu_eternal", "weaverdice", "rotted_capes", "orcus")


@cache
def graph(game: str) -> imports.Graph:
    sources = source.python(source.texts())
    return imports.modules({path: text for path, text in sources.items() if path.startswith(f"systems/{game}/")})


@pytest.mark.parametrize("game", GAMES)
def test_no_module_of_a_game_imports_itself_by_a_detour(game: str) -> None:
    assert imports.cycle(graph(game)) == ()


@pytest.mark.parametrize("game", GAMES)
def test_no_room_of_a_game_imports_itself_by_a_detour(game: str) -> None:
    assert imports.cycle(imports.rooms(graph(game), f"systems.{game}")) == ()


SOURCES = {
    "systems/toy/__init__.py": "from systems.toy.fight import blows",
    "systems/toy/fight/__init__.py": "",
    "systems/toy/fight/blows.py": "from systems.toy.harm import wounds",
    "systems/toy/fight/turns.py": "import systems.toy.moments",
    "systems/toy/harm/__init__.py": "",
    "systems/toy/harm/wounds.py": "def f():\n    from systems.toy.fight.turns import next",
    "systems/toy/moments.py": "",
}


def test_an_import_inside_a_function_counts() -> None:
    found = imports.modules(SOURCES)
    assert found["systems.toy.harm.wounds"] == {"systems.toy.fight.turns"}


def test_a_cycle_of_rooms_is_found_where_there_is_none_of_modules() -> None:
    found = imports.modules(SOURCES)
    assert imports.cycle(found) == ()
    assert set(imports.cycle(imports.rooms(found, "systems.toy"))) == {"fight", "harm"}


def test_a_cycle_of_modules_is_told_from_a_name_back_to_itself() -> None:
    looped = {**SOURCES, "systems/toy/moments.py": "from systems.toy.harm import wounds"}
    around = imports.cycle(imports.modules(looped))
    assert around[0] == around[-1]
    assert set(around) == {"systems.toy.moments", "systems.toy.harm.wounds", "systems.toy.fight.turns"}
