"""Bounds of a game's values, for every change of a value, by rules and in views alike."""

from __future__ import annotations

from fnmatch import fnmatchcase
from functools import lru_cache
from typing import NamedTuple


class Bound(NamedTuple):
    """The values at `paths` (`attributes.*`), but for those at `besides`, are never below `least`, nor above the value at
    the path `most` of the same aggregate, by a rule."""

    paths: str
    least: int
    rule: str
    besides: tuple[str, ...] = ()
    most: str = ""

    def holds(self, path: str) -> bool:
        """Whether it is about the value at a path within an aggregate."""
        return fnmatchcase(path, self.paths) and not any(fnmatchcase(path, other) for other in self.besides)


Bounds = tuple[Bound, ...]


@lru_cache(maxsize=8192)
def bound_at(bounds: Bounds, path: str) -> Bound | None:
    """The bound of the value at a path: the first that is about it. It is found once, as it is wanted with every value."""
    return next((bound for bound in bounds if bound.holds(path)), None)
