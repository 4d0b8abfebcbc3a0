"""Who imports whom within a game: modules, and the rooms (folders) that they stand in.

Every import counts, also one inside a function or for type checkers alone.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import PurePosixPath

from tests.checks.source import CLIENT

Graph = Mapping[str, frozenset[str]]
"""By name of a module or room, those that it imports."""


def modules(sources: Mapping[str, str]) -> Graph:
    """The modules of these sources, by path from the root, and which of one another they import."""
    names = {_name(path): path for path in sources}
    return {name: frozenset(_imported(sources[path], names)) - {name} for name, path in names.items()}


def rooms(graph: Graph, game: str) -> Graph:
    """The rooms of a game and which others they import. A module that stands in no room is one of its own.

    The `__init__` of the game is none: it gathers all of them.
    """
    by_room: dict[str, set[str]] = {}
    for importer, imported in crossing(graph, game):
        by_room.setdefault(room(importer, game), set()).add(room(imported, game))
    return {name: frozenset(others) for name, others in by_room.items()}


def crossing(graph: Graph, game: str) -> Iterator[tuple[str, str]]:
    """The imports from one room of a game to another: importer and imported."""
    inside = {name for name in graph if name.startswith(f"{game}.")}
    for importer in sorted(inside):
        for imported in sorted(graph[importer] & inside):
            if room(importer, game) != room(imported, game):
                yield importer, imported


def room(module: str, game: str) -> str:
    """The folder of a game that a module is in, else its own name."""
    return module.removeprefix(f"{game}.").partition(".")[0]


def cycle(graph: Graph) -> tuple[str, ...]:
    """One cycle among these, from a name back to itself; nothing where there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return tuple(reversed(error.args[1]))
    return ()


def _name(path: str) -> str:
    parts = PurePosixPath(path.removeprefix(CLIENT)).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def packages_in(text: str) -> Iterator[str]:
    """The packages that a module imports, its own included."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0]
        elif isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)


def _imported(text: str, names: Mapping[str, str]) -> Iterator[str]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                deeper = f"{node.module}.{alias.name}"
                yield from (name for name in (deeper if deeper in names else node.module,) if name in names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in names)
