"""The description of the interface with a few commands of each game, for what takes minutes with hundreds of them."""

from __future__ import annotations

from typing import Any, Final

from api.app import create_app
from api.docs.openapi import document
from api.settings import load as defaults
from domain.system import Registry, System
from systems.registry import load

FEW: Final = 4
"""Commands of a system that stay."""


def some_commands(system: System) -> System:
    """Return a system with a few of its commands, from all over."""
    kinds = [system.kinds[type] for type in sorted(system.kinds)]
    return System(id=system.id, name=system.name, version=system.version, kinds=kinds[:: max(1, -(-len(kinds) // FEW))])


def described(*, whole_base: bool = False) -> Any:
    """Return the description with some commands of each game; of freeform with all of them where asked."""
    registry = load(installed=[])
    games = [some_commands(system) for system in registry.systems.values() if system is not registry.base]
    base = registry.base if whole_base else some_commands(registry.base)
    return document(create_app(defaults({})), Registry(base, games))
