"""Finding the games: the folders beside this module, and installed packages that bring one."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec

import systems
from domain.system import Registry, System

GROUP = "retcon.systems"
"""The entry-point group: an entry's name is the system's id, its object the system."""

BASE = "freeform"
"""The system whose commands every campaign has."""


class BrokenSystem(Exception):
    """A game cannot be loaded. Says which one, where it comes from and what is wrong with it."""

    slug = "broken-system"

    def __init__(self, id: str, origin: str, problem: str) -> None:
        super().__init__(f"the system {id!r} from {origin} cannot be used: {problem}")


def load(beside: Iterable[str] = systems.__path__, installed: Iterable[EntryPoint] | None = None) -> Registry:
    """Every game there is, with freeform as the base of all. Raises BrokenSystem.

    `beside` are folders whose subpackages are looked through (importable as `systems.<name>`), `installed` entry points
    in place of those of the running environment.
    """
    entries = entry_points(group=GROUP) if installed is None else installed
    by_id: dict[str, System] = {}
    for origin, system in (*_folders(_modules(beside)), *_packages(entries)):
        if system.id in by_id:
            raise BrokenSystem(system.id, origin, "another system of that id is installed; one of them has to go")
        _check(system, origin)
        by_id[system.id] = system
    base = by_id.pop(BASE, None)
    if base is None:
        raise BrokenSystem(
            BASE, "the folder systems", "it is missing, and every campaign needs it; install Retcon anew"
        )
    return Registry(base, by_id.values())


def find() -> Registry:
    """Return a registry of the games beside this module and of installed packages that loads a game when it is first asked
    for. Raises BrokenSystem for the base; it does so for another game once that is asked for.
    """
    games = _LazySystems(entry_points(group=GROUP))
    return Registry(games[BASE], games)


class _LazySystems(Mapping[str, System]):
    """The games by id. To list them is to load them all."""

    def __init__(self, entries: Iterable[EntryPoint]) -> None:
        self._entries = {entry.name: entry for entry in entries}
        self._loaded: dict[str, System] = {}
        self._whole: Registry | None = None

    def __getitem__(self, id: str) -> System:
        if id not in self._loaded:
            self._loaded[id] = self._load(id)
        return self._loaded[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def _all(self) -> Mapping[str, System]:
        if self._whole is None:
            self._whole = load(installed=self._entries.values())
        return self._whole.systems

    def _load(self, id: str) -> System:
        """Load one game. Raises KeyError where there is none of the id, and BrokenSystem."""
        entries = [entry for entry in self._entries.values() if _alike(entry.name, id)]
        modules = [module for module in _modules(systems.__path__) if _alike(module.name, id)]
        for origin, system in (*_folders(modules), *_packages(entries)):
            if len(modules) + len(entries) > 1:
                raise BrokenSystem(id, origin, "another system of that id is installed; one of them has to go")
            if system.id == id:
                _check(system, origin)
                return system
        raise KeyError(id)


def home(id: str, installed: Iterable[EntryPoint] | None = None) -> str | None:
    """The package that the system of an id lives in, where its data files are; None where no such system is installed."""
    beside = f"{systems.__name__}.{id.replace('-', '_')}"
    if find_spec(beside) is not None:
        return beside
    entries = entry_points(group=GROUP) if installed is None else installed
    return next((entry.module for entry in entries if entry.name == id), None)


def _modules(beside: Iterable[str]) -> list[pkgutil.ModuleInfo]:
    """The subpackages of folders, by name."""
    packages = (module for module in pkgutil.iter_modules(beside) if module.ispkg)
    return sorted(packages, key=lambda module: module.name)


def _folders(modules: Iterable[pkgutil.ModuleInfo]) -> Iterator[tuple[str, System]]:
    """The systems of the subpackages; one without a `SYSTEM` is none and passed over."""
    for module in modules:
        name = f"{systems.__name__}.{module.name}"
        try:
            system = getattr(import_module(name), "SYSTEM", None)
        except Exception as error:
            raise BrokenSystem(module.name, name, f"{type(error).__name__}: {error}") from error
        if system is not None:
            yield name, _named(system, module.name, name)


def _packages(entries: Iterable[EntryPoint]) -> Iterator[tuple[str, System]]:
    for entry in sorted(entries, key=lambda entry: entry.name):
        try:
            system = entry.load()
        except Exception as error:
            raise BrokenSystem(entry.name, entry.value, f"{type(error).__name__}: {error}") from error
        yield entry.value, _named(system, entry.name, entry.value)


def _named(system: object, name: str, origin: str) -> System:
    if not isinstance(system, System):
        raise BrokenSystem(name, origin, f"it is a {type(system).__name__}, and has to be a domain.system.System")
    if not _alike(system.id, name):
        raise BrokenSystem(name, origin, f"it calls itself {system.id!r}; name and id have to agree")
    return system


def _alike(name: str, id: str) -> bool:
    """Whether a name, of a folder or an entry point, is that of the system of an id."""
    return name.replace("-", "_") == id.replace("-", "_")


def _check(system: System, origin: str) -> None:
    """Check what only shows when a command is given otherwise: an actor that is no field, an option that is not
    declared."""
    for kind in system.kinds.values():
        if kind.actor and kind.actor not in kind.args.__struct_fields__:
            raise BrokenSystem(system.id, origin, f"{kind.name} has no field {kind.actor!r} to act with")
        if kind.by == "owner" and not kind.actor:
            raise BrokenSystem(
                system.id, origin, f"{kind.name} is for an owner and does not say of whom: give its actor"
            )
        if kind.option and kind.option not in system.options:
            raise BrokenSystem(
                system.id, origin, f"{kind.name} hangs on an option {kind.option!r} that is not declared"
            )
