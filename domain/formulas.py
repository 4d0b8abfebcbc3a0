"""What follows from other values by the rules of a game: said once on the system, evaluated whenever a value is read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from domain.bounds import Bounds
from domain.components.creature import Formula
from domain.components.expressions import AnyExpression


class Derived(NamedTuple):
    """The value at `path` of every character whose kind is one of `kinds`, by the rule `rule`.

    A formula or a number of the character's own at that path overrides it. Readers see it among the character's
    formulas under its `name`; left out, that is the path with hyphens.
    """

    path: str
    expression: AnyExpression
    kinds: tuple[str, ...]
    rule: str
    name: str = ""

    @property
    def key(self) -> str:
        """The name under which readers see it."""
        return self.name or self.path.replace(".", "-")

    def formula(self) -> Formula:
        """Return it in the form of a character's own formula."""
        return Formula(path=self.path, expression=self.expression)


DerivedByPath = Mapping[str, tuple[Derived, ...]]


class GameValues(NamedTuple):
    """What a game says about values whatever happens: how far they go, and what follows from others."""

    bounds: Bounds = ()
    derived: DerivedByPath = {}


NOTHING_SAID = GameValues()
"""What a game without bounds and derived values says."""


def by_path(derived: Iterable[Derived]) -> DerivedByPath:
    """Return derived values by their paths."""
    paths: dict[str, tuple[Derived, ...]] = {}
    for value in derived:
        paths[value.path] = (*paths.get(value.path, ()), value)
    return paths


def derived_of(values: DerivedByPath, kind: str) -> tuple[Derived, ...]:
    """Return what follows for characters of a kind."""
    return tuple(value for several in values.values() for value in several if kind in value.kinds)
