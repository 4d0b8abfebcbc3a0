"""A reader of a ledger: a viewer's world with the names of things and the texts of rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy

from domain.aggregates import Aggregate
from domain.play.reading import GameWorld, World, system_id
from domain.play.values import keeps_number
from domain.system import Registry, System, UnknownSystem
from domain.visibility.audience import Viewer
from domain.visibility.state import RemovedLookup
from domain.visibility.world import VisibleWorld
from domain.vocabulary.values import Formula
from projections.names import Names


def of_game(world: World, registry: Registry) -> World:
    """Add the game's formulas to a world, so that a reader's values are those that a rule would use."""
    if isinstance(world, GameWorld):
        return world
    try:
        return _ReadWorld(world, registry.system(system_id(world)))
    except UnknownSystem:
        return world


class _ReadWorld(GameWorld):
    """A world in which every character has the formulas of its game, as if they were written on its sheet.

    A value looks at its aggregate many times, so an aggregate is made once for as long as it stays as it is.
    """

    def __init__(self, world: World, system: System) -> None:
        super().__init__(world, system.values)
        self._formulas = system.derived_formulas
        self._made: dict[str, tuple[Aggregate, int, Aggregate]] = {}

    def aggregate(self, ref: str) -> Aggregate | None:
        real = self.world.aggregate(ref)
        if real is None or not self.values.derived:
            return real
        made = self._made.get(ref)
        if made is None or made[0] is not real or made[1] != real.version:
            made = self._made[ref] = (real, real.version, self._with_derived(real))
        return made[2]

    def _with_derived(self, real: Aggregate) -> Aggregate:
        """An aggregate with what its game derives for its kind; the same one where that is nothing."""
        profile = real.profile.get("self")
        derived = {} if profile is None else self._formulas.get(profile.kind, {})
        return _with_formulas(real, derived) if derived else real


def _with_formulas(real: Aggregate, derived: Mapping[str, Formula]) -> Aggregate:
    """An aggregate with those of these formulas that nothing of its own overrides."""
    own = {formula.path for formula in real.formulas.values()}
    followed = {
        key: formula
        for key, formula in derived.items()
        if formula.path not in own and not keeps_number(real, formula.path)
    }
    read = copy(real)
    read.formulas = {**followed, **real.formulas}
    return read


class Reader:
    """One viewer of one campaign: `world` decides what they may know of, so it is the head unless they read a past."""

    def __init__(self, world: World, viewer: Viewer, registry: Registry, removed: RemovedLookup = lambda _: {}) -> None:
        self.world = world
        self.viewer = viewer
        self.registry = registry
        self.visible = VisibleWorld(of_game(world, registry), viewer, removed)
        self.names = Names(self.visible)

    def afresh(self, *, old: bool = False) -> Reader:
        """Return the same reader for another view: unnamed creatures are numbered from one again."""
        fresh = copy(self)
        fresh.visible = self.visible.afresh(old=old)
        fresh.names = Names(fresh.visible)
        return fresh

    def words(self, rules: Iterable[str]) -> dict[str, str]:
        """Return the texts of these rules by id; ids that no installed system knows are left out."""
        try:
            system = self.registry.system(system_id(self.world))
        except UnknownSystem:
            return {}
        texts = {rule: self.registry.rule(system, rule) for rule in sorted(set(rules))}
        return {rule: text.text for rule, text in texts.items() if text is not None}
