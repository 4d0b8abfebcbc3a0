"""Whoever reads a ledger: what they may see, what things are called, what rules say."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy

from domain.play.reading import Bounded, World
from domain.sight import Viewer
from domain.system import Registry, UnknownSystem
from domain.vantage import Bygone, Vantage
from projections.names import Names
from projections.shown import system_of


def bounded(world: World, registry: Registry) -> World:
    """The world with the bounds of its game, so that a reader's values are those that a rule would use."""
    if isinstance(world, Bounded):
        return world
    try:
        return Bounded(world, registry.system(system_of(world)).bounds)
    except UnknownSystem:
        return world


class Reader:
    """One viewer of one campaign: `world` decides what they may know of, so it is the head unless they read a past."""

    def __init__(self, world: World, viewer: Viewer, registry: Registry, bygone: Bygone = lambda _: {}) -> None:
        self.world = world
        self.viewer = viewer
        self.registry = registry
        self.vantage = Vantage(bounded(world, registry), viewer, bygone)
        self.names = Names(self.vantage)

    def afresh(self, *, old: bool = False) -> Reader:
        """The same reader for another thing that is shown: whoever has no name for them is numbered from one again."""
        fresh = copy(self)
        fresh.vantage = self.vantage.afresh(old=old)
        fresh.names = Names(fresh.vantage)
        return fresh

    def words(self, rules: Iterable[str]) -> dict[str, str]:
        """What these rule ids say; ids that no installed system knows are left out."""
        try:
            system = self.registry.system(system_of(self.world))
        except UnknownSystem:
            return {}
        found = {rule: self.registry.rule(system, rule) for rule in sorted(set(rules))}
        return {rule: text.text for rule, text in found.items() if text is not None}
