"""The examples of a game as moves: the full type of a command, and its args."""

from __future__ import annotations

from typing import Any

from domain.system import System

Move = tuple[str, dict[str, Any]]


def setup_of(system: System) -> tuple[Move, ...]:
    """Return what is played before any example of a game."""
    return tuple((step.type, step.args) for step in system.examples.setup)


def before(system: System, type: str) -> tuple[Move, ...]:
    """Return what is played between that and the example of a command."""
    return tuple((step.type, step.args) for step in system.examples.before(type))
