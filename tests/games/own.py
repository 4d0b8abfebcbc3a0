"""The games of this repository; one that somebody has installed beside them is none of ours to test."""

from __future__ import annotations

from typing import Final

from systems.registry import load

REGISTRY: Final = load(installed=[])
"""Freeform and our games."""

GAMES: Final = tuple(system for system in REGISTRY.systems.values() if system is not REGISTRY.base)

TYPES: Final = [(system, type) for system in GAMES for type in sorted(system.kinds)]
"""Every command of our games, with its game."""
