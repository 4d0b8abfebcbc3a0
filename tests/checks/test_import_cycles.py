"""No module imports itself by a detour, and no room of a folder: rules that step in do so by moments and windows.

A room is a folder, or a module that stands in none. Imports for type checkers alone count.
"""

from __future__ import annotations

from functools import cache

from tests.checks import imports, source


@cache
def graph() -> imports.Graph:
    return imports.modules(source.python(source.texts(), *source.PACKAGES))


def test_no_module_imports_itself_by_a_detour() -> None:
    assert imports.cycle(graph()) == ()


def test_no_room_of_a_folder_imports_itself_by_a_detour() -> None:
    folders = {name.rpartition(".")[0] for name in graph() if "." in name}
    cycles = {folder: imports.cycle(imports.rooms(graph(), folder)) for folder in folders}
    assert folders
    assert {folder: cycle for folder, cycle in cycles.items() if cycle} == {}


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
    modules = imports.modules(SOURCES)
    assert modules["systems.toy.harm.wounds"] == {"systems.toy.fight.turns"}


def test_a_cycle_of_rooms_is_found_where_there_is_none_of_modules() -> None:
    modules = imports.modules(SOURCES)
    assert imports.cycle(modules) == ()
    assert set(imports.cycle(imports.rooms(modules, "systems.toy"))) == {"fight", "harm"}


def test_a_cycle_of_modules_is_told_from_a_name_back_to_itself() -> None:
    looped = {**SOURCES, "systems/toy/moments.py": "from systems.toy.harm import wounds"}
    around = imports.cycle(imports.modules(looped))
    assert around[0] == around[-1]
    assert set(around) == {"systems.toy.moments", "systems.toy.harm.wounds", "systems.toy.fight.turns"}
