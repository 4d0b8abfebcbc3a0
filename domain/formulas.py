"""Derived values: those that follow from other values by the rules of a game, said once on the system and evaluated
whenever a value is read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeVar

from domain.bounds import Bounds
from domain.vocabulary.expressions import AnyExpression
from domain.vocabulary.values import Formula


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


class StandingChange(NamedTuple):
    """A change of the value at `path` of every character whose kind is one of `kinds`, on top of what it is.

    It is added like a modifier that everybody has, by the rule `rule` and under a `title`; nobody keeps it, so it counts from the
    moment from which its `amount` is not 0.
    """

    path: str
    amount: AnyExpression
    kinds: tuple[str, ...]
    rule: str
    title: str


DerivedByPath = Mapping[str, tuple[Derived, ...]]
StandingByPath = Mapping[str, tuple[StandingChange, ...]]

V = TypeVar("V", Derived, StandingChange)


class GameValues(NamedTuple):
    """A game's statements about values whatever happens: how far they go, what follows from others, and what is added
    to all."""

    bounds: Bounds = ()
    derived: DerivedByPath = {}
    standing: StandingByPath = {}


NOTHING_SAID = GameValues()
"""The values of a game without bounds and derived values."""


def by_path(instances: Iterable[V]) -> Mapping[str, tuple[V, ...]]:
    """Return what a game says about values, by their paths."""
    paths: dict[str, list[V]] = {}
    for one in instances:
        paths.setdefault(one.path, []).append(one)
    return {path: tuple(several) for path, several in paths.items()}


def formulas_by_kind(values: DerivedByPath) -> Mapping[str, Mapping[str, Formula]]:
    """Return what follows for the characters of each kind, by the names under which readers see it."""
    kinds: dict[str, dict[str, Formula]] = {}
    for value in (value for several in values.values() for value in several):
        for kind in value.kinds:
            kinds.setdefault(kind, {})[value.key] = value.formula()
    return kinds
